"""Records of the circuit: read, judged to the end, compared with what was counted."""

from collections.abc import Callable
from io import BytesIO

import pytest

from generator import paths
from generator.records.report import Report
from generator.words import BUILT_IN, Language
from tests.judged import verify, verify_stream

HEAD = "game: dental\nplayers: [Ana, Ben]\n"
Golden = Callable[[str, str], None]


def _judged(text: str) -> Report:
    (report,) = verify_stream(BytesIO(text.encode()))
    return report


def _found(report: Report) -> list[tuple[str, int, bool]]:
    return [(f.rule, f.line, f.after_error) for f in report.findings if f.rule != "unfinished"]


@pytest.mark.parametrize(
    ("turn", "problem"),
    [
        ("roll: [2], marks: {17: yellow}", "4:23: turns[1].marks.17: "),
        ("roll: [2], marks: {0: yellow}", "4:23: turns[1].marks.0: "),
        (
            "roll: [2], marks: {1: green}",
            "4:26: turns[1].marks.1: “green” is not a marker; write none, ",
        ),
        (
            "roll: [2], square: 20",
            "4:23: turns[1].square: '20' is no square; they are numbered 0 to 19",
        ),
        ("roll: [2], square: -1", "4:23: turns[1].square: '-1' is no square; "),
        (
            "roll: [2], square: bakery",
            "4:23: turns[1].square: 'bakery' is not one of appointment, ",
        ),
        ("roll: [2], square: [1]", "4:23: turns[1].square: a list "),
        (
            "roll: [2], takes: token",
            "4:22: turns[1].takes: “token” is not what is taken here; write cube",
        ),
        (
            "roll: [2], gives: {Eva: 1}",
            "4:23: turns[1].gives.Eva: “Eva” is not in the list of players on line 2",
        ),
        ("roll: [2], gives: {Ben: -1}", "4:28: turns[1].gives.Ben: '-1' is not 0 or more"),
    ],
)
def test_unreadable(turn: str, problem: str) -> None:
    """An unknown tooth, marker, square or player and a wrong type are problems at their places."""
    report = _judged(f"{HEAD}turns:\n- {{{turn}}}\n")
    (found,) = report.problems
    assert f"{found.line}:{found.column}: {found.worded('en').partition(': ')[2]}".startswith(
        problem
    )


@pytest.mark.parametrize("turn", ["roll: 2", "roll: [2], hits: 3"])
def test_one_is_a_list_of_one(turn: str) -> None:
    """A die or a tooth alone is read as a list of one."""
    assert _judged(f"{HEAD}turns:\n- {{{turn}}}\n").problems == ()


def test_french_words() -> None:
    """Fields, squares, markers and the cube may be French."""
    report = _judged(
        "jeu: dental\njoueurs: [Léa, Tom]\nvariante: [deux-dés, coopératif]\ntours:\n"
        "- {lancer: [2], prend: cube, case: rendez-vous}\n"
        "- {joueur: Tom, lancer: [1, 3], case: brossage}\n"
        "- {lancer: [1], sucre: [2], marqueurs: {1: jaune, 2: jaune}}\n"
    )
    assert report.problems == ()
    assert _found(report) == [("cube-spares", 7, False)]


def test_two_errors_of_two_players() -> None:
    """Errors of two players are independent; what follows on a chart is marked and listed so."""
    report = _judged(
        f"{HEAD}turns:\n"
        "- {roll: [1], sugar: [1], marks: {1: orange}}\n"
        "- {roll: [4], marks: {1: yellow}}\n"
        "- {roll: [2], sugar: [1], marks: {2: yellow}}\n"
    )
    assert _found(report) == [
        ("sugar-step", 4, False),
        ("brushing", 5, False),
        ("sugar-order", 6, True),
    ]
    # It is there still where the first turn is set right, so it is an error of its own.
    told = [found.rule for _, found in report.numbered()]
    assert told[:3] == ["sugar-step", "brushing", "sugar-order"]


def test_one_step_on_one_chart() -> None:
    """Of the findings of one turn the first in the game's table is the cause."""
    report = _judged(f"{HEAD}turns:\n- {{roll: [2], sugar: [1], marks: {{1: yellow}}}}\n")
    assert _found(report) == [("dice", 4, False), ("square", 4, True)]


def test_order_of_turns() -> None:
    """A wrong order follows from a wrong order only, and spoils the named player's chart."""
    report = _judged(
        f"{HEAD}turns:\n"
        "- {roll: [9], sugar: [1], marks: {1: yellow}}\n"
        "- {player: Ana, roll: [1], square: sugar}\n"
        "- {player: Ana, roll: [2], appointment: 1}\n"
    )
    assert _found(report) == [
        ("dice", 4, False),
        ("turn-order", 5, False),
        ("square", 5, True),
        ("turn-order", 6, True),
    ]


def test_the_whole_table_after_an_error() -> None:
    """A cube that is not there, and a turn after the end, follow from any error before."""
    report = _judged(
        f"{HEAD}turns:\n- {{roll: [2], takes: cube}}\n- {{roll: [4], marks: {{1: yellow}}}}\n"
        "- {roll: [2], square: 4}\n- {roll: [2], takes: cube}\n"
    )
    assert _found(report)[-1] == ("cube-on-table", 7, True)
    first = _judged(f"{HEAD}turns:\n- {{roll: [2], takes: cube}}\n- {{roll: [2], takes: cube}}\n")
    assert _found(first) == [("cube-on-table", 5, False)]


def test_a_refused_gift_spoils_both_charts() -> None:
    """Whoever believes to have tokens treats teeth with them: that follows from the gift."""
    report = _judged(
        f"{HEAD}turns:\n- {{roll: [4], gives: {{Ben: 1}}}}\n- {{roll: [4], marks: {{1: yellow}}}}\n"
    )
    assert _found(report) == [("gives", 4, False), ("brushing", 5, True)]


FINAL = "final:\n  Ana: {yellow: 1, orange: 2, red: 0, black: 1, score: 10}\n"


def test_papers_alone() -> None:
    """Counts alone are scored as they lie; the game is over when everybody has some."""
    report = _judged(HEAD + FINAL)
    assert (report.findings, report.is_finished, report.winners) == ((), False, ())
    assert report.scores == {"Ana": {"yellow": 1, "orange": 4, "red": 0, "black": 5, "total": 10}}
    assert report.added_up == report.scores
    assert [(paper.name, paper.marks) for paper in report.papers] == [("Ana", {})]
    both = _judged(f"{HEAD}turns: []\n{FINAL}  Ben: {{red: 3, score: 8}}\n")
    assert (both.is_finished, both.winners) == (True, ("Ben",))
    assert _found(both) == [("score-wrong", 6, False)]


def test_a_score_without_counts_is_not_compared() -> None:
    """Where no marker was counted, nothing says what the score should be."""
    assert _judged(f"{HEAD}final:\n  Ana: {{score: 3}}\n  Ben: {{}}\n").findings == ()


def test_final_counts_are_compared() -> None:
    """With turns, counts are compared, parts left out are not, and a wrong count excuses a sum."""
    report = _judged(
        f"{HEAD}turns:\n- {{roll: [1], sugar: [2], marks: {{1: yellow, 2: yellow}}}}\n"
        "final:\n  Ana: {yellow: 1, score: 1}\n  Ben: {black: 0, score: 2}\n"
    )
    assert _found(report) == [
        ("final-differs", 6, False),
        ("score-wrong", 6, True),
        ("score-wrong", 7, False),
    ]
    (warning,) = [f for f in report.findings if f.rule == "unfinished"]
    assert (warning.line, warning.severity) == (4, "warning")


def test_counts_after_an_error_on_the_chart() -> None:
    """What was counted wrong after an error on the same chart may follow from it."""
    report = _judged(
        f"{HEAD}turns:\n- {{roll: [4], marks: {{1: yellow}}}}\n"
        "final:\n  Ana: {yellow: 0, score: 0}\n  Ben: {yellow: 1, score: 0}\n"
    )
    assert _found(report) == [
        ("brushing", 4, False),
        ("final-differs", 6, True),
        ("final-differs", 7, False),
        ("score-wrong", 6, True),
    ]


def test_no_turn_played() -> None:
    """An empty list of turns is unfinished at its own place."""
    report = _judged(f"{HEAD}turns: []\n")
    assert [(f.rule, f.line) for f in report.findings] == [("unfinished", 3)]


# Ana has two black teeth and two tokens, and is next.
BLACK = (
    "{roll: [1], sugar: [2], marks: {1: black, 2: black}}",
    "{roll: [4]}",
    "{roll: [1], appointment: 2}",
    "{roll: [4], hit: 1}",
)
TURNS = (
    ("{}",),
    ("{roll: [1, 2]}",),
    ("{roll: [2]}",),
    ("{roll: [2], appointment: 1, takes: cube}",),
    ("{roll: [2], appointment: 1, marks: {3: red}}",),
    ("{roll: [4], square: 6}",),
    ("{roll: [4], hit: 3}",),
    ("{roll: [1], sugar: [1, 2]}",),
    ("{roll: [1], sugar: [1], marks: {3: red}}",),
    ("{roll: [8]}",),
    ("{roll: [2], takes: cube}", "{roll: [4]}", "{roll: [4], takes: cube}"),
    ("{player: Ana, roll: [8], hit: 3}", "{player: Ana, roll: [1], sugar: [1], marks: {3: none}}"),
    ("{roll: [20], marks: {3: black, 4: red}}",),
    (*BLACK, "{roll: [20]}"),
    (*BLACK, "{roll: [20], marks: {1: orange, 2: orange}}"),
    (*("{roll: [20]}",) * 9, "{roll: [4]}", "{roll: [4], stops: true}"),
)
IN_VARIANTS = (
    ("two-dice", "{roll: [1, 1, 1]}"),
    ("two-dice", "{roll: [1, 2], sugar: [3]}"),
    ("cooperative", "{roll: [4], gives: {Ana: 1, Ben: 2}}"),
    ("educational", "{roll: [4], stops: true}"),
)


@pytest.mark.parametrize("language", BUILT_IN)
def test_messages(golden: Golden, language: Language) -> None:
    """What is said of every rule in both languages was read by a person."""
    folder = paths.rules_data() / "dental" / "examples"
    reports = [next(verify(file)) for file in sorted(folder.glob("illegal-*.yaml"))]
    reports += [_judged(f"{HEAD}turns: [{', '.join(turns)}]\n") for turns in TURNS]
    reports += [_judged(f"{HEAD}variant: {name}\nturns: [{turn}]\n") for name, turn in IN_VARIANTS]
    lines = []
    for report in reports:
        assert report.problems == ()
        for found in report.findings:
            instead = ", ".join(map(report.sentences_in(language).label, found.instead))
            more = f" ({instead})" if instead else ""
            lines.append(f"{found.rule}: {report.message_in(found, language)}{more}\n")
    golden(f"messages.{language}.txt", "".join(dict.fromkeys(lines)))
