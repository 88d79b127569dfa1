"""Boards of the game of the goose: a spiral or a ring whose squares say what they do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.facts import ColourId, Facts
from generator.game.lists import table_of
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.page import OUTER_MARGIN, PRINTABLE_EDGE, Page
from generator.printables import listed
from generator.printables.context import PrintContext
from generator.printables.declaring import Work
from generator.printables.kinds.goose_board import Looks, Marked, drawn_board
from generator.printables.kinds.goose_way import Form, way
from generator.printables.listed import Contents, ListedEntry
from generator.printables.pages import band, board_pages
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.tables import goose
from generator.tables.goose import MOST, Board, Kind, Special
from generator.words import Message, clipped, figure, message

Does = Literal["forward", "back", "repeat", "to", "miss", "again"]

# White beside a board on its page.
BESIDE = 1.0
# A throw with what follows takes so many seconds; three games in four are told.
SECONDS = 30
MOSTLY = Fraction(3, 4)
PLAYERS = (2, 3, 4)
# What a kind of square says in two or three words, what it does in a sentence, and what a small one
# says, which the middle of the board then tells in that sentence.
SAID: Mapping[str, tuple[str, str, str]] = {
    "on": ("list.goose-on", "list.goose-on-does", "+{}"),
    "back": ("list.goose-back", "list.goose-back-does", "−{}"),
    "repeat": ("list.goose-repeat", "list.goose-repeat-does", ""),
    "to": ("list.goose-go", "list.goose-go-does", "→{}"),
    "start": ("list.goose-restart", "list.goose-restart-does", ""),
    "miss": ("list.goose-miss", "list.goose-miss-does", "{}"),
    "again": ("list.goose-again", "list.goose-again-does", ""),
}
# What the squares do stands in so many columns.
COLUMNS = 2


class SquareDoes(Facts):
    """What a square does to the pawn that comes there; its effect may lead to another square."""

    square: Annotated[int, Field(ge=1, lt=MOST)]
    """Its number."""
    does: Does
    """`forward` and `back` move by `count` squares, `repeat` by the same throw once more, `to` goes
    to the square `count` (0: the start), `miss` takes `count` turns, `again` gives a throw."""
    count: Annotated[int, Field(ge=0, le=MOST)] = 0
    """How many squares or turns, or where to."""

    @model_validator(mode="after")
    def _counts(self) -> "SquareDoes":
        if self.does in {"forward", "back", "miss"} and not self.count:
            raise Fault(message("list.goose-count"), ("count",))
        return self

    @property
    def special(self) -> Special:
        """Return it as the rules of the game take it."""
        kind: Kind = "on" if self.does == "forward" else self.does
        return Special(self.square, kind, self.count)

    @property
    def marked(self) -> Marked:
        """Return what stands on it: sign, few words, or a sentence for the middle."""
        sign = self.special.kind
        is_start = sign == "to" and not self.count
        words, sentence, small = SAID["start" if is_start else sign]
        brief = message("list.goose-start") if is_start else small.format(self.count)
        said, does = (message(key, n=self.count) for key in (words, sentence))
        return Marked(sign, does, self.count, said, brief, is_told=sign == "repeat")


class GooseEntry(ListedEntry):
    """A board of the game of the goose with its rules, and how long a game takes."""

    kind: Literal["goose"]
    squares: Annotated[int, Field(ge=1, le=200)] = 40
    """How many squares, from 20 to 63; the last one is the end."""
    shape: Form = "spiral"
    """A `spiral` inwards or a `ring`, whose squares are smaller."""
    specials: Annotated[tuple[SquareDoes, ...], Field(max_length=MOST)] = ()
    """The squares that do something."""
    questions: Annotated[int, Field(ge=0, le=20)] = 0
    """Every which square asks a question, if it does nothing else; 0 for none. Where the list has a
    column `square`, the squares named there do."""
    dice: Literal[1, 2] = 1
    """How many dice are thrown."""
    exactly: bool = True
    """Whether the end is reached only by the very throw: what is too much is gone back."""
    colour: ColourId | None = None
    """The colour of title and questions; left out, the first of the game."""
    helps: ColourId | None = None
    """The colour of squares that help; left out, the second of the game."""
    hinders: ColourId | None = None
    """The colour of squares that hinder; left out, the third of the game."""

    uses = frozenset()
    usual_weight = 160

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield what cannot be played, too: no such board, squares that never let go."""
        yield from super().faults(game)
        try:
            goose.expected(self.board())
        except LudokitError as error:
            yield ("specials",) if self.specials else ("squares",), error.message

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the board, whole where the paper holds it, then the teacher's page."""
        length = goose.expected(self.board())
        options = setting.options
        usual = replace(setting, options=replace(options, large=False))
        foot, size = band(usual, options.size, ()), options.size
        wide = size.width - 2 * (PRINTABLE_EDGE + BESIDE)
        along = way(self.shape, self.squares, (wide, size.height - PRINTABLE_EDGE - foot - BESIDE))
        looks = self._looks(setting.game)
        drawn = drawn_board(along, self.marks(setting), self._end(), looks, usual)
        label = message(
            "list.goose-label", n=self.squares, printable=setting.title, age=setting.game.head.age
        )
        told = listed.Told(self.rules(setting), 1, label=label, aside=self._aside(setting, length))
        key = listed.key_pages(self, setting, told)
        return board_pages([drawn] * options.copies, setting, after=key)

    def board(self) -> Board:
        """Return the board as its rules are, questions left out: they move no pawn."""
        specials = tuple(one.special for one in self.specials)
        return Board(self.squares, specials, self.dice, self.exactly)

    def asking(self, setting: PrintContext) -> tuple[int, ...]:
        """Return the squares that ask questions; DataError at the cells that name none that can."""
        special = {one.square for one in self.specials}
        table = table_of(setting.game, self.part)
        if not table.has("square"):
            every = range(self.questions, self.squares, self.questions) if self.questions else ()
            return tuple(square for square in every if square not in special)
        cells = [cell for cell in table.column("square") if cell.words]
        free = {str(square): square for square in range(1, self.squares) if square not in special}
        values = {"last": self.squares - 1}
        problems: list[Problem] = [
            cell.fault(message("list.goose-asks", words=clipped(cell.words), **values))
            for cell in cells
            if cell.words not in free
        ]
        if problems:
            raise DataError(problems)
        return tuple(sorted({free[cell.words] for cell in cells}))

    def marks(self, setting: PrintContext) -> Mapping[int, Marked]:
        """Return what stands on the squares that do something or ask a question."""
        found = {one.square: one.marked for one in self.specials}
        asked = message("list.goose-asked", dice=message("list.goose-dice", n=self.dice))
        found |= {one: Marked("question", asked) for one in self.asking(setting)}
        return dict(sorted(found.items()))

    def rules(self, setting: PrintContext) -> Message:
        """Return the rules of this very board, a step a line."""
        dice = message("list.goose-dice", n=self.dice)
        steps = [message("list.goose-begin"), message("list.goose-throw", n=self.dice)]
        if self.specials:
            steps.append(message("list.goose-chain"))
        if self.asking(setting):
            has_own = table_of(setting.game, self.part).has("square")
            card = message("list.goose-own-card" if has_own else "list.goose-card")
            steps.append(message("list.goose-question", dice=dice, card=card))
        steps += [message("list.goose-share"), self._end()]
        return reduce(lambda one, other: message("list.goose-steps", one=one, other=other), steps)

    def contents(self, setting: PrintContext) -> Contents:
        """Return the squares that do something, and how long a game takes."""
        length = goose.expected(self.board())
        told: dict[int, Mapping[str, object]] = {
            one.square: one.model_dump() for one in self.specials
        }
        told |= {one: {"square": one, "does": "question"} for one in self.asking(setting)}
        facts = {
            "squares": self.squares,
            "shape": self.shape,
            "dice": self.dice,
            "exactly": self.exactly,
            "throws": round(float(length.throws), 3),
        }
        return Contents("specials", [told[square] for square in sorted(told)], facts)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        return replace(super().work(setting, pages), held=setting.options.copies)

    def _end(self) -> Message:
        """Return how the game ends."""
        return message("list.goose-exact" if self.exactly else "list.goose-over", n=self.squares)

    def _looks(self, game: Game) -> Looks:
        """Return the colours of the squares; grey where the game has too few."""
        colours = (*game.head.colours, *("secondary",) * 3)
        own = (self.colour, self.helps, self.hinders)
        return Looks(*(one or usual for one, usual in zip(own, colours, strict=False)))

    def _times(self, length: goose.Length, setting: PrintContext) -> Iterator[Message]:
        """Yield how long a game takes, by the very chances of this board."""
        chances = until(self.board(), MOSTLY)
        mean = figure(float(length.throws), setting.options.language, pattern="0.0")
        yield message("list.goose-mean", mean=mean, throws=len(chances))
        for players in PLAYERS:
            throws = next(
                number
                for number, chance in enumerate(chances, start=1)
                if 1 - (1 - chance) ** players >= MOSTLY
            )
            minutes = max(1, round(players * throws * SECONDS / 60))
            yield message("list.goose-time", n=players, throws=throws, minutes=minutes)

    def _aside(self, setting: PrintContext, length: goose.Length) -> art.Drawing:
        """Draw for the teacher how long a game takes, and what each square does."""
        style, width = setting.style, setting.options.size.width - 2 * OUTER_MARGIN
        bold, plain = style.lettering(lettered.SECTION, "bold"), style.lettering(listed.RULES)
        times = [
            plain.fitted(setting.say(one), "times", width) for one in self._times(length, setting)
        ]
        gap = style.length(2.6)
        drawn = [bold.fitted(setting.say("list.goose-times"), "times", width), *times]
        if self.specials:
            each = (width - (COLUMNS - 1) * listed.KEY_GAP) / COLUMNS
            squares = sorted(self.specials, key=lambda one: one.square)
            said = (
                message("list.goose-line", square=one.square, does=one.marked.does)
                for one in squares
            )
            rows = [plain.fitted(setting.say(one), "squares", each) for one in said]
            drawn += [
                art.Drawing(0.0, gap),
                bold.fitted(setting.say("list.goose-does"), "squares", width),
                art.in_columns(rows, COLUMNS, gap=gap * 0.8, between=listed.KEY_GAP),
            ]
        return art.above(*drawn, gap=gap)


def until(board: Board, share: Fraction) -> tuple[Fraction, ...]:
    """Return the chances to be at the end after 1, 2, ... throws, up to the first of a share."""
    throws = board.squares // 3
    while (chances := goose.finished(board, throws))[-1] < share:
        throws *= 2
    last = next(number for number, chance in enumerate(chances, start=1) if chance >= share)
    return chances[:last]
