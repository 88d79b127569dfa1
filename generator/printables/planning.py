"""From a game's data and a person's choices to pages: each printable read by its kind."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.head import GameFile
from generator.game.vocabulary import field_aliases
from generator.paper.page import Page
from generator.paper.text import DoesNotFitError, GlyphMissingError
from generator.printables.inside import require_inside
from generator.printables.kinds import board, cards, form, net, sheet, tiles, tokens
from generator.printables.options import Options
from generator.printables.setting import Setting
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Scalar
from generator.words import message, not_one_of


class DocumentEntry(Facts):
    """A flowed document, filled from a template: a guide, a rule sheet."""

    kind: Literal["document"]
    template: Id


Entry: TypeAlias = (
    board.BoardEntry
    | cards.CardsEntry
    | sheet.SheetEntry
    | form.FormEntry
    | tiles.TilesEntry
    | tokens.TokensEntry
    | net.NetEntry
    | DocumentEntry
)


PLANS: Mapping[type[Facts], Callable[[Any, Setting], tuple[Page, ...]]] = {
    board.BoardEntry: board.plan,
    cards.CardsEntry: cards.plan,
    form.FormEntry: form.plan,
    net.NetEntry: net.plan,
    sheet.SheetEntry: sheet.plan,
    tiles.TilesEntry: tiles.plan,
    tokens.TokensEntry: tokens.plan,
}
# The options that every kind heeds, or that say how often to print; then those of some kinds.
EVERYWHERE = frozenset({"language", "paper", "ink", "large", "font", "copies", "printer"})
USES: Mapping[type[Facts], frozenset[str]] = {
    board.BoardEntry: frozenset(),
    cards.CardsEntry: frozenset({"duplex", "bleed", "card_size", "only"}),
    DocumentEntry: frozenset(),
    form.FormEntry: frozenset(),
    net.NetEntry: frozenset(),
    sheet.SheetEntry: frozenset({"per_page", "names"}),
    tiles.TilesEntry: frozenset({"duplex", "bleed"}),
    tokens.TokensEntry: frozenset(),
}


class EntryFile(Facts):
    """The section `printables` as a whole: an entry for each printable, told apart by its kind."""

    printables: Mapping[Id, Annotated[Entry, Field(discriminator="kind")]]


@lru_cache(maxsize=8)
def entries(game: Game) -> Mapping[str, Entry]:
    """Read every printable of a game; raise DataError with every fault of the section."""
    section = game.sections.get("printables")
    if not isinstance(section, MapNode):
        return {}
    key = Scalar("printables", "printables", section.place)
    return fit(MapNode(((key, section),), section.place), EntryFile, field_aliases()).printables


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
    setting = Setting(game, printable, options)
    found = entry(game, printable)
    try:
        pages = PLANS[type(found)](found, setting)
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
    used = EVERYWHERE | USES[type(entry(game, printable))]
    return tuple(name for name in options.chosen() if name not in used)


def not_offered(game: Game, printable: str, options: Options) -> tuple[str, ...]:
    """Return the names of the options that a sheet of the kind heeds, but this one cannot offer."""
    found = entry(game, printable)
    if not isinstance(found, sheet.SheetEntry):
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


def option_word(name: str) -> str:
    """Return an option as it is typed: `--card-size` for `card_size`."""
    return f"--{name.replace('_', '-')}"


class WholeGameFile(GameFile):
    """`game.yaml` with the entries of its printables spelt out, for editors."""

    printables: Mapping[Id, Annotated[Entry, Field(discriminator="kind")]]  # type: ignore[assignment]
