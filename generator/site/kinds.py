"""The kinds of printables: which games have one, which options each supports, what those do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from generator.cli.language import CliLanguage
from generator.cli.page_options import PageOptions
from generator.game.facts import subclasses_of
from generator.listgames.planner import ListGameEntry
from generator.page.forms import Field
from generator.printables.planning import COMMON_OPTIONS, entries, kinds_of, option_word
from generator.printables.printable import Entry
from generator.site.gallery import GamePage
from generator.words import Language, message, typeset_message


@dataclass(frozen=True, slots=True)
class PrintableKind:
    """A kind of printable: its word, its options, its printables by game; whether lists have it."""

    word: str
    options: Sequence[str]
    found: Sequence[tuple[GamePage, Sequence[str]]]
    is_listed: bool


@dataclass(frozen=True, slots=True)
class PrintOption:
    """An option of `print`: how it is typed, what it does, its values with their meaning."""

    word: str
    does: str
    choices: Sequence[tuple[str, str]]
    limits: str
    is_everywhere: bool


def printable_kinds(games: Sequence[GamePage], language: Language) -> tuple[PrintableKind, ...]:
    """Return every kind, in alphabetical order."""
    every = [(about, name, one) for about in games for name, one in entries(about.game).items()]
    names = [field.name for field in PageOptions().fields("print", language)]
    found = []
    listed = kinds_of(ListGameEntry)
    for word in kinds_of(Entry):
        own = [(about, name) for about, name, one in every if one.kind == word]
        where = [(of, [name for about, name in own if about is of]) for of in games]
        heeds = (
            one.supported_options - one.ignored_options for _, _, one in every if one.kind == word
        )
        heeded = (frozenset().union(*heeds) if own else _uses(word)) - COMMON_OPTIONS
        options = [name for name in names if name.replace("-", "_") in heeded]
        found.append(PrintableKind(word, options, [one for one in where if one[1]], word in listed))
    return tuple(found)


def _uses(word: str) -> frozenset[str]:
    """Return the options that the class of a kind declares, for a kind that no game has."""
    uses = (
        one.supported_options
        for one in subclasses_of(Entry)
        if issubclass(one, Entry) and word in get_args(one.model_fields["kind"].annotation)
    )
    return frozenset[str]().union(*uses)


def print_options(language: Language) -> Mapping[str, PrintOption]:
    """Return the options of `print` by name, in the order of its help."""
    return {one.name: _option(one, language) for one in PageOptions().fields("print", language)}


def _option(field: Field, language: Language) -> PrintOption:
    lang = CliLanguage(language)
    choices = [(lang.typed(one, "values", field.name)[0], says) for one, says in field.choices]
    limits = ""
    if field.most is not None:
        within = message("site.within", least=str(field.least), most=str(field.most))
        limits = typeset_message(within, language)
    word = typeset_message(message("site.option", option=option_word(field.name)), language)
    is_everywhere = field.name.replace("-", "_") in COMMON_OPTIONS
    return PrintOption(word, field.help, choices, limits, is_everywhere)
