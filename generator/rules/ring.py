"""Tiles of a list are laid in a ring, or cards of a chain read out one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.lists import sides_of, table_of
from generator.game.parts import Ring
from generator.reading.fit import Fault
from generator.reading.nodes import MapNode, Path
from generator.rules import family, findings
from generator.rules.family import Outcome, Refusal, Roles, Seating
from generator.rules.findings import TUPLE, one_of
from generator.tables import rings
from generator.tables.rings import IDS, Deal, Pair
from generator.words import Message, message, not_one_of

# The part of the score: how many tiles lie as they should.
LAID = "laid"
# What an error spoils: all that lies after it.
RING = frozenset({"ring"})
# So many tiles that would fit are named.
NAMED = 5
LARGEST_SEED = 10**9


class Mechanics(Facts):
    """The section `mechanics`: which ring is laid."""

    family: Literal["ring"]
    ring: Id
    """The part of tiles or cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A ring as the rules see it: what was printed of which pairs; `ids` are what tiles can be."""

    ring: Ring
    pairs: tuple[Pair, ...]
    ids: tuple[str, ...] = IDS

    def dealt(self, seed: int, pupils: int) -> Deal:
        """Deal what was printed; raise LudokitError for a class for which nothing can be."""
        return rings.dealt(self.pairs, self.ring, seed, pupils)


@dataclass(frozen=True, slots=True)
class Step:
    """A tile that was laid, or a card read out; `number` counts from 1."""

    number: int
    tile: str


@dataclass(frozen=True, slots=True)
class State:
    """What lies: all tiles, those of them that follow one another up to the last, and a misfit.

    A misfit is taken back where the next tile goes without it, and stays where it goes on from
    there. After what is no tile there is a `gap` where any may follow. `played` counts all that was
    laid, also what was refused.
    """

    seating: Seating
    seed: int
    pupils: int
    deal: Deal
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
        return self._judged((*line, tile)).misfit is None

    @property
    def missing(self) -> int:
        """Return how many tiles still belong in the ring."""
        whole = self.deal.ring_of(self.lying[0]) if self.lying else self.deal.rings[0]
        return max(0, len(whole) - len(self.lying))

    @property
    def is_closed(self) -> bool:
        """Tell whether all lie in one ring, of a full set as many as there can."""
        return not self.missing and self.line == self.lying and self._judged(self.line).closes

    def _judged(self, line: Sequence[str]) -> rings.Laid:
        names = {name: number for number, name in enumerate(self.deal.tiles)}
        tiles = {names[name]: self.deal.tiles[name] for name in line}
        return rings.laid(tiles, [names[name] for name in line], turning=self.deal.turning)

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
    """Return the finding of a tile, which throws what follows into doubt."""
    at, tile = step.number, step.tile
    return Refusal(rule, reason, ("laid", at - 1), where=tile, turn=at, spoils=RING)


def _foreign(_: Layout, state: State, turn: Step, chance: Random) -> Step:
    others = [name for name in IDS if name not in state.deal.tiles]
    return replace(turn, tile=chance.choice(others))


def _again(_: Layout, state: State, turn: Step, chance: Random) -> Step:
    return replace(turn, tile=chance.choice(state.lying))


def _unfitting(_: Layout, state: State, turn: Step, chance: Random) -> Step:
    return replace(turn, tile=chance.choice([*state.free()]))


class RingRules(family.Rules[RingBody, State, Step, Layout]):
    """The rules of one ring of tiles or chain of cards."""

    contents = ("laid",)
    first = 3
    judged = ("tile-known", "tile-once", "tile-fits", "ring-closed", "unfinished")
    plantable: Mapping[str, tuple[str, ...]] = {
        "tile-known": ("tile",),
        "tile-once": ("tile",),
        "tile-fits": ("tile",),
    }
    plantable_on_paper = ()
    hints = MappingProxyType({"tile-known": _foreign, "tile-once": _again, "tile-fits": _unfitting})

    @staticmethod
    def read_layout(game: Game, section: MapNode, /) -> Layout:
        """Return the ring and the pairs of its list; raise DataError with every fault."""
        roles = Roles(game, section)
        ring = roles.part("ring", roles.facts(Mechanics).ring, Ring)
        if ring is None:
            raise DataError(roles.problems)
        table, sides = table_of(game, ring.list), sides_of(game, ring)
        for name in (name for side in sides for name in side.split("+") if not table.has(name)):
            reason = not_one_of(name, table.columns)
            roles.refuse("ring", message("list.no-column", reason=reason))
        if len(sides) == 1 and ring.set == "ring":
            reason = message("list.one-column", found=table.columns, file=table.file)
            roles.refuse("ring", reason)
        if not roles.problems:
            layout = Layout(ring, rings.pairs_of(table, sides))
            try:
                layout.dealt(1, 0)
            except LudokitError as error:
                roles.refuse("ring", error.message)
            else:
                return layout
        raise DataError(roles.problems)

    def body_model(self) -> type[RingBody]:
        """Return the model of a record's body: a class for which the list has enough cards."""

        def is_class(pupils: int) -> int:
            try:
                self.layout.dealt(1, pupils)
            except LudokitError as error:
                raise Fault(error.message) from error
            return pupils

        tiles = TUPLE[one_of(IDS, "tile"), ...]
        pupils = Annotated[int, Field(ge=0, le=len(IDS)), AfterValidator(is_class)]
        return findings.with_words(RingBody, laid=tiles, pupils=pupils)

    def start(self, seating: Seating) -> State:
        """Return a table on which nothing lies of what is printed where nobody says more."""
        return State(seating, 1, 0, self.layout.dealt(1, 0))

    def begun(self, seating: Seating, body: RingBody) -> State:
        """Return an empty table, with the tiles of the seed and the class that are recorded."""
        seed, pupils = body.seed, body.pupils or 0
        return State(seating, seed, pupils, self.layout.dealt(seed, pupils))

    def steps(self, body: RingBody) -> tuple[Step, ...]:
        """Return the tiles in the order in which they were laid."""
        return tuple(Step(number, tile) for number, tile in enumerate(body.laid or (), start=1))

    def judge(self, state: State, step: Step, /) -> family.Judged[State]:
        """Return which rule a tile breaks, and what lies then."""
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

    def closing(self, state: State, body: RingBody) -> tuple[Refusal, ...]:
        """Say that the ring stops early, or does not close although nothing is missing."""
        laid = len(body.laid or ())
        path: Path = ("laid", laid - 1) if laid else ("laid",)
        if state.missing:
            reason = message("rules.ring.unfinished", n=state.missing)
            return (Refusal("unfinished", reason, path, after=RING, is_warning=True),)
        if state.is_closed:
            return ()
        ends = {"last": state.lying[-1], "first": state.lying[0]}
        reason = message("rules.ring.closed", **ends)
        return (Refusal("ring-closed", reason, path, where=state.lying[-1], after=RING),)

    def outcome(self, state: State) -> Outcome:
        """Return how many tiles lie, for all together; all win who close the ring."""
        scores = {player: {LAID: len(state.lying)} for player in state.seating.players}
        is_closed = state.is_closed
        return Outcome(is_closed, scores, state.seating.players if is_closed else ())

    def random_turn(self, state: State, chance: Random) -> Step:
        """Return the next tile of the ring as it was dealt, at the beginning any."""
        if not state.line:
            tile = chance.choice([one for ring in state.deal.rings for one in ring])
        else:
            ring = state.deal.ring_of(state.line[0])
            tile = ring[(ring.index(state.line[-1]) + 1) % len(ring)]
        return Step(state.played + 1, tile)

    def written(self, steps: tuple[Step, ...], state: State, /) -> family.Fields:
        """Return what was printed, and the tiles in the order in which they were laid."""
        printed = {"seed": state.seed} | ({"pupils": state.pupils} if state.pupils else {})
        return {**printed, "laid": [step.tile for step in steps]}
