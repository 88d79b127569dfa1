"""The section `kit` of the data: read with every fault, and counted for a class."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from generator.classroom import (
    ClassSeating,
    CopyNeed,
    PlanRow,
    copies_needed,
    count_per,
    plan_rows,
    read_kit_section,
)
from generator.errors import DataError
from generator.game import Game, game_names
from generator.printables.context import Options, Sides
from generator.words import BUILT_IN
from tests.shipped import load

Changed = Callable[..., Game]

CLASS = ClassSeating((2,) * 13, 1)


def job(game: str, printable: str, options: Options) -> PlanRow:
    """Return what is printed of a printable for one table."""
    (found,) = plan_rows(load(game), options, ClassSeating((2,)), {printable: None})
    return found


@pytest.mark.parametrize(
    ("need", "copies"),
    [
        pytest.param(CopyNeed(per="pupil"), 27, id="referees too"),
        pytest.param(CopyNeed(per="player"), 26, id="who plays"),
        pytest.param(CopyNeed(per="group"), 13, id="one a table"),
        pytest.param(CopyNeed(per="class"), 1, id="one"),
        pytest.param(CopyNeed(per="group", copies=4), 52, id="several a table"),
        pytest.param(CopyNeed(per="player", serves=6), 5, id="one serves six"),
    ],
)
def test_copies(need: CopyNeed, copies: int) -> None:
    """Copies follow pupils, players and tables, rounded up."""
    assert copies_needed(need, CLASS) == copies


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param(
            "score-sheets: {per: player}", "score-sheet: {per: player}",
            "kit.needs.score-sheet: 'score-sheet' is not one of", id="unknown printable",
        ),
        pytest.param(
            "count: dice.count", "count: dice.cuont", "did you mean 'dice.count'?", id="figure"
        ),
        pytest.param("tray: {per", "trays: {per", "'bring.trays'", id="no words for it"),
    ],
)  # fmt: skip
def test_faults_are_named(changed: Changed, before: str, after: str, told: str) -> None:
    """Each fault of the section is told with its place."""
    with pytest.raises(DataError) as caught:
        read_kit_section(changed(game=(before, after)))
    assert told in caught.value.worded("en")
    assert "game.yaml:" in caught.value.worded("en")


def test_what_the_section_leaves_out_is_as_usual_for_its_kind(changed: Changed) -> None:
    """A sheet is for each player, a guide for the class, other papers for a table."""
    shipped = load("qwinto")
    bare = read_kit_section(replace(shipped, sections={**shipped.sections, "kit": None}))  # type: ignore[dict-item]
    assert {name: need.per for name, need in bare.needs.items()} == {
        "score-sheets": "player", "reminder": "player", "record-form": "group",
        "rules": "group", "guide": "class", "laboratory": "class", "slides": "class",
        "trial": "class",
        **dict.fromkeys(("worksheets", "slips", "exit-tickets", "keep"), "pupil"),
        **dict.fromkeys(("quiz", "exercises"), "pupil"),
    }  # fmt: skip
    assert bare.bring == {}
    one_less = read_kit_section(changed(game=("    record-form: {per: group}\n", "")))
    assert one_less.needs["record-form"].per == "group"


@pytest.mark.parametrize("name", game_names())
def test_shipped_kits_are_in_order(name: str) -> None:
    """Each game says how many of every printable, and what to bring in each language."""
    game = load(name)
    kit = read_kit_section(game)
    assert set(kit.needs) == set(game.printables())
    for language in BUILT_IN:
        assert all(game.sentences[language].texts[f"bring.{name}"] for name in kit.bring)


def test_dice_to_bring_follow_the_data(changed: Changed) -> None:
    """A game with one die less asks for one die less at each table."""

    def dice(game: Game) -> tuple[int, int]:
        item = read_kit_section(game).bring["dice"]
        each = game.head.figures()[str(item.count)]
        return each * count_per(item.per, CLASS), each

    assert dice(load("qwinto")) == (39, 3)
    before, after = "dice: [orange, yellow, purple]", "dice: [orange, yellow]"
    assert dice(changed(game=(before, after))) == (26, 2)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("game", "printable", "held", "pages", "sides", "cuts"),
    [
        ("qwinto", "score-sheets", 3, 1, "one-side", 3),
        ("qwinto", "record-form", 1, 3, "two-sides", 0),
        ("crowns", "tokens", 1, 2, "two-sides", 32),
        ("dental", "tokens", 3, 2, "two-sides", 36),
        ("dental", "board", 1, 2, "one-side", 1),
        ("sti", "cards", 1, 20, "two-sides", 80),
        ("doce", "pieces", 1, 2, "two-sides", 24),
    ],
)
def test_masters(game: str, printable: str, held: int, pages: int, sides: Sides, cuts: int) -> None:
    """A set is counted as it is printed: copies, pages, sides, straight cuts."""
    found = job(game, printable, Options())
    assert (found.work.copies_per_page, found.pages, found.sides) == (held, pages, sides)
    assert found.work.cuts == cuts


def test_backs_left_out_make_one_side() -> None:
    """Cards without backs are printed on one side of half the pages."""
    found = job("sti", "cards", Options(duplex="none"))
    assert (found.pages, found.sides, found.paper) == (10, "one-side", 10)


def test_papers_with_names_are_printed_once() -> None:
    """Personalised sheets are not multiplied by the size of the class."""
    options = Options(names=("Ana", "Ben", "Zoé", "Tom"))
    (found,) = plan_rows(load("qwinto"), options, CLASS, {"score-sheets": None})
    assert (found.copies, found.sets) == (26, 1)
    assert found.pages == 2
