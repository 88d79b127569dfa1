"""A class and what it needs: seats, things to bring, how often each printable is printed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from generator import paths
from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.sentences import field_aliases
from generator.printables import declaring
from generator.printables.context import Options, PrintContext, Sides
from generator.printables.declaring import (
    DocumentEntry,
    DrawnEntry,
    Entry,
    LessonEntry,
    Per,
    PrintableId,
    Work,
)
from generator.printables.planning import entries, entry, not_offered, plan, played, sides, unused
from generator.reading.files import read_file
from generator.reading.fit import fit
from generator.reading.nodes import Path, in_order, plain
from generator.words import Message, message, not_one_of

# How many sit at a table where nobody says otherwise, as far as the game allows it.
USUAL = 4


@dataclass(frozen=True, slots=True)
class Seating:
    """Tables' sizes, larger first, referees left over, `notes` of wishes; or one usual table."""

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

    def refereed(self) -> tuple[int, ...]:
        """Return the tables with a referee, from 1: the last ones, and again for more referees."""
        last = range(self.tables, 0, -1)
        return tuple(sorted(last[number % self.tables] for number in range(self.referees)))


def seated(game: Game, pupils: int | None = None, wanted: int | None = None) -> Seating:
    """Seat a class at tables of at most `wanted`, as few and as equal as can be; or one table.

    A size that the game does not allow is brought into its range, and a note says so; whoever then
    finds no seat is a referee. Raise LudokitError for a class too small for one table.
    """
    least, most = game.head.players
    wanted = wanted or min(max(USUAL, least), most)
    group = min(max(wanted, least), most)
    count = group if pupils is None else pupils
    if count < least:
        raise LudokitError(message("plan.too-few", n=count, least=least))
    tables = -(-count // group)
    if count // tables < least:
        tables = count // least
    players = min(count, tables * most)
    each, over = divmod(players, tables)
    sizes = (each + 1,) * over + (each,) * (tables - over)
    note = message("plan.group-exactly", wanted=wanted, group=group)
    if least != most:
        note = message("plan.group-brought", wanted=wanted, group=group, least=least, most=most)
    notes = () if group == wanted else (note,)
    return Seating(sizes, count - players, notes, is_class=pupils is not None)


SECTION = "kit"
# For whom a document is, where it is not for a table.
READERS: Mapping[str, Per] = {"guide": "class", "laboratory": "class", "handout": "pupil"}
# The levels of worksheets.
LEVELS = 3
# What an ordinary sheet of paper weighs, in grams a square metre.
PLAIN = 80

Figure: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+$")]


class Need(Facts):
    """How often a printable is wanted: `copies` for each pupil, player or group, or for the class.

    One copy `serves` so many; `weight` is the paper's, in g/m².
    """

    per: Per
    """For whom: each `pupil`, `player` or `group`, or the `class`."""
    copies: Count = 1
    """How many copies each of them needs."""
    serves: Count = 1
    """How many of them share a copy."""
    weight: Annotated[int, Field(ge=60, le=400)] = PLAIN
    """How heavy the paper is, in g/m²."""


class Brought(Facts):
    """Something to bring: a number of them, or the figure of a part (`dice.count`)."""

    per: Per
    """For whom: each `pupil`, `player` or `group`, or the `class`."""
    count: Count | Figure = 1
    """How many each of them needs: a number, or the figure of a part, as `dice.count`."""
    play_with: Literal["pencil", "pieces"] | None = None
    """Where it is brought to play with a `pencil` or with `pieces` only."""


class KitFile(Facts):
    """The section `kit` whole; what it leaves out is printed as is usual for its kind."""

    needs: Mapping[PrintableId, Need] = Field(default_factory=dict)
    """How often each printable is printed."""
    bring: Mapping[Id, Brought] = Field(default_factory=dict)
    """What else there has to be; its words stand in the sentences, as `bring.dice`."""


def kit_file(game: Game) -> KitFile:
    """Read a game's section `kit`; raise DataError with every fault of it."""
    section = game.sections.get(SECTION)
    usual = {name: _usual(entry) for name, entry in entries(game).items()}
    if section is None:
        return KitFile(needs=usual)
    kit = fit(section, KitFile, field_aliases(), SECTION)
    faults = [game.fault((SECTION, *path), reason) for path, reason in _misfits(game, kit)]
    if faults:
        raise DataError(in_order(faults))
    return kit.model_copy(update={"needs": {**usual, **kit.needs}})


def _usual(entry: Entry) -> Need:
    """Return how often a printable is printed where the data do not say."""
    if isinstance(entry, LessonEntry):
        # Each pupil works on the page of one level.
        serves = LEVELS if entry.paper == "worksheets" else 1
        return Need(per="class" if entry.is_projected else "pupil", serves=serves)
    per = READERS.get(getattr(entry, "template", ""), entry.usual_per)
    return Need(per=per, weight=entry.usual_weight)


def _misfits(game: Game, kit: KitFile) -> Iterator[tuple[Path, Message]]:
    """Yield the names in the section that the game does not know, and the printables left out."""
    yield from declaring.misnamed(kit, game)
    figures = {name for name, figure in game.head.figures().items() if figure > 0}
    for name, brought in kit.bring.items():
        if isinstance(brought.count, str) and brought.count not in figures:
            yield ("bring", name, "count"), not_one_of(brought.count, figures)
        for language, said in game.said.items():
            if f"bring.{name}" not in said.texts:
                reason = message("game.no-sentence", name=f"bring.{name}", language=language)
                yield ("bring", name), reason


def wanted(need: Need, seating: Seating) -> int:
    """Return how many copies of a printable a class needs."""
    return -(-need.copies * among(need.per, seating) // need.serves)


def among(per: Per, seating: Seating) -> int:
    """Return how many pupils, players or groups there are; one class."""
    there: Mapping[Per, int] = {"pupil": seating.pupils, "player": seating.players}
    return {**there, "group": seating.tables, "class": 1}[per]


# In usual type a rule sheet has two pages at most, and is turned over; a family's page is one.
# A lesson has three tasks, each a page of the worksheets; its guide is nearly as long as may be.
USUAL_PAGES: Mapping[str, int] = {
    "guide": 10,
    "rules": 2,
    "handout": 1,
    "together": 1,
    "laboratory": 1,
    "worksheets": LEVELS,
    "exit-tickets": 1,
    "keep": 1,
    "quiz": 1,
    "exercises": 1,
}
# So many sheets are cut at once.
A_STACK = 5
WAYS = ("pencil", "pieces")
NO_KEYS: Mapping[str, int] = {}


@cache
def seconds() -> Mapping[str, int]:
    """Return how long a printed page, a change of paper, a cut, a shape and a fold take."""
    read: Any = plain(read_file(paths.templates() / "seconds.yaml"))
    return {name: int(number) for name, number in read.items()}


@dataclass(frozen=True, slots=True)
class Job:
    """A printable for a class: the set that is printed, and how often, for so many copies.

    `pages` of a set is None where only printing can tell; they come out on one or both `sides` of
    the paper. One that is `named` has a copy for each name. So many pages of a kit are `before` it.
    One that is for the other `way` of playing stands `aside`: it is told, and not counted. Papers
    of the lesson, and their keys, are counted by themselves; what is projected is no paper.
    """

    printable: str
    need: Need
    copies: int
    pages: int | None
    sides: Sides
    work: Work
    named: bool = False
    before: int = 0
    way: str | None = None
    aside: bool = False
    is_lesson: bool = False
    is_key: bool = False
    is_projected: bool = False

    @property
    def sets(self) -> int:
        """Return how often it is printed; papers with names are printed once."""
        return 1 if self.named else -(-self.copies // self.work.held)

    @property
    def printed(self) -> int | None:
        """Return the pages that come out of the printer."""
        return None if self.pages is None else self.pages * self.sets

    @property
    def paper(self) -> int | None:
        """Return the sheets of paper that it takes."""
        if self.pages is None:
            return None
        return (self.pages if self.sides == "one-side" else -(-self.pages // 2)) * self.sets

    @property
    def cuts(self) -> int:
        """Return the straight cuts through piles of sheets."""
        paper = self.paper or 1
        return -(-self.work.cuts * self.sets * -(-paper // A_STACK) // paper)

    @property
    def cutting(self) -> int:
        """Return the seconds of one person with scissors and glue."""
        each, work = seconds(), self.work
        shaped = each["shape"] * work.pieces + each["fold"] * work.folded
        glued = each["glue"] * (work.glued and not work.folded)
        return each["cut"] * self.cuts + self.sets * (shaped + glued)

    @property
    def ready(self) -> int:
        """Return the seconds until it is printed and cut."""
        return seconds()["page"] * (self.printed or 0) + self.cutting


def jobs(
    game: Game,
    options: Options,
    seating: Seating,
    pages: Mapping[str, int | None],
    keys: Mapping[str, int] = NO_KEYS,
) -> tuple[Job, ...]:
    """Return what is printed of some printables; `pages` is how long the documents came out.

    So many pages at their ends are `keys`, a job of their own. Where nobody wishes to play with a
    pencil or with pieces, it is what is ready sooner.
    """
    kit, before = kit_file(game), 0
    found: list[Job] = []
    ways = {name: one.play_with for name, one in entries(game).items() if one.play_with}
    for name, length in {**pages, **{name: 0 for name in ways if name not in pages}}.items():
        need, of = kit.needs[name], entry(game, name)
        planned = _planned(game, name, options, length)
        job = Job(name, need, wanted(need, seating), *planned, before, ways.get(name))
        if isinstance(of, LessonEntry):
            job = replace(job, is_lesson=True, is_projected=of.is_projected)
            if of.is_for_each:
                count = seating.pupils if seating.is_class else declaring.A_FEW
                job = replace(job, named=True, copies=count)
        found += _parted(job, keys.get(name, 0))
        before += 0 if job.is_projected else length or 0
    sooner = min(WAYS, key=lambda way: sum(one.ready for one in found if one.way == way))
    way = sooner if options.play_with == "sooner" else options.play_with
    told = (replace(one, aside=one.way not in {None, way}) for one in found)
    return tuple(one for one in told if one.printable in pages)


def _parted(job: Job, key: int) -> Iterator[Job]:
    """Yield what a class gets of a printable, and the pages that are the teacher's key."""
    pages = job.pages
    if not key or pages is None:
        yield job
        return
    yield replace(job, pages=pages - key)
    once, before = Need(per="class", weight=job.need.weight), job.before + pages - key
    alone = replace(job, need=once, copies=1, pages=key, work=Work(1), before=before)
    yield replace(alone, sides="one-side", named=False, is_key=True)


def _planned(
    game: Game, printable: str, options: Options, pages: int | None
) -> tuple[int | None, Sides, Work, bool]:
    """Return pages, sides and work of a printable's set, and whether it has pupils' names."""
    names = (*unused(game, printable, options), *not_offered(game, printable, options))
    setting = PrintContext(game, printable, options.without(names))
    if drawn := _drawn(setting):
        return drawn
    if isinstance(found := entry(game, printable), LessonEntry):
        return pages, "one-side", found.work(setting), False
    is_single = pages == 1 or options.duplex == "none"
    return pages, "one-side" if is_single else "two-sides", Work(1), False


@lru_cache(maxsize=64)
def _drawn(setting: PrintContext) -> tuple[int, Sides, Work, bool] | None:
    """Return the same of what is drawn: a kit counts it for its guide, and again for its plan."""
    found, options = entry(setting.game, setting.printable), setting.options
    if not isinstance(found, DrawnEntry):
        return None
    pages = plan(setting.game, setting.printable, options)
    return len(pages), sides(pages, found, options), found.work(setting, pages), bool(options.names)


def usual_pages(game: Game, printable: str, options: Options) -> int | None:
    """Return how long a document is that has not been made; None where nobody can tell."""
    found = entry(game, printable)
    template = found.template if isinstance(found, DocumentEntry) else ""
    template = found.paper if isinstance(found, LessonEntry) else template
    return None if options.large else USUAL_PAGES.get(template)


# Minutes are told in steps of so many.
MINUTES = 5


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """The rows in the order of printing, and the sums of these.

    Apart from them: those for another way of playing, the papers of the lesson, what is projected.
    """

    seating: Seating
    rows: tuple[Job, ...]
    others: tuple[Job, ...] = ()
    lesson: tuple[Job, ...] = ()
    projected: tuple[Job, ...] = ()

    @property
    def printed(self) -> int:
        """Return all pages that come out of the printer."""
        return sum(row.printed or 0 for row in self.rows)

    @property
    def paper(self) -> int:
        """Return all sheets of paper."""
        return sum(row.paper or 0 for row in self.rows)

    @property
    def way(self) -> str | None:
        """Return what is played with, a pencil or pieces; None where the game leaves no choice."""
        return next((row.way for row in self.rows if row.way), None)

    def cutting(self) -> int:
        """Return the minutes of one person with scissors and glue."""
        return _minutes(sum(row.cutting for row in self.rows))

    def minutes(self) -> int:
        """Return the minutes until all is printed and cut."""
        changes = len(set(map(_kind, self.rows))) * seconds()["paper"]
        return _minutes(sum(row.ready for row in self.rows) + changes)

    def otherwise(self) -> "PrintPlan":
        """Return the plan for the other way of playing."""
        rows = (*(row for row in self.rows if row.way is None), *self.others)
        return PrintPlan(self.seating, tuple(sorted(rows, key=_kind)))

    def of_lesson(self) -> "PrintPlan":
        """Return the plan for the papers of the lesson."""
        return PrintPlan(self.seating, self.lesson)


def print_plan(
    game: Game,
    options: Options,
    pages: Mapping[str, int | None],
    seating: Seating,
    keys: Mapping[str, int] = NO_KEYS,
) -> PrintPlan:
    """Plan the printing of what was made: plain paper first, one side before both."""
    found = jobs(game, options, seating, pages, keys)
    counted = (one for one in found if not (one.aside or one.is_lesson))
    return PrintPlan(
        seating,
        tuple(sorted(counted, key=_kind)),
        tuple(one for one in found if one.aside),
        tuple(one for one in found if one.is_lesson and not one.is_projected),
        tuple(one for one in found if one.is_projected),
    )


def expected(game: Game, options: Options, seating: Seating) -> PrintPlan:
    """Plan the printing of what is not made yet: documents are as long as is usual."""
    pages = {name: usual_pages(game, name, options) for name in played(game, options)}
    each = {
        name: length * (seating.pupils if seating.is_class else declaring.A_FEW)
        for name, length in pages.items()
        if length and isinstance(of := entry(game, name), LessonEntry) and of.is_for_each
    }
    return print_plan(game, options, {**pages, **each}, seating)


def _kind(row: Job) -> tuple[int, str]:
    """Return for what the paper is changed."""
    return row.need.weight, row.sides


def _minutes(seconds: int) -> int:
    """Return minutes, rounded up to the next five."""
    return -(-seconds // (60 * MINUTES)) * MINUTES
