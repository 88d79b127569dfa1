"""A game's kit: the print plan for a class, one PDF with all printables, and a manifest."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from generator import classroom
from generator.classroom import ClassSeating, PlanRow, PrintPlan, expected_plan
from generator.documents.contexts import common_context, duration, groups_of_class
from generator.documents.guide_section import read_guide
from generator.documents.quantities import list_in_sentence
from generator.game import Game
from generator.make import FLIPS, Print, avoid_empty_pages, facts_of, lay_out
from generator.printables.context import Context, Options
from generator.printables.planning import require_no_names
from generator.words import Message, message


def seat_for_kit(
    game: Game, options: Options, pupils: int | None, group: int | None
) -> ClassSeating:
    """Seat a kit's class, its names at least, or one usual table; LudokitError for too few."""
    require_no_names(game, options)
    count = max(pupils or 0, len(options.names)) or None
    group = group or read_guide(game, options.language).lesson.group
    found = classroom.seat_class(game, count, group)
    if pupils is None or pupils == count:
        return found
    note = message("plan.names-more", n=len(options.names), pupils=pupils)
    return replace(found, notes=(*found.notes, note))


def options_for_class(options: Options, seating: ClassSeating) -> Options:
    """Return options with a sheet for each pupil, blank name lines for pupils without a name."""
    blank = ("",) * (seating.pupils - len(options.names))
    names = (*options.names, *blank) if options.names else ()
    return replace(options, names=names, pupils=seating.pupils if seating.is_class else 0)


def prepare_kit(
    game: Game, options: Options, pupils: int | None, group: int | None
) -> tuple[Options, ClassSeating, PrintPlan]:
    """Return the options of a kit's class, its seating, and the plan before anything is made."""
    seating = seat_for_kit(game, options, pupils, group)
    own = options_for_class(options, seating)
    return own, seating, expected_plan(game, own, seating)


def _suffix(options: Options) -> str:
    return options.without(("pupils",)).suffix()


def paper_piles(plan: PrintPlan, options: Options) -> Mapping[str, tuple[PlanRow, ...]]:
    """Return the rows of each print-ready file: one for each paper and sides, lesson apart."""
    found: dict[str, list[PlanRow]] = {}
    for row in (*plan.rows, *plan.lesson):
        if row.pages is not None:
            of = "lesson" if row.is_lesson else "print"
            name = f"{of}-{row.need.weight}g-{row.sides}{_suffix(options)}.pdf"
            found.setdefault(name, []).append(row)
    return {name: tuple(rows) for name, rows in found.items()}


NAME = "plan"
# A longer plan moves the page numbers it prints; after three tries it would never settle.
TRIES = 3
# People who share the cutting.
HANDS = 4
NOTHING = "–"


def page_counts(made: Sequence[Print]) -> Mapping[str, int | None]:
    """Return how many pages each printable has; None for a document that is HTML, not PDF."""
    from generator.render.merge import page_count

    return {one.printable: None if one.pdf is None else page_count(one.pdf) for one in made}


def make_plan_document(
    game: Game, options: Options, made: Sequence[Print], plan: PrintPlan
) -> Print:
    """Make the plan of what was made, as PDF, or as HTML where the system lacks Pango."""
    unnamed = Context(game, NAME, options)
    setting = replace(unnamed, name=unnamed.say("plan.title"))
    length, fit = 1, ""
    for _ in range(TRIES):
        told = {**_PlanWords(setting, plan, made, length).context(), "fit": fit}
        flowed = lay_out(NAME, told, facts_of(setting))
        if flowed.pages == length:
            break
        # A plan that misses its page is set tighter before it may take another.
        length, fit = (flowed.pages, fit) if fit else (length, "tight")
    flowed = avoid_empty_pages(flowed, NAME, told, facts_of(setting))
    notes = (*plan.seating.notes, *(() if flowed.note is None else (flowed.note,)))
    stem = f"{NAME}{_suffix(options)}.{flowed.suffix}"
    return Print(NAME, setting.title, {stem: flowed.data}, notes)


@dataclass(frozen=True, slots=True)
class _PlanWords:
    """A print plan in words; `length` is its own page count, as it stands first in `kit.pdf`."""

    setting: Context
    plan: PrintPlan
    made: Sequence[Print]
    length: int

    def context(self) -> Mapping[str, object]:
        say = self.setting.say
        return {
            **common_context(self.setting, "plan", facts_of(self.setting)),
            "opening": (say(self.opening()),),
            "glance": tuple(self.glance()),
            "lines": tuple(map(self.line, self.plan.rows)),
            "lesson": tuple(map(self.line, self.plan.lesson)),
            "apart": tuple(map(say, self.apart())),
            "how": say(message("plan.how", **classroom.work_seconds())),
            "copying": tuple(map(say, self.copying())),
            "bring": tuple(self.bring()),
            "referees": tuple(map(say, self.referees())),
            "left_out": tuple(map(say, self.left_out())),
        }

    def opening(self) -> Message:
        seating, seats = self.plan.seating, groups_of_class(self.plan.seating, self.setting)
        if not seating.is_class:
            return message("plan.one-table", n=seating.players, game=self.setting.game.name)
        if not seating.referees:
            return message("plan.class", n=seating.pupils, groups=seats)
        spare = message("plan.spare", n=seating.referees)
        return message("plan.class-and", n=seating.pupils, groups=seats, referees=spare)

    def glance(self) -> Iterator[tuple[str, str]]:
        say, plan = self.setting.say, self.plan
        tables = [*map(say, _table_sizes(plan.seating.sizes))]
        yield say("plan.tables"), list_in_sentence(tables, self.setting.options.language)
        sheets = message("plan.in-all", n=plan.paper, pages=plan.printed)
        yield say("plan.paper-in-all"), say(sheets)
        cutting, whole = plan.cutting(), duration(plan.minutes())
        # Both are rounded up, and the difference may be none: printing takes some minutes anyway.
        printing = max(classroom.MINUTES, plan.minutes() - cutting)
        yield say("plan.time"), say(message("plan.minutes", all=whole, printing=duration(printing)))
        if cutting:
            alone, shared = duration(cutting), duration(-(-cutting // HANDS))
            words = message("plan.hands", alone=alone, hands=HANDS, shared=shared)
            yield say("plan.cutting"), say(words)
        options, files = self.setting.options, []
        for name, rows in paper_piles(plan, options).items():
            n = sum(row.printed or 0 for row in rows)
            files.append(say(message("plan.file", name=name.replace("-", "\u2011"), n=n)))
        if files:
            yield say("plan.files"), list_in_sentence(files, options.language)
        if plan.others:
            lasts = duration(plan.for_other_way().minutes())
            yield say("plan.way"), say(message(f"plan.with-{plan.way}", all=whole, other=lasts))

    def apart(self) -> Iterator[Message]:
        if not self.plan.lesson and not self.plan.projected:
            return
        found = self.plan.for_lesson()
        yield message("plan.apart", n=found.paper, pages=found.printed)
        for row in self.plan.projected:
            title, file = self.setting.sentences.printables[row.printable], f"{row.printable}.pdf"
            yield message("plan.to-project", printable=title, name=file)

    def line(self, row: PlanRow) -> Mapping[str, str]:
        title = self.setting.sentences.printables[row.printable]
        if row.is_key:
            title = f"{title} ({self.setting.say('guide.key')})"
        return {
            "title": title,
            "pages": self.range(row),
            "copies": self.number(row.copies),
            "sets": f"{self.number(row.sets)}\u202f×",
            "sheets": NOTHING if row.paper is None else self.number(row.paper),
            "paper": self.setting.say(message(f"plan.{row.sides}", weight=row.need.weight)),
            "next": ", ".join(map(self.setting.say, _finishing_steps(row))) or NOTHING,
        }

    def range(self, row: PlanRow) -> str:
        if row.pages is None:
            return f"{row.printable}.html"
        first, last = (self.length + row.before + page for page in (1, row.pages))
        return str(first) if last == first else f"{first}–{last}"

    def copying(self) -> Iterator[Message]:
        originals = sum(row.pages or 0 for row in self.plan.rows)
        copied = self.plan.printed - originals
        if not copied:
            return
        yield message("plan.photocopy", originals=originals, n=copied)
        if self.setting.options.ink == "colour":
            yield message("plan.outline", game=self.setting.game.name)

    def bring(self) -> Iterator[str]:
        """Yield what the game's data says to bring, then the tools for cutting, then the paper."""
        setting, rows = self.setting, self.plan.rows
        figures, texts = setting.game.head.figures(), setting.sentences.texts
        for name, item in classroom.read_kit_section(setting.game).bring.items():
            if item.play_with in {None, self.plan.way}:
                each = figures[item.count] if isinstance(item.count, str) else item.count
                there = classroom.count_per(item.per, self.plan.seating)
                key = "plan.per-class" if there == 1 else f"plan.per-{item.per}"
                count, of_each = self.number(each * there), self.number(each)
                words = message(key, count=count, what=texts[f"bring.{name}"], each=of_each)
                yield setting.say(words)
        tools = {
            "plan.cutter": any(row.work.cuts for row in rows),
            "plan.scissors": any(row.work.folded for row in rows),
            "plan.glue": any(row.work.glued for row in rows),
        }
        yield from (setting.say(key) for key, is_wanted in tools.items() if is_wanted)
        for weight in dict.fromkeys(row.need.weight for row in rows):
            sheets = sum(row.paper or 0 for row in rows if row.need.weight == weight)
            size = setting.options.paper.capitalize()
            yield setting.say(message("plan.reams", n=sheets, paper=size, weight=weight))

    def referees(self) -> Iterator[Message]:
        seating = self.plan.seating
        # The last tables get one first.
        last = range(seating.tables, 0, -1)
        tables = sorted(last[number % seating.tables] for number in range(seating.referees))
        for table, count in Counter(tables).items():
            players = seating.sizes[table - 1]
            yield message("plan.referee", table=table, players=players, n=count)
        if seating.referees:
            yield message("plan.seat-changes")

    def left_out(self) -> Iterator[Message]:
        yield from self.plan.seating.notes
        titles = self.setting.sentences.printables
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
        return self.setting.say(message("plan.number", n=number))


def _table_sizes(sizes: Sequence[int]) -> Iterator[Message]:
    for size, count in Counter(sizes).items():
        first = sizes.index(size) + 1
        if count == 1:
            yield message("plan.table", number=first, n=size)
        else:
            last = first + count - 1
            key = "plan.table-pair" if last == first + 1 else "plan.table-range"
            yield message(key, first=first, last=last, n=size)


def _finishing_steps(row: PlanRow) -> Iterator[Message]:
    if row.work.cuts:
        yield message("plan.cuts", n=row.cuts)
    if row.work.cuts and row.named:
        yield message("plan.in-order")
    if row.work.folded:
        yield message("plan.fold", n=row.work.folded * row.sets)
    elif row.work.glued:
        yield message("plan.glue-board")


def bind_kit(
    game: Game, options: Options, made: Sequence[Print], seating: ClassSeating
) -> tuple[Print, Print]:
    """Return the plan of what was made, and the kit: bound, as print-ready files, listed."""
    from generator.render.merge import merge_pdfs, page_count, repeat_pages

    keys = {one.printable: one.key for one in made}
    wanted = classroom.print_plan(game, options, page_counts(made), seating, keys)
    plan = make_plan_document(game, options, made, wanted)
    stem = f"kit{_suffix(options)}"
    shown = {row.printable for row in wanted.projected}
    bindable = (one for one in (plan, *made) if one.printable not in shown)
    parts = [(one.title, one.pdf) for one in bindable if one.pdf is not None]
    said = game.sentences_in(options.language)
    own = facts_of(Context(game, "kit", options, name="kit"))
    own = replace(own, title=said.title, keywords=(said.title, "ludokit"))
    whole, length = merge_pdfs(parts, own), page_count(plan.pdf) if plan.pdf else 0
    files, titles = {f"{stem}.pdf": whole}, said.printables
    for name, rows in paper_piles(wanted, options).items():
        runs = [
            (titles[row.printable], length + row.before, row.pages or 0, row.sets) for row in rows
        ]
        called = f"{said.title} – {name.removesuffix('.pdf')}"
        about = replace(own, title=called, flip=FLIPS[rows[0].sides])
        files[name] = repeat_pages(whole, runs, about)
    listed = {name: data for one in (plan, *made) for name, data in one.files.items()} | files
    files[f"manifest{_suffix(options)}.json"] = _manifest(game, options, seating, listed)
    return plan, Print("kit", "kit", files)


def _manifest(
    game: Game, options: Options, seating: ClassSeating, files: Mapping[str, bytes]
) -> bytes:
    content = {
        "format": 1,
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
