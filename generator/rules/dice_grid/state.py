"""How a game on boards stands: its parameters, what a roll is good for, and what records say."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.parts import Pool, SquareLine, Squares, Supply
from generator.game.sentences import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.family import Outcome, Refusal, Seating
from generator.rules.findings import AnyTurn, active_player, most_points
from generator.rules.roles import Roles
from generator.words import message

SCORE = ("edge", "lines", "total")


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, who plays together and who alone."""

    family: Literal["dice_grid"]
    board: Id
    """The part with the squares."""
    dice: Id
    """The dice that are thrown."""
    tokens: Id
    """The tokens that are placed."""
    together: tuple[Count, Count]
    """How many play together, at least and at most."""
    alone: Mapping[Id, Annotated[int, Field(ge=1, le=30)]] = Field(default_factory=dict)
    """The variants for one player, each with how many tokens a turn places at least where that
    is possible."""


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
        # Dice count from the left, pips from the bottom.
        places={
            one.id: Place(one.id, one.column + 1, dice.sides - one.row, one.worth, one.is_edge)
            for one in board.all_cells()
        },
        lines=board.lines(),
        dice=dice.dice,
        sides=dice.sides,
        tokens=tokens.each,
        together=mechanics.together,
        alone=mechanics.alone,
    )


Roll: TypeAlias = tuple[int, ...]


def is_roll(layout: Layout, dice: Roll) -> bool:
    """Return whether the dice can fall like this."""
    return len(dice) == layout.dice and all(1 <= face <= layout.sides for face in dice)


def suffices(roll: Roll, places: Iterable[Place]) -> bool:
    """Return whether the dice are enough for distinct squares, none counted twice or raised.

    Counted from the top: squares of these pips and more want no more dice than show so much.
    """
    wanted = 0
    for place in sorted(places, key=lambda place: -place.pips):
        wanted += place.dice
        if wanted > sum(face >= place.pips for face in roll):
            return False
    return True


def fits(roll: Roll, places: tuple[Place, ...]) -> bool:
    """Return whether a roll gives all these squares together."""
    return all(place.pips in roll for place in places) and suffices(roll, places)


def choices(roll: Roll, free: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """Yield every set of free squares that a roll gives, the empty one first."""
    return _extended(roll, (), tuple(place for place in free if fits(roll, (place,))))


def most(roll: Roll, free: tuple[Place, ...], wanted: int) -> int:
    """Return how many squares a roll gives together, counted up to the number wanted."""
    best = 0
    for chosen in choices(roll, free):
        best = max(best, len(chosen))
        if best >= wanted:
            return wanted
    return best


def chance(layout: Layout, pips: int, dice: int) -> Fraction:
    """Return the chance that a roll gives so many dice of a face, lowered ones counted too.

    Enough dice show these pips or more, and one of them just these.
    """
    high = layout.sides - pips
    ways = sum(
        comb(layout.dice, count)
        * ((high + 1) ** count - high**count)
        * (pips - 1) ** (layout.dice - count)
        for count in range(dice, layout.dice + 1)
    )
    return Fraction(ways, layout.sides**layout.dice)


def _extended(
    roll: Roll, chosen: tuple[Place, ...], rest: tuple[Place, ...]
) -> Iterator[tuple[Place, ...]]:
    yield chosen
    for number, place in enumerate(rest):
        if suffices(roll, (*chosen, place)):
            yield from _extended(roll, (*chosen, place), rest[number + 1 :])


@dataclass(frozen=True, slots=True)
class Board:
    """One player's board; `lost` tokens left the game, `refused` squares were covered wrongly."""

    tokens: tuple[str, ...] = ()
    lost: int = 0
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All boards, who is next, and after which turn the game ended (0: on boards alone)."""

    seating: Seating
    boards: Mapping[str, Board]
    next: str
    played: int = 0
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Turn(AnyTurn):
    """A turn as recorded."""

    dice: Roll
    places: tuple[str, ...] = ()
    discards: int = 0


@dataclass(frozen=True, slots=True)
class BoardAsWritten:
    """A final board in a record; None where its tokens were left out."""

    tokens: tuple[str, ...] | None
    score: Mapping[str, int] = field(default_factory=dict)


def start(seating: Seating) -> State:
    """Return empty boards; the first player begins."""
    return State(seating, {player: Board() for player in seating.players}, seating.players[0])


def unplaced(layout: Layout, board: Board) -> int:
    """Return how many tokens a player still has to place."""
    return layout.tokens - len(board.tokens) - board.lost


def free(layout: Layout, board: Board) -> tuple[Place, ...]:
    """Return the squares without a token."""
    return tuple(place for place in layout.places.values() if place.id not in board.tokens)


def alone_at_least(layout: Layout, seating: Seating) -> int | None:
    """Return how many tokens a turn of this game for one places; None where several play."""
    wanted = [layout.alone[name] for name in seating.variants if name in layout.alone]
    return max(wanted, default=None)


def settle(layout: Layout, state: State, turn: Turn, refusals: tuple[Refusal, ...]) -> State:
    """Return the state after a turn: refused, it places and discards nothing.

    The wrong player's turn is not refused for that; a turn after the end changes nothing.
    """
    if state.ended is not None:
        return state
    active = active_player(state, turn)
    board = state.boards[active]
    if any(refusal.rule != "turn-order" for refusal in refusals):
        wrong = tuple(place for place in turn.places if place not in board.tokens)
        board = Board(board.tokens, board.lost, tuple(dict.fromkeys((*board.refused, *wrong))))
    else:
        tokens = (*board.tokens, *turn.places)
        refused = tuple(place for place in board.refused if place not in tokens)
        board = Board(tokens, board.lost + turn.discards, refused)
    boards = {**state.boards, active: board}
    is_out = any(unplaced(layout, each) == 0 for each in boards.values())
    ended = turn.number if is_out and active == state.seating.players[-1] else None
    return State(state.seating, boards, state.seating.after(active), state.played + 1, ended)


def laid(seating: Seating, written: Mapping[str, BoardAsWritten]) -> State:
    """Return the state that final boards show; over when every player has one."""
    boards = {
        player: Board(tuple(dict.fromkeys(board.tokens or ()))) for player, board in written.items()
    }
    is_over = set(boards) == set(seating.players)
    return State(seating, boards, seating.players[0], ended=0 if is_over else None)


def score(layout: Layout, board: Board) -> Mapping[str, int]:
    """Return the points of a board: covered edge squares, complete lines, and both together."""
    covered = set(board.tokens)
    edge = sum(layout.places[place].worth for place in covered if layout.places[place].is_edge)
    lines = sum(
        line.worth for line in layout.lines if all(square.id in covered for square in line.squares)
    )
    return dict(zip(SCORE, (edge, lines, edge + lines), strict=True))


def outcome(layout: Layout, state: State) -> Outcome:
    """Return every board's points, and who has most once the game is over."""
    scores = {player: score(layout, board) for player, board in state.boards.items()}
    return most_points(scores, is_over=state.ended is not None)
