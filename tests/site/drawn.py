"""Every drawn printable of every game in every language: also run by the Python of browsers."""

from collections.abc import Iterator
from itertools import product

from generator.game import game_names, load
from generator.make import make
from generator.printables.context import Options
from generator.printables.planning import entries, entry
from generator.printables.printable import DrawnEntry, LessonEntry


def drawn_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of each drawn printable, each with a name of its own."""
    for game in map(load, game_names()):
        for language, name in product(game.sentences, entries(game)):
            if isinstance(entry(game, name), DrawnEntry | LessonEntry):
                for file, data in make(game, name, Options(language)).files.items():
                    yield f"{game.name}.{language}.{file}", data
