"""The teacher's guide: the lesson with its figures, times, counts and chances worked out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.game.parts import Dice
from generator.guides.chances import chart, table
from generator.guides.classroom import groups, needs
from generator.guides.labels import said
from generator.guides.lesson import Example, Guide, Step
from generator.guides.numbers import listed
from generator.guides.positions import SMALL, Figure, figure
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


def teacher_guide(guide: Guide, setting: Setting) -> Mapping[str, object]:
    """Return what the template of the guide asks for."""
    lesson = guide.lesson
    dice = setting.game.part(lesson.annex.dice, Dice)
    return {
        "lesson": lesson,
        "glance": tuple(_glance(guide, setting)),
        "needs_title": said(
            setting,
            message("guide.needs", pupils=str(lesson.pupils), groups=_groups(guide, setting)),
        ),
        "needs": needs(lesson.printables, setting, lesson.pupils, lesson.group),
        "steps": tuple(_timed(lesson.steps, setting)),
        "examples": tuple(
            Shown(example, figure(guide.positions[example.position], setting, SMALL))
            for example in lesson.examples
        ),
        "typed": _typed(setting),
        "commands": tuple(
            setting.say(message(command, game=setting.game.name)) for command in COMMANDS
        ),
        "chart": chart(dice, setting, said(setting, "guide.chart-alt")),
        "chances": table(dice, setting),
        "credits_lines": tuple(_credits(setting)),
        "provenance": tuple(_provenance(setting)),
    }


def _glance(guide: Guide, setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield what a teacher looks for first."""
    head, lesson = setting.game.head, guide.lesson
    yield said(setting, "guide.grades"), lesson.grades
    yield said(setting, "guide.age"), said(setting, message("guide.from-age", age=str(head.age)))
    yield (
        said(setting, "guide.duration"),
        said(
            setting,
            message(
                "guide.lesson-and-game",
                lesson=str(lesson.minutes()),
                short=str(head.minutes[0]),
                long=str(head.minutes[1]),
            ),
        ),
    )
    yield (
        said(setting, "guide.players"),
        said(
            setting,
            message("guide.at-a-table", least=str(head.players[0]), most=str(head.players[1])),
        ),
    )


def _groups(guide: Guide, setting: Setting) -> str:
    """Word the groups of the class: 6 groups of 4 and 1 group of 3."""
    sizes = groups(guide.lesson.pupils, guide.lesson.group)
    words = [
        said(setting, message("guide.groups", n=sizes.count(size), size=str(size)))
        for size in dict.fromkeys(sizes)
    ]
    return listed(words, setting.options.language)


def _timed(steps: Sequence[Step], setting: Setting) -> Iterator[Timed]:
    start = 0
    for step in steps:
        end = start + step.minutes
        yield Timed(said(setting, message("guide.span", start=str(start), end=str(end))), step)
        start = end


def _typed(setting: Setting) -> tuple[str, ...]:
    """Return the first lines of a record as typed, from the record form's worked line."""
    forms = (e for e in entries(setting.game).values() if isinstance(e, FormEntry) and e.worked)
    return next((typed(form.worked, setting) for form in forms), ())


def _credits(setting: Setting) -> Iterator[str]:
    credits_ = setting.game.head.credits
    authors = listed(credits_.authors, setting.options.language)
    yield said(
        setting,
        message(
            "guide.by",
            title=setting.said.title,
            authors=authors,
            publisher=credits_.publisher,
            year=str(credits_.year),
        ),
    )
    if credits_.owner:
        yield said(setting, message("guide.owner", owner=credits_.owner))
    yield setting.said.rights_long


def _provenance(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each fact that is not simply in the rule text, and how sure it is."""
    for fact in setting.game.head.provenance:
        if fact.standing != "source":
            yield setting.said.provenance[fact.fact], said(setting, SHORT[fact.standing])
