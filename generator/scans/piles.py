"""A pile of pictures becomes sheets, and a sheet what its players filled in, cell by cell."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from generator.errors import LudokitError
from generator.game import Game, game_names, load
from generator.paper.shapes import CellBox
from generator.printables.fiducials import SheetCode
from generator.records.record_format import catalog_rules
from generator.rules.cells import MARKED, UNKNOWN, Cell
from generator.rules.optional import paper_cells
from generator.scans.cell_reading import Reading, read_cells
from generator.scans.finding import (
    LEAST_MARKERS,
    CornerSign,
    FoundCode,
    RectifiedSheet,
    find_codes,
    find_hidden_codes,
    find_markers,
    match_markers,
    rectify,
)
from generator.scans.known_sheets import KnownSheet, find_sheet
from generator.scans.picture_files import PictureFile
from generator.scans.printed_names import PrintedNames
from generator.words import Message, message

# A pile is of few kinds of sheets, each of which is drawn once.
MOST_KNOWN = 24
NAME, PLAYER = "name", "player"
# Where more of the cells than this are covered, the sheet was not photographed whole.
MOST_COVERED = 0.4


@dataclass(frozen=True, slots=True)
class OpenCell:
    """A cell that somebody has to look at: what it is called in the record, and where it lies.

    It holds a number or a name, or a mark that may be one (`is_mark`).
    """

    cell: str
    box: CellBox
    is_mark: bool


@dataclass(frozen=True, slots=True)
class FilledPaper:
    """What one player filled in on a sheet: the cells as typed, `?` where somebody has to look.

    `cells` are where those of the record are printed. `name` is that which is printed there, of a
    list; `column` and `game` say which of several players ("" for one) and games it is.
    """

    typed: Mapping[str, str]
    questions: tuple[OpenCell, ...]
    cells: Mapping[str, CellBox]
    name: str = ""
    column: str = ""
    game: int = 0


@dataclass(frozen=True)
class ReadSheet:
    """A sheet as it was read: its picture made straight, and what stands in its cells.

    `names` are those that were printed on it, by the ids of their cells.
    """

    rectified: RectifiedSheet
    readings: Mapping[int, tuple[Reading, ...]]
    names: Mapping[str, str]

    @property
    def known(self) -> KnownSheet:
        """Return what sheet it is."""
        return self.rectified.known

    @property
    def covered(self) -> float:
        """Return of how many of its cells, 0 to 1, nothing is seen."""
        every = [one.is_covered for readings in self.readings.values() for one in readings]
        return sum(every) / max(len(every), 1)

    @cached_property
    def papers(self) -> tuple[FilledPaper, ...]:
        """Return what is filled in for each player or game on it; nothing for an empty column."""
        rules = catalog_rules(self.known.setting.game.name)
        known = {cell.id: cell for cell in paper_cells(rules, 0)}
        every = list[FilledPaper]()
        for game, readings in enumerate(self.readings.values()):
            owners = dict[str, list[tuple[str, Reading]]]()
            for one in _without_areas(readings):
                owner, cell = _owner_and_cell(one.cell.id, known)
                if not known or _is_recorded(cell, known):
                    owners.setdefault(owner, []).append((cell, one))
            for place, (owner, own) in enumerate(owners.items()):
                # What is no player's column is a round, which is a game of its own.
                column = owner.removeprefix(PLAYER) if owner.startswith(PLAYER) else ""
                name = self.names.get(f"{NAME}.{column}" if column else NAME, "")
                paper = _filled([pair for pair in own if not name or pair[0] != NAME], known)
                number = game if column or not owner else place
                every.append(replace(paper, name=name, column=column, game=number))
        some = tuple(one for one in every if set(one.typed) - {NAME})
        return some or tuple(every[:1])


def _without_areas(readings: tuple[Reading, ...]) -> Iterator[Reading]:
    """Yield the readings of cells, not of areas that hold other cells."""
    for one in readings:
        area = one.cell
        if not any(
            other.cell is not area
            and area.x <= other.cell.x + other.cell.width / 2 <= area.x + area.width
            and area.y <= other.cell.y + other.cell.height / 2 <= area.y + area.height
            and other.cell.width * other.cell.height < area.width * area.height / 2
            for other in readings
        ):
            yield one


def _is_recorded(cell: str, known: Mapping[str, Cell]) -> bool:
    """Tell whether a cell is one of the record, or that of the player's name."""
    base, _, mark = cell.rpartition(".")
    return cell in known or cell == NAME or (base in known and mark in known[base].marks)


def _owner_and_cell(printed: str, known: Mapping[str, Cell]) -> tuple[str, str]:
    """Split the id of a printed cell into whose it is, "" for all, and the cell of the record."""
    owner, dot, rest = printed.partition(".")
    is_theirs = dot and printed not in known and (rest in known or rest == PLAYER)
    return (owner, rest) if is_theirs else ("", printed)


def _filled(own: list[tuple[str, Reading]], known: Mapping[str, Cell]) -> FilledPaper:
    typed, questions, cells = dict[str, str](), list[OpenCell](), dict[str, CellBox]()
    for cell, one in own:
        base, _, mark = cell.rpartition(".")
        group = known[base].marks if base in known else {}
        cells.setdefault(base if mark in group else cell, one.cell)
        if takes_mark(cell, one.cell.label, known):
            # Of several marks for one cell the last counts, as the sheets say.
            name, word = (base, mark) if mark in group else (cell, MARKED)
            if one.state == "marked":
                typed[name] = word
                questions = [asked for asked in questions if asked.cell != name]
            elif one.state == "doubtful":
                typed[name] = UNKNOWN
                questions.append(OpenCell(name, one.cell, is_mark=True))
        elif one.state != "empty":
            typed[cell] = UNKNOWN
            questions.append(OpenCell(cell, one.cell, is_mark=False))
    return FilledPaper(typed, tuple(questions), cells)


def takes_mark(cell: str, label: str, known: Mapping[str, Cell]) -> bool:
    """Tell whether a cell is crossed, ticked or shaded; else something is written into it."""
    if cell in known:
        return bool(known[cell].marks)
    base, _, mark = cell.rpartition(".")
    if base in known and mark in known[base].marks:
        return True
    # What is counted in the records, boxes for dice or tokens, has its number or a sign in it.
    return label.isdecimal() or len(label) == 1


class SheetReader:
    """Finds and reads the sheets of some games on pictures; remembers those it has drawn.

    Of `names` those are found that were printed on the sheets.
    """

    def __init__(
        self, games: Mapping[str, Callable[[], Game]] | None = None, names: Sequence[str] = ()
    ) -> None:
        self._games = games or {name: partial(load, name) for name in game_names()}
        self._known = dict[tuple[str, ...], KnownSheet]()
        self._names = PrintedNames(names)

    def read_picture(self, picture: PictureFile) -> Iterator[ReadSheet | Message]:
        """Yield every sheet on a picture file, or why it, or one on it, cannot be read."""
        try:
            grey = picture.grey()
        except LudokitError as error:
            yield error.message
            return
        yield from self.read(grey)

    def read(self, grey: Any) -> Iterator[ReadSheet | Message]:
        """Yield every sheet on a picture, from the top down, or why one cannot be read."""
        markers = find_markers(grey)
        found = [self._matched(code, markers) for code in find_codes(grey)]
        taken = {id(marker) for one in found for marker in one.markers.values()}
        left = [marker for marker in markers if id(marker) not in taken]
        # Beside sheets that are known there may be one whose code is hard to read.
        are_known = found and all(isinstance(one.sheet, KnownSheet) for one in found)
        if not found or (are_known and len({one.number for one in left}) > LEAST_MARKERS):
            others = [one.code for one in found]
            codes = [code for code in find_hidden_codes(grey, left) if not code.is_among(others)]
            hidden = [self._matched(code, left) for code in codes]
            if not hidden:
                yield message("scans.no-code" if left else "scans.no-sheet")
            found += hidden
        for one in sorted(found, key=lambda one: tuple(one.code.corners.mean(axis=0)[::-1])):
            yield one.sheet if isinstance(one.sheet, Message) else self._read(grey, one, one.sheet)

    def _matched(self, found: FoundCode, markers: Sequence[CornerSign]) -> "_MatchedCode":
        try:
            known = self._sheet(found.code)
        except LudokitError as error:
            return _MatchedCode(found, error.message, {})
        return _MatchedCode(found, known, match_markers(found, known, markers))

    def _read(self, grey: Any, one: "_MatchedCode", known: KnownSheet) -> ReadSheet | Message:
        rectified = rectify(grey, one.code, known, one.markers)
        if rectified is not None:
            sheet = ReadSheet(rectified, read_cells(rectified), self._names.on(rectified))
            if sheet.covered <= MOST_COVERED:
                return sheet
        return message("scans.half-sheet", printable=known.setting.title)

    def _sheet(self, code: SheetCode) -> KnownSheet:
        key = (code.game, code.printable, code.cells, str(code.place))
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.pop(next(iter(self._known)))
            self._known[key] = find_sheet(code, self._games)
        return self._known[key]


@dataclass(frozen=True, slots=True)
class _MatchedCode:
    """A code, the sheet that it names or why there is none, and its markers by their numbers."""

    code: FoundCode
    sheet: KnownSheet | Message
    markers: Mapping[int, CornerSign]
