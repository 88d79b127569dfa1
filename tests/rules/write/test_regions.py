"""A sheet whose regions each take one number: what may stand there, its worth, its faults."""

from pathlib import Path

import pytest

from generator import game, rules
from generator.games.write.rules import WriteRules
from generator.rules.naming import localise
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Attempt
from generator.words import say
from tests.rules.altered import refused_in_data

HERE = Path(__file__).parents[2] / "games"


@pytest.fixture(scope="module")
def plots() -> WriteRules:
    """Return the rules of a grid of four plots."""
    found = rules.load(game.load_folder(HERE / "parcelles"))
    assert isinstance(found, WriteRules)
    return found


@pytest.mark.parametrize(
    ("cell", "number", "told"),
    [
        ("B2", 4, None),
        ("A3", 5, None),
        ("B1", 5, "B1: 5 is written, but 4 stands in this region, in A1"),
        ("D4", 2, "D4: 2 is written, but 6 stands in this region, in C2"),
        ("C1", 2, None),
    ],
)
def test_one_number_a_region(plots: WriteRules, cell: str, number: int, told: str | None) -> None:
    """A number stands where its region holds no other number, and the other one is named."""
    kit = plots.layout.gear
    tried = Attempt(kit, Sheet({"A1": 4, "C2": 6}), cell, number, frozenset())
    said = plots.game.sentences_in("fr")
    broken = plots.layout.primitives.objections(tried)
    found = [say(localise(reason, said), "en") for _, reason in broken]
    assert found == ([] if told is None else [told])


def test_full_regions_score(plots: WriteRules) -> None:
    """A region that is filled as a whole is worth the sum of its numbers, another one nothing."""
    full = Sheet({"C1": 3, "D1": 3, "D2": 3, "D3": 3, "A1": 5, "A2": 5, "B1": 5}, ticks=2)
    found = plots.score(full)
    assert found == {"plots": 12, "misses": -4, "total": 8}


@pytest.mark.parametrize("cell", ["E1", "A1"])
def test_faults_of_regions(tmp_path: Path, cell: str) -> None:
    """A region names cells that there are, and none that another one has."""
    old, new = "[A3, A4, B3, B4]", f"[A3, A4, B3, {cell}]"
    told = refused_in_data(tmp_path, "parcelles", old, new, HERE)
    assert told == ["parts.field.regions[2][4]"]
