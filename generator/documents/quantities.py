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
from functools import cache, partial, reduce
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from generator.game.parts import Dice
from generator.game.sentences import Sentences, placeholder_value
from generator.words import (
    Language,
    Message,
    fill_in,
    format_number,
    message,
    nearest_word,
    no_break_spaced,
    not_one_of,
    numeral,
    say,
    typeset,
)

NAME = re.compile(r"\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_+-]+)+)\}")

Found = TypeVar("Found")
# Values by the pieces of their names: words, numbers, chances, lists, what works one out when it is
# asked for, or such mappings again.
Tree = Mapping[str, object]
# The name, within a mapping, of the value of the name that leads to it.
OWN = ""
# What stands for a mean that nobody has simulated by the rules as they are.
UNKNOWN = "?"

# One decimal of a percentage says nothing of what is rarer.
LEAST_SHARE = Fraction(1, 1000)


@dataclass(frozen=True, slots=True)
class OneDecimal:
    """A number that is told with one decimal."""

    number: Fraction


class Unknown(NamedTuple):
    """A name that stands for nothing: what of it shows that, why, and whether it is a list's."""

    cause: str
    reason: Message
    is_listed: bool


class Lookup(Mapping[str, Found]):
    """Values by name, each worked out when it is first asked for."""

    def __init__(self, names: Iterable[str], find: Callable[[str], Found]) -> None:
        self._names, self._find = dict.fromkeys(names), cache(find)

    def __getitem__(self, name: str) -> Found:
        if name not in self._names:
            raise KeyError(name)
        return self._find(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Quantities(Mapping[str, str]):
    """The words for each name that a text may hold in braces.

    A name is looked up piece by piece in trees of mappings, nothing of which is worked out before;
    where several trees have it, the first counts. What a mapping holds under the empty name is the
    value of the name that leads to it; `.count` after the name of a list is its length.
    """

    def __init__(self, trees: Iterable[Tree], said: Sentences) -> None:
        self.trees, self.said = tuple(trees), said
        self._found = dict[str, object]()

    def __getitem__(self, name: str) -> str:
        return in_words(self.value(name), self.said)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(chain.from_iterable(map(_names_in, self.trees))))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def value(self, name: str) -> object:
        """Return what a name stands for, not yet in words; KeyError where nothing is called so."""
        if name not in self._found:
            self._found[name] = self._look_up(name)
        return self._found[name]

    def _look_up(self, name: str) -> object:
        for node in reduce(_below, name.split("."), self.trees):
            if not isinstance(node, Mapping):
                return node
            if OWN in node:
                return _worked_out(node[OWN])
        raise KeyError(name)

    def fill_in(self, words: str) -> str:
        """Return a text with a number in the place of each name, typeset."""
        language = self.said.language

        def put(found: re.Match[str]) -> str:
            return placeholder_value(found[1], self, language) or ""

        return typeset(fill_in(NAME, put, words, language), language)

    def unknown(self, name: str) -> Unknown:
        """Return how far an unknown name leads, and the nearest right one."""
        pieces, nodes, depth = name.split("."), self.trees, 0
        while after := [one for one in _below(nodes, pieces[depth]) if isinstance(one, Mapping)]:
            nodes, depth = tuple(after), depth + 1
            if depth == len(pieces):
                break
        start = "".join(f"{piece}." for piece in pieces[:depth])
        found = ".".join(pieces[: depth + 1])
        if depth == 0 or any(isinstance(one, Lookup) for one in nodes):
            heads = dict.fromkeys(key.partition(".")[0] for one in nodes for key in one)
            reason = not_one_of(found, [f"{start}{head}" for head in heads])
            return Unknown(found, reason, is_listed=True)
        names = (f"{start}{rest}".strip(".") for one in nodes for rest in _names_in(one))
        hint, reason = nearest_word(name, names), message("guide.no-name", name=name)
        if hint is not None:
            reason = message("guide.no-name-near", name=name, near=hint)
        return Unknown(found, reason, is_listed=False)


def _worked_out(value: object) -> object:
    return value() if callable(value) else value


def _below(nodes: Iterable[object], piece: str) -> tuple[Any, ...]:
    """Return what nodes have under one piece of a name, where names may be several pieces long."""
    found: list[object] = []
    for node in nodes:
        if isinstance(node, Mapping):
            if piece in node:
                found.append(_worked_out(node[piece]))
            start = f"{piece}."
            if rest := [key.removeprefix(start) for key in node if key.startswith(start)]:
                found.append(Lookup(rest, partial(_under, node, start)))
            found += _below((_worked_out(node[OWN]),), piece) if OWN in node else ()
        elif piece == "count" and isinstance(node, tuple | list):
            found.append(len(node))
    return tuple(found)


def _under(node: Tree, start: str, rest: str) -> object:
    return _worked_out(node[f"{start}{rest}"])


def _names_in(node: object) -> Iterator[str]:
    if not isinstance(node, Mapping):
        yield from ("", "count") if isinstance(node, tuple | list) else ("",)
        return
    for key, inner in node.items():
        yield from (".".join(filter(None, (key, rest))) for rest in _names_in(_worked_out(inner)))


def with_thousands(number: int) -> Message:
    """Return a number as the language groups it: 46,656."""
    return message("plan.number", n=number)


def in_words(found: object, said: Sentences) -> str:
    """Return a value in words: chances in per cent, cells by their labels, nothing as a dash."""
    match found:
        case Fraction():
            is_told = not 0 < found < LEAST_SHARE
            least = "" if is_told else "<\u00a0"
            return f"{least}{percent(found if is_told else LEAST_SHARE, said.language)}"
        case OneDecimal():
            return one_decimal(found.number, said.language)
        case Message():
            return say(found, said.language)
        case tuple() | list():
            return list_in_sentence([said.label(str(one)) for one in found], said.language)
        case int():
            return numeral(found)
        case _:
            return "–" if found is None else str(found)


def percent(share: Fraction, language: Language) -> str:
    """Return a share with one decimal: 16,7 % in French, 16.7% in English."""
    return no_break_spaced(f"{one_decimal(Fraction(share * 100), language)}%", language)


def one_decimal(number: Fraction, language: Language) -> str:
    """Return a number with one decimal, as the language writes it; a tie is rounded up."""
    return format_number(Decimal((number * 20 + 1) // 2) / 10, language, pattern="0.0")


def range_text(pair: tuple[int, int], language: Language) -> str:
    """Return least and most as words: `2 to 6`, or one number where they are the same."""
    least, most = map(str, pair)
    if least == most:
        return least
    return say(message("guide.from-to", least=least, most=most), language)


def list_in_sentence(found: Iterable[object], language: Language) -> str:
    """Return words or numbers as a list in a sentence: `a, b and c`."""
    *words, last = (*map(str, found),) or ("",)
    told = message("guide.list", first=", ".join(words), last=last)
    return say(told, language) if words else last


def clauses(words: Sequence[str], language: Language) -> str:
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


def sum_quantities(dice: Dice, count: str) -> Mapping[str, object]:
    """Return what is to be said of the sums of some dice, by what follows their name."""
    chances, rolls = dice.sums(int(count)), dice.sides ** int(count)
    middle, or_more = mean(chances), Fraction(0)
    told: dict[str, object] = {"all": rolls, "least": min(chances), "most": max(chances)}
    told["mean"] = int(middle) if middle.denominator == 1 else OneDecimal(middle)
    for total, chance in reversed(tuple(chances.items())):
        or_more += chance
        told[f"{total}"] = f"{chance * rolls}/{rolls}"
        found = {"ways": int(chance * rolls), "percent": chance, "twice": at_least_once(chance)}
        told |= {f"{total}.{name}": one for name, one in found.items()}
        told[f"{total}.or-more.percent"] = or_more
    return told


def as_sentence(reason: Message, language: Language) -> str:
    """Return a reason as a sentence, with a capital and a full stop."""
    words = say(reason, language)
    return f"{words[:1].upper()}{words[1:]}."
