"""How a record writes what could not be read: an example, with what was understood of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from generator.errors import Problem
from generator.reading.nodes import ListNode, MapNode, Node, Scalar, plain
from generator.reading.printed_forms import number_words
from generator.reading.schema import Fields, Schema, field_names_in, schema_below
from generator.reading.text_grammar import NOWHERE, PLAYER, Chart
from generator.reading.tolerant_texts import TextReader
from generator.reading.value_grammar import MOST_STEPS
from generator.rules import AnyRules
from generator.rules.interface import Seating
from generator.words import Message, message

# Of what they name such messages say no more than that it was not read, or that it is missing.
_UNREAD = frozenset({"reading.say-which", "reading.unread-line"})
_MISSING = {"reading.missing-field", "reading.missing-field-named", "records.no-contents"}
_SHAPES = frozenset(f"reading.want-{one}" for one in ("list", "list-of", "map"))
# How many problems have an example; what it shows of lists and tables, so that it fits on a line.
MOST_SHOWN, MOST_TURNS, LONGEST_LINE, LONGEST_ROW = 10, 100, 110, 9
ENTRIES = LONGEST_ROW, 2, 1, 0


@dataclass(frozen=True)
class Examples:
    """Examples for one record, in the words of its language and with its players."""

    rules: AnyRules
    reader: TextReader
    body: Fields

    def added_to(self, problems: tuple[Problem, ...]) -> Iterator[Problem]:
        """Yield all problems, the first ones of what was not read with an example."""
        left = MOST_SHOWN
        for one in problems:
            reason = _reason(one.message) if left else None
            line = self._line(one.field, reason) if reason else ""
            left -= bool(line)
            said = message("reading.write-so", reason=reason, line=line) if reason else one.message
            yield replace(one, message=said) if line else one

    @property
    def _whole(self) -> Mapping[str, Any]:
        return _random_body(self.rules, tuple(self.reader.vocabulary.people.get(PLAYER, ())))

    def _line(self, field: str, reason: Message) -> str:
        steps = re.findall(r"[^.\[\]]+", field) or [self.rules.body_fields[0]]
        aliases, known = self.reader.vocabulary.aliases, tuple(field_names_in(self.body))
        first, *names = [aliases.field_of(one, known) or "" for one in steps]
        at, name, value = 0, first, self._whole.get(first)
        for depth, inner in enumerate(names, start=1):
            if found := [*_under(self._whole.get(first), inner)]:
                at, name, value = depth, inner, max(found, key=_length)
        if isinstance(value, list) and steps[at + 1 :]:
            # Not the list was not read, but something in it.
            own = self._understood(reason, first) if steps[1:] == steps[-1:] else {}
            item = max(value, key=_length)
            name, value = "", {**item, **own} if own else item
        line = ""
        for most in ENTRIES if value else ():
            line = self.reader.shown(_cut({name: value} if name else value, most))
            if len(line) <= LONGEST_LINE:
                break
        return line[1:-1] if name else line

    def _understood(self, reason: Message, field: str) -> dict[str, Any]:
        found = dict(reason.values).get("found")
        values = dict(found.values) if isinstance(found, Message) else {}
        text, want = str(values.get("found", "")), schema_below(self.body, field)
        parts = _Parts(text, ((0, NOWHERE),), self.reader.vocabulary).read(schema_below(want, 0))
        pairs = [pair for one in parts if isinstance(one, MapNode) for pair in one.pairs]
        return {key.text: plain(one) for key, one in reversed(pairs)}


@lru_cache(maxsize=32)  # an archive has the same players for many records
def _random_body(rules: AnyRules, names: tuple[str, ...]) -> Mapping[str, Any]:
    """Return what a record of a random game holds; nothing for too few players or too many."""
    least, most = rules.player_ranges()[""]
    if not least <= len(names) <= most:
        return {}
    state, chance, steps = rules.start(Seating(names)), Random(0), list[Any]()
    while len(steps) < MOST_TURNS and not rules.outcome(state).is_finished:
        steps.append(rules.random_turn(state, chance))
        state = rules.play(state, steps[-1])
    return rules.record_body(tuple(steps), state)


class _Parts(Chart):
    def read(self, want: Schema) -> Iterator[Node]:
        """Yield what can be read of a text, from the left, each as long as may be."""
        at = 0
        while at < len(self.tokens) and self.steps <= MOST_STEPS:
            found = self._at(want, at, frozenset())
            # `un peu`: words for numbers are more than numbers.
            ends = (one for one in found if self.texts[one - 1 : one] not in number_words())
            end = max(ends, default=0)
            ways = found.get(end, {})
            yield from ways.values() if len(ways) == 1 else ()
            at = max(end, at + 1)


def _reason(said: Message) -> Message | None:
    """Return how to say that something was not read, None where it is said what would do."""
    values = dict(said.values)
    found, wanted = values.get("found", ""), values.get("wanted")
    if said.key == "reading.say-which" and re.search("[0-9]", str(found)):
        return None  # values that lack their names
    if said.key in _UNREAD:
        found = message("reading.found-word", found=found)
    elif not isinstance(wanted, Message) or wanted.key not in _SHAPES:
        return said if said.key in _MISSING else None
    return message("reading.not-fitting", found=found)


def _under(value: Any, name: str) -> Iterator[Any]:
    """Yield what all fields of a name below a value hold."""
    items = dict(enumerate(value)) if isinstance(value, list) else value
    for key, one in items.items() if isinstance(items, dict) and name else ():
        yield from [one] if key == name else ()
        yield from _under(one, name)


def _length(value: Any) -> int:
    # The longest that fits on a line shows the most.
    length = len(str(value))
    return length if length <= LONGEST_LINE else 0


def _cut(value: Any, most: int) -> Node:
    """Return a value as a node with the first items of its lists; rows of numbers are whole."""
    match value:
        case dict():
            kept = [*value.items()][: LONGEST_ROW if most > 1 else most + 1]
            pairs = ((Scalar(str(key), None, NOWHERE), _cut(one, most)) for key, one in kept)
            return MapNode(tuple(pairs), NOWHERE)
        case [dict(), *_]:
            return ListNode((_cut(max(value, key=_length), most),), NOWHERE)
        case list():
            is_row = len(value) <= LONGEST_ROW and {*map(type, value)} <= {int, type(None)}
            kept = value if is_row else value[: max(most, 1)]
            return ListNode(tuple(_cut(one, most) for one in kept), NOWHERE)
        case _:
            text = "true" if value is True else "" if value is None else str(value)
            return Scalar(text, None, NOWHERE)
