"""The gallery: what each printable of a game looks like, how long it is, the line that makes it.

So too of the games made from a list: one that comes with the program, and all that it makes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from generator.cli.asking import Asked
from generator.cli.printing import typed_titles
from generator.cli.speech import Speech
from generator.from_list import game_of_list, kinds, shipped
from generator.game import Game
from generator.game.sentences import Sentences
from generator.make import Maker, Print, make
from generator.page.forms import Command
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.render.merge import page_count
from generator.render.preview import page_png
from generator.rules import SECTION
from generator.words import FIRST, LANGUAGES, Language, message, printed, say

# Dots to an inch: a page fills a column of the gallery, with dots to spare on a fine screen.
DPI = 50


@dataclass(frozen=True, slots=True)
class Picture:
    """The first page of a printable, and how many it has; nothing of what is no PDF."""

    png: bytes = b""
    pages: int = 0


# Where its pictures lie, and what stands for a game's name among those of the games.
LISTS = "lists"
# The pictures of a site by language, game and printable.
Pictures: TypeAlias = Mapping[tuple[Language, str, str], Picture]


@dataclass(frozen=True, slots=True)
class Shown:
    """A printable as the gallery shows it: its picture lies beside the page as `file`."""

    name: str
    title: str
    line: str
    picture: Picture

    @property
    def file(self) -> str:
        """Return the name of its picture."""
        return f"{self.name}.png"


@dataclass(frozen=True, slots=True)
class About:
    """A game in one language, another where it lacks the one that is read."""

    game: Game
    reader: Language
    prints: Sequence[Shown]

    @property
    def language(self) -> Language:
        """Return the language in which the game speaks."""
        return self.game.language(self.reader)

    @property
    def said(self) -> Sentences:
        """Return what the game says."""
        return self.game.said_in(self.reader)

    @property
    def glance(self) -> str:
        """Return for whom the game is, in the reader's language."""
        return say(self.game.head.at_a_glance(), self.reader)

    @property
    def folder(self) -> str:
        """Return where its pages lie."""
        return f"games/{self.game.name}"

    @property
    def kit(self) -> str:
        """Return the line that makes all of it."""
        return line_of("kit", [self.game.name], self.reader)

    @property
    def cover(self) -> Shown | None:
        """Return what it is known by."""
        return next((one for one in self.prints if one.picture.png), None)

    @property
    def is_judged(self) -> bool:
        """Return whether its records are judged."""
        return SECTION in self.game.sections


def about(game: Game, reader: Language, found: Pictures) -> About:
    """Return what is told of a game, with its printables in the order of its data."""
    language, typed = game.language(reader), typed_titles(game, Speech(reader))
    titles = game.said_in(reader).printables
    prints = tuple(
        Shown(
            name,
            titles[name],
            line_of("print", [game.name, typed[name]], reader),
            found[language, game.name, name],
        )
        for name in entries(game)
    )
    return About(game, reader, prints)


def line_of(
    command: Command,
    arguments: Sequence[str],
    language: Language,
    values: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the line that makes something in a language, as it is typed in that."""
    return told_in(language, Asked().typed(command, arguments, values, language))


def told_in(language: Language, line: str) -> str:
    """Return a line to type, with its language where that is not the usual one."""
    return line if language == FIRST else f"{line} --lang {language}"


def pictures(games: Sequence[Game], maker: Maker) -> Pictures:
    """Make every printable of some games in every language, as usual, and keep its first page."""
    # All are asked for before the first is waited for.
    asked = {
        (language, game.name): maker(game, tuple(entries(game)), Options(language), None)
        for game in games
        for language in LANGUAGES
        if language in game.said
    }
    return {(*of, one.printable): picture_of(one) for of, prints in asked.items() for one in prints}


def picture_of(made: Print) -> Picture:
    """Return the first page of a printable as it was made."""
    if made.pdf is None:
        return Picture()
    return Picture(page_png(made.pdf, 1, DPI) or b"", page_count(made.pdf))


def list_pictures() -> Pictures:
    """Make every game of the list in every language, as usual, and keep its first page."""
    found = {}
    for language, kind in product(LANGUAGES, kinds()):
        name = next(iter(shipped(language)))
        game = game_of_list(name, kind, Path(name), language)
        made = make(game, game.printables()[0], Options(language))
        found[language, LISTS, kind] = picture_of(made)
    return found


def of_list(language: Language, found: Pictures) -> Iterator[Shown]:
    """Yield the games that one list makes."""
    name = next(iter(shipped(language)))
    for kind in kinds():
        title = printed(message(f"new.kind-{kind}"), language)
        line = line_of("print", [name], language, {"as": kind, "table": name})
        yield Shown(kind, title, line, found[language, LISTS, kind])
