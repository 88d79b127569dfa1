"""The games of the catalog and what is printed of them, once for all tests."""

from functools import cache

from generator.game import load as read
from generator.make import Print, make
from generator.printables.context import Options
from tests.shared import made_once

load = cache(read)


@made_once
def printed(game: str, printable: str, options: Options) -> Print:
    """Make a printable of a game once for all tests."""
    return make(load(game), printable, options)
