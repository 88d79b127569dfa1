"""The columns of a record form: which field each holds, how it is headed, how wide it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from generator.paper.text import BREAK, LEAST_SIZE, width_of
from generator.paper.units import Mm
from generator.printables.context import PrintContext
from generator.words import field_words

# Widths in mm of columns that hold a number, a tick, a name.
NARROW: Mm = 10.5
TICK: Mm = 15.0
NAME: Mm = 25.0
# White on both sides of a heading.
AROUND: Mm = 1.5
EACH = "*"
# The one column that is not a field: turns are counted by their place in the file.
TURN = "turn"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the form: `group` heads it with its neighbours, `word` heads it alone."""

    path: tuple[str, ...]
    group: str
    word: str
    sign: str
    width: Mm

    @property
    def id(self) -> str:
        """Return the field's path as part of a cell's id: `dice.orange`, `writes.2`."""
        return ".".join(self.path)


def columns_of(
    paths: Sequence[str], wide: Sequence[str], setting: PrintContext, width: Mm
) -> tuple[Column, ...]:
    """Return the columns over a width; wide ones and those of one a player share what is left.

    Where none is wide, all grow in proportion.
    """
    narrow = tuple(
        replace(column, width=0.0) if path in wide else column
        for path in paths
        for column in _columns(path, setting)
    )
    shared = [column for column in narrow if column.width == 0]
    taken = sum(column.width for column in narrow)
    if not shared:
        return tuple(replace(column, width=column.width * width / taken) for column in narrow)
    each = (width - taken) / len(shared)
    return tuple(replace(column, width=column.width or each) for column in narrow)


def groups(columns: Sequence[Column]) -> Iterator[tuple[str, tuple[Column, ...]]]:
    """Yield neighbouring columns of one group together."""
    for group, members in groupby(columns, key=lambda column: column.group or column.id):
        yield group, tuple(members)


def _columns(path: str, setting: PrintContext) -> Iterator[Column]:
    first, *rest = path.split(".")
    word = _word(first, setting)
    if not rest:
        width = {TURN: NARROW, "player": NAME}.get(first, TICK)
        yield Column((first,), "", word, "", max(width, _least(word, setting)))
    elif rest == [EACH]:
        for number in range(1, setting.game.head.players[1] + 1):
            yield Column((first, str(number)), word, str(number), "", 0.0)
    elif rest[0].isdecimal():
        yield Column((first, rest[0]), word, rest[0], "", NARROW)
    elif own := setting.said.texts.get(f"column.{path}"):
        yield Column((first, rest[0]), word, own, "", TICK)
    else:
        colour = rest[0]
        said = setting.said.words.get("colours", {}).get(colour, colour)
        yield Column((first, colour), word, said, setting.sign(colour), NARROW + 2.0)


def _word(first: str, setting: PrintContext) -> str:
    """Return what heads a column: the game's own word, or the field's in the file."""
    if own := setting.said.texts.get(f"column.{first}"):
        return own
    language = setting.options.language
    return setting.say("print.turn") if first == TURN else field_words(first, language)


def _least(word: str, setting: PrintContext) -> Mm:
    """Return how wide a column must be for the longest piece of its heading at the least size."""
    font = setting.style.family.bold
    return max(width_of(piece, font, LEAST_SIZE) for piece in BREAK.split(word)) + AROUND
