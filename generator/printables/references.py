"""What an entry of `printables` names of its game: parts, colours, pictures, texts, rules.

A field says so in its type (`colour: ColourId`), and is then checked and counted as a need without
a line of code in the block or kind that has it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.needs import Need
from generator.printables import pictures
from generator.reading.nodes import Path
from generator.words import Message, message, not_one_of

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Names:
    """Stands beside the type of a field: its word is the name of something of the game.

    A part has to be of one of the `kinds`.
    """

    what: Literal["part", "colour", "picture", "text", "rule", "health"]
    kinds: tuple[type[Any], ...] = ()


ColourId: TypeAlias = Annotated[Id, Names("colour")]
HealthId: TypeAlias = Annotated[Id, Names("health")]
PictureId: TypeAlias = Annotated[Id, Names("picture")]
RuleId: TypeAlias = Annotated[Id, Names("rule")]
TextId: TypeAlias = Annotated[Id, Names("text")]


class Declaring(Facts):
    """A piece of `printables` that tells what it needs; paths are counted from the piece on."""

    def needs(self, game: Game) -> Iterator[Need]:  # noqa: ARG002 - for those that know more
        """Yield the words without which it cannot be printed: the texts that it names."""
        for path, names, found in _named(self):
            if names.what == "text":
                yield Need("texts", found, path)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield every name that the game does not know, and what could not be drawn."""
        for path, names, found in _named(self):
            known = _known(names, game)
            if known is None or found in known:
                continue
            if names.kinds and not known:
                kind = names.kinds[0].__name__.lower()
                yield path, message("game.no-part", part=found, kind=kind, game=game.name)
            else:
                yield path, not_one_of(found, known)


def known_part(game: Game, name: str, kind: type[Kind]) -> Kind | None:
    """Return a part of a kind, None where there is no such one: that is a fault of its own."""
    found = game.head.parts.get(name)
    return found if isinstance(found, kind) else None


def _known(names: Names, game: Game) -> Collection[str] | None:
    """Return the names there are; None of texts, which every language has for itself."""
    head = game.head
    match names.what:
        case "part":
            kinds = names.kinds or (object,)
            return [name for name, one in head.parts.items() if isinstance(one, kinds)]
        case "colour":
            return tuple(head.colours)
        case "picture":
            return pictures.names(game)
        case "rule":
            return [rule.id for rule in head.rules]
        case "health":
            return [fact.fact for fact in head.health.facts] if head.health else []
        case "text":
            return None


def _named(model: Facts) -> Iterator[tuple[Path, Names, str]]:
    """Yield the names in a model and in the models within it, each with its path."""
    for name, info in type(model).model_fields.items():
        found = getattr(model, name)
        yield from _within(info.annotation, tuple(info.metadata), found, (info.alias or name,))


def _within(
    annotation: Any,  # noqa: ANN401 - whatever stands behind a field's colon
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
        yield from (((*path, *at), one, word) for at, one, word in _named(found))
    elif names is not None and isinstance(found, str):
        yield path, names, found
    elif get_origin(annotation) in {Union, UnionType} and found is not None:
        member = next(one for one in inner if one is not NoneType)
        yield from _within(member, (), found, path)
    elif isinstance(found, tuple):
        each = inner if inner[-1:] != (...,) else (inner[0],) * len(found)
        for number, one in enumerate(found):
            yield from _within(each[number], (), one, (*path, number))
    elif isinstance(found, Mapping) and inner:
        for key, one in found.items():
            yield from _within(inner[0], (), key, (*path, key))
            yield from _within(inner[1], (), one, (*path, key))
