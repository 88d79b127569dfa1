"""Sums that guides, rule sheets and quizzes say: what a sentence adds up is its total."""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from generator.documents.reading import guide
from generator.game import names
from generator.words import LANGUAGES, Language
from tests.shipped import load

N = r"\d+(?:\.\d+)?"
# Numbers in a row: `5, 12 and 10`.
ROW = rf"{N}(?:, {N})*,? (?:et|and) {N}"
SIDE = rf"[−-]?{N}(?: ?[+×−] ?{N})*"
MAKES = rf"(?:,? (?:soit|font|make|which makes)|(?=, {N} (?:points )?in all),)"
NO_TOTAL = r"(?! ?%| cas| de plus| fois)"
WAY = r"\d+(?:\+\d+)*"


def total(side: str) -> Fraction:
    """Return what numbers come to that are added, taken off and multiplied."""
    found = Fraction(0)
    for sign, product in re.findall(rf"([+−-]?) ?({N}(?: ?× ?{N})*)", side):
        factors = [Fraction(one) for one in re.split(r" ?× ?", product)]
        worth = Fraction(1)
        for one in factors:
            worth *= one
        found += -worth if sign in ("−", "-") else worth
    return found


def equal(found: re.Match[str]) -> bool:
    """Tell whether all sides of an equation are equal."""
    return len({*map(total, found[0].split("="))}) == 1


def adds_up(found: re.Match[str]) -> bool:
    """Tell whether the numbers of a row make the total that is said of them."""
    return sum(map(Fraction, re.findall(N, found[1]))) == Fraction(found[2])


def comes_to(found: re.Match[str]) -> bool:
    """Tell whether a sum, with what is taken off behind it, is the total that is said of it."""
    return total(found[1]) + total(found[2]) == Fraction(found[3])


def leaves(found: re.Match[str]) -> bool:
    """Tell whether a number less another is what is said to be left."""
    return Fraction(found[1]) - Fraction(found[2]) == Fraction(found[3])


def in_percent(found: re.Match[str]) -> bool:
    """Tell whether a fraction is the percentage that is said of it, to a tenth."""
    share, told = Fraction(found[1]) / Fraction(found[2]) * 100, Fraction(found[3])
    return abs(share - told) <= Fraction(1, 20)


def alike(found: re.Match[str]) -> bool:
    """Tell whether ways to make a number, listed, all make the same one."""
    return len({total(way) for way in re.findall(WAY, found[0])}) == 1


# What a sentence claims, and whether it is so.
CLAIMS: Mapping[str, tuple[str, Callable[[re.Match[str]], bool]]] = {
    # `E5 = 1` says what lies on a square.
    "equation": (rf"(?<![\w.+×−]){SIDE}(?: = {SIDE})+", equal),
    # `6 make 7 and 3 make 4` is no row.
    "row": (rf"(?<!make )(?<!font )({ROW}){MAKES} ({N}){NO_TOTAL}", adds_up),
    "sum": (rf"({N}(?: \+ {N})+), (?:et|and) (−{N})[^.:]*?: ({N})", comes_to),
    "left": (rf"({N}) points (?:moins|less) ({N})(?:, il en reste| leave) ({N})", leaves),
    "percent": (rf"(\d+)/(\d+), (?:soit|or|that is) ({N}) ?%", in_percent),
    "ways": (rf"(?:{WAY}, )*{WAY} (?:et|ou|and|or) \d+\+{WAY}", alike),
}


def plain(words: str, language: Language) -> str:
    """Return a sentence with plain spaces, its numbers written as Python writes them."""
    words = re.sub(r"(?<=\d)\u202f(?=\d{3})", "", words)
    words = re.sub(r"[\u00a0\u202f\u2009]", " ", words)
    if language == "en":
        return re.sub(r"(?<=\d),(?=\d{3})", "", words)
    return re.sub(r"(?<=\d),(?=\d)", ".", words)


def claims(sentence: str) -> Iterator[tuple[str, bool]]:
    """Yield each claim of a sentence, and whether it is right."""
    for pattern, is_right in CLAIMS.values():
        yield from ((found[0], is_right(found)) for found in re.finditer(pattern, sentence))


def sentences(node: Any) -> Iterator[str]:  # noqa: ANN401 - what a model dumps is anything
    """Yield every text in what a guide dumps."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, Mapping):
        yield from sentences([*node.values()])
    elif isinstance(node, list | tuple):
        for one in node:
            yield from sentences(one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sum_said_is_right(language: Language) -> None:
    """Each sentence of every game that names addends and a total is right, as it is printed."""
    found = {
        (name, claim): is_right
        for name in names()
        for sentence in sentences(guide(load(name), language).model_dump())
        for claim, is_right in claims(plain(sentence, language))
    }
    assert [claim for claim, is_right in found.items() if not is_right] == []
    # So many there are at least: a pattern that finds nothing any more would be no test.
    assert len(found) > 40


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("give 5, 12 and 10, 27 points in all", "give 4, 5 and 12, 27 points in all"),
        ("donnent 5, 12 et 10, soit 27 points", "donnent 4, 5 et 12, soit 27 points"),
        ("3 et 5 font 8", "3 et 5 font 9"),
        ("3 and 5, which makes 8", "3 and 5, which makes 7"),
        ("20 = 3 × 6 + 2", "20 = 3 × 6 + 1"),
        ("2 + 3 + 4 + 3 = 12", "2 + 3 + 4 + 4 = 12"),
        ("17 + 5 + 6 + 24, et −5 pour le coup manqué : 47", "17 + 5, et −5 ici : 18"),
        ("9 points less 6 leave 3", "9 points less 6 leave 4"),
        ("11/36, soit 30.6 %", "11/36, soit 30.5 %"),
        ("8, 1+7, 2+6 and 1+3+4", "8, 1+7, 2+5 and 1+3+4"),
    ],
)
def test_a_false_sum_is_found(sentence: str, wrong: str) -> None:
    """A planted false sum is found in each way in which sums are said, a right one passes."""
    assert [*claims(wrong)]
    assert not all(is_right for _, is_right in claims(wrong))
    assert [is_right for _, is_right in claims(sentence)] == [True]


def test_sides_of_equations() -> None:
    """Products are worked out before sums."""
    assert [*map(total, ("3 × 6 + 2", "17 + 5 − 2", "−5", "12"))] == [20, 20, -5, 12]
    assert all(second - first == 1 for first, second in pairwise(map(total, ("1+2", "2 × 2"))))
