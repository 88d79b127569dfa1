"""A turn while it is made up: what was played so far, and how the game stands then."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.settling import opened, played
from generator.rules.duel_of_cards.state import Attack, Play, Seat, State, Turn, seen


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn of a player in the making."""

    layout: Layout
    turn: Turn
    now: State
    player: str

    @property
    def place(self) -> int:
        """Return the index of the next play."""
        return len(self.turn.plays)

    @property
    def seat(self) -> Seat:
        """Return the player's seat."""
        return self.now.seats[self.player]

    @property
    def is_placement(self) -> bool:
        """Return whether it is the player's first turn."""
        return self.seat.turns == 1

    def add(self, play: Play) -> "Draft":
        """Return the draft with a legal play made."""
        now = played(self.layout, self.now, self.turn, play)
        return replace(self.with_wrong(play), now=now)

    def with_wrong(self, play: Play) -> "Draft":
        """Return the draft with a play written down that changes nothing."""
        return replace(self, turn=replace(self.turn, plays=(*self.turn.plays, play)))

    def left(self, card: str) -> int:
        """Return how many copies of a card were not seen yet."""
        return max(0, self.layout.copies(card) - seen(self.layout, self.now, card))

    def some(self, cards: Iterable[str], chance: Random) -> str | None:
        """Return one of some cards as likely as its copies that were not seen yet, or None."""
        weights = {card: self.left(card) for card in cards}
        if not any(weights.values()):
            return None
        return chance.choices(tuple(weights), tuple(weights.values()))[0]

    def others(self) -> tuple[str, ...]:
        """Return the other players who are still in the game."""
        return tuple(player for player in self.now.alive() if player != self.player)

    def unused(self) -> tuple[str, ...]:
        """Return the behaviours before the player that were not used in this turn."""
        seat = self.seat
        return tuple(
            card
            for card in dict.fromkeys(seat.behaviours)
            if seat.behaviours.count(card) > self.now.used.count(card)
        )


def begun(layout: Layout, state: State) -> Draft:
    """Return a turn of the next player before anything was played."""
    turn = Turn(state.played + 1, state.next)
    return Draft(layout, turn, opened(layout, state, turn), state.next)


def thrown(draft: Draft, card: str, on: str, target: str | None, chance: Random) -> Attack:
    """Return an attack with the dice that its cards ask for."""
    layout = draft.layout
    dice = _dice(layout, layout.attacks[card].dice, chance)
    defence = () if target is None else _dice(layout, layout.defences[target].dice, chance)
    return Attack(draft.place, card, on, target, dice, defence)


def _dice(layout: Layout, count: int, chance: Random) -> tuple[int, ...]:
    return tuple(chance.randint(1, layout.sides) for _ in range(count))
