"""Papers of a lesson, drawn from its positions and questions: planned by name, and judged."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from generator.documents import quiz, slides, tickets, worksheets
from generator.documents.exercises import pages as exercises
from generator.documents.lesson import Guide
from generator.documents.reading import guide
from generator.game import Game
from generator.paper.page import Page
from generator.printables import planning
from generator.printables.context import Options, PrintContext
from generator.printables.declaring import LessonEntry, Paper
from generator.printables.pages import numbered

Planner = Callable[[Guide, PrintContext], Iterator[Page]]


def _nothing(_guide: Guide, _setting: PrintContext) -> Iterator[Page]:
    return iter(())


@dataclass(frozen=True, slots=True)
class LessonPaper:
    """How a paper is planned: the pages that the class gets, and the teacher's key."""

    pages: Planner
    key: Planner = _nothing


PAPERS: Mapping[Paper, LessonPaper] = {
    "worksheets": LessonPaper(worksheets.worksheets, worksheets.key),
    "slides": LessonPaper(slides.slides),
    "exit-tickets": LessonPaper(tickets.exit_tickets),
    "keep": LessonPaper(tickets.keep),
    "quiz": LessonPaper(quiz.quiz, quiz.key),
    "exercises": LessonPaper(exercises.pages, exercises.key),
}


def plan(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan the pages of whatever is drawn, a paper of the lesson too.

    Raise LudokitError as `planning.plan` does.
    """
    found = planning.entry(game, printable)
    if not isinstance(found, LessonEntry):
        return planning.plan(game, printable, options)
    return planning.judged(PrintContext(game, printable, options), lambda s: _planned(found, s))


def _planned(entry: LessonEntry, setting: PrintContext) -> tuple[Page, ...]:
    """Plan a paper as often as it is wanted, and its key once."""
    told, paper = guide(setting.game, setting.options.language), PAPERS[entry.paper]
    pages = tuple(paper.pages(told, setting)) * setting.options.copies
    return numbered(setting, (*pages, *paper.key(told, setting)))
