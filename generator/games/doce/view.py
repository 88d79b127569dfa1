"""Positions on a grid of dice: a round played so far, drawn, read out, and what threatens in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from generator.documents import position_view
from generator.documents.lesson import Position
from generator.game import Mark
from generator.game.parts import Tiles
from generator.game.sentences import Sentences
from generator.games.doce import state as states
from generator.games.doce.rules import DoceRules
from generator.paper.page import all_cells
from generator.paper.shapes import Circle, Drawing, Mm
from generator.printables.blocks.boards import SquaresBlock
from generator.printables.context import Context
from generator.printables.marks import ring_cells
from generator.reading.validate import Fault
from generator.rules.findings import RoundOpening
from generator.rules.interface import Seating
from generator.words import message

TURNS = "turns"
# The share of a line that the grid takes beside words, which lets three fit on a page; one no
# longer than `NARROW` is the grid's alone.
SHARE = 0.41
NARROW: Mm = 90.0
LARGEST: Mm = 76.0
# The dot below the number of a player's last die, in shares of the square.
DOT, BELOW = 0.045, 0.27
MARGIN: Mm = 2.0
# Where dice stand that the rules refuse.
MISTAKEN = frozenset({"clash", "nothing"})


class View(position_view.PositionView[DoceRules]):
    """A round after its turns, refused ones left out; the players are named by their colours."""

    block = SquaresBlock
    state: states.State

    def __init__(self, rules: DoceRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        self.layout = rules.layout
        tiles = next(part for part in rules.game.head.parts.values() if isinstance(part, Tiles))
        self.colours = {said.texts[f"lines.{colour}"]: colour for colour in tiles.colours}
        self.players = tuple(self.colours)
        self.state = rules.play(rules.start(Seating(self.players)), RoundOpening(1, None))
        for number, text in enumerate(_turns(position), start=1):
            self.turn = states.Turn(1, number, self.layout.read_move(text))
            refusals, self.state = rules.judge(self.state, self.turn)
            self.refusals += refusals
        self.round = self.state.rounds[-1]
        self.other = self.state.seating.player_after(self.round.next)

    @classmethod
    def validate(cls, rules: DoceRules, position: Position) -> position_view.Faults:
        yield from cls.validate_printable(rules, position)
        yield from position_view.validate_turn_alone(position, TURNS)
        for number, text in enumerate(_turns(position)):
            try:
                rules.layout.read_move(text)
            except Fault as error:
                yield ("turn", TURNS, number), error.reason

    def open(self) -> tuple[str, ...]:
        return self.layout.open_squares(self.round, self.round.next)

    def points(self) -> Mapping[str, int]:
        end = self.round.end
        if end is None:
            return {}
        parts = self.layout.winner_points(self.round, end.winner) if end.winner else {}
        return {**parts, "total": sum(self.layout.points(self.state, self.round).values())}

    def line(self) -> tuple[str, ...]:
        """Return the squares of the winning lines."""
        found = (window for window, _ in self.layout.winning_lines(self.round))
        return tuple(dict.fromkeys(square for window in found for square in window))

    def wrong(self) -> tuple[str, ...]:
        """Return the squares of what was refused."""
        return tuple(dict.fromkeys(r.where for r in self.refusals if r.where is not None))

    def wins(self, player: str) -> tuple[states.Die, ...]:
        """Return the dice that would win a player the round, were it the player's turn."""
        return self._ending(self.round._replace(next=player), player)

    def delayed_threats(self) -> tuple[states.Die, ...]:
        """Return the dice that would win the other one the round, once the last die lies apart."""
        free = self._ending(self.round._replace(next=self.other, last={}), self.other)
        now = self.wins(self.other)
        return tuple(die for die in free if die not in now)

    def saves(self) -> tuple[states.Die, ...]:
        """Return the dice of the next player that leave the other one no die to win with."""
        return tuple(die for die in self._dice(self._aims()) if self.is_safe(states.Move(die)))

    def blocks(self) -> tuple[str, ...]:
        """Return the squares where a blocker and some die of the same turn do so."""
        has_blocker = self.layout.blockers_left(self.state, self.round.next)
        pairs = product(self._aims() if has_blocker else (), self._dice(self.open()))
        moves = (states.Move(die, (square,)) for square, die in pairs)
        return tuple(dict.fromkeys(move.blockers[0] for move in moves if self.is_safe(move)))

    def _dice(self, squares: Iterable[str]) -> tuple[states.Die, ...]:
        return tuple(die for square in squares for die in self.layout.dice_on[square])

    def _aims(self) -> tuple[str, ...]:
        """Return the squares the other player would win on: only there can a threat be stopped."""
        return tuple(dict.fromkeys(die.square for die in self.wins(self.other)))

    def is_safe(self, move: states.Move) -> bool:
        """Return whether a move ends nothing and leaves the other player no die to win with."""
        turn = states.Turn(1, self.round.played + 1, move)
        refusals, state = self.rules.judge(self.state, turn)
        after = state.rounds[-1]
        if refusals:
            return False
        return after.end is None and after.next not in self.layout.endings(after).values()

    def _ending(self, of: states.Round, winner: str) -> tuple[states.Die, ...]:
        found = {die for die, owner in self.layout.endings(of).items() if owner == winner}
        squares = {die.square for die in found}
        dice = self._dice(one for one in self.layout.squares if one in squares)
        return tuple(die for die in dice if die in found)

    def figures(self) -> dict[str, object]:
        grid, squares = self.round, self.layout.squares
        free, opened = [one for one in squares if grid.is_free(one)], self.open()
        told = {
            **super().figures(),
            **{square: face for square, (_, face) in grid.dice.items()},
            "next": grid.next,
            "barred": [one for one in free if one not in opened],
            "wrong": self.wrong(),
        }
        if grid.end is None:
            return told | self._threats()
        line = self.line()
        added = " + ".join(str(grid.dice[square][1]) for square in line)
        winner = grid.end.winner or ""
        return told | {"winner": winner, "line": line, "line.sum": added, "empty": len(free)}

    def _threats(self) -> dict[str, object]:
        def dice(found: Iterable[states.Die]) -> list[str]:
            return [f"{self.said.label(die.square)}\u00a0= {die.face}" for die in found]

        def useless() -> list[int]:
            return sorted({*self.layout.faces} - {die.face for die in self.saves()})

        return {
            "wins": lambda: dice(self.wins(self.round.next)),
            "threats": lambda: dice(self.wins(self.other)),
            "later": lambda: dice(self.delayed_threats()),
            # The dice of the next player that would give the other one the round.
            "gives": lambda: dice(self._ending(self.round, self.other)),
            "saves": lambda: tuple(dict.fromkeys(die.square for die in self.saves())),
            "saves.useless": useless,
            "blocks": self.blocks,
        }

    def draw(self, setting: Context, width: Mm) -> Drawing:
        share = SHARE if width > NARROW else 1 - 2 * MARGIN / width
        side = min(setting.style.length(share * width), LARGEST)
        board = self.draw_block(setting, side, guide=None)
        filled, dots = position_view.mark_block(board, self._marks(), setting), []
        boxes = {cell.id: cell for cell in all_cells(filled)}
        for player, square in self.round.last.items():
            box = boxes[square]
            x, y = box.x + box.width / 2, box.y + (0.5 + BELOW) * box.height
            dots.append(Circle(x, y, DOT * box.width, f"{self.colours[player]}.on"))
        filled = replace(filled, shapes=(*filled.shapes, *dots))
        # Rings about squares at the edge reach beyond the board.
        filled = position_view.with_margin(filled, MARGIN, MARGIN)
        if self.position.shows == "lines":
            return ring_cells(filled, self.line(), "ink")
        return ring_cells(filled, self.wrong()) if self.position.shows == "clash" else filled

    def _marks(self) -> Mapping[str, Mark]:
        shapes = dict(zip(self.players, self.layout.shapes, strict=True))
        of, shows = self.round, self.position.shows

        def mark(player: str, face: int | None) -> Mark:
            """Return a die or a blocker in the shape of its player, who is told from it."""
            words = states.BLOCKER if face is None else str(face)
            return Mark(words, self.colours[player], shapes[player], covers=True)

        marks = {square: mark(player, None) for square, player in of.blockers.items()}
        marks |= {square: mark(*die) for square, die in of.dice.items()}
        # Where mistakes are to be found, they look like any other move.
        for square, piece in of.refused.items() if shows in MISTAKEN else ():
            usual = mark(*piece)
            told = Mark(usual.text, "error") if shows == "clash" else usual
            marks[square] = marks.get(square) or told
        if shows == "open":
            marks |= dict.fromkeys(self.open(), Mark("✓", "secondary"))
        if shows == "counts":
            counts = self.layout.crossings().items()
            marks |= {square: Mark(str(number)) for square, number in counts}
        return marks

    def describe(self, setting: Context) -> Iterator[str]:
        label, grid, shows = setting.sentences.label, self.round, self.position.shows
        for player in self.players:
            held = grid.dice.items()
            if dice := tuple(f"{label(c)} {face}" for c, (who, face) in held if who == player):
                yield setting.say(message("guide.read-of-player", player=player, cells=dice))
            if player in grid.last:
                last = (label(grid.last[player]),)
                yield setting.say(message("guide.read-last", player=player, cells=last))
            if placed := tuple(label(c) for c, who in grid.blockers.items() if who == player):
                yield setting.say(message("guide.read-blockers", player=player, cells=placed))
        if shows == "counts":
            counts = tuple(f"{label(c)} {n}" for c, n in self.layout.crossings().items())
            yield setting.say(message("guide.read-counts", cells=counts))
        shown = {
            "open": ("guide.read-open", self.open),
            "lines": ("guide.read-line", self.line),
            "clash": ("guide.read-clash", self.wrong),
        }
        told = [(key, found()) for name, (key, found) in shown.items() if name == shows]
        yield from position_view.describe_cells(told, setting)


def _turns(position: Position) -> tuple[str, ...]:
    return tuple(map(str, position_view.turn_values(position, TURNS)))
