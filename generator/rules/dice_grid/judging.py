"""Which rules turns and final boards break."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from generator.game import Mark, Paper
from generator.rules.dice_grid import state as states
from generator.rules.family import Refusal, totals_shown
from generator.rules.findings import active_player, after_end, at_turn, differs, out_of_order
from generator.rules.naming import cells
from generator.words import Message, message

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn-order": ("next",),
        "dice": ("dice",),
        "one-token-a-cell": ("tokens", "places"),
        "pip-in-roll": ("places",),
        "enough-dice": ("places", "dice"),
        "tokens-left": ("lost",),
        "solo-must-place": ("places",),
        "solo-discard": ("discards", "places"),
        "after-end": ("ended",),
    }
)
ALONE = ("solo-must-place",)
TOGETHER = ("turn-order",)
LONGEST_ADVICE = 5


def refuse(layout: states.Layout, state: states.State, turn: states.Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks, in the order of the game's table."""
    if state.ended is not None:
        return (after_end(state, turn),)
    player = active_player(state, turn)
    board = state.boards[player]
    # A roll that cannot be tells nothing about what it gives.
    by_the_roll = _by_the_roll(layout, turn) if states.is_roll(layout, turn.dice) else ()
    at_places = (
        replace(
            at_turn(rule, reason, turn, player, "places", number),
            where=turn.places[number],
            instead=_instead(layout, board, turn, number),
        )
        for rule, reason, number in (*_covered(board, turn), *by_the_roll)
    )
    return (
        *out_of_order(state, turn),
        *_dice(layout, state, turn),
        *at_places,
        *_tokens(layout, state, turn, board),
        *_alone(layout, state, turn, board),
    )


def _dice(layout: states.Layout, state: states.State, turn: states.Turn) -> Iterator[Refusal]:
    """Yield one finding for the dice of a turn, at the first thing that is wrong with them."""
    player = active_player(state, turn)
    if len(turn.dice) != layout.dice:
        reason = message("rules.dice_grid.dice-count", found=len(turn.dice), wanted=layout.dice)
        yield at_turn("dice", reason, turn, player, "dice")
        return
    for number, face in enumerate(turn.dice):
        if not 1 <= face <= layout.sides:
            reason = message("rules.dice_grid.dice-faces", found=face, sides=layout.sides)
            yield at_turn("dice", reason, turn, player, "dice", number)
            return


def _instead(
    layout: states.Layout, board: states.Board, turn: states.Turn, number: int
) -> tuple[str, ...]:
    """Return squares that may be covered there, beside the others of the turn: near ones first."""
    if not states.is_roll(layout, turn.dice):
        return ()
    wrong = layout.places[turn.places[number]]
    kept: tuple[states.Place, ...] = ()
    for name in dict.fromkeys((*turn.places[:number], *turn.places[number + 1 :])):
        place = layout.places[name]
        if name not in board.tokens and states.fits(turn.dice, (*kept, place)):
            kept = (*kept, place)
    open_places = sorted(
        (place for place in states.free(layout, board) if place not in kept),
        key=lambda place: abs(place.dice - wrong.dice) + abs(place.pips - wrong.pips),
    )
    allowed = (place.id for place in open_places if states.fits(turn.dice, (*kept, place)))
    return tuple(name for name, _ in zip(allowed, range(LONGEST_ADVICE), strict=False))


def _covered(board: states.Board, turn: states.Turn) -> Iterator[tuple[str, Message, int]]:
    """Yield rule, reason and which square of the turn has a token already."""
    for number, name in enumerate(turn.places):
        is_twice = name in turn.places[:number]
        if is_twice or name in board.tokens:
            key = "rules.dice_grid.token-twice" if is_twice else "rules.dice_grid.token-there"
            yield "one-token-a-cell", message(key, cell=cells(name)), number


def _by_the_roll(layout: states.Layout, turn: states.Turn) -> Iterator[tuple[str, Message, int]]:
    """Yield what the dice do not give: pips no die shows, then too few dice for the others."""
    dice = tuple(str(face) for face in sorted(turn.dice, reverse=True))
    served: tuple[states.Place, ...] = ()
    for name in dict.fromkeys(turn.places):
        place, number = layout.places[name], turn.places.index(name)
        if place.pips in turn.dice:
            served = (*served, place)
        else:
            key, cell = "rules.dice_grid.pip-in-roll", cells(name)
            yield "pip-in-roll", message(key, cell=cell, pips=place.pips, dice=dice), number
    for count, place in enumerate(served, start=1):
        if not states.suffices(turn.dice, served[:count]):
            reason = message("rules.dice_grid.enough-dice", cell=cells(place.id), dice=dice)
            yield "enough-dice", reason, turn.places.index(place.id)
            return


def _tokens(
    layout: states.Layout, state: states.State, turn: states.Turn, board: states.Board
) -> Iterator[Refusal]:
    left, names = states.unplaced(layout, board), tuple(dict.fromkeys(turn.places))
    if len(names) > left:
        values = {"found": len(names), "left": left, "each": layout.tokens}
        reason = message("rules.dice_grid.tokens-left", **values)
        number = turn.places.index(names[left])
        player = active_player(state, turn)
        found = at_turn("tokens-left", reason, turn, player, "places", number)
        yield replace(found, where=names[left])


def _alone(
    layout: states.Layout, state: states.State, turn: states.Turn, board: states.Board
) -> Iterator[Refusal]:
    """Yield what a game for one forbids: placing too little, discarding wrongly or not at all."""
    player, at_least = active_player(state, turn), states.alone_at_least(layout, state.seating)
    wanted, placed = 0, len(set(turn.places))
    if at_least is not None and states.is_roll(layout, turn.dice):
        most_wanted = min(at_least, states.unplaced(layout, board))
        wanted = states.most(turn.dice, states.free(layout, board), most_wanted)
    if placed < wanted and not turn.discards:
        reason = message("rules.dice_grid.solo-must-place", found=placed, wanted=wanted)
        yield at_turn("solo-must-place", reason, turn, player)
    reason_against = _wrong_discard(layout, state, turn, wanted)
    if reason_against is not None:
        within = ("discards",) if turn.discards else ()
        yield at_turn("solo-discard", reason_against, turn, player, *within)


def _wrong_discard(
    layout: states.Layout, state: states.State, turn: states.Turn, possible: int
) -> Message | None:
    is_alone = states.alone_at_least(layout, state.seating) is not None
    if turn.discards and not is_alone:
        return message("rules.dice_grid.discard-together")
    if turn.discards > 1:
        return message("rules.dice_grid.discard-many", found=turn.discards)
    if turn.discards and turn.places:
        return message("rules.dice_grid.discard-beside")
    if turn.discards and possible:
        return message("rules.dice_grid.discard-early")
    if is_alone and states.is_roll(layout, turn.dice) and not possible and not turn.discards:
        return message("rules.dice_grid.discard-due")
    return None


ON_BOARDS = ("unfinished", "board-differs", "score-wrong")
TOKEN = Mark(shape="circle")
REFUSED = Mark(colour="error", shape="circle")


def differing(
    layout: states.Layout, state: states.State, written: Mapping[str, states.BoardAsWritten]
) -> Iterator[Refusal]:
    """Yield each square where a board is not what the turns give; tokens left out are not compared.

    A missing token stands at the list, a needless one at its own place.
    """
    for player, board in written.items():
        if board.tokens is None:
            continue
        path, given = ("boards", player, "tokens"), state.boards[player].tokens
        for place in layout.places:
            if place in given and place not in board.tokens:
                reason = message("rules.dice_grid.board-lacks", cell=cells(place))
                yield differs("board-differs", reason, path, place)
            if place in board.tokens and place not in given:
                reason = message("rules.dice_grid.board-has", cell=cells(place))
                number = board.tokens.index(place)
                yield differs("board-differs", reason, (*path, number), place)


def judged_alone(
    layout: states.Layout, written: Mapping[str, states.BoardAsWritten]
) -> Iterator[Refusal]:
    """Yield what is wrong with boards that no turns explain: squares named twice, too many."""
    for player, board in written.items():
        named, path = board.tokens or (), ("boards", player, "tokens")
        for number, place in enumerate(named):
            if place in named[:number]:
                reason = message("rules.dice_grid.token-twice", cell=cells(place))
                yield Refusal("one-token-a-cell", reason, (*path, number), player, place)
        distinct = tuple(dict.fromkeys(named))
        if len(distinct) > layout.tokens:
            place = distinct[layout.tokens]
            values = {"found": len(distinct), "left": layout.tokens, "each": layout.tokens}
            reason = message("rules.dice_grid.tokens-left", **values)
            yield Refusal("tokens-left", reason, (*path, named.index(place)), player, place)


def shown(layout: states.Layout, state: states.State) -> tuple[Paper, ...]:
    """Return every board with its tokens; refused ones in the colour of errors."""
    papers = []
    for player, board in state.boards.items():
        marks = dict.fromkeys(board.refused, REFUSED) | dict.fromkeys(board.tokens, TOKEN)
        papers.append(Paper(player, layout.part, marks))
    return tuple(papers)


def recorded(
    layout: states.Layout, state: states.State, written: Mapping[str, states.BoardAsWritten]
) -> tuple[Paper, ...]:
    """Return every board as it was written; tokens that were left out as the state shows them."""
    papers = []
    for paper in shown(layout, state):
        board, marks = written.get(paper.name, states.BoardAsWritten(None)), dict(paper.marks)
        if board.tokens is not None:
            wrong = {name: mark for name, mark in marks.items() if mark == REFUSED}
            marks = {**wrong, **dict.fromkeys(board.tokens, TOKEN)}
        papers.append(Paper(paper.name, paper.part, {**marks, **totals_shown(board.score)}))
    return tuple(papers)
