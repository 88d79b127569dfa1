"""One printable, from a game to finished files: planned and drawn, or written and flowed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, product, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from generator.classroom import PrintPlan, expected, seated
from generator.errors import LudokitError
from generator.game import Game, load_folder
from generator.game.catalog import folder_of
from generator.printables import planning
from generator.printables.context import Options, PrintContext, Sides, palette
from generator.printables.declaring import DocumentEntry, DrawnEntry, LessonEntry
from generator.printables.kinds import cards
from generator.printables.kinds.cards import CardsEntry
from generator.printables.listed import OfListEntry, contents_json
from generator.printables.listings import boxes_json
from generator.printables.planning import entry, not_offered, unused
from generator.processes import lent, looking_ahead, unheard
from generator.render.document import DocumentFacts, Flip
from generator.words import Message, message, say

if TYPE_CHECKING:
    from generator.render.html_to_pdf import Flowed

# The documents whose last page is filled with lines for notes.
NOTED = ("guide", "plan")
NOTES: Mapping[str, bool] = {"notes": True}
# A guide that is longer is set tighter.
MOST_PAGES = 10
# A page that is white for more than so many millimetres is a quarter empty; ways to set it else.
MOST_WHITE = 69.0
FITS: tuple[Mapping[str, str], ...] = tuple({"fit": fit} for fit in ("tight", "roomy", "airy"))
# What may stand elsewhere, or be as high as it wants to.
ELSEWHERE: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "guide": ({"paired": "yes"},),
    "laboratory": FITS[1:],
    "rules": ({"first": "questions"}, {"paired": "yes"}, *FITS),
}
# From line to line, a share of the type: another one breaks pages elsewhere.
LEADS: tuple[Mapping[str, str], ...] = tuple(
    {"lead": f"{lead:.2f}"} for lead in (1.33, 1.39, 1.3, 1.42, 1.27)
)
# Ten cards of 63 mm across stay within the 4,096 pixels that tabletops take.
TABLETOP_DPI = 150
FLIPS: Mapping[Sides, Flip] = {
    "one-side": "Simplex",
    "two-sides": "DuplexFlipLongEdge",
    "short-edge": "DuplexFlipShortEdge",
}


@dataclass(frozen=True, slots=True)
class Print:
    """The files of a printable by name; `notes` are to be told (why a document is no PDF).

    So many of its last pages are a `key`, of which a class needs one.
    """

    printable: str
    title: str
    files: Mapping[str, bytes]
    notes: tuple[Message, ...] = ()
    key: int = 0

    @property
    def pdf(self) -> bytes | None:
        """Return the printable as PDF, where it is one."""
        return next((data for name, data in self.files.items() if name.endswith(".pdf")), None)

    def of_class(self, name: str) -> "Print":
        """Return the same files with a class in their names: `score-sheets.names.6e B.pdf`."""
        stem = next(iter(self.files)).rpartition(".")[0]
        named = {f"{stem}.{name}{n.removeprefix(stem)}": data for n, data in self.files.items()}
        return replace(self, files=named)


def make(game: Game, printable: str, options: Options, plan: PrintPlan | None = None) -> Print:
    """Make the files of one printable; raise LudokitError where it cannot be printed.

    A guide counts what a kit's `plan` counts, or else what its own lesson's class needs.
    """
    planning.require_nameless(game, options)
    left_out = unused(game, printable, options)
    setting = PrintContext(game, printable, options.without(left_out))
    stem = f"{printable}{setting.options.suffix()}"
    found, key = entry(game, printable), 0
    notes = _left_out(setting, left_out)
    if isinstance(found, DocumentEntry):
        from generator.documents import context

        told = context(
            setting, found.template, facts(setting), lambda: plan or of_lesson(game, options)
        )
        sides: Sides = "one-side" if options.duplex == "none" else "two-sides"
        about = facts(setting, FLIPS[sides])
        flowed = laid_out(found.template, told, about)
        flowed = filled_up(flowed, found.template, told, about)
        files = {f"{stem}.{flowed.suffix}": flowed.data}
        notes = notes if flowed.note is None else (flowed.note, *notes)
    elif isinstance(found, DrawnEntry | LessonEntry):
        from generator.documents import plan as drawn
        from generator.render.pdf import draw

        pages, inks = drawn(game, printable, setting.options), palette(game, options.ink)
        sides = planning.sides(pages, found, setting.options)
        about = facts(setting, FLIPS[sides])
        data = draw(pages, inks, about, setting.options.printer)
        key = sum(page.is_key for page in pages)
        files = {f"{stem}.pdf": data, f"{stem}.boxes.json": boxes_json(pages, setting).encode()}
        if isinstance(found, OfListEntry):
            files[f"{stem}.contents.json"] = contents_json(found, setting).encode()
    return Print(printable, setting.title, files, notes, key)


def of_lesson(game: Game, options: Options) -> PrintPlan:
    """Plan for the class that a game's lesson is for, or for one usual table."""
    from generator.documents.reading import guide

    lesson = guide(game, options.language).lesson
    unnamed = replace(options, copies=1, names=())
    return expected(game, unnamed, seated(game, lesson.pupils, lesson.group))


def laid_out(template: str, told: Mapping[str, object], about: DocumentFacts) -> "Flowed":
    """Lay a document out; the last page of a guide and of a plan is filled with lines for notes."""
    from generator.render.html_to_pdf import document, fill

    name = f"{template}.html.j2"
    if template not in NOTED:
        return document(fill(name, told), about)
    flowed = document(fill(name, {**told, **NOTES}), about)
    # A browser would print lines for which a page has no room.
    return document(fill(name, told), about) if flowed.suffix == "html" else flowed


def filled_up(
    flowed: "Flowed", template: str, told: Mapping[str, object], about: DocumentFacts
) -> "Flowed":
    """Return a document of which no page is left white, at no more pages, or on fewer.

    A guide of too many pages is set tighter; where a page would be a quarter empty its lines are
    set nearer or further, or what can stand elsewhere does. Without Pango there are no pages.
    """
    if template == "guide" and flowed.pages > MOST_PAGES:
        told = {**told, **FITS[0]}
        flowed = laid_out(template, told, about)
    usual = _ended(flowed, template, told, about)
    if max(usual.whites) <= MOST_WHITE:
        return usual
    elsewhere = ELSEWHERE.get(template, ())
    both = ({**way, **lead} for way, lead in product(elsewhere[:1], LEADS))
    for way in (*elsewhere, *LEADS, *both):
        set_so = {**told, **way}
        other = _ended(laid_out(template, set_so, about), template, set_so, about)
        if other.pages <= usual.pages and max(other.whites) <= MOST_WHITE:
            return other
    return usual


def _ended(
    flowed: "Flowed", template: str, told: Mapping[str, object], about: DocumentFacts
) -> "Flowed":
    """Return a document whose last page is not left white, at no more pages, or on fewer.

    What has no lines for notes is set tighter or roomier, or gets them too.
    """
    if template in NOTED or flowed.whites[-1] <= MOST_WHITE:
        return flowed
    for fit in FITS:
        other = laid_out(template, {**told, **fit}, about)
        is_filled = other.whites[-1] <= MOST_WHITE
        if is_filled and other.pages <= flowed.pages:
            return other
        if other.pages < flowed.pages:
            told = {**told, **fit}
            break
    return laid_out(template, {**told, **NOTES}, about)


def _left_out(setting: PrintContext, names: tuple[str, ...]) -> tuple[Message, ...]:
    # A kit knows its pupils and its country, whoever is glad to hear it.
    told = (name for name in names if name not in {"pupils", "country"})
    options = tuple(map(planning.option_word, told))
    if not options:
        return ()
    return (message("print.left-out", printable=setting.title, options=options),)


def card_sheets(game: Game, printable: str, options: Options) -> Print:
    """Make a deck as images for virtual tabletops, with its card list; LudokitError for no deck."""
    from generator.render.pdf import draw
    from generator.render.preview import pages_png

    found = entry(game, printable)
    setting = PrintContext(game, printable, options.without(unused(game, printable, options)))
    if not isinstance(found, CardsEntry):
        raise LudokitError(message("print.no-deck", printable=setting.title))
    stem = f"{printable}{setting.options.suffix()}.sheet"
    pages = cards.sheets(found, setting)
    pictures = pages_png(draw(pages, palette(game, options.ink), facts(setting)), TABLETOP_DPI)
    names = [f"{stem}-{number}.png" for number in range(1, len(pages) + 1)]
    if found.back:
        names[-1] = f"{stem}-back.png"
    files = dict(zip(names, pictures, strict=True))
    files[f"{stem}.json"] = cards.card_list(found, setting, stem).encode()
    return Print(printable, setting.title, files)


def calibration(options: Options) -> Print:
    """Make the sheet that a printer is measured by."""
    from generator.printables.calibration import calibration as planned
    from generator.printables.calibration import calibration_palette
    from generator.render.pdf import draw

    title = say(message("calibrate.title"), options.language)
    pages = planned(options)
    about = DocumentFacts(title, language=options.language)
    data = draw(pages, calibration_palette(options), about)
    return Print("calibrate", title, {f"calibrate{options.suffix()}.pdf": data})


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes some printables of a game for a plan, if any; they come in the order asked.

    Without a `pool` they are made here, as they are wanted; with one so many may be asked for
    `ahead`. What is `far` has games of its own, and ours by their names.
    """

    pool: Executor | None = None
    ahead: int = 0
    far: bool = False

    def __call__(
        self, game: Game, names: Sequence[str], options: Options, plan: PrintPlan | None
    ) -> Iterable[Print]:
        """Begin to make printables; they are waited for as they are asked for."""
        if self.pool is None:
            return (make(game, name, options, plan) for name in names)
        given = names, repeat(options), repeat(plan)
        with unheard():
            if self.far:
                return self.pool.map(_made_of, repeat(game.name), *given)
            return self.pool.map(_made_from, repeat(game.folder), *given)


@contextmanager
def in_parallel(jobs: int, cluster: str | None = None) -> Iterator[Maker]:
    """Give what makes printables in so many processes (1: here), or on the cluster at an address.

    LudokitError if a process is ended, or the cluster cannot go on.
    """
    if jobs == 1 and cluster is None:
        yield Maker()
        return
    with lent(jobs, cluster) as (pool, ahead):
        yield Maker(pool, ahead, far=cluster is not None)


def make_all(
    maker: Maker,
    game: Game,
    options: Options,
    plan: PrintPlan | None = None,
    names: Sequence[str] | None = None,
) -> Iterator[Print]:
    """Make printables of a game, all unless some are named, each with the choices that it offers.

    Notes say which it does not.
    """
    names = planning.played(game, options) if names is None else names
    left_out = {name: not_offered(game, name, options) for name in names}
    # All are asked for before the first is waited for, and documents first: they take longest, and
    # the last of them would be waited for alone.
    order = sorted(left_out, key=lambda name: not isinstance(entry(game, name), DocumentEntry))
    asked = {name: maker(game, (name,), options.without(left_out[name]), plan) for name in order}
    notes = [_left_out(PrintContext(game, name, options), one) for name, one in left_out.items()]
    made = zip(chain.from_iterable(asked[name] for name in left_out), notes, strict=True)
    return (replace(one, notes=(*one.notes, *more)) for one, more in made)


def for_classes(
    maker: Maker, game: Game, printables: Sequence[str], classes: Iterable[tuple[str, Options]]
) -> Iterator[Print]:
    """Make printables for one class after another, its name in those of the files.

    A class is asked for when its turn comes, so that memory does not grow with their number.
    """
    asked = ((name, make_all(maker, game, own, names=printables)) for name, own in classes)
    for name, made in looking_ahead(asked, maker.ahead // len(printables)):
        yield from (one.of_class(name) for one in made)


def _made_from(folder: Path, printable: str, options: Options, plan: PrintPlan | None) -> Print:
    """Make a printable in another process, which reads the game anew."""
    return make(_game(folder), printable, options, plan)


def _made_of(name: str, printable: str, options: Options, plan: PrintPlan | None) -> Print:
    """Make a printable on another machine, which has the game too."""
    return make(_game(folder_of(name)), printable, options, plan)


_game = cache(load_folder)


def facts(setting: PrintContext, flip: Flip | None = None) -> DocumentFacts:
    """Return what a printable's file says about itself, and how its paper is turned over."""
    said, head = setting.said, setting.game.head
    title, author = f"{said.title} – {setting.title}", ", ".join(head.credits.authors)
    keywords = (said.title, setting.title, "ludokit")
    language, is_grey = setting.options.language, setting.options.ink != "colour"
    return DocumentFacts(title, author, said.rights, keywords, language, grey=is_grey, flip=flip)
