"""The parameters read from the data: faults are named at their place."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from generator import game, paths, rules
from generator.errors import DataError
from generator.game import Game
from generator.games.sti.rules import StiRules
from generator.records.replay import replay
from generator.records.writing import read_yaml_record, sample_record
from generator.rules import Seating


def _changed(folder: Path, *replacements: tuple[str, str]) -> Game:
    copytree(paths.rules_data() / "sti", folder / "sti")
    file = folder / "sti" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    return game.load_folder(folder / "sti")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param(
            "  deck: deck\n",
            "  deck: dice\n",
            "mechanics.deck: the game 'sti' has no part 'dice' of the kind 'deck'",
            id="part of another kind",
        ),
        pytest.param(
            "  microbes: microbe # types of cards",
            "  microbes: microb",
            "mechanics.microbes: 'microb' is not one of abstinence, behaviour, breaker, condom, "
            "drug, microbe, test; did you mean 'microbe'?",
            id="no such type",
        ),
        pytest.param(
            "role: searches, ",
            "",
            "mechanics.deck: one card of the deck has to say 'role: searches', and no other",
            id="no card of a role",
        ),
        pytest.param(
            "copies: 5, role: halts}",
            "copies: 5, role: sorts}",
            "mechanics.deck: one card of the deck has to say 'role: halts', and no other",
            id="two cards of a role",
        ),
        pytest.param(
            "  transmission: transmission #",
            "  transmission: ways #",
            "mechanics.transmission: 'ways' is not one of care, transmission",
            id="no such table",
        ),
        pytest.param(
            "  transmission: transmission #",
            "  transmission: care #",
            None,
            id="another table of the same microbes",
        ),
        pytest.param(
            "  microbes: microbe # types of cards",
            "  microbes: drug",
            "mechanics.microbes: the card 'azithromycin' of the type 'drug' needs the field "
            "'attack'",
            id="drugs do not attack",
        ),
        pytest.param(
            "  short_life: 10\n",
            "  short_life: 0\n",
            "mechanics.short_life: '0' is not 1 or more",
            id="no life at all",
        ),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, words: str | None) -> None:
    """A fault of the section is named with its field."""
    changed = _changed(tmp_path, (old, new))
    if words is None:
        assert rules.load(changed)
        return
    with pytest.raises(DataError) as caught:
        rules.load(changed)
    said = [problem.worded("en").split(": ", 1)[1] for problem in caught.value.problems]
    assert said[0].startswith(words)
    assert all(problem.line for problem in caught.value.problems)


def test_a_microbe_without_a_circle(tmp_path: Path) -> None:
    """A microbe of which the table says nothing is named."""
    text = (paths.rules_data() / "sti" / "game.yaml").read_text(encoding="utf-8")
    start = text.index("      hepatitis-c:\n        yellow: {value")
    row = text[start : text.index("    care:", start)]
    changed = _changed(tmp_path, (row, ""))
    with pytest.raises(DataError, match="the table has no row for the microbe 'hepatitis-c'"):
        rules.load(changed)


def test_roles_that_stood_in_the_section(tmp_path: Path) -> None:
    """Where the section names cards, as it once did, the roles of cards are asked for beside it."""
    given = ("  sorted_cards: 5", "  condom: condom\n  sorted_cards: 5")
    changed = _changed(tmp_path, given, ("copies: 8, role: protects,", "copies: 8,"))
    with pytest.raises(DataError) as caught:
        rules.load(changed)
    unknown, role = [problem.worded("en") for problem in caught.value.problems]
    assert "mechanics.condom: " in unknown
    assert role.endswith("one card of the deck has to say 'role: protects', and no other")


SHORT = {"condom": 4, "abstinence": 3, "swab": 2, "urine": 2}
RENAMED = {"condom": "shield", "abstinence": "pause", "swab": "lamp", "urine": "sonar"}


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_deck_names_its_cards_freely(tmp_path: Path, seed: int) -> None:
    """Cards of other names play the same roles, and records name their plays after them."""
    shipped = rules.load(game.load("sti"))
    every = [*RENAMED.items()]
    cards = [(f"      {old}: {{type", f"      {new}: {{type") for old, new in every]
    short = [(f" {old}: {count}", f" {RENAMED[old]}: {count}") for old, count in SHORT.items()]
    folder = _changed(tmp_path, *cards, *short).folder
    for file in folder.glob("[ef]?.yaml"):
        text = file.read_text(encoding="utf-8")
        for old, new in every:
            text = re.sub(rf"(?m)^(    |  ){old}: (?=.{{0,25}}$|\[)", rf"\1{new}: ", text)
        file.write_text(text, encoding="utf-8")
    other = rules.load(game.load_folder(folder))
    english = shipped.game.language("en")
    record = sample_record(shipped, seed=seed, language=english, errors=2)
    text = re.sub("|".join(RENAMED), lambda found: RENAMED[found[0]], record.text)
    theirs, ours = replay(read_yaml_record(other, text)), record.report
    assert [one.rule for one in theirs.findings] == [one.rule for one in ours.findings]
    assert (theirs.scores, theirs.winners) == (ours.scores, ours.winners)


def test_another_deck_needs_no_code(tmp_path: Path) -> None:
    """Hands of four, lives of 12 and of 5 and dice of eight faces are dealt and judged."""
    changed = _changed(
        tmp_path,
        ("  hand: 6\n", "  hand: 4\n"),
        ("from: 20, to: 0", "from: 12, to: 0"),
        ("short_life: 10", "short_life: 5"),
        ("dice: [microbe], sides: 6", "dice: [microbe], sides: 8"),
        ("      life: 20", "      life: 12"),
    )
    found = rules.load(changed)
    assert isinstance(found, StiRules)
    state = found.start(Seating(("Fox", "Otter")))
    assert [seat.hand for seat in state.seats.values()] == [4, 4]
    assert (state.pile, state.life, found.layout.lives()) == (82, 12, (12, 5))
    assert found.layout.dice.sides == 8
    assert found.player_ranges() == {"": (2, 6)}
