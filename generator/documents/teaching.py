"""What a family of games brings to its guides, and what every family needs for it."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from pydantic import ValidationError

from generator.documents.lesson import TICK, Position
from generator.documents.numbers import Group, Pairs, sentence
from generator.errors import LudokitError
from generator.game import Game
from generator.game.sentences import Sentences
from generator.paper.shapes import Drawing, Mm, beside
from generator.paper.text import Lettering, set_middle
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room
from generator.printables.kinds.sheet import SheetEntry, stacked
from generator.printables.planning import entries, of_kind
from generator.printables.sketch import die_face
from generator.reading.nodes import MapNode, Path
from generator.rules import AnyRules, family_and_act, load
from generator.rules.family import Refusal
from generator.rules.naming import labelled
from generator.words import Language, Message, message, not_one_of

# What is wrong in a position: each place in it, and why.
Faults: TypeAlias = Iterator[tuple[Path, Message]]
Kind = TypeVar("Kind", bound=Block)
Family = TypeVar("Family", bound=AnyRules)


class Teaching(Protocol):
    """One module for each family of mechanics, with these functions.

    What they do here is what they do for a game without mechanics.
    """

    # ruff: noqa: ARG002 - the families heed what is given here
    def misfits(self, game: Game, position: Position) -> Faults:
        """Yield what of a position the game does not know, each with its place in it."""
        yield (), message("guide.no-mechanics", game=game.name)

    def numbers(
        self, game: Game, positions: Mapping[str, Position], language: Language, /
    ) -> Iterator[Group]:
        """Yield the family's own names for numbers that texts may hold in braces.

        The positions are those in which `misfits` finds nothing.
        """
        return iter(())

    def drawing(self, position: Position, setting: PrintContext, width: Mm) -> Drawing:
        """Draw a position on the game's own paper."""
        raise TypeError(setting.game.name)

    def read_out(self, position: Position, setting: PrintContext) -> Iterator[str]:
        """Yield sentences that tell what the drawing shows."""
        return iter(())


class Unruled(Teaching):
    """What a game without mechanics brings: nothing that rules would have to tell."""


def teaching(game: Game) -> Teaching:
    """Return what a game's family brings: the module beside this one with the family's name."""
    name = family_of(game)
    return cast("Teaching", import_module(f"{__package__}.{name}")) if name else Unruled()


def family_of(game: Game) -> str:
    """Return the name of a game's family, or of what a turn does; nothing without mechanics."""
    section = game.sections.get("mechanics")
    if not isinstance(section, MapNode):
        return ""
    family, act = family_and_act(section)
    return act or family


def rules_of(game: Game, family: type[Family]) -> Family:
    """Return the rules of a game of some family; TypeError where it is of another."""
    rules = load(game)
    if not isinstance(rules, family):
        raise TypeError(game.name)
    return rules


def block_of(game: Game, printable: str, kind: type[Kind]) -> Kind:
    """Return the first block of a kind on a sheet; KeyError where there is none."""
    sheet = entries(game).get(printable)
    for block in sheet.blocks if isinstance(sheet, SheetEntry) else ():
        if isinstance(block, kind):
            return block
    raise KeyError(printable)


def drawn_plain(
    position: Position, setting: PrintContext, kind: type[Kind], width: Mm, **changes: object
) -> Drawing:
    """Draw the block of a kind as wide as a figure has room, some of it changed or left out."""
    block = block_of(setting.game, position.printable, kind).model_copy(update=changes)
    return block.draw(setting, Room(width, width / block.width_in_pitches(setting.game)))


def drawable(game: Game, kind: type[Block], **facts: object) -> list[str]:
    """Return the sheets of a game that have a block of a kind of which some facts hold."""

    def is_it(block: Block) -> bool:
        known = (getattr(block, fact, None) == found for fact, found in facts.items())
        return isinstance(block, kind) and all(known)

    sheets = of_kind(game, SheetEntry).items()
    return [name for name, sheet in sheets if any(map(is_it, sheet.blocks))]


def undrawable(game: Game, position: Position, kind: type[Block], **facts: object) -> Faults:
    """Yield that a position's printable is not one of those that are drawable."""
    fitting = drawable(game, kind, **facts)
    if position.printable not in fitting:
        yield ("printable",), not_one_of(position.printable, fitting)


def of_positions(
    starts: Iterable[str], positions: Mapping[str, Position], told: Callable[[str, Position], Pairs]
) -> Iterator[Group]:
    """Yield a group for each position, of names that begin in some ways before its own."""
    for name, position in positions.items():
        beginnings = tuple(f"{start}.{name}" for start in starts)
        yield Group(beginnings, partial(told, name, position))


def of_turn_alone(position: Position, *fields: str) -> Faults:
    """Yield marks, where all that is drawn comes from the turn, and fields that no turn has."""
    yield from ((("marks", cell), message("guide.mark", cell=cell)) for cell in position.marks)
    yield from of_no_turn(position, fields)


def of_no_turn(position: Position, fields: Collection[str]) -> Faults:
    """Yield the fields of a position's turn that no turn has."""
    odd = (field for field in position.turn or {} if field not in fields)
    yield from ((("turn", field), not_one_of(field, fields)) for field in odd)


def broken(refusals: Iterable[Refusal], said: Sentences) -> str:
    """Return why something is refused, in sentences that name cells by their labels."""
    return " ".join(sentence(labelled(one.reason, said), said.language) for one in refusals)


def read(told: Iterable[tuple[str, Iterable[object]]], setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for each list of cells or dice in which there are any."""
    for key, found in told:
        if cells := tuple(setting.said.label(str(one)) for one in found):
            yield setting.say(message(key, cells=cells))


def several(found: object) -> tuple[Any, ...]:
    """Return a list of the data, a single value as a list of one."""
    return tuple(found) if isinstance(found, list) else (found,)


def turn_of(position: Position, rules: AnyRules) -> Any:  # noqa: ANN401 - each family has its own
    """Return a position's turn as a record's would be read; ValidationError where it is none."""
    written = json.dumps({"turns": [position.turn]})
    (turn,) = rules.steps(rules.body.model_validate_json(written, strict=True))
    return turn


def unturned(position: Position, refusals: Callable[[], tuple[Refusal, ...]]) -> Faults:
    """Yield that a turn is none, or that the rules refuse it unless the position shows a clash."""
    if position.turn is None:
        return
    try:
        refused = refusals()
    except (ValidationError, KeyError):
        yield ("turn",), message("guide.turn")
        return
    if (position.shows == "clash") != bool(refused):
        yield ("turn",), refused[0].reason if refused else message("guide.turn-allowed")


# What games on sheets share: how many digits a mark has at most.
MOST_DIGITS = 3
# Cells of a sheet in a figure lie no nearer.
LEAST_PITCH: Mm = 5.0


def misplaced(
    position: Position,
    cells: Collection[str],
    *,
    words: Collection[str] = (),
    boxes: Collection[str] = (),
) -> Faults:
    """Yield marks of cells that there are not, and marks other than the words that cells take.

    Where they take no words they take a number, and boxes a tick.
    """
    for cell, mark in position.marks.items():
        is_number = mark.isdecimal() and mark.isascii() and len(mark) <= MOST_DIGITS
        if cell not in cells:
            yield ("marks", cell), not_one_of(cell, cells)
        elif words and mark not in words:
            yield ("marks", cell), not_one_of(mark, words)
        elif not (words or (mark == TICK if cell in boxes else is_number)):
            yield ("marks", cell), message("guide.mark", cell=cell)


def dice_row(dice: Iterable[int], side: Mm, gap: Mm) -> Drawing:
    """Draw dice side by side."""
    return beside(*(die_face(face, side) for face in dice), gap=gap)


def in_middle(words: str, how: Lettering, height: Mm) -> Drawing:
    """Draw words in one line, in the middle of a height."""
    return Drawing(how.width(words), height, set_middle(words, 0.0, height / 2, how))


# The same for all positions of a class's exercises.
_stacked = lru_cache(maxsize=64)(stacked)


def fitted(
    blocks: Sequence[Block], position: Position, setting: PrintContext, width: Mm, height: Mm
) -> Drawing:
    """Draw the blocks of a sheet, at most so high; LudokitError where they would be too small."""
    drawn = _stacked(tuple(blocks), setting, Room(width, LEAST_PITCH), setting.style.length(height))
    if drawn is None:
        title = setting.said.printables[position.printable]
        raise LudokitError(message("guide.no-room", printable=title))
    return drawn[1]
