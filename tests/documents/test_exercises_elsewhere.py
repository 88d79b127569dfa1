"""Exercises of games that are none of the shipped ones: fewer dice, boxes, tokens, other shapes."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator import paths
from generator.documents.exercises.drawn import ThrownDice
from generator.documents.exercises.generation import (
    STEPS,
    Exercise,
    ExerciseKind,
    exercise_kinds,
)
from generator.game import Game, load_folder
from generator.games.cross.exercises import Exercises as OnBoards
from generator.games.fill.exercises import Exercises as InBoxes
from generator.games.sti.exercises import Exercises as OfCards
from generator.rules import load as rules_of
from generator.rules.sheet.plan import Sheet
from tests.documents.exercised import kind
from tests.games.test_games import HERE, PLAYED
from tests.rules.altered import altered

SEEDS = 4
PAPER = "score-sheets"
THREE_DICE = "trois-de-trois"
SIGNS = ", any: Somme, pair: Paire, trio: Trio, run: Suite"
FACES = "      - {id: fives, face: 5}\n      - {id: sixes, face: 6}\n"
BONUS_RULE = "- {id: bonus, standing: decision, checked: false, by: {rule: score-groups}}\n"
CHANCE = "      - {id: any}\n"


def edited(tmp_path: Path, name: str, *edits: tuple[str, str]) -> Game:
    """Return a game like another, shipped or of the tests, with words of its data replaced."""
    root = HERE if (HERE / name).exists() else paths.rules_data()
    return load_folder(altered(tmp_path, name, *edits, root=root))


def kinds_of(game: Game) -> dict[str, ExerciseKind]:
    """Return the kinds of exercises of a game by their names."""
    return {one.name: one for one in exercise_kinds(game, "fr")}


def drawn(game: Game, seeds: int = SEEDS) -> Iterator[tuple[str, Exercise]]:
    """Yield what chance draws of each kind at each level, as it is asked or not."""
    for name, one in kinds_of(game).items():
        for seed in range(seeds):
            for variables in one.levels:
                found = one.draw(variables, Random(seed))  # noqa: S311
                if found is not None and found.steps in variables[STEPS]:
                    yield name, found


def is_whole(one: Exercise) -> bool:
    """Return whether an exercise has a question and an answer, and shows every die it tells of."""
    turns = [part for turn in one.turns for part in turn if isinstance(part, ThrownDice)]
    return bool(one.question.strip() and one.answer.strip()) and all(
        len(die.faces) for die in turns
    )


@pytest.mark.few(3)
@pytest.mark.parametrize("name", PLAYED)
def test_games_in_data_alone_have_whole_exercises(name: str) -> None:
    """Of a game that somebody made in data alone whole exercises are drawn, or none."""
    game = load_folder(HERE / name)
    found = [*drawn(game)]
    assert all(is_whole(one) for _, one in found)
    # One of them has a sheet of which no position is drawn.
    assert bool(found) == (name != "quatre-pentes")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "edits"),
    [
        (THREE_DICE, [("dice: 3, sides", "dice: 4, sides")]),
        (THREE_DICE, [("dice: 3, sides", "dice: 7, sides")]),
        (THREE_DICE, [(CHANCE, "")]),
        (THREE_DICE, [(FACES, "")]),
        ("dernier-jeton", [("steps: [1, 2, 3]", "steps: [1, 3, 5]")]),
        ("qwinto", [(", sides: 6}", ", sides: 3}")]),
        ("qwinto", [(", sides: 6}", ", sides: 2}")]),
        ("crowns", [("each: 18", "each: 1")]),
        ("doce", [("  sum: 12", "  sum: 9")]),
    ],
)
def test_smaller_games_have_whole_exercises(
    tmp_path: Path, name: str, edits: list[tuple[str, str]]
) -> None:
    """With fewer dice, faces, boxes or tokens nothing is asked that cannot be answered."""
    found = [*drawn(edited(tmp_path, name, *edits), 2)]
    assert found
    assert all(is_whole(one) for _, one in found)


def test_two_dice_in_two_boxes(tmp_path: Path) -> None:
    """On the smallest sheet no more boxes or hidden dice are asked about than there are."""
    bold = (HERE / THREE_DICE / "game.yaml").read_text(encoding="utf-8")
    bold = bold[bold.index("    - id: bold") : bold.index("mechanics:")]
    edits = [
        (bold, "\n"),
        (CHANCE, ""),
        ("dice: 3, sides", "dice: 2, sides"),
        ("[5, 5, 2]", "[5, 5]"),
        ('  high: {colour: "#8a5a2b", grey: 38, shape: square}\n', ""),
    ]
    file = altered(tmp_path, THREE_DICE, *edits, root=HERE) / "fr.yaml"
    text = file.read_text(encoding="utf-8").replace(SIGNS, "")
    gone = ("card.bold", "card.pair", "card.trio", "card.run", "score.bold", "card.any")
    kept = (line for line in text.splitlines() if not line.strip().startswith(gone))
    file.write_text("\n".join(kept), encoding="utf-8")
    game = load_folder(file.parent)
    found = [*drawn(game, 20)]
    assert found
    assert all(is_whole(one) for _, one in found)
    asked = {name for name, _ in found}
    assert {"worth", "complete-turns", "to-bonus", "last-boxes"} <= asked
    assert not {"hidden-dice", "round-off", "one-more"} & asked


def test_nobody_is_asked_for_more_tokens_than_there_are(tmp_path: Path) -> None:
    """Of a board with two tokens no last turn is asked about in which three are left."""
    board = source_of(OnBoards, edited(tmp_path, "crowns", ("each: 18", "each: 2")))
    for left, is_asked in ((2, True), (3, False)):
        variables = {"left": range(left, left + 1), STEPS: range(2, 200)}
        found = [board.last_turn(variables, Random(n)) for n in range(20)]  # noqa: S311
        assert any(found) == is_asked


def test_all_flaps_of_a_short_box_may_be_open(tmp_path: Path) -> None:
    """Where a box has fewer flaps than a level leaves open, all of them are asked about."""
    edits = [("from: 1, to: 9", "from: 1, to: 4"), ("once: [f7, f8, f9]", "once: [f4]")]
    game = edited(tmp_path, "boite", *edits)
    outcomes = kinds_of(game)["shut-outcomes"].draw
    found = [outcomes({"open": range(5, 6), STEPS: range(1, 20)}, Random(n)) for n in range(5)]  # noqa: S311
    assert all(one is not None and is_whole(one) for one in found)


def test_a_race_is_asked_about_from_its_first_number() -> None:
    """What may be said next is asked of numbers that somebody can have said."""
    levels = {"target": range(3, 5), "most": range(2, 3), STEPS: range(1, 3)}
    ask = kind("course-a-20", "count-next").draw
    found = [ask(levels, Random(seed)) for seed in range(20)]  # noqa: S311
    assert None in found
    assert all(is_whole(one) for one in found if one)


def test_only_of_faces_is_asked_how_many_dice_it_takes(tmp_path: Path) -> None:
    """A group with a box for any dice has its bonus added up, but no dice counted for it."""
    counted = {"to-bonus", "reachable"}
    assert not counted & kinds_of(load_folder(HERE / THREE_DICE)).keys()
    game = edited(tmp_path, THREE_DICE, (CHANCE, ""))
    assert counted <= kinds_of(game).keys()
    dice, bonus, faces = 3, 16, {"fives": 5, "sixes": 6}
    for name, one in drawn(game, 20):
        if name == "to-bonus":
            assert isinstance(one.found, int)
            assert 1 <= one.found <= dice
        if name == "reachable" and one.position:
            sheet = {cell: int(mark) for cell, mark in one.position.marks.items()}
            left = faces.keys() - sheet.keys()
            most = sum(sheet.values()) + dice * sum(faces[cell] for cell in left)
            assert one.found == most
            assert abs(most - bonus) <= 15


def source_of(kind_source: type[Any], game: Game) -> Any:  # noqa: ANN401 - of any type of game
    """Return what asks of a game, in French."""
    return kind_source(rules_of(game), game.sentences_in("fr"), PAPER)


def test_nothing_is_asked_of_a_board_without_tokens() -> None:
    """Crosses on a score pad are no tokens, and have no exercises."""
    assert source_of(OnBoards, load_folder(HERE / "quatre-pentes")).draws() == {}


def test_a_full_board_pays_for_nothing() -> None:
    """Where no square is left that dice could pay for, nobody is asked for one."""

    class Full(OnBoards):
        def partly_filled(self, chance: Random) -> Sheet:  # noqa: ARG002
            return self.covered([*self.kit.plan.cells])

    source = source_of(Full, load_folder(HERE / "cinq-couronnes"))
    assert source.pays({}, Random(1)) is None  # noqa: S311


def test_the_curve_of_dice_is_drawn_out(tmp_path: Path) -> None:
    """A box holds as many dice of its face as are thrown, whatever their number."""
    for count in (3, 7):
        folder = tmp_path / str(count)
        game = edited(folder, THREE_DICE, ("dice: 3, sides", f"dice: {count}, sides"))
        source = source_of(InBoxes, game)
        found = {source.filled(["sixes"], Random(n)).numbers["sixes"] for n in range(300)}  # noqa: S311
        assert found <= {6 * n for n in range(count + 1)}
        assert 6 * count in found


@pytest.mark.parametrize("of", ["wins", "safer"])
def test_nobody_without_a_die_is_asked_for_one(of: str) -> None:
    """Late in a round, when the next player has laid every die, nothing is asked."""
    late = {STEPS: range(10, 60)}
    # In this round somebody has none left.
    assert kind("doce", of).draw(late, Random(207)) is None  # noqa: S311
    found = [kind("doce", of).draw(late, Random(seed)) for seed in range(60)]  # noqa: S311
    assert all(is_whole(one) for one in found if one)


def test_a_round_that_two_squares_save_is_not_asked_about() -> None:
    """Where to save a round is asked where one square does, also against threats that meet."""
    save = kind("doce", "save")
    assert save.draw(save.levels[1], Random(130)) is None  # noqa: S311


def test_a_microbe_of_every_way_is_misplaced_nowhere(tmp_path: Path) -> None:
    """Of a card that passes by every way no wrong one can be told, so nobody is asked for it."""
    text = (paths.rules_data() / "sti" / "game.yaml").read_text(encoding="utf-8")
    table = text[text.index("    transmission:") :]
    row = table[table.index("      lgv:") : table.index("      gonorrhoea:")]
    every = re.sub(r'value: "[^"]+"', 'value: "+"', row)
    source = source_of(OfCards, edited(tmp_path, "sti", (row, every)))
    layout = source.rules.layout
    assert {*layout.circles["lgv"]} == {*layout.behaviours}
    found = [source.misplaced({STEPS: range(2, 6)}, Random(seed)) for seed in range(40)]  # noqa: S311
    assert None in found
    assert all(is_whole(one) for one in found if one)


def test_a_sheet_without_a_bonus_has_none_to_reach(tmp_path: Path) -> None:
    """Where no group earns a bonus, neither it nor the points with it are asked for."""
    edits = [("      bonus: {least: 16, worth: 5}\n", ""), (BONUS_RULE, "")]
    file = altered(tmp_path, THREE_DICE, *edits, root=HERE) / "fr.yaml"
    text = file.read_text(encoding="utf-8")
    kept = (
        line
        for line in text.splitlines()
        if not line.strip().startswith(("bonus:", "score.bonus:"))
    )
    file.write_text("\n".join(kept), encoding="utf-8")
    asked = kinds_of(load_folder(file.parent)).keys()
    assert "worth" in asked
    assert not {"add-up", "to-bonus", "reachable", "last-boxes"} & asked
