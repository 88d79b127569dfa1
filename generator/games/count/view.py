"""Positions of races on a shared counter: the numbers said so far, drawn on the strip, read out."""

from collections.abc import Iterator
from dataclasses import replace

from generator.documents.lesson import Position
from generator.documents.position_view import (
    Faults,
    PositionView,
    describe_cells,
    mark_block,
    turn_values,
    validate_turn_alone,
)
from generator.game.parts import Numbers
from generator.game.sentences import Sentences, letters_of
from generator.games.count.rules import SEATS, CountRules, Layout, Round, Say
from generator.paper.shapes import Drawing, Mm, centred_in
from generator.printables.blocks.number_lines import NumbersBlock
from generator.printables.context import Context
from generator.printables.marks import ring_cells
from generator.rules.findings import RoundOpening
from generator.rules.interface import Seating
from generator.words import message, not_one_of

NOBODY = ("1", "2")
# The target and the largest step of another race, whose strip is drawn with nothing said yet.
RACE = "race"
# Cells of a line lie no nearer, and there is room for rings about those at the edge.
LEAST_PITCH: Mm = 5.0
MARGIN: Mm = 2.0
# Races that texts may name run to this number, by steps from 1 to as many.
FURTHEST, LONGEST = 100, 10
# What the drawing points at, by what a position shows.
READ = {"open": "guide.read-open", "clash": "guide.read-clash", "lines": "guide.read-to-say"}


class View(PositionView[CountRules]):
    """A round after its numbers; `slips` has each player's last bad one, and a better one."""

    block = NumbersBlock
    state: Round

    def __init__(self, rules: CountRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        self.turn = position.turn or {}
        self.game, self.layout = game, layout = rules.game, rules.layout
        if race := turn_values(position, RACE):
            strip = layout.mechanics.strip
            changed = {"first": 1, "to": race[0], "numbers": ()}
            longer = game.part(strip, Numbers).rows[0].model_copy(update=changed)
            parts = {**game.head.parts, strip: Numbers(part="numbers", rows=(longer,))}
            self.game = replace(game, head=game.head.model_copy(update={"parts": parts}))
            self.layout = other_race(layout, *race)
        self.players = tuple(map(str, turn_values(position, "players", *NOBODY)))
        self.says = turn_values(position, "says")
        variants = frozenset(map(str, turn_values(position, "variant")))
        self.good = self.layout.winning_numbers(variants)
        self.slips: dict[str, tuple[int, int]] = {}
        state = rules.play(rules.start(Seating(self.players, variants)), RoundOpening(1, None))
        self.state = state.rounds[-1]
        for place, number in enumerate(self.says, start=1):
            if (better := self.to_say()) and number not in better:
                self.slips[self.state.next] = number, better[0]
            refusals, state = rules.judge(state, Say(1, place, number))
            self.refusals += refusals
            self.state = state.rounds[-1]

    @classmethod
    def validate(cls, rules: CountRules, position: Position) -> Faults:
        strip = rules.layout.mechanics.strip
        yield from cls.validate_printable(rules, position, part=strip)
        known = [name for name in rules.player_ranges() if name]
        yield from validate_turn_alone(position, "players", "says", "variant", RACE)
        turn = position.turn or {}
        if RACE in turn:
            race = turn[RACE]
            is_pair = isinstance(race, list) and [*map(type, race)] == [int, int]
            target, most = race if is_pair else (0, 0)
            if len(turn) > 1 or not 1 < most < target <= FURTHEST or most > LONGEST:
                yield ("turn", RACE), message("guide.turn")
            return
        if any(str(name) not in known for name in turn_values(position, "variant")):
            yield ("turn", "variant"), not_one_of(str(turn["variant"]), known)
        is_whole = all(type(number) is int for number in turn_values(position, "says"))
        if not is_whole or len({*map(str, turn_values(position, "players", *NOBODY))}) != SEATS:
            yield ("turn",), message("guide.turn")
            return
        refused = cls.judged(rules, position).refusals
        if (position.shows == "clash") != bool(refused):
            yield ("turn",), refused[0].reason if refused else message("guide.turn-allowed")

    def replies(self) -> tuple[int, ...]:
        """Return the numbers that may be said next."""
        return () if self.state.ended else self.rules.layout.replies(self.state.last)

    def to_say(self) -> tuple[int, ...]:
        """Return the numbers to say that are in reach."""
        return tuple(number for number in self.replies() if number in self.good)

    def open(self) -> tuple[str, ...]:
        return self._cells(self.replies())

    def _cells(self, numbers: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.layout.cells[n] for n in numbers if n in self.layout.cells)

    def figures(self) -> dict[str, object]:
        told = {
            **super().figures(),
            **{f"{turn}": number for turn, number in enumerate(self.says, start=1)},
            "says": self.says,
            "last": self.state.last,
            "next": self.state.next,
            "good": self._cells(self.to_say()),
        }
        if self.state.winner is not None:
            told["winner"] = self.state.winner
        if self.state.next in self.slips:
            told["slip"], told["better"] = self.slips[self.state.next]
        return told

    def highlighted(self) -> tuple[str, ...]:
        """Return the cells that the position draws the eye to."""
        shows = self.position.shows
        if shows == "clash":
            return tuple(dict.fromkeys(one.where for one in self.refusals if one.where))
        return self._cells({"open": self.replies(), "lines": self.good}.get(shows, ()))

    def draw(self, setting: Context, width: Mm) -> Drawing:
        setting, position = replace(setting, game=self.game), self.position
        cells = len(self.layout.cells)
        block = self.block_on(self.game, NumbersBlock)
        lines = -(-cells // min(block.in_line, int(width / LEAST_PITCH)))
        once = {"rounds": 1, "boxes": (), "start": False, "in_line": -(-cells // lines)}
        strip = self.draw_block(setting, width - 2 * MARGIN, **once)
        filled = mark_block(strip, self.rules.marks(self.players, self.state), setting)
        colour = "error" if position.shows == "clash" else "ink"
        inside = centred_in(filled, width, strip.height + 2 * MARGIN)
        return ring_cells(inside, self.highlighted(), colour)

    def describe(self, setting: Context) -> Iterator[str]:
        for player in self.players:
            if said := tuple(str(n) for n, who in self.state.said.items() if who == player):
                yield setting.say(message("guide.read-of-player", player=player, cells=said))
        key = READ.get(self.position.shows, "")
        yield from describe_cells(((key, self.highlighted()),), setting)


def other_race(layout: Layout, target: int, most: int) -> Layout:
    """Return another race, up from 0 by steps from 1 to `most`, on a strip of its own."""
    (cell, *_), numbers = layout.cells.values(), range(1, target + 1)
    cells = {number: f"{letters_of(cell)}{number}" for number in numbers}
    changed = {"start": 0, "target": target, "steps": (*range(1, most + 1),), "last": "wins"}
    mechanics = layout.mechanics.model_copy(update=changed)
    return replace(layout, mechanics=mechanics, cells=cells)
