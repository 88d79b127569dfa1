"""The games of the catalog and what is printed of them, once for all tests of a process."""

from functools import cache

from generator.game import load as read
from generator.make import Print, make
from generator.printables.context import Options

load = cache(read)


@cache
def printed(game: str, printable: str, options: Options) -> Print:
    """Make a printable of a game once for all tests of a process."""
    return make(load(game), printable, options)
