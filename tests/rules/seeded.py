"""Games of a seed, turn by turn: in a line each, so that a golden text fixes what chance gives."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from random import Random

from generator.records.writing import sample
from generator.rules import Refusal, Seating
from generator.rules.families import AnyRules
from generator.rules.family import Fields
from tests.judged import verify_stream

# One turn in so many goes wrong where errors are planted.
WRONG = 3
# So often the papers of a game are written wrong.
PAPERS = 3


def games(rules: AnyRules, tables: Iterable[Seating]) -> str:
    """Return a random game of each table as a line: who plays, how many steps, a digest of them."""
    return "".join(_game(rules, seating, seed) for seed, seating in enumerate(tables))


def errors(rules: AnyRules, tables: Sequence[Seating]) -> str:
    """Return what is thought of to break each rule as a line: in how many states, a digest.

    What every rule says of it is digested too, of papers also where they lie alone.
    """
    states = [state for seed, table in enumerate(tables) for state in _states(rules, table, seed)]
    records = [_record(rules, table, seed) for seed, table in enumerate(tables)]
    return "".join(
        (
            *(_thought_of(rules, rule, states) for rule in rules.plantable),
            *(_miswritten(rules, rule, records) for rule in rules.plantable_on_paper),
        )
    )


def record(rules: AnyRules, seed: int) -> str:
    """Return a sample with two errors: the record, and which rules are broken where."""
    made = sample(rules, seed=seed, errors=2, language="en")
    text, _, _ = made.text.partition("\n# ")
    return text + "".join(f"# {f.rule} {f.line}:{f.column}\n" for f in made.report.findings)


def _game(rules: AnyRules, seating: Seating, seed: int) -> str:
    steps, _ = _played(rules, seating, seed)
    who = ", ".join((*sorted(seating.variants), f"players: {len(seating.players)}"))
    return f"{who}; steps: {len(steps)}; {_digest(steps)}\n"


def _played(rules: AnyRules, seating: Seating, seed: int) -> tuple[list[object], object]:
    """Return the steps of a random game, and the state they led to."""
    chance, state, steps = Random(seed), rules.start(seating), []  # noqa: S311 - a game, not a secret
    while not rules.outcome(state).is_finished:
        steps.append(rules.random_turn(state, chance))
        state = rules.play(state, steps[-1])
    return steps, state


def _record(rules: AnyRules, seating: Seating, seed: int) -> Fields:
    steps, state = _played(rules, seating, seed)
    head = {"players": seating.players, "variant": sorted(seating.variants)}
    return head | rules.written(tuple(steps), state)


def _states(rules: AnyRules, seating: Seating, seed: int) -> Iterator[object]:
    """Yield each state of a game that goes wrong now and then, by one rule after the other."""
    chance, state = Random(seed), rules.start(seating)  # noqa: S311 - a game, not a secret
    wrong = [rule for rule in rules.planted(seating) if rule != "after-end"]
    number = seed
    while not rules.outcome(state).is_finished:
        yield state
        number += 1
        step = None
        if number % WRONG == 0:
            step = rules.candidate(state, wrong[number // WRONG % len(wrong)], chance)
        step = step or rules.random_turn(state, chance)
        state = rules.settle(state, step, rules.refuse(state, step))
    yield state


def _thought_of(rules: AnyRules, rule: str, states: Iterable[object]) -> str:
    chance, found = Random(rule), []  # noqa: S311 - a game, not a secret
    for number, state in enumerate(states):
        step = rules.candidate(state, rule, chance)
        if step is not None:
            found.append((number, step, [_plain(refusal) for refusal in rules.refuse(state, step)]))
    return f"{rule}: in {len(found)} states, {_digest(found)}\n"


def _plain(refusal: Refusal) -> tuple[object, ...]:
    """Return a refusal with its sets in order: a digest of them must not depend on chance."""
    plain = replace(refusal, after=frozenset(), spoils=frozenset())
    return plain, sorted(refusal.after), sorted(refusal.spoils)


def _miswritten(rules: AnyRules, rule: str, records: Iterable[Fields]) -> str:
    chance = Random(rule)  # noqa: S311 - a game, not a secret
    wrong = [rules.miswritten(fields, rule, chance) for fields in records for _ in range(PAPERS)]
    turns = rules.contents[0]
    alone = [{name: fields[name] for name in fields if name != turns} for fields in wrong]
    found = [(fields, _judged(rules, fields)) for fields in (*wrong, *alone)]
    return f"{rule}: on {len(wrong)} papers, {_digest(found)}\n"


def _judged(rules: AnyRules, fields: Fields) -> tuple[object, ...]:
    line = json.dumps({"game": rules.game.name, **fields}).encode()
    (report,) = verify_stream(BytesIO(line))
    problems = [problem.message for problem in report.problems]
    papers = [(paper.name, dict(paper.marks)) for paper in report.papers]
    totals = [{name: dict(points) for name, points in report.scores.items()}, report.winners]
    return report.findings, problems, papers, totals, report.is_finished


def _digest(values: Sequence[object]) -> str:
    return sha256(repr(values).encode()).hexdigest()[:16]
