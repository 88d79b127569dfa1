"""Cards of which any two share one sign, the lines of a projective plane, and where signs lie.

Places are worked out by sums, products, quotients and square roots of floats alone, which IEEE
754 rounds the same way everywhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import floor, sqrt
from random import Random

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

# The radius of the largest circle over that of the smallest; sizes between in even steps.
SPREAD = 1.8
# How many layouts are tried, how many of them, those that cover most, are kept, and in how many
# steps each is relaxed; with their mirror images the kept ones make 64 cards before two have their
# signs at the same places.
TRIED, KEPT, STEPS = 32, 16, 250
# The least distance between two signs, in half widths.
LEAST_GAP = 0.02
# Coordinates are whole multiples of this part of the half width.
GRAIN = 10_000

Circle = tuple[float, float, float]
Card = tuple[int, ...]


def plane_size(signs: int) -> int:
    """Return the number of lines of a plane, which is that of its points: most cards and items."""
    return signs * signs - signs + 1


def deal_cards(items: int, signs: int, seed: int, cards: int | None = None) -> tuple[Card, ...]:
    """Return cards of items, `cards` of them or a whole plane; any two share exactly one item.

    In a whole plane each item stands once at every place, so it is shown in every size. Raise
    LudokitError for a number of signs without a plane here, and for too few items.
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
    chance = Random(seed)
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
    """Return how many cards a number of items gives, by the better of two orders of the plane."""
    return max(
        sum(_count_points(order[: count + 1], signs) <= items for count in range(len(order)))
        for order in _frugal_orders(signs)
    )


def _too_few_message(items: int, signs: int, wanted: int) -> Message:
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

    One takes the line that adds fewest points, first those of the difference set, no three of
    which meet; its dual keeps longest the lines that miss the points of an oval.
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


@dataclass(frozen=True, slots=True)
class SignPlace:
    """Where a sign goes, in half widths of the card from its centre; `turn` in whole degrees."""

    x: float
    y: float
    radius: float
    turn: int


def scatter_signs(
    signs: int, cards: int, seed: int, height: float
) -> tuple[tuple[SignPlace, ...], ...]:
    """Return the signs' places by card, the largest first; `height` is a card's, over its width."""
    chance = Random(seed)
    tried = [_relax(signs, height, chance) for _ in range(TRIED)]
    tried.sort(key=_covered_area, reverse=True)
    ways = list(product(range(KEPT), (1, -1), (1, -1)))
    chance.shuffle(ways)
    dealt = list[tuple[SignPlace, ...]]()
    for card in range(cards):
        layout, across, down = ways[card % len(ways)]
        circles = [(x * across, y * down, radius) for x, y, radius in tried[layout]]
        dealt.append(tuple(_rounded_place(circle, chance.randrange(360)) for circle in circles))
    return tuple(dealt)


def _relax(signs: int, height: float, chance: Random) -> list[Circle]:
    """Push random circles, a little too large, apart; return them as large as fits."""
    sizes = [1 + (SPREAD - 1) * rank / max(signs - 1, 1) for rank in reversed(range(signs))]
    circles = [(*_random_point(height, chance), size) for size in sizes]
    # The area over that of a disc as wide.
    whole = 4 * height / 3.14159265
    ideal = sqrt(0.85 * whole / _covered_area(circles))
    scale, best, found = ideal / 2, 0.0, circles
    for step in range(STEPS):
        circles = _push_apart(circles, scale, height)
        fits = _largest_scale(circles, height)
        if fits > best:
            best, found = fits, circles
        scale = max(fits, best * 0.97) + (ideal - best) * 0.1 * (1 - step / STEPS)
    return [(x, y, size * best) for x, y, size in found]


def _random_point(height: float, chance: Random) -> tuple[float, float]:
    x, y = (chance.randrange(-GRAIN, GRAIN + 1) / GRAIN for _ in "xy")
    return _move_inside(x, y * height, 0.1, height)


def _move_inside(x: float, y: float, radius: float, height: float) -> tuple[float, float]:
    """Return the nearest point about which a circle has room."""
    across, down = 1 - radius, height - radius
    return max(-across, min(across, x)), max(-down, min(down, y))


def _push_apart(circles: Sequence[Circle], scale: float, height: float) -> list[Circle]:
    pushed = list[Circle]()
    for circle in circles:
        x, y, size = circle
        for other, (there, down, width) in enumerate(pushed):
            across, up = x - there, y - down
            wanted = scale * (size + width) + LEAST_GAP
            squared = across * across + up * up
            if 0 < squared < wanted * wanted:
                share = (wanted / sqrt(squared) - 1) / 2
                x += across * share
                y += up * share
                pushed[other] = (there - across * share, down - up * share, width)
        pushed.append((*_move_inside(x, y, scale * size, height), size))
    return pushed


def _largest_scale(circles: Sequence[Circle], height: float) -> float:
    """Return the largest scale at which all circles, where they are, lie inside and apart."""
    most = min(min(1 - abs(x), height - abs(y)) / size for x, y, size in circles)
    for rank, (x, y, size) in enumerate(circles):
        for there, down, width in circles[:rank]:
            across, up = x - there, y - down
            apart = sqrt(across * across + up * up) - LEAST_GAP
            most = min(most, apart / (size + width))
    return most


def _covered_area(circles: Sequence[Circle]) -> float:
    total = 0.0
    for *_, radius in circles:
        total += radius * radius
    return total


def _rounded_place(circle: Circle, turn: int) -> SignPlace:
    """Round to grains; the radius gives up one, for two centres come nearer by up to 1.42."""
    x, y, radius = circle
    x, y = floor(x * GRAIN + 0.5) / GRAIN, floor(y * GRAIN + 0.5) / GRAIN
    return SignPlace(x, y, (floor(radius * GRAIN) - 1) / GRAIN, turn)
