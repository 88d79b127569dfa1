"""What is written on a drawing by hand, and rings about cells: for figures and corrections."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import cos, hypot, pi, sin
from operator import is_

from generator.game import Mark
from generator.paper import shapes as art
from generator.paper.measures import HAIR_GAP, HEAVY_LINE
from generator.paper.page import all_cells
from generator.paper.shapes import CellBox, Drawing, Mm, Placed, Point, Rect, Shape, Stroke, Text
from generator.paper.text import SYMBOLS, DoesNotFitError, Lettering, Style, set_line, set_middle
from generator.words import message

HEAVY_RING = 2.2
# How far a ring reaches beyond its cell; the ring of a cell that is so wide is as long as it is.
REACH = 1.16
WIDE_CELL = 1.4
# White about words that break a ring.
HEM: Mm = 0.35
STRIKE = Stroke("error", 1.6)
# Corners from the middle, clockwise from the top; a star has them in turn far and near.
CORNERS: Mapping[str, int] = {"triangle": 3, "diamond": 4, "hexagon": 6, "star": 10}
CORNERED = frozenset({"circle", "square", *CORNERS})
# Badges: how large their numbers are, how many stand at one cell, how far above or below a drawing.
BADGE_SIZE, MOST_NUMBERS = 7.5, 3
BEYOND: Mm = 2.0


def write_in(drawing: Drawing, marks: Mapping[str, Mark], font: str) -> Drawing:
    """Return the drawing with each mark in its cell, struck through in the colour of errors."""
    cells = {cell.id: cell for cell in all_cells(drawing)}
    drawing = _clear_under_tokens(drawing, cells, marks)
    shapes, strikes = [*drawing.shapes], list[Shape]()
    printed = [*map(_box, _lines(drawing))]
    for name, mark in marks.items():
        cell, colour = cells[name], mark.colour or "ink"
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        side, is_open = min(cell.width, cell.height), mark.colour in {"", "error"}
        if mark.colour == "error":
            far, up = side * 0.4, side * 0.22
            strikes.append(art.Line(x - far, y + up, x + far, y - up, STRIKE))
        if mark.shape == "tick":
            if mark.text and cell.height > WIDE_CELL * cell.width:
                y -= side * 0.3
            elif mark.text:
                x, y, side = x + side * 0.14, y + side * 0.3, side * 0.34
            how = Lettering(SYMBOLS, art.to_points(side * 0.8), colour, "middle")
            shapes += set_line("✓", x, y + side * 0.28, how)
            continue
        if mark.shape == "cross":
            # What is printed there can still be read.
            is_printed = any(_reaches((x, y), side * 0.2, box) for box in printed)
            far, pen = side * 0.38, Stroke(colour, art.THIN.width if is_printed else HEAVY_LINE)
            shapes += (art.Line(x - far, y - rise, x + far, y + rise, pen) for rise in (far, -far))
            continue
        if mark.covers:
            wide, high = cell.width * 0.92, cell.height * 0.92
            at = (x - wide / 2, y - high / 2)
            shapes.append(Rect(*at, wide, high, "white", None, side * 0.3))
        elif mark.shape and mark.text and is_open:
            # Drawn by hand about a number it leaves the name of the cell alone.
            y, side = y - side * 0.06, side * 0.86
        if mark.shape:
            # Drawn by hand without a colour of its own the edge alone shows the token.
            edge, fill = (Stroke(colour, 1.8), None) if is_open else (art.THIN, colour)
            reach = side * (0.42 if mark.shape != "square" else 0.59 if is_open else 0.52)
            shapes.append(tone_outline(mark.shape, (x, y), reach, fill, edge))
            colour, side = colour if is_open else f"{colour}.on", side * 0.85
        low = side * 0.12 if mark.shape == "triangle" else 0.0
        words = _words(mark.text, x, y + low, side, Lettering(font, 0, colour, "middle"))
        shapes += words if mark.covers else _lift_off_print(words, printed)
    return replace(drawing, shapes=(*shapes, *strikes))


def _lift_off_print(words: Sequence[Text], printed: Iterable[Rect]) -> Iterator[Text]:
    up = 0.0
    for one in map(_box, words):
        low = one.y + one.height
        meets = (
            low + HAIR_GAP - box.y
            for box in printed
            if one.x < box.x + box.width
            and box.x < one.x + one.width
            and one.y + one.height / 2 < box.y < low + HAIR_GAP
        )
        up = max(up, *meets, 0.0)
    return (replace(one, y=one.y - up) for one in words)


def _words(words: str, x: Mm, y: Mm, side: Mm, how: Lettering) -> tuple[Text, ...]:
    if not words:
        return ()
    largest = art.to_points(side * 0.48)
    for size in replace(how, size=largest, least=largest / 3).sizes():
        how = replace(how, size=size)
        if how.width(words) <= side * 0.9:
            return set_middle(words, x, y, how)
    least = f"{largest / 3:g}"
    raise DoesNotFitError(message("paper.does-not-fit", box="cell", words=words, least=least))


def tone_outline(
    tone: str, at: Point, radius: Mm, fill: str | None, edge: Stroke = art.PIECE
) -> Shape:
    """Return a tone's shape within a circle about a point."""
    x, y = at
    match tone:
        case "circle" | "none":
            return art.Circle(x, y, radius, fill, edge)
        case "square":
            side = radius * 2**0.5
            return Rect(x - side / 2, y - side / 2, side, side, fill, edge, side * 0.1)
        case _:
            near = 0.52 if tone == "star" else 1.0
            return art.Polygon(tuple(star_corners(CORNERS[tone], x, y, radius, near)), fill, edge)


def star_corners(count: int, x: Mm, y: Mm, radius: Mm, near: float = 1.0) -> Iterator[Point]:
    """Yield corners on a circle, clockwise from the top, every other one `near` its middle."""
    for corner in range(count):
        angle, reach = 2 * pi * corner / count, radius * (near if corner % 2 else 1.0)
        yield x + reach * sin(angle), y - reach * cos(angle)


# The radius of a numbered disc, and how far a frame about several cells lies from them.
DISC, FRAME = 2.5, 0.6


def add_callouts(
    drawing: Drawing, places: Sequence[tuple[Sequence[str], bool]], style: Style
) -> Drawing:
    """Return the drawing, wider by a disc, with numbered discs at places: cells, framed or not."""
    cells, taken = {cell.id: cell for cell in all_cells(drawing)}, [*map(_box, _lines(drawing))]
    radius, how = style.length(DISC), style.lettering(8.5, "bold", "ink.on", "middle")
    frames: list[Shape] = []
    discs: list[Shape] = []
    for number, (names, is_framed) in enumerate(places, start=1):
        box = _box_about([cells[name] for name in names], FRAME if is_framed else 0.0)
        if is_framed:
            edges = Stroke("white", 3.2), Stroke("ink", HEAVY_LINE, "dashed")
            frames += (replace(box, stroke=edge, radius=radius) for edge in edges)
        reach = radius + HAIR_GAP
        spots = tuple(_callout_places(box, reach))
        free = (at for at in spots if not any(_reaches(at, reach, one) for one in taken))
        x, y = next(free, spots[0])
        taken.append(Rect(x - radius, y - radius, 2 * radius, 2 * radius))
        discs.append(art.Circle(x, y, radius + 0.4, "white"))
        discs.append(art.Circle(x, y, radius, "ink", art.EDGE))
        discs += set_middle(str(number), x, y, how)
    whole = replace(drawing, shapes=(*drawing.shapes, *frames, *discs))
    return art.centred_in(whole, drawing.width + 2 * radius, drawing.height + 2 * radius)


def _callout_places(box: Rect, reach: Mm) -> Iterator[Point]:
    # The usual first: of words alone, behind them.
    if box.width > WIDE_CELL * box.height:
        yield box.x + box.width, box.y + box.height / 2
        yield box.x + box.width + reach, box.y + box.height / 2
    away = 0.1 * min(box.width, box.height)
    for y in (box.y + away, box.y + box.height - away):
        yield box.x + away, y
        yield box.x + box.width - away, y
    for y in (box.y - reach / 2, box.y + box.height + reach / 2):
        yield box.x + box.width / 2, y


def _reaches(at: Point, radius: Mm, box: Rect) -> bool:
    x = max(box.x - at[0], 0.0, at[0] - box.x - box.width)
    y = max(box.y - at[1], 0.0, at[1] - box.y - box.height)
    return hypot(x, y) < radius


def _lines(drawing: Drawing) -> Iterator[Text]:
    for shape in drawing.shapes:
        match shape:
            case Text():
                yield shape
            case Placed(turn=0.0, clip=None, scale=scale):
                for one in _lines(shape.drawing):
                    x, y = shape.x + scale * one.x, shape.y + scale * one.y
                    yield replace(one, x=x, y=y, size=scale * one.size)
            case _:
                pass


def _clear_under_tokens(
    drawing: Drawing, cells: Mapping[str, CellBox], marks: Mapping[str, Mark]
) -> Drawing:
    """Return the drawing without what would peep out under a token with words of its own."""
    tokens = (cells[name] for name, mark in marks.items() if mark.text and mark.shape in CORNERED)
    return _without_words(drawing, [(one.x, one.y, one.width, one.height) for one in tokens])


def _without_words(drawing: Drawing, fields: Sequence[tuple[Mm, Mm, Mm, Mm]]) -> Drawing:
    """Return the drawing without the words whose middle lies in one of some fields."""
    shapes = list[Shape]()
    for shape in drawing.shapes if fields else ():
        if isinstance(shape, Placed) and (shape.turn, shape.clip) == (0.0, None):
            far = shape.scale
            moved = [
                ((x - shape.x) / far, (y - shape.y) / far, wide / far, high / far)
                for x, y, wide, high in fields
            ]
            inner = _without_words(shape.drawing, moved)
            shapes.append(shape if inner is shape.drawing else replace(shape, drawing=inner))
        elif not (isinstance(shape, Text) and _is_within(_box(shape), fields)):
            shapes.append(shape)
    is_same = not fields or all(map(is_, shapes, drawing.shapes))
    if is_same and len(shapes) in {0, len(drawing.shapes)}:
        return drawing
    return replace(drawing, shapes=tuple(shapes))


def _is_within(box: Rect, fields: Iterable[tuple[Mm, Mm, Mm, Mm]]) -> bool:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return any(0 < x - at < wide and 0 < y - top < high for at, top, wide, high in fields)


def _box(line: Text) -> Rect:
    how = Lettering(line.font, line.size)
    wide, high = how.width(line.words), how.height
    return Rect(line.x - wide * art.BEFORE[line.align], line.y - high, wide, high)


def break_rings_at_words(drawing: Drawing, rings: Iterable[art.Circle]) -> Iterator[Shape]:
    """Yield rings, then the words they run through again, on white: a ring stops short of words."""
    lines = [(_box(words), words) for words in _lines(drawing)]
    for one in rings:
        yield one
        for box, words in lines:
            ends = product((box.x, box.x + box.width), (box.y, box.y + box.height))
            far = max(hypot(x - one.x, y - one.y) for x, y in ends)
            if _reaches((one.x, one.y), one.radius, box) and far > one.radius - HEM:
                wide, high = box.width + 2 * HEM, box.height + 2 * HEM
                yield Rect(box.x - HEM, box.y - HEM, wide, high, "white", None, HEM)
                yield words


def _box_about(cells: Sequence[CellBox], away: Mm) -> Rect:
    left, top = min(cell.x for cell in cells) - away, min(cell.y for cell in cells) - away
    right = max(cell.x + cell.width for cell in cells) + away
    low = max(cell.y + cell.height for cell in cells) + away
    return Rect(left, top, right - left, low - top)


def draw_bands(drawing: Drawing, lines: Iterable[Sequence[str]]) -> Drawing:
    """Return the drawing with a band from the first cell to the last of each line."""
    cells = {cell.id: cell for cell in all_cells(drawing)}
    ends = [(cells[line[0]], cells[line[-1]]) for line in lines]
    bands = [
        art.Line(*_middle(one), *_middle(other), Stroke(colour, width * one.height))
        for colour, width in (("ink", 2.35), ("rule.tint", 2.15))
        for one, other in ends
    ]
    return replace(drawing, shapes=(*drawing.shapes, *bands))


def _middle(cell: CellBox) -> Point:
    return cell.x + cell.width / 2, cell.y + cell.height * 0.44


def ring_cells(drawing: Drawing, ids: Iterable[str], colour: str = "error") -> Drawing:
    """Return the drawing with a ring about each cell; KeyError names a cell that is not there."""
    cells = {cell.id: cell for cell in all_cells(drawing)}
    rings: list[Shape] = []
    for cell in (cells[name] for name in ids):
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        across, high = cell.width * REACH, cell.height * REACH
        stroke = Stroke(colour, HEAVY_RING)
        if across > WIDE_CELL * high:
            # It is as long as the cell, with round ends.
            across = cell.width + high - cell.height
            box = (x - across / 2, y - high / 2, across, high)
            rings.append(Rect(*box, None, stroke, high / 2))
        else:
            rings.append(art.Circle(x, y, max(across, high) / 2, None, stroke))
    return replace(drawing, shapes=(*drawing.shapes, *rings))


@dataclass(frozen=True, slots=True)
class CellRing:
    """What stands about a cell: the numbers of its findings, and what is right."""

    numbers: tuple[int, ...] = ()
    right: str = ""


def add_numbered_rings(drawing: Drawing, rings: Mapping[str, CellRing], font: str) -> Drawing:
    """Return the drawing with rings about cells, each with its numbers and what is right at it."""
    ringed, cells = ring_cells(drawing, rings), {cell.id: cell for cell in all_cells(drawing)}
    badge = Lettering(font, BADGE_SIZE, "error.on", "middle")
    pen = replace(badge, size=9.5, colour="ink")
    taken, shapes = [*map(_box, _lines(drawing))], list[Shape]()
    for name, of in rings.items():
        numbers = ", ".join(map(str, of.numbers[:MOST_NUMBERS]))
        for words, how, down in ((numbers, badge, -1), (of.right, pen, 1)):
            if words:
                spots = _patch_spots(cells[name], _patch_width(words, how), down)
                boxes = [_patch(words, x, y, how) for x, y in spots]
                # The first that covers nothing, or what covers least.
                box = min(boxes, key=lambda one: _covered(one, taken, drawing))
                taken.append(box)
                x, y = box.x + box.width / 2, box.y + box.height / 2
                shapes += draw_patch(words, x, y, how)
    return replace(ringed, shapes=(*ringed.shapes, *shapes))


def _patch_spots(cell: CellBox, wide: Mm, down: int) -> Iterator[Point]:
    """Yield where a patch may lie: in a wide cell beside what is written, on the ring, farther."""
    x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
    if cell.width > WIDE_CELL * cell.height:
        away = (cell.width - wide) / 2 - 0.5
        yield from ((x + side * away, y) for side in (down, -down))
    across, up = cell.width / 2 - 1.0, cell.height / 2
    if cell.width <= WIDE_CELL * cell.height:
        across = up = max(cell.width, cell.height) * REACH * 0.36
    for far in range(15):
        right, low = across + far, up + far
        for side, way in ((1, down), (-1, down), (1, -down), (-1, -down)):
            yield x + side * right, y + way * low
        yield from ((x, y + down * (low + 1)), (x, y - down * (low + 1)))
        yield from ((x + right + 1, y), (x - right - 1, y))


def _covered(box: Rect, taken: Iterable[Rect], frame: Drawing) -> float:
    """Return how many square millimetres a patch covers of others, or lies beyond a drawing."""
    field = Rect(0.0, -BEYOND, frame.width, frame.height + 2 * BEYOND)
    over = sum(_shared(box, one) for one in taken)
    return round(over + box.width * box.height - _shared(box, field), 2)


def _shared(one: Rect, other: Rect) -> float:
    right = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    low = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(right, 0.0) * max(low, 0.0)


def _patch_width(words: str, how: Lettering) -> Mm:
    return max(how.height + 2.2, how.width(words) + 2.0)


def _patch(words: str, x: Mm, y: Mm, how: Lettering) -> Rect:
    width, high = _patch_width(words, how), how.height + 2.2
    return Rect(x - width / 2, y - high / 2, width, high, None, None, high / 2)


def draw_patch(words: str, x: Mm, y: Mm, how: Lettering) -> tuple[Shape, ...]:
    """Draw a patch with round ends about a point, and words on it, white on red or ink on white."""
    # In outline nothing is filled: the edge alone makes a badge.
    fill = "error" if how.colour == "error.on" else "white"
    box = replace(_patch(words, x, y, how), fill=fill, stroke=Stroke("error", 0.8))
    return (box, *set_middle(words, x, y, how))
