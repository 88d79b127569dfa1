"""What the modules of several families share: a game's rules, blocks of its sheets, numbers."""

from typing import TypeVar

from generator.game import Game
from generator.guides.lesson import SHEETS
from generator.printables.blocks.block import Block
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries
from generator.rules import load
from generator.rules.families import AnyRules
from generator.words import Language, figure

Kind = TypeVar("Kind", bound=Block)
Family = TypeVar("Family", bound=AnyRules)


def rules_of(game: Game, family: type[Family]) -> Family:
    """Return the rules of a game of some family; TypeError where it is of another."""
    rules = load(game)
    if not isinstance(rules, family):
        raise TypeError(game.name)
    return rules


def block_of(game: Game, printable: str, kind: type[Kind]) -> Kind:
    """Return the first block of a kind on a sheet, or on any sheet; KeyError where there is none.

    A position that names no printable is drawn on the first sheet that has such a block.
    """
    sheets = {name: e for name, e in entries(game).items() if isinstance(e, SheetEntry)}
    wanted = [sheets[printable]] if printable in sheets and printable != SHEETS else []
    for found in (*wanted, *sheets.values()):
        for block in found.blocks:
            if isinstance(block, kind):
                return block
    raise KeyError(printable)


def thousands(number: int, language: Language) -> str:
    """Return a number with its thousands set apart."""
    return figure(number, language)
