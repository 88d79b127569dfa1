"""Which rules an attack breaks."""

from collections.abc import Iterator
from typing import TypeAlias

from generator.game.parts.deck import Throw
from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.state import Attack, State
from generator.rules.duel_of_cards.wording import card, said
from generator.words import Message

Broken: TypeAlias = tuple[str, Message, str, str | None]


def broken_by_attack(layout: Layout, now: State, player: str, attack: Attack) -> Iterator[Broken]:
    """Yield each rule that an attack breaks: what is wrong, at which field, and the card meant."""
    seat = now.seats[player]
    if seat.turns == 1:
        yield "placement-round", said("placement-attack", player=player), "attack", attack.card
    if attack.card not in seat.microbes:
        reason = said("microbe-on-table", player=player, microbe=card(attack.card))
        yield "microbe-on-table", reason, "attack", attack.card
    if now.has_attacked:
        yield "one-attack", said("one-attack", player=player), "attack", attack.card
    if seat.condom == "given":
        yield "condom-holder", said("condom-holder", player=player), "attack", attack.card
    yield from _dice(layout, attack)
    if attack.on == player:
        yield "self-target", said("self-target", player=player), "on", None
    elif now.seats[attack.on].is_out:
        yield "self-target", said("out", player=attack.on), "on", None
    else:
        yield from _target(now, attack)


def _target(now: State, attack: Attack) -> Iterator[Broken]:
    """Yield why a player, or what lies before him, cannot be attacked so."""
    seat = now.seats[attack.on]
    if seat.condom == "own":
        yield "condom-protects", said("condom-protects", player=attack.on), "on", None
    if attack.target is None:
        if seat.microbes:
            reason = said("target-first", player=attack.on, n=len(seat.microbes))
            yield "target-first", reason, "on", None
    elif attack.target not in seat.microbes:
        reason = said("microbe-on-table", player=attack.on, microbe=card(attack.target))
        yield "microbe-on-table", reason, "target", attack.target


def _dice(layout: Layout, attack: Attack) -> Iterator[Broken]:
    throw = layout.attacks[attack.card]
    reason = _wrong(layout, attack.dice, throw, said("attack-of", microbe=card(attack.card)))
    if reason is not None:
        yield "attack-dice", reason, "dice", attack.card
    if attack.target is None:
        if attack.defence:
            yield "defence-dice", said("defence-nobody", player=attack.on), "defence", None
        return
    throw = layout.defences[attack.target]
    reason = _wrong(layout, attack.defence, throw, said("defence-of", microbe=card(attack.target)))
    if reason is not None:
        yield "defence-dice", reason, "defence", attack.target


def _wrong(layout: Layout, faces: tuple[int, ...], throw: Throw, what: Message) -> Message | None:
    """Return what is wrong with dice, None where nothing is."""
    if len(faces) != throw.dice:
        return said("dice-count", what=what, found=len(faces), n=throw.dice)
    face = next((face for face in faces if not 1 <= face <= layout.sides), None)
    return None if face is None else said("dice-face", found=face, sides=layout.sides)
