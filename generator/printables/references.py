"""What an entry of `printables` names of its game: parts, colours, pictures, texts, rules.

A field says so in its type (`colour: ColourId`), and is then checked and counted as a need without
a line of code in the block or kind that has it.
"""

from collections.abc import Collection, Iterator
from typing import Annotated, TypeAlias, TypeVar

from generator.game import Game
from generator.game.facts import Facts, Id, Names, named
from generator.game.needs import Need
from generator.printables import pictures
from generator.reading.nodes import Path
from generator.words import Message, message, not_one_of

Kind = TypeVar("Kind")


HealthId: TypeAlias = Annotated[Id, Names("health")]
PictureId: TypeAlias = Annotated[Id, Names("picture")]
RuleId: TypeAlias = Annotated[Id, Names("rule")]
TextId: TypeAlias = Annotated[Id, Names("text")]


class Declaring(Facts):
    """A piece of `printables` that tells what it needs; paths are counted from the piece on."""

    def needs(self, game: Game) -> Iterator[Need]:  # noqa: ARG002 - for those that know more
        """Yield the words without which it cannot be printed: the texts that it names."""
        for path, names, found in named(self):
            if names.what == "text":
                yield Need("texts", found, path)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield every name that the game does not know, and what could not be drawn."""
        for path, names, found in named(self):
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
