"""Games of a seed, turn by turn: in a line each, so that a golden text fixes what chance gives."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any, TypeAlias

from generator.records.writing import sample_record
from generator.rules import AnyRules, Refusal, Seating
from generator.rules.interface import Fields
from generator.rules.optional import plantable_with
from generator.rules.planting import wrong_papers, wrong_turn
from tests.judged import verify_stream

# One turn in so many goes wrong where errors are planted.
WRONG = 3
# In about so many positions each rule is to be broken.
POSITIONS = 30
# So often the papers of a game are written wrong.
PAPERS = 3

NAMES = re.compile(r"\b[A-Za-z_]\w*([=(])")

Position: TypeAlias = tuple[Any, tuple[object, ...]]


def games(rules: AnyRules, tables: Iterable[Seating]) -> str:
    """Return a random game of each table as a line: who plays, how many steps, a digest of them."""
    return "".join(_game(rules, seating, seed) for seed, seating in enumerate(tables))


def errors(rules: AnyRules, tables: Sequence[Seating]) -> str:
    """Return what is found to break each rule as a line: in how many positions, a digest.

    What every rule says of it is digested too, of papers also where they lie alone.
    """
    every = [at for seed, table in enumerate(tables) for at in _positions(rules, table, seed)]
    some = every[:: -(-len(every) // POSITIONS)]
    return "".join(
        (
            *(_broken(rules, rule, [*some, every[-1]]) for rule in rules.plantable),
            *(_miswritten(rules, rule, tables) for rule in rules.plantable_on_paper),
        )
    )


def record(rules: AnyRules, seed: int) -> str:
    """Return a sample with two errors: the record, and which rules are broken where."""
    made = sample_record(rules, seed=seed, errors=2, language="en")
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


def _positions(rules: AnyRules, seating: Seating, seed: int) -> Iterator[Position]:
    """Yield each position of a game that goes wrong now and then, by one rule after the other."""
    chance, state = Random(seed), rules.start(seating)  # noqa: S311 - a game, not a secret
    wrong = [rule for rule in plantable_with(rules, seating) if rule != "after-end"]
    steps: tuple[object, ...] = ()
    while not rules.outcome(state).is_finished:
        yield state, steps
        step, number = None, seed + len(steps)
        if number % WRONG == 0:
            step = wrong_turn(rules, state, steps, [wrong[number // WRONG % len(wrong)]], chance)
        step = step or rules.random_turn(state, chance)
        steps, state = (*steps, step), rules.play(state, step)
    yield state, steps


def _broken(rules: AnyRules, rule: str, positions: Iterable[Position]) -> str:
    chance, found = Random(rule), []  # noqa: S311 - a game, not a secret
    for number, (state, steps) in enumerate(positions):
        step = wrong_turn(rules, state, steps, [rule], chance)
        if step is not None:
            found.append((number, step, [_plain(refusal) for refusal in rules.refuse(state, step)]))
    return f"{rule}: in {len(found)} positions, {_digest(found)}\n"


def _plain(refusal: Refusal) -> tuple[object, ...]:
    """Return a refusal with its sets in order: a digest of them must not depend on chance."""
    plain = replace(refusal, after=frozenset(), taints=frozenset())
    return plain, sorted(refusal.after), sorted(refusal.taints)


def _miswritten(rules: AnyRules, rule: str, tables: Iterable[Seating]) -> str:
    chance, found = Random(rule), []  # noqa: S311 - a game, not a secret
    for seed, seating in enumerate(tables):
        steps, state = _played(rules, seating, seed)
        body = rules.record_body(tuple(steps), state)
        head = {"players": seating.players, "variant": sorted(seating.variants)}
        for _ in range(PAPERS):
            wrong = wrong_papers(rules, seating, body, rule, chance) or {}
            alone = {name: wrong[name] for name in wrong if name != rules.body_fields[0]}
            found += [(fields, _judged(rules, head | fields)) for fields in (wrong, alone)]
    return f"{rule}: on {len(found) // 2} papers, {_digest(found)}\n"


def _judged(rules: AnyRules, fields: Fields) -> tuple[object, ...]:
    line = json.dumps({"game": rules.game.name, **fields}).encode()
    (report,) = verify_stream(BytesIO(line))
    problems = [problem.message for problem in report.problems]
    papers = [(paper.name, dict(paper.marks)) for paper in report.papers]
    totals = [{name: dict(points) for name, points in report.scores.items()}, report.winners]
    findings = [_plain(found) for found in report.findings]
    return findings, problems, papers, totals, report.is_finished


def _digest(values: Sequence[object]) -> str:
    # What the values are, not what their classes and fields are called.
    return sha256(NAMES.sub(r"\1", repr(values)).encode()).hexdigest()[:16]
