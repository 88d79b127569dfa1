"""Records as people type them: every fault of form is named at its place, all at once."""

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import RecordSource, read_record
from generator.records.report import Report
from generator.rules import AnyRules
from generator.words import BUILT_IN
from tests.judged import verify_lines, verify_stream

Judge = Callable[[str], Report]

GOOD = "game: qwinto\nplayers: [Ana, Ben]\nturns:\n- {dice: {yellow: 1}, miss: true}\n"


def _worded(report: Report) -> list[str]:
    assert (report.is_readable, report.exit_code, report.findings) == (False, 2, ())
    return [problem.worded("en").removeprefix("-:") for problem in report.problems]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        pytest.param(
            "game: qwinto",
            "game: qwnto",
            "1:7: game: 'qwnto' is not one of {games}; did you mean 'qwinto'?",
            id="game",
        ),
        pytest.param(
            "game: qwinto\n",
            "",
            "1:1: game: this field is missing (in French: 'jeu')",
            id="no game",
        ),
        pytest.param(
            "players: [Ana, Ben]\n",
            "",
            "1:1: players: this field is missing (in French: 'joueurs')",
            id="no players",
        ),
        pytest.param(
            "turns:",
            "trun:",
            "3:1: trun: unknown field; did you mean 'turns'?",
            id="unknown field",
        ),
        pytest.param(
            "[Ana, Ben]",
            "[Ana]",
            "2:10: players: 1 players; this game is for 2 to 6",
            id="too few players",
        ),
        pytest.param(
            "[Ana, Ben]",
            "[A, B, C, D, E, F, G]",
            "2:10: players: 7 players; this game is for 2 to 6",
            id="too many players",
        ),
        pytest.param(
            "[Ana, Ben]",
            "[Ana, Ana]",
            "2:16: players[2]: 'Ana' stands twice; every player needs a name of their own",
            id="same name",
        ),
        pytest.param(
            "[Ana, Ben]",
            '[Ana, "A\u200bna "]',
            "2:16: players[2]: 'A\u200bna ' stands twice; every player needs a name of their own",
            id="a name that looks the same",
        ),
        pytest.param(
            "[Ana, Ben]",
            '[Ana, " \u200b"]',
            "2:16: players[2]: nothing is seen of this name; write what the player is called",
            id="a name of nothing",
        ),
        pytest.param(
            "[Ana, Ben]",
            "[Ana, Personne]",
            "2:16: players[2]: 'Personne' cannot be a player's name: it means nobody or nothing",
            id="reserved name",
        ),
        pytest.param(
            "[Ana, Ben]",
            "Ana",
            "2:10: players: 1 players; this game is for 2 to 6",
            id="players not a list",
        ),
        pytest.param(
            "players: [Ana, Ben]",
            "players: [Ana, Ben]\nvariant: solo",
            "3:10: variant: 'solo' is not a variant: this game has none",
            id="variant",
        ),
        pytest.param(
            "players: [Ana, Ben]",
            "players: [Ana, Ben]\nformat: 2",
            "3:9: format: '2' is not one of 1",
            id="format",
        ),
        pytest.param(
            "- {",
            "- {player: Bn, ",
            "4:12: turns[1].player: “Bn” is not in the list of players on line 2: "
            "add the name, or write Ana, Ben",
            id="unknown player",
        ),
        pytest.param(
            "miss: true",
            "writes: {Zoé: Y3}",
            "4:32: turns[1].writes.Zoé: “Zoé” is not in the list of players on line 2: "
            "add the name, or write Ana, Ben",
            id="unknown writer",
        ),
        pytest.param(
            "miss: true",
            "writes: {~: Y3}",
            "4:32: turns[1].writes.~: “~” is not in the list of players on line 2: "
            "add the name, or write Ana, Ben",
            id="nobody as a writer",
        ),
        pytest.param(
            "yellow: 1",
            "yellow: some",
            "4:19: turns[1].dice.yellow: 'some' is not a whole number",
            id="wrong type",
        ),
        pytest.param(
            "yellow: 1",
            "yelwo: 1",
            "4:11: turns[1].dice.yelwo: “yelwo” is not a die; write orange, yellow, purple",
            id="colour",
        ),
        pytest.param(
            "yellow: 1",
            "yellow: 1, jaune: 2",
            "4:22: turns[1].dice.jaune: 'jaune' means the same field as 'yellow' on line 4; "
            "give one of them",
            id="given in both languages",
        ),
        pytest.param(
            GOOD[GOOD.index("turns") :],
            "date: 2026-03-14\n",
            "1:1: one of these fields must be there: turns, sheets; write for example: turns: ["
            "{player: Ana, dice: {orange: 1, yellow: 6, purple: 1}, writes: {Ana: P4, Ben: O4}}]",
            id="neither turns nor sheets",
        ),
        pytest.param(
            GOOD[GOOD.index("turns") :],
            "sheets: {Ana: {yellow: [1, 2]}}\n",
            "3:24: sheets.Ana.yellow: cells noted: 2; there have to be 9: "
            "write ~ for an empty cell",
            id="row too short",
        ),
        pytest.param(GOOD, "- 1\n", "1:1: a record is a block of fields, one a line", id="a list"),
        pytest.param(GOOD, "", "1:1: the file is empty", id="empty"),
    ],
)
def test_one_fault(judge: Judge, old: str, new: str, problem: str) -> None:
    """A fault of form is one problem with line, column, field and what would do."""
    assert old in GOOD
    found = _worded(judge(GOOD.replace(old, new)))
    games = found[0].partition("not one of ")[2].partition(";")[0]
    assert found == [problem.format(games=games) if "{games}" in problem else problem]


def test_a_cell_that_is_not_there(judge: Judge) -> None:
    """An unknown cell gets those most like it, by their labels in the reader's language."""
    (problem,) = judge(GOOD.replace("miss: true", "writes: {Ana: J33}")).problems
    assert (problem.line, problem.column, problem.field) == (4, 37, "turns[1].writes.Ana")
    (said,) = judge(GOOD.replace("miss: true", "writes: {Ana: J33}")).problems_in("fr")
    assert said.worded("fr").endswith("écrivez par exemple O3, J1, J2, J3, J4")


def test_eight_faults_at_once(judge: Judge) -> None:
    """Eight faults of all kinds are eight problems, in reading order, in both languages."""
    text = """\
game: qwinto
players: [Ana, Ben, rien]
whereabouts: 6e B
date: yesterday
turns:
- dice: {yellow: 1}
  dice: {yellow: 2}
  player: Zoe
  miss: perhaps
- writes: {Ana: Y10}
  reroll: [1]
"""
    report = judge(text)
    found = [(p.line, p.column, p.field, p.message.key) for p in report.problems]
    assert found == [
        (2, 21, "players[3]", "records.reserved-name"),
        (3, 1, "whereabouts", "reading.unknown-field"),
        (4, 7, "date", "reading.wrong-type"),
        (7, 3, "turns[1].dice", "reading.given-twice"),
        (8, 11, "turns[1].player", "records.stranger"),
        (9, 9, "turns[1].miss", "reading.wrong-type"),
        (10, 17, "turns[2].writes.Ana", "reading.unknown-words"),
        (11, 11, "turns[2].reroll", "reading.say-which"),
    ]
    for language in BUILT_IN:
        assert all(problem.worded(language) for problem in report.problems)


def test_faults_of_a_head_without_game(judge: Judge) -> None:
    """Where the game is not known, the faults of the head are still told."""
    report = judge("game: [1]\nplayers: []\nformat: 3\nturns: 7\n")
    assert [(problem.line, problem.field) for problem in report.problems] == [
        (1, "game"),
        (3, "format"),
    ]
    assert report.game_name is None


def test_names_as_written(judge: Judge) -> None:
    """Names may be numbers or look like words of YAML or of the game."""
    text = (
        "game: qwinto\nplayers: [1, true, jaune]\nturns:\n- {dice: {yellow: 1}, writes: {1: Y1}}\n"
    )
    report = judge(text)
    assert report.players == ("1", "true", "jaune")
    assert report.scores["1"]["yellow"] == 1


def test_json_is_read_where_it_begins_with_a_brace() -> None:
    """Standard input is JSON where it begins with a brace, with its own faults and places."""
    text = '\n {"game": "qwinto", "game": 1, "players": ["Ana", 2], "turns": []}'
    (report,) = verify_stream(BytesIO(b"\xef\xbb\xbf" + text.encode()))
    (problem,) = report.problems
    assert (problem.file, problem.line, problem.column) == ("-", 2, 21)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"[" * 200_000, id="brackets"),
        pytest.param(b'{"game": ' * 200_000, id="braces"),
        pytest.param(b"- " * 200_000, id="dashes"),
        pytest.param(b"game: &a qwinto\nplayers: *a\n", id="anchors"),
        pytest.param(b"x" * 1_000_001, id="a megabyte"),
        pytest.param("game: qwinto".encode("utf-16"), id="utf-16"),
        pytest.param("players: [Léa]".encode("cp1252"), id="cp1252"),
        pytest.param(
            b"game: qwinto\nturns: []\nplayers: [" + b"a, " * 300_000 + b"b]\n", id="many names"
        ),
    ],
)
def test_hostile_bytes(data: bytes) -> None:
    """Input made to break the reader is a readable problem with a place or a limit."""
    (report,) = verify_stream(BytesIO(data))
    assert report.exit_code == 2
    assert all(problem.worded("fr") and problem.worded("en") for problem in report.problems)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@example(b"game: qwinto\nplayers: {a: b}\nturns: {}\nsheets: []")
@example(b"? [a]\n: b")
def test_any_bytes(data: bytes) -> None:
    """Any bytes end in a report, as one record and as lines of records."""
    for report in (*verify_stream(BytesIO(data)), *verify_lines(BytesIO(data), "x.jsonl")):
        assert report.exit_code in {0, 1, 2}


NESTED = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.sampled_from(["Ana", "Ben", "qwinto", "Y3", "J3", "none", "2026-03-14", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "game",
                    "jeu",
                    "players",
                    "turns",
                    "dice",
                    "dés",
                    "writes",
                    "Ana",
                    "yellow",
                    "sheets",
                    "miss",
                    "misses",
                    "score",
                    "total",
                    "rules",
                    "variant",
                    "player",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(NESTED, NESTED)
def test_any_shape(turns: object, sheets: object) -> None:
    """Any fields in any shape end in a report."""
    fields = {"game": "qwinto", "players": ["Ana", "Ben"], "turns": turns, "sheets": sheets}
    (report,) = verify_stream(BytesIO(json.dumps(fields).encode()))
    assert report.exit_code in {0, 1, 2}


def test_a_record_of_a_known_game_is_a_block_of_fields(qwinto: AnyRules) -> None:
    """What is not a block of fields is no record, whoever asks for it."""
    node, problems = parse_yaml("[qwinto]", "x")
    with pytest.raises(DataError, match="x:1:1: a record is a block of fields"):
        read_record(qwinto, RecordSource("x", 0, node, problems))
