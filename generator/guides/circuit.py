"""What a game on a circuit brings to its guides: charts, laps, and what becomes of the teeth."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil

from generator.game import Game
from generator.game.parts import Dice
from generator.guides.charted import Charted, charted, misfits
from generator.guides.laps import GAMES, SEED, Lap, Worn, lap, worn
from generator.guides.lesson import Position
from generator.guides.mouths import drawing, refused_teeth
from generator.guides.numbers import Pairs, chained, decimal, listed, percent
from generator.guides.parts import rules_of
from generator.guides.tables import Bar, Computed
from generator.printables.setting import Setting
from generator.rules.circuit import CircuitRules
from generator.rules.circuit.layout import Layout
from generator.rules.circuit.names import APPOINTMENT, BRUSHING, HIT, SUGAR
from generator.rules.circuit.state import Seat
from generator.rules.circuit.teeth import Care, cleaned
from generator.words import Language, message, say

__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]

WAYS = (1, 2)
# A table of turns ends where longer laps are this rare; its last row holds them all.
RARE = Fraction(1, 100)
# One decimal of a percentage says nothing of what is rarer.
LEAST = Fraction(1, 1000)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Mapping[str, str]:
    """Return numbers of charts before (`position.`) and after (`after.`) a turn, and of laps.

    Of a chart `.points`, `.tokens`, and of each marker `.black.count`, `.black.points` and
    `.black.teeth`, after a turn `.black-none.teeth`; `{laps.1.mean}` are turns with one die a move,
    `{laps.1.sugar}` visits of a kind, `{laps.1.changes}` markers that sugar asks for,
    `{laps.1.tokens}` appointments; `{worn.1.5.points}` is what simulated games come to.
    """
    found: dict[str, str] = dict(_laps(game, language))
    for name, position in positions.items():
        if any(misfits(game, position)):
            continue
        chart = charted(game, position)
        found |= dict(_seat(f"position.{name}", chart, chart.seat, game, language))
        if chart.after is not None:
            found |= dict(_turn(name, chart, chart.after, game, language))
    return found


def read_out(position: Position, setting: Setting) -> Iterator[str]:
    """Yield the teeth of each marker and the tokens, before a turn and after it."""
    found = charted(setting.game, position)
    if found.after is None or position.shows == "start":
        yield f"{_read(found, found.seat, setting.game, setting.options.language)}."
        return
    for key, seat in (("guide.read-before", found.seat), ("guide.read-after", found.after)):
        words = _read(found, seat, setting.game, setting.options.language)
        yield setting.say(message(key, teeth=words))
    if position.shows == "clash" and (teeth := refused_teeth(found)):
        labels = tuple(setting.said.label(tooth) for tooth in teeth)
        yield setting.say(message("guide.read-refused", teeth=labels))


def tables(game: Game, language: Language) -> Mapping[str, Computed]:
    """Return `turns` and `visits` of a lap, both exact, and the simulated `worn`."""
    rules = rules_of(game, CircuitRules)
    laps = tuple(_lap(rules, ways) for ways in WAYS)
    return {
        "turns": _turns(laps, language),
        "visits": _visits(game, rules, laps, language),
        "worn": _worn(rules, tuple(worn(game, ways) for ways in WAYS), language),
    }


def _lap(rules: CircuitRules, ways: int) -> Lap:
    dice = Dice(part="dice", dice=tuple("ab"[:ways]), sides=rules.layout.sides)
    return lap(rules.layout, dice.sums(ways))


def _laps(game: Game, language: Language) -> Pairs:
    rules = rules_of(game, CircuitRules)
    face = Fraction(rules.layout.sides + 1, 2)
    odd, even = rules.layout.appointments[1], rules.layout.appointments[0]
    first, following = rules.layout.costs
    yield f"care.cost.{rules.layout.stages[rules.layout.first]}", str(first)
    yield f"care.cost.{rules.layout.stages[rules.layout.next]}", str(following)
    yield "appointments.each.odd", str(odd)
    yield "appointments.each.even", str(even)
    yield "appointments.each.mean", decimal(Fraction(odd + even, 2), language)
    yield "worn.all.games", say(message("plan.number", n=GAMES), language)
    error = max(after.error for ways in WAYS for after in worn(game, ways))
    yield "worn.all.error", decimal(Fraction(ceil(error * 10), 10), language)
    yield "worn.all.seed", str(SEED)
    for ways in WAYS:
        found, at = _lap(rules, ways), f"laps.{ways}"
        yield f"{at}.mean", decimal(found.mean(), language)
        yield f"{at}.game", str(round(found.mean() * rules.layout.laps.boxes))
        yield f"{at}.least", str(min(found.turns))
        yield f"{at}.most", str(max(found.turns))
        usual, chance = max(found.turns.items(), key=lambda pair: pair[1])
        yield f"{at}.usual", str(usual)
        yield f"{at}.usual.percent", percent(chance, language)
        for kind in (SUGAR, APPOINTMENT, BRUSHING, HIT):
            yield f"{at}.{kind}", decimal(found.visits.get(kind, Fraction(0)), language)
        yield f"{at}.changes", decimal(found.visits[SUGAR] * face * ways, language)
        yield f"{at}.tokens", decimal(found.visits[APPOINTMENT] * Fraction(odd + even, 2), language)
        for number, after in enumerate(worn(game, ways), start=1):
            yield f"worn.{ways}.{number}.points", decimal(after.points, language)


def _seat(at: str, found: Charted, seat: Seat, game: Game, language: Language) -> Pairs:
    layout, points = found.rules.layout, found.points(seat)
    words = game.said_in(language).words["markers"]
    yield f"{at}.points", str(points["total"])
    yield f"{at}.tokens", str(seat.tokens)
    needed = all_care(layout, seat)
    yield f"{at}.needed", str(needed)
    yield f"{at}.missing", str(max(0, needed - seat.tokens))
    yield f"{at}.laps", str(seat.laps)
    for tooth, stage in zip(layout.teeth, seat.teeth, strict=True):
        yield f"{at}.{tooth}", words[layout.stages[stage]]
    yield f"{at}.laid", _read(found, seat, game, language)
    for stage, name in enumerate(layout.stages):
        teeth = [str(tooth) for tooth, one in enumerate(seat.teeth, start=1) if one == stage]
        yield f"{at}.{name}.count", str(len(teeth))
        yield f"{at}.{name}.teeth", listed(teeth, language)
        yield f"{at}.{name}.points", str(points.get(name, 0))


def all_care(layout: Layout, seat: Seat) -> int:
    """Return the tokens that all care after cleaning would take."""
    clean = cleaned(layout, seat.teeth)
    return Care(clean.count(layout.first), 0, clean.count(layout.next)).cost(layout)


def _turn(name: str, found: Charted, after: Seat, game: Game, language: Language) -> Pairs:
    turn, at = found.turn, f"position.{name}"
    if turn is None:
        return
    yield from _seat(f"after.{name}", found, after, game, language)
    changed: dict[str, list[str]] = {}
    stages = found.rules.layout.stages
    for tooth, (one, two) in enumerate(zip(found.seat.teeth, after.teeth, strict=True), start=1):
        if one != two:
            changed.setdefault(f"{stages[one]}-{stages[two]}", []).append(str(tooth))
    yield f"after.{name}.changed.count", str(sum(map(len, changed.values())))
    for way, teeth in changed.items():
        yield f"after.{name}.{way}.teeth", listed(teeth, language)
    yield f"{at}.roll", str(sum(turn.roll))
    yield f"{at}.sugar", str(sum(turn.sugar))
    yield f"{at}.spent", str(found.seat.tokens - after.tokens)
    yield f"{at}.gained", str(found.points(after)["total"] - found.points(found.seat)["total"])
    yield f"{at}.saved", str(found.points(found.seat)["total"] - found.points(after)["total"])
    said = game.said_in(language)
    rules = dict.fromkeys(said.rules[refusal.rule] for refusal in found.refused)
    yield f"{at}.broken", " ".join(rules)
    yield f"{at}.wrong", listed([said.label(t) for t in refused_teeth(found)], language)


def _read(found: Charted, seat: Seat, game: Game, language: Language) -> str:
    """Return every marker with its teeth, and the tokens, in words."""
    texts, layout = game.said_in(language).texts, found.rules.layout
    lines = []
    for stage, name in enumerate(layout.stages):
        teeth = tuple(str(tooth) for tooth, one in enumerate(seat.teeth, start=1) if one == stage)
        if stage and teeth:
            lines.append(message("guide.read-markers", marker=texts[f"marker.{name}"], teeth=teeth))
    if seat.tokens:
        tokens = texts[f"{layout.part}.tokens"]
        lines.append(message("guide.read-tokens", tokens=tokens, count=str(seat.tokens)))
    lines = lines or [message("guide.read-none")]
    return chained((say(line, language) for line in lines), language)


def _turns(laps: tuple[Lap, ...], language: Language) -> Computed:
    last = max(min(n for n in one.turns if _longer(one, n) < RARE) for one in laps)
    span = range(min(min(one.turns) for one in laps), last + 1)

    def share(one: Lap, turns: int) -> Fraction:
        return _longer(one, turns - 1) if turns == last else one.turns.get(turns, Fraction(0))

    def name(turns: int) -> str:
        return f"{turns}+" if turns == last else str(turns)

    def words(chance: Fraction) -> str:
        return decimal(chance * 100, language) if chance >= LEAST else ""

    rows = ((name(n), *(_percent(share(one, n), language) for one in laps)) for n in span)
    panels = (
        tuple(Bar(name(n), share(one, n), words(share(one, n))) for n in span) for one in laps
    )
    return Computed(tuple(rows), tuple(panels))


def _percent(chance: Fraction, language: Language) -> str:
    """Return a chance, however small; a dash for none."""
    if not chance:
        return "–"
    return percent(chance, language) if chance >= LEAST else f"< {percent(LEAST, language)}"


def _longer(one: Lap, turns: int) -> Fraction:
    """Return the chance of a lap of more turns."""
    return sum((share for n, share in one.turns.items() if n > turns), Fraction(0))


def _visits(game: Game, rules: CircuitRules, laps: Iterable[Lap], language: Language) -> Computed:
    kinds = (SUGAR, APPOINTMENT, BRUSHING, HIT)
    names = {kind: game.said_in(language).texts[f"square.{kind}"] for kind in kinds}
    squares = [square.kind for square in rules.layout.circuit.squares]
    laps = tuple(laps)
    rows = (
        (
            names[kind],
            str(squares.count(kind)),
            *(decimal(one.visits.get(kind, Fraction(0)), language) for one in laps),
        )
        for kind in kinds
    )
    return Computed(tuple(rows))


def _worn(rules: CircuitRules, ways: tuple[tuple[Worn, ...], ...], language: Language) -> Computed:
    layout = rules.layout
    # Care comes after cleaning: no other marker is left.
    left = [layout.stages[stage] for stage in (layout.next, layout.first)]

    def row(number: int) -> Iterator[str]:
        yield str(number + 1)
        for one in ways:
            after = one[number]
            yield from (decimal(after.markers[name], language) for name in left)
            yield decimal(after.points, language)

    rows = tuple(tuple(row(number)) for number in range(len(ways[0])))
    panels = (
        tuple(
            Bar(str(n), after.points, decimal(after.points, language))
            for n, after in enumerate(one, start=1)
        )
        for one in ways
    )
    return Computed(rows, tuple(panels))
