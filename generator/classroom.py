"""A class and what it needs: seats, things to bring, copies of each printable, time to cut."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from generator import paths
from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.head import USUAL_GROUP, equal_groups
from generator.game.sentences import field_aliases
from generator.printables import planning, printable
from generator.printables.context import Context, Options, Sides
from generator.printables.planning import entries, entry
from generator.printables.printable import (
    DocumentEntry,
    DrawnEntry,
    Finishing,
    LessonEntry,
    Purpose,
)
from generator.reading.nodes import Path, plain, sorted_problems
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.words import Message, message, not_one_of


@dataclass(frozen=True, slots=True)
class ClassSeating:
    """Sizes of the tables, larger first, and referees without a seat; `notes` are unmet wishes."""

    sizes: tuple[int, ...]
    referees: int = 0
    notes: tuple[Message, ...] = ()
    is_class: bool = True

    @property
    def tables(self) -> int:
        """Return how many tables there are."""
        return len(self.sizes)

    @property
    def players(self) -> int:
        """Return how many play at a time."""
        return sum(self.sizes)

    @property
    def pupils(self) -> int:
        """Return the whole class."""
        return self.players + self.referees


def seat_class(game: Game, pupils: int | None = None, wanted: int | None = None) -> ClassSeating:
    """Seat a class at as few and equal tables of `wanted` as can be; LudokitError for too few."""
    least, most = game.head.players
    wanted = wanted or min(max(USUAL_GROUP, least), most)
    group = min(max(wanted, least), most)
    count = group if pupils is None else pupils
    if count < least:
        raise LudokitError(message("plan.too-few", n=count, least=least))
    tables = game.head.tables(count, group)
    players = min(count, tables * most)
    sizes = tuple(map(len, equal_groups(range(players), tables)))
    note = message("plan.group-exactly", wanted=wanted, group=group)
    if least != most:
        note = message("plan.group-brought", wanted=wanted, group=group, least=least, most=most)
    notes = () if group == wanted else (note,)
    return ClassSeating(sizes, count - players, notes, is_class=pupils is not None)


SECTION = "kit"
# For whom a document is, where it is not for a table.
READERS: Mapping[str, printable.Per] = {
    **dict.fromkeys(("guide", "laboratory", "trial"), "class"),
    "handout": "pupil",
}
LEVELS = 3
# What an ordinary sheet of paper weighs, in grams a square metre.
PLAIN = 80


class CopyNeed(Facts):
    """How often a printable is wanted: `copies` for each pupil, player or group, or for the class.

    One copy is for `serves` pupils; `weight` is the paper's, in g/m².
    """

    per: printable.Per
    """For whom: each `pupil`, `player` or `group`, or the `class`."""
    copies: Count = 1
    """How many copies each of them needs."""
    serves: Count = 1
    """How many of them share a copy."""
    weight: Annotated[int, Field(ge=60, le=400)] = PLAIN
    """How heavy the paper is, in g/m²."""


class ItemToBring(Facts):
    """Something to bring: a number of them, or the figure of a part (`dice.count`)."""

    per: printable.Per
    """For whom: each `pupil`, `player` or `group`, or the `class`."""
    count: Count | Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+$")] = 1
    """How many each of them needs: a number, or the figure of a part, as `dice.count`."""
    play_with: Literal["pencil", "pieces"] | None = None
    """Where it is brought to play with a `pencil` or with `pieces` only."""


class KitFile(Facts):
    """The section `kit` whole; what it leaves out is printed as is usual for its kind."""

    needs: Mapping[printable.PrintableId, CopyNeed] = Field(default_factory=dict)
    """How often each printable is printed."""
    bring: Mapping[Id, ItemToBring] = Field(default_factory=dict)
    """What else there has to be; its words stand under `texts`, as `bring.dice`."""


def read_kit_section(game: Game) -> KitFile:
    """Read a game's section `kit`; raise DataError with every fault of it."""
    section = game.sections.get(SECTION)
    usual = {name: _usual(entry) for name, entry in entries(game).items()}
    if section is None:
        return KitFile(needs=usual)
    kit = validate(section, KitFile, field_aliases(), SECTION)
    faults = (game.fault((SECTION, *path), reason) for path, reason in _validate(game, kit))
    DataError.raise_for(sorted_problems(faults))
    return kit.model_copy(update={"needs": {**usual, **kit.needs}})


def _usual(entry: printable.Entry) -> CopyNeed:
    if isinstance(entry, LessonEntry):
        # Each pupil works on the page of one level.
        serves = LEVELS if entry.paper == "worksheets" else 1
        return CopyNeed(per="class" if entry.is_projected else "pupil", serves=serves)
    per = READERS.get(getattr(entry, "template", ""), entry.usual_per)
    return CopyNeed(per=per, weight=entry.usual_weight)


def _validate(game: Game, kit: KitFile) -> Iterator[tuple[Path, Message]]:
    yield from printable.unknown_names(kit, game)
    figures = {name for name, figure in game.head.figures().items() if figure > 0}
    for name, brought in kit.bring.items():
        if isinstance(brought.count, str) and brought.count not in figures:
            yield ("bring", name, "count"), not_one_of(brought.count, figures)
        for language, said in game.sentences.items():
            if f"bring.{name}" not in said.texts:
                reason = message("game.no-sentence", name=f"bring.{name}", language=language)
                yield ("bring", name), reason


def copies_needed(need: CopyNeed, seating: ClassSeating) -> int:
    """Return how many copies of a printable a class needs."""
    return -(-need.copies * count_per(need.per, seating) // need.serves)


def count_per(per: printable.Per, seating: ClassSeating) -> int:
    """Return how many pupils, players or groups there are; one class."""
    there = {"pupil": seating.pupils, "player": seating.players}
    return {**there, "group": seating.tables, "class": 1}[per]


# What a file to print holds: of a lesson that what is used today, by who is done early, or later.
Pile = Literal["play", "today", "early", "next", "further", "edition"]


@dataclass(frozen=True, slots=True)
class LessonUse:
    """When a lesson uses a paper: in which of its piles it is, and first in which minutes."""

    pile: Literal["today", "early", "next"]
    session: int = 1
    minutes: tuple[int, int] | None = None


# Pages of documents in usual type before they are made; each of a lesson's tasks is a page.
SINGLE = ("handout", "together", "laboratory", "slips", "exit-tickets", "keep", "quiz", "exercises")
OTHERS = {"guide": 10, "rules": 2, "trial": 2, "worksheets": LEVELS}
USUAL_PAGES = dict.fromkeys(SINGLE, 1) | OTHERS
# Sheets that are cut at once.
A_STACK = 5
NO_KEYS: Mapping[str, int] = {}


@cache
def work_seconds() -> Mapping[str, int]:
    """Return the seconds that a page, a change of paper, a cut, a shape, a fold and glue take."""
    read: Any = plain(read_file(paths.templates() / "seconds.yaml"))
    return {name: int(number) for name, number in read.items()}


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A row of a print plan: one set of a printable, printed as often as the copies ask for.

    `pages` of a set is None for HTML. A `named` one has a copy for each name. `before` counts the
    kit's pages in front of it. One for the other `way` of playing is `aside`, and not counted.
    """

    printable: str
    need: CopyNeed
    copies: int
    pages: int | None
    sides: Sides
    work: Finishing
    named: bool = False
    before: int = 0
    way: str | None = None
    aside: bool = False
    purpose: Purpose = "play"
    use: LessonUse | None = None
    is_key: bool = False
    is_projected: bool = False
    is_landscape: bool = False

    @property
    def pile(self) -> Pile:
        """Return what the file holds in which it is printed."""
        if self.use is not None and self.purpose in {"lesson", "further"}:
            return self.use.pile
        return "today" if self.purpose == "lesson" else self.purpose

    @property
    def sets(self) -> int:
        """Return how often it is printed; papers with names are printed once."""
        return 1 if self.named else -(-self.copies // self.work.copies_per_page)

    @property
    def printed(self) -> int | None:
        """Return the printed pages of all sets."""
        return None if self.pages is None else self.pages * self.sets

    @property
    def filed(self) -> int:
        """Return its pages in the file to print: each set begins on a front."""
        pages, both = self.pages or 0, self.sides != "one-side"
        return (pages + pages % 2 if both else pages) * self.sets

    @property
    def paper(self) -> int | None:
        """Return the sheets of paper of all sets."""
        if self.pages is None:
            return None
        return (self.pages if self.sides == "one-side" else -(-self.pages // 2)) * self.sets

    @property
    def cuts(self) -> int:
        """Return the straight cuts through stacks of sheets."""
        paper = self.paper or 1
        return -(-self.work.cuts * self.sets * -(-paper // A_STACK) // paper)

    @property
    def cutting(self) -> int:
        """Return the seconds that one person needs with scissors and glue."""
        return work_seconds()["cut"] * self.cuts + self.sets * hand_seconds(self.work)

    @property
    def ready(self) -> int:
        """Return the seconds until it is printed and cut."""
        return work_seconds()["page"] * (self.printed or 0) + self.cutting


def hand_seconds(work: Finishing) -> int:
    """Return the seconds that one set of pages takes with scissors and glue."""
    each = work_seconds()
    folded, shaped = each["fold"] * work.folded, each["shape"] * work.shaped
    return folded + shaped + each["glue"] * (work.glued and not work.folded)


def plan_rows(
    game: Game,
    options: Options,
    seating: ClassSeating,
    pages: Mapping[str, int | None],
    keys: Mapping[str, int] = NO_KEYS,
) -> tuple[PlanRow, ...]:
    """Return the rows of printables of known lengths; their answer keys get rows of their own."""
    kit, before = read_kit_section(game), 0
    found: list[PlanRow] = []
    ways = {name: one.play_with for name, one in entries(game).items() if one.play_with}
    for name, length in {**pages, **{name: 0 for name in ways if name not in pages}}.items():
        need, of = kit.needs[name], entry(game, name)
        if options.pupils and "tables" in of.supported_options:
            # Every table's deck is in the one print.
            need = CopyNeed(per="class", weight=need.weight)
        planned = _planned(game, name, options, length)
        job = PlanRow(
            name, need, copies_needed(need, seating), *planned[:4], before, ways.get(name)
        )
        job = replace(job, purpose=of.purpose, is_landscape=planned[4])
        if isinstance(of, LessonEntry):
            job = replace(job, is_projected=of.is_projected)
            if of.is_for_each:
                count = seating.pupils if seating.is_class else printable.USUAL_PUPILS
                job = replace(job, named=True, copies=count)
        found += _parted(job, keys.get(name, 0))
        before += 0 if job.is_projected else length or 0
    ready = {way: sum(row.ready for row in found if row.way == way) for way in ("pencil", "pieces")}
    sooner = min(ready, key=ready.__getitem__)
    way = sooner if options.play_with == "sooner" else options.play_with
    told = (replace(one, aside=one.way not in {None, way}) for one in found)
    return tuple(one for one in told if one.printable in pages)


def _parted(job: PlanRow, key: int) -> Iterator[PlanRow]:
    pages = job.pages
    if not key or pages is None:
        yield job
        return
    yield replace(job, pages=pages - key)
    once, before = CopyNeed(per="class", weight=job.need.weight), job.before + pages - key
    alone = replace(job, need=once, copies=1, pages=key, work=Finishing(1), before=before)
    yield replace(alone, sides="one-side", named=False, is_key=True)


def _planned(
    game: Game, printable: str, options: Options, pages: int | None
) -> tuple[int | None, Sides, Finishing, bool, bool]:
    names = planning.chosen_but_ignored(game, printable, options)
    names += planning.unavailable_options(game, printable, options)
    setting = Context(game, printable, options.without(names))
    if drawn := _drawn(setting):
        return drawn
    if isinstance(found := entry(game, printable), LessonEntry):
        return pages, "one-side", found.finishing(setting), False, False
    is_single = pages == 1 or options.duplex == "none"
    return pages, "one-side" if is_single else "two-sides", Finishing(1), False, False


@lru_cache(maxsize=64)
def _drawn(setting: Context) -> tuple[int, Sides, Finishing, bool, bool] | None:
    found, options = entry(setting.game, setting.printable), setting.options
    if not isinstance(found, DrawnEntry):
        return None
    pages = planning.plan(setting.game, setting.printable, options)
    sides, work = planning.printed_sides(pages, found, options), found.finishing(setting, pages)
    is_landscape = any(page.size.width > page.size.height for page in pages)
    return len(pages), sides, work, bool(options.names), is_landscape


def typical_pages(game: Game, printable: str, options: Options) -> int | None:
    """Return how long a document usually is, before it is made; None where nobody can tell."""
    found = entry(game, printable)
    template = found.template if isinstance(found, DocumentEntry) else ""
    template = found.paper if isinstance(found, LessonEntry) else template
    return None if options.large else USUAL_PAGES.get(template)


# Minutes are rounded up to steps of this many.
MINUTES = 5


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """The rows in the order of printing; apart other ways to play, lesson and more, and slides."""

    seating: ClassSeating
    rows: tuple[PlanRow, ...]
    others: tuple[PlanRow, ...] = ()
    lesson: tuple[PlanRow, ...] = ()
    projected: tuple[PlanRow, ...] = ()

    @property
    def printed(self) -> int:
        """Return all pages that come out of the printer."""
        return sum(row.printed or 0 for row in self.rows)

    @property
    def filed(self) -> int:
        """Return the pages of all files to print, blank backs included."""
        return sum(row.filed for row in self.rows)

    @property
    def paper(self) -> int:
        """Return all sheets of paper."""
        return sum(row.paper or 0 for row in self.rows)

    @property
    def way(self) -> str | None:
        """Return what is played with, a pencil or pieces; None where the game leaves no choice."""
        if not any(row.way for row in self.rows) and self.others:
            # All that a way of its own is needed for is set aside: the other way goes without.
            return "pencil" if self.others[0].way == "pieces" else "pieces"
        return next((row.way for row in self.rows if row.way), None)

    def cutting(self) -> int:
        """Return the minutes of one person with scissors and glue."""
        return rounded_minutes(sum(row.cutting for row in self.rows))

    def minutes(self) -> int:
        """Return the minutes until all is printed and cut."""
        changes = len({_kind(row)[:2] for row in self.rows}) * work_seconds()["paper"]
        return rounded_minutes(sum(row.ready for row in self.rows) + changes)

    def for_other_way(self) -> "PrintPlan":
        """Return the plan for the other way of playing."""
        rows = (*(row for row in self.rows if row.way is None), *self.others)
        return PrintPlan(self.seating, tuple(sorted(rows, key=_kind)))

    def for_pile(self, pile: Pile) -> "PrintPlan":
        """Return the plan for the papers of the lesson in a pile, or for those to go further."""
        rows = tuple(row for row in self.lesson if row.pile == pile)
        return PrintPlan(self.seating, rows)


def with_uses(game: Game, plan: PrintPlan, uses: Mapping[str, LessonUse]) -> PrintPlan:
    """Return a plan that knows when the lesson uses each paper, if it says so of any.

    A paper of the lesson that has no minute then is one to go further.
    """

    def used(row: PlanRow) -> PlanRow:
        use = uses.get(row.printable)
        is_idle = use is None and isinstance(entries(game).get(row.printable), LessonEntry)
        return replace(row, use=use, purpose="further" if is_idle else row.purpose)

    if not uses:
        return plan
    rows, others, lesson = (tuple(map(used, one)) for one in (plan.rows, plan.others, plan.lesson))
    return replace(plan, rows=rows, others=others, lesson=lesson)


def print_plan(
    game: Game,
    options: Options,
    pages: Mapping[str, int | None],
    seating: ClassSeating,
    keys: Mapping[str, int] = NO_KEYS,
) -> PrintPlan:
    """Plan the printing of what was made: plain paper first, one side before both."""
    found = plan_rows(game, options, seating, pages, keys)
    counted = (one for one in found if not one.aside and one.purpose == "play")
    return PrintPlan(
        seating,
        tuple(sorted(counted, key=_kind)),
        tuple(one for one in found if one.aside),
        tuple(one for one in found if one.purpose != "play" and not one.is_projected),
        tuple(one for one in found if one.is_projected),
    )


def expected_plan(
    game: Game,
    options: Options,
    seating: ClassSeating,
    known: Mapping[str, int | None] = NO_KEYS,
) -> PrintPlan:
    """Plan the printing of what is not made yet, with the usual lengths of documents."""
    pages: dict[str, int | None] = {}
    for name in planning.printables_played_with(game, options):
        found, length = entry(game, name), typical_pages(game, name, options)
        if length and isinstance(found, LessonEntry) and found.is_for_each:
            length *= seating.pupils if seating.is_class else printable.USUAL_PUPILS
        pages[name] = known.get(name, length)
    return print_plan(game, options, pages, seating)


def _kind(row: PlanRow) -> tuple[int, str, bool]:
    """Return the key of a file; between two papers or sides the printer's tray is changed."""
    return row.need.weight, row.sides, row.is_landscape


def rounded_minutes(seconds: int) -> int:
    """Return seconds as minutes, rounded up to steps."""
    return -(-seconds // (60 * MINUTES)) * MINUTES
