"""Grades by points as printed: a heading, then the grades in two columns, best first."""

from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Scale
from generator.paper.compose import above, beside
from generator.paper.shapes import Drawing, Placed
from generator.paper.style import SECTION, TEXT
from generator.paper.text import TextBox, fitted
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting
from generator.words import Message, message

POINTS: Mm = 21.0
COLUMN_GAP: Mm = 6.0


class ScaleBlock(Facts):
    """Print the grades of a scale; their words are the texts `grade.1`, `grade.2`..."""

    block: Literal["scale"]
    part: Id
    beside: bool = False


def draw(entry: ScaleBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the heading and the grades over the room's width."""
    style = setting.style
    heading = fitted(
        setting.text(entry.part),
        TextBox("scale", room.width),
        style.lettering(SECTION - 1, "bold"),
    )
    width = (room.width - COLUMN_GAP) / 2
    spans = setting.game.part(entry.part, Scale).spans()
    grades = tuple(
        _grade(setting.say(_points(least, most)), setting.text(f"grade.{number}"), setting, width)
        for number, (least, most) in enumerate(spans, start=1)
    )
    half = (len(grades) + 1) // 2
    gap = style.length(room.between(1.6, 2.6))
    columns = beside(above(*grades[:half], gap=gap), above(*grades[half:], gap=gap), gap=COLUMN_GAP)
    return above(heading, columns, gap=style.length(2.6))


def _points(least: int | None, most: int | None) -> Message:
    if most is None:
        return message("print.and-more", least=str(least))
    if least is None:
        return message("print.up-to", most=str(most))
    return message("print.from-to", least=str(least), most=str(most))


def _grade(points: str, words: str, setting: Setting, width: Mm) -> Drawing:
    start = setting.style.length(POINTS)
    bold = setting.style.lettering(TEXT, "bold", steps_down=True)
    number = fitted(points, TextBox("scale", start - 1.0), bold)
    said = fitted(words, TextBox("scale", width - start), setting.style.lettering(TEXT))
    height = max(number.height, said.height)
    return Drawing(width, height, (Placed(number, 0.0, 0.0), Placed(said, start, 0.0)))
