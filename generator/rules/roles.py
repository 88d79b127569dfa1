"""The parts of a game that play a role in its mechanics, and the faults of those that cannot."""

from typing import TypeVar

from generator.errors import LudokitError, Problem
from generator.game import Game
from generator.game.parts import Part
from generator.reading.nodes import MapNode, dotted, fault, place_of
from generator.words import Message

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
