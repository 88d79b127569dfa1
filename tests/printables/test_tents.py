"""Table tents: two faces head to head about a fold, how to play and what earns points."""

from collections.abc import Iterator

import pytest

from generator.game import game_names
from generator.paper.page import PaperName
from generator.paper.shapes import Drawing, Line, Placed, Text
from generator.paper.text import FontChoice
from generator.printables.blocks.tents import TEXTS, PointsRow, TentBlock
from generator.printables.context import Context, Options
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entry, plan
from generator.words import Language, say
from tests.render.drawings import all_shapes, words_of
from tests.shipped import in_each_language, load


def tent_of(name: str) -> TentBlock:
    """Return the tent of a game."""
    found = entry(load(name), "reminder")
    assert isinstance(found, SheetEntry)
    (block,) = found.blocks
    assert isinstance(block, TentBlock)
    return block


def said_in(drawing: Drawing) -> Iterator[tuple[str, int, float]]:
    """Yield each text with the number of its lines and its size."""
    lines = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    if lines:
        heights = {line.y for line in lines}
        yield " ".join(line.words for line in lines), len(heights), lines[0].size
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from said_in(shape.drawing)


@pytest.mark.few(6)
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize(("name", "language"), in_each_language(game_names()))
def test_each_face_of_a_tent_has_its_own(name: str, language: Language, paper: PaperName) -> None:
    """Two tents a page fold in their middle: on one face how to play, points on its head."""
    game, block = load(name), tent_of(name)
    (page,) = plan(game, "reminder", Options(language, paper))
    said = game.sentences_in(language)
    assert len(page.copies) == 2
    for copy in page.copies:
        tent = copy.placed.drawing
        (fold,) = (s for s in all_shapes(tent) if isinstance(s, Line) and s.stroke.dash == "dotted")
        assert fold.y1 == pytest.approx(tent.height / 2, abs=0.1)
        (turned,) = (s for s in all_shapes(tent) if isinstance(s, Placed) and s.turn)
        assert turned.turn == 180.0
        upside_down = {words for words, *_ in said_in(turned.drawing)}
        upright = {words for words, *_ in said_in(tent)} - upside_down
        assert {*map(said.to_player, block.rules)} <= upright
        rows = {said.texts[f"{key}.{one.id}"] for key in TEXTS for one in block.points}
        assert {*rows, said.to_player(block.aim[-1])} <= upside_down
        every = [words for words, *_ in said_in(tent)]
        assert every.count(said.to_player(block.aim[0])) == 3 - len(block.aim)


@pytest.mark.few(6)
@pytest.mark.parametrize("font", ["standard", "dyslexia"])
@pytest.mark.parametrize(("name", "language"), in_each_language(game_names()))
def test_a_line_is_found_at_once(name: str, language: Language, font: FontChoice) -> None:
    """A rule has two lines at most and points one, in 9.5 points, 8 in Lexend; A3 enlarges."""
    game, block, least = load(name), tent_of(name), {}
    said = game.sentences_in(language)
    most = dict.fromkeys(map(said.to_player, block.rules), 2)
    most |= {said.texts[f"{key}.{one.id}"]: 1 for key in TEXTS for one in block.points}
    for paper in ("a4", "letter", "a3"):
        (page,) = plan(game, "reminder", Options(language, paper, font=font))
        found = [one for one in said_in(page.copies[0].placed.drawing) if one[0] in most]
        assert all(lines <= most[words] for words, lines, _ in found)
        least[paper] = min(size for *_, size in found)
    # Lexend is wider.
    assert min(least["a4"], least["letter"]) >= (8.0 if font == "dyslexia" else 9.5)
    assert least["a3"] >= 1.3 * least["a4"]


def test_no_word_of_a_footer_stands_alone() -> None:
    """Where the first line has no room for the title, the second has it."""
    (page,) = plan(load("crowns"), "reminder", Options("fr"))
    words = [s.words for s in all_shapes(page.furniture) if isinstance(s, Text)]
    first, second = (line for line in words if "·" in line)
    assert (first[:8], first[-7:]) == ("Benjamin", "le jeu.")
    assert second.startswith("Crowns · ")


@pytest.mark.parametrize("name", game_names())
def test_each_rule_of_a_tent_has_its_picture(name: str) -> None:
    """Beside each sentence stands a picture of its own, in columns of one length."""
    block = tent_of(name)
    assert len({*block.pictures}) == len(block.rules)
    assert len(block.rules) in {4, 6}


def test_what_earns_points_is_drawn_as_on_the_sheet() -> None:
    """Before what is earned stand a marker with its letter, dice, or a picture."""
    dental, yams = (Context(load(name), "reminder", Options("fr")) for name in ("dental", "yams"))
    marker = PointsRow(id="red", marker="red").item(dental)
    assert words_of(marker.shown(10.0)) == "CS"
    dice = PointsRow(id="full", dice=(6, 6, 6, 5, 5)).item(yams)
    assert len([*all_shapes(dice.shown(20.0))]) > 28  # pips
    assert PointsRow(id="chance").item(yams).wide == 0.0


def test_pictures_that_are_not_one_a_rule_are_told() -> None:
    """A picture too few is a fault of the block, at its pictures."""
    rows, rules = (PointsRow(id="match"),), ("step", "match")
    block = TentBlock(block="tent", aim=("match",), rules=rules, pictures=("goal",), points=rows)
    game = load("course-a-20")
    told = [(path, say(reason, "en")) for path, reason in block.faults(game)]
    assert told == [(("pictures",), "1 picture for 2 rules")]
