"""TOML -> nodes: the standard library's reader, with the line of every field found again."""

import re
import tomllib
from math import isfinite

from generator.errors import DataError
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar, fault
from generator.words import message

# tomllib says where it stopped only in its words.
_STOPPED = re.compile(r"\(at line (\d+), column (\d+)\)$")
_TABLE = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+")
_FIELD = re.compile(r"(\s*)([^=#\[\]]+?)\s*=")


def read_toml(text: str, file: str) -> Node:
    """Read a TOML document; raise DataError with line and column where it is none."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = _STOPPED.search(str(error))
        line, column = (int(number) for number in where.groups()) if where else (1, 1)
        raise DataError([fault(Place(file, line, column), "", message("reading.toml"))]) from None
    except RecursionError:
        raise DataError([fault(Place(file, 1, 1), "", message("reading.toml"))]) from None
    return _node(found, (), _places(text, file), Place(file, 1, 1))


def _places(text: str, file: str) -> dict[Path, Place]:
    """Return where each field begins, by its path; one inside a line of braces is not found."""
    found: dict[Path, Place] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _path(header[1])
            found.setdefault(table, Place(file, number, 1))
        elif field := _FIELD.match(line):
            path = (*table, *_path(field[2]))
            found.setdefault(path, Place(file, number, len(field[1]) + 1))
    return found


def _path(words: str) -> Path:
    return tuple(word.strip().strip("\"'") for word in words.split("."))


def _node(value: object, path: Path, places: dict[Path, Place], near: Place) -> Node:
    here = places.get(path, near)
    match value:
        case dict():
            return MapNode(
                tuple(
                    (
                        Scalar(key, key, places.get((*path, key), here)),
                        _node(inner, (*path, key), places, here),
                    )
                    for key, inner in value.items()
                ),
                here,
            )
        case list():
            return ListNode(tuple(_node(item, path, places, here) for item in value), here)
        case float() if not isfinite(value):
            return Scalar(str(value), str(value), here)
        case bool() | int() | float():
            return Scalar(str(value).lower(), value, here)
        case str():
            return Scalar(value, value, here, quoted=True)
        case _:  # a date or a time
            return Scalar(str(value), str(value), here)
