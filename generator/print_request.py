"""What is asked for when something is printed: a filled form, or parsed words, as options."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.errors import LudokitError
from generator.options import (
    LIST_CHOICES,
    OF_EACH_LIST,
    OF_LISTS,
    OF_SOME_LISTS,
    ON,
    SEVERAL,
    Command,
    Option,
    describe,
    fault_of,
    printing_options,
)
from generator.words import Language, Message, OptionWord, message, name_meant, typed_words

if TYPE_CHECKING:
    from generator.game import Game
    from generator.paper.text import FontChoice
    from generator.printables.context import Options
    from generator.reading.text_files import Name

# Words that a shell takes unquoted, accented letters among them.
_PLAIN = re.compile(r"[\w@%+=:,./-]+")


class UnfitOptionsError(LudokitError):
    """Options that mean nothing without others."""


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    name: str
    data: bytes


# What stands in the fields of a form, and the files that were uploaded there.
Values = Mapping[str, str]
Files = Mapping[str, Upload]


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """The options of a print run, what a kit counts besides, and `notes` that are to be told."""

    options: "Options"
    pupils: int | None = None
    group: int | None = None
    notes: tuple[Message, ...] = ()

    def in_language_of(self, game: "Game") -> "PrintRequest":
        """Return the request in a language that a game has, with a note where that is another.

        LudokitError where kinds of exercises are named that the game does not have.
        """
        options = self.options.in_language_of(game)
        if options.kinds:
            from generator.documents.exercises.generation import kinds_meant

            options = replace(options, kinds=kinds_meant(game, options.kinds))
        if options.language == self.options.language:
            return replace(self, options=options)
        note = message("cli.print-other-language", game=game.name, language=options.language)
        return replace(self, options=options, notes=(*self.notes, note))


def parse_form(command: Command, values: Values, files: Files, language: Language) -> PrintRequest:
    """Parse values and files by field; LudokitError where one is not understood."""
    given = {
        one.name.replace("-", "_"): _read_value(one, values, language)
        for one in printing_options(command)
    }
    if command == "print":
        require_list(given)
        options, notes = _read_files(given, files, language)
        return PrintRequest(options, notes=notes)
    from generator.printables.planning import require_usual_paper

    # A kit counts its pupils itself.
    group, pupils = given["group"], given.pop("pupils")
    require_class(group, pupils, given["names"])
    options, notes = _read_files(given, files, language)
    require_usual_paper(options)
    return PrintRequest(options, pupils, group, notes)


def _read_value(option: Option, values: Values, language: Language) -> Any:
    found = _typed(option, values) or option.usual
    try:
        return option.read(found, language) if found else None
    except LudokitError as error:
        raise LudokitError(fault_of(option.name, error.message)) from error


def _typed(option: Option, values: Values) -> str:
    return " ".join(values.get(option.name, "").split())


def _read_files(
    given: dict[str, Any], files: Files, language: Language
) -> tuple["Options", tuple[Message, ...]]:
    """Return options with what files hold, and what is to be told of these."""
    given |= {"names": (), "printer": None}
    notes: tuple[Message, ...] = ()
    if upload := files.get("printer"):
        from generator.printables.calibration import profile_in

        given["printer"] = profile_in(upload.data, Path(upload.name))
    if upload := files.get("names"):
        from generator.reading.text_files import class_name, read_names

        path = Path(upload.name)
        given["class_name"] = given["class_name"] or class_name(path, upload.data)
        names = read_names(path, upload.data)
        given["names"], notes = printable_names(names, given["font"], path)
    return options_of(given, language), notes


def require_class(group: int | None, pupils: int | None, names: object) -> None:
    """Raise UnfitOptionsError for a table size without a class."""
    if group is not None and pupils is None and not names:
        raise UnfitOptionsError(message("cli.group-alone"))


def require_list(given: Mapping[str, Any]) -> None:
    """Raise UnfitOptionsError for a kind without a table, and for what is told of no table."""
    told = any(given.get(name.replace("-", "_")) for name in OF_LISTS)
    if bool(given["as"]) != bool(given["table"]) or (told and not given["table"]):
        raise UnfitOptionsError(message("cli.list-both"))


def list_choices(given: Mapping[str, Any]) -> Mapping[str, str]:
    """Return what is chosen of a game from a list, by option; LudokitError for another kind's."""
    kind = given["as"]
    meant = {*OF_EACH_LIST, *OF_SOME_LISTS.get(kind, ())}
    told = [name for name in OF_LISTS if given.get(name.replace("-", "_"))]
    if idle := tuple(OptionWord(name) for name in told if name not in meant):
        title = message(f"new.kind-{kind}")
        raise UnfitOptionsError(message("list.idle", options=idle, n=len(idle), kind=title))
    return {name: str(given[name]) for name in LIST_CHOICES if given[name]}


def printable_names(
    names: Iterable["Name"], font: "FontChoice", path: Path
) -> tuple[tuple[str, ...], tuple[Message, ...]]:
    """Return the names of a list, blank where no typeface has the letters, with notes on these."""
    from generator.paper.text import FAMILIES, can_print

    printed, notes = list[str](), list[Message]()
    for name in names:
        is_printed = can_print(name.text, FAMILIES[font].bold)
        printed.append(name.text if is_printed else "")
        if not is_printed:
            place = f"{path}:{name.line}"
            told = message("cli.names-line", place=place, line=name.line, name=name.text)
            notes.append(told)
    return tuple(printed), tuple(notes)


def options_of(given: Mapping[str, Any], language: Language) -> "Options":
    """Return the options of printing among parsed parameters whose files have been read."""
    from generator.printables.context import Options

    known = {one.name for one in fields(Options)}
    nothing = (None, "", ())
    chosen = {n: value for n, value in given.items() if n in known and value not in nothing}
    for name in SEVERAL:
        listed = given.get(name) or ()
        written = listed if isinstance(listed, str) else ",".join(listed)
        words, values = map(str.strip, written.split(",")), describe(name).values
        meant = (name_meant(word, values, "values", name) or word for word in words if word)
        chosen[name] = tuple(dict.fromkeys(meant))
    from generator.printables.context import perforated_sheets

    if (sheet := perforated_sheets().get(chosen.get("card_size", ""))) and "paper" in chosen:
        # Sheets that are sold have a size of their own; nobody types it who leaves A4 as it is.
        usual = chosen["paper"] == describe("paper").usual
        chosen["paper"] = sheet.paper if usual else chosen["paper"]
    if given.get("decks"):
        chosen["tables"] = given["decks"]
    if given.get("edition"):
        # A kit whose contents nobody named holds all that is no edition.
        *others, edition = describe("contents").values
        held = (*(chosen["contents"] or others), edition)
        chosen["contents"] = tuple(dict.fromkeys(held))
    return Options(language, **chosen)


def line_to_type(
    command: Command, arguments: Sequence[str], values: Values, language: Language
) -> str:
    """Return the command line that does what a form does; a value of "" is the default."""
    line = ("ludokit", command, *arguments, *_words(command, values, language))
    return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in line)


def _words(command: Command, values: Values, language: Language) -> Iterator[str]:
    for option in printing_options(command):
        value = _typed(option, values)
        word = f"--{typed_words(option.name, language, 'options')[0]}"
        if option.kind == "flag":
            yield from (word,) if value == ON else ()
        elif value and value != option.usual:
            several = value.split(",") if option.name in SEVERAL else [value]
            parts = [
                one if one not in option.values else option.typed(one, language)
                for one in map(str.strip, several)
            ]
            yield from (word, ",".join(parts))
