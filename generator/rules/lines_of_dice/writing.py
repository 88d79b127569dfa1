"""Steps of a match -> the body of a record, as plain fields in canonical words."""

from copy import deepcopy
from random import Random
from typing import Any

from generator.rules.family import NOBODY, Fields
from generator.rules.lines_of_dice.layout import Layout
from generator.rules.lines_of_dice.state import Opening, State, Step, Turn, outcome, points


def written(layout: Layout, steps: tuple[Step, ...], state: State) -> Fields:
    """Return the rounds with their turns and results, and the total of a match that is over."""
    rounds: list[dict[str, Any]] = []
    for step in steps:
        match step:
            case Opening(_, first):
                rounds.append({} if first is None else {"first": first})
            case Turn(number, _, move):
                rounds[number - 1].setdefault("turns", []).append(str(move))
            case _:
                pass
    for entry, of in zip(rounds, state.rounds, strict=False):
        if of.end is not None:
            earned = dict(points(layout, state, of))
            entry["result"] = {"winner": of.end.winner or NOBODY, "points": earned}
    fields: Fields = {"rounds": rounds}
    found = outcome(layout, state)
    if found.is_finished:
        fields["total"] = {player: given["total"] for player, given in found.scores.items()}
    return fields


def miswritten(body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with the winner of a round, or points, written wrong."""
    wrong = deepcopy(body)
    results = [entry["result"] for entry in wrong["rounds"] if "result" in entry]
    if rule == "result-wrong":
        result = chance.choice(results)
        others = [name for name in (*result["points"], NOBODY) if name != result["winner"]]
        result["winner"] = chance.choice(others)
    if rule == "score-wrong":
        counted = chance.choice([*(result["points"] for result in results), wrong["total"]])
        counted[chance.choice(tuple(counted))] += chance.choice((-2, -1, 1, 2))
    return wrong
