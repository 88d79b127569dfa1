"""The family of a game, by the name of its mechanics: the only module that knows them all."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from generator.game import Game
from generator.game.sentences import field_aliases
from generator.guides.lesson import Position
from generator.guides.numbers import Group
from generator.guides.teaching import Table, Teaching
from generator.paper.shapes import Drawing, Mm
from generator.printables.context import PrintContext
from generator.reading.nodes import MapNode, Path, Scalar
from generator.rules.families import FAMILIES
from generator.words import Language, Message, message


def teaching(game: Game) -> Teaching:
    """Return what a game's family brings: the module beside this one with the family's name."""
    section = game.sections.get("mechanics")
    pairs = section.pairs if isinstance(section, MapNode) else ()
    named = (
        value.text
        for key, value in pairs
        if isinstance(value, Scalar) and field_aliases().field_of(key.text, ("family",)) == "family"
    )
    name = next(named, "")
    if name not in FAMILIES:
        return Unruled()
    return cast("Teaching", import_module(f"{__package__}.{name}"))


class Unruled:
    """What a game without mechanics brings: nothing that rules would have to tell."""

    # ruff: noqa: ARG002 - the families heed what is given here
    def misfits(self, game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
        """Yield that no rules draw a position."""
        yield (), message("guide.no-mechanics", game=game.name)

    def numbers(
        self, game: Game, positions: Mapping[str, Position], language: Language
    ) -> Iterator[Group]:
        """Yield nothing."""
        return iter(())

    def drawing(self, position: Position, setting: PrintContext, width: Mm) -> Drawing:
        """Refuse to draw: no position passes `misfits`."""
        raise TypeError(setting.game.name)

    def read_out(self, position: Position, setting: PrintContext) -> Iterator[str]:
        """Yield nothing."""
        return iter(())

    def tables(
        self, game: Game, positions: Mapping[str, Position], language: Language
    ) -> Mapping[str, Table]:
        """Return nothing."""
        return {}
