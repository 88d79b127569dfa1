"""Boards of the game of the goose: a line of squares, special ones, and how long a game takes."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Literal, TypeAlias

from generator.errors import LudokitError
from generator.words import Message, message

LEAST, MOST = 20, 63
FACES = range(1, 7)
# No squares: where a throw never ends, and what a throw costs in the equations.
ENDLESS = COST = -1

Chain: TypeAlias = Mapping[int, "tuple[_Landing, ...]"]
Kind: TypeAlias = Literal["on", "back", "repeat", "to", "miss", "again"]


@dataclass(frozen=True, slots=True)
class Special:
    """A square that does something to the pawn that comes there, by a throw or by another square.

    `on` and `back` move it by `count` squares, `repeat` by the same throw once more, on or back as
    it came (the goose), `to` to the square `count` (0: start again); `miss` takes its next `count`
    turns, `again` gives another throw in the same turn.
    """

    square: int
    kind: Kind
    count: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """Squares from 1 to the end; a pawn starts before them, at 0, thrown on by one or two dice.

    Where the end is reached `exactly`, what is thrown too much is gone back; else any throw will do
    that is large enough. Nobody goes back beyond the start.
    """

    squares: int
    specials: tuple[Special, ...] = ()
    dice: Literal[1, 2] = 1
    exactly: bool = True


@dataclass(frozen=True, slots=True)
class Length:
    """How long one pawn needs on average: throws, and turns with those that it misses."""

    throws: Fraction
    turns: Fraction


@dataclass(frozen=True, slots=True)
class _Landing:
    """Where a throw ends, what it costs in turns, and the special squares it came over."""

    square: int
    turns: int
    over: tuple[int, ...]


def expected(board: Board) -> Length:
    """Return the expected numbers of throws and turns; exact, by the board's Markov chain.

    Of the linear equations `length = cost + sum of chance x length there` one square after another
    is eliminated, in fractions (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3). Raise
    LudokitError for a board that cannot be played.
    """
    chain = _checked(board)
    return Length(*(_solved(board, chain, by_turns=turns) for turns in (False, True)))


def finished(board: Board, throws: int) -> tuple[Fraction, ...]:
    """Return the chances of a pawn to be at the end after 1, 2, ... throws; exact.

    Raise LudokitError for a board that cannot be played.
    """
    chain = _checked(board)
    ways = {0: 1}
    chances = list[Fraction]()
    done, every = 0, 1
    for _ in range(throws):
        # Counted in equally likely rows of throws: whole numbers, of which there are `every`.
        after = dict[int, int]()
        faces = len(chain[0])
        done, every = done * faces, every * faces
        for square, many in ways.items():
            for landing in chain[square]:
                after[landing.square] = after.get(landing.square, 0) + many
        done += after.pop(board.squares, 0)
        ways = after
        chances.append(Fraction(done, every))
    return tuple(chances)


def _checked(board: Board) -> Chain:
    """Return where each throw ends, from each square that a pawn may rest on."""
    if not LEAST <= board.squares <= MOST:
        near = min(max(board.squares, LEAST), MOST)
        values = {"n": board.squares, "least": LEAST, "most": MOST, "near": near}
        raise LudokitError(message("list.goose-squares", **values))
    seen = set[int]()
    for special in board.specials:
        values = {"square": special.square, "last": board.squares - 1}
        if not 0 < special.square < board.squares:
            raise LudokitError(message("list.goose-outside", **values))
        if special.square in seen:
            raise LudokitError(message("list.goose-twice", square=special.square))
        seen.add(special.square)
        if special.kind == "to" and not 0 <= special.count <= board.squares:
            values = {"square": special.square, "n": special.count, "last": board.squares}
            raise LudokitError(message("list.goose-to", **values))
    chain = _chain(board)
    if trap := _trap(board, chain):
        raise LudokitError(_endless(board, trap))
    return chain


def _chain(board: Board) -> Chain:
    """Return the landings from every square that can be reached, one for each way to throw."""
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


def _landing(board: Board, specials: Mapping[int, Special], square: int, throw: int) -> _Landing:
    """Return where a throw ends; at no square, ENDLESS, where squares send the pawn in a circle."""
    over = list[tuple[int, int]]()
    (at, heading), turns = _moved(board, square, throw), 1
    while (special := specials.get(at)) is not None:
        if (at, heading) in over:
            circle = over[over.index((at, heading)) :]
            return _Landing(ENDLESS, turns, tuple(one for one, _ in circle))
        over.append((at, heading))
        match special.kind:
            case "miss":
                turns += special.count
                break
            case "again":
                turns -= 1
                break
            case "to":
                at, heading = special.count, 1
            case "repeat":
                at, heading = _moved(board, at, throw * heading)
            case "on":
                at, heading = _moved(board, at, special.count)
            case "back":
                at, heading = _moved(board, at, -special.count)
    return _Landing(at, turns, tuple(one for one, _ in over))


def _moved(board: Board, square: int, count: int) -> tuple[int, int]:
    """Return the square so many on, or back from the end by what is too many; 1 on, -1 back."""
    at = square + count
    if at > board.squares:
        return (2 * board.squares - at, -1) if board.exactly else (board.squares, 1)
    return max(at, 0), 1 if count > 0 else -1


def _trap(board: Board, chain: Chain) -> tuple[int, ...]:
    """Return the special squares that keep a pawn from the end for ever; none on a sound board."""
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


def _endless(board: Board, trap: tuple[int, ...]) -> Message:
    """Name the squares of a trap, and some of the special ones that, left plain, open it."""
    plain, left = list[int](), trap
    while left:
        plain.append(left[-1])
        kept = tuple(special for special in board.specials if special.square not in plain)
        freed = replace(board, specials=kept)
        left = _trap(freed, _chain(freed))
    squares, near = (tuple(map(str, many)) for many in (trap, sorted(plain)))
    return message("list.goose-endless", squares=squares, near=near, n=len(near))


def _solved(board: Board, chain: Chain, *, by_turns: bool) -> Fraction:
    """Return the length from the start.

    Each square's length is told by those of lower squares: the higher ones are put in, highest
    first, and its own is brought to the other side. The start has none lower.
    """
    told = {board.squares: dict[int, Fraction]()}
    for square in sorted(chain, reverse=True):
        landings = chain[square]
        row = defaultdict[int, Fraction](Fraction)
        for landing in landings:
            row[COST] += Fraction(landing.turns if by_turns else 1, len(landings))
            row[landing.square] += Fraction(1, len(landings))
        while (highest := max(row)) > square:
            share = row.pop(highest)
            for lower, chance in told[highest].items():
                row[lower] += share * chance
        stays = 1 - row.pop(square, Fraction(0))
        told[square] = {lower: chance / stays for lower, chance in row.items()}
    return told[0][COST]
