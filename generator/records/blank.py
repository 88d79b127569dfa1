"""A blank record: the fields of a game, commented, with one turn as an example to write over."""

from functools import reduce
from random import Random
from typing import Any

from generator.game.vocabulary import field_words
from generator.records.form import FORMAT, record_form
from generator.records.sample import names_for
from generator.records.writing import spoken, yaml_of
from generator.rules.families import AnyRules
from generator.rules.family import Seating
from generator.words import Language, message, say

# Random games tried for an opening that shows many fields.
OPENINGS = 30


def blank(rules: AnyRules, language: Language) -> str:
    """Return a record to fill in: readable as it is, with what may be left out as comments."""
    title = rules.game.said[language].title
    command = f"ludokit verify {say(message('records.blank-file'), language)}"
    head = {"format": FORMAT, "game": rules.game.name, "rules": rules.game.head.version}
    players = names_for(rules, language)[: rules.seats()[""][0]]
    first, *others = rules.contents
    body = _example(rules, Seating(players))
    return (
        _remark("records.blank-head", language, title=title, command=command)
        + _remark("records.blank-words", language)
        + _fields(rules, head, language)
        + _commented(_optional(language))
        + _variants(rules, language)
        + _remark("records.blank-players", language)
        + _fields(rules, {"players": list(players)}, language)
        + _remark("records.blank-body", language)
        + _fields(rules, {first: body[first]}, language)
        + "".join(
            _remark("records.blank-papers", language)
            + _commented(_fields(rules, {name: body[name]}, language))
            for name in others
        )
    )


def _example(rules: AnyRules, seating: Seating) -> dict[str, Any]:
    """Return the body of a game that has just begun, the longest to write down of a few."""
    start = rules.start(seating)
    bodies = []
    for seed in range(OPENINGS):
        steps = rules.first_steps(start, Random(seed))  # noqa: S311 - a game, not a secret
        bodies.append(rules.written(steps, reduce(rules.play, steps, start)))
    return max(bodies, key=lambda body: len(str(body)))


def _optional(language: Language) -> str:
    place = say(message("records.blank-place"), language)
    return (
        f"{field_words('date', language)}: 2026-03-14\n{field_words('place', language)}: {place}\n"
    )


def _variants(rules: AnyRules, language: Language) -> str:
    """Return a remark with the line that each variant of the game asks for, where it has any."""
    lines = [_fields(rules, {"variant": name}, language).strip() for name in rules.seats() if name]
    if not lines:
        return ""
    return _remark("records.blank-variants", language, lines=" · ".join(lines))


def _fields(rules: AnyRules, fields: dict[str, Any], language: Language) -> str:
    return yaml_of(spoken(fields, record_form(rules), language))


def _commented(lines: str) -> str:
    return "".join(f"# {line}\n" for line in lines.splitlines())


def _remark(key: str, language: Language, **values: str) -> str:
    return f"# {say(message(key, **values), language)}\n"
