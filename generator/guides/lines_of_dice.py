"""Rounds on a grid of dice: played to a position, drawn, read out, counted by the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement, permutations, product

from generator.game import Game, Mark
from generator.game.parts import Squares, Tiles
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, decimal, listed, percent, sentence, thousands
from generator.guides.teaching import Bar, Computed, Table, block_of, rules_of, undrawable
from generator.paper.marks import ring, write_in
from generator.paper.page import all_cells
from generator.paper.shapes import Circle, Drawing, Mm, set_in
from generator.printables.blocks.boards import SquaresBlock
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.rules.family import Refusal, Seating
from generator.rules.lines_of_dice import LinesOfDice
from generator.rules.lines_of_dice.state import (
    Die,
    Layout,
    Move,
    Opening,
    Round,
    State,
    Turn,
    blockers_left,
    dice_left,
    lines,
    open_squares,
    points,
    read_move,
)
from generator.words import Language, Message, message, not_one_of, say


def listed_turns(found: object) -> tuple[str, ...]:
    """Return a list of the data as texts, a single value as a list of one."""
    return tuple(map(str, found)) if isinstance(found, list) else (str(found),)


class Seen:
    """A position as the rules see it: a round after its turns, refused ones left out."""

    def __init__(self, game: Game, position: Position, language: Language) -> None:
        """Play the turns of a position, the players named by their colours."""
        self.game, self.rules = game, rules_of(game, LinesOfDice)
        self.layout = self.rules.layout
        self.said = game.said_in(language)
        tiles = next(part for part in game.head.parts.values() if isinstance(part, Tiles))
        self.colours = tiles.colours
        self.players = tuple(self.said.texts[f"lines.{colour}"] for colour in self.colours)
        state = self.rules.play(self.rules.start(Seating(self.players)), Opening(1, None))
        self.refusals: tuple[Refusal, ...] = ()
        turns = listed_turns((position.turn or {}).get("turns", []))
        for number, text in enumerate(turns, start=1):
            turn = Turn(1, number, read_move(self.layout, text))
            refusals = self.rules.refuse(state, turn)
            state = self.rules.settle(state, turn, refusals)
            self.refusals += refusals
        self.state: State = state

    @property
    def round(self) -> Round:
        """Return the round."""
        return self.state.rounds[-1]

    def open_squares(self) -> tuple[str, ...]:
        """Return the squares where the next player's die may stand."""
        return open_squares(self.layout, self.round, self.round.next)

    def barred(self) -> tuple[str, ...]:
        """Return the free squares where the next player's die must not stand."""
        opened = self.open_squares()
        return tuple(
            name for name in self.layout.squares if self.round.is_free(name) and name not in opened
        )

    def line(self) -> tuple[str, ...]:
        """Return the squares of the winning lines."""
        found = (window for window, _ in lines(self.layout, self.round))
        return tuple(dict.fromkeys(square for window in found for square in window))

    def wrong(self) -> tuple[str, ...]:
        """Return the squares of what was refused."""
        return tuple(dict.fromkeys(r.where for r in self.refusals if r.where is not None))

    def counts(self) -> Mapping[str, int]:
        """Return how many lines pass through every square."""
        windows = self.layout.windows
        return {name: sum(name in window for window in windows) for name in self.layout.squares}

    def wins(self, player: str) -> tuple[Die, ...]:
        """Return the dice that would win a player the round, were it the player's turn."""
        state = replace(self.state, rounds=(replace(self.round, next=player),))
        return tuple(self._ending(state, player))

    def gives(self) -> tuple[Die, ...]:
        """Return the dice of the next player that would give the other one the round."""
        return tuple(self._ending(self.state, self.state.seating.after(self.round.next)))

    def saves(self) -> tuple[Die, ...]:
        """Return the dice of the next player that leave the other one no die to win with."""
        dice = (Die(square, face) for square, face in product(self._aims(), self.layout.faces))
        return tuple(die for die in dice if self._is_safe(Move(die)))

    def blocks(self) -> tuple[str, ...]:
        """Return the squares where a blocker and some die of the same turn do so."""
        if not blockers_left(self.layout, self.state, self.round.next):
            return ()
        dice = [Die(*one) for one in product(self.open_squares(), self.layout.faces)]
        return tuple(
            square
            for square in self._aims()
            if any(self._is_safe(Move(die, (square,))) for die in dice if die.square != square)
        )

    def _aims(self) -> tuple[str, ...]:
        """Return the squares the other player would win on: only there can a threat be stopped."""
        dice = self.wins(self.state.seating.after(self.round.next))
        return tuple(dict.fromkeys(die.square for die in dice))

    def _is_safe(self, move: Move) -> bool:
        turn = Turn(1, self.round.played + 1, move)
        if self.rules.refuse(self.state, turn):
            return False
        after = self.rules.play(self.state, turn)
        is_over = after.rounds[-1].end is not None
        return not is_over and not any(self._ending(after, after.rounds[-1].next))

    def _ending(self, state: State, winner: str) -> Iterator[Die]:
        """Yield the dice of the next player that give somebody the round."""
        current = state.rounds[-1]
        squares = open_squares(self.layout, current, current.next)
        for square, face in product(squares, self.layout.faces):
            turn = Turn(1, current.played + 1, Move(Die(square, face)))
            end = self.rules.play(state, turn).rounds[-1].end
            if end is not None and end.winner == winner:
                yield Die(square, face)


# Rows of faces beyond these are not counted: a game like that would keep a guide waiting.
MOST_ROWS = 10_000


def _of_lines(rules: LinesOfDice) -> Pairs:
    """Yield what texts may name of a grid: lines of a square, points, faces."""
    layout = rules.layout
    if layout.windows:
        yield "windows.of.length", str(len(layout.windows[0]))
    yield "windows.of.all", str(len(layout.windows))
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


def _sums(rules: LinesOfDice, language: Language) -> Pairs:
    """Yield how the faces of a line add up, where all rows of faces can be counted."""
    layout = rules.layout
    if not _is_countable(layout):
        return
    yield "sums.of.kinds", str(len(_kinds(layout)))
    yield "sums.three.least", str(layout.sum - max(layout.faces))
    yield "sums.three.most", str(layout.sum - min(layout.faces))
    yield from _last_faces(layout, language)
    length = len(layout.windows[0])
    yield "sums.of.all", thousands(len(layout.faces) ** length, language)
    for total, chance in rules.odds()[f"sum.{length}"].items():
        yield f"sums.{total}.ways", str(chance * len(layout.faces) ** length)
        yield f"sums.{total}.percent", percent(chance, language)


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return the tables of an annex: `windows`, `sums`, `kinds`."""
    rules = rules_of(game, LinesOfDice)
    layout = rules.layout

    def kinds() -> Computed:
        return Computed(tuple((_added(kind), str(_orders(kind))) for kind in _kinds(layout)))

    counted: dict[str, Table] = {"sums": partial(_sum_table, rules, language), "kinds": kinds}
    windows = partial(_windows, layout, game.part(layout.part, Squares))
    return {"windows": windows, **(counted if _is_countable(layout) else {})}


def _sum_table(rules: LinesOfDice, language: Language) -> Computed:
    """Return the chance of every sum of a line, sums of one chance in one row."""
    length = len(rules.layout.windows[0])
    chances = rules.odds()[f"sum.{length}"]
    every = len(rules.layout.faces) ** length
    sums = tuple(
        (listed(totals, language), str(chance * every), percent(chance, language))
        for chance in dict.fromkeys(chances.values())
        for totals in ([str(total) for total, other in chances.items() if other == chance],)
    )
    bars = tuple(
        Bar(str(total), chance, decimal(chance * 100, language))
        for total, chance in chances.items()
    )
    return Computed(sums, (bars,))


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
    length = len(layout.windows[0]) if layout.windows else 0
    rows: int = len(layout.faces) ** length
    return length > 0 and rows <= MOST_ROWS


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


__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]

FIELDS = ("turns",)
# How much of a line the grid takes beside words: three fit under one another on a page.
SHARE = 0.41
LARGEST: Mm = 76.0
# The dot below the number of a player's last die, in shares of the square.
DOT, BELOW = 0.045, 0.27
MARGIN: Mm = 2.0


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield turns that cannot be read; marks, since pieces come from the turns of a round."""
    yield from undrawable(game, position, SquaresBlock)
    layout = rules_of(game, LinesOfDice).layout
    for cell in position.marks:
        yield ("marks", cell), message("guide.mark", cell=cell)
    for field, found in (position.turn or {}).items():
        if field not in FIELDS:
            yield ("turn", field), not_one_of(field, FIELDS)
            continue
        for number, text in enumerate(listed_turns(found)):
            try:
                read_move(layout, text)
            except Fault as error:
                yield ("turn", field, number), error.reason


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the grid with the pieces of the round, a dot on the last die of each player."""
    side = min(setting.style.length(SHARE * width), LARGEST)
    entry = block_of(setting.game, position.printable, SquaresBlock)
    plain = entry.model_copy(update={"guide": None})
    board = plain.draw(setting, Room(side, side / entry.width_in_pitches(setting.game)))
    seen = Seen(setting.game, position, setting.options.language)
    filled = write_in(board, _marks(seen, position), setting.style.family.bold)
    # Rings about squares at the edge reach beyond the board.
    around = 2 * MARGIN
    filled = set_in(_dotted(filled, seen), filled.width + around, filled.height + around)
    match position.shows:
        case "lines":
            return ring(filled, seen.line(), "ink")
        case "clash":
            return ring(filled, seen.wrong())
        case _:
            return filled


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for each player's dice, the blockers, and what the drawing points at."""
    seen = Seen(setting.game, position, setting.options.language)
    label, grid = setting.said.label, seen.round
    for player in seen.players:
        dice = tuple(f"{label(c)} {face}" for c, (who, face) in grid.dice.items() if who == player)
        if dice:
            yield setting.say(message("guide.read-of-player", player=player, cells=dice))
        if player in grid.last:
            last = (label(grid.last[player]),)
            yield setting.say(message("guide.read-last", player=player, cells=last))
    told: list[tuple[str, tuple[str, ...]]] = [("guide.read-blockers", tuple(grid.blockers))]
    match position.shows:
        case "open":
            told.append(("guide.read-open", seen.open_squares()))
        case "lines":
            told.append(("guide.read-line", seen.line()))
        case "clash":
            told.append(("guide.read-clash", seen.wrong()))
        case "counts":
            counts = tuple(f"{label(c)} {n}" for c, n in seen.counts().items())
            yield setting.say(message("guide.read-counts", cells=counts))
        case _:
            pass
    for key, cells in told:
        if cells:
            yield setting.say(message(key, cells=tuple(map(label, cells))))


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the numbers of the grid, its lines and the positions.

    `{windows.of.C3}`, `{points.of.win}`, `{sums.12.ways}`; of a position `{position.first.wins}`,
    `.threats`, `.saves`, `.blocks`, `.open`, `.line`, `.broken`, and `{score.first.total}`.
    """
    rules, said = rules_of(game, LinesOfDice), game.said_in(language)
    labels = ((f"cell.label.{one}", said.label(one)) for one in rules.layout.squares)
    yield Group(("cell.label",), lambda: labels)
    starts = ("windows", "zone", "points", "match", "faces", "sums.of")
    yield Group(starts, partial(_of_lines, rules))
    yield Group(("sums", "last"), partial(_sums, rules, language))
    for name, position in positions.items():
        pairs = partial(_position, name, position, game, language)
        yield Group((f"position.{name}", f"score.{name}"), pairs, name)


def _position(name: str, position: Position, game: Game, language: Language) -> Pairs:
    seen = Seen(game, position, language)
    at, grid, said = f"position.{name}", seen.round, seen.said

    def cells(found: tuple[str, ...]) -> str:
        return listed([said.label(cell) for cell in found], language)

    yield f"{at}.next", grid.next
    yield f"{at}.turns", str(grid.played)
    yield f"{at}.dice.count", str(len(grid.dice))
    yield f"{at}.blockers.left", str(blockers_left(seen.layout, seen.state, grid.next))
    yield f"{at}.dice.left", str(dice_left(seen.layout, seen.state, grid.next))
    yield f"{at}.open", cells(seen.open_squares())
    yield f"{at}.open.count", str(len(seen.open_squares()))
    yield f"{at}.barred", cells(seen.barred())
    yield f"{at}.barred.count", str(len(seen.barred()))
    yield f"{at}.wrong", cells(seen.wrong())
    yield f"{at}.wrong.count", str(len(seen.wrong()))
    yield f"{at}.broken", " ".join(sentence(r.reason, language) for r in seen.refusals)
    for number, reason in enumerate(seen.refusals, start=1):
        yield f"{at}.broken.{number}", sentence(reason.reason, language)
    for square, (_, face) in grid.dice.items():
        yield f"{at}.{square}", str(face)
    if grid.end is None:
        yield from _threats(at, seen, language)
    else:
        line = seen.line()
        yield f"{at}.winner", grid.end.winner or ""
        yield f"{at}.line", cells(line)
        yield f"{at}.line.sum", " + ".join(str(grid.dice[square][1]) for square in line)
        for part, points in points_of(seen.layout, seen.state, grid).items():
            yield f"score.{name}.{part}", str(points)
        yield f"{at}.empty", str(sum(grid.is_free(square) for square in seen.layout.squares))


def _threats(at: str, seen: Seen, language: Language) -> Iterator[tuple[str, str]]:
    """Yield what would end the round, and what the next player can do against it."""
    grid, said = seen.round, seen.said

    def cells(found: tuple[str, ...]) -> str:
        return listed([said.label(cell) for cell in found], language)

    other = seen.state.seating.after(grid.next)
    found_of = {"wins": seen.wins(grid.next), "threats": seen.wins(other)}
    found_of["gives"] = seen.gives()
    for key, found in found_of.items():
        dice = [f"{said.label(die.square)}\u00a0= {die.face}" for die in found]
        yield f"{at}.{key}", listed(dice, language)
        yield f"{at}.{key}.count", str(len(found))
    saves = seen.saves()
    squares_ = tuple(dict.fromkeys(die.square for die in saves))
    useless = [str(face) for face in seen.layout.faces if face not in {d.face for d in saves}]
    yield f"{at}.saves", cells(squares_)
    yield f"{at}.saves.useless", listed(useless, language)
    yield f"{at}.blocks", cells(seen.blocks())


def _marks(seen: Seen, position: Position) -> Mapping[str, Mark]:
    """Return the pieces, each in its player's colour and shape; ticks, or counts of lines."""
    shapes = dict(zip(seen.players, seen.layout.shapes, strict=True))
    colours = dict(zip(seen.players, seen.colours, strict=True))
    of = seen.round
    marks = dict.fromkeys(of.blockers, Mark("×"))
    for square, (player, face) in of.dice.items():
        marks[square] = Mark(str(face), colours[player], shapes[player])
    if position.shows == "clash":
        for square, piece in of.refused.items():
            words = "×" if isinstance(piece, str) else str(piece[1])
            marks[square] = marks.get(square) or Mark(words, "error")
    if position.shows == "open":
        marks |= dict.fromkeys(seen.open_squares(), Mark("✓", "secondary"))
    if position.shows == "counts":
        marks |= {square: Mark(str(number)) for square, number in seen.counts().items()}
    return marks


def _dotted(board: Drawing, seen: Seen) -> Drawing:
    """Return the grid with a dot below the number on each player's last die."""
    boxes = {cell.id: cell for cell in all_cells(board)}
    colours = dict(zip(seen.players, seen.colours, strict=True))
    dots = []
    for player, square in seen.round.last.items():
        box = boxes[square]
        x, y = box.x + box.width / 2, box.y + (0.5 + BELOW) * box.height
        dots.append(Circle(x, y, DOT * box.width, f"{colours[player]}.on"))
    return replace(board, shapes=(*board.shapes, *dots))
