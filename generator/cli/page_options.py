"""The options of `kit` and `print` as the fields of a web form, and a filled form as options."""

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from generator.cli import language as spoken
from generator.cli.parameters import require_both
from generator.cli.printing import has_letters, options_of, require_class, unprintable_note
from generator.errors import LudokitError
from generator.options import ON, SEVERAL, Command, Option, fault_of, printing_options
from generator.page.forms import CommandLine, Files, PrintRequest, Values
from generator.words import Language, Message, typed_words

# Words that a shell takes unquoted, accented letters among them.
_PLAIN = re.compile(r"[\w@%+=:,./-]+")


class PageOptions(CommandLine):
    """The command line as a page asks for it."""

    def line_to_type(
        self, command: Command, arguments: Sequence[str], values: Values, language: Language
    ) -> str:
        words = _words(command, values, language)
        line = ("ludokit", command, *arguments, *words)
        return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in line)

    def parse_request(
        self, command: Command, values: Values, files: Files, language: Language
    ) -> PrintRequest:
        given = {
            one.name.replace("-", "_"): _value(one, values, language)
            for one in printing_options(command)
        }
        try:
            if command == "kit":
                require_class(given["group"], given["pupils"], given["names"])
            else:
                require_both(given["as"], given["table"], given["headings"])
        except click.ClickException as error:
            raise LudokitError(spoken.translate_click_error(error)) from error
        # A kit counts its pupils itself.
        pupils = given.pop("pupils") if command == "kit" else None
        notes = tuple(_read(given, files))
        options = options_of(given, spoken.CliLanguage(language))
        if command == "kit":
            from generator.printables.planning import require_usual_paper

            require_usual_paper(options)
        return PrintRequest(options, pupils, given.get("group"), notes)


def _value(option: Option, values: Values, language: Language) -> Any:
    found = " ".join(values.get(option.name, "").split()) or option.usual
    try:
        return option.read(found, language) if found else None
    except LudokitError as error:
        raise LudokitError(fault_of(option.name, error.message)) from error


def _words(command: Command, values: Values, language: Language) -> Iterator[str]:
    for option in printing_options(command):
        value = " ".join(values.get(option.name, "").split())
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


def _read(given: dict[str, Any], files: Files) -> Iterator[Message]:
    given |= {"names": (), "printer": None}
    if upload := files.get("printer"):
        from generator.printables.calibration import profile_in

        given["printer"] = profile_in(upload.data, Path(upload.name))
    if upload := files.get("names"):
        from generator.reading.text_files import class_name, read_names

        path = Path(upload.name)
        given["class_name"] = given["class_name"] or class_name(path, upload.data)
        names = {name: has_letters(name, given["font"]) for name in read_names(path, upload.data)}
        given["names"] = tuple(one.text if is_there else "" for one, is_there in names.items())
        yield from (unprintable_note(one, path) for one, is_there in names.items() if not is_there)
