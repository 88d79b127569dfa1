"""The parameters of the family, read from a game's parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.parts import Pool, SquareLine, Squares, Supply
from generator.game.vocabulary import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.roles import Roles
from generator.words import message

SCORE = ("edge", "lines", "total")


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, who plays together and who alone.

    `alone` has the variants for one player, each with how many tokens every turn places at least,
    where that is possible.
    """

    family: Literal["dice_grid"]
    board: Id
    dice: Id
    tokens: Id
    together: tuple[Count, Count]
    alone: Mapping[Id, Annotated[int, Field(ge=1, le=30)]] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """A square as the rules see it: so many dice that show so many pips."""

    id: str
    dice: int
    pips: int
    worth: int
    is_edge: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as the rules see it; squares by id, in reading order."""

    part: str
    places: Mapping[str, Place]
    lines: tuple[SquareLine, ...]
    dice: int
    sides: int
    tokens: int
    together: tuple[int, int]
    alone: Mapping[str, int]


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles = Roles(game, section)
    board = roles.part("board", mechanics.board, Squares)
    dice = roles.part("dice", mechanics.dice, Pool)
    tokens = roles.part("tokens", mechanics.tokens, Supply)
    if board is None or dice is None or tokens is None:
        raise DataError(roles.problems)
    if (len(board.columns), len(board.rows)) != (dice.dice, dice.sides):
        reason = message("rules.dice_grid.board-of-dice", columns=dice.dice, rows=dice.sides)
        roles.refuse("board", reason)
    if tokens.each > len(board.all_cells()):
        found, most = str(tokens.each), str(len(board.all_cells()))
        roles.refuse("tokens", message("rules.dice_grid.too-many-tokens", found=found, most=most))
    if roles.problems:
        raise DataError(roles.problems)
    return Layout(
        part=mechanics.board,
        places=_places(board),
        lines=board.lines(),
        dice=dice.dice,
        sides=dice.sides,
        tokens=tokens.each,
        together=mechanics.together,
        alone=mechanics.alone,
    )


def _places(board: Squares) -> Mapping[str, Place]:
    """Return the squares: dice count from the left, pips from the bottom."""
    rows = len(board.rows)
    return {
        square.id: Place(
            square.id, square.column + 1, rows - square.row, square.worth, square.is_edge
        )
        for square in board.all_cells()
    }
