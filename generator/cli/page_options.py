"""The options of `kit` and `print` as the fields of a web form, and a filled form as options."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator.cli import language as spoken
from generator.cli.options import KIT, PRINT, build_params, require_both
from generator.cli.printing import has_letters, options_of, require_class, unprintable_note
from generator.errors import LudokitError
from generator.page.forms import ON, Command, CommandLine, Field, Files, Kind, PrintRequest, Values
from generator.words import Language, Message, message, say, typeset, typeset_message

TAKEN: Mapping[Command, Sequence[str]] = {"kit": KIT, "print": PRINT}
# Where files go and how many processes work is up to browser and page; the game is chosen before.
ELSEWHERE = frozenset(
    {"all", "to", "overwrite", "preview", "quiet", "verbose", "jobs", "cluster", "sheet-png"}
)
# What help says of the default stands in the field itself.
_USUAL = re.compile(r"\s*\[[^\]]*\]$")

# Words that a shell takes unquoted, accented letters among them.
_PLAIN = re.compile(r"[\w@%+=:,./-]+")


class PageOptions(CommandLine):
    """The command line as a page asks for it."""

    def fields(self, command: Command, language: Language) -> tuple[Field, ...]:
        lang = spoken.CliLanguage(language)
        return tuple(_field(option, lang) for option in _options(command, lang))

    def line_to_type(
        self, command: Command, arguments: Sequence[str], values: Values, language: Language
    ) -> str:
        lang = spoken.CliLanguage(language)
        words = _words(command, values, lang)
        line = ("ludokit", command, *arguments, *words)
        return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in line)

    def parse_request(
        self, command: Command, values: Values, files: Files, language: Language
    ) -> PrintRequest:
        lang = spoken.CliLanguage(language)
        try:
            params, words = [*_options(command, lang)], [*_words(command, values, lang)]
            asked = spoken.TranslatedCommand(lang, command, params=params)
            given = dict(asked.make_context(command, words).params)
            if command == "kit":
                require_class(given["group"], given["pupils"], given["names"])
            else:
                require_both(given["as"], given["table"], given["headings"])
        except click.ClickException as error:
            raise LudokitError(spoken.translate_click_error(error)) from error
        # A kit counts its pupils itself.
        pupils = given.pop("pupils") if command == "kit" else None
        notes = tuple(_read(given, files))
        options = options_of(given, lang)
        if command == "kit":
            from generator.printables.planning import require_usual_paper

            require_usual_paper(options)
        return PrintRequest(options, pupils, given.get("group"), notes)


def _read(given: dict[str, Any], files: Files) -> Iterator[Message]:
    given |= {"names": (), "printer": None}
    if upload := files.get("printer"):
        from generator.printables.calibration import profile_in

        given["printer"] = profile_in(upload.data, Path(upload.name))
    if upload := files.get("names"):
        from generator.reading.text_files import read_names

        path = Path(upload.name)
        names = {name: has_letters(name, given["font"]) for name in read_names(path, upload.data)}
        given["names"] = tuple(one.text if is_there else "" for one, is_there in names.items())
        yield from (unprintable_note(one, path) for one, is_there in names.items() if not is_there)


def _options(command: Command, lang: spoken.CliLanguage) -> Iterator[spoken.TranslatedOption]:
    for one in build_params(*TAKEN[command])(lang):
        if isinstance(one, spoken.TranslatedOption) and _name(one) not in ELSEWHERE:
            yield one


def _name(option: click.Parameter) -> str:
    return (option.name or "").replace("_", "-")


def _words(command: Command, values: Values, lang: spoken.CliLanguage) -> Iterator[str]:
    for option in _options(command, lang):
        value = " ".join(values.get(_name(option), "").split())
        if option.is_flag:
            yield from (option.word(),) if value == ON else ()
        elif value and value != _usual(option):
            kind = option.type
            if isinstance(kind, spoken.TranslatedChoice) and value in kind.names:
                value = lang.typed(value, "values", kind.option)[0]
            yield from (option.word(), value)


def _usual(option: spoken.TranslatedOption) -> str:
    match option.default:
        case str() as word:
            return word
        case int() | float() as number if not option.is_flag:
            return f"{number:g}"
        case _:  # nothing, or what click has for nothing
            return ""


def _field(option: spoken.TranslatedOption, lang: spoken.CliLanguage) -> Field:
    name, language = _name(option), lang.language
    told = typeset(_USUAL.sub("", option.help or ""), language)
    label = typeset_message(message(f"page.option-{name}"), language)
    kind: Kind = "flag" if option.is_flag else "text"
    field = Field(name, kind, label, told, option.heading, _usual(option))
    match option.type:
        case spoken.TranslatedChoice() as one:
            kind = "size" if isinstance(one, spoken.CardSize) else "choice"
            choices = tuple((value, _called(name, value, lang)) for value in one.names)
            return replace(field, kind=kind, choices=choices)
        case spoken.WholeNumber() as one:
            return replace(field, kind="whole", least=one.min, most=one.max)
        case spoken.Millimetres() as one:
            return replace(field, kind="length", least=0, most=one.most)
        case click.Path():
            return replace(field, kind="file")
        case _:
            return field


def _called(option: str, value: str, lang: spoken.CliLanguage) -> str:
    if option == "as":
        return say(message(f"new.kind-{value}"), lang.language)
    if option == "country":
        from generator.game.countries import NONE, country, words_in_language

        if value != NONE:
            return words_in_language(country(value).name, lang.language)
    return say(message(f"page.value-{option}-{value}"), lang.language)
