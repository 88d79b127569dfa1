"""The circuit's rules loaded from data: another circuit needs no code, and faults are named."""

from pathlib import Path

import pytest

from generator import game, rules
from generator.errors import DataError
from generator.games.dental.rules import DentalRules
from generator.rules import Seating
from tests.rules.altered import altered
from tests.rules.dental.table import turn

ONE_DENTIST = "the first square, and no other, must be the dentist's and a halt"
VARIANTS = "'two-dices' is not one of cooperative, educational, two-dice; did you mean 'two-dice'?"


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        pytest.param(
            "  chart: teeth",
            "  chart: laps",
            ["mechanics.chart: the game 'dental' has no part 'laps' of the kind 'arches'"],
            id="part of another kind",
        ),
        pytest.param(
            "- {marker: orange, tokens: 1}",
            "- {marker: pink, tokens: 1}",
            ["mechanics.care: 'pink' is not one of black, orange, red, yellow"],
            id="care of an unknown marker",
        ),
        pytest.param(
            "sugary: [yellow, red]",
            "sugary: [sweet]",
            ["mechanics.sugary: 'sweet' is not one of black, orange, red, yellow"],
            id="unknown sugar",
        ),
        pytest.param(
            "variants: [two-dice, cooperative, educational]",
            "variants: [two-dices]",
            [f"mechanics.variants: {VARIANTS}"],
            id="unknown variant",
        ),
        pytest.param(
            "{kind: dentist, picture: dentist, halt: true}",
            "{kind: dentist, picture: dentist}",
            ["mechanics.circuit: the first square, and no other, must be the dentist's and a halt"],
            id="a dentist one may pass by",
        ),
        pytest.param(
            "{odd: 1, even: 2}",
            "{odd: 0, even: 2}",
            ["mechanics.appointments.odd: '0' is not 1 or more"],
            id="a number too small",
        ),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, problems: list[str]) -> None:
    """Every fault of the mechanics is named with what would do."""
    folder = altered(tmp_path, "dental", (old, new))
    with pytest.raises(DataError) as caught:
        rules.load(game.load_folder(folder))
    said = [problem.worded("en").split(": ", 1)[1] for problem in caught.value.problems]
    assert said == problems


def test_a_square_of_an_unknown_kind(tmp_path: Path) -> None:
    """A square that does nothing known is named."""
    folder = altered(
        tmp_path,
        "dental",
        ("{kind: hit, picture: blow}", "{kind: nap, picture: nap}"),
        ("hit: black", "nap: black"),
    )
    for language in folder.glob("??.yaml"):
        told = language.read_text(encoding="utf-8")
        language.write_text(told.replace("circuit.hit", "circuit.nap"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        rules.load(game.load_folder(folder))
    said = [problem.worded("en") for problem in caught.value.problems]
    assert any("'nap' is not one of appointment, brushing, dentist, hit, sugar" in s for s in said)


def test_another_circuit(tmp_path: Path) -> None:
    """Other squares, costs, points, laps and shapes are played without a line of code."""
    folder = altered(
        tmp_path,
        "dental",
        ("- {kind: sugar, picture: lollipop}", "- {kind: hit, picture: blow}"),
        ("{odd: 1, even: 2}", "{odd: 5, even: 1}"),
        ("boxes: 5", "boxes: 1"),
        ("id: orange, colour: orange, worth: 2", "id: orange, colour: gum, worth: 9"),
    )
    found = rules.load(game.load_folder(folder))
    assert isinstance(found, DentalRules)
    state = found.start(Seating(("Ana", "Ben")))
    assert not found.refuse(state, turn(1, hit=3))
    state = found.play(state, turn(2, appointment=1))
    assert state.seats["Ana"].tokens == 5
    over = found.play(state, turn(20, stops=True))
    assert found.outcome(over).is_finished
    assert found.layout.tokens[2].shape == "circle"
    assert found.layout.points[2] == 9


@pytest.mark.parametrize(
    ("start", "steps", "end"),
    [
        pytest.param(0, 3, 3, id="from the dentist"),
        pytest.param(17, 3, 0, id="to the dentist"),
        pytest.param(17, 6, 0, id="nobody passes the dentist"),
        pytest.param(4, 0, 4, id="no step"),
    ],
)
def test_moves(dental: DentalRules, start: int, steps: int, end: int) -> None:
    """A pawn goes on square by square and stops at the dentist's, whatever is left of the roll."""
    assert dental.layout.square_after(start, steps) == end


def test_a_healthy_tooth_costs_nothing(dental: DentalRules) -> None:
    """Only markers have points: a tooth without one adds none to what lies on a chart."""
    worth = dict(zip(dental.layout.stages, dental.layout.points, strict=True))
    assert worth == {"none": 0, "yellow": 1, "orange": 2, "red": 3, "black": 5}


def test_the_schema_of_a_square(dental: DentalRules) -> None:
    """A square is called by what it does or by its number: 0 to the last of twenty."""
    turns = dental.body.model_json_schema()["$defs"]["Turn"]["properties"]
    (numbered,) = (one for one in turns["square"]["anyOf"] if one.get("type") == "integer")
    assert numbered == {"type": "integer", "minimum": 0, "maximum": 19}
    assert len(dental.layout.squares) == 20
