"""Pieces to cut out: tokens told apart by shape and sign, and two-sided numbered tiles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Count, Facts, Id, Names
from generator.game.head import Tone
from generator.game.parts import Markers, Supply, Tile, Tiles
from generator.paper import shapes as art
from generator.paper.imposition import Piece, best_grid
from generator.paper.page import OUTER_MARGIN, Edge, Page
from generator.paper.text import LABEL, Lettering
from generator.printables.context import PrintContext
from generator.printables.declaring import DrawnEntry, PictureId, TextId, Work, known_part, rising
from generator.printables.pages import HEADING_TOP, UNDER_HEADING, band, headline, imposed_pages
from generator.printables.pictures import picture
from generator.printables.sketch import LOWER, Sketch, outline, token
from generator.reading.nodes import Path
from generator.words import Message, message, not_one_of

# White between two tokens, and how their size is tried out.
TOKEN_GUTTER: art.Mm = 2.0
STEP: art.Mm = 0.25
# A picture's width as a share of its token, where the shape has less room than a circle.
PICTURE = 0.56
PICTURES: dict[Tone, float] = {"square": 0.5, "triangle": 0.34, "diamond": 0.42, "star": 0.34}


Across = Annotated[float, Field(ge=8, le=60)]
# White between the cut and the piece's own shape, as a share of its side.
INSET = 0.055


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
    """A set of tokens: those of a part, and groups of their own."""

    kind: Literal["tokens"]
    across: Annotated[tuple[Across, Across], AfterValidator(rising)]
    """The least width of a token and the largest, in mm; the largest is printed at which as many
    whole sets lie on a page."""
    part: Annotated[Id, Names("part", (Markers, Supply))] | None = None
    """Markers or a supply, of which every token is printed."""
    groups: Annotated[tuple[TokenGroup, ...], Field(max_length=60)] = ()
    """Tokens besides those of the part."""
    note: TextId | None = None
    """The text of the game that stands above."""
    picture: PictureId | None = None
    """What stands on every token of a supply."""

    usual_per = "player"

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the words that its fields name, and those for the tokens of its part."""
        yield from super().needs(game)
        part = game.head.parts.get(self.part or "")
        if isinstance(part, Supply):
            for number, colour in enumerate(part.colours):
                yield Need("words.colours", colour, ("parts", self.part or "", "colours", number))
        elif isinstance(part, Markers):
            for marker in part.all():
                yield Need("texts", f"marker.{marker.id}", ("parts", self.part or ""))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield that there are no tokens at all, too."""
        yield from super().faults(game)
        if self.part is None and not self.groups:
            yield ("groups",), message("game.no-tokens")

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages: as many whole sets as a page holds, the tokens then as large as can be.

        With copies, that many times as many sets.
        """
        lots = tuple(lots_of(self, setting))
        notes = (setting.say("print.small-parts"),)
        width = setting.options.size.width - 2 * OUTER_MARGIN
        said = [setting.text(self.note)] if self.note else []
        head = headline(setting, width, (*said, setting.say("print.tokens-how")))
        heading = art.above(head, _legend(lots, setting, width), gap=setting.style.length(2.5))
        top = HEADING_TOP + heading.height + UNDER_HEADING
        room = Edge(top=top, bottom=band(setting, setting.options.size, notes))
        least, most = (setting.style.length(one) for one in self.across)
        each = sum(lot.count for lot in lots)
        sets = max(1, _per_page(least, setting, room) // each)
        across = least
        while across + STEP <= most and _per_page(across + STEP, setting, room) >= sets * each:
            across += STEP
        kinds = (Piece(lot.name, _drawn(lot, across, setting), is_straight=False) for lot in lots)
        pieces = [one for one, lot in zip(kinds, lots, strict=True) for _ in range(lot.count)]
        pieces *= sets * setting.options.copies
        return imposed_pages(pieces, setting, TOKEN_GUTTER, heading=heading, footnotes=notes)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        pieces = sum(len(page.copies) for page in pages)
        each = sum(lot.count for lot in lots_of(self, setting))
        return Work(max(1, pieces // each), pieces=pieces, glued=True)


@dataclass(frozen=True, slots=True)
class Lot:
    """Tokens of one look, their name for the legend, and how many of them a set has."""

    colour: str
    sign: str
    picture: str | None
    name: str
    count: int


def lots_of(entry: TokensEntry, setting: PrintContext) -> Iterator[Lot]:
    """Yield what a set consists of: the tokens of the part, then the groups."""
    part = setting.game.head.parts.get(entry.part or "")
    if isinstance(part, Supply):
        for colour in part.colours:
            name = setting.said.words.get("colours", {}).get(colour, colour)
            yield Lot(colour, "", entry.picture, name, part.each)
    elif isinstance(part, Markers):
        for marker in part.all():
            sign, name = setting.said.label(marker.id), setting.text(f"marker.{marker.id}")
            yield Lot(marker.colour, sign, None, name, marker.copies)
    for group in entry.groups:
        yield Lot(group.colour, group.sign, group.picture, setting.text(group.text), group.count)


def _per_page(across: art.Mm, setting: PrintContext, room: Edge) -> int:
    piece = Piece("token", art.Drawing(across, across), is_straight=False)
    cutting = setting.options.cutting(TOKEN_GUTTER)
    return best_grid([piece], setting.options.size, edge=room, cutting=cutting).per_page


def _drawn(lot: Lot, across: art.Mm, setting: PrintContext) -> art.Drawing:
    """Draw a token; a picture stands where its sign would."""
    if lot.picture is None:
        drawing = token(setting, lot.colour, lot.sign, across)
        return replace(drawing, title=f"{lot.colour} {lot.sign}".strip())
    tone, middle = setting.shape(lot.colour), across / 2
    shown = picture(setting.game, lot.picture, across * PICTURES.get(tone, PICTURE))
    lower = middle * LOWER if tone == "triangle" else 0.0
    inside = art.Placed(shown, middle - shown.width / 2, middle + lower - shown.height / 2)
    ground = outline(tone, middle, middle, middle, lot.colour)
    return art.Drawing(across, across, (ground, inside), title=f"{lot.colour} {lot.picture}")


def _legend(lots: tuple[Lot, ...], setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw each look in small with its name and number, in as many lines as it takes."""
    how, side, sketch = setting.style.lettering(LABEL), setting.style.length(6.0), Sketch(setting)
    x = y = 0.0
    for lot in lots:
        words = f"{lot.name} × {lot.count}"
        if x and x + side + 1.5 + how.width(words) > width:
            x, y = 0.0, y + side + 1.5
        sketch.place(_drawn(lot, side, setting), x, y)
        sketch.centre(words, x + side + 1.5, y + side / 2, how)
        x += side + 1.5 + how.width(words) + setting.style.length(5.0)
    return sketch.drawing(width, y + side)


class TilesEntry(DrawnEntry):
    """The tiles of a part, and the single pieces that belong to them."""

    kind: Literal["tiles"]
    part: Annotated[Id, Names("part", (Tiles,))]
    """The tiles."""
    side: Annotated[float, Field(ge=10, le=80)]
    """The side of a tile, in mm."""
    round: Mapping[Id, Annotated[float, Field(ge=8, le=80)]] = Field(default_factory=dict)
    """The pieces that are discs: the diameter of each in mm, by its name."""
    note: TextId | None = None
    """The text of the game that tells how the pieces are used."""

    uses = frozenset({"duplex", "bleed"})

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield round pieces that the part does not have, too."""
        yield from super().faults(game)
        tiles = known_part(game, self.part, Tiles)
        known = [extra.id for extra in tiles.extras] if tiles else [*self.round]
        for name in (name for name in self.round if name not in known):
            yield ("round", name), not_one_of(name, known)

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages of all pieces, as often as copies are wanted, backs where fronts are."""
        tiles = setting.game.part(self.part, Tiles).tiles()
        pieces = [_piece(tile, self, setting) for tile in tiles] * setting.options.copies
        width = setting.options.size.width - 2 * OUTER_MARGIN
        heading = headline(setting, width, [setting.text(self.note)] if self.note else [])
        notes = (setting.say("print.small-parts"),)
        # Tiles lie edge to edge: one cut parts two of them.
        return imposed_pages(pieces, setting, heading=heading, footnotes=notes)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        pieces = sum(len(page.copies) for page in pages if not page.is_back)
        return Work(setting.options.copies, pieces=pieces)


def _piece(tile: Tile, entry: TilesEntry, setting: PrintContext) -> Piece:
    """Return a piece in its trimmed size, front and back."""
    diameter = entry.round.get(str(tile.front))
    side, is_disc = setting.style.length(diameter or entry.side), diameter is not None
    signs = (tile.front, tile.back)
    front, back = (_Face(tile.colour, side, setting).whole(sign, is_disc=is_disc) for sign in signs)
    return Piece(f"{tile.colour} {tile.front}", front, back, is_straight=not is_disc)


class _Face(Sketch):
    """One side of a piece being drawn, on the shape of its colour."""

    def __init__(self, colour: str, side: art.Mm, setting: PrintContext) -> None:
        super().__init__(setting)
        self.colour, self.side, self.on = colour, side, f"{colour}.on"
        self.is_round = setting.shape(colour) == "circle"

    def whole(self, sign: int | str, *, is_disc: bool) -> art.Drawing:
        """Return the side with a figure, or with what a piece has for its name.

        A disc is cut along its outline.
        """
        self.ground(is_disc=is_disc)
        if isinstance(sign, int):
            self.figure(sign)
        else:
            {"blocker": self.cross, "marker": self.corners}.get(sign, self.letter)()
        return self.drawing(self.side, self.side, f"{self.colour} {sign}")

    def ground(self, *, is_disc: bool) -> None:
        """Draw the shape that goes with the colour, with a second line about a square.

        On a disc, which is round in any colour, a square tells the one colour from the other.
        """
        inset, middle = INSET * self.side, self.side / 2
        if is_disc or self.is_round:
            radius = middle - (0.2 if is_disc else inset)
            self.put(art.Circle(middle, middle, radius, self.colour, art.EDGE))
            return
        inner, second = self.side - 2 * inset, 1.9 * inset
        self.put(art.Rect(inset, inset, inner, inner, self.colour, art.EDGE, 0.09 * self.side))
        inner, line = self.side - 2 * second, art.Stroke(self.on)
        self.put(art.Rect(second, second, inner, inner, None, line, 0.06 * self.side))

    def figure(self, number: int) -> None:
        """Draw a number, and beneath it as many dots: they show which way up it is."""
        size, font = art.to_points(0.46 * self.side) * 0.95, self.style.family.bold
        how = Lettering(font, size, self.on, "middle")
        middle, step = self.side / 2, 0.088 * self.side
        y = middle + how.height * 0.5 - 0.07 * self.side
        self.write(str(number), middle, y, how)
        for place in range(number):
            x = middle + (place - (number - 1) / 2) * step
            self.put(art.Circle(x, y + 0.145 * self.side, 0.032 * self.side, self.on))

    def cross(self) -> None:
        """Draw a cross from corner to corner."""
        near, far = (self.side / 2 + sign * 0.2 * self.side for sign in (-1, 1))
        stroke = art.Stroke(self.on, art.HEAVY_LINE * 2.2)
        self.put(art.Line(near, near, far, far, stroke), art.Line(near, far, far, near, stroke))

    def corners(self) -> None:
        """Draw a triangle in each corner: what shows of a tile that lies under another, turned."""
        ends, reach = ((0.0, 1), (self.side, -1)), 0.3 * self.side
        for (x, across), (y, down) in product(ends, ends):
            points = ((x, y), (x + across * reach, y), (x, y + down * reach))
            self.put(art.Polygon(points, self.colour, art.EDGE))

    def letter(self) -> None:
        """Draw the shape of the colour in small."""
        middle, half = self.side / 2, 0.19 * self.side
        line, corner = art.Stroke(self.on, art.HEAVY_LINE), middle - half
        square = art.Rect(corner, corner, 2 * half, 2 * half, None, line)
        self.put(art.Circle(middle, middle, half, None, line) if self.is_round else square)
