"""The limits of the circuit, on both sides of each edge."""

from pathlib import Path

import pytest

from generator.games.dental.rules import DentalRules
from tests.rules.altered import refused_in_data, refused_in_record
from tests.rules.dental.table import seat, situation, turn

NEXT = "  - {marker: orange, tokens: 1}\n"
HEAD = "game: dental\nplayers: [Ana, Ben]\n"


@pytest.mark.parametrize("cares", ["", 2 * NEXT])
def test_care_of_two_markers(tmp_path: Path, cares: str) -> None:
    """Care treats two markers, no fewer and no more."""
    (field,) = refused_in_data(tmp_path, "dental", NEXT, cares)
    assert field.startswith("mechanics.care")


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("turns: [{roll: [1], marks: {0: red}}]", ["turns[1].marks.0"]),
        ("turns: [{roll: [1], marks: {1: red, 16: red}}]", []),
        ("turns: [{roll: [1], marks: {17: red}}]", ["turns[1].marks.17"]),
        ("turns: [{roll: [1], gives: {Ben: -1}}]", ["turns[1].gives.Ben"]),
        ("turns: [{roll: [1], gives: {Ben: 0}}]", []),
        ("turns: [{roll: [1], square: -1}]", ["turns[1].square"]),
        ("turns: [{roll: [1], square: 0}]", []),
        ("turns: [{roll: [1], square: 19}]", []),
        ("turns: [{roll: [1], square: 20}]", ["turns[1].square"]),
        ("final: {Ana: {yellow: -1}, Ben: {yellow: 0}}", ["final.Ana.yellow"]),
    ],
)
def test_numbers_of_a_record(body: str, refused: list[str]) -> None:
    """Teeth are 1 to 16, squares 0 to 19; nobody gives or counts fewer than none."""
    assert refused_in_record(f"{HEAD}{body}\n") == refused


def test_advice_names_five(dental: DentalRules) -> None:
    """Of more teeth than five that come first, five are named."""
    state = situation(seat("1r 2o 3o 4o 5o 6o 7o 8o"))
    step = turn(1, sugar=(3,), marks="1b 7r 9y")
    assert [found.instead for found in dental.refuse(state, step)][:1] == [
        ("t2", "t3", "t4", "t5", "t6")
    ]
