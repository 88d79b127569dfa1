"""The tables of words, one file a language: which languages there are, and how each is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

FOLDER = Path(__file__).parent
FIRST = "fr"
# Sections of a table that hold no sentences.
LANGUAGE, FIELDS, FIXED, TYPED = "language", "fields", "fixed", "typed"

Language: TypeAlias = str
Words: TypeAlias = Mapping[str, tuple[str, ...]]

LANGUAGES: tuple[Language, ...] = tuple(
    sorted((file.stem for file in FOLDER.glob("*.yaml")), key=lambda name: (name != FIRST, name))
)


@dataclass(frozen=True, slots=True)
class Traits:
    """How a language is written.

    `locale` is its name in Babel (numbers, months, plurals), `hyphenation` its dictionary in
    pyphen, `spaces` "french" where no-break spaces belong before ; : ! ? and %, else "none";
    `quotes` open and close a quotation.
    """

    name: str
    locale: str
    hyphenation: str
    spaces: str
    quotes: tuple[str, str]


@cache
def table(language: Language) -> Mapping[str, Any]:
    """Return a language's file as it stands: sections of texts; KeyError for an unknown one."""
    import yaml

    if language not in LANGUAGES:
        raise KeyError(language)
    text = (FOLDER / f"{language}.yaml").read_text(encoding="utf-8")
    # The base loader reads text only: a key `no` stays a word.
    read: Mapping[str, Any] = yaml.load(text, yaml.CBaseLoader)  # noqa: S506
    return read


@cache
def traits(language: Language) -> Traits:
    """Return how a language is written, from its table's section `language`."""
    said = table(language)[LANGUAGE]
    opening, closing = said["quotes"]
    return Traits(
        said["name"], said["locale"], said["hyphenation"], said["spaces"], (opening, closing)
    )


def sentences(language: Language) -> Mapping[str, Any]:
    """Return the sections that hold sentences."""
    return {k: v for k, v in table(language).items() if k not in {LANGUAGE, FIELDS, FIXED, TYPED}}


@cache
def field_table(language: Language) -> Words:
    """Return the words for fields of records and game data: the one to show first.

    A language whose table has none writes the fields' own names.
    """
    return _words(table(language).get(FIELDS, {}))


@cache
def fixed_table(language: Language) -> Mapping[str, Words]:
    """Return the words for what a field may hold, by vocabulary: colours, true and false, ..."""
    return {name: _words(words) for name, words in table(language).get(FIXED, {}).items()}


def typed(name: str, language: Language, *section: str) -> tuple[str, ...]:
    """Return what may be typed on a command line for a name: the language's own word first.

    `section` is a place under `typed`: `options`, or `values` and an option. The name itself and
    the words of the other languages are taken too.
    """
    own, *others = (_typed(name, one, section) for one in _before_others(language))
    return tuple(dict.fromkeys((*own, name, *(word for words in others for word in words))))


def _typed(name: str, language: Language, section: Sequence[str]) -> tuple[str, ...]:
    here = table(language).get(TYPED, {})
    for step in section:
        here = here.get(step, {})
    return _words(here).get(name, ())


def _before_others(language: Language) -> Sequence[Language]:
    return (language, *(one for one in LANGUAGES if one != language))


def _words(section: Mapping[str, str | list[str]]) -> Words:
    return {
        name: (words,) if isinstance(words, str) else tuple(words)
        for name, words in section.items()
    }
