"""What texts may ask of boards of dice: chances of squares, worth of lines, dice alike."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import comb

from generator.documents.quantities import Lookup, OneDecimal, Tree, at_least_once, with_thousands
from generator.game.parts import SquareLine
from generator.game.sentences import Sentences
from generator.games.cross.rules import CrossRules
from generator.games.cross.view import View, board_lines, line_name
from generator.rules.sheet.paying import chance_alike, chance_of
from generator.rules.sheet.plan import Gear, SheetCell
from generator.words import Message

LONG = 100


def figures(rules: CrossRules, said: Sentences, views: Mapping[str, View]) -> Tree:
    """Return the numbers of the board, its rolls and the positions.

    `{chance.3x5.percent}`, `{line.row.5.worth}`, `{alike.3.percent}` of any face and
    `.given.percent` of a given one; of a position
    `{position.first.open}`, `.best`, `.broken`, and `{score.first.total}`.
    """
    kit = rules.layout.gear
    places, lines = kit.plan.cells, {line.id: line for line in board_lines(rules)}
    edge = sum(place.value for place in places.values() if place.is_edge)
    return {
        "before": Lookup(views, lambda name: rules.score(views[name].state)),
        "chance": Lookup(places, lambda name: _of_square(kit, places[name])),
        "chance.all.ways": _ways(kit, Fraction(1)),
        "worth.of": {**{place.id: place.value for place in places.values()}, "edge": edge},
        "line": Lookup(lines, lambda name: _of_line(kit, lines[name], said)),
        "expected": Lookup(lines, lambda name: _expected(kit, lines[name])),
        "alike": Lookup(map(str, range(2, kit.count() + 1)), lambda n: _alike(kit, int(n))),
    }


def _of_square(kit: Gear, place: SheetCell) -> Tree:
    exact, twice = chance_of_at_least(kit, place.place), at_least_once(chance_of(kit, place))
    return {**_chance_and_turns(kit, place), "twice": twice, "exact.percent": exact}


def _chance_and_turns(kit: Gear, place: SheetCell) -> Mapping[str, object]:
    chance = chance_of(kit, place)
    turns = 1 / chance if chance else None
    told = turns and (OneDecimal(turns) if turns < LONG else with_thousands(round(turns)))
    return {"percent": chance, "turns": told}


def _of_line(kit: Gear, line: SquareLine, said: Sentences) -> Tree:
    places = [kit.plan.cells[square.id] for square in line.squares]
    hardest = min(places, key=partial(chance_of, kit))
    found = {"name": line_name(line, said), "worth": line.worth, "hardest": (hardest.id,)}
    return {**found, **_chance_and_turns(kit, hardest)}


def _expected(kit: Gear, line: SquareLine) -> Tree:
    places = (kit.plan.cells[square.id] for square in line.squares)
    return {place.id: OneDecimal(line.worth * chance_of(kit, place)) for place in places}


def _alike(kit: Gear, count: int) -> Tree:
    chance = chance_alike(kit, count)
    given = chance_of_at_least(kit, count)
    return {"percent": chance, "ways": _ways(kit, chance), "given.percent": given}


def chance_of_at_least(kit: Gear, count: int) -> Fraction:
    """Return the chance that a number of dice or more show one given face, none lowered."""
    dice = kit.count()
    ways = sum(comb(dice, k) * (kit.dice.sides - 1) ** (dice - k) for k in range(count, dice + 1))
    return Fraction(ways, kit.dice.sides**dice)


def _ways(kit: Gear, chance: Fraction) -> Message:
    return with_thousands(int(chance * kit.dice.sides ** kit.count()))
