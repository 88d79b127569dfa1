"""A loto: items of a list are called, and who has a line or a full board says so first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Annotated, Any

from pydantic import Field

from generator.game import Mark, Paper
from generator.game.agreement import Need
from generator.game.facts import MOST_PLAYERS, Facts
from generator.rules import family, findings
from generator.rules.family import MECHANICS, Outcome, Refusal, Seating
from generator.rules.findings import MAPPING, PLAYER
from generator.rules.loto import judging
from generator.rules.loto import state as states
from generator.rules.loto.state import Call, Layout, State

Words = Annotated[str, Field(min_length=1, max_length=500)]
Seed = Annotated[int, Field(ge=0, le=999_999_999)]
# Calls that show how a record is written.
SHOWN = 3
SCORE = "won"


class LotoBody(Facts):
    """What is read of a record: as the boards were printed, who had which, calls and claims."""

    seed: Seed | None = None
    pupils: Annotated[int, Field(ge=0, le=MOST_PLAYERS)] | None = None
    boards: Mapping[str, int] | None = None
    called: tuple[Words | int | float, ...] | None = None
    claims: Mapping[str, int | tuple[int, ...]] | None = None


def _claims(body: LotoBody) -> Mapping[str, tuple[int, ...]]:
    """Return after which calls each player said to have won."""
    every = (body.claims or {}).items()
    return {who: (at,) if isinstance(at, int) else at for who, at in every}


class LotoRules(family.Rules[LotoBody, State, Call, Layout]):
    """The rules of one loto."""

    contents = ("called",)
    first = SHOWN
    judged = (*judging.ON_CALLS, *judging.ON_BOARDS)
    plantable = judging.ON_CALLS
    plantable_on_paper = judging.ON_BOARDS
    read_layout = staticmethod(states.read_layout)

    def body_model(self) -> type[LotoBody]:
        """Return the model of a record's body, with the players' names checked."""
        times: Any = int | tuple[int, ...]
        own = {"boards": MAPPING[PLAYER, int], "claims": MAPPING[PLAYER, times]}
        return findings.with_words(LotoBody, **own)

    def start(self, seating: Seating) -> State:
        """Return a game with as many boards as are printed usually; LudokitError for a short list.

        Where more play there is one for each.
        """
        count = max(len(seating.players), self.layout.usual())
        self.layout.dealt(1, count)
        return states.begun(self.layout, seating, 1, count, None)

    def lasting(self, seating: Seating, turns: int) -> State:
        """Return a game that goes on after the first has won, so that others may claim too late."""
        return replace(self.start(seating), until_all=turns > 0)

    def begun(self, seating: Seating, body: LotoBody) -> State:
        """Return a game with the boards of a record."""
        seed = 1 if body.seed is None else body.seed
        return states.begun(self.layout, seating, seed, body.pupils or 0, body.boards)

    def steps(self, body: LotoBody) -> tuple[Call, ...]:
        """Return the calls in order, each with who said then to have won."""
        claims = _claims(body)
        return tuple(
            Call(number, None, str(item), tuple(who for who, at in claims.items() if number in at))
            for number, item in enumerate(body.called or (), start=1)
        )

    def judge(self, state: State, step: Call, /) -> family.Judged[State]:
        """Return what a call breaks, then its claims, and the state after."""
        row = self.layout.row(step.item)
        row = row if row in state.in_play else states.NO_ROW
        found = list(judging.call_wrong(self.layout, state, step, row))
        state = replace(state, called=(*state.called, row))
        for who in step.claims:
            found += judging.claim_wrong(self.layout, state, who)
            times = (*state.claimed.get(who, ()), step.number)
            state = replace(state, claimed={**state.claimed, who: times})
        return tuple(found), state

    def closing(self, state: State, body: LotoBody) -> tuple[Refusal, ...]:
        """Judge the boards that players say to have, and claims at calls that were never made."""
        late = judging.unheard(_claims(body), len(state.called))
        return (*judging.boards_wrong(state, len(self._printed(state))), *late)

    def _printed(self, state: State) -> tuple[object, ...]:
        return () if state.refused else self.layout.dealt(state.seed, state.pupils).boards

    def outcome(self, state: State) -> Outcome:
        """Return at which call each board won, 0 where it has not, and who won first."""
        won = states.wins(self.layout, state)
        scores = {who: {SCORE: won.get(who, 0)} for who in state.seating.players}
        is_over = len(won) == len(state.cards) if state.until_all else bool(won)
        return Outcome(is_over, scores, states.first_wins(self.layout, state))

    def needs(self) -> Iterator[Need]:
        """Yield the word for the call at which a board wins."""
        yield Need("texts", f"score.{SCORE}", MECHANICS)

    def added_up(self, body: LotoBody) -> family.Scores:  # noqa: ARG002 - nothing is added up
        """Return nothing: points are not counted."""
        return {}

    def shown(self, state: State) -> tuple[Paper, ...]:
        """Return every player's board, what was called crossed off."""
        papers = []
        for who, card in state.cards.items():
            part = f"{self.layout.name}/{state.seed}.{state.pupils}.{state.boards[who]}"
            marks = {
                judging.cell(card, place): Mark(shape="cross")
                for place, row in enumerate(card.cells)
                if row in state.called
            }
            papers.append(Paper(who, part, marks))
        return tuple(papers)

    def random_turn(self, state: State, chance: Random) -> Call:
        """Return a call of what was not called yet, with the claims of those who win first."""
        number = len(state.called) + 1
        row = chance.choice(state.open_rows or state.in_play)
        after = replace(state, called=(*state.called, row))
        winners = states.first_wins(self.layout, after)
        claims = tuple(who for who in winners if who not in state.claimed)
        return Call(number, None, self.layout.calls[row], claims)

    def written(self, steps: tuple[Call, ...], state: State) -> family.Fields:
        """Return how the boards were printed, whose they are, the calls and the claims."""
        body: family.Fields = {"seed": state.seed, "pupils": state.pupils}
        body |= {"boards": dict(state.boards), "called": [step.item for step in steps]}
        claims: dict[str, Any] = {}
        for step in steps:
            for who in step.claims:
                claims.setdefault(who, []).append(step.number)
        told = {who: at[0] if len(at) == 1 else at for who, at in claims.items()}
        return {**body, **({"claims": told} if told else {})}

    @property
    def hints(self) -> Mapping[str, Callable[[Any, Any, Any, Random], Any]]:
        """Return what is called or claimed wrongly, hardly ever by chance."""
        return judging.HINTS
