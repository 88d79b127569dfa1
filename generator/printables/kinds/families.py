"""Families: cards that each name the other members of theirs, to be asked for and collected."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.facts import ColourId
from generator.game.head import Tone
from generator.game.lists import table_of
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Page
from generator.printables import listed
from generator.printables.context import SIGNS, PrintContext, shapes
from generator.printables.kinds.pairs import FRAME, ROUND, Length, ListedCards, back, framed
from generator.printables.listed import Contents, Item, Told
from generator.printables.sketch import Sketch, token
from generator.tables import table as tables
from generator.tables.table import Cell, Table
from generator.words import clipped, message

# The column that shows in a hand, and its sign.
COLUMN: art.Mm = 10.0
SIGN: art.Mm = 8.0
# White between lines and what is read, and the height of the family's name.
WHITE: art.Mm = 2.4
HEAD: art.Mm = 10.0
# At most so much of a card's height lists the others of its family.
OTHERS = 0.4
NAME_SIZE: art.Pt = 15.0
ASIDE_SIZE: art.Pt = 13.0
LIST_SIZE: art.Pt = 12.0


@dataclass(frozen=True, slots=True)
class Sign:
    """What tells a family from the others: a shape, a colour and, if shapes are few, a number."""

    tone: Tone
    colour: str
    number: str = ""

    @property
    def letter(self) -> str:
        """Return the sign as it stands in a line of words."""
        return f"{SIGNS[self.tone]} {self.number}".strip()


@dataclass(frozen=True, slots=True)
class Family:
    """A family: its name as its first row says it, its sign and its members."""

    name: Cell
    sign: Sign
    members: tuple[Item, ...]


class FamiliesEntry(ListedCards):
    """Families of equally many cards, each of which names the others of its family."""

    kind: Literal["families"]
    size: tuple[Length, Length] = (63.0, 88.0)
    """Width and height of a card in mm."""
    members: Annotated[int, Field(ge=2, le=12)] | None = None
    """How many members of each family are taken, by chance; left out, all, which then have to be
    equally many."""
    colours: Annotated[tuple[ColourId, ...], Field(max_length=6)] = ()
    """The colours of the families in turn; left out, those of the game."""

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the cards family by family, then rules, label and the list of the families."""
        families, size = self.families(setting), self.card(setting)
        reverse = back(setting, size, self.colour)
        members = [(family, one, one.sides[0]) for family in families for one in family.members]
        rooms = {shown: _Face(setting, size, of).room(one) for of, one, shown in members}
        drawn = listed.all_drawn(rooms, setting)
        pieces = [
            Piece(shown.words, _Face(setting, size, of).whole(one, drawn[shown]), reverse)
            for of, one, shown in members
        ]
        lines = [
            f"{one.sign.letter} {one.name.words} – {', '.join(map(name_of, one.members))}"
            for one in families
        ]
        told = Told(message("list.families-rules"), len(pieces), message("list.families-key"))
        return self.laid(setting, pieces, told, lines)

    def families(self, setting: PrintContext) -> tuple[Family, ...]:
        """Return the families in the order of the table.

        Raise LudokitError without a column of families or of words, DataError with every row that
        makes one too large or too small.
        """
        table = table_of(setting.game, self.part)
        if not table.has("family"):
            raise LudokitError(
                message("list.families-column", found=table.columns, file=table.file)
            )
        sided = self.model_copy(update={"sides": self.sides[:1] or (_usual(table),)})
        rows = listed.items(sided, setting, 1, twins=True)
        if not all(map(name_of, rows)):
            raise LudokitError(message("list.families-words"))
        named = table.column("family")
        if empty := [*tables.needed(named)]:
            raise DataError(empty)
        grouped = dict[str, list[tuple[Cell, Item]]]()
        for cell, row in zip(named, rows, strict=True):
            grouped.setdefault(cell.words.casefold(), []).append((cell, row))
        found = [*grouped.values()]
        if problems := [*_faults(found, self.members)]:
            raise DataError(sorted(problems, key=lambda one: one.line or 0))
        signs = signs_of(self, setting.game, len(found))
        chance = Random(setting.options.seed)  # noqa: S311 - a game's chance
        return tuple(
            Family(rows[0][0], sign, _taken([row for _, row in rows], self.members, chance))
            for rows, sign in zip(found, signs, strict=True)
        )

    def contents(self, setting: PrintContext) -> Contents:
        """Return the families with their members."""
        found = [
            {"family": one.name.words, "members": [*map(name_of, one.members)]}
            for one in self.families(setting)
        ]
        return Contents("families", found)


def _usual(table: Table) -> str:
    """Return the columns that a card shows in large: the word, under its picture if it has one."""
    pictured = (
        name
        for name in ("picture", "answer")
        if table.has(name) and all(cell.is_picture for cell in table.column(name))
    )
    word = "word" if table.has("word") else table.columns[0]
    return "+".join((*[*pictured][:1], word))


def name_of(item: Item) -> str:
    """Return what a member is asked for by: its words."""
    return " ".join(cell.words for cell in item.sides[0].cells if not cell.is_picture)


def signs_of(entry: FamiliesEntry, game: Game, count: int) -> tuple[Sign, ...]:
    """Return the signs of so many families: each colour in its shape, then the other shapes.

    With more families than shapes each sign has a number too.
    """
    colours = entry.colours or tuple(game.head.colours)[: len(SIGNS)] or ("ink",)
    known = {} if colours == ("ink",) else shapes(game)
    found = dict[Tone, str]()
    for colour in colours:
        if known.get(colour, "none") != "none":
            found.setdefault(known[colour], colour)
    free = [tone for tone in SIGNS if tone not in found]
    found |= {tone: colours[number % len(colours)] for number, tone in enumerate(free)}
    shown = [*found.items()]
    numbers = [str(number + 1) if count > len(shown) else "" for number in range(count)]
    return tuple(Sign(*shown[number % len(shown)], words) for number, words in enumerate(numbers))


def _taken(rows: Sequence[Item], members: int | None, chance: Random) -> tuple[Item, ...]:
    """Return as many rows as wanted, by chance, in the order of the table."""
    kept = chance.sample(range(len(rows)), members or len(rows))
    return tuple(rows[number] for number in sorted(kept))


def _faults(found: Sequence[Sequence[tuple[Cell, Item]]], members: int | None) -> Iterator[Problem]:
    """Yield the rows that make families unequal, too small or alike, and how that is mended."""
    for rows in found:
        names = [cell for _, row in rows for cell in row.sides[0].cells if not cell.is_picture]
        yield from tables.twice(names)
    if len(found) == 1:
        yield found[0][0][0].fault(message("list.families-one"))
    if members is not None:
        fewest = min(map(len, found))
        for rows in (rows for rows in found if len(rows) < members):
            name, values = clipped(rows[0][0].words), {"wanted": members, "fewest": fewest}
            yield rows[0][0].fault(message("list.families-few", name=name, n=len(rows), **values))
        return
    sizes = Counter(map(len, found))
    # Of sizes that are equally frequent the smallest: rows are left out sooner than invented.
    usual = max((size for size in sizes if size > 1), key=lambda one: (sizes[one], -one), default=2)
    for rows in found:
        name, values = clipped(rows[0][0].words), {"found": len(rows), "usual": usual}
        for cell, _ in rows[usual:]:
            yield cell.fault(message("list.families-over", name=name, **values))
        if (missing := usual - len(rows)) > 0:
            yield rows[-1][0].fault(message("list.families-short", name=name, n=missing, **values))


class _Face(Sketch):
    """The face of a card of a family being drawn."""

    def __init__(self, setting: PrintContext, size: art.Size, family: Family) -> None:
        super().__init__(setting)
        self.size, self.family = size, family
        self.frame, self.column, self.white, self.head = map(
            self.style.length, (FRAME, COLUMN, WHITE, HEAD)
        )
        self.left = self.frame + self.column + self.white
        self.inner = size[0] - self.frame - self.white - self.left

    def others(self, member: Item) -> art.Drawing:
        """Draw the list of the other members; DataError at the cell of one that is too long."""
        plain, least = self.style.family.regular, listed.LEAST * self.style.scale
        names = [one for one in self.family.members if one.number != member.number]
        how = lettered.Lettering(plain, LIST_SIZE * self.style.scale, least=least)
        for size in how.sizes():
            how = lettered.Lettering(plain, size)
            with suppress(lettered.DoesNotFitError):
                rows = [how.fitted(f"• {name_of(one)}", "list", self.inner) for one in names]
                drawn = art.above(*rows, gap=how.height * 0.35)
                if drawn.height <= self.size[1] * OTHERS:
                    return drawn
        longest = max(names, key=lambda one: how.width(name_of(one)))
        values = {"box": "list", "words": name_of(longest), "least": f"{least:g}"}
        reason = message("paper.does-not-fit", **values)
        raise DataError([longest.sides[0].cells[-1].fault(reason)])

    def room(self, member: Item) -> art.Size:
        """Return the width and height that the card's own word or picture has."""
        high = self.size[1] - 2 * self.frame - self.head - 4 * self.white
        return self.inner, high - self.others(member).height

    def whole(self, member: Item, drawn: art.Drawing) -> art.Drawing:
        """Return the card of a member, whose own word and picture are drawn already."""
        (width, height), frame, colour = self.size, self.frame, self.family.sign.colour
        right, low, line = width - frame, height - frame, frame + self.column
        tint = f"{colour}.tint"
        self.put(
            art.Rect(frame, frame, self.column, low - frame, tint, None, ROUND),
            art.Rect(line - ROUND, frame, ROUND, low - frame, tint),
            framed(self.size, frame),
        )
        self.put(art.Line(line, frame, line, low, art.PIECE))
        under = frame + self.head
        self.put(art.Line(line, under, right, under, art.PIECE))
        self._column(name_of(member))
        bold = self.style.lettering(NAME_SIZE, "bold", steps_down=True)
        name = bold.fitted(self.family.name.words, "family", self.inner, self.head - 1.0)
        self.place(name, self.left, frame + 0.6, self.head - 0.6)
        others = self.others(member)
        top = low - self.white - others.height
        self.put(art.Line(line, top - self.white, right, top - self.white, art.THIN))
        self.place(others, self.left, top)
        room = self.room(member)
        x = self.left + (self.inner - drawn.width) / 2
        self.place(drawn, x, under + self.white, room[1])
        return self.drawing(width, height, member.sides[0].words)

    def _column(self, words: str) -> None:
        """Draw what shows in a hand: the family's sign, and the card's own word along the side."""
        sign, side = self.family.sign, self.style.length(SIGN)
        x, y = self.frame + self.column / 2, self.frame + self.column / 2
        shown = token(self.setting, sign.colour, sign.number, side, sign.tone)
        self.place(shown, x - side / 2, y - side / 2 + 0.3)
        top = self.frame + self.column + self.white
        long = self.size[1] - self.frame - self.white - top
        how = self.style.lettering(ASIDE_SIZE, "bold").narrowed(words, long)
        if how.size >= lettered.LEAST_SIZE:
            high = how.height
            line = art.Drawing(how.width(words), high, lettered.set_line(words, 0.0, high, how))
            self.put(art.Placed(line, x + high / 2, top, 90.0))
