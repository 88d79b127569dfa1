"""The numbers that a guide's texts may name, all computed from the data.

Besides `{part.figure}` and `{mechanics.figure}` there are names of three pieces and more:
`{game.minutes.least}`, `{print.ruler.mm}`; of dice `{dice.2.7}` (6/36) with `.ways`, `.percent`,
`.twice` (at least once in two rolls) and `.or-more.percent`, `{dice.2.all}`, `.mean`, `.least`,
`.most`; of a drawn position `{position.full.O2}`, `.sum`, `.colours`; and those of the game's
family.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from generator.game import Game
from generator.game.parts import Dice, Pool
from generator.guides.families import teaching
from generator.guides.lesson import Position
from generator.paper.style import LARGE
from generator.printables.furniture import RULER
from generator.words import Language, figure, message, say, spaced

NAME = re.compile(r"\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)\}")
# Sums of more dice than these, or more faces, would be a list that nobody reads.
MOST_DICE, MOST_SIDES = 4, 20

Pairs = Iterator[tuple[str, str]]


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Mapping[str, str]:
    """Return the words for every name that a text of the guide may hold in braces."""
    found = {**dict(_head(game, language)), **game.figures}
    for name, part in game.head.parts.items():
        if isinstance(part, Dice):
            found |= dict(_dice(name, part, language))
        elif isinstance(part, Pool):
            found |= dict(_dice(name, _alike(part), language))
    for name, position in positions.items():
        found |= dict(_position(game, name, position, language))
    return {**found, **teaching(game).numbers(game, positions, language)}


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


def _head(game: Game, language: Language) -> Pairs:
    for bound, minutes in zip(("least", "most"), game.head.minutes, strict=True):
        yield f"game.minutes.{bound}", str(minutes)
    yield "print.ruler.mm", f"{RULER:g}"
    yield "print.large.times", decimal(Fraction(str(LARGE)), language)


def _dice(name: str, dice: Dice, language: Language) -> Pairs:
    if dice.sides > MOST_SIDES:
        return
    for count in range(1, min(len(dice.dice), MOST_DICE) + 1):
        chances, rolls = dice.sums(count), dice.sides**count
        mean = sum(total * chance for total, chance in chances.items())
        of = f"{name}.{count}"
        yield f"{of}.all", str(rolls)
        yield f"{of}.least", str(min(chances))
        yield f"{of}.most", str(max(chances))
        is_whole = Fraction(mean).denominator == 1
        yield f"{of}.mean", str(mean) if is_whole else decimal(Fraction(mean), language)
        for total, chance in chances.items():
            or_more = sum(chances[other] for other in chances if other >= total)
            yield f"{of}.{total}", f"{chance * rolls}/{rolls}"
            yield f"{of}.{total}.ways", str(chance * rolls)
            yield f"{of}.{total}.percent", percent(chance, language)
            yield f"{of}.{total}.twice", percent(at_least_once(chance), language)
            yield f"{of}.{total}.or-more.percent", percent(Fraction(or_more), language)


def _alike(pool: Pool) -> Dice:
    """Return dice that are all alike as dice that may be counted."""
    count = min(pool.dice, MOST_DICE)
    return Dice(part="dice", dice=tuple(f"d{n}" for n in range(count)), sides=pool.sides)


def _position(game: Game, name: str, position: Position, language: Language) -> Pairs:
    said = game.said_in(language)
    colours = said.words.get("colours", {})
    at = f"position.{name}"
    yield f"{at}.sum", str(position.sum)
    yield f"{at}.colours", listed([colours.get(c, c) for c in position.colours], language)
    yield from ((f"{at}.{cell}", mark) for cell, mark in position.marks.items())
