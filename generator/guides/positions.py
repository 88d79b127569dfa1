"""Drawn positions as pictures of a guide, with words for those who cannot see them."""

from dataclasses import dataclass

from generator.guides.families import teaching
from generator.guides.lesson import Position
from generator.paper.units import Mm
from generator.printables.setting import Setting, palette
from generator.render.picture import Picture, picture

WIDE: Mm = 158.0
SMALL: Mm = 114.0
# Words stand beside a picture no wider than this.
NARROW: Mm = 90.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and the words under it."""

    picture: Picture
    caption: str
    is_narrow: bool = False


def figure(position: Position, setting: Setting, width: Mm = WIDE) -> Figure:
    """Draw a position; its alternative text tells every mark on it."""
    family = teaching(setting.game)
    drawing = family.drawing(position, setting, WIDE if setting.options.large else width)
    title = " ".join((position.alt, *family.read_out(position, setting)))
    colours = palette(setting.game, setting.options.ink)
    is_narrow = drawing.width <= NARROW and not setting.options.large
    return Figure(picture(drawing, colours, title=title), position.caption, is_narrow)
