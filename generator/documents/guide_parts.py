"""What a lesson is made of, and the pages beside it: questions, tables of numbers, a handout."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from generator.game.facts import Facts, Id, Said, Sentence, Sentences
from generator.printables.printable import HealthId

# What stands in a table for each of its words.
MARK = "#"

# A number by its name, without the braces: `score.full.bonus`.
QuantityName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$")]
# Such a name in which `#` stands for one piece or more, and what may stand there.
QuantityPattern = Annotated[str, Field(pattern=r"^[A-Za-z0-9_#-]+(\.[A-Za-z0-9_#-]+)+$")]
RowWord = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.+-]{1,40}$")]


class ForYears(Facts):
    """Something of a lesson that may be for some school years only."""

    years: tuple[Id, ...] = ()
    """The school years it is for, and `usual` for all that none is named for; left out, all."""


class TeachesRule(ForYears):
    """Sentences that may say which rule of the game they teach."""

    of: Id | tuple[Id, ...] = ()
    """The rule that it teaches, by its id, or several: `check` names it where the game has lost
    the rule."""


class Sum(Facts):
    """A line that adds up: refused where the numbers it names do not make the total."""

    says: Sentence
    """The line as it is printed, its numbers in braces."""
    adds: Annotated[tuple[QuantityName, ...], Field(min_length=1)]
    """The numbers that are added, by their names: `[position.full.O2, position.full.P5]`."""
    total: QuantityName
    """The number they make, by its name: `score.full.bonus`."""

    def __str__(self) -> str:
        return self.says


class Question(TeachesRule):
    """A question, to the class or of players, and the answer to expect."""

    question: Sentence
    """What is asked."""
    answer: Sentence
    """The answer to expect."""


class QuantityTable(ForYears):
    """A table of numbers, which its rows ask for by their names, and the bars that show some."""

    title: Sentence
    """The heading."""
    heads: Annotated[tuple[Sentence, ...], Field(min_length=2)]
    """The head of each column."""
    caption: Sentence = ""
    """The line above the table, if any."""
    each: Annotated[tuple[RowWord, ...], Field(max_length=40)] = ()
    """What stands in the place of `#`, one after the other."""
    rows: Annotated[tuple[tuple[Sentence, ...], ...], Field(min_length=1)]
    """The rows, the first cell of each its head; one with a `#` stands once for each."""
    text: tuple[Sentence, ...] = ()
    """Paragraphs before it."""
    panels: tuple[Sentence, ...] = ()
    """The names of the rows of bars; without them no bars are drawn."""
    bars: tuple[QuantityPattern, ...] = ()
    """The number that the bars of each panel show, by its name: `knows.#.first`."""
    below: Sentence = MARK
    """What stands below each bar: `{box.#.name}`; left out it is what stands for `#`."""
    alt: Sentence | None = None
    """What the bars show, read out in their place."""
    beside: bool = False
    """Whether the bars stand beside a table of few columns, not above it."""
    half: bool = False
    """Whether it is half as wide as the page: two such tables stand side by side."""

    def expanded_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows, each with a `#` once for each word."""
        for row in self.rows:
            is_marked = any(MARK in cell for cell in row)
            for word in self.each if is_marked else (MARK,):
                yield tuple(cell.replace(MARK, word) for cell in row)


class Topic(Facts):
    """A few paragraphs of background under a heading."""

    title: Sentence
    """The heading."""
    text: Said
    """The paragraphs."""


class Ticks(Facts):
    """Boxes to tick: a row for each thing, a column for each time."""

    title: Sentence
    """The heading."""
    columns: Said
    """The times: `Monday`, `Tuesday`."""
    rows: Said
    """The things to do."""


class Learnt(Facts):
    """Facts about health for families, under a heading."""

    title: Sentence
    """The heading."""
    facts: Annotated[tuple[HealthId, ...], Field(min_length=1)]
    """The facts by name; the first of those that the country adds follows."""


class Handout(Facts):
    """A page for families: a draft while nobody has reviewed the facts about health."""

    summary: Sentence
    """What the class did, in a sentence or two."""
    opening: Sentences = ()
    """The first paragraphs."""
    topics: tuple[Topic, ...] = ()
    """Lists under headings."""
    learnt: Learnt | None = None
    """What is true of health, with its sources."""
    services: Sentence | None = None
    """The heading of whom one can turn to: the country's, or the lines of the lesson to fill in."""
    last: tuple[Topic, ...] = ()
    """Lists under headings, after these."""
    ticks: Ticks | None = None
    """A table of boxes to tick at home."""
    blanks: tuple[Sentence, ...] = ()
    """Lines to fill in by hand."""
    signed: Sentence | None = None
    """Who signs, where somebody does."""


class DeedInLife(Facts):
    """Something done in the game, and what stands behind it in life."""

    what: Sentence
    """What is done, in a word or two."""
    life: Sentence
    """What is so in life, put in from the facts about health."""


class TurnPart(Facts):
    """One thing that is done in a turn."""

    what: Sentence
    """What it is called: `Draw`."""
    text: Sentence
    """How it is done."""


class Together(Facts):
    """A game of its own with the cards or boards of this one, for a table that plays together."""

    goal: Sentence
    """What the table plays for."""
    material: Said
    """What lies on the table, a line each."""
    setting_up: Said
    """What is done before the first turn, in order."""
    each_turn: Annotated[tuple[TurnPart, ...], Field(min_length=1)]
    """What is done in a turn, in order."""
    won: Said
    """When the table has won, and when it has lost."""
    deeds: Annotated[tuple[DeedInLife, ...], Field(max_length=12)] = ()
    """What is done, beside what is so in life."""
    talk: Said
    """What the table talks about afterwards."""
