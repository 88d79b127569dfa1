"""How play goes on from a turn, with what was refused left out."""

from dataclasses import replace
from typing import Any

from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.state import Layout, Play, Seat, State, Turn
from generator.rules.family import Refusal
from generator.rules.findings import active_player

# A play that breaks only these stands all the same.
STANDING = frozenset({"card-supply", "hand-size"})


def settle(layout: Layout, state: State, turn: Turn, refusals: tuple[Refusal, ...]) -> State:
    """Return the state after a turn; one after the end, or of a player who is out, does nothing."""
    if state.ended is not None:
        return state
    player = active_player(state, turn)
    if not state.seats[player].is_out:
        refused = {r.path[3] for r in refusals if len(r.path) > 3 and r.rule not in STANDING}  # noqa: PLR2004 - turns, number, plays, place
        state = opened(layout, state, turn)
        for play in turn.plays:
            if play.place not in refused:
                state = played(layout, state, turn, play)
    following = state.next if state.ended is not None else state.after(player)
    return replace(state, played=state.played + 1, next=following)


def opened(layout: Layout, state: State, turn: Turn) -> State:
    """Return the state once a turn has begun: own condom gone, a card drawn, cards upright."""
    player = active_player(state, turn)
    seat = state.seats[player]
    condom = "none" if seat.condom == "own" else seat.condom
    if condom != seat.condom:
        state = _discarded(state, layout.condom)
    state = _with(state, player, turns=seat.turns + 1, skips=False, condom=condom)
    state = replace(state, used=(), has_attacked=False)
    return state if turn.is_skipped or seat.turns == 0 else _drawn(state, player)


def played(layout: Layout, state: State, turn: Turn, play: Play) -> State:
    """Return the state after a play; its card leaves the hand."""
    player = active_player(state, turn)
    seat, used = state.seats[player], states.card_of(layout, play)
    hand = seat.hand - (used is not None)
    match play:
        case states.Behaviour(_, card):
            return _with(state, player, hand=hand, behaviours=(*seat.behaviours, card))
        case states.Infection(_, card, by):
            state = _with(state, player, hand=hand, microbes=(*seat.microbes, card))
            return replace(state, used=(*state.used, by))
        case states.Attack():
            return _attacked(layout, replace(state, has_attacked=True), turn, play)
        case states.Condom(_, to):
            condom = "own" if to == player else "given"
            return _with(_with(state, player, hand=hand), to, condom=condom)
        case states.Trade(_, to, gives, takes):
            more = len(takes) - len(gives)
            state = _with(state, player, hand=hand + more)
            return _with(state, to, hand=state.seats[to].hand - more)
        case _:
            state = _discarded(_with(state, player, hand=hand), str(used))
            return _used_once(layout, state, player, play)


def strength(layout: Layout, attack: states.Attack) -> int:
    """Return how strong an attack is: its dice and the bonus."""
    return sum(attack.dice) + layout.attacks[attack.card].plus


def kills(layout: Layout, attack: states.Attack, target: str) -> bool:
    """Return whether an attack is higher than the defence of its target."""
    return strength(layout, attack) > sum(attack.defence) + layout.defences[target].plus


def _with(state: State, player: str, **changes: Any) -> State:  # noqa: ANN401 - fields of a seat
    """Return the state with a player's seat as it is now."""
    return replace(state, seats={**state.seats, player: replace(state.seats[player], **changes)})


def _used_once(layout: Layout, state: State, player: str, play: Play) -> State:
    """Return the state after what a card does that goes to the discard pile."""
    match play:
        case states.Breaker():
            return _discarded(_with(state, player, condom="none"), layout.condom)
        case states.Drug(_, _, microbe, of):
            return _killed(state, of, microbe)
        case states.Abstinence(_, to):
            return _with(state, to, skips=True)
        case states.Swab(_, of, card) if card is not None:
            return _discarded(_with(state, of, hand=state.seats[of].hand - 1), card)
        case _:
            return state


def _attacked(layout: Layout, state: State, turn: Turn, attack: states.Attack) -> State:
    """Return the state after an attack; who has no life points left leaves with all cards."""
    on, target = attack.on, attack.target
    if target is not None:
        return _killed(state, on, target) if kills(layout, attack, target) else state
    seat = state.seats[on]
    left = max(0, seat.life - strength(layout, attack))
    if left:
        return _with(state, on, life=left)
    condom = () if seat.condom == "none" else (layout.condom,)
    state = _discarded(state, *seat.microbes, *seat.behaviours, *condom)
    seats = {**state.seats, on: Seat(0, 0, seat.turns)}
    state = replace(state, seats=seats, unseen=state.unseen + max(0, seat.hand))
    return replace(state, ended=turn.number) if len(state.alive()) == 1 else state


def _killed(state: State, player: str, microbe: str) -> State:
    left = list(state.seats[player].microbes)
    left.remove(microbe)
    return _discarded(_with(state, player, microbes=tuple(left)), microbe)


def _discarded(state: State, *cards: str) -> State:
    return replace(state, discard=(*state.discard, *cards))


def _drawn(state: State, player: str) -> State:
    """Return the state with a card drawn; the discard pile is shuffled where the pile is empty."""
    if state.pile == 0:
        pile = len(state.discard) + state.unseen
        state = replace(state, pile=pile, discard=(), unseen=0)
    if state.pile == 0:
        return state
    state = _with(state, player, hand=state.seats[player].hand + 1)
    return replace(state, pile=state.pile - 1)
