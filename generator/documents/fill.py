"""Sheets of boxes that dice fill: positions drawn and read out, and what boxes are worth trying."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import zip_longest

from pydantic import ValidationError

from generator.documents import patterns, teaching
from generator.documents.lesson import Position
from generator.documents.numbers import Group, Mean, Pairs
from generator.documents.teaching import Faults, block_of, of_positions, rules_of
from generator.game import Game, Mark
from generator.game.parts import Box
from generator.game.parts.boxes import Throw, rolls, throws
from generator.paper import shapes as art
from generator.paper.shapes import Drawing, Mm, Placed, above
from generator.paper.text import TEXT
from generator.printables.blocks.boards import BoxesBlock
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.context import PrintContext
from generator.printables.marks import ring, write_in
from generator.printables.sketch import CORNER, Sketch
from generator.rules.sheet.fill import Fill
from generator.rules.sheet.placing import Possible
from generator.rules.sheet.plan import Sheet, Turn, faces
from generator.rules.sheet.rolling import Throws
from generator.words import Language, message

# A sheet is drawn with names alone, at this height as a share of its width; a die above it.
HEIGHT, SCORED_HEIGHT = 0.41, 0.54
# A narrow one is at least so high.
LEAST: Mm = 44.0
SCORED_LEAST: Mm = 60.0
DIE: Mm = 6.5
GAP: Mm = 1.6
# Frames and rings reach beyond the sheet.
EDGE: Mm = 0.8
# The printed sheet: its groups stand side by side from this width on, else one under another;
# how high it is either way, and one box of it.
ABREAST: Mm = 146.0
LOW, HIGH = 69.0, 99.0
BOX = (39.0, 8.0)


def misfits(game: Game, position: Position) -> Faults:
    """Yield the boxes that the game does not have, marks that none takes, dice that are none.

    A position without marks shows its dice alone.
    """
    yield from teaching.undrawable(game, position, BoxesBlock)
    rules = rules_of(game, Fill)
    yield from teaching.misplaced(position, rules.layout.kit.plan.spots)
    if position.turn is not None and not _is_turn(rules, position):
        yield ("turn",), message("guide.turn")


def _is_turn(rules: Fill, position: Position) -> bool:
    """Tell whether every throw of a turn can lie so, and the box it fills is free."""
    kit = rules.layout.kit
    try:
        turn = teaching.turn_of(position, rules)
    except ValidationError:
        return False
    is_rolled = all(kit.is_rollable(faces(roll)) for roll in turn.rolls())
    is_free = turn.box in kit.plan.spots and turn.box not in position.marks
    return is_rolled and (turn.box is None or is_free)


def _throws(turn: Turn) -> tuple[Throw, ...]:
    """Return the throws of a turn, the dice of each in order."""
    return tuple(tuple(sorted(faces(roll))) for roll in turn.rolls())


def _dice(rules: Fill, position: Position) -> Throw:
    """Return the dice that lie beside a position, in order; none where there are none."""
    throws = _throws(teaching.turn_of(position, rules)) if position.turn else ()
    return throws[-1] if throws else ()


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


def numbers(game: Game, positions: Mapping[str, Position], _: Language) -> Iterator[Group]:
    """Yield scores and worths of positions, and the chances of every box.

    `{box.all.rolls}` counts all throws, `.throws` those that differ in more than their order.
    """
    rules = rules_of(game, Fill)
    yield from of_positions(("position", "score", "worth"), positions, partial(_counted, rules))
    for name, position in positions.items():
        for cell, box in _boxes(rules).items() if position.turn else ():
            yield Group.of(f"chance.{name}.{cell}", partial(_chances, rules, position, box))
    for cell, box in _boxes(rules).items():
        yield Group.of(f"box.{cell}", partial(_of_box, rules, box))
    count, sides, *_most = _thrown(rules)
    every = {"throws": len(throws(count, sides)), "rolls": sides**count}
    yield Group.of("box.all", lambda: every)


def _counted(rules: Fill, name: str, position: Position) -> Pairs:
    """Yield what a sheet and its dice come to: `{score.full.upper}`, `{worth.where.chance}`.

    `{position.where.dice}` are the dice, `.open` the free boxes in which they are worth something,
    `.open.count` how many those are, `.zero` the other free ones, `.clash` those that are wrong.
    """
    at, worth = f"position.{name}", _open(rules, position)
    yield f"score.{name}", rules.score(_sheet(position))
    yield f"{at}.clash", _clashing(rules, position)
    if position.turn:
        yield f"{at}.open", [cell for cell, number in worth.items() if number]
        yield f"{at}.zero", [cell for cell, number in worth.items() if not number]
        yield f"{at}.dice", _dice(rules, position)
        yield f"worth.{name}", worth


def _chances(rules: Fill, position: Position, box: Box) -> Mapping[str, object]:
    """Return what dice that lie there still become: `{chance.where.four.1}`, with one more throw.

    It is a fraction, `.percent` the same in per cent, `.missed` what is left of 1, `.keep` the dice
    that are best kept.
    """
    dice, (_, sides, last) = _dice(rules, position), _thrown(rules)
    told: dict[str, object] = {}
    for left in range(1, last):
        held = patterns.kept(box.fits, sides, left, dice)
        chance = patterns.ahead(box.fits, len(dice), sides, left, held)
        found = {"percent": chance, "missed": str(1 - chance), "keep": held}
        told |= {f"{left}": str(chance), **{f"{left}.{name}": one for name, one in found.items()}}
    return told


def _of_box(rules: Fill, box: Box) -> Mapping[str, object]:
    """Return what a box is worth trying: `{box.full.rolls}`, of `{box.full.throws}` throws.

    `.one` are the rolls of the first such throw. `.1` is its chance in one throw, `.2` and so on
    within so many with best keeping, `.mean` its points on average where nothing else is wanted.
    `{box.three.holding.2.1}` is the chance with two equal dice held and one throw, where a box is
    of equal dice. `{box.sixes.die}` is the chance that one die shows the face, thrown as often as
    it may be, `.missed` that it does not.
    """
    count, sides, last = _thrown(rules)
    ways = [rolls(one) for one in throws(count, sides) if box.points(one)]
    missed = Fraction(sides - 1, sides) ** last
    die = {"missed": str(missed), "die": str(1 - missed), "die.percent": 1 - missed}
    return {
        "throws": len(ways),
        "rolls": sum(ways),
        "one": next(iter(ways), 0),
        "mean": Mean(patterns.ahead(box.points, count, sides, last)),
        **{f"{n}": patterns.ahead(box.fits, count, sides, n) for n in range(1, last + 1)},
        **{
            f"holding.{held}.{n}": patterns.ahead(box.fits, count, sides, n, (1,) * held)
            for held in range(count if box.equal else 0)
            for n in range(1, last + 1)
        },
        **(die if box.face else {}),
    }


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the dice that lie there, and the sheet if it holds anything; its sums where scored.

    What the dice would be worth in free boxes stands there in grey. Of a turn all throws are drawn,
    one under another, and the box that it fills. A sheet that is scored and empty is the printed
    one.
    """
    rules = rules_of(setting.game, Fill)
    if position.scored and not (position.marks or position.turn):
        return _printed(position, setting, width)
    dice = _turn(rules, position, setting)
    if not position.marks:
        return dice
    block = block_of(setting.game, position.printable, BoxesBlock)
    sums = [block_of(setting.game, position.printable, TotalsBlock)] if position.scored else []
    shown = [block.model_copy(update={"brief": True}), *sums]
    share, least = (SCORED_HEIGHT, SCORED_LEAST) if position.scored else (HEIGHT, LEAST)
    height = max(width * share, least)
    drawn = teaching.fitted(shown, position, setting, width - 2 * EDGE, height)
    marks = {cell: Mark(text=mark) for cell, mark in position.marks.items()}
    if position.shows == "open":
        worth = _open(rules, position)
        marks |= {cell: Mark(str(number), "secondary") for cell, number in worth.items()}
    if position.scored and position.shows != "blank":
        marks |= rules.totals_shown(rules.score(_sheet(position)))
    filled = write_in(drawn, marks, setting.style.family.bold)
    if position.shows == "clash":
        filled = ring(filled, _clashing(rules, position))
    if dice.width:
        filled = above(dice, filled, gap=2 * GAP)
    return Drawing(width, filled.height + 2 * EDGE, (Placed(filled, EDGE, EDGE),))


def _printed(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the sheet with its names and dice, without the words between them."""
    boxes = block_of(setting.game, position.printable, BoxesBlock)
    totals = block_of(setting.game, position.printable, TotalsBlock)
    blocks = (boxes.model_copy(update={"worded": False}), totals)
    high = LOW if width >= setting.style.length(ABREAST) else HIGH
    return teaching.fitted(blocks, position, setting, width, high)


def _turn(rules: Fill, position: Position, setting: PrintContext) -> Drawing:
    """Draw the throws of a turn, and the box that it fills; nothing where there is none."""
    if position.turn is None:
        return Drawing(0.0, 0.0)
    turn = teaching.turn_of(position, rules)
    each = _throws(turn)
    if turn.box is None and len(each) == 1:
        return teaching.dice_row(each[0], DIE, GAP)
    rows = [_throw(one, after) for one, after in zip_longest(each, each[1:], fillvalue=())]
    if turn.box is not None:
        number = rules.layout.kit.number(turn.box, each[-1])
        rows.append(_filled(setting.said.label(turn.box), number, setting))
    return above(*rows, gap=GAP)


def _throw(roll: Throw, after: Throw) -> Drawing:
    """Draw a throw; first, in a frame, the dice that lie there after the next throw too."""
    kept = Counter(roll) & Counter(after)
    dice = (*kept.elements(), *(Counter(roll) - kept).elements())
    row = teaching.dice_row(dice, DIE, GAP)
    wide = kept.total() * (DIE + GAP) - GAP + 2 * EDGE
    frame = art.Rect(-EDGE, -EDGE, wide, DIE + 2 * EDGE, None, art.HEAVY, GAP)
    framed = replace(row, shapes=(*row.shapes, frame)) if kept else row
    return art.set_in(framed, row.width + 2 * EDGE, DIE + 2 * EDGE)


def _filled(name: str, number: int, setting: PrintContext) -> Drawing:
    """Draw a box of the sheet: its name, and the number that stands in it."""
    sketch, how = Sketch(setting), setting.style.lettering(TEXT + 1, "bold")
    wide, high = (setting.style.length(side) for side in BOX)
    edge = wide - 1.6 * high
    sketch.put(art.Rect(EDGE, 0.0, wide, high, "white", art.EDGE, CORNER))
    sketch.put(art.Line(EDGE + edge, 0.0, EDGE + edge, high, art.EDGE))
    sketch.centre(name, 3 * EDGE, high / 2, how)
    sketch.centre(str(number), EDGE + wide - 0.8 * high, high / 2, replace(how, align="middle"))
    return sketch.drawing(wide + 2 * EDGE, high + EDGE)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for the dice, for what stands in the boxes, for what is shown in grey."""
    rules, said = rules_of(setting.game, Fill), setting.said
    if position.turn:
        turn = teaching.turn_of(position, rules)
        for throw in _throws(turn):
            yield setting.say(message("guide.read-dice", dice=tuple(map(str, throw))))
        if turn.box:
            name, number = said.label(turn.box), rules.layout.kit.number(turn.box, throw)
            yield setting.say(message("guide.read-group", group=name, cells=(str(number),)))
    for name, row in rules.layout.kit.plan.rows.items():
        if written := [f"{said.label(c)} {position.marks[c]}" for c in row if c in position.marks]:
            group = said.texts[f"score.{name}"]
            yield setting.say(message("guide.read-group", group=group, cells=tuple(written)))
    if position.shows == "open":
        worth = _open(rules, position)
        cells = tuple(f"{said.label(cell)} {number}" for cell, number in worth.items())
        yield setting.say(message("guide.read-open", cells=cells))
    yield from teaching.read((("guide.read-clash", _clashing(rules, position)),), setting)
