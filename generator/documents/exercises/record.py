"""Exercises on records: turns as they were noted, one of which breaks a rule."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from random import Random
from typing import Any, TypeAlias

from generator.documents.exercises.making import Asking, Exercise, Kind, Span
from generator.rules.findings import Opening
from generator.rules.plant import wrong_turn
from generator.words import message

# No record is longer: so many turns can be followed by hand.
MOST_TURNS = 7
# What nobody has ever noted: fewer than no points, a die below 1.
BELOW_ZERO = re.compile(r"(?<!\w)-\d")
# What puts a step into words, with the state before it, of any family.
Tells: TypeAlias = Callable[[Any, Any], str]


def kind(of: Asking[Any], tells: Tells, *, but: Collection[str] = ()) -> Kind:
    """Return exercises on records of a game, told turn by turn; some rules are left alone.

    Those are the rules of which a few turns do not show that they are broken.
    """
    rules = tuple(rule for rule in of.rules.planted(of.players) if rule not in but)
    return Kind("record", (3, 4, 6), partial(_drawn, of, tells, rules))


def _drawn(
    of: Asking[Any], tells: Tells, broken: tuple[str, ...], span: Span, chance: Random
) -> Exercise | None:
    """Ask which turn of a record breaks a rule, and which; every turn is followed."""
    if not broken:
        return None
    rules, rule = of.rules, chance.choice(broken)
    count = chance.randint(span.start, min(span.stop - 1, MOST_TURNS))
    wrong, lines, steps = chance.randrange(1, count), list[str](), list[Any]()
    state = rules.lasting(of.players, count + 1)
    while len(lines) < count:
        step = rules.random_turn(state, chance)
        is_opening, is_wrong = isinstance(step, Opening), False
        if not is_opening and len(lines) == wrong:
            step = wrong_turn(rules, state, tuple(steps), [rule], chance)
            is_wrong = True
        if step is None or (lines and is_opening):
            return None
        refusals, after = rules.judge(state, step)
        # What follows from the error is no error of its own, but a second answer.
        if len(refusals) != is_wrong or rules.outcome(after).is_finished:
            return None
        told = "" if is_opening else tells(state, step)
        if BELOW_ZERO.search(told):
            return None
        lines += [told] if told else []
        steps.append(step)
        state = after
    asked, at = of.say(message("exercise.record")), wrong + 1
    return Exercise(asked, str(at), at, count, record=tuple(lines), rule=rule, lines=2)


def noted(of: Asking[Any]) -> Tells:
    """Return what tells a turn as its fields stand in a record, in the language of the paper."""
    said = of.said

    def word(name: str) -> str:
        return said.words.get("colours", {}).get(name) or said.field_word(name)

    def value(found: Any) -> str:  # noqa: ANN401 - what a field holds
        match found:
            case Mapping():
                named = (f"{word(name)} {value(one)}".rstrip() for name, one in found.items())
                return ", ".join(named)
            case list() if any(isinstance(one, list | Mapping) for one in found):
                return " / ".join(map(value, found))
            case list():
                return "\u00a0".join(map(value, found))
            case True:
                return ""
            case _:
                return said.label(str(found))

    def tells(_: Any, turn: Any) -> str:  # noqa: ANN401 - of any family
        fields = turn.fields()
        who = fields.pop("player", "")
        named = (_together(word(name), value(one)) for name, one in fields.items())
        return of.say(message("exercise.turn-of", player=who, done=" · ".join(named)))

    return tells


def _together(name: str, found: str) -> str:
    """Return a name with what it has, on one line where that is short."""
    return f"{name}{' ' if ' ' in found else chr(0xA0)}{found}".rstrip()
