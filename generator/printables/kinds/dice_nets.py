"""The dice of a game on paper: cubes to fold and glue, pawns, and a spinner where there is one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import radians, sin
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from generator.errors import LudokitError
from generator.game.facts import ColourId, Facts, Id, Names
from generator.game.parts import Arches, Pool
from generator.paper import measures
from generator.paper import shapes as art
from generator.paper.imposition import hatching
from generator.paper.measures import COLUMN_GAP, DRAWING_GAP, PIECE_LINE, WIDE_GAP
from generator.paper.page import Page, PaperSize, all_words, bounding_box
from generator.paper.shapes import EDGE, Drawing, Line, Mm, Placed, Point, Polygon, Rect, Size, Spot
from generator.paper.text import LARGE, LARGER, SECTION, TEXT, Lettering, set_middle, width_of
from generator.printables.blocks.jaws import place_tooth
from generator.printables.context import Context
from generator.printables.page_furniture import headline, pages_of_rows, row_room, split_into_pages
from generator.printables.pictures import picture, second_tone, svg_outline
from generator.printables.printable import DrawnEntry, Finishing, PictureId, TextId, rising_range
from generator.printables.sketch import pips, token
from generator.words import message

# Where the labels stand, and how high they are at most, as shares of the radius.
LABELS = 0.8
# Where they stand with teeth beneath them, whose necks lie there; and a unit of the teeth's shapes.
OUTER_LABELS, NECKS, TOOTH = 0.84, 0.5, 0.0096
# The band of colour about such a wheel.
RIM: Mm = 2.4
TALLEST = 0.15
# The centre is left free for the point of the pencil.
HUB: Mm = 3.0
# A paper clip of 30 mm as it lies, a pencil whose tip stands in it, and the line about that tip.
HANDS = (
    "M24 21H6C3 21 3 27 6 27H30C33 27 33 22.8 31 22.8H10.2",
    "M6.4 24L6 18.496L10.48 2.496L14.08 3.504L9.6 19.504Z",
    "M6 18.496L9.6 19.504",
)
# How much larger they are drawn beside a wheel with teeth.
HANDS_SCALE = 2.0
# Words narrower than this go under the wheel.
LEAST_WORDS_WIDTH: Mm = 52.0
Across = Annotated[float, Field(ge=50, le=280)]
HATCH: Mm = 2.0
# Where the faces 1 to 6 lie, in edges from the net's top left: opposite ones sum to seven, and
# 1, 2 and 3 turn to the left about their corner, as on dice to buy.
PLACES: tuple[tuple[int, int], ...] = ((1, 1), (1, 2), (2, 1), (0, 1), (1, 0), (1, 3))
# From a corner of the net to the next.
Side = tuple[tuple[int, int], tuple[int, int]]
# The corners of the net, clockwise from the top left of the uppermost face, and the edges between
# them that have a tab; tab meets bare edge.
_CORNERS = (
    *((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3)),
    *((2, 4), (1, 4), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)),
)
SIDES = tuple(pairwise((*_CORNERS, _CORNERS[0])))
TABS: tuple[Side, ...] = tuple(SIDES[number] for number in (1, 5, 6, 7, 8, 9, 13))
FOLDS = (*(((1, y), (2, y)) for y in (1, 2, 3)), *(((x, 1), (x, 2)) for x in (1, 2)))
# A pawn's foot is a square of this side (game boards have room for it), its sides are so high.
PAWN_FOOT: Mm = 20.0
PAWN_SIDE: Mm = 32.0
PAWN_TAB: Mm = 7.0
PAWN_PICTURE: Mm = 14.0
# No page is to have a larger share empty where smaller cubes can help it.
EMPTY = 0.35
# From this share on a page is white enough to be turned.
WHITE = 0.25
# How many lengths are tried between the largest and the least.
STEPS = 12
Length = Annotated[float, Field(ge=10, le=280)]


def die_wheel(
    part: str, diameter: Mm, setting: Context, within: Sequence[art.Shape] = ()
) -> Drawing:
    """Draw a wheel with the faces of a die, clockwise from the top, every other one pale.

    With shapes to stand within its sectors its faces lie farther out, and a band goes about it.
    """
    font, labels_at = setting.style.family.bold, OUTER_LABELS if within else LABELS
    tint = second_tone(setting.game) if within else "rule.tint"
    labels = [*map(str, range(1, setting.game.part(part, Pool).sides + 1))]
    radius, step = diameter / 2, 360 / len(labels)
    reach = radius - art.to_mm(measures.HEAVY_LINE)
    chord = 2 * LABELS * radius * sin(radians(min(step, 180)) / 2)
    across = min(chord * 0.62, radius * TALLEST * 2)
    shapes: list[art.Shape] = [art.Circle(radius, radius, reach, "white", art.HEAVY)]
    if within:
        colour = tint.removesuffix(".tint")
        shapes = [art.Circle(radius, radius, reach, colour, art.HEAVY)]
        reach -= RIM
        shapes.append(art.Circle(radius, radius, reach, "white"))
    for number in range(1, len(labels), 2):
        angles = (number * step, (number + 1) * step)
        shapes.append(art.ring_sector((radius, radius), (HUB, reach), angles, tint))
    for number in range(len(labels)):
        end = art.on_circle(radius, radius, reach, number * step)
        shapes.append(Line(radius, radius, *end, EDGE))
    shapes += within
    for number, label in enumerate(labels):
        size = art.to_points(min(across, radius * TALLEST))
        size *= across / max(across, width_of(label, font, size))
        how = Lettering(font, size, "ink", "middle")
        x, y = art.on_circle(radius, radius, labels_at * radius, (number + 0.5) * step)
        shapes += set_middle(label, x, y, how)
        if set(label) <= {"6", "9"}:
            half, low = how.width(label) / 2, y + how.height / 2 + size * 0.045
            thick = art.Stroke("ink", max(PIECE_LINE, size * 0.06))
            shapes.append(Line(x - half, low, x + half, low, thick))
    hub = (HUB * 1.6, art.HEAVY) if within else (HUB, EDGE)
    middle = (
        art.Circle(radius, radius, reach, None, art.HEAVY),
        art.Circle(radius, radius, hub[0], "white", hub[1]),
        art.Circle(radius, radius, 0.5, "ink"),
    )
    return Drawing(diameter, diameter, (*shapes, *middle))


class Spinner(Facts):
    """A wheel with the faces of a die of the game."""

    part: Annotated[Id, Names("part", (Pool,))]
    """The dice of which it shows one."""
    across: Annotated[tuple[Across, Across], AfterValidator(rising_range)]
    """Its least width and its largest, in mm."""
    text: TextId | None = None
    """The text of the game that names it."""
    teeth: Annotated[Id, Names("part", (Arches,))] | None = None
    """The teeth of which each stands in the sector of its number."""
    gum: ColourId | None = None
    """The colour in which they stand."""

    def draw(self, across: Mm, setting: Context, width: Mm) -> Drawing:
        """Draw a wheel so wide, its name and how it is turned beside it where there is room."""
        wide, least = setting.style.length(across), setting.style.length(LEAST_WORDS_WIDTH)
        teeth = tuple(self._stand_teeth(wide / 2, setting))
        drawn = die_wheel(self.part, wide, setting, teeth)
        rest = width - drawn.width - WIDE_GAP
        if rest >= least:
            # Where a wheel is to be looked at, so are the hands.
            larger = min(HANDS_SCALE, rest / least) if self.teeth else 1.0
            how = self._draw_instructions(setting, rest, larger)
            return art.row(drawn, how, gap=WIDE_GAP, middle=True)
        how = self._draw_instructions(setting, width)
        return art.column(drawn, how, gap=WIDE_GAP / 2, middle=True)

    def _stand_teeth(self, radius: Mm, setting: Context) -> Iterator[art.Shape]:
        if self.teeth is None:
            return
        tint = f"{self.gum or 'rule'}.tint"
        yield art.Circle(radius, radius, NECKS * radius, tint, art.QUIET)
        sides = setting.game.part(self.part, Pool).sides
        teeth = setting.game.part(self.teeth, Arches)
        for number, tooth in enumerate(teeth.all_cells()):
            turn = (number + 0.5) * 360 / sides
            ahead = art.on_circle(0.0, 0.0, TOOTH * radius, turn)
            at = art.on_circle(radius, radius, NECKS * radius, turn)
            yield from place_tooth(tooth, Spot(at, ahead))

    def _draw_instructions(self, setting: Context, width: Mm, larger: float = 1.0) -> Drawing:
        language, scale = setting.options.language, setting.style.length(larger)
        shown, said = clip_and_pencil(scale), setting.say("print.spinner-how")
        if self.teeth:
            hub = art.Circle(6.4 * scale, 24 * scale, 4.5 * scale, None, EDGE)
            shown = replace(shown, shapes=(hub, *shown.shapes))
        is_wide = width >= 3 * shown.width
        rest = width - shown.width - WIDE_GAP if is_wide else width
        plain = setting.style.lettering(SECTION if self.teeth else TEXT)
        words = plain.fit(said, "spinner", rest, language=language)
        how = art.column(shown, words, gap=DRAWING_GAP)
        if is_wide:
            how = art.row(shown, words, gap=WIDE_GAP, middle=True)
        if self.text is None:
            return how
        name = setting.style.lettering(TEXT + 1, "bold").fit(setting.text(self.text), "name", width)
        return art.column(name, how, gap=DRAWING_GAP)


def clip_and_pencil(scale: float) -> Drawing:
    """Draw the paper clip and the pencil that holds it, in their own size times a scale."""
    thick = art.Stroke("ink", 1.6)
    clip, pencil, tip = (svg_outline(words, scale=scale) for words in HANDS)
    held = (art.Path(pencil, "white", thick), art.Path(tip, None, EDGE))
    return Drawing(36.0 * scale, 30.0 * scale, (art.Path(clip, None, thick), *held))


def cube_net(faces: Sequence[Drawing], edge: Mm, *, fill: str = "white") -> Drawing:
    """Draw the net of a cube with six faces, in the places of 1 to 6."""
    tab = min(0.32 * edge, 8.0)
    outline: list[Point] = []
    for side in SIDES:
        (x, y), _ = side
        outline += ((x * edge, y * edge), *(_tab_corners(side, edge, tab) if side in TABS else ()))
    shapes: list[art.Shape] = [Polygon(tuple(outline), "white")]
    shapes += (Rect(x * edge, y * edge, edge, edge, fill) for x, y in PLACES)
    shapes += (line for side in TABS for line in _glue_hatching(side, edge, tab))
    for face, (x, y) in zip(faces, PLACES, strict=True):
        shapes.append(Placed(face, x * edge, y * edge))
    for (x1, y1), (x2, y2) in (*FOLDS, *TABS):
        shapes.append(Line(x1 * edge, y1 * edge, x2 * edge, y2 * edge, art.DOTTED))
    shapes.append(Polygon(tuple(outline), None, EDGE))
    return Drawing(3 * edge, 4 * edge + tab, tuple(shapes))


def _tab_corners(side: Side, edge: Mm, tab: Mm) -> tuple[Point, Point]:
    (x1, y1), (x2, y2) = side
    dx, dy, bevel = x2 - x1, y2 - y1, tab * 0.7
    # Walked clockwise, outside is at the left.
    right, down = dy * tab, -dx * tab
    return (
        (x1 * edge + right + dx * bevel, y1 * edge + down + dy * bevel),
        (x2 * edge + right - dx * bevel, y2 * edge + down - dy * bevel),
    )


def _glue_hatching(side: Side, edge: Mm, tab: Mm) -> Iterator[Line]:
    box = bounding_box((*_tab_corners(side, edge, tab), *((x * edge, y * edge) for x, y in side)))
    is_upright = side[0][0] == side[1][0]
    dx, dy = (0.6, tab * 0.7) if is_upright else (tab * 0.7, 0.6)
    width, height = box.size
    area = Rect(box.left + dx, box.top + dy, width - 2 * dx, height - 2 * dy)
    return hatching(area, HATCH)


class Pawns(Facts):
    """A pawn for each colour, with the same picture on all; colour and shape tell them apart."""

    picture: PictureId | None = None
    """What is drawn on every pawn; left out, its sign in large."""
    colours: Annotated[tuple[ColourId, ...], Field(min_length=1, max_length=8)]
    """The colours of the game, one pawn each."""
    signs: Annotated[tuple[PictureId, ...], Field(max_length=8)] = ()
    """A picture for each pawn in place of the shape that goes with its colour."""

    def sign(self, colour: str, setting: Context) -> Drawing:
        """Return the sign of the pawn of a colour."""
        shown = dict(zip(self.colours, self.signs, strict=False)).get(colour)
        side = 9.0 if self.picture else PAWN_PICTURE
        if shown is None:
            return token(setting, colour, "", side)
        return art.centred_in(picture(setting.game, shown, side), side, side)

    def draw_instructions(self, setting: Context, width: Mm) -> Drawing:
        """Draw a pawn as it stands, and how it is folded: beneath it where there is little room."""
        shown, how = self._draw_standing(setting), setting.style.lettering(TEXT)
        rest = width - shown.width - COLUMN_GAP
        is_wide = rest >= setting.style.length(LEAST_WORDS_WIDTH)
        said = how.fit(setting.say("print.pawns-how"), "pawns", rest if is_wide else width)
        if is_wide:
            return art.row(shown, said, gap=COLUMN_GAP, middle=True)
        return art.column(said, shown, gap=COLUMN_GAP, middle=True)

    def _draw_standing(self, setting: Context) -> Drawing:
        lean, deep = 5.0, 10.0
        foot, top = PAWN_SIDE + 2.0, 2.0
        face = self._face(self.colours[0], setting)
        front = ((0.0, foot), (PAWN_FOOT, foot), (PAWN_FOOT + lean, top), (lean, top))
        side = ((PAWN_FOOT, foot), (PAWN_FOOT + deep, foot - deep * 0.55), (PAWN_FOOT + lean, top))
        # The face leans back; its sign and picture are set upright in the middle of it.
        inside = tuple(shape for shape in face.shapes if isinstance(shape, Placed))
        upright = Drawing(PAWN_FOOT, PAWN_SIDE, inside)
        band = ((0.0, foot), (PAWN_FOOT, foot), (PAWN_FOOT + 0.5, foot - 3.0), (0.5, foot - 3.0))
        shapes: tuple[art.Shape, ...] = (
            Polygon(side, "rule.tint", EDGE),
            Polygon(front, "white", EDGE),
            Polygon(band, self.colours[0]),
            Placed(upright, lean / 2, top),
        )
        return Drawing(PAWN_FOOT + deep, foot + 0.5, shapes)

    def draw_strip(self, colour: str, setting: Context) -> Drawing:
        """Draw the strip of a pawn: back (upside down), front, foot, and a tab to glue."""
        front, inset, tab = self._face(colour, setting), 2.5, 2 * PAWN_SIDE + PAWN_FOOT
        height, fold = tab + PAWN_TAB, art.Stroke("ink", PIECE_LINE, "dotted")
        low = ((PAWN_FOOT, tab), (PAWN_FOOT - inset, height), (inset, height), (0.0, tab))
        glued = Rect(inset + 1.0, tab + 1.2, PAWN_FOOT - 2 * inset - 2.0, PAWN_TAB - 2.4)
        shapes: tuple[art.Shape, ...] = (
            Placed(front, PAWN_FOOT, PAWN_SIDE, 180.0),
            Placed(front, 0.0, PAWN_SIDE),
            Rect(0.0, 2 * PAWN_SIDE, PAWN_FOOT, PAWN_FOOT, f"{colour}.tint"),
            *(Line(0.0, y, PAWN_FOOT, y, fold) for y in (PAWN_SIDE, 2 * PAWN_SIDE, tab)),
            Polygon(((0.0, 0.0), (PAWN_FOOT, 0.0), *low), None, EDGE),
            *hatching(glued, HATCH),
        )
        return Drawing(PAWN_FOOT, height, shapes, title=f"pawn {colour}")

    def _face(self, colour: str, setting: Context) -> Drawing:
        sign = self.sign(colour, setting)
        shown = [Placed(sign, (PAWN_FOOT - sign.width) / 2, 2.2 if self.picture else 7.5)]
        if self.picture:
            drawn = picture(setting.game, self.picture, PAWN_PICTURE)
            shown.append(Placed(drawn, (PAWN_FOOT - PAWN_PICTURE) / 2, 13.2))
        band = Rect(0.0, PAWN_SIDE - 3.0, PAWN_FOOT, 3.0, colour)
        return Drawing(PAWN_FOOT, PAWN_SIDE, (band, *shown))


class CubeFace(Facts):
    """What a face shows: a sign of up to three letters, or a picture of the game; or nothing."""

    sign: Annotated[str, Field(max_length=3)] = ""
    """Letters or figures, three at most."""
    picture: PictureId | None = None
    """A picture in place of the sign."""


class Cube(Facts):
    """Cubes that are all alike."""

    count: Annotated[int, Field(ge=1, le=60)] = 1
    """How many there are."""
    colour: ColourId | None = None
    """The colour of the game that they have; white without."""
    faces: Annotated[tuple[CubeFace, ...], Field(min_length=6, max_length=6)] | None = None
    """The six faces, in the places of 1 to 6: first and last lie opposite, second and fifth, third
    and fourth. Without them the cube has the pips of a die."""


class NetEntry(DrawnEntry):
    """Cubes to fold; pawns and a spinner stand on the same page where there is room."""

    kind: Literal["net"]
    edge: Annotated[tuple[Length, Length], AfterValidator(rising_range)]
    """The least length of a cube's edge and the largest, in mm; the largest that saves paper is
    printed."""
    cubes: Annotated[tuple[Cube, ...], Field(max_length=30)]
    """The cubes, by what they look like."""
    pawns: Pawns | None = None
    """Pawns to fold."""
    spinner: Spinner | None = None
    """A wheel for those who have no die."""
    note: TextId | None = None
    """The text of the game that stands above."""

    def plan(self, setting: Context) -> tuple[Page, ...]:
        options, usual = setting.options, setting.usual
        notes = (setting.say("print.small-parts"),)
        sheets, filled = (options.size, options.size.rotated()), []
        for sheet in sheets:
            room = row_room(usual, notes, sheet)
            share, rows = self._best_filled(usual, room)
            pages = split_into_pages(rows, room[1])
            # Turned where an upright page would be left white.
            filled.append(((len(pages), _blank_share(pages, room[1]) > WHITE), share, rows, sheet))
        _, share, fullest, sheet = min(filled, key=lambda one: one[0])
        if options == usual.options:
            return pages_of_rows(fullest, setting, notes, sheet)
        # The lengths of the usual page, enlarged by as much as a page takes, upright or turned.
        ways = list[tuple[tuple[int, float], tuple[Drawing, ...], PaperSize]]()
        for sheet, scale in product(sheets, (LARGE, LARGER)):
            width, high = row_room(setting, notes, sheet)
            rows = tuple(self._rows(share, usual, width / scale))
            rows = tuple(art.scaled(row, scale) for row in rows)
            if all(row.width <= width and row.height <= high for row in rows):
                pages = split_into_pages(rows, high)
                ways.append(((len(pages), _blank_share(pages, high)), rows, sheet))
        if not ways:
            raise LudokitError(message("print.too-high", least="1"))
        _, rows, sheet = min(ways, key=lambda way: way[0])
        return pages_of_rows(rows, setting, notes, sheet)

    def _best_filled(self, setting: Context, within: Size) -> tuple[float, tuple[Drawing, ...]]:
        filled, (width, high) = [], within
        for step in range(STEPS + 1):
            share = 1 - step / STEPS
            rows = tuple(self._rows(share, setting, width))
            # Cubes alone once more where their last page has room: dice get lost.
            end = 1 if self.pawns else len(rows) - bool(self.spinner)
            before = len(split_into_pages(rows, high))
            spare = ((*rows[:end], *rows[1:last], *rows[end:]) for last in range(end, 0, -1))
            fits = (more for more in spare if len(split_into_pages(more, high)) <= before)
            pages = split_into_pages(more := next(fits), high)
            filled.append(((len(pages), _blank_share(pages, high) > EMPTY), share, more))
        _, share, rows = min(filled, key=lambda one: one[0])
        return share, rows

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        # Spare ones on a large page may wait.
        cubes, copies = sum(cube.count for cube in self.cubes), setting.options.copies
        pawns = len(self.pawns.colours) if self.pawns else 0
        return Finishing(copies, folded=(cubes + pawns) * copies, glued=cubes + pawns > 0)

    def _rows(self, share: float, setting: Context, width: Mm) -> Iterator[Drawing]:
        said = [setting.text(self.note)] if self.note else []
        said += [setting.say("print.net-how")] if self.cubes else []
        yield headline(setting, width, said)
        edge, cubes = _length_at(self.edge, share), []
        for cube in self.cubes:
            colour = f"{cube.colour}.on" if cube.colour else "ink"
            faces = [_face(face, edge, colour, setting) for face in cube.faces or ()]
            faces = faces or [pips(number, edge, colour) for number in range(1, 7)]
            cubes += [cube_net(faces, edge, fill=cube.colour or "white")] * cube.count
        if pawns := self.pawns:
            strips = (pawns.draw_strip(one, setting) for one in pawns.colours)
            cubes.append(art.row(*strips, gap=measures.BLOCK_GAP))
        pieces = [replace(one, alt=setting.title) for one in cubes]
        rows = art.in_rows(pieces, width, COLUMN_GAP, lambda one: one.width)
        told: list[Drawing] = []
        if self.pawns:
            # Beside the pawns where a row has room for how they are folded, else beneath.
            rest = width - sum(one.width + COLUMN_GAP for one in rows[-1])
            is_beside = rest >= setting.style.length(LEAST_WORDS_WIDTH)
            told = [self.pawns.draw_instructions(setting, rest if is_beside else width)]
            rows[-1] += told if is_beside else ()
            told = [] if is_beside else told
        for row in filter(None, rows):
            apart = (width - sum(one.width for one in row)) / max(1, len(row) - 1)
            yield art.row(*row, gap=min(3 * COLUMN_GAP, apart), middle=True)
        yield from told
        if self.spinner is not None:
            wheel = self.spinner.draw(_length_at(self.spinner.across, share), setting, width)
            yield replace(wheel, alt=" ".join((setting.title, "–", *all_words(wheel))))


def _blank_share(pages: Sequence[Sequence[Drawing]], height: Mm) -> float:
    return 1 - min(sum(row.height for row in page) for page in pages) / height


def _length_at(lengths: tuple[Mm, Mm], share: float) -> Mm:
    return lengths[0] + (lengths[1] - lengths[0]) * share


def _face(face: CubeFace, edge: Mm, colour: str, setting: Context) -> Drawing:
    if face.picture is not None:
        return art.centred_in(picture(setting.game, face.picture, edge * 0.66), edge, edge)
    if not face.sign:
        return Drawing(edge, edge)
    font, size = setting.style.family.bold, art.to_points(edge * 0.5)
    size = min(size, size * edge * 0.8 / width_of(face.sign, font, size))
    words = set_middle(face.sign, edge / 2, edge / 2, Lettering(font, size, colour, "middle"))
    return Drawing(edge, edge, words)
