"""Random legal turns, made up play by play, and exact chances."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random

from generator.game.parts.deck import Throw
from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.settling import opened, played
from generator.rules.duel_of_cards.state import Layout, Play, State, Turn

# The turn in which nobody attacks yet.
PLACEMENT = 1
# So many plays are thought of in a turn, fewer where a thought leads nowhere.
MOST_PLAYS = 5
# Whoever has so many microbes lays no more, in the placement turn and later: games come to an end.
ENOUGH, LATER = 3, 1
# One in so many: does not attack, swabs without discarding anything.
PEACE, MERCY = 8, 4
# So many times as often a condom is kept as given to another.
OWN = 4


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
    def seat(self) -> states.Seat:
        """Return the player's seat."""
        return self.now.seats[self.player]

    def add(self, play: Play) -> "Draft":
        """Return the draft with a legal play made."""
        turn = replace(self.turn, plays=(*self.turn.plays, play))
        return replace(self, turn=turn, now=played(self.layout, self.now, self.turn, play))

    def left(self, card: str) -> int:
        """Return how many copies of a card were not seen yet."""
        return max(0, self.layout.copies(card) - states.seen(self.layout, self.now, card))

    def some(self, cards: Iterable[str], chance: Random) -> str | None:
        """Return one of some cards as likely as its copies that were not seen yet, or None."""
        weights = {card: self.left(card) for card in cards}
        if not any(weights.values()):
            return None
        return chance.choices(tuple(weights), tuple(weights.values()))[0]

    def others(self) -> tuple[str, ...]:
        """Return the other players who are still in the game."""
        return tuple(player for player in self.now.alive() if player != self.player)


def random_turn(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    if state.seats[state.next].skips:
        return Turn(state.played + 1, state.next, skips=True)
    turn = Turn(state.played + 1, state.next)
    draft = Draft(layout, turn, opened(layout, state, turn), state.next)
    for making in chance.choices(MAKINGS, WEIGHTS, k=MOST_PLAYS):
        play = making(draft, chance) if draft.seat.hand > 0 and draft.others() else None
        draft = draft if play is None else draft.add(play)
    play = _attack(draft, chance) if chance.randrange(PEACE) else None
    return draft.turn if play is None else draft.add(play).turn


def _attack(draft: Draft, chance: Random) -> Play | None:
    """Return an attack, straight at a player where that is allowed; None where none is."""
    seat = draft.seat
    aims = [other for other in draft.others() if draft.now.seats[other].condom != "own"]
    is_barred = seat.turns == PLACEMENT or draft.now.has_attacked or seat.condom == "given"
    if is_barred or not seat.microbes or not aims:
        return None
    bare = [other for other in aims if not draft.now.seats[other].microbes]
    on = chance.choice(bare or aims)
    layout = draft.layout
    microbes = chance.sample(draft.now.seats[on].microbes, len(draft.now.seats[on].microbes))
    target = min(microbes, key=lambda card: layout.defences[card].dice, default=None)
    card = chance.choice(seat.microbes)
    counts = layout.attacks[card].dice, 0 if target is None else layout.defences[target].dice
    dice, defence = (
        tuple(chance.randint(1, layout.sides) for _ in range(count)) for count in counts
    )
    return states.Attack(draft.place, card, on, target, dice, defence)


def _behaviour(draft: Draft, chance: Random) -> Play | None:
    """Return a behaviour that is laid."""
    card = draft.some(draft.layout.behaviours, chance)
    return None if card is None else states.Behaviour(draft.place, card)


def _infection(draft: Draft, chance: Random) -> Play | None:
    """Return a microbe that is let down with a behaviour not yet used."""
    laid, used = draft.seat.behaviours, draft.now.used
    behaviours = [card for card in dict.fromkeys(laid) if laid.count(card) > used.count(card)]
    enough = ENOUGH if draft.seat.turns == PLACEMENT else LATER
    if not behaviours or len(draft.seat.microbes) >= enough:
        return None
    by = chance.choice(behaviours)
    circles = draft.layout.circles
    card = draft.some((m for m in draft.layout.microbes if by in circles[m]), chance)
    return None if card is None else states.Infection(draft.place, card, by)


def _condom(draft: Draft, chance: Random) -> Play | None:
    bare = [p for p in draft.now.alive() if draft.now.seats[p].condom == "none"]
    if not bare or not draft.left(draft.layout.condom):
        return None
    # An own condom is soon gone, a given one stays: the first is chosen more often.
    own = [draft.player] * OWN if draft.player in bare else []
    return states.Condom(draft.place, chance.choice([*bare, *own]))


def _breaker(draft: Draft, chance: Random) -> Play | None:
    card = draft.some(draft.layout.breakers, chance)
    if card is None or draft.seat.condom != "given":
        return None
    return states.Breaker(draft.place, card)


def _drug(draft: Draft, chance: Random) -> Play | None:
    card = draft.some(draft.layout.drugs, chance)
    if card is None or draft.seat.turns == PLACEMENT:
        return None
    lying = ((of, microbe) for of in draft.others() for microbe in draft.now.seats[of].microbes)
    curable = [(of, microbe) for of, microbe in lying if microbe in draft.layout.killed_by(card)]
    if not curable:
        return None
    of, microbe = chance.choice(curable)
    return states.Drug(draft.place, card, microbe, of)


def _abstinence(draft: Draft, chance: Random) -> Play | None:
    if not draft.left(draft.layout.abstinence):
        return None
    return states.Abstinence(draft.place, chance.choice(draft.others()))


def _swab(draft: Draft, chance: Random) -> Play | None:
    if not draft.left(draft.layout.swab):
        return None
    of = chance.choice(draft.others())
    if draft.now.seats[of].hand < 1 or chance.randrange(MERCY) == 0:
        return states.Swab(draft.place, of, None)
    first = draft.some(draft.layout.microbes, chance)
    return states.Swab(draft.place, of, first or draft.some(draft.layout.behaviours, chance))


def _urine(draft: Draft, chance: Random) -> Play | None:  # noqa: ARG001 - as the others
    return states.Urine(draft.place) if draft.left(draft.layout.urine) else None


def _trade(draft: Draft, chance: Random) -> Play | None:
    to = chance.choice(draft.others())
    hands = draft.seat.hand, draft.now.seats[to].hand
    gives, takes = (
        tuple(chance.choices(tuple(draft.layout.deck.cards), k=chance.randint(0, min(2, hand))))
        for hand in (max(0, held) for held in hands)
    )
    return states.Trade(draft.place, to, gives, takes) if gives or takes else None


# How often each kind of play is thought of.
MAKINGS = (_behaviour, _infection, _condom, _breaker, _drug, _abstinence, _swab, _urine, _trade)
WEIGHTS = (8, 12, 3, 12, 12, 2, 2, 2, 1)


def odds(layout: Layout) -> Mapping[str, Mapping[int, Fraction]]:
    """Return the chance of each strength of an attack, and of each kill (1) or not (0).

    The events are `attack.<microbe>` and `kills.<microbe>.<target>`.
    """
    attacks = {card: _sums(layout, throw) for card, throw in layout.attacks.items()}
    defences = {card: _sums(layout, throw) for card, throw in layout.defences.items()}
    found = {f"attack.{card}": sums for card, sums in attacks.items()}
    for card, target in product(attacks, defences):
        pairs = product(attacks[card].items(), defences[target].items())
        higher = sum((p * q for (one, p), (other, q) in pairs if one > other), Fraction(0))
        found[f"kills.{card}.{target}"] = {0: 1 - higher, 1: higher}
    return found


def _sums(layout: Layout, throw: Throw) -> Mapping[int, Fraction]:
    rolls = product(range(1, layout.sides + 1), repeat=throw.dice)
    counted = Counter(sum(roll) + throw.plus for roll in rolls)
    return {value: Fraction(n, counted.total()) for value, n in sorted(counted.items())}
