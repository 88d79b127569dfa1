"""The page for families, as the section `guide` of a language file says it."""

from typing import Annotated

from pydantic import Field

from generator.game.facts import Facts, Said, Sentence, Sentences
from generator.printables.declaring import HealthId


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
