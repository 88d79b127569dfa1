"""Named boxes on a sheet, each with the dice that fill it and what they are worth there."""

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import ColourId, Count, Facts, Id, Part, PartId

# Dice are drawn with pips, and there are six such faces.
FACES = 6
# Faces in order, the same ones for every order in which the dice may lie.
Throw = tuple[int, ...]
Alike = Annotated[int, Field(ge=2, le=10)]


@cache
def all_throws(dice: int, sides: int) -> tuple[Throw, ...]:
    """Return every throw of a number of dice, their faces sorted."""
    return tuple(combinations_with_replacement(range(1, sides + 1), dice))


def count_rolls(throw: Throw) -> int:
    """Return in how many ways the dice of a throw can lie, each die told from the others."""
    return factorial(len(throw)) // prod(map(factorial, Counter(throw).values()))


class ScoreBox(Facts):
    """A box: all that its dice must show, and what they are then worth.

    A box that says nothing of its dice takes any. What fills it is told by the text `<part>.<id>`.
    """

    id: Id
    """What the box is called in records; its name is the label of this id."""
    face: Annotated[int, Field(ge=1, le=FACES)] | None = None
    """A face that has to be there; only the dice that show it are added up."""
    equal: Alike | None = None
    """So many dice that show the same face, or more."""
    run: Annotated[int, Field(ge=2, le=FACES)] | None = None
    """So many faces that follow one another, or more."""
    groups: Annotated[tuple[Alike, ...], Field(max_length=4)] = ()
    """The sizes of the groups of equal dice, each with another face, that leave no die over."""
    worth: Count | None = None
    """The points; the sum of the dice where it is left out."""

    def fits(self, faces: Collection[int]) -> bool:
        """Tell whether the dice show what the box wants."""
        counts = Counter(faces)
        runs = (counts.keys() >= {*range(face, face + (self.run or 0))} for face in counts)
        return (
            (self.face is None or self.face in counts)
            and (self.equal is None or max(counts.values(), default=0) >= self.equal)
            and (self.run is None or any(runs))
            and (not self.groups or sorted(counts.values()) == sorted(self.groups))
        )

    def points(self, faces: Collection[int]) -> int:
        """Return what the dice are worth in the box, 0 where they do not fit."""
        if not self.fits(faces):
            return 0
        return self.worth or sum(face for face in faces if self.face in {None, face})

    def values(self, dice: int, sides: int) -> frozenset[int]:
        """Return every number of points that a number of dice can be worth in the box."""
        return _values(self, dice, sides)

    def chance(self, dice: int, sides: int) -> Fraction:
        """Return the chance that dice, all thrown once, show what the box wants."""
        ways = sum(count_rolls(throw) for throw in all_throws(dice, sides) if self.fits(throw))
        return Fraction(ways, sides**dice)

    def shown(self) -> tuple[int, ...]:
        """Return faces that show what the box wants, none where any dice do."""
        groups = self.groups or ((self.equal,) if self.equal else ())
        return (
            *((self.face,) if self.face else ()),
            *range(1, (self.run or 0) + 1),
            *(FACES - number for number, size in enumerate(groups) for _ in range(size)),
        )


@lru_cache(maxsize=64)
def _values(box: ScoreBox, dice: int, sides: int) -> frozenset[int]:
    return frozenset(map(box.points, all_throws(dice, sides)))


class Bonus(Facts):
    """Points that a group of boxes earns besides, once it holds enough of them."""

    least: Count
    """The points that the boxes of the group have to reach together."""
    worth: Count
    """The points that are added then."""


class BoxGroup(Facts):
    """Boxes that are added up together; the text `<part>.<id>` stands above them."""

    id: Id
    """What their sum is called in records."""
    colour: ColourId
    """The colour of the band above them, and of the sign beside their sum."""
    boxes: Annotated[tuple[ScoreBox, ...], Field(min_length=1, max_length=12)]
    """The boxes from top to bottom."""
    bonus: Bonus | None = None
    """The points that many points earn besides."""


class Boxes(Part):
    """Named boxes in groups; the dice that are thrown fill them."""

    part: Literal["boxes"]
    dice: PartId
    """The dice that are thrown for them."""
    groups: Annotated[tuple[BoxGroup, ...], Field(min_length=1, max_length=4)]
    """The groups from left to right, or from top to bottom."""

    def boxes(self) -> Mapping[str, ScoreBox]:
        """Return the boxes by their ids, in the order of the sheet."""
        return {box.id: box for group in self.groups for box in group.boxes}

    def cell_ids(self) -> tuple[str, ...]:
        return tuple(self.boxes())

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name: of boxes, of points that are fixed, of bonus.

        `all` is how many boxes there are, a group's name how many it has, a box's its points;
        `<group>-least` and `<group>-bonus` are what a bonus needs and adds.
        """
        bonus = [(group.id, group.bonus) for group in self.groups if group.bonus]
        return {
            "all": len(self.boxes()),
            **{group.id: len(group.boxes) for group in self.groups},
            **{name: box.worth for name, box in self.boxes().items() if box.worth},
            **{f"{name}-least": one.least for name, one in bonus},
            **{f"{name}-bonus": one.worth for name, one in bonus},
        }
