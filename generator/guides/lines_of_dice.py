"""Rounds on a grid of dice: played to a position, drawn, read out, counted by the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement, permutations, product

from generator.game import Game, Mark
from generator.game.parts import Squares, Tiles
from generator.game.sentences import Sentences
from generator.guides import teaching
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, counted, labels, listed, percent, sentence, under
from generator.guides.teaching import Computed, Table, of_positions, rules_of, several, undrawable
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
from generator.rules.lines_of_dice import state as states
from generator.words import Language, Message, figure, message, not_one_of, say


class Seen:
    """A position as the rules see it: a round after its turns, refused ones left out."""

    def __init__(self, game: Game, position: Position, language: Language) -> None:
        """Play the turns of a position, the players named by their colours."""
        self.rules = rules_of(game, LinesOfDice)
        self.layout = self.rules.layout
        tiles = next(part for part in game.head.parts.values() if isinstance(part, Tiles))
        texts = game.said_in(language).texts
        self.colours = {texts[f"lines.{colour}"]: colour for colour in tiles.colours}
        self.players = tuple(self.colours)
        state = self.rules.play(self.rules.start(Seating(self.players)), states.Opening(1, None))
        self.refusals: tuple[Refusal, ...] = ()
        turns = map(str, several((position.turn or {}).get("turns", [])))
        for number, text in enumerate(turns, start=1):
            turn = states.Turn(1, number, states.read_move(self.layout, text))
            refusals = self.rules.refuse(state, turn)
            state = self.rules.settle(state, turn, refusals)
            self.refusals += refusals
        self.state: states.State = state

    @property
    def round(self) -> states.Round:
        """Return the round."""
        return self.state.rounds[-1]

    def open_squares(self) -> tuple[str, ...]:
        """Return the squares where the next player's die may stand."""
        return states.open_squares(self.layout, self.round, self.round.next)

    def line(self) -> tuple[str, ...]:
        """Return the squares of the winning lines."""
        found = (window for window, _ in states.lines(self.layout, self.round))
        return tuple(dict.fromkeys(square for window in found for square in window))

    def wrong(self) -> tuple[str, ...]:
        """Return the squares of what was refused."""
        return tuple(dict.fromkeys(r.where for r in self.refusals if r.where is not None))

    def counts(self) -> Mapping[str, int]:
        """Return how many lines pass through every square."""
        return {name: _lines_through(self.layout, name) for name in self.layout.squares}

    def wins(self, player: str) -> tuple[states.Die, ...]:
        """Return the dice that would win a player the round, were it the player's turn."""
        state = replace(self.state, rounds=(replace(self.round, next=player),))
        return tuple(self._ending(state, player))

    def gives(self) -> tuple[states.Die, ...]:
        """Return the dice of the next player that would give the other one the round."""
        return tuple(self._ending(self.state, self.state.seating.after(self.round.next)))

    def saves(self) -> tuple[states.Die, ...]:
        """Return the dice of the next player that leave the other one no die to win with."""
        dice = (states.Die(*one) for one in product(self._aims(), self.layout.faces))
        return tuple(die for die in dice if self._is_safe(states.Move(die)))

    def blocks(self) -> tuple[str, ...]:
        """Return the squares where a blocker and some die of the same turn do so."""
        if not states.blockers_left(self.layout, self.state, self.round.next):
            return ()
        dice = [states.Die(*one) for one in product(self.open_squares(), self.layout.faces)]

        def is_safe(square: str) -> bool:
            moves = (states.Move(die, (square,)) for die in dice if die.square != square)
            return any(map(self._is_safe, moves))

        return tuple(filter(is_safe, self._aims()))

    def _aims(self) -> tuple[str, ...]:
        """Return the squares the other player would win on: only there can a threat be stopped."""
        dice = self.wins(self.state.seating.after(self.round.next))
        return tuple(dict.fromkeys(die.square for die in dice))

    def _is_safe(self, move: states.Move) -> bool:
        turn = states.Turn(1, self.round.played + 1, move)
        if self.rules.refuse(self.state, turn):
            return False
        after = self.rules.play(self.state, turn)
        is_over = after.rounds[-1].end is not None
        return not is_over and not any(self._ending(after, after.rounds[-1].next))

    def _ending(self, state: states.State, winner: str) -> Iterator[states.Die]:
        """Yield the dice of the next player that give somebody the round."""
        current = state.rounds[-1]
        squares = states.open_squares(self.layout, current, current.next)
        for square, face in product(squares, self.layout.faces):
            turn = states.Turn(1, current.played + 1, states.Move(states.Die(square, face)))
            end = self.rules.play(state, turn).rounds[-1].end
            if end is not None and end.winner == winner:
                yield states.Die(square, face)


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
    """Yield how the faces of a line add up; `{last.of.2-3-4}` is the face such a line ends with."""
    layout = rules.layout
    if not _is_countable(layout):
        return
    yield "sums.of.kinds", str(len(_kinds(layout)))
    yield "sums.three.least", str(layout.sum - max(layout.faces))
    yield "sums.three.most", str(layout.sum - min(layout.faces))
    length = len(layout.windows[0])
    # The face that completes the dice before it, or that none does.
    for before in product(layout.faces, repeat=length - 1):
        missing = layout.sum - sum(before)
        key = "guide.last-face" if missing in layout.faces else "guide.no-face"
        name = "-".join(map(str, before))
        yield f"last.of.{name}", say(message(key, n=str(missing)), language)
    yield "sums.of.all", figure(len(layout.faces) ** length, language)
    for total, chance in rules.odds()[f"sum.{length}"].items():
        yield f"sums.{total}.ways", str(chance * len(layout.faces) ** length)
        yield f"sums.{total}.percent", percent(chance, language)


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return the tables of an annex: `windows`, `sums`, `kinds`."""
    rules = rules_of(game, LinesOfDice)
    layout = rules.layout
    board = game.part(layout.part, Squares)

    def windows() -> Computed:
        def through(row: str) -> tuple[str, ...]:
            return tuple(str(_lines_through(layout, f"{one}{row}")) for one in board.columns)

        return Computed(tuple((row, *through(row)) for row in board.rows))

    def kinds() -> Computed:
        orders = {kind: len(set(permutations(kind))) for kind in _kinds(layout)}
        rows = ((" + ".join(map(str, kind)), str(count)) for kind, count in orders.items())
        return Computed(tuple(rows))

    if not _is_countable(layout):
        return {"windows": windows}
    return {"windows": windows, "sums": partial(_sum_table, rules, language), "kinds": kinds}


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
    return Computed(sums, (tuple(teaching.bar(*one, language) for one in chances.items()),))


def points_of(layout: states.Layout, state: states.State, of: states.Round) -> Mapping[str, int]:
    """Return what a won round earns its winner, part by part, and the total."""
    winner = of.end.winner if of.end else None
    parts = {} if winner is None else states.won(layout, of, winner)
    return {**parts, "total": sum(states.points(layout, state, of).values())}


def _is_countable(layout: states.Layout) -> bool:
    """Return whether all rows of faces can be counted one by one."""
    length = len(layout.windows[0]) if layout.windows else 0
    rows: int = len(layout.faces) ** length
    return length > 0 and rows <= MOST_ROWS


def _lines_through(layout: states.Layout, square: str) -> int:
    return sum(square in window for window in layout.windows)


def _kinds(layout: states.Layout) -> tuple[tuple[int, ...], ...]:
    """Return the sets of faces that make up the sum, whatever their order."""
    length = len(layout.windows[0])
    every = combinations_with_replacement(layout.faces, length)
    return tuple(kind for kind in every if sum(kind) == layout.sum)


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
    yield from ((("marks", cell), message("guide.mark", cell=cell)) for cell in position.marks)
    for field, found in (position.turn or {}).items():
        if field not in FIELDS:
            yield ("turn", field), not_one_of(field, FIELDS)
            continue
        for number, text in enumerate(map(str, several(found))):
            try:
                states.read_move(layout, text)
            except Fault as error:
                yield ("turn", field, number), error.reason


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the grid with the pieces of the round, a dot on the last die of each player."""
    side = min(setting.style.length(SHARE * width), LARGEST)
    block = teaching.block_of(setting.game, position.printable, SquaresBlock)
    plain = block.model_copy(update={"guide": None})
    board = plain.draw(setting, Room(side, side / block.width_in_pitches(setting.game)))
    seen = Seen(setting.game, position, setting.options.language)
    filled = write_in(board, _marks(seen, position), setting.style.family.bold)
    # Rings about squares at the edge reach beyond the board.
    around = 2 * MARGIN
    filled = set_in(_dotted(filled, seen), filled.width + around, filled.height + around)
    if position.shows == "lines":
        return ring(filled, seen.line(), "ink")
    return ring(filled, seen.wrong()) if position.shows == "clash" else filled


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
    if position.shows == "counts":
        counts = tuple(f"{label(c)} {n}" for c, n in seen.counts().items())
        yield setting.say(message("guide.read-counts", cells=counts))
    shown = {
        "open": ("guide.read-open", seen.open_squares),
        "lines": ("guide.read-line", seen.line),
        "clash": ("guide.read-clash", seen.wrong),
    }
    key, found = shown.get(position.shows, ("guide.read-open", tuple[str]))
    yield from teaching.read((("guide.read-blockers", grid.blockers), (key, found())), setting)


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
    told = partial(_position, game, language)
    yield from of_positions(("position", "score"), positions, told)


def _position(game: Game, language: Language, name: str, position: Position) -> Pairs:
    seen = Seen(game, position, language)
    at, grid, said = f"position.{name}", seen.round, game.said_in(language)
    yield from under(at, next=grid.next, turns=grid.played, dice_count=len(grid.dice))
    yield f"{at}.blockers.left", str(states.blockers_left(seen.layout, seen.state, grid.next))
    yield f"{at}.dice.left", str(states.dice_left(seen.layout, seen.state, grid.next))
    free, opened = filter(grid.is_free, seen.layout.squares), seen.open_squares()
    yield from counted(f"{at}.open", opened, said)
    yield from counted(f"{at}.barred", [one for one in free if one not in opened], said)
    yield from counted(f"{at}.wrong", seen.wrong(), said)
    yield f"{at}.broken", teaching.broken(seen.refusals, language)
    for number, reason in enumerate(seen.refusals, start=1):
        yield f"{at}.broken.{number}", sentence(reason.reason, language)
    for square, (_, face) in grid.dice.items():
        yield f"{at}.{square}", str(face)
    if grid.end is None:
        yield from _threats(at, seen, said)
    else:
        line = seen.line()
        added = " + ".join(str(grid.dice[square][1]) for square in line)
        winner = grid.end.winner or ""
        yield from under(at, winner=winner, line=labels(line, said), line_sum=added)
        for part, points in points_of(seen.layout, seen.state, grid).items():
            yield f"score.{name}.{part}", str(points)
        yield f"{at}.empty", str(sum(grid.is_free(square) for square in seen.layout.squares))


def _threats(at: str, seen: Seen, said: Sentences) -> Pairs:
    """Yield what would end the round, and what the next player can do against it."""
    player = seen.round.next
    other = seen.state.seating.after(player)
    ends = {"wins": seen.wins(player), "threats": seen.wins(other), "gives": seen.gives()}
    for key, found in ends.items():
        dice = [f"{said.label(die.square)}\u00a0= {die.face}" for die in found]
        yield f"{at}.{key}", listed(dice, said.language)
        yield f"{at}.{key}.count", str(len(found))
    saves = seen.saves()
    useless = (face for face in seen.layout.faces if face not in {d.face for d in saves})
    safe, blocks = dict.fromkeys(die.square for die in saves), labels(seen.blocks(), said)
    yield from under(at, saves=labels(safe, said), blocks=blocks)
    yield f"{at}.saves.useless", listed(useless, said.language)


def _marks(seen: Seen, position: Position) -> Mapping[str, Mark]:
    """Return the pieces, each in its player's colour and shape; ticks, or counts of lines."""
    shapes = dict(zip(seen.players, seen.layout.shapes, strict=True))
    of = seen.round
    marks = dict.fromkeys(of.blockers, Mark("×"))
    for square, (player, face) in of.dice.items():
        marks[square] = Mark(str(face), seen.colours[player], shapes[player])
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
    dots = []
    for player, square in seen.round.last.items():
        box = boxes[square]
        x, y = box.x + box.width / 2, box.y + (0.5 + BELOW) * box.height
        dots.append(Circle(x, y, DOT * box.width, f"{seen.colours[player]}.on"))
    return replace(board, shapes=(*board.shapes, *dots))
