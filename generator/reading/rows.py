"""Rows as they stand in a spreadsheet or in a text of columns, each with its number."""

import csv
import re
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from functools import reduce
from io import BytesIO, StringIO
from pathlib import Path
from typing import TypeAlias
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from generator.errors import DataError, Problem
from generator.reading.nodes import LONGEST_NUMBER
from generator.words import Message, message

SHEETS = (".xlsx", ".ods")
MOST_UNPACKED = 20_000_000
# So many cells are laid out in memory, empty ones too, up to the last that is filled in.
MOST_CELLS = 2_000_000
_NAMED = re.compile("([A-Za-z]{1,9})([0-9]{1,9})")
_DECLARED = "DTD"
# How many lines are looked at to learn which sign parts the columns.
LOOKED_AT = 10

# The number of a line or row, and what stands in its columns.
Row: TypeAlias = tuple[int, list[str]]


def refused(path: Path, reason: Message, line: int | None = None) -> DataError:
    """Return the fault of a whole file, or of one of its lines."""
    return DataError([Problem(str(path), line, 1 if line else None, "", reason)])


def within(data: bytes, path: Path, most: int) -> bytes:
    """Return the bytes of a file; raise DataError where they are more than it may have."""
    if len(data) > most:
        raise refused(path, message("reading.too-big", n=most))
    return data


def decoded(data: bytes) -> str:
    """Return a text in UTF-8, UTF-16 or cp1252, which is what Excel writes on a French Windows."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # It knows every byte but five.
        return data.decode("cp1252", errors="replace")


def sheet_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the rows of a spreadsheet's first sheet that is not empty; DataError for no such file.

    A cell holds what is shown there: of a formula its value, of merged cells the first.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        # A small file may unpack to a large one.
        with ZipFile(BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise refused(path, message("reading.too-big", n=MOST_UNPACKED))
            if max(_reaches(parts), default=0) > MOST_CELLS:
                raise refused(path, message("reading.too-many-cells", n=MOST_CELLS))
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        sheets = map(book.get_sheet_by_name, book.sheet_names)
        # Rows keep the numbers that they have in the spreadsheet.
        rows = next(filter(None, (one.to_python(skip_empty_area=False) for one in sheets)), [])
    except (
        BadZipFile,
        CalamineError,
        OSError,
        RuntimeError,
        zlib.error,
        expat.ExpatError,
    ) as error:
        raise refused(path, message("names.no-sheet", reason=str(error))) from None
    for number, row in enumerate(rows, start=1):
        yield number, [_shown(cell).strip() for cell in row]


def _reaches(parts: ZipFile) -> Iterator[int]:
    """Yield how many cells each part lays out; ExpatError for a sheet that is no sound XML."""
    for name in parts.namelist():
        try:
            yield _Reach(parts.read(name)).cells
        except expat.ExpatError:
            # Pictures are none, and the list of parts once declared what it is.
            if name.lower().endswith(".xml") and not name.startswith("META-INF/"):
                raise


class _Reach:
    """How far a part of a spreadsheet reaches: to the last cell that is filled in."""

    def __init__(self, part: bytes) -> None:
        """Look at each cell's name, and at how many cells and rows are said at once."""
        self.width = self.height = self._rows = self._columns = self._times = 0
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._element
        # No spreadsheet declares anything, least of all what grows as it is read.
        parser.StartDoctypeDeclHandler = self._declared
        parser.Parse(part, True)  # noqa: FBT003 - expat's own signature

    @property
    def cells(self) -> int:
        """Return how many cells are laid out: all rows are as wide as the widest."""
        return self.width * self.height

    def _declared(self, *_: object) -> None:
        raise expat.ExpatError(_DECLARED)

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        said = {one.rpartition(":")[2]: words for one, words in attributes.items()}
        match name.rpartition(":")[2]:
            case "c" if found := _NAMED.fullmatch(said.get("r", "")):
                column = reduce(lambda n, sign: 26 * n + ord(sign) - 64, found[1].upper(), 0)
                self._fill(column, int(found[2]))
            case "table-row":
                self._rows, self._columns = self._rows + self._times, 0
                self._times = _times(said.get("number-rows-repeated", ""))
            case "table-cell" | "covered-table-cell":
                self._columns += _times(said.get("number-columns-repeated", ""))
                # What stands for many empty cells reaches to the edge of every sheet.
                if {"value", "value-type", "formula"} & said.keys():
                    self._fill(self._columns, self._rows + self._times)

    def _fill(self, column: int, row: int) -> None:
        self.width, self.height = max(self.width, column), max(self.height, row)


def _times(said: str) -> int:
    return int(said) if said.isdecimal() and len(said) <= LONGEST_NUMBER else 1


def _shown(cell: object) -> str:
    """Return what a spreadsheet shows in a cell: whole numbers without a point, days as days."""
    match cell:
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() if cell.time() == datetime.min.time():
            return cell.date().isoformat()
        case date():
            return cell.isoformat()
        case _:
            return str(cell)


def text_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the rows of a text whose columns are parted by tabs, semicolons or, in .csv, commas.

    A cell in quotes may have several lines; the row's number is that of its first.
    """
    text = decoded(data)
    lines = [line for line in text.splitlines()[: 2 * LOOKED_AT] if line.strip()][:LOOKED_AT]
    signs = "\t;," if path.suffix.lower() == ".csv" else "\t;"
    found = {sign: sum(sign in line for line in lines) for sign in signs}
    best = max(found, key=lambda sign: found[sign])
    if not found[best]:
        yield from ((n, [line.strip()]) for n, line in enumerate(text.splitlines(), start=1))
        return
    reader, number = csv.reader(StringIO(text, newline=""), delimiter=best), 1
    try:
        for cells in reader:
            yield number, [" ".join(cell.split()) for cell in cells]
            number = reader.line_num + 1
    except csv.Error:
        raise refused(path, message("table.long-cell"), number) from None
