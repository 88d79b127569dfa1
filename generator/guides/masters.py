"""One set of a printable as it is printed: pages, copies held, sides, what there is to cut."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.game import Game
from generator.printables.kinds.entry import DocumentEntry, DrawnEntry
from generator.printables.options import Options
from generator.printables.planning import entry, not_offered, plan, unused
from generator.printables.setting import Setting

BOTH = 2
# In usual type a rule sheet has two pages at most, and is turned over; a family's page is one.
USUAL_PAGES: Mapping[str, int] = {"rules": 2, "handout": 1}


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
    if not isinstance(found, DrawnEntry):
        template = found.template if isinstance(found, DocumentEntry) else ""
        guessed = None if options.large else USUAL_PAGES.get(template)
        return Master(pages or guessed, sides=BOTH if options.duplex != "none" else 1)
    planned = plan(game, printable, chosen)
    work = found.work(Setting(game, printable, chosen), planned)
    turned = any(page.is_back for page in planned) or work.turned
    return Master(
        len(planned),
        work.held,
        BOTH if turned and is_two_sided and len(planned) > 1 else 1,
        work.cuts,
        work.pieces,
        work.folded,
        work.glued,
        bool(chosen.names),
    )
