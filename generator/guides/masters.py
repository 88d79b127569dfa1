"""One set of a printable as it is printed: pages, copies held, sides, what there is to cut."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.game import Game
from generator.paper.page import Page
from generator.paper.shapes import Line
from generator.printables.kinds.board import BoardEntry
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.net import NetEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.kinds.tiles import TilesEntry
from generator.printables.kinds.tokens import TokensEntry, lots_of
from generator.printables.options import Options
from generator.printables.planning import DocumentEntry, Entry, entry, not_offered, plan, unused
from generator.printables.setting import Setting

BOTH = 2
# In usual type a rule sheet has two pages at most, and is turned over; a family's page is one.
USUAL_PAGES: Mapping[str, int] = {"rules": 2, "handout": 1}
# Edges nearer than this are parted by one cut, in mm.
ONE_CUT = 0.3


@dataclass(frozen=True, slots=True)
class Master:
    """A set to be printed as often as wanted; `pages` None where only printing can tell.

    `held` copies of the printable are on it, for as many names where it is `named`; it is cut
    along `cuts` straight lines, or `pieces` are cut out one by one and `folded` ones put together;
    `glued` where there is glueing to do.
    """

    pages: int | None
    held: int = 1
    sides: int = 1
    cuts: int = 0
    pieces: int = 0
    folded: int = 0
    glued: bool = False
    named: bool = False

    @property
    def paper(self) -> int | None:
        """Return the sheets of paper of a set."""
        return None if self.pages is None else -(-self.pages // self.sides)

    def sets(self, copies: int) -> int:
        """Return how often it is printed for so many copies; papers with names are printed once."""
        return 1 if self.named else -(-copies // self.held)


def master(game: Game, printable: str, options: Options, pages: int | None = None) -> Master:
    """Return a printable's set; `pages` is how long a document came out."""
    found = entry(game, printable)
    chosen = options.without(
        (*unused(game, printable, options), *not_offered(game, printable, options))
    )
    is_two_sided = options.duplex in {"long-edge", "short-edge"}
    if isinstance(found, DocumentEntry):
        guessed = None if options.large else USUAL_PAGES.get(found.template)
        return Master(pages or guessed, sides=BOTH if options.duplex != "none" else 1)
    planned = plan(game, printable, chosen)
    turned = any(page.is_back for page in planned) or isinstance(found, FormEntry)
    return Master(
        len(planned),
        _held(found, Setting(game, printable, chosen), planned),
        BOTH if turned and is_two_sided and len(planned) > 1 else 1,
        _cuts(found, planned),
        _pieces(found, planned),
        _folded(found) * chosen.copies,
        _is_glued(found, planned),
        bool(chosen.names),
    )


def _held(found: Entry, setting: Setting, pages: Sequence[Page]) -> int:
    """Return how many copies of the printable its pages hold."""
    match found:
        case SheetEntry():
            return max(copy.number for page in pages for copy in page.copies)
        case TokensEntry():
            each = sum(lot.count for lot in lots_of(found, setting))
            return max(1, sum(len(page.copies) for page in pages) // each)
        case _:
            return setting.options.copies


def _cuts(found: Entry, pages: Sequence[Page]) -> int:
    """Count the straight cuts: the threads across a page, or the edges that cards lie along."""
    match found:
        case SheetEntry():
            return sum(_threads(page) for page in pages)
        case CardsEntry():
            return sum(_edges(page) for page in pages if not page.is_back)
        case BoardEntry() if len(pages) > 1:
            # Each page but the first is cut where it is glued on.
            return len(pages) - 1
        case _:
            return 0


def _threads(page: Page) -> int:
    lines = (shape for shape in page.furniture.shapes if isinstance(shape, Line))
    return sum(line.stroke.dash == "dotted" for line in lines)


def _edges(page: Page) -> int:
    """Return along how many lines the pieces of a page begin or end."""
    lefts = [copy.placed.x for copy in page.copies]
    tops = [copy.placed.y for copy in page.copies]
    rights = [copy.placed.x + copy.placed.drawing.width for copy in page.copies]
    lows = [copy.placed.y + copy.placed.drawing.height for copy in page.copies]
    return _apart([*lefts, *rights]) + _apart([*tops, *lows])


def _apart(places: Sequence[float]) -> int:
    """Count places, those next to each other as one."""
    ordered = sorted(places)
    return 1 + sum(b - a > ONE_CUT for a, b in pairwise(ordered))


def _pieces(found: Entry, pages: Sequence[Page]) -> int:
    """Count what is cut out one by one; backs are on the pieces already."""
    if not isinstance(found, TokensEntry | TilesEntry):
        return 0
    return sum(len(page.copies) for page in pages if not page.is_back)


def _folded(found: Entry) -> int:
    """Count the cubes and pawns that are wanted; spare ones on a large page may wait."""
    if not isinstance(found, NetEntry):
        return 0
    pawns = len(found.pawns.colours) if found.pawns else 0
    return sum(cube.count for cube in found.cubes) + pawns


def _is_glued(found: Entry, pages: Sequence[Page]) -> bool:
    return isinstance(found, NetEntry | TokensEntry) or (
        isinstance(found, BoardEntry) and len(pages) > 1
    )
