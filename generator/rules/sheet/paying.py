"""Paying: which cells the dice of a throw pay for, and whether some must be crossed off."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import Literal

from generator.rules.family import Refusal
from generator.rules.naming import cells
from generator.rules.sheet.plan import Kit, Line, Sheet, Spot
from generator.rules.sheet.primitives import Clash, Primitive, Seen
from generator.words import Message, message

LONGEST_ADVICE = 5
_face = attrgetter("face")


class Shown(Primitive, about=("places",)):
    """A cell that dice of one face pay for needs a die that shows this face."""

    rule: Literal["shown"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield each cell whose face no die shows."""
        for spot in seen.spots if seen.is_rolled else ():
            if spot.face not in seen.faces:
                dice, cell = _falling(seen), cells(spot.id)
                reason = message("rules.cross.shown", cell=cell, pips=spot.face, dice=dice)
                yield _at(rule, reason, seen, spot.id)


class Enough(Primitive, about=("places", "dice")):
    """The dice are enough for all cells together: each serves once, and never for a higher face."""

    rule: Literal["enough"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield the first cell that too few dice are left for."""
        roll = seen.faces
        served = [spot for spot in seen.spots if spot.face in roll]
        if not seen.is_rolled or _suffices(roll, served):
            return
        ends = range(1, len(served) + 1)
        spot = next(served[end - 1] for end in ends if not _suffices(roll, served[:end]))
        reason = message("rules.cross.enough", cell=cells(spot.id), dice=_falling(seen))
        yield _at(rule, reason, seen, spot.id)


class AddsUp(Primitive, about=("places",)):
    """The numbers of the cells that are crossed off add up to the throw."""

    rule: Literal["adds-up"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that they do not, or that they are more cells than one throw pays for."""
        spots, most = seen.spots, seen.kit.cells
        if not spots or not seen.is_rolled:
            return
        total, wanted = sum(spot.value for spot in spots), sum(seen.faces)
        if total != wanted:
            reason = message("rules.cross.adds-up", found=total, wanted=wanted)
        elif most is not None and len(spots) > most:
            reason = message("rules.cross.cells", found=len(spots), most=most)
        else:
            return
        only = spots[0].id if len(spots) == 1 else None
        yield seen.found(rule, reason, "places", where=only, instead=_ways(seen))


class MustCross(Primitive, about=("places",)):
    """Who can cross off a cell does; alone as many as the variant asks for, if that is possible."""

    rule: Literal["must-cross"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that too few cells were crossed off, and no token was given up for it."""
        found, most = len(seen.spots), _most_due(seen)
        if not seen.turn.discards and found < most and found < (wanted := due(seen)):
            covers = seen.kit.tokens is not None
            key = "rules.cross.must-cover" if covers else "rules.cross.must-cross"
            reason = message(key, found=found, wanted=wanted)
            instead = _ways(seen) if seen.kit.pays == "sum" else ()
            yield seen.found(rule, reason, instead=instead)


class Discards(Primitive, about=("discards", "places")):
    """Who plays alone and cannot place a token gives up one that is not placed yet, then only."""

    rule: Literal["discards"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that a token was given up wrongly, or kept wrongly."""
        discards, is_alone = seen.turn.discards, _least(seen) is not None
        if discards and not is_alone:
            key = "rules.cross.discard-together"
        elif discards > 1:
            key = "rules.cross.discard-many"
        elif discards and seen.turn.places:
            key = "rules.cross.discard-beside"
        elif discards and due(seen):
            key = "rules.cross.discard-early"
        elif not discards and is_alone and seen.is_rolled and not due(seen):
            key = "rules.cross.discard-due"
        else:
            return
        within = ("discards",) if discards else ()
        yield seen.found(rule, message(key, found=discards), *within)


class TokenLimit(Primitive, about=("lost",)):
    """Nobody places more tokens than there are."""

    rule: Literal["tokens"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield the first cell that no token is left for."""
        spots, left = seen.spots, seen.kit.left(seen.sheet)
        if left is not None and len(spots) > left:
            values = {"found": len(spots), "left": left, "each": seen.kit.tokens or 0}
            yield _at(rule, message("rules.cross.tokens", **values), seen, spots[left].id, ())

    def judge_alone(self, kit: Kit, sheet: Sheet, named: Line) -> Iterator[Clash]:  # noqa: ARG002 - as the others
        """Yield the first cell of a sheet that no token is left for."""
        distinct, each = tuple(dict.fromkeys(named)), kit.tokens
        if each is not None and len(distinct) > each:
            values = {"found": len(distinct), "left": each, "each": each}
            yield message("rules.cross.tokens", **values), distinct[each], None


def choices(kit: Kit, shown: tuple[int, ...], free: tuple[Spot, ...]) -> Iterator[tuple[Spot, ...]]:
    """Yield every set of cells that a throw pays for; where dice pay by groups also the empty one.

    Where cells have to add up to the throw, few cells come before many, small ones before large.
    """
    if kit.pays == "groups":
        showing = _showing(shown)
        paid = tuple(one for one in free if one.face in shown and one.place <= showing[one.face])
        yield from _groups(shown, (), paid)
    else:
        most = len(free) if kit.cells is None else kit.cells
        rising = tuple(sorted(free, key=lambda spot: spot.value))
        found = (way for way in _adding(rising, sum(shown)) if len(way) <= most)
        yield from sorted(found, key=lambda way: (len(way), [spot.value for spot in way]))


def fits(roll: tuple[int, ...], spots: tuple[Spot, ...]) -> bool:
    """Return whether groups of equal dice pay for all these cells together."""
    return {spot.face for spot in spots} <= {*roll} and _suffices(roll, spots)


def due(seen: Seen) -> int:
    """Return how many cells the turn crosses off at least; worked out once."""
    if seen.due is None:
        left, wanted, seen.due = seen.kit.left(seen.sheet), _most_due(seen), 0
        wanted = wanted if left is None else min(wanted, left)
        for way in choices(seen.kit, seen.faces, seen.free) if wanted and seen.is_rolled else ():
            seen.due = min(wanted, max(seen.due, len(way)))
            if seen.due == wanted:
                break
    return seen.due


def _most_due(seen: Seen) -> int:
    """Return how many cells a turn crosses off where dice and sheet allow it."""
    return (_least(seen) or 0) if seen.kit.alone else 1


def _least(seen: Seen) -> int | None:
    """Return how many cells a turn of this game for one crosses off; None where several play."""
    alone, variants = seen.kit.alone, seen.table.seating.variants
    return max([alone[name] for name in variants if name in alone], default=None)


def _suffices(roll: tuple[int, ...], spots: Iterable[Spot]) -> bool:
    """Return whether the dice are enough for distinct cells, none counted twice or raised.

    Counted from the top: cells of this face and higher ones want no more dice than show so much.
    """
    wanted, shown = 0, _showing(roll)
    for spot in sorted(spots, key=_face, reverse=True):
        wanted += spot.place
        if wanted > shown[spot.face]:
            return False
    return True


@lru_cache(maxsize=256)
def _showing(roll: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many dice show each face or more, from 0 up to the highest."""
    return tuple(sum(one >= face for one in roll) for face in range(max(roll) + 1))


def _groups(
    roll: tuple[int, ...], chosen: tuple[Spot, ...], rest: tuple[Spot, ...]
) -> Iterator[tuple[Spot, ...]]:
    yield chosen
    for number, spot in enumerate(rest):
        if _suffices(roll, (*chosen, spot)):
            yield from _groups(roll, (*chosen, spot), rest[number + 1 :])


def _adding(rising: tuple[Spot, ...], total: int) -> Iterator[tuple[Spot, ...]]:
    for number, spot in enumerate(rising):
        if spot.value == total:
            yield (spot,)
        elif 0 < spot.value < total:
            for rest in _adding(rising[number + 1 :], total - spot.value):
                yield (spot, *rest)


def _ways(seen: Seen) -> tuple[str, ...]:
    """Return a few ways that the throw pays for: by numbers where one row has them all."""
    found = islice(choices(seen.kit, seen.faces, seen.free), LONGEST_ADVICE)
    is_plain = len(seen.kit.plan.rows) == 1
    return tuple("+".join(str(one.value) if is_plain else one.id for one in way) for way in found)


def _falling(seen: Seen) -> tuple[str, ...]:
    return tuple(map(str, sorted(seen.faces, reverse=True)))


def _at(rule: str, reason: Message, seen: Seen, cell: str, instead: Line | None = None) -> Refusal:
    place = seen.turn.places.index(cell)
    instead = nearby(seen, place) if instead is None else instead
    return seen.found(rule, reason, "places", place, where=cell, instead=instead)


def nearby(seen: Seen, number: int) -> Line:
    """Return what may be crossed off in place of one cell of a turn: near cells first.

    Where dice pay by groups, the other cells of the turn are kept as far as that may be.
    """
    roll, spots = seen.faces, seen.kit.plan.spots
    if seen.kit.pays == "sum":
        return _ways(seen)
    wrong, kept = spots[seen.turn.places[number]], tuple[Spot, ...]()
    free = {spot.id: spot for spot in seen.free}
    # No turn is longer than the sheet has cells, whatever somebody wrote.
    others = (one for at, one in enumerate(seen.turn.places[: len(spots)]) if at != number)
    for name in dict.fromkeys(others):
        if name in free and fits(roll, (*kept, spots[name])):
            kept = (*kept, free.pop(name))
    nearest = list(free.values())
    nearest.sort(key=lambda one: abs(one.place - wrong.place) + abs(one.face - wrong.face))
    allowed = (one.id for one in nearest if fits(roll, (*kept, one)))
    return tuple(islice(allowed, LONGEST_ADVICE))
