"""Positions of a game on a circuit: charts before and after a turn, the table, a pawn's way."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.documents.lesson import Position
from generator.documents.position_view import (
    Faults,
    PositionView,
    describe_cells,
    parse_turn,
    validate_marks,
    validate_printable,
    validate_turn,
)
from generator.documents.quantities import clauses
from generator.game.sentences import Sentences
from generator.games.dental import drawings
from generator.games.dental import state as states
from generator.games.dental.rules import DentalRules
from generator.paper.measures import CELL_LINE
from generator.paper.page import all_cells
from generator.paper.shapes import Drawing, Line, Mm, Stroke, scaled
from generator.paper.text import LABEL
from generator.printables.blocks.jaws import NUMBER_SIZE, TOKEN, TOKENS, ArchesBlock, token_spots
from generator.printables.context import PrintContext
from generator.printables.kinds.board import BoardEntry
from generator.printables.kinds.pieces import TokensEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.marks import ring_cells
from generator.printables.planning import entries, of_kind
from generator.printables.printable import Room
from generator.printables.sketch import Sketch
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


class View(PositionView[DentalRules]):
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
        self.turn = turn = parse_turn(position, rules)
        # The variants without which the turn could not be.
        wanted = {states.TWO_DICE: len(turn.roll) > 1, states.COOPERATIVE: turn.gives}
        variants = frozenset(name for name, is_so in wanted.items() if is_so)
        state = rules.start(Seating((PLAYER, OTHER), variants))
        cube = PLAYER if position.seat.get("cube") else None
        state = replace(state, seats={**state.seats, PLAYER: self.state}, cube=cube)
        self.refusals, after = rules.judge(state, turn)
        self.after = after.seats[PLAYER]

    @classmethod
    def validate(cls, rules: DentalRules, position: Position) -> Faults:
        layout = rules.layout
        found = [
            *_undrawable(rules, position),
            *validate_marks(position, layout.teeth, words=layout.stages[1:]),
            *(
                (("seat", name), not_one_of(name, SEAT))
                for name in position.seat
                if name not in SEAT
            ),
        ]
        yield from found or validate_turn(position, lambda: cls.judged(rules, position).refusals)

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
        found = {
            name: states.teeth_at_stage(seat.teeth, n) for n, name in enumerate(self.layout.stages)
        }
        return {name: tuple(map(str, teeth)) for name, teeth in found.items()}

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

    def draw(self, setting: PrintContext, width: Mm) -> Drawing:
        """Draw charts before and after the turn, unless the position shows one of them only.

        Of the board the table is drawn, or the way that a turn leads; of tokens what a turn
        changes.
        """
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
            sketch.put(Line(x1, y1, end, y, Stroke("ink", CELL_LINE)))
        return sketch.drawing(width, HEADING_HEIGHT + left.height)

    def _draw_on_table(self, setting: PrintContext, width: Mm) -> Drawing:
        """Draw the board with a chart, a pawn's way on it, or tokens that change."""
        shown = entries(setting.game)[self.position.printable]
        board = next(iter(of_kind(setting.game, BoardEntry).values()))
        block = drawings.chart_block(setting.game)
        if self.turn is None or self.after is None:
            plain = _plain(block, setting, "board.cube", "board.cube-note")
            chart = self._draw_chart(self.state, setting, MOUTH)
            return drawings.draw_table(board, chart, plain, width)
        if isinstance(shown, BoardEntry):
            return drawings.draw_way(self.turn, self.state.square, board, setting, width)
        kind = self.layout.kinds[self.after.square]
        by = drawings.draw_cause(self.turn, kind, board, setting)
        each = tuple(drawings.changes(self.layout, self.state, self.after))
        return drawings.draw_changes(each, by, setting, block.tokens)

    def _draw_chart(self, seat: states.Seat, setting: PrintContext, width: Mm) -> Drawing:
        block = drawings.chart_block(setting.game, self.position.printable)
        usual, sketch = _plain(block, setting), Sketch(setting)
        bare = block.draw(usual, Room(MOUTH, MOUTH / block.span))
        cells = {cell.id: cell for cell in all_cells(bare)}
        marked = [(m, cells[t]) for t, m in self.markers(seat).items() if m != "none"]
        markers = [(name, one.x + one.width / 2, one.y + one.height / 2) for name, one in marked]
        tokens = token_spots(cells[TOKENS], min(seat.tokens, block.spots))
        sketch.put(*bare.shapes)
        for name, x, y in (*markers, *((block.tokens, *at) for at in tokens)):
            piece = drawings.draw_piece(name, setting, TOKEN)
            sketch.place(piece, x - TOKEN / 2, y - TOKEN / 2)
        # What the tokens are for, above their spots.
        pool, how = cells[TOKENS], usual.style.lettering(NUMBER_SIZE, "bold", "ink", "middle")
        words = setting.text(f"{block.part}.tokens")
        sketch.write(words, pool.x + pool.width / 2, pool.y - NAME, how)
        return scaled(replace(bare, shapes=tuple(sketch.shapes)), width / MOUTH)

    def describe(self, setting: PrintContext) -> Iterator[str]:
        """Yield the teeth of each marker and the tokens of each chart; nothing of a way."""
        if isinstance(entries(setting.game)[self.position.printable], BoardEntry):
            return
        if len(charts := self.charts()) == 1:
            yield f"{self._in_words(charts[0])}."
            return
        for key, seat in zip(("guide.read-before", "guide.read-after"), charts, strict=True):
            yield setting.say(message(key, teeth=self._in_words(seat)))
        wrong = self.wrong() if self.position.shows == "clash" else ()
        yield from describe_cells((("guide.read-refused", wrong),), setting)

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


def _undrawable(rules: DentalRules, position: Position) -> Faults:
    shown = entries(rules.game).get(position.printable)
    if isinstance(shown, TokensEntry) and position.turn is None:
        yield ("turn",), message("guide.turn")
    if not isinstance(shown, (BoardEntry, TokensEntry)):
        yield from validate_printable(rules.game, position, ArchesBlock)


def _plain(block: ArchesBlock, setting: PrintContext, *unnamed: str) -> PrintContext:
    """Return the setting in usual type, the tokens unnamed, nothing marked: captions say it."""
    game, language = setting.game, setting.options.language
    head = game.head.model_copy(update={"provenance": ()})
    texts = {**setting.sentences.texts, **dict.fromkeys((f"{block.part}.tokens", *unnamed), "")}
    said = {**game.sentences, language: setting.sentences.model_copy(update={"texts": texts})}
    options = replace(setting.options, large=False)
    return replace(setting, game=replace(game, head=head, sentences=said), options=options)
