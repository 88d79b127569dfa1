"""Files -> nodes, the parser chosen by the name's ending; lists of pupils' names."""

import csv
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO
from unicodedata import normalize

from generator.errors import DataError, Problem, system_reason
from generator.reading import nodes
from generator.reading.json_text import sift_json
from generator.reading.rows import SHEETS, Row, decoded, refused, sheet_rows, within
from generator.reading.yaml_text import sift_yaml
from generator.words import Message, clipped, fold, message, near

HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
READERS = {".yaml": sift_yaml, ".yml": sift_yaml, ".json": sift_json}


def read_file(path: Path) -> nodes.Node:
    """Read YAML or JSON free of signs that a terminal obeys; DataError with everything wrong."""
    _reader(path)  # a name that will not do is told before the file is opened
    return node_in(read_bytes(path), path)


def node_in(data: bytes, path: Path) -> nodes.Node:
    """Return what a text of YAML or JSON holds, as `read_file`; `path` is what it is called."""
    node, problems = _reader(path)(nodes.decode(data, str(path)), str(path))
    problems = problems or tuple(islice(_hidden_signs(node), nodes.LISTED_FAULTS))
    if problems:
        raise DataError(problems)
    return node


def _reader(path: Path) -> Callable[[str, str], tuple[nodes.Node, tuple[Problem, ...]]]:
    suffix = path.suffix.lower()
    if suffix not in READERS:
        found, allowed = path.suffix or path.name, tuple(READERS)
        raise refused(path, message("reading.unknown-suffix", found=found, allowed=allowed))
    return READERS[suffix]


def _hidden_signs(node: nodes.Node) -> Iterator[Problem]:
    """Yield the texts with signs that a terminal obeys: quotes in YAML and JSON can hide them."""
    for scalar, _ in nodes.scalars(node, with_keys=True):
        if found := HIDDEN.search(scalar.text):
            yield nodes.fault(scalar.place, "", nodes.control_sign(found.group()))


def read_bytes(path: Path, most: int = nodes.LIMIT_BYTES) -> bytes:
    """Return a file's bytes, one more than the limit at most; raise DataError when it has none."""
    with opened(path) as file:
        try:
            return file.read(most + 1)
        except OSError as error:
            raise refused(path, _why_not(path, error)) from None


def opened(path: Path) -> BinaryIO:
    """Open a plain file to read its bytes, else DataError: a pipe may never end, nor even begin."""
    waiting = getattr(os, "O_NONBLOCK", 0)
    try:
        file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting))  # noqa: SIM115 - handed on
    except (OSError, ValueError) as error:
        raise refused(path, _why_not(path, error)) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise refused(path, message("reading.no-plain-file"))
    return file


def _why_not(path: Path, error: OSError | ValueError) -> Message:
    match error:
        case FileNotFoundError():
            with suppress(OSError):
                others = [other.name for other in path.parent.iterdir() if other.name != path.name]
                if hint := near(path.name, others):
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


# A comma parts columns in a .csv only: elsewhere "Martin, Zoé" is one name.
DELIMITERS = ";\t"
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


def read_names(path: Path) -> tuple[Name, ...]:
    """Read the names of one class; DataError as `read_classes`, and for several classes."""
    return names_in(read_bytes(path, MOST_BYTES), path)


def names_in(data: bytes, path: Path) -> tuple[Name, ...]:
    """Return the names that a list of one class holds; `path` is what it is called."""
    classes = classes_in(data, path)
    if len(classes) > 1:
        first, second, *_ = classes
        names = {"first": clipped(first), "second": clipped(second)}
        reason = message("names.classes", n=len(classes), **names)
        raise refused(path, reason, classes[second][0].line)
    return tuple(*classes.values())


def read_classes(path: Path) -> Mapping[str, Sequence[Name]]:
    """Read the names of each class of a text, a CSV table or a spreadsheet's first sheet.

    Texts are in UTF-8, UTF-16 or cp1252. A list that knows no classes is of one, without a name.
    Raise DataError for no names, too many, unclear columns or a name without a class.
    """
    return classes_in(read_bytes(path, MOST_BYTES), path)


def classes_in(data: bytes, path: Path) -> Mapping[str, Sequence[Name]]:
    """Return the classes that a list holds, in the order in which they begin; see `read_classes`.

    However a class is written, in capitals or not, it is one, called as the first time.
    """
    read = _sheet_rows if path.suffix.lower() in SHEETS else _text_rows
    classes: dict[str, tuple[str, list[Name]]] = {}
    for count, (name, of) in enumerate(
        _names(read(within(data, path, MOST_BYTES), path), path), start=1
    ):
        _, names = classes.setdefault(fold(of), (of, []))
        names.append(name)
        if len(names) > MOST_NAMES:
            raise refused(path, message("names.too-many", most=str(MOST_NAMES)), name.line)
        if count > MOST_OF_CLASSES:
            raise refused(path, message("names.too-many", most=str(MOST_OF_CLASSES)), name.line)
    if not classes:
        raise refused(path, message("names.none"))
    if "" in classes and len(classes) > 1:
        reason = message("names.no-class")
        lost = (name.line for name in classes[""][1][: nodes.LISTED_FAULTS])
        raise DataError(Problem(str(path), line, 1, "", reason) for line in lost)
    return {of: tuple(names) for of, names in classes.values()}


def _text_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the lines of a text with their cells, parted by the sign that the first line has."""
    signs, delimiter = DELIMITERS + ("," if path.suffix.lower() == ".csv" else ""), None
    for number, line in enumerate(decoded(data).splitlines(), start=1):
        _require_line(line, number, path)
        if not line.strip():
            continue
        if delimiter is None:
            delimiter = next((sign for sign in signs if sign in line), "")
        cells = next(csv.reader([line], delimiter=delimiter), []) if delimiter else [line]
        yield number, [cell.strip() if delimiter else cell.strip().strip('"') for cell in cells]


def _sheet_rows(data: bytes, path: Path) -> Iterator[Row]:
    """Yield the rows of a spreadsheet that are not empty, with their cells."""
    for number, cells in sheet_rows(data, path):
        _require_line(" ".join(cells), number, path)
        if any(cells):
            yield number, cells


def _require_line(line: str, number: int, path: Path) -> None:
    """Raise DataError for a line that can hold no name: one without end, or heaped with accents."""
    if len(line) > LONGEST_LINE:
        raise refused(path, message("names.long-line", most=LONGEST_LINE), number)
    if nodes.piled_marks(line) is not None:
        raise refused(path, message("reading.marks", n=nodes.MOST_MARKS), number)


def _names(rows: Iterator[Row], path: Path) -> Iterator[tuple[Name, str]]:
    """Yield each name with its class, "" where the list does not say."""
    first, headings = next(rows, (0, []))
    columns = _columns(headings)
    if not columns and sum(map(bool, headings)) > 1:
        raise refused(path, message("names.which-column"), first)
    of = next((at for at, word in enumerate(headings) if columns and fold(word) in CLASS), None)
    for number, cells in rows if columns else chain([(first, headings)], rows):
        chosen = [cells[at] for at in columns if at < len(cells)] if columns else cells
        if words := _plain(" ".join(chosen)):
            own = cells[of] if of is not None and of < len(cells) else ""
            yield Name(words, number), _plain(HIDDEN.sub(" ", own))


def _plain(words: str) -> str:
    return normalize("NFC", " ".join(words.split()))


def _columns(headings: Sequence[str]) -> tuple[int, ...]:
    """Return which columns make up the name, in the order they are printed."""
    folded = [fold(heading) for heading in headings]
    whole, first, last = (
        tuple(number for number, word in enumerate(folded) if word in words)[:1]
        for words in (WHOLE, FIRST, LAST)
    )
    return whole or first + last
