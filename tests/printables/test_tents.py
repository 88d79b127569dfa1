"""Table tents: the same panel twice, head to head about a fold in the middle, with pictures."""

from collections import Counter

import pytest

from generator.game import game_names
from generator.paper.page import PaperName
from generator.paper.shapes import Line, Placed, Text
from generator.printables.blocks.written import ReminderBlock
from generator.printables.context import Options
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entry, plan
from generator.words import LANGUAGES, Language, say
from tests.render.drawings import all_shapes
from tests.shipped import load


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_tent_is_read_from_both_sides(name: str, language: Language, paper: PaperName) -> None:
    """Two tents a page fold in their middle; each side has all the rules, one upside down."""
    (page,) = plan(load(name), "reminder", Options(language, paper))
    assert len(page.copies) == 2
    for copy in page.copies:
        tent = copy.placed.drawing
        (fold,) = (s for s in all_shapes(tent) if isinstance(s, Line) and s.stroke.dash == "dotted")
        assert fold.y1 == pytest.approx(tent.height / 2, abs=0.1)
        words = Counter(s.words for s in all_shapes(tent) if isinstance(s, Text))
        assert len([count for count in words.values() if count % 2]) == 1  # where to fold
        turned = [s.turn for s in all_shapes(tent) if isinstance(s, Placed) and s.turn]
        assert turned == [180.0]


def test_no_word_of_a_footer_stands_alone() -> None:
    """Where the first line has no room for the title, the second has it."""
    (page,) = plan(load("crowns"), "reminder", Options("fr"))
    words = [s.words for s in all_shapes(page.furniture) if isinstance(s, Text)]
    first, second = (line for line in words if "·" in line)
    assert (first[:8], first[-7:]) == ("Benjamin", "le jeu.")
    assert second.startswith("Crowns · ")


@pytest.mark.parametrize("name", game_names())
def test_each_rule_of_a_tent_has_its_picture(name: str) -> None:
    """Beside each sentence stands a picture of its own."""
    found = entry(load(name), "reminder")
    assert isinstance(found, SheetEntry)
    (block,) = found.blocks
    assert isinstance(block, ReminderBlock)
    assert len({*block.pictures}) == len(block.rules) == 6


def test_pictures_that_are_not_one_a_rule_are_told() -> None:
    """A picture too few is a fault of the block, at its pictures."""
    block = ReminderBlock(block="reminder", rules=("step", "match"), pictures=("goal",))
    game = load("course-a-20")
    told = [(path, say(reason, "en")) for path, reason in block.faults(game)]
    assert told == [(("pictures",), "1 picture for 2 rules")]
