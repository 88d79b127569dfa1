"""From a game's data and a person's choices to pages, planned by kind and judged before drawing."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import lru_cache
from importlib import import_module
from itertools import chain, combinations
from pkgutil import iter_modules
from typing import TYPE_CHECKING, TypeVar, get_args

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.agreement import Need, missing_words
from generator.game.countries import NONE, has_local_content, is_for
from generator.game.facts import Facts, Id, choice, subclasses_of
from generator.game.head import GameFile
from generator.game.sentences import field_aliases
from generator.paper.measures import PRINTABLE_EDGE
from generator.paper.page import PAPERS, Box, Extents, Page, all_cells, point_on_page
from generator.paper.shapes import CellBox, Drawing, Line, Mm, Placed, Text, scaled
from generator.paper.text import DoesNotFitError, GlyphMissingError
from generator.printables.context import OF_KITS, Context, Options, Sides
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.sheet import SheetEntry, fit_stack
from generator.printables.page_furniture import Pages
from generator.printables.printable import (
    EDITION,
    DocumentEntry,
    DrawnEntry,
    EditionPart,
    Entry,
    LessonEntry,
    Purpose,
    Room,
)
from generator.reading.nodes import MapNode, Path, Scalar
from generator.reading.validate import validate
from generator.words import Language, Message, OptionWord, clip_text, message, not_one_of, say

# A kind is known once its module has been imported, and every module of these folders is one.
for folder in map(import_module, ("generator.printables.kinds", "generator.listgames")):
    for kind in iter_modules(folder.__path__):
        import_module(f"{folder.__name__}.{kind.name}")

if TYPE_CHECKING:
    AnyEntry = Entry
else:
    AnyEntry = choice(Entry, "kind")

Kind = TypeVar("Kind", bound=Entry)

# The options that every kind heeds, or that say how often to print.
COMMON_OPTIONS = {"language", "paper", "ink", "large", "font", "copies", "printer", "play_with"}
# The documents that say what holds in one country only.
CITING = frozenset({"guide", "exercises"})
LOCAL = frozenset({"handout", "slides"})
# The lowest at which hands could have written is taken: two such papers fit a page where they can.
HEIGHTS = (95.0, 125.0, 160.0, 195.0, 210.0)
# Cells any narrower could not hold a mark and its ring.
LEAST_CELL: Mm = 10.0
# Boxes about round cells may overlap by this at their corners.
CORNER_OVERLAP: Mm = 2.0


class EntryFile(Facts):
    """The section `printables` as a whole: an entry for each printable, told apart by its kind."""

    printables: Mapping[Id, AnyEntry]


@lru_cache(maxsize=8)
def entries(game: Game) -> Mapping[str, Entry]:
    """Read every printable of a game; raise DataError with every fault of the section."""
    section = game.sections.get("printables")
    if not isinstance(section, MapNode):
        return {}
    key = Scalar("printables", "printables", section.place)
    whole = MapNode(((key, section),), section.place)
    read = validate(whole, EntryFile, field_aliases()).printables
    every = {}
    for name, found in read.items():
        deck = read.get(found.short_of or "") if isinstance(found, CardsEntry) else None
        # A smaller deck looks as the whole one does, but for what it says itself.
        fields = ("faces", "back", "spare") if isinstance(deck, CardsEntry) else ()
        looks = {field: getattr(found, field) or getattr(deck, field) for field in fields}
        every[name] = found.model_copy(update=looks).completed(game)
    return every


def entry(game: Game, printable: str) -> Entry:
    """Read one printable; raise LudokitError with the nearest name for one unknown."""
    found = entries(game)
    if printable not in found:
        reason = not_one_of(printable, found)
        raise LudokitError(message("print.unknown-printable", reason=reason))
    return found[printable]


def kinds_of(base: type[Entry]) -> tuple[str, ...]:
    """Return the words for the kinds of printables that are of a sort, in alphabetical order."""
    fixed = (get_args(one.model_fields["kind"].annotation) for one in subclasses_of(base))
    return tuple(sorted({word for words in fixed for word in words}))


def class_of_kind(word: str) -> type[Entry]:
    """Return the class of a kind of printables by its word; KeyError for no kind."""
    every = ((get_args(one.model_fields["kind"].annotation), one) for one in subclasses_of(Entry))
    known = {name: one for words, one in every for name in words if issubclass(one, Entry)}
    return known[word]


def of_kind(game: Game, kind: type[Kind], **facts: object) -> Mapping[str, Kind]:
    """Return the printables of a kind, by name, of which some facts hold."""
    return {
        name: one
        for name, one in entries(game).items()
        if isinstance(one, kind) and all(getattr(one, fact) == has for fact, has in facts.items())
    }


def printables_played_with(game: Game, options: Options) -> tuple[str, ...]:
    """Return the printables for the way of playing that is wished, all where none is, by contents.

    What is for older pupils than those of the year is left out.

    LudokitError with the nearest for what is neither a printable nor what some are printed for.
    """
    fitting, found, wanted = {None, options.play_with}, entries(game), set(options.contents)
    for name in sorted(wanted - {*found, *get_args(Purpose), *get_args(EditionPart)}):
        raise LudokitError(message("print.unknown-printable", reason=not_one_of(name, found)))
    return tuple(
        name
        for name, one in found.items()
        if not wanted or {name, one.purpose} & wanted
        if options.play_with == "sooner" or one.play_with in fitting
        if is_for(options.year, one.from_age)
    )


def edition_parts(options: Options) -> tuple[EditionPart, ...]:
    """Return the parts of a boxed edition that a kit is to hold."""
    parts: tuple[EditionPart, ...] = get_args(EditionPart)
    return tuple(one for one in parts if {one, EDITION}.intersection(options.contents))


def title_of(game: Game, printable: str, language: Language) -> str:
    """Return what a printable, or a part of a boxed edition, is called."""
    own = game.sentences_in(language).printables
    return own[printable] if printable in own else say(message(f"edition.{printable}"), language)


def decks_of(game: Game) -> tuple[str, ...]:
    """Return the printables that are decks of cards, each of which can be made by itself."""
    found = entries(game).items()
    return tuple(name for name, one in found if "made_for" in one.supported_options)


def without_other_decks(
    game: Game, printables: Sequence[str], only: Sequence[str]
) -> tuple[str, ...]:
    """Leave out decks that lack some of the cards asked for, unless no deck has them all."""
    found, decks = entries(game), decks_of(game)

    def is_other(name: str) -> bool:
        one = found[name]
        return isinstance(one, DrawnEntry) and not one.holds_cards(game, only)

    others = {name for name in decks if is_other(name)}
    return tuple(name for name in printables if others == {*decks} or name not in others)


def printables_to_make(game: Game, printables: Sequence[str], options: Options) -> tuple[str, ...]:
    """Return the printables named, for a print shop the decks of a game where none is.

    LudokitError for what is not offered on the paper, and for what a print shop has no use for.
    """
    for name in printables:
        require_paper(game, name, options)
    if options.made_for == "home":
        return tuple(printables)
    said = game.sentences_in(options.language)
    decks = decks_of(game)
    for name in printables:
        if name not in decks:
            raise LudokitError(message("print.no-deck", printable=said.printables[name]))
    if not decks:
        raise LudokitError(message("print.no-decks", game=said.title))
    return tuple(printables or decks)


def plan(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan the pages of a drawn printable; LudokitError names one that does not fit a page."""
    found = entry(game, printable)
    if not isinstance(found, DrawnEntry):
        raise TypeError(printable)
    return plan_checked(Context(game, printable, options), found.planned)


def plan_checked(setting: Context, planned: Callable[[Context], Pages]) -> Pages:
    """Plan pages by a function and check them; raise LudokitError as `plan` does."""
    require_no_names(setting.game, setting.options)
    try:
        pages = planned(setting)
    except (DoesNotFitError, GlyphMissingError) as error:
        reason = message("print.cannot", printable=setting.title, reason=error.message)
        raise LudokitError(reason) from error
    require_inside(pages, setting)
    return pages


def printed_sides(pages: Sequence[Page], of: Entry, options: Options) -> Sides:
    """Return which sides of the paper pages of a printable are printed on."""
    is_turned = of.is_two_sided or any(page.is_back for page in pages)
    if len(pages) == 1 or not is_turned or options.duplex in {"fold", "none"}:
        return "one-side"
    return "short-edge" if options.duplex == "short-edge" else "two-sides"


def require_no_names(game: Game, options: Options) -> None:
    """Raise LudokitError where pupils' names are to be printed on papers that never carry them."""
    if options.names and not game.head.pupil_names:
        title = game.sentences_in(options.language).title
        raise LudokitError(message("print.no-pupil-names", game=title))


def chosen_but_ignored(game: Game, printable: str, options: Options) -> tuple[str, ...]:
    """Return the options chosen that make no difference to a printable."""
    found, chosen = entry(game, printable), options.chosen()
    used = (COMMON_OPTIONS | found.supported_options | {*OF_KITS}) - found.ignored_options
    if not any(one.play_with for one in entries(game).values()):
        used -= {"play_with"}
    if isinstance(found, SheetEntry) and not any(block.takes_names for block in found.blocks):
        used -= {"names"}
    if "country" in chosen and _heeds_country(game, found, options.country):
        used |= {"country"}
    return tuple(name for name in chosen if name not in used)


def _heeds_country(game: Game, one: Entry, wanted: str) -> bool:
    """Tell whether a printable says what a country's programme asks, or what is so there only."""
    named = one.template if isinstance(one, DocumentEntry) else ""
    named = one.paper if isinstance(one, LessonEntry) else named
    return named in CITING or (named in LOCAL and has_local_content(game.name, wanted))


def ignored_by_all(game: Game, printables: Sequence[str], options: Options) -> tuple[str, ...]:
    """Return the options chosen that make no difference to any of these printables."""
    ignored = [set(chosen_but_ignored(game, name, options)) for name in printables]
    return tuple(n for n in options.chosen() if ignored and n in set.intersection(*ignored))


def supported_options(game: Game, printables: Collection[str] | None = None) -> frozenset[str]:
    """Return the options that make a difference to some of these printables, of all for None."""
    found, every = set[str](), entries(game)
    chosen = [one for name, one in every.items() if printables is None or name in printables]
    for one in chosen:
        found |= (COMMON_OPTIONS | one.supported_options) - one.ignored_options
    if any(_heeds_country(game, one, NONE) for one in chosen):
        found.add("country")
    if not game.head.pupil_names:
        found.discard("names")
    if not any(one.play_with for one in every.values()):
        found.discard("play_with")
    return frozenset(found)


def unavailable_options(game: Game, printable: str, options: Options) -> tuple[str, ...]:
    """Return the options chosen that sheets support in general, but this sheet does not."""
    found = entry(game, printable)
    if not isinstance(found, SheetEntry):
        return ()
    per_page = options.per_page is not None and options.per_page not in found.per_page
    return ("per_page",) if per_page else ()


def printables_on_paper(game: Game, options: Options) -> tuple[str, ...]:
    """Return the printables offered on a rare paper, none for a usual one, on which all are."""
    if options.paper in PAPERS:
        return ()
    found = tuple(name for name, one in entries(game).items() if options.paper in one.papers)
    if not found:
        require_usual_paper(options)
    return found


def require_supported(game: Game, printable: str, options: Options) -> None:
    """Raise LudokitError naming options chosen in vain, or the papers that it is offered on."""
    title = game.sentences_in(options.language).printables[printable]
    if words := tuple(map(option_word, chosen_but_ignored(game, printable, options))):
        raise LudokitError(message("print.unused", printable=title, options=words))
    require_paper(game, printable, options)


def require_paper(game: Game, printable: str, options: Options) -> None:
    """Raise LudokitError naming the papers that a printable is offered on, where this is none."""
    title = game.sentences_in(options.language).printables[printable]
    if options.paper not in (papers := entry(game, printable).papers):
        reason = message("print.paper", printable=title, found=options.paper, fitting=papers)
        raise LudokitError(reason)


def require_usual_paper(options: Options) -> None:
    """Raise LudokitError where a rare paper is chosen for what is printed on usual ones alone."""
    if options.paper not in PAPERS:
        raise LudokitError(message("print.office", found=options.paper, fitting=tuple(PAPERS)))


def option_word(name: str) -> OptionWord:
    """Return an option as it is typed in the reader's language: `--card-size` for `card_size`."""
    return OptionWord(name.replace("_", "-"))


class WholeGameFile(GameFile):
    """`game.yaml` with the entries of its printables spelt out, for editors."""

    printables: Mapping[Id, AnyEntry]  # type: ignore[assignment]


def check_entries(game: Game) -> None:
    """Read every entry; raise DataError with names used in vain and words missing."""
    problems: list[Problem] = []
    needs: list[Need] = []
    for name, found in entries(game).items():
        faults = found.faults(game)
        problems += (game.fault(_from_top(name, path), reason) for path, reason in faults)
        needs += (replace(need, path=_from_top(name, need.path)) for need in found.needs(game))
    DataError.raise_for(dict.fromkeys((*problems, *missing_words(game, needs))))


def _from_top(name: str, path: Path) -> Path:
    return path if path[:1] in {("parts",), ("health",)} else ("printables", name, *path)


def require_inside(pages: Sequence[Page], setting: Context) -> None:
    """Raise LudokitError naming a box nearer an edge than 5 mm, or than the printer reaches."""
    extents, wanted = Extents(), asdict(setting.options.printer.margins)
    margins = {side: max(PRINTABLE_EDGE, margin) for side, margin in wanted.items()}
    for number, page in enumerate(pages, start=1):
        wide, high = page.size.width, page.size.height
        right, low = wide - margins["right"], high - margins["bottom"]
        area = Box(margins["left"], margins["top"], right, low)
        for box, name in chain(*(_boxes_outside(one, area, extents) for one in page.placed())):
            far = (box.left, box.top, wide - box.right, high - box.bottom)
            gaps = dict(zip(margins, far, strict=True))
            side = min(gaps, key=lambda one: gaps[one] - margins[one])
            told = {"printable": setting.title, "page": str(number)}
            told |= {"distance": f"{gaps[side]:.1f}", "margin": f"{margins[side]:g}"}
            where = message(f"print.side-{side}")
            raise LudokitError(message("print.outside", box=name, side=where, **told))


def _boxes_outside(placed: Placed, area: Box, extents: Extents) -> Iterator[tuple[Box, Message]]:
    box = extents.placed(placed)
    if box is None or box.within(area, 0.1):
        return
    # A clipped or slanting drawing is judged as a whole: its parts need not show there.
    if placed.clip is None and placed.turn == 0.0:
        parts = (_boxes_outside(part, area, extents) for part in _drawing_parts(placed))
        if inner := tuple(chain.from_iterable(parts)):
            yield from inner
            return
    yield box, _drawing_name(placed.drawing)


def _drawing_parts(placed: Placed) -> Iterator[Placed]:
    drawing = placed.drawing
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            x, y = point_on_page(placed, shape.x, shape.y)
            yield replace(shape, x=x, y=y, scale=shape.scale * placed.scale)
        elif len(drawing.shapes) > 1:
            yield Placed(replace(drawing, shapes=(shape,)), placed.x, placed.y, 0, placed.scale)


def _drawing_name(drawing: Drawing) -> Message:
    words = (shape.words for shape in drawing.shapes if isinstance(shape, Text))
    cells = (cell.label or cell.id for cell in drawing.cells)
    name = next(words, "") or drawing.title or next(cells, "")
    if name:
        return message("print.box", name=clip_text(name))
    is_line = any(isinstance(shape, Line) for shape in drawing.shapes)
    return message("print.box-line" if is_line else "print.box-drawing")


@lru_cache(maxsize=64)  # the same for all records of a class
def sheet_showing(setting: Context, part: str, width: Mm, low: Mm | None = None) -> Drawing:
    """Return the sheet that shows a part, as low as can be; LudokitError if none is legible."""
    for name, one in entries(setting.game).items():
        if not isinstance(one, DrawnEntry):
            continue
        copy = one.copy_of(replace(setting, printable=name, name=""), part)
        if copy is not None:
            return scaled(copy, min(width / copy.width, (low or copy.height) / copy.height))
    ids, sheets = setting.game.head.parts[part].cell_ids(), list[tuple[Drawing, bool]]()
    for name, found in of_kind(setting.game, SheetEntry).items():
        of = replace(setting, printable=name)
        sheet = _lowest_sheet(found, of, ids, width, low) if part in found.parts else None
        if sheet is not None:
            own = _cells_named(sheet, ids)
            if own and (low is None or _is_readable(own)):
                return sheet
            sheets.append((sheet, bool(own)))
    # Cells of other names are those of rounds: nothing is marked there where some have their own.
    if sheets and not any(has_own for _, has_own in sheets):
        return sheets[0][0]
    raise LudokitError(message("print.no-sheet", part=part))


def _lowest_sheet(
    found: SheetEntry, setting: Context, ids: Collection[str], width: Mm, low: Mm | None
) -> Drawing | None:
    # What is written on, no legends and no line for a name.
    blocks = [block for block in found.blocks if block.is_written_in or block.parts]
    highest: Drawing | None = None
    for height in HEIGHTS if low is None else (low, *HEIGHTS):
        with suppress(DoesNotFitError):
            if stack := fit_stack(blocks, setting, Room(width, 5.0), height):
                _, highest = stack
                if _is_readable(_cells_named(highest, ids)):
                    break
    return highest


def _cells_named(drawing: Drawing, ids: Collection[str]) -> list[CellBox]:
    return [cell for cell in all_cells(drawing) if cell.id in ids]


def _is_readable(cells: Sequence[CellBox]) -> bool:
    return all(cell.width >= LEAST_CELL for cell in cells) and not any(
        one.x + one.width > other.x + CORNER_OVERLAP
        and other.x + other.width > one.x + CORNER_OVERLAP
        and one.y + one.height > other.y + CORNER_OVERLAP
        and other.y + other.height > one.y + CORNER_OVERLAP
        for one, other in combinations(cells, 2)
    )
