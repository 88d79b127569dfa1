"""Papers of a lesson, drawn from its positions and questions: planned by name, and judged."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from generator.documents import pupil_page, slides, tickets
from generator.documents.exercises import pages as exercises
from generator.documents.figures import asked, drawn, solved
from generator.documents.health import cited
from generator.documents.lesson import Guide, Position, QuizQuestion
from generator.documents.reading import guide
from generator.game import Game
from generator.paper import shapes as art
from generator.paper.page import Page
from generator.printables import planning
from generator.printables.context import Options, PrintContext
from generator.printables.declaring import LessonEntry, Paper
from generator.printables.pages import numbered
from generator.words import message

Planner = Callable[[Guide, PrintContext], Iterator[Page]]


def plan(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan the pages of whatever is drawn, a paper of the lesson too; raise as `planning.plan`."""
    found = planning.entry(game, printable)
    if not isinstance(found, LessonEntry):
        return planning.plan(game, printable, options)
    return planning.judged(PrintContext(game, printable, options), lambda s: _planned(found, s))


def _planned(entry: LessonEntry, setting: PrintContext) -> tuple[Page, ...]:
    """Plan a paper as often as it is wanted, and its key, if it has one, once."""
    told = guide(setting.game, setting.options.language)
    of_class, *of_teacher = (planned(told, setting) for planned in PAPERS[entry.paper])
    pages = tuple(of_class) * setting.options.copies
    return numbered(setting, (*pages, *chain.from_iterable(of_teacher)))


def worksheets(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the page of each task, without its answers."""
    width, _ = pupil_page.page_room(setting)
    levels = list(dict.fromkeys(task.level for task in guide.lesson.tasks))
    for task in guide.lesson.tasks:
        level = f"{pupil_page.STAR * (levels.index(task.level) + 1)} {task.level}"
        head = pupil_page.head(setting, width, task.title, level)
        told = pupil_page.paragraphs(task.text, setting, width)
        page = pupil_page.Task(
            art.above(head, told, gap=setting.style.length(4.0)),
            drawn(asked(guide.positions[task.position]), setting) if task.position else None,
            tuple(map(pupil_page.asked_on_paper, task.asks)),
            f"{task.level} – {task.title}",
        )
        yield from pupil_page.task_pages(page, setting)


def worksheets_key(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of the key: each position with its answer, and the answers."""
    keys, shown = [], list[Position]()
    for task in guide.lesson.tasks:
        answers = tuple((pair.question, pair.answer) for pair in task.asks)
        picture = None
        if task.position is not None:
            position = guide.positions[task.position]
            answer = solved(position, task.solution)
            # A position without marks is drawn once.
            if answer != asked(position) or position not in shown:
                picture = drawn(answer, setting)
            shown.append(position)
        keys.append(pupil_page.Key(f"{task.level} – {task.title}", answers, picture))
    yield from pupil_page.key_pages(keys, setting)


def quiz(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of questions, each with boxes to tick or a line to write on."""
    width, _ = pupil_page.page_room(setting)
    questions = guide.lesson.quiz
    points = setting.say(message("guide.out-of", n=len(questions)))
    rows = [pupil_page.head(setting, width, setting.title, points)]
    for number, one in enumerate(questions, start=1):
        told = pupil_page.Asked(one.question, choices=one.choices or ())
        rows.append(pupil_page.question(number, told, setting, width))
    yield from pupil_page.row_pages(rows, setting)


def quiz_key(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the pages of the key: each answer, and the sources and rules that it rests on."""
    told = ((one.question, one.answer, *_grounds(one, setting)) for one in guide.lesson.quiz)
    yield from pupil_page.key_pages([pupil_page.Key("", tuple(told))], setting)


def _grounds(one: QuizQuestion, setting: PrintContext) -> Iterator[str]:
    """Yield the sources of an answer by their titles, and the sentences of its rules."""
    if one.sources:
        sources = " · ".join(cited(one.sources, setting))
        yield setting.say(message("guide.sources", sources=sources))
    yield from (setting.said.rules[rule] for rule in one.rules)


# What plans the pages of each paper that the class gets, and the teacher's key where it has one.
PAPERS: Mapping[Paper, tuple[Planner, ...]] = {
    "worksheets": (worksheets, worksheets_key),
    "slides": (slides.slides,),
    "exit-tickets": (tickets.exit_tickets,),
    "keep": (tickets.keep,),
    "quiz": (quiz, quiz_key),
    "exercises": (exercises.pages, exercises.key),
}
