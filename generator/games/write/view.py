"""Positions on sheets of rows and columns: which cells are open, which clash; drawn, read out."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from generator.documents import position_view
from generator.documents.lesson import TICK, Position
from generator.documents.position_view import Faults, PositionView, describe_cells
from generator.game import Mark
from generator.game.parts import Board, Grid, Track
from generator.game.sentences import Sentences
from generator.games.write.rules import WriteRules
from generator.paper import shapes as art
from generator.paper.shapes import Drawing, Mm
from generator.paper.text import LABEL, SYMBOLS
from generator.printables.blocks.boards import RowsBlock
from generator.printables.blocks.scores import TotalsBlock, TrackBlock
from generator.printables.context import Context
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.marks import ring_cells
from generator.printables.planning import entry
from generator.printables.printable import Block
from generator.printables.sketch import Sketch, pips
from generator.rules.sheet import scoring
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Attempt
from generator.words import message

BOARDS = (Board, Grid)
THROWS = ("dice", "reroll")
FIELDS = (*THROWS, "throws", "writes", "miss")

# A sheet is drawn as airy as it can be at this height, a share of its width.
GRID_HEIGHT, TRACK_HEIGHT, SCORED_HEIGHT = 0.25, 0.32, 0.38
# Totals stand beside the misses where a sheet is as wide as this.
BESIDE: Mm = 130.0
STACKED_HEIGHT = 0.48
# Rings and heavy lines reach beyond the rows.
EDGE: Mm = 0.8
DIE: Mm = 9.0
DICE_GAP: Mm = 2.0


class View(PositionView[WriteRules]):
    """The sheet that the marks of a position make; marks in unknown cells are ignored."""

    block = RowsBlock
    state: Sheet

    def __init__(self, rules: WriteRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        kit, marks = rules.layout.gear, position.marks
        self.turn = position.turn or {}
        cells = (cell for cell in kit.plan.cells if marks.get(cell, "").isdecimal())
        misses = sum(box in marks for box in kit.misses.cell_ids()) if kit.misses else 0
        self.state = Sheet({cell: int(marks[cell]) for cell in cells}, misses)

    @classmethod
    def validate(cls, rules: WriteRules, position: Position) -> Faults:
        yield from cls.validate_printable(rules, position)
        parts = rules.game.head.parts.values()
        grids = (one for part in parts if isinstance(part, BOARDS) for one in part.cell_ids())
        boxes = [cell for part in parts if isinstance(part, Track) for cell in part.cell_ids()]
        odd = [*position_view.validate_marks(position, (*grids, *boxes), boxes=boxes)]
        yield from odd or cls.judged(rules, position).unplayable()

    def unplayable(self) -> Faults:
        """Yield what of the turn is no turn, and a cell that the rules refuse."""
        kit = self.rules.layout.gear
        yield from position_view.unknown_turn_fields(self.position, FIELDS)
        throws = [throw if isinstance(throw, Mapping) else {"": throw} for throw in self.throws()]
        faces = range(1, kit.dice.sides + 1)
        for throw in throws:
            known = all(one in kit.colours and face in faces for one, face in throw.items())
            if not known or throw.keys() != throws[0].keys() or not throw:
                yield ("turn",), message("guide.turn")
                return
        if "writes" in self.turn and self.turn["writes"] not in self.open():
            yield ("turn", "writes"), message("guide.turn")

    def throws(self) -> tuple[Mapping[str, int], ...]:
        """Return the throws of the turn, each face by its colour."""
        told = tuple(self.turn[field] for field in THROWS if field in self.turn)
        return tuple(self.turn.get("throws", told))

    def roll(self) -> tuple[int, Collection[str]]:
        """Return the sum and the colours rolled: those of the last throw, else as they are told."""
        if throws := self.throws():
            return sum(throws[-1].values()), throws[-1]
        return self.position.sum, self.position.colours

    def open(self) -> tuple[str, ...]:
        return self.cells_for(*self.roll())

    def cells_for(self, total: int, colours: Collection[str]) -> tuple[str, ...]:
        """Return the cells that may take a sum rolled with dice of some colours."""
        layout, cells = self.rules.layout, self.rules.layout.gear.plan.cells
        tried = Attempt(layout.gear, self.state, next(iter(cells)), total, frozenset(colours))
        return layout.primitives.cells_allowed(tried, cells)

    def clashes(self) -> tuple[str, ...]:
        """Return the cells whose numbers cannot stand together, in the order of the grid."""
        layout, numbers = self.rules.layout, self.state.numbers
        cells = layout.gear.plan.cells

        def clash(cell: str, other: str) -> bool:
            rolled, beside = frozenset({cells[cell].colour or ""}), Sheet({other: numbers[other]})
            tried = Attempt(layout.gear, beside, cell, numbers[cell], rolled)
            return other != cell and any(layout.primitives.objections(tried))

        return tuple(c for c in cells if c in numbers and any(clash(c, one) for one in numbers))

    def points(self) -> Mapping[str, int]:
        return self.rules.score(self.state)

    def figures(self) -> dict[str, object]:
        """Return what a sheet comes to: `{position.full.orange.count}`, `.misses.count`, `.open`.

        `.bonus.count` are the columns that earn a bonus, `.bonus.list` what each of them earns.
        """
        layout = self.rules.layout
        numbers, lines = self.state.numbers, scoring.bonus_lines(layout.gear, layout.primitives)
        bonuses = tuple(numbers[one] for line, one in lines if scoring.is_full(line, self.state))
        told: dict[str, object] = {
            f"{colour}.count": sum(cell in numbers for cell in row)
            for colour, row in self.rules.layout.gear.plan.rows.items()
        }
        told |= {"bonus.count": len(bonuses), "bonus.list": bonuses}
        told |= {"misses.count": self.state.ticks, "open": self.open()}
        for field, throw in zip(THROWS, self.throws(), strict=False):
            told |= {field: tuple(throw.values()), f"{field}.sum": sum(throw.values())}
            told["sum"] = self.roll()[0]
        return told

    def written(self) -> Mapping[str, Mark]:
        """Return what the turn puts on the sheet: its sum in a cell, or the next miss."""
        misses, new = self.rules.layout.gear.misses, dict[str, Mark]()
        if "writes" in self.turn:
            new[self.turn["writes"]] = Mark(str(self.roll()[0]))
        if self.turn.get("miss") and misses:
            boxes = (box for box in misses.cell_ids() if box not in self.position.marks)
            new[next(boxes)] = Mark(shape="tick")
        return new

    def draw(self, setting: Context, width: Mm) -> Drawing:
        dice = self._draw_throws(setting)
        if self.position.shows == "start":
            return dice
        blocks, height = self._blocks(setting, width)
        drawn = self.draw_blocks(blocks, setting, width, height)
        has_totals = any(isinstance(block, TotalsBlock) for block in blocks)
        clashes = self.clashes() if self.position.shows == "clash" else ()
        marks = self._marks(has_totals=has_totals)
        filled = position_view.mark_block(drawn, marks, setting, clashes)
        sheet = position_view.with_margin(ring_cells(filled, self.written(), "ink"), 0.0, EDGE)
        return art.column(dice, sheet, gap=DICE_GAP, middle=True) if dice.width else sheet

    def _blocks(self, setting: Context, width: Mm) -> tuple[list[Block], Mm]:
        position, found = self.position, entry(setting.game, self.position.printable)
        has_tracks = position.scored or "miss" in self.turn or TICK in position.marks.values()
        tracks = (TrackBlock,) if has_tracks else ()
        kinds = (RowsBlock, *tracks, *((TotalsBlock,) if position.scored else ()))
        blocks = found.blocks if isinstance(found, SheetEntry) else ()
        chosen = [block for block in blocks if isinstance(block, kinds)]
        if position.scored and width < setting.style.length(BESIDE):
            # The totals go below the misses.
            stacked = [one.model_copy(update={"beside": False}) for one in chosen]
            return stacked, width * STACKED_HEIGHT / setting.style.scale
        unscored = TRACK_HEIGHT if has_tracks else GRID_HEIGHT
        return chosen, width * (SCORED_HEIGHT if position.scored else unscored)

    def _marks(self, *, has_totals: bool) -> Mapping[str, Mark]:
        written, shows = self.position.marks.items(), self.position.shows
        marks = {c: Mark(shape="tick") if m == TICK else Mark(m) for c, m in written}
        if shows == "open":
            marks |= dict.fromkeys(self.open(), Mark("✓", "secondary"))
        marks |= self.written()
        if marks and has_totals and shows != "blank":
            marks |= self.rules.total_marks(self.points())
        return marks

    def _draw_throws(self, setting: Context) -> Drawing:
        side = setting.style.length(DIE)
        throws = [
            art.row(*(_draw_die(*one, side, setting) for one in throw.items()), gap=1.5)
            for throw in self.throws()
        ]
        if not throws:
            return Drawing(0.0, 0.0)
        total = setting.style.lettering(15.0, "bold")
        arrow = position_view.text_mid_height("→", replace(total, font=SYMBOLS), side)
        signs = [arrow] * (len(throws) - 1)
        signs.append(position_view.text_mid_height(f"= {self.roll()[0]}", total, side))
        pairs = chain.from_iterable(zip(throws, signs, strict=True))
        return art.row(*pairs, gap=side * 0.4)

    def describe(self, setting: Context) -> Iterator[str]:
        said, position = setting.sentences, self.position
        colours = said.words.get("colours", {})
        for throw in self.throws():
            dice = tuple(f"{colours.get(colour, colour)} {face}" for colour, face in throw.items())
            yield setting.say(message("guide.read-dice", dice=dice))
        new = {cell: mark.text or TICK for cell, mark in self.written().items()}
        marks = {**position.marks, **new}
        for name, part in setting.game.head.parts.items():
            if isinstance(part, BOARDS):
                for number in range(len(part.rows)):
                    row = part.row(number)
                    ids = [cell.id for cell in row if cell.id in marks]
                    if written := tuple(f"{said.label(cell)} {marks[cell]}" for cell in ids):
                        name_ = colours.get(row[0].colour or "", row[0].row_id)
                        yield setting.say(message("guide.read-row", row=name_, cells=written))
            elif part == self.rules.layout.gear.misses:
                track, ticked = said.texts[name], sum(cell in marks for cell in part.cell_ids())
                if ticked or position.scored:
                    yield setting.say(message("guide.read-track", track=track, ticked=ticked))
        shows = position.shows
        cells = self.open() if shows == "open" else self.clashes() if shows == "clash" else ()
        yield from describe_cells(((f"guide.read-{shows}", cells),), setting)


def _draw_die(colour: str, face: int, side: Mm, setting: Context) -> Drawing:
    sketch, how = Sketch(setting), setting.style.lettering(LABEL, "bold", align="middle")
    sketch.banded_field(art.Rect(0.0, 0.0, side, side, None, art.EDGE, 0.18 * side), colour)
    sketch.place(pips(face, side), 0.0, 0.0)
    low = side + how.height + 1.0
    sketch.write(setting.sign(colour), side / 2, low, how)
    return sketch.drawing(side, low + 0.5)
