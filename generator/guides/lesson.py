"""What the section `guide` of a language file holds: positions, the rule sheet, the lesson."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from generator.game.facts import Count, Facts, Id, Sentence

TICK = "tick"
SHEETS = "score-sheets"
# Cells that are open, that clash, that lie in lines, that score nothing; how many lines meet there;
# only how a turn starts.
Shows: TypeAlias = Literal["nothing", "open", "clash", "lines", "loose", "counts", "start"]

Sentences: TypeAlias = Annotated[tuple[Sentence, ...], Field(min_length=1, max_length=40)]
# What is written in a cell or lies on it: a number, the tick of a box, the name of a marker.
Written: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]


class Position(Facts):
    """A sheet filled in up to a point of the game, drawn from the blocks of a printable.

    It shows the cells open to `sum` with the dice `colours` by ticks, or the numbers that clash by
    rings; a `scored` position has its misses and totals too. Where there is a `turn`, with fields
    as in a record, what it makes of the position stands beside it; `seat` says what of a player
    does not lie in cells.
    """

    marks: Mapping[Id, Written]
    alt: Sentence
    caption: Sentence
    printable: Id = SHEETS
    scored: bool = False
    shows: Shows = "nothing"
    sum: Count = 1
    colours: tuple[Id, ...] = ()
    seat: Mapping[Id, int] = Field(default_factory=dict)
    turn: Mapping[Id, Any] | None = None


class RuleSection(Facts):
    """Rules under one heading of the rule sheet."""

    heading: Sentence
    rules: Annotated[tuple[Id, ...], Field(min_length=1)]


class RuleSheet(Facts):
    """The rules in the order in which a player needs them, and one example under a heading."""

    goal: Sentence
    material: Sentences
    sections: Annotated[tuple[RuleSection, ...], Field(min_length=1)]
    position: Id
    example: Sentences
    heading: Sentence | None = None


class Question(Facts):
    """A question to the class and the answer to expect."""

    question: Sentence
    answer: Sentence


class Needed(Facts):
    """A printable of the lesson and what it is for; section `kit` of the data says how many."""

    printable: Id
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


class Task(Facts):
    """A task for some of the class, shown on a position where it has one, and its key."""

    title: Sentence
    level: Sentence
    text: Sentences
    position: Id | None = None
    asks: Annotated[tuple[Question, ...], Field(min_length=1)]


class Contrast(Facts):
    """What holds in the game only, and what holds in life."""

    game: Sentence
    life: Sentence


class Tabled(Facts):
    """A table that the rules of the game compute, by its name, and the bars that show it.

    `panels` are the names of the rows of bars, `alt` is read out in their place; they stand above
    the table, or `beside` one with few columns. Two tables that are `half` as wide as the page
    stand side by side.
    """

    shows: Id
    title: Sentence
    heads: Annotated[tuple[Sentence, ...], Field(min_length=2)]
    caption: Sentence
    text: tuple[Sentence, ...] = ()
    panels: tuple[Sentence, ...] = ()
    alt: Sentence | None = None
    beside: bool = False
    half: bool = False


class Annex(Facts):
    """What is computed: the chances of some dice, tables; and what to find out from them."""

    title: Sentence | None = None
    dice: Id | None = None
    text: Sentences
    tables: tuple[Tabled, ...] = ()
    explore: tuple[Question, ...]


class Term(Facts):
    """A word and what it means."""

    term: Sentence
    words: Sentence


class Lesson(Facts):
    """The teacher's lesson, in the order of the guide.

    `tables` go with the facts about health; `frame` is how a class speaks of what is private;
    `services` are lines to fill in by hand.
    """

    summary: Sentence
    grades: Sentence
    pupils: Count
    group: Count
    material: Sentences
    printables: Annotated[tuple[Needed, ...], Field(min_length=1)]
    outcomes: Annotated[tuple[Outcome, ...], Field(min_length=1)]
    background: tuple[Topic, ...]
    frame: tuple[Topic, ...] = ()
    services: tuple[Sentence, ...] = ()
    before: Sentences
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    examples: tuple[Example, ...]
    questions: tuple[Question, ...]
    watch: tuple[Hint, ...]
    variants: tuple[Variants, ...]
    tasks: tuple[Task, ...] = ()
    contrasts: tuple[Contrast, ...] = ()
    tables: tuple[Tabled, ...] = ()
    criteria: tuple[Criterion, ...]
    record: Sentences
    verify: Sentences
    annex: Annex
    glossary: tuple[Term, ...]

    def minutes(self) -> int:
        """Return how long the lesson takes."""
        return sum(step.minutes for step in self.steps)


class Ticks(Facts):
    """Boxes to tick: a row for each thing, a column for each time."""

    title: Sentence
    columns: Sentences
    rows: Sentences


class Handout(Facts):
    """A page for families; `contrasts` of the lesson and the facts about health come with it."""

    summary: Sentence
    opening: Sentences
    topics: tuple[Topic, ...] = ()
    ticks: Ticks | None = None
    blanks: tuple[Sentence, ...] = ()


class Guide(Facts):
    """The section `guide` whole."""

    positions: Mapping[Id, Position]
    rule_sheet: RuleSheet
    lesson: Lesson
    handout: Handout | None = None
