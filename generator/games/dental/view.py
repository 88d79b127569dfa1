"""Positions of a game on a circuit: charts before and after a turn, the table, a pawn's way."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from generator.documents import position_view
from generator.documents.lesson import Position
from generator.documents.quantities import clauses
from generator.game import Game
from generator.game.parts import Circuit, Markers
from generator.game.sentences import Sentences
from generator.games.dental import state as states
from generator.games.dental.rules import DentalRules
from generator.paper import shapes as art
from generator.paper.measures import CELL_LINE, PART_GAP
from generator.paper.page import all_cells
from generator.paper.shapes import Drawing, Line, Mm, Stroke, scaled
from generator.paper.text import LABEL, READ, SECTION
from generator.printables.blocks.jaws import (
    NUMBER_SIZE,
    TOKEN,
    TOKENS,
    ArchesBlock,
    StagesBlock,
    token_spots,
)
from generator.printables.blocks.scores import PlacesBlock
from generator.printables.context import Context
from generator.printables.kinds.board import BoardEntry, draw_board
from generator.printables.kinds.pieces import TokensEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.marks import ring_cells
from generator.printables.pictures import picture
from generator.printables.planning import entries, of_kind
from generator.printables.printable import Room
from generator.printables.sketch import Sketch, token
from generator.rules.interface import Seating
from generator.words import message, not_one_of, say

PLAYER, OTHER = "a", "b"
SEAT = ("square", "laps", "tokens", "cube")
# A mouth is drawn as wide as its tokens need, then made smaller.
MOUTH: Mm = 150.0
NAME: Mm = 2.6
ALONE: Mm = 62.0
# Where there is no turn to follow.
BARE: Mm = 51.0
PAIR: Mm = 120.0
BETWEEN: Mm = 10.0
HEADING_HEIGHT: Mm = 5.0
ARROW: Mm = 6.0
TIP: Mm = 1.4
INK = Stroke("ink", CELL_LINE)


class View(position_view.PositionView[DentalRules]):
    """A player's seat before a turn, and `after` it, refused or not; None without a turn."""

    block = ArchesBlock
    state: states.Seat
    turn: states.Turn | None

    def __init__(self, rules: DentalRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, said)
        self.layout, stages = rules.layout, rules.layout.stages
        marks = tuple(stages.index(position.marks.get(one, "none")) for one in self.layout.teeth)
        others = {name: value for name, value in position.seat.items() if name != "cube"}
        self.state = states.Seat(marks, **others)
        self.after: states.Seat | None = None
        if position.turn is None:
            return
        self.turn = turn = position_view.parse_turn(position, rules)
        # The variants without which the turn could not be.
        wanted = {states.TWO_DICE: len(turn.roll) > 1, states.COOPERATIVE: turn.gives}
        variants = frozenset(name for name, is_so in wanted.items() if is_so)
        state = rules.start(Seating((PLAYER, OTHER), variants))
        cube = PLAYER if position.seat.get("cube") else None
        state = replace(state, seats={**state.seats, PLAYER: self.state}, cube=cube)
        self.refusals, after = rules.judge(state, turn)
        self.after = after.seats[PLAYER]

    @classmethod
    def validate(cls, rules: DentalRules, position: Position) -> position_view.Faults:
        layout = rules.layout
        odd = [name for name in position.seat if name not in SEAT]
        found = [
            *_undrawable(rules, position),
            *position_view.validate_marks(position, layout.teeth, words=layout.stages[1:]),
            *((("seat", name), not_one_of(name, SEAT)) for name in odd),
        ]
        yield from found or cls.validate_turn(rules, position)

    def charts(self) -> tuple[states.Seat, ...]:
        """Return the charts to be drawn: before the turn and after it, or one of them."""
        if self.after is None or self.position.shows == "start":
            return (self.state,)
        return (self.after,) if self.position.shows == "end" else (self.state, self.after)

    def points(self) -> Mapping[str, int]:
        return self.points_of(self.state)

    def points_of(self, seat: states.Seat) -> Mapping[str, int]:
        """Return what the markers of a seat score, by kind and in all."""
        state = states.State(Seating((PLAYER,)), {PLAYER: seat}, PLAYER)
        return self.rules.outcome(state).scores[PLAYER]

    def wrong(self) -> tuple[str, ...]:
        """Return the teeth at which the turn is refused, in the order of their numbers."""
        where = {refusal.where for refusal in self.refusals}
        return tuple(tooth for tooth in self.layout.teeth if tooth in where)

    def markers(self, seat: states.Seat) -> Mapping[str, str]:
        """Return the marker of every tooth, `none` of one without."""
        names = (self.layout.stages[stage] for stage in seat.teeth)
        return dict(zip(self.layout.teeth, names, strict=True))

    def teeth(self, seat: states.Seat) -> Mapping[str, tuple[str, ...]]:
        """Return the numbers of the teeth with each marker, and of those without."""
        stages = enumerate(self.layout.stages)
        return {name: (*map(str, states.teeth_at_stage(seat.teeth, n)),) for n, name in stages}

    def figures(self) -> dict[str, object]:
        told, turn, after = self.chart_figures(self.state), self.turn, self.after
        if turn is None or after is None:
            return told
        gained = self.points_of(after)["total"] - self.points()["total"]
        broken = dict.fromkeys(self.said.rules[refusal.rule] for refusal in self.refusals)
        return {
            **told,
            "roll": sum(turn.roll),
            "sugar": sum(turn.sugar),
            "harmed": len(self.layout.teeth) - self.state.teeth.count(0),
            "gained": gained,
            "saved": -gained,
            "wrong": self.wrong(),
            "spent": self.state.tokens - after.tokens,
            "broken": " ".join(broken),
        }

    def chart_figures(self, seat: states.Seat) -> dict[str, object]:
        """Return what texts may ask of a chart."""
        points, needed = self.points_of(seat), tokens_needed(self.layout, seat.teeth)
        return {
            "needed": needed,
            "missing": max(0, needed - seat.tokens),
            "points": points["total"],
            "tokens": seat.tokens,
            "laps": seat.laps,
            **{
                name: {"count": len(teeth), "teeth": teeth, "points": points.get(name, 0)}
                for name, teeth in self.teeth(seat).items()
            },
        }

    def changes(self) -> dict[str, object]:
        """Return what texts may ask of the next chart: `{after.hit.none-black.teeth}`."""
        if self.after is None:
            return {}
        changed: dict[str, list[int]] = {}
        ways = zip(*(self.markers(one).values() for one in (self.state, self.after)), strict=True)
        for tooth, (one, two) in enumerate(ways, start=1):
            if one != two:
                changed.setdefault(f"{one}-{two}.teeth", []).append(tooth)
        count = sum(map(len, changed.values()))
        return {**self.chart_figures(self.after), **changed, "changed.count": count}

    def draw(self, setting: Context, width: Mm) -> Drawing:
        shows = self.position.shows
        if not isinstance(entries(setting.game)[self.position.printable], SheetEntry):
            return self._draw_on_table(setting, width)
        if len(charts := self.charts()) == 1:
            alone = BARE if self.turn is None else ALONE
            return self._draw_chart(charts[0], setting, setting.style.length(alone))
        # The chart before the turn at the left of the chart after it, an arrow between them.
        width = max(width, PAIR)
        one, sketch = (width - BETWEEN) / 2, Sketch(setting)
        left, right = (self._draw_chart(seat, setting, one) for seat in charts)
        right = ring_cells(right, self.wrong() if shows == "clash" else ())
        how = setting.style.lettering(LABEL + 1, "bold", "ink", "middle")
        for key, x in (("guide.before-turn", one / 2), ("guide.after-turn", width - one / 2)):
            sketch.write(setting.say(key), x, HEADING_HEIGHT - 1.5, how)
        sketch.place(left, 0.0, HEADING_HEIGHT)
        sketch.place(right, width - one, HEADING_HEIGHT)
        start, end, y = (width - ARROW) / 2, (width + ARROW) / 2, HEADING_HEIGHT + left.height / 2
        for x1, y1 in ((start, y), (end - TIP, y - TIP), (end - TIP, y + TIP)):
            sketch.put(Line(x1, y1, end, y, INK))
        return sketch.drawing(width, HEADING_HEIGHT + left.height)

    def _draw_on_table(self, setting: Context, width: Mm) -> Drawing:
        shown = entries(setting.game)[self.position.printable]
        board = next(iter(of_kind(setting.game, BoardEntry).values()))
        block = _chart_block(setting.game, ArchesBlock)
        if self.turn is None or self.after is None:
            laps = _chart_block(setting.game, PlacesBlock).part
            plain = _plain(block, setting, "board.cube", "board.cube-note", laps)
            chart = self._draw_chart(self.state, plain, MOUTH)
            table = draw_table(board, chart, plain, width)
            told = _chart_block(setting.game, StagesBlock).draw(setting, Room(width, 1.0))
            return art.column(table, told, gap=PART_GAP, middle=True)
        if isinstance(shown, BoardEntry):
            return draw_way(self.turn, self.state.square, board, setting, width)
        # What brings the changes: the dice of sugar, else the picture of the square.
        squares = setting.game.part(board.part, Circuit).squares
        by = position_view.dice_row(self.turn.sugar, setting.style.length(DIE), 1.5)
        if not self.turn.sugar:
            kind = self.layout.kinds[self.after.square]
            reached = next(square for square in squares if square.kind == kind)
            by = picture(setting.game, reached.picture, setting.style.length(PIECE + 3.0))
        each = tuple(changes(self.layout, self.state, self.after))
        return draw_changes(each, by, setting, block.tokens)

    def _draw_chart(self, seat: states.Seat, setting: Context, width: Mm) -> Drawing:
        block = _chart_block(setting.game, ArchesBlock, self.position.printable)
        name = f"{block.part}.tokens"
        usual, sketch = _plain(block, setting), Sketch(setting)
        bare = block.draw(usual, Room(MOUTH, MOUTH / block.span))
        cells = {cell.id: cell for cell in all_cells(bare)}
        marked = [(m, cells[t]) for t, m in self.markers(seat).items() if m != "none"]
        markers = [(name, one.x + one.width / 2, one.y + one.height / 2) for name, one in marked]
        tokens = token_spots(cells[TOKENS], min(seat.tokens, block.spots))
        sketch.put(*bare.shapes)
        for marker, x, y in (*markers, *((block.tokens, *at) for at in tokens)):
            piece = draw_piece(marker, setting, TOKEN)
            sketch.place(piece, x - TOKEN / 2, y - TOKEN / 2)
        # What the tokens are for, above their spots, where that can be read.
        pool, size = cells[TOKENS], max(NUMBER_SIZE, setting.style.scale * READ * MOUTH / width)
        how, words = usual.style.lettering(size, "bold", "ink", "middle"), setting.text(name)
        if how.width(words) <= pool.width:
            sketch.write(words, pool.x + pool.width / 2, pool.y - NAME, how)
        return scaled(replace(bare, shapes=tuple(sketch.shapes)), width / MOUTH)

    def describe(self, setting: Context) -> Iterator[str]:
        if isinstance(entries(setting.game)[self.position.printable], BoardEntry):
            return
        if len(charts := self.charts()) == 1:
            yield f"{self._in_words(charts[0])}."
            return
        for key, seat in zip(("guide.read-before", "guide.read-after"), charts, strict=True):
            yield setting.say(message(key, teeth=self._in_words(seat)))
        wrong = self.wrong() if self.position.shows == "clash" else ()
        yield from position_view.describe_cells((("guide.read-refused", wrong),), setting)

    def _in_words(self, seat: states.Seat) -> str:
        lines, said = [], self.said
        for name, teeth in self.teeth(seat).items():
            if teeth and name != "none":
                marker = said.texts[f"marker.{name}"]
                lines.append(message("guide.read-markers", marker=marker, teeth=teeth))
        if seat.tokens:
            tokens = said.texts[f"{self.layout.part}.tokens"]
            lines.append(message("guide.read-tokens", tokens=tokens, count=str(seat.tokens)))
        lines = lines or [message("guide.read-none")]
        return clauses([say(line, said.language) for line in lines], said.language)


def tokens_needed(layout: states.Layout, teeth: states.Teeth) -> int:
    """Return the tokens that all care would take, after cleaning."""
    clean = layout.clean(teeth)
    whole, half, following = layout.treatments
    wanted = {whole: clean.count(whole[0]), half: 0, following: clean.count(following[0])}
    return layout.cost(wanted)


def _undrawable(rules: DentalRules, position: Position) -> position_view.Faults:
    shown = entries(rules.game).get(position.printable)
    if isinstance(shown, TokensEntry) and position.turn is None:
        yield ("turn",), message("guide.turn")
    if not isinstance(shown, (BoardEntry, TokensEntry)):
        yield from View.validate_printable(rules, position)


def _plain(block: ArchesBlock, setting: Context, *unnamed: str) -> Context:
    """Return the setting in usual type, the tokens unnamed, nothing marked: captions say it."""
    game, language = setting.game, setting.options.language
    head = game.head.model_copy(update={"provenance": ()})
    texts = {**setting.sentences.texts, **dict.fromkeys((f"{block.part}.tokens", *unnamed), "")}
    said = {**game.sentences, language: setting.sentences.model_copy(update={"texts": texts})}
    options = replace(setting.options, large=False)
    return replace(setting, game=replace(game, head=head, sentences=said), options=options)


# Shares of the table's width, and the pitch that the places of laps are drawn at.
CIRCUIT, CHART, APART = 0.5, 0.31, 0.06
PLACES: Mm = 150.0


class Change(NamedTuple):
    """A tooth by its number, the stages it goes from and to, and the tokens that takes."""

    tooth: int
    before: int
    after: int
    tokens: int


def changes(layout: states.Layout, before: states.Seat, after: states.Seat) -> Iterator[Change]:
    """Yield what a turn changes as it is done, worst teeth first; dentists clean, then treat."""
    clean, costs = before.teeth, dict[tuple[int, int], int]()
    if layout.kinds[after.square] == states.DENTIST:
        clean = layout.clean(before.teeth)
        costs = dict(zip(layout.treatments, layout.costs, strict=True))
    for one, two, cost in ((before.teeth, clean, {}), (clean, after.teeth, costs)):
        ways = enumerate(zip(one, two, strict=True), start=1)
        found = [Change(tooth, *way, cost.get(way, 0)) for tooth, way in ways if len({*way}) > 1]
        yield from sorted(found, key=lambda one: -one.before)


def _chart_block(
    game: Game, kind: type[position_view.Kind], printable: str = ""
) -> position_view.Kind:
    """Return a block of a printable with a mouth, or of the chart where that has none."""
    charts = position_view.printables_with(game, ArchesBlock)
    return position_view.block_on(game, printable if printable in charts else charts[0], kind)


def draw_table(entry: BoardEntry, chart: Drawing, setting: Context, width: Mm) -> Drawing:
    """Draw the circuit beside a chart with its places for laps."""
    game = setting.game
    bare = draw_board(entry.model_copy(update={"inside": None}), setting)
    circuit = scaled(_wordless(bare), width * CIRCUIT / bare.width)
    laps = _chart_block(game, PlacesBlock).draw(setting, Room(PLACES, 1.0))
    laps = scaled(laps, width * CHART / laps.width)
    mouth = art.column(scaled(chart, width * CHART / chart.width), laps, gap=1.0)
    return art.row(circuit, mouth, gap=width * APART, middle=True)


def _wordless(drawing: Drawing) -> Drawing:
    shapes = (
        replace(one, drawing=_wordless(one.drawing)) if isinstance(one, art.Placed) else one
        for one in drawing.shapes
        if not isinstance(one, art.Text)
    )
    return replace(drawing, shapes=tuple(shapes))


DIE: Mm = 9.0
SQUARE: Mm = 15.0
PAWN: Mm = 9.0
HOP: Mm = 5.0


def draw_way(
    turn: states.Turn, start: int, entry: BoardEntry, setting: Context, width: Mm
) -> Drawing:
    """Draw the dice of a move, the squares it leads over with a hop to each, and the pawn there."""
    game, style = setting.game, setting.style
    circuit = game.part(entry.part, Circuit)
    # The first square ends every move.
    count = len(circuit.squares)
    numbers = range(start, min(start + sum(turn.roll), count) + 1)
    thrown = position_view.dice_row(turn.roll, style.length(DIE), 1.5)
    left = thrown.width + style.length(4.0)
    pitch = min(style.length(SQUARE), (width - left) / len(numbers))
    sketch, top, side = Sketch(setting), style.length(PAWN) + style.length(1.0), pitch * 0.92
    how = style.lettering(LABEL, "bold", "ink", "middle")
    sketch.place(thrown, 0.0, top, side)
    for place, number in enumerate(numbers):
        square, x = circuit.squares[number % count], left + place * pitch
        box = art.Rect(x, top, side, side, None, art.EDGE, side * 0.12)
        sketch.banded_field(box, circuit.colours[square.kind])
        drawn = picture(game, square.picture, side * 0.62)
        sketch.place(drawn, x + (side - drawn.width) / 2, top + side * 0.08)
        sketch.centre(str(number % count), x + side / 2, top + side * 0.84, how)
    middles = [left + place * pitch + side / 2 for place in range(len(numbers))]
    y, high = top - 0.8, top - 0.8 - style.length(HOP)
    for one, other in pairwise(middles):
        bend = ((one, high), (other, high), (other, y))
        sketch.put(art.Path((art.PathStep("M", ((one, y),)), art.PathStep("C", bend)), None, INK))
        sketch.put(*(Line(other + side, y - TIP, other, y, INK) for side in (TIP, -TIP)))
    pawn = picture(game, "pawn", style.length(PAWN))
    sketch.place(pawn, middles[-1] - pawn.width / 2, 0.0)
    return sketch.drawing(left + len(numbers) * pitch, top + side)


PIECE: Mm = 7.4
COST: Mm = 4.6
COLUMN: Mm = 12.0
DOWN: Mm = 3.8
# What stands before the number of a tooth.
TOOTH = "t"


def draw_changes(found: tuple[Change, ...], by: Drawing, setting: Context, tokens: str) -> Drawing:
    """Draw what brings a change, then each one: its number, both markers, the tooth, its cost."""
    game, style, lines = setting.game, setting.style, Sketch(setting)
    bold = style.lettering(SECTION, "bold", "ink", "middle")
    plain = style.lettering(LABEL, "regular", "ink", "middle")
    side, pitch, arrow = map(style.length, (PIECE, COLUMN, DOWN))
    # A sound tooth stands for no marker.
    sound = picture(game, _chart_block(game, StagesBlock).none, side)
    markers = (sound, *(draw_piece(one.id, setting, side) for one in _markers(game).stages))
    head = bold.height + style.length(1.4)
    name = head + 2 * side + arrow + style.length(1.2) + plain.height
    left = max(by.width, plain.width(setting.sentences.labels[TOOTH].strip())) + style.length(3.0)
    lines.place(by, 0.0, head, side)
    lines.write(setting.sentences.labels[TOOTH].strip(), 0.0, name, replace(plain, align="left"))
    for place, one in enumerate(found):
        x = left + pitch * place + pitch / 2
        lines.write(str(place + 1), x, bold.height, bold)
        for stage, y in ((one.before, head), (one.after, head + side + arrow)):
            lines.place(markers[stage], x - side / 2, y)
        start, end = head + side + 0.7, head + side + arrow - 0.7
        lines.put(Line(x, start, x, end, INK))
        lines.put(*(Line(x + aside, end - TIP, x, end, INK) for aside in (TIP, -TIP)))
        lines.write(str(one.tooth), x, name, plain)
        paid = [draw_piece(tokens, setting, style.length(COST))] * one.tokens
        row = art.row(*paid, gap=0.4)
        lines.place(row, x - row.width / 2, name + style.length(1.2))
    low = style.length(1.2 + COST) if any(one.tokens for one in found) else 0.0
    return lines.drawing(left + pitch * len(found), name + low + 0.6)


def _markers(game: Game) -> Markers:
    return next(part for part in game.head.parts.values() if isinstance(part, Markers))


def draw_piece(name: str, setting: Context, side: Mm) -> Drawing:
    """Draw a marker or a token by its name."""
    colours = {one.id: one.colour for one in _markers(setting.game).all()}
    return token(setting, colours.get(name, name), setting.sentences.label(name), side)
