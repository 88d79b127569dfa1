"""Turns on a board of dice: which rules they break, what a roll gives, how play goes on."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from generator.game import Mark
from generator.games.cross.rules import CrossRules
from generator.rules import Seating
from generator.rules.optional import papers_from_state
from generator.rules.sheet.paying import cells_due, chance_of, payable_sets
from generator.rules.sheet.plan import Sheet, SheetState, Turn

TWO = Seating(("Ana", "Ben"))
ROLL = (6, 6, 5, 5, 3, 2)
LOW = (1, 1, 1, 1, 1, 1)
ONES = tuple(f"{dice}x1" for dice in range(1, 7))


def _state(seating: Seating = TWO, tokens: tuple[str, ...] = ()) -> SheetState:
    boards = {name: Sheet() for name in seating.players}
    return SheetState(seating, boards | {"Ana": Sheet(dict.fromkeys(tokens, 0))}, "Ana")


def _turn(*places: str, dice: tuple[int, ...] = ROLL, player: str = "", lost: int = 0) -> Turn:
    return Turn(1, player or None, dice, places=places, discards=lost)


def _shares(rest: int, most_dice: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make distinct numbers from at most so many dice."""
    yield ()
    for first in range(most_dice, 0, -1):
        if first <= rest:
            yield from ((first, *others) for others in _shares(rest - first, first - 1))


def _by_brute_force(roll: tuple[int, ...]) -> set[frozenset[str]]:
    """Return every set of squares: each die is left out, or counted as a face of the roll."""
    found: set[frozenset[str]] = set()
    uses = [[0, *(face for face in set(roll) if face <= die)] for die in roll]
    for used in {tuple(sorted(each)) for each in product(*uses)}:
        each_face = (
            [frozenset(f"{n}x{face}" for n in share) for share in _shares(used.count(face), 6)]
            for face in sorted(set(roll))
        )
        found |= {frozenset().union(*sets) for sets in product(*each_face)}
    return found


@pytest.mark.parametrize(
    ("roll", "count"),
    [(ROLL, 239), ((6, 5, 4, 3, 2, 1), None), (LOW, 14), ((6, 6, 6, 2, 2, 1), None)],
)
def test_counts_of_legal_turns(
    crowns: CrossRules, roll: tuple[int, ...], count: int | None
) -> None:
    """On the empty board a roll gives as many turns as brute force over its dice counts."""
    every = tuple(crowns.layout.gear.plan.cells.values())
    ways = payable_sets(crowns.layout.gear, roll, every)
    found = [frozenset(spot.id for spot in chosen) for chosen in ways]
    assert len(found) == len(set(found))
    assert set(found) == _by_brute_force(roll)
    assert all(not crowns.refuse(_state(), _turn(*places, dice=roll)) for places in found)
    if count is not None:
        assert len(found) == count


@pytest.mark.parametrize("seed", range(6))
def test_legal_turns_are_those_of_brute_force(crowns: CrossRules, seed: int) -> None:
    """Any squares at all are legal exactly where brute force over the dice finds them."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    roll = tuple(chance.randint(1, 6) for _ in range(6))
    found, names = _by_brute_force(roll), sorted(crowns.layout.gear.plan.cells)
    for _ in range(300):
        places = chance.sample(names, chance.randint(1, 3))
        legal = frozenset(places) in found
        assert (crowns.refuse(_state(), _turn(*places, dice=roll)) == ()) == legal


def test_how_many_can_be_placed(crowns: CrossRules) -> None:
    """Counting stops at the number wanted, or where the roll gives no more."""

    def wanted(variant: str, tokens: tuple[str, ...] = ()) -> int:
        alone = Seating(("Ana",), frozenset({variant}))
        return cells_due(crowns.view(_state(alone, tokens), _turn(dice=LOW)))

    assert [wanted("solo"), wanted("solo-hard"), wanted("solo-hard", ONES[:4])] == [1, 2, 1]
    assert wanted("solo-hard", ONES) == 0
    assert cells_due(crowns.view(_state(), _turn(dice=LOW))) == 0


def test_chances_are_exact(crowns: CrossRules) -> None:
    """The chance of each square on an empty board is a count of all rolls."""
    rolls, kit = list(product(range(1, 7), repeat=6)), crowns.layout.gear
    for pips, dice in ((6, 1), (6, 6), (1, 6), (3, 4), (2, 2)):
        ways = sum(pips in roll and sum(face >= pips for face in roll) >= dice for roll in rolls)
        assert chance_of(kit, kit.plan.cells[f"{dice}x{pips}"]) * 6**6 == ways


def test_paper(crowns: CrossRules) -> None:
    """A board shows its tokens, refused ones in the colour of errors until they are placed well."""
    state = _state(tokens=("1x6",))
    turn = _turn("1x6", "1x5")
    state = crowns.play(state, turn)
    first, other = (Mark(points, "red", "circle", covers=True) for points in ("0", "2"))
    ana, ben = papers_from_state(crowns, state)
    assert (ana.name, ana.part, ben.marks) == ("Ana", "board", {})
    assert ana.marks == {"1x6": first, "1x5": replace(other, colour="error")}
    again = crowns.play(
        SheetState(TWO, state.sheets, "Ana", 2), Turn(3, None, ROLL, places=("1x5",))
    )
    assert papers_from_state(crowns, again)[0].marks == {"1x6": first, "1x5": other}
    assert crowns.total_marks({"edge": 3, "total": 2000}) == {
        "score.edge": Mark("3"),
        "score.total": Mark("…"),
    }
