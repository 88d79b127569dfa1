"""The commands that print: `print`, `kit` and `calibrate`."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, get_args

import click

from generator.cli.language import CliLanguage, UsageFault, attempt_each
from generator.cli.parameters import require_apart
from generator.errors import LudokitError
from generator.interruption import on_interrupt
from generator.options import describe
from generator.print_request import (
    PrintRequest,
    list_choices,
    options_of,
    printable_names,
    require_class,
    require_list,
)
from generator.words import Message, fold, message, say

if TYPE_CHECKING:
    from generator.classroom import ClassSeating
    from generator.from_list import ListChoices
    from generator.game import Game
    from generator.make import Maker, Print
    from generator.printables.context import Options
    from generator.reading.text_files import Name


# What of the files that are written is told.
WRITTEN = {".pdf", ".html", ".png"}
MOST_UNASKED = 4  # processes of a kit where `--jobs` says nothing


def print_game(lang: CliLanguage, *, game: str, printables: Sequence[str], **given: Any) -> None:
    """Make the printables named, or all of the game."""
    from generator.fitting import fit_game
    from generator.game import load
    from generator.make import in_parallel, make_all
    from generator.printables import planning
    from generator.reading.text_files import read_classes

    kind = given["as"]
    require_list(given)
    # A cluster loads the game from its folder, and decks for tabletops are made in this process.
    require_apart(given, "cluster", "jobs", "as", "sheet-png")
    if given["pack"]:
        _print_pack(lang, game, printables, given)
        return
    run = PrintRun(lang, given)
    chosen, loaded = _list_game(run, game) if kind else (None, load(game))
    printables = asked = run.find_printables(loaded, printables)
    classes = read_classes(given["names"]) if given["names"] else {}
    options = run.in_language_of(loaded, run.options(next(iter(classes.values()), ())))
    # Of a game from a list all is made where nothing is named.
    printables = printables or (
        loaded.printables() if kind else planning.printables_on_paper(loaded, options)
    )
    usual_size = options.card_size
    if chosen is not None:
        fitted = fit_game(loaded, kind, options, chosen)
        run.tell(*fitted.notes)
        loaded, options = fitted.game, fitted.options
    printables = planning.printables_to_make(loaded, printables, options)
    options = run.without_idle(loaded, printables or loaded.printables(), options)
    classes = classes if options.names else {}
    if given["sheet_png"]:
        run.write_card_sheets(loaded, asked, options)
        return
    usual = min(os.cpu_count() or 1, MOST_UNASKED) if len(classes) > 1 else 1
    with in_parallel(1 if kind else given["jobs"] or usual, given["cluster"]) as maker:
        if len(classes) > 1:
            run.write_classes(maker, loaded, options, printables, classes)
            return
        named = maker(loaded, printables, options, None)
        made = list(named if printables else make_all(maker, loaded, options))
    # What suits the cards and nobody asked for needs make no difference to the rest.
    is_fitted = options.card_size != usual_size
    run.write_game(loaded, [one.without_idle_notes() for one in made] if is_fitted else made)


def _print_pack(
    lang: CliLanguage, name: str, printables: Sequence[str], given: dict[str, Any]
) -> None:
    from generator.class_pack import class_size, fit_pack, make_pack
    from generator.from_list import game_of_list, understood

    require_apart(given, "pack", "sheet-png", "names", "cluster", "jobs")
    pupils, kind = class_size(given["pupils"], given["decks"]), given["as"]
    run = PrintRun(lang, {**given, "pupils": pupils})
    name, chosen = _list_choices(run, name)

    def made(choices: "ListChoices") -> "Game":
        return game_of_list(name, kind, given["table"], lang.language, choices)

    game = made(chosen)
    # A pack holds all of them, but what is named has to be there.
    run.find_printables(game, printables)
    run.tell(understood(game))
    fitted = fit_pack(made, kind, run.in_language_of(game, run.options()), chosen)
    run.tell(*fitted.notes)
    run.write_game(fitted.game, make_pack(fitted.game, fitted.options, pupils))


def _list_game(run: "PrintRun", name: str) -> tuple["ListChoices", "Game"]:
    from generator.from_list import game_of_list, understood

    name, chosen = _list_choices(run, name)
    made = game_of_list(name, run.given["as"], run.given["table"], run.lang.language, chosen)
    run.tell(understood(made))
    return chosen, made


def _list_choices(run: "PrintRun", name: str) -> tuple[str, "ListChoices"]:
    """Return the name of the files of a game from a list, and what is chosen of it."""
    from generator import from_list

    given, language = run.given, run.lang.language
    own = list_choices(given)
    name, title = from_list.name_and_title(name, own.get("title", ""), language)
    facts = from_list.template_facts({**own, "title": title})
    pupils, leave_out = given["pupils"] or 0, bool(given["leave_out"])
    return name, from_list.ListChoices(given["headings"], pupils, facts, leave_out)


def make_kits(lang: CliLanguage, *, games: Sequence[str], **given: Any) -> int:
    """Make everything of the games named, or of all; return the exit code."""
    from generator.game import game_names, load
    from generator.kit import bind_kit, make_prints, prepare_kit, prints_of_kit
    from generator.make import in_parallel
    from generator.printables.planning import printables_played_with, require_usual_paper
    from generator.reading.text_files import class_name, read_names

    pupils, group = given.pop("pupils"), given.pop("group")
    if bool(games) == given.pop("all"):
        raise UsageFault(message("cli.kit-which"))
    require_class(group, pupils, given["names"])
    run = PrintRun(lang, given)
    options = run.options(read_names(given["names"]) if given["names"] else ())
    options = replace(options, class_name=options.class_name or class_name(given["names"]))
    require_usual_paper(options)
    wanted = tuple(dict.fromkeys(games or game_names()))
    orders: dict[str, tuple[Game, Options, ClassSeating, Iterable[Print]]] = {}
    # More processes would cost more memory than they save time.
    with in_parallel(given["jobs"] or min(os.cpu_count() or 1, MOST_UNASKED)) as maker:

        def ask(name: str) -> None:
            game = load(name)
            own = run.in_language_of(game, options)
            own = replace(own, contents=_contents(game, options.contents, lang))
            own = run.without_idle(game, printables_played_with(game, own), own)
            own, order, plan = prepare_kit(game, own, pupils, group)
            names = prints_of_kit(game, own)
            orders[name] = game, own, order, make_prints(maker, game, own, plan, names)

        def finish(name: str) -> None:
            game, own, order, prints = orders[name]
            made = list(run.show_progress(prints, len(prints_of_kit(game, own)), game))
            run.write_game(game, [*made, *bind_kit(game, own, made, order)])

        # All games are asked for first, so that no process waits while a kit is bound.
        return max(attempt_each(wanted, ask, lang), attempt_each(tuple(orders), finish, lang))


def _contents(game: "Game", words: Sequence[str], lang: CliLanguage) -> tuple[str, ...]:
    from generator.game.titles import find_printable
    from generator.printables.printable import EditionPart

    option = describe("contents")
    purposes = [option.typed(one, lang.language) for one in option.values]
    known = {*option.values, *get_args(EditionPart)}
    return tuple(
        word if word in known else find_printable(game, word, lang.language, purposes)
        for word in words
    )


def print_calibration(lang: CliLanguage, **given: Any) -> None:
    """Make the sheet that a printer is measured by."""
    from generator.make import make_calibration
    from generator.printables.planning import require_usual_paper

    run = PrintRun(lang, given)
    options = run.options()
    require_usual_paper(options)
    made = make_calibration(options)
    run.write(f"{made.printable}/{lang.language}", [made])


def _class_files(classes: Iterable[str]) -> Mapping[str, str]:
    from generator.output import safe_stem

    files = {name: safe_stem(name.replace("/", "-")) for name in classes}
    of = dict[str, str]()
    for name, file in files.items():
        if (other := of.setdefault(fold(file), name)) != name:
            raise LudokitError(message("cli.classes-alike", one=other, other=name, name=file))
    return files


class PrintRun:
    """One print run: its parsed parameters, and where its files go."""

    def __init__(self, lang: CliLanguage, given: dict[str, Any]) -> None:
        from generator.output import require_folder

        self.lang, self.given = lang, given
        require_folder(given["to"])

    def tell(self, *notes: Message) -> None:
        """Tell notes on standard error, unless silence was asked for."""
        for note in () if self.given["quiet"] else notes:
            click.echo(say(note, self.lang.language), err=True)

    def options(self, names: Sequence["Name"] = ()) -> "Options":
        """Return the options, for a class if one is given; DataError for a faulty profile."""
        given = dict(self.given)
        if path := given.pop("printer", None):
            from generator.printables.calibration import read_profile

            given["printer"] = read_profile(path)
        given["names"] = self.printable_names(names) if names else ()
        return options_of(given, self.lang.language)

    def find_printables(self, game: "Game", words: Sequence[str]) -> tuple[str, ...]:
        """Return the printables that are meant by what was typed, each once."""
        from generator.game.titles import find_printable

        found = (find_printable(game, word, self.lang.language) for word in words)
        return tuple(dict.fromkeys(found))

    def printable_names(self, names: Iterable["Name"]) -> tuple[str, ...]:
        """Return the names of a list; one that no typeface has is noted, and left blank."""
        printed, notes = printable_names(names, self.given["font"], self.given["names"])
        self.tell(*notes)
        return printed

    def in_language_of(self, game: "Game", options: "Options") -> "Options":
        """Return the options in a language that the game has; tell where that is another."""
        request = PrintRequest(options).in_language_of(game)
        self.tell(*request.notes)
        return request.options

    def without_idle(
        self, game: "Game", printables: Sequence[str], options: "Options"
    ) -> "Options":
        """Return the options without those that change nothing of what is made; tell which."""
        from generator.printables.planning import ignored_by_all, option_word

        if idle := ignored_by_all(game, printables, options):
            words = tuple(map(option_word, idle))
            self.tell(message("print.idle", options=words, n=len(idle), game=game.name))
        return options.without(idle)

    def show_progress(
        self, prints: Iterable["Print"], count: int, game: "Game"
    ) -> Iterator["Print"]:
        """Yield the prints with a progress bar, where standard error is a terminal."""
        if self.given["quiet"] or not sys.stderr.isatty():
            yield from prints
            return
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import track

        console = Console(stderr=True)
        title = escape(game.sentences_in(self.lang.language).title)
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
        """Make printables for each class; where none was asked for, those without names once."""
        from generator.make import make_all, make_for_classes
        from generator.printables.planning import (
            chosen_but_ignored,
            printables_played_with,
            unavailable_options,
        )

        files = _class_files(classes)
        every = printables or printables_played_with(game, options)
        alike = tuple(
            name
            for name in every
            if "names"
            in (*chosen_but_ignored(game, name, options), *unavailable_options(game, name, options))
        )
        if alike:
            nameless = replace(options, names=())
            self.write_game(game, [*make_all(maker, game, nameless, names=alike)])
        own = tuple(name for name in every if name not in alike)
        # The names of the first class have been checked already.
        ((first, _), *others) = classes.items()
        later = ((name, self.printable_names(names)) for name, names in others)
        each_class = ((files[name], replace(options, names=names)) for name, names in later)
        every_class = chain([(files[first], options)], each_class)
        made, told = make_for_classes(maker, game, own, every_class), set[Message]()
        for one in self.show_progress(made, len(own) * len(classes), game):
            self.write_game(game, [replace(one, notes=tuple(set(one.notes) - told))])
            told.update(one.notes)

    def write_game(self, game: "Game", prints: Sequence["Print"]) -> None:
        """Write the files of a game together and say what was written."""
        self.write(f"{game.name}/{game.language(self.lang.language)}", prints)

    def write_card_sheets(self, game: "Game", decks: Sequence[str], options: "Options") -> None:
        """Write decks as images for tabletops on a screen, all that hold the cards if none."""
        from generator.make import card_sheets
        from generator.printables.planning import decks_of, without_other_decks

        holding = without_other_decks(game, decks_of(game), options.only)
        every = decks or holding or game.printables()
        self.write_game(game, [card_sheets(game, name, options) for name in every])

    def write(self, folder: str, prints: Sequence["Print"]) -> None:
        """Write files into a folder, all or none; tell what was written, and the notes."""
        from generator.make import joined_notes
        from generator.output import write_all

        files = {f"{folder}/{n}": data for one in prints for n, data in one.files.items()}
        asked = len(files)
        if self.given["preview"]:
            from generator.render.preview import pages_png

            # Beside each PDF: `score-sheets-1.png`; the files to print have the same pages again.
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
            # What is made card by card is told by its list, and by what a virtual table takes.
            told = {".csv", ".json"} if ".printshop" in str(path.parent) else WRITTEN
            if self.given["verbose"] or path.suffix in told:
                click.echo(self.lang("wrote", path=str(path)))
        self.tell(*joined_notes(prints))
