"""A game's kit: the print plan for a class, one PDF of every printable, and a manifest."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate

from generator import classroom
from generator.classroom import Seating, brought, kit_file, master, seated, usual_group, wanted
from generator.game import Game
from generator.guides.documents import framed, groups
from generator.guides.guide_text import guide
from generator.guides.numbers import listed
from generator.make import Print, facts
from generator.printables.context import Options, PrintContext
from generator.words import Message, message

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
    """A printable of the plan: pages, `sets`, paper; not counted where `instead` of another."""

    printable: str
    pages: int | None
    first: int | None
    copies: int
    sets: int
    weight: int
    instead: str | None
    master: classroom.Master

    @property
    def printed(self) -> int | None:
        """Return the pages that come out of the printer."""
        return None if self.pages is None else self.pages * self.sets

    @property
    def paper(self) -> int | None:
        """Return the sheets of paper that it takes."""
        return None if self.master.paper is None else self.master.paper * self.sets

    @property
    def cuts(self) -> int:
        """Return the straight cuts, a stack of sheets cut at once."""
        return self.master.work.cuts * -(-self.sets // A_STACK)

    @property
    def pieces(self) -> int:
        """Return what is cut out one by one."""
        return self.master.work.pieces * self.sets


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
        folded = sum(row.master.work.folded * row.sets for row in self.rows) * A_NET
        return _minutes(cuts + pieces + folded)


def ordered(game: Game, options: Options, pupils: int | None, group: int | None) -> Ordered:
    """Seat the class of a kit, or one usual table; LudokitError for a class too small for one."""
    size = group or guide(game, options.language).lesson.group or usual_group(game)
    if pupils is not None:
        return Ordered(pupils, seated(game, pupils, size))
    least, most = game.head.players
    return Ordered(None, seated(game, min(max(size, least), most), size))


def print_plan(game: Game, options: Options, made: Sequence[Made], order: Ordered) -> PrintPlan:
    """Plan the printing of what was made: plain paper first, one side before both."""
    kit, rows = kit_file(game), []
    for one in made:
        need, set_ = kit.needs[one.name], master(game, one.name, options, one.pages)
        # A document that is no PDF is printed from a browser, which tells its pages.
        set_ = replace(set_, pages=one.pages, sides=1 if one.pages == 1 else set_.sides)
        copies = wanted(need, order.seating)
        sets, weight = set_.sets(copies), need.weight
        first, instead = one.first, need.instead
        rows.append(Row(one.name, one.pages, first, copies, sets, weight, instead, set_))
    counted = (row for row in rows if row.instead is None)
    return PrintPlan(
        tuple(sorted(counted, key=lambda row: (row.weight, row.master.sides))),
        tuple(row for row in rows if row.instead is not None),
    )


def _minutes(seconds: int) -> int:
    """Return minutes, rounded up to the next five."""
    return -(-seconds // (60 * MINUTES)) * MINUTES


NAME = "plan"
# A plan that runs on moves the pages of the kit; beyond so many tries it would never settle.
TRIES = 3
# So many people make cutting a pleasure.
HANDS = 4
NOTHING = "–"
TWO = 2


def plan_print(game: Game, options: Options, made: Sequence[Print], order: Ordered) -> Print:
    """Write the plan of what was made: as PDF, or as HTML where the system lacks Pango."""
    from generator.render.html_to_pdf import document, fill
    from generator.render.merge import page_count

    unnamed = PrintContext(game, NAME, options)
    setting = replace(unnamed, name=unnamed.say("plan.title"))
    pages = [None if one.pdf is None else page_count(one.pdf) for one in made]
    length = 1
    for _ in range(TRIES):
        # The printables stand in `kit.pdf` behind the plan.
        firsts = accumulate((count or 0 for count in pages), initial=length + 1)
        placed = [
            Made(one.printable, count, None if count is None else first)
            for one, count, first in zip(made, pages, firsts, strict=False)
        ]
        plan = print_plan(game, options, placed, order)
        html = fill("plan.html.j2", _context(setting, plan, order, made))
        flowed = document(html, facts(setting))
        found = page_count(flowed.data) if flowed.suffix == "pdf" else 0
        if found == length:
            break
        length = found
    notes = (*order.seating.notes, *(() if flowed.note is None else (flowed.note,)))
    stem = f"{NAME}{options.suffix()}.{flowed.suffix}"
    return Print(NAME, setting.title, {stem: flowed.data}, notes)


def _context(
    setting: PrintContext, plan: PrintPlan, order: Ordered, made: Sequence[Print]
) -> Mapping[str, object]:
    """Return what the plan's template asks for."""
    return {
        **framed(setting, "plan", facts(setting)),
        "opening": tuple(map(setting.say, _opening(setting, order))),
        "glance": tuple(_glance(setting, plan, order)),
        "lines": tuple(_line(setting, row) for row in plan.rows),
        "how": setting.say("plan.how"),
        "copying": tuple(map(setting.say, _copying(setting, plan))),
        "bring": tuple(_bring(setting, plan, order)),
        "referees": tuple(map(setting.say, _referees(order))),
        "left_out": tuple(map(setting.say, _left_out(setting, plan, order, made))),
    }


def _opening(setting: PrintContext, order: Ordered) -> Iterator[Message]:
    if order.pupils is None:
        yield message("plan.one-table", n=order.seating.players, game=setting.game.name)
        return
    seats = groups(order.seating, setting)
    if referees := order.seating.referees:
        spare = message("plan.spare", n=referees)
        yield message("plan.class-and", n=order.pupils, groups=seats, referees=spare)
    else:
        yield message("plan.class", n=order.pupils, groups=seats)


def _glance(setting: PrintContext, plan: PrintPlan, order: Ordered) -> Iterator[tuple[str, str]]:
    """Yield what is wanted first: who sits where, how much paper, how long it takes."""
    say, cutting, printing = setting.say, plan.cutting(), plan.printing()
    tables = [*map(say, _tables(order.seating.sizes))]
    yield say("plan.tables"), listed(tables, setting.options.language)
    yield say("plan.paper-in-all"), say(message("plan.in-all", n=plan.paper, pages=plan.printed))
    lasts = message("plan.minutes", all=_lasting(printing + cutting), printing=_lasting(printing))
    yield say("plan.time"), say(lasts)
    if cutting:
        alone, shared = _lasting(cutting), _lasting(-(-cutting // HANDS))
        words = message("plan.hands", alone=alone, hands=HANDS, shared=shared)
        yield say("plan.cutting"), say(words)


def _lasting(minutes: int) -> Message:
    """Word a time: 45 min, 1 h 05."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return message("plan.lasts-minutes", n=minutes)
    return message("plan.lasts-hours", hours=hours, minutes=f"{rest:02}")


def _tables(sizes: Sequence[int]) -> Iterator[Message]:
    """Yield the numbers of the tables of each size."""
    for size, count in Counter(sizes).items():
        first = sizes.index(size) + 1
        if count == 1:
            yield message("plan.table", number=first, n=size)
        else:
            key = "plan.table-pair" if count == TWO else "plan.table-range"
            yield message(key, first=first, last=first + count - 1, n=size)


def _line(setting: PrintContext, row: Row) -> Mapping[str, str]:
    """Return a row of the plan in words, by column."""
    return {
        "title": setting.said.printables[row.printable],
        "pages": _range(row),
        "copies": _number(setting, row.copies),
        "sets": f"{_number(setting, row.sets)}\u202f×",
        "sheets": NOTHING if row.paper is None else _number(setting, row.paper),
        "paper": setting.say(_paper(setting, row)),
        "next": ", ".join(map(setting.say, _next(row))) or NOTHING,
    }


def _range(row: Row) -> str:
    if row.first is None or row.pages is None:
        return f"{row.printable}.html"
    last = row.first + row.pages - 1
    return str(row.first) if last == row.first else f"{row.first}–{last}"


def _paper(setting: PrintContext, row: Row) -> Message:
    """Say on which paper a printable goes, and on which of its sides."""
    if row.master.sides == 1:
        return message("plan.one-side", weight=row.weight)
    if setting.options.duplex == "short-edge" and row.master.work.cuts + row.master.work.pieces:
        return message("plan.short-edge", weight=row.weight)
    return message("plan.two-sides", weight=row.weight)


def _next(row: Row) -> Iterator[Message]:
    """Say what is done after printing: straight cuts, pieces, folding, glueing."""
    if row.master.work.cuts:
        yield message("plan.cuts", n=row.cuts)
    if row.pieces:
        yield message("plan.pieces", n=row.pieces)
    if row.master.work.folded:
        yield message("plan.fold", n=row.master.work.folded * row.sets)
    elif row.master.work.glued:
        yield message("plan.glue-board" if row.master.work.cuts else "plan.glue-card")


def _copying(setting: PrintContext, plan: PrintPlan) -> Iterator[Message]:
    """Say what goes through the photocopier where few pages are printed."""
    if not plan.copied:
        return
    yield message("plan.photocopy", originals=plan.originals, n=plan.copied)
    if setting.options.ink == "colour":
        yield message("plan.outline", game=setting.game.name)


def _bring(setting: PrintContext, plan: PrintPlan, order: Ordered) -> Iterator[str]:
    """Yield what the data says is brought, then the tools that the cutting asks for."""
    kit, works = kit_file(setting.game), [row.master.work for row in plan.rows]
    for item in brought(setting.game, kit, order.seating, setting.said.texts):
        count, each = _number(setting, item.count), _number(setting, item.each)
        key = "plan.per-class" if item.count == item.each else f"plan.per-{item.per}"
        yield setting.say(message(key, count=count, what=item.words, each=each))
    tools = {
        "plan.cutter": any(work.cuts for work in works),
        "plan.scissors": any(work.pieces or work.folded for work in works),
        "plan.glue": any(work.glued for work in works),
    }
    yield from (setting.say(key) for key, is_wanted in tools.items() if is_wanted)
    for weight in dict.fromkeys(row.weight for row in plan.rows):
        sheets = sum(row.paper or 0 for row in plan.rows if row.weight == weight)
        size = setting.options.paper.capitalize()
        yield setting.say(message("plan.reams", n=sheets, paper=size, weight=weight))


def _referees(order: Ordered) -> Iterator[Message]:
    """Name the tables with a referee, and how the seat goes round."""
    seating = order.seating
    for table, count in Counter(seating.refereed()).items():
        players = seating.sizes[table - 1]
        yield message("plan.referee", table=table, players=players, n=count)
    if seating.referees:
        yield message("plan.seat-changes")


def _left_out(
    setting: PrintContext, plan: PrintPlan, order: Ordered, made: Sequence[Print]
) -> Iterator[Message]:
    """Say what of a wish could not be had, and what is in the kit without being counted."""
    yield from order.seating.notes
    titles = setting.said.printables
    for row in plan.others:
        names = {"printable": titles[row.printable], "other": titles[row.instead or ""]}
        yield message("plan.instead", **names, pages=_range(row), n=row.sets)
    for row in plan.rows:
        short = row.copies - len(setting.options.names)
        if row.master.named and short > 0:
            yield message("plan.names-short", printable=titles[row.printable], n=short)
    yield from dict.fromkeys(note for one in made for note in one.notes)


def _number(setting: PrintContext, number: int) -> str:
    """Return a number as the language groups it."""
    return setting.say(message("plan.number", n=number))


FORMAT = 1


def bound(
    game: Game, options: Options, made: Sequence[Print], order: Ordered
) -> tuple[Print, Print]:
    """Return the plan of what was made, and `kit.pdf` with each printable once and its manifest."""
    from generator.render.merge import merged

    plan = plan_print(game, options, made, order)
    stem = f"kit{options.suffix()}"
    parts = [(one.title, one.pdf) for one in (plan, *made) if one.pdf is not None]
    title = game.said_in(options.language).title
    own = facts(PrintContext(game, "kit", options, name="kit"))
    own = replace(own, title=title, keywords=(title, "ludokit"))
    files = {f"{stem}.pdf": merged(parts, own)}
    listed = {name: data for one in (plan, *made) for name, data in one.files.items()} | files
    files[f"manifest{options.suffix()}.json"] = _manifest(game, options, order, listed)
    return plan, Print("kit", "kit", files)


def _manifest(game: Game, options: Options, order: Ordered, files: Mapping[str, bytes]) -> bytes:
    """List the files with their fingerprints, so that anybody can tell whether a kit is whole."""
    content = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.head.version,
        "options": asdict(options),
        "pupils": order.pupils,
        "tables": order.seating.sizes,
        "referees": order.seating.referees,
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
