"""The chances and the worth of a board of dice, as numbers in texts and as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

from generator.game import Game
from generator.game.parts import SquareLine
from generator.game.sentences import Sentences
from generator.guides.numbers import at_least_once, decimal, percent
from generator.guides.parts import rules_of, thousands
from generator.guides.tables import Bar, Computed
from generator.rules.dice_grid import DiceGrid
from generator.rules.dice_grid.layout import Layout
from generator.rules.dice_grid.rolls import chance
from generator.words import Language

LEAST_SHARE = Fraction(1, 1000)
# Longer waits are told in whole turns.
LONG = 100
# Columns whose bars are neither all high nor all low.
SHOWN = (1, 2, 3, 4)


def numbers(game: Game, language: Language) -> Iterator[tuple[str, str]]:
    """Yield what texts may name of a board: chances of squares, worth of lines, equal dice."""
    layout, said = rules_of(game, DiceGrid).layout, game.said_in(language)
    every = layout.sides**layout.dice
    yield "chance.all.ways", thousands(every, language)
    for place in layout.places.values():
        found, exact = chance(layout, place.pips, place.dice), _exact(layout, place.dice)
        at = f"chance.{place.id}"
        yield f"{at}.percent", share(found, language)
        yield f"{at}.ways", thousands(int(found * every), language)
        yield f"{at}.twice", share(at_least_once(found), language)
        yield f"{at}.turns", _turns(found, language)
        yield f"{at}.exact.percent", share(exact, language)
        yield f"{at}.exact.ways", thousands(int(exact * every), language)
        yield f"worth.of.{place.id}", str(place.worth)
    for line in layout.lines:
        hardest = _hardest(layout, line)
        at = f"line.{line.id}"
        yield f"{at}.worth", str(line.worth)
        yield f"{at}.name", named_line(line, said)
        yield f"{at}.hardest", said.label(hardest)
        for square in line.squares:
            place = layout.places[square.id]
            mean = line.worth * chance(layout, place.pips, place.dice)
            yield f"expected.{line.id}.{place.id}", decimal(mean, language)
    yield "line.most.worth", str(max(line.worth for line in layout.lines))
    edge = [place.worth for place in layout.places.values() if place.is_edge]
    yield "worth.of.edge", str(sum(edge))
    yield "worth.of.all", str(sum(place.worth for place in layout.places.values()))
    for count in range(2, layout.dice + 1):
        yield f"alike.{count}.percent", share(alike(layout, count), language)
        yield f"alike.{count}.ways", thousands(int(alike(layout, count) * every), language)


def tables(game: Game, language: Language) -> Mapping[str, Computed]:
    """Return the tables of an annex: `squares`, `lines`, `alike`."""
    layout = rules_of(game, DiceGrid).layout
    return {
        "squares": _squares(layout, language),
        "lines": _lines(layout, game.said_in(language), language),
        "alike": _alike(layout, language),
    }


def named_line(line: SquareLine, said: Sentences) -> str:
    """Return a line's name as printed: `colonne 3x`."""
    words = said.texts[f"line.{line.kind}"]
    name = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}.get(line.kind)
    return f"{words} {name}" if name else words


def alike(layout: Layout, count: int) -> Fraction:
    """Return the chance that so many dice or more show one face, whichever."""
    # Rolls whose every face shows fewer times, by how many dice are used up.
    rolls = Counter({0: 1})
    for _ in range(layout.sides):
        after: Counter[int] = Counter()
        for used, ways in rolls.items():
            for more in range(min(count - 1, layout.dice - used) + 1):
                after[used + more] += ways * comb(layout.dice - used, more)
        rolls = after
    every = layout.sides**layout.dice
    return Fraction(every - rolls[layout.dice], every)


def share(found: Fraction, language: Language) -> str:
    """Return a share in per cent that does not round to nothing: `< 0,1 %`."""
    if 0 < found < LEAST_SHARE:
        return f"<\u00a0{percent(LEAST_SHARE, language)}"
    return percent(found, language)


def _exact(layout: Layout, count: int) -> Fraction:
    """Return the chance that so many dice or more show one given face, none lowered."""
    dice = layout.dice
    ways = sum(comb(dice, k) * (layout.sides - 1) ** (dice - k) for k in range(count, dice + 1))
    return Fraction(ways, layout.sides**dice)


def _turns(found: Fraction, language: Language) -> str:
    """Return how many turns one waits on average for what has a chance."""
    mean = 1 / found
    return decimal(mean, language) if mean < LONG else thousands(round(mean), language)


def _hardest(layout: Layout, line: SquareLine) -> str:
    """Return the square of a line that the fewest rolls give."""
    places = [layout.places[square.id] for square in line.squares]
    return min(places, key=lambda place: chance(layout, place.pips, place.dice)).id


def _squares(layout: Layout, language: Language) -> Computed:
    """Return the chance of every square: a row for each face, a column for each number of dice."""
    faces = range(layout.sides, 0, -1)
    counts = range(1, layout.dice + 1)
    rows = tuple(
        (str(face), *(share(chance(layout, face, count), language) for count in counts))
        for face in faces
    )
    panels = tuple(
        tuple(
            Bar(str(face), found, decimal(found * 100, language))
            for face in faces
            for found in (chance(layout, face, count),)
        )
        for count in SHOWN
    )
    return Computed(rows, panels)


def _lines(layout: Layout, said: Sentences, language: Language) -> Computed:
    rows = []
    for line in sorted(layout.lines, key=lambda line: -line.worth):
        place = layout.places[_hardest(layout, line)]
        found = chance(layout, place.pips, place.dice)
        label = said.label(place.id)
        turns = _turns(found, language)
        rows.append((named_line(line, said), str(line.worth), label, share(found, language), turns))
    return Computed(tuple(rows))


def _alike(layout: Layout, language: Language) -> Computed:
    every = layout.sides**layout.dice
    counts = range(2, layout.dice + 1)
    found = {count: alike(layout, count) for count in counts}
    given = {count: _exact(layout, count) for count in counts}
    rows = tuple(
        (
            str(count),
            thousands(int(found[count] * every), language),
            share(found[count], language),
            share(given[count], language),
        )
        for count in counts
    )
    return Computed(rows)
