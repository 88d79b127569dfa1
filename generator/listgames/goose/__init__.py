"""Boards of the game of the goose: a spiral or a ring whose squares say what they do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import ColourId
from generator.listgames.goose.board_drawing import GooseSketch, SquareMark
from generator.listgames.goose.chain import (
    MOST,
    GooseBoard,
    SquareDoes,
    expected_throws,
    finish_chances,
)
from generator.listgames.goose.track import TrackShape, fit_track
from generator.listgames.planner import (
    RULES,
    DealtGame,
    ListEntry,
    in_steps,
    level_words,
    teacher_pages,
)
from generator.paper import text as lettered
from generator.paper.measures import COLUMN_GAP, OUTER_MARGIN, PRINTABLE_EDGE
from generator.paper.page import Page
from generator.paper.shapes import Drawing, Mm, column, in_columns
from generator.printables.context import Context
from generator.printables.page_furniture import board_pages, footer_height
from generator.printables.printable import Finishing
from generator.reading.nodes import Path
from generator.tables import table as tables
from generator.words import Message, clip_text, format_number, message

# White beside a board on its page.
BESIDE: Mm = 1.0
# How long a throw with what follows takes; three games in four are told.
SECONDS = 30
MOSTLY = Fraction(3, 4)
PLAYERS = (2, 3, 4)
# What a kind of square says in two or three words, what it does in a sentence, and what a small one
# says, which the middle of the board then tells in that sentence.
SQUARE_WORDS: Mapping[str, tuple[str, str, str]] = {
    "forward": ("list.goose-on", "list.goose-on-does", "+{}"),
    "back": ("list.goose-back", "list.goose-back-does", "−{}"),
    "repeat": ("list.goose-repeat", "list.goose-repeat-does", ""),
    "to": ("list.goose-go", "list.goose-go-does", "→{}"),
    "start": ("list.goose-restart", "list.goose-restart-does", ""),
    "miss": ("list.goose-miss", "list.goose-miss-does", "{}"),
    "again": ("list.goose-again", "list.goose-again-does", ""),
}
HELPS = frozenset({"forward", "repeat", "again"})
# More levels are not told in the middle of the board.
LEVELS_TOLD = 5
# What the squares do stands in two columns.
COLUMNS = 2


class GooseEntry(ListEntry):
    """A board of the game of the goose with its rules, and how long a game takes."""

    kind: Literal["goose"]
    squares: Annotated[int, Field(ge=1, le=200)] = 40
    """How many squares, from 20 to 63; the last one is the end."""
    shape: TrackShape = "spiral"
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

    supported_options = frozenset()
    label = "list.goose-label"
    usual_weight = 160

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield what cannot be played, too: no such board, squares that never let go."""
        yield from super().faults(game)
        try:
            expected_throws(self.board())
        except LudokitError as error:
            yield ("specials",) if self.specials else ("squares",), error.message

    def plan(self, setting: Context) -> tuple[Page, ...]:
        options = setting.options
        usual = replace(setting, options=replace(options, large=False))
        foot, size = footer_height(usual, options.size, ()), options.size
        wide = size.width - 2 * (PRINTABLE_EDGE + BESIDE)
        high = size.height - PRINTABLE_EDGE - foot - BESIDE
        track = fit_track(self.shape, self.squares, (wide, high))
        drawn = GooseSketch(track, self.marks(setting), usual).board()
        after = teacher_pages(self, setting, self.deal(setting), n=self.squares)
        return board_pages([drawn] * options.copies, setting, after=after)

    def board(self) -> GooseBoard:
        """Return the board as its rules are, questions left out: they move no pawn."""
        return GooseBoard(self.squares, self.specials, self.dice, self.exactly)

    def question_squares(self, setting: Context) -> tuple[int, ...]:
        """Return the squares that ask questions; DataError at the cells that name none that can."""
        special = {one.square for one in self.specials}
        table = self.table(setting.game)
        if not table.has("square"):
            every = range(self.questions, self.squares, self.questions) if self.questions else ()
            return tuple(square for square in every if square not in special)
        cells = [cell for cell in table.column("square") if cell.words]
        free = {str(square): square for square in range(1, self.squares) if square not in special}
        values = {"last": self.squares - 1}
        if strange := [cell for cell in cells if cell.words not in free]:
            raise DataError(
                cell.fault(message("list.goose-asks", words=clip_text(cell.words), **values))
                for cell in strange
            )
        return tuple(sorted({free[cell.words] for cell in cells}))

    def question_levels(self, setting: Context) -> Mapping[int, str]:
        """Return the level that each square asks, rising with them, where the list has levels."""
        table, squares = self.table(setting.game), self.question_squares(setting)
        levels = () if table.has("square") else tables.levels_of(table)
        return {
            square: levels[number * len(levels) // len(squares)]
            for number, square in enumerate(squares if levels else ())
        }

    def marks(self, setting: Context) -> Mapping[int, SquareMark]:
        """Return what stands on the squares that do something or ask a question, and on the end."""
        colours = (*setting.game.head.colours, *("secondary",) * 3)
        own = (self.colour, self.helps, self.hinders)
        asks, helps, hinders = (one or usual for one, usual in zip(own, colours, strict=False))
        found = dict[int, SquareMark]()
        for one in self.specials:
            is_ahead = one.does == "to" and one.count > one.square
            colour = helps if is_ahead or one.does in HELPS else hinders
            found[one.square] = _square_mark(one, colour, setting)
        dice = message("list.goose-dice", n=self.dice)
        asked, levels = message("list.goose-asked", dice=dice), self.question_levels(setting)
        lasts = {level: square for square, level in levels.items()}
        if 0 < len(lasts) <= LEVELS_TOLD:
            until = tuple(
                message("list.goose-until", square=square, level=level_words(level, setting))
                for level, square in lasts.items()
            )
            asked = message("list.goose-asked-levels", asked=asked, until=until)
        plain = SquareMark("question", setting.say(asked), asks, is_told=True)
        for square in self.question_squares(setting):
            level = levels.get(square, "")
            words = level_words(level, setting) if level else ""
            found[square] = replace(plain, words=words, brief=level)
        return found | {self.squares: SquareMark("end", setting.say(self._end_rule()), asks)}

    def rules(self, setting: Context) -> Message:
        """Return the rules of this very board, a step a line."""
        dice = message("list.goose-dice", n=self.dice)
        steps = [message("list.goose-begin"), message("list.goose-throw", n=self.dice)]
        if self.specials:
            steps.append(message("list.goose-chain"))
        if self.question_squares(setting):
            has_own = self.table(setting.game).has("square")
            card = message("list.goose-own-card" if has_own else "list.goose-card")
            if self.question_levels(setting):
                card = message("list.goose-level-card")
            steps.append(message("list.goose-question", dice=dice, card=card))
        steps += [message("list.goose-share"), self._end_rule()]
        return in_steps(*steps)

    def deal(self, setting: Context) -> DealtGame:
        squares: list[dict[str, Any]] = [
            *(one.model_dump() for one in self.specials),
            *({"square": one, "does": "question"} for one in self.question_squares(setting)),
        ]
        levels = self.question_levels(setting)
        squares = [
            one | ({"level": levels[one["square"]]} if one["square"] in levels else {})
            for one in squares
        ]
        squares.sort(key=itemgetter("square"))
        facts = self.model_dump(include={"squares", "shape", "dice", "exactly"})
        facts["throws"] = round(float(expected_throws(self.board())), 3)
        return DealtGame("specials", squares, self.rules(setting), facts=facts)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        return replace(super().finishing(setting, pages), copies_per_page=setting.options.copies)

    def _end_rule(self) -> Message:
        return message("list.goose-exact" if self.exactly else "list.goose-over", n=self.squares)

    def _game_lengths(self, setting: Context) -> Iterator[Message]:
        board = self.board()
        throws = {
            players: next(
                number
                for number, chance in enumerate(finish_chances(board), start=1)
                if 1 - (1 - chance) ** players >= MOSTLY
            )
            for players in (1, *PLAYERS)
        }
        expected = float(expected_throws(board))
        mean = format_number(expected, setting.options.language, pattern="0.0")
        yield message("list.goose-mean", mean=mean, throws=throws[1])
        for players in PLAYERS:
            minutes = max(1, round(players * throws[players] * SECONDS / 60))
            yield message("list.goose-time", n=players, throws=throws[players], minutes=minutes)

    def draw_aside(self, setting: Context) -> Drawing:
        """Draw for the teacher how long a game takes, and what each square does."""
        style, width = setting.style, setting.options.size.width - 2 * OUTER_MARGIN
        bold = style.lettering(lettered.SECTION, "bold")
        plain = style.lettering(RULES)
        times = [plain.fit(setting.say(one), "times", width) for one in self._game_lengths(setting)]
        gap = style.length(2.6)
        drawn = [bold.fit(setting.say("list.goose-times"), "times", width), *times]
        if self.specials:
            each = (width - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS
            marks = self.marks(setting)
            squares = sorted(one.square for one in self.specials)
            said = (message("list.goose-line", square=one, does=marks[one].does) for one in squares)
            rows = [plain.fit(setting.say(one), "squares", each) for one in said]
            drawn += [
                Drawing(0.0, gap),
                bold.fit(setting.say("list.goose-does"), "squares", width),
                in_columns(rows, COLUMNS, gap=gap * 0.8, between=COLUMN_GAP),
            ]
        return column(*drawn, gap=gap)


def _square_mark(one: SquareDoes, colour: str, setting: Context) -> SquareMark:
    is_start = one.does == "to" and not one.count
    *keys, small = SQUARE_WORDS["start" if is_start else one.does]
    words, does = (setting.say(message(key, n=one.count)) for key in keys)
    brief = setting.say("list.goose-start") if is_start else small.format(one.count)
    is_told, is_back = one.does == "repeat", one.count < one.square
    return SquareMark(one.does, does, colour, one.count, words, brief, is_told, is_back)
