"""Sheets of rows and columns: positions drawn, read out and counted, and whether a sum fits."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain, combinations
from typing import TypeAlias

from generator.documents import teaching
from generator.documents.lesson import TICK, Position
from generator.documents.numbers import Group, Pairs, at_least_once
from generator.documents.teaching import Faults, rules_of
from generator.game import Game, Mark
from generator.game.parts import Grid, Track
from generator.game.sentences import Sentences
from generator.paper import shapes as art
from generator.paper.shapes import Drawing, Mm, Placed
from generator.paper.text import LABEL, SYMBOLS
from generator.printables.blocks.boards import GridBlock
from generator.printables.blocks.scores import TotalsBlock, TrackBlock
from generator.printables.context import PrintContext
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.marks import ring, write_in
from generator.printables.planning import entry
from generator.printables.sketch import Sketch, pips
from generator.rules.sheet import scoring
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Try
from generator.rules.sheet.write import Write
from generator.words import Language, message


class Example:
    """The sheet that the marks of a position make, and the rules that judge and score it.

    Marks that a sheet does not take count not.
    """

    def __init__(self, rules: Write, marks: Mapping[str, str]) -> None:
        """Take the marks of a position."""
        kit = self.kit = rules.layout.kit
        cells = (cell for cell in kit.plan.spots if marks.get(cell, "").isdecimal())
        misses = sum(box in marks for box in kit.misses.cell_ids()) if kit.misses else 0
        self.rules, self.sheet = rules, Sheet({cell: int(marks[cell]) for cell in cells}, misses)

    def bonuses(self) -> tuple[int, ...]:
        """Return what each column earns that earns a bonus, from left to right."""
        lines = scoring.bonus_lines(self.kit)
        full = (cell for line, cell in lines if scoring.is_full(line, self.sheet))
        return tuple(self.sheet.numbers[cell] for cell in full)

    def open_cells(self, total: int, colours: Collection[str]) -> tuple[str, ...]:
        """Return the cells that may take a sum rolled with dice of some colours."""
        spots = self.kit.plan.spots
        tried = Try(self.kit, self.sheet, next(iter(spots)), total, frozenset(colours))
        return self.rules.layout.primitives.allowed(tried, spots)

    def clashing(self) -> tuple[str, ...]:
        """Return the cells whose numbers cannot stand together, in the order of the grid."""
        numbers, spots = self.sheet.numbers, self.kit.plan.spots

        def clash(cell: str, other: str) -> bool:
            rolled, beside = frozenset({spots[cell].colour or ""}), Sheet({other: numbers[other]})
            tried = Try(self.kit, beside, cell, numbers[cell], rolled)
            return other != cell and any(self.rules.layout.primitives.broken(tried))

        return tuple(c for c in spots if c in numbers and any(clash(c, one) for one in numbers))

    def pointed_at(self, position: Position) -> tuple[str, ...]:
        """Return the cells that a position draws the eye to: open ones, or those that clash."""
        if position.shows == "open":
            return self.open_cells(*_rolled(position))
        return self.clashing() if position.shows == "clash" else ()


THROWS = ("dice", "reroll")
FIELDS = (*THROWS, "writes", "miss")
Faces: TypeAlias = Mapping[str, int]


def _throws(position: Position) -> tuple[Faces, ...]:
    """Return the throws of a position's turn, each face by its colour."""
    turn = position.turn or {}
    return tuple(turn[field] for field in THROWS if field in turn)


def _rolled(position: Position) -> tuple[int, Collection[str]]:
    """Return the sum and the colours rolled: those of the last throw, else as they are told."""
    throws = _throws(position)
    return (sum(throws[-1].values()), throws[-1]) if throws else (position.sum, position.colours)


def _unplayable(rules: Write, position: Position) -> Faults:
    """Yield what of a position's turn is no turn, and a cell that the rules refuse."""
    turn, kit = position.turn or {}, rules.layout.kit
    yield from teaching.of_no_turn(position, FIELDS)
    throws = [throw if isinstance(throw, Mapping) else {"": throw} for throw in _throws(position)]
    faces = range(1, kit.dice.sides + 1)
    for throw in throws:
        known = all(one in kit.colours and face in faces for one, face in throw.items())
        if not known or throw.keys() != throws[0].keys() or not throw:
            yield ("turn",), message("guide.turn")
            return
    seen = Example(rules, position.marks)
    if "writes" in turn and turn["writes"] not in seen.open_cells(*_rolled(position)):
        yield ("turn", "writes"), message("guide.turn")


# There is a name for every choice of dice: of six dice 63.
MOST_DICE = 6
EVEN = Fraction(1, 2)


def _fits(seen: Example, said: Sentences) -> Mapping[str, object]:
    """Return what every choice of dice can do, and of each number of dice the best one."""
    dice, sides = seen.kit.colours, seen.kit.dice.sides
    words, told = said.words.get("colours", {}), dict[str, object]()
    for count in range(1, min(len(dice), MOST_DICE) + 1):
        chances, best = seen.kit.dice.sums(count), Fraction(-1)
        # A sum goes where one of its colours takes it.
        taken = {one: {n for n in chances if seen.open_cells(n, (one,))} for one in dice}
        for colours in combinations(dice, count):
            fit = set[int]().union(*(taken[colour] for colour in colours))
            chance = sum((chances[total] for total in fit), Fraction(0))
            named = [words.get(one, one) for one in colours]
            found = {
                "out": [total for total in chances if total not in fit] or None,
                "ways": f"{chance * sides**count}/{sides**count}",
                "percent": chance,
                "twice": at_least_once(chance),
                "dice": " ".join(named),
            }
            names = ["-".join(colours), *([f"best.{count}"] if chance > best else [])]
            best = max(best, chance)
            for name in names:
                told |= {name: named, **{f"{name}.{key}": one for key, one in found.items()}}
    return told


def _gaps(rules: Write, count: int) -> Mapping[str, object]:
    """Return the likeliest neighbours of each width, and the narrowest with an even chance."""
    kit = rules.layout.kit
    # So many numbers may lie between two neighbours of a row.
    has_middle = any(len(row) > len(("low", "high")) for row in kit.plan.rows.values())
    widths = range(1, kit.sums()[1] - 1 if has_middle else 1)
    gaps = {number: _gap(rules, count, number) for number in widths}
    told: dict[str, object] = {f"of.{n}": (low, high) for n, (low, high, _) in gaps.items()}
    told |= {f"of.{n}.percent": chance for n, (_, _, chance) in gaps.items()}
    if gap := next((gap for gap in gaps.values() if gap[2] >= EVEN), None):
        low, high, chance = gap
        told |= {"even": high - low - 1, "even.low": low, "even.high": high, "even.percent": chance}
    return told


def _gap(rules: Write, count: int, number: int) -> tuple[int, int, Fraction]:
    """Return the likeliest neighbours so many numbers apart, the lowest such, and their chance."""
    kit = rules.layout.kit
    chances, (least, most) = kit.dice.sums(count), kit.sums()
    up_to = tuple(accumulate(chances.get(n, Fraction(0)) for n in range(most + 1)))
    lows = range(least, most - number)
    found = ((low, low + number + 1, up_to[low + number] - up_to[low]) for low in lows)
    return max(found, key=lambda gap: gap[2])


# A sheet is drawn as airy as it can be at this height, a share of its width.
GRID_HEIGHT, TRACK_HEIGHT, SCORED_HEIGHT = 0.25, 0.32, 0.38
# Totals stand beside the misses where a sheet is as wide as this.
BESIDE: Mm = 130.0
STACKED_HEIGHT = 0.48
# Rings and heavy lines reach beyond the rows.
EDGE: Mm = 0.8
DIE: Mm = 9.0
DICE_GAP: Mm = 2.0


def misfits(game: Game, position: Position) -> Faults:
    """Yield the cells that the game does not have, and marks that a cell does not take."""
    yield from teaching.undrawable(game, position, GridBlock)
    parts = game.head.parts.values()
    grids = (cell for part in parts if isinstance(part, Grid) for cell in part.cell_ids())
    boxes = [cell for part in parts if isinstance(part, Track) for cell in part.cell_ids()]
    odd = [*teaching.misplaced(position, (*grids, *boxes), boxes=boxes)]
    yield from odd or _unplayable(rules_of(game, Write), position)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield counts of positions, their scores, and the chances that sums fit.

    `{fits.columns.orange-purple.percent}`: of a position and dice `.ways`, `.percent`, `.twice`,
    and `.out`, the sums without a cell, `.dice` their colours, and itself their colours in a
    sentence; the same of `best.2`, the two dice with the best chance (the first such).
    `{gaps.2.even}`: of a number of dice the narrowest gap with an even chance or a better one: how
    many numbers lie in it, its `.low`, `.high` and `.percent`; `{gaps.2.of.3}` are the likeliest
    neighbours with three numbers between them, `.percent` their chance.
    """
    rules, said = rules_of(game, Write), game.said_in(language)
    yield from teaching.of_positions(("position", "score"), positions, partial(_counted, rules))
    for name, position in positions.items():
        yield Group.of(f"fits.{name}", partial(_fits, Example(rules, position.marks), said))
    for count in range(1, len(rules.layout.kit.colours) + 1):
        yield Group.of(f"gaps.{count}", partial(_gaps, rules, count))


def _counted(rules: Write, name: str, position: Position) -> Pairs:
    """Yield what a sheet comes to: `{position.full.orange.count}`, `.misses.count`, `.open`.

    `.bonus.count` are the columns that earn a bonus, `.bonus.list` what each of them earns.
    """
    seen, at = Example(rules, position.marks), f"position.{name}"
    for colour, row in rules.layout.kit.plan.rows.items():
        yield f"{at}.{colour}.count", sum(cell in seen.sheet.numbers for cell in row)
    bonuses = seen.bonuses()
    yield f"{at}.bonus", {"count": len(bonuses), "list": bonuses}
    total, _ = _rolled(position)
    yield at, {"misses.count": seen.sheet.ticks, "open": seen.open_cells(*_rolled(position))}
    for field, throw in zip(THROWS, _throws(position), strict=False):
        yield at, {field: tuple(throw.values()), f"{field}.sum": sum(throw.values()), "sum": total}
    yield f"score.{name}", rules.score(seen.sheet)


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the rows of a sheet, its tracks where a box is ticked; all where it is scored.

    The dice of its turn lie above it, alone where the position only shows how a turn starts.
    """
    dice = _dice(position, setting)
    if position.shows == "start":
        return dice
    found = entry(setting.game, position.printable)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    turn = position.turn or {}
    has_tracks = position.scored or "miss" in turn or TICK in position.marks.values()
    tracks = (TrackBlock,) if has_tracks else ()
    kinds = (GridBlock, *tracks, *((TotalsBlock,) if position.scored else ()))
    chosen = [block for block in blocks if isinstance(block, kinds)]
    unscored = TRACK_HEIGHT if has_tracks else GRID_HEIGHT
    height = width * (SCORED_HEIGHT if position.scored else unscored)
    if position.scored and width < setting.style.length(BESIDE):
        # The totals go below the misses.
        chosen = [one.model_copy(update={"beside": False}) for one in chosen]
        height = width * STACKED_HEIGHT / setting.style.scale
    drawn = teaching.fitted(chosen, position, setting, width, height)
    marks = {c: Mark(shape="tick") if m == TICK else Mark(m) for c, m in position.marks.items()}
    seen = Example(rules_of(setting.game, Write), position.marks)
    if position.shows == "open":
        marks |= dict.fromkeys(seen.pointed_at(position), Mark("✓", "secondary"))
    new = _new(position, seen)
    marks |= new
    totalled = any(isinstance(block, TotalsBlock) for block in chosen)
    if marks and totalled and position.shows != "blank":
        marks |= seen.rules.totals_shown(seen.rules.score(seen.sheet))
    filled = write_in(drawn, marks, setting.style.family.bold)
    if position.shows == "clash":
        filled = ring(filled, seen.clashing())
    filled = ring(filled, new, "ink")
    sheet = Drawing(width, filled.height + 2 * EDGE, (Placed(filled, 0.0, EDGE),))
    return art.above(dice, sheet, gap=DICE_GAP, middle=True) if dice.width else sheet


def _new(position: Position, seen: Example) -> Mapping[str, Mark]:
    """Return what a position's turn puts on the sheet: its sum in a cell, or the next miss."""
    turn, new = position.turn or {}, dict[str, Mark]()
    if "writes" in turn:
        new[turn["writes"]] = Mark(str(_rolled(position)[0]))
    if turn.get("miss") and seen.kit.misses:
        boxes = (box for box in seen.kit.misses.cell_ids() if box not in position.marks)
        new[next(boxes)] = Mark(shape="tick")
    return new


def _dice(position: Position, setting: PrintContext) -> Drawing:
    """Draw the throws of a turn, an arrow between them, and what the last one makes."""
    side = setting.style.length(DIE)
    throws = [
        art.beside(*(_die(colour, face, side, setting) for colour, face in throw.items()), gap=1.5)
        for throw in _throws(position)
    ]
    if not throws:
        return Drawing(0.0, 0.0)
    total = setting.style.lettering(15.0, "bold")
    signs = [teaching.in_middle("→", replace(total, font=SYMBOLS), side)] * (len(throws) - 1)
    signs.append(teaching.in_middle(f"= {_rolled(position)[0]}", total, side))
    pairs = chain.from_iterable(zip(throws, signs, strict=True))
    return art.beside(*pairs, gap=side * 0.4)


def _die(colour: str, face: int, side: Mm, setting: PrintContext) -> Drawing:
    """Draw a die with a band of its colour, and beneath it the letter and sign of its row."""
    sketch, how = Sketch(setting), setting.style.lettering(LABEL, "bold", align="middle")
    sketch.banded(art.Rect(0.0, 0.0, side, side, None, art.EDGE, 0.18 * side), colour)
    sketch.place(pips(face, side), 0.0, 0.0)
    low = side + how.height + 1.0
    sketch.write(setting.sign(colour), side / 2, low, how)
    return sketch.drawing(side, low + 0.5)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for each row or track: the cells and what stands in them."""
    said, rules = setting.said, rules_of(setting.game, Write)
    seen, colours = Example(rules, position.marks), said.words.get("colours", {})
    for throw in _throws(position):
        dice = tuple(f"{colours.get(colour, colour)} {face}" for colour, face in throw.items())
        yield setting.say(message("guide.read-dice", dice=dice))
    new = {cell: mark.text or TICK for cell, mark in _new(position, seen).items()}
    marks = {**position.marks, **new}
    for name, part in setting.game.head.parts.items():
        if isinstance(part, Grid):
            for number, row in enumerate(part.rows):
                ids = [cell.id for cell in part.row(number) if cell.id in marks]
                if written := tuple(f"{said.label(cell)} {marks[cell]}" for cell in ids):
                    name_ = colours.get(row.colour, row.id)
                    yield setting.say(message("guide.read-row", row=name_, cells=written))
        elif part == rules.layout.kit.misses:
            track, ticked = said.texts[name], sum(cell in marks for cell in part.cell_ids())
            if ticked or position.scored:
                yield setting.say(message("guide.read-track", track=track, ticked=ticked))
    words = "guide.read-open" if position.shows == "open" else "guide.read-clash"
    yield from teaching.read(((words, seen.pointed_at(position)),), setting)
