"""How play goes on from a turn, with what was refused left out."""

from dataclasses import replace

from generator.rules.findings import active_player
from generator.rules.sti.plays import Play, Turn
from generator.rules.sti.state import Layout, Seat, State, lying

# A play that breaks only these stands all the same.
STANDING = frozenset({"card-supply", "hand-size"})


def opened(layout: Layout, state: State, turn: Turn) -> State:
    """Return the state once a turn has begun: own condom gone, a card drawn, cards upright.

    Where the pile is empty the discard pile is shuffled first.
    """
    player = active_player(state, turn)
    seat = state.seats[player]
    hand, condom, pile = seat.hand, seat.condom, state.pile
    discard, unseen = state.discard, state.unseen
    if condom == "own":
        condom, discard = "none", (*discard, layout.mechanics.condom)
    if not turn.is_skipped and seat.turns > 0:
        if pile == 0:
            pile, discard, unseen = len(discard) + unseen, (), 0
        if pile != 0:
            pile, hand = pile - 1, hand + 1
    now = replace(state, pile=pile, discard=discard, unseen=unseen, used=(), has_attacked=False)
    return now.seated(player, hand=hand, condom=condom, turns=seat.turns + 1, skips=False)


def played(layout: Layout, state: State, turn: Turn, play: Play) -> State:
    """Return the state after a play; its card leaves the hand."""
    player = active_player(state, turn)
    seat = state.seats[player]
    hand = seat.hand - play.is_from_hand
    match play.kind:
        case "attack":
            return _attacked(layout, replace(state, has_attacked=True), turn, play)
        case "lays":
            return state.seated(player, hand=hand, behaviours=(*seat.behaviours, play.card))
        case "infects":
            state = state.seated(player, hand=hand, microbes=(*seat.microbes, play.card))
            return replace(state, used=(*state.used, play.other))
        case "condom":
            worn = "own" if play.on == player else "given"
            return state.seated(player, hand=hand).seated(play.on, condom=worn)
        case "trade":
            more = len(play.takes) - len(play.gives)
            state = state.seated(play.on, hand=state.seats[play.on].hand - more)
            return state.seated(player, hand=hand + more)
        case _:
            state = state.seated(player, hand=hand).discarding(play.card)
            return _used_once(layout, state, player, play)


def _used_once(layout: Layout, state: State, player: str, play: Play) -> State:
    """Return the state after what a card does that goes to the discard pile."""
    match play.kind:
        case "breaks":
            return state.seated(player, condom="none").discarding(layout.mechanics.condom)
        case "drug":
            return _killed(state, play.on, play.other)
        case "abstinence":
            return state.seated(play.on, skips=True)
        case "swab" if play.other:
            hand = state.seats[play.on].hand - 1
            return state.seated(play.on, hand=hand).discarding(play.other)
        case _:
            return state


def strength(layout: Layout, attack: Play) -> int:
    """Return how strong an attack is: its dice and the bonus."""
    return sum(attack.dice) + layout.attacks[attack.card].plus


def kills(layout: Layout, attack: Play) -> bool:
    """Return whether an attack is higher than the defence of the microbe that it aims at."""
    return strength(layout, attack) > sum(attack.defence) + layout.defences[attack.other].plus


def _attacked(layout: Layout, state: State, turn: Turn, attack: Play) -> State:
    """Return the state after an attack; who has no life points left leaves with all cards."""
    on = attack.on
    if attack.other:
        return _killed(state, on, attack.other) if kills(layout, attack) else state
    seat = state.seats[on]
    left = max(0, seat.life - strength(layout, attack))
    if left:
        return state.seated(on, life=left)
    seats = {**state.seats, on: Seat(0, 0, seat.turns)}
    state = replace(state, seats=seats, unseen=state.unseen + max(0, seat.hand))
    state = state.discarding(*lying(layout, seat))
    return replace(state, ended=turn.number) if len(state.alive()) == 1 else state


def _killed(state: State, player: str, microbe: str) -> State:
    left = list(state.seats[player].microbes)
    left.remove(microbe)
    return state.seated(player, microbes=tuple(left)).discarding(microbe)
