"""Files -> nodes by their suffix, rows of tables and spreadsheets, names of classes."""

import csv
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO
from unicodedata import normalize

from generator.errors import DataError, LudokitError, Problem, system_reason
from generator.reading import nodes
from generator.reading.json_text import parse_json
from generator.reading.workbooks import Row, workbook_rows
from generator.reading.yaml_text import parse_yaml
from generator.words import Message, clip_text, fold, message, nearest_word

SHEETS = (".xlsx", ".ods")
# How many lines are looked at to learn which sign parts the columns.
LOOKED_AT = 10
# What people write between a word and its answer.
SPACED = (" = ", " : ", "\u00a0: ", " → ", " -> ", " | ", " – ", " - ", ", ")


def file_problem(path: Path, reason: Message, line: int | None = None) -> DataError:
    """Return the error for a whole file, or for one of its lines."""
    return DataError([Problem(str(path), line, 1 if line else None, "", reason)])


def require_size(data: bytes, path: Path, most: int) -> bytes:
    """Return a file's bytes; raise DataError for more than it may have."""
    if len(data) > most:
        raise file_problem(path, message("reading.too-big", n=most))
    return data


def _decode_table(data: bytes) -> str:
    """Decode UTF-8, UTF-16 or cp1252, which is what Excel writes on a French Windows."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # It knows every byte but five.
        return data.decode("cp1252", errors="replace")


def sheet_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the rows of a spreadsheet's first filled sheet as shown; DataError for other files."""
    try:
        yield from workbook_rows(data)
    except LudokitError as error:
        raise file_problem(path, error.message) from None


def text_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the rows of a CSV text, tabs and semicolons too, by the number of their first line."""
    text = _decode_table(data)
    lines = [line for line in text.splitlines()[: 2 * LOOKED_AT] if line.strip()][:LOOKED_AT]
    signs = "\t;," if path.suffix.lower() == ".csv" else "\t;"
    found = {sign: sum(sign in line for line in lines) for sign in signs}
    best = max(found, key=lambda sign: found[sign])
    if not found[best]:
        # A sign that a text may have too parts the columns where every line has it.
        sign = next((one for one in SPACED if lines and all(one in line for line in lines)), "\n")
        for number, line in enumerate(text.splitlines(), start=1):
            yield number, [cell.strip() for cell in line.split(sign)]
        return
    reader, number = csv.reader(StringIO(text, newline=""), delimiter=best), 1
    try:
        for cells in reader:
            yield number, [" ".join(cell.split()) for cell in cells]
            number = reader.line_num + 1
    except csv.Error:
        raise file_problem(path, message("table.long-cell"), number) from None


HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
READERS = {".yaml": parse_yaml, ".yml": parse_yaml, ".json": parse_json}


def read_file(path: Path) -> nodes.Node:
    """Read YAML or JSON without control characters; DataError with everything wrong."""
    _reader(path)  # a name that will not do is told before the file is opened
    return parse_file(read_bytes(path), path)


def parse_file(data: bytes, path: Path) -> nodes.Node:
    """Parse the bytes of a YAML or JSON file, as `read_file` does; `path` is its name."""
    node, problems = _reader(path)(nodes.decode(data, str(path)), str(path))
    DataError.raise_for(problems or islice(_hidden_signs(node), nodes.LISTED_FAULTS))
    return node


def _reader(path: Path) -> Callable[[str, str], tuple[nodes.Node, tuple[Problem, ...]]]:
    suffix = path.suffix.lower()
    if suffix not in READERS:
        found, allowed = path.suffix or path.name, tuple(READERS)
        raise file_problem(path, message("reading.unknown-suffix", found=found, allowed=allowed))
    return READERS[suffix]


def _hidden_signs(node: nodes.Node) -> Iterator[Problem]:
    for scalar, _ in nodes.scalars(node, with_keys=True):
        if found := HIDDEN.search(scalar.text):
            yield nodes.problem_at(scalar.place, "", nodes.control_character_message(found.group()))


def read_bytes(path: Path, most: int = nodes.LIMIT_BYTES) -> bytes:
    """Return a file's bytes, at most one more than the limit; DataError for no plain file."""
    with open_file(path) as file:
        try:
            return file.read(most + 1)
        except OSError as error:
            raise file_problem(path, _why_not(path, error)) from None


def open_file(path: Path) -> BinaryIO:
    """Open a plain file for reading, else DataError: a pipe may never end, nor even begin."""
    waiting = getattr(os, "O_NONBLOCK", 0)
    try:
        file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting))  # noqa: SIM115 - handed on
    except (OSError, ValueError) as error:
        raise file_problem(path, _why_not(path, error)) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise file_problem(path, message("reading.no-plain-file"))
    return file


def _why_not(path: Path, error: OSError | ValueError) -> Message:
    match error:
        case FileNotFoundError():
            with suppress(OSError):
                others = [other.name for other in path.parent.iterdir() if other.name != path.name]
                if hint := nearest_word(path.name, others):
                    return message("reading.no-file-near", near=hint)
            return message("reading.no-file")
        case PermissionError():
            return message("reading.no-rights")
        case IsADirectoryError():
            return message("reading.folder")
        case OSError():
            return message("reading.unreadable", reason=system_reason(error))
        case _:  # a zero in the name
            return message("reading.unreadable", reason=str(error))


# Headings of the columns that make a name, first names before family names.
FIRST = {fold(word) for word in ("prénom", "prenom", "first name", "firstname", "given name")}
LAST = {fold(word) for word in ("nom", "name", "last name", "surname", "family name")}
WHOLE = {fold(word) for word in ("élève", "eleve", "pupil", "student", "nom complet", "full name")}
# Whose class a name is of; a list without the column is of one class.
CLASS = {fold(word) for word in ("classe", "class")}
# In a class, and in all the classes of a list.
MOST_NAMES = 1000
MOST_OF_CLASSES = 100_000
MOST_BYTES = 10_000_000
LONGEST_LINE = 10_000


@dataclass(frozen=True, slots=True)
class Name:
    """A name and the line of the file that it stands on."""

    text: str
    line: int


def read_names(path: Path, data: bytes | None = None) -> tuple[Name, ...]:
    """Read the names of one class; DataError as `read_classes`, and for several classes."""
    classes = read_classes(path, data)
    if len(classes) > 1:
        first, second, *_ = classes
        names = {"first": clip_text(first), "second": clip_text(second)}
        reason = message("names.classes", n=len(classes), **names)
        raise file_problem(path, reason, classes[second][0].line)
    return tuple(*classes.values())


def class_name(path: Path | None, data: bytes | None = None) -> str:
    """Return the class that a list names in its column of classes, of several the first; or ""."""
    return next(iter(read_classes(path, data))) if path else ""


def read_classes(path: Path, data: bytes | None = None) -> Mapping[str, Sequence[Name]]:
    """Return the names of each class of a text or table, read or not; DataError for faults."""
    data = read_bytes(path, MOST_BYTES) if data is None else data
    read = _names_in_sheet if path.suffix.lower() in SHEETS else _names_in_text
    classes: dict[str, tuple[str, list[Name]]] = {}
    names_read = _names(read(require_size(data, path, MOST_BYTES), path), path)
    for count, (name, of) in enumerate(names_read, start=1):
        _, names = classes.setdefault(fold(of), (of, []))
        names.append(name)
        for number, most in ((len(names), MOST_NAMES), (count, MOST_OF_CLASSES)):
            if number > most:
                raise file_problem(path, message("names.too-many", most=str(most)), name.line)
    if not classes:
        raise file_problem(path, message("names.none"))
    if "" in classes and len(classes) > 1:
        reason = message("names.no-class")
        lost = (name.line for name in classes[""][1][: nodes.LISTED_FAULTS])
        raise DataError(Problem(str(path), line, 1, "", reason) for line in lost)
    return {of: tuple(names) for of, names in classes.values()}


def _names_in_text(data: bytes, path: Path) -> Iterator[Row]:
    # A comma parts columns in a .csv only: elsewhere "Martin, Zoé" is one name.
    signs, delimiter = ";\t" + ("," if path.suffix.lower() == ".csv" else ""), None
    for number, line in enumerate(_decode_table(data).splitlines(), start=1):
        _require_line(line, number, path)
        if not line.strip():
            continue
        if delimiter is None:
            delimiter = next((sign for sign in signs if sign in line), "")
        cells = next(csv.reader([line], delimiter=delimiter), []) if delimiter else [line]
        yield number, [cell.strip() if delimiter else cell.strip().strip('"') for cell in cells]


def _names_in_sheet(data: bytes, path: Path) -> Iterator[Row]:
    for number, cells in sheet_rows(data, path):
        _require_line(" ".join(cells), number, path)
        if any(cells):
            yield number, cells


def _require_line(line: str, number: int, path: Path) -> None:
    if len(line) > LONGEST_LINE:
        raise file_problem(path, message("names.long-line", most=LONGEST_LINE), number)
    if nodes.excess_mark_offset(line) is not None:
        raise file_problem(path, message("reading.marks", n=nodes.MOST_MARKS), number)


def _names(rows: Iterator[Row], path: Path) -> Iterator[tuple[Name, str]]:
    """Yield each name with its class, "" where the list does not say."""
    first, headings = next(rows, (0, []))
    columns = _columns(headings)
    if not columns and sum(map(bool, headings)) > 1:
        raise file_problem(path, message("names.which-column"), first)
    of = next((at for at, word in enumerate(headings) if columns and fold(word) in CLASS), None)
    for number, cells in rows if columns else chain([(first, headings)], rows):
        chosen = [cells[at] for at in columns if at < len(cells)] if columns else cells
        if words := _bare_heading(" ".join(chosen)):
            own = cells[of] if of is not None and of < len(cells) else ""
            yield Name(words, number), _bare_heading(HIDDEN.sub(" ", own))


def _bare_heading(words: str) -> str:
    return normalize("NFC", " ".join(words.split()))


def _columns(headings: Sequence[str]) -> tuple[int, ...]:
    folded = [fold(heading) for heading in headings]
    whole, first, last = (
        tuple(number for number, word in enumerate(folded) if word in words)[:1]
        for words in (WHOLE, FIRST, LAST)
    )
    return whole or first + last
