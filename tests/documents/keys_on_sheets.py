"""Exercises on sheets and boxes: each key is what a record is judged as, or what rolls count to."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise, product

from generator.documents.exercises.making import Exercise
from generator.game.parts import Boxes, Dice, Grid, Numbers, Squares
from generator.rules.sheet.plan import Sheet
from tests.documents.exercised import PLAYERS, errors, judged, rules
from tests.documents.test_fits import finds_a_cell
from tests.shipped import load

FACES = range(1, 7)
PAPERS = {"qwinto": "sheets", "crowns": "boards", "yams": "sheets"}
Check = Callable[[Exercise], None]


def marks(one: Exercise) -> Mapping[str, str]:
    """Return what stands in the cells of the position of an exercise."""
    assert one.position is not None
    return one.position.marks


def dice(one: Exercise) -> list[int]:
    """Return the dice that lie beside a position."""
    assert one.position is not None
    turn = one.position.turn or {}
    return list(turn.get("dice") or turn["throws"][-1]["dice"])


def paper(name: str, found: Mapping[str, str]) -> dict[str, object]:
    """Return a final sheet as a record has it, from what stands in the cells of a position."""
    if name == "crowns":
        return {"tokens": list(found)}
    numbers = {cell: int(mark) for cell, mark in found.items() if mark.isdecimal()}
    ticks = sum(mark == "tick" for mark in found.values())
    return dict(rules(name).noted(Sheet(numbers, ticks)))  # type: ignore[attr-defined]


def same_points(name: str, one: Exercise) -> None:
    """Check that a sheet is in order with the key's points, and with no part of them one off."""
    assert isinstance(one.found, Mapping)
    sheet = paper(name, marks(one))

    def found(score: Mapping[str, int]) -> list[tuple[str, str | None]]:
        return errors(judged(name, **{PAPERS[name]: {"Ana": {**sheet, "score": score}}}))

    assert found(one.found) == []
    for part, points in one.found.items():
        assert found({**one.found, part: points + 1}) == [("score-wrong", f"score.{part}")]


def chance(favourable: Iterable[bool]) -> tuple[int, int]:
    """Return how many of all rolls are favourable, and how many there are."""
    every = [*favourable]
    return sum(every), len(every)


def weighed(one: Exercise, odds: Mapping[str, tuple[int, int]], *, steps: bool = True) -> None:
    """Check that the key is the probability that is asked for, or the larger of two."""
    if len(odds) == 1:
        ((ways, every),) = odds.values()
        assert one.found == f"{ways}/{every}"
        assert one.answer.split(" = ")[-1] == str(Fraction(ways, every))
        assert 0 < ways < every
    else:
        first, second = sorted(odds, key=lambda name: Fraction(*odds[name]))
        assert Fraction(*odds[first]) < Fraction(*odds[second])
        assert one.found == second
        for name, (ways, every) in odds.items():
            assert f"{name} {ways}/{every}" in one.answer
    assert not steps or one.steps == sum(every for _, every in odds.values())


# --- Qwinto -----------------------------------------------------------------------------------


def rolled(total: int, colours: Sequence[str]) -> dict[str, int]:
    """Return dice of some colours that show a total."""
    faces = next(roll for roll in product(FACES, repeat=len(colours)) if sum(roll) == total)
    return dict(zip(colours, faces, strict=True))


def turn(number: int, total: int, cell: str, colours: Sequence[str]) -> dict[str, object]:
    """Return a turn in which both players write a number in the same cell."""
    return {
        "player": PLAYERS[number % 2],
        "dice": rolled(total, colours),
        "writes": dict.fromkeys(PLAYERS, cell),
    }


def open_in_a_record(one: Exercise) -> None:
    """Check that a record accepts the sum in the cells of the key, and in no others."""
    grid, position = load("qwinto").part("sheet", Grid), one.position
    assert position is not None
    colour = {cell.id: cell.colour for cell in grid.all_cells()}
    every, turns = load("qwinto").part("dice", Dice).dice, list[dict[str, object]]()
    for cell, mark in position.marks.items():
        if mark.isdecimal():
            others = [one for one in every if one != colour[cell]]
            count = -(-int(mark) // 6)
            turns.append(turn(len(turns), int(mark), cell, [colour[cell], *others[: count - 1]]))
    assert errors(judged("qwinto", turns=turns)) == []
    for cell in colour:
        last = turn(len(turns), position.sum, cell, position.colours)
        is_right = errors(judged("qwinto", turns=[*turns, last])) == []
        assert is_right == (cell in one.found), cell  # type: ignore[operator]


def clashing(one: Exercise) -> None:
    """Check that a record of the sheet breaks the key's rule alone, at one of its two cells."""
    ((rule, where),) = errors(judged("qwinto", sheets={"Ana": paper("qwinto", marks(one))}))
    assert rule == one.rule
    assert isinstance(one.found, tuple)
    assert where in one.found
    assert len(one.found) == 2
    assert one.answer == ", ".join(one.found)
    # Without either of the two the sheet is in order: no other numbers clash.
    for cell in one.found:
        rest = {name: mark for name, mark in marks(one).items() if name != cell}
        assert errors(judged("qwinto", sheets={"Ana": paper("qwinto", rest)})) == []


def fitting(one: Exercise) -> None:
    """So many rolls of the dice find a cell as rolls and cells tried one by one."""
    grid, odds = load("qwinto").part("sheet", Grid), dict[str, tuple[int, int]]()
    for name in re.findall(r"the (?:[a-z]+ and )?[a-z]+ (?:die|dice)", one.question):
        colours = tuple(re.findall("orange|yellow|purple", name))
        rolls = product(FACES, repeat=len(colours))
        odds[name] = chance(finds_a_cell(grid, marks(one), sum(r), colours) for r in rolls)
    weighed(one, odds)


# --- Crowns -----------------------------------------------------------------------------------


def pays(roll: Sequence[int], square: str) -> bool:
    """Try every choice of dice for a square: enough of its face or higher, one of just that."""
    count, face = map(int, square.split("x"))
    tried = combinations(roll, count)
    return any(min(chosen) >= face and face in chosen for chosen in tried)


def paid_in_a_record(one: Exercise) -> None:
    """Check that a record accepts a token in the squares of the key, and in no others."""
    turns = [
        {"player": player, "dice": [face] * count + [1] * (6 - count), "places": [cell]}
        for cell in marks(one)
        for player in PLAYERS
        for count, face in [map(int, cell.split("x"))]
    ]
    assert errors(judged("crowns", turns=turns)) == []
    for cell in load("crowns").part("board", Squares).cell_ids():
        last = {"player": "Ana", "dice": dice(one), "places": [cell]}
        is_right = errors(judged("crowns", turns=[*turns, last])) == []
        assert is_right == (cell in one.found)  # type: ignore[operator]
        assert is_right == (cell not in marks(one) and pays(dice(one), cell))


def total_of(tokens: Iterable[str]) -> int:
    """Return what a board is worth as a record of it is counted."""
    return judged("crowns", boards={"Ana": {"tokens": [*tokens]}}).scores["Ana"]["total"]


def earning(one: Exercise) -> None:
    """Of the two choices, which the dice pay for, the key's earns more points at once."""
    named = re.search(r"A: (.*)\. B: (.*)\. Which", one.question)
    assert named
    ways = [re.findall("[1-6]x[1-6]", words) for words in named.groups()]
    gains = [total_of({**marks(one), **dict.fromkeys(way)}) - total_of(marks(one)) for way in ways]
    best = gains.index(max(gains))
    assert gains[0] != gains[1]
    assert one.found == tuple(ways[best])
    assert one.answer == f"{'AB'[best]} (A {gains[0]}, B {gains[1]})"
    assert one.steps == len(ways[0]) + len(ways[1])
    assert all(pays(dice(one), cell) for way in ways for cell in way)


@cache
def rolls_for(square: str) -> int:
    """Count the rolls of six dice that pay for a square, tried one by one."""
    return sum(pays(roll, square) for roll in product(FACES, repeat=6))


def in_order(one: Exercise) -> None:
    """Each square of the key is paid for by clearly fewer rolls than the one before it."""
    assert isinstance(one.found, tuple)
    counts = [rolls_for(square) for square in one.found]
    assert all(more - less >= 0.03 * 6**6 for more, less in pairwise(counts))
    assert sorted(re.findall("[1-6]x[1-6]", one.question)) == sorted(one.found)


# --- Yams -------------------------------------------------------------------------------------


def worth_in_a_record(one: Exercise) -> None:
    """Check that the key's points in each free box are in order; one point more is found."""
    boxes = load("yams").part("sheet", Boxes).cell_ids()
    assert isinstance(one.found, Mapping)
    for box in (box for box in boxes if box not in marks(one)):
        points = one.found.get(box, 0)
        for said, wrong in ((points, []), (points + 1, [("points-wrong", box)])):
            turns = [{"player": "Ana", "dice": dice(one), "box": box, "points": said}]
            assert errors(judged("yams", turns=turns)) == wrong
    assert one.answer == ", ".join(
        f"{load('yams').said_in('en').label(box)} {points}" for box, points in one.found.items()
    )


def impossible(one: Exercise) -> None:
    """Check that a record of the sheet is wrong at the key's box alone."""
    report = judged("yams", sheets={"Ana": paper("yams", marks(one))})
    assert errors(report) == [(one.rule, cell) for cell in one.found]  # type: ignore[union-attr]


def one_more(one: Exercise) -> None:
    """So many throws of the other dice fill the box as all of them tried one by one."""
    said, boxes = load("yams").said_in("en"), load("yams").part("sheet", Boxes).boxes()
    box = next(one_ for name, one_ in boxes.items() if f"box {said.label(name)}." in one.question)
    odds = dict[str, tuple[int, int]]()
    for words in re.findall(r"keep (\d.*?)(?: and|\?)", one.question):
        for held in words.split(", or "):
            kept = [*map(int, held.split("\u00a0"))]
            thrown = product(FACES, repeat=5 - len(kept))
            odds[held] = chance(bool(box.points((*kept, *roll))) for roll in thrown)
    weighed(one, odds)


# --- Shut the box -----------------------------------------------------------------------------


def still_open(one: Exercise) -> list[int]:
    """Return the numbers that are open."""
    cells = load("boite").part("box", Numbers).all_cells()
    return [cell.value for cell in cells if cell.id not in marks(one)]


def sums(numbers: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield each set of numbers that makes a total, tried one by one."""
    for size in range(1, len(numbers) + 1):
        yield from (some for some in combinations(numbers, size) if sum(some) == total)


def all_ways(one: Exercise) -> None:
    """Check that the key has every way to make the throw, each once."""
    found = ["+".join(map(str, way)) for way in sums(still_open(one), sum(dice(one)))]
    assert sorted(found) == sorted(one.found)  # type: ignore[arg-type]
    assert one.steps == len(found)


def left_open(one: Exercise) -> None:
    """Check that the key is the sum of what is open."""
    assert one.found == sum(still_open(one))


def still_fits(one: Exercise) -> None:
    """So many throws fit as all of them tried with all sums."""
    odds = dict[str, tuple[int, int]]()
    for name in re.findall(r"\d (?:die|dice)", one.question):
        rolls = product(FACES, repeat=int(name[0]))
        odds[name] = chance(any(sums(still_open(one), sum(roll))) for roll in rolls)
    weighed(one, odds)


def fits_after(one: Exercise) -> None:
    """After the key's way more throws of two dice fit than after the other one."""
    odds = dict[str, tuple[int, int]]()
    named = re.search(r"you can shut (\S+), or (\S+)\. ", one.question)
    assert named
    for way in named.groups():
        shut = [*map(int, way.split("+"))]
        assert sum(shut) == sum(dice(one))
        rest = [number for number in still_open(one) if number not in shut]
        rolls = product(FACES, repeat=2)
        odds[way] = chance(any(sums(rest, sum(roll))) for roll in rolls)
    weighed(one, odds, steps=False)


KEYS: Mapping[tuple[str, str], Check] = {
    **{(name, "add-up"): partial(same_points, name) for name in PAPERS},
    ("qwinto", "may-take"): open_in_a_record,
    ("qwinto", "clash"): clashing,
    ("qwinto", "fits"): fitting,
    ("crowns", "pays"): paid_in_a_record,
    ("crowns", "choice"): earning,
    ("crowns", "rarer"): in_order,
    ("yams", "worth"): worth_in_a_record,
    ("yams", "impossible"): impossible,
    ("yams", "one-more"): one_more,
    ("boite", "ways"): all_ways,
    ("boite", "left"): left_open,
    ("boite", "shut-fits"): still_fits,
    ("boite", "shut-better"): fits_after,
}
