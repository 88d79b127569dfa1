"""What stands about the table of a record form: head, the players' sums, the file's words."""

from collections.abc import Iterator, Sequence

from generator.paper.compose import above, beside
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    WRITING_LINE,
    CellBox,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import LABEL, SECTION, TEXT, TITLE
from generator.paper.text import TextBox, cap_height, fitted, set_line, width_of
from generator.paper.units import Mm
from generator.printables.context import PrintContext
from generator.printables.kinds.form_table import ROW
from generator.words import LANGUAGES, field_words, message

NAME: Mm = 40.0
SUM: Mm = 17.0


def title(setting: PrintContext, width: Mm, note: str) -> Drawing:
    """Draw the game's title with the form's, and what to do at the right."""
    style = setting.style
    bold, plain = style.lettering(TITLE, "bold"), style.lettering(SECTION, "regular", "secondary")
    base = cap_height(bold.font, bold.size)
    name = setting.said.title
    start = width_of(name, bold.font, bold.size) + 4.0
    shapes = (*set_line(name, 0.0, base, bold), *set_line(setting.title, start, base, plain))
    end = start + width_of(setting.title, plain.font, plain.size) + 10.0
    how = style.lettering(LABEL, "regular", "ink", "right", steps_down=True)
    said = fitted(note, TextBox("note", width - end), how)
    height = max(base, said.height)
    return Drawing(width, height, (*shapes, Placed(said, end, 0.0)))


def head(asks: Sequence[str], setting: PrintContext, width: Mm) -> Drawing:
    """Draw lines for fields of the head and the players, numbered as the columns are."""
    most = setting.game.head.players[1]
    language = setting.options.language
    first = beside(
        *(_line(setting, field_words(ask, language), ask, width / 4 - 6.0) for ask in asks),
        gap=6.0,
    )
    word = _player(setting)
    each = (width - 6.0 * (min(most, 3) - 1)) / min(most, 3)
    lines = [_line(setting, f"{word} {n}", f"player.{n}", each) for n in range(1, most + 1)]
    rows = [beside(*lines[start : start + 3], gap=6.0) for start in range(0, most, 3)]
    return above(first, *rows, gap=0.0)


def _player(setting: PrintContext) -> str:
    """Return what players are called: the game's own word, or the field's in the file."""
    own = setting.said.texts.get("column.player")
    return own or field_words("player", setting.options.language)


def _line(setting: PrintContext, label: str, cell: str, width: Mm) -> Drawing:
    """Draw a label and a line to write on."""
    how = setting.style.lettering(LABEL, "regular", "secondary")
    height = setting.style.length(ROW)
    start = width_of(label, how.font, how.size) + 2.0
    shapes: tuple[Shape, ...] = (
        *set_line(label, 0.0, height - 1.0, how),
        Line(start, height - 0.6, width, height - 0.6, Stroke("secondary", WRITING_LINE)),
    )
    return Drawing(
        width, height, shapes, (CellBox(cell, label, start, 0.0, width - start, height),)
    )


def sums(parts: Sequence[str], results: Sequence[str], setting: PrintContext) -> Drawing:
    """Draw a line for each player and a box for each part of the score as added up by hand.

    Results are fields written once for each part but the total, on lines under the players'.
    """
    style = setting.style
    row = style.length(ROW)
    shapes: list[Shape] = []
    cells: list[CellBox] = []
    for number, part in enumerate(parts):
        how = style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
        word = fitted(setting.text(f"score.{part}"), TextBox(part, SUM - 1.0), how)
        shapes.append(Placed(word, NAME + number * SUM + 0.5, row - word.height - 1.2))
    named = tuple(_named_lines(results, setting))
    for line, (name, label) in enumerate(named, start=1):
        y = line * row
        plain = style.lettering(LABEL, "regular", "secondary")
        shapes += set_line(label, 1.0, y + row / 2 + cap_height(plain.font, plain.size) / 2, plain)
        for number, part in enumerate(parts if name not in results else parts[:-1]):
            x = NAME + number * SUM
            cells.append(CellBox(f"{name}.score.{part}", label, x, y, SUM, row))
    shapes += _ruled(len(parts), len(named), row)
    width = NAME + SUM * len(parts)
    return Drawing(width, row * (len(named) + 1), tuple(shapes), tuple(cells))


def _named_lines(results: Sequence[str], setting: PrintContext) -> Iterator[tuple[str, str]]:
    """Yield the id and the label of each line to add up on."""
    language = setting.options.language
    for player in range(1, setting.game.head.players[1] + 1):
        yield f"player{player}", f"{field_words('player', language)} {player}"
    for result in results:
        yield result, field_words(result, language)


def _ruled(parts: int, players: int, row: Mm) -> Iterator[Shape]:
    width, bottom = NAME + SUM * parts, row * (players + 1)
    thin = Stroke("rule", WRITING_LINE)
    for number in range(players + 2):
        if number:
            yield Line(0.0, number * row, width, number * row, thin)
    for number in range(parts):
        yield Line(NAME + number * SUM, row, NAME + number * SUM, bottom, thin)
    yield Rect(0.0, row, width, bottom - row, None, Stroke("ink", CELL_LINE))
    x = NAME + SUM * (parts - 1)
    yield Rect(x, row, SUM, bottom - row, None, Stroke("ink", HEAVY_LINE))


def file_words(
    fields: Sequence[str], typed: Sequence[str], setting: PrintContext, width: Mm
) -> Drawing:
    """Draw how the form is typed: the command, and the file's words in both languages."""
    style = setting.style
    heading = fitted(
        setting.say("print.file-heading"),
        TextBox("file", width),
        style.lettering(SECTION - 1, "bold"),
    )
    words = "\n".join(
        (
            setting.say(message("print.file-how", game=setting.game.name)),
            setting.say("print.file-words"),
            " · ".join(
                " = ".join(dict.fromkeys(field_words(field, one) for one in LANGUAGES))
                for field in fields
            ),
        )
    )
    body = fitted(words, TextBox("file", width), style.lettering(TEXT, steps_down=True))
    small = style.lettering(LABEL, steps_down=True)
    # U+00A0 keeps the indentation, which counts in the file.
    lines = "\n".join(line.replace("  ", "\u00a0\u00a0\u00a0") for line in typed)
    sample = fitted(lines, TextBox("file", width - 8.0), small)
    frame = Rect(0.0, 0.0, width, sample.height + 6.0, "rule.tint", None, 1.0)
    box = Drawing(width, sample.height + 6.0, (frame, Placed(sample, 4.0, 3.0)))
    return above(heading, body, box, gap=3.0)
