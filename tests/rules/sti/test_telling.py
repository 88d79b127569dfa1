"""A turn in words, for the table of a correction."""

import pytest

from generator.rules import naming
from generator.rules.sti import StiRules
from generator.rules.sti.plays import Play, Turn
from generator.rules.sti.state import State
from generator.words import Language, Message, say
from tests.rules.sti.table import (
    Table,
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

HIV = {"microbes": ("hiv",)}


def _said(sti: StiRules, words: Message, language: Language) -> str:
    return " ".join(say(naming.labelled(words, sti.game.said[language]), language).split())


def _told(sti: StiRules, state: State, turn: Turn, language: Language = "en") -> list[str]:
    """Return what was done in a turn; a star marks what is wrong."""
    judged = sti.judge(state, turn)
    told, known = sti.told(state, turn, judged), range(len(judged[0]))
    assert told.turn == turn.number
    assert all(number in known for deed in told.done for number in deed.wrong)
    return [("* " if d.wrong else "") + _said(sti, d.words, language) for d in told.done]


EVERY: tuple[Play, ...] = (
    breaks(0, "teeth"),
    lays(1, "red"),
    infects(2, "hiv", "red"),
    attacks(3, "hiv", "Otter", "lgv", (5, 3), (2,)),
    protects(4, "Owl"),
    cures(5, "penicillin", "syphilis", "Otter"),
    abstains(6, "Otter"),
    swabs(7, "Owl", "hpv"),
    swabs(8, "Owl"),
    orders(9),
    trades(10, "Otter", ("red", "hpv"), ()),
)
TOLD: dict[Language, list[str]] = {
    "en": [
        "breaks the condom: teeth",
        "lays red",
        "HIV with red",
        "HIV (5, 3) attacks LGV of Otter (2)",
        "LGV dies",
        "condom for Owl",
        "penicillin kills syphilis of Otter",
        "abstinence for Otter",
        "swab test of Owl: HPV discarded",
        "swab test of Owl: nothing discarded",
        "urine test",
        "trades with Otter: red, HPV for nothing",
    ],
    "fr": [
        "brise le condom : dents",
        "pose rouge",
        "VIH par rouge",
        "VIH (5, 3) attaque LGV chez Otter (2)",
        "LGV : éliminé",
        "condom pour Owl",
        "pénicilline élimine syphilis chez Otter",
        "abstinence pour Otter",
        "test par prélèvement chez Owl : VPH à la défausse",
        "test par prélèvement chez Owl : rien à la défausse",
        "test d'urine",
        "échange avec Otter : rouge, VPH contre rien",
    ],
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_play(sti: StiRules, table: Table, language: Language) -> None:
    """Every kind of play is told, an attack with what it came to."""
    otter = {"microbes": ("lgv", "syphilis")}
    state = table({"condom": "given", "hand": 12}, otter)
    assert _told(sti, state, Turn(4, None, EVERY), language) == TOLD[language]


@pytest.mark.parametrize(
    ("otter", "plays", "lines", "left"),
    [
        pytest.param(
            {},
            (attacks(0, "hiv", "Otter", "", (5, 3), ()),),
            ["HIV (5, 3) attacks Otter directly", "Otter loses 8 life points"],
            12,
            id="straight at a player",
        ),
        pytest.param(
            {"life": 8},
            (attacks(0, "hiv", "Otter", "", (5, 3), ()),),
            ["HIV (5, 3) attacks Otter directly", "Otter loses 8 life points", "Otter is out"],
            0,
            id="out",
        ),
        pytest.param(
            {"microbes": ("herpes",)},
            (attacks(0, "hiv", "Otter", "herpes", (5, 3), (4, 4)),),
            ["HIV (5, 3) attacks herpes of Otter (4, 4)", "herpes stays"],
            20,
            id="stays",
        ),
        pytest.param(
            {},
            (attacks(0, "hiv", "Otter", "", (5,), ()), orders(1)),
            ["* HIV (5) attacks Otter directly", "urine test"],
            20,
            id="a refused play does nothing",
        ),
        pytest.param(
            {"behaviours": ("red",)}, (lays(0, "red"),), ["* lays red"], 20, id="too many"
        ),
    ],
)
def test_attacks_and_errors(
    sti: StiRules,
    table: Table,
    otter: dict[str, object],
    plays: tuple[Play, ...],
    lines: list[str],
    left: int,
) -> None:
    """A refused play is marked and told without effect; life points are those after the turn."""
    state, turn = table(HIV, otter), Turn(4, None, plays)
    assert _told(sti, state, turn) == lines
    told = sti.told(state, turn, sti.judge(state, turn))
    assert [_said(sti, words, "en") for words in told.left] == ["Fox 20", f"Otter {left}", "Owl 20"]
    assert told.player == "Fox"


@pytest.mark.parametrize(
    ("state", "turn", "lines"),
    [
        pytest.param(
            {"fox": {"skips": True}}, Turn(4, None, skips=True), ["skips the turn"], id="skip"
        ),
        pytest.param({}, Turn(4, None), ["plays no card"], id="nothing"),
        pytest.param(
            {"ended": 3}, Turn(4, None, (orders(0),)), ["* urine test"], id="after the end"
        ),
        pytest.param(
            {"owl": {"life": 0}}, Turn(4, "Owl", (orders(0),)), ["* urine test"], id="out before"
        ),
    ],
)
def test_turns(
    sti: StiRules, table: Table, state: dict[str, object], turn: Turn, lines: list[str]
) -> None:
    """A turn that is skipped, or has no card, says so; one after the end or after life is wrong."""
    assert _told(sti, table(**state), turn) == lines
