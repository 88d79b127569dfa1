"""Sheets of rows and columns: positions drawn, read out and counted, and whether a sum fits."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations

from generator.documents import teaching
from generator.documents.lesson import TICK, Position
from generator.documents.numbers import Group, Pairs, at_least_once
from generator.documents.teaching import rules_of
from generator.game import Game, Mark
from generator.game.parts import Grid, Track
from generator.game.sentences import Sentences
from generator.paper.shapes import Drawing, Mm, Placed
from generator.printables.blocks.boards import GridBlock
from generator.printables.blocks.scores import TotalsBlock, TrackBlock
from generator.printables.context import PrintContext
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.marks import ring, write_in
from generator.printables.planning import entry
from generator.reading.nodes import Path
from generator.rules.sheet import scoring
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Try
from generator.rules.sheet.write import Write
from generator.words import Language, Message, message


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
        return tuple(self.rules.layout.primitives.allowed(tried, spots))

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
        if position.shows == "nothing":
            return ()
        is_clash = position.shows == "clash"
        return self.clashing() if is_clash else self.open_cells(position.sum, position.colours)


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
    """Return the likeliest neighbours with so many numbers between them, and the chance of those.

    Of several that are as likely they are the lowest.
    """
    kit = rules.layout.kit
    chances, (least, most) = kit.dice.sums(count), kit.sums()
    up_to = tuple(accumulate(chances.get(n, Fraction(0)) for n in range(most + 1)))
    lows = range(least, most - number)
    found = ((low, low + number + 1, up_to[low + number] - up_to[low]) for low in lows)
    return max(found, key=lambda gap: gap[2])


# A sheet is drawn as airy as it can be at this height, a share of its width.
GRID_HEIGHT, TRACK_HEIGHT, SCORED_HEIGHT = 0.25, 0.32, 0.38
# Rings and heavy lines reach beyond the rows.
EDGE: Mm = 0.8


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield the cells that the game does not have, and marks that a cell does not take."""
    yield from teaching.undrawable(game, position, GridBlock)
    parts = game.head.parts.values()
    grids = (cell for part in parts if isinstance(part, Grid) for cell in part.cell_ids())
    boxes = [cell for part in parts if isinstance(part, Track) for cell in part.cell_ids()]
    yield from teaching.misplaced(position, (*grids, *boxes), boxes=boxes)


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
    open_cells = seen.open_cells(position.sum, position.colours)
    yield at, {"misses.count": seen.sheet.ticks, "open": open_cells}
    yield f"score.{name}", teaching.points(rules, seen.sheet)


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the rows of a sheet, its tracks where a box is ticked; all where it is scored."""
    found = entry(setting.game, position.printable)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    has_tracks = position.scored or TICK in position.marks.values()
    tracks = (TrackBlock,) if has_tracks else ()
    kinds = (GridBlock, *tracks, *((TotalsBlock,) if position.scored else ()))
    chosen = [block for block in blocks if isinstance(block, kinds)]
    unscored = TRACK_HEIGHT if has_tracks else GRID_HEIGHT
    height = width * (SCORED_HEIGHT if position.scored else unscored)
    drawn = teaching.fitted(chosen, position, setting, width, height)
    marks = {c: Mark(shape="tick") if m == TICK else Mark(m) for c, m in position.marks.items()}
    seen = Example(rules_of(setting.game, Write), position.marks)
    if position.shows == "open":
        marks |= dict.fromkeys(seen.pointed_at(position), Mark("✓", "secondary"))
    if any(isinstance(block, TotalsBlock) for block in chosen):
        marks |= seen.rules.totals_shown(teaching.points(seen.rules, seen.sheet))
    filled = write_in(drawn, marks, setting.style.family.bold)
    if position.shows == "clash":
        filled = ring(filled, seen.clashing())
    return Drawing(width, filled.height + 2 * EDGE, (Placed(filled, 0.0, EDGE),))


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for each row or track: the cells and what stands in them."""
    said, marks, rules = setting.said, position.marks, rules_of(setting.game, Write)
    colours = said.words.get("colours", {})
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
    shown = Example(rules, marks).pointed_at(position)
    yield from teaching.read(((words, shown),), setting)
