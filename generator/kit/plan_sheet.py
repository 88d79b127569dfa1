"""The print plan on paper: the first page of a kit, and a file of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.classroom import brought, kit_file
from generator.game import Game
from generator.guides.documents import credits_line
from generator.guides.labels import Labels
from generator.guides.numbers import listed
from generator.guides.teacher import groups
from generator.kit.print_plan import Made, Ordered, PrintPlan, Row, print_plan
from generator.make import Print, facts
from generator.printables.context import PrintContext
from generator.printables.options import Options
from generator.words import Message, message

NAME = "plan"
# A plan that runs on moves the pages of the kit; beyond so many tries it would never settle.
TRIES = 3
# So many people make cutting a pleasure.
HANDS = 4
NOTHING = "–"
TWO = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the plan in words; `also` says on which paper and sides."""

    title: str
    pages: str
    copies: str
    sets: str
    sheets: str
    paper: str
    next: str


def plan_print(game: Game, options: Options, made: Sequence[Print], order: Ordered) -> Print:
    """Write the plan of what was made: as PDF, or as HTML where the system lacks Pango."""
    from generator.render.html_to_pdf import document, fill
    from generator.render.merge import page_count

    setting = PrintContext(
        game, NAME, options, name=PrintContext(game, NAME, options).say("plan.title")
    )
    pages = [None if one.pdf is None else page_count(one.pdf) for one in made]
    length = 1
    for _ in range(TRIES):
        order_of_pages = _in_kit(made, pages, length)
        plan = print_plan(game, options, order_of_pages, order)
        html = fill("plan.html.j2", _context(setting, plan, order, made))
        flowed = document(html, facts(setting))
        found = page_count(flowed.data) if flowed.suffix == "pdf" else 0
        if found == length:
            break
        length = found
    notes = (*order.seating.notes, *(() if flowed.note is None else (flowed.note,)))
    stem = f"{NAME}{options.suffix()}.{flowed.suffix}"
    return Print(NAME, setting.title, {stem: flowed.data}, notes)


def _in_kit(made: Sequence[Print], pages: Sequence[int | None], length: int) -> tuple[Made, ...]:
    """Return where each printable stands in `kit.pdf`, after a plan so long."""
    placed, first = [], length + 1
    for one, count in zip(made, pages, strict=True):
        placed.append(Made(one.printable, count, None if count is None else first))
        first += count or 0
    return tuple(placed)


def _context(
    setting: PrintContext, plan: PrintPlan, order: Ordered, made: Sequence[Print]
) -> Mapping[str, object]:
    """Return what the plan's template asks for."""
    options = setting.options
    return {
        "facts": facts(setting),
        "credits": credits_line(setting),
        "paper": options.paper,
        "font": options.font,
        "large": options.large,
        "ink": options.ink,
        "title": setting.said.title,
        "printable": setting.title,
        "words": Labels(setting, "plan"),
        "opening": tuple(setting.say(words) for words in _opening(setting, order)),
        "glance": tuple(_glance(setting, plan, order)),
        "lines": tuple(_line(setting, row) for row in plan.rows),
        "how": setting.say("plan.how"),
        "copying": tuple(setting.say(words) for words in _copying(setting, plan)),
        "bring": tuple(_bring(setting, plan, order)),
        "referees": tuple(setting.say(words) for words in _referees(order)),
        "left_out": tuple(setting.say(words) for words in _left_out(setting, plan, order, made)),
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
    numbered = [setting.say(words) for words in _tables(order.seating.sizes)]
    yield setting.say("plan.tables"), listed(numbered, setting.options.language)
    sheets = message("plan.in-all", n=plan.paper, pages=plan.printed)
    yield setting.say("plan.paper-in-all"), setting.say(sheets)
    cutting = plan.cutting()
    all_, printer = _lasting(plan.printing() + cutting), _lasting(plan.printing())
    words = message("plan.minutes", all=all_, printing=printer)
    yield setting.say("plan.time"), setting.say(words)
    if cutting:
        alone, shared = _lasting(cutting), _lasting(-(-cutting // HANDS))
        words = message("plan.hands", alone=alone, hands=HANDS, shared=shared)
        yield setting.say("plan.cutting"), setting.say(words)


def _lasting(minutes: int) -> Message:
    """Word a time: 45 min, 1 h 05."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return message("plan.lasts-minutes", n=minutes)
    return message("plan.lasts-hours", hours=hours, minutes=f"{rest:02}")


def _tables(sizes: Sequence[int]) -> Iterator[Message]:
    """Yield the numbers of the tables of each size."""
    for size in dict.fromkeys(sizes):
        first, count = sizes.index(size) + 1, sizes.count(size)
        if count == 1:
            yield message("plan.table", number=first, n=size)
        else:
            key = "plan.table-pair" if count == TWO else "plan.table-range"
            yield message(key, first=first, last=first + count - 1, n=size)


def _line(setting: PrintContext, row: Row) -> Line:
    return Line(
        setting.said.printables[row.printable],
        _range(row),
        _number(setting, row.copies),
        f"{_number(setting, row.sets)}\u202f×",
        NOTHING if row.paper is None else _number(setting, row.paper),
        setting.say(_paper(setting, row)),
        ", ".join(setting.say(words) for words in _next(row)) or NOTHING,
    )


def _range(row: Row) -> str:
    if row.first is None or row.pages is None:
        return f"{row.printable}.html"
    last = row.first + row.pages - 1
    return str(row.first) if last == row.first else f"{row.first}–{last}"


def _paper(setting: PrintContext, row: Row) -> Message:
    """Say on which paper a printable goes, and on which of its sides."""
    if row.master.sides == 1:
        return message("plan.one-side", weight=row.weight)
    if setting.options.duplex == "short-edge" and row.master.cuts + row.master.pieces:
        return message("plan.short-edge", weight=row.weight)
    return message("plan.two-sides", weight=row.weight)


def _next(row: Row) -> Iterator[Message]:
    """Say what is done after printing: straight cuts, pieces, folding, glueing."""
    if row.master.cuts:
        yield message("plan.cuts", n=row.cuts)
    if row.pieces:
        yield message("plan.pieces", n=row.pieces)
    if row.master.folded:
        yield message("plan.fold", n=row.master.folded * row.sets)
    elif row.master.glued:
        yield message("plan.glue-board" if row.master.cuts else "plan.glue-card")


def _copying(setting: PrintContext, plan: PrintPlan) -> Iterator[Message]:
    """Say what goes through the photocopier where few pages are printed."""
    if not plan.copied:
        return
    yield message("plan.photocopy", originals=plan.originals, n=plan.copied)
    if setting.options.ink == "colour":
        yield message("plan.outline", game=setting.game.name)


def _bring(setting: PrintContext, plan: PrintPlan, order: Ordered) -> Iterator[str]:
    """Yield what the data says is brought, then the tools that the cutting asks for."""
    kit = kit_file(setting.game)
    for item in brought(setting.game, kit, order.seating, setting.said.texts):
        count, each = _number(setting, item.count), _number(setting, item.each)
        key = "plan.per-class" if item.count == item.each else f"plan.per-{item.per}"
        yield setting.say(message(key, count=count, what=item.words, each=each))
    if any(row.master.cuts for row in plan.rows):
        yield setting.say("plan.cutter")
    if any(row.pieces or row.master.folded for row in plan.rows):
        yield setting.say("plan.scissors")
    if any(row.master.glued for row in plan.rows):
        yield setting.say("plan.glue")
    for weight in dict.fromkeys(row.weight for row in plan.rows):
        sheets = sum(row.paper or 0 for row in plan.rows if row.weight == weight)
        size = setting.options.paper.capitalize()
        yield setting.say(message("plan.reams", n=sheets, paper=size, weight=weight))


def _referees(order: Ordered) -> Iterator[Message]:
    """Name the tables with a referee, and how the seat goes round."""
    seating = order.seating
    for table in dict.fromkeys(seating.refereed()):
        players = seating.sizes[table - 1]
        yield message(
            "plan.referee", table=table, players=players, n=seating.refereed().count(table)
        )
    if seating.referees:
        yield message("plan.seat-changes")


def _left_out(
    setting: PrintContext, plan: PrintPlan, order: Ordered, made: Sequence[Print]
) -> Iterator[Message]:
    """Say what of a wish could not be had, and what is in the kit without being counted."""
    yield from order.seating.notes
    titles = setting.said.printables
    for row in plan.others:
        yield message(
            "plan.instead",
            printable=titles[row.printable],
            other=titles[row.instead or ""],
            pages=_range(row),
            n=row.sets,
        )
    for row in plan.rows:
        short = row.copies - len(setting.options.names)
        if row.master.named and short > 0:
            yield message("plan.names-short", printable=titles[row.printable], n=short)
    yield from dict.fromkeys(note for one in made for note in one.notes)


def _number(setting: PrintContext, number: int) -> str:
    """Return a number as the language groups it."""
    return setting.say(message("plan.number", n=number))
