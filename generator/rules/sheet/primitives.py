"""What a rule of a sheet does: the base of all primitives, and reading them from a game's rules.

A primitive is told apart by its word under `by: {rule: ...}`. It judges, words its refusal, and
says what would have been allowed; a rule that is left out of the data judges nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar

from pydantic import create_model

from generator.errors import DataError, Problem
from generator.game import Game
from generator.game.facts import Facts, choice
from generator.game.sentences import field_aliases
from generator.reading.fit import sift
from generator.reading.nodes import ListNode, MapNode, Node
from generator.rules import findings
from generator.rules.family import Refusal
from generator.rules.sheet.plan import Kit, Sheet, Table, Turn
from generator.words import Message


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn as a primitive sees it: the table before it, and who is active."""

    kit: Kit
    table: Table
    turn: Turn
    active: str


@dataclass(frozen=True, slots=True)
class Try:
    """A number that somebody wants in a cell, and the colours that were rolled for it."""

    kit: Kit
    sheet: Sheet
    cell: str
    number: int
    rolled: frozenset[str]


class Primitive(Facts):
    """One thing that rules of sheets do, told apart by `rule`; being a subclass makes a primitive.

    `on_turns` says whether a turn can break it, `on_papers` whether a sheet alone can.
    """

    on_turns: ClassVar[bool] = False
    on_papers: ClassVar[bool] = False

    rule: str
    """What the rule does, in one word."""

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:  # noqa: ARG002 - some heed it
        """Yield what a turn breaks, under the id that the game gives this rule."""
        return iter(())


class Placing(Primitive):
    """What may stand in a cell."""

    on_turns = True

    def broken(self, tried: Try) -> Message | None:
        """Return what is wrong with a number in a cell, None where it may stand."""
        raise NotImplementedError

    def clash(self, kit: Kit, numbers: Mapping[str, int], cell: str) -> Message | None:  # noqa: ARG002 - some heed it
        """Return what is wrong with a number on a sheet that no turn explains.

        Of two numbers that clash the later one in reading order is wrong.
        """
        return None


class Frame(Primitive):
    """What holds a game together, whatever it is about."""

    on_turns = True

    rule: Literal["order", "after-end", "unfinished", "as-played", "added-up"]
    """`order`: turns go round the table. `after-end`: nobody plays on. `unfinished`: a record that
    stops early is told so. `as-played`: papers show what the turns give. `added-up`: the parts of a
    score are right."""

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that somebody plays whose turn it is not."""
        if self.rule == "order":
            for found in findings.out_of_order(seen.table, seen.turn):
                yield replace(found, rule=rule)


Kind = TypeVar("Kind", bound=Primitive)


@dataclass(frozen=True, slots=True)
class Primitives:
    """The primitives of a game by the ids of its rules, in the order of the data."""

    rules: Mapping[str, Primitive]

    def of(self, kind: type[Kind]) -> Iterator[tuple[str, Kind]]:
        """Yield the primitives of a kind, each with the id of its rule."""
        return ((rule, one) for rule, one in self.rules.items() if isinstance(one, kind))

    def first(self, kind: type[Kind]) -> tuple[str, Kind] | None:
        """Return the first primitive of a kind with the id of its rule; None where none is."""
        return next(self.of(kind), None)

    def framed(self, *what: str) -> tuple[str, ...]:
        """Return the ids of the rules that hold the game together in some way."""
        return tuple(rule for rule, one in self.of(Frame) if one.rule in what)

    def judged(self) -> tuple[str, ...]:
        """Return the ids of the rules that records can break."""
        return tuple(rule for rule, one in self.rules.items() if one.on_turns or one.on_papers)

    def plantable(self) -> tuple[str, ...]:
        """Return the ids of the rules that a turn can break."""
        closing = self.framed("unfinished", "as-played", "added-up")
        turns = (rule for rule, one in self.rules.items() if one.on_turns)
        return tuple(rule for rule in turns if rule not in closing)

    def late(self, seen: Seen) -> Iterator[Refusal]:
        """Yield that a turn comes after the end."""
        for rule in self.framed("after-end"):
            yield replace(findings.after_end(seen.table, seen.turn), rule=rule)


def read_primitives(game: Game) -> Primitives:
    """Return what the rules of a game do; raise DataError with every fault of their `by`."""
    entry_model = create_model("Entry", __base__=Facts, by=(choice(Primitive, "rule"), ...))
    section, found, problems = game.sections.get("rules"), dict[str, Primitive](), list[Problem]()
    for number, node in enumerate(section.items if isinstance(section, ListNode) else ()):
        entry = _by_alone(node)
        if entry is not None:
            read, told = sift(entry, entry_model, field_aliases(), f"rules[{number + 1}]")
            problems += told
            if read is not None:
                found[game.head.rules[number].id] = vars(read)["by"]
    if problems:
        raise DataError(problems)
    return Primitives(found)


def _by_alone(rule: Node) -> MapNode | None:
    """Return a rule with nothing but its field `by`; None where it has none."""
    pairs = rule.pairs if isinstance(rule, MapNode) else ()
    by = tuple(pair for pair in pairs if pair[0].text == "by")
    return MapNode(by, rule.place) if by else None
