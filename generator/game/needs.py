"""Words that a piece of game data cannot be printed without, told by the piece itself."""

from dataclasses import dataclass
from typing import TypeAlias

from generator.reading.nodes import Path

# Where a language file keeps its words: `texts`, or a group of its fixed words: `words.colours`.
Section: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Need:
    """One entry that every language file of a game must have, and what asks for it.

    `path` leads to the place in `game.yaml` that makes the entry necessary, so that `check` can say
    why it is missed: a totals box that needs the text `score.green`.
    """

    section: Section
    key: str
    path: Path
