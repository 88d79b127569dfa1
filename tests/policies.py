"""Games simulated by policies: `python -m tests.policies FOLDER` writes a game's `policies.yaml`.

Every choice of a game is made by one policy; means of its points, with their standard errors, are
kept beside the game with the seed and a fingerprint of the rules.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeAlias

import yaml

from generator.documents.lesson import Guide
from generator.documents.years import for_year
from generator.game import Game, load_folder
from generator.game.catalog import POLICIES_FILE
from generator.game.sentences import field_aliases
from generator.games.cross.policy import CrossPolicy, scoring_lines
from generator.games.cross.rules import CrossRules
from generator.games.dental import state as states
from generator.games.dental.move import Move
from generator.games.dental.policy import WEAR_TRIAL, DentalPolicy
from generator.games.dental.rules import DentalRules, answer_square, random_marks, roll_dice
from generator.games.fill.policy import FillPolicy
from generator.games.fill.rules import FillRules
from generator.games.write.policy import NEAR, WritePolicy, places
from generator.games.write.rules import WriteRules
from generator.reading.validate import validate
from generator.rules import AnyRules, Seating, load
from generator.rules.policies import Estimate, Policy, Trial, fingerprint
from generator.rules.sheet.paying import payable_sets
from generator.rules.sheet.placing import Throws
from generator.rules.sheet.plan import Line, SheetState, Turn
from generator.rules.sheet.primitives import TurnView

HEAD = """\
# What ways to play come to on average, each with its standard error. Nobody types these numbers:
# games are simulated by `python -m tests.policies`.
"""
# Returns a legal turn of whoever is next, by what such a player always does.
Plays: TypeAlias = Callable[[Any, Random], Any]
# What is asked of a game, by its name in `policies.yaml`.
Asked: TypeAlias = Mapping[str, tuple[Trial, Mapping[str, Policy]]]


def asked(game: Game) -> Asked:
    """Return what is kept of a game: the ways of its laboratory, worn charts."""
    found: dict[str, tuple[Trial, Mapping[str, Policy]]] = {}
    # Read as it is written: what is kept may be of other rules.
    guide = next(
        (validate(for_year(node, None), Guide, field_aliases()) for node in game.lessons.values()),
        Guide(),
    )
    laboratory = guide.lesson.laboratory
    if laboratory and (ways := laboratory.simulated()):
        found["policy"] = laboratory.trial, ways
    if isinstance(load(game), DentalRules):
        found["worn"] = WEAR_TRIAL, {}
    return found


def file_text(game: Game) -> str:
    """Return `policies.yaml` of a game, all games simulated."""
    kept = {
        what: {
            "of": fingerprint(game, what, (trial, *ways.values())),
            "games": trial.games,
            "means": {
                way: [round(one.mean, 3), round(one.error, 4)]
                for way, one in simulated_means(load(game), trial, ways).items()
            },
        }
        for what, (trial, ways) in asked(game).items()
    }
    return HEAD + yaml.safe_dump({"kept": kept}, sort_keys=False, default_flow_style=None)


def simulated_means(
    rules: AnyRules, trial: Trial, ways: Mapping[str, Policy]
) -> Mapping[str, Estimate]:
    """Play all games: of each way, or of worn charts where there is none."""
    if not ways and isinstance(rules, DentalRules):
        return chart_wear(rules, trial)
    return {name: mean_score(rules, policy, trial) for name, policy in ways.items()}


def estimate(found: Sequence[float]) -> Estimate:
    """Return the mean of what games came to."""
    return Estimate(fmean(found), stdev(found) / sqrt(len(found)))


def simulate(
    rules: AnyRules, plays: Plays, trial: Trial, variants: frozenset[str] = frozenset()
) -> Iterator[Iterator[Any]]:
    """Yield games, each as how it stands at first and after each turn."""
    chance = Random(trial.seed)  # noqa: S311 - a simulation
    players = tuple(str(number) for number in range(1, trial.players + 1))

    def states() -> Iterator[Any]:
        yield (state := rules.start(Seating(players, variants)))
        while state.ended is None and (trial.turns is None or state.played < trial.turns):
            yield (state := rules.play(state, plays(state, chance)))

    return (states() for _ in range(trial.games))


def mean_score(rules: AnyRules, policy: Policy, trial: Trial) -> Estimate:
    """Return what a way to play comes to: the points of a player at the end."""
    plays = partial(PLAYERS[type(rules)], policy, rules)
    ends = [[*states][-1] for states in simulate(rules, plays, trial)]
    scores = (rules.outcome(end).scores.values() for end in ends)
    return estimate([fmean(points["total"] for points in one) for one in scores])


# --- numbers written into the cells of a sheet ------------------------------------------------


def _writes(policy: WritePolicy, rules: WriteRules, state: SheetState, chance: Random) -> Turn:
    """Return a turn with dice of the emptiest rows; who can write nothing rolls again."""
    kit, me, count = rules.layout.gear, state.next, policy.dice or 1
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
    writes = {
        who: one[0]
        for who, one in found.items()
        if one and (who == me or policy.takes_all or one[1] <= NEAR)
    }
    return replace(turn, writes=writes, miss=me not in writes)


def _nearest(rules: WriteRules, state: SheetState, turn: Turn, who: str) -> tuple[str, int] | None:
    """Return the free cell nearest to where a sum belongs, and how far away that is."""
    kit = rules.layout.gear
    seen, rows = TurnView(rules.layout, state, turn, who), [*kit.plan.rows.values()]
    width = max(map(len, rows))
    place = places(kit.dice, len(seen.faces), width)[sum(seen.faces)]
    order = {cell: number for number, cell in enumerate(chain.from_iterable(rows))}
    free = ((abs(spot.place - place), order[spot.id], spot.id) for spot in seen.free)
    nearest = min(free, default=None)
    return nearest and (nearest[2], nearest[0])


# --- cells of a board that dice pay for -------------------------------------------------------


def _fills(policy: CrossPolicy, rules: CrossRules, state: SheetState, chance: Random) -> Turn:
    """Return a turn that covers most of the first line that is not full, then of the next one."""
    kit, straight = rules.layout.gear, scoring_lines(rules)
    dice = sorted((chance.randint(1, kit.dice.sides) for _ in range(kit.count())), reverse=True)
    turn = Turn(state.played + 1, state.next, tuple(dice))
    seen = rules.view(state, turn)
    lines = [straight[name] for name in policy.lines or ()]
    free = tuple(spot for spot in seen.free if any(spot.id in line for line in lines))
    left = kit.tokens_left(seen.sheet)

    def worth(cells: Line) -> tuple[int, ...]:
        return tuple(sum(cell in line for cell in cells) for line in lines)

    ways = (tuple(spot.id for spot in way) for way in payable_sets(kit, seen.faces, free))
    few = (way for way in ways if left is None or len(way) <= left)
    return replace(turn, places=max(few, key=worth, default=()))


# --- boxes that dice fill ---------------------------------------------------------------------

# Dice that follow one another are worth keeping from this many on.
RUN = 4


def _keeps(policy: FillPolicy, rules: FillRules, state: SheetState, chance: Random) -> Turn:
    """Return a turn in which the same dice are kept each time, noted where they are worth most."""
    kit, known = rules.layout.gear, rules.layout.primitives.first(Throws)
    throws = [_thrown(rules, (), chance)]
    while known and len(throws) < known[1].most:
        kept = _kept(throws[-1], policy.keeps or "nothing")
        if len(kept) == kit.count():
            break
        throws.append(_thrown(rules, kept, chance))
    free = [cell for cell in kit.plan.cells if cell not in state.sheets[state.next].numbers]
    # Of boxes that are worth the same now, the one that can hold least.
    best = max(free, key=lambda cell: (kit.number(cell, throws[-1]), -max(kit.values(cell))))
    points = kit.number(best, throws[-1])
    turn = Turn(state.played + 1, state.next, box=best, points=points)
    return replace(turn, throws=tuple(throws)) if known else replace(turn, dice=throws[-1])


def _thrown(rules: FillRules, kept: Sequence[int], chance: Random) -> tuple[int, ...]:
    kit = rules.layout.gear
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
    policy: DentalPolicy, rules: DentalRules, state: states.State, chance: Random, dice: int = 1
) -> states.Turn:
    """Return a turn that takes the cube or not, and spares or harms teeth at random."""
    turn = states.Turn(state.played + 1, state.next, roll_dice(rules.layout, dice, chance))
    takes = {"never": 0.0, "always": 1.0}.get(policy.cube or "", 0.5)
    move = Move(rules.layout, state, turn)
    turn = answer_square(move, lambda: chance.random() < takes, chance)
    move = Move(rules.layout, state, turn)
    return replace(turn, marks=random_marks(move, chance)) if move.has_choice else turn


def chart_wear(rules: DentalRules, trial: Trial) -> Mapping[str, Estimate]:
    """Return what lies on a lone player's chart after each lap, with one die a move and with two.

    `1.5.points` after the fifth lap with one die, `1.5.black` how many teeth have that marker.
    """
    layout, told, policy = rules.layout, dict[str, Estimate](), DentalPolicy(cube="half")
    for dice in (1, 2):
        variants = frozenset({states.TWO_DICE} if dice > 1 else ())
        games = simulate(rules, partial(_circles, policy, rules, dice=dice), trial, variants)
        charts = []
        for game in games:
            seats = (seat for state in game for seat in state.seats.values())
            cared = {seat.laps: seat.teeth for seat in seats if seat.square == 0 < seat.laps}
            charts.append(cared.values())
        for lap, teeth in enumerate(zip(*charts, strict=True), start=1):
            points = [sum(map(layout.points.__getitem__, one)) for one in teeth]
            told[f"{dice}.{lap}.points"] = estimate(points)
            for stage, marker in enumerate(layout.stages[1:], start=1):
                told[f"{dice}.{lap}.{marker}"] = estimate([one.count(stage) for one in teeth])
    return told


# By the rules of a type of game: the turns of who plays by its policy.
PLAYERS: Mapping[type[AnyRules], Callable[[Any, Any, Any, Random], Any]] = {
    CrossRules: _fills,
    DentalRules: _circles,
    FillRules: _keeps,
    WriteRules: _writes,
}


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:]):
        (folder / POLICIES_FILE).write_text(file_text(load_folder(folder)), encoding="utf-8")
