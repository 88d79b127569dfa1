"""Wording messages: templates, plurals, numbers and months of one language."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, TypeAlias

from generator.words.messages import FieldWord, Message, OptionWord, Value
from generator.words.tables import Language, field_table, sentences, traits, typed
from generator.words.typography import numeral, spaced

Template: TypeAlias = "str | dict[str, str]"

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_PLURALS = frozenset({"zero", "one", "two", "few", "many", "other"})
# What would move the cursor, colour the terminal or turn the line round.
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_SHORT = 1000


def say(message: Message, language: Language) -> str:
    """Word a message; raise KeyError naming an unknown key or a missing value."""
    values = dict(message.values)
    template = _template(message.key, language)
    if isinstance(template, dict):
        template = _plural(message.key, template, values, language)

    def put(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in values:
            reason = f"{message.key}: {name}"
            raise KeyError(reason)
        return _worded(values[name], language)

    return _PLACEHOLDER.sub(put, template)


def number_word(number: int, form: str, language: Language) -> str | None:
    """Return a number in words, past twenty in digits; None for a form that is none.

    Forms are `words` ("three"), `Words` ("Three") and `ordinal` ("third").
    """
    if form not in {"words", "Words", "ordinal"}:
        return None
    several = say(Message(f"numbers.{form.lower()}"), language).split()
    word = several[number] if number < len(several) else str(number)
    return word[:1].upper() + word[1:] if form == "Words" else word


def shown(text: str) -> str:
    """Return the text with every sign a terminal would obey written as its number."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def month_words(month: str, language: Language) -> str:
    """Return a month, written `2026-11`, as people write it: novembre 2026, November 2026."""
    from babel.dates import format_skeleton

    first = date.fromisoformat(f"{month}-01")
    return format_skeleton("yMMMM", first, locale=traits(language).locale)


def field_words(name: str, language: Language) -> str:
    """Return a field's name as people of a language write it: `dés` for `dice`."""
    return next(iter(field_table(language).get(name, ())), name)


def figure(number: float | Decimal, language: Language, *, pattern: str | None = None) -> str:
    """Return a number as the language writes it, or as a pattern of Unicode has it: `0.0`."""
    from babel.numbers import format_decimal

    return format_decimal(number, pattern, locale=traits(language).locale)


@cache
def keys(language: Language) -> Mapping[str, Template]:
    """Return every template of a language by its dotted key, as it stands in the table."""
    return dict(_flat("", sentences(language)))


def _worded(value: Value, language: Language) -> str:
    match value:
        case str():
            return shown(value)
        case tuple():
            return ", ".join(_worded(word, language) for word in value)
        case FieldWord() | OptionWord():
            return shown(_own(value, language))
        case Message():
            return say(value, language)
        case int() if -_SHORT < value < _SHORT:
            return numeral(value)  # the same in all languages, and Babel takes its time to load
        case _:
            return figure(value, language)


def _own(word: FieldWord | OptionWord, language: Language) -> str:
    if isinstance(word, OptionWord):
        return f"--{typed(word.name, language, 'options')[0]}"
    return next(iter(field_table(language).get(word.name, ())), word.other)


def _plural(key: str, forms: dict[str, str], values: dict[str, Value], language: Language) -> str:
    from babel import Locale

    count = values.get("n")
    if not isinstance(count, int | float):
        reason = f"{key}: n"
        raise KeyError(reason)
    return forms.get(Locale.parse(traits(language).locale).plural_form(count), forms["other"])


@cache
def _template(key: str, language: Language) -> Template:
    found = keys(language)[key]
    if isinstance(found, str):
        return spaced(found, language)
    return {form: spaced(text, language) for form, text in found.items()}


def _flat(key: str, words: Mapping[str, Any]) -> Iterator[tuple[str, Template]]:
    for name, inner in words.items():
        below = f"{key}.{name}" if key else name
        if not isinstance(inner, dict) or ("other" in inner and _PLURALS.issuperset(inner)):
            yield below, inner
        else:
            yield from _flat(below, inner)
