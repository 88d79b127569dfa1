"""Exercises: questions on positions of random play, each with the one answer of the rules."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, product
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from generator.documents.lesson import Position
from generator.documents.position_view import printables_with
from generator.errors import LudokitError
from generator.game import Game
from generator.game.sentences import Sentences
from generator.printables.printable import Block
from generator.rules import AnyRules, companion, load
from generator.rules.findings import TOTAL, RoundOpening
from generator.rules.interface import Seating
from generator.rules.naming import localise, table_names, word_for
from generator.rules.optional import plantable_with, start_for_turns
from generator.rules.planting import wrong_turn
from generator.words import Language, Message, message, numeral, typeset_message

Judge = TypeVar("Judge", bound=AnyRules)
# Exercises are drawn until one has the steps of its level and nobody has it yet, or this often.
TRIES = 300
NO_BREAK = "\u00a0"
LEVELS = (1, 2, 3)
MOST_STEPS = 10**6
# The numbers of steps that a level may take.
Span = range
# A bare answer, as programs and the rules compare it.
Answer = int | str | tuple[str, ...] | Mapping[str, int]
# No game of a classroom takes as many turns.
LONGEST = 3000
# The longest record that can be followed by hand.
MOST_TURNS = 7
# What nobody would note: points or dice below 0.
BELOW_ZERO = re.compile(r"(?<!\w)-\d")
# What words a step, given the state before it, of any type of game.
TurnWording = Callable[[Any, Any], str]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question on a position or a record, and the answer that the rules `found` in `steps`."""

    question: str
    answer: str
    found: Answer
    steps: int
    position: Position | None = None
    record: tuple[str, ...] = ()
    rule: str | None = None
    lines: int = 1


@dataclass(frozen=True, slots=True)
class ExerciseKind:
    """A kind of exercises, the `least` steps of each level; a tall one fills a third of a page."""

    name: str
    least: tuple[int, ...]
    draw: Callable[[Span, Random], Exercise | None]
    is_tall: bool = False

    def span(self, level: int) -> Span:
        """Return the steps that a level may take."""
        bounds = (*self.least, MOST_STEPS)
        return range(bounds[level - 1], bounds[level])

    def make(self, level: int, chance: Random, taken: Sequence[Exercise] = ()) -> Exercise | None:
        """Return an exercise of a level, if possible one that is not taken; None for none."""
        span, spare = self.span(level), None
        for _ in range(TRIES):
            found = self.draw(span, chance)
            if found is not None and found.steps in span:
                if found not in taken:
                    return found
                spare = found
        return spare


class Odds(NamedTuple):
    """An event, by its name, and the `ways` of `every` possible roll in which it happens."""

    name: str
    ways: int
    every: int

    @classmethod
    def of(cls, name: str, chance: Fraction | int, every: int) -> "Odds":
        """Return an event of a probability."""
        return cls(name, int(chance * every), every)

    def __str__(self) -> str:
        plain, least = f"{self.ways}/{self.every}", self.chance
        return plain if least.denominator == self.every else f"{plain} = {least}"

    @property
    def chance(self) -> Fraction:
        """Return the probability."""
        return Fraction(self.ways, self.every)


class ExerciseSource(Generic[Judge]):
    """What one type of game asks of pupils; positions show its `block`."""

    block: ClassVar[type[Block]]

    def __init__(self, rules: Judge, said: Sentences, printable: str) -> None:
        self.rules, self.said, self.printable = rules, said, printable
        # As many as the rules take by default, and one more name for each that the language lacks.
        names, wanted = table_names(said.language), rules.default_player_count()
        self.players = Seating((*names[:wanted], *map(str, range(len(names), wanted))))

    @classmethod
    def printables(cls, rules: Judge) -> Sequence[str]:
        """Return what positions of a game can be drawn from."""
        return printables_with(rules.game, cls.block)

    def kinds(self) -> tuple[ExerciseKind, ...]:
        """Return the kinds of exercises that suit the game."""
        return ()

    def say(self, words: Message) -> str:
        """Return words in the language of the paper, with the game's own labels."""
        return typeset_message(localise(words, self.said), self.said.language)

    def cells(self, cells: Iterable[str]) -> str:
        """Return cells by what is printed for them."""
        return ", ".join(map(self.said.label, cells))

    def word(self, kind: str, name: str) -> str:
        """Return the word of the game for something of a kind: a card, a part of the score."""
        return word_for(kind, name, self.said)

    def position(self, **facts: Any) -> Position:
        """Return a position as it is drawn with a question."""
        title = self.said.title
        return Position(**{"printable": self.printable, "alt": title, "caption": title} | facts)

    def random_game(self, chance: Random) -> Iterator[tuple[Any, Any, Any]]:
        """Yield the turns of a random game: the state before, what was done, the state after."""
        state = self.rules.start(self.players)
        for _ in range(LONGEST):
            step = self.rules.random_turn(state, chance)
            after = self.rules.play(state, step)
            yield state, step, after
            state = after
            if self.rules.outcome(state).is_finished:
                return

    def points_in_words(self, points: Mapping[str, int]) -> str:
        """Return a total, and after it each part of the score by its name."""
        own = score_parts(points).items()
        named = ", ".join(f"{self.word('score', name)} {numeral(n)}" for name, n in own)
        return self.say(message("exercise.points", total=points[TOTAL], parts=named))

    def ask_for_chance(
        self,
        chosen: Sequence[Odds],
        keys: tuple[str, ...],
        at: Position | None = None,
        **named: str | int,
    ) -> Exercise | None:
        """Ask for the chance of one event (first key), or which of two is likelier (last key)."""
        if not chosen:
            return None
        steps, best = sum(one.every for one in chosen), max(chosen, key=lambda one: one.chance)
        names = dict(zip(("one", "two"), (one.name for one in chosen), strict=False)) | named
        if len(chosen) == 1:
            asked = self.say(message(keys[0], every=steps, **names))
            return Exercise(asked, str(best), f"{best.ways}/{best.every}", steps, at)
        every = ", ".join(f"{one.name} {one}" for one in chosen)
        key = self.say(message("exercise.better", best=best.name, every=every))
        return Exercise(self.say(message(keys[-1], **names)), key, best.name, steps, at, lines=2)

    def record_kind(self, tells: TurnWording, *, but: Collection[str] = ()) -> ExerciseKind:
        """Return exercises on records, `but` for rules whose breach a few turns do not show."""
        rules = tuple(rule for rule in plantable_with(self.rules, self.players) if rule not in but)
        return ExerciseKind("record", (3, 4, 6), partial(self._record_exercise, tells, rules))

    def _record_exercise(
        self, tells: TurnWording, broken: Sequence[str], span: Span, chance: Random
    ) -> Exercise | None:
        """Ask which turn of a record breaks a rule, and which rule; the steps are its turns."""
        if not broken:
            return None
        rules, rule = self.rules, chance.choice(broken)
        count = chance.randint(span.start, min(span.stop - 1, MOST_TURNS))
        wrong, lines, steps = chance.randrange(1, count), list[str](), list[Any]()
        state = start_for_turns(rules, self.players, count + 1)
        while len(lines) < count:
            step = rules.random_turn(state, chance)
            is_opening, is_wrong = isinstance(step, RoundOpening), False
            if not is_opening and len(lines) == wrong:
                step = wrong_turn(rules, state, tuple(steps), [rule], chance)
                is_wrong = True
            if step is None or (lines and is_opening):
                return None
            refusals, after = rules.judge(state, step)
            # What follows from the error is no error of its own, but a second answer.
            if len(refusals) != is_wrong or rules.outcome(after).is_finished:
                return None
            told = "" if is_opening else tells(state, step)
            if BELOW_ZERO.search(told):
                return None
            lines += [told] if told else []
            steps.append(step)
            state = after
        asked, at = self.say(message("exercise.record")), wrong + 1
        return Exercise(asked, str(at), at, count, record=tuple(lines), rule=rule, lines=2)

    def turn_in_words(self, _: Any, turn: Any) -> str:
        """Return a turn as its fields stand in a record, in the language of the paper."""
        fields = turn.fields()
        who = fields.pop("player", "")
        named = ((self._field(name), self._value(one)) for name, one in fields.items())
        # What is short stays on the line of its name.
        told = (f"{name}{' ' if ' ' in held else NO_BREAK}{held}".rstrip() for name, held in named)
        return self.say(message("exercise.turn-of", player=who, done=" · ".join(told)))

    def _field(self, name: str) -> str:
        return self.said.words.get("colours", {}).get(name) or self.said.field_word(name)

    def _value(self, found: Any) -> str:
        match found:
            case Mapping():
                held = found.items()
                named = (f"{self._field(name)} {self._value(one)}".rstrip() for name, one in held)
                return ", ".join(named)
            case list() if any(isinstance(one, list | Mapping) for one in found):
                return " / ".join(map(self._value, found))
            case list():
                return NO_BREAK.join(map(self._value, found))
            case True:
                return ""
            case _:
                return self.said.label(str(found))


def score_parts(points: Mapping[str, int]) -> Mapping[str, int]:
    """Return the parts that a total is added up from."""
    return {name: n for name, n in points.items() if name != TOTAL}


def pick_odds(odds: Iterable[Odds], span: Span, chance: Random) -> Sequence[Odds]:
    """Return an uncertain event whose rolls are in a span, else an unlike pair so, or ()."""
    open_ = [one for one in odds if 0 < one.ways < one.every]
    if alone := [(one,) for one in open_ if one.every in span]:
        return chance.choice(alone)
    pairs = (pair for pair in combinations(open_, 2) if sum(one.every for one in pair) in span)
    return chance.choice([(one, two) for one, two in pairs if one.chance != two.chance] or [()])


@dataclass(frozen=True, slots=True)
class NumberedExercise:
    """An exercise of a class; its id has the level and the pupil's number: `2-07`."""

    id: str
    kind: str
    level: int
    exercise: Exercise


def exercise_kinds(game: Game, language: Language) -> tuple[ExerciseKind, ...]:
    """Return a game's kinds of exercises; none where nothing judges it or draws its positions."""
    module = companion(game, "exercises")
    if module is None:
        return ()
    source: type[ExerciseSource[Any]] = module.Exercises
    rules = load(game)
    drawn = source.printables(rules)
    return source(rules, game.sentences_in(language), drawn[0]).kinds() if drawn else ()


@lru_cache(maxsize=4)  # for the pages and for their key
def class_set(
    game: Game, language: Language, seed: int, pupils: int
) -> tuple[tuple[NumberedExercise, ...], ...]:
    """Return an exercise of each level for each pupil, seldom one twice; or LudokitError."""
    every, chance = exercise_kinds(game, language), _chance(game, seed)
    order = _shuffled_kinds(every, chance)
    taken, pages = list[Exercise](), []
    for pupil in range(1, pupils + 1):
        page = []
        for level in LEVELS:
            own = _chance(game, seed, level, pupil)
            # A kind that has no such level leaves it to the next one, and that to the next level.
            turned = (*order[level - 1 :], *order[: level - 1])
            near = sorted(LEVELS, key=lambda other: abs(other - level))
            drawn = (
                NumberedExercise(f"{level}-{pupil:02}", kind.name, other, one)
                for other, kind in product(near, turned)
                if (one := kind.make(other, own, taken)) is not None
            )
            if (found := next(drawn, None)) is None:
                raise LudokitError(message("exercise.none", game=game.name))
            taken.append(found.exercise)
            page.append(found)
        pages.append(tuple(page))
    return tuple(pages)


def _shuffled_kinds(every: Sequence[ExerciseKind], chance: Random) -> list[ExerciseKind]:
    """Return kinds in random order, such that those of the three levels are not all tall."""
    order = chance.sample(every, len(every))
    low = next((n for n, kind in enumerate(order) if not kind.is_tall), 0)
    if low >= len(LEVELS):
        high = chance.randrange(len(LEVELS))
        order[low], order[high] = order[high], order[low]
    return order


def _chance(game: Game, *numbers: int) -> Random:
    # A text as seed is the same for every Python.
    return Random(" ".join((game.name, *map(str, numbers))))
