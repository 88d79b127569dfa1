"""A game's kit: the print plan for a class, one PDF of every printable, and a manifest."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from generator.classroom import (
    MINUTES,
    Job,
    PrintPlan,
    Seating,
    among,
    expected,
    kit_file,
    print_plan,
    seated,
    seconds,
)
from generator.documents.contexts import framed, groups, lasting
from generator.documents.numbers import listed
from generator.documents.reading import guide
from generator.game import Game
from generator.make import FLIPS, Print, facts, filled_up, laid_out
from generator.printables.context import Options, PrintContext, Sides
from generator.printables.planning import require_nameless
from generator.words import Message, message


def ordered(game: Game, options: Options, pupils: int | None, group: int | None) -> Seating:
    """Seat the class of a kit, or one usual table; LudokitError for a class too small for one.

    Names are the class where nobody counts the pupils, or counts fewer; LudokitError for a game
    whose papers never carry them.
    """
    require_nameless(game, options)
    count = max(pupils or 0, len(options.names)) or None
    found = seated(game, count, group or guide(game, options.language).lesson.group)
    if pupils is None or pupils == count:
        return found
    note = message("plan.names-more", n=len(options.names), pupils=pupils)
    return replace(found, notes=(*found.notes, note))


def filled(options: Options, seating: Seating) -> Options:
    """Return choices for a class: a sheet for each pupil, a line to write for one not named."""
    blank = ("",) * (seating.pupils - len(options.names))
    names = (*options.names, *blank) if options.names else ()
    return replace(options, names=names, pupils=seating.pupils if seating.is_class else 0)


def for_class(
    game: Game, options: Options, pupils: int | None, group: int | None
) -> tuple[Options, Seating, PrintPlan]:
    """Return what a kit is made with: its class's choices, who sits where, what is expected."""
    seating = ordered(game, options, pupils, group)
    own = filled(options, seating)
    return own, seating, expected(game, own, seating)


def _suffix(options: Options) -> str:
    """Return what is not usual, for the names of what is a whole kit's: it is for any class."""
    return options.without(("pupils",)).suffix()


def piles(plan: PrintPlan, options: Options) -> Mapping[str, tuple[Job, ...]]:
    """Return the rows that one file prints, by its name: one for each kind of paper.

    The papers of the lesson have files of their own.
    """
    found: dict[str, list[Job]] = {}
    for row in (*plan.rows, *plan.lesson):
        if row.pages is not None:
            of = "lesson" if row.is_lesson else "print"
            name = f"{of}-{row.need.weight}g-{row.sides}{_suffix(options)}.pdf"
            found.setdefault(name, []).append(row)
    return {name: tuple(rows) for name, rows in found.items()}


NAME = "plan"
# A plan that runs on moves the pages of the kit; beyond so many tries it would never settle.
TRIES = 3
# So many people make cutting a pleasure.
HANDS = 4
NOTHING = "–"
ON_PAPER: Mapping[Sides, str] = {
    "one-side": "plan.one-side",
    "two-sides": "plan.two-sides",
    "short-edge": "plan.short-edge",
}
TWO = 2


def page_counts(made: Sequence[Print]) -> Mapping[str, int | None]:
    """Return how many pages each printable has; a document that is no PDF tells it in a browser."""
    from generator.render.merge import page_count

    return {one.printable: None if one.pdf is None else page_count(one.pdf) for one in made}


def plan_print(game: Game, options: Options, made: Sequence[Print], plan: PrintPlan) -> Print:
    """Write the plan of what was made: as PDF, or as HTML where the system lacks Pango."""
    unnamed = PrintContext(game, NAME, options)
    setting = replace(unnamed, name=unnamed.say("plan.title"))
    length, fit = 1, ""
    for _ in range(TRIES):
        told = {**_Told(setting, plan, made, length).context(), "fit": fit}
        flowed = laid_out(NAME, told, facts(setting))
        if flowed.pages == length:
            break
        # What does not fit one page is set tighter before it takes another.
        length, fit = (flowed.pages, fit) if fit else (length, "tight")
    flowed = filled_up(flowed, NAME, told, facts(setting))
    notes = (*plan.seating.notes, *(() if flowed.note is None else (flowed.note,)))
    stem = f"{NAME}{_suffix(options)}.{flowed.suffix}"
    return Print(NAME, setting.title, {stem: flowed.data}, notes)


@dataclass(frozen=True, slots=True)
class _Told:
    """A print plan in words; it is so many pages long, and stands before all in `kit.pdf`."""

    setting: PrintContext
    plan: PrintPlan
    made: Sequence[Print]
    length: int

    def context(self) -> Mapping[str, object]:
        """Return what the plan's template asks for."""
        say = self.setting.say
        return {
            **framed(self.setting, "plan", facts(self.setting)),
            "opening": (say(self.opening()),),
            "glance": tuple(self.glance()),
            "lines": tuple(map(self.line, self.plan.rows)),
            "lesson": tuple(map(self.line, self.plan.lesson)),
            "apart": tuple(map(say, self.apart())),
            "how": say(message("plan.how", **seconds())),
            "copying": tuple(map(say, self.copying())),
            "bring": tuple(self.bring()),
            "referees": tuple(map(say, self.referees())),
            "left_out": tuple(map(say, self.left_out())),
        }

    def opening(self) -> Message:
        """Say for whom the kit is."""
        seating, seats = self.plan.seating, groups(self.plan.seating, self.setting)
        if not seating.is_class:
            return message("plan.one-table", n=seating.players, game=self.setting.game.name)
        if not seating.referees:
            return message("plan.class", n=seating.pupils, groups=seats)
        spare = message("plan.spare", n=seating.referees)
        return message("plan.class-and", n=seating.pupils, groups=seats, referees=spare)

    def glance(self) -> Iterator[tuple[str, str]]:
        """Yield what is wanted first: who sits where, how much paper, how long it takes."""
        say, plan = self.setting.say, self.plan
        tables = [*map(say, _tables(plan.seating.sizes))]
        yield say("plan.tables"), listed(tables, self.setting.options.language)
        sheets = message("plan.in-all", n=plan.paper, pages=plan.printed)
        yield say("plan.paper-in-all"), say(sheets)
        cutting, whole = plan.cutting(), lasting(plan.minutes())
        # Both were rounded up: some minutes are spent at the printer all the same.
        printing = max(MINUTES, plan.minutes() - cutting)
        yield say("plan.time"), say(message("plan.minutes", all=whole, printing=lasting(printing)))
        if cutting:
            alone, shared = lasting(cutting), lasting(-(-cutting // HANDS))
            words = message("plan.hands", alone=alone, hands=HANDS, shared=shared)
            yield say("plan.cutting"), say(words)
        options, files = self.setting.options, []
        for name, rows in piles(plan, options).items():
            n = sum(row.printed or 0 for row in rows)
            files.append(say(message("plan.file", name=name.replace("-", "\u2011"), n=n)))
        if files:
            yield say("plan.files"), listed(files, options.language)
        if plan.others:
            lasts = lasting(plan.otherwise().minutes())
            yield say("plan.way"), say(message(f"plan.with-{plan.way}", all=whole, other=lasts))

    def apart(self) -> Iterator[Message]:
        """Say what the lesson takes besides the game, and what of it is projected."""
        if not self.plan.lesson and not self.plan.projected:
            return
        found = self.plan.of_lesson()
        yield message("plan.apart", n=found.paper, pages=found.printed)
        for row in self.plan.projected:
            title, file = self.setting.said.printables[row.printable], f"{row.printable}.pdf"
            yield message("plan.to-project", printable=title, name=file)

    def line(self, row: Job) -> Mapping[str, str]:
        """Return a row of the plan in words, by column."""
        title = self.setting.said.printables[row.printable]
        if row.is_key:
            title = f"{title} ({self.setting.say('guide.key')})"
        return {
            "title": title,
            "pages": self.range(row),
            "copies": self.number(row.copies),
            "sets": f"{self.number(row.sets)}\u202f×",
            "sheets": NOTHING if row.paper is None else self.number(row.paper),
            "paper": self.setting.say(message(ON_PAPER[row.sides], weight=row.need.weight)),
            "next": ", ".join(map(self.setting.say, _next(row))) or NOTHING,
        }

    def range(self, row: Job) -> str:
        """Return the pages of `kit.pdf` that are printed, or the file where it is none of them."""
        if row.pages is None:
            return f"{row.printable}.html"
        first, last = (self.length + row.before + page for page in (1, row.pages))
        return str(first) if last == first else f"{first}–{last}"

    def copying(self) -> Iterator[Message]:
        """Say what goes through the photocopier where few pages are printed."""
        originals = sum(row.pages or 0 for row in self.plan.rows)
        copied = self.plan.printed - originals
        if not copied:
            return
        yield message("plan.photocopy", originals=originals, n=copied)
        if self.setting.options.ink == "colour":
            yield message("plan.outline", game=self.setting.game.name)

    def bring(self) -> Iterator[str]:
        """Yield what the data says is brought, then the tools that the cutting asks for."""
        setting, rows = self.setting, self.plan.rows
        figures, texts = setting.game.head.figures(), setting.said.texts
        for name, item in kit_file(setting.game).bring.items():
            if item.play_with in {None, self.plan.way}:
                each = figures[item.count] if isinstance(item.count, str) else item.count
                there = among(item.per, self.plan.seating)
                key = "plan.per-class" if there == 1 else f"plan.per-{item.per}"
                count, of_each = self.number(each * there), self.number(each)
                words = message(key, count=count, what=texts[f"bring.{name}"], each=of_each)
                yield setting.say(words)
        tools = {
            "plan.cutter": any(row.work.cuts for row in rows),
            "plan.scissors": any(row.work.pieces or row.work.folded for row in rows),
            "plan.glue": any(row.work.glued for row in rows),
        }
        yield from (setting.say(key) for key, is_wanted in tools.items() if is_wanted)
        for weight in dict.fromkeys(row.need.weight for row in rows):
            sheets = sum(row.paper or 0 for row in rows if row.need.weight == weight)
            size = setting.options.paper.capitalize()
            yield setting.say(message("plan.reams", n=sheets, paper=size, weight=weight))

    def referees(self) -> Iterator[Message]:
        """Name the tables with a referee, and how the seat goes round."""
        seating = self.plan.seating
        for table, count in Counter(seating.refereed()).items():
            players = seating.sizes[table - 1]
            yield message("plan.referee", table=table, players=players, n=count)
        if seating.referees:
            yield message("plan.seat-changes")

    def left_out(self) -> Iterator[Message]:
        """Say what of a wish could not be had, and what is in the kit without being counted."""
        yield from self.plan.seating.notes
        titles = self.setting.said.printables
        for way in dict.fromkeys(row.way for row in self.plan.others):
            aside = ((titles[row.printable], self.range(row)) for row in self.plan.others)
            told = tuple(f"{title} (p. {pages})" for title, pages in aside)
            yield message(f"plan.for-{way}", printables=told)
        for row in self.plan.rows:
            short = row.copies - sum(map(bool, self.setting.options.names))
            if row.named and short > 0:
                yield message("plan.names-short", printable=titles[row.printable], n=short)
        yield from dict.fromkeys(note for one in self.made for note in one.notes)

    def number(self, number: int) -> str:
        """Return a number as the language groups it."""
        return self.setting.say(message("plan.number", n=number))


def _tables(sizes: Sequence[int]) -> Iterator[Message]:
    """Yield the numbers of the tables of each size."""
    for size, count in Counter(sizes).items():
        first = sizes.index(size) + 1
        if count == 1:
            yield message("plan.table", number=first, n=size)
        else:
            key = "plan.table-pair" if count == TWO else "plan.table-range"
            yield message(key, first=first, last=first + count - 1, n=size)


def _next(row: Job) -> Iterator[Message]:
    """Say what is done after printing: straight cuts, pieces, folding, glueing."""
    if row.work.cuts:
        yield message("plan.cuts", n=row.cuts)
    if row.work.cuts and row.named:
        yield message("plan.in-order")
    if row.work.pieces:
        yield message("plan.pieces", n=row.work.pieces * row.sets)
    if row.work.folded:
        yield message("plan.fold", n=row.work.folded * row.sets)
    elif row.work.glued:
        yield message("plan.glue-board")


FORMAT = 1


def bound(
    game: Game, options: Options, made: Sequence[Print], seating: Seating
) -> tuple[Print, Print]:
    """Return the plan of what was made, and the kit.

    That is `kit.pdf` with each printable once but what is projected, a file for each kind of paper
    with all copies in their order, and the manifest.
    """
    from generator.render.merge import merged, page_count, repeated

    keys = {one.printable: one.key for one in made}
    wanted = print_plan(game, options, page_counts(made), seating, keys)
    plan = plan_print(game, options, made, wanted)
    stem = f"kit{_suffix(options)}"
    shown = {row.printable for row in wanted.projected}
    bindable = (one for one in (plan, *made) if one.printable not in shown)
    parts = [(one.title, one.pdf) for one in bindable if one.pdf is not None]
    said = game.said_in(options.language)
    own = facts(PrintContext(game, "kit", options, name="kit"))
    own = replace(own, title=said.title, keywords=(said.title, "ludokit"))
    whole, length = merged(parts, own), page_count(plan.pdf) if plan.pdf else 0
    files, titles = {f"{stem}.pdf": whole}, said.printables
    for name, rows in piles(wanted, options).items():
        runs = [
            (titles[row.printable], length + row.before, row.pages or 0, row.sets) for row in rows
        ]
        called = f"{said.title} – {name.removesuffix('.pdf')}"
        about = replace(own, title=called, flip=FLIPS[rows[0].sides])
        files[name] = repeated(whole, runs, about)
    listed = {name: data for one in (plan, *made) for name, data in one.files.items()} | files
    files[f"manifest{_suffix(options)}.json"] = _manifest(game, options, seating, listed)
    return plan, Print("kit", "kit", files)


def _manifest(game: Game, options: Options, seating: Seating, files: Mapping[str, bytes]) -> bytes:
    """List the files with their fingerprints, so that anybody can tell whether a kit is whole."""
    content = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.head.version,
        "options": asdict(options),
        "pupils": seating.pupils if seating.is_class else None,
        "tables": seating.sizes,
        "referees": seating.referees,
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
