"""Play cards against one another: cards are laid, attack with dice, and cost life points."""

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import reduce
from operator import or_
from typing import Any

from pydantic import create_model

from generator.game.agreement import Need
from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules.duel_of_cards import chance as chances
from generator.rules.duel_of_cards import judging, settling
from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.state import FIELDS, DuelBody, Layout, Play, State, Turn
from generator.rules.family import (
    MECHANICS,
    Fields,
    Refusal,
    Rules,
    Scores,
    Seating,
    Told,
    by_layout,
)
from generator.rules.findings import (
    FACES,
    LITERAL,
    MAPPING,
    PLAYER,
    TUPLE,
    all_optional,
    one_of,
    unfinished,
)

CARD = "card"


def _body_model(layout: Layout) -> type[DuelBody]:
    """Return the model of a record's body, with the cards of the game's own deck."""
    play: Any = TUPLE[_choice_of_plays(layout), ...]
    turn = all_optional("Turn", player=PLAYER, plays=play, skips=bool)
    return create_model(
        "DuelOfCardsBody",
        __base__=DuelBody,
        life=(LITERAL[layout.lives()] | None, None),
        turns=(TUPLE[turn, ...] | None, None),
        final=(MAPPING[PLAYER, int] | None, None),
        winner=(PLAYER | None, None),
    )


def _choice_of_plays(layout: Layout) -> Any:  # noqa: ANN401 - an annotation
    """Return the choice of plays; each is told by the field that only it has."""
    every = tuple(layout.deck.cards)
    microbe, behaviour = one_of(layout.microbes, CARD), one_of(layout.behaviours, CARD)
    hand = (TUPLE[one_of(every, CARD), ...] | None, None)
    faces = (FACES | None, None)
    against: Any = {"attack": microbe, "on": PLAYER, "target": (microbe | None, None)}
    models = (
        _model("Lays", lays=behaviour),
        _model("Infects", **{"infects": microbe, "with": behaviour}),
        _model("Attack", **against, dice=faces, defence=faces),
        _model("Condom", condom=PLAYER),
        _model("Breaks", breaks=one_of(layout.breakers, CARD)),
        _model("Drug", drug=one_of(layout.drugs, CARD), kills=microbe, of=PLAYER),
        _model("Abstinence", abstinence=PLAYER),
        _model("Swab", swab=PLAYER, discards=(one_of(every, CARD) | None, None)),
        _model("Urine", urine=bool),
        _model("Trade", trade=PLAYER, gives=hand, takes=hand),
    )
    return reduce(or_, models)


def _model(name: str, **fields: Any) -> type[Facts]:  # noqa: ANN401 - annotations
    wanted: dict[str, Any] = {
        field: kind if isinstance(kind, tuple) else (kind, ...) for field, kind in fields.items()
    }
    return create_model(name, __base__=Facts, **wanted)


def _own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return all that a card may be called in one language; its own word first, id or not."""
    words, behaviours = said.words.get("cards", {}), said.words.get("behaviours", {})
    names = {card: one.name or card for card, one in layout.deck.cards.items()}
    called = {
        card: (words.get(card, card), behaviours.get(name, name), name, *said.fields.get(card, ()))
        for card, name in names.items()
    }
    return Aliases(words={CARD: called})


def _plays(entries: tuple[Any, ...]) -> tuple[Play, ...]:
    """Return the plays of a turn, each with its place; a test that was not made is no play."""
    found: list[Play] = []
    for place, entry in enumerate(entries):
        given = entry.model_dump(exclude_none=True)
        kind, names = next((kind, names) for kind, names in FIELDS.items() if names[0] in given)
        if given[names[0]] is not False:
            own = zip(fields(kind)[1:], names, strict=False)
            values = {one.name: given[name] for one, name in own if name in given}
            found.append(kind(place, **values))
    return tuple(found)


def _written(turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and how many life points everybody has; the winner once there is one."""
    said = [turn.fields() for turn in turns]
    for turn, fields_of in zip(turns, said, strict=True):
        if turn.plays:
            fields_of["plays"] = [_play(play) for play in turn.plays]
    final = {player: seat.life for player, seat in state.seats.items()}
    body: dict[str, Any] = {"life": state.life, "turns": said, "final": final}
    winners = states.outcome(state).winners
    return {**body, "winner": winners[0]} if winners else body


def _play(play: Play) -> Fields:
    names = FIELDS[type(play)]
    values = [getattr(play, field.name) for field in fields(play)[1:]] or [True]
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in zip(names, values, strict=True)
        if value not in {None, ()}
    }


class DuelRules(Rules[DuelBody, State, Turn, Layout]):
    """The rules of one deck of cards."""

    contents = ("turns", "final")
    judged = (*judging.ON_TURNS, *judging.ON_FINALS)
    plantable = judging.ON_TURNS
    plantable_on_paper = judging.ON_FINALS[1:]
    read_layout = staticmethod(states.read_layout)
    body_model = staticmethod(_body_model)
    own_words = staticmethod(_own_words)
    start = by_layout(states.start)
    refuse = by_layout(judging.refuse)
    settle = by_layout(settling.settle)
    outcome = staticmethod(states.outcome)
    shown = by_layout(judging.shown)
    recorded = by_layout(judging.recorded)
    random_turn = by_layout(chances.random_turn)
    written = staticmethod(_written)
    odds = by_layout(chances.odds)

    def needs(self) -> Iterator[Need]:
        """Yield the words for cards and behaviours, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.cards", card, MECHANICS) for card in self.layout.deck.cards)

    def steps(self, body: DuelBody) -> tuple[Turn, ...]:
        """Return the turns of a body in order."""
        return tuple(
            Turn(number, entry.player, _plays(entry.plays or ()), bool(entry.skips))
            for number, entry in enumerate(body.turns or (), start=1)
        )

    def begun(self, seating: Seating, body: DuelBody) -> State:
        """Return dealt hands, and the life points that a record says everybody begins with."""
        return states.start(self.layout, seating, body.life)

    def told(self, state: State, step: Turn, refusals: tuple[Refusal, ...]) -> Told:
        """Return a turn in words, play by play, with the life points it left."""
        return judging.told(self.layout, state, step, refusals)

    def closing(self, state: State, body: DuelBody) -> tuple[Refusal, ...]:
        """Compare life points and winner with what the turns give."""
        reason = judging.said("unfinished", n=len(state.alive()))
        early = unfinished(state, len(body.turns or ()), reason)
        return (
            *(replace(found, after=judging.GAME) for found in early),
            *judging.differing(self.layout, state, body.final or {}),
            *judging.winner_wrong(state, body.winner),
        )

    def laid(self, seating: Seating, body: DuelBody) -> State | None:
        """Return the state that the life points written down show."""
        if body.final is None:
            return None
        return states.laid(seating, body.life or self.layout.life.boxes, body.final)

    def judge_laid(self, laid: State, body: DuelBody) -> tuple[Refusal, ...]:
        """Judge life points alone: whether they can be, and whether they fit the winner."""
        return (
            *judging.impossible(laid, body.final or {}),
            *judging.winner_impossible(laid, body.winner),
        )

    def added_up(self, body: DuelBody) -> Scores:
        """Return the life points written down."""
        return {player: {states.LIFE: points} for player, points in (body.final or {}).items()}


load = DuelRules.load
