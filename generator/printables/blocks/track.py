"""A track as printed: boxes in a row under its name, the last one heavier."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Track
from generator.paper.shapes import CELL_LINE, HEAVY_LINE, CellBox, Drawing, Rect, Shape, Stroke
from generator.paper.style import LABEL
from generator.paper.text import cap_height, set_line, width_of
from generator.paper.units import Mm, to_mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting
from generator.words import numeral

CORNER: Mm = to_mm(2.5)
# Height of the line of words above boxes.
LABEL_ROOM: Mm = 3.9
# A box's side as a share of the height it stands in, the space to the next as a share of the side.
SHARE = 0.92
GAP = 0.24


class TrackBlock(Facts):
    """Print a track of the game; its name is the text of the same name as the part.

    Its boxes take at most a share of the width; the last one is heavier where it `ends` something.
    """

    block: Literal["track"]
    part: Id
    colour: Id | None = None
    beside: bool = False
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    ends: bool = True


def draw(entry: TrackBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the boxes as wide as they need, `box_height` high, under the track's name."""
    track = setting.game.part(entry.part, Track)
    name = tuple(_name(entry, track, setting))
    top = setting.style.length(LABEL_ROOM)
    side = min(
        box_height(setting, room) * SHARE,
        room.width * entry.share / (track.boxes * (1 + GAP) - GAP),
    )
    gap = side * GAP
    height = side / SHARE
    shapes: list[Shape] = [shape for shape, _ in name]
    cells = []
    for number, cell in enumerate(track.cell_ids()):
        is_last = entry.ends and number == track.boxes - 1
        stroke = Stroke("ink", HEAVY_LINE if is_last else CELL_LINE)
        x, y = number * (side + gap), top + height - side
        shapes.append(Rect(x, y, side, side, "white", stroke, CORNER))
        cells.append(CellBox(cell, str(track.first + number), x, y, side, side))
    width = max(track.boxes * (side + gap) - gap, max((end for _, end in name), default=0.0))
    return Drawing(width, top + height, tuple(shapes), tuple(cells))


def _name(entry: TrackBlock, track: Track, setting: Setting) -> Iterator[tuple[Shape, Mm]]:
    """Yield the pieces of the heading with where each ends: the name, and what a box is worth."""
    bold = setting.style.lettering(LABEL, "bold")
    y = setting.style.length(0.4) + cap_height(bold.font, bold.size)
    sign = setting.sign(entry.colour) if entry.colour else ""
    words = f"{sign} {setting.text(entry.part)}".strip()
    end = width_of(words, bold.font, bold.size)
    for shape in set_line(words, 0.0, y, bold):
        yield shape, end
    if track.worth:
        plain = setting.style.lettering(LABEL, "regular", "secondary")
        worth = f"{numeral(track.worth, plus=True)} {setting.say('print.each')}"
        x = end + setting.style.length(1.5)
        for shape in set_line(worth, x, y, plain):
            yield shape, x + width_of(worth, plain.font, plain.size)


def box_height(setting: Setting, room: Room) -> Mm:
    """Return the height of a box to write a total in."""
    return min(room.between(0.66, 0.9) * room.pitch, setting.style.length(13.0))
