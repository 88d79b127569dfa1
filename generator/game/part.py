"""What every part of a game answers: its cells, and the numbers sentences may name."""

from collections.abc import Mapping

from generator.game.facts import Facts


class Part(Facts):
    """A thing that a game is played with, told apart by `part`; being a subclass makes a kind."""

    part: str

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the cells to write in, in the order they are read or walked."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name, as in `{sheet.rows}`."""
        return {}
