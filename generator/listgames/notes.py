"""What stands small beside a side of a card: a hint, how a word sounds, an example."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.errors import DataError, Problem
from generator.listgames.card_set import LEAST, draw_content, type_sizes
from generator.listgames.planner import Content
from generator.paper import text as lettered
from generator.paper.measures import WORDS_GAP
from generator.paper.page import sized_words
from generator.paper.shapes import Drawing, Mm, Placed, Pt, Size, centred_in, column
from generator.printables.context import Context
from generator.tables.table import TableCell

# By column the largest type of such notes, and the most of a card's height that they take.
NOTES: Mapping[str, tuple[Pt, float]] = {
    "hint": (13.0, 0.26),
    "sound": (18.0, 0.14),
    "example": (13.0, 0.3),
}
# Notes as wide as the card end so far above its sign.
ABOVE_SIGN: Mm = 1.6


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of one side of all cards of a deck, by their row, amid the same room."""

    room: Size
    drawn: Mapping[int, Drawing]

    @property
    def main_room(self) -> Size:
        """The room that is left for the side itself, above."""
        highest = max((one.height for one in self.drawn.values()), default=0.0)
        return self.room[0], self.room[1] - (highest and highest + WORDS_GAP + ABOVE_SIGN)

    def below(self, main: Drawing, row: int) -> Drawing:
        """Return a side with the notes of its row, which begin at one height on all cards."""
        (width, height), (_, high) = self.room, self.main_room
        shapes = [Placed(centred_in(main, width, high), 0.0, 0.0)]
        if (note := self.drawn.get(row)) is not None:
            shapes.append(Placed(note, 0.0, high + WORDS_GAP))
        return Drawing(width, height, tuple(shapes), title=main.title)


def draw_notes(
    cells: Mapping[str, Sequence[TableCell]],
    rows: Sequence[int],
    setting: Context,
    room: Size,
) -> Notes:
    """Draw the notes of some rows, a column in two sizes at most; DataError for what is too long.

    `cells` are those of all rows by column, in the order in which they stand.
    """
    made = [
        _draw_column(name, [own[row] for row in rows], setting, room) for name, own in cells.items()
    ]
    drawn = {}
    for number, row in enumerate(rows):
        if shown := [one[number] for one in made if number in one]:
            drawn[row] = column(*shown, gap=WORDS_GAP)
    return Notes(room, drawn)


def _draw_column(
    name: str,
    cells: Sequence[TableCell],
    setting: Context,
    room: Size,
) -> Mapping[int, Drawing]:
    largest, share = NOTES[name]
    field: Size = room[0], room[1] * share
    made, problems = dict[int, Drawing](), list[Problem]()
    for number, cell in enumerate(cells):
        try:
            if cell.words:
                made[number] = _draw_note(cell, setting, field, largest)
        except lettered.DoesNotFitError as error:
            problems.append(cell.fault(error.message))
    DataError.raise_for(problems)
    sizes = {n: fits for n, one in made.items() if (fits := _type_size(one))}
    if sizes:
        whole, less = type_sizes([*sizes.values()])
        for number, fits in sizes.items():
            size = (whole if fits >= whole else less) / setting.style.scale
            made[number] = _draw_note(cells[number], setting, field, size)
    return made


def _draw_note(cell: TableCell, setting: Context, field: Size, largest: Pt) -> Drawing:
    if cell.is_picture:
        return draw_content(Content((cell,)), setting, field)
    font, scale = setting.style.family.regular, setting.style.scale
    how = lettered.Lettering(font, largest * scale, "ink", "middle", LEAST * scale)
    return how.fit(cell.words, "list", *field)


def _type_size(drawn: Drawing) -> Pt:
    return max((size for _, size in sized_words(drawn)), default=0.0)
