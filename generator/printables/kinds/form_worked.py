"""The worked first line of a record form, from a record in the data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.printables.context import PrintContext
from generator.printables.kinds.form_table import Worked
from generator.words import field_words


def worked_line(
    record: Mapping[str, Any], line: Mapping[str, str], setting: PrintContext
) -> Worked:
    """Return the words of the record's first turn by the id of the column they belong in.

    A line that is given column by column goes before.
    """
    example = (("turn", setting.say("print.example")),)
    if line:
        said = ((column, _label(words, record, setting)) for column, words in line.items())
        return Worked((*example, *said))
    turns: Sequence[Mapping[str, Any]] = record.get("turns") or ({},)
    players = record.get("players") or ()
    return Worked((*example, *_words(turns[0], players, setting)))


def typed(record: Mapping[str, Any], setting: PrintContext) -> tuple[str, ...]:
    """Return the record's lines as they are typed into the file, in the language of the paper."""
    language = setting.options.language
    lines = [f"{field_words('game', language)}: {setting.game.name}"]
    for field, value in record.items():
        word = field_words(field, language)
        if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
            lines.append(f"{word}:")
            for entry in value:
                lines += _entry(entry, record, setting)
        else:
            lines.append(f"{word}: {_typed(value, record, setting)}")
    return tuple(lines)


def _entry(
    entry: Mapping[str, Any], record: Mapping[str, Any], setting: PrintContext
) -> Iterator[str]:
    """Yield the lines of one entry of a list: a dash before the first."""
    for number, (field, value) in enumerate(entry.items()):
        word = field_words(field, setting.options.language)
        yield f"{'  ' if number else '- '}{word}: {_typed(value, record, setting)}"


def _typed(value: object, record: Mapping[str, Any], setting: PrintContext) -> str:
    """Return a value in one line: lists in brackets, fields in braces, cells by their labels."""
    if isinstance(value, Mapping):
        pairs = (
            f"{_key(key, record, setting)}: {_typed(inner, record, setting)}"
            for key, inner in value.items()
        )
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_typed(inner, record, setting) for inner in value) + "]"
    return _label(value, record, setting)


def _key(key: str, record: Mapping[str, Any], setting: PrintContext) -> str:
    """Return a key as typed: a player's name as it is, a colour or a field in the language."""
    if key in record.get("players", ()):
        return key
    colours = setting.said.words.get("colours", {})
    return colours.get(key) or field_words(key, setting.options.language)


def _label(value: object, record: Mapping[str, Any], setting: PrintContext) -> str:
    words = str(value)
    if words in record.get("players", ()):
        return words
    fixed = (table[words] for table in setting.said.words.values() if words in table)
    return next(fixed, None) or setting.said.label(words)


def _words(
    turn: Mapping[str, Any], players: Sequence[str], setting: PrintContext
) -> Iterator[tuple[str, str]]:
    for field, value in turn.items():
        if isinstance(value, Mapping):
            if all(key.isdecimal() for key in value):
                yield field, _typed(value, {"players": players}, setting).strip("{}")
                continue
            for key, inner in value.items():
                column = str(players.index(key) + 1) if key in players else key
                yield f"{field}.{column}", setting.said.label(str(inner))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            labels = [setting.said.label(str(inner)) for inner in value]
            yield field, ", ".join(labels)
            yield from ((f"{field}.{number}", said) for number, said in enumerate(labels, start=1))
        else:
            yield field, "×" if value is True else _label(value, {"players": players}, setting)
