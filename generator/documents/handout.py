"""Pages beside the lesson, as the section `guide` says them: for families, for a table."""

from typing import Annotated

from pydantic import Field

from generator.game.facts import Facts, Said, Sentence, Sentences
from generator.printables.printable import HealthId


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
