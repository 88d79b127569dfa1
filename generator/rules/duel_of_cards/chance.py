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
from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.settling import Draft, begun, thrown

Making: TypeAlias = Callable[[Draft, Random], states.Play | None]

# So many plays are thought of in a turn, fewer where a thought leads nowhere.
MOST_PLAYS = 5
# Whoever has so many microbes lays no more, in the placement turn and later: games come to an end.
ENOUGH, LATER = 3, 1
# One in so many: does not attack, swabs without discarding anything.
PEACE, MERCY = 8, 4
# So many times as often a condom is kept as given to another.
OWN = 4


def random_turn(layout: states.Layout, state: states.State, chance: Random) -> states.Turn:
    """Return a legal turn of the next player."""
    if state.seats[state.next].skips:
        return states.Turn(state.played + 1, state.next, skips=True)
    draft = begun(layout, state)
    for making in chance.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()), k=MOST_PLAYS):
        play = making(draft, chance) if draft.seat.hand > 0 else None
        draft = draft if play is None else draft.add(play)
    play = attack(draft, chance) if chance.randrange(PEACE) else None
    return draft.turn if play is None else draft.add(play).turn


def attack(draft: Draft, chance: Random) -> states.Play | None:
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


def behaviour(draft: Draft, chance: Random) -> states.Play | None:
    """Return a behaviour that is laid."""
    card = draft.some(draft.layout.behaviours, chance)
    return None if card is None else states.Behaviour(draft.place, card)


def infection(draft: Draft, chance: Random) -> states.Play | None:
    """Return a microbe that is let down with a behaviour not yet used."""
    behaviours = draft.unused()
    enough = ENOUGH if draft.is_placement else LATER
    if not behaviours or len(draft.seat.microbes) >= enough:
        return None
    by = chance.choice(behaviours)
    circles = draft.layout.circles
    card = draft.some((m for m in draft.layout.microbes if by in circles[m]), chance)
    return None if card is None else states.Infection(draft.place, card, by)


def _condom(draft: Draft, chance: Random) -> states.Play | None:
    bare = [p for p in draft.now.alive() if draft.now.seats[p].condom == "none"]
    if not bare or not draft.left(draft.layout.condom):
        return None
    # An own condom is soon gone, a given one stays: the first is chosen more often.
    own = [draft.player] * OWN if draft.player in bare else []
    return states.Condom(draft.place, chance.choice([*bare, *own]))


def _breaker(draft: Draft, chance: Random) -> states.Play | None:
    card = draft.some(draft.layout.breakers, chance)
    if card is None or draft.seat.condom != "given":
        return None
    return states.Breaker(draft.place, card)


def _drug(draft: Draft, chance: Random) -> states.Play | None:
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
    return states.Drug(draft.place, card, microbe, of)


def _abstinence(draft: Draft, chance: Random) -> states.Play | None:
    if not draft.left(draft.layout.abstinence):
        return None
    return states.Abstinence(draft.place, chance.choice(draft.others()))


def _swab(draft: Draft, chance: Random) -> states.Play | None:
    if not draft.left(draft.layout.swab):
        return None
    of = chance.choice(draft.others())
    if draft.now.seats[of].hand < 1 or chance.randrange(MERCY) == 0:
        return states.Swab(draft.place, of, None)
    first = draft.some(draft.layout.microbes, chance)
    return states.Swab(draft.place, of, first or draft.some(draft.layout.behaviours, chance))


def _urine(draft: Draft, chance: Random) -> states.Play | None:  # noqa: ARG001 - as the others
    return states.Urine(draft.place) if draft.left(draft.layout.urine) else None


def _trade(draft: Draft, chance: Random) -> states.Play | None:
    to = chance.choice(draft.others())
    hands = draft.seat.hand, draft.now.seats[to].hand
    gives, takes = (
        tuple(chance.choices(tuple(draft.layout.deck.cards), k=chance.randint(0, min(2, hand))))
        for hand in (max(0, held) for held in hands)
    )
    return states.Trade(draft.place, to, gives, takes) if gives or takes else None


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


def odds(layout: states.Layout) -> Mapping[str, Mapping[int, Fraction]]:
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


def _sums(layout: states.Layout, throw: Throw) -> Mapping[int, Fraction]:
    rolls = product(range(1, layout.sides + 1), repeat=throw.dice)
    counted = Counter(sum(roll) + throw.plus for roll in rolls)
    return {value: Fraction(n, counted.total()) for value, n in sorted(counted.items())}


def candidate(
    layout: states.Layout, state: states.State, rule: str, chance: Random
) -> states.Turn | None:
    """Return a turn that is likely to break a rule and no other; None where none can."""
    if (rule == "after-end") != (state.ended is not None):
        return None
    match rule:
        case "after-end":
            return begun(layout, state).turn
        case "turn-order":
            named = chance.choice([player for player in state.seats if player != state.next])
            idle, moved = states.Turn(state.played + 1, named), replace(state, next=named)
            is_out = state.seats[named].is_out
            return idle if is_out else random_turn(layout, moved, chance)
        case "abstinence-skip":
            return _wrong_skip(layout, state, chance)
        case _ if state.seats[state.next].skips:
            return None
        case _:
            bent = _bent(begun(layout, state), rule, chance)
            return None if bent is None else bent.turn


def _bent(draft: Draft, rule: str, chance: Random) -> Draft | None:  # noqa: PLR0911 - a case for each kind of rule
    """Return the draft with what is wrong added; None where that cannot be done."""
    match rule:
        case "placement-round":
            return _too_early(draft, chance)
        case "card-supply":
            return _too_many(draft, chance)
        case "hand-size":
            return _more_than_held(draft, chance)
        case "one-attack":
            first = attack(draft, chance)
            draft = draft if first is None else draft.add(first)
            can_go_on = first is not None and draft.others()
            return draft.with_wrong(_aimed(draft, chance)) if can_go_on else None
        case "self-target":
            return _at_oneself(draft, chance)
        case "behaviour-on-table" | "behaviour-once" | "transmission":
            return _wrong_infection(draft, rule, chance)
        case "one-condom" | "breaker" | "drug-target":
            return _wrong_card(draft, rule, chance)
        case _:
            return _wrong_attack(draft, rule, chance)


def _wrong_skip(layout: states.Layout, state: states.State, chance: Random) -> states.Turn:
    """Return a turn that is played and should be skipped, or the other way round."""
    player, seat = state.next, state.seats[state.next]
    if not seat.skips:
        return states.Turn(state.played + 1, player, skips=True)
    free = replace(state, seats={**state.seats, player: replace(seat, skips=False)})
    return random_turn(layout, free, chance)


def _armed(draft: Draft, chance: Random) -> Draft:
    """Return the draft with a microbe before the player, let down in this turn if need be."""
    if draft.seat.microbes:
        return draft
    circles = draft.layout.circles
    microbe = chance.choice(draft.layout.microbes)
    by = chance.choice(circles[microbe])
    if by not in draft.unused():
        draft = draft.add(states.Behaviour(draft.place, by))
    return draft.add(states.Infection(draft.place, microbe, by))


def _aimed(draft: Draft, chance: Random) -> states.Attack:
    """Return an attack of a microbe of the player's, as it may be made on another."""
    on = chance.choice(draft.others())
    microbes = draft.now.seats[on].microbes
    target = chance.choice(microbes) if microbes else None
    return thrown(draft, chance.choice(draft.seat.microbes), on, target, chance)


def _too_early(draft: Draft, chance: Random) -> Draft:
    """Return the draft with an attack, or with a drug that would kill."""
    curable = [
        states.Drug(draft.place, drug, microbe, of)
        for of in draft.others()
        for microbe in draft.now.seats[of].microbes
        for drug in draft.layout.deck.killers(microbe)
    ]
    if curable and chance.randrange(2):
        return draft.with_wrong(chance.choice(curable))
    return _wrong_attack(draft, "placement-round", chance)


def _too_many(draft: Draft, chance: Random) -> Draft:
    """Return the draft with one more of a behaviour than the deck holds."""
    card = min(draft.layout.behaviours, key=lambda name: (draft.left(name), chance.random()))
    for _ in range(draft.left(card)):
        draft = draft.add(states.Behaviour(draft.place, card))
    return draft.with_wrong(states.Behaviour(draft.place, card))


def _more_than_held(draft: Draft, chance: Random) -> Draft | None:
    """Return the draft with a trade, a swab or a card that no hand has."""
    empty = [other for other in draft.others() if draft.now.seats[other].hand < 1]
    if empty and chance.randrange(2):
        card = draft.some(draft.layout.microbes, chance)
        return draft.with_wrong(states.Swab(draft.place, chance.choice(empty), card))
    hand = max(0, draft.seat.hand)
    cards = tuple(draft.layout.deck.cards)
    if hand > 1 and chance.randrange(2):
        gives = tuple(chance.choices(cards, k=hand + 1))
        return draft.with_wrong(states.Trade(draft.place, chance.choice(draft.others()), gives, ()))
    for _ in range(hand + 1):
        card = draft.some(draft.layout.behaviours, chance)
        if card is None:
            return None
        draft = draft.add(states.Behaviour(draft.place, card))
    return draft


def _wrong_infection(draft: Draft, rule: str, chance: Random) -> Draft | None:
    """Return the draft with a microbe whose behaviour is not there, used up or not its own."""
    circles = draft.layout.circles
    if rule == "behaviour-on-table":
        microbe = chance.choice(draft.layout.microbes)
        by = chance.choice(circles[microbe])
        return draft.with_wrong(states.Infection(draft.place, microbe, by))
    card = draft.some(draft.layout.behaviours, chance)
    if not draft.unused() and card is not None:
        draft = draft.add(states.Behaviour(draft.place, card))
    by = next(iter(draft.unused()), "")
    is_twice = rule == "behaviour-once"
    microbes = [name for name, circle in circles.items() if (by in circle) == is_twice]
    if not by or not microbes:
        return None
    if is_twice:
        for _ in range(draft.seat.behaviours.count(by)):
            draft = draft.add(states.Infection(draft.place, chance.choice(microbes), by))
    return draft.with_wrong(states.Infection(draft.place, chance.choice(microbes), by))


def _wrong_attack(draft: Draft, rule: str, chance: Random) -> Draft:
    """Return the draft with an attack that breaks a rule, or that the state alone makes wrong."""
    draft = _armed(draft, chance)
    if rule == "target-first":
        card = chance.choice(draft.seat.microbes)
        return draft.with_wrong(thrown(draft, card, chance.choice(draft.others()), None, chance))
    wrong = _aimed(draft, chance)
    match rule:
        case "attack-dice":
            wrong = replace(wrong, dice=_spoilt(draft, wrong.dice, chance))
        case "defence-dice":
            wrong = replace(wrong, defence=_spoilt(draft, wrong.defence, chance))
        case "microbe-on-table":
            other = chance.choice(draft.layout.microbes)
            is_of = chance.randrange(2)
            card, target = (other, wrong.target) if is_of else (wrong.card, other)
            wrong = thrown(draft, card, wrong.on, target, chance)
        case _:
            pass
    return draft.with_wrong(wrong)


def _spoilt(draft: Draft, dice: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Return the dice with one more, or with a face that no die has."""
    if not dice or chance.randrange(2):
        return (*dice, chance.randint(1, draft.layout.sides))
    return (*dice[1:], draft.layout.sides + chance.randint(1, 3))


def _wrong_card(draft: Draft, rule: str, chance: Random) -> Draft:
    """Return the draft with a second condom, or with a breaker or a drug without its object."""
    alive, layout = draft.now.alive(), draft.layout
    match rule:
        case "one-condom":
            worn = [name for name in alive if draft.now.seats[name].condom != "none"]
            to = chance.choice(worn or alive)
            if not worn:
                draft = draft.add(states.Condom(draft.place, to))
            return draft.with_wrong(states.Condom(draft.place, to))
        case "breaker":
            return draft.with_wrong(states.Breaker(draft.place, chance.choice(layout.breakers)))
        case _:
            drug = chance.choice(layout.drugs)
            microbe = chance.choice((*layout.killed_by(drug), *layout.microbes))
            return draft.with_wrong(states.Drug(draft.place, drug, microbe, chance.choice(alive)))


def _at_oneself(draft: Draft, chance: Random) -> Draft:
    """Return the draft with a card, a trade or an attack that nobody plays on that player."""
    outs = tuple(name for name, seat in draft.now.seats.items() if seat.is_out)
    to, place = chance.choice((draft.player, *outs)), draft.place
    plays: list[states.Play] = [
        states.Abstinence(place, to),
        states.Swab(place, to, None),
        states.Trade(place, to, (draft.layout.condom,), ()),
        *(states.Condom(place, out) for out in outs),
    ]
    if draft.seat.microbes:
        plays.append(thrown(draft, draft.seat.microbes[0], to, None, chance))
    return draft.with_wrong(chance.choice(plays))
