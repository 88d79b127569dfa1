"""Which rules the beginning, turns and written ends of rounds break; how rounds lie on paper."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from generator.game import Mark, Paper
from generator.reading.nodes import Path
from generator.rules.family import ANYTHING, NOBODY, Refusal
from generator.rules.findings import score_wrong
from generator.rules.lines_of_dice import state as states
from generator.rules.lines_of_dice.state import Layout, Move, Round, State, Step, Turn
from generator.rules.naming import cells
from generator.words import Message, Value, message

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_STEPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "first-player": ("first",),
        "square-free": ("dice", "blockers"),
        "no-play-zone": ("last",),
        "blocker-once": ("blockers",),
        "blocker-needs-die": ("die", "is_late"),
        "dice-left": ("dice",),
        "pass-when-stuck": ("die",),
        "after-end": ("end",),
    }
)
ON_RESULTS = ("result-wrong", "score-wrong")
LONGEST_ADVICE = 5
# Spoilt by an error in any round, wrong points apart.
ROUNDS = "rounds"


def refuse(layout: Layout, state: State, step: Step) -> tuple[Refusal, ...]:
    """Return every rule that a step breaks, in the order of the game's table."""
    match step:
        case states.Opening():
            return tuple(_opening(layout, state, step))
        case Turn():
            return tuple(_turn(layout, state, step))
        case _:
            return tuple(_result(layout, state, step))


def total_wrong(totals: Mapping[str, int], wanted: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player's total that was added up wrong by hand."""
    for player, found in totals.items():
        if found != wanted[player]:
            refusal = score_wrong("total", found, wanted[player], ("total", player))
            yield replace(refusal, after=frozenset({ROUNDS}))


def unfinished(layout: Layout, state: State, rounds: int) -> Iterator[Refusal]:
    """Yield the warning that the match stops before its last round; a round says so of itself."""
    is_last_over = not state.rounds or state.rounds[-1].end is not None
    if len(state.rounds) < layout.rounds and is_last_over:
        reason = _said("unfinished-match", n=len(state.rounds), wanted=layout.rounds)
        path: Path = ("rounds", rounds - 1) if rounds else ("rounds",)
        yield Refusal("unfinished", reason, path, is_warning=True)


def _said(key: str, **values: Value) -> Message:
    return message(f"rules.lines_of_dice.{key}", **values)


def _of_round(rule: str, reason: Message, number: int, within: Path, player: str | None) -> Refusal:
    scope = frozenset({f"round:{number}"})
    path = ("rounds", number - 1, *within)
    return Refusal(rule, reason, path, player, round=number, after=scope, spoils=scope | {ROUNDS})


def _of_turn(
    rule: str, reason: Message, turn: Turn, player: str, where: str | None = None
) -> Refusal:
    found = _of_round(rule, reason, turn.round, ("turns", turn.number - 1), player)
    return replace(found, where=where, turn=turn.number)


def _opening(layout: Layout, state: State, step: states.Opening) -> Iterator[Refusal]:
    expected = state.starter(step.round)
    if step.round > layout.rounds:
        reason = _said("after-end-match", rounds=layout.rounds)
        found = _of_round("after-end", reason, step.round, (), step.first or expected)
        yield replace(found, after=frozenset({ANYTHING}))
    elif step.first not in {None, expected}:
        player, number = str(step.first), str(step.round)
        reason = _said("first-player", player=player, expected=expected, round=number)
        yield _of_round("first-player", reason, step.round, ("first",), step.first)


def _turn(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    of, die = state.rounds[-1], turn.move.die
    player = of.next
    if of.end is not None:
        reason = _said("after-end-round", turn=str(of.end.turn))
        found = _of_turn("after-end", reason, turn, player)
        yield replace(found, after=frozenset({ANYTHING}))
    elif turn.move.is_pass:
        legal = states.open_squares(layout, of, player)
        if legal and states.dice_left(layout, state, player):
            reason = _said("pass-when-stuck", player=player, squares=cells(legal[0]))
            found = _of_turn("pass-when-stuck", reason, turn, player)
            yield replace(found, instead=legal[:LONGEST_ADVICE])
    else:
        yield from _squares(layout, of, turn)
        yield from _blockers(layout, state, turn)
        if die is not None and not states.dice_left(layout, state, player):
            reason = _said("dice-left", player=player, dice=len(of.faces(player)))
            yield _of_turn("dice-left", reason, turn, player, die.square)


def _squares(layout: Layout, of: Round, turn: Turn) -> Iterator[Refusal]:
    """Yield what is put on a square that is taken, also by this turn, or in the no-play zone."""
    move, player = turn.move, of.next
    blockers = [(square, False) for square in move.blockers]
    die = [] if move.die is None else [(move.die.square, True)]
    laid: tuple[str, ...] = ()
    for square, is_die in die + blockers if move.is_late else blockers + die:
        if not of.is_free(square) or square in laid:
            reason = _said("square-free", cell=cells(square), standing=_standing(of, square))
            found = _of_turn("square-free", reason, turn, player, square)
            yield replace(found, instead=_instead(layout, of, move) if is_die else ())
        laid = (*laid, square)
    last = of.last.get(player)
    if move.die is not None and last is not None and move.die.square in layout.around[last]:
        where = move.die.square
        reason = _said("no-play-zone", player=player, cell=cells(where), marked=cells(last))
        found = _of_turn("no-play-zone", reason, turn, player, where)
        yield replace(found, instead=_instead(layout, of, move))


def _instead(layout: Layout, of: Round, move: Move) -> tuple[str, ...]:
    """Return squares where the die may stand."""
    legal = states.open_squares(layout, of, of.next)
    return tuple(name for name in legal if name not in move.blockers)[:LONGEST_ADVICE]


def _standing(of: Round, square: str) -> Value:
    if square in of.dice:
        owner, face = of.dice[square]
        return _said("standing-die", player=owner, face=face)
    if square in of.blockers:
        return _said("standing-blocker", player=of.blockers[square])
    return _said("standing-this-turn")


def _blockers(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    move, player = turn.move, state.rounds[-1].next
    left = states.blockers_left(layout, state, player)
    if len(move.blockers) > left:
        where = move.blockers[left]
        reason = _said("blocker-once", player=player, cell=cells(where))
        yield _of_turn("blocker-once", reason, turn, player, where)
    if move.die is None or move.is_late:
        where = move.blockers[-1]
        key = "blocker-alone" if move.die is None else "blocker-late"
        yield _of_turn("blocker-needs-die", _said(key, cell=cells(where)), turn, player, where)


def _result(layout: Layout, state: State, result: states.Result) -> Iterator[Refusal]:
    of = state.rounds[-1]
    if of.end is None:
        within: Path = ("turns", of.played - 1) if of.played else ()
        reason = _said("unfinished-round", round=str(of.number))
        found = _of_round("unfinished", reason, of.number, within, None)
        yield replace(found, is_warning=True, spoils=frozenset())
    if result.winner is not None:
        winner = None if of.end is None else of.end.winner or NOBODY
        if result.winner != winner:
            reason = _said("result-wrong", found=_won(result.winner), wanted=_won(winner))
            yield _of_round("result-wrong", reason, of.number, ("result", "winner"), None)
    earned = states.points(layout, state, of)
    for player, points in result.points.items():
        if points != earned[player]:
            path = ("rounds", of.number - 1, "result", "points", player)
            name = states.round_part(of.number)
            refusal = score_wrong(name, points, earned[player], path)
            after = frozenset({f"round:{of.number}"})
            yield replace(refusal, player=player, round=of.number, after=after)


def _won(winner: str | None) -> Value:
    if winner is None:
        return _said("not-over")
    return _said("won-by-nobody") if winner == NOBODY else winner


BLOCKER = "×"


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return the grid of every round, named like the round's part of the score."""
    papers = []
    for of in state.rounds:
        dice = {square: _die(layout, state, die, "") for square, die in of.dice.items()}
        wrong = dict.fromkeys(of.refused, Mark(BLOCKER, "error"))
        pieces = ((square, one) for square, one in of.refused.items() if not isinstance(one, str))
        wrong |= {square: _die(layout, state, die, "error") for square, die in pieces}
        marks = {**wrong, **dict.fromkeys(of.blockers, Mark(BLOCKER)), **dice}
        papers.append(Paper(states.round_part(of.number), layout.part, marks))
    return tuple(papers)


def _die(layout: Layout, state: State, die: tuple[str, int], colour: str) -> Mark:
    owner, face = die
    return Mark(str(face), colour, layout.shapes[states.seat(state, owner)])
