"""Dominoes and chains made from a list: each shows the answer of one pair, then another's word."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar, Literal, TypeAlias

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Id, Names
from generator.game.lists import sides_of, table_of
from generator.game.parts import Ring
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Page
from generator.printables import listed
from generator.printables.context import PrintContext
from generator.printables.kinds.pairs import FRAME, SIGNS, Length, SizedCards, framed
from generator.printables.listed import Content, Contents, Item, Told
from generator.printables.sketch import Sketch
from generator.tables import rings
from generator.tables.rings import Deal, TwinsError
from generator.words import Message, message

# White between what is read and the lines about it.
WHITE: art.Mm = 2.0
# White between the cut of a domino and its frame: it has less room than a card.
TILE_FRAME: art.Mm = 2.4
# What the words that begin each half of a card of a chain are set in.
SAYING: art.Pt = 14.0

Drawn: TypeAlias = Mapping[Content, art.Drawing]


@dataclass(frozen=True, slots=True)
class Dealt:
    """Tiles or cards as they are dealt, and what stands on them."""

    deal: Deal
    items: Sequence[Item]

    def left(self, name: str) -> Content:
        """Return the answer at the left of a tile, or which a card has."""
        return self.items[self.deal.tiles[name].left].sides[-1]

    def right(self, name: str) -> Content:
        """Return the word at the right of a tile, or for whose answer a card asks."""
        return self.items[self.deal.tiles[name].right].sides[0]

    def told(self, name: str) -> tuple[str, str]:
        """Return in words what stands left and right; of a picture in brackets what goes with it.

        The name of a picture's file may tell nothing.
        """
        tile = self.deal.tiles[name]
        left, right = self.items[tile.left].sides, self.items[tile.right].sides
        return _in_words(left[-1], left[0]), _in_words(right[0], right[-1])

    def contents(self) -> Iterator[Content]:
        """Yield all that stands on them."""
        for name in self.deal.tiles:
            yield from (self.left(name), self.right(name))

    def half(self, name: str) -> int:
        """Return in which ring, from 0, a card lies."""
        return self.deal.rings.index(self.deal.ring_of(name))


class RingCards(SizedCards):
    """Tiles or cards that lie in one closed ring, or in one for each half of a class."""

    part: Annotated[Id, Names("part", (Ring,))]
    """The ring: which list is dealt, and which of its columns are shown, stands there."""

    uses = frozenset({"seed", "card_size"})
    # The largest type, in points: tiles that lie side by side look alike.
    largest: ClassVar[art.Pt] = 26.0

    def list_in(self, game: Game) -> str:
        """Return the name of the list of its part."""
        return game.part(self.part, Ring).list

    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns of its part."""
        return sides_of(game, game.part(self.part, Ring))

    @abstractmethod
    def rules(self, game: Game) -> Message:
        """Return how it is played."""

    @abstractmethod
    def room(self, setting: PrintContext) -> art.Size:
        """Return the width and height that each of its two contents has."""

    @abstractmethod
    def face(self, name: str, dealt: Dealt, made: Drawn, setting: PrintContext) -> art.Drawing:
        """Draw a tile or card of its contents as they are drawn."""

    @abstractmethod
    def line(self, name: str, dealt: Dealt) -> Message:
        """Return what the key says of a tile or card."""

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the tiles or cards in an order that does not tell the ring, then the key."""
        dealt = self.dealt(setting)
        rooms = dict.fromkeys(dealt.contents(), self.room(setting))
        made = listed.all_drawn(rooms, setting, self.largest)
        pieces = [Piece(name, self.face(name, dealt, made, setting)) for name in dealt.deal.tiles]
        Random(setting.options.seed).shuffle(pieces)  # noqa: S311 - a game's chance
        told = Told(self.rules(setting.game), len(pieces), message("list.ring-key"))
        return self.laid(setting, pieces, told, self._lines(dealt, setting))

    def dealt(self, setting: PrintContext) -> Dealt:
        """Deal the ring; raise DataError at the cell of a twin where there are too few others."""
        game, options = setting.game, setting.options
        ring, columns = game.part(self.part, Ring), self.columns(game)
        one_side = ring.set == "full" and len(columns) == 1
        found = listed.items(self, setting, 1 if one_side else 2, twins=True)
        pairs = rings.pairs_of(table_of(game, ring.list), columns)
        pupils = options.pupils if "pupils" in self.uses else 0
        try:
            return Dealt(rings.dealt(pairs, ring, options.seed, pupils), found)
        except TwinsError as error:
            first, second = (found[one].sides for one in (error.twins.first, error.twins.second))
            side = 0 if error.twins.side == "word" else -1
            cell, other = second[side].cells[-1], first[side].cells[-1]
            values = {**dict(error.message.values), "cell": other.name, "words": cell.words}
            raise DataError([cell.fault(message("list.ring-twins", **values))]) from error

    def contents(self, setting: PrintContext) -> Contents:
        """Return the tiles or cards, ring by ring as they lie."""
        dealt = self.dealt(setting)
        shown = [
            {"id": name, "left": dealt.left(name).words, "right": dealt.right(name).words}
            for name in dealt.deal.tiles
        ]
        return Contents("tiles", shown, {"rings": dealt.deal.rings})

    def _lines(self, dealt: Dealt, setting: PrintContext) -> Iterator[str]:
        """Yield the key: a line for each tile in the order of its ring, and what is left out."""
        deal = dealt.deal
        for number, ring in enumerate(deal.rings):
            sign = f"{SIGNS[number]} " if len(deal.rings) > 1 else ""
            yield from (f"{sign}{setting.say(self.line(name, dealt))}" for name in ring)
        yield from (f"+ {setting.say(self.line(name, dealt))}" for name in deal.left_out)
        if deal.note is not None:
            yield setting.say(deal.note)
        used = {item for tile in deal.tiles.values() for item in (tile.left, tile.right)}
        if passed := len(dealt.items) - len(used):
            yield setting.say(message("list.ring-passed", n=passed))


class DominoesEntry(RingCards):
    """Dominoes: the answer of one pair at the left, the word of the next at the right."""

    kind: Literal["dominoes"]
    size: tuple[Length, Length] = (60.0, 27.5)
    """Width and height of a domino in mm."""

    usual_weight = 200

    def rules(self, game: Game) -> Message:
        """Return how a ring is laid, or a full set played."""
        is_full = game.part(self.part, Ring).set == "full"
        return message("list.dominoes-full-rules" if is_full else "list.dominoes-rules")

    def line(self, name: str, dealt: Dealt) -> Message:
        """Return what stands on both sides."""
        left, right = dealt.told(name)
        return message("list.dominoes-line", id=name, left=left, right=right)

    def room(self, setting: PrintContext) -> art.Size:
        """Return the room of each half, white all round."""
        (width, height), style = self.card(setting), setting.style
        inset = style.length(TILE_FRAME) + style.length(WHITE)
        return width / 2 - inset - style.length(WHITE), height - 2 * inset

    def face(self, name: str, dealt: Dealt, made: Drawn, setting: PrintContext) -> art.Drawing:
        """Draw a domino: two halves, its id on the bar between them."""
        (width, height), style, sketch = self.card(setting), setting.style, Sketch(setting)
        frame, white, room = style.length(TILE_FRAME), style.length(WHITE), self.room(setting)
        sketch.put(framed((width, height), frame))
        how = style.lettering(lettered.LEAST_SIZE, "regular", align="middle")
        low = height - frame - style.length(1.2)
        end = low - how.height - style.length(1.2)
        sketch.put(art.Line(width / 2, frame, width / 2, end, art.PIECE))
        sketch.write(name, width / 2, low, how)
        sides = (dealt.left(name), frame + white), (dealt.right(name), width / 2 + white)
        for content, x in sides:
            sketch.place(art.set_in(made[content], *room), x, frame + white)
        return sketch.drawing(width, height, _title(name, dealt))


class ChainEntry(RingCards):
    """A chain for a class: who has the answer reads it, and asks for the next."""

    kind: Literal["chain"]
    size: tuple[Length, Length] = (90.0, 60.0)
    """Width and height of a card in mm."""

    uses = RingCards.uses | {"pupils"}
    usual_per = "class"
    largest = 48.0

    def rules(self, game: Game) -> Message:
        """Return how a class plays, or its two halves."""
        is_parted = game.part(self.part, Ring).halves
        return message("list.chain-halves-rules" if is_parted else "list.chain-rules")

    def line(self, name: str, dealt: Dealt) -> Message:
        """Return what is read out, after a box to tick."""
        have, who = dealt.told(name)
        return message("list.chain-line", id=name, have=have, who=who)

    def room(self, setting: PrintContext) -> art.Size:
        """Return the room below the words that begin each half."""
        (width, height), style = self.card(setting), setting.style
        inset = style.length(FRAME) + style.length(WHITE)
        low = style.lettering(SAYING).height + style.length(WHITE)
        return width - 2 * inset, height / 2 - inset - low - style.length(WHITE)

    def face(self, name: str, dealt: Dealt, made: Drawn, setting: PrintContext) -> art.Drawing:
        """Draw a card: what it has, what it asks for, its id; the first of a ring says so."""
        (width, height), style, sketch = self.card(setting), setting.style, Sketch(setting)
        frame, white, room = style.length(FRAME), style.length(WHITE), self.room(setting)
        sketch.put(framed((width, height), frame))
        sketch.put(art.Line(frame, height / 2, width - frame, height / 2, art.PIECE))
        saying, half = style.lettering(SAYING, "bold"), dealt.half(name)
        halves = (
            ("list.chain-have", dealt.left(name), frame),
            ("list.chain-who", dealt.right(name), height / 2),
        )
        for key, content, y in halves:
            sketch.write(setting.say(key), frame + white, y + white + saying.height, saying)
            low = y + saying.height + 2 * white
            sketch.place(art.set_in(made[content], *room), frame + white, low)
        is_first = dealt.deal.rings[half][0] == name
        marks = [setting.say("list.chain-start")] if is_first else []
        marks += [SIGNS[half]] if len(dealt.deal.rings) > 1 else []
        right = style.lettering(SAYING, "bold", align="right")
        sketch.write("  ".join(marks), width - frame - white, frame + white + right.height, right)
        small = style.lettering(lettered.LEAST_SIZE, "regular", align="right")
        sketch.write(name, width - frame - white, height / 2 + white + small.height, small)
        return sketch.drawing(width, height, _title(name, dealt))


def _in_words(shown: Content, other: Content) -> str:
    """Return what a side says, or of a picture in brackets what the other one says."""
    is_picture = all(cell.is_picture for cell in shown.cells)
    return f"[{other.words}]" if is_picture else shown.words


def _title(name: str, dealt: Dealt) -> str:
    return f"{name}: {dealt.left(name).words} | {dealt.right(name).words}"
