"""Which rules a turn breaks: order, end, abstinence, then its plays one after the other."""

from collections.abc import Iterator

from generator.rules.duel_of_cards import judging_plays
from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.settling import STANDING, opened, played
from generator.rules.duel_of_cards.state import Play, State, Turn, active_player
from generator.rules.duel_of_cards.wording import found, said
from generator.rules.family import Refusal

# In the order of the game's table.
ON_TURNS = (
    "turn-order",
    "placement-round",
    "card-supply",
    "hand-size",
    "behaviour-on-table",
    "behaviour-once",
    "transmission",
    "microbe-on-table",
    "one-attack",
    "attack-dice",
    "defence-dice",
    "target-first",
    "condom-holder",
    "condom-protects",
    "one-condom",
    "breaker",
    "drug-target",
    "abstinence-skip",
    "self-target",
    "after-end",
)


def refuse(layout: Layout, state: State, turn: Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks: as it begins, then play by play in the table's order."""
    if state.ended is not None:
        return (_after_end(state, turn),)
    order = tuple(_order(state, turn))
    if state.seats[active_player(state, turn)].is_out:
        return order
    return (*order, *_skip(state, turn), *_plays(layout, state, turn))


def _after_end(state: State, turn: Turn, *within: str | int) -> Refusal:
    reason = said("after-end", turn=str(state.ended))
    return found("after-end", reason, turn, active_player(state, turn), *within)


def _order(state: State, turn: Turn) -> Iterator[Refusal]:
    if turn.player is not None and turn.player != state.next:
        is_out = state.seats[turn.player].is_out
        key = "turn-order-out" if is_out else "turn-order"
        reason = said(key, player=turn.player, expected=state.next)
        yield found("turn-order", reason, turn, turn.player, "player")


def _skip(state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield that a turn was played or skipped and should not have been."""
    player = active_player(state, turn)
    must = state.seats[player].skips
    if must and not turn.is_skipped:
        within = ("plays",) if turn.plays else ()
        reason = said("abstinence-skip-due", player=player)
        yield found("abstinence-skip", reason, turn, player, *within)
    elif turn.skips and not must:
        reason = said("abstinence-skip-no-cause", player=player)
        yield found("abstinence-skip", reason, turn, player, "skips")


def _plays(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield what is wrong with each play, judged after those before it that stand."""
    now = opened(layout, state, turn)
    for play in turn.plays:
        refusals = _play(layout, now, turn, play)
        yield from refusals
        if all(refusal.rule in STANDING for refusal in refusals):
            now = played(layout, now, turn, play)


def _play(layout: Layout, now: State, turn: Turn, play: Play) -> tuple[Refusal, ...]:
    if now.ended is not None:
        return (_after_end(now, turn, "plays", play.place),)
    broken = judging_plays.refuse(layout, now, turn, play)
    return tuple(sorted(broken, key=lambda refusal: ON_TURNS.index(refusal.rule)))
