"""What the section `guide` of a language file holds: positions, the rule sheet, the lesson."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.game.facts import Count, Facts, Id, Sentence

TICK = "tick"

Sentences: TypeAlias = Annotated[tuple[Sentence, ...], Field(min_length=1, max_length=40)]
# What is written in a cell: a number, or the tick of a box.
Written: TypeAlias = Annotated[str, Field(pattern=rf"^([0-9]{{1,3}}|{TICK})$")]


class Position(Facts):
    """A sheet filled in up to a point of the game, drawn from the blocks of a printable.

    It shows the cells open to `sum` with the dice `colours` by ticks, or the numbers that clash by
    rings; a `scored` position has its misses and totals too.
    """

    marks: Mapping[Id, Written]
    alt: Sentence
    caption: Sentence
    printable: Id = "score-sheets"
    scored: bool = False
    shows: Literal["nothing", "open", "clash"] = "nothing"
    sum: Count = 1
    colours: tuple[Id, ...] = ()


class RuleSection(Facts):
    """Rules under one heading of the rule sheet."""

    heading: Sentence
    rules: Annotated[tuple[Id, ...], Field(min_length=1)]


class RuleSheet(Facts):
    """The rules in the order in which a player needs them, and one example."""

    goal: Sentence
    material: Sentences
    sections: Annotated[tuple[RuleSection, ...], Field(min_length=1)]
    position: Id
    example: Sentences


class Question(Facts):
    """A question to the class and the answer to expect."""

    question: Sentence
    answer: Sentence


class Needed(Facts):
    """A printable of the lesson: one for each pupil or group, or one for the class."""

    printable: Id
    per: Literal["pupil", "group", "class"]
    use: Sentence


class Outcome(Facts):
    """What pupils can do afterwards, and where the curriculum asks for it."""

    can: Sentence
    area: Sentence


class Topic(Facts):
    """A few paragraphs of background under a heading."""

    title: Sentence
    text: Sentences


class Step(Facts):
    """A step of the lesson: what the teacher does, says and asks."""

    title: Sentence
    minutes: Count
    does: Sentences
    says: tuple[Sentence, ...] = ()
    asks: tuple[Question, ...] = ()


class Example(Facts):
    """A rule shown on a drawn position."""

    title: Sentence
    position: Id
    text: Sentences
    question: Sentence
    answer: Sentence


class Hint(Facts):
    """What goes wrong at the tables, and what helps."""

    seen: Sentence
    help: Sentence


class Variant(Facts):
    """One way to play otherwise."""

    title: Sentence
    text: Sentence


class Variants(Facts):
    """Ways to play otherwise, to one end."""

    heading: Sentence
    items: Annotated[tuple[Variant, ...], Field(min_length=1)]


class Criterion(Facts):
    """One thing to assess, in three degrees."""

    what: Sentence
    begun: Sentence
    reached: Sentence
    beyond: Sentence


class Annex(Facts):
    """The chances of some dice, and what to find out from them."""

    dice: Id
    text: Sentences
    explore: tuple[Question, ...]


class Term(Facts):
    """A word and what it means."""

    term: Sentence
    words: Sentence


class Lesson(Facts):
    """The teacher's lesson, in the order of the guide."""

    summary: Sentence
    grades: Sentence
    pupils: Count
    group: Count
    material: Sentences
    printables: Annotated[tuple[Needed, ...], Field(min_length=1)]
    outcomes: Annotated[tuple[Outcome, ...], Field(min_length=1)]
    background: tuple[Topic, ...]
    before: Sentences
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    examples: tuple[Example, ...]
    questions: tuple[Question, ...]
    watch: tuple[Hint, ...]
    variants: tuple[Variants, ...]
    criteria: tuple[Criterion, ...]
    record: Sentences
    verify: Sentences
    annex: Annex
    glossary: tuple[Term, ...]

    def minutes(self) -> int:
        """Return how long the lesson takes."""
        return sum(step.minutes for step in self.steps)


class Guide(Facts):
    """The section `guide` whole."""

    positions: Mapping[Id, Position]
    rule_sheet: RuleSheet
    lesson: Lesson
