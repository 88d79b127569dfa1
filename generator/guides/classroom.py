"""How much a class needs: groups as equal as can be, and copies of each printable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.guides.lesson import Needed
from generator.printables.planning import DocumentEntry, entry, plan
from generator.printables.setting import Setting

SIDES = 2


@dataclass(frozen=True, slots=True)
class Need:
    """A printable by its title: how many copies, on how many sheets of paper if that is known."""

    title: str
    copies: int
    paper: int | None
    use: str


def groups(pupils: int, size: int) -> tuple[int, ...]:
    """Return the sizes of as few groups of at most `size` as can be, the larger ones first."""
    count = -(-pupils // size)
    each, over = divmod(pupils, count)
    return (each + 1,) * over + (each,) * (count - over)


def needs(wanted: Sequence[Needed], setting: Setting, pupils: int, size: int) -> tuple[Need, ...]:
    """Count the copies of each printable, and the sheets of paper printed on both sides."""
    copies = {"pupil": pupils, "group": len(groups(pupils, size)), "class": 1}
    return tuple(_need(need, setting, copies[need.per]) for need in wanted)


def _need(need: Needed, setting: Setting, copies: int) -> Need:
    title = setting.said.printables[need.printable]
    return Need(title, copies, _paper(need.printable, setting, copies), need.use)


def _paper(printable: str, setting: Setting, copies: int) -> int | None:
    """Return how many sheets of paper the copies take; None where only printing can tell."""
    game = setting.game
    found = entry(game, printable)
    if isinstance(found, DocumentEntry):
        # A rule sheet has two pages at most in ordinary type.
        is_one_sheet = found.template == "rules" and not setting.options.large
        return copies if is_one_sheet else None
    pages = plan(game, printable, replace(setting.options, copies=1, names=()))
    held = max(copy.number for page in pages for copy in page.copies)
    return -(-copies // held) * -(-len(pages) // SIDES)
