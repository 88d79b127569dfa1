"""The tasks that the page's worker processes run: the same calls as the command line makes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.classroom import ClassSeating, PrintPlan
from generator.from_list import game_of_list
from generator.game import Game, load
from generator.kit import bind_kit, prepare_kit
from generator.make import Print, in_parallel, make_all
from generator.page.forms import PrintRequest
from generator.printables import planning
from generator.printables.context import Options
from generator.printables.printable import DocumentEntry

# What a table is called while a game is made of it, whatever it was called before.
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Order:
    """A kit of a game, or a game made from a list: of a kind, from a table's bytes and ending."""

    game: str
    request: PrintRequest
    kind: str = ""
    table: bytes = b""
    ending: str = ""


# Games stay as they were when the page was opened: whoever edits their data opens it again.
load_game = lru_cache(maxsize=64)(load)


def preload() -> None:
    """Import what drawing takes, before somebody waits for it."""
    import generator.render.pdf  # noqa: F401 - it takes its time the first time


def printables_in_order(order: Order) -> tuple[str, ...]:
    """Return the printables of an order, drawn ones first: they are made sooner."""
    if order.kind:
        return (order.kind,)
    game = load_game(order.game)
    found = planning.entries(game)
    names = planning.printables_played_with(game, order.request.options)
    return tuple(sorted(names, key=lambda name: isinstance(found[name], DocumentEntry)))


@lru_cache(maxsize=1)  # all printables of a kit are made one after another
def _prepare(order: Order) -> tuple[Game, Options, ClassSeating, PrintPlan]:
    game, chosen = load_game(order.game), order.request
    return game, *prepare_kit(game, chosen.options, chosen.pupils, chosen.group)


def make_printable(order: Order, name: str) -> Print:
    """Make one printable of a kit; LudokitError where it cannot be printed."""
    game, options, _, plan = _prepare(order)
    with in_parallel(1) as maker:
        return next(iter(make_all(maker, game, options, plan, (name,))))


def bind_printables(order: Order, made: Mapping[str, Print]) -> tuple[Print, ...]:
    """Bind the kit of what was made: its plan, one PDF of all, a file for each kind of paper."""
    game, options, seating, _ = _prepare(order)
    prints = [made[name] for name in planning.printables_played_with(game, options)]
    return bind_kit(game, options, prints, seating)


def make_list_game(order: Order) -> Print:
    """Make a game from a list; DataError with every cell that cannot be read."""
    options = order.request.options
    with TemporaryDirectory(prefix="ludokit-") as folder:
        table = Path(folder) / f"{TABLE}{order.ending}"
        table.write_bytes(order.table)
        game = game_of_list(order.game, order.kind, table, options.language)
        (name,) = game.printables()
        planning.require_supported(game, name, options)
        with in_parallel(1) as maker:
            return next(iter(maker(game, (name,), options, None)))
