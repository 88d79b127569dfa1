"""Boxes of numbers: positions drawn with what is shut and the dice; ways to add up, and chances."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import get_args

from generator.game import Game, Mark
from generator.guides import numbers as wording
from generator.guides import teaching
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, counted, decimal, listed, sentence, share, under
from generator.guides.on_sheets import dice_row, misplaced
from generator.guides.teaching import Computed, Table, of_positions, rules_of, undrawable, unturned
from generator.paper import shapes as art
from generator.paper.marks import ring, write_in
from generator.printables.blocks.numbers import NumbersBlock
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.reading.nodes import Path
from generator.rules.family import Seating
from generator.rules.naming import labelled
from generator.rules.sheet.adding import Box, Policy, without
from generator.rules.sheet.plan import Line
from generator.rules.sheet.shut import Shut
from generator.rules.sheet.throws import Layout, Throw, Turn, Walk
from generator.words import Language, Message, message, say

SHUT = "shut"
# How wide the cells are at most; the dice beside them.
WIDEST: art.Mm = 96.0
DIE: art.Mm = 7.0
GAP: art.Mm = 3.0
EDGE: art.Mm = 1.4


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
        self.walk = Walk(self.layout, replace(turn, player=None), Seating(("",)), "")
        self.walk.play(self.before)
        self.shut = without(self.layout.cells, self.walk.still)


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield cells that there are not, other marks than `shut`, and a turn that is none."""
    yield from undrawable(game, position, NumbersBlock)
    yield from (odd := [*misplaced(position, rules_of(game, Shut).layout.cells, word=SHUT)])
    if not odd:
        yield from unturned(position, lambda: tuple(_Seen(game, position).walk.refusals))


def drawing(position: Position, setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw the dice thrown last, and beside them the numbers, what is shut crossed off."""
    block = teaching.block_of(setting.game, position.printable, NumbersBlock)
    once = {"look": "cross", "rounds": 1, "boxes": (), "total": False}
    plain, seen = block.model_copy(update=once), _Seen(setting.game, position)
    length = setting.style.length
    dice = dice_row(seen.last.dice, length(DIE), length(DIE) * 0.3)
    side = min(width - dice.width - 2 * GAP, length(WIDEST))
    sheet = plain.draw(setting, Room(side, side / plain.width_in_pitches(setting.game)))
    crossed = dict.fromkeys(seen.shut, Mark(shape="cross"))
    filled = write_in(sheet, crossed, setting.style.family.bold)
    if position.shows == "clash":
        room = art.Drawing(0.0, EDGE)  # a ring reaches beyond its cell
        filled = art.above(room, ring(filled, dict.fromkeys(seen.last.shuts)), room)
    return art.beside(dice, filled, gap=2 * GAP, middle=True) if seen.last.dice else filled


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for what is shut, for the dice, and for what the drawing points at."""
    seen = _Seen(setting.game, position)
    new = seen.last.shuts if position.shows == "clash" else ()
    rolled = ("guide.read-roll", seen.last.dice)
    return teaching.read((("guide.read-shut", seen.shut), rolled, ("guide.read-new", new)), setting)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the ways to make a throw with all numbers open, and what the policies leave.

    `{ways.of.8}`, `{ways.of.8.count}`, `{chance.of.7.percent}`; `{left.best.mean}` and `.shut`,
    `{left.largest.all.mean}` with all dice always; of a position `{position.first.ways}`, `.open`,
    `.points`, `.dice`, `.sum`, of its throws `.1.shuts`, and `.fits.1.percent` with one die.
    """
    layout = rules_of(game, Shut).layout
    yield Group(("ways", "chance"), partial(_of_throws, layout, language))
    yield Group(("left",), partial(_of_policies, layout, language))
    yield from of_positions(("position",), positions, partial(_position, game, language))


def _written(layout: Layout, fitting: tuple[Line, ...], language: Language) -> str:
    """Return ways as sums: `8, 1+7 and 2+6`."""
    spots = layout.kit.plan.spots
    return listed(("+".join(str(spots[cell].value) for cell in way) for way in fitting), language)


def _of_throws(layout: Layout, language: Language) -> Pairs:
    chances = layout.kit.dice.sums(layout.kit.count())
    yield "chance.of.all.ways", str(layout.kit.dice.sides ** layout.kit.count())
    for total in range(1, max(chances) + 1):
        fitting = layout.box().ways(layout.cells, total)
        yield f"ways.of.{total}", _written(layout, fitting, language)
        yield f"ways.of.{total}.count", str(len(fitting))
        yield f"chance.of.{total}.percent", share(chances.get(total, Fraction(0)), language)


def _boxes(layout: Layout) -> tuple[tuple[str, Box], ...]:
    """Return the box by its rules, and the same where all dice are thrown always."""
    box = layout.box()
    return ("", box), (".all", replace(box, kit=replace(layout.kit, fewest=None)))


def _of_policies(layout: Layout, language: Language) -> Pairs:
    for (kind, box), policy in product(_boxes(layout), get_args(Policy)):
        mean, shut = decimal(box.left(policy), language), share(box.shut(policy), language)
        yield from under(f"left.{policy}{kind}", mean=mean, shut=shut)


def _position(game: Game, language: Language, name: str, position: Position) -> Pairs:
    seen, at, said = _Seen(game, position), f"position.{name}", game.said_in(language)
    box, still = seen.layout.box(), seen.walk.still
    yield from counted(f"{at}.open", still, said)
    yield from counted(f"{at}.before", seen.before, said)
    for number, throw in enumerate(seen.throws, start=1):
        yield from _of_dice(f"{at}.{number}", throw, language)
        yield f"{at}.{number}.shuts", wording.labels(throw.shuts, said)
    yield from _of_dice(at, seen.last, language)
    ways = box.ways(still, sum(seen.last.dice))
    yield from under(at, ways=_written(seen.layout, ways, language), ways_count=len(ways))
    reasons = (labelled(refusal.reason, said) for refusal in seen.walk.refusals)
    why = " ".join(sentence(reason, language) for reason in reasons)
    yield from under(at, points=box.sum(still), broken=why)
    for count in range(1, seen.layout.kit.count() + 1):
        yield f"{at}.fits.{count}.percent", share(box.fits(still, count), language)


def _of_dice(at: str, throw: Throw, language: Language) -> Pairs:
    return under(at, dice=listed(throw.dice, language), sum=sum(throw.dice))


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return the tables of an annex: `ways`, `policies`, `last`."""
    layout = rules_of(game, Shut).layout
    found = {"ways": _ways, "policies": _policies, "last": _last}
    return {name: partial(table, layout, language) for name, table in found.items()}


def _ways(layout: Layout, language: Language) -> Computed:
    """Return every throw of all dice: its chance, how many ways make it, and of how many cells."""
    chances = layout.kit.dice.sums(layout.kit.count())
    sizes = {n: [len(way) for way in layout.box().ways(layout.cells, n)] for n in chances}
    longest, rows = max(size for some in sizes.values() for size in some), []
    for total, some in sizes.items():
        by_size = (some.count(size) for size in range(1, longest + 1))
        counts = (str(count or "–") for count in (len(some), *by_size))
        rows.append((str(total), share(chances[total], language), *counts))
    return Computed(tuple(rows))


def _policies(layout: Layout, language: Language) -> Computed:
    """Return what each policy leaves on average and how often all is shut, dice by dice."""
    told, rows = dict(_of_policies(layout, language)), []
    for policy in get_args(Policy):
        names = (f"left.{policy}{kind}" for kind, _ in _boxes(layout))
        found = (told[f"{name}.{key}"] for name in names for key in ("mean", "shut"))
        rows.append((say(message(f"guide.takes-{policy}"), language), *found))
    return Computed(tuple(rows))


def _last(layout: Layout, language: Language) -> Computed:
    """Return the chance to shut a number that alone is left, by how many dice may be thrown."""
    box, rows = layout.box(), []
    for cell in layout.cells:
        may = box.counts((cell,))
        chances = (
            share(box.fits((cell,), count), language) if count in may else "–"
            for count in range(1, layout.kit.count() + 1)
        )
        rows.append((str(box.sum((cell,))), *chances))
    return Computed(tuple(rows))
