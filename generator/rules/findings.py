"""What turns and papers of most families are found to break, and what their records share."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, Literal, Protocol, Self

from pydantic import create_model

from generator.game.facts import Facts
from generator.reading.nodes import Path
from generator.reading.schema import DiceFaces, FixedWord
from generator.rules import interface
from generator.rules.interface import Fields, Outcome, Refusal, Scores, paper_of
from generator.rules.naming import words
from generator.words import Message, message

# Annotations made while running, from the words of a game: no type checker reads them.
MAPPING: Any = Mapping
TUPLE: Any = tuple
LITERAL: Any = Literal
FACES: Any = tuple[Annotated[int, DiceFaces()], ...]
# What was read of a record, in a model made of the words of its game.
Body = Any
# Fields of a refusal by their names.
RefusalFields = Any
# Checked against the players of the record, not by the model.
PLAYER: Any = Annotated[str, FixedWord("player")]
# What families call a score that was added up wrong, where the data have no other id for it; and
# how they say so, whatever the id.
SCORE = "score-wrong"
ADDED_UP_WRONG = "rules.score-wrong"
# Spoilt by an error in any round, wrong points apart.
ROUNDS = "rounds"
# The part of a score that decides.
TOTAL = "total"
# Steps of a record that shows how to write a round: its beginning, and its first turns.
FIRST_OF_ROUND = 5


def one_of(words: Collection[str], vocabulary: str) -> Any:
    """Return the annotation of a field that holds one of a game's words."""
    return Annotated[LITERAL[tuple(words)], FixedWord(vocabulary)]


def all_optional(name: str, **fields: Any) -> type[Facts]:
    """Return a model whose fields may all be left out."""
    return with_words(create_model(name, __base__=Facts), **fields)


def with_words(model: type[interface.Model], **fields: Any) -> type[interface.Model]:
    """Return a model with the words of a game in some fields, which may all be left out."""
    optional: dict[str, Any] = {field: (kind | None, None) for field, kind in fields.items()}
    return create_model(model.__name__, __base__=model, **optional)


def to_plain(value: Any) -> Any:
    """Return a step as plain lists and mappings, without fields that are as they are unsaid."""
    match value:
        case Mapping():
            return {name: to_plain(inner) for name, inner in value.items()}
        case tuple():
            return [to_plain(inner) for inner in value]
        case _ if is_dataclass(value):
            said = ((one.name, getattr(value, one.name), one.default) for one in fields(value))
            return {
                name: to_plain(inner)
                for name, inner, usual in said
                if inner not in (None, {}) and inner != usual
            }
        case _:
            return value


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn as recorded; `number` counts from 1, `player` is who is written down, if anybody."""

    number: int
    player: str | None

    @classmethod
    def from_entry(cls, number: int, entry: Facts) -> Self:
        """Return a turn as its entry in a record says it; fields have the same names there."""
        said = {name: value for name, value in vars(entry).items() if value is not None}
        return cls(number, **{"player": None, **said})

    @classmethod
    def from_body(cls, body: Any) -> tuple[Self, ...]:
        """Return the turns of a body in order."""
        return tuple(
            cls.from_entry(number, one) for number, one in enumerate(body.turns or (), start=1)
        )

    def fields(self) -> Fields:
        """Return what the turn says, as a record holds it."""
        said: Fields = to_plain(self)
        del said["number"]
        return said


@dataclass(frozen=True, slots=True)
class RoundOpening:
    """A round begins; `first` is who is written down to start it. Rounds count from 1."""

    round: int
    first: str | None

    def fields(self) -> Fields:
        """Return what a record says of the beginning, to which the rest of the round is added."""
        return {} if self.first is None else {"first": self.first}


class TurnState(Protocol):
    """A state of a game that is played turn by turn."""

    @property
    def next(self) -> str:
        """Return who plays next."""

    @property
    def ended(self) -> int | None:
        """Return after which turn the game ended; None while it goes on."""


def active_player(state: TurnState, turn: RecordedTurn) -> str:
    """Return whose turn it is: the one named, else the next in order."""
    return turn.player or state.next


def turn_refusal(
    rule: str,
    reason: Message,
    turn: RecordedTurn,
    player: str,
    *within: str | int,
    **more: RefusalFields,
) -> Refusal:
    """Return a finding of a turn on a player's paper, at a field of the turn."""
    paper = frozenset({paper_of(player)})
    path = ("turns", turn.number - 1, *within)
    known = {"turn": turn.number, "after": paper, "taints": paper, **more}
    return Refusal(rule, reason, path, player, **known)


def round_refusal(
    rule: str, reason: Message, number: int, *within: str | int, **more: RefusalFields
) -> Refusal:
    """Return a finding of a round, which throws the round and all totals into doubt."""
    scope, path = frozenset({f"round:{number}"}), ("rounds", number - 1, *within)
    found = Refusal(rule, reason, path, round=number, after=scope, taints=scope | {ROUNDS})
    return replace(found, **more)


def turn_after_end(state: TurnState, turn: RecordedTurn, rule: str = "after-end") -> Refusal:
    """Return the finding of a turn that comes after the end."""
    reason = message("rules.after-end", turn=str(state.ended))
    player = active_player(state, turn)
    return turn_refusal(rule, reason, turn, player, after=interface.ANYTHING)


def out_of_order(
    state: TurnState, turn: RecordedTurn, rule: str = "turn-order"
) -> Iterator[Refusal]:
    """Yield that a player is named whose turn it is not."""
    if turn.player is not None and turn.player != state.next:
        reason = message("rules.turn-order", player=turn.player, expected=state.next)
        refusal = turn_refusal(rule, reason, turn, turn.player, "player")
        order = {interface.ORDER}
        yield replace(refusal, after=frozenset(order), taints=refusal.taints | order)


def stops_early(
    state: TurnState, turns: int, reason: Message, rule: str = "unfinished"
) -> Iterator[Refusal]:
    """Yield the warning that the turns stop before the end, at the last of them."""
    if state.ended is None:
        path: Path = ("turns", turns - 1) if turns else ("turns",)
        yield Refusal(rule, reason, path, is_warning=True)


def paper_differs(rule: str, reason: Message, path: Path, where: str | None = None) -> Refusal:
    """Return the finding of a paper that is not what the turns give; its path names the player."""
    player = str(path[1])
    after = frozenset({paper_of(player)})
    taints = frozenset({f"difference:{player}"})
    return Refusal(rule, reason, path, player, where, after=after, taints=taints)


def wrong_score(  # noqa: PLR0913 - what a finding says
    name: str, found: int, wanted: int, path: Path, where: str | None = None, *, rule: str = SCORE
) -> Refusal:
    """Return the finding of a part of a score added up wrong by hand; its path names the player."""
    reason = message(ADDED_UP_WRONG, part=words("score", name), found=found, wanted=wanted)
    player = str(path[1])
    after = frozenset({paper_of(player), f"difference:{player}"})
    wrong = Refusal(rule, reason, path, player, where, after=after, cites=f"score-{name}")
    return wrong.with_numbers(found, wanted)


def wrong_totals(
    at: str, written: Scores, scores: Scores, rule: str = SCORE, *, within: str = ""
) -> Iterator[Refusal]:
    """Yield each part of a score that is wrong, at a field for it `within` that of a player."""
    for player, points in written.items():
        for name, found in points.items():
            wanted = scores[player][name]
            # A sheet has the sign before what is taken off: the amount alone says the same.
            takes_off = wanted < 0 and name != TOTAL
            if found != wanted and not (takes_off and found == -wanted):
                path: Path = (at, player, within, name) if within else (at, player)
                yield wrong_score(name, found, wanted, path, f"score.{name}", rule=rule)


def as_scores(name: str, written: Mapping[str, int] | None) -> Scores:
    """Return totals that were written down as the one part of a score that they are."""
    return {player: {name: points} for player, points in (written or {}).items()}


def with_struck(
    refusals: Sequence[Refusal], player: str, cells: Iterable[str]
) -> tuple[Refusal, ...]:
    """Return the refusals of a turn, the first of a player with all that is struck with it."""
    named = {one.where for one in refusals if one.player == player}
    others, found = tuple(cell for cell in cells if cell not in named), [*refusals]
    for place, one in enumerate(found):
        if one.player == player:
            found[place] = replace(one, lacks=others)
            break
    return tuple(found)


def follows_from_rounds(wrong: Refusal) -> Refusal:
    """Return the finding of a total that follows from errors in rounds, and has no box."""
    return replace(wrong, where=None, after=frozenset({ROUNDS}))


def outcome_by_points(
    scores: Scores, *, is_over: bool, total: str = TOTAL, is_least: bool = False
) -> Outcome:
    """Return the outcome of a game that is won by whoever has most points in total, or fewest."""
    goal = (min if is_least else max)((of[total] for of in scores.values()), default=0)
    best = tuple(player for player, points in scores.items() if points[total] == goal)
    return Outcome(is_finished=is_over, scores=scores, winners=best if is_over else ())
