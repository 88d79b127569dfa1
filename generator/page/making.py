"""What the processes of the page's workshop do: the calls of the command line, one at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.classroom import PrintPlan, Seating
from generator.from_list import game_of_list
from generator.game import Game, load
from generator.kit import bound, for_class
from generator.make import Print, in_parallel, make_all
from generator.page.forms import Chosen
from generator.printables import planning
from generator.printables.context import Options
from generator.printables.declaring import DocumentEntry

# What a table is called while a game is made of it, whatever it was called before.
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Order:
    """A kit of a game, or a game made from a list: of a kind, from a table's bytes and ending."""

    game: str
    chosen: Chosen
    kind: str = ""
    table: bytes = b""
    ending: str = ""


# As it is when the page is opened: whoever edits a game's data opens it anew.
loaded = lru_cache(maxsize=64)(load)


def get_ready() -> None:
    """Load what drawing takes, before somebody waits for it."""
    import generator.render.pdf  # noqa: F401 - it takes its time the first time


def drawn_first(order: Order) -> tuple[str, ...]:
    """Return the printables of an order, drawn ones first: they are there sooner."""
    if order.kind:
        return (order.kind,)
    game = loaded(order.game)
    found = planning.entries(game)
    names = planning.played(game, order.chosen.options)
    return tuple(sorted(names, key=lambda name: isinstance(found[name], DocumentEntry)))


@lru_cache(maxsize=1)  # all printables of a kit are made one after another
def _begun(order: Order) -> tuple[Game, Options, Seating, PrintPlan]:
    game, chosen = loaded(order.game), order.chosen
    return game, *for_class(game, chosen.options, chosen.pupils, chosen.group)


def printable(order: Order, name: str) -> Print:
    """Make one printable of a kit; LudokitError where it cannot be printed."""
    game, options, _, plan = _begun(order)
    with in_parallel(1) as maker:
        return next(iter(make_all(maker, game, options, plan, (name,))))


def bound_kit(order: Order, made: Mapping[str, Print]) -> tuple[Print, ...]:
    """Bind the kit of what was made: its plan, one PDF of all, a file for each kind of paper."""
    game, options, seating, _ = _begun(order)
    prints = [made[name] for name in planning.played(game, options)]
    return bound(game, options, prints, seating)


def of_list(order: Order) -> Print:
    """Make a game from a list; DataError with every cell that cannot be read."""
    options = order.chosen.options
    with TemporaryDirectory(prefix="ludokit-") as folder:
        table = Path(folder) / f"{TABLE}{order.ending}"
        table.write_bytes(order.table)
        game = game_of_list(order.game, order.kind, table, options.language)
        (name,) = game.printables()
        planning.require_used(game, name, options)
        with in_parallel(1) as maker:
            return next(iter(maker(game, (name,), options, None)))
