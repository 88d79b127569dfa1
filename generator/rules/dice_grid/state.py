"""How a game on boards stands, and what a turn and a board in a record say."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.rules.dice_grid.layout import SCORE, Layout, Place
from generator.rules.dice_grid.rolls import Roll
from generator.rules.family import Outcome, Refusal, Seating


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
class Turn:
    """A turn as recorded; `number` counts from 1."""

    number: int
    player: str | None
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


def active_player(state: State, turn: Turn) -> str:
    """Return whose turn it is: the one named, else the next in order."""
    return turn.player or state.next


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
    is_over = is_out and active == state.seating.players[-1]
    following = state.seating.after(active)
    ended = turn.number if is_over else None
    return State(state.seating, boards, following, state.played + 1, ended)


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
    if state.ended is None:
        return Outcome(is_finished=False, scores=scores, winners=())
    most = max(points["total"] for points in scores.values())
    winners = tuple(player for player, points in scores.items() if points["total"] == most)
    return Outcome(is_finished=True, scores=scores, winners=winners)
