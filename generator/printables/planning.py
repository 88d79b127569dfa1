"""From a game's data and a person's choices to pages: each printable read by its kind."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id, choice
from generator.game.head import GameFile
from generator.game.vocabulary import field_aliases
from generator.paper.page import Page
from generator.paper.text import DoesNotFitError, GlyphMissingError
from generator.printables.context import PrintContext

# A kind is known once its module has been imported: a new one has its name here and nowhere else.
from generator.printables.kinds import board, cards, form, net, sheet, tiles, tokens  # noqa: F401
from generator.printables.kinds.entry import DrawnEntry, Entry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.options import Options
from generator.printables.printable_area import require_inside
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Scalar
from generator.words import OptionWord, message, not_one_of

if TYPE_CHECKING:
    AnyEntry: TypeAlias = Entry
else:
    AnyEntry = choice(Entry, "kind")

# The options that every kind heeds, or that say how often to print.
EVERYWHERE = frozenset({"language", "paper", "ink", "large", "font", "copies", "printer"})


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
    read = fit(MapNode(((key, section),), section.place), EntryFile, field_aliases()).printables
    return {name: found.completed(game) for name, found in read.items()}


def entry(game: Game, printable: str) -> Entry:
    """Read one printable; raise LudokitError with the nearest name for one unknown."""
    found = entries(game)
    if printable not in found:
        reason = not_one_of(printable, found)
        raise LudokitError(message("print.unknown-printable", reason=reason))
    return found[printable]


def plan(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan the pages of a drawn printable.

    Raise LudokitError naming the printable where something does not fit, lies outside what the
    printer reaches, or cannot be printed.
    """
    require_nameless(game, options)
    setting = PrintContext(game, printable, options)
    found = entry(game, printable)
    if not isinstance(found, DrawnEntry):
        raise TypeError(printable)
    try:
        pages = found.plan(setting)
    except (DoesNotFitError, GlyphMissingError) as error:
        raise LudokitError(
            message("print.cannot", printable=setting.title, reason=error.message)
        ) from error
    require_inside(pages, setting)
    return pages


def require_nameless(game: Game, options: Options) -> None:
    """Raise LudokitError where pupils' names are to be printed on papers that never carry them."""
    if options.names and not game.head.pupil_names:
        title = game.said_in(options.language).title
        raise LudokitError(message("print.no-pupil-names", game=title))


def unused(game: Game, printable: str, options: Options) -> tuple[str, ...]:
    """Return the names of the options chosen that make no difference to a printable."""
    used = EVERYWHERE | entry(game, printable).uses
    return tuple(name for name in options.chosen() if name not in used)


def not_offered(game: Game, printable: str, options: Options) -> tuple[str, ...]:
    """Return the names of the options that a sheet of the kind heeds, but this one cannot offer."""
    found = entry(game, printable)
    if not isinstance(found, SheetEntry):
        return ()
    has_name = any(block.block == "heading" for block in found.blocks)
    per_page = options.per_page is not None and options.per_page not in found.per_page
    cannot = (("per_page", per_page), ("names", bool(options.names) and not has_name))
    return tuple(name for name, is_so in cannot if is_so)


def require_used(game: Game, printable: str, options: Options) -> None:
    """Raise LudokitError naming the options chosen that make no difference to a printable."""
    names = unused(game, printable, options)
    if names:
        title = game.said_in(options.language).printables[printable]
        words = tuple(option_word(name) for name in names)
        raise LudokitError(message("print.unused", printable=title, options=words))


def option_word(name: str) -> OptionWord:
    """Return an option as it is typed in the reader's language: `--card-size` for `card_size`."""
    return OptionWord(name.replace("_", "-"))


class WholeGameFile(GameFile):
    """`game.yaml` with the entries of its printables spelt out, for editors."""

    printables: Mapping[Id, AnyEntry]  # type: ignore[assignment]
