"""The chance that a sum still fits: on a drawn sheet, and between two neighbours of a row."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from generator.game import Game
from generator.game.vocabulary import field_aliases
from generator.guides.example import Example, example
from generator.guides.lesson import Guide, Position
from generator.guides.numbers import (
    MOST_DICE,
    MOST_SIDES,
    Pairs,
    at_least_once,
    decimal,
    listed,
    percent,
)
from generator.guides.parts import rules_of
from generator.guides.tables import Bar, Computed
from generator.reading.fit import fit
from generator.rules.rows_and_columns import RowsAndColumns
from generator.rules.rows_and_columns.judging import Write, broken_by
from generator.rules.rows_and_columns.state import Sheet
from generator.words import Language

# Wider gaps are hardly left between two numbers of a row.
WIDEST = 5
EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Fit:
    """What dice of some colours can do on a sheet: the sums without a cell, and the chance."""

    colours: tuple[str, ...]
    out: tuple[int, ...]
    rolls: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Gap:
    """Two neighbours in a row, and the chance that a sum may stand between them."""

    low: int
    high: int
    chance: Fraction


def numbers(rules: RowsAndColumns, positions: Mapping[str, Position], language: Language) -> Pairs:
    """Yield what texts may name: `{fits.columns.orange-purple.percent}`, `{gaps.2.even}`.

    Of a position and dice `.ways`, `.percent`, `.twice`, and `.out`, the sums without a cell; the
    same of `best.2`, the two dice with the best chance (the first such), and itself their colours.
    Of a number of dice the narrowest gap with an even chance or a better one: how many numbers
    lie in it, its `.low`, `.high` and `.percent`.
    """
    if not _is_countable(rules):
        return
    for name, position in positions.items():
        every = _fits(example(rules, position.marks))
        for found in every:
            yield from _told(f"fits.{name}.{'-'.join(found.colours)}", found, language)
        for count in range(1, len(rules.layout.dice.dice) + 1):
            of_count = (found for found in every if len(found.colours) == count)
            best = max(of_count, key=lambda found: found.chance)
            yield f"fits.{name}.best.{count}", listed(_named(best, rules.game, language), language)
            yield from _told(f"fits.{name}.best.{count}", best, language)
    for count, gaps in _gaps(rules).items():
        even = next((number for number in gaps if gaps[number].chance >= EVEN), None)
        if even is not None:
            yield f"gaps.{count}.even", str(even)
            yield f"gaps.{count}.even.low", str(gaps[even].low)
            yield f"gaps.{count}.even.high", str(gaps[even].high)
            yield f"gaps.{count}.even.percent", percent(gaps[even].chance, language)


def _told(at: str, found: Fit, language: Language) -> Pairs:
    yield f"{at}.ways", _ways(found)
    yield f"{at}.percent", percent(found.chance, language)
    yield f"{at}.twice", percent(at_least_once(found.chance), language)
    yield f"{at}.out", listed([str(total) for total in found.out], language)


def _named(found: Fit, game: Game, language: Language) -> list[str]:
    colours = game.said_in(language).words.get("colours", {})
    return [colours.get(colour, colour) for colour in found.colours]


def tables(game: Game, language: Language) -> Mapping[str, Computed]:
    """Return the tables of an annex: `gaps`, and `fits.` for each position by its name."""
    rules = rules_of(game, RowsAndColumns)
    if not _is_countable(rules):
        return {}
    # Positions are facts, the same in every language.
    lesson = next(iter(game.lessons.values()))
    positions = fit(lesson, Guide, field_aliases(), "guide").positions
    fitting = {
        f"fits.{name}": _fit_table(_fits(example(rules, position.marks)), game, language)
        for name, position in positions.items()
    }
    return {**fitting, "gaps": _gap_table(_gaps(rules), language)}


def _is_countable(rules: RowsAndColumns) -> bool:
    dice = rules.layout.dice
    return len(dice.dice) <= MOST_DICE and dice.sides <= MOST_SIDES


def _fits(seen: Example) -> tuple[Fit, ...]:
    """Return what every choice of dice can do, from one die to all of them."""
    dice = seen.rules.layout.dice
    return tuple(
        _fit(seen, colours)
        for count in range(1, len(dice.dice) + 1)
        for colours in combinations(dice.dice, count)
    )


def _fit(seen: Example, colours: tuple[str, ...]) -> Fit:
    dice, count = seen.rules.layout.dice, len(colours)
    chances = dice.sums(count)
    out = tuple(total for total in chances if not seen.open_cells(total, colours))
    chance = sum((share for total, share in chances.items() if total not in out), Fraction(0))
    return Fit(colours, out, dice.sides**count, chance)


def _gaps(rules: RowsAndColumns) -> Mapping[int, Mapping[int, Gap]]:
    """Return, by dice and by how many numbers lie between the neighbours, the likeliest gap."""
    dice = rules.layout.dice
    row = next(iter(rules.layout.rows.values()))
    if len(row) < len(("low", "between", "high")):
        return {}
    return {
        count: {
            number: max(
                _between(rules, row, dice.sums(count), number),
                key=lambda gap: (gap.chance, -gap.low),
            )
            for number in range(1, min(WIDEST, rules.layout.sums()[1] - 2) + 1)
        }
        for count in range(1, len(dice.dice) + 1)
    }


def _between(
    rules: RowsAndColumns, row: tuple[str, ...], chances: Mapping[int, Fraction], number: int
) -> Iterator[Gap]:
    """Yield every pair of neighbours with so many numbers between them."""
    layout = rules.layout
    least, most = layout.sums()
    left, middle, right = row[:3]
    rolled = frozenset({layout.cells[middle].colour})
    for low in range(least, most - number):
        high = low + number + 1
        sheet = Sheet({left: low, right: high})
        chance = sum(
            (
                share
                for total, share in chances.items()
                if not any(broken_by(layout, sheet, Write(middle, total, rolled)))
            ),
            Fraction(0),
        )
        yield Gap(low, high, chance)


def _fit_table(found: Collection[Fit], game: Game, language: Language) -> Computed:
    named = [(_named(one, game, language), one) for one in found]
    rows = tuple(
        (
            listed(words, language),
            listed([str(total) for total in one.out], language) or "–",
            _ways(one),
            percent(one.chance, language),
            percent(at_least_once(one.chance), language),
        )
        for words, one in named
    )
    bars = tuple(
        Bar(" ".join(words), one.chance, decimal(one.chance * 100, language))
        for words, one in named
    )
    return Computed(rows, (bars,))


def _gap_table(found: Mapping[int, Mapping[int, Gap]], language: Language) -> Computed:
    """Return a row for each width of the gap, two columns and a panel for each count of dice."""
    widths = next(iter(found.values()), {})
    rows = tuple(
        (
            str(number),
            *(
                cell
                for gaps in found.values()
                for cell in (
                    listed([str(gaps[number].low), str(gaps[number].high)], language),
                    percent(gaps[number].chance, language),
                )
            ),
        )
        for number in widths
    )
    panels = tuple(
        tuple(
            Bar(str(number), gap.chance, decimal(gap.chance * 100, language))
            for number, gap in gaps.items()
        )
        for gaps in found.values()
    )
    return Computed(rows, panels)


def _ways(found: Fit) -> str:
    return f"{found.chance * found.rolls}/{found.rolls}"
