"""Positions on sheets of boxes: what the dice are worth in each, drawn and read out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest

from pydantic import ValidationError

from generator.documents.lesson import Position
from generator.documents.position_view import (
    Faults,
    PositionView,
    describe_cells,
    dice_row,
    mark_block,
    parse_turn,
    validate_marks,
    with_margin,
)
from generator.game import Mark
from generator.game.parts.boxes import Throw
from generator.game.sentences import Sentences
from generator.games.fill.rules import FillRules
from generator.paper import shapes as art
from generator.paper.measures import INSET
from generator.paper.shapes import Drawing, Mm, Rect
from generator.paper.text import TEXT
from generator.printables.blocks.boards import BoxesBlock
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.context import Context
from generator.printables.sketch import CORNER, Sketch
from generator.rules.sheet.placing import PossibleNumber
from generator.rules.sheet.plan import Sheet, Turn, faces
from generator.words import message

# A sheet is drawn with names alone, at this height as a share of its width; a die above it.
HEIGHT, SCORED_HEIGHT = 0.41, 0.54
# A narrow one is at least so high.
LEAST: Mm = 44.0
SCORED_LEAST: Mm = 60.0
DIE: Mm = 6.5
# Frames and rings reach beyond the sheet.
EDGE: Mm = 0.8
# The printed sheet: its groups stand side by side from this width on, else one under another;
# how high it is either way, and one box of it.
ABREAST: Mm = 146.0
LOW, HIGH = 69.0, 99.0
BOX = (39.0, 8.0)


class View(PositionView[FillRules]):
    """The sheet that the marks of a position make; without marks its dice alone."""

    block = BoxesBlock
    state: Sheet
    turn: Turn | None

    def __init__(self, rules: FillRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        marks = position.marks.items()
        self.state = Sheet({cell: int(mark) for cell, mark in marks if mark.isdecimal()})
        self.turn = parse_turn(position, rules) if position.turn is not None else None
        rolls = self.turn.rolls() if self.turn else ()
        self.throws = tuple(tuple(sorted(faces(roll))) for roll in rolls)
        # The dice that lie beside the sheet; none where there are none.
        self.dice: Throw = self.throws[-1] if self.throws else ()

    @classmethod
    def validate(cls, rules: FillRules, position: Position) -> Faults:
        yield from cls.validate_printable(rules, position)
        yield from validate_marks(position, rules.layout.gear.plan.cells)
        try:
            is_turn = position.turn is None or cls.judged(rules, position).is_playable()
        except ValidationError:
            is_turn = False
        if not is_turn:
            yield ("turn",), message("guide.turn")

    def is_playable(self) -> bool:
        """Tell whether every throw can lie so, and the box that the turn fills is free."""
        kit, turn = self.rules.layout.gear, self.turn
        if turn is None or not all(kit.is_rollable(faces(roll)) for roll in turn.rolls()):
            return False
        free = [None, *(cell for cell in kit.plan.cells if cell not in self.position.marks)]
        return turn.box in free

    def open(self) -> tuple[str, ...]:
        return tuple(cell for cell, number in self.worth().items() if number)

    def worth(self) -> Mapping[str, int]:
        """Return what the dice are worth in each box that is still free."""
        kit, taken = self.rules.layout.gear, self.position.marks
        return {cell: kit.number(cell, self.dice) for cell in kit.plan.cells if cell not in taken}

    def clashes(self) -> tuple[str, ...]:
        """Return the boxes that hold what no dice give."""
        layout, numbers = self.rules.layout, self.state.numbers
        judges = [one for _, one in layout.primitives.of(PossibleNumber)]

        def is_wrong(cell: str) -> bool:
            return any(one.objection_alone(layout.gear, numbers, cell) for one in judges)

        return tuple(filter(is_wrong, numbers))

    def points(self) -> Mapping[str, int]:
        return self.rules.score(self.state)

    def figures(self) -> dict[str, object]:
        """Return what a sheet and its dice come to, besides `{score.full.upper}`.

        `{position.where.dice}` are the dice, `.open` the free boxes in which they are worth
        something, `.open.count` how many those are, `.zero` the other free ones, `.clash` those
        that are wrong; `{worth.where.chance}` is what they are worth in one.
        """
        told: dict[str, object] = {"clash": self.clashes()}
        if self.turn:
            zero = [cell for cell, number in self.worth().items() if not number]
            told |= {"open": self.open(), "zero": zero, "dice": self.dice}
        return told

    def draw(self, setting: Context, width: Mm) -> Drawing:
        position = self.position
        if position.scored and not (position.marks or position.turn):
            return self._draw_empty_sheet(setting, width)
        dice = self._draw_turn(setting)
        if not position.marks:
            return dice
        block = self.block_on(setting.game, BoxesBlock)
        sums = [self.block_on(setting.game, TotalsBlock)] if position.scored else []
        shown = [block.model_copy(update={"brief": True}), *sums]
        share, least = (SCORED_HEIGHT, SCORED_LEAST) if position.scored else (HEIGHT, LEAST)
        height = max(width * share, least)
        drawn = self.draw_blocks(shown, setting, width - 2 * EDGE, height)
        marks = {cell: Mark(text=mark) for cell, mark in position.marks.items()}
        if position.shows == "open":
            worth = self.worth().items()
            marks |= {cell: Mark(str(number), "secondary") for cell, number in worth}
        if position.scored and position.shows != "blank":
            marks |= self.rules.total_marks(self.points())
        clashes = self.clashes() if position.shows == "clash" else ()
        filled = mark_block(drawn, marks, setting, clashes)
        if dice.width:
            filled = art.column(dice, filled, gap=2 * INSET)
        return with_margin(filled, EDGE, EDGE)

    def _draw_empty_sheet(self, setting: Context, width: Mm) -> Drawing:
        boxes = self.block_on(setting.game, BoxesBlock).model_copy(update={"worded": False})
        blocks = (boxes, self.block_on(setting.game, TotalsBlock))
        high = LOW if width >= setting.style.length(ABREAST) else HIGH
        return self.draw_blocks(blocks, setting, width, high)

    def _draw_turn(self, setting: Context) -> Drawing:
        turn, each = self.turn, self.throws
        if turn is None:
            return Drawing(0.0, 0.0)
        if turn.box is None and len(each) == 1:
            return dice_row(each[0], DIE, INSET)
        rows = [_draw_throw(one, after) for one, after in zip_longest(each, each[1:], fillvalue=())]
        if turn.box is not None:
            number = self.rules.layout.gear.number(turn.box, self.dice)
            rows.append(_draw_filled_box(setting.sentences.label(turn.box), number, setting))
        return art.column(*rows, gap=INSET)

    def describe(self, setting: Context) -> Iterator[str]:
        said, marks, kit = setting.sentences, self.position.marks, self.rules.layout.gear
        for throw in self.throws:
            yield setting.say(message("guide.read-dice", dice=tuple(map(str, throw))))
        if self.turn and self.turn.box:
            name, number = said.label(self.turn.box), kit.number(self.turn.box, self.dice)
            yield setting.say(message("guide.read-group", group=name, cells=(str(number),)))
        for name, row in kit.plan.rows.items():
            if written := [f"{said.label(c)} {marks[c]}" for c in row if c in marks]:
                group = said.texts[f"score.{name}"]
                yield setting.say(message("guide.read-group", group=group, cells=tuple(written)))
        if self.position.shows == "open":
            cells = tuple(f"{said.label(cell)} {number}" for cell, number in self.worth().items())
            yield setting.say(message("guide.read-open", cells=cells))
        if self.position.shows == "clash":
            yield from describe_cells((("guide.read-clash", self.clashes()),), setting)


def _draw_throw(roll: Throw, after: Throw) -> Drawing:
    """Draw a throw; first, in a frame, the dice that lie there after the next throw too."""
    kept = Counter(roll) & Counter(after)
    dice = (*kept.elements(), *(Counter(roll) - kept).elements())
    row = dice_row(dice, DIE, INSET)
    wide = kept.total() * (DIE + INSET) - INSET + 2 * EDGE
    frame = Rect(-EDGE, -EDGE, wide, DIE + 2 * EDGE, None, art.HEAVY, INSET)
    framed = replace(row, shapes=(*row.shapes, frame)) if kept else row
    return art.centred_in(framed, row.width + 2 * EDGE, DIE + 2 * EDGE)


def _draw_filled_box(name: str, number: int, setting: Context) -> Drawing:
    sketch, how = Sketch(setting), setting.style.lettering(TEXT + 1, "bold")
    wide, high = (setting.style.length(side) for side in BOX)
    edge = wide - 1.6 * high
    sketch.put(Rect(EDGE, 0.0, wide, high, "white", art.EDGE, CORNER))
    sketch.put(art.Line(EDGE + edge, 0.0, EDGE + edge, high, art.EDGE))
    sketch.centre(name, 3 * EDGE, high / 2, how)
    sketch.centre(str(number), EDGE + wide - 0.8 * high, high / 2, replace(how, align="middle"))
    return sketch.drawing(wide + 2 * EDGE, high + EDGE)
