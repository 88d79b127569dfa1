"""Round places in a row to lay tokens on, one for each box of a track."""

from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Track
from generator.paper.shapes import CELL_LINE, CellBox, Circle, Drawing, Placed, Shape, Stroke
from generator.paper.style import SECTION
from generator.paper.text import TextBox, cap_height, fitted, set_line
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

# A token of 12 mm lies within; wider where the sheet is.
LEAST: Mm = 14.0
SHARE = 0.98
NAME = 0.24
NUMBER = 14.0


class PlacesBlock(Facts):
    """Print the boxes of a track as places for tokens of a colour; its name is the part's text."""

    block: Literal["places"]
    part: Id
    colour: Id
    beside: bool = False


def draw(entry: PlacesBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the track's name, then its places over the rest of the width."""
    track = setting.game.part(entry.part, Track)
    side = max(LEAST, min(room.pitch * SHARE, 18.0))
    name = room.width * NAME
    how = setting.style.lettering(SECTION, "bold", "ink", steps_down=True)
    words = fitted(setting.text(entry.part), TextBox(entry.part, name - 4.0), how)
    shapes: list[Shape] = [Placed(words, 0.0, (side - words.height) / 2)]
    cells = []
    pitch = (room.width - name - side) / max(1, track.boxes - 1)
    number = setting.style.lettering(NUMBER, "bold", entry.colour, "middle")
    for place, (box, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
        x = name + place * pitch
        stroke = Stroke(entry.colour, CELL_LINE * 1.2)
        shapes.append(Circle(x + side / 2, side / 2, side / 2 - 0.3, "white", stroke))
        base = side / 2 + cap_height(number.font, number.size) / 2
        shapes += set_line(str(box), x + side / 2, base, number)
        cells.append(CellBox(cell, str(box), x, 0.0, side, side))
    return Drawing(room.width, side, tuple(shapes), tuple(cells))
