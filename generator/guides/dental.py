"""What a game on a circuit brings to its guides: charts before and after a turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil

from generator.game import Game
from generator.game.parts import Markers
from generator.guides import numbers as wordings
from generator.guides import teaching
from generator.guides.laps import SEED, Lap, Worn, games_for, lap, worn
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, decimal, labels, listed, mean, percent, under
from generator.guides.teaching import (
    Computed,
    Table,
    of_positions,
    rules_of,
    turn_of,
    undrawable,
    unturned,
)
from generator.paper.marks import ring
from generator.paper.page import all_cells
from generator.paper.shapes import CELL_LINE, Drawing, Line, Mm, Placed, Stroke
from generator.paper.text import LABEL
from generator.printables.blocks.mouth import NUMBER_SIZE, TOKEN, TOKENS, ArchesBlock, spots
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.printables.sketch import Sketch, token
from generator.reading.nodes import Path
from generator.rules.dental import DentalRules
from generator.rules.dental import state as states
from generator.rules.family import Refusal, Seating
from generator.words import Language, Message, message, not_one_of, say

PLAYER, OTHER = "a", "b"
SEAT = ("square", "laps", "tokens", "cube")


class Charted:
    """A position as the rules see it: a player's seat, and after its turn, refused or not."""

    def __init__(self, game: Game, position: Position) -> None:
        """Play the turn of a position, if any; ValidationError where it is none."""
        self.game, self.shows, self.rules = game, position.shows, rules_of(game, DentalRules)
        self.layout, stages = self.rules.layout, self.rules.layout.stages
        marks = tuple(stages.index(position.marks.get(one, "none")) for one in self.layout.teeth)
        others = {name: value for name, value in position.seat.items() if name != "cube"}
        self.seat = states.Seat(marks, **others)
        self.turn: states.Turn | None = None
        self.refused: tuple[Refusal, ...] = ()
        self.after: states.Seat | None = None
        if position.turn is None:
            return
        self.turn = turn = turn_of(position, self.rules)
        # The variants without which the turn could not be.
        wanted = {states.TWO_DICE: len(turn.roll) > 1, states.COOPERATIVE: turn.gives}
        variants = frozenset(name for name, is_so in wanted.items() if is_so)
        state = self.rules.start(Seating((PLAYER, OTHER), variants))
        cube = PLAYER if position.seat.get("cube") else None
        state = replace(state, seats={**state.seats, PLAYER: self.seat}, cube=cube)
        self.refused, after = self.rules.judge(state, turn)
        self.after = after.seats[PLAYER]

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

    def read(self, seat: states.Seat, language: Language) -> str:
        """Return every marker with its teeth, and the tokens, in words."""
        texts, lines = self.game.said_in(language).texts, []
        for name, teeth in self.teeth(seat).items():
            if teeth and name != "none":
                marker = texts[f"marker.{name}"]
                lines.append(message("guide.read-markers", marker=marker, teeth=teeth))
        if seat.tokens:
            tokens = texts[f"{self.layout.part}.tokens"]
            lines.append(message("guide.read-tokens", tokens=tokens, count=str(seat.tokens)))
        lines = lines or [message("guide.read-none")]
        return wordings.chained((say(line, language) for line in lines), language)


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield what the game does not have, and a turn refused unless the position shows clashes."""
    layout = rules_of(game, DentalRules).layout
    found = list(undrawable(game, position, ArchesBlock))
    for tooth, marker in position.marks.items():
        if tooth not in layout.teeth:
            found.append((("marks", tooth), not_one_of(tooth, layout.teeth)))
        elif marker not in layout.stages[1:]:
            found.append((("marks", tooth), not_one_of(marker, layout.stages[1:])))
    strange = (name for name in position.seat if name not in SEAT)
    found += ((("seat", name), not_one_of(name, SEAT)) for name in strange)
    yield from found or unturned(position, lambda: Charted(game, position).refused)


# A mouth is drawn as wide as its tokens need, then made smaller.
MOUTH: Mm = 150.0
NAME: Mm = 2.6
ALONE: Mm = 69.0
PAIR: Mm = 150.0
BETWEEN: Mm = 10.0
HEAD: Mm = 5.0
ARROW: Mm = 6.0
TIP: Mm = 1.4


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw a position; where it has a turn, before and after, unless it shows the start only."""
    found = Charted(setting.game, position)
    if found.after is None or found.shows == "start":
        return _mouth(found, found.seat, setting, setting.style.length(ALONE))
    # The chart before the turn at the left of the chart after it, an arrow between them.
    width = max(width, PAIR)
    one, sketch = (width - BETWEEN) / 2, Sketch(setting)
    left, right = (_mouth(found, seat, setting, one) for seat in (found.seat, found.after))
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


def _mouth(found: Charted, seat: states.Seat, setting: PrintContext, width: Mm) -> Drawing:
    """Draw a chart with its markers, and green tokens on their spots."""
    block = teaching.block_of(setting.game, setting.printable, ArchesBlock)
    usual, sketch = _plain(block, setting), Sketch(setting)
    bare = block.draw(usual, Room(MOUTH, MOUTH / block.span))
    cells = {cell.id: cell for cell in all_cells(bare)}
    parts = (part for part in setting.game.head.parts.values() if isinstance(part, Markers))
    colours = {one.id: one.colour for part in parts for one in part.all()}
    laid = [
        (marker, cells[tooth]) for tooth, marker in found.lying(seat).items() if marker != "none"
    ]
    markers = [(name, one.x + one.width / 2, one.y + one.height / 2) for name, one in laid]
    tokens = spots(cells[TOKENS], min(seat.tokens, block.spots))
    sketch.put(*bare.shapes)
    for name, x, y in (*markers, *((block.tokens, *at) for at in tokens)):
        drawn = token(setting, colours.get(name, name), setting.said.label(name), TOKEN)
        sketch.place(drawn, x - TOKEN / 2, y - TOKEN / 2)
    # What the tokens are for, above their spots.
    pool, how = cells[TOKENS], usual.style.lettering(NUMBER_SIZE, "bold", "ink", "middle")
    words = setting.text(f"{block.part}.tokens")
    sketch.write(words, pool.x + pool.width / 2, pool.y - NAME, how)
    full = replace(bare, shapes=tuple(sketch.shapes))
    scale = width / MOUTH
    return Drawing(width, full.height * scale, (Placed(full, 0.0, 0.0, scale=scale),))


def _plain(block: ArchesBlock, setting: PrintContext) -> PrintContext:
    """Return the setting in usual type, the tokens unnamed, nothing marked: captions say it."""
    game, language = setting.game, setting.options.language
    head = game.head.model_copy(update={"provenance": ()})
    texts = {**setting.said.texts, f"{block.part}.tokens": ""}
    said = {**game.said, language: setting.said.model_copy(update={"texts": texts})}
    options = replace(setting.options, large=False)
    return replace(setting, game=replace(game, head=head, said=said), options=options)


WAYS = (1, 2)
VISITED = (states.SUGAR, states.APPOINTMENT, states.BRUSHING, states.HIT)
# A table of turns ends where longer laps are this rare; its last row holds them all.
RARE = Fraction(1, 100)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield numbers of charts before (`position.`) and after (`after.`) a turn, and of laps.

    Of a chart `.points`, `.tokens`, and of each marker `.black.count`, `.black.points` and
    `.black.teeth`, after a turn `.black-none.teeth`; `{laps.1.mean}` are turns with one die a move,
    `{laps.1.sugar}` visits of a kind, `{laps.1.changes}` markers that sugar asks for,
    `{laps.1.tokens}` appointments; `{worn.1.5.points}` is what simulated games come to.
    """
    rules = rules_of(game, DentalRules)
    yield Group(("care", "appointments"), partial(_costs, rules, language))
    for ways in WAYS:
        yield Group((f"laps.{ways}",), partial(_of_laps, rules, ways, language))
    yield Group(("worn",), partial(_of_worn, rules.layout, language))
    told = partial(_position, game, language)
    yield from of_positions(("position", "after"), positions, told)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield the teeth of each marker and the tokens, before a turn and after it."""
    found, language = Charted(setting.game, position), setting.options.language
    if found.after is None or found.shows == "start":
        yield f"{found.read(found.seat, language)}."
        return
    for key, seat in (("guide.read-before", found.seat), ("guide.read-after", found.after)):
        yield setting.say(message(key, teeth=found.read(seat, language)))
    if found.shows == "clash" and (teeth := found.wrong()):
        told = tuple(map(setting.said.label, teeth))
        yield setting.say(message("guide.read-refused", teeth=told))


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return `turns` and `visits` of a lap, both exact, and the simulated `worn`."""
    rules = rules_of(game, DentalRules)

    def laps() -> tuple[Lap, ...]:
        return tuple(_lap(rules, ways) for ways in WAYS)

    return {
        "turns": lambda: _turns(laps(), language),
        "visits": lambda: _visits(game, rules.layout, laps(), language),
        "worn": lambda: _worn(rules.layout, language),
    }


def _lap(rules: DentalRules, ways: int) -> Lap:
    return lap(rules.layout, rules.odds()[f"sum.{ways}"])


def _costs(rules: DentalRules, language: Language) -> Pairs:
    layout = rules.layout
    whole, _, following = zip(layout.treatments, layout.costs, strict=True)
    for (stage, _), cost in (whole, following):
        yield f"care.cost.{layout.stages[stage]}", str(cost)
    even, odd = layout.appointments
    each = decimal(mean(rules.odds()["appointment"]), language)
    yield from under("appointments.each", odd=odd, even=even, mean=each)


def _of_worn(layout: states.Layout, language: Language) -> Pairs:
    games = say(message("plan.number", n=games_for(layout)), language)
    error = max(after.error for ways in WAYS for after in worn(layout, ways))
    told = decimal(Fraction(ceil(error * 10), 10), language)
    yield from under("worn.all", games=games, error=told, seed=SEED)
    for ways in WAYS:
        for number, after in enumerate(worn(layout, ways), start=1):
            yield f"worn.{ways}.{number}.points", decimal(after.points, language)


def _of_laps(rules: DentalRules, ways: int, language: Language) -> Pairs:
    found, odds, turns = _lap(rules, ways), rules.odds(), mean(_lap(rules, ways).turns)
    usual, chance = max(found.turns.items(), key=lambda pair: pair[1])
    means = {
        **{kind: found.visits[kind] for kind in VISITED},
        "mean": turns,
        "changes": found.visits[states.SUGAR] * mean(odds[f"sum.{ways}"]),
        "tokens": found.visits[states.APPOINTMENT] * mean(odds["appointment"]),
    }
    yield from under(
        f"laps.{ways}",
        **{name: decimal(number, language) for name, number in means.items()},
        game=round(turns * rules.layout.laps.boxes),
        least=min(found.turns),
        most=max(found.turns),
        usual=usual,
        usual_percent=percent(chance, language),
    )


def _seat(at: str, found: Charted, seat: states.Seat, language: Language) -> Pairs:
    layout, points = found.layout, found.points(seat)
    # The tokens that all care after cleaning would take.
    clean = layout.cleaned(seat.teeth)
    whole, half, following = layout.treatments
    wanted = {whole: clean.count(whole[0]), half: 0, following: clean.count(following[0])}
    needed = layout.cost(wanted)
    yield from under(
        at,
        points=points["total"],
        tokens=seat.tokens,
        needed=needed,
        missing=max(0, needed - seat.tokens),
        laps=seat.laps,
        laid=found.read(seat, language),
    )
    words = found.game.said_in(language).words["markers"]
    yield from ((f"{at}.{tooth}", words[marker]) for tooth, marker in found.lying(seat).items())
    for name, teeth in found.teeth(seat).items():
        told, worth = listed(teeth, language), points.get(name, 0)
        yield from under(f"{at}.{name}", count=len(teeth), teeth=told, points=worth)


def _position(game: Game, language: Language, name: str, position: Position) -> Pairs:
    found, at = Charted(game, position), f"position.{name}"
    yield from _seat(at, found, found.seat, language)
    turn, after = found.turn, found.after
    if turn is None or after is None:
        return
    yield from _seat(f"after.{name}", found, after, language)
    changed: dict[str, list[int]] = {}
    ways = zip(found.lying(found.seat).values(), found.lying(after).values(), strict=True)
    for tooth, (one, two) in enumerate(ways, start=1):
        if one != two:
            changed.setdefault(f"{one}-{two}", []).append(tooth)
    yield f"after.{name}.changed.count", str(sum(map(len, changed.values())))
    for way, teeth in changed.items():
        yield f"after.{name}.{way}.teeth", listed(teeth, language)
    gained = found.points(after)["total"] - found.points(found.seat)["total"]
    said = game.said_in(language)
    yield from under(
        at,
        roll=sum(turn.roll),
        sugar=sum(turn.sugar),
        spent=found.seat.tokens - after.tokens,
        gained=gained,
        saved=-gained,
        broken=" ".join(dict.fromkeys(said.rules[refusal.rule] for refusal in found.refused)),
        wrong=labels(found.wrong(), said),
    )


def _turns(laps: tuple[Lap, ...], language: Language) -> Computed:
    last = max(min(n for n in one.turns if one.longer(n) < RARE) for one in laps)
    span = range(min(min(one.turns) for one in laps), last)
    chances = [
        [*(one.turns.get(n, Fraction(0)) for n in span), one.longer(last - 1)] for one in laps
    ]
    names = [*map(str, span), f"{last}+"]

    def high(name: str, chance: Fraction) -> teaching.Bar:
        bar = teaching.bar(name, chance, language)
        return bar if chance >= wordings.LEAST_SHARE else replace(bar, words="")

    rows = (
        (name, *(wordings.share(chance, language) if chance else "–" for chance in row))
        for name, *row in zip(names, *chances, strict=True)
    )
    return Computed(tuple(rows), tuple(tuple(map(high, names, of)) for of in chances))


def _visits(game: Game, layout: states.Layout, laps: Sequence[Lap], language: Language) -> Computed:
    texts = game.said_in(language).texts
    rows = []
    for kind in VISITED:
        means = (decimal(one.visits[kind], language) for one in laps)
        rows.append((texts[f"square.{kind}"], str(layout.kinds.count(kind)), *means))
    return Computed(tuple(rows))


def _worn(layout: states.Layout, language: Language) -> Computed:
    # Care comes after cleaning: no other marker is left.
    _, (first, following), _ = layout.treatments
    left = [layout.stages[stage] for stage in (following, first)]

    def row(number: int, after: Sequence[Worn]) -> tuple[str, ...]:
        means = (mean for one in after for mean in (*(one.markers[n] for n in left), one.points))
        return str(number), *(decimal(one, language) for one in means)

    laps = tuple(worn(layout, ways) for ways in WAYS)
    rows = (row(number, after) for number, after in enumerate(zip(*laps, strict=True), start=1))
    points = ([(after.points, decimal(after.points, language)) for after in one] for one in laps)
    panels = (tuple(teaching.Bar(str(n), *one) for n, one in enumerate(of, 1)) for of in points)
    return Computed(tuple(rows), tuple(panels))
