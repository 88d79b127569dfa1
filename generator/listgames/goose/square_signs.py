"""The signs of the squares of a goose board: strokes of one weight, legible at 6 mm."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Literal, TypeAlias

from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.printables.pictures import svg_outline
from generator.printables.sketch import die_face

SquareSign: TypeAlias = Literal["on", "back", "repeat", "to", "miss", "again", "question", "end"]

# The signs are drawn in a square of this side, with strokes as wide as this at 12 mm.
SIDE = 100.0
WEIGHT: art.Pt = 1.7
LEAST: art.Pt = 0.9
HEAVIER = 1.5
BODY = (
    "M3 62C17 61 24 53 42 52C56 51 65 48 66 34C67 25 64 18 68 11C71 5 78 2 85 5C89 7 91 10 91 13"
    "L100 18L90 21C87 24 82 24 80 27C76 37 83 50 81 65C79 79 66 88 48 88C30 88 13 80 3 62Z"
)
WING_AND_FEET = ("M34 64C43 59 58 60 67 66C60 77 46 78 37 73", "M43 88L41 98H49M58 86V98H66")
EYE = (80.0, 13.0)
SANDGLASS = (
    "M24 8H76M24 92H76",
    "M30 8C30 34 44 42 50 50C56 42 70 34 70 8",
    "M30 92C30 66 44 58 50 50C56 58 70 66 70 92",
)
SAND = "M36 88C40 76 60 76 64 88Z"
CHEVRONS = ("M14 20L44 50L14 80", "M52 20L82 50L52 80")
JUMP = ("M8 78C10 14 80 8 86 62", "M66 52L87 68L100 45")
JUMP_BACK = ("M92 78C90 14 20 8 14 62", "M34 52L13 68L0 45")
FLAG = ("M20 96V6", "M20 8H86V58H20")


def draw_sign(
    sign: SquareSign, side: art.Mm, font: str, *, turn: float = 0.0, is_back: bool = False
) -> art.Drawing:
    """Draw a sign in a square.

    The arrows `on` and `back` lie along a way at a turn, clockwise; a jump `to` may go back.
    """
    stroke = art.Stroke("ink", max(LEAST, WEIGHT * side / 12))
    thick = replace(stroke, width=stroke.width * HEAVIER)
    match sign:
        case "on":
            shown = _turned(_strokes(CHEVRONS, side, thick), turn)
        case "back":
            shown = _turned(_strokes(CHEVRONS, side, thick), turn + 180.0)
        case "repeat":
            shown = _goose(side, stroke)
        case "to":
            shown = _strokes(JUMP_BACK if is_back else JUMP, side, thick)
        case "miss":
            sand = art.Path(svg_outline(SAND, scale=side / SIDE), "ink", stroke)
            shown = art.Drawing(side, side, (*_strokes(SANDGLASS, side, stroke).shapes, sand))
        case "again":
            shown = die_face(5, side)
        case "question":
            how = lettered.Lettering(font, art.to_points(side) * 0.86, "ink", "middle")
            ring = art.Circle(side / 2, side / 2, side * 0.47, "white", stroke)
            words = lettered.set_middle("?", side / 2, side / 2, how)
            shown = art.Drawing(side, side, (ring, *words))
        case "end":
            shown = _flag(side, stroke)
    return shown


def draw_goose(width: art.Mm) -> art.Drawing:
    """Draw the goose alone, as large as wanted."""
    return _goose(width, art.Stroke("ink", max(1.2, min(2.2, WEIGHT * width / 12))))


def _strokes(words: Sequence[str], side: art.Mm, stroke: art.Stroke) -> art.Drawing:
    steps = (svg_outline(one, scale=side / SIDE) for one in words)
    return art.Drawing(side, side, tuple(art.Path(one, None, stroke) for one in steps))


def _goose(side: art.Mm, stroke: art.Stroke) -> art.Drawing:
    scale, (x, y) = side / SIDE, EYE
    body, *lines = (svg_outline(one, scale=scale) for one in (BODY, *WING_AND_FEET))
    eye = art.Stroke("ink", stroke.width * 1.5)
    shapes: list[art.Shape] = [art.Path(one, None, stroke) for one in lines]
    shapes.insert(0, art.Path(body, "white", stroke))
    shapes.append(art.Line(x * scale, y * scale, x * scale + 0.01, y * scale, eye))
    return art.Drawing(side, side, tuple(shapes))


def _flag(side: art.Mm, stroke: art.Stroke) -> art.Drawing:
    """Draw a flag with squares, as at the end of a race."""
    scale = side / SIDE
    wide, high = 66 / 4 * scale, 50 / 3 * scale
    squares = [
        art.Rect((20 * scale) + column * wide, 8 * scale + row * high, wide, high, "ink", None)
        for row in range(3)
        for column in range(4)
        if (row + column) % 2 == 0
    ]
    return art.Drawing(side, side, (*squares, *_strokes(FLAG, side, stroke).shapes))


def _turned(drawing: art.Drawing, turn: float) -> art.Drawing:
    """Return a square drawing turned about its middle."""
    half = drawing.width / 2
    x, y = art.on_circle(0.0, 0.0, hypot(half, half), turn + 315.0)
    placed = art.Placed(drawing, half + x, half + y, turn)
    return art.Drawing(drawing.width, drawing.height, (placed,))
