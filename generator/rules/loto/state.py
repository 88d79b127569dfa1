"""How a loto stands: whose board is which, what was called, and what a call can be written as."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.lists import columns_of, table_of
from generator.game.parts import Loto
from generator.reading.nodes import MapNode
from generator.rules.family import Roles, Seating
from generator.rules.findings import AnyTurn
from generator.tables.loto import Board
from generator.tables.loto_calls import completed
from generator.tables.loto_deal import Dealt, dealt, usual
from generator.tables.table import Table
from generator.words import Message, fold

# The row of a call that is not on the list.
NO_ROW = -1
# What a row may be called by: any words but whose its picture is.
SILENT = "credit"
# Signs that people write for others.
SIGNS = str.maketrans({"×": "x", "*": "x", "·": "x", "−": "-", "–": "-", "÷": ":", "\u2019": "'"})


class Mechanics(Facts):
    """The section `mechanics`: a loto, whose calls and claims are judged."""

    family: Literal["loto"]
    part: Id
    """The part that says of which list, what a board is like and what wins."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The loto: its part by name, how each row of the list is called, and rows by their words."""

    name: str
    part: Loto
    calls: tuple[str, ...]
    rows: Mapping[str, int]

    def row(self, words: str) -> int:
        """Return the row that is meant by some words, -1 for none."""
        return self.rows.get(bare(words), NO_ROW)

    def dealt(self, seed: int, pupils: int) -> Dealt:
        """Deal the boards as they are printed; LudokitError where the list is too short."""
        return dealt(len(self.calls), pupils, self.part.layout, seed)

    def usual(self) -> int:
        """Return for how many pupils boards are printed where nobody says it."""
        return usual(len(self.calls), self.part.layout)

    def won(self, board: Board, called: Sequence[int]) -> int | None:
        """Return at which call, from 1, a board wins, None if it has not."""
        return completed(board, called, self.part.wins)


def bare(words: str) -> str:
    """Return words as calls are compared: without case, accents and spaces, any sign for times."""
    return "".join(fold(words).translate(SIGNS).split())


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section and of the list."""
    roles = Roles(game, section)
    mechanics = roles.facts(Mechanics)
    part = roles.part("part", mechanics.part, Loto)
    if part is None:
        raise DataError(roles.problems)
    table = table_of(game, part.list)
    *_, call = columns_of(game, mechanics.part)
    shown = [_words(table, name) for name in call.split("+")]
    calls = tuple(" ".join(row) for row in zip(*shown, strict=True))
    others = [_words(table, name) for name in table.columns if name != SILENT]
    rows = dict[str, int]()
    for words in (calls, *others):
        told = [bare(one) for one in words]
        often = Counter(told)
        # What two rows say names neither of them.
        rows = {one: at for at, one in enumerate(told) if often[one] == 1} | rows
    return Layout(mechanics.part, part, calls, rows)


def _words(table: Table, column: str) -> list[str]:
    return [cell.words for cell in table.column(column)]


@dataclass(frozen=True, slots=True)
class Call(AnyTurn):
    """What was called, as written, and who said then to have won; calls count from 1."""

    item: str = ""
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game: by which numbers its boards were dealt, who has which, and what was called.

    `called` are rows, -1 for what is not on the list. `refused` says why no boards could be dealt;
    `until_all` that the game goes on until everybody's board has won.
    """

    seating: Seating
    seed: int
    pupils: int
    boards: Mapping[str, int]
    cards: Mapping[str, Board]
    in_play: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    claimed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    until_all: bool = False
    refused: Message | None = None

    @property
    def open_rows(self) -> tuple[int, ...]:
        """Return the rows that can still be called."""
        return tuple(row for row in self.in_play if row not in self.called)


def wins(layout: Layout, state: State) -> Mapping[str, int]:
    """Return at which call each player's board won, of those that have."""
    found = ((who, layout.won(card, state.called)) for who, card in state.cards.items())
    return {who: call for who, call in found if call is not None}


def first_wins(layout: Layout, state: State) -> tuple[str, ...]:
    """Return who won first, several at the same call."""
    found = wins(layout, state)
    first = min(found.values(), default=0)
    return tuple(who for who, call in found.items() if call == first)


def begun(
    layout: Layout, seating: Seating, seed: int, pupils: int, boards: Mapping[str, int] | None
) -> State:
    """Return a game before its first call; left out, boards are the players' in their order."""
    given = dict(boards) if boards is not None else {}
    if boards is None:
        given = {who: number for number, who in enumerate(seating.players, start=1)}
    try:
        deal = layout.dealt(seed, pupils)
    except LudokitError as error:
        return State(seating, seed, pupils, given, {}, refused=error.message)
    held = range(1, len(deal.boards) + 1)
    cards = {who: deal.boards[one - 1] for who, one in given.items() if one in held}
    return State(seating, seed, pupils, given, cards, deal.rows)
