"""The columns of a record form: which field each holds, how it is headed, how wide it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.game.vocabulary import field_words
from generator.paper.units import Mm
from generator.printables.setting import Setting

# Widths in mm of columns that hold a number, a tick, a name.
NARROW: Mm = 10.5
TICK: Mm = 15.0
NAME: Mm = 25.0
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


def columns_of(paths: Sequence[str], setting: Setting, width: Mm) -> tuple[Column, ...]:
    """Return the columns over a width; those of one a player share what the others leave."""
    narrow = tuple(column for path in paths for column in _columns(path, setting))
    shared = [column for column in narrow if column.width == 0]
    rest = width - sum(column.width for column in narrow)
    return tuple(
        Column(c.path, c.group, c.word, c.sign, c.width or rest / len(shared)) for c in narrow
    )


def groups(columns: Sequence[Column]) -> Iterator[tuple[str, tuple[Column, ...]]]:
    """Yield neighbouring columns of one group together."""
    for group, members in groupby(columns, key=lambda column: column.group or column.id):
        yield group, tuple(members)


def _columns(path: str, setting: Setting) -> Iterator[Column]:
    first, *rest = path.split(".")
    word = (
        setting.say("print.turn") if first == TURN else field_words(first, setting.options.language)
    )
    if not rest:
        width = {TURN: NARROW, "player": NAME}.get(first, TICK)
        yield Column((first,), "", word, "", width)
    elif rest == [EACH]:
        for number in range(1, setting.game.head.players[1] + 1):
            yield Column((first, str(number)), word, str(number), "", 0.0)
    else:
        colour = rest[0]
        said = setting.said.words.get("colours", {}).get(colour, colour)
        yield Column((first, colour), word, said, setting.sign(colour), NARROW + 2.0)
