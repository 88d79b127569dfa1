"""Sheets of boxes that dice fill: positions drawn and read out, and what boxes are worth trying."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from pydantic import ValidationError

from generator.game import Game, Mark
from generator.game.parts import Box
from generator.guides import patterns, teaching
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, counted, decimal, labels, listed, share, under
from generator.guides.on_sheets import dice_row, fitted, misplaced, points
from generator.guides.teaching import Computed, Table, bar, block_of, of_positions, rules_of
from generator.paper.marks import ring, write_in
from generator.paper.shapes import Drawing, Mm, Placed, above
from generator.printables.blocks.boxes import BoxesBlock
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.context import PrintContext
from generator.reading.nodes import Path
from generator.rules.sheet.fill import Fill
from generator.rules.sheet.placing import Possible
from generator.rules.sheet.plan import Sheet, faces
from generator.rules.sheet.rolling import Throws
from generator.words import Language, Message, message, numeral

# A sheet is drawn with names alone, at this height as a share of its width; a die above it.
HEIGHT, SCORED_HEIGHT = 0.41, 0.54
DIE: Mm = 6.5
GAP: Mm = 1.6
# Frames and rings reach beyond the sheet.
EDGE: Mm = 0.8


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield the boxes that the game does not have, marks that none takes, dice that are none.

    A position without marks shows its dice alone.
    """
    yield from teaching.undrawable(game, position, BoxesBlock)
    rules = rules_of(game, Fill)
    yield from misplaced(position, rules.layout.kit.plan.spots)
    try:
        is_turn = position.turn is None or rules.layout.kit.is_rollable(_dice(rules, position))
    except ValidationError:
        is_turn = False
    if not is_turn:
        yield ("turn",), message("guide.turn")


def _dice(rules: Fill, position: Position) -> patterns.Throw:
    """Return the dice that lie beside a position, in order; none where there are none."""
    return tuple(sorted(faces(teaching.turn_of(position, rules).roll()))) if position.turn else ()


def _sheet(position: Position) -> Sheet:
    return Sheet({cell: int(mark) for cell, mark in position.marks.items()})


def _open(rules: Fill, position: Position) -> Mapping[str, int]:
    """Return what the dice are worth in each box that is still free."""
    kit, dice = rules.layout.kit, _dice(rules, position)
    return {cell: kit.number(cell, dice) for cell in kit.plan.spots if cell not in position.marks}


def _clashing(rules: Fill, position: Position) -> tuple[str, ...]:
    """Return the boxes that hold what no dice give."""
    kit, numbers = rules.layout.kit, _sheet(position).numbers
    judges = [one for _, one in rules.layout.primitives.of(Possible)]
    return tuple(cell for cell in numbers if any(one.clash(kit, numbers, cell) for one in judges))


def _boxes(rules: Fill) -> Mapping[str, Box]:
    return {name: spot.box for name, spot in rules.layout.kit.plan.spots.items() if spot.box}


def _thrown(rules: Fill) -> tuple[int, int, int]:
    """Return how many dice there are, of how many sides, and how many throws a turn has at most."""
    kit, found = rules.layout.kit, rules.layout.primitives.first(Throws)
    return kit.count(), kit.dice.sides, found[1].most if found else 1


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield scores and worths of positions, and the chances of every box.

    `{box.all.rolls}` counts all throws, `.throws` those that differ in more than their order.
    """
    rules = rules_of(game, Fill)
    told = partial(_counted, rules, language)
    yield from of_positions(("position", "score", "worth"), positions, told)
    for name, position in positions.items():
        for cell in _boxes(rules) if position.turn else ():
            at = f"chance.{name}.{cell}"
            yield Group((at,), partial(_chances, at, rules, position, cell, language), name)
    for cell in _boxes(rules):
        yield Group((f"box.{cell}",), partial(_tried, rules, cell, language))
    count, sides, _ = _thrown(rules)
    every = len(patterns.throws(count, sides)), sides**count
    throws, rolls = map(numeral, every)
    yield Group(("box.all",), partial(under, "box.all", throws=throws, rolls=rolls))


def _counted(rules: Fill, language: Language, name: str, position: Position) -> Pairs:
    """Yield what a sheet and its dice come to: `{score.full.upper}`, `{worth.where.chance}`.

    `{position.where.dice}` are the dice, `.open` the free boxes in which they are worth something,
    `.open.count` how many those are, `.zero` the other free ones, `.clash` those that are wrong.
    """
    said, at = rules.game.said_in(language), f"position.{name}"
    scored = points(rules, _sheet(position)).items()
    yield from ((f"score.{name}.{part}", numeral(number)) for part, number in scored)
    yield f"{at}.clash", labels(_clashing(rules, position), said)
    if position.turn:
        worth = _open(rules, position)
        yield from counted(f"{at}.open", [cell for cell, number in worth.items() if number], said)
        zero = labels([cell for cell, number in worth.items() if not number], said)
        yield from under(at, dice=listed(_dice(rules, position), language), zero=zero)
        yield from ((f"worth.{name}.{cell}", str(number)) for cell, number in worth.items())


def _chances(at: str, rules: Fill, position: Position, cell: str, language: Language) -> Pairs:
    """Yield what dice that lie there still become: `{chance.where.four.1}`, with one more throw.

    It is a fraction, `.percent` the same in per cent, `.missed` what is left of 1, `.keep` the dice
    that are best kept.
    """
    dice, box, (_, sides, last) = _dice(rules, position), _boxes(rules)[cell], _thrown(rules)
    for left in range(1, last):
        held = patterns.kept(box.fits, sides, left, dice)
        chance = patterns.ahead(box.fits, len(dice), sides, left, held)
        keep, part = listed(held, language), share(chance, language)
        yield f"{at}.{left}", str(chance)
        yield from under(f"{at}.{left}", percent=part, missed=1 - chance, keep=keep)


def _tried(rules: Fill, cell: str, language: Language) -> Pairs:
    """Yield what a box is worth trying: `{box.full.rolls}`, of how many throws `{box.full.throws}`.

    `.one` are the rolls of the first such throw. `.1` is its chance in one throw, `.2` and so on
    within so many with best keeping, `.mean` its points on average where nothing else is wanted.
    `{box.sixes.die}` is the chance that one die shows the face, thrown as often as it may be,
    `.missed` that it does not.
    """
    (count, sides, last), box, at = _thrown(rules), _boxes(rules)[cell], f"box.{cell}"
    fitting = [throw for throw in patterns.throws(count, sides) if box.points(throw)]
    rolls = numeral(sum(map(patterns.rolls, fitting)))
    one = numeral(patterns.rolls(fitting[0]) if fitting else 0)
    mean = decimal(patterns.ahead(box.points, count, sides, last), language)
    yield from under(at, throws=len(fitting), rolls=rolls, one=one, mean=mean)
    for left in range(1, last + 1):
        yield f"{at}.{left}", share(patterns.ahead(box.fits, count, sides, left), language)
    if box.face is not None:
        missed = Fraction(sides - 1, sides) ** last
        shown = share(1 - missed, language)
        yield from under(at, missed=missed, die=1 - missed, die_percent=shown)


def tables(
    game: Game,
    positions: Mapping[str, Position],  # noqa: ARG001 - the tables are of no position
    language: Language,
) -> Mapping[str, Table]:
    """Return the tables of an annex: `boxes`, and `alike.` for every box of equal dice."""
    rules = rules_of(game, Fill)
    alike = {f"alike.{name}": box for name, box in _boxes(rules).items() if box.equal}
    found = {name: partial(_alike, rules, box, language) for name, box in alike.items()}
    return {"boxes": partial(_every, rules, language), **found}


def _every(rules: Fill, language: Language) -> Computed:
    """Return a row for each box: throws, rolls, the chance once and in a turn, the points."""
    said, (count, sides, last), rows, bars = rules.game.said_in(language), _thrown(rules), [], []
    for cell, box in _boxes(rules).items():
        told = dict(_tried(rules, cell, language))
        words = ("throws", "rolls", "1", str(last), "mean")
        rows.append((said.label(cell), *(told[f"box.{cell}.{one}"] for one in words)))
        chance = patterns.ahead(box.fits, count, sides, last)
        bars.append(bar(said.label(cell), chance, language))
    return Computed(tuple(rows), (tuple(bars),))


def _alike(rules: Fill, box: Box, language: Language) -> Computed:
    """Return a row for each number of equal dice held: the chance with one throw left, two..."""
    count, sides, last = _thrown(rules)
    held = [(1,) * n for n in range(count)]
    found = [
        [patterns.ahead(box.fits, count, sides, left, some) for some in held]
        for left in range(1, last + 1)
    ]
    panels = (tuple(bar(n, one, language) for n, one in enumerate(row)) for row in found)
    columns = enumerate(zip(*found, strict=True))
    rows = ((str(n), *(share(one, language) for one in column)) for n, column in columns)
    return Computed(tuple(rows), tuple(panels))


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the dice that lie there, and the sheet if it holds anything; its sums where scored."""
    rules = rules_of(setting.game, Fill)
    dice = dice_row(_dice(rules, position), DIE, GAP)
    if not position.marks:
        return dice
    block = block_of(setting.game, position.printable, BoxesBlock)
    sums = [block_of(setting.game, position.printable, TotalsBlock)] if position.scored else []
    shown = [block.model_copy(update={"brief": True}), *sums]
    height = width * (SCORED_HEIGHT if position.scored else HEIGHT)
    drawn = fitted(shown, position, setting, width - 2 * EDGE, height)
    filled = write_in(drawn, _marks(position, rules), setting.style.family.bold)
    if position.shows == "clash":
        filled = ring(filled, _clashing(rules, position))
    if dice.width:
        filled = above(dice, filled, gap=2 * GAP)
    return Drawing(width, filled.height + 2 * EDGE, (Placed(filled, EDGE, EDGE),))


def _marks(position: Position, rules: Fill) -> Mapping[str, Mark]:
    """Return what stands in the boxes, and in grey what the dice would be worth in free ones."""
    marks = {cell: Mark(text=mark) for cell, mark in position.marks.items()}
    if position.shows == "open":
        worth = _open(rules, position)
        marks |= {cell: Mark(str(number), "secondary") for cell, number in worth.items()}
    totals = rules.totals_shown(points(rules, _sheet(position))) if position.scored else {}
    return marks | totals


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for the dice, for what stands in the boxes, for what is shown in grey."""
    rules, said = rules_of(setting.game, Fill), setting.said
    if dice := _dice(rules, position):
        yield setting.say(message("guide.read-dice", dice=tuple(map(str, dice))))
    for name, row in rules.layout.kit.plan.rows.items():
        if written := [f"{said.label(c)} {position.marks[c]}" for c in row if c in position.marks]:
            group = said.texts[f"score.{name}"]
            yield setting.say(message("guide.read-group", group=group, cells=tuple(written)))
    if position.shows == "open":
        worth = _open(rules, position)
        cells = tuple(f"{said.label(cell)} {number}" for cell, number in worth.items())
        yield setting.say(message("guide.read-open", cells=cells))
    yield from teaching.read((("guide.read-clash", _clashing(rules, position)),), setting)
