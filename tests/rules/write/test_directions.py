"""Lines in any direction of a grid: what may stand along them, what runs in them are worth."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from generator import game, rules
from generator.errors import DataError
from generator.games.write.exercises import Exercises
from generator.games.write.rules import WriteRules
from generator.rules.interface import Seating
from generator.rules.naming import localise
from generator.rules.sheet.plan import Sheet, Turn
from generator.rules.sheet.primitives import Attempt
from generator.words import say
from tests.rules.altered import altered, refused_in_data

GAMES = Path(__file__).parents[2] / "games"
RULE, SCORE = "{rule: equals, along: region}", "{rule: score-whole, part: plots, along: region}"


def plots(folder: Path, *replacements: tuple[str, str]) -> WriteRules:
    """Return the rules of a grid of four rows of four, with words of its data replaced."""
    found = rules.load(game.load_folder(altered(folder, "parcelles", *replacements, root=GAMES)))
    assert isinstance(found, WriteRules)
    return found


def objections(found: WriteRules, numbers: Mapping[str, int], cell: str, number: int) -> list[str]:
    """Return what is said against a number in a cell of a sheet."""
    tried = Attempt(found.layout.gear, Sheet(numbers), cell, number, frozenset())
    broken = found.layout.primitives.objections(tried)
    said = found.game.sentences_in("fr")
    return [say(localise(reason, said), "en") for _, reason in broken]


def alone(found: WriteRules, numbers: Mapping[str, int]) -> list[str | None]:
    """Return the cells that are wrong on a sheet which no turn explains."""
    every = found.layout.primitives.rules.values()
    gear, sheet = found.layout.gear, Sheet(numbers)
    return [cell for one in every for _, cell, _ in one.judge_alone(gear, sheet, ())]


@pytest.mark.parametrize(
    ("rule", "numbers", "cell", "number", "told"),
    [
        ("{rule: rises, along: rising}", {"D1": 4}, "B3", 5, []),
        ("{rule: rises, along: rising}", {"D1": 4}, "B3", 4, ["B3: 4 is not larger than 4 (D1)"]),
        ("{rule: rises, along: rising}", {"A1": 4}, "B2", 3, []),
        ("{rule: falls, along: falling}", {"A1": 4}, "B2", 5, ["B2: 5 is not smaller than 4 (A1)"]),
        ("{rule: rises, along: [row, falling], equal: true}", {"A1": 4, "A3": 4}, "A2", 4, []),
        (
            "{rule: rises, along: [row, falling], equal: true}",
            {"A1": 4, "C1": 2},
            "C3",
            3,
            ["C3: 3 is smaller than 4 (A1)"],
        ),
        (
            "{rule: falls, along: [row, falling], equal: true}",
            {"A1": 4, "C1": 2},
            "C3",
            3,
            ["C3: 3 is larger than 2 (C1)"],
        ),
        (
            "{rule: rises, along: [row, column], equal: true}",
            {"A1": 4, "A3": 6},
            "A2",
            3,
            ["A2: 3 does not stand between 4 (A1) and 6 (A3)"],
        ),
        (
            "{rule: differs, along: [row, rising]}",
            {"D1": 4},
            "A4",
            4,
            ["A4: 4 already stands on this rising diagonal, in D1"],
        ),
        ("{rule: differs, along: [row, rising]}", {"D1": 4}, "D2", 5, []),
    ],
)
def test_along_any_direction(
    tmp_path: Path, rule: str, numbers: dict[str, int], cell: str, number: int, told: list[str]
) -> None:
    """A number is held against those of each line through its cell, and the line is named."""
    found = plots(tmp_path, (RULE, rule))
    assert objections(found, numbers, cell, number) == told
    assert alone(found, {**numbers, cell: number}) == [cell] * len(told)


def test_an_unknown_direction(tmp_path: Path) -> None:
    """A direction that the sheet has no lines in is named with its place, in a list too."""
    for rule in ("{rule: equals, along: spoke}", "{rule: equals, along: [row, spoke]}"):
        folder = tmp_path / str(len(rule))
        with pytest.raises(DataError) as caught:
            plots(folder, (RULE, rule))
        (problem,) = caught.value.problems
        assert problem.field == "rules[5].by.along" + ("[2]" if "row" in rule else "")
        assert problem.line
        assert (
            "'spoke' is not one of column, falling, region, rising, row, sheet"
            in problem.worded("en")
        )
    assert refused_in_data(
        tmp_path, "trois-de-trois", "{rule: free}", "{rule: rises, along: column}", GAMES
    )


RUNS = "{{rule: score-runs, part: plots, of: {}, along: {}, worth: [0, 9, 16]}}"
STEPS = {"A1": 2, "B2": 3, "C3": 4, "D4": 4, "D1": 5, "C2": 4, "B3": 3, "A4": 2}


@pytest.mark.parametrize(
    ("of", "along", "points"),
    [
        ("consecutive", "falling", 9),
        ("consecutive", "[falling, rising]", 9 + 16),
        ("rising", "falling", 9),
        ("falling", "rising", 16),
        ("rising", "rising", 0),
        ("equal", "falling", 0),
        ("consecutive", "row", 0),
    ],
)
def test_runs_score_by_their_length(tmp_path: Path, of: str, along: str, points: int) -> None:
    """A run of 2, 3 or 4 cells has the points of the table, in each direction that is told."""
    found = plots(tmp_path, (SCORE, RUNS.format(of, along)))
    assert found.score(Sheet(STEPS))["plots"] == points


def test_a_run_longer_than_the_table(tmp_path: Path) -> None:
    """A longer run scores as the last of the table, one of a single cell nothing."""
    found = plots(tmp_path, (SCORE, RUNS.format("equal", "row").replace("0, 9, 16", "1, 5")))
    assert found.score(Sheet(dict.fromkeys(["A1", "A2", "A3", "A4", "B1"], 3)))["plots"] == 5
    assert found.score(Sheet({"A1": 3, "A3": 3, "A4": 3}))["plots"] == 1


def test_wrong_points_are_explained(tmp_path: Path) -> None:
    """Points that were added up wrong are told with the cells that score them."""
    found = plots(tmp_path, (SCORE, RUNS.format("consecutive", "[rising, falling]")))
    reason = found.reasons(Sheet(STEPS))["plots"]
    told = say(localise(reason, found.game.sentences_in("fr")), "en")
    assert told == "16 for D1, C2, B3, A4; 9 for A1, B2, C3"
    assert found.reasons(Sheet()) == {}


@pytest.mark.parametrize(
    ("rule", "numbers", "cell", "number", "told"),
    [
        ("{rule: next-to}", {}, "A1", 3, []),
        ("{rule: next-to}", {"A1": 5}, "B2", 3, []),
        ("{rule: next-to}", {"A1": 5}, "A3", 3, ["A3: nothing stands beside it"]),
        (
            "{rule: next-to, along: [row, column]}",
            {"A1": 5},
            "B2",
            3,
            ["B2: nothing stands beside it"],
        ),
        ("{rule: next-to, of: equal}", {"A1": 5}, "D4", 3, []),
        (
            "{rule: next-to, of: equal}",
            {"A1": 5, "A2": 3},
            "B1",
            5,
            [],
        ),
        (
            "{rule: next-to, of: equal}",
            {"A1": 5, "A2": 3},
            "A3",
            5,
            ["A3: no other 5 stands beside it"],
        ),
        ("{rule: apart}", {"A1": 5}, "B2", 3, ["B2: 5 stands beside it, in A1"]),
        ("{rule: apart, along: row}", {"A1": 5}, "B2", 3, []),
        ("{rule: apart, of: equal}", {"A1": 5}, "B2", 3, []),
        (
            "{rule: apart, of: consecutive}",
            {"A1": 4},
            "B2",
            3,
            ["B2: 4 stands beside it, in A1"],
        ),
    ],
)
def test_beside_what_stands(
    tmp_path: Path, rule: str, numbers: dict[str, int], cell: str, number: int, told: list[str]
) -> None:
    """A number goes beside one that counts, as soon as one stands; or it keeps apart from all."""
    found = plots(tmp_path, (RULE, rule))
    assert objections(found, numbers, cell, number) == told
    assert alone(found, {**numbers, cell: number}) == [cell] * len(told)


def test_beside_a_consecutive_number(tmp_path: Path) -> None:
    """It is beside a number 1 more or 1 less; a sheet alone does not say which stood first."""
    found = plots(tmp_path, (RULE, "{rule: next-to, of: consecutive}"))
    told = "C3: 4 stands beside no number that is 1 more or 1 less"
    assert objections(found, {"A1": 5}, "C3", 4) == [told]
    assert objections(found, {"A1": 5}, "B1", 4) == objections(found, {"A1": 5}, "C3", 3) == []
    assert alone(found, {"A1": 5, "C3": 4}) == []


@pytest.mark.parametrize(
    ("rule", "cell", "told"),
    [
        ("{rule: apart, along: row}", "O6", "O6: O7 beside it is taken already"),
        ("{rule: apart, along: row}", "J7", None),
        ("{rule: next-to, of: any}", "J7", "J7: nothing stands beside it"),
        ("{rule: next-to, of: consecutive}", "O8", None),
        ("{rule: next-to, of: consecutive}", "J9", None),
    ],
)
def test_beside_what_is_crossed_off(tmp_path: Path, rule: str, cell: str, told: str | None) -> None:
    """Where cells are crossed off the numbers printed in them count, beside in a row."""
    slopes = altered(tmp_path, "quatre-pentes", ("{rule: falls, along: row}", rule), root=GAMES)
    found = rules.load(game.load_folder(slopes))
    gear, taken = found.layout.gear, Sheet({"O7": 7})
    tried = Attempt(gear, taken, cell, 2, frozenset())
    said = [say(reason, "en") for _, reason in found.layout.primitives.objections(tried)]
    assert said == ([] if told is None else [told])
    assert [*found.layout.primitives.rules["downhill"].judge_alone(gear, taken, ())] == []


def test_points_are_explained_in_exercises(tmp_path: Path) -> None:
    """The key of an exercise tells which cells score, by their labels."""
    found = plots(tmp_path, (SCORE, RUNS.format("equal", "row")))
    asked = Exercises(found, found.game.sentences_in("fr"), "score-sheets")
    sheet = Sheet(dict.fromkeys(["A1", "A2", "A3"], 3))
    assert asked.reasons(sheet)["plots"] == "9 pour A1, A2, A3"


def test_only_first_throws_are_chance(tmp_path: Path) -> None:
    """Of several throws the first alone is counted: dice are kept for the others."""
    found = plots(
        tmp_path,
        ("dice: {part: dice, dice: [die], sides: 6}", "dice: {part: pool, dice: 2, sides: 6}"),
        ("{rule: same-dice}", "{rule: throws, most: 3}"),
    )
    start = found.start(Seating(("Ana", "Ben")))
    told = Turn(1, "Ana", throws=((1, 3), (6, 3), (6, 6)))
    assert [*found.roll_outcomes(start, told)] == [("sum.2", 4)]
    assert [*found.roll_outcomes(start, Turn(1, "Ana", dice=(6, 6)))] == []


SETS = "{{rule: score-sets, part: plots, {}}}"
FIELD = {"A1": 4, "A2": 4, "B2": 5, "B3": 5, "B4": 4, "C1": 6, "D4": 2}


@pytest.mark.parametrize(
    ("sets", "points"),
    [
        ("sets: lines", 30),
        ("sets: lines, which: largest", 13),
        ("sets: lines, which: smallest", 2),
        ("sets: lines, which: smallest, least: 2", 0),
        ("sets: lines, least: 2, along: column, times: 2", 2 * (10 + 9 + 6)),
        ("sets: groups", 7),
        ("sets: groups, which: largest", 6),
        ("sets: groups, which: largest, along: [row, column], times: 3", 3 * 5),
        ("sets: equal-groups, least: 2", 4),
        ("sets: equal-groups, which: largest", 2),
    ],
)
def test_sets_score(tmp_path: Path, sets: str, points: int) -> None:
    """Lines score their sums, groups of cells that touch a point a cell, of those that are told."""
    found = plots(tmp_path, (SCORE, SETS.format(sets)))
    assert found.score(Sheet(FIELD))["plots"] == points
    assert found.score(Sheet())["plots"] == 0


def test_lines_without_regions(tmp_path: Path) -> None:
    """Sums of regions are refused on a sheet that has none."""
    new = "{rule: score-sets, part: group, sets: lines}"
    found = refused_in_data(tmp_path, "trois-de-trois", "{rule: score-groups}", new, GAMES)
    assert found == ["rules[7].by.along"]


def test_no_cells_touch(tmp_path: Path) -> None:
    """What asks which cells touch is refused on a sheet of boxes, of which none do."""
    for old, new in (
        ("{rule: free}", "{rule: next-to}"),
        ("{rule: score-groups}", "{rule: score-sets, part: group, sets: groups}"),
    ):
        folder = altered(tmp_path / new[7:12], "trois-de-trois", (old, new), root=GAMES)
        with pytest.raises(DataError) as caught:
            rules.load(game.load_folder(folder))
        (problem,) = caught.value.problems
        assert "no cells of the part 'card' touch each other" in problem.worded("en")
