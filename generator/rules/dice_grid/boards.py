"""Final boards: judged alone, compared with the turns, and shown on paper."""

from collections.abc import Iterator, Mapping

from generator.game import Mark, Paper, number_mark
from generator.reading.nodes import Path
from generator.rules.dice_grid.layout import Layout
from generator.rules.dice_grid.state import BoardAsWritten, State
from generator.rules.family import Refusal, Scores, paper_of
from generator.rules.naming import cells, part
from generator.words import Message, message

ON_BOARDS = ("unfinished", "board-differs", "score-wrong")
TOKEN = Mark(shape="circle")
REFUSED = Mark(colour="error", shape="circle")


def unfinished(layout: Layout, state: State, turns: int) -> Iterator[Refusal]:
    """Yield the warning that the turns stop before the end, at the last of them."""
    if state.ended is None:
        reason = message("rules.dice_grid.unfinished", tokens=layout.tokens)
        path: Path = ("turns", turns - 1) if turns else ("turns",)
        yield Refusal("unfinished", reason, path, is_warning=True)


def differing(
    layout: Layout, state: State, written: Mapping[str, BoardAsWritten]
) -> Iterator[Refusal]:
    """Yield each square where a board is not what the turns give; tokens left out are not compared.

    A missing token stands at the list, a needless one at its own place.
    """
    for player, board in written.items():
        if board.tokens is None:
            continue
        given = state.boards[player].tokens
        for place in layout.places:
            if place in given and place not in board.tokens:
                reason = message("rules.dice_grid.board-lacks", cell=cells(place))
                yield _differs(reason, player, ("tokens",), place)
            if place in board.tokens and place not in given:
                reason = message("rules.dice_grid.board-has", cell=cells(place))
                yield _differs(reason, player, ("tokens", board.tokens.index(place)), place)


def added_up_wrong(written: Mapping[str, BoardAsWritten], scores: Scores) -> Iterator[Refusal]:
    """Yield each part of a score that was added up wrong by hand."""
    for player, board in written.items():
        for name, found in board.score.items():
            wanted = scores[player][name]
            if found != wanted:
                yield Refusal(
                    "score-wrong",
                    message("rules.score-wrong", part=part(name), found=found, wanted=wanted),
                    ("boards", player, "score", name),
                    player,
                    f"score.{name}",
                    after=frozenset({paper_of(player), _difference(player)}),
                )


def judged_alone(layout: Layout, written: Mapping[str, BoardAsWritten]) -> Iterator[Refusal]:
    """Yield what is wrong with boards that no turns explain: squares named twice, too many."""
    for player, board in written.items():
        named = board.tokens or ()
        path: Path = ("boards", player, "tokens")
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


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return every board with its tokens; refused ones in the colour of errors."""
    return tuple(
        Paper(
            player,
            layout.part,
            {
                **dict.fromkeys(board.refused, REFUSED),
                **dict.fromkeys(board.tokens, TOKEN),
            },
        )
        for player, board in state.boards.items()
    )


def recorded(
    layout: Layout, state: State, written: Mapping[str, BoardAsWritten]
) -> tuple[Paper, ...]:
    """Return every board as it was written; tokens that were left out as the state shows them."""
    return tuple(
        _recorded(paper, written[paper.name]) if paper.name in written else paper
        for paper in shown(layout, state)
    )


def totals_shown(scores: Mapping[str, int]) -> Mapping[str, Mark]:
    """Return the marks of the boxes to add up in."""
    return {f"score.{name}": number_mark(points) for name, points in scores.items()}


def _recorded(paper: Paper, board: BoardAsWritten) -> Paper:
    marks = dict(paper.marks)
    if board.tokens is not None:
        wrong = {name: mark for name, mark in marks.items() if mark == REFUSED}
        marks = {**wrong, **dict.fromkeys(board.tokens, TOKEN)}
    return Paper(paper.name, paper.part, {**marks, **totals_shown(board.score)})


def _difference(player: str) -> str:
    return f"difference:{player}"


def _differs(reason: Message, player: str, within: Path, where: str) -> Refusal:
    return Refusal(
        "board-differs",
        reason,
        ("boards", player, *within),
        player,
        where,
        after=frozenset({paper_of(player)}),
        spoils=frozenset({_difference(player)}),
    )
