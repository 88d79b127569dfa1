"""The quiz: a page of questions for each pupil, and the key with what each answer rests on."""

from collections.abc import Iterator

from generator.documents import pupil_page
from generator.documents.health import cited
from generator.documents.lesson import Guide, QuizQuestion
from generator.paper.page import Page
from generator.printables.context import PrintContext
from generator.words import message


def quiz(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of questions, each with boxes to tick or a line to write on."""
    width, _ = pupil_page.page_room(setting)
    questions = guide.lesson.quiz
    points = setting.say(message("guide.out-of", n=len(questions)))
    rows = [pupil_page.head(setting, width, setting.title, points)]
    for number, one in enumerate(questions, start=1):
        asked = pupil_page.Asked(one.question, choices=one.choices or ())
        rows.append(pupil_page.question(number, asked, setting, width))
    yield from pupil_page.row_pages(rows, setting)


def key(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of the key: each answer, and the sources and rules that it rests on."""
    answers = tuple(
        (one.question, one.answer, *_grounds(one, setting)) for one in guide.lesson.quiz
    )
    yield from pupil_page.key_pages([pupil_page.Key("", answers)], setting)


def _grounds(one: QuizQuestion, setting: PrintContext) -> Iterator[str]:
    """Yield the sources of an answer by their titles, and the sentences of its rules."""
    if one.sources:
        sources = " · ".join(cited(one.sources, setting))
        yield setting.say(message("guide.sources", sources=sources))
    yield from (setting.said.rules[rule] for rule in one.rules)
