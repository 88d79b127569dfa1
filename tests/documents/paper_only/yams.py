"""Yams from the paper alone: what each box takes, as the score sheet and the rule sheet say it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product

from tests.documents.paper_only.printed import Printed, numbers_in

FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
LOWER = ("three", "four", "full", "short", "long", "yams", "chance")
BOXES = (*FACES, *LOWER)
FIXED = {"full": 25, "short": 30, "long": 40, "yams": 50}
ENOUGH, BONUS = 63, 35
# What is printed for a box, in both languages.
NAMES = {
    **{f"Les {face}": box for box, face in FACES.items()},
    **{box.capitalize(): box for box in (*FACES, "full", "yams", "chance")},
    "Brelan": "three",
    "Carré": "four",
    "Petite suite": "short",
    "Grande suite": "long",
    "Three alike": "three",
    "Four alike": "four",
    "Four in a row": "short",
    "Five in a row": "long",
}
BLANK = "____"
# Dice and what is said of them: a thrower, throws, and the rest of the turn.
DICE = re.compile(r"[1-6](?: [1-6]){4}")


def fits(box: str, dice: Sequence[int]) -> bool:
    """Tell whether dice show what a box asks for."""
    counts = sorted(Counter(dice).values())
    runs = {"short": 4, "long": 5}
    match box:
        case "three" | "four" | "yams":
            return counts[-1] >= {"three": 3, "four": 4, "yams": 5}[box]
        case "full":
            return counts == [2, 3]
        case "short" | "long":
            size = runs[box]
            return any({*range(low, low + size)} <= {*dice} for low in range(1, 8 - size))
        case _:
            return True


def worth(box: str, dice: Sequence[int]) -> int:
    """Return what dice are worth in a box."""
    if box in FACES:
        return FACES[box] * [*dice].count(FACES[box])
    return FIXED.get(box, sum(dice)) if fits(box, dice) else 0


def score(numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the points of a sheet, part by part."""
    upper = sum(n for box, n in numbers.items() if box in FACES)
    bonus = BONUS if upper >= ENOUGH else 0
    lower = sum(numbers.values()) - upper
    return {"upper": upper, "bonus": bonus, "lower": lower, "total": upper + bonus + lower}


def written(paper: Printed) -> dict[str, int]:
    """Return the numbers on the sheet."""
    return {box: int(mark) for box, mark in paper.marks.items()}


def named(words: str) -> list[str]:
    """Return the boxes that are named, longest names first in the same place."""
    pattern = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
    return [NAMES[found] for found in re.findall(pattern, words.replace("\u00a0", " "))]


def add_up(paper: Printed) -> list[dict[str, int]]:
    """Add up the sheet."""
    return [score(written(paper))]


def dice_worth(paper: Printed) -> list[dict[str, int]]:
    """Return the free boxes where the dice earn something."""
    dice = paper.beside["dice"]
    free = (box for box in BOXES if box not in paper.marks)
    return [{box: worth(box, dice) for box in free if worth(box, dice)}]


def hidden_dice(paper: Printed) -> list[tuple[str, ...]]:
    """Try every face for the dice that are not seen."""
    (box,) = [one for one in named(paper.question) if one in LOWER]
    total, few = (n for n in paper.numbers if n)
    seen = numbers_in(paper.turns[0])
    every = combinations_with_replacement(range(1, 7), few)
    return [tuple("+".join(map(str, one)) for one in every if worth(box, (*seen, *one)) == total)]


def round_off(paper: Printed) -> list[dict[str, int]]:
    """Round to tens, add, and add exactly."""
    numbers = written(paper).values()
    return [{"estimate": sum((n + 5) // 10 * 10 for n in numbers), "sum": sum(numbers)}]


def turns_of(paper: Printed) -> Iterator[tuple[str, list[tuple[int, ...]], str]]:
    """Yield of each turn who threw, every throw, and what is said behind the dice."""
    for words in paper.turns:
        throws = [numbers_in(dice) for dice in DICE.findall(words)]
        yield words.split()[0], throws, DICE.split(words)[-1]


def complete_turns(paper: Printed) -> list[tuple[str, ...]]:
    """Fill in every blank in every way, such that nobody fills a box twice."""
    found = [(tuple[str, ...](), frozenset[tuple[str, str]]())]
    for number, (who, throws, rest) in enumerate(turns_of(paper), start=1):
        boxes, after = named(rest), []
        for (answers, taken), box in product(found, boxes or BOXES):
            points = worth(box, throws[-1])
            if (who, box) in taken or not (boxes or points == numbers_in(rest)[0]):
                continue
            told = f"{number} {points if boxes else box}"
            after.append(((*answers, told), taken | {(who, box)}))
        found = after
    return [answers for answers, _ in found]


def to_bonus(paper: Printed) -> list[int]:
    """Try how many dice in each of the boxes that are named are enough."""
    free = [box for box in dict.fromkeys(named(paper.question)) if box in FACES]
    bare = numbers_in(re.sub(r"Les.[1-6]", "", paper.question))
    have = sum(written(paper).values()) if paper.marks else max(n for n in bare if n != ENOUGH)
    enough = (n for n in range(6) if have + n * sum(FACES[box] for box in free) >= ENOUGH)
    return [next(enough)]


def record(paper: Printed) -> list[int]:
    """Return the turns in which something is wrong, whatever was right before."""
    wrong, filled = [], set[tuple[str, str]]()
    for number, (who, throws, rest) in enumerate(turns_of(paper), start=1):
        boxes = named(rest)
        points = numbers_in(re.sub(r"Les.[1-6]", "", rest))
        is_right = len(throws) <= 3 and boxes and (who, boxes[0]) not in filled
        if not (is_right and points[0] == worth(boxes[0], throws[-1])):
            wrong.append(number)
        filled |= {(who, box) for box in boxes}
    return wrong


def reachable(paper: Printed) -> list[int]:
    """Return the most that the upper boxes can have."""
    numbers = written(paper)
    return [sum(numbers.get(box, 5 * face) for box, face in FACES.items())]


def last_boxes(paper: Printed) -> list[tuple[str, ...]]:
    """Try every order of the boxes left; return the best ones."""
    numbers, throws = written(paper), [numbers_in(words) for words in paper.turns]
    totals = dict[tuple[str, ...], int]()
    for order in permutations(box for box in BOXES if box not in numbers):
        new = {box: worth(box, dice) for box, dice in zip(order, throws, strict=True)}
        totals[order] = score(numbers | new)["total"]
    best = [order for order, total in totals.items() if total == max(totals.values())]
    return [tuple(f"{n} {box}" for n, box in enumerate(order, start=1)) for order in best]


def one_more(paper: Printed) -> list[str]:
    """Count the throws with which the dice kept fill the box; of two ways name the likelier."""
    (box,) = set(named(paper.question))
    kept = [numbers_in(one) for one in re.findall(r"[1-6](?:\u00a0[1-6])+", paper.question)]
    counted = []
    for held in kept:
        every = [*product(range(1, 7), repeat=5 - len(held))]
        counted.append((sum(fits(box, (*held, *one)) for one in every), len(every)))
    if len(kept) == 1:
        return [f"{ways}/{every}" for ways, every in counted]
    best = max(Fraction(*one) for one in counted)
    likely = (held for held, one in zip(kept, counted, strict=True) if Fraction(*one) == best)
    return ["\u00a0".join(map(str, held)) for held in likely]


JUDGES = {
    "worth": dice_worth,
    "add-up": add_up,
    "hidden-dice": hidden_dice,
    "round-off": round_off,
    "complete-turns": complete_turns,
    "to-bonus": to_bonus,
    "record": record,
    "reachable": reachable,
    "last-boxes": last_boxes,
    "one-more": one_more,
}
