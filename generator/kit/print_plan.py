"""The print plan as a value: what is printed how often, in which order, and how long it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.classroom import (
    KitFile,
    Master,
    Seating,
    kit_file,
    master,
    seated,
    usual_group,
    wanted,
)
from generator.game import Game
from generator.guides.guide_text import guide
from generator.printables.options import Options

# How long things take, in seconds: our own estimate, for hands that are neither slow nor quick.
A_PAGE, A_PAPER, A_CUT, A_PIECE, A_NET = 4, 90, 15, 6, 120
# So many sheets are cut at once; minutes are told in steps of so many.
A_STACK, MINUTES = 5, 5


@dataclass(frozen=True, slots=True)
class Ordered:
    """What a kit is made for: a class at its tables, or one table where `pupils` is None."""

    pupils: int | None
    seating: Seating


@dataclass(frozen=True, slots=True)
class Made:
    """A printable as it came out: its pages if it is a PDF, and their first page in `kit.pdf`."""

    name: str
    pages: int | None
    first: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """One printable of the plan: which pages of `kit.pdf`, how many `sets`, on which paper.

    `instead` names the printable that it stands in for: it is then told, and not counted.
    """

    printable: str
    pages: int | None
    first: int | None
    copies: int
    sets: int
    weight: int
    instead: str | None
    master: Master

    @property
    def printed(self) -> int | None:
        """Return the pages that come out of the printer."""
        return None if self.pages is None else self.pages * self.sets

    @property
    def paper(self) -> int | None:
        """Return the sheets of paper that it takes."""
        return None if self.pages is None else -(-self.pages // self.master.sides) * self.sets

    @property
    def cuts(self) -> int:
        """Return the straight cuts, a stack of sheets cut at once."""
        return self.master.cuts * -(-self.sets // A_STACK)

    @property
    def pieces(self) -> int:
        """Return what is cut out one by one."""
        return self.master.pieces * self.sets


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """The rows in the order of printing, those that are not counted, and the sums."""

    rows: tuple[Row, ...]
    others: tuple[Row, ...]

    @property
    def originals(self) -> int:
        """Return the pages of one master set."""
        return sum(row.pages or 0 for row in self.rows)

    @property
    def printed(self) -> int:
        """Return all pages that come out of the printer."""
        return sum(row.printed or 0 for row in self.rows)

    @property
    def paper(self) -> int:
        """Return all sheets of paper."""
        return sum(row.paper or 0 for row in self.rows)

    @property
    def copied(self) -> int:
        """Return the pages left to the photocopier where the master set is printed once."""
        return self.printed - self.originals

    def printing(self) -> int:
        """Return the minutes at the printer, paper changed between kinds."""
        kinds = {(row.weight, row.master.sides) for row in self.rows}
        return _minutes(self.printed * A_PAGE + len(kinds) * A_PAPER)

    def cutting(self) -> int:
        """Return the minutes of one person with scissors and glue."""
        cuts = sum(row.cuts for row in self.rows) * A_CUT
        pieces = sum(row.pieces for row in self.rows) * A_PIECE
        folded = sum(row.master.folded * row.sets for row in self.rows) * A_NET
        return _minutes(cuts + pieces + folded)


def ordered(game: Game, options: Options, pupils: int | None, group: int | None) -> Ordered:
    """Seat the class that a kit is for; without pupils, one table of the game's usual size.

    Raise LudokitError for a class too small for a table.
    """
    size = group or guide(game, options.language).lesson.group or usual_group(game)
    if pupils is not None:
        return Ordered(pupils, seated(game, pupils, size))
    least, most = game.head.players
    return Ordered(None, seated(game, min(max(size, least), most), size))


def print_plan(game: Game, options: Options, made: Sequence[Made], order: Ordered) -> PrintPlan:
    """Plan the printing of what was made: plain paper first, one side before both."""
    kit = kit_file(game)
    rows = tuple(_rows(game, kit, options, made, order))
    counted = (row for row in rows if row.instead is None)
    return PrintPlan(
        tuple(sorted(counted, key=lambda row: (row.weight, row.master.sides))),
        tuple(row for row in rows if row.instead is not None),
    )


def _rows(
    game: Game, kit: KitFile, options: Options, made: Sequence[Made], order: Ordered
) -> Iterator[Row]:
    for one in made:
        need = kit.needs[one.name]
        set_ = master(game, one.name, options, one.pages)
        copies = wanted(need, order.seating)
        # A document that is no PDF is printed from a browser, which tells its pages.
        pages = one.pages
        yield Row(
            one.name, pages, one.first, copies, set_.sets(copies), need.weight, need.instead,
            replace(set_, pages=pages, sides=1 if pages == 1 else set_.sides),
        )  # fmt: skip


def _minutes(seconds: int) -> int:
    """Return minutes, rounded up to the next five."""
    return -(-seconds // (60 * MINUTES)) * MINUTES
