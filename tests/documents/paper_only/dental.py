"""Exercises on the dentist's circuit as a pupil answers them, from the chart and the rule sheet."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from tests.documents.paper_only.printed import Judge, Printed, numbers_in

# Yellow, orange, red and black by the step they stand for; no marker is step 0.
STEPS = ("none", "yellow", "orange", "red", "black")
POINTS = (0, 1, 2, 3, 5)
SIGNS = {"S": 1, "C": 2, "CS": 3, "X": 4}
BLACK, ORANGE = 4, 2
TEETH = 16
FACES = range(1, 7)
NOTED = re.compile(r"(?:dent|tooth)\s(\d+)\s(?:[^,()]*\((\w+)\)|(sans marqueur|no marker))")
DICE = re.compile(r"(\d)\s(?:dés?|dice|die)\b")
# What tells which square the pawn came to, in both languages.
EVENTS = {
    "sugar": ("sur un sucre", "on sugar"),
    "brushing": ("sur un brossage", "on brushing"),
    "hit": ("sur un choc", "on a knock"),
    "dentist": ("chez le dentiste", "to the dentist"),
}
Mouth = dict[int, int]


def mouth(seen: Printed) -> Mouth:
    """Return the step of each tooth by its number."""
    marked = {int(cell[1:]): STEPS.index(name) for cell, name in seen.marks.items()}
    return {tooth: marked.get(tooth, 0) for tooth in range(1, TEETH + 1)}


def brushed(teeth: Mouth) -> Mouth:
    """Return the teeth without sugar: yellow goes, red becomes orange."""
    return {tooth: step - 1 if step in {1, 3} else step for tooth, step in teeth.items()}


def event(seen: Printed) -> str:
    """Return what the statement says that happened."""
    (found,) = (kind for kind, told in EVENTS.items() if any(one in seen.question for one in told))
    return found


def sugar_due(teeth: Mouth, number: int) -> Mapping[int, int]:
    """Return how many teeth leave each step, red ones first, as often as the die shows."""
    count, left, due = Counter(teeth.values()), number, dict[int, int]()
    for step in (3, 2, 1, 0):
        due[step] = min(left, count[step])
        left -= due[step]
    return due


def care_due(teeth: Mouth, tokens: int) -> tuple[int, int, int]:
    """Return how many black teeth are healed, how many become orange, how many orange go."""
    count = Counter(teeth.values())
    whole = min(count[BLACK], tokens // 2)
    left = tokens - 2 * whole
    half = int(left > 0 and count[BLACK] > whole)
    return whole, half, 0 if half else min(count[ORANGE], left)


def turn(seen: Printed) -> list[Mapping[str, int]]:
    """Play the turn that the statement tells, and count the markers of each colour."""
    teeth, kind = mouth(seen), event(seen)
    count = Counter(teeth.values())
    if kind == "sugar":
        for step, times in sugar_due(teeth, seen.numbers[0]).items():
            count[step] -= times
            count[step + 1] += times
    elif kind == "hit":
        count = Counter({**teeth, seen.numbers[0]: BLACK}.values())
    else:
        clean = brushed(teeth)
        count = Counter(clean.values())
        if kind == "dentist":
            whole, half, more = care_due(clean, seen.numbers[0])
            count[BLACK] -= whole + half
            count[ORANGE] += half - more
    return [{STEPS[step]: count[step] for step in range(1, 5) if count[step]}]


def points(seen: Printed) -> list[Mapping[str, int]]:
    """Add up the markers, each colour for itself and all together."""
    count = Counter(mouth(seen).values())
    parts = {STEPS[step]: count[step] * POINTS[step] for step in range(1, 5)}
    return [{**parts, "total": sum(parts.values())}]


def care(seen: Printed) -> list[int]:
    """Count two tokens for each black tooth and one for each orange one, cleaned before."""
    count = Counter(brushed(mouth(seen)).values())
    return [2 * count[BLACK] + count[ORANGE]]


def saves(seen: Printed) -> list[int]:
    """Count the points before and after a brushing."""
    before, after = mouth(seen), brushed(mouth(seen))
    return [sum(POINTS[before[tooth]] - POINTS[after[tooth]] for tooth in before)]


def refused(seen: Printed) -> list[str]:
    """Return every rule that the teeth noted break, read strictly."""
    before = mouth(seen)
    noted = {int(n): SIGNS.get(sign, 0) for n, sign, _ in NOTED.findall(seen.question)}
    return [*broken(event(seen), before, noted, seen.numbers[0])]


def broken(kind: str, before: Mouth, noted: Mouth, number: int) -> Iterator[str]:
    """Yield the rules that what was noted breaks; `number` is the die's, the wheel's, of tokens."""
    if kind == "sugar":
        changed = {tooth: step for tooth, step in noted.items() if step != before[tooth]}
        if any(step != before[tooth] + 1 for tooth, step in changed.items()):
            yield "sugar-step"
            return
        done, due = Counter(before[tooth] for tooth in changed), sugar_due(before, number)
        count = Counter(before.values())
        later = ((step, worse) for worse in range(4) for step in range(worse))
        if any(done[step] and done[worse] < count[worse] for step, worse in later):
            yield "sugar-order"
        if sum(done.values()) != sum(due.values()):
            yield "sugar-count"
    elif kind == "brushing":
        if any(step != brushed(before)[tooth] for tooth, step in noted.items()):
            yield "brushing"
    elif kind == "hit":
        if any(step != {**before, number: BLACK}[tooth] for tooth, step in noted.items()):
            yield "hit"
    else:
        yield from broken_at_dentist(brushed(before), noted, number)


def broken_at_dentist(clean: Mouth, noted: Mouth, tokens: int) -> Iterator[str]:
    """Yield the rules of the dentist that what was noted breaks."""
    whole, half, more = care_due(clean, tokens)
    count = Counter(clean.values())
    # A tooth that is not noted is cleaned, and cared for as all that are like it are.
    alike = {BLACK: 0} if whole == count[BLACK] else {BLACK: ORANGE} if half == count[BLACK] else {}
    alike |= {ORANGE: 0} if more == count[ORANGE] else {}
    after = {tooth: alike.get(step, step) for tooth, step in clean.items()} | noted
    if any(step in {1, 3} for step in after.values()):
        yield "cleaning"
    ways = Counter((clean[tooth], after[tooth]) for tooth in clean if clean[tooth] != after[tooth])
    healed, halved, treated = ways[BLACK, 0], ways[BLACK, ORANGE], ways[ORANGE, 0]
    if treated and (healed < whole or halved < half):
        yield "care-order"
    else:
        known = {(BLACK, 0), (BLACK, ORANGE), (ORANGE, 0)}
        # What is left of sugar was told above.
        odd = [way for way in ways if way not in known and way[1] not in {1, 3}]
        if odd or (healed, halved, treated) != (whole, half, more):
            yield "care-count"


def squares(seen: Printed) -> Mapping[int, str]:
    """Return the square that each number of steps leads to."""
    parts = seen.turns[0].split(" · ")
    return {numbers_in(part)[0]: part.split("\u00a0", 1)[1] for part in parts}


def wanted(seen: Printed) -> list[str]:
    """Return the squares that the statement names, as it does."""
    asked = seen.question.rpartition("\u00a0: " if "\u00a0: " in seen.question else ": ")[2]
    return [one for one in dict.fromkeys(squares(seen).values()) if one in asked]


def reach(seen: Printed) -> list[tuple[str, ...]]:
    """Return the faces that lead to the square named."""
    return [tuple(str(face) for face in FACES if squares(seen)[face] in wanted(seen))]


def lands(seen: Printed) -> list[str]:
    """Count the rolls that lead to each square named, with as many dice as are named."""
    (count,) = {int(found[1]) for found in DICE.finditer(seen.question)}
    sums = [sum(roll) for roll in product(FACES, repeat=count)]
    ways = {one: sum(squares(seen)[total] == one for total in sums) for one in wanted(seen)}
    if len(ways) == 1:
        return [f"{ways.popitem()[1]}/{len(sums)}"]
    return [name for name in ways if ways[name] == max(ways.values())]


JUDGES: Mapping[str, Judge] = {
    "reach": reach,
    "turn": turn,
    "points": points,
    "saves": saves,
    "care": care,
    "refused": refused,
    "lands": lands,
}
