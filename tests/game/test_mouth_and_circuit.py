"""The dentist game's parts: teeth in their order, the circuit's squares, markers, health facts."""

from typing import Any

import pytest
from pydantic import ValidationError

from generator.game import load
from generator.game.head import Health
from generator.game.parts import Arches, Circuit, Markers, Track

# As the game's page has them: 0 is the dentist, the first square after it 1.
SQUARES = """
dentist sugar appointment sugar brushing sugar appointment sugar hit sugar
brushing sugar appointment sugar sugar brushing sugar appointment sugar appointment
"""


@pytest.fixture
def circuit() -> Circuit:
    """Return the dentist's circuit."""
    return load("dental").part("circuit", Circuit)


@pytest.fixture
def teeth() -> Arches:
    """Return the sixteen teeth."""
    return load("dental").part("teeth", Arches)


def test_numbers_walk_round_the_mouth(teeth: Arches) -> None:
    """Lower teeth are 1 to 8 from the left, upper ones 16 to 9: one walk from the lower left."""
    assert [tooth.number for tooth in teeth.arch("lower")] == list(range(1, 9))
    assert [tooth.number for tooth in teeth.arch("upper")] == list(range(16, 8, -1))
    assert teeth.cell_ids() == tuple(f"t{number}" for number in range(1, 17))


def test_both_arches_are_alike_left_and_right(teeth: Arches) -> None:
    """Each arch has all four kinds, back teeth at its ends, mirrored about the middle."""
    for arch in ("lower", "upper"):
        kinds = [tooth.kind for tooth in teeth.arch(arch)]
        assert kinds == kinds[::-1]
        assert kinds[:4] == ["molar", "premolar", "canine", "incisor"]


def test_squares_stand_in_order(circuit: Circuit) -> None:
    """The twenty squares are those of the game's page, in its order."""
    assert [square.kind for square in circuit.squares] == SQUARES.split()
    assert circuit.figures()["sugar"] == 10


def test_each_sugar_square_has_its_own_sweet(circuit: Circuit) -> None:
    """Ten sugar squares show ten pictures; the other kinds have one picture each."""
    shown: dict[str, list[str]] = {}
    for square in circuit.squares:
        shown.setdefault(square.kind, []).append(square.picture)
    assert len(set(shown.pop("sugar"))) == 10
    assert all(len(set(pictures)) == 1 for pictures in shown.values())


def test_markers_get_worse_in_order() -> None:
    """The stages are yellow, orange, red, black and cost more and more; blue has five places."""
    markers = load("dental").part("markers", Markers)
    assert [(one.id, one.worth) for one in markers.stages] == [
        ("yellow", 1),
        ("orange", 2),
        ("red", 3),
        ("black", 5),
    ]
    assert markers.marker("green").worth == 0
    with pytest.raises(KeyError):
        markers.marker("pink")
    assert load("dental").part("laps", Track).boxes == 5


def squares(**changes: object) -> dict[str, Any]:
    """Return the fields of a small circuit, changed."""
    four = [{"kind": "a", "picture": f"p{number}"} for number in range(4)]
    return {"part": "circuit", "id": "s", "colours": {"a": "red"}, "squares": four, **changes}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        pytest.param({"colours": {"b": "red"}}, "kind-uncoloured", id="kind without a colour"),
        pytest.param(
            {
                "colours": {"a": "red", "b": "red"},
                "squares": [{"kind": kind, "picture": "p"} for kind in "aaab"],
            },
            "picture-of-two",
            id="a picture of two kinds",
        ),
    ],
)
def test_faults_of_a_circuit(changes: dict[str, Any], told: str) -> None:
    """A kind without a colour, or a picture that stands for two kinds, is refused."""
    with pytest.raises(ValidationError) as caught:
        Circuit.model_validate(squares(**changes))
    assert told in str(caught.value.errors()[0]["ctx"])


def test_markers_have_names_of_their_own() -> None:
    """Two markers of one name are refused."""
    twice = [{"id": "a", "colour": "red"}]
    with pytest.raises(ValidationError):
        Markers.model_validate({"part": "markers", "stages": twice, "others": twice})


def health(**changes: object) -> dict[str, Any]:
    """Return the fields of a small list of health facts, changed."""
    return {
        "checked": "2026-11",
        "sources": {"who": {"name": "WHO", "covers": ["herpes"]}},
        "facts": [{"fact": "a", "about": "herpes", "sources": ["who"]}],
        **changes,
    }


def test_health_facts_have_sources() -> None:
    """Every fact cites a source that is there and speaks of what the fact is about."""
    assert Health.model_validate(health()).reviewed_by == ""
    for facts in (
        [{"fact": "a", "sources": []}],
        [{"fact": "a", "sources": ["whom"]}],
        [{"fact": "a", "about": "hpv", "sources": ["who"]}],
    ):
        with pytest.raises(ValidationError):
            Health.model_validate(health(facts=facts))
