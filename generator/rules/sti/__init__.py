"""Play cards against one another: cards are laid, attack with dice, and cost life points."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from generator.game.agreement import Need
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules import family, findings
from generator.rules.findings import LITERAL, MAPPING, PLAYER, TUPLE, all_optional
from generator.rules.sti import chance as chances
from generator.rules.sti import judging, plays
from generator.rules.sti import state as states
from generator.rules.sti.plays import CARD, StiBody, Turn
from generator.rules.sti.state import Layout, State


class StiRules(family.Rules[StiBody, State, Turn, Layout]):
    """The rules of one deck of cards."""

    contents = ("turns", "final")
    judged = (*judging.ON_TURNS, *judging.ON_FINALS)
    plantable = judging.ON_TURNS
    plantable_on_paper = judging.ON_FINALS[1:]
    read_layout = staticmethod(states.read_layout)
    start = family.by_layout(states.start)
    judge = family.by_layout(judging.judge)
    outcome = staticmethod(states.outcome)
    shown = family.by_layout(judging.shown)
    recorded = family.by_layout(judging.recorded)
    random_turn = family.by_layout(chances.random_turn)
    odds = family.by_layout(chances.odds)

    def body_model(self) -> type[StiBody]:
        """Return the model of a record's body, with the cards of the game's own deck."""
        play: Any = TUPLE[plays.model(self.layout), ...]
        turn = all_optional("Turn", player=PLAYER, plays=play, skips=bool)
        papers = {"final": MAPPING[PLAYER, int], "winner": PLAYER}
        papers["life"] = LITERAL[self.layout.lives()]
        return findings.with_words(StiBody, turns=TUPLE[turn, ...], **papers)

    def own_words(self, said: Sentences, /) -> Aliases:
        """Return all that a card may be called in one language; its own word first, id or not."""
        words, behaviours = said.words.get("cards", {}), said.words.get("behaviours", {})
        called = dict[str, tuple[str, ...]]()
        for card, one in self.layout.deck.cards.items():
            name = one.name or card
            own = words.get(card, card), behaviours.get(name, name), name
            called[card] = (*own, *said.fields.get(card, ()))
        return Aliases(words={CARD: called})

    def needs(self) -> Iterator[Need]:
        """Yield the words for cards and behaviours, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.cards", card, family.MECHANICS) for card in self.layout.deck.cards)

    def written(self, steps: tuple[Turn, ...], state: State) -> family.Fields:
        """Return the turns, everybody's life points, and the winner once there is one."""
        final = {player: seat.life for player, seat in state.seats.items()}
        said = [turn.fields() for turn in steps]
        body: family.Fields = {"life": state.life, "turns": said, "final": final}
        winners = states.outcome(state).winners
        return {**body, "winner": winners[0]} if winners else body

    def steps(self, body: StiBody) -> tuple[Turn, ...]:
        """Return the turns of a body in order."""
        every = enumerate(body.turns or (), start=1)
        made = ((number, one, plays.read(self.layout, one.plays or ())) for number, one in every)
        return tuple(Turn(n, one.player, tuple(own), bool(one.skips)) for n, one, own in made)

    def begun(self, seating: family.Seating, body: StiBody) -> State:
        """Return dealt hands, and the life points that a record says everybody begins with."""
        return states.start(self.layout, seating, body.life)

    def told(self, state: State, step: Turn, judged: family.Judged[State], /) -> family.Told:
        """Return a turn in words, play by play, with the life points it left."""
        return judging.told(self.layout, state, step, judged)

    def closing(self, state: State, body: StiBody) -> tuple[family.Refusal, ...]:
        """Compare life points and winner with what the turns give."""
        reason = plays.said("unfinished", n=len(state.alive()))
        early = findings.unfinished(state, len(body.turns or ()), reason)
        return (
            *(replace(found, after=judging.GAME) for found in early),
            *judging.differing(self.layout, state, body.final or {}),
            *judging.winner_wrong(state, body.winner),
        )

    def laid(self, seating: family.Seating, body: StiBody) -> State | None:
        """Return the state that the life points written down show."""
        if body.final is None:
            return None
        return states.laid(seating, body.life or self.layout.lives()[0], body.final)

    def judge_laid(self, laid: State, body: StiBody) -> tuple[family.Refusal, ...]:
        """Judge life points alone: whether they can be, and whether they fit the winner."""
        return (
            *judging.impossible(laid, body.final or {}),
            *judging.winner_wrong(laid, body.winner, is_played=False),
        )

    def added_up(self, body: StiBody) -> family.Scores:
        """Return the life points written down."""
        return {player: {states.LIFE: points} for player, points in (body.final or {}).items()}
