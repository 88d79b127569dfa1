"""A board of squares along a closed path: on one page where it fits, else on tiles."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import dist
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Facts, Id, Names
from generator.game.parts import Circuit, Pool
from generator.paper import shapes as art
from generator.paper.measures import BLOCK_GAP, CELL_LINE, HEAVY_LINE, INSET, PART_GAP, WORDS_GAP
from generator.paper.page import Page, bounding_box
from generator.paper.shapes import CellBox, Drawing, Mm, Point, Rect, Size, Spot
from generator.paper.shapes import Path as Outline
from generator.paper.text import LEAST_SIZE, SECTION, TEXT, DoesNotFitError, Lettering
from generator.printables.context import Context
from generator.printables.kinds.dice_nets import clip_and_pencil, die_wheel
from generator.printables.page_furniture import board_pages, footnote_sign, footnotes
from generator.printables.pictures import missing_picture, picture, picture_of_width
from generator.printables.printable import DrawnEntry, PictureId, TextId, known_part
from generator.printables.sketch import Sketch, token
from generator.reading.nodes import Path
from generator.words import Message, message

# Pieces that a curve is walked in: none is longer than a few millimetres.
PIECES = 48
# How finely the long sides of a square are bent.
BENT = 12
# Where the signs of a square stand: how far off the middle as a share of the road's width, how far
# ahead as a share of a square.
OFF = 0.31
AHEAD = 0.345
SIGN_SIZE: Mm = 9.0
BEAD: Mm = 3.0
# A square any shorter has no room for its picture.
SHORTEST: Mm = 12.0
Side = Annotated[float, Field(ge=0, le=2000)]
Extent = Annotated[float, Field(ge=20, le=2000)]
Box = tuple[Side, Side, Extent, Extent]
# A cube of 16 mm lies within.
CUBE: Mm = 22.0
# How large the clip is that a wheel is spun with, to its own size.
CLIP = 0.72


@dataclass(frozen=True, slots=True)
class ClosedPath:
    """The points of a closed path, and how far along each of them lies."""

    points: tuple[Point, ...]
    lengths: tuple[Mm, ...]

    @property
    def length(self) -> Mm:
        """Return how long it is once round."""
        return self.lengths[-1]

    def spot(self, far: Mm) -> Spot:
        """Return the point reached after `far` mm; beyond one round it goes on round again."""
        (x1, y1), (x2, y2) = self.at(far - 1.0), self.at(far + 1.0)
        length = dist((x1, y1), (x2, y2))
        # Where the path turns back upon itself it goes nowhere.
        ahead = ((x2 - x1) / length, (y2 - y1) / length) if length else (1.0, 0.0)
        return Spot(self.at(far), ahead)

    def at(self, far: Mm) -> Point:
        """Return the point so far along."""
        far %= self.length
        piece = min(bisect_right(self.lengths, far), len(self.lengths) - 1)
        (x1, y1), (x2, y2) = self.points[piece - 1], self.points[piece]
        share = (far - self.lengths[piece - 1]) / (self.lengths[piece] - self.lengths[piece - 1])
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def _closed_path(steps: Sequence[art.PathStep]) -> ClosedPath:
    points = list(_points(steps))
    return closed_path_through([*points, points[0]])


def closed_path_through(points: Sequence[Point], least: Mm = 0.0) -> ClosedPath:
    """Return the walk by points, without those that are no farther from the one before."""
    kept = [points[0], *(two for one, two in pairwise(points) if dist(one, two) > least)]
    far = accumulate((dist(one, other) for one, other in pairwise(kept)), initial=0.0)
    return ClosedPath(tuple(kept), tuple(far))


def _points(steps: Sequence[art.PathStep]) -> Iterator[Point]:
    here = start = (0.0, 0.0)
    for step in steps:
        if step.way == "C":
            one, other, end = step.points
            for piece in range(1, PIECES):
                t = piece / PIECES
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield (
                    a * here[0] + b * one[0] + c * other[0] + d * end[0],
                    a * here[1] + b * one[1] + c * other[1] + d * end[1],
                )
        here = step.points[-1] if step.points else start
        start = here if step.way == "M" else start
        yield here


class BoardWheel(Facts):
    """A wheel printed on the board, to be spun there: nothing to cut out, nothing to lose."""

    part: Annotated[Id, Names("part", (Pool,))]
    """The dice of which it shows one."""
    at: tuple[Side, Side, Extent]
    """Its left, its top and its width."""
    text: TextId | None = None
    """The text above it that names it."""
    note: TextId | None = None
    """The text under its name that says with what it is spun."""


class Piles(Facts):
    """Places of tokens that all take from, with the texts `board.piles` and `marker.COLOUR`."""

    tokens: Annotated[tuple[ColourId, ...], Field(min_length=1, max_length=4)]
    """The colours of the tokens, a place for each."""
    at: Box
    """Left, top, width and height of all places together."""


class BoardEntry(DrawnEntry):
    """A circuit of squares along an outline; lengths are in mm, from the board's top left."""

    kind: Literal["board"]
    part: Annotated[Id, Names("part", (Circuit,))]
    """The circuit."""
    size: tuple[Extent, Extent]
    """The board's width and height."""
    along: PictureId
    """A picture as wide as the board: the squares lie along its first `path`, a closed one; the
    middle of the first square is where it begins."""
    road: Annotated[float, Field(ge=20, le=200)]
    """The width of the squares, across the path."""
    inside: Box | None = None
    """Left, top, width and height of the field for the title, the text `board.aim` where there is
    one, and what each kind of square does: the texts `square.KIND` and `square.KIND.does`."""
    kinds: tuple[Box, ...] = ()
    """Fields for what kinds of squares do, each with its even share of them; left out, they stand
    below the title."""
    cube: Box | None = None
    """Left, top, width and height of the place of a cube, with the texts `board.cube` and
    `board.cube-note` beneath."""
    cube_picture: PictureId | None = None
    """What is drawn in the place of the cube."""
    wheel: BoardWheel | None = None
    """A wheel in the place of a die."""
    piles: Piles | None = None
    """The places of tokens."""

    def needs(self, game: Game) -> Iterator[Need]:
        yield from super().needs(game)
        circuit = known_part(game, self.part, Circuit)
        if self.inside and circuit:
            for key in ("board.aim", "board.start"):
                yield Need("texts", key, ("inside",), optional=True)
            for kind in dict.fromkeys(f"square.{square.kind}" for square in circuit.squares):
                yield from (Need("texts", key, ("inside",)) for key in (kind, f"{kind}.does"))
        if self.cube:
            yield from (Need("texts", key, ("cube",)) for key in ("board.cube", "board.cube-note"))
        if self.piles:
            named = (f"marker.{colour}" for colour in self.piles.tokens)
            yield from (Need("texts", key, ("piles",)) for key in ("board.piles", *named))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        circuit = known_part(game, self.part, Circuit)
        if circuit is None:
            return
        for number, square in enumerate(circuit.squares):
            if (reason := missing_picture(game, square.picture)) is not None:
                yield ("parts", self.part, "squares", number, "picture"), reason
        if missing_picture(game, self.along) is not None:
            return
        # That a picture is faulty is told elsewhere.
        with suppress(DataError):
            path = _path_outline(self, game)
            pitch = _closed_path(path.steps).length / len(circuit.squares) if path else 0.0
            if path is None:
                yield ("along",), message("picture.no-path")
            elif pitch < SHORTEST:
                found, least = f"{pitch:.1f}", f"{SHORTEST:g}"
                yield ("along",), message("game.path-short", found=found, least=least)

    def plan(self, setting: Context) -> tuple[Page, ...]:
        options, notes = setting.options, footnotes(setting, (self.part,))
        setting = replace(setting, noted=(self.part,))
        drawn = draw_board(self, replace(setting, options=replace(options, large=False)))
        return board_pages([drawn] * options.copies, setting, footnotes=notes)


def draw_board(entry: BoardEntry, setting: Context) -> Drawing:
    """Draw the whole board."""
    path = _path_outline(entry, setting.game)
    if path is None:
        raise LudokitError(message("picture.no-path"))
    road = _CircuitSketch(entry, setting, _closed_path(path.steps))
    numbers = range(len(road.circuit.squares))
    for number in numbers:
        road.draw_square(number)
    for number in numbers:
        road.draw_bead(number)
    if entry.inside:
        road.draw_inside(entry.inside)
    if entry.cube:
        road.draw_cube(entry.cube, entry.cube_picture)
    if entry.wheel:
        road.draw_wheel(entry.wheel)
    if entry.piles:
        road.draw_piles(entry.piles)
    return road.drawing(*entry.size, setting.sentences.title)


def _path_outline(entry: BoardEntry, game: Game) -> Outline | None:
    shapes = picture_of_width(game, entry.along, entry.size[0]).shapes
    return next((shape for shape in shapes if isinstance(shape, Outline)), None)


class _CircuitSketch(Sketch):
    def __init__(self, entry: BoardEntry, setting: Context, walk: ClosedPath) -> None:
        super().__init__(setting)
        self.entry, self.walk, self.wide = entry, walk, entry.road
        self.circuit = setting.game.part(entry.part, Circuit)
        self.pitch = walk.length / len(self.circuit.squares)
        lettering = self.style.lettering
        self.number_type = lettering(14.0, "bold", "ink", "middle")
        self.bold = lettering(SECTION, "bold", "ink", "middle", steps_down=True)
        self.plain = lettering(TEXT + 1, "regular", "ink", "middle", steps_down=True)

    def spot(self, number: float) -> Spot:
        return self.walk.spot(number * self.pitch)

    def outline(self, number: int, inset: Mm = 0.0) -> tuple[Point, ...]:
        """Return the corners of a square, its long sides bent along the road, or so far inside."""
        half, wide = self.pitch / 2 - INSET / 2 - inset, self.wide / 2 - inset
        start = number * self.pitch - half
        spots = [self.walk.spot(start + 2 * half * piece / BENT) for piece in range(BENT + 1)]
        left = (spot.aside(0.0, wide) for spot in spots)
        return (*left, *(spot.aside(0.0, -wide) for spot in reversed(spots)))

    def draw_square(self, number: int) -> None:
        square, points = self.circuit.squares[number], self.outline(number)
        colour = self.circuit.colours[square.kind]
        stroke = art.Stroke("ink", HEAVY_LINE * (1.4 if square.halt else 1.0))
        inner = art.Polygon(self.outline(number, 1.8), "white")
        self.put(art.Polygon(points, colour, stroke), inner)
        start = self.setting.sentences.texts.get("board.start") if number == 0 else None
        # Smaller and higher where words stand beneath.
        drawn = picture(self.setting.game, square.picture, self.wide * (0.5 if start else 0.6))
        x, y = self.spot(number).aside(0.0, self.wide * 0.07 if start else 0.0)
        self.place(drawn, x - drawn.width / 2, y, 0.0)
        kind = token(self.setting, colour, self.setting.sentences.labels.get(colour, ""), SIGN_SIZE)
        x, y = self.spot(number + AHEAD).aside(0.0, self.wide * OFF)
        self.place(kind, x - SIGN_SIZE / 2, y, 0.0)
        x, y = self.spot(number - AHEAD).aside(0.0, self.wide * OFF)
        self.centre(str(number), x, y, self.number_type)
        if start:
            self.centre(start, *self.spot(0).aside(0.0, -self.wide * 0.31), self.number_type)
        box, name = bounding_box(points), self.circuit.cell_ids()[number]
        self.cells.append(CellBox(name, str(number), box.left, box.top, *box.size))

    def draw_bead(self, number: int) -> None:
        spot = self.spot(number + 0.5)
        self.put(art.Circle(*spot.at, BEAD, "white", art.EDGE))
        tip = spot.aside(BEAD * 0.4, 0.0)
        for side in (1, -1):
            end = spot.aside(-BEAD * 0.3, side * BEAD * 0.52)
            self.put(art.Line(*end, *tip, art.Stroke("ink", CELL_LINE * 1.4)))
        if number == 0 and not self.entry.inside:
            mark = footnote_sign(self.setting, self.entry.part)
            self.write(mark, *spot.aside(BEAD * 1.3, -BEAD * 2.0), self.number_type)

    def draw_inside(self, box: Box) -> None:
        setting, circuit, (left, y, across, high) = self.setting, self.circuit, box
        low, icon = y + high, 20.0
        family, aim = self.style.family, setting.sentences.texts.get("board.aim", "")
        # Its footnote is called after the aim: a title with a number is that of a part.
        mark, title = footnote_sign(setting, self.entry.part), setting.sentences.title
        aim = f"{aim} {mark}".strip()
        for words, size, font in ((title, 34.0, family.bold), (aim, 14.0, family.regular)):
            if words:
                how = Lettering(font, size, "ink", "middle", LEAST_SIZE)
                said = how.fit(words, "board", across, high * 0.2)
                self.place(said, left, y)
                y += said.height + 2.0
        fields = self.entry.kinds or ((left, y + 1.5, across, low - y - 1.5),)
        kinds = tuple(dict.fromkeys(square.kind for square in circuit.squares))
        ends = [len(kinds) * number // len(fields) for number in range(len(fields) + 1)]
        runs = [kinds[start:end] for start, end in pairwise(ends)]
        widths = [
            (field[2] - BLOCK_GAP * (len(run) - 1)) / max(1, len(run))
            for field, run in zip(fields, runs, strict=True)
        ]
        rooms = {
            kind: (width, field[3] - icon - WORDS_GAP)
            for field, run, width in zip(fields, runs, widths, strict=True)
            for kind in run
        }
        texts = _texts(rooms, setting)
        for (left, top, _, _), run, width in zip(fields, runs, widths, strict=True):
            for number, kind in enumerate(run):
                x = left + number * (width + BLOCK_GAP)
                shown = next(square.picture for square in circuit.squares if square.kind == kind)
                self.place(picture(setting.game, shown, icon), x + (width - icon) / 2, top)
                if width - icon >= 2 * SIGN_SIZE:
                    # The sign that the squares of this kind have.
                    colour = circuit.colours[kind]
                    label = setting.sentences.labels.get(colour, "")
                    sign = token(setting, colour, label, SIGN_SIZE)
                    self.place(sign, x + (width + icon) / 2, top)
                self.place(texts[kind], x, top + icon + WORDS_GAP)

    def draw_cube(self, box: Box, shown: str | None) -> None:
        setting, (left, y, across, high) = self.setting, box
        rest, label = (high - CUBE - 3 * WORDS_GAP) / 2, setting.text("board.cube")
        name = self.bold.fit(label, "cube", across, rest * 1.1)
        plain = replace(self.plain, colour="secondary")
        note = plain.fit(setting.text("board.cube-note"), "cube", across, rest)
        x, under = left + (across - CUBE) / 2, y + CUBE + WORDS_GAP
        self.put(Rect(x, y, CUBE, CUBE, "white", art.DOTTED, 1.5))
        if shown is not None:
            self.place(picture(setting.game, shown, CUBE - 6.0), x + 3.0, y + 3.0)
        self.place(name, left, under)
        self.place(note, left, under + name.height + WORDS_GAP)
        self.cells.append(CellBox("cube", label, x, y, CUBE, CUBE))

    def draw_wheel(self, entry: BoardWheel) -> None:
        (left, y, across), how = entry.at, clip_and_pencil(CLIP)
        self.place(die_wheel(entry.part, across, self.setting), left, y)
        self.place(how, left - how.width, y + WORDS_GAP)
        named = ((self.bold, entry.text), (self.plain, entry.note))
        wide = across + 2 * BLOCK_GAP
        said = [set_in.fit(self.setting.text(key), key, wide) for set_in, key in named if key]
        words = art.column(*said, gap=WORDS_GAP)
        self.place(words, left - BLOCK_GAP, y - words.height - PART_GAP)
        self.cells.append(CellBox("wheel", "", left, y, across, across))

    def draw_piles(self, entry: Piles) -> None:
        setting, (left, y, across, high) = self.setting, entry.at
        head = self.bold.fit(setting.text("board.piles"), "piles", across)
        self.place(head, left, y)
        top, each = y + head.height + WORDS_GAP, across / len(entry.tokens)
        names = [setting.text(f"marker.{colour}") for colour in entry.tokens]
        told = [self.plain.fit(name, name, each - 1.0) for name in names]
        side = min(each - BLOCK_GAP, y + high - top - WORDS_GAP - max(one.height for one in told))
        for number, (colour, name) in enumerate(zip(entry.tokens, told, strict=True)):
            x, start = left + number * each, left + (number + 0.5) * each - side / 2
            self.put(Rect(start, top, side, side, "white", art.DOTTED, 1.5))
            shown = token(setting, colour, setting.sentences.labels.get(colour, ""), 13.0)
            self.place(art.centred_in(shown, side, side), start, top)
            self.place(name, x + 0.5, top + side + WORDS_GAP)
            self.cells.append(CellBox(f"pile.{colour}", names[number], start, top, side, side))


def _texts(rooms: Mapping[str, Size], setting: Context) -> Mapping[str, Drawing]:
    """Set what each kind of square does within its own room, all in one size."""

    def text(kind: str, bold: Lettering, plain: Lettering) -> Drawing:
        width, height = rooms[kind]
        name = bold.fit(setting.text(f"square.{kind}"), kind, width, height)
        rest = height - name.height - WORDS_GAP
        does = plain.fit(setting.text(f"square.{kind}.does"), kind, width, rest)
        return art.column(name, does, gap=WORDS_GAP)

    bold = setting.style.lettering(14.0, "bold", "ink", "middle", steps_down=True)
    plain = setting.style.lettering(11.5, "regular", "ink", "middle", steps_down=True)
    *larger, least = (
        (replace(bold, size=large, least=large), replace(plain, size=small, least=small))
        for large, small in zip(bold.sizes(), plain.sizes(), strict=False)
    )
    for sizes in larger:
        with suppress(DoesNotFitError):
            return {kind: text(kind, *sizes) for kind in rooms}
    return {kind: text(kind, *least) for kind in rooms}
