"""The kinds of printables: which games have one, which options each heeds, what those do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from generator.cli.asking import Asked
from generator.cli.speech import Speech
from generator.game.facts import below
from generator.page.forms import Field
from generator.printables.declaring import Entry
from generator.printables.listed import OfListEntry
from generator.printables.planning import EVERYWHERE, entries, kinds_of, option_word
from generator.site.gallery import About
from generator.words import Language, message, printed


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of printable: its word, its options, the games with some; whether lists have it."""

    word: str
    options: Sequence[str]
    found: Sequence[tuple[About, Sequence[str]]]
    is_listed: bool


@dataclass(frozen=True, slots=True)
class Option:
    """An option of `print`: how it is typed, what it does, what may be said and what that means."""

    word: str
    does: str
    choices: Sequence[tuple[str, str]]
    limits: str
    is_everywhere: bool


def kinds(games: Sequence[About], language: Language) -> tuple[Kind, ...]:
    """Return every kind, in alphabetical order."""
    every = [(about, name, one) for about in games for name, one in entries(about.game).items()]
    names = [field.name for field in Asked().fields("print", language)]
    found = []
    listed = kinds_of(OfListEntry)
    for word in kinds_of(Entry):
        own = [(about, name) for about, name, one in every if one.kind == word]
        where = [(of, [name for about, name in own if about is of]) for of in games]
        heeds = (one.uses - one.needless for _, _, one in every if one.kind == word)
        heeded = (frozenset().union(*heeds) if own else _uses(word)) - EVERYWHERE
        options = [name for name in names if name.replace("-", "_") in heeded]
        found.append(Kind(word, options, [one for one in where if one[1]], word in listed))
    return tuple(found)


def _uses(word: str) -> frozenset[str]:
    """Return the options that a kind heeds, as far as it says so of itself."""
    uses = (
        one.uses
        for one in below(Entry)
        if issubclass(one, Entry) and word in get_args(one.model_fields["kind"].annotation)
    )
    return frozenset[str]().union(*uses)


def options(language: Language) -> Mapping[str, Option]:
    """Return the options of `print` by name, in the order of its help."""
    return {one.name: _option(one, language) for one in Asked().fields("print", language)}


def _option(field: Field, language: Language) -> Option:
    speech = Speech(language)
    choices = [(speech.typed(one, "values", field.name)[0], says) for one, says in field.choices]
    limits = ""
    if field.most is not None:
        within = message("site.within", least=str(field.least), most=str(field.most))
        limits = printed(within, language)
    word = printed(message("site.option", option=option_word(field.name)), language)
    is_everywhere = field.name.replace("-", "_") in EVERYWHERE
    return Option(word, field.help, choices, limits, is_everywhere)
