"""The dice of a game on paper: cubes to fold and glue, and a spinner where there is one."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Facts, Id
from generator.paper.compose import beside
from generator.paper.page import Page
from generator.paper.shapes import Drawing, Placed
from generator.paper.text import Lettering, cap_height, set_line, width_of
from generator.paper.units import Mm, to_points
from generator.printables.blocks.pips import pips
from generator.printables.cube import net
from generator.printables.headline import headline
from generator.printables.kinds.pawns import Pawns, pawns
from generator.printables.kinds.spinner import Spinner, spinner
from generator.printables.pictures import picture
from generator.printables.rows import broken, emptiest, largest, room, row_pages
from generator.printables.setting import Setting

GAP: Mm = 6.0
SIGN = 0.5
# No page is to have a larger share empty where smaller cubes can help it.
EMPTY = 0.35
PICTURE = 0.66
Length = Annotated[float, Field(ge=10, le=280)]


class CubeFace(Facts):
    """What a face shows: a sign of up to three letters, or a picture of the game; or nothing."""

    sign: Annotated[str, Field(max_length=3)] = ""
    picture: Id | None = None


class Cube(Facts):
    """So many cubes; without faces they have the pips of a die. Opposite places sum to seven."""

    count: Count = 1
    colour: Id | None = None
    faces: Annotated[tuple[CubeFace, ...], Field(min_length=6, max_length=6)] | None = None


class NetEntry(Facts):
    """Cubes with an edge between two lengths in mm, the largest that saves paper.

    Pawns to fold and a spinner stand on the same page where there is room.
    """

    kind: Literal["net"]
    edge: tuple[Length, Length]
    cubes: Annotated[tuple[Cube, ...], Field(min_length=1)]
    pawns: Pawns | None = None
    spinner: Spinner | None = None
    note: Id | None = None


def plan(entry: NetEntry, setting: Setting) -> tuple[Page, ...]:
    """Plan the pages: title and how to fold, cubes in rows, the spinner beneath."""
    notes = (setting.say("print.small-parts"),)
    _, height = room(setting, notes)
    tried = [tuple(_rows(entry, share, setting, notes)) for share in largest(0.0, 1.0)]
    filled = [_with_spares(entry, rows, height) for rows in tried]
    fewest = min(len(broken(rows, height)) for rows in filled)
    short = [rows for rows in filled if len(broken(rows, height)) == fewest]
    full = (rows for rows in short if emptiest(rows, height) <= EMPTY)
    return row_pages(next(full, short[0]), setting, notes)


def _with_spares(entry: NetEntry, rows: tuple[Drawing, ...], height: Mm) -> tuple[Drawing, ...]:
    """Return the rows, those of cubes again where their last page has room: dice get lost."""
    end = len(rows) - (entry.spinner is not None)
    before = len(broken(rows, height))
    for number in range(1, end):
        more = (*rows[:end], *rows[1 : 1 + number], *rows[end:])
        if len(broken(more, height)) > before:
            return (*rows[:end], *rows[1:number], *rows[end:])
    return (*rows[:end], *rows[1:end], *rows[end:])


def _rows(
    entry: NetEntry, share: float, setting: Setting, notes: Sequence[str]
) -> Iterator[Drawing]:
    """Yield the rows with lengths at a share of the way from their least to their largest."""
    width, _ = room(setting, notes)
    said = [setting.text(entry.note)] if entry.note else []
    yield headline(setting, width, (*said, setting.say("print.net-how")))
    edge = setting.style.length(_between(entry.edge, share))
    row: list[Drawing] = []
    for cube in (one for one in entry.cubes for _ in range(one.count)):
        drawing = net(_faces(cube, edge, setting), edge, fill=cube.colour or "white")
        if row and sum(one.width + GAP for one in row) + drawing.width > width:
            yield beside(*row, gap=GAP)
            row = []
        row.append(drawing)
    yield beside(*row, gap=3 * GAP if len(row) == 2 else GAP)  # noqa: PLR2004 - a pair stands apart
    if entry.pawns is not None:
        yield pawns(entry.pawns, setting, width)
    if entry.spinner is not None:
        yield spinner(entry.spinner, _between(entry.spinner.across, share), setting, width)


def _between(lengths: tuple[Mm, Mm], share: float) -> Mm:
    return lengths[0] + (lengths[1] - lengths[0]) * share


def _faces(cube: Cube, edge: Mm, setting: Setting) -> tuple[Drawing, ...]:
    colour = f"{cube.colour}.on" if cube.colour else "ink"
    if cube.faces is None:
        return tuple(pips(number, edge, colour) for number in range(1, 7))
    return tuple(_face(face, edge, colour, setting) for face in cube.faces)


def _face(face: CubeFace, edge: Mm, colour: str, setting: Setting) -> Drawing:
    if face.picture is not None:
        shown = picture(setting.game, face.picture, edge * PICTURE)
        x, y = (edge - shown.width) / 2, (edge - shown.height) / 2
        return Drawing(edge, edge, (Placed(shown, x, y),))
    if not face.sign:
        return Drawing(edge, edge)
    font = setting.style.family.bold
    size = to_points(edge * SIGN)
    size = min(size, size * edge * 0.8 / width_of(face.sign, font, size))
    how = Lettering(font, size, colour, "middle")
    words = set_line(face.sign, edge / 2, (edge + cap_height(font, size)) / 2, how)
    return Drawing(edge, edge, words)
