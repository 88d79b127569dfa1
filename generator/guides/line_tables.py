"""The lines of a grid and the sums of their faces, as numbers in texts and as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, permutations, product

from generator.game import Game
from generator.game.parts import Squares
from generator.guides.numbers import decimal, listed, percent
from generator.guides.parts import rules_of, thousands
from generator.guides.tables import Bar, Computed
from generator.rules.lines_of_dice import LinesOfDice
from generator.rules.lines_of_dice.layout import Layout
from generator.rules.lines_of_dice.state import Round, State, lines, points
from generator.words import Language, message, say

# Rows of faces beyond these are not counted: a game like that would keep a guide waiting.
MOST_ROWS = 10_000


def numbers(game: Game, language: Language) -> Iterator[tuple[str, str]]:
    """Yield what texts may name of a grid: lines of a square, points, sums of faces."""
    rules = rules_of(game, LinesOfDice)
    layout = rules.layout
    if not layout.windows:
        return
    yield "windows.of.all", str(len(layout.windows))
    yield "windows.of.length", str(len(layout.windows[0]))
    for square in layout.squares:
        yield f"windows.of.{square}", str(_lines_through(layout, square))
        yield f"zone.of.{square}", str(len(layout.around[square]))
    for part, worth in layout.worth.model_dump().items():
        yield f"points.of.{part.replace('_', '-')}", str(worth)
    yield "windows.of.sum", str(sum(_lines_through(layout, square) for square in layout.squares))
    yield "match.of.rounds", str(layout.rounds)
    yield "match.of.group", str(layout.group)
    yield "faces.of.least", str(min(layout.faces))
    yield "faces.of.most", str(max(layout.faces))
    yield "sums.of.wanted", str(layout.sum)
    if _is_countable(layout):
        yield from _sums(rules, language)


def _sums(rules: LinesOfDice, language: Language) -> Iterator[tuple[str, str]]:
    layout = rules.layout
    yield "sums.of.kinds", str(len(_kinds(layout)))
    yield "sums.three.least", str(layout.sum - max(layout.faces))
    yield "sums.three.most", str(layout.sum - min(layout.faces))
    yield from _last_faces(layout, language)
    length = len(layout.windows[0])
    yield "sums.of.all", thousands(len(layout.faces) ** length, language)
    for total, chance in rules.odds()[f"sum.{length}"].items():
        yield f"sums.{total}.ways", str(chance * len(layout.faces) ** length)
        yield f"sums.{total}.percent", percent(chance, language)


def tables(game: Game, language: Language) -> Mapping[str, Computed]:
    """Return the tables of an annex: `windows`, `sums`, `kinds`."""
    rules = rules_of(game, LinesOfDice)
    layout = rules.layout
    squares = _windows(layout, game.part(layout.part, Squares))
    if not layout.windows or not _is_countable(layout):
        return {"windows": squares}
    length = len(layout.windows[0])
    chances = rules.odds()[f"sum.{length}"]
    every = len(layout.faces) ** length
    sums = tuple(
        (listed(totals, language), str(chance * every), percent(chance, language))
        for chance in dict.fromkeys(chances.values())
        for totals in ([str(total) for total, other in chances.items() if other == chance],)
    )
    bars = tuple(
        Bar(str(total), chance, decimal(chance * 100, language))
        for total, chance in chances.items()
    )
    kinds = tuple((_added(kind), str(_orders(kind))) for kind in _kinds(layout))
    return {
        "windows": squares,
        "sums": Computed(sums, (bars,)),
        "kinds": Computed(kinds),
    }


def points_of(layout: Layout, state: State, of: Round) -> Mapping[str, int]:
    """Return what a won round earns its winner, part by part, and the total."""
    worth, winner = layout.worth, of.end.winner if of.end else None
    total = sum(points(layout, state, of).values())
    if winner is None:
        return {"total": total}
    is_own = any(
        owner == winner and all(of.dice[square][0] == winner for square in window)
        for window, owner in lines(layout, of)
    )
    groups = sum(count // layout.group for count in Counter(of.faces(winner)).values())
    parts = {
        "win": worth.win,
        "own": worth.own * is_own,
        "blocker": worth.blocker * (winner not in of.blockers.values()),
        "empty": worth.empty_square * sum(of.is_free(square) for square in layout.squares),
        "groups": worth.same_face_group * groups,
    }
    return {**parts, "total": total}


def _is_countable(layout: Layout) -> bool:
    """Return whether all rows of faces can be counted one by one."""
    rows: int = len(layout.faces) ** len(layout.windows[0])
    return rows <= MOST_ROWS


def _last_faces(layout: Layout, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the face that completes dice of some faces, or that none does: `{last.of.2-3-4}`."""
    for before in product(layout.faces, repeat=len(layout.windows[0]) - 1):
        missing = layout.sum - sum(before)
        values = {"n": str(missing)}
        key = "guide.last-face" if missing in layout.faces else "guide.no-face"
        name = "-".join(map(str, before))
        yield f"last.of.{name}", say(message(key, **values), language)


def _lines_through(layout: Layout, square: str) -> int:
    return sum(square in window for window in layout.windows)


def _kinds(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the sets of faces that make up the sum, whatever their order."""
    length = len(layout.windows[0])
    every = combinations_with_replacement(layout.faces, length)
    return tuple(kind for kind in every if sum(kind) == layout.sum)


def _orders(kind: tuple[int, ...]) -> int:
    return len(set(permutations(kind)))


def _added(kind: tuple[int, ...]) -> str:
    return " + ".join(map(str, kind))


def _windows(layout: Layout, board: Squares) -> Computed:
    rows = tuple(
        (name, *(str(_lines_through(layout, f"{column}{name}")) for column in board.columns))
        for name in board.rows
    )
    return Computed(rows)
