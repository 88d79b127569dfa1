"""The race judged from paper: each statement tells target and steps, turns stand in a table."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from tests.documents.paper_only.printed import Printed

# A race: what is said to win, and how much may be added at most.
Race = tuple[int, int]


def race(seen: Printed) -> tuple[Race, tuple[int, ...]]:
    """Return the race that a statement tells, and the numbers behind it."""
    target, start, least, most, again, *rest = seen.numbers
    assert (start, least, again) == (0, 1, target)
    return (target, most), tuple(rest)


def after(number: int, of: Race) -> range:
    """Return what may be said after a number."""
    target, most = of
    return range(number + 1, min(number + most, target) + 1)


def wins(number: int, of: Race) -> bool:
    """Return whether whoever says a number wins, whatever is answered."""
    return number in winning(of)


@cache
def winning(of: Race) -> set[int]:
    """Return the numbers that no answer wins against, played from the last one back."""
    found = {of[0]}
    for number in range(of[0] - 1, 0, -1):
        if not found & {*after(number, of)}:
            found.add(number)
    return found


def named(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return numbers as a key has them."""
    return tuple(map(str, numbers))


def allowed(seen: Printed) -> list[tuple[str, ...]]:
    """Count on from the last number."""
    of, (last,) = race(seen)
    return [named(after(last, of))]


def said(seen: Printed) -> list[int | None]:
    """Return the numbers of the table, turn by turn, None where one is to be written."""
    (_, *turns), (_, *cells) = seen.table
    assert turns == [str(n) for n in range(1, len(cells) + 1)]
    return [int(cell) if cell else None for cell in cells]


def complete(seen: Printed) -> list[str]:
    """Try all chains of numbers that agree with what is left."""
    of, _ = race(seen)
    lines = said(seen)
    chains: list[tuple[int, ...]] = [(0,)]
    for known in lines:
        chains = [(*one, n) for one in chains for n in after(one[-1], of) if known in {None, n}]
    blanks = [place for place, known in enumerate(lines, start=1) if known is None]
    return [", ".join(str(one[place]) for place in blanks) for one in chains]


def error(seen: Printed) -> list[str]:
    """Change each line to each number, and keep what leaves no fault; there is one fault at first.

    The line that is at fault is the one that was not allowed; after it one goes on from what was
    said there, or from what should have been.
    """
    of, _ = race(seen)
    assert None not in said(seen)
    lines = [0, *(number or 0 for number in said(seen))]
    wrong = faults(lines, of)
    assert len(wrong) == 1
    assert max(lines) < of[0]
    return [
        f"{place}: {number}"
        for place in wrong
        for number in after(lines[place - 1], of)
        if not faults([*lines[:place], number, *lines[place + 1 :]], of)
    ]


def faults(lines: Sequence[int], of: Race) -> list[int]:
    """Return the places of numbers that may not follow the one before."""
    return [n for n in range(1, len(lines)) if lines[n] not in after(lines[n - 1], of)]


def say(seen: Printed) -> list[int]:
    """Play each answer to the end."""
    of, (last,) = race(seen)
    drawn = seen.beside.get("says")
    assert not drawn or (drawn[-1] == last and not faults([0, *drawn], of))
    return [number for number in after(last, of) if wins(number, of)]


def series(seen: Printed) -> list[tuple[str, ...]]:
    """Play each number to the end."""
    of, rest = race(seen)
    assert not rest
    return [named(number for number in range(1, of[0] + 1) if wins(number, of))]


def slip(seen: Printed) -> list[str]:
    """Go back over the strip, from whose turn it is, to a number that gave the win away."""
    of, (last,) = race(seen)
    lines = [0, *seen.beside["says"]]
    assert lines[-1] == last < of[0]
    assert not faults(lines, of)
    assert wins(last, of)
    for place in range(len(lines) - 2, 0, -2):
        better = [number for number in after(lines[place - 1], of) if wins(number, of)]
        if better and not wins(lines[place], of):
            return [f"{lines[place]}: {number}" for number in better]
    return []


def division(seen: Printed) -> list[str]:
    """Divide by what two players can always add between them; played to the end it is the same."""
    (target, most), _ = race(seen)
    whole, rest = divmod(target, most + 1)
    first = [number for number in range(1, most + 1) if wins(number, (target, most))]
    assert first == ([rest] if rest else [])
    return [f"{target} = {most + 1} × {whole} + {rest}"]


def at_random(seen: Printed) -> list[str]:
    """Follow the tree: who has said a number wins if the other one does not."""
    of, (last,) = race(seen)

    def chance(number: int) -> Fraction:
        replies = after(number, of)
        if not replies:
            return Fraction(1)
        return sum((1 - chance(reply) for reply in replies), Fraction(0)) / len(replies)

    return [str(chance(last))]


JUDGES = {
    "count-next": allowed,
    "count-complete": complete,
    "count-error": error,
    "say": say,
    "series": series,
    "count-slip": slip,
    "count-division": division,
    "at-random": at_random,
}
