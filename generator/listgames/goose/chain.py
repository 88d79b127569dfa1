"""The game of the goose as a Markov chain: where each throw leads, and how long a game takes."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from generator.errors import LudokitError
from generator.game.facts import Facts
from generator.reading.validate import Fault
from generator.words import Message, message

LEAST, MOST = 20, 63
FACES = range(1, 7)
# No squares: where a throw never ends, and what a throw costs in the equations.
ENDLESS = COST = -1

Chain = Mapping[int, "tuple[_Landing, ...]"]


class SquareDoes(Facts):
    """What a square does to the pawn that comes there; its effect may lead to another square."""

    square: Annotated[int, Field(ge=1, lt=MOST)]
    """Its number."""
    does: Literal["forward", "back", "repeat", "to", "miss", "again"]
    """`forward` and `back` move by `count` squares, `repeat` by the same throw once more, `to` goes
    to the square `count` (0: the start), `miss` takes `count` turns, `again` gives a throw."""
    count: Annotated[int, Field(ge=0, le=MOST)] = 0
    """How many squares or turns, or where to."""

    @model_validator(mode="after")
    def _counts(self) -> "SquareDoes":
        if self.does in {"forward", "back", "miss"} and not self.count:
            raise Fault(message("list.goose-count"), ("count",))
        return self


@dataclass(frozen=True, slots=True)
class GooseBoard:
    """Squares from 1 to the end; pawns start at 0. `exactly`: a throw beyond it goes back."""

    squares: int
    specials: tuple[SquareDoes, ...] = ()
    dice: Literal[1, 2] = 1
    exactly: bool = True


class _Landing(NamedTuple):
    """Where a throw ends, and the special squares it came over."""

    square: int
    over: tuple[int, ...]


def expected_throws(board: GooseBoard) -> Fraction:
    """Return the mean throws of a pawn, exact by the board's Markov chain.

    Each equation `throws = 1 + sum of chance x throws there` is eliminated, highest square first
    (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3). LudokitError if it never ends.
    """
    chain = _playable_chain(board)
    solved = {board.squares: dict[int, Fraction]()}
    for square in sorted(chain, reverse=True):
        row = defaultdict[int, Fraction](Fraction, {COST: Fraction(1)})
        for landing in chain[square]:
            row[landing.square] += Fraction(1, len(chain[square]))
        while (highest := max(row)) > square:
            share = row.pop(highest)
            for lower, chance in solved[highest].items():
                row[lower] += share * chance
        stays = 1 - row.pop(square, Fraction(0))
        solved[square] = {lower: chance / stays for lower, chance in row.items()}
    return solved[0][COST]


def finish_chances(board: GooseBoard) -> Iterator[Fraction]:
    """Yield the chances, exact, of a pawn to be at the end after 1, 2, ... throws."""
    chain = _playable_chain(board)
    # Counted in equally likely rows of throws: whole numbers, of which there are `every`.
    ways, done, every = Counter({0: 1}), 0, 1
    while True:
        after, faces = Counter[int](), len(chain[0])
        done, every = done * faces, every * faces
        for square, many in ways.items():
            for landing in chain[square]:
                after[landing.square] += many
        done += after.pop(board.squares, 0)
        ways = after
        yield Fraction(done, every)


def _playable_chain(board: GooseBoard) -> Chain:
    if not LEAST <= board.squares <= MOST:
        near = min(max(board.squares, LEAST), MOST)
        values = {"n": board.squares, "least": LEAST, "most": MOST, "near": near}
        raise LudokitError(message("list.goose-squares", **values))
    seen, last = set[int](), board.squares
    for special in board.specials:
        square, count = special.square, special.count
        if square >= last:
            raise LudokitError(message("list.goose-outside", square=square, last=last - 1))
        if square in seen:
            raise LudokitError(message("list.goose-twice", square=square))
        seen.add(square)
        if special.does == "to" and count > last:
            raise LudokitError(message("list.goose-to", square=square, n=count, last=last))
    chain = _reachable_landings(board)
    if trap := _trap(board, chain):
        raise LudokitError(_trap_message(board, trap))
    return chain


def _reachable_landings(board: GooseBoard) -> Chain:
    throws = tuple(map(sum, product(FACES, repeat=board.dice)))
    specials = {special.square: special for special in board.specials}
    chain = dict[int, tuple[_Landing, ...]]()
    ahead = [0]
    while ahead:
        square = ahead.pop()
        if square not in chain and square not in {board.squares, ENDLESS}:
            chain[square] = tuple(_landing(board, specials, square, throw) for throw in throws)
            ahead += [landing.square for landing in chain[square]]
    return chain


def _landing(
    board: GooseBoard, specials: Mapping[int, SquareDoes], square: int, throw: int
) -> _Landing:
    """Return where a throw ends; at no square, ENDLESS, where squares send the pawn in a circle."""
    over = list[tuple[int, int]]()
    at, heading = _move(board, square, throw)
    while (special := specials.get(at)) is not None:
        if (at, heading) in over:
            circle = over[over.index((at, heading)) :]
            return _Landing(ENDLESS, tuple(one for one, _ in circle))
        over.append((at, heading))
        match special.does:
            case "miss" | "again":
                break
            case "to":
                at, heading = special.count, 1
            case "repeat":
                at, heading = _move(board, at, throw * heading)
            case "forward":
                at, heading = _move(board, at, special.count)
            case "back":
                at, heading = _move(board, at, -special.count)
    return _Landing(at, tuple(one for one, _ in over))


def _move(board: GooseBoard, square: int, count: int) -> tuple[int, int]:
    """Return the square a pawn comes to, and 1 where it was heading on, -1 back."""
    at = square + count
    if at > board.squares:
        return (2 * board.squares - at, -1) if board.exactly else (board.squares, 1)
    return max(at, 0), 1 if count > 0 else -1


def _trap(board: GooseBoard, chain: Chain) -> tuple[int, ...]:
    """Return the special squares that keep a pawn from the end for ever."""
    every = [landing for landings in chain.values() for landing in landings]
    if circles := [landing.over for landing in every if landing.square == ENDLESS]:
        return tuple(sorted(circles[0]))
    ends = {board.squares}
    while more := {
        square
        for square, landings in chain.items()
        if square not in ends and any(landing.square in ends for landing in landings)
    }:
        ends |= more
    lost = [landing for square in chain if square not in ends for landing in chain[square]]
    return tuple(sorted({square for landing in lost for square in landing.over}))


def _trap_message(board: GooseBoard, trap: tuple[int, ...]) -> Message:
    plain, left = list[int](), trap
    while left:
        plain.append(left[-1])
        kept = tuple(special for special in board.specials if special.square not in plain)
        freed = replace(board, specials=kept)
        left = _trap(freed, _reachable_landings(freed))
    squares, near = (tuple(map(str, many)) for many in (trap, sorted(plain)))
    return message("list.goose-endless", squares=squares, near=near, n=len(near))
