"""Rounds on a grid of dice: played to a position, drawn, read out, counted by the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement, permutations, product

from generator.documents import teaching
from generator.documents.lesson import Position
from generator.documents.numbers import Group, Mean, Pairs, grouped
from generator.documents.teaching import Faults, rules_of, several
from generator.game import Game, Mark
from generator.game.parts import Tiles
from generator.game.sentences import Sentences
from generator.paper.page import all_cells
from generator.paper.shapes import Circle, Drawing, Mm, set_in
from generator.printables.blocks.boards import SquaresBlock
from generator.printables.context import PrintContext
from generator.printables.marks import ring, write_in
from generator.reading.fit import Fault
from generator.rules.doce import DoceRules
from generator.rules.doce import state as states
from generator.rules.family import Refusal, Seating
from generator.rules.findings import Opening
from generator.words import Language, message


class Seen:
    """A position as the rules see it: a round after its turns, refused ones left out."""

    def __init__(self, game: Game, position: Position, language: Language) -> None:
        """Play the turns of a position, the players named by their colours."""
        self.rules = rules_of(game, DoceRules)
        self.layout = self.rules.layout
        tiles = next(part for part in game.head.parts.values() if isinstance(part, Tiles))
        texts = game.said_in(language).texts
        self.colours = {texts[f"lines.{colour}"]: colour for colour in tiles.colours}
        self.players = tuple(self.colours)
        state = self.rules.play(self.rules.start(Seating(self.players)), Opening(1, None))
        self.refusals: tuple[Refusal, ...] = ()
        turns = map(str, several((position.turn or {}).get(TURNS, [])))
        for number, text in enumerate(turns, start=1):
            turn = states.Turn(1, number, self.layout.read(text))
            refusals, state = self.rules.judge(state, turn)
            self.refusals += refusals
        self.state: states.State = state
        self.round = state.rounds[-1]
        self.other = state.seating.after(self.round.next)

    def open_squares(self) -> tuple[str, ...]:
        """Return the squares where the next player's die may stand."""
        return self.layout.open_squares(self.round, self.round.next)

    def line(self) -> tuple[str, ...]:
        """Return the squares of the winning lines."""
        found = (window for window, _ in self.layout.lines(self.round))
        return tuple(dict.fromkeys(square for window in found for square in window))

    def wrong(self) -> tuple[str, ...]:
        """Return the squares of what was refused."""
        return tuple(dict.fromkeys(r.where for r in self.refusals if r.where is not None))

    def wins(self, player: str) -> tuple[states.Die, ...]:
        """Return the dice that would win a player the round, were it the player's turn."""
        return self._ending(replace(self.round, next=player), player)

    def later(self) -> tuple[states.Die, ...]:
        """Return the dice that would win the other one the round, once the last die lies apart."""
        free = self._ending(replace(self.round, next=self.other, last={}), self.other)
        now = self.wins(self.other)
        return tuple(die for die in free if die not in now)

    def gives(self) -> tuple[states.Die, ...]:
        """Return the dice of the next player that would give the other one the round."""
        return self._ending(self.round, self.other)

    def saves(self) -> tuple[states.Die, ...]:
        """Return the dice of the next player that leave the other one no die to win with."""
        return tuple(die for die in self._dice(self._aims()) if self._is_safe(states.Move(die)))

    def blocks(self) -> tuple[str, ...]:
        """Return the squares where a blocker and some die of the same turn do so."""
        has_blocker = self.layout.blockers_left(self.state, self.round.next)
        moves = (
            states.Move(die, (square,))
            for square in (self._aims() if has_blocker else ())
            for die in self._dice(self.open_squares())
        )
        return tuple(dict.fromkeys(move.blockers[0] for move in moves if self._is_safe(move)))

    def _dice(self, squares: Iterable[str]) -> tuple[states.Die, ...]:
        return tuple(states.Die(*one) for one in product(squares, self.layout.faces))

    def _aims(self) -> tuple[str, ...]:
        """Return the squares the other player would win on: only there can a threat be stopped."""
        return tuple(dict.fromkeys(die.square for die in self.wins(self.other)))

    def _is_safe(self, move: states.Move) -> bool:
        turn = states.Turn(1, self.round.played + 1, move)
        if self.rules.refuse(self.state, turn):
            return False
        after = self.rules.play(self.state, turn).rounds[-1]
        return after.end is None and after.next not in self.layout.endings(after).values()

    def _ending(self, of: states.Round, winner: str) -> tuple[states.Die, ...]:
        """Return the dice of the next player that give somebody the round, square by square."""
        ends = self.layout.endings(of)
        return tuple(die for die in self._dice(self.layout.squares) if ends.get(die) == winner)


# Rows of faces beyond these are not counted: a game like that would keep a guide waiting.
MOST_ROWS = 10_000


def _of_lines(layout: states.Layout) -> Pairs:
    """Yield what texts may name of a grid: lines and squares around a square, faces."""
    crossings = layout.crossings()
    every = {"all": len(layout.windows), "sum": sum(crossings.values())}
    yield "windows.of", {**crossings, **every}
    yield "zone.of", {one: len(near) for one, near in layout.around.items()}
    yield "faces.of", {"least": min(layout.faces), "most": max(layout.faces)}


def _sums(rules: DoceRules) -> Pairs:
    """Yield how the faces of a line add up; `{last.of.2-3-4}` is the face such a line ends with.

    `{orders.of.1-1-4-6}` are the orders in which such faces stand, `{sums.after.2}` the ways to go
    on to the sum after such a face, `{sums.12.hundredths}` is the chance of a sum in per cent,
    without the sign.
    """
    faces, mechanics = rules.layout.faces, rules.layout.mechanics
    every: int = len(faces) ** mechanics.window
    if every > MOST_ROWS:
        return
    # The face that completes the dice before it, or that none does.
    after = Counter[int]()
    for before in product(faces, repeat=mechanics.window - 1):
        missing = mechanics.sum - sum(before)
        after[missing] += 1
        key = "guide.last-face" if missing in faces else "guide.no-face"
        yield f"last.of.{_row(before)}", message(key, n=str(missing))
    # The sets of faces that make up the sum, and in how many orders each stands.
    sets = combinations_with_replacement(faces, mechanics.window)
    kinds = [kind for kind in sets if sum(kind) == mechanics.sum]
    yield "orders.of", {_row(kind): len({*permutations(kind)}) for kind in kinds}
    yield "sums.of", {"all": grouped(every), "kinds": len(kinds)}
    yield "sums.after", {str(face): after[face] for face in faces}
    yield "sums.three", {"least": mechanics.sum - faces[-1], "most": mechanics.sum - faces[0]}
    for total, chance in rules.odds()[f"sum.{mechanics.window}"].items():
        found = {"ways": int(chance * every), "percent": chance, "hundredths": Mean(chance * 100)}
        yield f"sums.{total}", found


def _row(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))


def points_of(layout: states.Layout, state: states.State, of: states.Round) -> Mapping[str, int]:
    """Return what a won round earns its winner, part by part, and the total."""
    winner = of.end.winner if of.end else None
    parts = {} if winner is None else layout.won(of, winner)
    return {**parts, "total": sum(layout.points(state, of).values())}


TURNS = "turns"
# How much of a line the grid takes beside words: three fit under one another on a page. A line no
# longer than this is the grid's alone.
SHARE = 0.41
NARROW: Mm = 90.0
LARGEST: Mm = 76.0
# The dot below the number of a player's last die, in shares of the square.
DOT, BELOW = 0.045, 0.27
MARGIN: Mm = 2.0
# Where dice stand that the rules refuse.
MISTAKEN = frozenset({"clash", "nothing"})


def misfits(game: Game, position: Position) -> Faults:
    """Yield turns that cannot be read; marks, since pieces come from the turns of a round."""
    yield from teaching.undrawable(game, position, SquaresBlock)
    layout = rules_of(game, DoceRules).layout
    yield from teaching.of_turn_alone(position, TURNS)
    for number, text in enumerate(map(str, several((position.turn or {}).get(TURNS, [])))):
        try:
            layout.read(text)
        except Fault as error:
            yield ("turn", TURNS, number), error.reason


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the grid with the pieces of the round, a dot on the last die of each player."""
    share = SHARE if width > NARROW else 1 - 2 * MARGIN / width
    side = min(setting.style.length(share * width), LARGEST)
    board = teaching.drawn_plain(position, setting, SquaresBlock, side, guide=None)
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
        counts = tuple(f"{label(c)} {n}" for c, n in seen.layout.crossings().items())
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

    `{windows.of.C3}`, `{faces.of.most}`, `{sums.12.ways}`; of a position `{position.first.wins}`,
    `.threats`, `.later` (threats that only the own last die holds up), `.saves`, `.blocks`,
    `.open`, `.line`, `.broken`, and `{score.first.total}`.
    """
    rules = rules_of(game, DoceRules)
    yield Group(("windows", "zone", "faces"), partial(_of_lines, rules.layout))
    yield Group(("sums", "last", "orders"), partial(_sums, rules))
    told = partial(_position, game, game.said_in(language))
    yield from teaching.of_positions(("position", "score"), positions, told)


def _position(game: Game, said: Sentences, name: str, position: Position) -> Pairs:
    seen, at = Seen(game, position, said.language), f"position.{name}"
    grid, layout = seen.round, seen.layout
    free, opened = [one for one in layout.squares if grid.is_free(one)], seen.open_squares()
    yield at, {square: face for square, (_, face) in grid.dice.items()}
    yield f"{at}.next", grid.next
    yield at, {"open": opened, "barred": [one for one in free if one not in opened]}
    yield at, {"wrong": seen.wrong(), "broken": teaching.broken(seen.refusals, said)}
    if grid.end is None:
        yield at, _threats(seen, said)
    else:
        line = seen.line()
        added = " + ".join(str(grid.dice[square][1]) for square in line)
        yield at, {"winner": grid.end.winner or "", "line": line, "line.sum": added}
        yield f"score.{name}", points_of(layout, seen.state, grid)
        yield f"{at}.empty", len(free)


def _threats(seen: Seen, said: Sentences) -> Mapping[str, object]:
    """Return what would end the round, and what the next player can do against it."""
    wins, threats = seen.wins(seen.round.next), seen.wins(seen.other)
    ends = {"wins": wins, "threats": threats, "later": seen.later(), "gives": seen.gives()}
    saves = seen.saves()
    faces = {die.face for die in saves}
    return {
        **{
            key: [f"{said.label(die.square)}\u00a0= {die.face}" for die in found]
            for key, found in ends.items()
        },
        "saves": tuple(dict.fromkeys(die.square for die in saves)),
        "saves.useless": [face for face in seen.layout.faces if face not in faces],
        "blocks": seen.blocks(),
    }


def _marks(seen: Seen, position: Position) -> Mapping[str, Mark]:
    """Return the pieces, each in its player's colour and shape; ticks, or counts of lines."""
    shapes = dict(zip(seen.players, seen.layout.shapes, strict=True))
    of = seen.round
    marks = dict.fromkeys(of.blockers, Mark(states.BLOCKER))
    for square, (player, face) in of.dice.items():
        marks[square] = Mark(str(face), seen.colours[player], shapes[player], covers=True)
    # Where mistakes are to be found, they look like any other move.
    for square, (player, refused) in of.refused.items() if position.shows in MISTAKEN else ():
        words = states.BLOCKER if refused is None else str(refused)
        usual = Mark(words, seen.colours[player], shapes[player], covers=True)
        told = Mark(words, "error") if position.shows == "clash" else usual
        marks[square] = marks.get(square) or told
    if position.shows == "open":
        marks |= dict.fromkeys(seen.open_squares(), Mark("✓", "secondary"))
    if position.shows == "counts":
        marks |= {square: Mark(str(number)) for square, number in seen.layout.crossings().items()}
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
