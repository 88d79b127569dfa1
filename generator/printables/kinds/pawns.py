"""Pawns to fold: a strip of front, back and foot that stands like a tent."""

from typing import Annotated

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.paper.compose import above, spread
from generator.paper.shapes import CELL_LINE, Drawing, Line, Placed, Polygon, Rect, Shape, Stroke
from generator.paper.style import TEXT
from generator.paper.text import TextBox, fitted
from generator.paper.units import Mm
from generator.printables.pictures import picture
from generator.printables.setting import Setting
from generator.printables.token import token

# A pawn's foot is a square of this side (game boards have room for it), its sides are so high.
FOOT: Mm = 20.0
SIDE: Mm = 32.0
TAB: Mm = 7.0
PICTURE: Mm = 14.0
SIGN: Mm = 9.0
GAP: Mm = 4.0
FOLD = Stroke("ink", 0.8, "dotted")
CUT = Stroke("ink", CELL_LINE)


class Pawns(Facts):
    """A pawn for each colour, with the same picture on all; colour and shape tell them apart."""

    picture: Id
    colours: Annotated[tuple[Id, ...], Field(min_length=1, max_length=8)]


def pawns(entry: Pawns, setting: Setting, width: Mm) -> Drawing:
    """Draw the pawns side by side, lying, and at the left how they are folded."""
    drawn = [pawn(colour, entry.picture, setting) for colour in entry.colours]
    how = setting.style.lettering(TEXT)
    rest = width - sum(one.width + GAP for one in drawn)
    said = fitted(setting.say("print.pawns-how"), TextBox("pawns", rest), how)
    built = _standing(entry, setting)
    told = above(said, built, gap=5.0, middle=True)
    if told.height > drawn[0].height:
        told = said
    return spread([told, *drawn], width)


def _standing(entry: Pawns, setting: Setting) -> Drawing:
    """Draw a pawn as it stands, seen a little from the right: face, open side, foot."""
    lean, deep = 5.0, 10.0
    foot, top = SIDE + 2.0, 2.0
    face = _face(entry.colours[0], entry.picture, setting)
    front = ((0.0, foot), (FOOT, foot), (FOOT + lean, top), (lean, top))
    side = ((FOOT, foot), (FOOT + deep, foot - deep * 0.55), (FOOT + lean, top))
    # The face leans back; its sign and picture are set upright in the middle of it.
    inside = tuple(shape for shape in face.shapes if isinstance(shape, Placed))
    upright = Drawing(FOOT, SIDE, inside)
    band = ((0.0, foot), (FOOT, foot), (FOOT + 0.5, foot - 3.0), (0.5, foot - 3.0))
    shapes: tuple[Shape, ...] = (
        Polygon(side, "rule.tint", CUT),
        Polygon(front, "white", CUT),
        Polygon(band, entry.colours[0]),
        Placed(upright, lean / 2, top),
    )
    return Drawing(FOOT + deep, foot + 0.5, shapes)


def pawn(colour: str, shown: str, setting: Setting) -> Drawing:
    """Draw the strip of a pawn: back (upside down), front, foot, and a tab to glue."""
    height = 2 * SIDE + FOOT + TAB
    front = _face(colour, shown, setting)
    inset = 2.5
    tab = height - TAB
    shapes: tuple[Shape, ...] = (
        Placed(front, FOOT, SIDE, 180.0),
        Placed(front, 0.0, SIDE),
        Rect(0.0, 2 * SIDE, FOOT, FOOT, f"{colour}.tint"),
        *(Line(0.0, y, FOOT, y, FOLD) for y in (SIDE, 2 * SIDE, tab)),
        Line(0.0, 0.0, FOOT, 0.0, CUT),
        Line(0.0, 0.0, 0.0, tab, CUT),
        Line(FOOT, 0.0, FOOT, tab, CUT),
        Line(0.0, tab, inset, height, CUT),
        Line(FOOT, tab, FOOT - inset, height, CUT),
        Line(inset, height, FOOT - inset, height, CUT),
        *_hatch(inset + 1.0, tab + 1.2, FOOT - 2 * inset - 2.0, TAB - 2.4),
    )
    return Drawing(FOOT, height, shapes, title=f"pawn {colour}")


def _face(colour: str, shown: str, setting: Setting) -> Drawing:
    drawn = picture(setting.game, shown, PICTURE)
    sign = token(setting, colour, "", SIGN)
    band = 3.0
    shapes: tuple[Shape, ...] = (
        Rect(0.0, SIDE - band, FOOT, band, colour),
        Placed(sign, (FOOT - SIGN) / 2, 2.2),
        Placed(drawn, (FOOT - PICTURE) / 2, 13.2),
    )
    return Drawing(FOOT, SIDE, shapes)


def _hatch(x: Mm, y: Mm, width: Mm, height: Mm) -> tuple[Line, ...]:
    """Return slanting threads: here is glue."""
    step = 2.4
    count = int((width - height) / step)
    return tuple(
        Line(x + n * step, y + height, x + n * step + height, y, Stroke("secondary", 0.4))
        for n in range(count + 1)
    )
