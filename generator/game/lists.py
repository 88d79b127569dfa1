"""The table of a list: beside `game.yaml`, or written in it."""

from functools import lru_cache

from generator.game.game import Game
from generator.game.parts import Listing
from generator.reading.nodes import child
from generator.tables import table as tables
from generator.tables.table import Table


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
