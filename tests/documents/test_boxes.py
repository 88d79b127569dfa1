"""The guide of games that fill boxes: what positions are worth, and what is told of every box."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from generator.documents import fill
from generator.documents.figures import bars
from generator.documents.lesson import Position
from generator.documents.numbers import Names, percent
from generator.documents.reading import guide, numbers
from generator.game import load
from generator.paper.shapes import HEAVY, Drawing, Placed, Rect
from generator.printables.context import Options, PrintContext
from generator.words import LANGUAGES, Language
from tests.documents.read_back import rows

FREE = {"turn": {"dice": [2, 2, 5, 5, 5]}, "marks": {"ones": "2", "three": "20"}}


def position(**fields: object) -> Position:
    """Return a position with words that nobody reads."""
    return Position.model_validate(
        {"alt": "A sheet.", "caption": "A sheet.", "marks": {}, **fields}
    )


def told(**fields: object) -> Names:
    """Return the names of numbers that a position `p` has in English."""
    return numbers(load("yams"), {"p": position(**fields)}, "en")


@pytest.mark.parametrize(
    ("fields", "paths"),
    [
        ({"marks": {"ones": "3"}, **FREE}, []),
        ({"marks": {"sevens": "7"}}, [("marks", "sevens")]),
        ({"marks": {"ones": "tick"}}, [("marks", "ones")]),
        ({"turn": {"dice": [1, 2, 3, 4]}}, [("turn",)]),
        ({"turn": {"dice": [1, 2, 3, 4, 7]}}, [("turn",)]),
        ({"turn": {"pips": 3}}, [("turn",)]),
        ({"turn": {"throws": [[1, 2, 3, 4, 5], [1, 2, 3]]}}, [("turn",)]),
        ({"turn": {"dice": [1, 1, 2, 3, 4], "box": "ones"}}, []),
        ({"turn": {"dice": [1, 1, 2, 3, 4], "box": "sevens"}}, [("turn",)]),
        ({"turn": {"dice": [1, 1, 2, 3, 4], "box": "ones"}, "marks": {"ones": "3"}}, [("turn",)]),
        ({"printable": "rules"}, [("printable",)]),
    ],
)
def test_misfits(fields: dict[str, object], paths: list[tuple[str, ...]]) -> None:
    """Boxes that there are not, marks that none takes and dice that are none are named."""
    found = fill.misfits(load("yams"), position(**fields))
    assert [path for path, _ in found] == paths


def framed(drawing: Drawing) -> Iterator[Rect]:
    """Yield the heavy frames of a drawing."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from framed(shape.drawing)
        elif isinstance(shape, Rect) and shape.stroke == HEAVY:
            yield shape


def test_a_turn_is_drawn_throw_by_throw() -> None:
    """Of each throw that another follows the dice kept are framed; the box filled is read out."""
    setting = PrintContext(load("yams"), "guide", Options("en"))
    throws = [[2, 3, 5, 5, 6], [1, 4, 5, 5, 5], [2, 5, 5, 5, 5]]
    drawn = fill.drawing(position(turn={"throws": throws, "box": "fives"}), setting, 58.0)
    wide = [one.width for one in framed(drawn)]
    # Two dice are kept, then three.
    assert [round(two - one, 1) for one, two in pairwise(wide)] == [8.1]
    said = " ".join(fill.read_out(position(turn={"dice": throws[-1], "box": "fives"}), setting))
    assert "20" in said


def test_worths_of_a_position() -> None:
    """Dice beside a sheet are worth in each free box what the rules say."""
    found = told(**FREE)
    assert {cell: found[f"worth.p.{cell}"] for cell in ("twos", "fives", "full", "four")} == {
        "twos": "4", "fives": "15", "full": "25", "four": "0"
    }  # fmt: skip
    assert "worth.p.ones" not in found
    assert found["position.p.dice"] == "2, 2, 5, 5 and 5"
    assert found["position.p.open"] == "Twos, Fives, Full and Chance"
    assert found["position.p.open.count"] == "4"
    assert found["score.p.total"] == "22"


def test_chances_of_a_position() -> None:
    """With a throw left or two, the dice best kept and the chance are told as a book has them."""
    found = told(turn={"dice": [3, 5, 5, 5, 6]})
    assert found["chance.p.four.1"] == str(1 - Fraction(25, 36)) == "11/36"
    assert found["chance.p.four.1.missed"] == "25/36"
    assert found["chance.p.four.1.keep"] == "5, 5 and 5"
    assert found["chance.p.yams.1"] == "1/36"
    # Two dice are thrown twice: both have to show a 5 in the end.
    assert found["chance.p.yams.2"] == str(Fraction(11, 36) ** 2)
    assert "chance.p.four.3" not in found


def test_numbers_of_a_box() -> None:
    """Of a box the throws and rolls are counted, its chances told, and those of a single die."""
    found = told()
    assert [found[f"box.long.{name}"] for name in ("throws", "rolls", "one")] == ["2", "240", "120"]
    assert found["box.yams.3"] == "4.6%"
    assert found["box.yams.1"] == "<\N{NO-BREAK SPACE}0.1%"
    assert found["box.sixes.die"] == str(1 - Fraction(5, 6) ** 3)
    assert found["box.sixes.die.percent"] == percent(1 - Fraction(5, 6) ** 3, "en")
    assert (found["box.all.throws"], found["box.all.rolls"]) == ("252", "7776")


def test_tables_of_the_annex() -> None:
    """The annex has a row for each box, and one for each number of equal dice held."""
    boxes, _ = guide(load("yams"), "en").lesson.annex.tables
    known = told()
    assert [row[0] for row in rows(load("yams"), 0)][-2:] == ["Yams", "Chance"]
    assert [bar.height for bar in bars(boxes, known)[0]][-1] == 1
    assert rows(load("yams"), 1)[0][1:] == ("<\N{NO-BREAK SPACE}0.1%", "1.3%", "4.6%")
    assert known.value("box.yams.holding.4.3") == 1 - Fraction(5, 6) ** 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_read_out(language: Language) -> None:
    """Who does not see a picture is told its dice, its boxes, what is in grey and what is wrong."""
    game = load("yams")
    setting = PrintContext(game, "guide", Options(language))
    positions = guide(game, language).positions
    said = {name: " ".join(fill.read_out(one, setting)) for name, one in positions.items()}
    full = {"fr": "Full 25", "en": "Full 25"}[language]
    assert full in said["where"]
    assert {"fr": "Dés", "en": "Dice"}[language] in said["where"]
    assert {"fr": "Nombres entourés", "en": "Circled numbers"}[language] in said["wrong"]
    assert said["task-keep"].count(".") == 1
    for name, one in positions.items():
        drawn = fill.drawing(one, setting, 114.0)
        assert drawn.width <= 114.0, name
