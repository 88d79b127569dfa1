"""The pen of a tagged page: what it writes belongs to a structure element, or is an artifact.

A figure is read out by its alternative text alone; elsewhere words are read one after another, and
lines, boxes and what has no words are artifacts (ISO 14289-1, 7.1 to 7.5).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from generator.paper import shapes as art
from generator.paper.page import Page, all_words, point_on_page
from generator.render.pen import K, Kept, Pen, Resources, is_moved
from generator.render.structure import Element, Place, Structure, TableElement

# Artifacts: what is on every page, and decoration.
FURNITURE, DECOR = "/Artifact<</Type/Pagination>>BDC", "/Artifact BMC"
# The roles that name a file.
NAMES = frozenset({"title", "footer"})


class DrawingIndex:
    """What drawings contain, cached by identity: the drawings have to stay alive meanwhile."""

    def __init__(self, pages: Sequence[Page], stamps: Collection[int]) -> None:
        self._stamps = stamps
        self._read: dict[int, bool] = {}
        self._titled: dict[int, bool] = {}
        first = pages[0].placed() if pages else ()
        self.is_named_by_footer = not any(self.is_titled(one.drawing) for one in first)

    def is_moved(self, placed: art.Placed) -> bool:
        """Tell whether a drawing has its own corner as the origin: all copies of a stamp have."""
        return is_moved(placed) or id(placed.drawing) in self._stamps

    def is_read(self, drawing: art.Drawing) -> bool:
        """Tell whether a drawing has words or figures to be read out."""
        if drawing.alt:
            return True
        key = id(drawing)
        if key not in self._read:
            # A list, not a generator: the answer for each is cached.
            inner = [self.is_read(one) for one in _inner(drawing)]
            has_words = any(isinstance(shape, art.Text) for shape in drawing.shapes)
            self._read[key] = not self.is_quiet(drawing) and (has_words or any(inner))
        return self._read[key]

    def is_quiet(self, drawing: art.Drawing) -> bool:
        """Tell whether a drawing is on every page; the footer is read only if there is no title."""
        role = drawing.role
        return role == "furniture" or (role == "footer" and not self.is_named_by_footer)

    def is_titled(self, drawing: art.Drawing) -> bool:
        """Tell whether a drawing is a title, or has one in it."""
        key = id(drawing)
        if key not in self._titled:
            inner = any(self.is_titled(one) for one in _inner(drawing))
            self._titled[key] = drawing.role == "title" or inner
        return self._titled[key]


def _inner(drawing: art.Drawing) -> Iterator[art.Drawing]:
    return (shape.drawing for shape in drawing.shapes if isinstance(shape, art.Placed))


class TaggedPen(Pen):
    """Writes pages and adds their structure elements in reading order."""

    def __init__(self, resources: Resources, structure: Structure, contents: DrawingIndex) -> None:
        super().__init__(resources)
        self._structure, self._contents = structure, contents
        self._height: art.Mm = 0.0
        # The element, or kind of artifact, whose marked content is open.
        self._part: Element | str | None = None
        self._table: TableElement | None = None
        # The transformations that apply to what is being written.
        self._ways: list[art.Placed] = []

    def write(self, page: Page) -> None:
        """Write a page: its copies, then its furniture, whose heading is read before the copies."""
        self._structure.begin_page()
        self._height, whole = page.size.height, self._structure.whole
        start = len(whole.inner)
        for copy in page.copies:
            if copy.alt:
                self._told(copy.placed, 0.0, 0.0, copy.alt, whole)
            else:
                self._lay(copy.placed, 0.0, 0.0, whole)
        if self._contents.is_read(page.furniture):
            self._around(page.furniture, start)
        else:
            self._belong(FURNITURE)
            self.place(art.Placed(page.furniture, 0.0, 0.0), 0.0, 0.0)
        self._belong(None)

    def _around(self, furniture: art.Drawing, start: int) -> None:
        whole, above, below = self._structure.whole, Element("Document"), Element("Document")
        for shape in furniture.shapes:
            is_above = isinstance(shape, art.Placed) and self._contents.is_titled(shape.drawing)
            self._each((shape,), 0.0, 0.0, above if is_above else below)
        whole.inner[start:start] = above.inner
        whole.inner += below.inner

    def _belong(self, part: Element | str | None) -> None:
        if part is self._part:
            return
        if self._part is not None:
            self._written.append("EMC")
        if isinstance(part, Element):
            self._written.append(f"/{part.kind}<</MCID {self._structure.mark(part)}>>BDC")
        elif part is not None:
            self._written.append(part)
        self._part = part

    def _lay(self, placed: art.Placed, x: art.Mm, y: art.Mm, within: Element) -> None:
        drawing = placed.drawing
        if drawing.alt:
            self._told(placed, x, y, drawing.alt, within)
        elif self._contents.is_quiet(drawing) or self._is_again(drawing):
            self._belong(FURNITURE)
            self.place(placed, x, y)
        elif not self._contents.is_read(drawing):
            self._belong(DECOR)
            self.place(placed, x, y)
        else:
            left, top, kept = self._begin(placed, x, y)
            self._open(drawing, left, top, within)
            self._end(kept)

    def _is_again(self, drawing: art.Drawing) -> bool:
        name = self._structure.name
        if name is None or drawing.role not in NAMES:
            return False
        return drawing.role == "footer" or name == " ".join(all_words(drawing))

    def _open(self, drawing: art.Drawing, x: art.Mm, y: art.Mm, within: Element) -> None:
        if drawing.role in NAMES:
            within = self._structure.named(" ".join(all_words(drawing)), within)
        elif drawing.role == "heading":
            within = self._structure.add("H2", within)
        match drawing.table:
            case art.TableShape():
                around, place = self._table, self._place(drawing, x, y)
                self._table = self._structure.table(drawing.table, within, place)
                self._each(drawing.shapes, x, y, within)
                self._table = around
                return
            case art.TablePosition() if self._table is not None:
                within = self._table.cell(drawing.table)
        self._each(drawing.shapes, x, y, within)

    def _each(self, shapes: Iterable[art.Shape], x: art.Mm, y: art.Mm, within: Element) -> None:
        words = within if within.kind in {"H1", "H2", "TH", "TD"} else None
        for shape in shapes:
            if isinstance(shape, art.Placed):
                self._lay(shape, x, y, within)
                continue
            if isinstance(shape, art.Text):
                words = words or self._structure.add("P", within)
                self._belong(words)
            else:
                self._belong(DECOR)
            self._shape(shape, x, y)

    def _told(self, placed: art.Placed, x: art.Mm, y: art.Mm, alt: str, within: Element) -> None:
        """Write a figure; if the file's first title is on it, that becomes a heading."""
        place = self._place(placed.drawing, x + placed.x, y + placed.y, placed)
        figure = self._structure.add("Figure", within, alt=alt, place=place)
        self._in_figure(placed, x, y, figure)

    def _in_figure(self, placed: art.Placed, x: art.Mm, y: art.Mm, figure: Element) -> None:
        drawing = placed.drawing
        is_named = self._contents.is_named_by_footer or self._structure.name is not None
        if is_named or not self._contents.is_titled(drawing):
            self._belong(figure)
            self.place(placed, x, y)
            return
        left, top, kept = self._begin(placed, x, y)
        if drawing.role == "title":
            self._open(drawing, left, top, figure)
        else:
            for shape in drawing.shapes:
                if isinstance(shape, art.Placed):
                    self._in_figure(shape, left, top, figure)
                else:
                    self._belong(figure)
                    self._shape(shape, left, top)
        self._end(kept)

    def _begin(
        self, placed: art.Placed, x: art.Mm, y: art.Mm
    ) -> tuple[art.Mm, art.Mm, Kept | None]:
        if not self._contents.is_moved(placed):
            return x + placed.x, y + placed.y, None
        self._belong(None)
        self._ways.append(replace(placed, x=x + placed.x, y=y + placed.y))
        return 0.0, 0.0, self.enter(placed, x, y)

    def _end(self, kept: Kept | None) -> None:
        if kept is not None:
            self._belong(None)
            self._ways.pop()
            self.leave(kept)

    def _place(
        self, drawing: art.Drawing, x: art.Mm, y: art.Mm, placed: art.Placed | None = None
    ) -> Place:
        left, top, right, low = 0.0, 0.0, drawing.width, drawing.height
        if clip := placed and placed.clip:
            left, top, right, low = clip.x, clip.y, clip.x + clip.width, clip.y + clip.height
        if not self._ways and (placed is None or (not placed.turn and placed.scale == 1.0)):
            left, top, right, low = x + left, y + top, x + right, y + low
        else:
            at = art.Placed(drawing, x, y) if placed is None else replace(placed, x=x, y=y)
            corners = [(left, top), (right, top), (right, low), (left, low)]
            for way in (at, *reversed(self._ways)):
                corners = [point_on_page(way, *corner) for corner in corners]
            xs, ys = zip(*corners, strict=True)
            left, top, right, low = min(xs), min(ys), max(xs), max(ys)
        return left * K, (self._height - low) * K, right * K, (self._height - top) * K
