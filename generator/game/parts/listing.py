"""A list that a game is made from, a table beside `game.yaml` or rows in it; rings and lotos."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from generator.game.facts import Id, Names, Part
from generator.reading.validate import Fault
from generator.words import message

Words = Annotated[str, Field(max_length=500)]

Wins: TypeAlias = Literal["line", "full"]


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The cells of a loto board, and which of them stay blank.

    `blanks` is "middle" for a free cell in the middle, "rows" where half of the cells of each row
    are filled, rounded up, and each column at least once, as on traditional boards of 3 x 9, "tens"
    for those with the numbers 1 to 90 (item 0 is the 1), rising in the column of their ten.
    """

    rows: int
    columns: int
    blanks: Literal["none", "middle", "rows", "tens"] = "none"

    @property
    def filled_cells(self) -> int:
        """How many cells hold an item."""
        if self.blanks in {"rows", "tens"}:
            return self.rows * ((self.columns + 1) // 2)
        return self.rows * self.columns - (self.blanks == "middle")


LAYOUTS: Mapping[str, BoardLayout] = MappingProxyType(
    {
        "3x3": BoardLayout(3, 3),
        "4x4": BoardLayout(4, 4),
        "5x5": BoardLayout(5, 5),
        "5x5-free": BoardLayout(5, 5, "middle"),
        "3x9": BoardLayout(3, 9, "rows"),
        "3x9-numbers": BoardLayout(3, 9, "tens"),
    }
)

if TYPE_CHECKING:
    LayoutName: TypeAlias = str
else:
    LayoutName = Literal[tuple(LAYOUTS)]

# A file beside `game.yaml`, in no other folder, without signs that some system cannot have.
FILE_NAME = r"^[^/\\:*?\"<>|]+\.[A-Za-z]+$"
FileName = Annotated[str, Field(pattern=FILE_NAME, max_length=120)]
# A column, or several whose cells stand together: `picture+word`.
Side: TypeAlias = Annotated[str, Field(pattern=r"^[^+]+(\+[^+]+)*$", max_length=80)]


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

    levels: tuple[Words | int, ...] = ()
    """Only the rows whose column `level` says one of these, as `[1, 2]`; left out, all rows."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> "Listing":
        if (self.file is None) == (not self.rows):
            raise Fault(message("table.one-of"), ("file",) if self.file else ())
        return self


class Ring(Part):
    """Tiles or cards that lie in one closed ring, dealt of the pairs of a list.

    What is printed and what is judged are dealt alike, by the seed.
    """

    part: Literal["ring"]
    list: Annotated[Id, Names("part", (Listing,))]
    """The list whose pairs are dealt."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns that follow one another, by name or heading: after the first comes the second, as
    an answer after its word. Left out, those that other printables show."""
    set: Literal["ring", "full"] = "ring"
    """A `ring` has a tile for each pair, a `full` set one for every two things and its doubles."""
    most: Annotated[int, Field(ge=2, le=120)] | None = None
    """How many tiles or cards at most where no class is told, of a full set how many things. Left
    out, as many as the list gives, 120 at most; of a full set 7 things, which make 28 tiles."""
    halves: bool = False
    """Whether there are two rings, as equal as can be: one for each half of a class."""

    @model_validator(mode="after")
    def _is_one_set(self) -> "Ring":
        if self.halves and self.set == "full":
            raise Fault(message("list.set-halves"), ("halves",))
        return self


class Loto(Part):
    """A loto: boards with words of a list, which are called one by one."""

    part: Literal["loto"]
    list: Annotated[Id, Names("part", (Listing,))]
    """The list whose rows are called."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns by name or heading: what stands on the boards, then what is called. Left out, the
    word is called, and its answer, definition or picture stands on the boards."""
    layout: LayoutName = "4x4"
    """The cells of a board: `5x5-free` has a free one in the middle, `3x9` blank ones in each row,
    `3x9-numbers` is for a list of 90, a column of a board for each ten."""
    wins: Wins = "line"
    """What wins: a `line` (of a square board also a column or a diagonal), or the `full` board."""
