"""Numbers as words, and the names under which a guide's texts ask for them.

A name in braces has two pieces or more. `{part.figure}` and `{mechanics.figure}` are the game's.
`{game.minutes.least}`, `{print.ruler.mm}`; of dice `{dice.2.7}` (6/36) with `.ways`, `.percent`,
`.twice` (at least once in two rolls) and `.or-more.percent`, `{dice.2.all}`, `.mean`, `.least`,
`.most`; of a drawn position `{position.full.O2}`, `.sum`, `.colours` are known for every game.
Others are those of the game's family.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain
from typing import TypeAlias

from generator.game.parts import Dice
from generator.game.sentences import Sentences
from generator.words import Language, Message, figure, message, numeral, say, spaced

NAME = re.compile(r"\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_+-]+)+)\}")

# One decimal of a percentage says nothing of what is rarer.
LEAST_SHARE = Fraction(1, 1000)

# A name and its value: words, or what `worded` puts into words.
Pairs: TypeAlias = Iterator[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Mean:
    """A number that is told with one decimal."""

    number: Fraction


@dataclass(frozen=True)
class Group:
    """Names with the same beginnings, worked out when one is asked for; perhaps of a `position`."""

    starts: tuple[str, ...]
    pairs: Callable[[], Pairs]
    position: str | None = None

    @cached_property
    def values(self) -> Mapping[str, object]:
        """Return the value of each name."""
        return dict(self.pairs())


class Names(Mapping[str, str]):
    """The words for each name; of names in several groups, those of the first."""

    def __init__(self, groups: Iterable[Group], said: Sentences) -> None:
        """Take the groups, none of which is worked out yet, and the words of a language."""
        self.groups, self.said = tuple(groups), said

    def __getitem__(self, name: str) -> str:
        """Return the words for a name; KeyError where nothing is called so."""
        return worded(self.value(name), self.said)

    def __iter__(self) -> Iterator[str]:
        """Yield every name, all worked out."""
        return iter(dict.fromkeys(chain.from_iterable(group.values for group in self.groups)))

    def __len__(self) -> int:
        """Return how many names there are."""
        return sum(1 for _ in self)

    def value(self, name: str) -> object:
        """Return what a name stands for, not yet in words; KeyError where nothing is called so."""
        for group in self.holding(name):
            if name in group.values:
                return group.values[name]
        raise KeyError(name)

    def holding(self, name: str) -> Iterator[Group]:
        """Yield the groups that a name belongs to by its beginning."""
        stems = {*_stems(name)}
        return (group for group in self.groups if not stems.isdisjoint(group.starts))

    def stem(self, name: str) -> tuple[str, tuple[str, ...]]:
        """Return as much of a name as shows that no group holds it, and what could stand there."""
        starts = [_stems(start) for group in self.groups for start in group.starts]
        within, stems = {*chain.from_iterable(starts)}, _stems(name)
        stem = next((one for one in stems if one not in within), name)
        depth, before = stem.count("."), stem.rpartition(".")[0]
        beside = (s for s in starts if not before or before in s[:-1])
        return stem, tuple(dict.fromkeys(s[depth] for s in beside))


def _stems(name: str) -> tuple[str, ...]:
    """Return the beginnings of a name, itself the last: `score`, `score.full`."""
    return tuple(accumulate(name.split("."), "{}.{}".format))


def grouped(number: int) -> Message:
    """Return a number as the language groups it: 46,656."""
    return message("plan.number", n=number)


def worded(found: object, said: Sentences) -> str:
    """Return a value in words: a chance in per cent, a list in a sentence, cells by their labels.

    What there is not is a dash.
    """
    match found:
        case Fraction():
            return share(found, said.language)
        case Mean():
            return decimal(found.number, said.language)
        case Message():
            return say(found, said.language)
        case tuple() | list():
            return labels(map(str, found), said)
        case int():
            return numeral(found)
        case _:
            return "–" if found is None else str(found)


def percent(share: Fraction, language: Language) -> str:
    """Return a share with one decimal: 16,7 % in French, 16.7% in English."""
    return spaced(f"{decimal(Fraction(share * 100), language)}%", language)


def decimal(number: Fraction, language: Language) -> str:
    """Return a number with one decimal, as the language writes it; a tie is rounded up."""
    return figure(Decimal((number * 20 + 1) // 2) / 10, language, pattern="0.0")


def listed(found: Iterable[object], language: Language) -> str:
    """Return words or numbers as a list in a sentence: `a, b and c`."""
    *words, last = (*map(str, found),) or ("",)
    told = message("guide.list", first=", ".join(words), last=last)
    return say(told, language) if words else last


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


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """Return what numbers with these chances are on average."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def labels(cells: Iterable[str], said: Sentences) -> str:
    """Return cells as a list in a sentence, by what is printed for them."""
    return listed([said.label(cell) for cell in cells], said.language)


def counted(name: str, cells: Iterable[str]) -> Pairs:
    """Yield cells, and how many they are: `.open` and `.open.count`."""
    found = tuple(cells)
    yield name, found
    yield f"{name}.count", len(found)


def sums_of(at: str, dice: Dice, count: int) -> Pairs:
    """Yield what is to be said of the sums of so many dice."""
    chances, rolls = dice.sums(count), dice.sides**count
    middle = mean(chances)
    yield from under(at, {"all": rolls, "least": min(chances), "most": max(chances)})
    yield f"{at}.mean", int(middle) if middle.denominator == 1 else Mean(middle)
    or_more = Fraction(0)
    for total, chance in reversed(tuple(chances.items())):
        or_more += chance
        yield f"{at}.{total}", f"{chance * rolls}/{rolls}"
        found = {"ways": int(chance * rolls), "percent": chance, "twice": at_least_once(chance)}
        yield from under(f"{at}.{total}", {**found, "or-more.percent": or_more})


def share(found: Fraction, language: Language) -> str:
    """Return a share in per cent that does not round to nothing: `< 0,1 %`."""
    if 0 < found < LEAST_SHARE:
        return f"<\u00a0{percent(LEAST_SHARE, language)}"
    return percent(found, language)


def sentence(reason: Message, language: Language) -> str:
    """Return a reason as a sentence, with a capital and a full stop."""
    words = say(reason, language)
    return f"{words[:1].upper()}{words[1:]}."


def under(at: str, values: Mapping[str, object] | None = None, /, **figures: object) -> Pairs:
    """Yield values by their names below another, and figures: `_` stands for a point in theirs."""
    yield from ((f"{at}.{name}", value) for name, value in (values or {}).items())
    yield from ((f"{at}.{name.replace('_', '.')}", str(told)) for name, told in figures.items())
