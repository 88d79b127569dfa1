"""How play goes on from a turn, with what was refused left out."""

from dataclasses import replace
from typing import assert_never

from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.state import Layout, Play, Seat, State, Turn, Worn
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
    return closed(state, player)


def opened(layout: Layout, state: State, turn: Turn) -> State:
    """Return the state once a turn has begun: own condom gone, a card drawn, cards upright."""
    player = active_player(state, turn)
    seat = state.seats[player]
    if seat.condom == "own":
        state = _discarded(state, layout.condom)
    condom: Worn = "none" if seat.condom == "own" else seat.condom
    begun = replace(seat, turns=seat.turns + 1, skips=False, condom=condom)
    state = replace(seated(state, player, begun), used=(), has_attacked=False)
    return state if turn.is_skipped or seat.turns == 0 else _drawn(state, player)


def closed(state: State, player: str) -> State:
    """Return the state once a player's turn is over."""
    following = state.next if state.ended is not None else state.after(player)
    return replace(state, played=state.played + 1, next=following)


def seated(state: State, player: str, seat: Seat) -> State:
    """Return the state with a player's seat as it is now."""
    return replace(state, seats={**state.seats, player: seat})


def played(layout: Layout, state: State, turn: Turn, play: Play) -> State:
    """Return the state after a play; its card leaves the hand."""
    player = active_player(state, turn)
    seat = state.seats[player]
    if states.card_of(layout, play) is not None:
        seat = replace(seat, hand=seat.hand - 1)
    match play:
        case states.Behaviour(_, card):
            return seated(state, player, replace(seat, behaviours=(*seat.behaviours, card)))
        case states.Infection(_, card, by):
            seat = replace(seat, microbes=(*seat.microbes, card))
            return replace(seated(state, player, seat), used=(*state.used, by))
        case states.Attack():
            return _attacked(layout, replace(state, has_attacked=True), turn, play)
        case states.Condom(_, to):
            state = seated(state, player, seat)
            condom: Worn = "own" if to == player else "given"
            return seated(state, to, replace(state.seats[to], condom=condom))
        case states.Trade(_, to, gives, takes):
            other, more = state.seats[to], len(takes) - len(gives)
            state = seated(state, player, replace(seat, hand=seat.hand + more))
            return seated(state, to, replace(other, hand=other.hand - more))
        case (
            states.Breaker() | states.Drug() | states.Abstinence() | states.Swab() | states.Urine()
        ):
            return _used_once(layout, seated(state, player, seat), player, play)
        case _:
            assert_never(play)


def strength(layout: Layout, attack: states.Attack) -> int:
    """Return how strong an attack is: its dice and the bonus."""
    return sum(attack.dice) + layout.attacks[attack.card].plus


def kills(layout: Layout, attack: states.Attack, target: str) -> bool:
    """Return whether an attack is higher than the defence of its target."""
    return strength(layout, attack) > sum(attack.defence) + layout.defences[target].plus


def _used_once(
    layout: Layout,
    state: State,
    player: str,
    play: states.Breaker | states.Drug | states.Abstinence | states.Swab | states.Urine,
) -> State:
    """Return the state after a card that goes to the discard pile, with what it does."""
    state = _discarded(state, str(states.card_of(layout, play)))
    match play:
        case states.Breaker():
            worn = replace(state.seats[player], condom="none")
            return _discarded(seated(state, player, worn), layout.condom)
        case states.Drug(_, _, microbe, of):
            return _killed(state, of, microbe)
        case states.Abstinence(_, to):
            return seated(state, to, replace(state.seats[to], skips=True))
        case states.Swab(_, of, card) if card is not None:
            looked_at = state.seats[of]
            state = seated(state, of, replace(looked_at, hand=looked_at.hand - 1))
            return _discarded(state, card)
        case states.Swab() | states.Urine():
            return state
        case _:
            assert_never(play)


def _attacked(layout: Layout, state: State, turn: Turn, attack: states.Attack) -> State:
    target = attack.target
    if target is not None:
        return _killed(state, attack.on, target) if kills(layout, attack, target) else state
    seat = state.seats[attack.on]
    left = max(0, seat.life - strength(layout, attack))
    state = seated(state, attack.on, replace(seat, life=left))
    return state if left else _out(layout, state, turn, attack.on)


def _out(layout: Layout, state: State, turn: Turn, player: str) -> State:
    """Return the state without a player's cards; over when one player is left."""
    seat = state.seats[player]
    condom = () if seat.condom == "none" else (layout.condom,)
    state = _discarded(state, *seat.microbes, *seat.behaviours, *condom)
    state = seated(state, player, Seat(0, 0, seat.turns))
    state = replace(state, unseen=state.unseen + max(0, seat.hand))
    return replace(state, ended=turn.number) if len(state.alive()) == 1 else state


def _killed(state: State, player: str, microbe: str) -> State:
    seat = state.seats[player]
    left = list(seat.microbes)
    left.remove(microbe)
    return _discarded(seated(state, player, replace(seat, microbes=tuple(left))), microbe)


def _discarded(state: State, *cards: str) -> State:
    return replace(state, discard=(*state.discard, *cards))


def _drawn(state: State, player: str) -> State:
    """Return the state with a card drawn; the discard pile is shuffled where the pile is empty."""
    if state.pile == 0:
        pile = len(state.discard) + state.unseen
        state = replace(state, pile=pile, discard=(), unseen=0)
    if state.pile == 0:
        return state
    seat = state.seats[player]
    state = seated(state, player, replace(seat, hand=seat.hand + 1))
    return replace(state, pile=state.pile - 1)
