"""Typesetting."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.words import LANGUAGES, Language, fill_in, typeset

NARROW, FIXED = "\u202f", "\u00a0"
SIGNS = st.text(alphabet=" \u00a0\u202f;:!?«»'\".,%{}()abé019\n/mh&", max_size=25)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Qui commence ?", f"Qui commence{NARROW}?"),
        ("Qui commence?", f"Qui commence{NARROW}?"),
        ("Fini ! Vraiment ?!", f"Fini{NARROW}! Vraiment{NARROW}?!"),
        ("un ; deux : trois", f"un{NARROW}; deux{FIXED}: trois"),
        ("Total: 12", f"Total{FIXED}: 12"),
        ("« oui »", f"«{NARROW}oui{NARROW}»"),
        ("«oui»", f"«{NARROW}oui{NARROW}»"),
        ("l'école d'Ana", "l’école d’Ana"),
        ("attendez...", "attendez…"),
        ("12:30", "12:30"),
        ("à 100 %, 5 mm, 100%", f"à 100{NARROW}%, 5{NARROW}mm, 100{NARROW}%"),
        ("{n} mm de {a!r}: {b}", f"{{n}}{NARROW}mm de {{a!r}}{FIXED}: {{b}}"),
        ("{ a ; b }", "{ a ; b }"),
        ("https://a.org/b?c=d;e", "https://a.org/b?c=d;e"),
        ("5 maisons", "5 maisons"),
        ("a&nbsp;b", "a&nbsp;b"),
        ("page 3. Fin....", "page 3. Fin...."),
    ],
)
def test_french(typed: str, printed: str) -> None:
    """French gets its no-break spaces, apostrophes and dots; addresses and times stay."""
    assert typeset(typed, "fr") == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("the dentist's circuit", "the dentist’s circuit"),
        ("the players' turn", "the players’ turn"),
        ("the word 'pass' is", "the word ‘pass’ is"),
        ('say "pass" now', "say “pass” now"),
        ('("pass")', "(“pass”)"),
        ("wait...", "wait…"),
        ('{"a": "b"}', '{"a": "b"}'),
        ("one ; two ?", "one ; two ?"),
    ],
)
def test_english(typed: str, printed: str) -> None:
    """English gets its apostrophes, quotes and dots, and no French spaces."""
    assert typeset(typed, "en") == printed


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=SIGNS)
def test_twice_changes_nothing(language: Language, text: str) -> None:
    """A text that is set stays as it is when it is set again."""
    once = typeset(text, language)
    assert typeset(once, language) == once


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("le dé de {name}", "Ana", "le dé d'Ana"),
        ("De {name} à six", "Otarie", "D'Otarie à six"),
        ("avant que {name} parle", "Émile", "avant qu'Émile parle"),
        ("la carte de {name}", "Lynx", "la carte de Lynx"),
        ("un dé de {name}", "A1", "un dé de A1"),
        ("de {name} à six", "un", "de un à six"),
        ("monde {name}", "Ana", "monde Ana"),
    ],
)
def test_elision(text: str, name: str, said: str) -> None:
    """French drops the vowel of a word before a value that begins with one; English drops none."""
    names = re.compile(r"\{name\}")
    assert fill_in(names, lambda _: name, text, "fr") == said
    assert fill_in(names, lambda _: name, text, "en") == text.replace("{name}", name)
