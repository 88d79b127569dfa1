"""What every kind of printable is: a model of its entry in `game.yaml` that plans its own pages.

A kind is a subclass with a fixed word in `kind`; being one is enough to be read, planned, checked
and counted in print plans.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypeAlias

from generator.game import Game
from generator.game.facts import Id
from generator.paper.page import Page
from generator.printables.context import PrintContext
from generator.printables.declaring import Declaring
from generator.reading.fit import Fault
from generator.words import message

# Whom one copy is for: how many there are of them is known of every class.
Per: TypeAlias = Literal["pupil", "player", "group", "class"]


@dataclass(frozen=True, slots=True)
class Work:
    """What one set of printed pages holds, and what there is to do with it.

    `held` copies of the printable; `cuts` straight cuts from edge to edge, or `pieces` cut out one
    by one and `folded` ones put together; `glued` where there is glueing; `turned` where paper is
    printed on both sides although no page is a back.
    """

    held: int
    cuts: int = 0
    pieces: int = 0
    folded: int = 0
    glued: bool = False
    turned: bool = False


class Entry(Declaring):
    """A printable of a game, told apart by `kind`.

    Paths are counted from the entry on, or from the top where they begin with `parts` or `health`.
    """

    kind: str
    # The options heeded besides those that every printable heeds, as `Options` names them.
    uses: ClassVar[frozenset[str]] = frozenset()

    def completed(self, game: Game) -> Self:  # noqa: ARG002 - most say all themselves
        """Return the entry with what it leaves to the parts of the game filled in."""
        return self

    def wanted_per(self) -> Per:
        """Return for whom one copy is printed where the data do not say."""
        return "group"


class DrawnEntry(Entry):
    """A printable that is drawn page by page."""

    @abstractmethod
    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages; raise DoesNotFitError or LudokitError where that cannot be done."""

    @abstractmethod
    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what the pages planned hold, and what there is to cut, fold and glue."""


class DocumentEntry(Entry):
    """A flowed document, filled from a template: a guide, a rule sheet."""

    kind: Literal["document"]
    template: Id
    """What is written: `guide`, `rules` or `handout`."""

    def wanted_per(self) -> Per:
        """Return one for the class of a guide, one for each pupil of a handout."""
        readers: Mapping[str, Per] = {"guide": "class", "handout": "pupil"}
        return readers.get(self.template, "group")


def rising(pair: tuple[float, float]) -> tuple[float, float]:
    """Return a range as written; raise Fault where its end lies before its start."""
    if pair[0] > pair[1]:
        raise Fault(message("game.range", least=f"{pair[0]:g}", most=f"{pair[1]:g}"))
    return pair
