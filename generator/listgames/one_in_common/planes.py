"""Cards of signs of which any two share exactly one: the lines of a finite projective plane."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import TypeAlias

from generator.errors import LudokitError
from generator.words import Message, message

# By signs on a card, a perfect difference set of Singer (1938): every difference but 0 modulo
# its plane's points comes once, so its shifts are lines of which any two meet in one point.
DIFFERENCES: Mapping[int, tuple[int, ...]] = {
    3: (0, 1, 3),
    4: (0, 1, 3, 9),
    6: (0, 1, 3, 8, 12, 18),
    8: (0, 1, 3, 13, 32, 36, 43, 52),
}
# One card has nothing in common with another.
LEAST = 2

Card: TypeAlias = tuple[int, ...]


def plane_size(signs: int) -> int:
    """Return the number of lines of a plane, which is that of its points: most cards and items."""
    return signs * signs - signs + 1


def deal_cards(items: int, signs: int, seed: int, cards: int | None = None) -> tuple[Card, ...]:
    """Return cards of items, `cards` of them or a whole plane; any two share exactly one item.

    No item stands twice at the same place of its cards, and in a whole plane each stands once at
    every place: where places differ in size, every item is shown in every size. Raise LudokitError
    for a number of signs without a plane here, and for too few items.
    """
    if signs not in DIFFERENCES:
        near = min(DIFFERENCES, key=lambda other: abs(other - signs))
        raise LudokitError(message("list.common-signs", found=signs, near=near))
    size = plane_size(signs)
    wanted = size if cards is None else cards
    if not LEAST <= wanted <= size:
        values = {"n": wanted, "signs": signs, "least": LEAST, "most": size}
        raise LudokitError(message("list.common-cards", **values))
    if most_plane_cards(items, signs) < wanted:
        raise LudokitError(_too_few_message(items, signs, wanted))
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    lines = chance.sample(range(size), wanted)
    if items < size:
        lines = list(
            min(_frugal_orders(signs), key=lambda order: _count_points(order[:wanted], signs))[
                :wanted
            ]
        )
    chance.shuffle(lines)
    places = list(DIFFERENCES[signs])
    chance.shuffle(places)
    dealt = [[(line + place) % size for place in places] for line in lines]
    points = sorted({point for card in dealt for point in card})
    item_at = dict(zip(points, chance.sample(range(items), len(points)), strict=True))
    return tuple(tuple(item_at[point] for point in card) for card in dealt)


def most_plane_cards(items: int, signs: int) -> int:
    """Return how many cards of 3, 4, 6 or 8 signs a number of items gives, as far as is known here.

    A whole plane from as many items as it has points; of fewer items the better of two orders.
    """
    return max(
        sum(_count_points(order[: count + 1], signs) <= items for count in range(len(order)))
        for order in _frugal_orders(signs)
    )


def _too_few_message(items: int, signs: int, wanted: int) -> Message:
    """Say how many items are missing, and what the list gives: fewer cards, or fewer signs."""
    need = min(_count_points(order[:wanted], signs) for order in _frugal_orders(signs))
    values = {"items": items, "n": wanted, "signs": signs, "need": need}
    gives = [(most_plane_cards(items, signs), signs)]
    for fewer in sorted(DIFFERENCES, reverse=True):
        most = most_plane_cards(items, fewer)
        if fewer < signs and most >= min(wanted, plane_size(fewer)):
            gives.append((min(most, wanted), fewer))
            break
    match [(n, shown) for n, shown in gives if n >= LEAST]:
        case [(n, shown), (others, fewer)]:
            near = message("list.common-gives-or", n=n, signs=shown, others=others, fewer=fewer)
        case [(n, shown)]:
            near = message("list.common-gives", n=n, signs=shown)
        case _:
            near = message("list.common-gives-none", least=2 * min(DIFFERENCES) - 1)
    return message("list.common-few", **values, near=near)


def _count_points(lines: Sequence[int], signs: int) -> int:
    return len({(line + at) % plane_size(signs) for line in lines for at in DIFFERENCES[signs]})


@cache
def _frugal_orders(signs: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two orders of a plane's lines whose beginnings lie on few points.

    One takes the line that adds fewest points, first those of the difference set: no three of them
    meet, so fewer points there cannot be. The other is its dual: it keeps longest the lines that
    miss the points of an oval, as many as there can be where up to `signs` points are left out.
    """
    count = plane_size(signs)
    lines = list[int]()
    points = set[int]()
    while len(lines) < count:
        added = {
            line: {(line + at) % count for at in DIFFERENCES[signs]} - points
            for line in (DIFFERENCES[signs][len(lines) :] or range(count))
            if line not in lines
        }
        line = min(added, key=lambda one: (len(added[one]), one))
        lines.append(line)
        points |= added[line]
    left_out = {-line % count: rank for rank, line in enumerate(lines)}
    lasts = [
        min(left_out[(line + at) % count] for at in DIFFERENCES[signs]) for line in range(count)
    ]
    return tuple(lines), tuple(sorted(range(count), key=lambda line: (-lasts[line], line)))
