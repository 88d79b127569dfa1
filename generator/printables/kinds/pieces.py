"""Pieces to cut out: tokens told apart by shape and sign, and two-sided numbered tiles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, product
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Count, Facts, Id, Names
from generator.game.parts import Markers, Supply, Tile, Tiles
from generator.paper import measures
from generator.paper import shapes as art
from generator.paper.imposition import OVERHANG, Cutting, ImpositionGrid, Piece, back_copies
from generator.paper.measures import DRAWING_GAP, OUTER_MARGIN, ROUNDING, WRITING_PITCH
from generator.paper.page import Copy, Margins, Page
from generator.paper.shapes import EDGE, THREAD, Drawing, Line, Mm, Placed, Rect, Size, in_rows
from generator.paper.text import LABEL, Lettering, set_middle
from generator.printables import page_furniture as paged
from generator.printables.blocks.written import Sample, draw_samples
from generator.printables.context import Context
from generator.printables.marks import star_corners, tone_outline
from generator.printables.pattern import draw_pattern
from generator.printables.pictures import picture
from generator.printables.printable import DrawnEntry, Finishing, PictureId, TextId, rising_range
from generator.printables.sketch import NIL, Sketch
from generator.reading.nodes import Path
from generator.words import Message, message, not_one_of

# How the size of tokens is tried out.
SIDE_STEP: Mm = 0.25
# How many tokens wide the label of a strip of them is.
LABEL_COLUMNS = 2
# White between the tips of a shape and the cuts about it. A letter lies farther in.
TIP: Mm = 0.75
# The circle about a shape as a share of the square that tips may reach: as large as pointed shapes
# are, and the others with an area so near theirs that no look counts for more.
ABOUT = {"square": 1.04, "diamond": 0.99, "hexagon": 0.905}
ABOUT |= {"circle": 0.845, "triangle": 1.154, "star": 1.051}
# Letters are alike on all shapes: their size as a share of that square.
LETTERED = 0.48
# What reaches up farther than down lies lower: by a share of the circle's radius.
LOWER = {"triangle": 0.25, "star": 0.095}
# The emblem on the back of a token as a share of its side, and the line about it.
BACK_EMBLEM, RIM = 0.36, 2.2
Across = Annotated[float, Field(ge=8, le=60)]
# White between the cut and a piece's own shape, as a share of its side.
SHAPE_INSET = 0.055
# What a blank tile has for its name.
SPARE = "spare"


class TokenGroup(Facts):
    """Tokens of one look."""

    colour: ColourId
    """Their colour of the game; its shape is theirs."""
    count: Count
    """How many a set has."""
    text: TextId
    """The text of the game that names them in the legend."""
    sign: Annotated[str, Field(max_length=3)] = ""
    """Letters or figures, three at most."""
    picture: PictureId | None = None
    """A picture in place of the sign."""


class TokensEntry(DrawnEntry):
    """A set of tokens: those of a part, and groups of their own; squares with a shape in each."""

    kind: Literal["tokens"]
    across: Annotated[tuple[Across, Across], AfterValidator(rising_range)]
    """The least side of a token and the largest, in mm; the largest is printed at which as many
    whole sets lie on a page."""
    part: Annotated[Id, Names("part", (Markers, Supply))] | None = None
    """Markers or a supply, of which every token is printed."""
    groups: Annotated[tuple[TokenGroup, ...], Field(max_length=60)] = ()
    """Tokens besides those of the part."""
    spare: Annotated[int, Field(ge=0, le=20)] = 0
    """How many more of each look a set has, in a strip of their own, for those that get lost; none
    where they would take paper of their own."""
    note: TextId | None = None
    """The text of the game that stands above."""

    picture: PictureId | None = None
    """What stands on every token of a supply."""
    back: bool = False
    """Whether the other side shows the emblem of the game in the token's shape, amid its pattern,
    so that a turned token tells whose it is; left out, or where backs are folded, it is white."""

    usual_per = "player"
    supported_options = frozenset({"duplex"})

    @property
    def ignored_options(self) -> frozenset[str]:
        return frozenset() if self.back else self.supported_options

    def needs(self, game: Game) -> Iterator[Need]:
        yield from super().needs(game)
        part = game.head.parts.get(self.part or "")
        if isinstance(part, Supply):
            for number, colour in enumerate(part.colours):
                yield Need("words.colours", colour, ("parts", self.part or "", "colours", number))
        elif isinstance(part, Markers):
            for marker in part.all():
                yield Need("texts", f"marker.{marker.id}", ("parts", self.part or ""))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        if self.part is None and not self.groups:
            yield ("groups",), message("game.no-tokens")

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan as many whole sets as a page holds, that many times, tokens as large as can be."""
        size, notes = setting.options.size, (setting.say("print.small-parts"),)
        heading, width = self._draw_heading(setting), size.width - 2 * OUTER_MARGIN
        layout, top = self._lay_out(setting), paged.HEADING_TOP + heading.height + DRAWING_GAP
        columns, side = layout.columns, layout.side
        strips = layout.strips * max(1, int(layout.held))
        deep = [(strip, len(_strip_rows(strip, columns))) for strip in strips]
        pages = []
        for run in in_rows(deep, layout.deep, 0, lambda one: one[1]):
            sketch = Sketch(setting)
            sketch.place(heading, OUTER_MARGIN, paged.HEADING_TOP)
            copies = tuple(_strips(run, columns, side, top, sketch))
            pages.append(Page(size, sketch.drawing(size.width, size.height), copies))
            if self.back and setting.options.duplex in {"long-edge", "short-edge"}:
                name = setting.say(message("print.back", title=setting.title))
                copies = tuple(_token_backs(run, columns, side, top, setting))
                feet = paged.turned_feet(setting, size)
                titled = paged.headline(replace(setting, name=name), width)
                placed = (Placed(titled, OUTER_MARGIN, paged.HEADING_TOP),)
                around = Drawing(size.width, size.height, placed)
                back = Page(size, around, copies, bookmark=name, footer_sides=feet)
                pages.append(replace(back, is_back=True))
        return paged.add_footers(setting, pages * setting.options.copies, notes)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        each = sum(lot.count for strip in self._lay_out(setting).strips for lot in strip)
        sets = sum(len(page.copies) for page in pages if not page.is_back) // each
        return Finishing(sets, cuts=paged.count_cuts(pages))

    def _draw_heading(self, setting: Context) -> Drawing:
        said = [setting.text(self.note)] if self.note else []
        lots = [lot for strip in _token_strips(self, setting) for lot in strip]
        names = (setting.with_sign(x.colour, f"{x.sign} {x.name}".strip()) for x in lots)
        said += [" · ".join(names), setting.say("print.tokens-how")]
        return paged.headline(setting, setting.options.size.width - 2 * OUTER_MARGIN, said)

    def _lay_out(self, setting: Context) -> "_TokenLayout":
        size, notes = setting.options.size, (setting.say("print.small-parts"),)
        top = paged.HEADING_TOP + self._draw_heading(setting).height + DRAWING_GAP
        high = size.height - top - paged.footer_height(setting, size, notes)
        room, sides = (size.width - 2 * measures.PRINTABLE_EDGE, high), _sides(setting, self.across)
        strips = _token_strips(self, setting)
        spare = tuple(replace(x, count=self.spare, is_spare=True) for one in strips for x in one)
        layout = _largest_side(strips, room, sides)
        more = _largest_side((*strips, spare), room, sides) if self.spare else layout
        return more if more.held == layout.held else layout


@dataclass(frozen=True, slots=True)
class TokenLot:
    """Tokens of one look, their name for the legend, and how many of them a set has."""

    colour: str
    sign: str
    picture: str | None
    name: str
    count: int
    is_spare: bool = False


Strip = tuple[TokenLot, ...]


@dataclass(frozen=True, slots=True)
class _TokenLayout:
    strips: tuple[Strip, ...]
    columns: int
    side: Mm
    deep: float
    # How many sets lie on a page, or what share of one.
    held: float


def _token_strips(entry: TokensEntry, setting: Context) -> tuple[Strip, ...]:
    part, said = setting.game.head.parts.get(entry.part or ""), setting.sentences
    strips: list[Strip] = []
    if isinstance(part, Supply):
        words = ((colour, setting.colour_word(colour)) for colour in part.colours)
        strips += ((TokenLot(one, "", entry.picture, name, part.each),) for one, name in words)
    markers = part.all() if isinstance(part, Markers) else ()
    texts = [(one, said.label(one.id), setting.text(f"marker.{one.id}")) for one in markers]
    lots = [TokenLot(one.colour, sign, None, name, one.copies) for one, sign, name in texts]
    named = ((one, setting.text(one.text)) for one in entry.groups)
    lots += (TokenLot(one.colour, one.sign, one.picture, name, one.count) for one, name in named)
    return (*strips, tuple(lots)) if lots else tuple(strips)


def _strip_rows(strip: Strip, columns: int) -> list[list[TokenLot]]:
    """Return the rows of a strip: a look begins where the one before ends, so that none is wasted.

    Rows of one look each would leave a third of a page blank.
    """
    lots = [lot for lot in strip for _ in range(lot.count)]
    return [lots[start : start + columns] for start in range(0, len(lots), columns)]


def _largest_side(strips: tuple[Strip, ...], box: Size, sides: Sequence[Mm]) -> _TokenLayout:
    ways: list[tuple[float, int, Mm, int]] = []
    counts = [[sum(lot.count for lot in strip)] for strip in strips]
    for columns, side in product(range(1, int(box[0] / min(sides)) - LABEL_COLUMNS + 1), sides):
        deep = box[1] / side + ROUNDING
        highest = max(-(-n // columns) for (n,) in counts)
        if (columns + LABEL_COLUMNS) * side <= box[0] and highest <= deep:
            held = _sets_per_page(counts, columns, deep)
            blank = sum(-n % columns for (n,) in counts)
            ways.append((held, -blank, side, columns))
    if not ways:
        raise LudokitError(message("print.too-high", least="1"))
    # Most sets win, or fewest pages; then the fullest rows, then the largest tokens.
    held, _, side, columns = max(ways)
    return _TokenLayout(strips, columns, side, box[1] / side + ROUNDING, held)


def _strips(
    run: Sequence[tuple[Strip, int]], columns: int, side: Mm, y: Mm, on: Sketch
) -> Iterator[Copy]:
    width, setting, tops = (columns + LABEL_COLUMNS) * side, on.setting, [y]
    left = (setting.options.size.width - width) / 2
    for strip, rows in run:
        label = _draw_strip_label(strip, (LABEL_COLUMNS * side, rows * side), setting)
        on.place(label, left, tops[-1])
        drawn, number = {lot: _draw_token(lot, side, setting) for lot in strip}, count(1)
        for row, lots in enumerate(_strip_rows(strip, columns)):
            for column, lot in enumerate(lots):
                at = left + (LABEL_COLUMNS + column) * side, tops[-1] + row * side
                alt = f"{setting.title} – {lot.name}"
                yield Copy(next(number), Placed(drawn[lot], *at), alt=alt)
        tops.append(tops[-1] + rows * side)
    whole = Rect(left, y, width, tops[-1] - y)
    grid = replace(whole, x=left + LABEL_COLUMNS * side, width=columns * side)
    on.grid_lines(whole, (y, tops[-1]), (left,), THREAD)
    on.grid_lines(replace(whole, width=LABEL_COLUMNS * side), tops[1:-1], (), THREAD)
    ys = (y + row * side for row in range(1, sum(rows for _, rows in run)))
    on.grid_lines(grid, ys, (grid.x + column * side for column in range(columns + 1)), THREAD)


def _draw_strip_label(strip: Strip, size: Size, setting: Context) -> Drawing:
    (width, height), style, sketch = size, setting.style, Sketch(setting)
    inner, room, how = width - 2 * DRAWING_GAP, height - 2 * DRAWING_GAP, style.lettering(LABEL)
    if strip[0].is_spare:
        signs = " ".join(setting.with_sign(one.colour, "").strip() for one in strip)
        told = f"{setting.say('print.spare')}\n{signs} × {strip[0].count}"
        return art.centred_in(how.fit(told, "spare", inner, room), width, height)
    lots = (setting.with_sign(one.colour, f"{one.sign or one.name} × {one.count}") for one in strip)
    words, line = how.fit("\n".join(lots), strip[0].name, inner, room), style.length(WRITING_PITCH)
    sketch.write(setting.say("print.name"), 0.0, how.height, how)
    sketch.put(Line(0.0, line, inner, line, art.QUIET))
    whole = art.column(sketch.drawing(inner, line), words, gap=style.length(measures.PART_GAP))
    return art.centred_in(whole if whole.height <= room else words, width, height)


def _draw_token(lot: TokenLot, side: Mm, setting: Context) -> Drawing:
    tone, inner, middle = setting.shape(lot.colour), side - 2 * TIP, side / 2
    radius = inner * ABOUT.get(tone, ABOUT["circle"]) / 2
    lower = middle + LOWER.get(tone, 0.0) * radius
    shapes: list[art.Shape] = [tone_outline(tone, (middle, lower), radius, lot.colour)]
    size, font = art.to_points(LETTERED * inner), setting.style.family.bold
    how = Lettering(font, size, f"{lot.colour}.on", "middle")
    how = how.narrow_to(lot.sign, radius * (0.9 if tone in LOWER else 1.12))
    shapes += set_middle(lot.sign, middle, lower, how)
    if lot.picture is not None:
        # Every shape has room for it.
        shown = picture(setting.game, lot.picture, radius * 0.8)
        shapes.append(Placed(shown, middle - shown.width / 2, lower - shown.height / 2))
    title = f"{lot.colour} {lot.picture or lot.sign}".strip()
    return Drawing(side, side, tuple(shapes), title=title)


def _token_backs(
    run: Sequence[tuple[Strip, int]], columns: int, side: Mm, top: Mm, setting: Context
) -> Iterator[Copy]:
    size, fields = setting.options.size, list[TokenLot | None]()
    for lots in (lots for strip, _ in run for lots in _strip_rows(strip, columns)):
        fields += [*lots, *[None] * (columns - len(lots))]
    edge = (size.width - (columns + LABEL_COLUMNS) * side) / 2
    rows, left = len(fields) // columns, edge + LABEL_COLUMNS * side
    grid = ImpositionGrid(size, Margins(), columns, rows, left, top, side, side)
    drawn = {lot: _draw_token_back(lot, side, setting) for lot in filter(None, fields)}
    pieces = [
        (number, Piece(lot.name, drawn[lot], drawn[lot]))
        for number, lot in enumerate(fields, start=1)
        if lot is not None
    ]
    far = min(OVERHANG, edge - measures.PRINTABLE_EDGE)
    return back_copies(grid, pieces, Cutting(duplex=setting.options.duplex), far)


def _draw_token_back(lot: TokenLot, side: Mm, setting: Context) -> Drawing:
    """Draw the emblem in the token's shape, its line in the token's colour."""
    face, tone, inner = setting.game.head.face, setting.shape(lot.colour), side - 2 * TIP
    pattern, colour = (face.pattern, face.colour) if face else ("dots", "ink")
    radius, middle = inner * ABOUT.get(tone, ABOUT["circle"]) / 2, side / 2
    lower = middle + LOWER.get(tone, 0.0) * radius
    # White about the line, so that the pattern does not touch it.
    pens = art.Stroke("white", 2.5 * RIM), art.Stroke(lot.colour, RIM)
    ground = draw_pattern(pattern, (side, side), colour, side / 3, beyond=OVERHANG)
    shapes: list[art.Shape] = [*ground.shapes]
    shapes += (tone_outline(tone, (middle, lower), radius, "white", pen) for pen in pens)
    if face is not None:
        high = BACK_EMBLEM * inner
        emblem = paged.draw_emblem(setting.game, face, high)
        shapes.append(Placed(emblem, middle - high / 2, lower - high / 2))
    return Drawing(side, side, tuple(shapes), title="back", alt=lot.name)


class TilesEntry(DrawnEntry):
    """The tiles of a part, and the single pieces that belong to them, each player's in full rows.

    What is left of a player's last row are blank tiles, for those that are lost.
    """

    kind: Literal["tiles"]
    part: Annotated[Id, Names("part", (Tiles,))]
    """The tiles."""
    across: Annotated[tuple[Across, Across], AfterValidator(rising_range)]
    """The least side of a tile and the largest, in mm; the largest is printed at which as many
    whole sets lie on a page."""
    small: tuple[Id, ...] = ()
    """The pieces that are a quarter of a tile, by name: four are cut from one."""
    note: TextId | None = None
    """The text of the game that tells how the pieces are used."""
    samples: Annotated[tuple[Sample, ...], Field(max_length=4)] = ()
    """The pieces and their words, drawn beneath that text."""

    supported_options = frozenset({"duplex"})

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        tiles = game.head.parts.get(self.part)
        known = [one.id for one in tiles.extras] if isinstance(tiles, Tiles) else self.small
        wrong = [(at, name) for at, name in enumerate(self.small) if name not in known]
        yield from ((("small", at), not_one_of(name, known)) for at, name in wrong)

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan as many whole sets as a page holds, that many times, backs where fronts are."""
        width = setting.options.size.width - 2 * OUTER_MARGIN
        said = [setting.text(self.note)] if self.note else []
        said += [setting.say("print.tiles-fold")] if setting.options.duplex == "fold" else []
        heading = paged.headline(setting, width, said)
        if self.samples:
            told = draw_samples(self.samples, setting, width)
            heading = art.column(heading, told, gap=setting.style.length(2.5))
        notes, strips = (setting.say("print.small-parts"),), self._strips(setting)
        counts, ways = [[len(strip)] for strip in strips], list[tuple[float, Mm, ImpositionGrid]]()
        for side in _sides(setting, self.across):
            *_, grid = paged.footer_placement([_blank(side)], setting, heading, notes)
            if grid.per_page:
                ways.append((_sets_per_page(counts, grid.columns, grid.rows), side, grid))
        if not ways:
            raise LudokitError(message("print.too-high", least="1"))
        held, side, grid = max(ways, key=lambda way: way[:2])
        lots = strips * max(1, int(held)) * setting.options.copies
        pieces = (_piece(tile, self, side, setting) for tile in _fields(lots, grid))
        pages = paged.imposed_pages([*pieces], setting, heading=heading, footnotes=notes)
        # Where nothing lies nothing is cut.
        shown = ((page, (c for c in page.copies if c.placed.drawing.shapes)) for page in pages)
        return tuple(replace(page, copies=tuple(copies)) for page, copies in shown)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        pieces = {c.number: c.placed.drawing.title.split()[-1] for p in pages for c in p.copies}
        each = sum(map(len, self._strips(setting)))
        # One of four small pieces takes two cuts more.
        cuts = paged.count_grid_cuts(pages) + 2 * sum(one in self.small for one in pieces.values())
        return Finishing(sum(one != SPARE for one in pieces.values()) // each, cuts=cuts)

    def _strips(self, setting: Context) -> list[list[Tile]]:
        """Return the fields of each player; where no backs are printed, each side is one."""
        part, fields = setting.game.part(self.part, Tiles), list[Tile]()
        for tile in part.tiles():
            sides = dict.fromkeys((tile.front, tile.back))
            alone = setting.options.duplex == "none"
            fields += [Tile(tile.colour, one, one) for one in sides] if alone else [tile]
        small = [one for one in dict.fromkeys(fields) if one.front in self.small]
        whole = [one for one in fields if one not in small]
        quarters = [one for one in small for _ in range(-(-fields.count(one) // 4))]
        every = (*whole, *quarters)
        return [[one for one in every if one.colour == colour] for colour in part.colours]


def _sides(setting: Context, across: Size) -> tuple[Mm, ...]:
    least, most = (setting.style.length(one) for one in across)
    steps = range(int((most - least) / SIDE_STEP + ROUNDING) + 1)
    return tuple(least + step * SIDE_STEP for step in steps)


def _sets_per_page(counts: Sequence[Sequence[int]], columns: int, deep: float) -> float:
    """Return how many whole sets of strips lie on a page of `deep` rows, or what share of one."""
    rows = [sum(-(-n // columns) for n in strip) for strip in counts]
    # A strip that is longer than a page goes on to the next.
    pages = (-(-sum(run) // int(deep)) for run in in_rows(rows, deep, 0, float))
    return deep // sum(rows) or 1 / sum(pages)


def _fields(strips: Sequence[Sequence[Tile]], grid: ImpositionGrid) -> Iterator[Tile | None]:
    deep = [(strip, -(-len(strip) // grid.columns)) for strip in strips]
    *others, last = in_rows(deep, grid.rows, 0, lambda one: one[1])
    for run in (*others, last):
        for strip, rows in run:
            yield from strip
            spare = Tile(strip[0].colour, SPARE, SPARE)
            yield from [spare] * (rows * grid.columns - len(strip))
        if run is not last:
            yield from [None] * (-sum(rows * grid.columns for _, rows in run) % grid.per_page)


def _blank(side: Mm) -> Piece:
    return Piece("", Drawing(side, side), Drawing(side, side))


def _piece(tile: Tile | None, entry: TilesEntry, side: Mm, setting: Context) -> Piece:
    if tile is None:
        return _blank(side)
    if tile.front in entry.small:
        four = _draw_quarters(tile, side, setting)
        return Piece(four.title, four, four)
    drawn = (_TileFace(tile.colour, side, setting).draw(sign) for sign in (tile.front, tile.back))
    return Piece(f"{tile.colour} {tile.front}", *drawn)


def _draw_quarters(tile: Tile, side: Mm, setting: Context) -> Drawing:
    sketch, half, inset = Sketch(setting), side / 2, SHAPE_INSET * side
    small = _TileFace(tile.colour, half, setting).draw(tile.front)
    for x, y in product((0.0, half), repeat=2):
        sketch.place(small, x, y)
    whole = Rect(inset, inset, side - 2 * inset, side - 2 * inset)
    sketch.grid_lines(whole, (half,), (half,), THREAD)
    return replace(sketch.drawing(side, side, small.title), alt=small.alt)


class _TileFace(Sketch):
    def __init__(self, colour: str, side: Mm, setting: Context) -> None:
        super().__init__(setting)
        self.colour, self.side = colour, side
        self.is_round = setting.shape(colour) == "circle"

    def draw(self, sign: int | str) -> Drawing:
        if sign != "marker":
            self.draw_frame()
        if isinstance(sign, int):
            self.draw_figure(sign)
        elif sign != SPARE:
            {"blocker": self.draw_cross, "marker": self.draw_diamond}.get(sign, self.draw_letter)()
        drawing = self.drawing(self.side, self.side, f"{self.colour} {sign}")
        # What is read out; another sign is told by its colour's shape.
        own = self.setting.sign(self.colour) if isinstance(sign, str) else str(sign)
        own = {"blocker": "×", "marker": "◇", SPARE: ""}.get(str(sign), own)
        return replace(drawing, alt=f"{self.setting.colour_word(self.colour)} {own}".strip())

    def draw_frame(self) -> None:
        middle, inset = self.side / 2, SHAPE_INSET * self.side
        for at, fill in ((inset, self.colour), (inset + 0.06 * self.side, "white")):
            width = self.side - 2 * at
            disc = art.Circle(middle, middle, width / 2, fill, EDGE)
            square = Rect(at, at, width, width, fill, EDGE, 0.09 * width)
            self.put(disc if self.is_round else square)

    def draw_figure(self, number: int) -> None:
        """Draw a number, and beneath it as many dots: they show which way up it is."""
        size, font = art.to_points(0.46 * self.side) * 0.95, self.style.family.bold
        how = Lettering(font, size, "ink", "middle")
        middle, step = self.side / 2, 0.088 * self.side
        y = middle + how.height * 0.5 - 0.07 * self.side
        self.write(str(number), middle, y, how)
        for place in range(number):
            x = middle + (place - (number - 1) / 2) * step
            # A stroke with round ends, not an area, stays black in outline.
            dot = art.Stroke("ink", art.to_points(0.064 * self.side))
            self.put(Line(x, y + 0.145 * self.side, x + NIL, y + 0.145 * self.side, dot))

    def draw_cross(self) -> None:
        near, far = (self.side / 2 + sign * 0.2 * self.side for sign in (-1, 1))
        stroke = art.Stroke("ink", measures.HEAVY_LINE * 2.2)
        self.put(Line(near, near, far, far, stroke), Line(near, far, far, near, stroke))

    def draw_diamond(self) -> None:
        # With a hole for the tile that lies on it.
        inset, middle = SHAPE_INSET * self.side, self.side / 2
        width = self.side - 2 * inset
        self.put(Rect(inset, inset, width, width, self.colour, EDGE))
        hole = tuple(star_corners(4, middle, middle, width / 2))
        self.put(art.Polygon(hole, "white", EDGE))

    def draw_letter(self) -> None:
        middle, half = self.side / 2, 0.19 * self.side
        corner = middle - half
        square = Rect(corner, corner, 2 * half, 2 * half, None, art.HEAVY)
        self.put(art.Circle(middle, middle, half, None, art.HEAVY) if self.is_round else square)
