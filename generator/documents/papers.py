"""Papers of a lesson, drawn from its positions and questions: planned by name, and judged."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from generator.documents import slides, tickets, worksheet_layout
from generator.documents.exercises import exercise_pages as exercises
from generator.documents.figures import draw_position, with_answer, without_answer
from generator.documents.guide_section import read_guide
from generator.documents.health import source_titles
from generator.documents.lesson import Guide, Position, QuizQuestion
from generator.game import Game
from generator.paper import shapes as art
from generator.paper.page import Page
from generator.printables import planning
from generator.printables.context import Options, PrintContext
from generator.printables.page_furniture import add_footers
from generator.printables.printable import LessonEntry, LessonPaper
from generator.words import message

Planner = Callable[[Guide, PrintContext], Iterator[Page]]


def plan_paper(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan the pages of a paper of the lesson; raise as `planning.plan`."""
    found = planning.entry(game, printable)
    if not isinstance(found, LessonEntry):
        raise TypeError(printable)
    return planning.plan_checked(
        PrintContext(game, printable, options), lambda s: _plan_lesson_paper(found, s)
    )


def _plan_lesson_paper(entry: LessonEntry, setting: PrintContext) -> tuple[Page, ...]:
    """Plan a paper as often as it is wanted, and its key, if it has one, once."""
    told = read_guide(setting.game, setting.options.language)
    of_class, *of_teacher = (planned(told, setting) for planned in PLANNERS[entry.paper])
    pages = tuple(of_class) * setting.options.copies
    return add_footers(setting, (*pages, *chain.from_iterable(of_teacher)))


def worksheets(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the page of each task, without its answers."""
    width, _ = worksheet_layout.page_room(setting)
    levels = list(dict.fromkeys(task.level for task in guide.lesson.tasks))
    for task in guide.lesson.tasks:
        level = f"{worksheet_layout.STAR * (levels.index(task.level) + 1)} {task.level}"
        head = worksheet_layout.page_head(setting, width, task.title, level)
        told = worksheet_layout.draw_paragraphs(task.text, setting, width)
        page = worksheet_layout.TaskLayout(
            art.stack_down(head, told, gap=setting.style.length(4.0)),
            draw_position(without_answer(guide.positions[task.position]), setting)
            if task.position
            else None,
            tuple(map(worksheet_layout.question_layout, task.asks)),
            f"{task.level} – {task.title}",
        )
        yield from worksheet_layout.task_pages(page, setting)


def worksheets_key(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of the key: each position with its answer, and the answers."""
    keys, shown = [], list[Position]()
    for task in guide.lesson.tasks:
        answers = tuple((pair.question, pair.answer) for pair in task.asks)
        picture = None
        if task.position is not None:
            position = guide.positions[task.position]
            answer = with_answer(position, task.solution)
            # A position without marks is drawn once.
            if answer != without_answer(position) or position not in shown:
                picture = draw_position(answer, setting)
            shown.append(position)
        keys.append(worksheet_layout.KeyEntry(f"{task.level} – {task.title}", answers, picture))
    yield from worksheet_layout.answer_key_pages(keys, setting)


def quiz(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of questions, each with boxes to tick or a line to write on."""
    width, _ = worksheet_layout.page_room(setting)
    questions = guide.lesson.quiz
    points = setting.say(message("guide.out-of", n=len(questions)))
    rows = [worksheet_layout.page_head(setting, width, setting.title, points)]
    for number, one in enumerate(questions, start=1):
        told = worksheet_layout.QuestionLayout(one.question, choices=one.choices or ())
        rows.append(worksheet_layout.draw_question(number, told, setting, width))
    yield from worksheet_layout.even_pages(rows, setting)


def quiz_key(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of the key: each answer, and the sources and rules that it rests on."""
    told = (
        (one.question, one.answer, *_sources_and_rules(one, setting)) for one in guide.lesson.quiz
    )
    yield from worksheet_layout.answer_key_pages(
        [worksheet_layout.KeyEntry("", tuple(told))], setting
    )


def _sources_and_rules(one: QuizQuestion, setting: PrintContext) -> Iterator[str]:
    if one.sources:
        sources = " · ".join(source_titles(one.sources, setting))
        yield setting.say(message("guide.sources", sources=sources))
    yield from (setting.sentences.rules[rule] for rule in one.rules)


# What plans the pages of each paper that the class gets, and the teacher's key where it has one.
PLANNERS: Mapping[LessonPaper, tuple[Planner, ...]] = {
    "worksheets": (worksheets, worksheets_key),
    "slides": (slides.slides,),
    "exit-tickets": (tickets.exit_tickets,),
    "keep": (tickets.pages_to_keep,),
    "quiz": (quiz, quiz_key),
    "exercises": (exercises.exercise_pages, exercises.exercise_key),
}
