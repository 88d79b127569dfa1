"""The numbers that a guide's texts may name, all computed from the data.

Besides `{part.figure}` and `{mechanics.figure}` there are names of three pieces and more:
`{game.minutes.least}`, `{print.ruler.mm}`; of dice `{dice.2.7}` (6/36) with `.ways`, `.percent`,
`.twice` (at least once in two rolls) and `.or-more.percent`, `{dice.2.all}`, `.mean`, `.least`,
`.most`; of a drawn position `{position.full.O2}`, `.sum`, `.colours`; and those of the game's
family.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from generator.words import Language, figure, message, say, spaced

NAME = re.compile(r"\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)\}")
# Sums of more dice than these, or more faces, would be a list that nobody reads.
MOST_DICE, MOST_SIDES = 4, 20


def filled(words: str, known: Mapping[str, str]) -> str:
    """Fill in the names in braces; KeyError names one that is not known."""
    return NAME.sub(lambda match: known[match[1]], words)


def percent(share: Fraction, language: Language) -> str:
    """Return a share with one decimal: 16,7 % in French, 16.7% in English."""
    return spaced(f"{decimal(Fraction(share * 100), language)}%", language)


def decimal(number: Fraction, language: Language) -> str:
    """Return a number with one decimal, as the language writes it; a tie is rounded up."""
    return figure(Decimal((number * 20 + 1) // 2) / 10, language, pattern="0.0")


def listed(words: Sequence[str], language: Language) -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    if len(words) < 2:  # noqa: PLR2004 - one word is no list
        return "".join(words)
    first = ", ".join(words[:-1])
    return say(message("guide.list", first=first, last=words[-1]), language)


def chained(words: Iterable[str], language: Language) -> str:
    """Return parts of a sentence one after another: `a; b; c`, empty where there is none."""
    parts = iter(words)
    said = next(parts, "")
    for more in parts:
        said = say(message("guide.and-then", first=said, more=more), language)
    return said


def at_least_once(chance: Fraction) -> Fraction:
    """Return the chance of seeing in two rolls what one roll shows with a chance."""
    return 1 - (1 - chance) ** 2


def thousands(number: int, language: Language) -> str:
    """Return a number with its thousands set apart."""
    return figure(number, language)
