"""Positions on boxes of numbers: what throws have shut so far, drawn with the dice and read out."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.documents import position_view
from generator.documents.lesson import Position
from generator.documents.position_view import dice_row, mark_block
from generator.game import Mark
from generator.game.sentences import Sentences
from generator.games.shut.rules import DiceThrow, Layout, ShutRules, Turn, TurnReplay, without
from generator.paper.measures import DRAWING_GAP
from generator.paper.shapes import Drawing, Mm, centred_in, column, row
from generator.printables.blocks.number_lines import NumbersBlock
from generator.printables.context import Context
from generator.rules.interface import Seating
from generator.rules.sheet.plan import Line

SHUT = "shut"
# How wide the cells are at most; the dice beside them.
WIDEST: Mm = 96.0
DIE: Mm = 7.0
EDGE: Mm = 1.4
# Where there is no more room than this, the dice lie above.
NARROW: Mm = 79.0
# How many rounds of a sheet are drawn.
ROUNDS = 2


class View(position_view.PositionView[ShutRules]):
    """A box after its throws, the last of which may wait for a choice."""

    block = NumbersBlock
    state: Line
    turn: Turn

    def __init__(self, rules: ShutRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        layout = rules.layout
        self.turn = position_view.parse_turn(position, rules) if position.turn else Turn(1, None)
        self.state = without(layout.cells, tuple(position.marks))
        throws = self.turn.throws
        self.last = throws[-1] if throws else DiceThrow()
        shown = throws[:-1] if position.shows == "open" else throws
        turn = replace(self.turn, throws=shown, player=None)
        walk = TurnReplay(layout, turn, Seating(("",)), "", self.state)
        self.still, self.refusals = walk.still, tuple(walk.refusals)
        self.shut = without(layout.cells, self.still)

    @classmethod
    def unknown_marks(cls, rules: ShutRules, position: Position) -> position_view.Faults:
        return position_view.validate_marks(position, rules.layout.cells, words=(SHUT,))

    def open(self) -> Line:
        return self.still

    def points(self) -> Mapping[str, int]:
        return {"total": self.rules.layout.sum(self.still)}

    def figures(self) -> dict[str, object]:
        layout, last = self.rules.layout, self.last
        total, counts = sum(last.dice), range(1, layout.gear.count() + 1)
        fits, sides = {n: layout.fits(self.still, n) for n in counts}, layout.gear.dice.sides
        return {
            **super().figures(),
            **{
                f"{number}": {
                    "dice": one.dice,
                    "sum": sum(one.dice),
                    "shuts": one.shuts,
                    "shut": layout.sum(one.shuts),
                }
                for number, one in enumerate(self.turn.throws, start=1)
            },
            "points": layout.sum(self.still),
            "dice": last.dice,
            "sum": total,
            "ways": sum_texts(layout, layout.ways(self.still, total)),
            "fits": {f"{n}.percent": share for n, share in fits.items()}
            | {f"{n}.ways": int(share * sides**n) for n, share in fits.items()},
        }

    def draw(self, setting: Context, width: Mm) -> Drawing:
        length, position = setting.style.length, self.position
        if position.scored:
            return self.draw_block(setting, width, rounds=ROUNDS)
        if position.shows == "lines":
            throws, drawn = (position.turn or {})["throws"], list[Drawing]()
            for number in range(1, len(throws) + 1):
                changed = {"turn": {"throws": throws[:number]}, "shows": "nothing"}
                step = View(self.rules, position.model_copy(update=changed), self.said)
                drawn.append(step.draw(setting, width))
            high = max(one.height for one in drawn)
            level = (centred_in(one, one.width, high) for one in drawn)
            return column(*level, gap=length(0.6))
        dice = dice_row(self.last.dice, length(DIE), length(DIE) * 0.3)
        is_narrow = width <= length(NARROW)
        side = width if is_narrow else min(width - dice.width - 2 * DRAWING_GAP, length(WIDEST))
        filled = self._draw_box(setting, side)
        if not self.last.dice:
            return filled
        if is_narrow:
            return column(dice, filled, gap=DRAWING_GAP)
        return row(dice, filled, gap=2 * DRAWING_GAP, middle=True)

    def _draw_box(self, setting: Context, width: Mm) -> Drawing:
        once = {"look": "cross", "rounds": 1, "boxes": (), "total": False}
        sheet = self.draw_block(setting, width, **once)
        crossed = dict.fromkeys(self.shut, Mark(shape="cross"))
        if self.position.shows == "open" or not self.last.shuts:
            return mark_block(sheet, crossed, setting)
        colour = "error" if self.position.shows == "clash" else "ink"
        room = Drawing(0.0, EDGE)  # a ring reaches beyond its cell
        ringed = mark_block(sheet, crossed, setting, dict.fromkeys(self.last.shuts), colour)
        return column(room, ringed, room)

    def describe(self, setting: Context) -> Iterator[str]:
        new = () if self.position.shows == "open" else self.last.shuts
        rolled = ("guide.read-roll", self.last.dice)
        told = (("guide.read-shut", self.shut), rolled, ("guide.read-new", new))
        return position_view.describe_cells(told, setting)


def sum_texts(layout: Layout, ways: tuple[Line, ...]) -> tuple[str, ...]:
    """Return ways as sums: `8`, `1+7`, `2+6`."""
    spots = layout.gear.plan.cells
    return tuple("+".join(str(spots[cell].value) for cell in way) for way in ways)
