"""Lessons as they were tried in a class: the pages to fill in, and what guides tell of them."""

import pytest

from generator.documents.guide_section import read_guide
from generator.documents.lesson import minutes_of
from generator.documents.trials import questions_asked_twice
from generator.game import game_names
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.words import LANGUAGES, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import load


@pytest.mark.few(2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_two_pages_hold_the_lesson(game: str, language: Language, paper: PaperName) -> None:
    """Two pages hold each step with its minutes, those of each session, and two questions."""
    first, second = pages(document(game, "trial", Options(language, paper)))
    lesson = read_guide(load(game), language).lesson
    told = [f"{step.title}{step.minutes} min" for step in lesson.steps]
    told += [f"{minutes_of(steps)} min" for steps in lesson.sessions()]
    told += [steps[0].session for steps in lesson.sessions() if steps[0].session]
    assert [words for words in told if close(words) not in first] == []
    asked = questions_asked_twice(lesson)
    assert len(asked) == 2
    for one in asked:
        assert close(one.question) in second
        assert close(one.answer) in second


@pytest.mark.parametrize("game", game_names())
def test_two_questions_are_chosen(game: str) -> None:
    """Each game says which two questions of its quiz are asked before the lesson and after it."""
    lesson = read_guide(load(game), "en").lesson
    assert sum(one.twice for one in lesson.quiz) == 2
    assert [one for one in lesson.quiz if one.twice] == [*questions_asked_twice(lesson)]
