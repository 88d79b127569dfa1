"""The tutorials: what is read, the files that are saved and the lines that are typed, in order."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated

from pydantic import Field

from generator import paths
from generator.game.facts import Facts, Id, Sentence
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.words import Language

LONGEST_FILE = 4000
TUTORIALS = "site/tutorials"


class TutorialStep(Facts):
    """One step: words, and perhaps a file to save or a line to type."""

    says: Sentence
    """What is read, before the file or the line."""
    file: str | None = None
    """The name of a file to save."""
    text: Annotated[str, Field(max_length=LONGEST_FILE)] = ""
    """What stands in that file."""
    line: Sentence | None = None
    """A line to type."""
    code: int = 0
    """The exit code that the line leaves with."""
    makes: tuple[Sentence, ...] = ()
    """Files that are there afterwards."""
    answers: tuple[Sentence, ...] = ()
    """Words that are said then."""
    stays: bool = False
    """Whether the program goes on until somebody ends it."""


class Tutorial(Facts):
    """A tutorial: what somebody wants, and the steps that lead there from an empty folder."""

    id: Id
    """What the page is called, in addresses."""
    title: Sentence
    """What one wants, in a few words."""
    lead: Sentence
    """What is there in the end, and how long it takes."""
    steps: Annotated[tuple[TutorialStep, ...], Field(min_length=1)]
    """The steps in order."""


class TutorialsFile(Facts):
    """The tutorials of one language."""

    tutorials: tuple[Tutorial, ...]
    """In the order in which somebody new needs them."""


@cache
def tutorials(language: Language) -> Sequence[Tutorial]:
    """Return the tutorials in a language."""
    file = paths.templates() / TUTORIALS / f"{language}.yaml"
    return validate(read_file(file), TutorialsFile).tutorials
