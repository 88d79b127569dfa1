"""The parts of a game that play a role in its mechanics, and the faults of those that cannot."""

from typing import TypeVar

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.parts import Part
from generator.game.sentences import field_aliases
from generator.reading.nodes import MapNode, Scalar, dotted, fault, place_of
from generator.words import Message, message, not_one_of

Kind = TypeVar("Kind", bound=Part)


class Roles:
    """The parts named in a section `mechanics`; `problems` gathers what is wrong with them."""

    def __init__(self, game: Game, section: MapNode) -> None:
        """Begin without faults."""
        self.problems: list[Problem] = []
        self._game = game
        self._section = section

    def part(self, role: str, name: str, kind: type[Kind]) -> Kind | None:
        """Return the part of a role, or None and note the fault."""
        try:
            return self._game.part(name, kind)
        except LudokitError as error:
            self.refuse(role, error.message)
            return None

    def refuse(self, role: str, reason: Message) -> None:
        """Note what is wrong with the part of a role, at its place."""
        place = place_of(self._section, (role,))
        self.problems.append(fault(place, dotted(("mechanics", role)), reason))


def chosen(section: MapNode, field: str, names: tuple[str, ...]) -> str:
    """Return which of some names a field of the mechanics has; raise DataError for any other."""
    known, path = field_aliases(), f"mechanics.{field}"
    found = next((v for k, v in section.pairs if known.field_of(k.text, (field,))), None)
    if not isinstance(found, Scalar):
        raise DataError([fault(section.place, path, message("reading.missing-field"))])
    if found.text not in names:
        raise DataError([fault(found.place, path, not_one_of(found.text, names))])
    return found.text
