"""Dominoes and chains made from a list: each shows the answer of one pair, then another's word."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Annotated, ClassVar, Literal

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Id, Names
from generator.game.parts import Ring
from generator.listgames.card_set import (
    FRAME,
    SIGNS,
    CardSetEntry,
    Length,
    draw_content,
    draw_contents,
    word_margin,
)
from generator.listgames.frames import draw_frame, place_emblem
from generator.listgames.planner import Content, DealtGame, Item
from generator.listgames.ring.tiles import RingDeal, TwinsError, deal_ring, read_pairs, ring_columns
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Extents
from generator.paper.shapes import PIECE, Drawing, Line, Mm, Pt, Size, centred_in
from generator.printables.context import Context
from generator.printables.sketch import Sketch
from generator.words import Message, message

# White between what is read and the lines about it.
WHITE: Mm = 2.0
# White between the cut of a domino and its frame: it has less room than a card.
TILE_FRAME: Mm = 2.4
# The emblem of a card, and how far it lies inside the line.
EMBLEM: Mm = 6.0
EMBLEM_INSIDE: Mm = 1.0
# What the words that begin each half of a card of a chain are set in, and which they are.
SAYING: Pt = 14.0
SAYINGS = ("list.chain-have", "list.chain-who")

Drawings = Mapping[Content, Drawing]


@dataclass(frozen=True, slots=True)
class PrintedTile:
    """A tile: its answer and word, their `rows`, their names (`said`), and its ring's `mark`."""

    name: str
    shown: tuple[Content, Content]
    said: tuple[str, str]
    rows: tuple[int, int]
    mark: str
    starts: bool

    @property
    def title(self) -> str:
        """What it is called."""
        answer, word = self.shown
        return f"{self.name}: {answer.words} | {word.words}"


def _words_or_other(shown: Content, other: Content | None = None) -> str:
    return f"[{(other or shown).words}]" if shown.is_picture else shown.words


class RingCards(CardSetEntry):
    """Tiles or cards that lie in one closed ring, or in one for each half of a class."""

    part: Annotated[Id, Names("part", (Ring,))]
    """The ring: which list is dealt, and which of its columns are shown, stands there."""

    supported_options = frozenset({"seed", "card_size", "made_for"})
    asks = True
    # The largest type, in points: tiles that lie side by side look alike.
    largest: ClassVar[Pt] = 26.0

    def list_name(self, game: Game) -> str:
        return game.part(self.part, Ring).list

    def columns(self, game: Game) -> Sequence[str]:
        return ring_columns(game, game.part(self.part, Ring))

    @abstractmethod
    def rules_key(self, ring: Ring) -> str:
        """Return the message that says how it is played."""

    @abstractmethod
    def key_line(self, tile: PrintedTile) -> Message:
        """Return what the key says of a tile or card."""

    @abstractmethod
    def content_room(self, setting: Context) -> Size:
        """Return the width and height that each of its two contents has."""

    @abstractmethod
    def draw_face(self, tile: PrintedTile | None, made: Drawings, setting: Context) -> Drawing:
        """Draw a tile or card of its contents as they are drawn, or one to write on."""

    def deal(self, setting: Context) -> DealtGame:
        """Return the tiles ring by ring as they lie; DataError where twins leave too few."""
        game, options = setting.game, setting.options
        ring, columns = game.part(self.part, Ring), self.columns(game)
        one_side = ring.set == "full" and len(columns) == 1
        found = self.items(setting, 1 if one_side else 2, twins=True)
        pupils = options.pupils if "pupils" in self.supported_options else 0
        try:
            dealt = deal_ring(read_pairs(self.table(game), columns), ring, options.seed, pupils)
        except TwinsError as error:
            raise _twins_fault(error, found) from error
        tiles = [*_printed(dealt, found)]
        listed = [
            {"id": one.name, "left": one.shown[0].words, "right": one.shown[1].words}
            for one in tiles
        ]
        lines = [
            f"{'+' if one.name in dealt.left_out else one.mark} {setting.say(self.key_line(one))}"
            for one in tiles
        ]
        notes = [] if dealt.note is None else [dealt.note]
        if passed := len(found) - len({row for one in tiles for row in one.rows}):
            notes.append(message("list.ring-passed", n=passed))
        lines = [*(line.strip() for line in lines), *map(setting.say, notes)]
        rules, facts = self.rules_key(ring), {"rings": dealt.rings}
        return DealtGame("tiles", listed, rules, "list.ring-key", lines, tiles, facts)

    def draw(self, setting: Context, cards: Sequence[PrintedTile]) -> Sequence[Piece]:
        """Draw the tiles or cards in an order that does not tell the ring."""
        contents = chain.from_iterable(tile.shown for tile in cards)
        rooms = {one: self.room_of(one, setting) for one in contents}
        made = draw_contents(rooms, setting, self.largest)
        pieces = [Piece(tile.name, self.draw_face(tile, made, setting)) for tile in cards]
        Random(setting.options.seed).shuffle(pieces)
        return pieces

    def room_of(self, content: Content, setting: Context) -> Size:
        """Return the room of one content: that of words, if it has no better one."""
        return self.content_room(setting)

    def fillers(self, setting: Context) -> Sequence[Piece]:
        return [Piece("blank", self.draw_face(None, {}, setting))]


def _printed(dealt: RingDeal, found: Sequence[Item]) -> Iterator[PrintedTile]:
    for name, tile in dealt.tiles.items():
        left, right = found[tile.left].sides, found[tile.right].sides
        said = _words_or_other(*left[::-1]), _words_or_other(*right)
        ring = dealt.ring_of(name)
        mark = SIGNS[dealt.rings.index(ring)] if len(dealt.rings) > 1 else ""
        shown, rows = (left[-1], right[0]), (tile.left, tile.right)
        yield PrintedTile(name, shown, said, rows, mark, ring[0] == name)


def _twins_fault(error: TwinsError, found: Sequence[Item]) -> DataError:
    *items, side = error.twins
    other, cell = (found[one].sides[0 if side == "word" else -1].cells[-1] for one in items)
    values = {**dict(error.message.values), "cell": other.name, "words": cell.words}
    return DataError([cell.fault(message("list.ring-twins", **values))])


class DominoesEntry(RingCards):
    """Dominoes: the answer of one pair at the left, the word of the next at the right."""

    kind: Literal["dominoes"]
    size: tuple[Length, Length] = (60.0, 27.5)
    """Width and height of a domino in mm."""

    usual_weight = 200

    def rules_key(self, ring: Ring) -> str:
        return "list.dominoes-full-rules" if ring.set == "full" else "list.dominoes-rules"

    def key_line(self, tile: PrintedTile) -> Message:
        left, right = tile.said
        return message("list.dominoes-line", id=tile.name, left=left, right=right)

    def content_room(self, setting: Context) -> Size:
        (width, height), style = self.card_size(setting), setting.style
        frame, margin = style.length(TILE_FRAME), word_margin(setting, (width / 2, height))
        return width / 2 - frame - 2 * margin, height - 2 * (frame + margin)

    def draw_face(self, tile: PrintedTile | None, made: Drawings, setting: Context) -> Drawing:
        width, height = self.card_size(setting)
        style, sketch = setting.style, Sketch(setting)
        frame, margin = style.length(TILE_FRAME), word_margin(setting, (width / 2, height))
        room = self.content_room(setting)
        sketch.place(draw_frame(setting, (width, height), frame), 0.0, 0.0)
        how = style.lettering(lettered.LEAST_SIZE, "regular", align="middle")
        low = height - frame - style.length(1.2)
        end = low - how.height - style.length(1.2)
        sketch.put(Line(width / 2, frame, width / 2, end, PIECE))
        if tile is None:
            return sketch.drawing(width, height)
        sketch.write(tile.name, width / 2, low, how)
        for content, x in zip(tile.shown, (frame, width / 2), strict=True):
            sketch.place(centred_in(made[content], *room), x + margin, frame + margin)
        return sketch.drawing(width, height, tile.title)


class ChainEntry(RingCards):
    """A chain for a class: who has the answer reads it, and asks for the next."""

    kind: Literal["chain"]
    size: tuple[Length, Length] = (90.0, 60.0)
    """Width and height of a card in mm."""

    supported_options = RingCards.supported_options | {"pupils"}
    usual_per = "class"
    largest = 48.0

    def rules_key(self, ring: Ring) -> str:
        return "list.chain-halves-rules" if ring.halves else "list.chain-rules"

    def key_line(self, tile: PrintedTile) -> Message:
        have, who = tile.said
        return message("list.chain-line", id=tile.name, have=have, who=who)

    def content_room(self, setting: Context) -> Size:
        (width, height), style = self.card_size(setting), setting.style
        frame, margin = style.length(FRAME), word_margin(setting, (width, height))
        said = style.lettering(SAYING).height + style.length(WHITE)
        return width - 2 * (frame + margin), height / 2 - frame - said - 2 * margin

    def room_of(self, content: Content, setting: Context) -> Size:
        """Return the room under the saying or, of a picture that is larger there, beside it."""
        below, beside = self.content_room(setting), self._room_beside(setting)
        if not any(cell.is_picture for cell in content.cells):
            return below
        areas = dict[Size, float]()
        for room in (below, beside):
            with suppress(lettered.DoesNotFitError):
                box = Extents().drawing(draw_content(content, setting, room))
                areas[room] = box.size[0] * box.size[1] if box else 0.0
        return max(areas, key=areas.__getitem__, default=below)

    def _room_beside(self, setting: Context) -> Size:
        """Return the room between what stands at the left and at the right of both halves."""
        (width, height), style = self.card_size(setting), setting.style
        frame, white = style.length(FRAME), style.length(WHITE)
        have, who = self._saying_widths(setting)
        start = style.lettering(SAYING, "bold").width(f"{setting.say('list.chain-start')}  ●")
        free = width - 2 * (frame + 2 * white)
        return min(free - have - start, free - 2 * who), height / 2 - frame - 2 * white

    def _saying_widths(self, setting: Context) -> Sequence[Mm]:
        saying = setting.style.lettering(SAYING, "bold")
        have, who = (saying.width(setting.say(key)) for key in SAYINGS)
        return self._emblem_width(setting) + have, who

    def _emblem_width(self, setting: Context) -> Mm:
        """Return by how much the emblem moves what is said first to the right."""
        length = setting.style.length
        wide = length(EMBLEM_INSIDE) + 1.25 * length(EMBLEM) - length(WHITE)
        return wide if setting.game.head.face else 0.0

    def draw_face(self, tile: PrintedTile | None, made: Drawings, setting: Context) -> Drawing:
        """Draw a card: what it has, what it asks for, its id; the first of a ring says so."""
        width, height = self.card_size(setting)
        style, sketch = setting.style, Sketch(setting)
        frame, white = style.length(FRAME), style.length(WHITE)
        sketch.place(draw_frame(setting, (width, height), frame), 0.0, 0.0)
        sketch.put(Line(frame, height / 2, width - frame, height / 2, PIECE))
        inside, side = style.length(EMBLEM_INSIDE), style.length(EMBLEM)
        place_emblem(sketch, (frame + inside, frame + inside), side)
        saying = style.lettering(SAYING, "bold")
        first = setting.say("list.chain-start") if tile and tile.starts else ""
        marks = f"{first}  {tile.mark}".strip() if tile else ""
        lefts = frame + white + self._emblem_width(setting), frame + white
        for half, (key, left) in enumerate(zip(SAYINGS, lefts, strict=True)):
            y = height / 2 if half else frame
            sketch.write(setting.say(key), left, y + white + saying.height, saying)
            if tile is not None:
                drawn = made[tile.shown[half]]
                self._place_content(sketch, drawn, half, saying.width(marks))
        if tile is None:
            return sketch.drawing(width, height)
        right = style.lettering(SAYING, "bold", align="right")
        sketch.write(marks, width - frame - white, frame + white + right.height, right)
        small = style.lettering(lettered.LEAST_SIZE, "regular", align="right")
        sketch.write(tile.name, width - frame - white, height / 2 + white + small.height, small)
        return sketch.drawing(width, height, tile.title)

    def _place_content(self, sketch: Sketch, drawn: Drawing, half: int, marks: Mm) -> None:
        """Place a content under the saying of its half or, where it is too high, beside it."""
        setting, style = sketch.setting, sketch.setting.style
        width, height = self.card_size(setting)
        frame, white, room = style.length(FRAME), style.length(WHITE), self.content_room(setting)
        y, margin = height / 2 if half else frame, word_margin(setting, (width, height))
        if drawn.height <= room[1]:
            low = y + white + style.lettering(SAYING).height + margin
            sketch.place(centred_in(drawn, *room), frame + margin, low)
            return
        wide, high = self._room_beside(setting)
        middle = width / 2
        if not half and marks:
            left = self._saying_widths(setting)[0]
            middle += (left - marks) / 2
        sketch.place(centred_in(drawn, wide, high), middle - wide / 2, y + white)
