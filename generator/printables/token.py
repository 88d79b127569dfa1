"""A token as printed: a shape in its colour with a letter on it, told apart without the colour."""

from math import cos, pi, sin

from generator.game.head import Tone
from generator.paper.shapes import Circle, Drawing, Point, Polygon, Rect, Shape, Stroke
from generator.paper.text import Lettering, cap_height, set_line, width_of
from generator.paper.units import Mm, Pt, to_points
from generator.printables.setting import Setting

# The height of a letter as a share of the token's width, and the room it has across.
LETTER = 0.36
ACROSS = 0.56
# Corners from the middle, clockwise from the top; a star has them in turn far and near.
CORNERS: dict[Tone, int] = {"triangle": 3, "diamond": 4, "hexagon": 6, "star": 10}
NEAR = 0.52
# A triangle's middle of gravity lies lower than the middle of its circle; so do its letters.
LOWER = 0.04


def token(setting: Setting, colour: str, words: str, diameter: Mm) -> Drawing:
    """Draw a token that lies within a circle, in the colour and shape of a swatch of the game."""
    radius = diameter / 2
    tone = setting.game.head.colours[colour].shape
    shape = outline(tone, radius, radius, radius, fill=colour)
    size = to_points(diameter * LETTER)
    font = setting.style.family.bold
    across = diameter * ACROSS * (0.8 if tone in {"triangle", "star"} else 1.0)
    if (width := width_of(words, font, size)) > across:
        size *= across / width
    lower = radius * LOWER if tone == "triangle" else 0.0
    how = Lettering(font, size, f"{colour}.on", "middle")
    letters = set_line(words, radius, radius + lower + cap_height(font, size) / 2, how)
    return Drawing(diameter, diameter, (shape, *letters))


def outline(  # noqa: PLR0913 - where and how
    tone: Tone, x: Mm, y: Mm, radius: Mm, *, fill: str | None, line: str = "ink", width: Pt = 0.8
) -> Shape:
    """Return a tone's shape within a circle about a point."""
    stroke = Stroke(line, width)
    match tone:
        case "circle" | "none":
            return Circle(x, y, radius, fill, stroke)
        case "square":
            side = radius * 2**0.5
            corner = side * 0.1
            return Rect(x - side / 2, y - side / 2, side, side, fill, stroke, corner)
        case _:
            return Polygon(_corners(tone, x, y, radius), fill, stroke)


def _corners(tone: Tone, x: Mm, y: Mm, radius: Mm) -> tuple[Point, ...]:
    count = CORNERS[tone]
    reach = [radius * (NEAR if tone == "star" and corner % 2 else 1.0) for corner in range(count)]
    angles = [2 * pi * corner / count for corner in range(count)]
    return tuple((x + r * sin(a), y - r * cos(a)) for r, a in zip(reach, angles, strict=True))
