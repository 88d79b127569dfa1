"""Numbers as words, and the names under which a guide's texts ask for them.

A name in braces has two pieces or more. `{part.figure}` and `{mechanics.figure}` are the game's.
`{game.minutes.least}`, `{print.ruler.mm}`; of dice `{dice.2.7}` (6/36) with `.ways`, `.percent`,
`.twice` (at least once in two rolls) and `.or-more.percent`, `{dice.2.all}`, `.mean`, `.least`,
`.most`; of a drawn position `{position.full.O2}`, `.sum`, `.colours` are known for every game;
`{paper.worksheets.title}` is the title of a printable, `.small` the same within a sentence, and
`{fact.acids}` the sentence of a fact about health.
Others are those of the game's family.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate, chain
from typing import Self, TypeAlias

from generator.game.parts import Dice
from generator.game.sentences import Sentences, stands_for
from generator.words import Language, Message, figure, message, numeral, say, spaced, typeset

NAME = re.compile(r"\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_+-]+)+)\}")

# One decimal of a percentage says nothing of what is rarer.
LEAST_SHARE = Fraction(1, 1000)

# A name and its value: words, what `worded` puts into words, or values by what follows the name.
Pairs: TypeAlias = Iterator[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Mean:
    """A number that is told with one decimal."""

    number: Fraction


@dataclass(frozen=True)
class Group:
    """Names with the same beginnings, worked out when one is asked for."""

    starts: tuple[str, ...]
    pairs: Callable[[], Pairs]

    @classmethod
    def of(cls, start: str, told: Callable[[], Mapping[str, object]]) -> Self:
        """Return the names that begin in one way."""
        return cls((start,), lambda: iter([(start, told())]))

    @cached_property
    def values(self) -> Mapping[str, object]:
        """Return the value of each name; of a list also how many there are, as `.count`."""
        return dict(_spelt_out(self.pairs()))


def _spelt_out(pairs: Iterable[tuple[str, object]]) -> Pairs:
    for name, value in pairs:
        if isinstance(value, Mapping):
            yield from _spelt_out((f"{name}.{rest}", inner) for rest, inner in value.items())
        else:
            yield name, value
        if isinstance(value, tuple | list):
            yield f"{name}.count", len(value)


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

    def put_in(self, words: str) -> str:
        """Return a text with a number in the place of each name, typeset."""
        language = self.said.language
        found = NAME.sub(lambda match: stands_for(match[1], self, language) or "", words)
        return typeset(found, language)

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
            is_told = not 0 < found < LEAST_SHARE
            least = "" if is_told else "<\u00a0"
            return f"{least}{percent(found if is_told else LEAST_SHARE, said.language)}"
        case Mean():
            return decimal(found.number, said.language)
        case Message():
            return say(found, said.language)
        case tuple() | list():
            return listed([said.label(str(one)) for one in found], said.language)
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


def span(pair: tuple[int, int], language: Language) -> str:
    """Return least and most as words: `2 to 6`, or one number where they are the same."""
    least, most = map(str, pair)
    if least == most:
        return least
    return say(message("guide.from-to", least=least, most=most), language)


def listed(found: Iterable[object], language: Language) -> str:
    """Return words or numbers as a list in a sentence: `a, b and c`."""
    *words, last = (*map(str, found),) or ("",)
    told = message("guide.list", first=", ".join(words), last=last)
    return say(told, language) if words else last


def chained(words: Sequence[str], language: Language) -> str:
    """Return parts of a sentence one after another: `a; b; c`, empty where there is none."""

    def then(first: str, more: str) -> str:
        return say(message("guide.and-then", first=first, more=more), language)

    return reduce(then, words) if words else ""


def at_least_once(chance: Fraction) -> Fraction:
    """Return the chance of seeing in two rolls what one roll shows with a chance."""
    return 1 - (1 - chance) ** 2


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """Return what numbers with these chances are on average."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def sums_of(dice: Dice, count: int) -> Mapping[str, object]:
    """Return what is to be said of the sums of so many dice, by what follows their name."""
    chances, rolls = dice.sums(count), dice.sides**count
    middle, or_more = mean(chances), Fraction(0)
    told: dict[str, object] = {"all": rolls, "least": min(chances), "most": max(chances)}
    told["mean"] = int(middle) if middle.denominator == 1 else Mean(middle)
    for total, chance in reversed(tuple(chances.items())):
        or_more += chance
        told[f"{total}"] = f"{chance * rolls}/{rolls}"
        found = {"ways": int(chance * rolls), "percent": chance, "twice": at_least_once(chance)}
        told |= {f"{total}.{name}": one for name, one in found.items()}
        told[f"{total}.or-more.percent"] = or_more
    return told


def sentence(reason: Message, language: Language) -> str:
    """Return a reason as a sentence, with a capital and a full stop."""
    words = say(reason, language)
    return f"{words[:1].upper()}{words[1:]}."
