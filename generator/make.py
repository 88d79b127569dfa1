"""One printable, from a game to finished files: planned and drawn, or laid out from a template."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, product, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.classroom import PrintPlan, expected_plan, seat_class, with_uses
from generator.errors import LudokitError
from generator.game import Game, load, load_folder
from generator.listgames.planner import ListGameEntry
from generator.printables import planning
from generator.printables.context import Context, Options, Sides, palette
from generator.printables.kinds.cards import DeckImages
from generator.printables.planning import chosen_but_ignored, entry, unavailable_options
from generator.printables.printable import DocumentEntry, DrawnEntry, LessonEntry
from generator.printables.sidecar import boxes_json
from generator.processes import ignore_interrupts, prefetch, worker_pool
from generator.render.document import DocumentFacts, Flip
from generator.words import Message, message, say

if TYPE_CHECKING:
    from generator.render.html_to_pdf import FlowedDocument

# The documents whose last page is filled with lines for notes.
NOTED = ("guide", "plan")
NOTES = {"notes": True}
# A guide that is longer is set tighter.
MOST_PAGES = 10
# A page with more blank millimetres than this is a quarter empty; other ways to lay it out.
MOST_BLANK = 69.0
FITS = tuple({"fit": fit} for fit in ("tight", "roomy", "airy"))
# A rule sheet that nearly is one page becomes one: its board smaller, without its example. One that
# nearly is two becomes a sheet of paper, with it. Each has the most pages for which it will do.
DENSER = tuple(
    ({"fit": f"tight single{more}"}, pages)
    for more, pages in (("", 1), (" narrow", 1), (" narrowest", 1), (" worked", 2))
)
# For each template the settings that let some blocks move elsewhere or take their full height.
ALTERNATIVES = {
    "guide": ({"paired": "yes"},),
    "laboratory": FITS[1:],
    "rules": ({"first": "questions"}, {"paired": "yes"}, *FITS),
}
# Line spacing as a multiple of the type size: another one breaks pages elsewhere.
LINE_SPACINGS = tuple({"lead": f"{lead:.2f}"} for lead in (1.33, 1.39, 1.3, 1.42, 1.27))
# Ten cards of 63 mm across stay within the pixels that tabletops take; of larger ones are fewer.
TABLETOP_DPI, TABLETOP_PIXELS = 150, 4096
FLIPS: Mapping[Sides, Flip] = {
    "one-side": "Simplex",
    "two-sides": "DuplexFlipLongEdge",
    "short-edge": "DuplexFlipShortEdge",
}


@dataclass(frozen=True, slots=True)
class Print:
    """A printable's files; `notes` are to be told, `key` counts the answer pages at the end.

    `ids` are of files whose names are words: the same in every language and for every class.
    """

    printable: str
    title: str
    files: Mapping[str, bytes]
    notes: tuple[Message, ...] = ()
    key: int = 0
    ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def pdf(self) -> bytes | None:
        """Return the printable as PDF, where it is one."""
        return next((data for name, data in self.files.items() if name.endswith(".pdf")), None)

    def without_idle_notes(self) -> "Print":
        """Return the same without what is told of options that it made no use of."""
        return replace(self, notes=tuple(n for n in self.notes if n.key != "print.left-out"))

    def named_for(self, name: str) -> "Print":
        """Return the same files with a class in their names: `score-sheets.names.6e B.pdf`."""
        stem = next(iter(self.files)).rpartition(".")[0]
        named = {f"{stem}.{name}{n.removeprefix(stem)}": data for n, data in self.files.items()}
        return replace(self, files=named)


def make(game: Game, printable: str, options: Options, plan: PrintPlan | None = None) -> Print:
    """Make a printable's files; a guide counts what `plan` does, or its own lesson's class."""
    planning.require_no_names(game, options)
    left_out = chosen_but_ignored(game, printable, options)
    setting = Context(game, printable, options.without(left_out))
    stem = f"{printable}{setting.options.suffix()}"
    found, key = entry(game, printable), 0
    notes = _ignored_notes(setting, left_out)
    if isinstance(found, DocumentEntry):
        told = document(setting, found, options, lambda: plan or lesson_plan(game, options))
        flowed = lay_out_document(*told)
        files = {f"{stem}.{flowed.suffix}": flowed.data}
        notes = notes if flowed.note is None else (flowed.note, *notes)
    elif isinstance(found, DrawnEntry | LessonEntry):
        from generator.render.pdf import draw

        planned = planning.plan
        if isinstance(found, LessonEntry):
            from generator.documents import plan_paper as planned

        pages, inks = planned(game, printable, setting.options), palette(game, options.ink)
        sides = planning.printed_sides(pages, found, setting.options)
        about = facts_of(setting, FLIPS[sides])
        data = draw(pages, inks, about, setting.options.printer)
        key = sum(page.is_key for page in pages)
        files = {f"{stem}.pdf": data, f"{stem}.boxes.json": boxes_json(pages, setting).encode()}
        if isinstance(found, ListGameEntry):
            files[f"{stem}.contents.json"] = found.contents_json(setting).encode()
        if setting.options.made_for == "printshop" and isinstance(found, DrawnEntry):
            from generator.print_shop import PrintShop

            made, more = PrintShop(found, setting, facts_of(setting)).files()
            files |= {f"{stem}.printshop/{name}": data for name, data in made.items()}
            notes = (*notes, *more)
    return Print(printable, setting.title, files, notes, key)


def document(
    setting: Context, found: DocumentEntry, options: Options, plan: Callable[[], PrintPlan]
) -> tuple[str, Mapping[str, object], DocumentFacts]:
    """Return the template of a document, what it is filled with, and the facts of its file.

    `options` are all that were chosen: any file says how its paper is turned over, also where the
    document itself heeds no such option.
    """
    from generator.documents import context

    told = context(setting, found.template, facts_of(setting), plan)
    sides: Sides = "one-side" if options.duplex == "none" else "two-sides"
    return found.template, told, facts_of(setting, FLIPS[sides])


def lay_out_document(
    template: str, told: Mapping[str, object], about: DocumentFacts
) -> "FlowedDocument":
    """Lay a document out so that no page of it is a quarter empty."""
    flowed = lay_out(template, told, about)
    return flowed if flowed.premade else avoid_empty_pages(flowed, template, told, about)


def first_html(template: str, told: Mapping[str, object]) -> str:
    """Return the page of a document as it is laid out first."""
    from generator.render.html_to_pdf import fill_document

    return fill_document(f"{template}.html.j2", {**told, **(NOTES if template in NOTED else {})})


def lesson_plan(game: Game, options: Options) -> PrintPlan:
    """Plan for the class that a game's lesson is for, or for one usual table."""
    from generator.documents.guide_section import read_guide

    lesson = read_guide(game, options.language, options.year).lesson
    unnamed = replace(options, copies=1, names=())
    plan = expected_plan(game, unnamed, seat_class(game, lesson.pupils, lesson.group))
    return with_uses(game, plan, lesson.uses())


def lay_out(template: str, told: Mapping[str, object], about: DocumentFacts) -> "FlowedDocument":
    """Lay a document out; a guide and a plan get ruled lines for notes on their last page."""
    from generator.render.html_to_pdf import fill_document, lay_out_html

    flowed = lay_out_html(first_html(template, told), about)
    # A browser would print lines for which a page has no room.
    if template not in NOTED or flowed.suffix == "pdf":
        return flowed
    return lay_out_html(fill_document(f"{template}.html.j2", told), about)


def avoid_empty_pages(
    flowed: "FlowedDocument", template: str, told: Mapping[str, object], about: DocumentFacts
) -> "FlowedDocument":
    """Lay a document out otherwise until no page is a quarter empty; the first that fits wins."""
    if template == "guide" and flowed.pages > MOST_PAGES:
        told = {**told, **FITS[0]}
        flowed = lay_out(template, told, about)
    usual = _fill_last_page(flowed, template, told, about)
    if max(usual.blank_heights) <= MOST_BLANK:
        return usual
    elsewhere = ALTERNATIVES.get(template, ())
    both = ({**way, **lead} for way, lead in product(elsewhere[:1], LINE_SPACINGS))
    for way in (*elsewhere, *LINE_SPACINGS, *both):
        set_so = {**told, **way}
        other = _fill_last_page(lay_out(template, set_so, about), template, set_so, about)
        if other.pages <= usual.pages and max(other.blank_heights) <= MOST_BLANK:
            return other
    return usual


def _fill_last_page(
    flowed: "FlowedDocument", template: str, told: Mapping[str, object], about: DocumentFacts
) -> "FlowedDocument":
    if template in NOTED or flowed.blank_heights[-1] <= MOST_BLANK:
        return flowed
    denser = DENSER if template == "rules" and flowed.pages > 1 else ()
    tight, *wider = ((fit, flowed.pages) for fit in FITS)
    for fit, most in (tight, *denser, *wider):
        other = lay_out(template, {**told, **fit}, about)
        if other.pages > most:
            continue
        if other.blank_heights[-1] <= MOST_BLANK:
            return other
        if other.pages < flowed.pages:
            told = {**told, **fit}
            break
    return lay_out(template, {**told, **NOTES}, about)


def _ignored_notes(setting: Context, names: tuple[str, ...]) -> tuple[Message, ...]:
    # A kit always passes its pupils, and few printables depend on them, as on who makes cards.
    told = (name for name in names if name not in {"pupils", "tables", "country", "made_for"})
    if options := tuple(map(planning.option_word, told)):
        return (message("print.left-out", printable=setting.title, options=options),)
    return ()


def joined_notes(prints: Iterable[Print]) -> Iterator[Message]:
    """Yield the notes of prints, each once; what changes nothing of several, in one line."""
    ignoring = dict[Any, dict[Any, None]]()
    for note in dict.fromkeys(note for one in prints for note in one.notes):
        values = dict(note.values)
        if note.key == "print.left-out":
            ignoring.setdefault(values["options"], {})[values["printable"]] = None
        else:
            yield note
    for options, titles in ignoring.items():
        yield message("print.left-out", printable=tuple(titles), options=options)


def card_sheets(game: Game, printable: str, options: Options) -> Print:
    """Make a deck as images for virtual tabletops, with its card list; LudokitError for no deck."""
    from generator.render.pdf import draw
    from generator.render.preview import pages_png

    found = entry(game, printable)
    left_out = chosen_but_ignored(game, printable, options)
    setting = Context(game, printable, options.without(left_out))
    # A table has one deck, however many are printed.
    several = ["copies"]
    if "tables" in found.supported_options:
        several += ["pupils", "tables"]
    alone = replace(setting, options=setting.options.without(several))
    pieces = found.deck_pieces(alone) if isinstance(found, DrawnEntry) else ()
    if not isinstance(found, DrawnEntry) or not pieces:
        raise LudokitError(message("print.no-deck", printable=setting.title))
    images = DeckImages(pieces, f"{printable}{setting.options.suffix()}.sheet")
    pages = images.plan(setting)
    longest = max(max(page.size.width, page.size.height) for page in pages)
    dpi = min(TABLETOP_DPI, int(TABLETOP_PIXELS / longest * 25.4))
    pictures = pages_png(draw(pages, palette(game, options.ink), facts_of(setting)), dpi)
    files = dict(zip((name for name, _ in images.files()), pictures, strict=True))
    files[f"{images.stem}.json"] = images.listed(found, setting).encode()
    return Print(printable, setting.title, files)


def make_calibration(options: Options) -> Print:
    """Make the sheet that a printer is measured by."""
    from generator.printables import calibration
    from generator.render.pdf import draw

    title = say(message("calibrate.title"), options.language)
    about = DocumentFacts(title, language=options.language)
    inks = calibration.calibration_palette(options)
    data = draw(calibration.plan_calibration(options), inks, about)
    return Print("calibrate", title, {f"calibrate{options.suffix()}.pdf": data})


def make_drawing_sheets(names: Sequence[str], options: Options) -> bytes:
    """Make the sheets of drawings to choose from, by id, as a PDF."""
    from generator.paper.palette import Palette
    from generator.printables.drawing_sheets import plan_drawing_sheets
    from generator.render.pdf import draw

    about = DocumentFacts(
        say(message("drawings.title"), options.language), language=options.language
    )
    return draw(plan_drawing_sheets(names, options), Palette(ink=options.ink), about)


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes printables in order, in a `pool` up to `ahead` at once; a remote one has own games."""

    pool: Executor | None = None
    ahead: int = 0
    is_remote: bool = False

    def __call__(
        self, game: Game, names: Sequence[str], options: Options, plan: PrintPlan | None
    ) -> Iterable[Print]:
        if self.pool is None:
            return (make(game, name, options, plan) for name in names)
        given = names, repeat(options), repeat(plan)
        with ignore_interrupts():
            where = game.name if self.is_remote else game.folder
            return self.pool.map(_make_there, repeat(where), *given)


@contextmanager
def in_parallel(jobs: int, cluster: str | None = None) -> Iterator[Maker]:
    """Yield a maker for some processes or a cluster; LudokitError if one of these fails."""
    if jobs == 1 and cluster is None:
        yield Maker()
        return
    with worker_pool(jobs, cluster) as (pool, ahead):
        yield Maker(pool, ahead, is_remote=cluster is not None)


def make_all(
    maker: Maker,
    game: Game,
    options: Options,
    plan: PrintPlan | None = None,
    names: Sequence[str] | None = None,
) -> Iterator[Print]:
    """Make printables of a game, all unless some are named; notes name the options each ignores."""
    names = planning.printables_played_with(game, options) if names is None else names
    left_out = {name: unavailable_options(game, name, options) for name in names}
    # All are submitted before the first is waited for, documents first: they take longest.
    order = sorted(left_out, key=lambda name: not isinstance(entry(game, name), DocumentEntry))
    asked = {name: maker(game, (name,), options.without(left_out[name]), plan) for name in order}
    notes = [_ignored_notes(Context(game, name, options), one) for name, one in left_out.items()]
    made = zip(chain.from_iterable(asked[name] for name in left_out), notes, strict=True)
    return (replace(one, notes=(*one.notes, *more)) for one, more in made)


def make_for_classes(
    maker: Maker, game: Game, printables: Sequence[str], classes: Iterable[tuple[str, Options]]
) -> Iterator[Print]:
    """Make printables for one class after another, submitted late to bound the memory."""
    asked = ((name, make_all(maker, game, own, names=printables)) for name, own in classes)
    for name, made in prefetch(asked, maker.ahead // (len(printables) or 1)):
        yield from (one.named_for(name) for one in made)


def _make_there(where: Path | str, name: str, options: Options, plan: PrintPlan | None) -> Print:
    return make(_game(where), name, options, plan)


@cache
def _game(where: Path | str) -> Game:
    return load(where) if isinstance(where, str) else load_folder(where)


def facts_of(setting: Context, flip: Flip | None = None) -> DocumentFacts:
    """Return what a printable's file says about itself, and how its paper is turned over."""
    said, head = setting.sentences, setting.game.head
    title, author = f"{said.title} – {setting.title}", ", ".join(head.credits.authors)
    keywords = (said.title, setting.title, "ludokit")
    language, is_grey = setting.options.language, setting.options.ink != "colour"
    return DocumentFacts(title, author, said.rights, keywords, language, grey=is_grey, flip=flip)
