"""How a match on a grid stands, and what a record says of its rounds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from generator.rules.family import Outcome, Refusal, Seating
from generator.rules.lines_of_dice.layout import Layout, Window, round_part
from generator.rules.lines_of_dice.moves import Die, Move


@dataclass(frozen=True, slots=True)
class Opening:
    """A round begins; `first` is who is written down to start it. Rounds count from 1."""

    round: int
    first: str | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a round; `number` counts from 1."""

    round: int
    number: int
    move: Move


@dataclass(frozen=True, slots=True)
class Result:
    """What was written down of a round's end."""

    round: int
    winner: str | None
    points: Mapping[str, int]


Step: TypeAlias = Opening | Turn | Result


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended: after which turn, and who won; nobody where it is drawn."""

    turn: int
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round on its grid: dice and blockers by square with their owner, the last die of each.

    `passes` counts those in a row; `refused` holds what was refused where nothing stands.
    """

    number: int
    next: str
    dice: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    blockers: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    passes: int = 0
    played: int = 0
    end: End | None = None
    refused: Mapping[str, tuple[str, int] | str] = field(default_factory=dict)

    def is_free(self, square: str) -> bool:
        """Return whether neither die nor blocker stands on a square."""
        return square not in self.dice and square not in self.blockers

    def faces(self, player: str) -> tuple[int, ...]:
        """Return the faces of a player's dice on the grid."""
        return tuple(face for owner, face in self.dice.values() if owner == player)


@dataclass(frozen=True, slots=True)
class State:
    """The rounds so far, the last one in play."""

    seating: Seating
    rounds: tuple[Round, ...] = ()

    def starter(self, number: int) -> str:
        """Return who starts a round: the players in turn."""
        return self.seating.players[(number - 1) % len(self.seating.players)]


def seat(state: State, player: str) -> int:
    """Return whose pieces a player has: 0 the first player's."""
    return state.seating.players.index(player)


def dice_left(layout: Layout, state: State, player: str) -> int:
    """Return how many dice a player still has in the round."""
    return layout.dice[seat(state, player)] - len(state.rounds[-1].faces(player))


def blockers_left(layout: Layout, state: State, player: str) -> int:
    """Return how many blockers a player has not used in the round."""
    used = sum(owner == player for owner in state.rounds[-1].blockers.values())
    return layout.blockers[seat(state, player)] - used


def open_squares(layout: Layout, of: Round, player: str) -> tuple[str, ...]:
    """Return the squares where a player's die may stand: empty, outside the no-play zone."""
    zone = layout.around.get(of.last.get(player, ""), frozenset())
    return tuple(name for name in layout.squares if of.is_free(name) and name not in zone)


def settle(layout: Layout, state: State, step: Step, refusals: tuple[Refusal, ...]) -> State:
    """Return the state after a step; what comes after an end changes nothing."""
    match step:
        case Opening(number, first) if number <= layout.rounds:
            opened = Round(number, first or state.starter(number))
            return replace(state, rounds=(*state.rounds, opened))
        case Turn() if state.rounds[-1].end is None:
            *before, current = state.rounds
            after = _after_turn(layout, state, current, step, is_refused=bool(refusals))
            return replace(state, rounds=(*before, after))
        case _:
            return state


def _after_turn(layout: Layout, state: State, of: Round, turn: Turn, *, is_refused: bool) -> Round:
    player, move = of.next, turn.move
    following = replace(of, next=state.seating.after(player), played=of.played + 1)
    if move.is_pass:
        is_drawn = of.passes + 1 == len(state.seating.players)
        end = End(turn.number) if is_drawn else None
        return replace(following, passes=of.passes + 1, end=end)
    following = replace(following, passes=0)
    if is_refused or move.die is None:
        wrong: dict[str, tuple[str, int] | str] = dict.fromkeys(move.blockers, player)
        if move.die is not None:
            wrong[move.die.square] = player, move.die.face
        return replace(following, refused={**of.refused, **wrong})
    placed = replace(
        following,
        dice={**of.dice, move.die.square: (player, move.die.face)},
        blockers={**of.blockers, **dict.fromkeys(move.blockers, player)},
        last={**of.last, player: move.die.square},
    )
    return replace(placed, end=_end(layout, placed, turn, move.die))


def _end(layout: Layout, of: Round, turn: Turn, die: Die) -> End | None:
    """Return how a die just placed ends the round, None where it goes on."""
    winners = {owner for window, owner in lines(layout, of) if die.square in window}
    if winners:
        return End(turn.number, winners.pop() if len(winners) == 1 else None)
    return End(turn.number) if len(of.dice) == sum(layout.dice) else None


def lines(layout: Layout, of: Round) -> Iterator[tuple[Window, str]]:
    """Yield every winning line with whose it is."""
    for window in layout.windows:
        dice = [of.dice[square] for square in window if square in of.dice]
        if len(dice) == len(window) and sum(face for _, face in dice) == layout.sum:
            owner = line_owner([player for player, _ in dice])
            if owner is not None:
                yield window, owner


def line_owner(owners: list[str]) -> str | None:
    """Return whose line dice make: all but one are his, and that one lies at an end."""
    counts = Counter(owners).most_common()
    if len(counts) == 1:
        return counts[0][0]
    (most, _), (other, single) = counts[0], counts[1]
    return most if single == 1 and other in {owners[0], owners[-1]} else None


def points(layout: Layout, state: State, of: Round) -> Mapping[str, int]:
    """Return what a round earns each player; nothing while it goes on."""
    if of.end is None:
        return dict.fromkeys(state.seating.players, 0)
    worth = layout.worth
    kept = {
        player: worth.blocker * (player not in of.blockers.values())
        for player in state.seating.players
    }
    winner = of.end.winner
    if winner is None:
        return {player: worth.drawn + blocker for player, blocker in kept.items()}
    is_own = any(
        owner == winner and all(of.dice[square][0] == winner for square in window)
        for window, owner in lines(layout, of)
    )
    groups = sum(count // layout.group for count in Counter(of.faces(winner)).values())
    empty = sum(of.is_free(square) for square in layout.squares)
    earned = (
        worth.win
        + worth.own * is_own
        + kept[winner]
        + worth.empty_square * empty
        + worth.same_face_group * groups
    )
    return {player: earned if player == winner else 0 for player in state.seating.players}


def outcome(layout: Layout, state: State) -> Outcome:
    """Return every player's points round by round, and who has most once the match is over."""
    earned = {round_part(of.number): points(layout, state, of) for of in state.rounds}
    scores = {
        player: {
            **{name: given[player] for name, given in earned.items()},
            "total": sum(given[player] for given in earned.values()),
        }
        for player in state.seating.players
    }
    is_whole = len(state.rounds) == layout.rounds
    if not is_whole or any(of.end is None for of in state.rounds):
        return Outcome(is_finished=False, scores=scores, winners=())
    most = max(given["total"] for given in scores.values())
    winners = tuple(player for player, given in scores.items() if given["total"] == most)
    return Outcome(is_finished=True, scores=scores, winners=winners)
