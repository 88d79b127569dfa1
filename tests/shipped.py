"""The games of the catalog and what is printed of them, once for all tests."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from generator.game import load as read
from generator.game.catalog import game_folders
from generator.make import Print, make
from generator.paths import sentences_files
from generator.printables.context import Options
from generator.words import BUILT_IN
from tests.shared import made_once

load = cache(read)
# Each game with each language that it says.
SPOKEN = [
    (name, language)
    for name, folder in game_folders().items()
    for language in sentences_files(folder)
]


def in_each_language(cases: Iterable[Any]) -> list[Any]:
    """Return cases of games, which are named first, each with every language that its game says.

    Those of languages that come as folders are left to the rest.
    """
    found = list[Any]()
    for case in cases:
        several = case if isinstance(case, tuple) else (case,)
        for language in (own for name, own in SPOKEN if name == several[0]):
            marks = [] if language in BUILT_IN else [pytest.mark.rest]
            found.append(pytest.param(*several, language, marks=marks))
    return found


@made_once
def printed(game: str, printable: str, options: Options) -> Print:
    """Make a printable of a game once for all tests."""
    return make(load(game), printable, options)
