"""What drawings are made of: a sketch that they grow on, dice with their pips, tokens."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.game.head import Tone
from generator.paper import shapes as art
from generator.paper.measures import BLOCK_GAP, WRITING_PITCH
from generator.paper.page import Copy, Page, read_words
from generator.paper.shapes import EDGE, Area, CellBox, Drawing, Line, Mm, Rect, Shape, Stroke
from generator.paper.text import FAMILIES, SECTION, Lettering, set_line, set_middle
from generator.printables.context import Context
from generator.printables.marks import tone_outline
from generator.words import message

# The radius of a box's corners.
CORNER: Mm = art.to_mm(2.5)


class Sketch:
    """Shapes and cells as they are put down, the later ones over the earlier."""

    def __init__(self, setting: Context) -> None:
        self.setting, self.style = setting, setting.style
        self.shapes: list[Shape] = []
        self.cells: list[CellBox] = []

    def put(self, *shapes: Shape) -> None:
        """Put shapes down as they are."""
        self.shapes += shapes

    def place(self, drawing: Drawing, x: Mm, y: Mm, high: Mm | None = None) -> None:
        """Lay a drawing down with its top left at a point, or half way down a height from there."""
        down = 0.0 if high is None else (high - drawing.height) / 2
        self.shapes.append(art.Placed(drawing, x, y + down))

    def write(self, words: str, x: Mm, y: Mm, how: Lettering) -> Mm:
        """Set words on one line, its base at a point; return where words that begin there end."""
        self.shapes += set_line(words, x, y, how)
        return x + how.width(words)

    def centre(self, words: str, x: Mm, y: Mm, how: Lettering) -> None:
        """Set words on one line, the middle of their capitals at a height."""
        self.shapes += set_middle(words, x, y, how)

    def box(
        self,
        cell: CellBox,
        stroke: Stroke = EDGE,
        fill: str = "white",
        band: str | None = None,
    ) -> None:
        """Draw a cell as a box with round corners, a band of colour inside its line if wanted."""
        box = Rect(cell.x, cell.y, cell.width, cell.height, fill, stroke, CORNER)
        if band is None:
            self.put(box)
        else:
            self.banded_field(box, band)
        self.cells.append(cell)

    def banded_field(self, outer: Area, colour: str, wide: Mm = 0.8, inside: str = "white") -> None:
        """Draw a field with its colour as a band inside the line, which a photocopier keeps."""
        inner = replace(art.inset(outer, wide), fill=inside, stroke=None)
        self.put(replace(outer, fill=colour), inner)

    def writing_line(self, cell: CellBox, under: Mm = 0.6) -> None:
        """Draw a cell as a line to write on, so far under its foot."""
        y = cell.y + cell.height + under
        self.shapes.append(Line(cell.x, y, cell.x + cell.width, y, art.QUIET))
        self.cells.append(cell)

    def grid_lines(self, field: Rect, ys: Iterable[Mm], xs: Iterable[Mm], stroke: Stroke) -> None:
        """Draw horizontal lines at `ys` and vertical ones at `xs` right across a field."""
        right, low = field.x + field.width, field.y + field.height
        self.shapes += (Line(field.x, y, right, y, stroke) for y in ys)
        self.shapes += (Line(x, field.y, x, low, stroke) for x in xs)

    def drawing(self, width: Mm, height: Mm, title: str = "", *, role: art.Role = "") -> Drawing:
        """Return what has been drawn, within a width and a height."""
        shapes, cells = tuple(self.shapes), tuple(self.cells)
        return Drawing(width, height, shapes, cells, title, role=role)


def describe_copies(pages: Iterable[Page], setting: Context) -> Iterator[Page]:
    """Yield pages whose copies have an alternative text: all the words on them."""
    words: dict[int, str] = {}
    for page in pages:
        name = setting.title
        if page.is_back:
            name = setting.say(message("print.back", title=name))
        yield replace(page, copies=tuple(_describe_copy(one, name, words) for one in page.copies))


def _describe_copy(copy: Copy, name: str, words: dict[int, str]) -> Copy:
    if copy.is_read or copy.alt:
        return copy
    key = id(copy.placed.drawing)
    if key not in words:
        said = copy.placed.drawing.alt or " ".join(read_words(copy.placed.drawing))
        # A word that goes on in the next line.
        words[key] = said.replace("- ", "-")
    return replace(copy, alt=" – ".join(filter(None, (name, words[key]))))


# Where pips lie, in quarters of the side to the right of and below the middle.
PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# A stroke without any length is not drawn everywhere.
NIL: Mm = 0.01


def lined_field(setting: Context, heading: str, size: art.Size) -> Drawing:
    """Draw a heading and, below it, as many lines to write on as there is room for."""
    (wide, high), sketch = size, Sketch(setting)
    how = setting.style.lettering(SECTION, "bold")
    sketch.put(Line(0.0, 0.0, wide, 0.0, art.FAINT))
    sketch.write(heading, 0.0, how.height + BLOCK_GAP / 2, how)
    first = how.height + BLOCK_GAP / 2 + WRITING_PITCH
    count = int((high - first) / WRITING_PITCH) + 1
    ys = (first + number * WRITING_PITCH for number in range(count))
    sketch.put(*(Line(0.0, y, wide, y, art.QUIET) for y in ys))
    return sketch.drawing(wide, high)


def pips(face: int, side: Mm, colour: str = "ink") -> Drawing:
    """Draw the pips of a face; one that has too many for a square is written as a figure."""
    if face not in PLACES:
        how = Lettering(FAMILIES["standard"].bold, art.to_points(0.62 * side), colour, "middle")
        return Drawing(side, side, set_middle(str(face), side / 2, side / 2, how))
    # Strokes with round ends, not areas: areas are white in outline, and a pip stays black.
    dot = Stroke(colour, art.to_points(2 * 0.095 * side))
    spots = ((side / 2 + x * side / 4, side / 2 + y * side / 4) for x, y in PLACES[face])
    return Drawing(side, side, tuple(Line(x, y, x + NIL, y, dot) for x, y in spots))


def die_face(face: int, side: Mm) -> Drawing:
    """Draw a face of a die with its outline."""
    inset, inner = side * 0.02, side - 2 * side * 0.02
    box = Rect(inset, inset, inner, inner, "white", EDGE, 0.18 * side)
    return Drawing(side, side, (box, *pips(face, side).shapes))


def token(
    setting: Context, colour: str, words: str, diameter: Mm, tone: Tone | None = None
) -> Drawing:
    """Draw a token that lies within a circle, in a swatch of the game and its shape or another."""
    radius, tone = diameter / 2, tone or setting.shape(colour)
    shape = tone_outline(tone, (radius, radius), radius, colour)
    size, font = art.to_points(diameter * 0.42), setting.style.family.bold
    across = diameter * 0.56 * (0.8 if tone in {"triangle", "star"} else 1.0)
    # A triangle's middle of gravity lies lower than the middle of its circle.
    lower = radius * 0.04 if tone == "triangle" else 0.0
    how = Lettering(font, size, f"{colour}.on", "middle").narrow_to(words, across)
    letters = set_middle(words, radius, radius + lower, how)
    return Drawing(diameter, diameter, (shape, *letters))
