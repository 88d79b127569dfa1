"""Who sits at the tables of these tests, and what their ways to lay and to judge are called."""

from collections.abc import Callable

from generator.games.sti.plays import Play
from generator.games.sti.state import Cards, State
from generator.rules import Seating

THREE = Seating(("Fox", "Otter", "Owl"))
Table = Callable[..., State]
Broken = Callable[..., list[str]]


def lays(place: int, card: str) -> Play:
    """Return that a behaviour is laid."""
    return Play(place, "lays", card)


def infects(place: int, card: str, by: str) -> Play:
    """Return that a microbe is let down with a behaviour."""
    return Play(place, "infects", card, other=by)


def attacks(
    place: int,
    card: str,
    on: str,
    target: str = "",
    dice: tuple[int, ...] = (),
    defence: tuple[int, ...] = (),
) -> Play:
    """Return that a microbe attacks another, or straight at a player."""
    return Play(place, "attack", card, on, target, dice, defence)


def protects(place: int, to: str) -> Play:
    """Return that a condom is given to a player."""
    return Play(place, "condom", "condom", to)


def breaks(place: int, card: str) -> Play:
    """Return that a card breaks the condom that its player was given."""
    return Play(place, "breaks", card)


def cures(place: int, card: str, kills: str, of: str) -> Play:
    """Return that a drug kills a microbe of a player."""
    return Play(place, "drug", card, of, kills)


def abstains(place: int, to: str) -> Play:
    """Return that a player is made to skip a turn."""
    return Play(place, "abstinence", "abstinence", to)


def swabs(place: int, of: str, discards: str = "") -> Play:
    """Return that a hand is looked at, and a card of it discarded."""
    return Play(place, "swab", "swab", of, discards)


def orders(place: int) -> Play:
    """Return that the next cards of the pile are put in order."""
    return Play(place, "urine", "urine")


def trades(place: int, to: str, gives: Cards = (), takes: Cards = ()) -> Play:
    """Return that hand cards change places."""
    return Play(place, "trade", on=to, gives=gives, takes=takes)
