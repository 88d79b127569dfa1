"""Sheets of boxes that dice fill: positions drawn and read out, and what boxes are worth trying."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from pydantic import ValidationError

from generator.errors import LudokitError
from generator.game import Game, Mark
from generator.game.parts import Box
from generator.guides import patterns
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, counted, decimal, labels, listed, share
from generator.guides.teaching import (
    Computed,
    Table,
    bar,
    block_of,
    rules_of,
    turn_of,
    undrawable,
)
from generator.paper.marks import ring, write_in
from generator.paper.shapes import Drawing, Mm, Placed, above, beside
from generator.printables.blocks.boxes import BoxesBlock
from generator.printables.blocks.pips import die_face
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.printables.kinds.sheet import stacked
from generator.reading.nodes import Path
from generator.rules.family import Seating
from generator.rules.sheet.fill import Fill
from generator.rules.sheet.placing import Possible
from generator.rules.sheet.plan import Sheet, faces
from generator.rules.sheet.plan import Table as Seated
from generator.rules.sheet.rolling import Throws
from generator.words import Language, Message, message, not_one_of, numeral

PLAYER = "a"
NUMBER = re.compile("[0-9]{1,3}")
# A sheet is drawn with names alone, at this height as a share of its width; a die above it.
HEIGHT, SCORED_HEIGHT = 0.41, 0.54
LEAST_PITCH: Mm = 5.0
DIE: Mm = 6.5
GAP: Mm = 1.6
# Frames and rings reach beyond the sheet.
EDGE: Mm = 0.8


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield the boxes that the game does not have, marks that none takes, dice that are none.

    A position without marks shows its dice alone.
    """
    yield from undrawable(game, position, BoxesBlock)
    rules = rules_of(game, Fill)
    for cell, mark in position.marks.items():
        if cell not in rules.layout.kit.plan.spots:
            yield ("marks", cell), not_one_of(cell, rules.layout.kit.plan.spots)
        elif not NUMBER.fullmatch(mark):
            yield ("marks", cell), message("guide.mark", cell=cell)
    try:
        if position.turn is not None and not rules.layout.kit.is_rollable(_dice(rules, position)):
            yield ("turn",), message("guide.turn")
    except ValidationError:
        yield ("turn",), message("guide.turn")


def _dice(rules: Fill, position: Position) -> patterns.Throw:
    """Return the dice that lie beside a position, in order; none where there are none."""
    return tuple(sorted(faces(turn_of(position, rules).roll()))) if position.turn else ()


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


def _throws(rules: Fill) -> int:
    """Return how many throws a turn has at most."""
    found = rules.layout.primitives.first(Throws)
    return found[1].most if found else 1


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield scores and worths of positions, and the chances of every box."""
    rules = rules_of(game, Fill)
    for name, position in positions.items():
        told = partial(_counted, rules, name, position, language)
        yield Group((f"position.{name}", f"score.{name}", f"worth.{name}"), told, name)
        for cell in _boxes(rules) if position.turn else ():
            at = f"chance.{name}.{cell}"
            yield Group((at,), partial(_chances, at, rules, position, cell, language), name)
    for cell in _boxes(rules):
        yield Group((f"box.{cell}",), partial(_tried, rules, cell, language))
    yield Group(("box.all",), partial(_all, rules))


def _counted(rules: Fill, name: str, position: Position, language: Language) -> Pairs:
    """Yield what a sheet and its dice come to: `{score.full.upper}`, `{worth.where.chance}`.

    `{position.where.dice}` are the dice, `.open` the free boxes in which they are worth something,
    `.open.count` how many those are, `.zero` the other free ones, `.clash` those that are wrong.
    """
    said, at = rules.game.said_in(language), f"position.{name}"
    state = Seated(Seating((PLAYER,)), {PLAYER: _sheet(position)}, PLAYER)
    scores = rules.outcome(state).scores[PLAYER]
    yield from ((f"score.{name}.{part}", numeral(points)) for part, points in scores.items())
    yield f"{at}.clash", labels(_clashing(rules, position), said)
    if position.turn:
        worth = _open(rules, position)
        yield f"{at}.dice", listed(list(map(str, _dice(rules, position))), language)
        yield from counted(f"{at}.open", [cell for cell, points in worth.items() if points], said)
        yield f"{at}.zero", labels([cell for cell, points in worth.items() if not points], said)
        yield from ((f"worth.{name}.{cell}", str(points)) for cell, points in worth.items())


def _chances(at: str, rules: Fill, position: Position, cell: str, language: Language) -> Pairs:
    """Yield what dice that lie there still become: `{chance.where.four.1}`, with one more throw.

    It is a fraction, `.percent` the same in per cent, `.missed` what is left of 1, `.keep` the dice
    that are best kept.
    """
    dice, sides, box = _dice(rules, position), rules.layout.kit.dice.sides, _boxes(rules)[cell]
    for left in range(1, _throws(rules)):
        held = patterns.kept(box.fits, sides, left, dice)
        chance = patterns.ahead(box.fits, len(dice), sides, left, held)
        yield f"{at}.{left}", str(chance)
        yield f"{at}.{left}.percent", share(chance, language)
        yield f"{at}.{left}.missed", str(1 - chance)
        yield f"{at}.{left}.keep", listed(list(map(str, held)), language)


def _tried(rules: Fill, cell: str, language: Language) -> Pairs:
    """Yield what a box is worth trying: `{box.full.rolls}`, of how many throws `{box.full.throws}`.

    `.one` are the rolls of the first such throw. `.1` is its chance in one throw, `.2` and so on
    within so many with best keeping, `.mean` its points on average where nothing else is wanted.
    `{box.sixes.die}` is the chance that one die shows the face, thrown as often as it may be,
    `.missed` that it does not.
    """
    count, sides = rules.layout.kit.count(), rules.layout.kit.dice.sides
    box, at = _boxes(rules)[cell], f"box.{cell}"
    fitting = [throw for throw in patterns.throws(count, sides) if box.points(throw)]
    yield f"{at}.throws", str(len(fitting))
    yield f"{at}.rolls", numeral(sum(map(patterns.rolls, fitting)))
    yield f"{at}.one", numeral(patterns.rolls(fitting[0]) if fitting else 0)
    for left in range(1, _throws(rules) + 1):
        chance = patterns.ahead(box.fits, count, sides, left)
        yield f"{at}.{left}", share(chance, language)
    last = _throws(rules)
    yield f"{at}.mean", decimal(patterns.ahead(box.points, count, sides, last), language)
    if box.face is not None:
        missed = Fraction(sides - 1, sides) ** last
        yield f"{at}.missed", str(missed)
        yield f"{at}.die", str(1 - missed)
        yield f"{at}.die.percent", share(1 - missed, language)


def _all(rules: Fill) -> Pairs:
    """Yield how many throws there are, the order left out or not: `{box.all.rolls}`."""
    count, sides = rules.layout.kit.count(), rules.layout.kit.dice.sides
    yield "box.all.throws", numeral(len(patterns.throws(count, sides)))
    yield "box.all.rolls", numeral(sides**count)


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
    said, last = rules.game.said_in(language), _throws(rules)
    rows, bars = [], []
    for cell, box in _boxes(rules).items():
        told = dict(_tried(rules, cell, language))
        words = ("throws", "rolls", "1", str(last), "mean")
        rows.append((said.label(cell), *(told[f"box.{cell}.{one}"] for one in words)))
        count, sides = rules.layout.kit.count(), rules.layout.kit.dice.sides
        chance = patterns.ahead(box.fits, count, sides, last)
        bars.append(bar(said.label(cell), chance, language))
    return Computed(tuple(rows), (tuple(bars),))


def _alike(rules: Fill, box: Box, language: Language) -> Computed:
    """Return a row for each number of equal dice held: the chance with one throw left, two..."""
    count, sides, last = rules.layout.kit.count(), rules.layout.kit.dice.sides, _throws(rules)
    rows, panels = [], []
    for left in range(1, last + 1):
        chances = [patterns.ahead(box.fits, count, sides, left, (1,) * n) for n in range(count)]
        panels.append(tuple(bar(n, chance, language) for n, chance in enumerate(chances)))
        rows.append([share(chance, language) for chance in chances])
    lines = tuple((str(n), *(row[n] for row in rows)) for n in range(count))
    return Computed(lines, tuple(panels))


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the dice that lie there, and the sheet if it holds anything; its sums where scored."""
    rules = rules_of(setting.game, Fill)
    dice = beside(*(die_face(face, DIE) for face in _dice(rules, position)), gap=GAP)
    if not position.marks:
        return dice
    block = block_of(setting.game, position.printable, BoxesBlock)
    blocks = [block.model_copy(update={"brief": True})]
    totals = block_of(setting.game, position.printable, TotalsBlock) if position.scored else None
    height = width * (SCORED_HEIGHT if totals else HEIGHT)
    room = Room(width - 2 * EDGE, LEAST_PITCH)
    shown = [*blocks, totals] if totals else blocks
    drawn = stacked(shown, setting, room, setting.style.length(height))
    if drawn is None:
        title = setting.said.printables[position.printable]
        raise LudokitError(message("guide.no-room", printable=title))
    marks = _marks(position, rules, is_scored=totals is not None)
    filled = write_in(drawn[1], marks, setting.style.family.bold)
    if position.shows == "clash":
        filled = ring(filled, _clashing(rules, position))
    if dice.width:
        filled = above(dice, filled, gap=2 * GAP)
    return Drawing(width, filled.height + 2 * EDGE, (Placed(filled, EDGE, EDGE),))


def _marks(position: Position, rules: Fill, *, is_scored: bool) -> Mapping[str, Mark]:
    """Return what stands in the boxes, and in grey what the dice would be worth in free ones."""
    marks = {cell: Mark(text=mark) for cell, mark in position.marks.items()}
    if position.shows == "open":
        worth = _open(rules, position)
        marks |= {cell: Mark(str(points), "secondary") for cell, points in worth.items()}
    if is_scored:
        state = Seated(Seating((PLAYER,)), {PLAYER: _sheet(position)}, PLAYER)
        marks |= rules.totals_shown(rules.outcome(state).scores[PLAYER])
    return marks


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for the dice, for what stands in the boxes, for what is shown in grey."""
    rules, said = rules_of(setting.game, Fill), setting.said
    if dice := _dice(rules, position):
        yield setting.say(message("guide.read-dice", dice=tuple(map(str, dice))))
    for name, row in rules.layout.kit.plan.rows.items():
        written = tuple(f"{said.label(c)} {position.marks[c]}" for c in row if c in position.marks)
        if written:
            words = said.texts[f"score.{name}"]
            yield setting.say(message("guide.read-group", group=words, cells=written))
    if position.shows == "open":
        worth = _open(rules, position)
        cells = tuple(f"{said.label(cell)} {points}" for cell, points in worth.items())
        yield setting.say(message("guide.read-open", cells=cells))
    if clashing := _clashing(rules, position):
        yield setting.say(message("guide.read-clash", cells=tuple(map(said.label, clashing))))
