"""The drawing of a goose board: the road, what its squares say, and the field in the middle."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from math import atan2, degrees, dist, hypot
from typing import Literal

from generator.listgames.goose.track import GooseTrack
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import DRAWING_GAP, HAIR_GAP
from generator.paper.page import Box, bounding_box
from generator.paper.shapes import EDGE, Drawing, Mm, Path, Point, Polygon, Pt, Rect, Size, Stroke
from generator.printables.context import Context
from generator.printables.page_furniture import draw_emblem
from generator.printables.pictures import svg_outline
from generator.printables.sketch import Sketch, die_face

SquareSign = Literal["forward", "back", "repeat", "to", "miss", "again", "question", "end"]

# The band of colour inside the line of a square, and white between line and words.
BAND: Mm = 1.5
WHITE: Mm = 0.8
# On a wider road all that stands on a square is larger.
USUAL_ROAD: Mm = 30.5
# The largest type and the least: words of a square, title, legend. Sides of the sign of a square.
WORDS: tuple[Pt, Pt] = (11.0, 9.0)
TITLE: tuple[Pt, Pt] = (40.0, 16.0)
LEGEND: tuple[Pt, Pt] = (15.0, 9.0)
SIGN: Size = (5.4, 15.0)
# From the line of a sign in the legend to the sign.
INSIDE: Mm = 1.5
# A wider legend has two columns.
WIDE_LEGEND: Mm = 120.0
LEAST_GOOSE: Mm = 14.0
LEAST_EMBLEM: Mm = 5.0
# The signs are drawn in a square of this side, with strokes as wide as this at 12 mm.
SIGN_SIDE = 100.0
WEIGHT: Pt = 1.7
BODY = (
    "M3 62C17 61 24 53 42 52C56 51 65 48 66 34C67 25 64 18 68 11C71 5 78 2 85 5C89 7 91 10 91 13"
    "L100 18L90 21C87 24 82 24 80 27C76 37 83 50 81 65C79 79 66 88 48 88C30 88 13 80 3 62Z"
)
WING_AND_FEET = ("M34 64C43 59 58 60 67 66C60 77 46 78 37 73", "M43 88L41 98H49M58 86V98H66")
SANDGLASS = (
    "M24 8H76M24 92H76",
    "M30 8C30 34 44 42 50 50C56 42 70 34 70 8",
    "M30 92C30 66 44 58 50 50C56 58 70 66 70 92",
)
CHEVRONS = ("M14 20L44 50L14 80", "M52 20L82 50L52 80")
JUMP = ("M8 78C10 14 80 8 86 62", "M66 52L87 68L100 45")
JUMP_BACK = ("M92 78C90 14 20 8 14 62", "M34 52L13 68L0 45")


@dataclass(frozen=True, slots=True)
class SquareMark:
    """What a square shows; the middle tells what it `does` if `is_told` or its words do not fit."""

    sign: SquareSign
    does: str
    colour: str
    count: int = 0
    words: str = ""
    brief: str = ""
    is_told: bool = False
    is_back: bool = False


class GooseSketch(Sketch):
    """The board being drawn; `marks` are those of the special squares, of questions and the end."""

    def __init__(
        self, track: GooseTrack, marks: Mapping[int, SquareMark], setting: Context
    ) -> None:
        super().__init__(setting)
        self.track, self.marks, self.end = track, marks, marks[track.squares]
        self.bold = self.style.family.bold
        self.scale = max(1.0, track.road / USUAL_ROAD)
        self.number_type = self.style.lettering(12.5 * self.scale, "bold", align="middle")
        # Kinds of squares that the middle tells, by sign and count.
        self.told = dict[tuple[str, int], SquareMark]()

    def board(self) -> Drawing:
        """Draw the whole board; DoesNotFitError where the words of a square are too long."""
        for number in range(self.track.squares + 1):
            self._draw_square(number)
        for number in range(self.track.squares):
            # An arrow from each field to the next.
            spot = self.track.point_after(self.track.square_ends(number)[1])
            tails = (spot.aside(-1.5, side * 1.5) for side in (1, -1))
            self.put(Polygon((spot.aside(1.5, 0.0), *tails), "ink", art.THIN))
        self._draw_middle()
        return self.drawing(*self.track.size, self.setting.sentences.title)

    def _draw_square(self, number: int) -> None:
        track, mark = self.track, self.marks.get(number)
        outline, is_end = track.outline(number), number in {0, track.squares}
        stroke = art.HEAVY if is_end else EDGE
        if mark is not None or is_end:
            self.put(Polygon(outline, (mark or self.end).colour, stroke))
            self.put(Polygon(track.outline(number, BAND), "white"))
        else:
            fill = f"{self.end.colour}.tint" if number % 2 else "white"
            self.put(Polygon(outline, fill, stroke))
        if number:
            self.centre(str(number), *self._number_centre(number), self.number_type)
            box = bounding_box(outline)
            name = f"square-{number}"
            self.cells.append(art.CellBox(name, str(number), box.left, box.top, *box.size))
        if is_end:
            key = "list.goose-end" if number else "list.goose-start"
            self._draw_end_word(number, self.setting.say(key))
        elif mark is not None:
            self._draw_mark(number, mark)

    def _number_centre(self, number: int) -> Point:
        begin, end = self.track.square_ends(number)
        inside = 4.6 * self.scale
        spot = self.track.point_in(number, inside / (end - begin))
        return spot.aside(0.0, inside - self.track.road / 2)

    def _draw_mark(self, number: int, mark: SquareMark) -> None:
        right, down = self.track.point_in(number).ahead
        # In degrees, clockwise from rightwards.
        sign = partial(draw_sign, mark, font=self.bold, turn=degrees(atan2(down, right)))
        fitting = self._fit_words(number, mark.words)
        if mark.is_told or fitting is None:
            self.told[mark.sign, mark.count] = mark
        fitting = fitting or self._fit_words(number, mark.brief)
        if fitting is None:
            most = SIGN[1] * self.scale
            boxes = self._free_boxes(number)
            box = self._best_box(number, boxes, lambda one: min(*one.size, most))
            shown = sign(min(*box.size, most))
        else:
            box, words, side = fitting
            above = art.centred_in(sign(side), words.width, side)
            shown = art.column(above, words, gap=HAIR_GAP)
        self._place_in(box, shown)

    def _fit_words(self, number: int, words: str) -> tuple[Box, Drawing, Mm] | None:
        """Return a field, words in it and the side of the sign above, as large as can be."""
        boxes = [*self._free_boxes(number)] if words else []
        largest, most = WORDS[0] * self.scale, SIGN[1] * self.scale
        # The number stays with its word if it can.
        for one in dict.fromkeys((words, words.replace("\u00a0", " "))):
            for size in lettered.Lettering(self.bold, largest, least=WORDS[1]).sizes():
                how = lettered.Lettering(self.bold, size, "ink", "middle")
                drawn, sides = dict[Box, Drawing](), dict[Box, Mm]()
                for box in boxes:
                    across, high = box.size
                    with suppress(lettered.DoesNotFitError):
                        drawn[box] = how.fit(one, str(number), across, high - SIGN[0] - HAIR_GAP)
                        sides[box] = min(most, high - drawn[box].height - HAIR_GAP)
                if sides:
                    box = self._best_box(number, sides, sides.__getitem__)
                    return box, drawn[box], sides[box]
        return None

    def _draw_end_word(self, number: int, words: str) -> None:
        box = max(self._free_boxes(number), key=lambda one: min(one.size))
        how = lettered.Lettering(self.bold, 24.0 * self.scale, "ink", "middle", lettered.LABEL)
        said = how.fit(words, "board", *box.size)
        side, face = 12.0 * self.scale, self.setting.game.head.face
        sign = [draw_sign(self.end, side, self.bold)] if number else []
        if face is not None and not number:
            # The emblem where there is room for it: the start is a low square.
            side = min(side, box.size[1] - said.height - 2.0)
            sign = [draw_emblem(self.setting.game, face, side)] if side >= LEAST_EMBLEM else []
        self._place_in(box, art.column(*sign, said, gap=1.0, middle=True))

    def _place_in(self, box: Box, drawing: Drawing) -> None:
        across, high = box.size
        self.place(drawing, box.left + (across - drawing.width) / 2, box.top, high)

    def _free_boxes(self, number: int) -> Iterator[Box]:
        """Yield the largest upright fields in a square beside its number, by their form."""
        track = self.track
        inside, taken = self.track.outline(number, BAND + WHITE), None
        if number:
            (x, y), how = self._number_centre(number), self.number_type
            across, high = how.width(str(number)) / 2 + WHITE, how.height / 2 + WHITE
            taken = Box(x - across, y - high, x + across, y + high)
        spots = [track.point_in(number, share) for share in (0.4, 0.5, 0.6)]
        asides = [step * track.road / 28 for step in range(-6, 7)]
        middles = [spot.aside(0.0, aside) for spot, aside in product(spots, asides)]
        for wide in (0.8, 1.0, 1.25, 1.6):
            boxes = (_largest_box(at, inside, taken, wide) for at in middles)
            # Fields are alike to half a millimetre.
            yield self._best_box(number, boxes, lambda one: 2 * one.size[0])

    def _best_box(self, number: int, boxes: Iterable[Box], measure: Callable[[Box], float]) -> Box:
        """Return the field with the largest measure, of several alike that nearest the middle."""
        at = self.track.point_in(number).at
        return max(boxes, key=lambda one: (round(measure(one)), -dist(at, one.middle)))

    def _draw_middle(self) -> None:
        free, setting = self.track.clear_middle(5.0), self.setting
        (width, height), left, top = free.size, free.left, free.top
        how = lettered.Lettering(self.bold, TITLE[0] * self.scale, "ink", "middle", TITLE[1])
        title = how.fit(setting.sentences.title, "title", width, height * 0.24)
        legend = self._draw_legend((width, (height - title.height) * 0.6))
        self.place(title, left, top)
        low = top + height - legend.height
        self.place(legend, left + (width - legend.width) / 2, low)
        rest = low - top - title.height - 2 * DRAWING_GAP
        if rest >= LEAST_GOOSE:
            side = min(rest, width * 0.6, 90.0)
            x, y = left + (width - side) / 2, top + title.height + DRAWING_GAP
            goose = _goose(side, Stroke("ink", max(1.2, min(2.2, WEIGHT * side / 12))))
            self.place(goose, x, y, rest)

    def _draw_legend(self, room: Size) -> Drawing:
        shown = [*self.told.values(), self.end]
        columns = 2 if room[0] >= WIDE_LEGEND and len(shown) > 1 else 1
        width = (room[0] - (columns - 1) * 2 * DRAWING_GAP) / columns
        font, largest = self.style.family.regular, LEGEND[0] * self.scale
        for size in lettered.Lettering(font, largest, least=LEGEND[1]).sizes():
            how = lettered.Lettering(font, size)
            rows = [self._draw_legend_row(one, width, how) for one in shown]
            drawn = art.in_columns(rows, columns, gap=DRAWING_GAP, between=2 * DRAWING_GAP)
            if drawn.height <= room[1]:
                break
        return drawn

    def _draw_legend_row(self, mark: SquareMark, width: Mm, how: lettered.Lettering) -> Drawing:
        side, sketch = 0.8 * how.size, Sketch(self.setting)
        sketch.banded_field(Rect(0.0, 0.0, side, side, None, EDGE, 1.2), mark.colour)
        sketch.place(draw_sign(mark, side - 2 * INSIDE, self.bold), INSIDE, INSIDE)
        said = how.fit(mark.does, "legend", width - side - DRAWING_GAP)
        return art.row(sketch.drawing(side, side), said, gap=DRAWING_GAP, middle=True)


def _largest_box(at: Point, inside: Sequence[Point], taken: Box | None, wide: float) -> Box:
    low, high, found = 0.0, 20.0, _box_about(at, 0.0, wide)
    for _ in range(8):
        half = (low + high) / 2
        box = _box_about(at, half, wide)
        # No corner of the square lies in the field, and those of the field lie within the square.
        inner = (box.left < x < box.right and box.top < y < box.bottom for x, y in inside)
        is_clear = (taken is None or box.shared(taken) is None) and not any(inner)
        if is_clear and all(_is_within(inside, corner) for corner in box.corners()):
            low, found = half, box
        else:
            high = half
    return found


def _box_about(at: Point, half: Mm, wide: float) -> Box:
    x, y = at
    return Box(x - half * wide, y - half, x + half * wide, y + half)


def _is_within(outline: Sequence[Point], point: Point) -> bool:
    """Tell whether a line from a point to the right leaves the outline oddly often."""
    (x, y), odd = point, False
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            odd = not odd
    return odd


def draw_sign(mark: SquareMark, side: Mm, font: str, *, turn: float = 0.0) -> Drawing:
    """Draw a sign in a square; arrows on and back lie along the road at a turn, clockwise."""
    stroke = Stroke("ink", max(0.9, WEIGHT * side / 12))
    thick = replace(stroke, width=stroke.width * 1.5)
    match mark.sign:
        case "forward":
            shown = _turned(_strokes(CHEVRONS, side, thick), turn)
        case "back":
            shown = _turned(_strokes(CHEVRONS, side, thick), turn + 180.0)
        case "repeat":
            shown = _goose(side, stroke)
        case "to":
            shown = _strokes(JUMP_BACK if mark.is_back else JUMP, side, thick)
        case "miss":
            sand = Path(
                svg_outline("M36 88C40 76 60 76 64 88Z", scale=side / SIGN_SIDE), "ink", stroke
            )
            shown = Drawing(side, side, (*_strokes(SANDGLASS, side, stroke).shapes, sand))
        case "again":
            shown = die_face(5, side)
        case "question":
            how = lettered.Lettering(font, art.to_points(side) * 0.86, "ink", "middle")
            ring = art.Circle(side / 2, side / 2, side * 0.47, "white", stroke)
            words = lettered.set_middle("?", side / 2, side / 2, how)
            shown = Drawing(side, side, (ring, *words))
        case "end":
            shown = _flag(side, stroke)
    return shown


def _strokes(words: Sequence[str], side: Mm, stroke: Stroke) -> Drawing:
    steps = (svg_outline(one, scale=side / SIGN_SIDE) for one in words)
    return Drawing(side, side, tuple(Path(one, None, stroke) for one in steps))


def _goose(side: Mm, stroke: Stroke) -> Drawing:
    scale, (x, y) = side / SIGN_SIDE, (80.0, 13.0)
    body, *lines = (svg_outline(one, scale=scale) for one in (BODY, *WING_AND_FEET))
    eye = Stroke("ink", stroke.width * 1.5)
    shapes: list[art.Shape] = [Path(one, None, stroke) for one in lines]
    shapes.insert(0, Path(body, "white", stroke))
    shapes.append(art.Line(x * scale, y * scale, x * scale + 0.01, y * scale, eye))
    return Drawing(side, side, tuple(shapes))


def _flag(side: Mm, stroke: Stroke) -> Drawing:
    scale = side / SIGN_SIDE
    wide, high = 66 / 4 * scale, 50 / 3 * scale
    squares = [
        Rect(20 * scale + column * wide, 8 * scale + row * high, wide, high, "ink", None)
        for row in range(3)
        for column in range(4)
        if (row + column) % 2 == 0
    ]
    return Drawing(
        side, side, (*squares, *_strokes(("M20 96V6", "M20 8H86V58H20"), side, stroke).shapes)
    )


def _turned(drawing: Drawing, turn: float) -> Drawing:
    half = drawing.width / 2
    x, y = art.on_circle(0.0, 0.0, hypot(half, half), turn + 315.0)
    placed = art.Placed(drawing, half + x, half + y, turn)
    return Drawing(drawing.width, drawing.height, (placed,))
