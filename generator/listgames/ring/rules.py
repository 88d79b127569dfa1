"""Tiles of a list are laid in a ring, or cards of a chain read out one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.parts import Ring
from generator.listgames.planner import load_table
from generator.listgames.ring.tiles import IDS, Pair, RingDeal, deal_ring, read_pairs, ring_columns
from generator.reading.nodes import MapNode, Path
from generator.reading.validate import Fault
from generator.rules import findings, interface
from generator.rules.findings import TUPLE, one_of
from generator.rules.interface import Outcome, Refusal, Roles, Seating
from generator.tables.table import unknown_columns
from generator.words import Message, message

# The part of the score: how many tiles lie as they should.
LAID = "laid"
# What an error spoils: all that lies after it.
RING = frozenset({"ring"})
# How many of the tiles that would fit are named.
NAMED = 5
LARGEST_SEED = 10**9


class Mechanics(Facts):
    """The section `mechanics`: which ring is laid."""

    family: Literal["ring"]
    ring: Id
    """The part of tiles or cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A ring as the rules see it: what was printed of which pairs."""

    ring: Ring
    pairs: tuple[Pair, ...]

    def deal(self, seed: int, pupils: int) -> RingDeal:
        """Deal what was printed; raise LudokitError for a class for which nothing can be."""
        return deal_ring(self.pairs, self.ring, seed, pupils)


@dataclass(frozen=True, slots=True)
class Step:
    """A tile that was laid, or a card read out; `number` counts from 1."""

    number: int
    tile: str


@dataclass(frozen=True, slots=True)
class State:
    """All tiles `lying`, the `line` that fits, and a `misfit`, taken back where the next goes on.

    After what is no tile there is a `gap` where any may follow; `played` counts refused ones, too.
    """

    seating: Seating
    seed: int
    pupils: int
    deal: RingDeal
    played: int = 0
    lying: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    misfit: str = ""
    gap: bool = False

    def free(self) -> Iterator[str]:
        """Yield the tiles that do not lie yet, of the ring that was begun."""
        of = self.deal.ring_of(self.lying[0]) if self.lying else tuple(self.deal.tiles)
        yield from (tile for tile in (*of, *self.deal.left_out) if tile not in self.lying)

    def fits(self, line: Sequence[str], tile: str) -> bool:
        """Tell whether a tile follows some others."""
        return tile not in line and bool(self._open_ends((*line, tile)))

    @property
    def missing(self) -> int:
        """Return how many tiles still belong in the ring."""
        whole = self.deal.ring_of(self.lying[0]) if self.lying else self.deal.rings[0]
        return max(0, len(whole) - len(self.lying))

    @property
    def is_closed(self) -> bool:
        """Tell whether all lie in one ring, of a full set as many as there can."""
        is_whole = not self.missing and self.line == self.lying
        return is_whole and any(first == last for first, last in self._open_ends(self.line))

    def _open_ends(self, line: Sequence[str]) -> set[tuple[int, int]]:
        """Return the first and last thing of a line that fits, for each way to turn its tiles."""
        ends = set[tuple[int, int]]()
        for place, name in enumerate(line):
            tile = self.deal.tiles[name]
            ways = {(tile.left, tile.right)}
            if self.deal.turning:
                ways.add((tile.right, tile.left))
            if place:
                ways = {
                    (start, right) for left, right in ways for start, end in ends if end == left
                }
            ends = ways
        return ends

    def after(self, tile: str) -> "State | None":
        """Return what lies once a tile does; None where it does not fit."""
        if not self.line or self.fits(self.line, tile):
            lying, line = (*self.lying, tile), (*self.line, tile)
        elif self.misfit and self.fits((self.misfit,), tile):
            lying, line = (*self.lying, self.misfit, tile), (self.misfit, tile)
        elif self.gap:
            lying, line = (*self.lying, tile), (tile,)
        else:
            return None
        return replace(self, lying=lying, line=line, misfit="", gap=False)


class RingBody(Facts):
    """What the family reads of a record, whatever the list."""

    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 1
    pupils: int = 0
    laid: tuple[Any, ...] | None = None


def _refusal(rule: str, reason: Message, step: Step) -> Refusal:
    at, tile = step.number, step.tile
    return Refusal(rule, reason, ("laid", at - 1), where=tile, turn=at, taints=RING)


class RingRules(interface.Rules[RingBody, State, Step, Layout]):
    """The rules of one ring of tiles or chain of cards."""

    body_fields = ("laid",)
    example_turns = 3
    judged_rules = ("tile-known", "tile-once", "tile-fits", "ring-closed", "unfinished")
    fault_makers = MappingProxyType(
        {
            "tile-known": lambda _, state, turn, chance: replace(
                turn, tile=chance.choice([name for name in IDS if name not in state.deal.tiles])
            ),
            "tile-once": lambda _, state, turn, chance: replace(
                turn, tile=chance.choice(state.lying)
            ),
            "tile-fits": lambda _, state, turn, chance: replace(
                turn, tile=chance.choice([*state.free()])
            ),
        }
    )
    plantable = MappingProxyType(dict.fromkeys(fault_makers, ("tile",)))
    plantable_on_paper = ()

    @staticmethod
    def read_layout(game: Game, section: MapNode, /) -> Layout:
        roles = Roles(game, section)
        ring = roles.part("ring", roles.facts(Mechanics).ring, Ring)
        if ring is None:
            raise DataError(roles.problems)
        table, sides = load_table(game, ring.list), ring_columns(game, ring)
        for reason in unknown_columns(table, sides):
            roles.refuse("ring", reason)
        if len(sides) == 1 and ring.set == "ring":
            reason = message("list.one-column", found=table.names, file=table.file)
            roles.refuse("ring", reason)
        if not roles.problems:
            layout = Layout(ring, read_pairs(table, sides))
            try:
                layout.deal(1, 0)
            except LudokitError as error:
                roles.refuse("ring", error.message)
        if roles.problems:
            raise DataError(roles.problems)
        return layout

    def body_model(self) -> type[RingBody]:
        def is_class(pupils: int) -> int:
            try:
                self.layout.deal(1, pupils)
            except LudokitError as error:
                raise Fault(error.message) from error
            return pupils

        tiles = TUPLE[one_of(IDS, "tile"), ...]
        pupils = Annotated[int, Field(ge=0, le=len(IDS)), AfterValidator(is_class)]
        return findings.with_words(RingBody, laid=tiles, pupils=pupils)

    def start(self, seating: Seating) -> State:
        return State(seating, 1, 0, self.layout.deal(1, 0))

    def initial_state(self, seating: Seating, body: RingBody) -> State:
        seed, pupils = body.seed, body.pupils or 0
        return State(seating, seed, pupils, self.layout.deal(seed, pupils))

    def steps(self, body: RingBody) -> tuple[Step, ...]:
        return tuple(Step(number, tile) for number, tile in enumerate(body.laid or (), start=1))

    def judge(self, state: State, step: Step, /) -> interface.Judgement[State]:
        tile, played = step.tile, replace(state, played=step.number)
        if tile not in state.deal.tiles:
            reason = message("rules.ring.known", tile=tile, n=len(state.deal.tiles))
            return (_refusal("tile-known", reason, step),), replace(played, gap=True)
        if tile in state.lying:
            reason = message("rules.ring.once", tile=tile)
            return (_refusal("tile-once", reason, step),), played
        if (after := played.after(tile)) is not None:
            return (), after
        fitting = tuple(one for one in state.free() if state.fits(state.line, one))
        reason = message("rules.ring.fits", tile=tile, last=state.line[-1])
        found = replace(_refusal("tile-fits", reason, step), after=RING, instead=fitting[:NAMED])
        return (found,), replace(played, misfit=tile)

    def judge_ending(self, state: State, body: RingBody) -> tuple[Refusal, ...]:
        laid = len(body.laid or ())
        path: Path = ("laid", laid - 1) if laid else ("laid",)
        if state.missing:
            reason = message("rules.ring.unfinished", n=state.missing)
            return (Refusal("unfinished", reason, path, after=RING, is_warning=True),)
        if state.is_closed:
            return ()
        first, *_, last = state.lying
        reason = message("rules.ring.closed", last=last, first=first)
        return (Refusal("ring-closed", reason, path, where=last, after=RING),)

    def outcome(self, state: State) -> Outcome:
        scores = {player: {LAID: len(state.lying)} for player in state.seating.players}
        is_closed = state.is_closed
        return Outcome(is_closed, scores, state.seating.players if is_closed else ())

    def random_turn(self, state: State, chance: Random) -> Step:
        if not state.line:
            tile = chance.choice([one for ring in state.deal.rings for one in ring])
        else:
            ring = state.deal.ring_of(state.line[0])
            tile = ring[(ring.index(state.line[-1]) + 1) % len(ring)]
        return Step(state.played + 1, tile)

    def record_body(self, steps: tuple[Step, ...], state: State, /) -> interface.Fields:
        printed = {"seed": state.seed} | ({"pupils": state.pupils} if state.pupils else {})
        return {**printed, "laid": [step.tile for step in steps]}
