"""Boxes of numbers: positions drawn with what is shut and the dice; ways to add up, and chances."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import get_args

from generator.documents import teaching
from generator.documents.lesson import Position
from generator.documents.numbers import Group, Mean, Pairs
from generator.documents.teaching import Faults, of_positions, rules_of, undrawable, unturned
from generator.game import Game, Mark
from generator.game.sentences import Sentences
from generator.paper import shapes as art
from generator.printables.blocks.numbers import NumbersBlock
from generator.printables.context import PrintContext
from generator.printables.marks import ring, write_in
from generator.rules.family import Seating
from generator.rules.sheet.plan import Line
from generator.rules.sheet.shut import Layout, Policy, Shut, Throw, Turn, Walk, without
from generator.words import Language

SHUT = "shut"
# How wide the cells are at most; the dice beside them.
WIDEST: art.Mm = 96.0
DIE: art.Mm = 7.0
GAP: art.Mm = 3.0
EDGE: art.Mm = 1.4
# Where there is no more room than this, the dice lie above.
NARROW: art.Mm = 79.0
# How many rounds of a sheet are drawn.
ROUNDS = 2


class _Seen:
    """A position as the rules see it: its throws, the last of which may wait for a choice."""

    def __init__(self, game: Game, position: Position) -> None:
        self.rules = rules_of(game, Shut)
        self.layout: Layout = self.rules.layout
        turn: Turn = teaching.turn_of(position, self.rules) if position.turn else Turn(1, None)
        self.before = without(self.layout.cells, tuple(position.marks))
        self.throws, self.last = turn.throws, turn.throws[-1] if turn.throws else Throw()
        if position.shows == "open":
            turn = replace(turn, throws=turn.throws[:-1])
        turn = replace(turn, player=None)
        self.walk = Walk(self.layout, turn, Seating(("",)), "", self.before)
        self.shut = without(self.layout.cells, self.walk.still)


def misfits(game: Game, position: Position) -> Faults:
    """Yield cells that there are not, other marks than `shut`, and a turn that is none."""
    yield from undrawable(game, position, NumbersBlock)
    odd = [*teaching.misplaced(position, rules_of(game, Shut).layout.cells, words=(SHUT,))]
    yield from odd or unturned(position, lambda: tuple(_Seen(game, position).walk.refusals))


def drawing(position: Position, setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw the dice thrown last, and beside them the numbers, what is shut crossed off.

    What that throw shut is ringed; by `lines` every throw is drawn, one under another. A position
    that is scored is the sheet, of few rounds.
    """
    length, seen = setting.style.length, _Seen(setting.game, position)
    if position.scored:
        return teaching.drawn_plain(position, setting, NumbersBlock, width, rounds=ROUNDS)
    if position.shows == "lines":
        turns = (position.turn or {})["throws"]
        ends = ({"throws": turns[: number + 1]} for number in range(len(turns)))
        steps = (position.model_copy(update={"turn": turn, "shows": "nothing"}) for turn in ends)
        drawn = [drawing(one, setting, width) for one in steps]
        high = max(one.height for one in drawn)
        return art.above(*(art.set_in(one, one.width, high) for one in drawn), gap=length(0.6))
    dice = teaching.dice_row(seen.last.dice, length(DIE), length(DIE) * 0.3)
    is_narrow = width <= length(NARROW)
    side = width if is_narrow else min(width - dice.width - 2 * GAP, length(WIDEST))
    once = {"look": "cross", "rounds": 1, "boxes": (), "total": False}
    sheet = teaching.drawn_plain(position, setting, NumbersBlock, side, **once)
    crossed = dict.fromkeys(seen.shut, Mark(shape="cross"))
    filled = write_in(sheet, crossed, setting.style.family.bold)
    if position.shows != "open" and seen.last.shuts:
        colour = "error" if position.shows == "clash" else "ink"
        room = art.Drawing(0.0, EDGE)  # a ring reaches beyond its cell
        filled = art.above(room, ring(filled, dict.fromkeys(seen.last.shuts), colour), room)
    if not seen.last.dice:
        return filled
    if is_narrow:
        return art.above(dice, filled, gap=GAP)
    return art.beside(dice, filled, gap=2 * GAP, middle=True)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for what is shut, for the dice, and for what the drawing points at."""
    seen = _Seen(setting.game, position)
    new = () if position.shows == "open" else seen.last.shuts
    rolled = ("guide.read-roll", seen.last.dice)
    return teaching.read((("guide.read-shut", seen.shut), rolled, ("guide.read-new", new)), setting)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the ways to make a throw with all numbers open, and what the policies leave.

    `{ways.of.8}`, `{ways.of.8.count}`, of two cells `{ways.of.8.of.2}`, `{chance.of.7.percent}`;
    `{alone.3.1}` is the chance to shut with one die a number that alone is left;
    `{left.best.mean}` and `.shut`, `{left.largest.all.mean}` with all dice always; of a position
    `{position.first.ways}`, `.open`, `.points`, `.dice`, `.sum`, of its throws `.1.shuts`, and
    `.fits.1.percent` with one die.
    """
    layout = rules_of(game, Shut).layout
    yield Group(("ways", "chance", "alone"), partial(_of_throws, layout))
    yield Group.of("left", partial(_of_policies, layout))
    told = partial(_position, game, game.said_in(language))
    yield from of_positions(("position",), positions, told)


def sums(layout: Layout, ways: tuple[Line, ...]) -> tuple[str, ...]:
    """Return ways as sums: `8`, `1+7`, `2+6`."""
    spots = layout.kit.plan.spots
    return tuple("+".join(str(spots[cell].value) for cell in way) for way in ways)


def _of_throws(layout: Layout) -> Pairs:
    chances, counts = layout.kit.dice.sums(layout.kit.count()), range(1, layout.kit.count() + 1)
    yield "chance.of.all.ways", layout.kit.dice.sides ** layout.kit.count()
    for total in range(1, max(chances) + 1):
        ways = layout.ways(layout.cells, total)
        sizes = Counter(map(len, ways))
        every = {str(n): sizes[n] or None for n in range(1, len(layout.cells) + 1)}
        yield f"ways.of.{total}", sums(layout, ways)
        yield f"ways.of.{total}.of", every
        yield f"chance.of.{total}.percent", chances.get(total, Fraction(0))
    for cell in layout.cells:
        may = layout.counts((cell,))
        found = {f"{n}": layout.fits((cell,), n) if n in may else None for n in counts}
        yield f"alone.{layout.sum((cell,))}", found


def _of_policies(layout: Layout) -> Mapping[str, object]:
    """Return what each policy leaves on average, how often all is shut; with all dice always."""
    boxes = {"": layout, ".all": replace(layout, kit=replace(layout.kit, fewest=None))}
    return {
        f"{policy}{kind}": {"mean": Mean(one.left(policy)), "shut": one.shut(policy)}
        for policy in get_args(Policy)
        for kind, one in boxes.items()
    }


def _position(game: Game, said: Sentences, name: str, position: Position) -> Pairs:
    seen, at = _Seen(game, position), f"position.{name}"
    layout, still, last = seen.layout, seen.walk.still, seen.last
    for number, throw in enumerate(seen.throws, start=1):
        found = {"dice": throw.dice, "sum": sum(throw.dice), "shuts": throw.shuts}
        yield f"{at}.{number}", found
    yield at, {"open": still, "points": layout.sum(still), "dice": last.dice, "sum": sum(last.dice)}
    yield f"{at}.ways", sums(layout, layout.ways(still, sum(last.dice)))
    yield f"{at}.broken", teaching.broken(seen.walk.refusals, said)
    for count in range(1, layout.kit.count() + 1):
        yield f"{at}.fits.{count}.percent", layout.fits(still, count)
