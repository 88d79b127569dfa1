"""Spreadsheets, .xlsx and .ods, as rows of words, streamed with expat and zlib alone.

What is counted is what is read: a file may say of its own size what it likes.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from functools import cache, partial
from io import BytesIO
from itertools import chain, takewhile
from posixpath import join
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from generator.errors import LudokitError
from generator.reading.nodes import LIMIT_LEVELS, LONGEST_NUMBER
from generator.words import Message, clip_text, message

MOST_UNPACKED = 20_000_000
# Cells up to the last that is filled in, and texts that cells share.
MOST_CELLS = 2_000_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
PIECE = 1 << 16
# Of a tag and its attributes, which expat keeps until it ends.
LONGEST_TAG = 1 << 20
PART_HEAD = 30
# Names of tags and attributes, and the tags of a part that holds no cells.
MOST_NAMES, MOST_TAGS = 10_000, 500_000

# The number of a line or row, and what stands in its columns.
Row = tuple[int, list[str]]
# A row's number, what stands in its columns by their numbers, and how many rows are like it.
Cells = tuple[int, dict[int, str], int]
# The name and the attributes of a tag.
Tag = tuple[str, Mapping[str, str]]
# The text before a tag, its name, and its attributes: None where an element ends.
Event = tuple[str, str, Mapping[str, str] | None]
# The text of a number.
ShowNumber = Callable[[float], str]
# What comes of packages and XML that are broken, or made to break their readers.
_BROKEN = (
    *(BadZipFile, EOFError, LookupError, OSError, RuntimeError, ValueError),
    *(expat.ExpatError, struct.error, zlib.error),
)


def workbook_rows(data: bytes) -> Iterator[Row]:
    """Yield the rows of the first filled sheet as shown; LudokitError where it cannot be read."""
    try:
        package, is_found = _Package(data), False
        for sheet in _ods_sheets(package) if package.has("content.xml") else _xlsx_sheets(package):
            # What follows the sheet that is read may be unsound as well.
            for row in () if is_found else _laid_out(sheet):
                is_found = True
                yield row
    except _BROKEN:
        raise LudokitError(_unreadable(message("reading.sheet-damaged"))) from None


def _laid_out(sheet: Iterator[Cells]) -> Iterator[Row]:
    """Yield every row up to the last that is filled, so that all keep their numbers."""
    last = width = letters = 0
    for number, cells, times in sheet:
        if not cells:
            continue
        if number <= last:
            raise _no_cell(str(number))
        width, end = max(width, *cells), number + times - 1
        _require(width * end, MOST_CELLS, "reading.too-many-cells")
        # One long text may stand in many cells.
        letters += sum(map(len, cells.values())) * times
        _require(letters, MOST_UNPACKED, "reading.too-big")
        yield from ((empty, []) for empty in range(last + 1, number))
        row, last = [cells.get(at, "") for at in range(1, max(cells) + 1)], end
        yield from ((one, row) for one in range(number, end + 1))


def _require(count: int, most: int, otherwise: str) -> None:
    if count > most:
        raise LudokitError(message(otherwise, n=most))


def _unreadable(reason: Message) -> Message:
    return message("names.no-sheet", reason=reason)


def _no_cell(said: str) -> LudokitError:
    return LudokitError(_unreadable(message("reading.sheet-no-cell", found=clip_text(said))))


class _Package:
    """The parts of a spreadsheet, by their names without case."""

    def __init__(self, data: bytes) -> None:
        self._data, self._unpacked = data, 0
        with ZipFile(BytesIO(data)) as archive:
            every = archive.infolist()
        _require(sum(part.file_size for part in every), MOST_UNPACKED, "reading.too-big")
        self._parts = {part.filename.replace("\\", "/").lower(): part for part in every}

    def has(self, name: str) -> bool:
        """Return whether there is a part of a name."""
        return name.lower() in self._parts

    def tags(self, name: str) -> Iterator[Tag]:
        """Yield the names and attributes of a part that holds no cells, if it is there."""
        for count, tag in enumerate(_start_tags(self.events(name)) if self.has(name) else (), 1):
            if count > MOST_TAGS:
                raise BadZipFile
            yield tag

    def events(self, name: str) -> Iterator[Event]:
        """Yield the tags of a part, names without their prefixes."""
        parser, given, depth = expat.ParserCreate(), 0, 0
        words, found = list[str](), list[Event]()
        short = cache(lambda name: name.rpartition(":")[2])

        def note(tag: str, said: Mapping[str, str] | None = None) -> None:
            nonlocal depth
            depth += -1 if said is None else 1
            if depth > LIMIT_LEVELS:
                raise LudokitError(message("reading.too-deep", n=LIMIT_LEVELS))
            own = {short(key): value for key, value in said.items()} if said else said
            found.append(("".join(words) if words else "", short(tag), own))
            words.clear()

        parser.StartElementHandler = parser.EndElementHandler = note
        parser.CharacterDataHandler = words.append
        # No spreadsheet declares anything, least of all what grows as it is read.
        parser.StartDoctypeDeclHandler = _refuse_declaration
        for piece in chain(self._pieces(name), (b"",)):
            parser.Parse(piece, not piece)
            given += len(piece)
            _require(given - parser.CurrentByteIndex, LONGEST_TAG, "reading.too-big")
            if len(parser.intern) > MOST_NAMES:
                raise BadZipFile
            yield from found
            found.clear()

    def _pieces(self, name: str) -> Iterator[bytes]:
        part, count, check = self._parts[name.lower()], 0, 0
        begin = part.header_offset + PART_HEAD
        is_known = part.compress_type in {ZIP_STORED, ZIP_DEFLATED} and not part.flag_bits & 1
        if not is_known or begin > len(self._data):
            raise BadZipFile
        begin += sum(struct.unpack("<HH", self._data[begin - 4 : begin]))
        end = begin + part.compress_size
        packed = (self._data[at : min(at + PIECE, end)] for at in range(begin, end, PIECE))
        for piece in _inflated(packed) if part.compress_type == ZIP_DEFLATED else packed:
            count, check = count + len(piece), zlib.crc32(piece, check)
            self._unpacked += len(piece)
            _require(self._unpacked, MOST_UNPACKED, "reading.too-big")
            if count > part.file_size:
                break
            yield piece
        if (count, check) != (part.file_size, part.CRC):
            raise BadZipFile


def _inflated(packed: Iterator[bytes]) -> Iterator[bytes]:
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    for more in packed:
        rest = more
        while piece := stream.decompress(rest, PIECE):
            yield piece
            rest = stream.unconsumed_tail


def _refuse_declaration(*_: object) -> None:
    raise BadZipFile


def _inside(events: Iterator[Event], name: str) -> Iterator[Event]:
    """Yield the events up to the end of an element, but for those of others of its name in it."""
    depth = 1
    for event in events:
        if event[1] == name:
            depth += 1 if event[2] is not None else -1
            if not depth:
                return
        elif depth == 1:
            yield event


def _start_tags(events: Iterator[Event]) -> Iterator[Tag]:
    return ((name, said) for _, name, said in events if said is not None)


def _xlsx_sheets(package: _Package) -> Iterator[Iterator[Cells]]:
    top = _relations(package.tags("_rels/.rels")).values()
    targets = (path for kind, path in top if kind == "officeDocument")
    folder, _, file = next(targets, "xl/workbook.xml").lstrip("/").rpartition("/")
    relations = _relations(package.tags(join(folder, "_rels", f"{file}.rels")))
    ids, first = list[str](), 0
    for name, said in package.tags(join(folder, file)):
        if name == "sheet":
            ids.append(said.get("id", ""))
        elif name == "workbookPr" and said.get("date1904") in {"1", "true"}:
            first = FROM_1900_TO_1904
    shared = join(folder, "sharedStrings.xml")
    texts = _shared_texts(package.events(shared)) if package.has(shared) else ()
    styles = _number_formats(package.tags(join(folder, "styles.xml")), partial(_as_date, first))
    paths = [path for kind, path in map(relations.__getitem__, ids) if kind == "worksheet"]
    if not paths:
        raise BadZipFile
    for path in paths:
        yield _xlsx_rows(package.events(join(folder, path).lstrip("/")), texts, styles)


def _relations(tags: Iterator[Tag]) -> Mapping[str, tuple[str, str]]:
    return {
        said.get("Id", ""): (said.get("Type", "").rpartition("/")[2], said.get("Target", ""))
        for name, said in tags
        if name == "Relationship"
    }


class _Runs:
    """A text in runs, each with its own look, without how it is read out."""

    def __init__(self) -> None:
        self._runs, self._is_aloud, self._is_kept = list[str](), False, False

    def take(self, words: str, name: str, said: Mapping[str, str] | None) -> None:
        """Take what an event adds to the text."""
        if name == "rPh":
            self._is_aloud = said is not None
        elif name == "t" and said is not None:
            self._is_kept = said.get("space") == "preserve"
        elif name == "t" and not self._is_aloud:
            self._runs.append(_unescaped(words if self._is_kept else words.strip(" \t\r\n")))

    def text(self) -> str:
        """Return the text, and begin the next."""
        text = "".join(self._runs)
        self._runs.clear()
        return text


# A sign by its number, but for halves of one.
_ESCAPED = re.compile("_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")


def _unescaped(words: str) -> str:
    return _ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), words)


def _shared_texts(events: Iterator[Event]) -> Sequence[str]:
    found, runs = list[str](), _Runs()
    for words, name, said in events:
        if name == "si" and said is None:
            found.append(runs.text())
            _require(len(found), MOST_CELLS, "reading.too-many-texts")
        elif name == "sst" and said:
            _require(max(map(_whole, said.values())), MOST_CELLS, "reading.too-many-texts")
        else:
            runs.take(words, name, said)
    return found


def _shown_cell(
    own: Mapping[str, str], value: str, texts: Sequence[str], styles: Mapping[str, ShowNumber]
) -> str:
    """Return what a cell shows, told its attributes and its value."""
    match own.get("t", "n"):
        case "n":
            value = _shown_number(value, styles.get(own.get("s", ""), _as_number))
        case "s":
            value = texts[int(value)] if value.isdecimal() else ""
        case "str":
            value = _unescaped(value)
        case "b":
            value = str(value != "0")
        case "d":
            value = _shown_iso(value)
        case "e":
            value = ""
    return value


_NOTHING: Mapping[str, str] = {}


def _xlsx_rows(
    events: Iterator[Event], texts: Sequence[str], styles: Mapping[str, ShowNumber]
) -> Iterator[Cells]:
    row, column, count = 0, 0, 0
    cells, own, value, runs = dict[int, str](), _NOTHING, "", _Runs()
    any(name == "sheetData" for _, name, _ in events)
    for words, name, said in takewhile(lambda event: event[1] != "sheetData", events):
        if name == "c" and said is not None:
            at, column = _place(said["r"]) if "r" in said else (row, column + 1)
            if column > LAST_COLUMN or (cells and at != row):
                raise _no_cell(said.get("r", f"{row}:{column}"))
            row, count, own, value = at, count + 1, said, ""
        elif name == "c":
            if value and (text := _shown_cell(own, value, texts, styles).strip()):
                cells[column] = text
        elif name == "v" and said is None:
            value = words
        elif name == "row" and said is not None:
            (row, column), cells = _place(f"A{said.get('r', row + 1)}"), {}
            column = 0
        elif name == "row":
            _require(count, MOST_CELLS, "reading.too-many-cells")
            yield row, cells, 1
        elif name == "is" and said is None:
            value = runs.text()
        else:
            runs.take(words, name, said)
    any(False for _ in events)


_CELL = re.compile("([A-Za-z]{1,3})([0-9]{1,7})")


def _place(said: str) -> tuple[int, int]:
    """Return row and column of a cell by its name; LudokitError for one that no sheet has."""
    if found := _CELL.fullmatch(said):
        row, column = int(found[2]), 0
        for letter in found[1].upper():
            column = 26 * column + ord(letter) - 64
        if 1 <= row <= LAST_ROW and column <= LAST_COLUMN:
            return row, column
    raise _no_cell(said)


def _whole(said: str) -> int:
    """Return a number that is written with digits alone; -1 for anything else."""
    return int(said) if said.isdecimal() and len(said) <= LONGEST_NUMBER else -1


def _shown_number(words: str, show: ShowNumber) -> str:
    with suppress(OverflowError, ValueError):
        return show(float(words))
    with suppress(ValueError):
        return _as_number(float(words))
    return words


# What is written in a number's format for other things than a date: words, and single signs.
_LITERAL = re.compile(r'"[^"]*"?|[\\_*].')
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]")
_BRACKETS = re.compile(r"\[[^\]]*\]?")
_DATED = re.compile(r"[^a]*[dmhys]|[^a]*a.*[pm/]")
DAY_MS = 86_400_000
# Days from the first of one calendar of Excel's to that of the other.
FROM_1900_TO_1904 = 1462
# Up to this day the calendar lacks the 29 February 1900 that there never was.
LEAP_DAY = 60
FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - spreadsheets know no time zones


def _number_formats(tags: Iterator[Tag], as_date: ShowNumber) -> Mapping[str, ShowNumber]:
    """Return how each style shows numbers: as they are, as dates, or as hours passed."""
    formats = {str(at): as_date for at in (*range(14, 23), 45, 47)}
    formats["46"] = _as_hours
    found, is_used = dict[str, ShowNumber](), False
    for name, said in tags:
        if name == "numFmt":
            formats[said.get("numFmtId", "")] = _format(said.get("formatCode", ""), as_date)
        elif name == "xf" and is_used:
            found[str(len(found))] = formats.get(said.get("numFmtId", ""), _as_number)
        elif name.endswith("s"):
            is_used = name == "cellXfs"
    return found


def _format(code: str, as_date: ShowNumber) -> ShowNumber:
    head, *elapsed = _ELAPSED.split(_LITERAL.sub("", code).partition(";")[0].lower(), maxsplit=1)
    if _DATED.match(_BRACKETS.sub("", head)):
        return as_date
    return _as_hours if elapsed else _as_number


def _as_number(value: float) -> str:
    return str(int(value)) if value.is_integer() else str(value)


def _as_hours(value: float) -> str:
    return str(timedelta(milliseconds=round(value * DAY_MS)))


def _as_date(first: int, value: float) -> str:
    days = value + first
    moment = FIRST_DAY + timedelta(milliseconds=round((days + (days < LEAP_DAY)) * DAY_MS))
    return str(moment.time()) if value < 1 else _moment(moment)


def _moment(moment: datetime) -> str:
    return moment.date().isoformat() if moment.time() == time.min else moment.isoformat()


_PASSED = re.compile(r"PT(\d{1,2})H(\d{1,2})M(\d{1,2}(?:\.\d+)?)S")


def _shown_iso(words: str) -> str:
    """Return a moment, a day or a time that a file tells in words, as all others are shown."""
    if passed := _PASSED.fullmatch(words):
        words = ":".join(f"{part:0>2}" for part in passed.groups())
    try:
        if "T" in words:
            return _moment(datetime.fromisoformat(words))
        return str((time if ":" in words else date).fromisoformat(words))
    except ValueError:
        return words


def _ods_sheets(package: _Package) -> Iterator[Iterator[Cells]]:
    events = package.events("content.xml")
    return (_ods_rows(events) for name, _ in _start_tags(events) if name == "table")


def _ods_rows(events: Iterator[Event]) -> Iterator[Cells]:
    row, column, times, text = 0, 0, 1, _Paragraphs()
    cells, own = dict[int, str](), _NOTHING
    for words, name, said in _inside(events, "table"):
        is_cell = name in {"table-cell", "covered-table-cell"}
        if name == "table-row" and said is not None:
            times, column, cells = _times(said, "rows"), 0, {}
        elif name == "table-row":
            yield row + 1, cells, times
            row += times
        elif is_cell and said is not None:
            own = said
            text.text()  # what stands in shapes above the cells
        elif is_cell:
            before, column = column, column + _times(own, "columns")
            if shown := _shown_value(own, text.text()).strip():
                _require(column, MOST_CELLS, "reading.too-many-cells")
                if column > LAST_COLUMN:
                    raise _no_cell(str(column))
                cells |= dict.fromkeys(range(before + 1, column + 1), shown)
        else:
            text.take(words, name, said)


def _times(said: Mapping[str, str], what: str) -> int:
    """Return how often a row or cell stands there."""
    return max(1, _whole(said.get(f"number-{what}-repeated", "")))


def _shown_value(own: Mapping[str, str], text: str) -> str:
    if "value" in own:
        return _shown_number(own["value"], _as_number)
    if "boolean-value" in own:
        return str(own["boolean-value"].lower() == "true")
    for value in ("date-value", "time-value"):
        if value in own:
            return _shown_iso(own[value])
    return own.get("string-value", text if own.get("value-type") == "string" else "")


class _Paragraphs:
    """The text of a cell, without the notes at its side."""

    def __init__(self) -> None:
        self._words, self._depth, self._notes, self._blanks = list[str](), 0, 0, 0

    def take(self, words: str, name: str, said: Mapping[str, str] | None) -> None:
        """Take what an event adds to the text."""
        step = 1 if said is not None else -1
        self._notes += step * (name == "annotation")
        if self._notes:
            return
        if self._depth:
            self._words.append(words)
        if name == "p":
            if said is not None and self._words:
                self._words.append("\n")
            self._depth += step
        elif name == "s" and said is not None:
            count = max(1, _whole(said.get("c", "1")))
            self._blanks += count
            _require(self._blanks, MOST_UNPACKED, "reading.too-big")
            self._words.append(" " * count)

    def text(self) -> str:
        """Return the text, and begin the next."""
        text = "".join(self._words)
        self._words.clear()
        return text
