"""Records of the STI game: reading its words, what follows from an error, life points written."""

from io import BytesIO

import pytest

from generator.game import Mark
from generator.games.sti.plays import Turn
from generator.games.sti.rules import StiRules
from generator.records.reading import Record, read_strictly, record_of_stdin
from generator.records.report import Report
from generator.rules import Seating
from generator.rules.optional import papers_from_state, recorded_scores
from generator.words import BUILT_IN
from tests.judged import verify_stream, written
from tests.rules.sti.table import (
    abstains,
    attacks,
    breaks,
    cures,
    infects,
    lays,
    orders,
    protects,
    swabs,
    trades,
)

HEAD = "game: sti\nplayers: [Fox, Otter]\n"
# Fox and Otter begin, and Fox attacks: ten points are left to nobody after the third turn.
WON = """\
life: 10
turns:
- plays: [{lays: red}, {infects: hiv, with: red}]
- {}
- plays: [{attack: hiv, on: Otter, dice: [6, 4]}]
"""


def _judged(text: str, head: str = HEAD) -> Report:
    (report,) = verify_stream(BytesIO((head + text).encode()))
    return report


def _found(report: Report) -> list[tuple[str, int, bool]]:
    assert report.problems == ()
    return [(found.rule, found.line, found.after_error) for found in report.findings]


ENGLISH = """\
life: 10
turns:
- player: Fox
  plays:
  - {lays: penetration}
  - {infects: HIV, with: yellow}
  - {attack: hiv, on: Otter, target: m. genitalium, dice: [1, 2], defence: [3, 4]}
  - {condom: Otter}
  - {breaks: calendar}
  - {drug: penicillin, kills: syphilis, of: Otter}
  - {abstinence: Otter}
  - {swab: Otter, discards: hepatitis-b}
  - {swab: Otter}
  - {urine: false}
  - {urine: true}
  - {trade: Otter, gives: [red, kiss], takes: [condom]}
  - {trade: Otter}
- skips: true
final: {Fox: 10}
winner: Fox
"""
FRENCH = """\
vie: 10
tours:
- joueur: Fox
  joue:
  - {pose: Pénétration}
  - {infecte: vih, avec: JAUNE}
  - {attaque: VIH, contre: Otter, cible: M. genitalium, dés: [1, 2], défense: [3, 4]}
  - {préservatif: Otter}
  - {brise: calendrier}
  - {médicament: penicilline, tue: syphilis, chez: Otter}
  - {abstinence: Otter}
  - {écouvillon: Otter, défausse: hépatite b}
  - {prélèvement: Otter}
  - {urine: faux}
  - {urine: vrai}
  - {échange: Otter, donne: [sang, baiser], prend: [préservatif]}
  - {échange: Otter}
- passe: vrai
bilan: {Fox: 10}
gagnant: Fox
"""
READ = (
    lays(0, "yellow"),
    infects(1, "hiv", "yellow"),
    attacks(2, "hiv", "Otter", "m-genitalium", (1, 2), (3, 4)),
    protects(3, "Otter"),
    breaks(4, "calendar"),
    cures(5, "penicillin", "syphilis", "Otter"),
    abstains(6, "Otter"),
    swabs(7, "Otter", "hepatitis-b"),
    swabs(8, "Otter"),
    orders(10),
    trades(11, "Otter", ("red", "orange"), ("condom",)),
    trades(12, "Otter", (), ()),
)


@pytest.mark.parametrize("text", [ENGLISH, FRENCH], ids=["English", "French"])
def test_every_field_and_word(text: str) -> None:
    """Cards go by colour or name, in both languages, whatever their case and accents."""
    (source,) = record_of_stdin(BytesIO((HEAD + text).encode()))
    found = read_strictly(source)
    assert isinstance(found, Record)
    rules, content = found.rules, found.content
    assert rules.steps(content) == (Turn(1, "Fox", READ), Turn(2, None, skips=True))
    assert recorded_scores(rules, content) == {"Fox": {"life": 10}}
    again = [written(rules, found, language) for language in BUILT_IN]
    first, second = (_found(_judged(text, "")) for text in again)
    assert first == second


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        pytest.param("life: 12\nturns: []\n", ["life"], id="neither a whole nor a short game"),
        pytest.param("turns: [{plays: [{lays: hiv}]}]\n", ["turns[1].plays[1].lays"], id="no act"),
        pytest.param("turns: [{plays: [{lays: yelow}]}]\n", [], id="read as the one that is near"),
        pytest.param(
            "turns: [{plays: [{infects: hiv}]}]\n", ["turns[1].plays[1].with"], id="with what"
        ),
        pytest.param("turns: [{plays: [{swab: Owl}]}]\n", ["turns[1].plays[1].swab"], id="nobody"),
        pytest.param(
            "turns: [{plays: [{attack: hiv, dice: [1, x]}]}]\n",
            ["turns[1].plays[1].on", "turns[1].plays[1].dice[2]"],
            id="an attack on nobody, a die of letters",
        ),
        pytest.param("turns: [{plays: [[5]]}]\n", ["turns[1].plays[1]"], id="no play at all"),
        pytest.param("turns: []\nwinner: none\n", ["winner"], id="nobody wins"),
        pytest.param("winner: Fox\n", [""], id="a winner alone"),
        pytest.param("players: [Fox]\nturns: []\n", ["players"], id="one player"),
        pytest.param("final: {Fox: 0, Otter: 0}\n", ["final"], id="nobody is left at the end"),
    ],
)
def test_unreadable(text: str, faults: list[str]) -> None:
    """What cannot be understood is told by its field, all at once."""
    head = "game: sti\n" if text.startswith("players") else HEAD
    assert [problem.field for problem in _judged(text, head).problems] == faults


def test_everything_after_an_error_may_follow_from_it() -> None:
    """The first error is the cause of all others in the game, whoever makes them."""
    report = _judged(
        "turns:\n"
        "- plays: [{breaks: teeth}]\n"
        "- plays: [{breaks: teeth}]\n"
        "- player: Otter\n"
        "- player: Otter\n"
        "final: {Fox: 19, Otter: 20}\n"
        "winner: Fox\n"
    )
    assert _found(report) == [
        ("breaker", 4, False),
        ("breaker", 5, True),
        ("turn-order", 6, True),
        ("turn-order", 7, True),
        ("unfinished", 7, True),
        ("final-differs", 8, True),
        ("winner-wrong", 9, True),
    ]
    assert [found.cause for found in report.findings] == [None, *[0] * 6]


def test_closing_comparisons_do_not_cause_one_another() -> None:
    """Life points and winner written down wrong are two errors, each by itself."""
    report = _judged(WON + "final: {Fox: 9, Otter: 1}\nwinner: Otter\n")
    assert _found(report) == [
        ("final-differs", 8, False),
        ("final-differs", 8, False),
        ("winner-wrong", 9, False),
    ]
    assert [found.where for found in report.findings] == ["life.9", "life.1", None]
    assert [found.player for found in report.findings] == ["Fox", "Otter", None]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        pytest.param(WON + "final: {Fox: 10, Otter: 0}\nwinner: Fox\n", [], id="right"),
        pytest.param(WON + "final: {Otter: 0}\n", [], id="what is left out is not compared"),
        pytest.param(WON + "final: {Otter: -2}\n", ["final-differs"], id="never below nothing"),
        pytest.param(WON + "final: {Fox: 21}\n", ["final-differs"], id="more than there is"),
        pytest.param("turns: []\n", ["unfinished"], id="not begun"),
        pytest.param("turns: []\nwinner: Fox\n", ["unfinished", "winner-wrong"], id="too early"),
        pytest.param("turns: [{}]\nfinal: {Fox: 20}\n", ["unfinished"], id="20 points at first"),
    ],
)
def test_closing(text: str, rules: list[str]) -> None:
    """Life points and winner are compared with what the dice give."""
    assert [found.rule for found in _judged(text).findings] == rules


@pytest.mark.parametrize(
    ("text", "rules", "scores", "winners"),
    [
        pytest.param("{Fox: 6, Otter: 0}\nwinner: Fox\n", [], (6, 0), ["Fox"], id="won"),
        pytest.param("{Fox: 6, Otter: 7}\n", [], (6, 7), [], id="two are left"),
        pytest.param("{Fox: 6, Otter: 7}\nwinner: Fox\n", ["winner-wrong"], (6, 7), [], id="early"),
        pytest.param(
            "{Fox: 6, Otter: 0}\nwinner: Otter\n", ["winner-wrong"], (6, 0), ["Fox"], id="the other"
        ),
        pytest.param("{Fox: 21, Otter: 0}\n", ["final-differs"], (21, 0), ["Fox"], id="21 of 20"),
        pytest.param("{Fox: 20, Otter: -1}\n", ["final-differs"], (20, 0), ["Fox"], id="below 0"),
        pytest.param(
            "{Fox: 20, Otter: 0}\nlife: 10\n", ["final-differs"], (20, 0), ["Fox"], id="short game"
        ),
        pytest.param("{Fox: 6}\nwinner: Fox\n", [], (6,), [], id="one paper, not finished"),
        pytest.param("{Fox: 6}\nwinner: Otter\n", ["winner-wrong"], (6,), [], id="Fox is left"),
        pytest.param("{Fox: 0}\nwinner: Otter\n", [], (0,), [], id="nothing against Otter"),
    ],
)
def test_life_points_alone(
    text: str, rules: list[str], scores: tuple[int, ...], winners: list[str]
) -> None:
    """Without turns life points are taken as they lie; only what cannot be is an error."""
    report = _judged("final: " + text)
    assert report.problems == ()
    assert [found.rule for found in report.findings] == rules
    assert not any(found.after_error for found in report.findings)
    assert tuple(points["life"] for points in report.scores.values()) == scores
    assert list(report.winners) == winners
    assert report.is_finished == (len(scores) == 2)


def test_papers(sti: StiRules) -> None:
    """The life track shows the points written down, else those that the dice give."""
    report = _judged(WON + "final: {Otter: 3}\n")
    assert [(paper.name, paper.part, dict(paper.marks)) for paper in report.papers] == [
        ("Fox", "life", {"life.10": Mark("10", shape="tick")}),
        ("Otter", "life", {"life.3": Mark("3", shape="tick")}),
    ]
    assert dict(_judged(WON + "final: {Otter: 30}\n").papers[1].marks) == {}
    seating = Seating(("Fox", "Otter"))
    state = sti.state_from_sheets(seating, sti.body(final={"Fox": 0, "Otter": 20}))
    assert state is not None
    assert [dict(paper.marks) for paper in papers_from_state(sti, state)] == [
        {"life.0": Mark("0", shape="tick")},
        {"life.20": Mark("20", shape="tick")},
    ]
    assert sti.total_marks({"life": 7}) == {"score.life": Mark("7")}


MESSAGES = [
    pytest.param(
        "turns: [{plays: [{attack: hiv, on: Otter, dice: [1]}]}]\n",
        [
            "it is the placement turn of Fox: no attack yet",
            "HIV does not lie in front of Fox",
            "HIV: the attack has 2 dice; 1 written down",
        ],
        [
            "Fox : c’est le tour de placement, pas encore d’attaque",
            "VIH n’est pas devant Fox",
            "VIH : l’attaque a 2 dés ; notés : 1",
        ],
        id="attack",
    ),
    pytest.param(
        "turns: [{plays: [{lays: red}, {infects: lgv, with: red}, {lays: red}]}]\n",
        [
            "LGV: the circle on this card does not show the colour red",
            "red: the deck has only 1, and it was already seen in play",
        ],
        [
            "LGV : le cercle de cette carte ne porte pas la couleur rouge",
            "rouge : un seul exemplaire dans le paquet, déjà vu en jeu",
        ],
        id="cards",
    ),
]


@pytest.mark.parametrize(("text", "english", "french"), MESSAGES)
def test_messages(text: str, english: list[str], french: list[str]) -> None:
    """What is wrong is said with the words that stand on the cards, its apostrophes round."""
    report = _judged(text)
    for language, wanted in (("en", english), ("fr", french)):
        said = [
            report.message_in(found, language)
            for found in report.findings
            if found.rule != "unfinished"
        ]
        assert [" ".join(words.split()) for words in said] == wanted
