"""A class and what it needs: seats, copies of each printable, print sets, things to bring."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.sentences import field_aliases
from generator.printables.context import Options, PrintContext
from generator.printables.declaring import DocumentEntry, DrawnEntry, Per, Work
from generator.printables.planning import entries, entry, not_offered, plan, unused
from generator.reading.fit import fit
from generator.reading.nodes import Path, in_order
from generator.words import Message, message, not_one_of

# How many sit at a table where nobody says otherwise, as far as the game allows it.
USUAL = 4


@dataclass(frozen=True, slots=True)
class Seating:
    """Tables' sizes, larger first, referees left over, the `group` gone by, `notes` of wishes."""

    sizes: tuple[int, ...]
    referees: int
    group: int
    notes: tuple[Message, ...] = ()

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


def seated(game: Game, pupils: int, wanted: int) -> Seating:
    """Seat a class at tables of at most `wanted`, as few and as equal as can be.

    A size that the game does not allow is brought into its range, and a note says so; whoever then
    finds no seat is a referee. Raise LudokitError for a class too small for one table.
    """
    least, most = game.head.players
    if pupils < least:
        raise LudokitError(message("plan.too-few", n=pupils, least=least))
    group = min(max(wanted, least), most)
    tables = -(-pupils // group)
    if pupils // tables < least:
        tables = pupils // least
    players = min(pupils, tables * most)
    each, over = divmod(players, tables)
    sizes = (each + 1,) * over + (each,) * (tables - over)
    note = message("plan.group-exactly", wanted=wanted, group=group)
    if least != most:
        values = {"wanted": wanted, "group": group, "least": least, "most": most}
        note = message("plan.group-brought", **values)
    return Seating(sizes, pupils - players, group, () if group == wanted else (note,))


def usual_group(game: Game) -> int:
    """Return the size of a table where nobody asks for one."""
    least, most = game.head.players
    return min(max(USUAL, least), most)


SECTION = "kit"
# What an ordinary sheet of paper weighs, in grams a square metre.
PLAIN = 80

Figure: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+$")]


class Need(Facts):
    """How often a printable is wanted: `copies` for each pupil, player or group, or for the class.

    One copy `serves` so many; `weight` is the paper's, in g/m²; where a printable only stands in
    for another (`instead`), the plan counts the other.
    """

    per: Per
    """For whom: each `pupil`, `player` or `group`, or the `class`."""
    copies: Count = 1
    """How many copies each of them needs."""
    serves: Count = 1
    """How many of them share a copy."""
    weight: Annotated[int, Field(ge=60, le=400)] = PLAIN
    """How heavy the paper is, in g/m²."""
    instead: Id | None = None
    """The printable that it stands in for: the plan counts that one."""


class Brought(Facts):
    """Something to bring: a number of them, or the figure of a part (`dice.count`)."""

    per: Per
    """For whom: each `pupil`, `player` or `group`, or the `class`."""
    count: Count | Figure = 1
    """How many each of them needs: a number, or the figure of a part, as `dice.count`."""


class KitFile(Facts):
    """The section `kit` whole; what it leaves out is printed as is usual for its kind."""

    needs: Mapping[Id, Need] = Field(default_factory=dict)
    """How often each printable is printed."""
    bring: Mapping[Id, Brought] = Field(default_factory=dict)
    """What else there has to be; its words stand in the sentences, as `bring.dice`."""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to bring by its words, how many in all, and how many for whom."""

    words: str
    count: int
    each: int
    per: Per


def kit_file(game: Game) -> KitFile:
    """Read a game's section `kit`; raise DataError with every fault of it."""
    section = game.sections.get(SECTION)
    usual = {name: Need(per=entry.wanted_per()) for name, entry in entries(game).items()}
    if section is None:
        return KitFile(needs=usual)
    kit = fit(section, KitFile, field_aliases(), SECTION)
    faults = [game.fault((SECTION, *path), reason) for path, reason in _misfits(game, kit)]
    if faults:
        raise DataError(in_order(faults))
    return kit.model_copy(update={"needs": {**usual, **kit.needs}})


def _misfits(game: Game, kit: KitFile) -> Iterator[tuple[Path, Message]]:
    """Yield the names in the section that the game does not know, and the printables left out."""
    printables = game.printables()
    for name, need in kit.needs.items():
        if name not in printables:
            yield ("needs", name), not_one_of(name, printables)
        if need.instead is not None and need.instead not in printables:
            yield ("needs", name, "instead"), not_one_of(need.instead, printables)
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


def brought(game: Game, kit: KitFile, seating: Seating, texts: Mapping[str, str]) -> Iterator[Item]:
    """Yield what is to be brought, in the order of the data."""
    figures = game.head.figures()
    for name, item in kit.bring.items():
        each = figures[item.count] if isinstance(item.count, str) else item.count
        yield Item(texts[f"bring.{name}"], each * among(item.per, seating), each, item.per)


BOTH = 2
# In usual type a rule sheet has two pages at most, and is turned over; a family's page is one.
USUAL_PAGES: Mapping[str, int] = {"rules": 2, "handout": 1}


@dataclass(frozen=True, slots=True)
class Master:
    """A set to print: `pages` None where only printing can tell, one for each name if `named`."""

    pages: int | None
    sides: int
    work: Work
    named: bool = False

    @property
    def paper(self) -> int | None:
        """Return the sheets of paper of a set."""
        return None if self.pages is None else -(-self.pages // self.sides)

    def sets(self, copies: int) -> int:
        """Return how often it is printed for so many copies; papers with names are printed once."""
        return 1 if self.named else -(-copies // self.work.held)


def master(game: Game, printable: str, options: Options, pages: int | None = None) -> Master:
    """Return a printable's set; `pages` is how long a document came out."""
    found = entry(game, printable)
    names = (*unused(game, printable, options), *not_offered(game, printable, options))
    chosen = options.without(names)
    is_two_sided = options.duplex in {"long-edge", "short-edge"}
    if not isinstance(found, DrawnEntry):
        template = found.template if isinstance(found, DocumentEntry) else ""
        guessed = None if options.large else USUAL_PAGES.get(template)
        return Master(pages or guessed, BOTH if options.duplex != "none" else 1, Work(1))
    planned = plan(game, printable, chosen)
    work = found.work(PrintContext(game, printable, chosen), planned)
    turned = any(page.is_back for page in planned) or work.turned
    sides = BOTH if turned and is_two_sided and len(planned) > 1 else 1
    return Master(len(planned), sides, work, bool(chosen.names))


@dataclass(frozen=True, slots=True)
class Counted:
    """A printable by its title: how many copies, on how many sheets of paper if that is known."""

    title: str
    copies: int
    paper: int | None
    use: str


def needs(
    asked: Iterable[tuple[str, str]], setting: PrintContext, seating: Seating
) -> tuple[Counted, ...]:
    """Count the copies of each printable of a lesson, and the sheets of paper they take."""
    kit = kit_file(setting.game)
    options = replace(setting.options, copies=1, names=())
    counted = []
    for name, use in asked:
        one, copies = master(setting.game, name, options), wanted(kit.needs[name], seating)
        paper = None if one.paper is None else one.sets(copies) * one.paper
        counted.append(Counted(setting.said.printables[name], copies, paper, use))
    return tuple(counted)
