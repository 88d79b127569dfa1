"""The drawing of a goose board: the road, what its squares say, and the field in the middle."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, product
from math import atan2, degrees, dist

from generator.listgames.goose.square_signs import SquareSign, draw_goose, draw_sign
from generator.listgames.goose.track import GooseTrack
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.page import Box, bounding_box
from generator.printables.context import PrintContext
from generator.printables.sketch import Sketch
from generator.words import Message

# The band of colour inside the line of a square, and white between line and words.
BAND: art.Mm = 1.5
WHITE: art.Mm = 0.8
# How far in from the corner of a square the middle of its number stands.
NUMBER: art.Pt = 12.5
USUAL_ROAD: art.Mm = 30.5
CORNER: art.Mm = 4.6
# The words of a square, and its sign.
WORDS: tuple[art.Pt, art.Pt] = (11.0, 9.0)
SIGN: art.Size = (5.4, 15.0)
SIGN_GAP: art.Mm = 0.6
# The widths of the fields sought for sign and words, over their heights.
FORMS = (0.8, 1.0, 1.25, 1.6)
# The arrow between two squares.
ARROW: art.Mm = 1.5
# In the middle: white, the title, a line of the legend.
MARGIN: art.Mm = 5.0
TITLE: tuple[art.Pt, art.Pt] = (40.0, 16.0)
LEGEND: tuple[art.Pt, art.Pt] = (15.0, 9.0)
# The side of a sign there for a point of type.
ROW_SIGN: art.Mm = 0.8
GAP: art.Mm = 3.0
INSIDE: art.Mm = 1.5

# Of what the title leaves the legend takes so much; wider than this it has two columns.
TITLE_SHARE, LEGEND_SHARE = 0.24, 0.6
WIDE_LEGEND: art.Mm = 120.0
LEAST_GOOSE: art.Mm = 14.0
MOST_GOOSE: art.Mm = 90.0
# Half the height of the largest field for words.
LARGEST: art.Mm = 20.0

HELPS = frozenset({"on", "repeat", "again"})


@dataclass(frozen=True, slots=True)
class SquareMark:
    """What a square shows: a sign, few words, briefer ones where these do not fit.

    `count` is how many, or where to; the sentence stands in the middle of the board where the
    square itself does not tell all: `is_told`, or the brief words stand on it.
    """

    sign: SquareSign
    does: Message
    count: int = 0
    words: Message | None = None
    brief: str | Message = ""
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class SquareColours:
    """The colours of questions, of squares that help and of those that hinder."""

    asks: str
    helps: str
    hinders: str

    def colour_of(self, marked: SquareMark, square: int) -> str:
        """Return the colour of a square."""
        if marked.sign in {"question", "end"}:
            return self.asks
        is_ahead = marked.sign == "to" and marked.count > square
        return self.helps if is_ahead or marked.sign in HELPS else self.hinders


def draw_goose_board(
    way: GooseTrack,
    marks: Mapping[int, SquareMark],
    end: Message,
    looks: SquareColours,
    setting: PrintContext,
) -> art.Drawing:
    """Draw the whole board; DoesNotFitError where the words of a square are too long."""
    road = _GooseSketch(way, marks, end, looks, setting)
    for number in range(way.squares + 1):
        road.draw_square(number)
    for number in range(way.squares):
        road.draw_arrow(number)
    road.draw_middle()
    width, height = way.size
    return road.drawing(width, height, setting.sentences.title)


class _GooseSketch(Sketch):
    """The board being drawn."""

    def __init__(
        self,
        way: GooseTrack,
        marks: Mapping[int, SquareMark],
        end: Message,
        looks: SquareColours,
        setting: PrintContext,
    ) -> None:
        super().__init__(setting)
        self.way, self.marks, self.end, self.looks = way, marks, end, looks
        self.bold = self.style.family.bold
        # On larger squares all is larger.
        self.scale = max(1.0, way.road / USUAL_ROAD)
        # Squares with brief words only.
        self.told = set[int]()

    def draw_square(self, number: int) -> None:
        """Draw the start, a square or the end."""
        way, mark = self.way, self.marks.get(number)
        outline, is_end = way.outline(number), number in {0, way.squares}
        stroke = art.HEAVY if is_end else art.EDGE
        if mark is not None or is_end:
            colour = self.looks.colour_of(mark, number) if mark else self.looks.asks
            self.put(art.Polygon(outline, colour, stroke))
            self.put(art.Polygon(way.outline(number, BAND), "white"))
        else:
            fill = f"{self.looks.asks}.tint" if number % 2 else "white"
            self.put(art.Polygon(outline, fill, stroke))
        if number:
            self.draw_number(number)
            box = bounding_box(outline)
            name = f"square-{number}"
            self.cells.append(art.CellBox(name, str(number), box.left, box.top, *box.size))
        if is_end:
            key = "list.goose-end" if number else "list.goose-start"
            sign = draw_sign("end", 12.0 * self.scale, self.bold) if number else None
            self.draw_end_word(number, self.setting.say(key), sign)
        elif mark is not None:
            self.draw_mark(number, mark)

    def draw_number(self, number: int) -> None:
        """Set the number of a square in the corner where the road comes in, outside."""
        how = self.style.lettering(NUMBER * self.scale, "bold", align="middle")
        self.centre(str(number), *self.number_centre(number), how)

    def number_centre(self, number: int) -> art.Point:
        """Return the middle of a square's number."""
        way = self.way
        begin, end = way.square_ends(number)
        inside = CORNER * self.scale
        return way.point_in(number, inside / (end - begin)).aside(0.0, inside - way.road / 2)

    def draw_mark(self, number: int, mark: SquareMark) -> None:
        """Draw the sign of a square and its words."""
        (right, down), is_back = self.way.point_in(number).ahead, mark.count < number
        # In degrees, clockwise from rightwards.
        turn = degrees(atan2(down, right))

        def sign(side: art.Mm) -> art.Drawing:
            return draw_sign(mark.sign, side, self.bold, turn=turn, is_back=is_back)

        fitting = self.fit_words(number, self.setting.say(mark.words)) if mark.words else None
        if fitting is None:
            brief = mark.brief if isinstance(mark.brief, str) else self.setting.say(mark.brief)
            fitting = self.fit_words(number, brief) if brief else None
            self.told.add(number)
        if fitting is None:
            most = SIGN[1] * self.scale
            box = max(
                self.free_boxes(number),
                key=lambda one: (
                    round(min(*one.size, most)),
                    -self.distance_from_middle(number, one),
                ),
            )
            shown = sign(min(*box.size, most))
        else:
            box, said, side = fitting
            shown = art.stack_down(art.centred_in(sign(side), said.width, side), said, gap=SIGN_GAP)
        across, high = box.size
        self.place(shown, box.left + (across - shown.width) / 2, box.top, high)

    def fit_words(self, number: int, words: str) -> tuple[Box, art.Drawing, art.Mm] | None:
        """Return where the words of a square go, the words, and the side of the sign above.

        They are as large as they can be; so is then the sign. None where they are too long.
        """
        rooms = tuple(self.free_boxes(number))
        largest, most = WORDS[0] * self.scale, SIGN[1] * self.scale
        # The number stays with its word if it can.
        for one in dict.fromkeys((words, words.replace("\u00a0", " "))):
            for size in lettered.Lettering(self.bold, largest, least=WORDS[1]).sizes():
                how = lettered.Lettering(self.bold, size, "ink", "middle")
                ways = []
                for box in rooms:
                    across, high = box.size
                    with suppress(lettered.DoesNotFitError):
                        said = how.fit(one, str(number), across, high - SIGN[0] - SIGN_GAP)
                        ways.append((min(most, high - said.height - SIGN_GAP), box, said))
                if ways:
                    side, box, said = max(
                        ways,
                        key=lambda way: (round(way[0]), -self.distance_from_middle(number, way[1])),
                    )
                    return box, said, side
        return None

    def draw_end_word(self, number: int, words: str, sign: art.Drawing | None) -> None:
        """Draw the word of the start or of the end."""
        box = max(self.free_boxes(number), key=lambda one: min(one.size))
        across, high = box.size
        how = lettered.Lettering(self.bold, 24.0 * self.scale, "ink", "middle", lettered.LABEL)
        said = how.fit(words, "board", across, high)
        shown = art.stack_down(sign, said, gap=1.0, middle=True) if sign else said
        self.place(shown, box.left + (across - shown.width) / 2, box.top, high)

    def free_boxes(self, number: int) -> Iterator[Box]:
        """Yield the largest upright fields in a square beside its number, by their form."""
        way, inside, taken = self.way, self.way.outline(number, BAND + WHITE), None
        if number:
            (x, y), how = (
                self.number_centre(number),
                self.style.lettering(NUMBER * self.scale, "bold"),
            )
            across, high = how.width(str(number)) / 2 + WHITE, how.height / 2 + WHITE
            taken = Box(x - across, y - high, x + across, y + high)
        spots = (way.point_in(number, share) for share in (0.4, 0.5, 0.6))
        middles = [
            spot.aside(0.0, aside * way.road / 28) for spot, aside in product(spots, range(-6, 7))
        ]
        for wide in FORMS:
            found = (_largest_box(at, inside, taken, wide) for at in middles)
            # Of fields alike, to half a millimetre, the one nearest the middle.
            yield max(
                found,
                key=lambda box: (round(2 * box.size[0]), -self.distance_from_middle(number, box)),
            )

    def distance_from_middle(self, number: int, box: Box) -> art.Mm:
        """Return how far the middle of a field is from that of its square."""
        return dist(self.way.point_in(number).at, box.middle)

    def draw_arrow(self, number: int) -> None:
        """Draw an arrow from a field to the next."""
        _, end = self.way.square_ends(number)
        spot = self.way.point_after(end)
        tip, tails = spot.aside(ARROW, 0.0), (spot.aside(-ARROW, side * ARROW) for side in (1, -1))
        self.put(art.Polygon((tip, *tails), "ink", art.THIN))

    def draw_middle(self) -> None:
        """Draw the title, the goose and what the squares do, as large as there is room."""
        free, setting = self.way.clear_middle(MARGIN), self.setting
        (width, height), left, top = free.size, free.left, free.top
        how = lettered.Lettering(self.bold, TITLE[0] * self.scale, "ink", "middle", TITLE[1])
        title = how.fit(setting.sentences.title, "title", width, height * TITLE_SHARE)
        legend = self.draw_legend((width, (height - title.height) * LEGEND_SHARE))
        self.place(title, left, top)
        low = top + height - legend.height
        self.place(legend, left + (width - legend.width) / 2, low)
        rest = low - top - title.height - 2 * GAP
        if rest >= LEAST_GOOSE:
            side = min(rest, width * 0.6, MOST_GOOSE)
            x, y = left + (width - side) / 2, top + title.height + GAP
            self.place(draw_goose(side), x, y, rest)

    def draw_legend(self, room: art.Size) -> art.Drawing:
        """Draw what each kind of square does, in the largest type that the room has."""
        # What is not said in full on the squares.
        shown = {
            (one.sign, one.count): (square, one)
            for square, one in self.marks.items()
            if one.is_told or square in self.told
        }
        shown["end", 0] = self.way.squares, SquareMark("end", self.end)
        columns = 2 if room[0] >= WIDE_LEGEND and len(shown) > 1 else 1
        width = (room[0] - (columns - 1) * 2 * GAP) / columns
        size = LEGEND[0] * self.scale
        while True:
            rows = [
                self.draw_legend_row(square, one, width, size) for square, one in shown.values()
            ]
            drawn = art.in_columns(rows, columns, gap=GAP, between=2 * GAP)
            if drawn.height <= room[1] or size <= LEGEND[1]:
                return drawn
            size -= lettered.STEP

    def draw_legend_row(
        self, square: int, marked: SquareMark, width: art.Mm, size: art.Pt
    ) -> art.Drawing:
        """Draw the sign of a kind of square as it stands on the board, and what it does."""
        side, sketch = ROW_SIGN * size, Sketch(self.setting)
        sketch.banded_field(
            art.Rect(0.0, 0.0, side, side, None, art.EDGE, 1.2),
            self.looks.colour_of(marked, square),
        )
        is_back = marked.count < square
        sign = draw_sign(marked.sign, side - 2 * INSIDE, self.bold, is_back=is_back)
        sketch.place(sign, INSIDE, INSIDE)
        rest = width - side - GAP
        how = lettered.Lettering(self.style.family.regular, size)
        said = how.fit(self.setting.say(marked.does), "legend", rest)
        return art.stack_across(sketch.drawing(side, side), said, gap=GAP, middle=True)


def _largest_box(at: art.Point, inside: Sequence[art.Point], taken: Box | None, wide: float) -> Box:
    """Return the largest field about a point that lies inside a square, clear of its number."""
    low, high, found = 0.0, LARGEST, _box_about(at, 0.0, wide)
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


def _box_about(at: art.Point, half: art.Mm, wide: float) -> Box:
    x, y = at
    return Box(x - half * wide, y - half, x + half * wide, y + half)


def _is_within(outline: Sequence[art.Point], point: art.Point) -> bool:
    """Tell whether a line from a point to the right leaves the outline oddly often."""
    (x, y), odd = point, False
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            odd = not odd
    return odd
