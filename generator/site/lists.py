"""Games made from a list: one that comes with the program, and every game that it makes."""

from collections.abc import Iterator
from pathlib import Path

from generator.from_list import game_of_list, kinds, shipped
from generator.make import make
from generator.printables.context import Options
from generator.site.gallery import Picture, Pictures, Shown, line_of, picture_of
from generator.words import LANGUAGES, Language, message, printed

# Where its pictures lie, and what stands for a game's name among those of the games.
LISTS = "lists"


def list_pictures() -> Pictures:
    """Make every game of the list in every language, as usual, and keep its first page."""
    return {
        (language, LISTS, kind): _picture(kind, language)
        for language in LANGUAGES
        for kind in kinds()
    }


def _picture(kind: str, language: Language) -> Picture:
    name = _name(language)
    game = game_of_list(name, kind, Path(name), language)
    return picture_of(make(game, game.printables()[0], Options(language)))


def _name(language: Language) -> str:
    """Return the first list of a language, as it is typed."""
    return next(iter(shipped(language)))


def of_list(language: Language, found: Pictures) -> Iterator[Shown]:
    """Yield the games that one list makes."""
    name = _name(language)
    for kind in kinds():
        title = printed(message(f"new.kind-{kind}"), language)
        line = line_of("print", [name], language, {"as": kind, "table": name})
        yield Shown(kind, title, line, found[language, LISTS, kind])
