"""Where records come from: files, folders, lines of a stream, standard input; one node a record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from generator.errors import DataError, Problem
from generator.reading.files import read_bytes
from generator.reading.json_text import sift_json
from generator.reading.nodes import Node
from generator.reading.text import LIMIT_BYTES, decode
from generator.reading.yaml_text import sift_yaml
from generator.words import message

STDIN = Path("-")
LINES = ".jsonl"
SUFFIXES = (".yaml", ".yml", ".json", LINES)
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Source:
    """One record as it was found: its node as far as it could be read, and what was wrong."""

    file: str
    index: int
    node: Node | None
    problems: tuple[Problem, ...] = ()


def files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the record files that are meant, those of a folder in the order of their names.

    Raise DataError naming each folder without any.
    """
    found: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.iterdir() if _is_record(file))
            found += inside
            if not inside:
                reason = message("records.empty-folder", allowed=SUFFIXES)
                problems.append(Problem(str(path), None, None, "", reason))
        else:
            found.append(path)
    if problems:
        raise DataError(problems)
    return tuple(found)


def sources(path: Path) -> Iterator[Source]:
    """Yield the records of a file one by one; a file that cannot be read is one source."""
    suffix = path.suffix.lower()
    try:
        data = _bytes(path)
    except DataError as error:
        yield Source(str(path), 0, None, error.problems)
        return
    if suffix == LINES:
        with path.open("rb") as stream:
            yield from lines(stream, str(path))
    else:
        yield _whole(data, str(path), is_json=suffix == ".json")


def standard_input(stream: BinaryIO) -> Iterator[Source]:
    """Yield the one record of a stream: JSON where it begins with a brace, else YAML."""
    data = stream.read(LIMIT_BYTES + 1)
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    yield _whole(data, str(STDIN), is_json=start.startswith(b"{"))


def lines(stream: BinaryIO, file: str) -> Iterator[Source]:
    """Yield the records of a stream with one JSON record a line; empty lines are passed over."""
    index = 0
    for number, data in enumerate(_short_lines(stream), start=1):
        if data.strip():
            yield _line(data, file, number, index)
            index += 1
    if index == 0:
        reason = message("reading.empty")
        yield Source(file, 0, None, (Problem(file, 1, 1, "", reason),))


def _bytes(path: Path) -> bytes:
    if path.suffix.lower() in SUFFIXES:
        return read_bytes(path)
    found = path.suffix or path.name
    reason = message("reading.unknown-suffix", found=found, allowed=SUFFIXES)
    raise DataError([Problem(str(path), None, None, "", reason)])


def _is_record(file: Path) -> bool:
    return file.suffix.lower() in SUFFIXES and not file.name.startswith(".") and not file.is_dir()


def _whole(data: bytes, file: str, *, is_json: bool) -> Source:
    sift = sift_json if is_json else sift_yaml
    try:
        node, problems = sift(decode(data, file), file)
    except DataError as error:
        return Source(file, 0, None, error.problems)
    return Source(file, 0, node, problems)


def _short_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines, cut to one byte over the limit, so that a line of any length fits in memory."""
    while line := stream.readline(LIMIT_BYTES + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(_CHUNK)
        words = line.rstrip(b"\r\n")
        yield words if len(words) <= LIMIT_BYTES else line


def _line(data: bytes, file: str, number: int, index: int) -> Source:
    try:
        node, problems = sift_json(_decoded(data, file, number), file, first_line=number)
    except DataError as error:
        return Source(file, index, None, error.problems)
    return Source(file, index, node, problems)


def _decoded(data: bytes, file: str, number: int) -> str:
    try:
        return decode(data, file)
    except DataError as error:
        raise DataError(
            replace(problem, line=number, column=problem.column or 1) for problem in error.problems
        ) from None
