"""The parameters read from the data: faults are named at their place."""

from pathlib import Path
from shutil import copytree

import pytest

from generator import game, paths, rules
from generator.errors import DataError
from generator.game import Game
from generator.rules import Seating
from generator.rules.sti import StiRules


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
            "  swab: swab\n",
            "  swab: swap\n",
            "mechanics.swab: 'swap' is not one of",
            id="no such card",
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
    assert found.seats() == {"": (2, 6)}
