"""Paying: which cells the dice of a throw pay for, how likely, and whether some must be crossed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import comb
from operator import attrgetter
from random import Random
from typing import Literal

from generator.rules.interface import Refusal
from generator.rules.naming import cells
from generator.rules.sheet.plan import Gear, Line, Sheet, SheetCell
from generator.rules.sheet.primitives import Objection, Primitive, TurnView
from generator.words import Message, message

LONGEST_ADVICE = 5
# One turn in this many crosses off nothing; one cell in this many is passed over.
WAITS, PASSES = 8, 5
# How many of the first ways to make a sum a player wavers between.
WAVERS = 2
# Where some cells must be, all but one turn in this many cross off no more: cells run out.
THRIFT = 5
# How much sooner than chance a cell is crossed off whose line is half done.
PULL = 3.0
_face = attrgetter("face")


class FaceShown(Primitive, about=("places",), acts=("cross",)):
    """A cell that dice of one face pay for needs a die that shows this face."""

    rule: Literal["shown"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        for spot in view.spots if view.is_rolled else ():
            if spot.face not in view.faces:
                dice, cell = _falling(view), cells(spot.id)
                reason = message("rules.cross.shown", cell=cell, pips=spot.face, dice=dice)
                yield _at(rule, reason, view, spot.id)


class EnoughDice(Primitive, about=("places", "dice"), acts=("cross",)):
    """The dice are enough for all cells together: each serves once, and never for a higher face."""

    rule: Literal["enough"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        roll = view.faces
        served = [spot for spot in view.spots if spot.face in roll]
        if not view.is_rolled or _suffices(roll, served):
            return
        ends = range(1, len(served) + 1)
        spot = next(served[end - 1] for end in ends if not _suffices(roll, served[:end]))
        reason = message("rules.cross.enough", cell=cells(spot.id), dice=_falling(view))
        yield _at(rule, reason, view, spot.id)


class AddsUp(Primitive, about=("places",), acts=("cross", "shut")):
    """The numbers of the cells that are crossed off add up to the throw."""

    rule: Literal["adds-up"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        spots, most = view.spots, view.gear.cells
        if not spots or not view.is_rolled:
            return
        total, wanted = sum(spot.value for spot in spots), sum(view.faces)
        if total != wanted:
            reason = message("rules.cross.adds-up", found=total, wanted=wanted)
        elif most is not None and len(spots) > most:
            reason = message("rules.cross.cells", found=len(spots), most=most)
        else:
            return
        only = spots[0].id if len(spots) == 1 else None
        yield view.refusal(rule, reason, "places", where=only, instead=_ways(view))


class MustCross(Primitive, about=("places",), acts=("cross", "shut")):
    """Who can cross off a cell does; alone as many as the variant asks for, if that is possible."""

    rule: Literal["must-cross"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        found, most = len(view.spots), _most_due(view)
        if not view.turn.discards and found < most and found < (wanted := cells_due(view)):
            covers = view.gear.tokens is not None
            key = "rules.cross.must-cover" if covers else "rules.cross.must-cross"
            reason = message(key, found=found, wanted=wanted)
            instead = _ways(view) if view.gear.pays == "sum" else ()
            yield view.refusal(rule, reason, instead=instead)


class Discards(Primitive, about=("discards", "places"), acts=("cross",)):
    """Who plays alone and cannot place a token gives up one that is not placed yet, then only."""

    rule: Literal["discards"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        discards, is_alone = view.turn.discards, _least(view) is not None
        if discards and not is_alone:
            key = "rules.cross.discard-together"
        elif discards > 1:
            key = "rules.cross.discard-many"
        elif discards and view.turn.places:
            key = "rules.cross.discard-beside"
        elif discards and cells_due(view):
            key = "rules.cross.discard-early"
        elif not discards and is_alone and view.is_rolled and not cells_due(view):
            key = "rules.cross.discard-due"
        else:
            return
        within = ("discards",) if discards else ()
        yield view.refusal(rule, message(key, found=discards), *within)


class TokenLimit(Primitive, about=("lost",), acts=("cross",)):
    """Nobody places more tokens than there are."""

    rule: Literal["tokens"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        spots, left = view.spots, view.gear.tokens_left(view.sheet)
        if left is not None and len(spots) > left:
            values = {"found": len(spots), "left": left, "each": view.gear.tokens or 0}
            yield _at(rule, message("rules.cross.tokens", **values), view, spots[left].id, ())

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:
        distinct, each = tuple(dict.fromkeys(named)), gear.tokens
        if each is not None and len(distinct) > each:
            values = {"found": len(distinct), "left": each, "each": each}
            yield message("rules.cross.tokens", **values), distinct[each], None


def payable_sets(
    gear: Gear, shown: tuple[int, ...], free: tuple[SheetCell, ...]
) -> Iterator[tuple[SheetCell, ...]]:
    """Yield every set of cells that a throw pays for, few and small ones first."""
    if gear.pays == "groups":
        yield from _groups(shown, (), tuple(_in_reach(shown, free)))
    else:
        most = len(free) if gear.cells is None else gear.cells
        rising = tuple(sorted(free, key=lambda spot: spot.value))
        found = (way for way in _adding(rising, sum(shown)) if len(way) <= most)
        yield from sorted(found, key=lambda way: (len(way), [spot.value for spot in way]))


def pays_for_all(roll: tuple[int, ...], spots: tuple[SheetCell, ...]) -> bool:
    """Return whether groups of equal dice pay for all these cells together."""
    return {spot.face for spot in spots} <= {*roll} and _suffices(roll, spots)


def chance_of(gear: Gear, spot: SheetCell) -> Fraction:
    """Return the chance of enough dice that show a face or, lowered, higher ones, one just this."""
    count, sides = gear.count(), gear.dice.sides
    low, high = spot.face - 1, sides - spot.face
    ways = sum(
        comb(count, found) * ((high + 1) ** found - high**found) * low ** (count - found)
        for found in range(spot.place, count + 1)
    )
    return Fraction(ways, sides**count)


def chance_alike(gear: Gear, count: int) -> Fraction:
    """Return the chance that this many dice or more show one face, whichever."""
    # Rolls whose every face shows fewer times, by how many dice are used up.
    rolls = Counter({0: 1})
    for _ in range(gear.dice.sides):
        after: Counter[int] = Counter()
        for used, ways in rolls.items():
            for more in range(min(count - 1, gear.count() - used) + 1):
                after[used + more] += ways * comb(gear.count() - used, more)
        rolls = after
    every = gear.dice.sides ** gear.count()
    return Fraction(every - rolls[gear.count()], every)


def choose_paid(view: TurnView, wanted: int, chance: Random) -> Line:
    """Return cells that a passable player has paid: small sums, lines well begun, what is due."""
    if view.gear.pays == "sum":
        every = list(payable_sets(view.gear, view.faces, view.free))
        every.sort(key=lambda way: sum(spot.place for spot in way))
        few = every if chance.randrange(PASSES) == 0 else every[:WAVERS]
        return tuple(spot.id for spot in chance.choice(few)) if few else ()
    limit = view.gear.tokens_left(view.sheet)
    is_thrifty = bool(wanted and chance.randrange(THRIFT))

    def dear(spot: SheetCell) -> float:
        if is_thrifty:
            return -float(chance_of(view.gear, spot))
        lines = (line for line in view.gear.plan.lines.get("straight", ()) if spot.id in line)
        done = (sum(cell in view.sheet.numbers for cell in line) / len(line) for line in lines)
        return chance.random() - PULL * max(done, default=0.5 if spot.is_edge else 0)

    chosen: tuple[SheetCell, ...] = ()
    for spot in sorted(view.free, key=dear) if wanted or chance.randrange(WAITS) else ():
        is_passed = not is_thrifty and chance.randrange(PASSES) == 0
        if len(chosen) != (wanted if is_thrifty else limit) and not is_passed:
            chosen = (*chosen, spot) if pays_for_all(view.faces, (*chosen, spot)) else chosen
    if len(chosen) < wanted:
        sets = payable_sets(view.gear, view.faces, view.free)
        chosen = next((way for way in sets if len(way) == wanted), ())
    return tuple(spot.id for spot in chosen)


def cells_due(view: TurnView) -> int:
    """Return how many cells the turn crosses off at least; worked out once."""
    if view.least_due is None:
        gear, left = view.gear, view.gear.tokens_left(view.sheet)
        wanted, view.least_due = _most_due(view), 0
        wanted = wanted if left is None else min(wanted, left)
        spots = [*gear.plan.cells.values()] if wanted and view.is_rolled else []
        if spots and gear.pays == "groups":
            spots = _in_reach(view.faces, spots)
        for way in payable_sets(gear, view.faces, view.allowed(spots)) if spots else ():
            view.least_due = min(wanted, max(view.least_due, len(way)))
            if view.least_due == wanted:
                break
    return view.least_due


def _most_due(view: TurnView) -> int:
    return (_least(view) or 0) if view.gear.alone else 1


def _least(view: TurnView) -> int | None:
    """Return how many cells a turn of this game for one crosses off; None where several play."""
    alone, variants = view.gear.alone, view.table.seating.variants
    found = [alone[name] for name in variants if name in alone] if variants else ()
    return max(found, default=None)


def _suffices(roll: tuple[int, ...], spots: Iterable[SheetCell]) -> bool:
    """Return whether the dice are enough for distinct cells, none raised: counted from the top."""
    wanted, shown = 0, _showing(roll)
    for spot in sorted(spots, key=_face, reverse=True):
        wanted += spot.place
        if wanted > shown[spot.face]:
            return False
    return True


def _in_reach(roll: tuple[int, ...], spots: Iterable[SheetCell]) -> list[SheetCell]:
    """Return the cells that the dice pay for, each alone."""
    showing = _showing(roll)
    return [one for one in spots if one.face in roll and one.place <= showing[one.face]]


@lru_cache(maxsize=4096)
def _showing(roll: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many dice show each face or more, from 0 up to the highest."""
    return tuple(sum(one >= face for one in roll) for face in range(max(roll) + 1))


def _groups(
    roll: tuple[int, ...], chosen: tuple[SheetCell, ...], rest: tuple[SheetCell, ...]
) -> Iterator[tuple[SheetCell, ...]]:
    yield chosen
    for number, spot in enumerate(rest):
        if _suffices(roll, (*chosen, spot)):
            yield from _groups(roll, (*chosen, spot), rest[number + 1 :])


def _adding(rising: tuple[SheetCell, ...], total: int) -> Iterator[tuple[SheetCell, ...]]:
    for number, spot in enumerate(rising):
        if spot.value == total:
            yield (spot,)
        elif 0 < spot.value < total:
            for rest in _adding(rising[number + 1 :], total - spot.value):
                yield (spot, *rest)


def _ways(view: TurnView) -> tuple[str, ...]:
    """Return a few ways that the throw pays for: by numbers where one row has them all."""
    found = islice(payable_sets(view.gear, view.faces, view.free), LONGEST_ADVICE)
    is_plain = len(view.gear.plan.rows) == 1
    return tuple("+".join(str(one.value) if is_plain else one.id for one in way) for way in found)


def _falling(view: TurnView) -> tuple[str, ...]:
    return tuple(map(str, sorted(view.faces, reverse=True)))


def _at(
    rule: str, reason: Message, view: TurnView, cell: str, instead: Line | None = None
) -> Refusal:
    place = view.turn.places.index(cell)
    instead = nearby_cells(view, place) if instead is None else instead
    return view.refusal(rule, reason, "places", place, where=cell, instead=instead)


def nearby_cells(view: TurnView, number: int) -> Line:
    """Return what may be crossed off in place of one cell of a turn: near cells first."""
    roll, spots = view.faces, view.gear.plan.cells
    if view.gear.pays == "sum":
        return _ways(view)
    wrong, kept = spots[view.turn.places[number]], tuple[SheetCell, ...]()
    free = {spot.id: spot for spot in view.free}
    # No turn is longer than the sheet has cells, whatever somebody wrote.
    others = (one for at, one in enumerate(view.turn.places[: len(spots)]) if at != number)
    for name in dict.fromkeys(others):
        if name in free and pays_for_all(roll, (*kept, spots[name])):
            kept = (*kept, free.pop(name))
    nearest = list(free.values())
    nearest.sort(key=lambda one: abs(one.place - wrong.place) + abs(one.face - wrong.face))
    allowed = (one.id for one in nearest if pays_for_all(roll, (*kept, one)))
    return tuple(islice(allowed, LONGEST_ADVICE))
