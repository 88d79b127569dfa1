"""Rounds on a shared counter: positions drawn on the strip, numbers to say, other such races."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product

from generator.documents import teaching
from generator.documents.lesson import Position
from generator.documents.numbers import Group, Pairs
from generator.documents.teaching import Faults, block_of, rules_of, several
from generator.game import Game
from generator.game.parts import Numbers
from generator.game.sentences import Sentences, letters_of
from generator.paper.shapes import Drawing, Mm, set_in
from generator.printables.blocks.numbers import NumbersBlock
from generator.printables.context import PrintContext
from generator.printables.marks import ring, write_in
from generator.rules.family import Refusal, Seating
from generator.rules.findings import Opening
from generator.rules.sheet.count import SEATS, Counting, Layout, Round, Say
from generator.words import Language, message, not_one_of

NOBODY = ["1", "2"]
# The target and the largest step of another race, whose strip is drawn with nothing said yet.
RACE = "race"
# Cells of a line lie no nearer, and there is room for rings about those at the edge.
LEAST_PITCH: Mm = 5.0
MARGIN: Mm = 2.0
# Races that texts may name run to this number, by steps from 1 to so many.
FURTHEST, LONGEST = 100, 10


class Seen:
    """A position as the rules see it: a round after its numbers, refused ones left out.

    `slips` has, by player, the last number said where one to say was in reach, and that one.
    """

    def __init__(self, game: Game, position: Position) -> None:
        """Say the numbers of a position one after the other."""
        turn = position.turn or {}
        self.rules, self.game = rules_of(game, Counting), game
        self.layout = self.rules.layout
        if race := several(turn.get(RACE, [])):
            self.game = _with_strip_to(race[0], game, self.layout.mechanics.strip)
            self.layout = raced(self.layout, *race)
        self.players = tuple(map(str, several(turn.get("players", NOBODY))))
        self.says = tuple(several(turn.get("says", [])))
        variants = frozenset(map(str, several(turn.get("variant", []))))
        self.good = self.layout.to_say(variants)
        self.refusals: tuple[Refusal, ...] = ()
        self.slips: dict[str, tuple[int, int]] = {}
        start = self.rules.start(Seating(self.players, variants))
        state = self.rules.play(start, Opening(1, None))
        for place, number in enumerate(self.says, start=1):
            self.round: Round = state.rounds[-1]
            if (better := self.to_say()) and number not in better:
                self.slips[self.round.next] = number, better[0]
            refusals, state = self.rules.judge(state, Say(1, place, number))
            self.refusals += refusals
        self.round = state.rounds[-1]

    def open(self) -> tuple[int, ...]:
        """Return the numbers that may be said next."""
        return () if self.round.ended else self.rules.layout.replies(self.round.last)

    def to_say(self) -> tuple[int, ...]:
        """Return the numbers to say that are in reach."""
        return tuple(number for number in self.open() if number in self.good)

    def ringed(self, shows: str) -> tuple[str, ...]:
        """Return the cells that a position draws the eye to."""
        cells = self.layout.cells
        if shows == "clash":
            return tuple(dict.fromkeys(one.where for one in self.refusals if one.where))
        shown = {"open": self.open(), "lines": self.good}.get(shows, ())
        return tuple(cells[number] for number in shown if number in cells)


def misfits(game: Game, position: Position) -> Faults:
    """Yield what of a round cannot be read; marks, since all comes from the numbers said."""
    rules = rules_of(game, Counting)
    strip = rules.layout.mechanics.strip
    yield from teaching.undrawable(game, position, NumbersBlock, part=strip)
    known = [name for name in rules.seats() if name]
    yield from teaching.of_turn_alone(position, "players", "says", "variant", RACE)
    turn = position.turn or {}
    if (race := turn.get(RACE)) is not None:
        if len(turn) > 1 or not _is_race(race):
            yield ("turn", RACE), message("guide.turn")
        return
    if any(str(name) not in known for name in several(turn.get("variant", []))):
        yield ("turn", "variant"), not_one_of(str(turn["variant"]), known)
    is_whole = all(type(number) is int for number in several(turn.get("says", [])))
    if not is_whole or len({*map(str, several(turn.get("players", NOBODY)))}) != SEATS:
        yield ("turn",), message("guide.turn")
    elif (position.shows == "clash") != bool(refused := Seen(game, position).refusals):
        yield ("turn",), refused[0].reason if refused else message("guide.turn-allowed")


def _is_race(race: object) -> bool:
    """Tell whether a race is a target and a largest step, of those that texts may name."""
    match race:
        case [int(target), int(most)]:
            return 1 < most < target <= FURTHEST and most <= LONGEST
        case _:
            return False


def _with_strip_to(target: int, game: Game, strip: str) -> Game:
    """Return a game whose strip goes from 1 to another number."""
    row = game.part(strip, Numbers).rows[0]
    longer = row.model_copy(update={"first": 1, "to": target, "numbers": ()})
    parts = {**game.head.parts, strip: Numbers(part="numbers", rows=(longer,))}
    return replace(game, head=game.head.model_copy(update={"parts": parts}))


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:
    """Draw the strip with the numbers of each player in his own shape, and rings about some.

    Where it takes several lines these are as long as one another.
    """
    seen = Seen(setting.game, position)
    setting = replace(setting, game=seen.game)
    block = block_of(setting.game, position.printable, NumbersBlock)
    cells = len(seen.layout.cells)
    lines = -(-cells // min(block.in_line, int(width / LEAST_PITCH)))
    in_line = -(-cells // lines)
    once = {"rounds": 1, "boxes": (), "start": False, "in_line": in_line}
    strip = teaching.drawn_plain(position, setting, NumbersBlock, width - 2 * MARGIN, **once)
    filled = write_in(strip, seen.rules.marks(seen.players, seen.round), setting.style.family.bold)
    colour = "error" if position.shows == "clash" else "ink"
    inside = set_in(filled, width, strip.height + 2 * MARGIN)
    return ring(inside, seen.ringed(position.shows), colour)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for each player's numbers, and what the drawing points at."""
    seen = Seen(setting.game, position)
    for player in seen.players:
        if said := tuple(str(number) for number, who in seen.round.said.items() if who == player):
            yield setting.say(message("guide.read-of-player", player=player, cells=said))
    keys = {"open": "guide.read-open", "clash": "guide.read-clash", "lines": "guide.read-to-say"}
    shown = position.shows
    yield from teaching.read(((keys.get(shown, ""), seen.ringed(shown)),), setting)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the numbers to say, of this race and of others, and those of the positions.

    `{to-say.usual.list}`, `.first`, `.last`, `.before` (the last but one), `.trap` (what may
    follow that one), `.wins`, `.after.5` (the numbers that 5 is the answer to), `.after.none`, and
    `.step`, `.quotient`, `.rest` of the division behind them;
    `{to-say.other.list}` in the variant, `{race.25.4.list}` of the race to 25 by 1 to 4.
    `{knows.2.first}` and `.second` are the chances of whoever knows the last two numbers to say
    against somebody who knows none, `{knows.all.first}` of all. Of a position
    `{position.next.says}`, `.last`, `.next`, `.winner`, `.open`, `.good`, `.broken`, `.slip` (where
    whoever is next went wrong last) and `.better`.
    """
    layout = rules_of(game, Counting).layout
    told = partial(_of_position, game, game.said_in(language))
    yield from teaching.of_positions(("position",), positions, told)
    found = {"usual": layout.to_say()}
    if layout.mechanics.reverse is not None:
        found["other"] = layout.to_say(frozenset({layout.mechanics.reverse}))
    for at, good in found.items():
        yield Group.of(f"to-say.{at}", partial(_to_say, layout, good))
    for target, most in product(range(2, FURTHEST + 1), range(2, LONGEST + 1)):
        yield Group.of(f"race.{target}.{most}", partial(_race, layout, target, most))
    yield Group.of("knows", partial(_known, layout))


def _of_position(game: Game, said: Sentences, name: str, position: Position) -> Pairs:
    seen, at = Seen(game, position), f"position.{name}"
    of, cells = seen.round, seen.rules.layout.cells
    yield at, {str(turn): n for turn, n in enumerate(seen.says, start=1)}
    yield at, {"says": seen.says, "last": of.last, "next": of.next}
    if of.winner is not None:
        yield f"{at}.winner", of.winner
    for key, some in (("open", seen.open()), ("good", seen.to_say())):
        yield f"{at}.{key}", [cells[one] for one in some if one in cells]
    if of.next in seen.slips:
        yield at, dict(zip(("slip", "better"), seen.slips[of.next], strict=True))
    yield f"{at}.broken", teaching.broken(seen.refusals, said)


def _to_say(layout: Layout, good: tuple[int, ...]) -> Mapping[str, object]:
    """Return the numbers to say, and what a division makes of them where steps go from 1 on."""
    game, after = layout.mechanics, dict[str, list[int]]()
    for last in range(game.start, game.target, layout.way):
        best = [number for number in layout.replies(last) if number in good]
        after.setdefault("-".join(map(str, best)) or "none", []).append(last)
    told: dict[str, object] = {"list": good, "after": after}
    if good:
        is_first = good[0] in layout.replies(game.start)
        who = message("guide.beginner-wins" if is_first else "guide.second-wins")
        told |= {"first": good[0], "last": good[-1], "wins": who}
    if len(good) > 1:
        told |= {"before": good[-2], "trap": layout.replies(good[-2])}
    step = max(game.steps) + 1
    if {*game.steps} == {*range(1, step)}:
        quotient, rest = divmod(abs(game.target - game.start), step)
        told |= {"step": step, "quotient": quotient, "rest": rest}
    return told


def raced(layout: Layout, target: int, most: int) -> Layout:
    """Return another race, up from 0 by steps from 1 to `most`, on a strip of its own."""
    (cell, *_), numbers = layout.cells.values(), range(1, target + 1)
    cells = {number: f"{letters_of(cell)}{number}" for number in numbers}
    changed = {"start": 0, "target": target, "steps": (*range(1, most + 1),), "last": "wins"}
    mechanics = layout.mechanics.model_copy(update=changed)
    return replace(layout, mechanics=mechanics, cells=cells)


def _race(layout: Layout, target: int, most: int) -> Mapping[str, object]:
    """Return what is to be known of another race."""
    other = raced(layout, target, most)
    return _to_say(other, other.to_say())


def knowing(layout: Layout, count: int) -> tuple[Fraction, Fraction]:
    """Return the chance to win a round when beginning and when second, by a strategy known in part.

    Whoever knows it says one of the last `count` numbers to say when that is in reach, any allowed
    number else; the other one always says any.
    """
    good = layout.to_say()
    known = good[len(good) - count :]
    wins = Fraction(layout.last_wins(frozenset()))

    @cache
    def chance(last: int, *, knows: bool) -> Fraction:
        """Return the chance of whoever knows, with a number said and him or the other to go on."""
        if layout.is_end(last):
            return 1 - wins if knows else wins
        replies = layout.replies(last)
        chosen = tuple(one for one in replies if knows and one in known) or replies
        return sum((chance(one, knows=not knows) for one in chosen), Fraction(0)) / len(chosen)

    start = layout.mechanics.start
    return chance(start, knows=True), chance(start, knows=False)


def _known(layout: Layout) -> Mapping[str, object]:
    every = [knowing(layout, count) for count in range(len(layout.to_say()) + 1)]
    found = [*((str(n), pair) for n, pair in enumerate(every)), ("all", every[-1])]
    return {name: {"first": first, "second": second} for name, (first, second) in found}


def at_random(layout: Layout, last: int) -> tuple[Fraction, int]:
    """Return the chance of whoever said a number if both go on at random, and in how many ways."""
    if layout.is_end(last):
        return Fraction(layout.last_wins(frozenset())), 1
    after = [at_random(layout, one) for one in layout.replies(last)]
    won = sum((1 - chance for chance, _ in after), Fraction(0))
    return won / len(after), sum(ways for _, ways in after)
