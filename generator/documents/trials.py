"""Lessons as they were tried in a class: the pages to fill in, and what is told of them."""

from collections.abc import Mapping, Sequence

from generator.documents.guide_section import no_guide
from generator.documents.lesson import Guide, Lesson, QuizQuestion, minutes_of
from generator.errors import LudokitError
from generator.printables.context import Context

# How many questions are asked before the lesson and after it.
ASKED = 2


def questions_asked_twice(lesson: Lesson) -> Sequence[QuizQuestion]:
    """Return the questions of the quiz that are asked before the lesson and after it."""
    marked = [one for one in lesson.quiz if one.twice]
    return (marked or lesson.quiz)[:ASKED]


def trial_form(guide: Guide, setting: Context) -> Mapping[str, object]:
    """Return what the pages to fill in ask for; LudokitError where there is no lesson."""
    if not guide.lesson.steps:
        raise LudokitError(no_guide(setting.game, setting.options.language))
    sessions = guide.lesson.sessions()
    return {
        "sessions": [(steps[0].session or "", steps, minutes_of(steps)) for steps in sessions],
        "asked": questions_asked_twice(guide.lesson),
    }
