"""Positions on boards of dice: the board before and after its turn, drawn with tokens and dice."""

from collections.abc import Iterator
from dataclasses import replace

from generator.documents.lesson import Position
from generator.documents.position_view import (
    Faults,
    PositionView,
    describe_cells,
    dice_row,
    turn_values,
    unknown_turn_fields,
    validate_marks,
)
from generator.game.parts import SquareLine, Squares, Supply
from generator.game.sentences import Sentences
from generator.games.cross.rules import CrossRules
from generator.paper import shapes as art
from generator.paper.measures import CELL_LINE, DRAWING_GAP, HEAVY_LINE
from generator.paper.page import all_cells
from generator.paper.shapes import CellBox, Circle, Drawing, Mm, Shape, Stroke
from generator.paper.text import CELL_LABEL, LABEL, Lettering, set_line, set_middle
from generator.printables.blocks.boards import LABELLED_SQUARE, SIDE, SquaresBlock
from generator.printables.context import Context
from generator.printables.marks import HEAVY_RING, break_rings_at_words
from generator.rules.sheet.paying import payable_sets, pays_for_all
from generator.rules.sheet.plan import Line, Sheet, Turn
from generator.words import message, not_one_of

TOKEN = "token"  # noqa: S105 - a piece of the game
FIELDS = ("dice", "places")
# The choices of more dice than these are too many to look through.
MOST_DICE = 6
# How much of a line the board takes beside words: three fit under one another on a page.
SHARE = 0.44
LARGEST: Mm = 82.0
DIE: Mm = 7.0
# How far dice lie apart, and those that pay together, as shares of a die; a narrow column.
APART, TOGETHER = 0.35, 0.08
COLUMN: Mm = 90.0
# A token covers a square's label; both are written on it again, where they have room.
RADIUS = 0.49


class View(PositionView[CrossRules]):
    """A board of tokens, and what a turn on it comes to."""

    block = SquaresBlock
    state: Sheet
    turn: Turn

    def __init__(self, rules: CrossRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        self.kit = rules.layout.gear
        spots = self.kit.plan.cells
        self.dice, places = (turn_values(position, field) for field in FIELDS)
        self.turn = Turn(1, None, self.dice, places=places)
        self.state = Sheet({c: spot.value for c, spot in spots.items() if c in position.marks})
        seen = rules.view_of(self.state, self.turn)
        self.free = seen.free
        self.refusals = tuple(seen.refusals()) if self.dice else ()
        self.after = rules.state_after(seen, self.refusals).sheets["1"]

    @classmethod
    def validate(cls, rules: CrossRules, position: Position) -> Faults:
        yield from cls.validate_printable(rules, position)
        kit = rules.layout.gear
        yield from validate_marks(position, kit.plan.cells, words=(TOKEN,))
        yield from unknown_turn_fields(position, FIELDS)
        dice, places = (turn_values(position, field) for field in FIELDS)
        for number, place in enumerate(places):
            if str(place) not in kit.plan.cells:
                yield ("turn", "places", number), not_one_of(str(place), kit.plan.cells)
        is_thrown = all(isinstance(one, int) for one in dice) and kit.is_rollable(dice)
        if "dice" in (position.turn or {}) and not is_thrown:
            wanted = kit.count()
            yield ("turn", "dice"), message("rules.dice-count", found=len(dice), wanted=wanted)

    def open(self) -> Line:
        return tuple(spot.id for spot in self.free if pays_for_all(self.dice, (spot,)))

    def points(self) -> dict[str, int]:
        return {**self.rules.score(self.after)}

    def lines(self) -> tuple[SquareLine, ...]:
        """Return the complete lines."""
        covered, every = self.after.numbers, board_lines(self.rules)
        return tuple(line for line in every if all(s.id in covered for s in line.squares))

    def unscored(self) -> Line:
        """Return the covered squares that score nothing."""
        held = {square.id for line in self.lines() for square in line.squares}
        spots = (s for s in self.kit.plan.cells.values() if s.id in self.after.numbers)
        return tuple(one.id for one in spots if one.id not in held and not one.is_edge)

    def figures(self) -> dict[str, object]:
        told = {
            **super().figures(),
            "tokens": len(self.state.numbers),
            "left": self.kit.tokens_left(self.state),
            "places": self.turn.places,
            "lines": [line_name(line, self.said) for line in self.lines()],
            "loose": self.unscored(),
            "dice": self.dice,
        }
        if self.dice and self.kit.count() <= MOST_DICE:
            told |= self.best_choices()
        return told

    def best_choices(self) -> dict[str, object]:
        """Return how many tokens the roll can place, and the choice that is worth most at once."""
        before, left = self.rules.score(self.state)["total"], self.kit.tokens_left(self.state)
        every: dict[Line, int] = {}
        for places in payable_sets(self.kit, self.dice, self.free):
            if left is None or len(places) <= left:
                new = {place.id: place.value for place in places}
                every[tuple(new)] = self.rules.score(self.state.filled(new))["total"]
        most = max(every.values())
        fewest = min(len(chosen) for chosen, total in every.items() if total == most)
        best = [one for one, total in every.items() if total == most and len(one) == fewest]
        told = {"best.ways": len(best), "best.total": most, "best.gain": most - before}
        return {**told, "ways": len(every), "most": max(map(len, every)), "best": best[0]}

    def draw(self, setting: Context, width: Mm) -> Drawing:
        length, position = setting.style.length, self.position
        is_empty = not (position.marks or position.turn)
        share = 1.0 if is_empty or width <= COLUMN else SHARE
        side = min(length(share * width), width, LARGEST)
        board = self.draw_block(setting, side, legend=False)
        filled = self._with_tokens(board, setting)
        if not self.dice:
            return filled
        dice = self._draw_dice(side, setting)
        return art.column(dice, filled, gap=length(DRAWING_GAP), middle=True)

    def describe(self, setting: Context) -> Iterator[str]:
        lines = tuple(line_name(line, setting.sentences) for line in self.lines())
        shown = {"open": self.open(), "loose": self.unscored(), "lines": lines}
        shows, dice = self.position.shows, ("guide.read-roll", self.dice)
        before = ("guide.read-covered", self.state.numbers), dice
        told = (*before, ("guide.read-new", self.turn.places))
        return describe_cells((*told, (f"guide.read-{shows}", shown.get(shows, ()))), setting)

    def _draw_dice(self, width: Mm, setting: Context) -> Drawing:
        side = min(setting.style.length(DIE), width / (len(self.dice) * (1 + APART)))
        how = setting.style.lettering(LABEL, "bold", align="middle")
        drawn = []
        for cell, dice in self._payments():
            row = dice_row(dice, side, side * (TOGETHER if cell else APART))
            if cell:
                low = side + setting.style.length(1.0)
                line = art.Line(0.0, low, row.width, low, art.EDGE)
                label, base = setting.sentences.label(cell), low + how.height + 1.0
                words = set_line(label, row.width / 2, base, how)
                whole: tuple[Shape, ...] = (art.Placed(row, 0.0, 0.0), line, *words)
                row = Drawing(row.width, low + how.height + 1.2, whole)
            drawn.append(row)
        return art.row(*drawn, gap=side * APART)

    def _payments(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the squares of a turn with the lowest dice that pay, then the dice left over."""
        left, spots = list(self.dice), self.kit.plan.cells
        places = () if self.refusals else self.turn.places
        for spot in sorted((spots[one] for one in places), key=lambda one: -one.face):
            paid = sorted(die for die in left if die >= spot.face)[: spot.place]
            for die in paid:
                left.remove(die)
            yield spot.id, tuple(reversed(paid))
        if left:
            yield "", tuple(left)

    def _with_tokens(self, board: Drawing, setting: Context) -> Drawing:
        boxes, shows = {cell.id: cell for cell in all_cells(board)}, self.position.shows
        shapes, heavy = list(board.shapes), Stroke("ink", HEAVY_LINE)
        if shows == "open":
            rings = (_disc(boxes[name], None, heavy) for name in self.open())
            shapes += break_rings_at_words(board, rings)
        parts, thin = setting.game.head.parts.values(), CELL_LINE
        colour = next(part.colours[0] for part in parts if isinstance(part, Supply))
        # Those of the turn are heavy, loose and refused ones pale.
        plain, new = ((colour, Stroke("ink", width)) for width in (thin, HEAVY_RING))
        looks = {**dict.fromkeys(self.state.numbers, plain), **dict.fromkeys(self.turn.places, new)}
        if shows == "loose":
            pale = "white", Stroke("secondary", thin, "dashed")
            looks |= dict.fromkeys(self.unscored(), pale)
        if shows == "clash" and self.refusals:
            # Where a refusal names no square, all of the turn are wrong.
            wrong = [r.where for r in self.refusals if r.where] or self.turn.places
            looks |= dict.fromkeys(wrong, ("white", Stroke("error", HEAVY_RING)))
        for name, (fill, edge) in looks.items():
            shapes += _token(boxes[name], self.kit.plan.cells[name].value, fill, edge, setting)
        return replace(board, shapes=tuple(shapes))


def board_lines(rules: CrossRules) -> tuple[SquareLine, ...]:
    """Return the lines of the board that earn points."""
    return rules.game.part(rules.layout.gear.plan.part, Squares).lines()


def line_name(line: SquareLine, said: Sentences) -> str:
    """Return a line's name as printed: `colonne 3x`."""
    words = said.texts[f"line.{line.kind}"]
    name = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}.get(line.kind)
    return f"{words} {name}" if name else words


def _disc(box: CellBox, fill: str | None, edge: Stroke) -> Circle:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return Circle(x, y, RADIUS * box.width, fill, edge)


def _token(box: CellBox, worth: int, fill: str, edge: Stroke, setting: Context) -> Iterator[Shape]:
    yield (disc := _disc(box, fill, edge))
    ink = edge.colour if fill == "white" else f"{fill}.on"
    size = art.to_points(0.42 * box.width)
    how = Lettering(setting.style.family.bold, size, ink, "middle")
    yield from set_middle(str(worth), disc.x, disc.y, how)
    small = setting.style.lettering(CELL_LABEL, "regular", ink, "middle")
    if box.width >= setting.style.length(SIDE * LABELLED_SQUARE):
        yield from set_line(box.label, disc.x, disc.y + 0.40 * box.height, small)
