"""Random legal turns, of plays that the rules allow, and exact chances."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from generator.rules.sti.judging import PLACEMENT
from generator.rules.sti.plays import PLAYS, Play, cards_of
from generator.rules.sti.state import Cards, Layout, State

# How often a player thinks of each kind of play, besides an attack at the end of a turn.
THOUGHTS: Mapping[str, int] = {
    "lays": 8,
    "infects": 12,
    "condom": 4,
    "breaks": 8,
    "drug": 12,
    "abstinence": 2,
    "swab": 2,
    "urine": 2,
    "trade": 1,
}
# So many thoughts are in a turn.
MOST = 5
# How many cards are given and taken.
TRADES = ((1, 1), (1, 0), (0, 1), (2, 1), (0, 2))
# Whoever has so many microbes lays no more, in the placement turn and later: games come to an end.
ENOUGH, LATER = 3, 1


def thought(layout: Layout, now: State, place: int, kind: str, chance: Random) -> Play | None:
    """Return a play with what lies on the table and what the deck has, allowed or not.

    None where it is of no use: nobody else is left, nothing to attack with, or enough of it.
    """
    seat = now.seats[now.next]
    others = tuple(player for player in now.alive() if player != now.next)
    enough = ENOUGH if seat.turns == PLACEMENT else LATER
    is_useless = {"attack": not seat.microbes, "infects": len(seat.microbes) >= enough}.get(kind)
    if is_useless or not others:
        return None

    def some(cards: Cards) -> str:
        """Return one of some cards, as likely as the deck has copies of it; nothing of none."""
        copies = [layout.copies(card) for card in cards]
        return chance.choices(cards, copies)[0] if cards else ""

    on = chance.choice((*others, now.next) if kind == "condom" else others)
    held, lying = layout.microbes if now.seats[on].hand > 0 else (), now.seats[on].microbes
    card = some(seat.microbes if kind == "attack" else cards_of(layout, kind))
    beside = {"infects": seat.behaviours, "attack": lying, "drug": lying, "swab": held}
    other = some(beside.get(kind, ()))
    is_aimed = any(one.what == "on" for one in PLAYS[kind])
    play = Play(place, kind, card, on if is_aimed else "", other)
    if kind == "attack":
        throws, sides = (layout.attacks[card], layout.defences.get(other)), layout.dice.sides
        dice, defence = (
            tuple(chance.randint(1, sides) for _ in range(throw.dice if throw else 0))
            for throw in throws
        )
        return replace(play, dice=dice, defence=defence)
    if kind == "trade":
        every, counts = tuple(layout.deck.cards), chance.choice(TRADES)
        gives, takes = (tuple(some(every) for _ in range(count)) for count in counts)
        return replace(play, gives=gives, takes=takes)
    return play
