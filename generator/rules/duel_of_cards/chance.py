"""Random legal turns, exact chances, and turns likely to break one rule for practice records."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from generator.game.parts.deck import Throw
from generator.rules.duel_of_cards.settling import Draft, begun, thrown
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
)

Making: TypeAlias = Callable[[Draft, Random], Play | None]

# So many plays are thought of in a turn, fewer where a thought leads nowhere.
MOST_PLAYS = 5
# Whoever has so many microbes lays no more, in the placement turn and later: games come to an end.
ENOUGH, LATER = 3, 1
# One in so many: does not attack, swabs without discarding anything.
PEACE, MERCY = 8, 4
# So many times as often a condom is kept as given to another.
OWN = 4


def random_turn(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    if state.seats[state.next].skips:
        return Turn(state.played + 1, state.next, skips=True)
    draft = begun(layout, state)
    for making in chance.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()), k=MOST_PLAYS):
        play = making(draft, chance) if draft.seat.hand > 0 else None
        draft = draft if play is None else draft.add(play)
    play = attack(draft, chance) if chance.randrange(PEACE) else None
    return draft.turn if play is None else draft.add(play).turn


def attack(draft: Draft, chance: Random) -> Play | None:
    """Return an attack, straight at a player where that is allowed; None where none is."""
    seat = draft.seat
    aims = [other for other in draft.others() if draft.now.seats[other].condom != "own"]
    is_barred = draft.is_placement or draft.now.has_attacked or seat.condom == "given"
    if is_barred or not seat.microbes or not aims:
        return None
    bare = [other for other in aims if not draft.now.seats[other].microbes]
    on = chance.choice(bare or aims)
    layout = draft.layout
    microbes = chance.sample(draft.now.seats[on].microbes, len(draft.now.seats[on].microbes))
    target = min(microbes, key=lambda card: layout.defences[card].dice, default=None)
    return thrown(draft, chance.choice(seat.microbes), on, target, chance)


def behaviour(draft: Draft, chance: Random) -> Play | None:
    """Return a behaviour that is laid."""
    card = draft.some(draft.layout.behaviours, chance)
    return None if card is None else Behaviour(draft.place, card)


def infection(draft: Draft, chance: Random) -> Play | None:
    """Return a microbe that is let down with a behaviour not yet used."""
    behaviours = draft.unused()
    enough = ENOUGH if draft.is_placement else LATER
    if not behaviours or len(draft.seat.microbes) >= enough:
        return None
    by = chance.choice(behaviours)
    circles = draft.layout.circles
    card = draft.some((m for m in draft.layout.microbes if by in circles[m]), chance)
    return None if card is None else Infection(draft.place, card, by)


def _condom(draft: Draft, chance: Random) -> Play | None:
    bare = [p for p in draft.now.alive() if draft.now.seats[p].condom == "none"]
    if not bare or not draft.left(draft.layout.condom):
        return None
    # An own condom is soon gone, a given one stays: the first is chosen more often.
    own = [draft.player] * OWN if draft.player in bare else []
    return Condom(draft.place, chance.choice([*bare, *own]))


def _breaker(draft: Draft, chance: Random) -> Play | None:
    card = draft.some(draft.layout.breakers, chance)
    if card is None or draft.seat.condom != "given":
        return None
    return Breaker(draft.place, card)


def _drug(draft: Draft, chance: Random) -> Play | None:
    card = draft.some(draft.layout.drugs, chance)
    if card is None or draft.is_placement:
        return None
    curable = [
        (of, microbe)
        for of in draft.others()
        for microbe in draft.now.seats[of].microbes
        if microbe in draft.layout.killed_by(card)
    ]
    if not curable:
        return None
    of, microbe = chance.choice(curable)
    return Drug(draft.place, card, microbe, of)


def _abstinence(draft: Draft, chance: Random) -> Play | None:
    if not draft.left(draft.layout.abstinence):
        return None
    return Abstinence(draft.place, chance.choice(draft.others()))


def _swab(draft: Draft, chance: Random) -> Play | None:
    if not draft.left(draft.layout.swab):
        return None
    of = chance.choice(draft.others())
    if draft.now.seats[of].hand < 1 or chance.randrange(MERCY) == 0:
        return Swab(draft.place, of, None)
    first = draft.some(draft.layout.microbes, chance)
    return Swab(draft.place, of, first or draft.some(draft.layout.behaviours, chance))


def _urine(draft: Draft, chance: Random) -> Play | None:  # noqa: ARG001 - as the others
    return Urine(draft.place) if draft.left(draft.layout.urine) else None


def _trade(draft: Draft, chance: Random) -> Play | None:
    to = chance.choice(draft.others())
    hands = draft.seat.hand, draft.now.seats[to].hand
    gives, takes = (
        tuple(chance.choices(tuple(draft.layout.deck.cards), k=chance.randint(0, min(2, hand))))
        for hand in (max(0, held) for held in hands)
    )
    return Trade(draft.place, to, gives, takes) if gives or takes else None


# How often each kind of play is thought of.
WEIGHTS: Mapping[Making, int] = MappingProxyType(
    {
        behaviour: 8,
        infection: 12,
        _condom: 3,
        _breaker: 12,
        _drug: 12,
        _abstinence: 2,
        _swab: 2,
        _urine: 2,
        _trade: 1,
    }
)


def odds(layout: Layout) -> Mapping[str, Mapping[int, Fraction]]:
    """Return the chance of each strength of an attack, and of each kill (1) or not (0).

    The events are `attack.<microbe>` and `kills.<microbe>.<target>`.
    """
    attacks = {card: _sums(layout, throw) for card, throw in layout.attacks.items()}
    defences = {card: _sums(layout, throw) for card, throw in layout.defences.items()}
    found = {f"attack.{card}": sums for card, sums in attacks.items()}
    for card, target in product(attacks, defences):
        found[f"kills.{card}.{target}"] = _kills(attacks[card], defences[target])
    return found


def _sums(layout: Layout, throw: Throw) -> Mapping[int, Fraction]:
    rolls = product(range(1, layout.sides + 1), repeat=throw.dice)
    counted = Counter(sum(roll) + throw.plus for roll in rolls)
    return {value: Fraction(n, counted.total()) for value, n in sorted(counted.items())}


def _kills(
    attack: Mapping[int, Fraction], defence: Mapping[int, Fraction]
) -> Mapping[int, Fraction]:
    higher = sum(
        (p * q for (a, p), (d, q) in product(attack.items(), defence.items()) if a > d),
        Fraction(0),
    )
    return {0: 1 - higher, 1: higher}


# Adds what is wrong to a draft; None where that cannot be done.
Bend: TypeAlias = Callable[[Draft, Random], Draft | None]


def candidate(layout: Layout, state: State, rule: str, chance: Random) -> Turn | None:
    """Return a turn that is likely to break a rule and no other; None where none can."""
    if (rule == "after-end") != (state.ended is not None):
        return None
    match rule:
        case "after-end":
            return begun(layout, state).turn
        case "turn-order":
            return _out_of_order(layout, state, chance)
        case "abstinence-skip":
            return _wrong_skip(layout, state, chance)
        case _ if state.seats[state.next].skips:
            return None
        case _:
            bent = BENDS[rule](begun(layout, state), chance)
            return None if bent is None else bent.turn


def _out_of_order(layout: Layout, state: State, chance: Random) -> Turn:
    named = chance.choice([player for player in state.seats if player != state.next])
    if state.seats[named].is_out:
        return Turn(state.played + 1, named)
    return random_turn(layout, replace(state, next=named), chance)


def _wrong_skip(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a turn that is played and should be skipped, or the other way round."""
    player, seat = state.next, state.seats[state.next]
    if not seat.skips:
        return Turn(state.played + 1, player, skips=True)
    free = replace(state, seats={**state.seats, player: replace(seat, skips=False)})
    return random_turn(layout, free, chance)


def _someone(draft: Draft, chance: Random) -> str:
    return chance.choice(draft.others())


def _armed(draft: Draft, chance: Random) -> Draft:
    """Return the draft with a microbe before the player, let down in this turn if need be."""
    if draft.seat.microbes:
        return draft
    circles = draft.layout.circles
    microbe = chance.choice(draft.layout.microbes)
    by = chance.choice(circles[microbe])
    if by not in draft.unused():
        draft = draft.add(Behaviour(draft.place, by))
    return draft.add(Infection(draft.place, microbe, by))


def _aimed(draft: Draft, chance: Random) -> Attack:
    """Return an attack of a microbe of the player's, as it may be made on another."""
    on = _someone(draft, chance)
    microbes = draft.now.seats[on].microbes
    target = chance.choice(microbes) if microbes else None
    return thrown(draft, chance.choice(draft.seat.microbes), on, target, chance)


def _attacking(draft: Draft, chance: Random) -> Draft:
    """Return the draft with an attack that only the state of the game can make wrong."""
    draft = _armed(draft, chance)
    return draft.with_wrong(_aimed(draft, chance))


def _too_early(draft: Draft, chance: Random) -> Draft:
    """Return the draft with an attack, or with a drug that would kill."""
    curable = [
        Drug(draft.place, drug, microbe, of)
        for of in draft.others()
        for microbe in draft.now.seats[of].microbes
        for drug in draft.layout.deck.killers(microbe)
    ]
    if curable and chance.randrange(2):
        return draft.with_wrong(chance.choice(curable))
    return _attacking(draft, chance)


def _too_many(draft: Draft, chance: Random) -> Draft:
    """Return the draft with one more of a behaviour than the deck holds."""
    card = min(draft.layout.behaviours, key=lambda name: (draft.left(name), chance.random()))
    for _ in range(draft.left(card)):
        draft = draft.add(Behaviour(draft.place, card))
    return draft.with_wrong(Behaviour(draft.place, card))


def _more_than_held(draft: Draft, chance: Random) -> Draft | None:
    """Return the draft with a trade, a swab or a card that no hand has."""
    empty = [other for other in draft.others() if draft.now.seats[other].hand < 1]
    if empty and chance.randrange(2):
        card = draft.some(draft.layout.microbes, chance)
        return draft.with_wrong(Swab(draft.place, chance.choice(empty), card))
    hand = max(0, draft.seat.hand)
    cards = tuple(draft.layout.deck.cards)
    if hand > 1 and chance.randrange(2):
        gives = tuple(chance.choices(cards, k=hand + 1))
        return draft.with_wrong(Trade(draft.place, _someone(draft, chance), gives, ()))
    for _ in range(hand + 1):
        card = draft.some(draft.layout.behaviours, chance)
        if card is None:
            return None
        draft = draft.add(Behaviour(draft.place, card))
    return draft


def _without_behaviour(draft: Draft, chance: Random) -> Draft:
    microbe = chance.choice(draft.layout.microbes)
    by = chance.choice(draft.layout.circles[microbe])
    return draft.with_wrong(Infection(draft.place, microbe, by))


def _twice(draft: Draft, chance: Random) -> Draft | None:
    """Return the draft with two microbes let down with one behaviour."""
    card = draft.some(draft.layout.behaviours, chance)
    if not draft.unused() and card is not None:
        draft = draft.add(Behaviour(draft.place, card))
    by = next(iter(draft.unused()), None)
    microbes = [name for name, circle in draft.layout.circles.items() if by in circle]
    if by is None:
        return None
    for _ in range(draft.seat.behaviours.count(by)):
        draft = draft.add(Infection(draft.place, chance.choice(microbes), by))
    return draft.with_wrong(Infection(draft.place, chance.choice(microbes), by))


def _not_in_circle(draft: Draft, chance: Random) -> Draft | None:
    card = draft.some(draft.layout.behaviours, chance)
    if not draft.unused() and card is not None:
        draft = draft.add(Behaviour(draft.place, card))
    by = next(iter(draft.unused()), "")
    microbes = [name for name, circle in draft.layout.circles.items() if by not in circle]
    if not by or not microbes:
        return None
    return draft.with_wrong(Infection(draft.place, chance.choice(microbes), by))


def _not_there(draft: Draft, chance: Random) -> Draft:
    """Return the draft with an attack of, or on, a microbe that is not on the table."""
    draft = _armed(draft, chance)
    right = _aimed(draft, chance)
    other = chance.choice(draft.layout.microbes)
    if chance.randrange(2):
        return draft.with_wrong(thrown(draft, other, right.on, right.target, chance))
    return draft.with_wrong(thrown(draft, right.card, right.on, other, chance))


def _again(draft: Draft, chance: Random) -> Draft | None:
    first = attack(draft, chance)
    if first is None:
        return None
    draft = draft.add(first)
    return draft.with_wrong(_aimed(draft, chance)) if draft.others() else None


def _wrong_dice(draft: Draft, chance: Random) -> Draft:
    draft = _armed(draft, chance)
    right = _aimed(draft, chance)
    return draft.with_wrong(replace(right, dice=_spoilt(draft, right.dice, chance)))


def _wrong_defence(draft: Draft, chance: Random) -> Draft:
    draft = _armed(draft, chance)
    right = _aimed(draft, chance)
    return draft.with_wrong(replace(right, defence=_spoilt(draft, right.defence, chance)))


def _spoilt(draft: Draft, dice: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Return the dice with one more, or with a face that no die has."""
    if not dice or chance.randrange(2):
        return (*dice, chance.randint(1, draft.layout.sides))
    return (*dice[1:], draft.layout.sides + chance.randint(1, 3))


def _past_microbes(draft: Draft, chance: Random) -> Draft:
    draft = _armed(draft, chance)
    card = chance.choice(draft.seat.microbes)
    return draft.with_wrong(thrown(draft, card, _someone(draft, chance), None, chance))


def _second_condom(draft: Draft, chance: Random) -> Draft:
    worn = [name for name in draft.now.alive() if draft.now.seats[name].condom != "none"]
    to = chance.choice(worn or draft.now.alive())
    if not worn:
        draft = draft.add(Condom(draft.place, to))
    return draft.with_wrong(Condom(draft.place, to))


def _no_condom(draft: Draft, chance: Random) -> Draft:
    return draft.with_wrong(Breaker(draft.place, chance.choice(draft.layout.breakers)))


def _wrong_drug(draft: Draft, chance: Random) -> Draft:
    drug = chance.choice(draft.layout.drugs)
    microbe = chance.choice((*draft.layout.killed_by(drug), *draft.layout.microbes))
    of = chance.choice(draft.now.alive())
    return draft.with_wrong(Drug(draft.place, drug, microbe, of))


def _at_oneself(draft: Draft, chance: Random) -> Draft:
    """Return the draft with a card, a trade or an attack that nobody plays on that player."""
    outs = tuple(name for name, seat in draft.now.seats.items() if seat.is_out)
    to, place = chance.choice((draft.player, *outs)), draft.place
    plays: list[Play] = [
        Abstinence(place, to),
        Swab(place, to, None),
        Trade(place, to, (draft.layout.condom,), ()),
        *(Condom(place, out) for out in outs),
    ]
    if draft.seat.microbes:
        plays.append(thrown(draft, draft.seat.microbes[0], to, None, chance))
    return draft.with_wrong(chance.choice(plays))


BENDS: Mapping[str, Bend] = MappingProxyType(
    {
        "placement-round": _too_early,
        "card-supply": _too_many,
        "hand-size": _more_than_held,
        "behaviour-on-table": _without_behaviour,
        "behaviour-once": _twice,
        "transmission": _not_in_circle,
        "microbe-on-table": _not_there,
        "one-attack": _again,
        "attack-dice": _wrong_dice,
        "defence-dice": _wrong_defence,
        "target-first": _past_microbes,
        "condom-holder": _attacking,
        "condom-protects": _attacking,
        "one-condom": _second_condom,
        "breaker": _no_condom,
        "drug-target": _wrong_drug,
        "self-target": _at_oneself,
    }
)
