"""What is typed on the page is judged as the record that it is."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import game
from generator.page import entry_form, judgement
from generator.page.entry_form import StrangeError
from generator.page.judgement import Judgement, judge_submission, read_submission
from generator.records.reading import RecordText
from generator.records.record_format import catalog_rules
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.writing import sample_record
from generator.rules import AnyRules
from generator.rules.cells import as_typed
from generator.rules.optional import paper_cells
from tests.costs import is_within

# Ten times what a judged answer may take: the machine of a test has other things to do.
PATIENCE = 1.0


def sent(report: Report, way: str, **more: object) -> bytes:
    """Return what the page would send of a record."""
    assert report.played is not None
    rules = report.played.rules
    content = report.played.content.model_dump(mode="json", exclude_none=True)
    variants = content.get("variant", [])
    papers = [
        as_typed({**one.marks, **rules.total_marks(report.added_up.get(one.name, {}))}, cells)
        for seat, one in enumerate(report.papers)
        if (cells := paper_cells(rules, seat))
    ]
    held = {
        "way": way,
        "players": list(report.players),
        "variants": [variants] if isinstance(variants, str) else variants,
        "papers": papers,
        "fields": entry_form.form_from_record(
            content, entry_form.build_form(rules, "fr"), report.players
        ),
    }
    return json.dumps({**held, **more}).encode()


@pytest.fixture(params=game.game_names())
def rules(request: pytest.FixtureRequest) -> AnyRules:
    """Return the rules of each game."""
    return catalog_rules(str(request.param))


@pytest.mark.few(4)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_turns_as_recorded(rules: AnyRules, language: str) -> None:
    """Turns typed into the form are judged as the record's own, and the file says the same."""
    for seed in range(2):
        report = sample_record(rules, seed=seed, language="fr", errors=2).report
        typed = read_submission(sent(report, "turns"), rules, language)
        found = judge_submission(typed)
        assert typed.report.problems == ()
        again = report_of(RecordText("again", text=found.record))
        assert again.findings == typed.report.findings
        said = [(one.rule, one.player, one.turn, one.round) for one in report.findings]
        on_paper = {*rules.plantable_on_paper}
        own = [(one.rule, one.player, one.turn, one.round) for one in again.findings]
        assert [one for one in said if one[0] not in on_paper] == [
            one for one in own if one[0] not in on_paper
        ]
        assert [len(found.findings), found.is_valid] == [len(own), not own]


def test_both_ways_agree(rules: AnyRules) -> None:
    """A whole game typed in both ways is right, part by part, as added up by hand."""
    report = sample_record(rules, seed=4, language="fr").report
    found = judge_submission(read_submission(sent(report, "both"), rules, "fr"))
    assert (found.faults, found.findings, found.is_valid) == ((), (), True)
    assert [player for player, _, _ in found.points] == list(report.scores)
    assert all(claimed.items() <= points.items() for _, points, claimed in found.points)
    assert all(name in found.winner for name in report.winners)


@pytest.mark.few(2)
def test_an_answer_is_quick(rules: AnyRules) -> None:
    """A judged answer with its drawings is there at once."""
    data = sent(sample_record(rules, seed=2, language="fr", errors=1).report, "turns")
    judge_submission(read_submission(data, rules, "fr"))  # sheets are laid out once
    start = time.process_time()
    judge_submission(read_submission(data, rules, "fr"))
    assert is_within(time.process_time() - start, PATIENCE)


def qwinto(**held: Any) -> Judgement:  # noqa: ANN401 - whatever is sent
    """Judge what the page sends of a game of Qwinto."""
    usual = {"way": "papers", "players": ["Ana", "Ben"], "papers": [], "fields": {}}
    return judge_submission(
        read_submission(json.dumps({**usual, **held}).encode(), catalog_rules("qwinto"), "fr")
    )


def test_an_error_on_a_sheet() -> None:
    """A wrong number has a ring with the number of its finding, and the rule beside it."""
    found = qwinto(papers=[{"O1": "7", "O2": "5"}, {}])
    (one,) = found.findings
    assert (one.seat, one.cell, one.number) == (0, "O2", 1)
    assert one.rule == catalog_rules("qwinto").game.sentences_in("fr").rules["row-rising"]
    first, second = found.papers
    assert ">1</text>" in first.svg
    assert ">1</text>" not in second.svg
    # What somebody typed stands in the cell; it is not drawn once more.
    assert ">7</text>" not in first.svg
    mended = qwinto(papers=[{"O1": "4", "O2": "5"}, {}])
    assert mended.findings == ()
    assert ">1</text>" not in mended.papers[0].svg


def test_a_wrong_total_below_nothing() -> None:
    """A total below nothing is struck through where it stands, and not written once more."""
    wrong = {"miss.1": "x", "score.misses": "5", "score.total": "-4"}
    found = qwinto(papers=[wrong, {}])
    assert [one.cell for one in found.findings] == ["score.total"]
    assert ">−5</text>" in found.papers[0].svg
    assert "−4" not in found.papers[0].svg


def test_no_number() -> None:
    """What is no number is told at its cell; all else stays explained, but for what adds it up."""
    summed = {"score.orange": "9", "score.total": "9"}
    papers = [{"O1": "7", "O2": "5", "Y3": "7?", **summed}, {"O1": "7", "O2": "5", **summed}]
    found = qwinto(papers=papers)
    (fault,) = found.faults
    assert (fault.seat, fault.cell) == (0, "Y3")
    assert fault.words.startswith("Ana – J3\N{NO-BREAK SPACE}: «\N{NARROW NO-BREAK SPACE}7")
    assert found.head == "1 chose à compléter ou à corriger\u202f; pour le reste\xa0: 4 erreurs"
    told = [(one.seat, one.cell) for one in found.findings]
    assert told == [(0, "O2"), (1, "O2"), (1, "score.orange"), (1, "score.total")]
    assert ([player for player, _, _ in found.points], found.winner) == (["Ben"], "")
    assert ">1</text>" in found.papers[0].svg
    # The record that is handed out keeps all that can be read.
    assert "total: 9" in found.record
    (fault,) = qwinto(papers=[{"O1": "4", "score.bonus": "?"}, {}]).faults
    assert fault.words.startswith("Ana – compte, bonus")


def test_a_field_that_is_no_value() -> None:
    """Turns before a field that cannot be read stay explained; it is told where it stands."""
    wrong = {"player": "0", "dice": {"orange": "9"}}
    bad = {"player": "1", "dice": {"orange": "?"}}
    found = qwinto(way="turns", fields={"turns": [wrong, bad, wrong]})
    (fault,) = found.faults
    assert fault.path == "turns.1.dice.orange"
    assert "2, dés, orange – " in fault.words
    assert [one.path for one in found.findings] == ["turns.0.dice.orange"]
    assert found.points == ()
    day = qwinto(date="hier", papers=[{"O1": "7", "O2": "5"}, {}])
    assert [one.cell for one in day.findings] == ["O2"]
    doce = [{"turns": "C3=5, C3=4"}, {"turns": "C3=5, Z9=4"}, {"turns": "C3=5"}]
    held = {"way": "turns", "players": ["Ana", "Ben"], "fields": {"rounds": doce}}
    sent = json.dumps(held).encode()
    found = judge_submission(read_submission(sent, catalog_rules("doce"), "fr"))
    assert [one.path for one in found.faults] == ["rounds.1.turns"]
    assert {one.path for one in found.findings} == {"rounds.0.turns"}


def test_the_field_of_a_fault() -> None:
    """A fault of a record that cannot be read has the address of its field in the form."""
    turns = [{"dice": {"orange": "x"}, "writes": {"1": "Z9"}}]
    found = qwinto(way="turns", fields={"turns": turns})
    paths = {one.path for one in found.faults}
    assert paths == {"turns.0.dice.orange", "turns.0.writes.1"}
    assert {one.path for one in qwinto(players=["Ana", "Ana"]).faults} == {"players.1"}


def test_two_players_of_one_name() -> None:
    """A name that stands twice is told at the second, and all that both have written is judged."""
    papers = [{"O1": "7", "O2": "5"}, {"O3": "4", "O4": "2", "score.total": "9"}]
    found = qwinto(players=["Ana", "Ana"], papers=papers)
    (fault,) = found.faults
    assert (fault.path, found.is_valid) == ("players.1", False)
    assert fault.words.startswith("joueurs, n° 2 – ‘Ana’ figure deux fois")
    told = [(one.seat, one.cell) for one in found.findings]
    assert told == [(0, "O2"), (1, "O4"), (1, "score.total")]
    assert [player for player, _, _ in found.points] == ["Ana", "joueur 2"]
    assert ">1</text>" in found.papers[0].svg
    # Nothing that was typed is lost from what is handed out.
    assert report_of(RecordText("a", text=found.record)).players == ("Ana", "joueur 2")
    turns = [{"player": "0", "dice": {"orange": "9"}, "writes": {"0": "O1"}}]
    found = qwinto(way="turns", players=["Ana", "Ana"], fields={"turns": turns})
    assert [one.path for one in found.findings][:1] == ["turns.0.dice.orange"]


def test_the_field_of_a_finding() -> None:
    """A finding of a turn has the address of its field, and the seat of its player."""
    turns = [{"dice": {"orange": "9"}, "writes": {"0": "O1"}}]
    (one, *_) = qwinto(way="turns", fields={"turns": turns}).findings
    assert (one.path, one.seat) == ("turns.0.dice.orange", 0)


def test_nothing_yet() -> None:
    """An empty page is no error, and shows every sheet."""
    for way in ("papers", "turns", "both"):
        found = qwinto(way=way, players=["", ""])
        assert (found.is_valid, found.findings, found.faults) == (True, (), ())
        assert len(found.papers) == 2


def test_a_sheet_before_its_round() -> None:
    """Where papers are those of rounds, an empty one is there before the first."""
    held = {"way": "turns", "players": ["Ana", "Ben"], "papers": [], "fields": {}}
    for name in ("doce", "course-a-20"):
        rules = catalog_rules(name)
        (paper,) = judge_submission(read_submission(json.dumps(held).encode(), rules, "fr")).papers
        assert (paper.seat, paper.svg) == (None, "")
        assert judgement.sheet_picture(
            judgement.drawing_context(rules.game, "fr"), paper.part
        ).as_json()["cells"]


def test_day_and_place() -> None:
    """Date and place stand in the record, and a day that is none is told of."""
    found = qwinto(date="2026-03-14", place="6e B", papers=[{"O1": "4"}])
    assert "date: 2026-03-14\nlieu: 6e B\n" in found.record
    assert [one.path for one in qwinto(date="hier").faults] == ["date"]


def test_one_file_per_language() -> None:
    """The record is in the language of the page, and says the same in either."""
    report = sample_record(catalog_rules("dental"), seed=1, language="fr").report
    texts = {
        language: judge_submission(
            read_submission(sent(report, "both"), catalog_rules("dental"), language)
        ).record
        for language in ("fr", "en")
    }
    assert "joueurs:" in texts["fr"]
    assert "players:" in texts["en"]
    french, english = (report_of(RecordText("a", text=text)) for text in texts.values())
    assert (french.scores, french.winners) == (english.scores, english.winners)


def test_cells_have_names() -> None:
    """Each cell of a final paper has a name of its own, in words where the game has them."""
    for name in game.game_names():
        cells = judgement.cell_names(catalog_rules(name), "fr")
        assert len({cell["name"] for cell in cells}) == len(cells), name
    of_qwinto = {
        one["id"]: one["name"] for one in judgement.cell_names(catalog_rules("qwinto"), "fr")
    }
    assert of_qwinto["Y3"] == "rangée jaune, case 3 (J3)"
    assert of_qwinto["score.bonus"] == "compte, bonus"
    assert of_qwinto["miss.2"] == "Coups manqués 2"


STRANGE = [
    b"",
    b"\xff\xfe",
    b"[]",
    b"7",
    b'{"way": "sideways"}',
    b'{"way": "papers", "players": "Ana"}',
    b'{"way": "papers", "players": [7]}',
    b'{"way": "papers", "players": ["A", "B"], "papers": [[]]}',
    b'{"way": "papers", "players": ["A", "B"], "papers": [{"O1": 7}]}',
    b'{"way": "papers", "players": ["A", "\\ud800"]}',
    b'{"way": "papers", "players": [], "fields": {"turns": "\\udfff"}}',
    b'{"way": "papers", "date": {}}',
    b'{"way": "papers", "fields": ' + b"[" * 300 + b"]" * 300 + b"}",
    b"[" * 100_000,
    b'{"a": ' * 100_000,
    b'{"n": ' + b"9" * 10_000 + b"}",
    b" " * 1_000_001,
    json.dumps({"way": "papers", "players": ["A"] * 1000}).encode(),
    json.dumps({"way": "papers", "players": ["A" * 1000]}).encode(),
]


@pytest.mark.parametrize("data", STRANGE)
def test_strange_things_are_refused(data: bytes) -> None:
    """What no page sends is refused in words, however it is nested."""
    with pytest.raises(StrangeError) as caught:
        read_submission(data, catalog_rules("qwinto"), "fr")
    assert "rechargez" in caught.value.worded("fr")


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("qwinto", []),
        ("qwinto", {"turns": "x"}),
        ("qwinto", {"turns": ["x"]}),
        ("qwinto", {"turns": [{"player": 5}]}),
        ("qwinto", {"turns": [{"miss": 1}]}),
        ("qwinto", {"turns": [{"dice": 7}]}),
        ("qwinto", {"turns": [None] * 2001}),
        ("dental", {"turns": [{"marks": [["1"]]}]}),
        ("sti", {"turns": [{"plays": [["attack"]]}]}),
    ],
)
def test_strange_forms_are_told_of(name: str, fields: object) -> None:
    """What no form holds is told in words, in the place of a judgement."""
    held = {"way": "turns", "players": ["Ana", "Ben"], "fields": fields}
    found = judge_submission(read_submission(json.dumps(held).encode(), catalog_rules(name), "fr"))
    assert "rechargez la page" in found.head
    assert (found.is_valid, found.record) == (False, "")


def test_rows_that_are_still_empty() -> None:
    """Empty rows at the end are not there yet, those before keep their place."""
    throws = [{"throws": [None, "1 2 3 4 5", ""], "box": "Chance"}, {}, None]
    rules = catalog_rules("yams")
    form = entry_form.build_form(rules, "fr")
    found = entry_form.record_from_form({"turns": [{}, *throws]}, form, ("Ana",))
    assert found == {"turns": [{}, {"throws": [[], [1, 2, 3, 4, 5]], "box": "Chance"}]}
    kinds = {"plays": [{"is": "urine"}, {"is": "attack", "fields": {}}, {"is": "nothing"}]}
    sti = entry_form.build_form(catalog_rules("sti"), "fr")
    assert entry_form.record_from_form({"turns": [kinds]}, sti, ("A",)) == {
        "turns": [{"plays": [{"urine": True}]}]
    }


def test_a_list_without_anything() -> None:
    """A dash says that a list was written down as empty, which is not left out."""
    form = entry_form.build_form(catalog_rules("boite"), "fr")
    for dash in ("–", "-"):
        held = {"turns": [{"open": dash, "throws": [{"dice": "3, 4", "shuts": " "}]}]}
        found = entry_form.record_from_form(held, form, ("Ana",))
        assert found == {"turns": [{"open": [], "throws": [{"dice": [3, 4]}]}]}


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["turns", "rounds", "dice", "writes", "plays", "is", "fields", "0", "total"]
            )
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=60)
@given(fields=ANY, papers=st.lists(st.dictionaries(st.text(max_size=4), st.text(max_size=4))))
@pytest.mark.parametrize("name", ["qwinto", "sti", "doce", "dental"])
def test_anything_gets_an_answer(name: str, fields: object, papers: list[dict[str, str]]) -> None:
    """Whatever a form holds is judged, or refused in words: nothing ends in an accident."""
    held = {"way": "both", "players": ["Ana", "Ben"], "papers": papers, "fields": fields}
    try:
        found = judge_submission(
            read_submission(json.dumps(held).encode(), catalog_rules(name), "en")
        )
    except StrangeError:
        return
    assert found.head
