"""Boxes of numbers: positions drawn with what is shut and the dice; ways to add up, and chances."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import get_args

from generator.game import Game, Mark
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, counted, decimal, labels, listed, sentence, share
from generator.guides.teaching import (
    Computed,
    Table,
    block_of,
    rules_of,
    several,
    turn_of,
    undrawable,
    unturned,
)
from generator.paper import shapes as art
from generator.paper.marks import ring, write_in
from generator.printables.blocks.numbers import NumbersBlock
from generator.printables.blocks.pips import die_face
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.reading.nodes import Path
from generator.rules.family import Refusal, Seating
from generator.rules.naming import labelled
from generator.rules.sheet.adding import Box, Policy, without
from generator.rules.sheet.plan import Line
from generator.rules.sheet.shut import Shut
from generator.rules.sheet.throws import Layout, Throw, Turn, Walk
from generator.words import Language, Message, message, not_one_of, say

SHUT = "shut"
# How wide the cells are at most; the dice beside them.
WIDEST: art.Mm = 96.0
DIE: art.Mm = 7.0
GAP: art.Mm = 3.0
EDGE: art.Mm = 1.4

__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]


class _Seen:
    """A position as the rules see it: its throws, the last of which may wait for a choice."""

    def __init__(self, game: Game, position: Position) -> None:
        self.rules = rules_of(game, Shut)
        self.layout: Layout = self.rules.layout
        still = without(self.layout.cells, tuple(position.marks))
        turn: Turn = turn_of(position, self.rules) if position.turn else Turn(1, None)
        waits = position.shows == "open" and bool(turn.throws)
        self.last = turn.throws[-1] if turn.throws else Throw()
        throws = turn.throws[:-1] if waits else turn.throws
        self.throws, self.before = turn.throws, still
        table = Seating(("",))
        self.walk = Walk(self.layout, Turn(1, None, throws), table, "").play(still)

    def refusals(self) -> tuple[Refusal, ...]:
        """Return what the throws break."""
        return tuple(self.walk.refusals)

    def fitting(self) -> tuple[Line, ...]:
        """Return the ways to make the last throw with what is open then."""
        return self.layout.box().ways(self.walk.still, sum(self.last.dice))


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield cells that there are not, other marks than `shut`, and a turn that is none."""
    yield from undrawable(game, position, NumbersBlock)
    values = rules_of(game, Shut).layout.cells
    known = True
    for cell, mark in position.marks.items():
        if cell not in values or mark != SHUT:
            known = False
            yield (
                ("marks", cell),
                not_one_of(*((mark, (SHUT,)) if cell in values else (cell, values))),
            )
    if known:
        yield from unturned(position, lambda: _Seen(game, position).refusals())


def drawing(position: Position, setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw the dice thrown last, and beside them the numbers, what is shut crossed off."""
    block = block_of(setting.game, position.printable, NumbersBlock)
    once = {"look": "cross", "rounds": 1, "boxes": (), "total": False}
    plain, seen, length = (
        block.model_copy(update=once),
        _Seen(setting.game, position),
        setting.style.length,
    )
    faces = tuple(die_face(face, length(DIE)) for face in seen.last.dice)
    dice = art.beside(*faces, gap=length(DIE) * 0.3)
    side = min(width - dice.width - 2 * GAP, length(WIDEST))
    sheet = plain.draw(setting, Room(side, side / plain.width_in_pitches(setting.game)))
    gone = without(seen.layout.cells, seen.walk.still)
    crossed = dict.fromkeys(gone, Mark(shape="cross"))
    filled = write_in(sheet, crossed, setting.style.family.bold)
    if position.shows == "clash":
        room = art.Drawing(0.0, EDGE)  # a ring reaches beyond its cell
        filled = art.above(room, ring(filled, dict.fromkeys(seen.last.shuts)), room)
    return art.beside(dice, filled, gap=2 * GAP, middle=True) if faces else filled


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for what is shut, for the dice, and for what the drawing points at."""
    seen = _Seen(setting.game, position)
    gone = without(seen.layout.cells, seen.walk.still)
    told = (
        ("guide.read-shut", gone),
        ("guide.read-roll", tuple(map(str, seen.last.dice))),
        ("guide.read-new", seen.last.shuts if position.shows == "clash" else ()),
    )
    for key, cells in told:
        if cells:
            yield setting.say(message(key, cells=tuple(map(setting.said.label, cells))))


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the ways to make a throw with all numbers open, and what the policies leave.

    `{ways.of.8}`, `{ways.of.8.count}`, `{chance.of.7.percent}`; `{left.best.mean}` and `.shut`,
    `{left.largest.all.mean}` with all dice always; of a position `{position.first.ways}`, `.open`,
    `.points`, `.dice`, `.sum`, of its throws `.1.shuts`, and `.fits.1.percent` with one die.
    """
    layout = rules_of(game, Shut).layout
    yield Group(("ways", "chance"), partial(_of_throws, layout, language))
    yield Group(("left",), partial(_of_policies, layout, language))
    for name, position in positions.items():
        pairs = partial(_position, name, position, game, language)
        yield Group((f"position.{name}",), pairs, name)


def _written(layout: Layout, fitting: tuple[Line, ...], language: Language) -> str:
    """Return ways as sums: `8, 1+7 and 2+6`."""
    spots = layout.kit.plan.spots
    found = ["+".join(str(spots[cell].value) for cell in way) for way in fitting]
    return listed(found, language)


def _of_throws(layout: Layout, language: Language) -> Pairs:
    chances = layout.dice.sums(layout.dice.dice)
    yield "chance.of.all.ways", str(layout.dice.sides**layout.dice.dice)
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
    for kind, box in _boxes(layout):
        for policy in get_args(Policy):
            yield f"left.{policy}{kind}.mean", decimal(box.left(policy), language)
            yield f"left.{policy}{kind}.shut", share(box.shut(policy), language)


def _position(name: str, position: Position, game: Game, language: Language) -> Pairs:
    seen, at, said = _Seen(game, position), f"position.{name}", game.said_in(language)
    layout, still = seen.layout, seen.walk.still
    yield from counted(f"{at}.open", still, said)
    yield from counted(f"{at}.before", seen.before, said)
    yield f"{at}.points", str(layout.box().sum(still))
    for number, throw in enumerate(seen.throws, start=1):
        yield f"{at}.{number}.dice", _dice(throw, language)
        yield f"{at}.{number}.sum", str(sum(throw.dice))
        yield f"{at}.{number}.shuts", labels(throw.shuts, said)
    yield f"{at}.dice", _dice(seen.last, language)
    yield f"{at}.sum", str(sum(seen.last.dice))
    yield f"{at}.ways", _written(layout, seen.fitting(), language)
    yield f"{at}.ways.count", str(len(seen.fitting()))
    yield (
        f"{at}.broken",
        " ".join(sentence(labelled(refusal.reason, said), language) for refusal in seen.refusals()),
    )
    for count in range(1, layout.dice.dice + 1):
        yield f"{at}.fits.{count}.percent", share(layout.box().fits(still, count), language)


def _dice(throw: Throw, language: Language) -> str:
    return listed([str(face) for face in several(list(throw.dice))], language)


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return the tables of an annex: `ways`, `policies`, `last`."""
    layout = rules_of(game, Shut).layout
    return {
        "ways": partial(_ways, layout, language),
        "policies": partial(_policies, layout, language),
        "last": partial(_last, layout, language),
    }


def _ways(layout: Layout, language: Language) -> Computed:
    """Return every throw of all dice: its chance, how many ways make it, and of how many cells."""
    rows, chances = [], layout.dice.sums(layout.dice.dice)
    found = {total: layout.box().ways(layout.cells, total) for total in chances}
    longest = max(len(way) for fitting in found.values() for way in fitting)
    for total, fitting in found.items():
        sizes = [len(way) for way in fitting]
        by_size = (sizes.count(size) for size in range(1, longest + 1))
        counts = (str(count or "–") for count in (len(fitting), *by_size))
        rows.append((str(total), share(chances[total], language), *counts))
    return Computed(tuple(rows))


def _policies(layout: Layout, language: Language) -> Computed:
    """Return what each policy leaves on average and how often all is shut, dice by dice."""
    rows = []
    for policy in get_args(Policy):
        row = [say(message(f"guide.takes-{policy}"), language)]
        for _, box in _boxes(layout):
            row += [decimal(box.left(policy), language), share(box.shut(policy), language)]
        rows.append(tuple(row))
    return Computed(tuple(rows))


def _last(layout: Layout, language: Language) -> Computed:
    """Return the chance to shut a number that alone is left, by how many dice may be thrown."""
    box, rows = layout.box(), []
    for cell in layout.cells:
        counts = range(1, layout.dice.dice + 1)
        may = box.counts((cell,))
        chances = (share(box.fits((cell,), n), language) if n in may else "–" for n in counts)
        rows.append((str(box.sum((cell,))), *chances))
    return Computed(tuple(rows))
