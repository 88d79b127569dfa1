"""A drawing in the making: words, cells and lines in the style of a printable."""

from collections.abc import Iterable

from generator.paper import shapes as art
from generator.paper.text import Lettering, set_line, set_middle
from generator.printables.context import PrintContext

# The radius of a box's corners.
CORNER: art.Mm = art.to_mm(2.5)


class Sketch:
    """Shapes and cells as they are put down, the later ones over the earlier."""

    def __init__(self, setting: PrintContext) -> None:
        """Begin with nothing drawn."""
        self.setting, self.style = setting, setting.style
        self.shapes: list[art.Shape] = []
        self.cells: list[art.CellBox] = []

    def put(self, *shapes: art.Shape) -> None:
        """Put shapes down as they are."""
        self.shapes += shapes

    def place(self, drawing: art.Drawing, x: art.Mm, y: art.Mm, high: art.Mm | None = None) -> None:
        """Lay a drawing down with its top left at a point, or half way down a height from there."""
        down = 0.0 if high is None else (high - drawing.height) / 2
        self.shapes.append(art.Placed(drawing, x, y + down))

    def write(self, words: str, x: art.Mm, y: art.Mm, how: Lettering) -> art.Mm:
        """Set words on one line, its base at a point; return where words that begin there end."""
        self.shapes += set_line(words, x, y, how)
        return x + how.width(words)

    def centre(self, words: str, x: art.Mm, y: art.Mm, how: Lettering) -> None:
        """Set words on one line, the middle of their capitals at a height."""
        self.shapes += set_middle(words, x, y, how)

    def box(self, cell: art.CellBox, stroke: art.Stroke = art.EDGE, fill: str = "white") -> None:
        """Draw a cell as a box with round corners."""
        at = (cell.x, cell.y, cell.width, cell.height)
        self.shapes.append(art.Rect(*at, fill, stroke, CORNER))
        self.cells.append(cell)

    def blank(self, cell: art.CellBox, under: art.Mm = 0.6) -> None:
        """Draw a cell as a line to write on, so far under its foot."""
        y = cell.y + cell.height + under
        self.shapes.append(art.Line(cell.x, y, cell.x + cell.width, y, art.QUIET))
        self.cells.append(cell)

    def rule(
        self, field: art.Rect, ys: Iterable[art.Mm], xs: Iterable[art.Mm], stroke: art.Stroke
    ) -> None:
        """Draw lines right across a field at some heights, then down it at some places."""
        right, low = field.x + field.width, field.y + field.height
        self.shapes += (art.Line(field.x, y, right, y, stroke) for y in ys)
        self.shapes += (art.Line(x, field.y, x, low, stroke) for x in xs)

    def drawing(self, width: art.Mm, height: art.Mm, title: str = "") -> art.Drawing:
        """Return what has been drawn, within a width and a height."""
        return art.Drawing(width, height, tuple(self.shapes), tuple(self.cells), title)
