"""The body of a record of a game of cards: its model, made for one deck, its values."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any, assert_never

from pydantic import create_model

from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.aliases import Aliases
from generator.rules.duel_of_cards.state import (
    Abstinence,
    Attack,
    Behaviour,
    Breaker,
    Condom,
    Drug,
    Infection,
    Layout,
    Play,
    State,
    Swab,
    Trade,
    Turn,
    Urine,
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
        Turn(number, entry.player, tuple(_played(entry.plays or ())), bool(entry.skips))
        for number, entry in enumerate(body.turns or (), start=1)
    )


def _played(entries: tuple[Any, ...]) -> Iterator[Play]:
    for place, entry in enumerate(entries):
        fields = entry.model_dump(exclude_none=True)
        if fields.get("urine", True):  # a test that was not made is no play
            yield _play(place, fields)


def _play(place: int, fields: dict[str, Any]) -> Play:  # noqa: PLR0911 - a case for each play
    match fields:
        case {"lays": card}:
            return Behaviour(place, card)
        case {"infects": card, "with": by}:
            return Infection(place, card, by)
        case {"attack": card, "on": on}:
            dice, defence = fields.get("dice", ()), fields.get("defence", ())
            return Attack(place, card, on, fields.get("target"), dice, defence)
        case {"condom": to}:
            return Condom(place, to)
        case {"breaks": card}:
            return Breaker(place, card)
        case {"drug": card, "kills": microbe, "of": of}:
            return Drug(place, card, microbe, of)
        case {"abstinence": to}:
            return Abstinence(place, to)
        case {"swab": of}:
            return Swab(place, of, fields.get("discards"))
        case {"trade": to}:
            return Trade(place, to, fields.get("gives", ()), fields.get("takes", ()))
        case _:
            return Urine(place)


def written(turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and how many life points everybody has; the winner once there is one."""
    body: dict[str, Any] = {
        "life": state.life,
        "turns": [_turn(turn) for turn in turns],
        "final": {player: seat.life for player, seat in state.seats.items()},
    }
    winners = outcome(state).winners
    return {**body, "winner": winners[0]} if winners else body


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


def _turn(turn: Turn) -> Fields:
    fields: dict[str, Any] = {
        "player": turn.player,
        "plays": [_fields_of(play) for play in turn.plays] or None,
        "skips": turn.skips or None,
    }
    return _without_gaps(fields)


def _fields_of(play: Play) -> Fields:  # noqa: C901, PLR0911 - a case for each play
    match play:
        case Behaviour(_, card):
            return {"lays": card}
        case Infection(_, card, by):
            return {"infects": card, "with": by}
        case Attack(_, card, on, target, dice, defence):
            fields: dict[str, Any] = {"attack": card, "on": on, "target": target}
            return _without_gaps(
                {**fields, "dice": list(dice) or None, "defence": list(defence) or None}
            )
        case Condom(_, to):
            return {"condom": to}
        case Breaker(_, card):
            return {"breaks": card}
        case Drug(_, card, kills, of):
            return {"drug": card, "kills": kills, "of": of}
        case Abstinence(_, to):
            return {"abstinence": to}
        case Swab(_, of, discards):
            return _without_gaps({"swab": of, "discards": discards})
        case Urine():
            return {"urine": True}
        case Trade(_, to, gives, takes):
            lists = {"gives": list(gives) or None, "takes": list(takes) or None}
            return _without_gaps({"trade": to, **lists})
        case _:
            assert_never(play)


def _without_gaps(fields: dict[str, Any]) -> Fields:
    return {name: value for name, value in fields.items() if value is not None}
