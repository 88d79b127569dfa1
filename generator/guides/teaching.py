"""What a family of games brings to its guides, and what every family needs for it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias, TypeVar, get_args

from generator.game import Game
from generator.guides.lesson import SHEETS, Position
from generator.guides.numbers import Group
from generator.paper.shapes import Drawing, Mm
from generator.printables.context import PrintContext
from generator.printables.declaring import Block
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries
from generator.reading.nodes import Path
from generator.rules import load
from generator.rules.families import AnyRules
from generator.words import Language, Message, message

Kind = TypeVar("Kind", bound=Block)
Family = TypeVar("Family", bound=AnyRules)


def rules_of(game: Game, family: type[Family]) -> Family:
    """Return the rules of a game of some family; TypeError where it is of another."""
    rules = load(game)
    if not isinstance(rules, family):
        raise TypeError(game.name)
    return rules


def block_of(game: Game, printable: str, kind: type[Kind]) -> Kind:
    """Return the first block of a kind on a sheet, or on any sheet; KeyError where there is none.

    A position that names no printable is drawn on the first sheet that has such a block.
    """
    sheets = {name: e for name, e in entries(game).items() if isinstance(e, SheetEntry)}
    wanted = [sheets[printable]] if printable in sheets and printable != SHEETS else []
    for found in (*wanted, *sheets.values()):
        for block in found.blocks:
            if isinstance(block, kind):
                return block
    raise KeyError(printable)


def undrawable(game: Game, position: Position, kind: type[Block]) -> Iterator[tuple[Path, Message]]:
    """Yield that no sheet of the game has a block that a position could be drawn on."""
    try:
        block_of(game, position.printable, kind)
    except KeyError:
        yield ("printable",), no_block(position, get_args(kind.model_fields["block"].annotation)[0])


def no_block(position: Position, name: str) -> Message:
    """Word that a printable has nothing of a kind to draw a position on."""
    return message("guide.no-block", printable=position.printable, block=name)


Rows: TypeAlias = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what stands below it, how high it is, what stands above it."""

    name: str
    height: Fraction
    words: str


@dataclass(frozen=True, slots=True)
class Computed:
    """Rows of words, the first cell of each its head, and rows of bars, one under another."""

    rows: Rows
    panels: tuple[tuple[Bar, ...], ...] = ()


Table: TypeAlias = Callable[[], Computed]


class Teaching(Protocol):
    """One module for each family of mechanics, with these functions."""

    def misfits(self, game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
        """Yield what of a position the game does not know, each with its place in it."""

    def numbers(
        self, game: Game, positions: Mapping[str, Position], language: Language
    ) -> Iterator[Group]:
        """Yield the family's own names for numbers that texts may hold in braces.

        The positions are those in which `misfits` finds nothing.
        """

    def drawing(self, position: Position, setting: PrintContext, width: Mm) -> Drawing:
        """Draw a position on the game's own paper."""

    def read_out(self, position: Position, setting: PrintContext) -> Iterator[str]:
        """Yield sentences that tell what the drawing shows."""

    def tables(
        self, game: Game, positions: Mapping[str, Position], language: Language, /
    ) -> Mapping[str, Table]:
        """Return the tables that an annex may show, by name, each worked out when it is called."""
