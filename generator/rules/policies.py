"""Ways to play compared: whole games by the rules, every choice made by one policy, and their mean.

Means are worked out once and kept with their seed beside the game, in `policies.yaml`; where the
rules or the ways have changed since, some games are played at once in their place.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from hashlib import sha256
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from generator.game import Game
from generator.game.catalog import POLICIES_FILE
from generator.game.facts import Count, Facts, Id, Index, Players
from generator.game.parts import Dice, Pool, Squares
from generator.reading.files import read_file
from generator.reading.fit import fit
from generator.reading.nodes import Path, plain
from generator.rules import AnyRules, dental, load
from generator.rules.dental import DentalRules
from generator.rules.dental import state as states
from generator.rules.family import Seating
from generator.rules.sheet.cross import Cross
from generator.rules.sheet.fill import Fill
from generator.rules.sheet.paying import choices
from generator.rules.sheet.plan import Line, Table, Turn
from generator.rules.sheet.primitives import Seen
from generator.rules.sheet.rolling import Throws
from generator.rules.sheet.write import Write
from generator.words import Message, message, not_one_of

# So many games at most are played while somebody waits.
FEW = 60


class Plays(Facts):
    """How one plays who always plays alike: the field that the game's family knows."""

    dice: Count | None = None
    """Where numbers are written: always so many dice, those of the emptiest rows; the sum goes to
    the free cell nearest to its share of all sums, and what would lie further off is let by."""
    cube: Literal["never", "half", "always"] | None = None
    """On the dentist's circuit: how often the cube is taken for an appointment."""
    lines: Annotated[tuple[Id, ...], Field(min_length=1)] | None = None
    """On a board of dice: the lines that are filled, by their ids, each before the next."""
    keeps: Literal["nothing", "alike", "runs"] | None = None
    """On a sheet of boxes: what is kept of a throw, `nothing`, dice `alike` (the most), or `runs`
    of four and else dice alike; the box where the dice are worth most is filled."""


class Trial(Facts):
    """How often a way to play is tried, with which seed, by how many players and for how long."""

    games: Annotated[int, Field(ge=2, le=100_000)] = 1000
    """How many games are played."""
    seed: Index = 1
    """Where their chance begins."""
    players: Players = 1
    """How many play together, all alike."""
    turns: Count | None = None
    """How many turns a game has; left out, until it is over."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean of games, and its standard error."""

    mean: float
    error: float


def figure(found: Sequence[float]) -> Figure:
    """Return the mean of what games came to."""
    return Figure(fmean(found), stdev(found) / sqrt(len(found)))


# Returns a legal turn of whoever is next, by what such a player always does.
Policy: TypeAlias = Callable[[Any, Random], Any]


def misfits(plays: Plays, rules: AnyRules) -> Iterator[tuple[Path, Message]]:
    """Yield what a game does not know of a way to play, with its place in it."""
    field, _ = FAMILIES.get(type(rules), ("", None))
    given = plays.model_dump(exclude_none=True)
    yield from (((name,), not_one_of(name, [field])) for name in given if name != field)
    if field not in given:
        yield (), message("guide.no-policy", field=field)
    if field == "dice" and not isinstance(rules.layout.kit.dice, Dice):
        yield ("dice",), message("guide.no-policy", field="")
    if isinstance(rules, Cross):
        known = tuple(_straight(rules))
        odd = ((n, name) for n, name in enumerate(plays.lines or ()) if name not in known)
        yield from ((("lines", n), not_one_of(name, known)) for n, name in odd)


def walk(
    rules: AnyRules, policy: Policy, trial: Trial, variants: frozenset[str] = frozenset()
) -> Iterator[Iterator[Any]]:
    """Yield games, each as how it stands at first and after each turn."""
    chance = Random(trial.seed)  # noqa: S311 - a simulation
    players = tuple(str(number) for number in range(1, trial.players + 1))

    def states() -> Iterator[Any]:
        yield (state := rules.start(Seating(players, variants)))
        while state.ended is None and (trial.turns is None or state.played < trial.turns):
            yield (state := rules.play(state, policy(state, chance)))

    return (states() for _ in range(trial.games))


def tried(rules: AnyRules, plays: Plays, trial: Trial) -> Figure:
    """Return what a way to play comes to: the points of a player at the end."""
    _, turn = FAMILIES[type(rules)]
    ends = [[*states][-1] for states in walk(rules, partial(turn, plays, rules), trial)]
    scores = (rules.outcome(end).scores.values() for end in ends)
    return figure([fmean(points["total"] for points in one) for one in scores])


# --- numbers written into the cells of a sheet ------------------------------------------------

# Whoever has not rolled lets a number go by that belongs further away than so many cells.
NEAR = 2


def _writes(plays: Plays, rules: Write, state: Table, chance: Random) -> Turn:
    """Return a turn with so many dice of the emptiest rows; who can write nothing rolls again."""
    kit, me, count = rules.layout.kit, state.next, plays.dice or 1
    numbers, rows = state.sheets[me].numbers, kit.plan.rows

    def filled(colour: str) -> int:
        return sum(cell in numbers for cell in rows[colour])

    thrown = sorted(rows, key=filled)[:count]

    def roll() -> Mapping[str, int]:
        return {die: chance.randint(1, kit.dice.sides) for die in kit.colours if die in thrown}

    turn = Turn(state.played + 1, me, roll())
    if _nearest(rules, state, turn, me) is None:
        turn = replace(turn, reroll=roll())
    found = {who: _nearest(rules, state, turn, who) for who in state.seating.players}
    writes = {who: one[0] for who, one in found.items() if one and (who == me or one[1] <= NEAR)}
    return replace(turn, writes=writes, miss=me not in writes)


def _nearest(rules: Write, state: Table, turn: Turn, who: str) -> tuple[str, Fraction] | None:
    """Return the free cell nearest to where a sum belongs, and how far away that is."""
    kit = rules.layout.kit
    seen = Seen(rules.layout, state, turn, who)
    width = max(map(len, kit.plan.rows.values()))
    place = _places(kit.dice, len(seen.faces), width)[sum(seen.faces)]
    free = ((abs(spot.place - place), spot.id) for spot in seen.free)
    nearest = min(free, default=None)
    return nearest and (nearest[1], nearest[0])


@cache
def _places(dice: Dice | Pool, count: int, width: int) -> Mapping[int, Fraction]:
    """Return where each sum belongs in a row: halfway between its rank and its size.

    By its rank a row is filled evenly, by its size its ends stay open; either alone scores less.
    """
    sums, below, places = dice.sums(count), Fraction(0), dict[int, Fraction]()
    least, most = min(sums), max(sums)
    for total, chance in sorted(sums.items()):
        rank = Fraction(1, 2) + (below + chance / 2) * width
        size = 1 + Fraction(total - least, most - least) * (width - 1)
        places[total], below = (rank + size) / 2, below + chance
    return places


# --- cells of a board that dice pay for -------------------------------------------------------


def _straight(rules: Cross) -> Mapping[str, Line]:
    """Return the squares of each line of a board, by its id."""
    part = rules.game.head.parts[rules.layout.kit.plan.part]
    lines = part.lines() if isinstance(part, Squares) else ()
    return {line.id: tuple(square.id for square in line.squares) for line in lines}


def _fills(plays: Plays, rules: Cross, state: Table, chance: Random) -> Turn:
    """Return a turn that covers most of the first line that is not full, then of the next one."""
    kit, straight = rules.layout.kit, _straight(rules)
    dice = sorted((chance.randint(1, kit.dice.sides) for _ in range(kit.count())), reverse=True)
    turn = Turn(state.played + 1, state.next, tuple(dice))
    seen = rules.seen(state, turn)
    lines = [straight[name] for name in plays.lines or ()]
    free = tuple(spot for spot in seen.free if any(spot.id in line for line in lines))
    left = kit.left(seen.sheet)

    def worth(cells: Line) -> tuple[int, ...]:
        return tuple(sum(cell in line for cell in cells) for line in lines)

    ways = (tuple(spot.id for spot in way) for way in choices(kit, seen.faces, free))
    few = (way for way in ways if left is None or len(way) <= left)
    return replace(turn, places=max(few, key=worth, default=()))


# --- boxes that dice fill ---------------------------------------------------------------------

# Dice that follow one another are worth keeping from so many on.
RUN = 4


def _keeps(plays: Plays, rules: Fill, state: Table, chance: Random) -> Turn:
    """Return a turn in which the same dice are kept each time, noted where they are worth most."""
    kit, known = rules.layout.kit, rules.layout.primitives.first(Throws)
    throws = [_thrown(rules, (), chance)]
    while known and len(throws) < known[1].most:
        kept = _kept(throws[-1], plays.keeps or "nothing")
        if len(kept) == kit.count():
            break
        throws.append(_thrown(rules, kept, chance))
    free = [cell for cell in kit.plan.spots if cell not in state.sheets[state.next].numbers]
    # Of boxes that are worth the same now, the one that can hold least.
    best = max(free, key=lambda cell: (kit.number(cell, throws[-1]), -max(kit.values(cell))))
    points = kit.number(best, throws[-1])
    turn = Turn(state.played + 1, state.next, box=best, points=points)
    return replace(turn, throws=tuple(throws)) if known else replace(turn, dice=throws[-1])


def _thrown(rules: Fill, kept: Sequence[int], chance: Random) -> tuple[int, ...]:
    kit = rules.layout.kit
    more = range(kit.count() - len(kept))
    return (*kept, *(chance.randint(1, kit.dice.sides) for _ in more))


def _kept(dice: Sequence[int], what: str) -> tuple[int, ...]:
    """Return the dice of a throw that are kept: of as many alike the highest."""
    if what == "nothing":
        return ()
    shown = tuple(sorted({*dice}))
    runs = (shown[start:end] for start in range(len(shown)) for end in range(start, len(shown) + 1))
    whole = [run for run in runs if len(run) >= RUN and run[-1] - run[0] == len(run) - 1]
    if what == "runs" and whole:
        return max(whole, key=len)
    alike = max(shown, key=lambda face: (dice.count(face), face))
    return (alike,) * dice.count(alike)


# --- the dentist's circuit --------------------------------------------------------------------


def _circles(
    plays: Plays, rules: DentalRules, state: states.State, chance: Random, dice: int = 1
) -> states.Turn:
    """Return a turn that takes the cube or not, and spares or harms teeth at random."""
    turn = states.Turn(state.played + 1, state.next, dental.rolled(rules.layout, dice, chance))
    takes = {"never": 0.0, "always": 1.0}.get(plays.cube or "", 0.5)
    return dental.with_square(rules.layout, state, turn, lambda: chance.random() < takes, chance)


# How charts are worn is told of so many games.
WORN = Trial(games=10_000)


def worn(rules: DentalRules, trial: Trial) -> Mapping[str, Figure]:
    """Return what lies on a lone player's chart after each lap, with one die a move and with two.

    `1.5.points` after the fifth lap with one die, `1.5.black` how many teeth have that marker.
    """
    layout, told, plays = rules.layout, dict[str, Figure](), Plays(cube="half")
    for dice in (1, 2):
        variants = frozenset({states.TWO_DICE} if dice > 1 else ())
        games = walk(rules, partial(_circles, plays, rules, dice=dice), trial, variants)
        charts = []
        for game in games:
            seats = (seat for state in game for seat in state.seats.values())
            cared = {seat.laps: seat.teeth for seat in seats if seat.square == 0 < seat.laps}
            charts.append(cared.values())
        for lap, teeth in enumerate(zip(*charts, strict=True), start=1):
            points = [sum(map(layout.points.__getitem__, one)) for one in teeth]
            told[f"{dice}.{lap}.points"] = figure(points)
            for stage, marker in enumerate(layout.stages[1:], start=1):
                told[f"{dice}.{lap}.{marker}"] = figure([one.count(stage) for one in teeth])
    return told


# By what a family is: the field of a way to play that it knows, and the turns of such a player.
FAMILIES: Mapping[type[AnyRules], tuple[str, Callable[[Plays, Any, Any, Random], Any]]] = {
    Cross: ("lines", _fills),
    DentalRules: ("cube", _circles),
    Fill: ("keeps", _keeps),
    Write: ("dice", _writes),
}


# --- kept with their seed ---------------------------------------------------------------------


class Kept(Facts):
    """Means that are kept: of which question, how many games, each with its standard error."""

    of: str
    games: int
    means: Mapping[str, tuple[float, float]]


class KeptFile(Facts):
    """The file `policies.yaml`: means by what they are of."""

    kept: Mapping[Id, Kept]


def fingerprint(game: Game, name: str, asked: Sequence[Facts]) -> str:
    """Return a word for a question to the rules of a game, and for these rules."""
    head = game.head.model_dump(mode="json", include={"parts"})
    rules = [(rule.id, rule.by) for rule in game.head.rules if rule.by]
    said = [name, *(one.model_dump(mode="json") for one in asked)]
    told = [head, rules, plain(game.sections["mechanics"]), said]
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]


def kept(game: Game, name: str, asked: Sequence[Facts]) -> Kept | None:
    """Return the means that are kept of a question; None where they are of other rules or none."""
    file = game.folder / POLICIES_FILE
    if not file.exists():
        return None
    found = fit(read_file(file), KeptFile).kept.get(name)
    return found if found and found.of == fingerprint(game, name, asked) else None


def means(
    game: Game, name: str, trial: Trial, ways: Mapping[str, Plays]
) -> tuple[int, Mapping[str, Figure]]:
    """Return how many games were played, and what they came to: kept, or played now and fewer.

    `worn` asks for charts after each lap, any other name for what each of the ways comes to.
    """
    if found := kept(game, name, (trial, *ways.values())):
        return found.games, {one: Figure(*pair) for one, pair in found.means.items()}
    few = trial.model_copy(update={"games": min(trial.games, FEW)})
    return few.games, _at_once(game, few, tuple(ways.items()))


@lru_cache(maxsize=16)
def _at_once(game: Game, trial: Trial, ways: tuple[tuple[str, Plays], ...]) -> Mapping[str, Figure]:
    """Play games of rules that were changed: once for all languages and papers."""
    return worked_out(load(game), trial, dict(ways))


def worked_out(rules: AnyRules, trial: Trial, ways: Mapping[str, Plays]) -> Mapping[str, Figure]:
    """Play all games: of each way, or of worn charts where there is none."""
    if not ways and isinstance(rules, DentalRules):
        return worn(rules, trial)
    return {name: tried(rules, plays, trial) for name, plays in ways.items()}
