"""What a class needs of a game: copies of each printable, and what is brought to the tables.

Both stand in the section `kit` of the data, once, for the lesson and the print plan.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.errors import DataError, Problem
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.vocabulary import field_aliases
from generator.guides.seating import Seating
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Path, dotted, fault, in_order, place_of
from generator.words import Message, message, not_one_of

SECTION = "kit"
# What an ordinary sheet of paper weighs, in grams a square metre.
PLAIN = 80

Per: TypeAlias = Literal["pupil", "player", "group", "class"]
Figure: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+$")]


class Need(Facts):
    """How often a printable is wanted: `copies` for each pupil, player or group, or for the class.

    One copy `serves` so many; `weight` is the paper's, in g/m²; where a printable only stands in
    for another (`instead`), the plan counts the other.
    """

    per: Per
    copies: Count = 1
    serves: Count = 1
    weight: Annotated[int, Field(ge=60, le=400)] = PLAIN
    instead: Id | None = None


class Brought(Facts):
    """Something to bring: a number of them, or the figure of a part (`dice.count`)."""

    per: Per
    count: Count | Figure = 1


class KitFile(Facts):
    """The section `kit` whole."""

    needs: Mapping[Id, Need]
    bring: Mapping[Id, Brought] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to bring by its words, how many in all, and how many for whom."""

    words: str
    count: int
    each: int
    per: Per


def kit_file(game: Game) -> KitFile:
    """Read a game's section `kit`; raise DataError with every fault of it."""
    section = game.sections.get(SECTION)
    if not isinstance(section, MapNode):
        file = str(game.folder / "game.yaml")
        raise DataError([Problem(file, None, None, SECTION, message("plan.no-kit"))])
    kit = fit(section, KitFile, field_aliases(), SECTION)
    faults = [
        fault(place_of(section, path), dotted((SECTION, *path)), reason)
        for path, reason in _misfits(game, kit)
    ]
    if faults:
        raise DataError(in_order(faults))
    return kit


def _misfits(game: Game, kit: KitFile) -> Iterator[tuple[Path, Message]]:
    """Yield the names in the section that the game does not know, and the printables left out."""
    printables = game.printables()
    for name, need in kit.needs.items():
        if name not in printables:
            yield ("needs", name), not_one_of(name, printables)
        if need.instead is not None and need.instead not in printables:
            yield ("needs", name, "instead"), not_one_of(need.instead, printables)
    for name in printables:
        if name not in kit.needs:
            yield ("needs",), message("plan.no-need", printable=name)
    figures = _figures(game)
    for name, brought in kit.bring.items():
        if isinstance(brought.count, str) and brought.count not in figures:
            yield ("bring", name, "count"), not_one_of(brought.count, figures)
        for language, said in game.said.items():
            if f"bring.{name}" not in said.texts:
                reason = message("game.no-sentence", name=f"bring.{name}", language=language)
                yield ("bring", name), reason


def wanted(need: Need, seating: Seating) -> int:
    """Return how many copies of a printable a class needs."""
    return -(-need.copies * among(need.per, seating) // need.serves)


def among(per: Per, seating: Seating) -> int:
    """Return how many pupils, players or groups there are; one class."""
    match per:
        case "pupil":
            return seating.pupils
        case "player":
            return seating.players
        case "group":
            return seating.tables
        case "class":
            return 1


def brought(game: Game, kit: KitFile, seating: Seating, texts: Mapping[str, str]) -> Iterator[Item]:
    """Yield what is to be brought, in the order of the data."""
    figures = _figures(game)
    for name, item in kit.bring.items():
        each = figures[item.count] if isinstance(item.count, str) else item.count
        yield Item(texts[f"bring.{name}"], each * among(item.per, seating), each, item.per)


def _figures(game: Game) -> Mapping[str, int]:
    return {
        f"{name}.{figure}": value
        for name, part in game.head.parts.items()
        for figure, value in part.figures().items()
        if value > 0
    }
