"""A worked record as it is written by hand and typed: in the words of the paper's language."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from generator.printables.context import PrintContext


def typed_lines(record: Mapping[str, Any], setting: PrintContext) -> tuple[str, ...]:
    """Return the record's lines as they are typed into the file, in the language of the paper."""
    said, players = setting.sentences, players_of(record)
    lines = [f"{said.field_word('game')}: {setting.game.name}"]
    for field, value in record.items():
        if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
            lines.append(f"{said.field_word(field)}:")
            for entry in value:
                # A dash before the first field.
                for start, inner in zip(chain("-", repeat(" ")), entry, strict=False):
                    words = _typed_value(entry[inner], players, setting)
                    lines.append(f"{start} {said.field_word(inner)}: {words}")
        else:
            lines.append(f"{said.field_word(field)}: {_typed_value(value, players, setting)}")
    return tuple(lines)


def _typed_value(value: object, players: Sequence[str], setting: PrintContext) -> str:
    """Return a value in one line: lists in brackets, fields in braces, cells by their labels."""
    if isinstance(value, Mapping):
        # A player's name stays as it is; a colour or a field is said in the language.
        words = {key: setting.sentences.field_word(key) for key in value}
        words |= setting.sentences.words.get("colours", {})
        words.update((player, player) for player in players)
        pairs = (
            f"{words[key]}: {_typed_value(inner, players, setting)}" for key, inner in value.items()
        )
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_typed_value(inner, players, setting) for inner in value) + "]"
    return written_label(value, players, setting)


def written_label(value: object, players: Sequence[str], setting: PrintContext) -> str:
    """Return a value as it is written: fixed words and cells in the language of the paper."""
    words, tables = str(value), setting.sentences.words.values()
    fixed = next((table[words] for table in tables if words in table), None)
    return words if words in players else fixed or setting.sentences.label(words)


def players_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a record in the data; the worked one may name none."""
    players = record.get("players")
    return tuple(map(str, players)) if isinstance(players, Sequence) else ()


def words_by_column(
    turn: object, players: Sequence[str], setting: PrintContext
) -> Iterator[tuple[str, str]]:
    """Yield what stands in each column of a form where a turn is written, by the column's name."""
    label = setting.sentences.label
    for field, value in turn.items() if isinstance(turn, Mapping) else ():
        if isinstance(value, Mapping) and all(key.isdecimal() for key in value):
            yield field, _typed_value(value, players, setting).strip("{}")
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                column = str(players.index(key) + 1) if key in players else key
                yield f"{field}.{column}", label(str(inner))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            labels = [label(str(inner)) for inner in value]
            yield field, ", ".join(labels)
            yield from ((f"{field}.{number}", said) for number, said in enumerate(labels, start=1))
        else:
            yield field, "×" if value is True else written_label(value, players, setting)
