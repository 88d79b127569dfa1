"""Worksheets: a page for each task of the lesson, and one for the key."""

from collections.abc import Iterator

from generator.documents import pupil_page
from generator.documents.figures import asked, drawn, solved
from generator.documents.lesson import Guide, Position, Task
from generator.paper import shapes as art
from generator.paper.page import Page
from generator.printables.context import PrintContext


def worksheets(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield the page of each task, without its answers."""
    levels = list(dict.fromkeys(task.level for task in guide.lesson.tasks))
    for task in guide.lesson.tasks:
        level = pupil_page.starred(levels.index(task.level) + 1, task.level)
        page = pupil_page.Task(
            _head(task, level, setting),
            drawn(asked(guide.positions[task.position]), setting) if task.position else None,
            tuple(map(pupil_page.asked_on_paper, task.asks)),
            f"{task.level} – {task.title}",
        )
        yield from pupil_page.task_pages(page, setting)


def _head(task: Task, level: str, setting: PrintContext) -> art.Drawing:
    width, _ = pupil_page.page_room(setting)
    head = pupil_page.head(setting, width, task.title, level)
    told = pupil_page.paragraphs(task.text, setting, width)
    return art.above(head, told, gap=setting.style.length(4.0))


def key(guide: Guide, setting: PrintContext) -> Iterator[Page]:
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
