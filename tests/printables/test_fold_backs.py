"""What is folded instead of turned over: every front meets its own back, strip by strip."""

from itertools import pairwise

import pytest

from generator import game
from generator.paper.page import Page
from generator.paper.shapes import CUT, FOLD, Line, Placed
from generator.printables.context import Options
from generator.printables.kinds.pieces import TokensEntry
from generator.printables.planning import entries, plan
from generator.printables.printable import DrawnEntry

FOLDED = [
    (name, printable)
    for name in game.game_names()
    for printable, found in entries(game.load(name)).items()
    if isinstance(found, DrawnEntry) and "duplex" in found.supported_options
    if not isinstance(found, TokensEntry)
]
NEAR = 1e-6


def lines(page: Page) -> list[Line]:
    """Return the lines about the pieces of a page: marks of cuts, and folds."""
    inner = (shape for shape in page.furniture.shapes if isinstance(shape, Placed))
    placed = [shape for one in inner for shape in one.drawing.shapes]
    return [one for one in (*page.furniture.shapes, *placed) if isinstance(one, Line)]


def middle(placed: Placed) -> tuple[float, float]:
    """Return the middle of what lies upright or on its head."""
    sign = -1 if placed.turn else 1
    width, height = placed.drawing.width, placed.drawing.height
    return placed.x + sign * width / 2, placed.y + sign * height / 2


def test_some_printables_are_folded() -> None:
    """Cards and tiles offer it."""
    assert {name for name, _ in FOLDED} >= {"doce", "sti"}


@pytest.mark.parametrize(("name", "printable"), FOLDED)
def test_a_back_lies_across_one_fold(name: str, printable: str) -> None:
    """The mirror image of each front across one fold is its back, and a strip has one fold."""
    for page in plan(game.load(name), printable, Options("en", duplex="fold")):
        folds = [one for one in lines(page) if one.stroke == FOLD]
        assert folds
        for front, back in zip(page.copies[::2], page.copies[1::2], strict=True):
            (x, y), (right, low) = middle(front.placed), middle(back.placed)
            assert front.number == back.number
            is_beside = abs(y - low) < NEAR
            at = (x + right) / 2 if is_beside else (y + low) / 2
            assert is_beside or abs(x - right) < NEAR
            met = [
                one
                for one in folds
                if abs((one.x1 if is_beside else one.y1) - at) < NEAR
                and abs((one.x2 if is_beside else one.y2) - at) < NEAR
            ]
            assert met, (page.bookmark, front.number)
        # The marks of cuts between the folds part the sheet into strips, each with one fold.
        is_upright = folds[0].x1 == folds[0].x2
        creases = sorted({round(one.x1 if is_upright else one.y1, 6) for one in folds})
        marks = {
            round(one.x1 if is_upright else one.y1, 6)
            for one in lines(page)
            if one.stroke == CUT and (one.x1 == one.x2) == is_upright
        }
        for before, after in pairwise(creases):
            assert any(before + 1 < mark < after - 1 for mark in marks)


@pytest.mark.parametrize("name", ["crowns", "dental"])
def test_tokens_are_not_folded(name: str) -> None:
    """Tokens lie in a grid without folds: who folds the rest gets them without backs."""
    folded = plan(game.load(name), "tokens", Options(duplex="fold"))
    assert len(folded) == len(plan(game.load(name), "tokens", Options(duplex="none"))) == 1


def test_no_marks_where_nothing_lies() -> None:
    """No mark of a cut lies beneath the last row of tiles by more than its own length."""
    for page in plan(game.load("doce"), "pieces", Options(duplex="fold")):
        low = max(copy.placed.y + copy.placed.drawing.height for copy in page.copies)
        assert max(one.y2 for one in lines(page) if one.stroke in {CUT, FOLD}) <= low + 5.0
