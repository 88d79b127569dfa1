"""The gallery: a picture, the page count and the command line of each printable."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import MappingProxyType

from generator import paths
from generator.from_list import game_of_list, list_kinds, shipped_tables
from generator.game import Game
from generator.game.sentences import Sentences
from generator.game.titles import titles_to_type
from generator.make import Maker, Print, make
from generator.options import Command
from generator.print_request import line_to_type
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.render.preview import page_count, page_png
from generator.rules import SECTION
from generator.words import FIRST, LANGUAGES, Language, message, say, typeset_message

# The site is in the languages that have tutorials.
TUTORIALS = paths.templates() / "site" / "tutorials"
SPOKEN = tuple(one for one in LANGUAGES if (TUTORIALS / f"{one}.yaml").is_file())
# Dots per inch: a page fills a column of the gallery, sharp on a fine screen too.
DPI = 50


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """The first page of a printable, and how many it has; empty for HTML."""

    png: bytes = b""
    pages: int = 0


# The folder of the games from a list, and their key in place of a game's name.
LISTS = "lists"
# The pictures of a site by language, game and printable.
Thumbnails = Mapping[tuple[Language, str, str], Thumbnail]


@dataclass(frozen=True, slots=True)
class GalleryItem:
    """A printable in the gallery; its picture lies beside the page as `file`."""

    name: str
    title: str
    line: str
    picture: Thumbnail

    @property
    def file(self) -> str:
        """Return the name of its picture."""
        return f"{self.name}.png"


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game for a reader's language, told in another where the game lacks that."""

    game: Game
    reader: Language
    prints: Sequence[GalleryItem]

    @property
    def language(self) -> Language:
        """Return the language in which the game speaks."""
        return self.game.language(self.reader)

    @property
    def said(self) -> Sentences:
        """Return what the game says."""
        return self.game.sentences_in(self.reader)

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
        """Return the command line that prints all of it."""
        return command_line("kit", [self.game.name], self.reader)

    @property
    def cover(self) -> GalleryItem | None:
        """Return the first printable that has a picture."""
        return next((one for one in self.prints if one.picture.png), None)

    @property
    def is_judged(self) -> bool:
        """Return whether its records are judged."""
        return SECTION in self.game.sections


def game_page(game: Game, reader: Language, found: Thumbnails) -> GamePage:
    """Return a game's page, with its printables in the order of its data."""
    language, typed = game.language(reader), titles_to_type(game, reader)
    titles = game.sentences_in(reader).printables
    prints = tuple(
        GalleryItem(
            name,
            titles[name],
            command_line("print", [game.name, typed[name]], reader),
            found[language, game.name, name],
        )
        for name in entries(game)
    )
    return GamePage(game, reader, prints)


def command_line(
    command: Command,
    arguments: Sequence[str],
    language: Language,
    values: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the command line that prints something, typed in the words of a language."""
    return with_language(language, line_to_type(command, arguments, values, language))


def with_language(language: Language, line: str) -> str:
    """Add `--lang` to a command line where the language is not the default."""
    return line if language == FIRST else f"{line} --lang {language}"


def make_thumbnails(games: Sequence[Game], maker: Maker) -> Thumbnails:
    """Print everything of some games in each language, and picture the first pages."""
    # All are submitted before the first is waited for.
    asked = {
        (language, game.name): maker(game, tuple(entries(game)), Options(language), None)
        for game in games
        for language in SPOKEN
        if language in game.sentences
    }
    return {(*of, one.printable): _thumbnail(one) for of, prints in asked.items() for one in prints}


def _thumbnail(made: Print) -> Thumbnail:
    if made.pdf is None:
        return Thumbnail()
    return Thumbnail(page_png(made.pdf, 1, DPI) or b"", page_count(made.pdf))


def make_list_thumbnails() -> Thumbnails:
    """Print every game from a list in each language, and picture the first pages."""
    found = {}
    for language, kind in product(SPOKEN, list_kinds()):
        name = next(iter(shipped_tables(language)))
        game = game_of_list(name, kind, Path(name), language)
        made = make(game, game.printables()[0], Options(language))
        found[language, LISTS, kind] = _thumbnail(made)
    return found


def list_items(language: Language, found: Thumbnails) -> Iterator[GalleryItem]:
    """Yield the games that are made from one list."""
    name = next(iter(shipped_tables(language)))
    for kind in list_kinds():
        title = typeset_message(message(f"new.kind-{kind}"), language)
        line = command_line("print", [name], language, {"as": kind, "table": name})
        yield GalleryItem(kind, title, line, found[language, LISTS, kind])
