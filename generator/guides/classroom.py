"""How much the class of a lesson needs: copies of each printable, on how much paper."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.guides.lesson import Needed
from generator.guides.masters import master
from generator.guides.seating import Seating
from generator.guides.supplies import KitFile, kit_file, wanted
from generator.printables.setting import Setting


@dataclass(frozen=True, slots=True)
class Counted:
    """A printable by its title: how many copies, on how many sheets of paper if that is known."""

    title: str
    copies: int
    paper: int | None
    use: str


def needs(lesson: Sequence[Needed], setting: Setting, seating: Seating) -> tuple[Counted, ...]:
    """Count the copies of each printable of a lesson, and the sheets of paper they take."""
    kit = kit_file(setting.game)
    return tuple(_counted(needed, kit, setting, seating) for needed in lesson)


def _counted(needed: Needed, kit: KitFile, setting: Setting, seating: Seating) -> Counted:
    title = setting.said.printables[needed.printable]
    options = replace(setting.options, copies=1, names=())
    one = master(setting.game, needed.printable, options)
    copies = wanted(kit.needs[needed.printable], seating)
    paper = None if one.paper is None else one.sets(copies) * one.paper
    return Counted(title, copies, paper, needed.use)
