"""The commands that print, asked for by a page: fields of a form made of the options, and back."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator.cli import speech as spoken
from generator.cli.options import KIT, PRINT, require_both, takes
from generator.cli.printing import has_letters, options_of, require_class, unprinted
from generator.errors import LudokitError
from generator.page.forms import ON, Chosen, Command, Field, Kind, Upload
from generator.words import Language, Message, message, printed, say, typeset

TAKEN: Mapping[Command, Sequence[str]] = {"kit": KIT, "print": PRINT}
# Where files go and how many processes work is the browser's and the page's own, and which game is
# asked for before the form.
ELSEWHERE = frozenset(
    {"all", "to", "overwrite", "preview", "quiet", "verbose", "jobs", "cluster", "sheet-png"}
)
# What help says of the usual value stands in the field itself.
_USUAL = re.compile(r"\s*\[[^\]]*\]$")

# What a shell takes as it is: letters with accents too.
_PLAIN = re.compile(r"[\w@%+=:,./-]+")


class Asked:
    """What a page asks of the command line."""

    def fields(self, command: Command, language: Language) -> tuple[Field, ...]:
        """Return the options that a page asks for, in the order of the command's help."""
        speech = spoken.Speech(language)
        return tuple(_field(option, speech) for option in _options(command, speech))

    def typed(
        self,
        command: Command,
        arguments: Sequence[str],
        values: Mapping[str, str],
        language: Language,
    ) -> str:
        """Return the line that does the same: values by the names of fields, "" the usual one."""
        speech = spoken.Speech(language)
        words = _words(command, values, speech)
        line = ("ludokit", command, *arguments, *words)
        return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in line)

    def chosen(
        self,
        command: Command,
        values: Mapping[str, str],
        files: Mapping[str, Upload],
        language: Language,
    ) -> Chosen:
        """Understand values and files by field; LudokitError in the words of the command line."""
        speech = spoken.Speech(language)
        try:
            given = _given(command, [*_words(command, values, speech)], speech)
            if command == "kit":
                require_class(given["group"], given["pupils"], given["names"])
            else:
                require_both(given["as"], given["table"])
        except click.ClickException as error:
            raise LudokitError(spoken.fault_of(error)) from error
        # A kit counts its pupils itself.
        pupils = given.pop("pupils") if command == "kit" else None
        notes = tuple(_read(given, files))
        options = options_of(given, speech)
        if command == "kit":
            from generator.printables.planning import require_office

            require_office(options)
        return Chosen(options, pupils, given.get("group"), notes)


def _read(given: dict[str, Any], files: Mapping[str, Upload]) -> Iterator[Message]:
    """Put what files hold in the place of their names; yield what is to be told."""
    given |= {"names": (), "printer": None}
    if upload := files.get("printer"):
        from generator.printables.calibration import profile_in

        given["printer"] = profile_in(upload.data, Path(upload.name))
    if upload := files.get("names"):
        from generator.reading.files import names_in

        path = Path(upload.name)
        names = {name: has_letters(name, given["font"]) for name in names_in(upload.data, path)}
        given["names"] = tuple(one.text if is_there else "" for one, is_there in names.items())
        yield from (unprinted(one, path) for one, is_there in names.items() if not is_there)


def _options(command: Command, speech: spoken.Speech) -> Iterator[spoken.SpokenOption]:
    for one in takes(*TAKEN[command])(speech):
        if isinstance(one, spoken.SpokenOption) and _name(one) not in ELSEWHERE:
            yield one


def _name(option: click.Parameter) -> str:
    return (option.name or "").replace("_", "-")


def _given(command: Command, words: Sequence[str], speech: spoken.Speech) -> dict[str, Any]:
    """Return what a command takes from words; raise click's faults."""
    options = tuple(_options(command, speech))
    asked = spoken.SpokenCommand(speech, command, params=[*options])
    return dict(asked.make_context(command, [*words]).params)


def _words(command: Command, values: Mapping[str, str], speech: spoken.Speech) -> Iterator[str]:
    """Yield what is typed for the values that are not as usual."""
    for option in _options(command, speech):
        value = " ".join(values.get(_name(option), "").split())
        if option.is_flag:
            yield from (option.word(),) if value == ON else ()
        elif value and value != _usual(option):
            kind = option.type
            if isinstance(kind, spoken.OneOf) and value in kind.names:
                value = speech.typed(value, "values", kind.option)[0]
            yield from (option.word(), value)


def _usual(option: spoken.SpokenOption) -> str:
    match option.default:
        case str() as word:
            return word
        case int() | float() as number if not option.is_flag:
            return f"{number:g}"
        case _:  # nothing, or what click has for nothing
            return ""


def _field(option: spoken.SpokenOption, speech: spoken.Speech) -> Field:
    name, language = _name(option), speech.language
    told = typeset(_USUAL.sub("", option.help or ""), language)
    label = printed(message(f"page.option-{name}"), language)
    field = Field(name, _kind(option), label, told, option.heading, _usual(option))
    match option.type:
        case spoken.OneOf() as one:
            choices = tuple((value, _called(name, value, speech)) for value in one.names)
            return replace(field, choices=choices)
        case spoken.Whole() as one:
            return replace(field, least=one.min, most=one.max)
        case spoken.Millimetres() as one:
            return replace(field, least=0, most=one.most)
        case _:
            return field


def _kind(option: spoken.SpokenOption) -> Kind:
    match option.type:
        case spoken.Size():
            return "size"
        case spoken.OneOf():
            return "choice"
        case spoken.Whole():
            return "whole"
        case spoken.Millimetres():
            return "length"
        case click.Path():
            return "file"
        case _:
            return "flag" if option.is_flag else "text"


def _called(option: str, value: str, speech: spoken.Speech) -> str:
    """Return what a value is called: a country by its name, others as the program words them."""
    if option == "as":
        return say(message(f"new.kind-{value}"), speech.language)
    if option == "country":
        from generator.game.countries import NONE, country, in_language

        if value != NONE:
            return in_language(country(value).name, speech.language)
    return say(message(f"page.value-{option}-{value}"), speech.language)
