"""How a match on a grid stands: its parameters, moves as people write them (`C3=4`), rounds."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from operator import attrgetter
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Count, Facts, Id, Points
from generator.game.parts import Squares, Tiles, Track
from generator.reading.nodes import MapNode
from generator.reading.printed_forms import free_words, means_nothing, whole_number_in
from generator.reading.validate import FEW, Fault
from generator.rules.findings import RoundOpening
from generator.rules.interface import Fields, Roles, Seating
from generator.words import clip_text, fold, free_text_words, message, nearest_names

Each = Annotated[tuple[Id, ...], Field(min_length=2, max_length=2)]
Window = tuple[str, ...]
SEATS = 2
# What is drawn by hand round a number, for its colour.
Ring = Literal["", "circle", "square", "triangle"]


class RoundPoints(Facts):
    """What a round earns: who wins it, and both where it is drawn; `group` is of three alike."""

    win: Points
    """For winning the round."""
    own: Points
    """More, if all dice of the line are one's own."""
    blocker: Points
    """For keeping one's blocker."""
    empty_square: Points
    """For each empty square, to the winner."""
    same_face_group: Points
    """For each group of the winner's dice with the same face."""
    drawn: Points
    """For each player in a drawn round."""


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, what a line is and what it earns."""

    family: Literal["doce"]
    board: Id
    """The part with the squares."""
    pieces: Id
    """The tiles: their faces and colours."""
    dice: Each
    """The track of dice of each player, the first player's first."""
    blockers: Each
    """The track of the blocker of each player, the first player's first."""
    window: Annotated[int, Field(ge=2, le=10)]
    """How many neighbouring squares make a line."""
    sum: Count
    """The sum of a line that wins."""
    group: Annotated[int, Field(ge=2, le=10)]
    """How many dice with the same face make a group."""
    rounds: Annotated[int, Field(ge=1, le=20)]
    """How many rounds a game has."""
    points: RoundPoints
    """What a round earns."""


PASS = "pass"  # noqa: S105 - a word of the game
BLOCKER = "×"
# `x` and a square, or a square, `=` and a face; a comma between them is accepted.
_PIECE = re.compile(r"\s*,?\s*(?:[x×]\s*(?P<blocker>\w+)|(?P<square>\w+)\s*=\s*(?P<face>[\w.+-]+))")

_TOKEN = re.compile(r"[a-z]|[0-9]+")
# A square and a face without a sign between them: B23 is a three on B2.
_GLUED = re.compile(r"\b([a-z][1-9])([0-9])\b")


@cache
def _tolerant_piece() -> re.Pattern[str]:
    """Return the same with any sign, or a blank, before the face, and the number first perhaps."""
    blocker, joined, over = (
        "|".join(
            re.escape(one) + r"\b" * (len(one) > 1) for one in map(fold, free_text_words(kind))
        )
        for kind in ("blocker", "beside", "links")
    )
    square = r"[a-z]\W?[0-9]+|[0-9]+\W?[a-z]"
    return re.compile(
        rf"(?:[\s,;]|\b(?:{joined})\b)*(?:(?:{blocker})[\s.:=(-]*(?P<blocked>{square})\)?"
        rf"|(?P<first>[1-9])\s*(?:@|(?:\b(?:{over})\s*)+)\s*(?P<under>{square})\b"
        rf"|\(?(?P<square>{square})\)?(?:\s*[=:>→/(-]+\s*|\s+)(?P<face>\w+))\)?"
    )


@dataclass(frozen=True, slots=True)
class Die:
    """A numbered die on a square."""

    square: str
    face: int


@dataclass(frozen=True, slots=True)
class Move:
    """A die and blockers, or neither to pass; `is_late` where a blocker stands behind the die."""

    die: Die | None = None
    blockers: tuple[str, ...] = ()
    is_late: bool = False

    @property
    def pieces(self) -> tuple[tuple[str, int | None], ...]:
        """Return squares with the face on them, of a blocker none, as they are written."""
        blockers = tuple((square, None) for square in self.blockers)
        die = () if self.die is None else ((self.die.square, self.die.face),)
        return die + blockers if self.is_late else blockers + die

    @property
    def is_pass(self) -> bool:
        """Return whether nothing is placed."""
        return self.die is None and not self.blockers

    def __str__(self) -> str:
        told = (f"x {one}" if face is None else f"{one}={face}" for one, face in self.pieces)
        return " ".join(told) or PASS


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


Step = RoundOpening | Turn | Result


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended: after which turn, and who won; nobody where it is drawn."""

    turn: int
    winner: str | None = None


class Round(NamedTuple):
    """A round: pieces by square with their owner, the last die of each player, passes in a row."""

    number: int
    next: str
    dice: Mapping[str, tuple[str, int]] = {}
    blockers: Mapping[str, str] = {}
    last: Mapping[str, str] = {}
    passes: int = 0
    played: int = 0
    end: End | None = None
    refused: Mapping[str, tuple[str, int | None]] = {}

    @property
    def score_part(self) -> str:
        """Return the part of the score that the round gives."""
        return f"round{self.number}"

    def is_free(self, square: str) -> bool:
        """Return whether neither die nor blocker stands on a square."""
        return square not in self.dice and square not in self.blockers

    def faces(self, player: str) -> tuple[int, ...]:
        """Return the faces of a player's dice on the grid."""
        return tuple([face for owner, face in self.dice.values() if owner == player])


class State(NamedTuple):
    """The rounds so far, the last one in play."""

    seating: Seating
    rounds: tuple[Round, ...] = ()

    def starter(self, number: int) -> str:
        """Return who starts a round: the players in turn."""
        return self.seating.players[(number - 1) % len(self.seating.players)]

    def seat(self, player: str) -> int:
        """Return whose pieces a player has: 0 the first player's."""
        return self.seating.players.index(player)


@dataclass(frozen=True)
class Layout:
    """A grid, its neighbours `around` squares, its lines; what players have, the first's first."""

    mechanics: Mechanics
    squares: tuple[str, ...]
    around: Mapping[str, frozenset[str]]
    windows: tuple[Window, ...]
    faces: tuple[int, ...]
    dice: tuple[int, ...]
    blockers: tuple[int, ...]
    shapes: tuple[Ring, ...]

    def dice_left(self, state: State, player: str) -> int:
        """Return how many dice a player still has in the round."""
        return self.dice[state.seat(player)] - len(state.rounds[-1].faces(player))

    def blockers_left(self, state: State, player: str) -> int:
        """Return how many blockers a player has not used in the round."""
        used = sum(owner == player for owner in state.rounds[-1].blockers.values())
        return self.blockers[state.seat(player)] - used

    def open_squares(self, of: Round, player: str) -> tuple[str, ...]:
        """Return the squares where a player's die may stand: empty, outside the no-play zone."""
        taken = {*of.dice, *of.blockers, *self.around.get(of.last.get(player, ""), ())}
        return tuple([name for name in self.squares if name not in taken])

    @cached_property
    def windows_through(self) -> Mapping[str, tuple[Window, ...]]:
        """Return the lines that pass through every square."""
        return {one: tuple(w for w in self.windows if one in w) for one in self.squares}

    @cached_property
    def dice_on(self) -> Mapping[str, tuple[Die, ...]]:
        """Return the dice that a square may hold, in the order of their faces."""
        return {one: tuple(Die(one, face) for face in self.faces) for one in self.squares}

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """Return a bit for every square: lines are compared with what lies there in one step."""
        return {square: 1 << number for number, square in enumerate(self.squares)}

    @cached_property
    def window_bits(self) -> tuple[tuple[int, Window], ...]:
        """Return every line after the bits of its squares."""
        return tuple((sum(map(self.bits.__getitem__, one)), one) for one in self.windows)

    def winning_lines(self, of: Round, through: str | None = None) -> Iterator[tuple[Window, str]]:
        """Yield every winning line, or those through a square, with whose it is."""
        for window in self.windows if through is None else self.windows_through[through]:
            if not all(map(of.dice.__contains__, window)):
                continue
            dice = [of.dice[square] for square in window]
            if sum(face for _, face in dice) == self.mechanics.sum:
                owner = line_owner([player for player, _ in dice])
                if owner is not None:
                    yield window, owner

    def crossings(self) -> Mapping[str, int]:
        """Return how many lines pass through every square."""
        return {square: len(lines) for square, lines in self.windows_through.items()}

    def endings(self, of: Round) -> Mapping[Die, str | None]:
        """Return the dice with which the next player completes lines, and who wins then, if one."""
        owners, taken = defaultdict[Die, set[str]](set), sum(map(self.bits.__getitem__, of.dice))
        shut = {*of.blockers, *self.around.get(of.last.get(of.next, ""), ())}
        for line, window in self.window_bits:
            left = line & ~taken
            # One bit, of the only square without a die.
            if not left or left & (left - 1):
                continue
            missing = self.squares[left.bit_length() - 1]
            if missing in shut:
                continue
            dice = [of.dice.get(square, (of.next, 0)) for square in window]
            face = self.mechanics.sum - sum([face for _, face in dice])
            owner = line_owner([player for player, _ in dice]) if face in self.faces else None
            if owner is not None:
                owners[Die(missing, face)].add(owner)
        return {die: min(who) if len(who) == 1 else None for die, who in owners.items()}

    def points(self, state: State, of: Round) -> Mapping[str, int]:
        """Return what a round earns each player; nothing while it goes on."""
        earned = dict.fromkeys(state.seating.players, 0)
        if of.end is None:
            return earned
        if of.end.winner is not None:
            return {**earned, of.end.winner: sum(self.winner_points(of, of.end.winner).values())}
        return {one: self.mechanics.points.drawn + self._kept(of, one) for one in earned}

    def winner_points(self, of: Round, winner: str) -> Mapping[str, int]:
        """Return what a won round earns its winner, part by part."""
        worth, faces = self.mechanics.points, Counter(of.faces(winner))
        whole = (window for window, owner in self.winning_lines(of) if owner == winner)
        is_own = any(all(of.dice[square][0] == winner for square in window) for window in whole)
        groups = sum(count // self.mechanics.group for count in faces.values())
        return {
            "win": worth.win,
            "own": worth.own * is_own,
            "blocker": self._kept(of, winner),
            "empty": worth.empty_square * sum(map(of.is_free, self.squares)),
            "groups": worth.same_face_group * groups,
        }

    def _kept(self, of: Round, player: str) -> int:
        return self.mechanics.points.blocker * (player not in of.blockers.values())

    def read_move(self, text: str) -> Move:
        """Read a turn; raise Fault where it is none."""
        move, end = Move(), 0
        while text[end:].strip():
            found = _PIECE.match(text, end) or _PIECE.match(fold(text), end)
            if found is None:
                break
            move, end = self._with(move, found), found.end()
        if end == 0 and fold(text.strip()) == PASS:
            return move
        if move.is_pass or text[end:].strip():
            raise Fault(message("rules.doce.turn-unclear", found=clip_text(text)))
        return move

    @property
    def move_pattern(self) -> str:
        """Return a regular expression for what `read_move` reads, but for passing."""
        spelt = "|".join((*self.squares, *map(str.lower, self.squares)))
        square, gap = rf"(?:{spelt})(?!\w)", r"\s*,?\s*"
        face = "|".join(map(str, self.faces))
        blockers = rf"(?:{gap}[xX×]\s*{square})"
        die = rf"{gap}{square}\s*=\s*(?:{face})(?![\w.+-])"
        return rf"^(?:{blockers}*{die}{blockers}*|{blockers}+)\s*$"

    def read_tolerantly(self, text: str) -> tuple[str, ...]:
        """Return the one turn that a text can only mean, with any signs in it; else none."""
        with suppress(Fault):
            self.read_move(text)
            return (text,)
        if means_nothing(text) or fold(text.strip(" .!")) in free_words("pass"):
            return (PASS,)
        folded = _GLUED.sub(r"\1=\2", fold(text).strip(" .,;[]\"'"))
        plain = _tolerant_piece().sub(self._as_written, folded)
        with suppress(Fault):
            return (str(self.read_move(plain)),)
        return ()

    def _as_written(self, found: re.Match[str]) -> str:
        """Return a piece as records have it, or `?`, which no turn has, where it is none."""
        # A square's number may stand before its letter.
        named = _TOKEN.findall(found["blocked"] or found["square"] or found["under"])
        ways = {"".join(named), "".join(reversed(named))} & self._names.keys()
        typed = found["face"] or found["first"]
        face = whole_number_in(typed or "")
        if len(ways) != 1 or (typed and face is None):
            return "?"
        square = self._names[ways.pop()]
        return f" {square}={face}" if typed else f" x {square}"

    def _with(self, move: Move, found: re.Match[str]) -> Move:
        if found["blocker"]:
            is_late = move.is_late or move.die is not None
            return Move(move.die, (*move.blockers, self._square(found["blocker"])), is_late)
        if move.die is not None:
            raise Fault(message("rules.doce.two-dice"))
        square, face = self._square(found["square"]), found["face"]
        if face not in map(str, self.faces):
            ends = {"least": self.faces[0], "most": self.faces[-1]}
            raise Fault(message("rules.doce.die-face", found=clip_text(face), **ends))
        return Move(Die(square, int(face)), move.blockers, move.is_late)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        # By how they are found, capitals aside.
        return {fold(name): name for name in reversed(self.squares)}

    def _square(self, found: str) -> str:
        square = self._names.get(fold(found))
        if square is None:
            shown = nearest_names(found, dict.fromkeys(self.squares, ()), FEW)
            said, kind = clip_text(found.upper()), message("reading.a-cell")
            raise Fault(message("reading.unknown-words", found=said, kind=kind, allowed=shown))
        return square


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    roles = Roles(game, section)
    mechanics = roles.facts(Mechanics)
    board = roles.part("board", mechanics.board, Squares)
    pieces = roles.part("pieces", mechanics.pieces, Tiles)
    dice = [roles.part("dice", name, Track) for name in mechanics.dice]
    blockers = [roles.part("blockers", name, Track) for name in mechanics.blockers]
    if pieces is not None and len(pieces.colours) != SEATS:
        found = len(pieces.colours)
        roles.refuse("pieces", message("rules.doce.two-colours", found=found))
    if board is not None and not board.windows(mechanics.window):
        roles.refuse("window", message("rules.doce.no-line", window=mechanics.window))
    faces = {face for sides in pieces.sides for face in sides} if pieces else set()
    sums = {0}  # of the dice of a line
    for _ in range(mechanics.window):
        sums = {total + face for total in sums for face in faces}
    if pieces is not None and mechanics.sum not in sums:
        reason = message("rules.doce.no-sum", least=min(sums), most=max(sums), found=mechanics.sum)
        roles.refuse("sum", reason)
    if board is None or pieces is None or roles.problems:
        raise DataError(roles.problems)
    cell_id, rings = attrgetter("id"), {ring: ring for ring in get_args(Ring)}
    return Layout(
        mechanics=mechanics,
        squares=board.cell_ids(),
        around={one: frozenset(map(cell_id, board.neighbours(one))) for one in board.cell_ids()},
        windows=tuple(tuple(map(cell_id, line)) for line in board.windows(mechanics.window)),
        faces=tuple(sorted(faces)),
        dice=tuple(track.boxes for track in dice if track is not None),
        blockers=tuple(track.boxes for track in blockers if track is not None),
        shapes=tuple(rings.get(game.head.colours[colour].shape, "") for colour in pieces.colours),
    )


def line_owner(owners: list[str]) -> str | None:
    """Return whose line dice make: all but one are his, and that one lies at an end."""
    counts = Counter(owners).most_common()
    if len(counts) == 1:
        return counts[0][0]
    (most, _), (other, single) = counts[0], counts[1]
    return most if single == 1 and other in {owners[0], owners[-1]} else None


def round_after(layout: Layout, state: State, turn: Turn, *, is_refused: bool) -> Round:
    """Return the round in play after a turn."""
    of, die, player = state.rounds[-1], turn.move.die, state.rounds[-1].next
    passes = of.passes + 1 if turn.move.is_pass else 0
    following = state.seating.player_after(player)
    after: Fields = {"next": following, "played": of.played + 1, "passes": passes}
    if turn.move.is_pass:
        is_over = passes == len(state.seating.players)
        return of._replace(**after, end=End(turn.number) if is_over else None)
    if is_refused or die is None:
        # Where both are wrong at once, the die lies on the blocker.
        pieces = replace(turn.move, is_late=False).pieces
        wrong = {square: (player, face) for square, face in pieces}
        return of._replace(**after, refused={**of.refused, **wrong})
    dice, last = {**of.dice, die.square: (player, die.face)}, {**of.last, player: die.square}
    blockers = {**of.blockers, **dict.fromkeys(turn.move.blockers, player)}
    placed = of._replace(**after, dice=dice, blockers=blockers, last=last)
    winners = {owner for _, owner in layout.winning_lines(placed, die.square)}
    if not winners and len(placed.dice) != sum(layout.dice):
        return placed
    return placed._replace(end=End(turn.number, min(winners) if len(winners) == 1 else None))
