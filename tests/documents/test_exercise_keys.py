"""The keys of exercises: found again by records, and one of every kind as it was looked at."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from generator.documents.exercises.generation import LEVELS, Exercise
from generator.game.parts import Boxes, Dice, Grid, Squares
from generator.rules.sheet.plan import Sheet
from tests.conftest import Golden
from tests.documents.exercised import (
    FEW,
    KINDS,
    MANY,
    PLAYERS,
    errors,
    exercises,
    judged,
    kind,
    turn_text,
)
from tests.documents.exercised import rules as rules_of
from tests.shipped import load

PAPERS = {"qwinto": "sheets", "crowns": "boards", "yams": "sheets"}
# These have a module of tests of their own: test_exercises_in_records.
IN_RECORDS = ("record", "refused")
Check = Callable[[Exercise], None]
Found = list[tuple[str, str | None]]


def marks(one: Exercise) -> Mapping[str, str]:
    """Return what stands in the cells of the position of an exercise."""
    assert one.position is not None
    return one.position.marks


def shown(one: Exercise) -> tuple[str, ...]:
    """Return what stands in the cells of an exercise, where something does, in words."""
    if one.position is None or not one.position.marks:
        return ()
    return (", ".join(f"{cell} {mark}" for cell, mark in one.position.marks.items()),)


def told_of(one: Exercise) -> tuple[str, ...]:
    """Return all that stands on the paper of an exercise, in words."""
    return (*shown(one), *map(turn_text, one.turns), one.question)


def turn_of(one: Exercise) -> Mapping[str, Any]:
    """Return the turn of the position of an exercise."""
    assert one.position is not None
    return one.position.turn or {}


def paper(name: str, found: Mapping[str, str]) -> dict[str, object]:
    """Return a final sheet as a record has it, from what stands in the cells of a position."""
    if name == "crowns":
        return {"tokens": list(found)}
    numbers = {cell: int(mark) for cell, mark in found.items() if mark.isdecimal()}
    ticks = sum(mark == "tick" for mark in found.values())
    return dict(rules_of(name).sheet_fields(Sheet(numbers, ticks)))  # type: ignore[attr-defined]


def same_points(name: str, one: Exercise) -> None:
    """Check that a sheet is in order with the key's points, and with no part of them one off."""
    assert isinstance(one.found, Mapping)
    sheet = paper(name, marks(one))

    def found(score: Mapping[str, int]) -> Found:
        return errors(judged(name, **{PAPERS[name]: {"Ana": {**sheet, "score": score}}}))

    assert found(one.found) == []
    for part, points in one.found.items():
        assert found({**one.found, part: points + 1}) == [("score-wrong", f"score.{part}")]


def write(number: int, total: int, cell: str, colours: Iterable[str]) -> dict[str, object]:
    """Return a turn in which dice of some colours show a total that both players write."""
    every = list(colours)
    faces = next(roll for roll in product(range(1, 7), repeat=len(every)) if sum(roll) == total)
    return {
        "player": PLAYERS[number % 2],
        "dice": dict(zip(every, faces, strict=True)),
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
            turns.append(write(len(turns), int(mark), cell, [colour[cell], *others[: count - 1]]))
    assert errors(judged("qwinto", turns=turns)) == []
    for cell in colour:
        last = write(len(turns), position.sum, cell, position.colours)
        is_right = errors(judged("qwinto", turns=[*turns, last])) == []
        assert is_right == (cell in one.found), cell  # type: ignore[operator]


def clashing(one: Exercise) -> None:
    """Check that the sheet breaks the key's rule alone, and none without either of its cells."""
    ((rule, where),) = errors(judged("qwinto", sheets={"Ana": paper("qwinto", marks(one))}))
    assert rule == one.rule
    assert isinstance(one.found, tuple)
    assert where in one.found
    for cell in one.found:
        rest = {name: mark for name, mark in marks(one).items() if name != cell}
        assert errors(judged("qwinto", sheets={"Ana": paper("qwinto", rest)})) == []


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
        last = {"player": "Ana", "dice": turn_of(one)["dice"], "places": [cell]}
        is_right = errors(judged("crowns", turns=[*turns, last])) == []
        assert is_right == (cell in one.found)  # type: ignore[operator]


def earning(one: Exercise) -> None:
    """Check that a record of the board has more points with the key's choice than the other."""
    named = re.search(r"A: (.*)\. B: (.*)\. Which", one.question)
    assert named

    def total_of(*more: str) -> int:
        tokens = [*marks(one), *more]
        return judged("crowns", boards={"Ana": {"tokens": tokens}}).scores["Ana"]["total"]

    ways = [tuple(re.findall("[1-6]x[1-6]", words)) for words in named.groups()]
    assert one.found == max(ways, key=lambda way: total_of(*way))
    assert len({total_of(*way) for way in ways}) == 2


def worth_in_a_record(one: Exercise) -> None:
    """Check that the key's points in each free box are in order; one point more is found."""
    boxes = load("yams").part("sheet", Boxes).cell_ids()
    assert isinstance(one.found, Mapping)
    turn = turn_of(one)
    dice = turn.get("dice") or turn["throws"][-1]["dice"]
    for box in (box for box in boxes if box not in marks(one)):
        points = one.found.get(box, 0)
        for said, wrong in ((points, []), (points + 1, [("points-wrong", box)])):
            turns = [{"player": "Ana", "dice": dice, "box": box, "points": said}]
            assert errors(judged("yams", turns=turns)) == wrong


def round_of(one: Exercise, *more: str, **result: Any) -> Found:  # noqa: ANN401 - a record's fields
    """Return what is wrong in a record of the round, with more turns and its result."""
    entry = {"first": "Ana", "turns": [*turn_of(one)["turns"], *more]}
    return errors(judged("doce", rounds=[entry | ({"result": result} if result else {})]))


def winning(one: Exercise) -> None:
    """Check that a record is in order where the key's die wins the round, with no other die."""
    is_black = len(turn_of(one)["turns"]) % 2 == 0
    assert one.question.startswith("It is Black") == is_black
    who, squares = "Ana" if is_black else "Ben", load("doce").part("board", Squares).cell_ids()
    for die in (f"{square}={face}" for square, face in product(squares, range(1, 7))):
        assert (round_of(one, die, winner=who) == []) == (die == one.found), die


def barred(one: Exercise) -> None:
    """Check that a record is refused a die in the key's squares alone, for the marker."""
    taken = re.findall("[A-E][1-5]", " ".join(turn_of(one)["turns"]))
    for square in load("doce").part("board", Squares).cell_ids():
        if square not in taken:
            wrong = [("no-play-zone", square)] if square in one.found else []  # type: ignore[operator]
            assert round_of(one, f"{square}=1") == wrong


def earned(one: Exercise) -> None:
    """Check that a record with the key's winner and points is in order; one point more is found."""
    assert isinstance(one.found, Mapping)
    who, other = ("Ana", "Ben") if one.answer.startswith("Black") else ("Ben", "Ana")
    total = one.found["total"]
    assert round_of(one, winner=who, points={who: total, other: 0}) == []
    assert [rule for rule, _ in round_of(one, winner=who, points={who: total + 1})] == [
        "score-wrong"
    ]
    assert [rule for rule, _ in round_of(one, winner=other)] == ["result-wrong"]


def counted(one: Exercise) -> None:
    """Check that a record is in order with the key's points; one point more is found."""
    assert isinstance(one.found, Mapping)
    found = Counter(marks(one).values())
    for more, wrong in ((0, []), (1, ["score-wrong"])):
        final = {"Ana": {**found, "score": one.found["total"] + more}}
        assert [rule for rule, _ in errors(judged("dental", final=final))] == wrong


KEYS: Mapping[tuple[str, str], Check] = {
    **{(name, "add-up"): partial(same_points, name) for name in PAPERS},
    ("qwinto", "may-take"): open_in_a_record,
    ("qwinto", "clash"): clashing,
    ("crowns", "pays"): paid_in_a_record,
    ("crowns", "choice"): earning,
    ("yams", "worth"): worth_in_a_record,
    ("doce", "wins"): winning,
    ("doce", "barred"): barred,
    ("doce", "round"): earned,
    ("dental", "points"): counted,
}


@pytest.mark.parametrize(("name", "of"), KEYS)
def test_a_key_is_what_a_record_says(name: str, of: str) -> None:
    """Of each level the answer of the key, and no other, is in order in a record."""
    for one in exercises(name, of, FEW):
        KEYS[name, of](one)


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize(("name", "of"), KEYS)
def test_a_thousand_seeds_make_no_ambiguous_exercise(name: str, of: str) -> None:
    """The key is the one answer, for a thousand seeds of every level."""
    for one in exercises(name, of, MANY):
        KEYS[name, of](one)


@pytest.mark.parametrize(("of", "seed"), [("wins", 56), ("barred", 102)])
def test_nobody_without_dice_is_asked_where_to_lay_one(of: str, seed: int) -> None:
    """Who has laid every die and passes to the end of a round is asked neither question."""
    one = kind("doce", of).make(LEVELS[seed % len(LEVELS)], Random(seed))  # noqa: S311
    assert one is not None
    KEYS["doce", of](one)


def test_keys_as_they_were_looked_at(golden: Golden) -> None:
    """Of every kind and level an exercise has the answer that trying all there is had found."""
    lines = [
        f"{name}, {of}, {level}: {' | '.join(told_of(one))}\n  {one.answer}"
        for name, of in KINDS
        if of not in IN_RECORDS
        for level, one in enumerate(exercises(name, of, len(kind(name, of).levels)), start=1)
    ]
    golden("exercises.txt", "\n".join(lines) + "\n")
