"""The worked first line of a record form, from a record in the data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.game.vocabulary import field_words
from generator.printables.kinds.form_table import Worked
from generator.printables.setting import Setting


def worked_line(record: Mapping[str, Any], setting: Setting) -> Worked:
    """Return the words of the record's first turn by the id of the column they belong in."""
    turns: Sequence[Mapping[str, Any]] = record.get("turns") or ({},)
    players = record.get("players") or ()
    return Worked(tuple(_words(turns[0], players, setting)))


def typed(record: Mapping[str, Any], setting: Setting) -> tuple[str, ...]:
    """Return the record's lines as they are typed into the file, in the language of the paper."""
    language = setting.options.language
    first, *_ = record.get("turns") or ({},)
    players = ", ".join(record.get("players", ()))
    lines = [f"{field_words('game', language)}: {setting.game.name}"]
    lines += [
        f"{field_words('players', language)}: [{players}]",
        f"{field_words('turns', language)}:",
    ]
    lines += [
        f"{'  ' if number else '- '}{field_words(field, language)}: {_typed(value, setting)}"
        for number, (field, value) in enumerate(first.items())
    ]
    return tuple(lines)


def _typed(value: object, setting: Setting) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    colours = setting.said.words.get("colours", {})
    pairs = (f"{colours.get(key, key)}: {setting.said.label(str(v))}" for key, v in value.items())
    return "{" + ", ".join(pairs) + "}"


def _words(
    turn: Mapping[str, Any], players: Sequence[str], setting: Setting
) -> Iterator[tuple[str, str]]:
    yield "turn", setting.say("print.example")
    for field, value in turn.items():
        if isinstance(value, Mapping):
            for key, inner in value.items():
                column = str(players.index(key) + 1) if key in players else key
                yield f"{field}.{column}", setting.said.label(str(inner))
        else:
            yield field, "×" if value is True else str(value)
