"""A suggestion: one slip that may explain what is wrong with a record, and its wording."""

from dataclasses import dataclass
from typing import Literal

from generator.rules import naming
from generator.words import Message, Value, message

EditKind = Literal[
    "all-turned",
    "cell",
    "exchanged",
    "left-out",
    "number",
    "player",
    "too-many",
    "turn-left-out",
    "turn-too-many",
    "turns-exchanged",
    "word",
]
# A word, a number, or two that are swapped.
Pair = tuple[str | int, str | int]
EditedValue = str | int | bool | Pair | None
# The vocabulary of what is only counted: the plays of a turn.
ENTRY = "entry"
# What the vocabularies of records are called among the words of a game.
NAMED = {
    "card": "cards",
    "cell": "cells",
    "die": "colours",
    "marker": "markers",
    "square": "squares",
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What was typed, what may have been meant, and where; a missing turn stands before `turn`."""

    kind: EditKind
    turn: int | None = None
    round: int | None = None
    player: str | None = None
    typed: EditedValue = None
    meant: EditedValue = None
    field: str = ""
    key: str | int | None = None
    key_vocabulary: str = ""
    vocabulary: str = ""
    is_last: bool = False
    line: int = 1
    column: int = 1

    @property
    def identity(self) -> tuple[object, ...]:
        """Return a key for removing duplicates: suggestions with equal keys print one sentence."""
        if self.kind in {"left-out", "turn-left-out"}:
            return self.kind, self.round, self.meant
        where = self.turn, self.round, self.player, self.field, self.key
        return *where, self.kind, self.typed, self.meant

    @property
    def reason(self) -> Message:
        """Return in words what was meant."""
        match self.kind, self.typed:
            case "turn-left-out" | "turn-too-many" | "turns-exchanged", _:
                return self._of_turns()
            case "exchanged", (one, other):
                pair = {"one": self._word(one), "other": self._word(other)}
                return message("slips.exchanged", **pair, at=self._at())
            case _, typed if typed is True or self.meant is True:
                key = "slips.ticked" if typed else "slips.not-ticked"
                at = message("slips.at-turn", turn=self._turn(self.turn))
                field = naming.words("fields", self.field)
                return message(key, field=field, at=_with(at, self.player))
            case _:
                words = {"typed": self._word(self.typed), "meant": self._word(self.meant)}
                return message(f"slips.{self.kind}", **words, at=self._at())

    def _of_turns(self) -> Message:
        turn = self._turn(self.turn)
        match self.kind, self.typed:
            case "turns-exchanged", (one, other):
                turns = {"one": self._turn(one), "other": self._turn(other)}
                return message("slips.turns-exchanged", **turns)
            case "turn-too-many", _:
                return _with(message("slips.turn-too-many", turn=turn), self.player)
            case _ if self.turn is None:
                return message("slips.turn-left-out-somewhere", at=self._at())
            case _:
                key = "slips.turn-left-out-last" if self.is_last else "slips.turn-left-out"
                return _with(message(key, turn=turn), self.player)

    def _turn(self, number: object) -> Message:
        if self.round is None:
            return message("records.turn", number=str(number))
        return message("slips.turn-of-round", turn=str(number), round=str(self.round))

    def _at(self) -> Message:
        if self.turn is not None:
            at = message("slips.at-turn", turn=self._turn(self.turn))
        elif self.round is not None:
            at = message("slips.at-round", number=str(self.round))
        else:
            at = message("slips.at-some-turn")
        is_cell = self.vocabulary == "cell"
        if is_cell or self.kind == "player":
            return _with(at, self.player if is_cell else None)
        field = naming.words("fields", self.field) if self.field else None
        key = None if self.key is None else _named(self.key_vocabulary, self.key)
        return _with(at, field, key)

    def _word(self, one: object) -> Value:
        return _named(self.vocabulary, one)


def _named(vocabulary: str, one: object) -> Value:
    if vocabulary == ENTRY:
        return message("slips.entry", number=str(one))
    if vocabulary in NAMED:
        return naming.words(NAMED[vocabulary], str(one))
    return one if isinstance(one, int) else str(one)


def _with(said: Message, first: "Value | None", second: "Value | None" = None) -> Message:
    if first is None or second is None:
        more = second if first is None else first
        return said if more is None else message("slips.of", said=said, one=more)
    return message("slips.of-both", said=said, one=first, other=second)
