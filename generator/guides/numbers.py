"""Numbers as words, and the names under which a guide's texts ask for them.

A name in braces has two pieces or more. `{part.figure}` and `{mechanics.figure}` are the game's.
`{game.minutes.least}`, `{print.ruler.mm}`; of dice `{dice.2.7}` (6/36) with `.ways`, `.percent`,
`.twice` (at least once in two rolls) and `.or-more.percent`, `{dice.2.all}`, `.mean`, `.least`,
`.most`; of a drawn position `{position.full.O2}`, `.sum`, `.colours` are known for every game.
Others are those of the game's family.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, chain
from typing import TypeAlias

from generator.game.parts import Dice
from generator.game.sentences import Sentences
from generator.words import Language, Message, figure, message, say, spaced

NAME = re.compile(r"\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)\}")

# One decimal of a percentage says nothing of what is rarer.
LEAST_SHARE = Fraction(1, 1000)

Pairs: TypeAlias = Iterator[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Group:
    """Names with the same beginnings, worked out when one is asked for; perhaps of a `position`."""

    starts: tuple[str, ...]
    pairs: Callable[[], Pairs]
    position: str | None = None

    def may_hold(self, name: str) -> bool:
        """Tell whether a name has one of the beginnings."""
        return any(f"{name}.".startswith(f"{start}.") for start in self.starts)


class Names(Mapping[str, str]):
    """The words for each name; of names in several groups, those of the first."""

    def __init__(self, groups: Iterable[Group]) -> None:
        """Take the groups; none is worked out yet."""
        self.groups = tuple(groups)
        self._found: dict[int, Mapping[str, str]] = {}

    def __getitem__(self, name: str) -> str:
        """Return the words for a name; KeyError where nothing is called so."""
        for number, group in enumerate(self.groups):
            if group.may_hold(name) and name in (words := self._worked_out(number)):
                return words[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        """Yield every name, all worked out."""
        found = map(self._worked_out, range(len(self.groups)))
        return iter(dict.fromkeys(chain.from_iterable(found)))

    def __len__(self) -> int:
        """Return how many names there are."""
        return len(tuple(iter(self)))

    def like(self, name: str) -> tuple[str, ...]:
        """Return the names of the groups that a name would belong to."""
        holding = (number for number, group in enumerate(self.groups) if group.may_hold(name))
        return tuple(chain.from_iterable(map(self._worked_out, holding)))

    def stem(self, name: str) -> tuple[str, tuple[str, ...]]:
        """Return as much of a name as shows that no group holds it, and what could stand there."""
        starts = [start for group in self.groups for start in group.starts]
        within = {one for start in starts for one in accumulate(start.split("."), "{}.{}".format)}
        stems = accumulate(name.split("."), "{}.{}".format)
        stem = next((one for one in stems if one not in within), name)
        last = stem.count(".") + 1
        before = stem.rpartition(".")[0]
        beside = [s for s in starts if not before or s.startswith(f"{before}.")]
        return stem, tuple(dict.fromkeys(".".join(s.split(".")[:last]) for s in beside))

    def _worked_out(self, number: int) -> Mapping[str, str]:
        if number not in self._found:
            self._found[number] = dict(self.groups[number].pairs())
        return self._found[number]


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


def counted(name: str, cells: Sequence[str], said: Sentences) -> Pairs:
    """Yield cells by their labels, and how many they are: `.open` and `.open.count`."""
    yield name, labels(cells, said)
    yield f"{name}.count", str(len(cells))


def sums_of(at: str, dice: Dice, count: int, language: Language) -> Pairs:
    """Yield what is to be said of the sums of so many dice."""
    chances, rolls = dice.sums(count), dice.sides**count
    middle = mean(chances)
    yield f"{at}.all", str(rolls)
    yield f"{at}.least", str(min(chances))
    yield f"{at}.most", str(max(chances))
    yield f"{at}.mean", str(middle) if middle.denominator == 1 else decimal(middle, language)
    or_more = Fraction(0)
    for total, chance in reversed(tuple(chances.items())):
        or_more += chance
        yield f"{at}.{total}", f"{chance * rolls}/{rolls}"
        yield f"{at}.{total}.ways", str(chance * rolls)
        yield f"{at}.{total}.percent", percent(chance, language)
        yield f"{at}.{total}.twice", percent(at_least_once(chance), language)
        yield f"{at}.{total}.or-more.percent", percent(or_more, language)


def share(found: Fraction, language: Language) -> str:
    """Return a share in per cent that does not round to nothing: `< 0,1 %`."""
    if 0 < found < LEAST_SHARE:
        return f"<\u00a0{percent(LEAST_SHARE, language)}"
    return percent(found, language)


def sentence(reason: Message, language: Language) -> str:
    """Return a reason as a sentence, with a capital and a full stop."""
    words = say(reason, language)
    return f"{words[:1].upper()}{words[1:]}."


def under(at: str, **figures: object) -> Pairs:
    """Yield figures by their names below another: `_` stands for a point in them."""
    return ((f"{at}.{name.replace('_', '.')}", str(told)) for name, told in figures.items())
