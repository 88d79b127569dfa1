"""The teacher's guide: the lesson with its figures, times, counts and chances worked out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.game.parts import Dice
from generator.guides.bars import shown
from generator.guides.chances import chart, table
from generator.guides.classroom import needs
from generator.guides.health import health
from generator.guides.labels import span
from generator.guides.lesson import Annex, Example, Guide, Step, Task
from generator.guides.numbers import listed
from generator.guides.positions import SMALL, Figure, figure
from generator.guides.seating import Seating, seated
from generator.guides.sides import sides
from generator.guides.standing import SHORT
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.form_worked import typed
from generator.printables.planning import entries
from generator.printables.setting import Setting
from generator.words import message

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


def teacher_guide(guide: Guide, setting: Setting) -> Mapping[str, object]:
    """Return what the template of the guide asks for."""
    lesson = guide.lesson
    seating = seated(setting.game, lesson.pupils, lesson.group)
    return {
        "lesson": lesson,
        "glance": tuple(_glance(guide, setting)),
        "needs_title": setting.say(
            message("guide.needs", pupils=str(lesson.pupils), groups=groups(seating, setting))
        ),
        "needs": needs(lesson.printables, setting, seating),
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
        "tables": shown(lesson.annex.tables, setting),
        "health": health(setting),
        "health_tables": shown(lesson.tables, setting),
        "credits_lines": tuple(_credits(setting)),
        "provenance": tuple(_provenance(setting)),
    }


def _task(task: Task, guide: Guide, setting: Setting) -> Set:
    if task.position is None:
        return Set(task, None)
    return Set(task, figure(guide.positions[task.position], setting, SMALL))


def _chances(annex: Annex, setting: Setting) -> Mapping[str, object]:
    """Return the chart and the table of the sums of some dice, where an annex is about them."""
    if annex.dice is None:
        return {"chart": None, "chances": None}
    dice = setting.game.part(annex.dice, Dice)
    alt = setting.say("guide.chart-alt")
    return {"chart": chart(dice, setting, alt), "chances": table(dice, setting)}


def _glance(guide: Guide, setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield what a teacher looks for first."""
    head, lesson = setting.game.head, guide.lesson
    yield setting.say("guide.grades"), lesson.grades
    yield setting.say("guide.age"), setting.say(message("guide.from-age", age=str(head.age)))
    yield (
        setting.say("guide.duration"),
        setting.say(
            message(
                "guide.lesson-and-game",
                lesson=str(lesson.minutes()),
                minutes=span(head.minutes, setting),
            ),
        ),
    )
    yield (
        setting.say("guide.players"),
        setting.say(
            message("guide.at-a-table", people=span(head.players, setting)),
        ),
    )


def groups(seating: Seating, setting: Setting) -> str:
    """Word the groups of a class: 6 groups of 4 and 1 group of 3."""
    sizes = seating.sizes
    words = [
        setting.say(message("guide.groups", n=sizes.count(size), size=str(size)))
        for size in dict.fromkeys(sizes)
    ]
    return listed(words, setting.options.language)


def _timed(steps: Sequence[Step], setting: Setting) -> Iterator[Timed]:
    start = 0
    for step in steps:
        end = start + step.minutes
        yield Timed(setting.say(message("guide.span", start=str(start), end=str(end))), step)
        start = end


def _typed(setting: Setting) -> tuple[str, ...]:
    """Return the first lines of a record as typed, from the record form's worked line."""
    forms = (e for e in entries(setting.game).values() if isinstance(e, FormEntry) and e.worked)
    return next((typed(form.worked, setting) for form in forms), ())


def _credits(setting: Setting) -> Iterator[str]:
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


def _provenance(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each fact that is not simply in the rule text, and how sure it is."""
    for fact in setting.game.head.provenance:
        if fact.standing != "source":
            yield setting.said.provenance[fact.fact], setting.say(SHORT[fact.standing])
