"""What stands in a turn of a record, place by place, and what one slip makes of a cell's name."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from pydantic import BaseModel

from generator.reading.expected import FREE, Table, Wanted, below, fields_of
from generator.reading.nodes import Path
from generator.records.slip import SlipKind, Typed
from generator.rules.plant import put

# What stands in a record of any game, as its model has it.
Thing: TypeAlias = Any

_PIECES = re.compile(r"\d+|\D+")


@dataclass(frozen=True, slots=True)
class Spot:
    """Anything in a turn, where it stands and what is wanted there; names in a table are such too.

    `field` is the field that it stands in.
    """

    path: Path
    value: Thing
    want: Wanted
    field: str = ""
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Turns that follow one another: where they stand, and which step of the game is the first."""

    path: Path
    items: tuple[Thing, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A record with one thing typed otherwise."""

    kind: SlipKind
    path: Path
    body: Thing
    typed: Typed = None
    meant: Typed = None
    field: str = ""
    vocabulary: str = ""


def spots(value: Thing, want: Wanted, path: Path, field: str = "") -> Iterator[Spot]:
    """Yield all that stands in a turn, and the fields of it in which nothing does."""
    yield Spot(path, value, want, field)
    match value:
        case BaseModel():
            wanted = fields_of(type(value))
            for name, inner in vars(value).items():
                yield from spots(inner, wanted.get(name, FREE), (*path, name), name)
        case Mapping():
            key = want.key if isinstance(want, Table) else FREE
            for name, inner in value.items():
                yield Spot((*path, name), name, key, field, is_key=True)
                yield from spots(inner, below(want, name), (*path, name), field)
        case tuple():
            for place, inner in enumerate(value):
                yield from spots(inner, below(want, place), (*path, place), field)
        case _ if is_dataclass(value):
            for one in fields(value):
                yield from spots(getattr(value, one.name), FREE, (*path, one.name), field)


def all_turned(content: Thing, every: Iterable[Spot], cells: frozenset[str]) -> Iterator[Attempt]:
    """Yield a record with every cell turned round: who does it once does it all along."""
    found = [spot for spot in every if isinstance(spot.value, str) and spot.value in cells]
    ways = {spot.value: "".join(_PIECES.findall(spot.value)[::-1]) for spot in found}
    first = next((spot for spot in found if ways[spot.value] != spot.value), None)
    is_named = any(spot.is_key for spot in found)
    if first is not None and len(ways) > 1 and cells >= {*ways.values()} and not is_named:
        for spot in found:
            content = put(content, spot.path, ways[spot.value])
        typed, meant = first.value, ways[first.value]
        yield Attempt("all-turned", found[0].path, content, typed, meant, first.field, "cell")


@lru_cache(maxsize=4096)
def near(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells that one slip makes of another, the likeliest first.

    Of what is called by a number that is off by one, or the pieces of the name stand the other way
    round, or the letter is another. Of what is called by words it is what stands next to it.
    """
    if not has_number(word):
        at = known.index(word) if word in known else len(known) + 1
        return known[max(0, at - 1) : at] + known[at + 1 : at + 2]
    found = sorted((_way(word, other), other) for other in known if other != word)
    return tuple(other for way, other in found if way)


def has_number(word: str) -> bool:
    """Return whether a name has a number in it."""
    return any(map(str.isdecimal, word))


def _way(word: str, other: str) -> int:
    """Return how one slip makes one name of another; 0 where none does."""
    pieces, others = _PIECES.findall(word), _PIECES.findall(other)
    changed = [pair for pair in zip(pieces, others, strict=False) if pair[0] != pair[1]]
    if len(pieces) != len(others):
        return 0
    if len(changed) > 1:
        return 2 if sorted(pieces) == sorted(others) else 0
    one, two = changed[0]
    if one.isdecimal() and two.isdecimal():
        return int(abs(int(one) - int(two)) == 1)
    return 0 if one.isdecimal() or two.isdecimal() else 3


def turned(number: int) -> int:
    """Return a number with its digits the other way round."""
    return int(str(number)[::-1])
