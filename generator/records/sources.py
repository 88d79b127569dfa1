"""Where records come from: files, folders, lines of a stream, standard input; one node a record."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from generator.errors import DataError, Problem, system_reason
from generator.reading.files import opened, read_bytes
from generator.reading.json_text import sift_json
from generator.reading.nodes import Node
from generator.reading.text import LIMIT_BYTES, decode
from generator.reading.yaml_text import sift_yaml
from generator.words import Message, message

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

    What can be told of a single file is left to `sources`. Raise DataError naming each folder that
    has no record in it, or does not let itself be read.
    """
    found: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        if not _is_folder(path):
            found.append(path)
            continue
        reason = message("records.empty-folder", allowed=SUFFIXES)
        try:
            inside = sorted(file for file in path.iterdir() if _is_record(file))
        except OSError as error:
            inside, reason = [], _refused(error)
        found += inside
        if not inside:
            problems.append(Problem(str(path), None, None, "", reason))
    if problems:
        raise DataError(problems)
    return tuple(found)


def sources(path: Path) -> Iterator[Source]:
    """Yield the records of a file one by one; a file that cannot be read is one source."""
    suffix = path.suffix.lower()
    try:
        if suffix == LINES:
            with opened(path) as stream:
                yield from lines(stream, str(path))
        else:
            yield _whole(_bytes(path), str(path), is_json=suffix == ".json")
    except DataError as error:
        yield Source(str(path), 0, None, error.problems)
    except OSError as error:  # a disk that fails on the way
        yield _failed(str(path), error)


def standard_input(stream: BinaryIO | None) -> Iterator[Source]:
    """Yield the one record of a stream: JSON where it begins with a brace, else YAML.

    A stream that was closed before the program began, or that fails, is told as a problem of it.
    """
    try:
        data = b"" if stream is None else stream.read(LIMIT_BYTES + 1)
    except OSError as error:
        yield _failed(str(STDIN), error)
        return
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
    is_named_so = file.suffix.lower() in SUFFIXES and not file.name.startswith(".")
    return is_named_so and not _is_folder(file)


def _is_folder(path: Path) -> bool:
    # Where the system does not even let us ask this says no, and opening will say why.
    return os.path.isdir(path)  # noqa: PTH112 - `Path.is_dir` raises there


def _failed(file: str, error: OSError) -> Source:
    return Source(file, 0, None, (Problem(file, None, None, "", _refused(error)),))


def _refused(error: OSError) -> Message:
    return message("reading.unreadable", reason=system_reason(error))


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
