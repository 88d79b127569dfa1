"""The table of a list, beside `game.yaml` or written in it, and what of it is shown."""

from collections.abc import Sequence
from functools import lru_cache

from generator.errors import DataError
from generator.game.game import Game
from generator.game.parts import Listing, Loto, Ring
from generator.reading.nodes import child
from generator.tables import table as tables
from generator.tables.table import Table, usual_sides
from generator.words import not_one_of


@lru_cache(maxsize=8)
def table_of(game: Game, part: str) -> Table:
    """Return the table of a list, or its rows of some levels.

    Raise DataError with every cell that cannot be read, and for a level that no row has.
    """
    listing, found = game.part(part, Listing), child(game.sections["parts"], part)
    rows = found and child(found, "rows")
    if listing.file is not None:
        table = tables.read_table(game.folder / listing.file)
    elif rows is not None:
        table = tables.of_nodes(rows)
    else:
        raise KeyError(part)
    wanted = [*map(str, listing.levels)]
    there = {cell.words for cell in table.column("level")} if table.has("level") else set()
    for number, level in enumerate(wanted):
        if level not in there:
            reason = not_one_of(level, sorted(there))
            raise DataError([game.fault(("parts", part, "levels", number), reason)])
    return tables.of_levels(table, wanted) if wanted else table


def columns_of(game: Game, part: str) -> Sequence[str]:
    """Return what stands on the boards of a loto, and what is called if that is another column."""
    loto = game.part(part, Loto)
    return loto.sides or usual_sides(table_of(game, loto.list))[::-1]


def sides_of(game: Game, ring: Ring) -> Sequence[str]:
    """Return the columns of a ring: after the first comes the second."""
    return ring.sides or usual_sides(table_of(game, ring.list))
