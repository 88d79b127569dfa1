"""What every model of game data is: frozen, closed; names are checked by their types."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from generator.reading.nodes import Path
from generator.reading.validate import Fault, visible
from generator.words import not_one_of


class Facts(BaseModel):
    """A piece of game data; unknown fields are faults."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=Facts)
_ID = r"[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$"
# Ids stand in file names, PDF bookmarks and reports: small letters, figures, single separators.
Id = Annotated[str, Field(pattern=rf"^{_ID}", max_length=40)]
# A picture of the game, or one that comes with the program: `icon:tooth`, `flag:fr`.
PictureName = Annotated[str, Field(pattern=rf"^((icon|flag|map):)?{_ID}", max_length=45)]
# What stands before the number in a cell's name.
Letters = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9._-]*$", max_length=40)]
Count = Annotated[int, Field(ge=1, le=1000)]
# Of pupils of a year of school.
SchoolAge = Annotated[int, Field(ge=3, le=20)]
# How many may play: a record names each of them.
MOST_PLAYERS = 100
Players = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
Index = Annotated[int, Field(ge=0, le=1000)]
Points = Annotated[int, Field(ge=-1000, le=1000)]
Sentence = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(visible)]
Sentences = Annotated[tuple[Sentence, ...], Field(max_length=40)]
Said = Annotated[Sentences, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Names:
    """Stands beside a field's type: what its word names, and the `texts` wanted for it."""

    what: Literal[
        "part", "colour", "picture", "text", "rule", "health", "source", "printable", "position"
    ]
    kinds: tuple[type[Any], ...] = ()
    texts: tuple[str, ...] = ()


ColourId = Annotated[Id, Names("colour")]
PartId = Annotated[Id, Names("part")]


def choice(base: type[Facts], tag: str) -> Any:
    """Return the union of the subclasses, once imported, with a fixed word in the field `tag`."""
    fields = ((kind, kind.model_fields[tag]) for kind in subclasses_of(base))
    members = tuple(kind for kind, field in fields if get_origin(field.annotation) is Literal)
    return Annotated[reduce(or_, members), Field(discriminator=tag)]


def subclasses_of(base: type[Model]) -> Iterator[type[Model]]:
    """Yield the subclasses of a model, once imported, and theirs; one with two bases twice."""
    for kind in base.__subclasses__():
        yield kind
        yield from subclasses_of(kind)


def names_in_model(model: Facts) -> Iterator[tuple[Path, Names, str]]:
    """Yield the names in a model and in the models within it, each with its path."""
    for name, info in type(model).model_fields.items():
        found = getattr(model, name)
        yield from _within(info.annotation, tuple(info.metadata), found, (info.alias or name,))


def _within(
    annotation: Any,
    metadata: tuple[object, ...],
    found: object,
    path: Path,
) -> Iterator[tuple[Path, Names, str]]:
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        metadata = (*more, *metadata)
    names = next((one for one in metadata if isinstance(one, Names)), None)
    inner = get_args(annotation)
    if isinstance(found, Facts):
        yield from (((*path, *at), one, word) for at, one, word in names_in_model(found))
    elif names is not None and isinstance(found, str):
        yield path, names, found
    elif get_origin(annotation) in {Union, UnionType} and found is not None:
        yield from _within(next(one for one in inner if one is not NoneType), (), found, path)
    elif isinstance(found, tuple) and inner:
        each = inner if inner[-1:] != (...,) else (inner[0],) * len(found)
        for number, one in enumerate(found):
            yield from _within(each[number], (), one, (*path, number))
    elif isinstance(found, Mapping) and inner:
        for key, one in found.items():
            yield from _within(inner[0], (), key, (*path, key))
            yield from _within(inner[1], (), one, (*path, key))


def check_groups(
    at: Path, groups: Iterable[Iterable[str]], known: Iterable[str], *, distinct: bool = False
) -> None:
    """Raise Fault for a cell in a list of groups that is not there, or no longer if distinct."""
    left = list(known)
    for number, group in enumerate(groups):
        for place, cell in enumerate(group):
            if cell not in left:
                raise Fault(not_one_of(cell, left), (*at, number, place))
            if distinct:
                left.remove(cell)


class Part(Facts):
    """A thing that a game is played with, told apart by `part`; being a subclass makes a kind."""

    part: str

    def all_cells(self) -> tuple[Any, ...]:
        """Return the cells to write in, each with its `id`, in the order they are read."""
        return ()

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the cells to write in, in the order they are read or walked."""
        return tuple(cell.id for cell in self.all_cells())

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name, as in `{sheet.rows}`."""
        return {}
