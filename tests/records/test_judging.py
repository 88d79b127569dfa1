"""Records of Qwinto judged whole: findings, causes and consequences, scores and winners."""

from collections.abc import Callable

import pytest

from generator.game import Mark
from generator.records.report import Report

Judge = Callable[[str], Report]

HEAD = "game: qwinto\nplayers: [Ana, Ben]\n"
CHECK = """\
game: qwinto
players: [Ana, Ben]
sheets:
  Ana:
    orange: [~, 5, ~, ~, 12, 13, ~, 18, ~]
    yellow: [1, 2, 4, 5, 6, 9, 10, 12, 16]
    purple: [~, 3, 4, 7, ~, 8, 10, 15, ~]
    misses: 2
    score: {orange: 4, yellow: 16, purple: 6, bonus: 27, misses: -10, total: 43}
"""


def _turns(*turns: str) -> str:
    return HEAD + "turns:\n" + "".join(f"- {{{turn}}}\n" for turn in turns)


def _sheets(*sheets: str) -> str:
    return "sheets:\n" + "".join(f"  {sheet}\n" for sheet in sheets)


MISS = "dice: {yellow: 1}, miss: true"
# Both tick; Ana's fourth miss, in the seventh turn, ends the game.
MISSES = (MISS,) * 7


def _found(report: Report) -> list[tuple[str, str | None, bool]]:
    assert report.problems == ()
    return [(found.rule, found.player, found.after_error) for found in report.findings]


def test_check_sheet(judge: Judge) -> None:
    """The check sheet has 4, 16, 6, 27, -10, 43 points and is valid."""
    report = judge(CHECK)
    assert list(report.scores["Ana"].values()) == [4, 16, 6, 27, -10, 43]
    assert (report.findings, report.exit_code) == ((), 0)
    assert (report.is_finished, report.winners) == (False, ())


def test_wrong_total(judge: Judge) -> None:
    """44 instead of 43 is one finding, at the total's own place."""
    text = CHECK.replace("total: 43", "total: 44")
    (found,) = (report := judge(text)).findings
    assert (found.rule, found.line) == ("score-wrong", 9)
    assert found.column == text.splitlines()[8].index("44") + 1
    assert (found.where, found.player, found.turn) == ("score.total", "Ana", None)
    assert report.exit_code == 1


def test_sheets_finish_when_everybody_has_one(judge: Judge) -> None:
    """On sheets alone the game is over when everybody has one; left-out parts count as empty."""
    report = judge(CHECK + "  Ben: {yellow: [~, 3, ~, ~, ~, ~, ~, ~, ~]}\n")
    assert report.is_finished
    assert report.winners == ("Ana",)
    assert report.scores["Ben"]["total"] == 1


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        pytest.param(
            "yellow: [~, 5, 3, 4, ~, ~, ~, ~, ~]",
            [("row-rising", "Y3"), ("row-rising", "Y4")],
            id="judged against all others, at the later one",
        ),
        pytest.param(
            "orange: [~, 5, ~, ~, ~, ~, ~, ~, ~], purple: [~, ~, ~, 5, ~, ~, ~, ~, ~]",
            [("column-distinct", "P4")],
            id="at the lower row",
        ),
        pytest.param(
            "orange: [~, 5, ~, ~, ~, ~, ~, ~, ~], purple: [~, ~, 5, ~, ~, ~, ~, ~, ~]",
            [],
            id="P3 is not under O2",
        ),
        pytest.param(
            "yellow: [0, ~, ~, ~, ~, ~, ~, ~, 19]",
            [("number-range", "Y1"), ("number-range", "Y9")],
            id="no dice give it",
        ),
        pytest.param("misses: 5, score: {misses: -25}", [("miss-limit", None)], id="five misses"),
    ],
)
def test_sheets_alone(judge: Judge, sheet: str, found: list[tuple[str, str | None]]) -> None:
    """What is wrong with a sheet is found without turns, scored as it lies, never a consequence."""
    report = judge(HEAD + "turns: []\n" + _sheets(f"Ana: {{{sheet}}}"))
    assert report.problems == ()
    assert [(f.rule, f.where) for f in report.findings] == found
    assert not any(f.after_error or f.turn for f in report.findings)


def test_sheet_differs_cell_by_cell(judge: Judge) -> None:
    """With turns each cell that differs is a finding, and so are the misses; nothing else is."""
    sheet = "Ana: {yellow: [19, ~, ~, ~, ~, ~, ~, ~, 2], misses: 2, score: {total: -20}}"
    report = judge(_turns(*MISSES) + _sheets(sheet, "Ben: {misses: 3}"))
    assert [(f.rule, f.where, f.after_error) for f in report.findings] == [
        ("sheet-differs", "Y1", False),
        ("sheet-differs", "Y9", False),
        ("sheet-differs", "miss.3", False),
    ]
    assert report.findings[0].line == 12
    assert report.scores["Ana"]["total"] == -20


def test_score_of_a_differing_sheet_is_a_consequence(judge: Judge) -> None:
    """A wrong total follows from a sheet that differs, of the same player only."""
    sheets = (
        "Ana: {misses: 6, score: {total: -30}}",
        "Ben: {misses: 3, score: {total: 1, misses: -10}}",
    )
    assert _found(judge(_turns(*MISSES) + _sheets(*sheets))) == [
        ("sheet-differs", "Ana", False),
        ("score-wrong", "Ana", True),
        ("score-wrong", "Ben", False),
        ("score-wrong", "Ben", False),
    ]


def test_two_independent_errors(judge: Judge) -> None:
    """Errors on two sheets are both causes; what follows on the same sheet is marked.

    People are told so only of what goes when the cause is set right: here nothing does.
    """
    report = judge(
        _turns(
            "dice: {yellow: 4}, writes: {Ana: O1, Ben: Y4}",
            "dice: {yellow: 4}, writes: {Ben: Y5}",
            "dice: {yellow: 1}, writes: {Ana: P1, Ben: Y6}",
            *MISSES,
        )
    )
    assert _found(report) == [
        ("row-colour", "Ana", False),
        ("row-rising", "Ben", False),
        ("row-colour", "Ana", True),
        ("row-rising", "Ben", True),
    ]
    assert [found.cause for found in report.findings] == [None, None, 0, 1]
    order = [(number, found.rule, found.player) for number, found in report.numbered()]
    assert order == [
        (1, "row-colour", "Ana"),
        (2, "row-rising", "Ben"),
        (3, "row-colour", "Ana"),
        (4, "row-rising", "Ben"),
    ]
    assert all(found.cause is None for found in report.told)


def test_rules_broken_by_one_number(judge: Judge) -> None:
    """Of several rules broken by one number the first of the table is the cause."""
    report = judge(
        _turns("dice: {yellow: 4}, writes: {Ana: Y1}", MISS, "dice: {orange: 3}, writes: {Ana: Y1}")
    )
    assert _found(report)[:2] == [("row-colour", "Ana", False), ("cell-free", "Ana", True)]


def test_refused_number_brings_no_miss_due(judge: Judge) -> None:
    """The active player's number that is refused does not become a miss; others are untouched."""
    report = judge(_turns("dice: {yellow: 4}, writes: {Ana: O1, Ben: Y1}", *MISSES))
    assert _found(report) == [("row-colour", "Ana", False)]
    assert report.scores["Ana"]["misses"] == -15
    assert report.scores["Ben"]["yellow"] == 1


def test_lost_sum_touches_every_sheet(judge: Judge) -> None:
    """After dice without a sum what is found later is a consequence on every sheet."""
    report = judge(
        _turns(
            "dice: {yellow: 9}, writes: {Ben: O1}",
            "dice: {yellow: 4}",
            "player: Ben, dice: {yellow: 4}, miss: true",
        )
        + _sheets("Ana: {misses: 3}")
    )
    assert _found(report) == [
        ("dice", "Ana", False),
        ("miss-due", "Ben", True),
        ("turn-order", "Ben", False),
        ("unfinished", None, False),
        ("sheet-differs", "Ana", True),
    ]


def test_turn_order_follows_only_from_turn_order(judge: Judge) -> None:
    """A second wrong player is a consequence of the first; a wrong number before is no cause."""
    report = judge(
        _turns(
            "dice: {yellow: 4}, writes: {Ana: O1}",
            "player: Ana, dice: {yellow: 4}, miss: true",
            "dice: {yellow: 4}, miss: true",
            "player: Ben, dice: {yellow: 4}, miss: true",
        )
    )
    assert _found(report)[:3] == [
        ("row-colour", "Ana", False),
        ("turn-order", "Ana", False),
        ("turn-order", "Ben", True),
    ]


def test_after_end_follows_from_anything(judge: Judge) -> None:
    """A turn after the end is refused once, follows from any error before, changes nothing."""
    late = "dice: {yellow: 9}, writes: {Ana: O1}, miss: true"
    clean = judge(_turns(*MISSES, late))
    assert _found(clean) == [("after-end", "Ben", False)]
    assert clean.scores["Ben"]["misses"] == -15
    wrong = judge(
        _turns("dice: {yellow: 4}, writes: {Ben: O1}, miss: true", *MISSES[1:], late, late)
    )
    assert _found(wrong) == [
        ("row-colour", "Ben", False),
        ("after-end", "Ben", True),
        ("after-end", "Ben", True),
    ]


def test_unfinished(judge: Judge) -> None:
    """Turns that stop early are a warning at the last of them: valid, without winners."""
    report = judge(_turns(MISS, MISS))
    (found,) = report.findings
    assert (found.rule, found.severity, found.line) == ("unfinished", "warning", 5)
    assert (found.turn, found.player, found.where) == (None, None, None)
    assert (report.is_valid, report.exit_code, report.winners) == (True, 0, ())
    assert judge(HEAD + "turns: []\n").findings[0].line == 3


def test_other_version(judge: Judge) -> None:
    """A record of another version of the rules is judged by today's, with a warning."""
    report = judge(CHECK + "rules: 7\n")
    (found,) = report.findings
    assert (found.rule, found.severity, found.line) == ("rules-version", "warning", 10)
    assert "today" in report.sentence(found, "en")
    assert judge(CHECK + "rules: 1\n").findings == ()


def test_papers_as_recorded(judge: Judge) -> None:
    """The papers show sheets as written, refused numbers, and what was added up by hand."""
    report = judge(
        _turns("dice: {yellow: 4}, writes: {Ana: O1, Ben: Y1}", MISS)
        + _sheets(
            "Ben: {yellow: [~, 999999, ~, ~, ~, ~, ~, ~, ~], misses: 2, score: {misses: -10}}"
        )
    )
    ana, ben = report.papers
    assert ana.marks == {"O1": Mark("4", "error")}
    assert ben.marks == {
        "Y2": Mark("…", "error"),
        "miss.1": Mark(shape="tick"),
        "miss.2": Mark(shape="tick"),
        "score.misses": Mark("10"),
    }
    assert report.added_up == {"Ben": {"misses": -10}}


def test_french_and_english_may_mix(judge: Judge) -> None:
    """Fields, colours and cells are read in both languages, without accents and capitals."""
    text = """\
jeu: Qwinto
JOUEURS: [Léa, Rose]
tours:
- des: {jaune: 2, Violette: 3}
  inscrit: {Léa: J3, Rose: v2}
- joueur: Rose
  dice: {orange: 1}
  raté: vrai
feuilles:
  Léa: {jaune: [~, ~, 5, ~, ~, ~, ~, ~, ~], manqués: 0, compte: {jaune: 1}}
"""
    report = judge(text)
    assert _found(report) == [("unfinished", None, False)]
    assert report.scores["Rose"]["misses"] == -5
    assert report.papers[1].marks["P2"] == Mark("5")


def test_names_are_compared_composed(judge: Judge) -> None:
    """A name typed with a combining accent is the same name."""
    turn = "- {dice: {yellow: 1}, writes: {L\u00e9a: Y1}}\n"
    text = f"game: qwinto\nplayers: [Le\u0301a, Ben]\nturns:\n{turn}"
    assert _found(judge(text)) == [("unfinished", None, False)]
