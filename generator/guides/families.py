"""What a family of games brings to its guides: positions drawn, numbers named, tables computed."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from generator.game import Game
from generator.guides.lesson import Position
from generator.guides.tables import Computed
from generator.paper.shapes import Drawing
from generator.paper.units import Mm
from generator.printables.setting import Setting
from generator.reading.nodes import MapNode, Path, Scalar
from generator.words import Language, Message


class Teaching(Protocol):
    """One module for each family of mechanics, with these functions."""

    def misfits(self, game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
        """Yield what of a position the game does not know, each with its place in it."""

    def numbers(
        self, game: Game, positions: Mapping[str, Position], language: Language
    ) -> Mapping[str, str]:
        """Return the family's own names for numbers that texts may hold in braces."""

    def drawing(self, position: Position, setting: Setting, width: Mm) -> Drawing:
        """Draw a position on the game's own paper."""

    def read_out(self, position: Position, setting: Setting) -> Iterator[str]:
        """Yield sentences that tell what the drawing shows."""

    def tables(self, game: Game, language: Language) -> Mapping[str, Computed]:
        """Return the tables that an annex may show, by name."""


def teaching(game: Game) -> Teaching:
    """Return what a game's family brings; the sheets of rows and columns where none is named."""
    match _family(game):
        case "circuit":
            from generator.guides import circuit

            return circuit
        case "duel_of_cards":
            from generator.guides import duels

            return duels
        case "dice_grid":
            from generator.guides import dice_boards

            return dice_boards
        case "lines_of_dice":
            from generator.guides import dice_lines

            return dice_lines
        case _:
            from generator.guides import grids

            return grids


def _family(game: Game) -> str:
    section = game.sections.get("mechanics")
    found = section.get("family") if isinstance(section, MapNode) else None
    return found.text if isinstance(found, Scalar) else ""
