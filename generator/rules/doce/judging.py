"""Which rules the beginning, turns and written ends of rounds break."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.rules.doce import state as states
from generator.rules.doce.state import Layout, Round, State, Turn
from generator.rules.family import ANYTHING, NOBODY, Refusal
from generator.rules.findings import Opening, of_round, score_wrong
from generator.rules.naming import cells
from generator.words import Message, Value, message

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_STEPS: Mapping[str, tuple[str, ...]] = {
    "first-player": ("first",),
    "square-free": ("dice", "blockers"),
    "no-play-zone": ("last",),
    "blocker-once": ("blockers",),
    "blocker-needs-die": ("die", "is_late"),
    "dice-left": ("dice",),
    "pass-when-stuck": ("die",),
    "after-end": ("end",),
}
ON_RESULTS = ("result-wrong", "score-wrong")
LONGEST_ADVICE = 5


def _said(key: str, **values: Value) -> Message:
    return message(f"rules.doce.{key}", **values)


def _of_turn(
    rule: str, of: Turn, whose: str, where: str | None = None, key: str = "", **values: Value
) -> Refusal:
    """Return a finding at a turn, in the words of its rule or of a key."""
    at, more = ("turns", of.number - 1), {"player": whose, "where": where, "turn": of.number}
    return of_round(rule, _said(key or rule, **values), of.round, *at, **more)


def opening_wrong(layout: Layout, state: State, step: Opening) -> Iterator[Refusal]:
    """Yield that a round is one too many, or that the wrong player starts it."""
    expected, most = state.starter(step.round), layout.mechanics.rounds
    first = step.first or expected
    if step.round > most:
        reason = _said("after-end-match", rounds=most)
        yield of_round("after-end", reason, step.round, player=first, after=ANYTHING)
    elif first != expected:
        reason = _said("first-player", player=first, expected=expected, round=str(step.round))
        yield of_round("first-player", reason, step.round, "first", player=first)


def turn_wrong(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield the rules that a turn breaks, in the order of the game's table."""
    of, die, player = state.rounds[-1], turn.move.die, state.rounds[-1].next
    if of.end is not None:
        ended = str(of.end.turn)
        found = _of_turn("after-end", turn, player, key="after-end-round", turn=ended)
        yield replace(found, after=ANYTHING)
    elif turn.move.is_pass:
        legal = layout.open_squares(of, player)
        if legal and layout.dice_left(state, player):
            rule, squares = "pass-when-stuck", cells(legal[0])
            found = _of_turn(rule, turn, player, player=player, squares=squares)
            yield replace(found, instead=legal[:LONGEST_ADVICE])
    else:
        yield from _squares(layout, of, turn)
        yield from _blockers(turn, player, layout.blockers_left(state, player))
        if die is not None and not layout.dice_left(state, player):
            dice = len(of.faces(player))
            yield _of_turn("dice-left", turn, player, die.square, player=player, dice=dice)


def _squares(layout: Layout, of: Round, turn: Turn) -> Iterator[Refusal]:
    """Yield what is put on a square that is taken, also by this turn, or in the no-play zone."""
    move, player, last = turn.move, of.next, of.last.get(of.next)

    def instead() -> tuple[str, ...]:
        legal = layout.open_squares(of, player)
        return tuple(name for name in legal if name not in move.blockers)[:LONGEST_ADVICE]

    pieces = move.pieces
    for place, (square, face) in enumerate(pieces):
        if not of.is_free(square) or (place and square in dict(pieces[:place])):
            cell, standing = cells(square), _standing(of, square)
            found = _of_turn("square-free", turn, player, square, cell=cell, standing=standing)
            found = replace(found, wrote=str(face or states.BLOCKER))
            yield found if face is None else replace(found, instead=instead())
    if move.die is not None and last is not None and move.die.square in layout.around[last]:
        where, rule, marked = move.die.square, "no-play-zone", cells(last)
        found = _of_turn(rule, turn, player, where, player=player, cell=cells(where), marked=marked)
        yield replace(found, instead=instead(), wrote=str(move.die.face))


def _standing(of: Round, square: str) -> Value:
    if square in of.dice:
        owner, face = of.dice[square]
        return _said("standing-die", player=owner, face=face)
    if square in of.blockers:
        return _said("standing-blocker", player=of.blockers[square])
    return _said("standing-this-turn")


def _blockers(turn: Turn, player: str, left: int) -> Iterator[Refusal]:
    """Yield a blocker too many, and one that no die follows."""
    move = turn.move
    if len(move.blockers) > left:
        where = move.blockers[left]
        yield _of_turn("blocker-once", turn, player, where, player=player, cell=cells(where))
    if move.die is None or move.is_late:
        where, key = move.blockers[-1], "blocker-alone" if move.die is None else "blocker-late"
        yield _of_turn("blocker-needs-die", turn, player, where, key, cell=cells(where))


def result_wrong(layout: Layout, state: State, result: states.Result) -> Iterator[Refusal]:
    """Yield that a round stops early, and what is wrong in what was written down of its end."""
    of = state.rounds[-1]
    if of.end is None:
        reason = _said("unfinished-round", round=str(of.number))
        at = ("turns", of.played - 1) if of.played else ()
        yield of_round("unfinished", reason, of.number, *at, is_warning=True, spoils=frozenset())
    winner = None if of.end is None else of.end.winner or NOBODY
    if result.winner not in {None, winner}:
        reason = _said("result-wrong", found=_won(result.winner), wanted=_won(winner))
        yield of_round("result-wrong", reason, of.number, "result", "winner")
    earned = layout.points(state, of)
    for player, points in result.points.items():
        if points != earned[player]:
            path = ("rounds", of.number - 1, "result", "points", player)
            refusal = score_wrong(of.part, points, earned[player], path)
            after = frozenset({f"round:{of.number}"})
            yield replace(refusal, player=player, round=of.number, after=after)


def _won(winner: str | None) -> Value:
    if winner is None:
        return _said("not-over")
    return _said("won-by-nobody") if winner == NOBODY else winner
