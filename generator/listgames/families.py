"""Families: cards that each name the other members of theirs, to be asked for and collected."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.facts import ColourId
from generator.listgames.card_set import (
    FRAME,
    LEAST,
    BackedCardsEntry,
    Length,
    draw_contents,
    word_margin,
)
from generator.listgames.frames import ROUND, FamilySign, draw_frame, family_signs, place_emblem
from generator.listgames.planner import DealtGame, Item, in_steps, read_items
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import sized_words
from generator.paper.shapes import PIECE, THIN, Drawing, Line, Placed, Pt, Rect, Size, column
from generator.printables.context import SIGNS, Context
from generator.printables.sketch import Sketch, token
from generator.tables import table as tables
from generator.tables.table import Table, TableCell
from generator.words import Message, clip_text, message

# The largest type of an answer, what share of the field it has beneath its word, and the type of a
# card's place in its family.
ANSWER: Pt = 17.0
ANSWER_SHARE = 0.3
PLACE: Pt = 10.0
# An answer with more signs, or more in one word, is shown only where the game names its column.
LONGEST_ANSWER, LONGEST_WORD = 40, 20


@dataclass(frozen=True, slots=True)
class CardFamily:
    """A family: its name as its first row says it, its sign and its members."""

    name: TableCell
    sign: FamilySign
    members: tuple[Item, ...]


# Each member with the cell that names its family.
FamilyRows = Sequence[tuple[TableCell, Item]]


class FamiliesEntry(BackedCardsEntry):
    """Families of equally many cards, each of which names the others of its family."""

    kind: Literal["families"]
    size: tuple[Length, Length] = (63.0, 88.0)
    """Width and height of a card in mm."""
    members: Annotated[int, Field(ge=2, le=12)] | None = None
    """How many members of each family are taken, by chance; left out, as many as most families
    have, and no family may have fewer."""
    colours: Annotated[tuple[ColourId, ...], Field(max_length=6)] = ()
    """The colours of the families in turn; left out, those of the game."""

    def columns(self, game: Game) -> Sequence[str]:
        """Return the column that members are asked for by, and that of their answers, if any."""
        if self.sides:
            return self.sides
        table = self.table(game)
        asked = _usual_side(table)
        others = (name for name in ("answer", "definition") if table.has(name))
        shown = (name for name in others if all(map(_is_brief, table.column(name))))
        return asked, *[name for name in shown if name not in asked.split("+")][:1]

    def deal(self, setting: Context) -> DealtGame:
        """Return the families in the order of the table; DataError with rows amiss."""
        families = self._families(setting)
        listed, lines = [], []
        for one in families:
            name, own = one.name.words, [*map(member_name, one.members)]
            answers = [answer.words for member in one.members for answer in member.sides[1:]]
            beside = {"answers": answers} if answers else {}
            listed.append({"family": name, "members": own, **beside})
            sign = f"{SIGNS[one.sign.tone]} {one.sign.number}".strip()
            both = [f"{word} ({answer})" for word, answer in zip(own, answers, strict=False)] or own
            lines.append(f"{sign} {name} – {', '.join(both)}")
        place = message("list.families-place", n=len(families[0].members))
        has_answers = any(member.sides[1:] for one in families for member in one.members)
        steps = ["list.families-answer"] if has_answers else []
        rules = in_steps("list.families-rules", place, *steps)
        return DealtGame("families", listed, rules, "list.families-key", lines, families)

    def draw(self, setting: Context, cards: Sequence[CardFamily]) -> Sequence[Piece]:
        size, back = self.card_size(setting), self.draw_back(setting)
        every = [_FamilyCard(setting, size, of, one) for of in cards for one in of.members]
        drawn = draw_contents({one.sides[0]: one.rooms()[0] for one in every}, setting)
        answers = {one.sides[1]: one.rooms()[1] for one in every if one.sides[1:]}
        # No answer is larger than a word.
        words = (points for one in drawn.values() for _, points in sized_words(one))
        largest = min((ANSWER, *(size / setting.style.scale for size in words)))
        drawn = {**drawn, **draw_contents(answers, setting, largest)}
        return [
            Piece(one.sides[0].words, one.draw([drawn[side] for side in one.sides]), back)
            for one in every
        ]

    def choices(self, setting: Context) -> tuple[Message, ...]:
        sizes = [*map(len, self._rows_by_family(setting))]
        usual = _usual_size(sizes)
        if self.members is not None or max(sizes) <= usual:
            return ()
        return (message("list.families-taken", n=usual),)

    def _families(self, setting: Context) -> Sequence[CardFamily]:
        found = self._rows_by_family(setting)
        usual = _usual_size([*map(len, found)])
        signs = family_signs(self.colours, setting.game, len(found))
        chance = Random(setting.options.seed)
        families = []
        for group, sign in zip(found, signs, strict=True):
            kept = sorted(chance.sample(range(len(group)), self.members or usual))
            members = tuple(group[number][1] for number in kept)
            families.append(CardFamily(group[0][0], sign, members))
        return families

    def _rows_by_family(self, setting: Context) -> Sequence[FamilyRows]:
        table = self.table(setting.game)
        if not table.has("family"):
            raise LudokitError(message("list.families-column", found=table.names, file=table.file))
        rows = read_items(table, self.columns(setting.game), setting, twins=True)
        if not all(map(member_name, rows)):
            raise LudokitError(message("list.families-words"))
        named = table.column("family")
        DataError.raise_for(tables.empty_cells(named))
        grouped = dict[str, list[tuple[TableCell, Item]]]()
        for cell, row in zip(named, rows, strict=True):
            grouped.setdefault(cell.words.casefold(), []).append((cell, row))
        found = [*grouped.values()]
        faults = _size_faults(found, self.members, _usual_size([*map(len, found)]))
        DataError.raise_for(sorted(faults, key=lambda one: one.line or 0))
        return found


def _usual_size(sizes: Sequence[int]) -> int:
    """Return the size that most families have, of those that are equally frequent the smallest."""
    # Rows are left out sooner than invented.
    counted = Counter(size for size in sizes if size > 1)
    return max(counted, key=lambda one: (counted[one], -one), default=2)


def _is_brief(answer: TableCell) -> bool:
    """Tell whether an answer has its place on a card where nobody asks for it."""
    words = answer.words.split()
    is_short = (
        len(answer.words) <= LONGEST_ANSWER and max(map(len, words), default=0) <= LONGEST_WORD
    )
    return (
        bool(words) and is_short and lettered.can_print(answer.words, lettered.ATKINSON + "-Bold")
    )


def _usual_side(table: Table) -> str:
    word = "word" if table.has("word") else table.columns[0]
    for name in ("picture", "answer"):
        if table.has_pictures_alone(name):
            return f"{name}+{word}"
    return word


def member_name(item: Item) -> str:
    """Return what a member is asked for by: its words."""
    return " ".join(cell.words for cell in item.sides[0].cells if not cell.is_picture)


def _size_faults(found: Sequence[FamilyRows], members: int | None, usual: int) -> Iterator[Problem]:
    for rows in found:
        named = ((row.sides[0].cells[-1], member_name(row)) for _, row in rows)
        yield from tables.repeated_cells(replace(cell, words=words) for cell, words in named)
    if len(found) == 1:
        yield found[0][0][0].fault(message("list.families-one"))
    if members is not None:
        fewest = min(map(len, found))
        for rows in (rows for rows in found if len(rows) < members):
            name = clip_text(rows[0][0].words)
            values = {"wanted": members, "fewest": fewest}
            yield rows[0][0].fault(message("list.families-few", name=name, n=len(rows), **values))
        return
    for rows in (rows for rows in found if len(rows) < usual):
        values = {"found": len(rows), "usual": usual, "n": usual - len(rows)}
        name = clip_text(rows[0][0].words)
        yield rows[-1][0].fault(message("list.families-short", name=name, **values))


class _FamilyCard(Sketch):
    """The face of a card of a family being drawn; DataError at the cell of a name too long."""

    def __init__(self, setting: Context, size: Size, family: CardFamily, member: Item) -> None:
        super().__init__(setting)
        self.size, self.family, self.sides = size, family, member.sides
        self.name = member_name(member)
        self.place_in_family = f"{family.members.index(member) + 1}/{len(family.members)}"
        # The column shows in a hand; the head holds the family's name.
        self.frame, self.column, self.white, self.head = map(
            self.style.length, (FRAME, 10.0, 2.4, 10.0)
        )
        self.left = self.frame + self.column + self.white
        self.inner = size[0] - self.frame - self.white - self.left
        self.others = self._draw_others([one for one in family.members if one != member])

    def _draw_others(self, others: Sequence[Item]) -> Drawing:
        plain, least = self.style.family.regular, LEAST * self.style.scale
        how = lettered.Lettering(plain, 12.0 * self.style.scale, least=least)
        for size in how.sizes():
            how = lettered.Lettering(plain, size)
            with suppress(lettered.DoesNotFitError):
                rows = [how.fit(f"• {member_name(one)}", "list", self.inner) for one in others]
                drawn = column(*rows, gap=how.height * 0.35)
                if drawn.height <= self.size[1] * 0.4:
                    return drawn
        longest = max(others, key=lambda one: how.width(member_name(one)))
        values = {"box": "list", "words": member_name(longest), "least": f"{least:g}"}
        reason = message("paper.does-not-fit", **values)
        raise DataError([longest.sides[0].cells[-1].fault(reason)])

    def rooms(self) -> Sequence[Size]:
        """Return the field of the word, and beneath it that of its answer, if it has one."""
        over = 2 * (word_margin(self.setting, self.size) - self.white)
        high = self.size[1] - 2 * self.frame - self.head - 4 * self.white
        width, high = self.inner - over, high - self.others.height - over
        shares = [0.4 if one.is_picture else ANSWER_SHARE for one in self.sides[1:]]
        return [(width, high * share) for share in (1 - sum(shares), *shares)]

    def draw(self, contents: Sequence[Drawing]) -> Drawing:
        (width, height), frame = self.size, self.frame
        colour = self.family.sign.colour
        right, low, line = width - frame, height - frame, frame + self.column
        tint = f"{colour}.tint"
        self.put(
            Rect(frame, frame, self.column, low - frame, tint, None, ROUND),
            Rect(line - ROUND, frame, ROUND, low - frame, tint),
        )
        self.place(draw_frame(self.setting, self.size, frame, colour), 0.0, 0.0)
        self.put(Line(line, frame, line, low, PIECE))
        under = frame + self.head
        self.put(Line(line, under, right, under, PIECE))
        self._draw_column()
        bold = self.style.lettering(15.0, "bold", steps_down=True)
        name = bold.fit(self.family.name.words, "family", self.inner, self.head - 1.0)
        self.place(name, self.left, frame + 0.6, self.head - 0.6)
        top = low - self.white - self.others.height
        self.put(Line(line, top - self.white, right, top - self.white, THIN))
        self.place(self.others, self.left, top)
        y = under + word_margin(self.setting, self.size)
        for content, (_, high) in zip(contents, self.rooms(), strict=True):
            self.place(content, self.left + (self.inner - content.width) / 2, y, high)
            y += high
        return self.drawing(width, height, self.sides[0].words)

    def _draw_column(self) -> None:
        sign, side = self.family.sign, self.style.length(8.0)
        x, y = self.frame + self.column / 2, self.frame + self.column / 2
        shown = token(self.setting, sign.colour, sign.number, side, sign.tone)
        self.place(shown, x - side / 2, y - side / 2 + 0.3)
        top = self.frame + self.column + self.white
        counted = self.style.lettering(PLACE, "bold", align="middle")
        room = self.column - self.white / 2
        counted = counted.narrow_to(self.place_in_family, room, LEAST * self.style.scale)
        low = self.size[1] - self.frame - self.white
        self.centre(self.place_in_family, x, low - counted.height / 2, counted)
        low -= counted.height + self.white / 2
        if place_emblem(self, (x - side / 2, low - side), side):
            low -= side + self.white
        long = low - top
        how = self.style.lettering(13.0, "bold").narrow_to(self.name, long)
        if how.size >= lettered.LEAST_SIZE:
            high = how.height
            letters = lettered.set_line(self.name, 0.0, high, how)
            line = Drawing(how.width(self.name), high, letters)
            self.put(Placed(line, x + high / 2, top, 90.0))
