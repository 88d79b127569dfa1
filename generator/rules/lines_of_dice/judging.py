"""Which rules the beginning, turns and written ends of rounds break; how rounds lie on paper."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from generator.game import Mark, Paper
from generator.reading.nodes import Path
from generator.rules.family import ANYTHING, NOBODY, Refusal
from generator.rules.lines_of_dice import state as states
from generator.rules.lines_of_dice.state import Layout, Move, Round, State, Step, Turn
from generator.rules.naming import cells, part
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
            reason = _wrong_points("total", found, wanted[player])
            after = frozenset({ROUNDS})
            yield Refusal("score-wrong", reason, ("total", player), player, after=after)


def unfinished(layout: Layout, state: State, rounds: int) -> Iterator[Refusal]:
    """Yield the warning that the match stops before its last round; a round says so of itself."""
    is_last_over = not state.rounds or state.rounds[-1].end is not None
    if len(state.rounds) < layout.rounds and is_last_over:
        values = {"n": len(state.rounds), "wanted": layout.rounds}
        reason = message("rules.lines_of_dice.unfinished-match", **values)
        path: Path = ("rounds", rounds - 1) if rounds else ("rounds",)
        yield Refusal("unfinished", reason, path, is_warning=True)


def _of_round(rule: str, reason: Message, number: int, within: Path, player: str | None) -> Refusal:
    scope = frozenset({f"round:{number}"})
    path = ("rounds", number - 1, *within)
    return Refusal(rule, reason, path, player, round=number, after=scope, spoils=scope | {ROUNDS})


def _opening(layout: Layout, state: State, step: states.Opening) -> Iterator[Refusal]:
    expected = state.starter(step.round)
    if step.round > layout.rounds:
        reason = message("rules.lines_of_dice.after-end-match", rounds=layout.rounds)
        found = _of_round("after-end", reason, step.round, (), step.first or expected)
        yield replace(found, after=frozenset({ANYTHING}))
    elif step.first not in {None, expected}:
        values = {"player": str(step.first), "expected": expected, "round": str(step.round)}
        reason = message("rules.lines_of_dice.first-player", **values)
        yield _of_round("first-player", reason, step.round, ("first",), step.first)


def _turn(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    of, move = state.rounds[-1], turn.move
    if of.end is not None:
        reason = message("rules.lines_of_dice.after-end-round", turn=str(of.end.turn))
        found = _of_turn("after-end", reason, of, turn)
        yield replace(found, after=frozenset({ANYTHING}))
    elif move.is_pass:
        yield from _pass(layout, state, turn)
    else:
        yield from _taken(layout, of, turn)
        yield from _zone(layout, of, turn)
        yield from _blockers(layout, state, turn)
        if move.die is not None and not states.dice_left(layout, state, of.next):
            dice = len(of.faces(of.next))
            reason = message("rules.lines_of_dice.dice-left", player=of.next, dice=dice)
            yield _of_turn("dice-left", reason, of, turn, move.die.square)


def _of_turn(
    rule: str, reason: Message, of: Round, turn: Turn, where: str | None = None
) -> Refusal:
    found = _of_round(rule, reason, turn.round, ("turns", turn.number - 1), of.next)
    return replace(found, where=where, turn=turn.number)


def _pass(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    of = state.rounds[-1]
    legal = states.open_squares(layout, of, of.next)
    if legal and states.dice_left(layout, state, of.next):
        key, squares = "rules.lines_of_dice.pass-when-stuck", cells(legal[0])
        reason = message(key, player=of.next, squares=squares)
        found = _of_turn("pass-when-stuck", reason, of, turn)
        yield replace(found, instead=legal[:LONGEST_ADVICE])


def _instead(layout: Layout, of: Round, move: Move) -> tuple[str, ...]:
    """Return squares where the die may stand."""
    legal = states.open_squares(layout, of, of.next)
    return tuple(name for name in legal if name not in move.blockers)[:LONGEST_ADVICE]


def _taken(layout: Layout, of: Round, turn: Turn) -> Iterator[Refusal]:
    """Yield what is put on a square that is taken, by an earlier turn or by this one."""
    move = turn.move
    blockers = [(square, False) for square in move.blockers]
    die = [] if move.die is None else [(move.die.square, True)]
    laid: tuple[str, ...] = ()
    for square, is_die in die + blockers if move.is_late else blockers + die:
        if not of.is_free(square) or square in laid:
            values = {"cell": cells(square), "standing": _standing(of, square)}
            reason = message("rules.lines_of_dice.square-free", **values)
            found = _of_turn("square-free", reason, of, turn, square)
            yield replace(found, instead=_instead(layout, of, move) if is_die else ())
        laid = (*laid, square)


def _standing(of: Round, square: str) -> Value:
    if square in of.dice:
        owner, face = of.dice[square]
        return message("rules.lines_of_dice.standing-die", player=owner, face=face)
    if square in of.blockers:
        return message("rules.lines_of_dice.standing-blocker", player=of.blockers[square])
    return message("rules.lines_of_dice.standing-this-turn")


def _zone(layout: Layout, of: Round, turn: Turn) -> Iterator[Refusal]:
    die, last = turn.move.die, of.last.get(of.next)
    if die is not None and last is not None and die.square in layout.around[last]:
        values = {"cell": cells(die.square), "marked": cells(last)}
        reason = message("rules.lines_of_dice.no-play-zone", player=of.next, **values)
        found = _of_turn("no-play-zone", reason, of, turn, die.square)
        yield replace(found, instead=_instead(layout, of, turn.move))


def _blockers(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    of, move = state.rounds[-1], turn.move
    left = states.blockers_left(layout, state, of.next)
    if len(move.blockers) > left:
        where = move.blockers[left]
        reason = message("rules.lines_of_dice.blocker-once", player=of.next, cell=cells(where))
        yield _of_turn("blocker-once", reason, of, turn, where)
    if move.die is None or move.is_late:
        where = move.blockers[-1]
        alone, late = "rules.lines_of_dice.blocker-alone", "rules.lines_of_dice.blocker-late"
        reason = message(alone if move.die is None else late, cell=cells(where))
        yield _of_turn("blocker-needs-die", reason, of, turn, where)


def _result(layout: Layout, state: State, result: states.Result) -> Iterator[Refusal]:
    of = state.rounds[-1]
    if of.end is None:
        reason = message("rules.lines_of_dice.unfinished-round", round=str(of.number))
        within: Path = ("turns", of.played - 1) if of.played else ()
        found = _of_round("unfinished", reason, of.number, within, None)
        yield replace(found, is_warning=True, spoils=frozenset())
    if result.winner is not None:
        winner = None if of.end is None else of.end.winner or NOBODY
        if result.winner != winner:
            names = {"found": _won(result.winner), "wanted": _won(winner)}
            reason = message("rules.lines_of_dice.result-wrong", **names)
            yield _of_round("result-wrong", reason, of.number, ("result", "winner"), None)
    earned = states.points(layout, state, of)
    for player, found_points in result.points.items():
        if found_points != earned[player]:
            reason = _wrong_points(states.round_part(of.number), found_points, earned[player])
            path: Path = ("result", "points", player)
            found = _of_round("score-wrong", reason, of.number, path, player)
            yield replace(found, spoils=frozenset())


def _won(winner: str | None) -> Value:
    if winner is None:
        return message("rules.lines_of_dice.not-over")
    return message("rules.lines_of_dice.won-by-nobody") if winner == NOBODY else winner


def _wrong_points(name: str, found: int, wanted: int) -> Message:
    return message("rules.score-wrong", part=part(name), found=found, wanted=wanted)


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
