"""A list that a game is made from: a table beside `game.yaml`, or rows in it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import Part
from generator.reading.fit import Fault
from generator.words import message

Words = Annotated[str, Field(max_length=500)]


# A file beside `game.yaml`, in no other folder.
FileName = Annotated[str, Field(pattern=r"^[^/\\:*?\"<>|]+\.[A-Za-z]+$", max_length=120)]


class Listing(Part):
    """Rows of things to learn: a word and its answer, a picture, a definition, as columns.

    The columns are called as their headings say it, in any language; of headings that are no known
    word the first stands for the `word`, the second for the `answer`.
    """

    part: Literal["list"]
    file: FileName | None = None
    """The table's file beside `game.yaml`: `.csv`, `.xlsx`, `.ods`, `.yaml`, a text of columns."""
    rows: tuple[Mapping[Words, Words | int | float], ...] = ()
    """The rows in place of a file, each with its columns: `{word: 3 × 4, answer: 12}`."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> "Listing":
        if (self.file is None) == (not self.rows):
            raise Fault(message("table.one-of"), ("file",) if self.file else ())
        return self
