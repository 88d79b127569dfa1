"""What a guide counts: its own lesson's class, or the class of the kit that it is printed with."""

import pytest

from generator.classroom import PlanRow, PrintPlan, expected_plan, seat_class
from generator.documents import context
from generator.game import game_names
from generator.make import lesson_plan, make
from generator.printables.context import Context, Options
from generator.words import Language
from tests.documents.read_back import close, pages
from tests.shipped import in_each_language, load

OWN = {"guide"}


def told(game: str, language: Language, plan: PrintPlan) -> list[tuple[str, str, PlanRow]]:
    """Return the rows of the table of printables: title, use and what is counted."""
    setting = Context(load(game), "guide", Options(language))
    needs = context(setting, "guide", None, lambda: plan)["needs"]
    assert isinstance(needs, tuple)
    return list(needs)


@pytest.mark.few(2)
@pytest.mark.parametrize(("game", "language"), in_each_language(game_names()))
def test_a_guide_tells_all_that_its_class_prints(game: str, language: Language) -> None:
    """Each row of the plan stands in the guide's table, with its counts and what it is for."""
    plan = lesson_plan(load(game), Options(language))
    rows = {row.printable: row for row in (*plan.rows, *plan.lesson, *plan.projected)}
    found = told(game, language, plan)
    assert {job.printable: job for _, _, job in found} == {
        name: row for name, row in rows.items() if name not in OWN
    }
    assert [title for title, use, _ in found if not use] == []


@pytest.mark.rest
def test_a_guide_counts_the_class_of_its_kit() -> None:
    """In the kit of another class it says how many that is, how they sit, and what they need."""
    game, options = load("qwinto"), Options("en")
    counted = {
        job.printable: (job.copies, job.paper)
        for _, _, job in told("qwinto", "en", lesson_plan(game, options))
    }
    assert counted["score-sheets"] == (27, 9)
    assert counted["rules"] == (7, 7)
    pdf = make(game, "guide", options, expected_plan(game, options, seat_class(game, 20, 4))).pdf
    if pdf is None:
        pytest.skip("the PDF needs Pango")
    first = pages(pdf)[0]
    assert close("Printables for 20 pupils: 5 groups of 4") in first
    assert close("Score sheets one for each pupil and game 20 7") in first


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["crowns", "yams"])
def test_a_guide_says_how_long_its_papers_take(game: str) -> None:
    """It says how many minutes the plan counts, and how many with pieces to cut out."""
    plan = lesson_plan(load(game), Options("en"))
    pdf = make(load(game), "guide", Options("en")).pdf
    if pdf is None:
        pytest.skip("the PDF needs Pango")
    first = pages(pdf)[0]
    assert close(f"about {plan.minutes()} min") in first
    other = close(f"with all pieces, {plan.for_other_way().minutes()} min")
    assert (other in first) == bool(plan.others)
