"""The teacher's guide: the lesson with its figures, times, counts and chances worked out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import TypeVar

from generator.classroom import Seating, needs, seated, usual_group
from generator.errors import LudokitError
from generator.game.parts import Dice
from generator.guides.figures import SMALL, Figure, chart, figure, shown, table
from generator.guides.guide_text import none
from generator.guides.labels import health, span
from generator.guides.lesson import Annex, Example, Guide, Lesson, Step, Task
from generator.guides.numbers import listed
from generator.printables.context import PrintContext
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.form_table import typed
from generator.printables.planning import entries
from generator.words import message

Block = TypeVar("Block")

# The letters of a line in two columns and in three, and what a heading takes besides, in lines.
LINES = {2: 44, 3: 28}
HEADING = 2


def sides(
    blocks: Sequence[Block], words: Callable[[Block], Iterable[str]]
) -> tuple[tuple[Block, ...], ...]:
    """Return blocks, in their order, as two or three columns; `words` are a block's paragraphs.

    They are split where the highest column is lowest, by the length of the paragraphs; with fewer
    than two blocks there is one column. (The layout library balances columns by laying them out
    again and again, which takes half of its time.)
    """
    if len(blocks) < min(LINES):
        return (tuple(blocks),)

    def height(columns: tuple[tuple[Block, ...], ...]) -> int:
        line = LINES[len(columns)]
        return max(sum(_lines(words(block), line) for block in column) for column in columns)

    return min(_splits(tuple(blocks)), key=height)


def _lines(paragraphs: Iterable[str], line: int) -> int:
    return HEADING + sum(ceil(len(paragraph) / line) for paragraph in paragraphs)


def _splits(blocks: tuple[Block, ...]) -> Iterator[tuple[tuple[Block, ...], ...]]:
    for count in LINES:
        for places in combinations(range(1, len(blocks)), count - 1):
            ends = zip((0, *places), (*places, len(blocks)), strict=True)
            yield tuple(blocks[start:end] for start, end in ends)


COMMANDS = ("guide.command-record", "guide.command-verify", "guide.command-correct")


@dataclass(frozen=True, slots=True)
class Timed:
    """A step of the lesson and when it happens."""

    time: str
    step: Step


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule by example, with its figure."""

    example: Example
    figure: Figure


@dataclass(frozen=True, slots=True)
class Set:
    """A task of the lesson, with its figure where it has one."""

    task: Task
    figure: Figure | None


def teacher_guide(guide: Guide, setting: PrintContext) -> Mapping[str, object]:
    """Return what the template of the guide asks for; LudokitError where there is no lesson."""
    lesson = guide.lesson
    if lesson == Lesson():
        raise LudokitError(none(setting.game, setting.options.language))
    return {
        "lesson": lesson,
        "glance": tuple(_glance(lesson, setting)),
        **_needs(lesson, setting),
        "steps": tuple(_timed(lesson.steps, setting)),
        "examples": tuple(
            Shown(example, figure(guide.positions[example.position], setting, SMALL))
            for example in lesson.examples
        ),
        "typed": _typed(setting),
        "commands": tuple(
            setting.say(message(command, game=setting.game.name)) for command in COMMANDS
        ),
        "tasks": tuple(_task(task, guide, setting) for task in lesson.tasks),
        "keys": sides(lesson.tasks, lambda task: (pair.answer for pair in task.asks)),
        "annex_title": lesson.annex.title or setting.say("guide.probabilities"),
        **_chances(lesson.annex, setting),
        "tables": shown(lesson.annex.tables, guide, setting),
        "health": health(setting),
        "health_tables": shown(lesson.tables, guide, setting),
        "credits_lines": tuple(_credits(setting)),
        "provenance": tuple(_provenance(setting)),
    }


def _needs(lesson: Lesson, setting: PrintContext) -> Mapping[str, object]:
    """Return what is printed for the lesson's class, or for one table where no class is named."""
    game = setting.game
    group = lesson.group or usual_group(game)
    pupils = lesson.pupils or min(max(group, game.head.players[0]), game.head.players[1])
    seating = seated(game, pupils, group)
    words = message("guide.needs", pupils=str(pupils), groups=groups(seating, setting))
    wanted = ((needed.printable, needed.use) for needed in lesson.printables)
    return {"needs_title": setting.say(words), "needs": needs(wanted, setting, seating)}


def _task(task: Task, guide: Guide, setting: PrintContext) -> Set:
    if task.position is None:
        return Set(task, None)
    return Set(task, figure(guide.positions[task.position], setting, SMALL))


def _chances(annex: Annex, setting: PrintContext) -> Mapping[str, object]:
    """Return the chart and the table of the sums of some dice, where an annex is about them."""
    if annex.dice is None:
        return {"chart": None, "chances": None}
    dice = setting.game.part(annex.dice, Dice)
    alt = setting.say("guide.chart-alt")
    return {"chart": chart(dice, setting, alt), "chances": table(dice, setting)}


def _glance(lesson: Lesson, setting: PrintContext) -> Iterator[tuple[str, str]]:
    """Yield what a teacher looks for first."""
    head = setting.game.head
    if lesson.grades is not None:
        yield setting.say("guide.grades"), lesson.grades
    yield setting.say("guide.age"), setting.say(message("guide.from-age", age=str(head.age)))
    minutes = span(head.minutes, setting)
    lasts = message("guide.game-only", minutes=minutes)
    if lesson.steps:
        whole = str(lesson.minutes())
        lasts = message("guide.lesson-and-game", lesson=whole, minutes=minutes)
    yield setting.say("guide.duration"), setting.say(lasts)
    people = message("guide.at-a-table", people=span(head.players, setting))
    yield setting.say("guide.players"), setting.say(people)


def groups(seating: Seating, setting: PrintContext) -> str:
    """Word the groups of a class: 6 groups of 4 and 1 group of 3."""
    sizes = seating.sizes
    words = [
        setting.say(message("guide.groups", n=sizes.count(size), size=str(size)))
        for size in dict.fromkeys(sizes)
    ]
    return listed(words, setting.options.language)


def _timed(steps: Sequence[Step], setting: PrintContext) -> Iterator[Timed]:
    start = 0
    for step in steps:
        end = start + step.minutes
        yield Timed(setting.say(message("guide.span", start=str(start), end=str(end))), step)
        start = end


def _typed(setting: PrintContext) -> tuple[str, ...]:
    """Return the first lines of a record as typed, from the record form's worked line."""
    forms = (e for e in entries(setting.game).values() if isinstance(e, FormEntry) and e.worked)
    return next((typed(form.worked, setting) for form in forms), ())


def _credits(setting: PrintContext) -> Iterator[str]:
    credits_ = setting.game.head.credits
    authors = listed(credits_.authors, setting.options.language)
    house = ", ".join(str(part) for part in (credits_.publisher, credits_.year) if part)
    if authors or house:
        words = "guide.by" if house else "guide.by-authors"
        words = words if authors else "guide.by-nobody"
        yield setting.say(message(words, title=setting.said.title, authors=authors, house=house))
    if credits_.owner:
        yield setting.say(message("guide.owner", owner=credits_.owner))
    if setting.said.rights_long:
        yield setting.said.rights_long


def _provenance(setting: PrintContext) -> Iterator[tuple[str, str]]:
    """Yield each fact that is not simply in the rule text, and how sure it is."""
    for fact in setting.game.head.provenance:
        if fact.standing != "source":
            yield setting.said.provenance[fact.fact], setting.say(f"guide.short-{fact.standing}")
