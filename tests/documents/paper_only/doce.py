"""DOCE from the paper alone: whose dice and blockers stand on a grid, and each one's last die."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from tests.documents.paper_only.printed import Printed

COLUMNS, SUM, FACES = "ABCDE", 12, range(1, 7)
SQUARES = [f"{column}{row}" for row in range(1, 6) for column in COLUMNS]
SQUARE = re.compile(r"[A-E][1-5]")
# A die, or a blocker without a number, as words have it: 5 en C4.
PIECE = re.compile(r"([1-6])?[^\dA-E]*\b([A-E][1-5])")
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def step(square: str, across: int, down: int) -> str:
    """Return the square so far off, perhaps outside the grid."""
    column = COLUMNS.index(square[0]) + across
    return f"{COLUMNS[column] if 0 <= column < len(COLUMNS) else '-'}{int(square[1]) + down}"


LINES = [
    line
    for square, (across, down) in product(SQUARES, WAYS)
    if {*(line := [step(square, across * n, down * n) for n in range(4)])} <= {*SQUARES}
]


@dataclass(frozen=True)
class Board:
    """What a figure shows, and who is on turn."""

    dice: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    blockers: Mapping[str, int] = field(default_factory=dict)
    last: Mapping[int, str] = field(default_factory=dict)
    next: int = 0

    def is_free(self, square: str) -> bool:
        """Tell whether nothing stands on a square."""
        return square not in self.dice and square not in self.blockers

    def is_near(self, square: str) -> bool:
        """Tell whether a square touches the last die of who is on turn."""
        last = self.last.get(self.next)
        offsets = product((-1, 0, 1), repeat=2)
        return last is not None and square in {step(last, *offset) for offset in offsets}

    def allowed(self) -> list[str]:
        """Return where a die may stand."""
        return [one for one in SQUARES if self.is_free(one) and not self.is_near(one)]

    def after(self, square: str, face: int) -> "Board":
        """Return the board with a die more."""
        dice = {**self.dice, square: (self.next, face)}
        last = {**self.last, self.next: square}
        return replace(self, dice=dice, last=last, next=1 - self.next)

    def winners(self) -> set[int]:
        """Return whose lines stand there."""
        found = set()
        for line in LINES:
            if not {*line} <= {*self.dice}:
                continue
            owners, faces = zip(*(self.dice[square] for square in line), strict=True)
            most, count = Counter(owners).most_common()[0]
            is_line = count == 4 or (count == 3 and {owners[0], owners[3]} != {most})
            if sum(faces) == SUM and is_line:
                found.add(most)
        return found

    def wins(self, who: int) -> list[tuple[str, int]]:
        """Return the dice of who is on turn that give one player the round."""
        dice = product(self.allowed(), FACES)
        return [die for die in dice if self.after(*die).winners() == {who}]

    def is_safe(self, square: str, face: int) -> bool:
        """Tell whether after a die nobody has won, and the other player has no die to win with."""
        after = self.after(square, face)
        return not after.winners() and not after.wins(after.next)

    def points(self, who: int) -> dict[str, int]:
        """Return what a round earns its winner."""
        faces = Counter(face for owner, face in self.dice.values() if owner == who)
        own = any(
            {*line} <= {*self.dice}
            and {self.dice[one][0] for one in line} == {who}
            and sum(self.dice[one][1] for one in line) == SUM
            for line in LINES
        )
        return {
            "win": 12,
            "own": 2 * own,
            "blocker": 0 if who in self.blockers.values() else 5,
            "empty": sum(map(self.is_free, SQUARES)),
            "groups": sum(2 * (count // 3) for count in faces.values()),
        }


def board_of(paper: Printed) -> Board:
    """Return what the figure shows."""
    board = Board()
    for move in paper.beside["turns"]:
        blockers = dict.fromkeys(re.findall(r"x ([A-E][1-5])", move), board.next)
        board = replace(board, blockers={**board.blockers, **blockers})
        if die := re.search(r"([A-E][1-5])=([1-6])", move):
            board = board.after(die[1], int(die[2]))
        else:
            board = replace(board, next=1 - board.next)
    return board


def written(dice: list[tuple[str, int]]) -> list[str]:
    """Return dice as keys have them."""
    return [f"{square}={face}" for square, face in dice]


def pairs_of_line(paper: Printed) -> list[tuple[str, ...]]:
    """Try every pair of faces in the two blanks."""
    sum_, *known = paper.numbers
    pairs = product(FACES, repeat=2)
    return [tuple(f"{a}-{b}" for a, b in pairs if a + b + sum(known) == sum_)]


def barred(paper: Printed) -> list[tuple[str, ...]]:
    """Return the empty squares that touch the last die."""
    board = board_of(paper)
    return [tuple(one for one in SQUARES if board.is_free(one) and board.is_near(one))]


def empty_squares(paper: Printed) -> list[int]:
    """Try how many empty squares make up the total that is told."""
    words, (total, trios) = paper.question, paper.numbers
    own = not re.search("Aucune|No winning", words)
    kept = bool(re.search("gardé|kept", words))
    return [n for n in range(26) if 12 + 2 * own + 5 * kept + 2 * trios + n == total]


def round_won(paper: Printed) -> list[dict[str, int]]:
    """Count the round for who has won it."""
    board = board_of(paper)
    counted = [board.points(who) for who in board.winners()]
    return [{**points, "total": sum(points.values())} for points in counted]


def wins(paper: Printed) -> list[str]:
    """Return the dice that win at once."""
    board = board_of(paper)
    return written(board.wins(board.next))


def false_part(paper: Printed) -> list[dict[str, int]]:
    """Return every part that is not what was counted."""
    board = board_of(paper)
    (who,) = board.winners()
    counted = zip(board.points(who).items(), paper.table[1:], strict=True)
    return [{name: n} for (name, n), (_, told, _) in counted if n != int(told)]


def save(paper: Printed) -> list[tuple[str, ...]]:
    """Return all dice, wherever they lie, after which the threat is gone."""
    board = board_of(paper)
    dice = product(board.allowed(), FACES)
    return [tuple(written([die for die in dice if board.is_safe(*die)]))]


def safer(paper: Printed) -> list[str]:
    """Return which of the two dice is safe."""
    board, (_, told) = board_of(paper), paper.question.split("A", maxsplit=1)
    found = re.findall(r"([1-6]) (?:en|on) ([A-E][1-5])", told.replace("\u00a0", " "))
    dice = [(square, int(face)) for face, square in found[:2]]
    return written([die for die in dice if board.is_safe(*die)])


def errors(turns: list[str], board: Board, number: int = 1) -> Iterator[list[int]]:
    """Yield the wrong turns from one on: where it is wrong, taken back or left as it is."""
    if not turns:
        yield []
        return
    words, who = turns[0], board.next
    pieces = [(face, square) for face, square in PIECE.findall(words.split(":", 1)[1])]
    dice, blockers = ([one for one in pieces if bool(one[0]) == is_die] for is_die in (True, False))
    squares = [square for _, square in pieces]
    is_wrong = (
        len({*squares}) < len(squares)
        or not all(map(board.is_free, squares))
        or any(board.is_near(square) for _, square in dice)
        or (blockers and (not dice or pieces[0] != blockers[0]))
        or (blockers and len(blockers) + [*board.blockers.values()].count(who) > 1)
    )
    laid = {**board.blockers, **{square: who for _, square in blockers}}
    after = replace(board, blockers=laid)
    for face, square in dice:
        after = replace(after.after(square, int(face)), next=who)
    readings = [after, board] if is_wrong else [after]
    for reading in readings:
        for later in errors(turns[1:], replace(reading, next=1 - who), number + 1):
            yield ([number] if is_wrong else []) + later


def record(paper: Printed) -> list[int]:
    """Return the turns that are wrong, in one way or another to go on."""
    return sorted({number for found in errors([*paper.turns], Board()) for number in found})


JUDGES = {
    "line": pairs_of_line,
    "barred": barred,
    "empty-squares": empty_squares,
    "round": round_won,
    "wins": wins,
    "false-part": false_part,
    "record": record,
    "save": save,
    "safer": safer,
}
