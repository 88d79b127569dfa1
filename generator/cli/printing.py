"""The commands that print: single printables, and whole kits."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.options import require_apart, require_both
from generator.cli.speech import Speech, UsageFault, each
from generator.errors import LudokitError
from generator.interruption import on_interrupt
from generator.words import Message, OptionWord, fold, message, near, not_one_of, say

if TYPE_CHECKING:
    from generator.classroom import Seating
    from generator.game import Game
    from generator.make import Maker, Print
    from generator.paper.text import FontChoice
    from generator.printables.context import Options
    from generator.reading.files import Name


MOST_UNASKED = 4  # processes that a kit takes unless told otherwise


def prints(speech: Speech, *, game: str, printables: Sequence[str], **given: Any) -> None:  # noqa: ANN401
    """Make the printables named, or all of the game."""
    from generator.from_list import game_of_list
    from generator.game import load
    from generator.make import card_sheets, in_parallel, make_all
    from generator.printables.kinds.cards import CardsEntry
    from generator.printables.planning import of_kind, offered, require_used

    kind, table = given["as"], given["table"]
    require_both(kind, table)
    # Other processes look for the game in its folder, and decks are made here.
    require_apart(given, "cluster", "jobs", "as", "sheet-png")
    loaded = game_of_list(game, kind, table, speech.language) if kind else load(game)
    printables = tuple(dict.fromkeys(printable(loaded, word, speech) for word in printables))
    run = Run(speech, given)
    classes = run.classes()
    options = run.spoken(loaded, run.options(next(iter(classes.values()), ())))
    # What is made of a list is one printable, named or not.
    printables = printables or (loaded.printables() if kind else offered(loaded, options))
    for name in printables:
        require_used(loaded, name, options)
    _require_counted(loaded, printables, options)
    if given["sheet_png"]:
        # Of the decks named, or of all decks of the game.
        decks = printables or of_kind(loaded, CardsEntry)
        run.write_game(loaded, [card_sheets(loaded, name, options) for name in decks])
        return
    usual = min(os.cpu_count() or 1, MOST_UNASKED) if len(classes) > 1 else 1
    with in_parallel(1 if kind else given["jobs"] or usual, given["cluster"]) as maker:
        if len(classes) > 1:
            run.write_classes(maker, loaded, options, printables, classes)
            return
        named = maker(loaded, printables, options, None)
        run.write_game(loaded, list(named if printables else make_all(maker, loaded, options)))


def _require_counted(game: "Game", printables: Sequence[str], options: "Options") -> None:
    """Raise UsageFault for a number of pupils that no printable heeds."""
    from generator.printables.planning import unused

    every = printables or game.printables()
    if options.pupils and all("pupils" in unused(game, name, options) for name in every):
        word = OptionWord("pupils")
        raise UsageFault(message("cli.option-elsewhere", option=word, commands=("kit",)))


def printable(game: "Game", word: str, speech: Speech) -> str:
    """Return the printable of a name, a title or their start; LudokitError with the nearest."""
    titles = {said: game.said[said].printables for said in game.said}
    words: dict[str, str] = {}
    for names in ({name: name for name in game.printables()}, *titles.values()):
        for name, title in names.items():
            words.setdefault(_typed(title), name)
    wanted = _typed(word)
    begun = {name for typed, name in words.items() if typed.startswith(wanted)}
    if wanted in words:
        return words[wanted]
    if len(begun) == 1:
        return begun.pop()
    own = tuple(typed_titles(game, speech).values())
    # A slip in the first word of a title is a slip too.
    starts = {start: title for title in own for start in (title.split("-")[0], title)}
    reason = not_one_of(word, own)
    if hint := starts.get(near(word, starts) or ""):
        reason = message("words.not-one-of-near", **(dict(reason.values) | {"near": hint}))
    raise LudokitError(message("print.unknown-printable", reason=reason))


def typed_titles(game: "Game", speech: Speech) -> Mapping[str, str]:
    """Return each printable's title as it may be typed in the reader's language."""
    said = game.said_in(speech.language).printables
    return {name: _typed(said[name]) for name in game.printables()}


def _typed(title: str) -> str:
    """Return a title as one word of a command line: `feuilles-de-score`."""
    return re.sub(r"[\W_]+", "-", fold(title)).strip("-")


def kit(speech: Speech, *, games: Sequence[str], **given: Any) -> int:  # noqa: ANN401
    """Make everything of the games named, or of all; return the exit code."""
    from generator.game import load, names
    from generator.kit import bound, for_class
    from generator.make import in_parallel, make_all
    from generator.printables.planning import require_office

    pupils, group = given.pop("pupils"), given.pop("group")
    if bool(games) == given.pop("all"):
        raise UsageFault(message("cli.kit-which"))
    require_class(group, pupils, given["names"])
    run = Run(speech, given)
    options = run.options(run.one_class())
    require_office(options)
    wanted = tuple(dict.fromkeys(games or names()))
    orders: dict[str, tuple[Game, Options, Seating, Iterable[Print]]] = {}
    # More processes would cost more memory than they save time.
    with in_parallel(given["jobs"] or min(os.cpu_count() or 1, MOST_UNASKED)) as maker:

        def ask(name: str) -> None:
            game = load(name)
            own = run.spoken(game, options)
            own, order, plan = for_class(game, own, pupils, group)
            orders[name] = game, own, order, make_all(maker, game, own, plan)

        def finish(name: str) -> None:
            game, own, order, prints = orders[name]
            made = list(run.watched(prints, len(game.printables()), game))
            run.write_game(game, [*made, *bound(game, own, made, order)])

        # All games are asked for first, so that no process waits while a kit is bound.
        return max(each(wanted, ask, speech), each(tuple(orders), finish, speech))


def require_class(group: int | None, pupils: int | None, names: object) -> None:
    """Raise UsageFault for tables of so many without a class to sit at them."""
    if group is not None and pupils is None and not names:
        raise UsageFault(message("cli.group-alone"))


def calibrate(speech: Speech, **given: Any) -> None:  # noqa: ANN401
    """Make the sheet that a printer is measured by."""
    from generator.make import calibration
    from generator.printables.planning import require_office

    run = Run(speech, given)
    options = run.options()
    require_office(options)
    made = calibration(options)
    run.write(f"{made.printable}/{speech.language}", [made])


def options_of(given: Mapping[str, Any], speech: Speech) -> "Options":
    """Return the choices among what was given on a command line, its files read."""
    from generator.printables.context import Options

    known = {one.name for one in fields(Options)}
    chosen = {name: value for name, value in given.items() if name in known and value}
    listed = (name.strip() for word in given.get("only", ()) for name in word.split(","))
    chosen["only"] = tuple(dict.fromkeys(name for name in listed if name))
    return Options(speech.language, **chosen)


def has_letters(name: "Name", font: "FontChoice") -> bool:
    """Tell whether a typeface has the letters of a name."""
    from generator.paper.text import FAMILIES, can_print

    return can_print(name.text, FAMILIES[font].bold)


def class_files(classes: Iterable[str]) -> Mapping[str, str]:
    """Return each class as it stands in names of files; LudokitError where two would be one."""
    from generator.output import safe_stem

    files = {name: safe_stem(name.replace("/", "-")) for name in classes}
    of = dict[str, str]()
    for name, file in files.items():
        if (other := of.setdefault(fold(file), name)) != name:
            raise LudokitError(message("cli.classes-alike", one=other, other=name, name=file))
    return files


def unprinted(name: "Name", path: Path) -> Message:
    """Return what is told of a name that becomes a line to write on."""
    return message("cli.names-line", place=f"{path}:{name.line}", name=name.text)


class Run:
    """One print run: what was given on the command line, and where its files go."""

    def __init__(self, speech: Speech, given: dict[str, Any]) -> None:
        """Keep what was given; raise LudokitError where the folder cannot take files."""
        from generator.output import require_folder

        self.speech, self.given = speech, given
        require_folder(given["to"])

    def classes(self) -> Mapping[str, Sequence["Name"]]:
        """Return the names of each class of the list, if one was given; DataError as for lists."""
        from generator.reading.files import read_classes

        return read_classes(self.given["names"]) if self.given["names"] else {}

    def one_class(self) -> Sequence["Name"]:
        """Return the names of the list, if one was given; DataError for several classes."""
        from generator.reading.files import read_names

        return read_names(self.given["names"]) if self.given["names"] else ()

    def options(self, names: Sequence["Name"] = ()) -> "Options":
        """Return the choices, for a class if one is given; DataError for a profile that is none."""
        given = dict(self.given)
        if path := given.pop("printer", None):
            from generator.printables.calibration import read_profile

            given["printer"] = read_profile(path)
        return options_of(given | {"names": tuple(self.printed(names))}, self.speech)

    def printed(self, names: Iterable["Name"]) -> Iterator[str]:
        """Yield the names of a list; one that no typeface has is told, and a line to write on."""
        for name in names:
            is_printed = has_letters(name, self.given["font"])
            yield name.text if is_printed else ""
            if not is_printed and not self.given["quiet"]:
                told = unprinted(name, self.given["names"])
                click.echo(say(told, self.speech.language), err=True)

    def spoken(self, game: "Game", options: "Options") -> "Options":
        """Return the choices in a language that the game has; say so where it is another."""
        language = game.language(options.language)
        if language != options.language and not self.given["quiet"]:
            said = self.speech("print-other-language", game=game.name, language=language)
            click.echo(said, err=True)
        return replace(options, language=language)

    def watched(self, prints: Iterable["Print"], count: int, game: "Game") -> Iterator["Print"]:
        """Yield the prints with a bar of progress, where somebody watches a terminal."""
        if self.given["quiet"] or not sys.stderr.isatty():
            yield from prints
            return
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import track

        console = Console(stderr=True)
        title = escape(game.said_in(self.speech.language).title)
        # The bar hides the cursor.
        with on_interrupt(console.show_cursor):
            yield from track(prints, title, count, console=console, transient=True)

    def write_classes(
        self,
        maker: "Maker",
        game: "Game",
        options: "Options",
        printables: Sequence[str],
        classes: Mapping[str, Sequence["Name"]],
    ) -> None:
        """Make what carries names for one class after another, files of its own for each.

        Where no printable was named, those without names are made once.
        """
        from generator.make import for_classes, make_all
        from generator.printables.planning import not_offered, played, unused

        files = class_files(classes)
        every = printables or played(game, options)
        alike = tuple(
            name
            for name in every
            if "names" in (*unused(game, name, options), *not_offered(game, name, options))
        )
        if alike:
            nameless = replace(options, names=())
            self.write_game(game, [*make_all(maker, game, nameless, names=alike)])
        own = tuple(name for name in every if name not in alike)
        # The names of the first class have been looked at already.
        ((first, _), *others) = classes.items()
        later = ((name, tuple(self.printed(names))) for name, names in others)
        each_class = ((files[name], replace(options, names=names)) for name, names in later)
        every_class = chain([(files[first], options)], each_class)
        made, told = for_classes(maker, game, own, every_class), set[Message]()
        for one in self.watched(made, len(own) * len(classes), game):
            self.write_game(game, [replace(one, notes=tuple(set(one.notes) - told))])
            told.update(one.notes)

    def write_game(self, game: "Game", prints: Sequence["Print"]) -> None:
        """Write the files of a game together and say what was written."""
        self.write(f"{game.name}/{game.language(self.speech.language)}", prints)

    def write(self, folder: str, prints: Sequence["Print"]) -> None:
        """Write files into a folder together; say what was written, and what is to be known."""
        from generator.output import write_all

        files = {f"{folder}/{n}": data for one in prints for n, data in one.files.items()}
        asked = len(files)
        if self.given["preview"]:
            from generator.render.preview import pages_png

            # A picture of every page beside its PDF: `score-sheets-1.png`; a kit's files to print
            # have the same pages again.
            files |= {
                f"{folder}/{name.removesuffix('.pdf')}-{number}.png": picture
                for one in prints
                for name, data in one.files.items()
                if data is one.pdf
                for number, picture in enumerate(pages_png(data), start=1)
            }
        written = write_all(self.given["to"], files, overwrite=self.given["overwrite"])
        if self.given["quiet"]:
            return
        for path in written if self.given["verbose"] else written[:asked]:
            if self.given["verbose"] or path.suffix in {".pdf", ".html", ".png"}:
                click.echo(self.speech("wrote", path=str(path)))
        for note in dict.fromkeys(note for one in prints for note in one.notes):
            click.echo(say(note, self.speech.language), err=True)
