"""The chance that a sum still fits, against rolls and cells tried one by one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, product

import pytest

from generator.documents.numbers import at_least_once, percent
from generator.documents.reading import guide, numbers
from generator.game import Game
from generator.game.parts import Dice, Grid
from generator.printables.context import Options
from generator.words import LANGUAGES, Language
from tests.documents.read_back import close, pages
from tests.documents.read_back import rows as annex
from tests.documents.test_documents import made

Changed = Callable[..., Game]
POSITIONS = ("full", "where", "task-place")


def finds_a_cell(
    grid: Grid, marks: Mapping[str, str], total: int, colours: tuple[str, ...]
) -> bool:
    """Try a sum in every cell, by the two rules of where to write and nothing else."""

    def numbers_in(cells: list[str]) -> list[int]:
        return [int(marks[cell]) for cell in cells if cell in marks]

    for cell in grid.all_cells():
        row = [other.id for other in grid.row(cell.row)]
        column = [other.id for other in grid.columns()[cell.column]]
        rises = max(numbers_in(row[: cell.place - 1]), default=0) < total
        rises &= min(numbers_in(row[cell.place :]), default=99) > total
        is_free = cell.id not in marks and total not in numbers_in(column)
        if cell.colour in colours and rises and is_free:
            return True
    return False


def fits(game: Game, name: str) -> list[tuple[str, ...]]:
    """Return what is said of every choice of dice on a sheet: as the annex has it of one."""
    known = numbers(game, guide(game, "en").positions, "en")
    dice = game.part("dice", Dice).dice
    choices = ("-".join(c) for count in (1, 2, 3) for c in combinations(dice, count))
    columns = ("", ".out", ".ways", ".percent", ".twice")
    return [tuple(known[f"fits.{name}.{one}{column}"] for column in columns) for one in choices]


@pytest.mark.parametrize("name", POSITIONS)
def test_chance_is_that_of_all_rolls(qwinto: Game, name: str) -> None:
    """Rolls whose sum finds a cell are those counted one by one, for every choice of dice."""
    grid, dice = qwinto.part("sheet", Grid), qwinto.part("dice", Dice)
    marks = guide(qwinto, "en").positions[name].marks
    known = numbers(qwinto, guide(qwinto, "en").positions, "en")
    choices = [c for count in (1, 2, 3) for c in combinations(dice.dice, count)]
    rows = fits(qwinto, name)
    assert len(rows) == len(choices) == 7
    for colours, (_, out, ways, chance, twice) in zip(choices, rows, strict=True):
        rolls = [sum(roll) for roll in product(range(1, dice.sides + 1), repeat=len(colours))]
        fitting = [total for total in rolls if finds_a_cell(grid, marks, total, colours)]
        share = Fraction(len(fitting), len(rolls))
        missing = sorted(set(rolls) - set(fitting))
        assert out.replace(" and ", ", ") == (", ".join(map(str, missing)) or "–")
        assert ways == f"{len(fitting)}/{len(rolls)}"
        assert (chance, twice) == (percent(share, "en"), percent(at_least_once(share), "en"))
        assert known[f"fits.{name}.{'-'.join(colours)}.percent"] == chance


@pytest.mark.parametrize("name", POSITIONS)
def test_best_dice_are_the_best_of_their_number(qwinto: Game, name: str) -> None:
    """The dice that an answer names have the best chance of as many, and that chance is told."""
    known = numbers(qwinto, guide(qwinto, "en").positions, "en")
    rows = fits(qwinto, name)
    for count, span in ((1, slice(0, 3)), (2, slice(3, 6)), (3, slice(6, 7))):
        best = max(rows[span], key=lambda row: float(row[3].removesuffix("%")))
        at = f"fits.{name}.best.{count}"
        told = tuple(known[at + part] for part in ("", ".ways", ".percent", ".twice"))
        assert told == (best[0], *best[2:])


def test_gaps_are_the_likeliest(qwinto: Game) -> None:
    """No neighbours with as many numbers between them do better than those of the table."""
    rows = annex(qwinto, 1)
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    for number, *cells in rows:
        for count in (1, 2, 3):
            beside, chance = cells[2 * count - 2 : 2 * count]
            rolls = [sum(roll) for roll in product(range(1, 7), repeat=count)]
            shares = {
                low: Fraction(sum(low < total <= low + int(number) for total in rolls), len(rolls))
                for low in range(1, 18 - int(number))
            }
            best = next(low for low, share in shares.items() if share == max(shares.values()))
            assert beside == f"{best} and {best + int(number) + 1}"
            assert chance == percent(shares[best], "en")


def test_answer_keys(qwinto: Game) -> None:
    """The narrowest gaps with an even chance are those a pupil finds by adding up."""
    known = numbers(qwinto, {}, "en")
    found = {
        count: (known[f"gaps.{count}.even"], known[f"gaps.{count}.even.low"]) for count in (2, 3)
    }
    assert found == {2: ("4", "4"), 3: ("5", "7")}
    assert known["gaps.2.even.percent"] == percent(Fraction(20, 36), "en")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("sides: 6", "sides: 8", id="other dice"),
        pytest.param("yellow, shift: 1", "yellow, shift: 0", id="cells in other columns"),
    ],
)
def test_chances_follow_the_data(qwinto: Game, changed: Changed, before: str, after: str) -> None:
    """Dice with more faces, or a row that lies otherwise, give other chances."""
    game = changed(game=(before, after))
    assert fits(game, "task-place") != fits(qwinto, "task-place")


def test_chances_follow_the_position(qwinto: Game, changed: Changed) -> None:
    """A number more on the drawn sheet leaves fewer sums a cell."""
    marks = "{O1: 3, O2: 5, O4: 8,"
    game = changed(guide=(marks, f"{marks[:-1]}, O3: 6,"))
    assert fits(qwinto, "task-place")[0][1:4] == ("1, 2, 3, 4 and 5", "1/6", "16.7%")
    assert fits(game, "task-place")[0][2:4] == ("0/6", "0.0%")


@pytest.mark.parametrize("language", LANGUAGES)
def test_annex_prints_the_tables(qwinto: Game, language: Language) -> None:
    """Every row of both tables stands in the printed guide, as it was computed."""
    text = "".join(pages(made("guide", Options(language))))
    tables = [annex(qwinto, number, language) for number in (0, 1)]
    assert [len(one) for one in tables] == [7, 5]
    rows = ["".join(row) for one in tables for row in one]
    assert [row for row in rows if close(row) not in text] == []
