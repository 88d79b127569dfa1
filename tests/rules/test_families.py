"""Rules loaded from data: faults are named, and another sheet needs no code."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from generator import game, paths, rules
from generator.errors import DataError
from generator.game.parts import Track
from generator.games.count.rules import CounterRule
from generator.games.write.rules import WriteRules
from generator.rules import NotJudgedError, Seating
from generator.rules.optional import fields_from_typed, paper_cells
from generator.rules.sheet.placing import RolledColour
from generator.rules.sheet.plan import plan_of
from generator.rules.sheet.primitives import Primitive, read_primitives
from generator.rules.sheet.scoring import Ending, ScoreTerms, Scoring

Changed = Callable[..., Path]
GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Return a way to copy Qwinto's folder with texts of game.yaml replaced."""

    def change(*replacements: tuple[str, str]) -> Path:
        folder = tmp_path / "qwinto"
        copytree(paths.rules_data() / "qwinto", folder)
        file = folder / "game.yaml"
        text = file.read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
        return folder

    return change


@pytest.mark.parametrize("name", game.game_names())
def test_every_game_has_rules(name: str) -> None:
    """The ids that the code judges are those the data says are checked, in every game."""
    found = rules.load(game.load(name))
    checked = {rule.id for rule in found.game.head.rules if rule.checked}
    assert sorted(found.judged_rules) == sorted(checked)
    assert {*found.plantable, *found.plantable_on_paper} <= checked


def test_every_primitive_serves_two_sheets() -> None:
    """What one sheet alone asks for is no primitive; those of the tests count."""
    folders = [paths.rules_data() / name for name in game.game_names()]
    folders += (file.parent for file in GAMES.glob("*/game.yaml"))
    users = defaultdict[type[Primitive], set[str]](set)
    for loaded in map(game.load_folder, folders):
        for one in read_primitives(loaded).rules.values():
            users[type(one)].add(loaded.name)
    assert len(users) > 20
    assert {kind.__name__: names for kind, names in users.items() if len(names) < 2} == {}
    known = {kind for family in Primitive.__subclasses__() for kind in _leaves(family)}
    assert known == users.keys() >= {CounterRule, RolledColour}


def test_what_a_primitive_does_not_say() -> None:
    """Only what judges turns finds something in one; no part but a sheet has cells to write in."""
    ending = read_primitives(game.load("qwinto")).first(Ending)
    assert ending is not None
    seen: Any = None
    assert [*ending[1].judge(ending[0], seen)] == []
    with pytest.raises(NotImplementedError):
        Scoring.points(seen, seen, seen)
    with pytest.raises(NotImplementedError):
        ScoreTerms.terms(seen, seen, seen)
    with pytest.raises(TypeError, match="misses"):
        plan_of("misses", game.load("qwinto").part("misses", Track))


def _leaves(kind: type[Primitive]) -> Iterator[type[Primitive]]:
    """Yield the kinds that data can name: those that nothing is a subclass of."""
    if below := kind.__subclasses__():
        for one in below:
            yield from _leaves(one)
    else:
        yield kind


FAMILY = "family: sheet"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param(
            FAMILY,
            "family: sheets",
            "mechanics.family: 'sheets' is not one of dental, doce, loto, ring, sheet, sti; "
            "did you mean 'sheet'?",
            id="unknown family",
        ),
        pytest.param(FAMILY, "sides: 3", "mechanics.family: this field is missing", id="no family"),
        pytest.param(FAMILY, "family: []", "mechanics.family: this field is missing", id="a list"),
        pytest.param(
            "  sheet: sheet",
            "  sheet: dice",
            "mechanics.sheet: the game 'qwinto' has no part 'dice' of the kind 'grid'",
            id="part of another kind",
        ),
        pytest.param(
            "full_rows: 2",
            "full_rows: 0",
            "rules[20].by.full_rows: '0' is not 1 or more",
            id="a number too small",
        ),
        pytest.param(
            "dice: [orange, yellow, purple]",
            "dice: [orange, yellow]",
            "mechanics.sheet: 'purple' is not one of orange, yellow",
            id="a row without a die",
        ),
        pytest.param(
            "- {id: Y, colour: yellow",
            "- {id: Y, colour: orange",
            "mechanics.sheet: two rows have the colour 'orange'; each row has a die of its own",
            id="two rows of a colour",
        ),
        pytest.param(
            "- {id: row-rising, standing: source",
            "- {id: row-rising, checked: false, standing: source",
            "rules: the rule 'row-rising' is judged, but is not a checked rule of the game",
            id="judged, not checked",
        ),
        pytest.param(
            'where: "turn, third paragraph", checked: false',
            'where: "turn, third paragraph"',
            "rules: no record can show that the rule 'announce' was broken: "
            "say 'checked: false' of it",
            id="checked, not judged",
        ),
    ],
)
def test_faults_of_mechanics(changed: Changed, old: str, new: str, words: str) -> None:
    """A fault of the section is named with its place and field."""
    folder = changed((old, new))
    with pytest.raises(DataError) as caught:
        rules.load(game.load_folder(folder))
    assert [problem.worded("en").split(": ", 1)[1] for problem in caught.value.problems] == [words]


def test_all_parts_at_once(changed: Changed) -> None:
    """Two wrong parts are two problems, each on its line."""
    folder = changed(("  sheet: sheet", "  sheet: board"), ("  dice: dice\n", "  dice: cubes\n"))
    with pytest.raises(DataError) as caught:
        rules.load(game.load_folder(folder))
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["mechanics.sheet", "mechanics.dice"]
    assert all(problem.line for problem in caught.value.problems)


def test_mechanics_of_no_fields(changed: Changed) -> None:
    """A section that is a number is told as one that is missing."""
    folder = changed()
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    start, end = text.index("mechanics:"), text.index("rules: #")
    file.write_text(f"{text[:start]}mechanics: 3\n\n{text[end:]}", encoding="utf-8")
    with pytest.raises(DataError, match="mechanics: this field is missing"):
        rules.load(game.load_folder(folder))


def test_no_mechanics(changed: Changed) -> None:
    """A game without the section is one that nothing judges."""
    folder = changed()
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    start = text.index("mechanics:")
    file.write_text(text[:start] + text[text.index("rules: #") :], encoding="utf-8")
    for words in (folder / "fr.yaml", folder / "en.yaml"):
        said = words.read_text(encoding="utf-8")
        words.write_text(said.replace("{rules.game-end.full_rows}", "2"), encoding="utf-8")
    with pytest.raises(NotJudgedError, match="nothing judges games of 'qwinto'"):
        rules.load(game.load_folder(folder))


def test_another_sheet_needs_no_code(changed: Changed) -> None:
    """Five cells a row, dice of eight faces, three misses of 7 points are judged and scored."""
    folder = changed(
        ("cells: 9", "cells: 5"),
        ("blank: 6, bonus: [7]", "blank: 3, bonus: [1]"),
        ("bonus: [2, 5]", "bonus: [2]"),
        ("bonus: [3, 9]", "bonus: [3]"),
        ("sides: 6", "sides: 8"),
        ("boxes: 4, worth: -5", "boxes: 3, worth: -7"),
    )
    found = rules.load(game.load_folder(folder))
    assert isinstance(found, WriteRules)
    assert found.layout.gear.sums() == (1, 24)
    assert len(found.layout.gear.plan.cells) == 15
    chance, state = Random(5), found.start(Seating(("Ana", "Ben")))  # noqa: S311 - a game, not a secret
    while not found.outcome(state).is_finished:
        turn = found.random_turn(state, chance)
        assert not found.refuse(state, turn)
        state = found.play(state, turn)
    for sheet, points in zip(
        state.sheets.values(), found.outcome(state).scores.values(), strict=True
    ):
        assert sheet.ticks <= 3
        assert points["misses"] == -7 * sheet.ticks


def test_a_game_without_final_papers() -> None:
    """Where records have no papers alone nothing is typed into one, and nothing comes of it."""
    found = rules.load(game.load("course-a-20"))
    assert (paper_cells(found, 0), fields_from_typed(found, {"Ana": {"1": "x"}})) == ((), {})
