"""The body of a record of a game of cards: its model, made for one deck, its values."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import fields
from random import Random
from typing import Any

from pydantic import create_model

from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules.duel_of_cards.state import (
    FIELDS,
    Layout,
    Play,
    State,
    Turn,
    outcome,
)
from generator.rules.family import Fields
from generator.rules.findings import FACES, LITERAL, MAPPING, PLAYER, TUPLE, one_of

CARD = "card"


class DuelBody(Facts):
    """What the family reads of a record, whatever the deck."""

    life: int | None = None
    turns: tuple[Any, ...] | None = None
    final: Mapping[str, int] | None = None
    winner: str | None = None


def body_model(layout: Layout) -> type[DuelBody]:
    """Return the model of a record's body, with the cards of the game's own deck."""
    play: Any = TUPLE[_choice_of_plays(layout), ...]
    turn = _model("Turn", player=(PLAYER | None, None), plays=(play | None, None), skips=_MAYBE)
    return create_model(
        "DuelOfCardsBody",
        __base__=DuelBody,
        life=(LITERAL[layout.lives()] | None, None),
        turns=(TUPLE[turn, ...] | None, None),
        final=(MAPPING[PLAYER, int] | None, None),
        winner=(PLAYER | None, None),
    )


_MAYBE = (bool | None, None)


def _choice_of_plays(layout: Layout) -> Any:  # noqa: ANN401 - an annotation
    """Return the choice of plays; each is told by the field that only it has."""
    every = tuple(layout.deck.cards)
    microbe, behaviour = one_of(layout.microbes, CARD), one_of(layout.behaviours, CARD)
    hand = (TUPLE[one_of(every, CARD), ...] | None, None)
    faces = (FACES | None, None)
    models = (
        _model("Lays", lays=behaviour),
        _model("Infects", **{"infects": microbe, "with": behaviour}),
        _model(
            "Attack",
            attack=microbe,
            on=PLAYER,
            target=(microbe | None, None),
            dice=faces,
            defence=faces,
        ),
        _model("Condom", condom=PLAYER),
        _model("Breaks", breaks=one_of(layout.breakers, CARD)),
        _model("Drug", drug=one_of(layout.drugs, CARD), kills=microbe, of=PLAYER),
        _model("Abstinence", abstinence=PLAYER),
        _model("Swab", swab=PLAYER, discards=(one_of(every, CARD) | None, None)),
        _model("Urine", urine=bool),
        _model("Trade", trade=PLAYER, gives=hand, takes=hand),
    )
    choice: Any = models[0]
    for model in models[1:]:
        choice |= model
    return choice


def _model(name: str, **fields: Any) -> type[Facts]:  # noqa: ANN401 - annotations
    wanted: dict[str, Any] = {
        field: kind if isinstance(kind, tuple) else (kind, ...) for field, kind in fields.items()
    }
    return create_model(name, __base__=Facts, **wanted)


def own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return all that a card may be called in one language; its own word first, id or not."""
    words, behaviours = said.words.get("cards", {}), said.words.get("behaviours", {})
    own = said.fields
    names = {card: one.name or card for card, one in layout.deck.cards.items()}
    return Aliases(
        words={
            CARD: {
                card: (
                    words.get(card, card),
                    behaviours.get(name, name),
                    name,
                    *own.get(card, ()),
                )
                for card, name in names.items()
            }
        }
    )


def turns(body: DuelBody) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(
        Turn(number, entry.player, _plays(entry.plays or ()), bool(entry.skips))
        for number, entry in enumerate(body.turns or (), start=1)
    )


def _plays(entries: tuple[Any, ...]) -> tuple[Play, ...]:
    """Return the plays of a turn, each with its place; a test that was not made is no play."""
    found: list[Play] = []
    for place, entry in enumerate(entries):
        given = entry.model_dump(exclude_none=True)
        kind, names = next((kind, names) for kind, names in FIELDS.items() if names[0] in given)
        if given[names[0]] is not False:
            own = zip(fields(kind)[1:], names, strict=False)
            found.append(
                kind(place, **{one.name: given[name] for one, name in own if name in given})
            )
    return tuple(found)


def written(turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and how many life points everybody has; the winner once there is one."""
    body: dict[str, Any] = {
        "life": state.life,
        "turns": [_turn(turn) for turn in turns],
        "final": {player: seat.life for player, seat in state.seats.items()},
    }
    winners = outcome(state).winners
    return {**body, "winner": winners[0]} if winners else body


def _turn(turn: Turn) -> Fields:
    said = turn.fields()
    return {**said, "plays": [_play(play) for play in turn.plays]} if turn.plays else said


def _play(play: Play) -> Fields:
    names = FIELDS[type(play)]
    values = [getattr(play, field.name) for field in fields(play)[1:]] or [True]
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in zip(names, values, strict=True)
        if value not in {None, ()}
    }


def miswritten(body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one count of life points, or the winner, written wrong."""
    wrong = deepcopy(body)
    players = tuple(wrong["final"])
    if rule == "final-differs":
        wrong["final"][chance.choice(players)] += chance.randint(1, 3)
    if rule == "winner-wrong":
        others = [player for player in players if player != wrong.get("winner")]
        wrong["winner"] = chance.choice(others)
    return wrong
