"""What an entry of `printables` or a block of a sheet is: a model that tells what it needs.

It names parts, colours, pictures, texts, rules of its game: a field says so in its type (`colour:
ColourId`), and is then checked and counted as a need without a line of code in the block or kind
that has it. A block is a subclass with a fixed word in `block`; being one is enough to be read,
drawn and checked.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Facts, Id, Names, named
from generator.paper.shapes import Drawing, Mm
from generator.printables import pictures
from generator.printables.context import PrintContext
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


@dataclass(frozen=True, slots=True)
class Room:
    """A width to fill, the pitch of writing cells, and how airy (0 to 1) the page can be.

    The pitch is the distance in mm from the middle of one cell to the middle of the next. It is the
    one length that is sought for a sheet: what has cells is so many pitches wide and high, and the
    largest pitch wins at which everything fits.
    """

    width: Mm
    pitch: Mm
    air: float = 0.0

    def between(self, tight: float, airy: float) -> float:
        """Return a length or ratio between its tight and its airy value."""
        return tight + (airy - tight) * self.air


class Block(Declaring):
    """A block of a sheet, told apart by `block`; paths are counted from the block on."""

    block: str
    beside: bool = False
    """Whether it stands next to the block before it, not below."""
    span: ClassVar[float] = 0.0
    is_written_in: ClassVar[bool] = False

    @abstractmethod
    def draw(self, setting: PrintContext, room: Room) -> Drawing:
        """Draw the block as wide as its room, as high as it takes."""

    def width_in_pitches(self, game: Game) -> float:  # noqa: ARG002 - what has cells overrides it
        """Return how many pitches of a writing cell it is wide, 0 where it has no such cells."""
        return self.span

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the game that it shows."""
        part: Any = getattr(self, "part", None)
        return () if part is None else (part,)

    @property
    def is_spare(self) -> bool:
        """Return whether it is left out where there is no room for it."""
        return False

    @property
    def is_filled_in(self) -> bool:
        """Return whether players write in it or lay something on it."""
        return self.is_written_in or bool(self.parts)

    def cause(self, game: Game) -> Path:  # noqa: ARG002 - for blocks that know more
        """Return the place in `game.yaml` that makes it as wide as it is; none is its own entry."""
        return ("parts", self.parts[0]) if self.parts else ()
