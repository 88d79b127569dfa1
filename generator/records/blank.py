"""A blank record: the fields of a game, commented, with one turn as an example to write over."""

from datetime import date
from functools import reduce
from random import Random
from typing import Any

from generator.records.form import FORMAT, record_form
from generator.records.sample import names_for, played
from generator.records.writing import line_of, spoken, yaml_of
from generator.rules.families import AnyRules
from generator.rules.family import Seating
from generator.words import Language, message, say

# Random games tried for an opening that shows many fields.
OPENINGS = 30
DAY = date(2026, 3, 14)
# What is told above the entries, by the field that holds them.
ENTRIES = {"turns": "records.blank-turns", "rounds": "records.blank-rounds"}


def blank(rules: AnyRules, language: Language) -> str:
    """Return a record to fill in: readable as it is, with what may be left out as comments."""
    title = rules.game.said_in(language).title
    command = f"ludokit verify {say(message('records.blank-file'), language)}"
    head = {"format": FORMAT, "game": rules.game.name, "rules": rules.game.head.version}
    players = names_for(rules, language)[: rules.seats()[""][0]]
    return (
        _remark("records.blank-head", language, title=title, command=command)
        + _remark("records.blank-words", language)
        + _fields(rules, head, language)
        + _commented(_optional(rules, language))
        + _variants(rules, language)
        + _remark("records.blank-players", language)
        + _fields(rules, {"players": list(players)}, language)
        + _body(rules, Seating(players), language)
    )


def _body(rules: AnyRules, seating: Seating, language: Language) -> str:
    """Return the game's own fields: the first entry, before and behind it what may be left out."""
    first = rules.contents[0]
    body, whole = _example(rules, seating), _whole(rules, seating)
    at = list(whole).index(first)
    agreed = {name: whole[name] for name in list(whole)[:at]}
    behind = list(whole)[at + 1 :]
    closing = [name for name in behind if name not in body]
    return (
        _spare(rules, "records.blank-agreed", agreed, language)
        + _remark(ENTRIES[first], language)
        + _fields(rules, {first: body[first]}, language)
        + _ending(rules, body[first][0], whole[first], language)
        + "".join(
            _spare(rules, "records.blank-papers", {name: body[name]}, language)
            for name in behind
            if name in body
        )
        + "".join(
            _remark(
                "records.blank-over", language, line=_line(rules, {name: whole[name]}, language)
            )
            for name in closing
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


def _whole(rules: AnyRules, seating: Seating) -> dict[str, Any]:
    """Return the body of a whole game: it has all that a record can close with."""
    return played(rules, seating, [], Random(0)) or {}  # noqa: S311 - a game, not a secret


def _ending(
    rules: AnyRules, example: dict[str, Any], entries: list[dict[str, Any]], language: Language
) -> str:
    """Return a remark with what every entry of a whole game has and one just begun has not."""
    always = [name for name in entries[0] if all(name in entry for entry in entries)]
    lines = (
        _line(rules, {rules.contents[0]: [{name: entries[0][name]}]}, language)
        for name in always
        if name not in example
    )
    return "".join(_remark("records.blank-ending", language, line=line) for line in lines)


def _optional(rules: AnyRules, language: Language) -> str:
    place = say(message("records.blank-place"), language)
    return _fields(rules, {"date": DAY, "place": place}, language)


def _variants(rules: AnyRules, language: Language) -> str:
    """Return a remark with the line that each variant of the game asks for, where it has any."""
    lines = [_line(rules, {"variant": name}, language) for name in rules.seats() if name]
    if not lines:
        return ""
    return _remark("records.blank-variants", language, lines=" · ".join(lines))


def _spare(rules: AnyRules, key: str, fields: dict[str, Any], language: Language) -> str:
    """Return fields that may be left out, as a comment under a remark."""
    if not fields:
        return ""
    return _remark(key, language) + _commented(_fields(rules, fields, language))


def _line(rules: AnyRules, fields: dict[str, Any], language: Language) -> str:
    """Return a field on one line; one within an entry without what it stands in."""
    ((name, value),) = spoken(fields, record_form(rules), language).items()
    return line_of(value[0]) if isinstance(value, list) else line_of({name: value})


def _fields(rules: AnyRules, fields: dict[str, Any], language: Language) -> str:
    return yaml_of(spoken(fields, record_form(rules), language))


def _commented(lines: str) -> str:
    return "".join(f"# {line}\n" for line in lines.splitlines())


def _remark(key: str, language: Language, **values: str) -> str:
    return f"# {say(message(key, **values), language)}\n"
