"""What a game on a circuit draws for its rule sheet: the table, a pawn's way, teeth that change."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from generator.documents.position_drawing import block_on, dice_row, printables_with
from generator.game import Game
from generator.game.parts import Circuit, Markers
from generator.games.dental.state import DENTIST, Layout, Seat, Teeth, Turn
from generator.paper import shapes as art
from generator.paper.measures import CELL_LINE, PART_GAP
from generator.paper.text import LABEL, SECTION
from generator.printables.blocks.jaws import ArchesBlock, StagesBlock
from generator.printables.blocks.scores import PlacesBlock
from generator.printables.context import PrintContext
from generator.printables.kinds.board import BoardEntry, draw_board
from generator.printables.pictures import picture
from generator.printables.printable import Room
from generator.printables.sketch import Sketch, token

# Shares of the table's width, and the pitch that the places of laps are drawn at.
CIRCUIT, CHART, BETWEEN = 0.5, 0.31, 0.06
PLACES: art.Mm = 150.0
SMALLER = 0.84


@dataclass(frozen=True, slots=True)
class Change:
    """A tooth by its number, the stages it goes from and to, and the tokens that takes."""

    tooth: int
    before: int
    after: int
    tokens: int = 0


def changes(layout: Layout, before: Seat, after: Seat) -> Iterator[Change]:
    """Yield what a turn changes as it is done, worst teeth first; dentists clean, then treat."""
    costs = dict(zip(layout.treatments, layout.costs, strict=True))
    if layout.kinds[after.square] != DENTIST:
        yield from _changed(before.teeth, after.teeth)
        return
    clean = layout.clean(before.teeth)
    yield from _changed(before.teeth, clean)
    for one in _changed(clean, after.teeth):
        yield replace(one, tokens=costs[one.before, one.after])


def _changed(before: Teeth, after: Teeth) -> list[Change]:
    pairs = enumerate(zip(before, after, strict=True), start=1)
    found = [Change(tooth, *pair) for tooth, pair in pairs if pair[0] != pair[1]]
    return sorted(found, key=lambda one: -one.before)


def chart_block(game: Game, printable: str = "") -> ArchesBlock:
    """Return the mouth of a printable, or of the chart where that has none."""
    charts = printables_with(game, ArchesBlock)
    return block_on(game, printable if printable in charts else charts[0], ArchesBlock)


def _chart(game: Game) -> str:
    """Return the first sheet with a mouth: the chart that lies before a player."""
    return printables_with(game, ArchesBlock)[0]


def draw_table(
    entry: BoardEntry, chart: art.Drawing, setting: PrintContext, width: art.Mm
) -> art.Drawing:
    """Draw the circuit beside a chart with its places for laps, and below what markers mean."""
    game, name = setting.game, _chart(setting.game)
    bare = draw_board(entry.model_copy(update={"inside": None}), setting)
    circuit = art.scaled(_wordless(bare), width * CIRCUIT / bare.width)
    laps = block_on(game, name, PlacesBlock).draw(setting, Room(PLACES, 1.0))
    laps = art.scaled(laps, width * CHART / laps.width)
    mouth = art.stack_down(art.scaled(chart, width * CHART / chart.width), laps, gap=1.0)
    both = art.stack_across(circuit, mouth, gap=width * BETWEEN, middle=True)
    stages = block_on(game, name, StagesBlock)
    told = art.scaled(stages.draw(setting, Room(width / SMALLER, 1.0)), SMALLER)
    return art.stack_down(both, told, gap=PART_GAP, middle=True)


def _wordless(drawing: art.Drawing) -> art.Drawing:
    """Return a drawing without its words, where they would be too small to read."""
    shapes = (
        replace(one, drawing=_wordless(one.drawing)) if isinstance(one, art.Placed) else one
        for one in drawing.shapes
        if not isinstance(one, art.Text)
    )
    return replace(drawing, shapes=tuple(shapes))


DIE: art.Mm = 9.0
SQUARE: art.Mm = 15.0
PAWN: art.Mm = 9.0
HOP: art.Mm = 5.0
TIP: art.Mm = 1.4
INK = art.Stroke("ink", CELL_LINE)


def draw_way(
    turn: Turn, start: int, entry: BoardEntry, setting: PrintContext, width: art.Mm
) -> art.Drawing:
    """Draw the dice of a move, the squares it leads over with a hop to each, and the pawn there."""
    game, style = setting.game, setting.style
    circuit = game.part(entry.part, Circuit)
    # The first square ends every move.
    count = len(circuit.squares)
    numbers = range(start, min(start + sum(turn.roll), count) + 1)
    thrown = dice_row(turn.roll, style.length(DIE), 1.5)
    left = thrown.width + style.length(4.0)
    pitch = min(style.length(SQUARE), (width - left) / len(numbers))
    sketch, top, side = Sketch(setting), style.length(PAWN) + style.length(1.0), pitch * 0.92
    how = style.lettering(LABEL, "bold", "ink", "middle")
    sketch.place(thrown, 0.0, top, side)
    for place, number in enumerate(numbers):
        square, x = circuit.squares[number % count], left + place * pitch
        box = art.Rect(x, top, side, side, None, art.EDGE, side * 0.12)
        sketch.banded_field(box, circuit.colours[square.kind])
        drawn = picture(game, square.picture, side * 0.62)
        sketch.place(drawn, x + (side - drawn.width) / 2, top + side * 0.08)
        sketch.centre(str(number % count), x + side / 2, top + side * 0.84, how)
    middles = [left + place * pitch + side / 2 for place in range(len(numbers))]
    for one, other in pairwise(middles):
        sketch.put(*_hop(one, other, top - 0.8, style.length(HOP)))
    pawn = picture(game, "pawn", style.length(PAWN))
    sketch.place(pawn, middles[-1] - pawn.width / 2, 0.0)
    return sketch.drawing(left + len(numbers) * pitch, top + side)


def _hop(start: art.Mm, end: art.Mm, y: art.Mm, high: art.Mm) -> Iterator[art.Shape]:
    bend = ((start, y - high), (end, y - high), (end, y))
    yield art.Path((art.PathStep("M", ((start, y),)), art.PathStep("C", bend)), None, INK)
    yield from (art.Line(end + side, y - TIP, end, y, INK) for side in (TIP, -TIP))


TOKEN: art.Mm = 7.4
COST: art.Mm = 4.6
COLUMN: art.Mm = 12.0
ARROW: art.Mm = 3.8
# What stands before the number of a tooth.
TOOTH = "t"


def draw_changes(
    found: tuple[Change, ...], by: art.Drawing, setting: PrintContext, tokens: str
) -> art.Drawing:
    """Draw what brings a change, then each one: its number, both markers, the tooth, its cost."""
    style, lines = setting.style, Sketch(setting)
    bold = style.lettering(SECTION, "bold", "ink", "middle")
    plain = style.lettering(LABEL, "regular", "ink", "middle")
    side, pitch, arrow = map(style.length, (TOKEN, COLUMN, ARROW))
    head = bold.height + style.length(1.4)
    name = head + 2 * side + arrow + style.length(1.2) + plain.height
    left = max(by.width, plain.width(setting.sentences.labels[TOOTH].strip())) + style.length(3.0)
    lines.place(by, 0.0, head, side)
    lines.write(setting.sentences.labels[TOOTH].strip(), 0.0, name, replace(plain, align="left"))
    for place, one in enumerate(found):
        x = left + pitch * place + pitch / 2
        lines.write(str(place + 1), x, bold.height, bold)
        for stage, y in ((one.before, head), (one.after, head + side + arrow)):
            lines.place(_marker(stage, setting, side), x - side / 2, y)
        start, end = head + side + 0.7, head + side + arrow - 0.7
        lines.put(art.Line(x, start, x, end, INK))
        lines.put(*(art.Line(x + aside, end - TIP, x, end, INK) for aside in (TIP, -TIP)))
        lines.write(str(one.tooth), x, name, plain)
        paid = [draw_piece(tokens, setting, style.length(COST))] * one.tokens
        row = art.stack_across(*paid, gap=0.4)
        lines.place(row, x - row.width / 2, name + style.length(1.2))
    low = style.length(1.2 + COST) if any(one.tokens for one in found) else 0.0
    return lines.drawing(left + pitch * len(found), name + low + 0.6)


def _marker(stage: int, setting: PrintContext, side: art.Mm) -> art.Drawing:
    """Draw the marker of a stage, a sound tooth for none."""
    game = setting.game
    if stage == 0:
        return picture(game, block_on(game, _chart(game), StagesBlock).none, side)
    (markers,) = (part for part in game.head.parts.values() if isinstance(part, Markers))
    return draw_piece(markers.stages[stage - 1].id, setting, side)


def draw_piece(name: str, setting: PrintContext, side: art.Mm) -> art.Drawing:
    """Draw a marker or a token by its name."""
    (markers,) = (part for part in setting.game.head.parts.values() if isinstance(part, Markers))
    colours = {one.id: one.colour for one in markers.all()}
    return token(setting, colours.get(name, name), setting.sentences.label(name), side)


def draw_cause(turn: Turn, kind: str, entry: BoardEntry, setting: PrintContext) -> art.Drawing:
    """Draw what brings a turn's changes: the dice of sugar, else the picture of the square."""
    side = setting.style.length(DIE)
    if turn.sugar:
        return dice_row(turn.sugar, side, 1.5)
    squares = setting.game.part(entry.part, Circuit).squares
    shown = next(square.picture for square in squares if square.kind == kind)
    return picture(setting.game, shown, setting.style.length(TOKEN + 3.0))
