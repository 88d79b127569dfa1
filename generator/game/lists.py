"""The table of a list, beside `game.yaml` or written in it, and what of it is shown."""

from collections.abc import Sequence
from functools import lru_cache

from generator.game.game import Game
from generator.game.parts import Listing, Loto, Ring
from generator.reading.nodes import child
from generator.tables import table as tables
from generator.tables.table import Table, usual_sides


@lru_cache(maxsize=8)
def table_of(game: Game, part: str) -> Table:
    """Return the table of a list; raise DataError with every cell that cannot be read."""
    listing = game.part(part, Listing)
    if listing.file is not None:
        return tables.read_table(game.folder / listing.file)
    found = child(game.sections["parts"], part)
    rows = found and child(found, "rows")
    if rows is None:
        raise KeyError(part)
    return tables.of_nodes(rows)


def columns_of(game: Game, part: str) -> Sequence[str]:
    """Return what stands on the boards of a loto, and what is called if that is another column."""
    loto = game.part(part, Loto)
    return loto.sides or usual_sides(table_of(game, loto.list))[::-1]


def sides_of(game: Game, ring: Ring) -> Sequence[str]:
    """Return the columns of a ring: after the first comes the second."""
    return ring.sides or usual_sides(table_of(game, ring.list))
