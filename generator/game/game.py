"""A game as a value, and how a state of it lies on paper: the same for figures and corrections."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Literal, TypeVar

from generator.errors import LudokitError, Problem
from generator.game.head import Head, Rule, Tone
from generator.game.parts import Part
from generator.game.sentences import Sentences
from generator.reading.nodes import MapNode, Node, Path, dotted_path, place_of, problem_at
from generator.words import Language, Message, fallbacks, message, numeral

Kind = TypeVar("Kind", bound=Part)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Head, parts and sentences of a game; `sections` are left as written for their owners.

    `sections` holds every section of `game.yaml` with its places: `mechanics` is a rules family's,
    each entry of `printables` its kind's. `lessons` holds each language's `guide`; `said` has the
    languages that the game has files for, at least one; `figures` is what sentences may name in
    braces. A game is equal to itself alone: what is read from its sections is kept by it.
    """

    folder: FilePath
    head: Head
    sentences: Mapping[Language, Sentences]
    sections: Mapping[str, Node]
    lessons: Mapping[Language, MapNode]
    figures: Mapping[str, str]

    @property
    def name(self) -> str:
        """Return the name of the game's folder."""
        return self.head.name

    def language(self, wanted: Language) -> Language:
        """Return the language wanted, or of those it falls back to the first that the game has."""
        spoken = (one for one in (wanted, *fallbacks(wanted)) if one in self.sentences)
        return next(spoken, next(iter(self.sentences)))

    def sentences_in(self, wanted: Language) -> Sentences:
        """Return what the game says, in another language where it lacks the one wanted."""
        return self.sentences[self.language(wanted)]

    def part(self, name: str, kind: type[Kind]) -> Kind:
        """Return a part of the kind wanted; raise LudokitError naming what is there instead."""
        found = self.head.parts.get(name)
        if not isinstance(found, kind):
            wanted = kind.__name__.lower()
            raise LudokitError(message("game.no-part", part=name, kind=wanted, game=self.name))
        return found

    def fault(self, path: Path, reason: Message) -> Problem:
        """Return a fault at a place of `game.yaml`, told by its path from the top."""
        section, *rest = path
        node = self.sections.get(str(section))
        if node is None:
            return Problem(str(self.folder / "game.yaml"), None, None, dotted_path(path), reason)
        return problem_at(place_of(node, tuple(rest)), dotted_path(path), reason)

    def rule(self, rule_id: str) -> Rule:
        """Return a rule by its id; KeyError names one that is not in the data."""
        return {rule.id: rule for rule in self.head.rules}[rule_id]

    def printables(self) -> tuple[str, ...]:
        """Return the names of the printables in the order of the data."""
        section = self.sections.get("printables")
        return tuple(key.text for key, _ in section.pairs) if isinstance(section, MapNode) else ()


FOUR_SIGNS = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in a cell: words, a sign by hand, or a token that may cover what is printed."""

    text: str = ""
    colour: str = ""
    shape: Tone | Literal["", "tick", "cross"] = ""
    covers: bool = False


@lru_cache(maxsize=256)
def number_mark(number: int) -> Mark:
    """Return a number as written; whatever stands in a record must fit its box."""
    return Mark(numeral(number) if -FOUR_SIGNS < number < FOUR_SIGNS else "…")


def token_mark(game: Game, colour: str, text: str = "") -> Mark:
    """Return how a token lies on paper: in its colour and the shape that goes with it."""
    shape = game.head.colours[colour].shape
    return Mark(text, colour, "circle" if shape == "none" else shape)


@dataclass(frozen=True, slots=True)
class Paper:
    """A player's or the table's sheet, whose shape is whose, and `lines` that won."""

    name: str
    part: str
    marks: Mapping[str, Mark]
    owners: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[str, ...], ...] = ()
