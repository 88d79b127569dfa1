"""The parameters of the family, read from a game's parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Count, Facts, Id, Points
from generator.game.parts import Squares, Tiles, Track
from generator.game.vocabulary import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.roles import Roles
from generator.words import fold, message

Each: TypeAlias = Annotated[tuple[Id, ...], Field(min_length=2, max_length=2)]
Window: TypeAlias = tuple[str, ...]
SEATS = 2


class Worth(Facts):
    """What a round earns: who wins it, and both where it is drawn; `group` is of three alike."""

    win: Points
    own: Points
    blocker: Points
    empty_square: Points
    same_face_group: Points
    drawn: Points


class Mechanics(Facts):
    """The section `mechanics`; the tracks of dice and blockers are those of the first player first.

    `pieces` tells the faces and the colours.
    """

    family: Literal["lines_of_dice"]
    board: Id
    pieces: Id
    dice: Each
    blockers: Each
    window: Annotated[int, Field(ge=2, le=10)]
    sum: Count
    group: Annotated[int, Field(ge=2, le=10)]
    rounds: Annotated[int, Field(ge=1, le=20)]
    points: Worth


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid as the rules see it; counts, colours and shapes are those of the first player first.

    `around` holds the neighbours of every square, corners included.
    """

    part: str
    squares: tuple[str, ...]
    around: Mapping[str, frozenset[str]]
    windows: tuple[Window, ...]
    faces: tuple[int, ...]
    dice: tuple[int, ...]
    blockers: tuple[int, ...]
    shapes: tuple[Literal["", "circle", "square", "triangle"], ...]
    sum: int
    group: int
    rounds: int
    worth: Worth

    def square(self, found: str) -> str | None:
        """Return the square that is meant, whatever its case; None where there is none."""
        return next((name for name in self.squares if fold(name) == fold(found)), None)


def round_part(number: int) -> str:
    """Return the part of the score that a round gives."""
    return f"round{number}"


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles = Roles(game, section)
    board = roles.part("board", mechanics.board, Squares)
    pieces = roles.part("pieces", mechanics.pieces, Tiles)
    dice = [roles.part("dice", name, Track) for name in mechanics.dice]
    blockers = [roles.part("blockers", name, Track) for name in mechanics.blockers]
    if pieces is not None and len(pieces.colours) != SEATS:
        roles.refuse(
            "pieces", message("rules.lines_of_dice.two-colours", found=len(pieces.colours))
        )
    if board is not None and not board.windows(mechanics.window):
        roles.refuse("window", message("rules.lines_of_dice.no-line", window=mechanics.window))
    if pieces is not None and not _is_reachable(mechanics, pieces):
        faces = [face for sides in pieces.sides for face in sides]
        least, most = (mechanics.window * end(faces) for end in (min, max))
        reason = message("rules.lines_of_dice.no-sum", least=least, most=most, found=mechanics.sum)
        roles.refuse("sum", reason)
    if board is None or pieces is None or roles.problems:
        raise DataError(roles.problems)
    return Layout(
        part=mechanics.board,
        squares=board.cell_ids(),
        around={
            name: frozenset(square.id for square in board.neighbours(name))
            for name in board.cell_ids()
        },
        windows=tuple(
            tuple(square.id for square in window) for window in board.windows(mechanics.window)
        ),
        faces=tuple(sorted({face for sides in pieces.sides for face in sides})),
        dice=tuple(track.boxes for track in dice if track is not None),
        blockers=tuple(track.boxes for track in blockers if track is not None),
        shapes=tuple(_shape(game, colour) for colour in pieces.colours),
        sum=mechanics.sum,
        group=mechanics.group,
        rounds=mechanics.rounds,
        worth=mechanics.points,
    )


def _is_reachable(mechanics: Mechanics, pieces: Tiles) -> bool:
    """Return whether some dice of a line have the sum that wins."""
    faces = {face for sides in pieces.sides for face in sides}
    sums = {0}
    for _ in range(mechanics.window):
        sums = {total + face for total in sums for face in faces}
    return mechanics.sum in sums


def _shape(game: Game, colour: str) -> Literal["", "circle", "square", "triangle"]:
    """Return the shape that is drawn by hand round the numbers of a colour."""
    match game.head.colours[colour].shape:
        case ("circle" | "square" | "triangle") as shape:
            return shape
        case _:
            return ""
