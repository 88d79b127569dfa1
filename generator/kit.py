"""A game's kit: the print plan for a class, one PDF with all printables, and a manifest."""

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, product
from typing import get_args

from generator import classroom
from generator.classroom import ClassSeating, Pile, PlanRow, PrintPlan, expected_plan
from generator.documents.contexts import common_context, duration, groups_of_class
from generator.documents.guide_section import read_guide
from generator.documents.quantities import list_in_sentence
from generator.game import Game
from generator.make import (
    FLIPS,
    Maker,
    Print,
    avoid_empty_pages,
    facts_of,
    joined_notes,
    lay_out,
    make_all,
)
from generator.printables.context import UNTOLD, Context, Options
from generator.printables.planning import (
    edition_parts,
    printables_played_with,
    require_no_names,
    title_of,
)
from generator.printables.printable import EDITION
from generator.words import Message, message, say, typed_words


def seat_for_kit(
    game: Game, options: Options, pupils: int | None, group: int | None
) -> ClassSeating:
    """Seat a kit's class, its names at least, or one usual table; LudokitError for too few."""
    require_no_names(game, options)
    count = max(pupils or 0, len(options.names)) or None
    group = group or read_guide(game, options.language, options.year).lesson.group
    found = classroom.seat_class(game, count, group)
    if pupils is None or pupils == count:
        return found
    note = message("plan.names-more", n=len(options.names), pupils=pupils)
    return replace(found, notes=(*found.notes, note))


def options_for_class(game: Game, options: Options, seating: ClassSeating) -> Options:
    """Return options with a sheet for each pupil, blank name lines for pupils without a name."""
    blank = ("",) * (seating.pupils - len(options.names))
    names = (*options.names, *blank) if options.names else ()
    own = replace(options, names=names, pupils=seating.pupils if seating.is_class else 0)
    is_usual = not seating.is_class or seating.tables == game.head.tables(seating.pupils)
    return own if is_usual else replace(own, tables=seating.tables)


def prepare_kit(
    game: Game,
    options: Options,
    pupils: int | None,
    group: int | None,
    made: Sequence[Print] = (),
) -> tuple[Options, ClassSeating, PrintPlan]:
    """Return the options of a kit's class, its seating, and the plan before the rest is made."""
    seating = seat_for_kit(game, options, pupils, group)
    own = options_for_class(game, options, seating)
    plan = _with_uses(game, own, expected_plan(game, own, seating, page_counts(made)))
    return own, seating, _with_edition(game, own, plan)


def _with_uses(game: Game, options: Options, plan: PrintPlan) -> PrintPlan:
    lesson = read_guide(game, options.language, options.year).lesson
    return classroom.with_uses(game, plan, lesson.uses())


def _with_edition(game: Game, options: Options, plan: PrintPlan) -> PrintPlan:
    """Return a plan with what a boxed edition comes to, which is made before all else is."""
    if not edition_parts(options):
        return plan
    from generator.edition import edition_rows

    bound = (*plan.rows, *plan.others, *plan.lesson)
    before = max((row.before + (row.pages or 0) for row in bound), default=0)
    expected = expected_plan(game, options, plan.seating)
    rows = edition_rows(game, options, expected, before)
    return replace(plan, lesson=(*plan.lesson, *rows))


def prints_of_kit(game: Game, options: Options) -> tuple[str, ...]:
    """Return what a kit is made of, in order: printables, and a boxed edition of them."""
    boxed = (EDITION,) if edition_parts(options) else ()
    return (*printables_played_with(game, options), *boxed)


def make_prints(
    maker: Maker, game: Game, options: Options, plan: PrintPlan, names: Sequence[str]
) -> Iterator[Print]:
    """Make what a kit is made of, by names as `prints_of_kit` returns them."""

    def last() -> Iterator[Print]:
        if EDITION in names:
            from generator.edition import make_edition

            yield make_edition(game, options, plan)

    # What is made side by side is asked for now, and not when the first is waited for.
    printables = [name for name in names if name != EDITION]
    return chain(make_all(maker, game, options, plan, printables), last())


def _suffix(options: Options) -> str:
    return options.without(OF_CLASSES).suffix()


@dataclass(frozen=True, slots=True)
class PaperPile:
    """A print-ready file: its id, its name in words, and what it holds."""

    id: str
    name: str
    rows: tuple[PlanRow, ...]

    @property
    def pages(self) -> int:
        """Return how many pages it has, blank backs included."""
        return sum(row.filed for row in self.rows)


def paper_piles(game: Game, plan: PrintPlan, options: Options) -> tuple[PaperPile, ...]:
    """Return the print-ready files: one for each time of use, paper and sides.

    Upright and lying pages are not printed in one go on both sides: they are turned differently.
    """
    found: dict[str, list[PlanRow]] = {}
    for row in (*plan.rows, *plan.lesson):
        if row.pages is not None:
            lies = "-landscape" if row.is_landscape and row.sides != "one-side" else ""
            pile = f"{row.pile}-{row.need.weight}g-{row.sides}{lies}"
            found.setdefault(pile, []).append(row)
    return tuple(
        PaperPile(pile, _pile_name(game, rows[0], options, pile), tuple(rows))
        for pile, rows in found.items()
    )


def _pile_name(game: Game, row: PlanRow, options: Options, pile: str) -> str:
    said = game.sentences_in(options.language)
    heavy = message("plan.file-weight", weight=row.need.weight)
    words = [message(f"plan.file-{row.pile}"), message(f"plan.file-{row.sides}")]
    words += [message("plan.file-landscape")] if pile.endswith("-landscape") else []
    words += [heavy] if row.need.weight != classroom.PLAIN else []
    about = (say(one, options.language) for one in words)
    of_class = _plain(options.class_name).replace(" ", "")[:LONGEST_CLASS]
    named = ("-".join(_plain(said.title).lower().split()) or game.name, of_class)
    return f"{'-'.join(filter(None, (*named, *about, *_choices(options))))}.pdf"


def _plain(words: str) -> str:
    """Return words in letters that every system has in names of files, and blanks."""
    bare = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", " ", bare).strip()


def _choices(options: Options) -> Iterator[str]:
    """Yield what is not usual as it is typed in the reader's language: `gris`, `par-page-4`."""
    for name in options.without((*OF_CLASSES, *UNTOLD)).chosen():
        option, value = name.replace("_", "-"), getattr(options, name)
        (word, *_), said = typed_words(option, options.language, "options"), ""
        if isinstance(value, str):
            word = ""
            said = typed_words(value, options.language, "values", option)[0]
        elif isinstance(value, int | float) and not isinstance(value, bool):
            said = f"{value:g}"
        if name == "duplex":
            word = typed_words(option, options.language, "options")[0]
        yield "-".join(filter(None, (word, _plain(said).replace(" ", "-"))))


# What the kit of a class always has: no name of the kit's own files tells it.
OF_CLASSES = ("pupils", "tables")
# Letters of a class's name in the name of a file.
LONGEST_CLASS = 24

NAME = "plan"
# People who share the cutting.
HANDS = 4
NOTHING = "–"


def page_counts(made: Iterable[Print]) -> Mapping[str, int | None]:
    """Return how many pages each printable has; None for a document that is HTML, not PDF."""
    from generator.render.preview import page_count

    return {one.printable: None if one.pdf is None else page_count(one.pdf) for one in made}


def make_plan_document(
    game: Game, options: Options, made: Sequence[Print], plan: PrintPlan
) -> Print:
    """Make the plan of what was made, as PDF, or as HTML where the system lacks Pango."""
    unnamed = Context(game, NAME, options)
    setting = replace(unnamed, name=unnamed.say("plan.title"))
    # A plan that misses its page is set tighter, twice, before it may take another.
    small, inks = "tight tighter", _ink_shares(plan, made)
    for length, fit in product((1, 2, 3), ("", "tight", small)):
        told = {**_PlanWords(setting, plan, made, length, inks).context(), "fit": fit}
        flowed = lay_out(NAME, told, facts_of(setting))
        if flowed.pages == length:
            break
    flowed = avoid_empty_pages(flowed, NAME, told, facts_of(setting))
    notes = (*plan.seating.notes, *(() if flowed.note is None else (flowed.note,)))
    stem = f"{NAME}{_suffix(options)}.{flowed.suffix}"
    return Print(NAME, setting.title, {stem: flowed.data}, notes)


def _ink_shares(plan: PrintPlan, made: Sequence[Print]) -> Mapping[PlanRow, float]:
    """Return how much of a page each row that is printed covers with ink, of 1."""
    from generator.render.preview import ink_share, page_count

    files, found = {one.printable: one.pdf for one in made}, dict[PlanRow, float]()
    for row in (*plan.rows, *plan.lesson):
        pdf, length = files.get(row.printable), row.pages or 0
        if pdf is not None and length:
            first = page_count(pdf) - length if row.is_key else 0
            found[row] = ink_share(pdf, first, length)
    return found


@dataclass(frozen=True, slots=True)
class _PlanWords:
    """A print plan in words; `length` is its own page count, as it stands first in `kit.pdf`."""

    setting: Context
    plan: PrintPlan
    made: Sequence[Print]
    length: int
    inks: Mapping[PlanRow, float]

    def context(self) -> Mapping[str, object]:
        say = self.setting.say
        return {
            **common_context(self.setting, "plan", facts_of(self.setting)),
            "opening": (say(self.opening()),),
            "glance": tuple(self.glance()),
            "lines": tuple(map(self.line, self.plan.rows)),
            "apart": tuple(self.apart()),
            "how": say(message("plan.how", **classroom.work_seconds())),
            "files": tuple(self.files("play")),
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
        # Where nothing is printed but what is counted apart, that is what there is to count.
        plan = plan if plan.rows else replace(plan, rows=plan.lesson)
        tables = [*map(say, _table_sizes(plan.seating.sizes))]
        yield say("plan.tables"), list_in_sentence(tables, self.setting.options.language)
        sheets = message("plan.in-all", n=plan.paper, pages=plan.filed)
        yield say("plan.paper-in-all"), say(sheets)
        cutting, whole = plan.cutting(), duration(plan.minutes())
        # Both are rounded up, and the difference may be none: printing takes some minutes anyway.
        printing = max(classroom.MINUTES, plan.minutes() - cutting)
        yield say("plan.time"), say(message("plan.minutes", all=whole, printing=duration(printing)))
        if cutting:
            alone, shared = duration(cutting), duration(-(-cutting // HANDS))
            words = message("plan.hands", alone=alone, hands=HANDS, shared=shared)
            yield say("plan.cutting"), say(words)
        if plan.others:
            lasts = duration(plan.for_other_way().minutes())
            yield say("plan.way"), say(message(f"plan.with-{plan.way}", all=whole, other=lasts))

    def files(self, wanted: Pile) -> Iterator[str]:
        """Yield the print-ready files of a time of use, each with its pages."""
        for pile in paper_piles(self.setting.game, self.plan, self.setting.options):
            if pile.rows[0].pile == wanted:
                yield self.setting.say(message("plan.file", name=pile.name, n=pile.pages))

    def apart(self) -> Iterator[tuple[str, str, Sequence[str], object, Sequence[str]]]:
        """Yield what is counted apart: a heading, words about it, its files, rows and notes."""
        for pile in get_args(Pile)[1:]:
            found, say = self.plan.for_pile(pile), self.setting.say
            counts = {"n": found.paper, "pages": found.filed}
            told = [say(message(f"plan.apart-{pile}", **counts))] if found.rows else []
            for row in self.plan.projected:
                if row.pile == pile:
                    title = self.title(row)
                    file = f"{row.printable}.pdf"
                    told.append(say(message("plan.to-project", printable=title, name=file)))
            if told:
                files, rows = [*self.files(pile)], [*map(self.line, found.rows)]
                notes = map(say, self.notes(of_edition=True) if pile == EDITION else ())
                yield say(f"plan.for-{pile}"), " ".join(told), files, rows, tuple(notes)

    def line(self, row: PlanRow) -> Mapping[str, str]:
        title = self.title(row)
        if row.is_key:
            title = f"{title} ({self.setting.say('guide.key')})"
        return {
            "title": title,
            "pages": self.range(row),
            "copies": self.number(row.copies),
            "sets": f"{self.number(row.sets)}\u202f×",
            "sheets": NOTHING if row.paper is None else self.number(row.paper),
            "ink": self.ink(row),
            "paper": self.setting.say(
                message(f"plan.{row.sides}", weight=self.setting.paper_weight(row.need.weight))
            ),
            "next": ", ".join(map(self.setting.say, _finishing_steps(row))) or NOTHING,
            "minute": self.minute(row),
        }

    def minute(self, row: PlanRow) -> str:
        """Return the minutes of the lesson in which a paper is used first, if it has any."""
        if row.use is None or row.use.minutes is None or row.is_key:
            return NOTHING
        span = "–".join(map(str, row.use.minutes))
        if row.use.session == 1:
            return span
        session = str(row.use.session)
        return self.setting.say(message("plan.minute-later", session=session, span=span))

    def title(self, row: PlanRow) -> str:
        return title_of(self.setting.game, row.printable, self.setting.options.language)

    def ink(self, row: PlanRow) -> str:
        if row not in self.inks:
            return NOTHING
        share = max(1, round(100 * self.inks[row]))
        return self.setting.say(message("plan.ink-share", share=str(share)))

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
            yield message("plan.outline")

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
            stock = setting.paper_weight(weight)
            yield setting.say(message("plan.reams", n=sheets, paper=size, weight=stock))

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
        yield from self.notes(of_edition=False)

    def notes(self, *, of_edition: bool) -> Iterator[Message]:
        """Yield what was told while all was made, of the edition or of all else."""
        for note in joined_notes(self.made):
            # That an option is of no effect is told to whoever asks for the kit.
            is_told = note.key != "print.left-out"
            if is_told and note.key.startswith(f"{EDITION}.") == of_edition:
                yield note

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
    game: Game,
    options: Options,
    made: Sequence[Print],
    seating: ClassSeating,
) -> tuple[Print, Print]:
    """Return the plan of what was made, and the kit: bound, as print-ready files, listed."""
    from generator.render.merge import merge_pdfs, repeat_pages
    from generator.render.preview import page_count

    keys = {one.printable: one.key for one in made}
    counts = page_counts(one for one in made if one.printable != EDITION)
    wanted = classroom.print_plan(game, options, counts, seating, keys)
    wanted = _with_uses(game, options, wanted)
    wanted = _with_edition(game, options, wanted)
    plan = make_plan_document(game, options, made, wanted)
    stem = f"kit{_suffix(options)}"
    shown = {row.printable for row in wanted.projected}
    bindable = (one for one in (plan, *made) if one.printable not in shown)
    parts = [(one.title, one.pdf) for one in bindable if one.pdf is not None]
    said = game.sentences_in(options.language)
    own = facts_of(Context(game, "kit", options, name="kit"))
    own = replace(own, title=said.title, keywords=(said.title, "ludokit"))
    whole, length = merge_pdfs(parts, own), page_count(plan.pdf) if plan.pdf else 0
    files = {f"{stem}.pdf": whole}
    piles = paper_piles(game, wanted, options)
    for pile in piles:
        titles = [title_of(game, row.printable, options.language) for row in pile.rows]
        runs = [
            (title, length + row.before, row.pages or 0, row.sets)
            for title, row in zip(titles, pile.rows, strict=True)
        ]
        called = f"{said.title} – {pile.name.removesuffix('.pdf')}"
        about = replace(own, title=called, flip=FLIPS[pile.rows[0].sides])
        files[pile.name] = repeat_pages(whole, runs, about)
    listed = {name: data for one in (plan, *made) for name, data in one.files.items()} | files
    ids = {pile.name: pile.id for pile in piles}
    files[f"manifest{_suffix(options)}.json"] = _manifest(game, options, seating, listed, ids)
    return plan, Print("kit", "kit", files, ids=ids)


def _manifest(
    game: Game,
    options: Options,
    seating: ClassSeating,
    files: Mapping[str, bytes],
    ids: Mapping[str, str],
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
            {
                "id": ids.get(name) or _file_id(name),
                "name": name,
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
            }
            for name, data in sorted(files.items())
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _file_id(name: str) -> str:
    """Return what a file holds, and where, whatever was chosen: `score-sheets.boxes`."""
    folder, slash, file = name.rpartition("/")
    stem, *rest = file.split(".")[:-1]
    kept = f".{rest[-1]}" if rest and rest[-1] in {"boxes", "contents", "back"} else ""
    return f"{folder}{slash}{stem}{kept}"
