"""Which rules calls, claims and boards of a loto break, and how people break them on purpose."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from generator.rules.family import Refusal
from generator.rules.loto.state import NO_ROW, Call, Layout, State, first_wins, wins
from generator.tables.loto import Board
from generator.tables.loto_calls import judged
from generator.words import Message, message, near

# What a wrong call throws into doubt: whether boards are full.
CALLS = frozenset({"calls"})
BOARD = "own-board"
ON_CALLS: Mapping[str, tuple[str, ...]] = {
    "called-twice": ("item",),
    "not-in-list": ("item",),
    "claim-false": ("claims",),
    "claim-late": ("claims",),
}
ON_BOARDS = (BOARD,)
Values: TypeAlias = dict[str, Any]


def cell(board: Board, place: int) -> str:
    """Return what the cell at a place of a board is called: `r1c2`."""
    row, column = divmod(place, board.columns)
    return f"r{row + 1}c{column + 1}"


def call_wrong(layout: Layout, state: State, step: Call, row: int) -> Iterator[Refusal]:
    """Yield that a call is not in this loto, or was made before."""
    path = ("called", step.number - 1)
    if row == NO_ROW:
        hint = near(step.item, (layout.calls[one] for one in state.in_play))
        values: Values = {"item": step.item, "call": step.number}
        reason = message("rules.loto.not-in-list", **values)
        if hint is not None:
            reason = message("rules.loto.not-in-list-near", near=hint, **values)
        if state.in_play:
            yield Refusal("not-in-list", reason, path, spoils=CALLS)
    elif row in state.called:
        first = state.called.index(row) + 1
        values = {"item": step.item, "call": step.number, "first": first}
        yield Refusal("called-twice", message("rules.loto.called-twice", **values), path)


def claim_wrong(layout: Layout, state: State, who: str) -> Iterator[Refusal]:
    """Yield that a player whose board is known has not won after the last call, or others first.

    The cells that are missing are those of the line, or board, that lacks fewest.
    """
    if who not in state.cards:
        return
    players, boards = [*state.cards], [*state.cards.values()]
    verdict = judged(boards, players.index(who), state.called, layout.part.wins)
    values: Values = {"player": who, "board": state.boards[who], "call": len(state.called)}
    path = ("claims", who)
    if verdict.completed is None:
        card = state.cards[who]
        missing = tuple(cell(card, card.cells.index(row)) for row in verdict.missing)
        words = tuple(layout.calls[row] for row in verdict.missing)
        reason = message("rules.loto.claim-false", items=words, n=len(words), **values)
        where, *lacks = missing
        found = Refusal("claim-false", reason, path, who, where, after=CALLS)
        yield replace(found, lacks=tuple(lacks))
    elif not verdict.holds:
        others = tuple(players[at] for at in verdict.winners)
        more: Values = {"others": others, "n": len(others), "first": verdict.first or 0}
        reason = message("rules.loto.claim-late", own=verdict.completed, **more, **values)
        yield Refusal("claim-late", reason, path, who, after=CALLS)


def unheard(claims: Mapping[str, tuple[int, ...]], calls: int) -> Iterator[Refusal]:
    """Yield the claims at calls that were never made."""
    for who, times in claims.items():
        for found in times:
            if not 1 <= found <= calls:
                reason = message("rules.loto.claim-unheard", player=who, found=found, n=calls)
                yield Refusal("claim-false", reason, ("claims", who), who)


def boards_wrong(state: State, printed: int) -> Iterator[Refusal]:
    """Yield the boards that were not printed, are another's, or of which a record says nothing."""
    if state.refused is not None:
        yield Refusal(BOARD, state.refused, ("pupils",))
        return
    holders = dict[int, str]()
    for who, number in state.boards.items():
        reason: Message | None = None
        if not 1 <= number <= printed:
            reason = message("rules.loto.no-board", player=who, found=number, n=printed)
        elif number in holders:
            other = holders[number]
            reason = message("rules.loto.same-board", player=who, other=other, board=number)
        if reason is not None:
            yield Refusal(BOARD, reason, ("boards", who), who)
        holders.setdefault(number, who)
    for who in state.claimed:
        if who not in state.boards:
            yield Refusal(
                BOARD, message("rules.loto.board-unsaid", player=who), ("claims", who), who
            )


def _twice(layout: Layout, state: State, step: Call, chance: Random) -> Call:
    row = chance.choice([row for row in state.called if row != NO_ROW])
    return replace(step, item=layout.calls[row], claims=())


def _unlisted(layout: Layout, state: State, step: Call, chance: Random) -> Call:
    """Return a call of a word with a letter too many."""
    words = layout.calls[chance.choice(state.in_play)]
    place = chance.randrange(len(words)) + 1
    return replace(step, item=words[:place] + words[place - 1] + words[place:], claims=())


def _false(layout: Layout, state: State, step: Call, chance: Random) -> Call:
    after = replace(state, called=(*state.called, layout.row(step.item)))
    won = wins(layout, after)
    return replace(step, claims=(chance.choice([who for who in state.cards if who not in won]),))


def _late(layout: Layout, state: State, step: Call, chance: Random) -> Call:
    after = replace(state, called=(*state.called, layout.row(step.item)))
    first = first_wins(layout, after)
    others = [who for who in wins(layout, after) if who not in first]
    return replace(step, claims=(chance.choice(others),))


Hint = Callable[[Any, Any, Any, Random], Any]
HINTS: Mapping[str, Hint] = {
    "called-twice": _twice,
    "not-in-list": _unlisted,
    "claim-false": _false,
    "claim-late": _late,
}
