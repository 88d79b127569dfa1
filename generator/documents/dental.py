"""What a game on a circuit brings to its guides: charts before and after a turn, and its laps.

Laps are exact: the pawn is a Markov chain whose states are the squares. What becomes of teeth is
simulated, because too many charts are possible to list them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from generator.documents import dental_drawings as drawings
from generator.documents import teaching
from generator.documents.laboratory import margin, told
from generator.documents.lesson import Position
from generator.documents.numbers import Group, Mean, Pairs, chained, grouped, mean
from generator.documents.teaching import Faults, rules_of
from generator.game import Game
from generator.game.sentences import Sentences
from generator.paper.page import all_cells
from generator.paper.shapes import CELL_LINE, Drawing, Line, Mm, Stroke, scaled
from generator.paper.text import LABEL
from generator.printables.blocks.mouth import NUMBER_SIZE, TOKEN, TOKENS, ArchesBlock, spots
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.printables.kinds.board import BoardEntry
from generator.printables.kinds.pieces import TokensEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.marks import ring
from generator.printables.planning import entries, of_kind
from generator.printables.sketch import Sketch
from generator.rules.dental import DentalRules
from generator.rules.dental import state as states
from generator.rules.family import Refusal, Seating
from generator.rules.policies import WORN, means
from generator.words import Language, message, not_one_of, say

PLAYER, OTHER = "a", "b"
SEAT = ("square", "laps", "tokens", "cube")


class Charted:
    """A position as the rules see it: a player's seat, and after its turn, refused or not."""

    def __init__(self, game: Game, position: Position) -> None:
        """Play the turn of a position, if any; ValidationError where it is none."""
        self.rules, self.printable = rules_of(game, DentalRules), position.printable
        self.shows = position.shows
        self.layout, stages = self.rules.layout, self.rules.layout.stages
        marks = tuple(stages.index(position.marks.get(one, "none")) for one in self.layout.teeth)
        others = {name: value for name, value in position.seat.items() if name != "cube"}
        self.seat = states.Seat(marks, **others)
        self.turn: states.Turn | None = None
        self.refused: tuple[Refusal, ...] = ()
        self.after: states.Seat | None = None
        if position.turn is None:
            return
        self.turn = turn = teaching.turn_of(position, self.rules)
        # The variants without which the turn could not be.
        wanted = {states.TWO_DICE: len(turn.roll) > 1, states.COOPERATIVE: turn.gives}
        variants = frozenset(name for name, is_so in wanted.items() if is_so)
        state = self.rules.start(Seating((PLAYER, OTHER), variants))
        cube = PLAYER if position.seat.get("cube") else None
        state = replace(state, seats={**state.seats, PLAYER: self.seat}, cube=cube)
        self.refused, after = self.rules.judge(state, turn)
        self.after = after.seats[PLAYER]

    def shown(self) -> tuple[states.Seat, ...]:
        """Return the charts to be drawn: before the turn and after it, or one of them."""
        if self.after is None or self.shows == "start":
            return (self.seat,)
        return (self.after,) if self.shows == "end" else (self.seat, self.after)

    def points(self, seat: states.Seat) -> Mapping[str, int]:
        """Return what the markers of a seat score, by kind and in all."""
        state = states.State(Seating((PLAYER,)), {PLAYER: seat}, PLAYER)
        return self.rules.outcome(state).scores[PLAYER]

    def wrong(self) -> tuple[str, ...]:
        """Return the teeth at which the turn is refused, in the order of their numbers."""
        where = {refusal.where for refusal in self.refused}
        return tuple(tooth for tooth in self.layout.teeth if tooth in where)

    def lying(self, seat: states.Seat) -> Mapping[str, str]:
        """Return the marker of every tooth, `none` of one without."""
        names = (self.layout.stages[stage] for stage in seat.teeth)
        return dict(zip(self.layout.teeth, names, strict=True))

    def teeth(self, seat: states.Seat) -> Mapping[str, tuple[str, ...]]:
        """Return the numbers of the teeth with each marker, and of those without."""
        found = {name: states.numbers(seat.teeth, n) for n, name in enumerate(self.layout.stages)}
        return {name: tuple(map(str, teeth)) for name, teeth in found.items()}

    def read(self, seat: states.Seat, said: Sentences) -> str:
        """Return every marker with its teeth, and the tokens, in words."""
        lines = []
        for name, teeth in self.teeth(seat).items():
            if teeth and name != "none":
                marker = said.texts[f"marker.{name}"]
                lines.append(message("guide.read-markers", marker=marker, teeth=teeth))
        if seat.tokens:
            tokens = said.texts[f"{self.layout.part}.tokens"]
            lines.append(message("guide.read-tokens", tokens=tokens, count=str(seat.tokens)))
        lines = lines or [message("guide.read-none")]
        return chained([say(line, said.language) for line in lines], said.language)


def misfits(game: Game, position: Position) -> Faults:
    """Yield what the game does not have, and a turn refused unless the position shows clashes."""
    layout = rules_of(game, DentalRules).layout
    found = [
        *_undrawable(game, position),
        *teaching.misplaced(position, layout.teeth, words=layout.stages[1:]),
        *((("seat", name), not_one_of(name, SEAT)) for name in position.seat if name not in SEAT),
    ]
    yield from found or teaching.unturned(position, lambda: Charted(game, position).refused)


def _undrawable(game: Game, position: Position) -> Faults:
    """Yield that a position is of no chart, board or tokens, or of tokens without a turn."""
    shown = entries(game).get(position.printable)
    if isinstance(shown, TokensEntry) and position.turn is None:
        yield ("turn",), message("guide.turn")
    if not isinstance(shown, (BoardEntry, TokensEntry)):
        yield from teaching.undrawable(game, position, ArchesBlock)


# A mouth is drawn as wide as its tokens need, then made smaller.
MOUTH: Mm = 150.0
NAME: Mm = 2.6
ALONE: Mm = 62.0
# Where there is no turn to follow.
BARE: Mm = 51.0
PAIR: Mm = 120.0
BETWEEN: Mm = 10.0
HEAD: Mm = 5.0
ARROW: Mm = 6.0
TIP: Mm = 1.4


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw a position; where it has a turn, before and after, unless it shows one of them only.

    Of the board the table is drawn, or the way that a turn leads; of tokens what a turn changes.
    """
    found = Charted(setting.game, position)
    if not isinstance(entries(setting.game)[position.printable], SheetEntry):
        return _on_table(found, setting, width)
    if len(shown := found.shown()) == 1:
        alone = BARE if found.turn is None else ALONE
        return _mouth(found, shown[0], setting, setting.style.length(alone))
    # The chart before the turn at the left of the chart after it, an arrow between them.
    width = max(width, PAIR)
    one, sketch = (width - BETWEEN) / 2, Sketch(setting)
    left, right = (_mouth(found, seat, setting, one) for seat in shown)
    right = ring(right, found.wrong() if found.shows == "clash" else ())
    how = setting.style.lettering(LABEL + 1, "bold", "ink", "middle")
    for key, x in (("guide.before-turn", one / 2), ("guide.after-turn", width - one / 2)):
        sketch.write(setting.say(key), x, HEAD - 1.5, how)
    sketch.place(left, 0.0, HEAD)
    sketch.place(right, width - one, HEAD)
    start, end, y = (width - ARROW) / 2, (width + ARROW) / 2, HEAD + left.height / 2
    for x1, y1 in ((start, y), (end - TIP, y - TIP), (end - TIP, y + TIP)):
        sketch.put(Line(x1, y1, end, y, Stroke("ink", CELL_LINE)))
    return sketch.drawing(width, HEAD + left.height)


def _on_table(found: Charted, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the board with a chart, a pawn's way on it, or tokens that change."""
    shown = entries(setting.game)[found.printable]
    board = next(iter(of_kind(setting.game, BoardEntry).values()))
    block = drawings.chart_block(setting.game)
    if found.turn is None or found.after is None:
        plain = _plain(block, setting, "board.cube", "board.cube-note")
        return drawings.table(board, _mouth(found, found.seat, setting, MOUTH), plain, width)
    if isinstance(shown, BoardEntry):
        return drawings.way(found.turn, found.seat.square, board, setting, width)
    kind = found.layout.kinds[found.after.square]
    by = drawings.brings(found.turn, kind, board, setting)
    each = tuple(drawings.changes(found.layout, found.seat, found.after))
    return drawings.changed(each, by, setting, block.tokens)


def _mouth(found: Charted, seat: states.Seat, setting: PrintContext, width: Mm) -> Drawing:
    """Draw a chart with its markers, and green tokens on their spots."""
    block = drawings.chart_block(setting.game, found.printable)
    usual, sketch = _plain(block, setting), Sketch(setting)
    bare = block.draw(usual, Room(MOUTH, MOUTH / block.span))
    cells = {cell.id: cell for cell in all_cells(bare)}
    lying = found.lying(seat).items()
    laid = [(marker, cells[tooth]) for tooth, marker in lying if marker != "none"]
    markers = [(name, one.x + one.width / 2, one.y + one.height / 2) for name, one in laid]
    tokens = spots(cells[TOKENS], min(seat.tokens, block.spots))
    sketch.put(*bare.shapes)
    for name, x, y in (*markers, *((block.tokens, *at) for at in tokens)):
        sketch.place(drawings.piece(name, setting, TOKEN), x - TOKEN / 2, y - TOKEN / 2)
    # What the tokens are for, above their spots.
    pool, how = cells[TOKENS], usual.style.lettering(NUMBER_SIZE, "bold", "ink", "middle")
    sketch.write(setting.text(f"{block.part}.tokens"), pool.x + pool.width / 2, pool.y - NAME, how)
    return scaled(replace(bare, shapes=tuple(sketch.shapes)), width / MOUTH)


def _plain(block: ArchesBlock, setting: PrintContext, *unnamed: str) -> PrintContext:
    """Return the setting in usual type, the tokens unnamed, nothing marked: captions say it."""
    game, language = setting.game, setting.options.language
    head = game.head.model_copy(update={"provenance": ()})
    texts = {**setting.said.texts, **dict.fromkeys((f"{block.part}.tokens", *unnamed), "")}
    said = {**game.said, language: setting.said.model_copy(update={"texts": texts})}
    options = replace(setting.options, large=False)
    return replace(setting, game=replace(game, head=head, said=said), options=options)


WAYS = (1, 2)
VISITED = (states.SUGAR, states.APPOINTMENT, states.BRUSHING, states.HIT)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield numbers of charts before (`position.`) and after (`after.`) a turn, and of laps.

    Of a chart `.points`, `.tokens`, and of each marker `.black.count`, `.black.points` and
    `.black.teeth`, after a turn `.black-none.teeth`; `{laps.1.mean}` are turns with one die a move,
    `{laps.1.sugar}` visits of a kind, `{laps.1.changes}` markers that sugar asks for,
    `{laps.1.tokens}` appointments; `{laps.1.turns.6}` is the chance of a lap of so many turns and
    `{laps.1.turns.6+}` that of as many or more; `{worn.1.5.points}` and `{worn.1.5.black}` are what
    simulated games come to.
    """
    rules = rules_of(game, DentalRules)
    yield Group(("care", "appointments"), partial(_costs, rules))
    for ways in WAYS:
        yield Group.of(f"laps.{ways}", partial(_of_laps, rules, ways))
    yield Group.of("worn", partial(_of_worn, game))
    counted = partial(_position, game, game.said_in(language))
    yield from teaching.of_positions(("position", "after"), positions, counted)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield the teeth of each marker and the tokens, before a turn and after it; none of a way."""
    found, said = Charted(setting.game, position), setting.said
    if isinstance(entries(setting.game)[position.printable], BoardEntry):
        return
    if len(shown := found.shown()) == 1:
        yield f"{found.read(shown[0], said)}."
        return
    for key, seat in zip(("guide.read-before", "guide.read-after"), shown, strict=True):
        yield setting.say(message(key, teeth=found.read(seat, said)))
    wrong = found.wrong() if found.shows == "clash" else ()
    yield from teaching.read((("guide.read-refused", wrong),), setting)


def _costs(rules: DentalRules) -> Pairs:
    layout = rules.layout
    whole, _, following = zip(layout.treatments, layout.costs, strict=True)
    for (stage, _), cost in (whole, following):
        yield f"care.cost.{layout.stages[stage]}", cost
    even, odd = layout.appointments
    each = Mean(mean(rules.odds()["appointment"]))
    yield "appointments.each", {"odd": odd, "even": even, "mean": each}


def _of_worn(game: Game) -> Mapping[str, object]:
    games, found = means(game, "worn", WORN, {})
    every = {"games": grouped(games), "error": margin(*found.values()), "seed": WORN.seed}
    return {"all": every, **{name: told(figure) for name, figure in found.items()}}


@dataclass(frozen=True, slots=True)
class Lap:
    """A lap: the chance of each number of `turns`, mean `visits` of kinds but the first square."""

    turns: Mapping[int, Fraction]
    visits: Mapping[str, Fraction]

    def longer(self, turns: int) -> Fraction:
        """Return the chance of a lap of more turns."""
        return sum((share for n, share in self.turns.items() if n > turns), Fraction(0))


def lap(layout: states.Layout, sums: Mapping[int, Fraction]) -> Lap:
    """Return a lap whose moves have such chances."""
    where = {0: Fraction(1)}
    turns: dict[int, Fraction] = {}
    visits: dict[str, Fraction] = defaultdict(Fraction)
    for turn in range(1, len(layout.squares) + 1):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for square, share in where.items():
            for steps, chance in sums.items():
                after[layout.reached(square, steps)] += share * chance
        if 0 in after:
            turns[turn] = after.pop(0)
        for square, share in after.items():
            visits[layout.kinds[square]] += share
        where = after
    return Lap(turns, visits)


def _of_laps(rules: DentalRules, ways: int) -> Mapping[str, object]:
    found, odds = lap(rules.layout, rules.odds()[f"sum.{ways}"]), rules.odds()
    turns, visits = mean(found.turns), found.visits
    means = {
        **{kind: visits[kind] for kind in VISITED},
        "mean": turns,
        "changes": visits[states.SUGAR] * mean(odds[f"sum.{ways}"]),
        "tokens": visits[states.APPOINTMENT] * mean(odds["appointment"]),
    }
    least, most = min(found.turns), max(found.turns)
    usual, chance = max(found.turns.items(), key=lambda pair: pair[1])
    return {
        **{name: Mean(number) for name, number in means.items()},
        "least": least,
        "most": most,
        "usual": usual,
        "usual.percent": chance,
        "game": round(turns * rules.layout.laps.boxes),
        "turns": {str(n): found.turns.get(n) for n in range(1, most + 1)},
        **{f"turns.{n}+": found.longer(n - 1) for n in range(1, most + 1)},
    }


def needed(layout: states.Layout, teeth: states.Teeth) -> int:
    """Return the tokens that all care would take, after cleaning."""
    clean = layout.cleaned(teeth)
    whole, half, following = layout.treatments
    wanted = {whole: clean.count(whole[0]), half: 0, following: clean.count(following[0])}
    return layout.cost(wanted)


def _seat(found: Charted, seat: states.Seat) -> Mapping[str, object]:
    points, tokens = found.points(seat), needed(found.layout, seat.teeth)
    return {
        "needed": tokens,
        "missing": max(0, tokens - seat.tokens),
        "points": points["total"],
        "tokens": seat.tokens,
        "laps": seat.laps,
        **{
            name: {"count": len(teeth), "teeth": teeth, "points": points.get(name, 0)}
            for name, teeth in found.teeth(seat).items()
        },
    }


def _position(game: Game, said: Sentences, name: str, position: Position) -> Pairs:
    found, at = Charted(game, position), f"position.{name}"
    yield at, _seat(found, found.seat)
    turn, after = found.turn, found.after
    if turn is None or after is None:
        return
    yield f"after.{name}", _seat(found, after)
    changed: dict[str, list[int]] = {}
    ways = zip(found.lying(found.seat).values(), found.lying(after).values(), strict=True)
    for tooth, (one, two) in enumerate(ways, start=1):
        if one != two:
            changed.setdefault(f"{one}-{two}.teeth", []).append(tooth)
    yield f"after.{name}", {**changed, "changed.count": sum(map(len, changed.values()))}
    gained = found.points(after)["total"] - found.points(found.seat)["total"]
    broken = dict.fromkeys(said.rules[refusal.rule] for refusal in found.refused)
    harmed = len(found.layout.teeth) - found.seat.teeth.count(0)
    yield at, {"roll": sum(turn.roll), "sugar": sum(turn.sugar), "harmed": harmed}
    yield at, {"gained": gained, "saved": -gained, "wrong": found.wrong()}
    yield f"{at}.spent", found.seat.tokens - after.tokens
    yield f"{at}.broken", " ".join(broken)
