"""The table of a record form: its columns, its headings, a worked line, and lines to write on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, groupby, repeat
from typing import Any

from generator.paper import shapes as art
from generator.paper.text import BREAK, LABEL, LEAST_SIZE, TEXT, Lettering, width_of
from generator.printables.context import PrintContext

# Widths in mm of columns that hold a number, a tick, a name.
NARROW: art.Mm = 10.5
TICK: art.Mm = 15.0
PLAYER: art.Mm = 25.0
# White on both sides of a heading.
AROUND: art.Mm = 1.5
EACH = "*"
# The one column that is not a field: turns are counted by their place in the file.
TURN = "turn"
# A line to write on every 8 mm.
ROW: art.Mm = 8.0
HEAD: art.Mm = 5.5


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the form: `group` heads it with its neighbours, `word` heads it alone."""

    path: tuple[str, ...]
    group: str
    word: str
    sign: str
    width: art.Mm

    @property
    def id(self) -> str:
        """Return the field's path as part of a cell's id: `dice.orange`, `writes.2`."""
        return ".".join(self.path)


def columns_of(
    paths: Sequence[str], wide: Sequence[str], setting: PrintContext, width: art.Mm
) -> tuple[Column, ...]:
    """Return the columns over a width; wide ones and those of one a player share what is left.

    Where none is wide, all grow in proportion.
    """
    every = ((path in wide, column) for path in paths for column in _columns(path, setting))
    narrow = [replace(column, width=0.0) if is_wide else column for is_wide, column in every]
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
    usual = setting.say("print.turn") if first == TURN else setting.said.field_word(first)
    word = setting.said.texts.get(f"column.{first}") or usual
    if not rest:
        width = {TURN: NARROW, "player": PLAYER}.get(first, TICK)
        # Wide enough for the longest piece of its heading at the least size.
        font, pieces = setting.style.family.bold, BREAK.split(word)
        least = max(width_of(piece, font, LEAST_SIZE) for piece in pieces) + AROUND
        yield Column((first,), "", word, "", max(width, least))
    elif rest == [EACH]:
        for number in range(1, setting.game.head.players[1] + 1):
            yield Column((first, str(number)), word, str(number), "", 0.0)
    elif rest[0].isdecimal():
        yield Column((first, rest[0]), word, rest[0], "", NARROW)
    elif own := setting.said.texts.get(f"column.{path}"):
        yield Column((first, rest[0]), word, own, "", TICK)
    else:
        said = setting.said.words.get("colours", {}).get(rest[0], rest[0])
        yield Column((first, rest[0]), word, said, setting.sign(rest[0]), NARROW + 2.0)


def table(
    columns: Sequence[Column], setting: PrintContext, turns: range, worked: Mapping[str, str]
) -> art.Drawing:
    """Draw headings, the worked line where there is one, and the lines of some turns.

    `worked` has the words of the first line, an example, by the id of the column.
    """
    style, row, head = setting.style, setting.style.length(ROW), setting.style.length(HEAD)
    example = style.lettering(TEXT, "italic", "ink", "middle", steps_down=True)
    quiet = style.lettering(LABEL, "regular", "secondary", "middle", steps_down=True)
    top, rows = 2 * head, len(turns) + bool(worked)
    *lefts, width = accumulate((column.width for column in columns), initial=0.0)
    placed = tuple(zip(columns, lefts, strict=True))
    shapes: list[art.Shape] = list(_headings(columns, setting, head))
    if worked:
        shapes.append(art.Rect(0.0, top, width, row, "rule.tint"))
    for column, x in placed:
        if words := worked.get(column.id):
            box = art.Rect(x, top, column.width, row)
            shapes += _words(words, box, example)
    shapes += _rules(columns, head, top, row, rows)
    cells: list[art.CellBox] = []
    for line, turn in enumerate(turns, start=bool(worked)):
        y = top + line * row
        cells += (
            art.CellBox(f"turn{turn}.{column.id}", column.word, x, y, column.width, row)
            for column, x in placed
            if column.path != (TURN,)
        )
        if columns[0].path == (TURN,):
            box = art.Rect(0.0, y, columns[0].width, row)
            shapes += _words(str(turn), box, quiet)
    return art.Drawing(width, top + rows * row, tuple(shapes), tuple(cells))


def _headings(
    columns: Sequence[Column], setting: PrintContext, head: art.Mm
) -> Iterator[art.Shape]:
    bold = setting.style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
    plain = setting.style.lettering(LABEL, "regular", "ink", "middle", steps_down=True)
    x = 0.0
    for group, members in groups(columns):
        width = sum(column.width for column in members)
        alone = not members[0].group
        words = members[0].word if alone else group
        box = art.Rect(x, 0.0, width, 2 * head if alone else head)
        yield from _words(words, box, bold)
        for column in () if alone else members:
            said = f"{column.sign} {column.word}".strip()
            yield from _words(said, art.Rect(x, head, column.width, head), plain)
            x += column.width
        x += width if alone else 0.0


def _words(words: str, box: art.Rect, how: Lettering) -> Iterator[art.Shape]:
    """Yield words in the middle of a box; stepped down to 7 pt where they are long."""
    said = how.fitted(words, words, box.width - 1.0, box.height)
    yield art.Placed(said, box.x + 0.5, box.y + (box.height - said.height) / 2 + 0.2)


def _rules(
    columns: Sequence[Column], head: art.Mm, top: art.Mm, row: art.Mm, rows: int
) -> Iterator[art.Shape]:
    width = sum(column.width for column in columns)
    thin, strong = (art.Stroke(colour, art.WRITING_LINE) for colour in ("rule", "ink"))
    for number in range(rows + 1):
        y = top + number * row
        yield art.Line(0.0, y, width, y, strong if number in {0, rows} else thin)
    yield art.Line(0.0, 0.0, width, 0.0, strong)
    x, bottom = 0.0, top + rows * row
    for _, members in groups(columns):
        yield art.Line(x, 0.0, x, bottom, strong)
        for column in members:
            x += column.width
            if column is not members[-1]:
                yield art.Line(x, head, x, bottom, art.Stroke("rule", art.HAIRLINE * 1.5))
    yield art.Line(x, 0.0, x, bottom, strong)


def worked_line(
    record: Mapping[str, Any], line: Mapping[str, str], setting: PrintContext
) -> dict[str, str]:
    """Return the words of the record's first turn, or round, by the id of their column.

    A line that is given column by column goes before.
    """
    example = {"turn": setting.say("print.example")}
    if line:
        return example | {name: _label(words, record, setting) for name, words in line.items()}
    turns = record.get("turns") or record.get("rounds")
    first = turns[0] if isinstance(turns, Sequence) and turns else {}
    return example | dict(_worked_words(first, _players(record), setting))


def typed(record: Mapping[str, Any], setting: PrintContext) -> tuple[str, ...]:
    """Return the record's lines as they are typed into the file, in the language of the paper."""
    lines = [f"{setting.said.field_word('game')}: {setting.game.name}"]
    for field, value in record.items():
        word = setting.said.field_word(field)
        if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
            lines.append(f"{word}:")
            for entry in value:
                # A dash before the first field.
                for start, inner in zip(chain("-", repeat(" ")), entry, strict=False):
                    said = _typed(entry[inner], record, setting)
                    lines.append(f"{start} {setting.said.field_word(inner)}: {said}")
        else:
            lines.append(f"{word}: {_typed(value, record, setting)}")
    return tuple(lines)


def _typed(value: object, record: Mapping[str, Any], setting: PrintContext) -> str:
    """Return a value in one line: lists in brackets, fields in braces, cells by their labels."""
    if isinstance(value, Mapping):
        # A player's name stays as it is; a colour or a field is said in the language.
        words = {key: setting.said.field_word(key) for key in value}
        words.update(setting.said.words.get("colours", {}))
        words.update((player, player) for player in _players(record))
        pairs = (f"{words[key]}: {_typed(inner, record, setting)}" for key, inner in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_typed(inner, record, setting) for inner in value) + "]"
    return _label(value, record, setting)


def _label(value: object, record: Mapping[str, Any], setting: PrintContext) -> str:
    words = str(value)
    if words in _players(record):
        return words
    fixed = (table[words] for table in setting.said.words.values() if words in table)
    return next(fixed, None) or setting.said.label(words)


def _players(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a record in the data; the worked one may name none."""
    players = record.get("players")
    return tuple(map(str, players)) if isinstance(players, Sequence) else ()


def _worked_words(
    turn: object, players: Sequence[str], setting: PrintContext
) -> Iterator[tuple[str, str]]:
    if not isinstance(turn, Mapping):
        return
    for field, value in turn.items():
        if isinstance(value, Mapping):
            if all(key.isdecimal() for key in value):
                yield field, _typed(value, {"players": players}, setting).strip("{}")
                continue
            for key, inner in value.items():
                column = str(players.index(key) + 1) if key in players else key
                yield f"{field}.{column}", setting.said.label(str(inner))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            labels = [setting.said.label(str(inner)) for inner in value]
            yield field, ", ".join(labels)
            yield from ((f"{field}.{number}", said) for number, said in enumerate(labels, start=1))
        else:
            yield field, "×" if value is True else _label(value, {"players": players}, setting)
