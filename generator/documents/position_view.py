"""A position of a guide or an exercise as the rules of its game see it.

Documents know a type of game by this class alone: its folder has `View` in `view`, what else texts
may ask for in `figures`, and `Exercises` in `exercises`.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import ValidationError

from generator.documents.lesson import TICK, Position
from generator.documents.quantities import Lookup, Tree, as_sentence
from generator.errors import LudokitError
from generator.game import Game, Mark
from generator.game.sentences import Sentences
from generator.paper.shapes import Drawing, Mm, Placed, row
from generator.paper.text import Lettering, set_middle
from generator.printables.context import Context
from generator.printables.kinds.sheet import SheetEntry, fit_stack
from generator.printables.marks import ring_cells, write_in
from generator.printables.planning import entries, of_kind
from generator.printables.printable import Block, Room
from generator.printables.sketch import die_face
from generator.reading.nodes import Path
from generator.rules import AnyRules, companion, load
from generator.rules.interface import Refusal
from generator.rules.naming import localise
from generator.words import Language, Message, message, not_one_of

Kind = TypeVar("Kind", bound=Block)
# Cells of a sheet in a figure lie no nearer.
LEAST_PITCH: Mm = 5.0
# What is wrong in a position: each place in it, and why.
Faults = Iterator[tuple[Path, Message]]
Judge = TypeVar("Judge", bound=AnyRules)
# How many digits a mark has at most.
MOST_DIGITS = 3
# The same for all positions of a class's exercises.
_stack_blocks = lru_cache(maxsize=64)(fit_stack)


class PositionView(Generic[Judge]):
    """A position and the rules that judge it: the state before its turn, refusals, what is open."""

    # What a printable has to have on it so that positions can be drawn.
    block: ClassVar[type[Block]]

    def __init__(self, rules: Judge, position: Position, said: Sentences) -> None:
        self.rules, self.position, self.said = rules, position, said
        self.state: Any = None
        self.turn: Any = None
        self.refusals: tuple[Refusal, ...] = ()

    @classmethod
    def validate(cls, rules: Judge, position: Position) -> Faults:
        """Yield what of a position the game does not know, each with its place in it."""
        yield from cls.validate_printable(rules, position)
        odd = [*cls.unknown_marks(rules, position)]
        yield from odd or cls.validate_turn(rules, position)

    @classmethod
    def validate_printable(cls, rules: Judge, position: Position, **facts: object) -> Faults:
        """Yield that a position's printable is not one of those that can draw it."""
        fitting = printables_with(rules.game, cls.block, **facts)
        if position.printable not in fitting:
            yield ("printable",), not_one_of(position.printable, fitting)

    @classmethod
    def judged(cls, rules: Judge, position: Position) -> Self:
        """Return a position of which only the judgement is wanted, in whatever language."""
        return cls(rules, position, next(iter(rules.game.sentences.values())))

    @classmethod
    def validate_turn(cls, rules: Judge, position: Position) -> Faults:
        """Yield that a turn is none, or that the rules refuse it though no clash is shown."""
        if position.turn is None:
            return
        try:
            refused = cls.judged(rules, position).refusals
        except (ValidationError, KeyError):
            yield ("turn",), message("guide.turn")
            return
        if (position.shows == "clash") != bool(refused):
            yield ("turn",), refused[0].reason if refused else message("guide.turn-allowed")

    @classmethod
    def unknown_marks(cls, rules: Judge, position: Position) -> Faults:
        """Yield the marks that the game does not have, or that their cells do not take."""
        raise NotImplementedError

    def open(self) -> tuple[str, ...]:
        """Return the cells or cards that may be taken now."""
        return ()

    def points(self) -> Mapping[str, int]:
        """Return what the position comes to, part by part."""
        return {}

    def figures(self) -> dict[str, object]:
        """Return what texts may ask of the position: `{position.first.open}`."""
        return {"open": self.open(), "broken": refusal_sentences(self.refusals, self.said)}

    def block_on(self, game: Game, kind: type[Kind]) -> Kind:
        """Return the first block of a kind on the position's sheet."""
        return block_on(game, self.position.printable, kind)

    def draw_block(self, setting: Context, width: Mm, **changes: object) -> Drawing:
        """Draw the `block` as wide as a figure has room, some of it changed or left out."""
        block = self.block_on(setting.game, self.block).model_copy(update=changes)
        return block.draw(setting, Room(width, width / block.width_in_pitches(setting.game)))

    def draw_blocks(
        self, blocks: Sequence[Block], setting: Context, width: Mm, height: Mm
    ) -> Drawing:
        """Draw blocks of a sheet, no higher than that; LudokitError if they would be too small."""
        room = Room(width, LEAST_PITCH)
        drawn = _stack_blocks(tuple(blocks), setting, room, setting.style.length(height))
        if drawn is None:
            title = setting.sentences.printables[self.position.printable]
            raise LudokitError(message("guide.no-room", printable=title))
        return drawn[1]

    def draw(self, setting: Context, width: Mm) -> Drawing:
        """Draw the position on the game's own paper."""
        raise NotImplementedError

    def describe(self, setting: Context) -> Iterator[str]:
        """Yield sentences that tell what the drawing shows."""
        raise NotImplementedError


AnyView = PositionView[Any]


def view_of(game: Game, position: Position, language: Language) -> AnyView:
    """Return a position as a game's rules see it; TypeError for a game without mechanics."""
    module = companion(game, "view")
    if module is None:
        raise TypeError(game.name)
    view: AnyView = module.View(load(game), position, game.sentences_in(language))
    return view


def validate_position(game: Game, position: Position) -> Faults:
    """Yield what of a position its game does not know, each with its place in it."""
    module = companion(game, "view")
    if module is None:
        yield (), message("guide.no-mechanics", game=game.name)
    else:
        yield from module.View.validate(load(game), position)


def figures_of_type(game: Game, positions: Mapping[str, Position], language: Language) -> Tree:
    """Return what texts may ask of a game's rules, and of positions that are in order."""
    module = companion(game, "figures")
    if module is None:
        return {}
    views = Lookup(positions, lambda name: view_of(game, positions[name], language))
    tree: dict[str, object] = {
        "position": Lookup(views, lambda name: views[name].figures()),
        "score": Lookup(views, lambda name: views[name].points()),
    }
    tree |= module.figures(load(game), game.sentences_in(language), views)
    return tree


def validate_marks(
    position: Position,
    cells: Collection[str],
    *,
    words: Collection[str] = (),
    boxes: Collection[str] = (),
) -> Faults:
    """Yield unknown cells and marks: cells take the words, or else a number, and boxes a tick."""
    for cell, mark in position.marks.items():
        is_number = mark.isdecimal() and mark.isascii() and len(mark) <= MOST_DIGITS
        if cell not in cells:
            yield ("marks", cell), not_one_of(cell, cells)
        elif words and mark not in words:
            yield ("marks", cell), not_one_of(mark, words)
        elif not (words or (mark == TICK if cell in boxes else is_number)):
            yield ("marks", cell), message("guide.mark", cell=cell)


def validate_turn_alone(position: Position, *fields: str) -> Faults:
    """Yield marks, where all that is drawn comes from the turn, and fields that no turn has."""
    yield from ((("marks", cell), message("guide.mark", cell=cell)) for cell in position.marks)
    yield from unknown_turn_fields(position, fields)


def unknown_turn_fields(position: Position, fields: Collection[str]) -> Faults:
    """Yield the fields of a position's turn that no turn has."""
    odd = (field for field in position.turn or {} if field not in fields)
    yield from ((("turn", field), not_one_of(field, fields)) for field in odd)


def parse_turn(position: Position, rules: AnyRules) -> Any:
    """Return a position's turn as a record's would be read; ValidationError where it is none."""
    written = json.dumps({"turns": [position.turn]})
    (turn,) = rules.steps(rules.body.model_validate_json(written, strict=True))
    return turn


def as_tuple(found: object) -> tuple[Any, ...]:
    """Return a list of the data, a single value as one of its own."""
    return tuple(found) if isinstance(found, list) else (found,)


def turn_values(position: Position, field: str, *usual: object) -> tuple[Any, ...]:
    """Return what a field of a position's turn holds, the usual where the turn does not have it."""
    return as_tuple((position.turn or {}).get(field, [*usual]))


def refusal_sentences(refusals: Iterable[Refusal], said: Sentences) -> str:
    """Return why something is refused, in sentences that name cells by their labels."""
    return " ".join(as_sentence(localise(one.reason, said), said.language) for one in refusals)


def describe_cells(told: Iterable[tuple[str, Iterable[object]]], setting: Context) -> Iterator[str]:
    """Yield a sentence for each list of cells or dice in which there are any."""
    for key, found in told:
        if cells := tuple(setting.sentences.label(str(one)) for one in found):
            yield setting.say(message(key, cells=cells))


def block_on(game: Game, printable: str, kind: type[Kind]) -> Kind:
    """Return the first block of a kind on a sheet; KeyError where there is none."""
    sheet = entries(game).get(printable)
    for block in sheet.blocks if isinstance(sheet, SheetEntry) else ():
        if isinstance(block, kind):
            return block
    raise KeyError(printable)


def printables_with(game: Game, kind: type[Block], **facts: object) -> list[str]:
    """Return the sheets of a game that have a block of a kind of which some facts hold."""

    def is_it(block: Block) -> bool:
        known = (getattr(block, fact, None) == found for fact, found in facts.items())
        return isinstance(block, kind) and all(known)

    sheets = of_kind(game, SheetEntry).items()
    return [name for name, sheet in sheets if any(map(is_it, sheet.blocks))]


def mark_block(
    block: Drawing,
    marks: Mapping[str, Mark],
    setting: Context,
    rings: Iterable[str] = (),
    colour: str = "error",
) -> Drawing:
    """Return a block with marks in its cells, and rings about some of them."""
    return ring_cells(write_in(block, marks, setting.style.family.bold), rings, colour)


def with_margin(drawing: Drawing, x: Mm, y: Mm) -> Drawing:
    """Return a drawing with white at its sides, and above and below: rings reach beyond cells."""
    width, height = drawing.width + 2 * x, drawing.height + 2 * y
    return Drawing(width, height, (Placed(drawing, x, y),), title=drawing.title, alt=drawing.alt)


def dice_row(dice: Iterable[int], side: Mm, gap: Mm) -> Drawing:
    """Draw dice side by side."""
    return row(*(die_face(face, side) for face in dice), gap=gap)


def text_mid_height(words: str, how: Lettering, height: Mm) -> Drawing:
    """Draw words in one line, in the middle of a height."""
    return Drawing(how.width(words), height, set_middle(words, 0.0, height / 2, how))
