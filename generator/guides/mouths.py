"""Positions of a circuit as drawings: a mouth, or a mouth before and after a turn."""

from collections.abc import Iterator
from dataclasses import replace

from generator.game.parts import Markers
from generator.guides.charted import Charted, charted
from generator.guides.lesson import Position
from generator.guides.parts import block_of
from generator.paper.marks import ring
from generator.paper.page import all_cells
from generator.paper.shapes import CELL_LINE, CellBox, Drawing, Line, Placed, Shape, Stroke
from generator.paper.style import LABEL
from generator.paper.text import set_line
from generator.paper.units import Mm
from generator.printables.blocks import arches
from generator.printables.blocks.arches import (
    NUMBER_SIZE,
    SPAN,
    TOKEN,
    TOKENS,
    ArchesBlock,
    spots,
)
from generator.printables.blocks.room import Room
from generator.printables.kinds.tokens import token
from generator.printables.setting import Setting
from generator.rules.circuit.state import Seat

# A mouth is drawn as wide as its tokens need, then made smaller.
MOUTH: Mm = 150.0
NAME: Mm = 2.6
ALONE: Mm = 69.0
PAIR: Mm = 150.0
BETWEEN: Mm = 10.0
HEAD: Mm = 5.0
ARROW: Mm = 6.0
TIP: Mm = 1.4


def drawing(position: Position, setting: Setting, width: Mm) -> Drawing:
    """Draw a position; where it has a turn, before and after, unless it shows the start only."""
    found = charted(setting.game, position)
    if found.after is not None and position.shows != "start":
        return _pair(found, found.after, position, setting, max(width, PAIR))
    return _mouth(found, found.seat, setting, setting.style.length(ALONE))


def refused_teeth(found: Charted) -> tuple[str, ...]:
    """Return the teeth at which a turn is refused, in the order of their numbers."""
    where = {refusal.where for refusal in found.refused}
    return tuple(tooth for tooth in found.rules.layout.teeth if tooth in where)


def _pair(found: Charted, after: Seat, position: Position, setting: Setting, width: Mm) -> Drawing:
    """Draw the chart before a turn at the left of the chart after it, an arrow between them."""
    one = (width - BETWEEN) / 2
    ringed = refused_teeth(found) if position.shows == "clash" else ()
    left = _mouth(found, found.seat, setting, one)
    right = _mouth(found, after, setting, one, ringed)
    how = setting.style.lettering(LABEL + 1, "bold", "ink", "middle")
    words: list[Shape] = []
    for key, x in (("guide.before-turn", one / 2), ("guide.after-turn", width - one / 2)):
        words += set_line(setting.say(key), x, HEAD - 1.5, how)
    y = HEAD + left.height / 2
    placed = (Placed(left, 0.0, HEAD), Placed(right, width - one, HEAD))
    shapes = (*words, *placed, *_arrow(width / 2, y))
    return Drawing(width, HEAD + left.height, shapes)


def _arrow(x: Mm, y: Mm) -> Iterator[Shape]:
    stroke = Stroke("ink", CELL_LINE)
    end = x + ARROW / 2
    yield Line(x - ARROW / 2, y, end, y, stroke)
    yield Line(end - TIP, y - TIP, end, y, stroke)
    yield Line(end - TIP, y + TIP, end, y, stroke)


def _mouth(
    found: Charted, seat: Seat, setting: Setting, width: Mm, ringed: tuple[str, ...] = ()
) -> Drawing:
    """Draw a chart with its markers, and green tokens on their spots."""
    block = block_of(setting.game, setting.printable, ArchesBlock)
    bare = arches.draw(block, _plain(block, setting), Room(MOUTH, MOUTH / SPAN))
    cells = {cell.id: cell for cell in all_cells(bare)}
    shapes: list[Shape] = []
    layout = found.rules.layout
    for tooth, stage in zip(layout.teeth, seat.teeth, strict=True):
        if stage:
            cell = cells[tooth]
            drawn = _token(layout.stages[stage], setting, TOKEN)
            x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
            shapes.append(Placed(drawn, x - TOKEN / 2, y - TOKEN / 2))
    for x, y in spots(cells[TOKENS], min(seat.tokens, block.spots)):
        drawn = token(setting, block.tokens, setting.said.label(block.tokens), TOKEN)
        shapes.append(Placed(drawn, x - TOKEN / 2, y - TOKEN / 2))
    shapes += _name(block, cells[TOKENS], setting)
    full = replace(bare, shapes=(*bare.shapes, *shapes))
    scale = width / MOUTH
    return ring(Drawing(width, full.height * scale, (Placed(full, 0.0, 0.0, scale=scale),)), ringed)


def _plain(block: ArchesBlock, setting: Setting) -> Setting:
    """Return the setting in usual type, without facts to mark: a caption says how sure they are.

    The tokens have no name either: `_name` writes it large enough to be made smaller.
    """
    game, language = setting.game, setting.options.language
    head = game.head.model_copy(update={"provenance": ()})
    texts = {**setting.said.texts, f"{block.part}.tokens": ""}
    said = {**game.said, language: replace(setting.said, texts=texts)}
    options = replace(setting.options, large=False)
    return replace(setting, game=replace(game, head=head, said=said), options=options)


def _name(block: ArchesBlock, pool: CellBox, setting: Setting) -> Iterator[Shape]:
    """Yield what the tokens are for, above their spots."""
    how = replace(setting, options=replace(setting.options, large=False)).style.lettering(
        NUMBER_SIZE, "bold", "ink", "middle"
    )
    yield from set_line(
        setting.text(f"{block.part}.tokens"), pool.x + pool.width / 2, pool.y - NAME, how
    )


def _token(marker: str, setting: Setting, diameter: Mm) -> Drawing:
    colour = next(
        one.colour
        for part in setting.game.head.parts.values()
        if isinstance(part, Markers)
        for one in part.all()
        if one.id == marker
    )
    return token(setting, colour, setting.said.label(marker), diameter)
