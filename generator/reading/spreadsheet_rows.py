"""The numbered rows of a spreadsheet, or of a text with columns."""

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
# Cells laid out in memory, empty ones too, up to the last that is filled in.
MOST_CELLS = 2_000_000
_NAMED = re.compile("([A-Za-z]{1,9})([0-9]{1,9})")
_DECLARED = "DTD"
# How many lines are looked at to learn which sign parts the columns.
LOOKED_AT = 10

# The number of a line or row, and what stands in its columns.
Row: TypeAlias = tuple[int, list[str]]


def file_problem(path: Path, reason: Message, line: int | None = None) -> DataError:
    """Return the error for a whole file, or for one of its lines."""
    return DataError([Problem(str(path), line, 1 if line else None, "", reason)])


def require_size(data: bytes, path: Path, most: int) -> bytes:
    """Return a file's bytes; raise DataError for more than it may have."""
    if len(data) > most:
        raise file_problem(path, message("reading.too-big", n=most))
    return data


def decode_table(data: bytes) -> str:
    """Decode UTF-8, UTF-16 or cp1252, which is what Excel writes on a French Windows."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # It knows every byte but five.
        return data.decode("cp1252", errors="replace")


def sheet_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the rows of a spreadsheet's first sheet that is not empty.

    A cell holds what it shows: the value of a formula, the first of merged cells. Raise DataError
    for a file that is no spreadsheet.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        # A small file may unpack to a large one.
        with ZipFile(BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise file_problem(path, message("reading.too-big", n=MOST_UNPACKED))
            if max(_reaches(parts), default=0) > MOST_CELLS:
                raise file_problem(path, message("reading.too-many-cells", n=MOST_CELLS))
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
        raise file_problem(path, message("names.no-sheet", reason=str(error))) from None
    for number, row in enumerate(rows, start=1):
        yield number, [_shown(cell).strip() for cell in row]


def _reaches(parts: ZipFile) -> Iterator[int]:
    """Yield the number of cells each part lays out; ExpatError for a sheet of unsound XML."""
    for name in parts.namelist():
        try:
            yield _Reach(parts.read(name)).cells
        except expat.ExpatError:
            # Pictures are none, and the list of parts once declared what it is.
            if name.lower().endswith(".xml") and not name.startswith("META-INF/"):
                raise


class _Reach:
    """The extent of a part of a spreadsheet: up to the last cell that is filled in."""

    def __init__(self, part: bytes) -> None:
        self.width = self.height = self._rows = self._columns = self._times = 0
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._element
        # No spreadsheet declares anything, least of all what grows as it is read.
        parser.StartDoctypeDeclHandler = self._declared
        parser.Parse(part, True)  # noqa: FBT003 - expat's own signature

    @property
    def cells(self) -> int:
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
    """Yield the rows of a CSV text, tabs and semicolons too, by the number of their first line."""
    text = decode_table(data)
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
        raise file_problem(path, message("table.long-cell"), number) from None
