"""Exercises: questions on positions of random play, each with the one answer of the rules.

What kinds a type of game has is data: `exercises.yaml` beside its rules says what each trains and
the bounds of its variables at each difficulty; `Exercises` in `exercises` has a method for each.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

from generator.documents.exercises.drawn import FillInTable, NotedTurn
from generator.documents.health import LocalAdvice
from generator.documents.lesson import Position
from generator.documents.position_view import printables_with
from generator.errors import LudokitError
from generator.game import Game
from generator.game.countries import (
    NONE,
    LocalContent,
    Skill,
    country_for,
    country_of_year,
    is_for,
    skills_for,
    year_words,
    years_of,
)
from generator.game.facts import Facts, Id, SchoolAge
from generator.game.sentences import Sentences
from generator.printables.context import Options
from generator.printables.printable import USUAL_PUPILS, Block
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.rules import AnyRules, companion, load
from generator.rules.findings import TOTAL, RoundOpening
from generator.rules.interface import Refusal, Seating
from generator.rules.naming import localise, table_names, word_for
from generator.rules.optional import plantable_with, start_for_turns
from generator.rules.planting import wrong_turn
from generator.words import (
    FIRST,
    LANGUAGES,
    Language,
    Message,
    Value,
    bare_letters,
    message,
    not_one_of,
    numeral,
    say,
    typeset_message,
)

Judge = TypeVar("Judge", bound=AnyRules)
Thing = TypeVar("Thing")
# Exercises are drawn until one has the steps of its level and nobody has it yet, or this often.
TRIES = 300
NO_BREAK = "\u00a0"
LEVELS = (1, 2, 3)
# How many exercises a sheet has.
ON_A_SHEET = 3
# The file of a type of game's kinds, beside its rules.
KINDS = "exercises.yaml"
# What a variable of a kind may be at a difficulty: the least and the most.
Variables = Mapping[str, range]
# How many steps an answer takes: the variable that every kind has.
STEPS = "steps"
# A bare answer, as programs and the rules compare it.
Answer = int | str | tuple[str, ...] | Mapping[str, int]
# No game of a classroom takes as many turns.
LONGEST = 3000
# What nobody would note: points or dice below 0.
BELOW_ZERO = re.compile(r"(?<!\w)-\d")
# A number, or as a decimal a share of a full sheet.
Bound = int | float
# What words a step, given the state before it, of any type of game.
TurnWording = Callable[[Any, Any], NotedTurn]


Tool = Literal[
    "backwards",
    "board",
    "chart",
    "circle",
    "complement",
    "criteria",
    "division",
    "number-line",
    "ordered-list",
    "rule-sheet",
    "sheet",
    "sum",
    "table-of-outcomes",
    "tree",
]


class KindFacts(Facts):
    """What a kind of exercises trains, and what makes it easy or hard."""

    skill: Skill
    """The skill of the programme that it trains, by its name in `countries`."""
    tool: Tool
    """What pupils learn to work with: a list in order, a table of outcomes, a number line."""
    rests: Id | None = None
    """The rule that the answer rests on: its id, or what it does (`adds-up`)."""
    is_open: bool = False
    """Whether an answer is judged by criteria: at most one such exercise stands on a sheet."""
    from_age: SchoolAge | None = None
    """The age from which a lesson has what it asks about; left out, that of its skill."""
    is_tall: bool = False
    """Whether its picture fills a third of a page."""
    levels: Annotated[
        tuple[Mapping[Id, tuple[Bound, Bound]], ...], Field(min_length=1, max_length=len(LEVELS))
    ]
    """The least and the most of each variable, at each difficulty; `steps` are those of the
    answer. A decimal is a share of a full sheet."""


class KindsOfType(Facts):
    """The kinds of exercises of a type of game, in the order in which a class meets them."""

    kinds: Mapping[Id, KindFacts]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question on what is drawn below it, and the answer that the rules `found` in `steps`.

    `way` tells how it is found, line by line; of an open one, the criteria and an example.
    """

    question: str
    answer: str
    found: Answer
    steps: int
    position: Position | None = None
    turns: tuple[NotedTurn, ...] = ()
    table: FillInTable | None = None
    rule: str | None = None
    way: tuple[str, ...] = ()
    lines: int = 1


# What draws an exercise of a kind, where chance allows one.
Draw = Callable[[Variables, Random], Exercise | None]


@dataclass(frozen=True, slots=True)
class ExerciseKind:
    """A kind of exercises of a game: its facts, its variables at each level, what draws one."""

    name: str
    facts: KindFacts
    levels: tuple[Variables, ...]
    rule: str | None
    draw: Draw

    def make(self, level: int, chance: Random, taken: Sequence[Exercise] = ()) -> Exercise | None:
        """Return an exercise of a level, if possible one that is not taken; None for none."""
        if level > len(self.levels):
            return None
        variables, spare = self.levels[level - 1], None
        for _ in range(TRIES):
            found = self.draw(variables, chance)
            if found is not None and found.steps in variables[STEPS]:
                if self.rule and not found.rule:
                    found = replace(found, rule=self.rule)
                if found not in taken:
                    return found
                spare = found
        return spare


def pick(variables: Variables, name: str, chance: Random) -> int:
    """Return a variable by chance, within its bounds."""
    return chance.choice(variables[name])


def sample_in_order(every: Sequence[Thing], count: int, chance: Random) -> list[Thing]:
    """Return some of a sequence by chance, in its order; all where there are no more."""
    places = chance.sample(range(len(every)), min(count, len(every)))
    return [every[place] for place in sorted(places)]


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
    # How many steps a full sheet has, of which bounds may be shares.
    full = 1

    def __init__(self, rules: Judge, said: Sentences, printable: str) -> None:
        self.rules, self.said, self.printable = rules, said, printable
        # As many as the rules take by default, and one more name for each that the language lacks.
        names, wanted = table_names(said.language), rules.default_player_count()
        self.players = Seating((*names[:wanted], *map(str, range(len(names), wanted))))

    @classmethod
    def printables(cls, rules: Judge) -> Sequence[str]:
        """Return what positions of a game can be drawn from."""
        return printables_with(rules.game, cls.block)

    def draws(self) -> Mapping[str, Draw]:
        """Return what draws an exercise of each kind that suits the game, by the kind's name."""
        return {}

    def kinds(self, every: Mapping[str, KindFacts]) -> Iterator[ExerciseKind]:
        """Yield the kinds that the game's type has and this game can draw, in the file's order."""
        draws = self.draws()
        for name, facts in every.items():
            if name in draws:
                levels = tuple(
                    {variable: self._range(*bounds) for variable, bounds in level.items()}
                    for level in facts.levels
                )
                yield ExerciseKind(name, facts, levels, self.rule(facts.rests), draws[name])

    def _range(self, *bounds: Bound) -> range:
        low, high = (one if isinstance(one, int) else round(one * self.full) for one in bounds)
        return range(low, high + 1)

    def rule(self, rests: str | None) -> str | None:
        """Return the rule of the game that has an id, or does something; None for none."""
        rules = self.rules.game.head.rules
        return next(
            (one.id for one in rules if rests and rests in (one.id, (one.by or {}).get("rule"))),
            None,
        )

    def say(self, words: Message) -> str:
        """Return words in the language of the paper, with the game's own labels."""
        return typeset_message(localise(words, self.said), self.said.language)

    def worded(self, key: str, **values: Value) -> str:
        """Return words of exercises."""
        return self.say(message(f"exercise.{key}", **values))

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
        return self.worded("points", total=points[TOTAL], parts=named)

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
        key = self.worded("better", best=best.name, every=every)
        return Exercise(self.say(message(keys[-1], **names)), key, best.name, steps, at, lines=2)

    def draw_record(self, tells: TurnWording, *, but: Collection[str] = ()) -> Draw:
        """Return what draws records, `but` for rules whose breach a few turns do not show."""
        rules = tuple(rule for rule in plantable_with(self.rules, self.players) if rule not in but)
        return partial(self._record_exercise, tells, rules)

    def _record_exercise(
        self, tells: TurnWording, broken: Sequence[str], variables: Variables, chance: Random
    ) -> Exercise | None:
        """Ask which turn of a record breaks a rule, and which rule; the steps are its turns."""
        if not broken:
            return None
        rules, rule = self.rules, chance.choice(broken)
        count = pick(variables, STEPS, chance)
        wrong, lines, steps = chance.randrange(1, count), list[NotedTurn](), list[Any]()
        states, way = (start_for_turns(rules, self.players, count + 1),), tuple[str, ...]()
        while len(lines) < count:
            state = states[0]
            step = rules.random_turn(state, chance)
            is_opening, is_wrong = isinstance(step, RoundOpening), False
            if not is_opening and len(lines) == wrong:
                step = wrong_turn(rules, state, tuple(steps), [rule], chance)
                is_wrong = True
            if step is None or (lines and is_opening):
                return None
            judged = [rules.judge(one, step) for one in states]
            # What follows from the error is no error of its own, but a second answer.
            if any(
                len(found) != is_wrong or rules.outcome(one).is_finished for found, one in judged
            ):
                return None
            told = () if is_opening else tells(state, step)
            if BELOW_ZERO.search(" ".join(map(str, told))):
                return None
            lines += [told] if told else []
            steps.append(step)
            states = tuple(after for _, after in judged)
            if is_wrong:
                found = self.explain(state, step, judged[0][0][0])
                if found is None:
                    return None
                states, way = (*states, *self.read_on(state, step, states[0])), found
        asked, at = self.worded("record"), wrong + 1
        turns = tuple(lines)
        return Exercise(asked, str(at), at, count, turns=turns, rule=rule, way=way, lines=2)

    def explain(self, _state: Any, _step: Any, _refusal: Refusal) -> tuple[str, ...] | None:
        """Return what is wrong in a turn, line by line; None where a reader may see two errors."""
        return ()

    def read_on(self, _state: Any, _step: Any, _after: Any) -> tuple[Any, ...]:
        """Return how else readers may go on after an error than the rules do: it stands, ..."""
        return ()

    def turn_in_words(self, _: Any, turn: Any) -> NotedTurn:
        """Return a turn as its fields stand in a record, in the language of the paper."""
        fields = turn.fields()
        who = fields.pop("player", "")
        named = ((self._field(name), self._value(one)) for name, one in fields.items())
        # What is short stays on the line of its name.
        told = (f"{name}{' ' if ' ' in held else NO_BREAK}{held}".rstrip() for name, held in named)
        return (self.worded("turn-of", player=who, done=" · ".join(told)),)

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


def pick_odds(odds: Iterable[Odds], span: range, chance: Random) -> Sequence[Odds]:
    """Return an uncertain event whose rolls are in a span, else an unlike pair so, or ()."""
    open_ = [one for one in odds if 0 < one.ways < one.every]
    if alone := [(one,) for one in open_ if one.every in span]:
        return chance.choice(alone)
    pairs = (pair for pair in combinations(open_, 2) if sum(one.every for one in pair) in span)
    return chance.choice([(one, two) for one, two in pairs if one.chance != two.chance] or [()])


@dataclass(frozen=True, slots=True)
class NumberedExercise:
    """An exercise of a class; its id has the number of the sheet and its place there: `07-2`."""

    id: str
    kind: str
    level: int
    exercise: Exercise


@dataclass(frozen=True, slots=True)
class ExerciseChoice:
    """What a teacher asks for: for whom, of which kinds, how hard; () and None leave it open.

    Without `pupils` there are a few sheets that become harder one after the other.
    """

    seed: int
    pupils: int = 0
    kinds: tuple[str, ...] = ()
    difficulty: int | None = None
    year: str | None = None
    country: str = ""

    @classmethod
    def of(cls, options: Options) -> "ExerciseChoice":
        """Return what the options of a print ask for."""
        pupils = len(options.names) or options.pupils
        wanted = options.kinds, options.difficulty, options.year, options.country
        return cls(options.seed, pupils, *wanted)


def exercise_kinds(game: Game, language: Language) -> tuple[ExerciseKind, ...]:
    """Return a game's kinds of exercises; none where nothing judges it or draws its positions."""
    module = companion(game, "exercises")
    if module is None:
        return ()
    source: type[ExerciseSource[Any]] = module.Exercises
    rules = load(game)
    drawn = source.printables(rules)
    if not drawn:
        return ()
    every = validate(read_file(Path(str(module.__file__)).with_name(KINDS)), KindsOfType).kinds
    return tuple(source(rules, game.sentences_in(language), drawn[0]).kinds(every))


def kind_title(kind: str, language: Language) -> str:
    """Return what a kind of exercises is called."""
    return typeset_message(message(f"exercise-kind.{kind}"), language)


def trained_by(
    kinds: Sequence[ExerciseKind], choice: ExerciseChoice, language: Language
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield headings with their lines: what kinds train, by the programme, and where it is read."""
    found = country_for(choice.country, language, choice.year)
    here = LocalAdvice(language, found, LocalContent())
    asked = here.asked((one.facts.skill for one in kinds), choice.year)
    lines = []
    for kind, cited in zip(kinds, asked.cited, strict=True):
        told = message(
            "exercise.trains" if cited.fact else "exercise.trains-tool",
            kind=kind_title(kind.name, language),
            tool=message(f"exercise-tool.{kind.facts.tool}"),
            skill=cited.fact,
            sources=asked.numbers(cited),
        )
        lines.append(typeset_message(told, language))
    yield say(message("exercise.trained"), language), lines
    if asked.sources:
        yield here.read(), [f"[{n}] {source}" for n, source in enumerate(asked.sources, start=1)]


def chosen_kinds(
    game: Game, language: Language, choice: ExerciseChoice
) -> tuple[ExerciseKind, ...]:
    """Return the kinds that are asked for and suit the year; LudokitError where none does."""
    every, wanted = exercise_kinds(game, language), kinds_meant(game, choice.kinds)
    found = tuple(one for one in every if not wanted or one.name in wanted)
    if not found:
        raise LudokitError(message("exercise.none", game=game.name))
    return _suiting(found, choice.country, choice.year, language) if choice.year else found


def kinds_meant(game: Game, typed: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds meant by their names or titles; LudokitError with the nearest for none."""
    words = dict[str, str]()
    for one in exercise_kinds(game, FIRST) if typed else ():
        titles = (kind_title(one.name, language) for language in LANGUAGES)
        words |= dict.fromkeys(map(bare_letters, (one.name, *titles)), one.name)
    for name in typed:
        if bare_letters(name) not in words:
            reason = not_one_of(name, set(words.values()), words)
            raise LudokitError(message("exercise.no-kind", reason=reason))
    return tuple(dict.fromkeys(words[bare_letters(name)] for name in typed))


def _suiting(
    kinds: Sequence[ExerciseKind], wanted: str, year: str, language: Language
) -> tuple[ExerciseKind, ...]:
    """Return the kinds that a programme asks by a year; LudokitError says when it asks some."""
    name = wanted if wanted not in {"", NONE} else country_of_year(year)
    suiting = {
        one: tuple(
            kind
            for kind in kinds
            if kind.facts.skill in skills_for(name, one) and is_for(one, kind.facts.from_age)
        )
        for one in (year, *years_of(name), *years_of(""))
    }
    if found := suiting[year]:
        return found
    later = next(one for one, some in suiting.items() if some)
    told = {"year": year_words(year, language), "first": year_words(later, language)}
    raise LudokitError(message("exercise.no-kind-for-year", **told))


@lru_cache(maxsize=4)  # for the pages and for their key
def class_set(
    game: Game, language: Language, choice: ExerciseChoice
) -> tuple[tuple[NumberedExercise, ...], ...]:
    """Return the exercises of each sheet, seldom one twice; LudokitError where there are none."""
    every, chance = chosen_kinds(game, language, choice), _chance(game, choice.seed)
    plan = _plan_for_class(every, choice, chance) if choice.pupils else _progression(every, choice)
    taken, sheets = list[Exercise](), []
    for number, wanted in enumerate(plan, start=1):
        sheet = list[NumberedExercise]()
        for place, (first, level) in enumerate(wanted, start=1):
            own = _chance(game, choice.seed, place, number)
            # A kind without that level leaves it to the next one; in a progression it has another.
            start, near = every.index(first), sorted(LEVELS, key=lambda n: abs(n - level))
            turned = (*every[start:], *every[:start])
            pairs = [*product(turned, near)]
            if choice.pupils:
                pairs.sort(key=lambda pair: near.index(pair[1]))
            is_open = any(one.facts.is_open for one in every if one.name in {s.kind for s in sheet})
            drawn = (
                NumberedExercise(f"{number:02}-{place}", kind.name, other, one)
                for kind, other in pairs
                if not (is_open and kind.facts.is_open)
                if (one := kind.make(other, own, taken)) is not None
            )
            if (found := next(drawn, None)) is None:
                raise LudokitError(message("exercise.none", game=game.name))
            taken.append(found.exercise)
            sheet.append(found)
        sheets.append(tuple(sheet))
    return tuple(sheets)


# The kind and the level of each exercise of a sheet.
_SheetPlan = Sequence[tuple[ExerciseKind, int]]


def _plan_for_class(
    every: Sequence[ExerciseKind], choice: ExerciseChoice, chance: Random
) -> Sequence[_SheetPlan]:
    """Return a sheet for each pupil, of the same kinds, from easy to hard unless said."""
    order = [*every] if choice.kinds else _shuffled_kinds(every, chance)
    count = max(ON_A_SHEET, len(choice.kinds))
    kinds = [order[place % len(order)] for place in range(count)]
    levels = [choice.difficulty or 1 + place * len(LEVELS) // count for place in range(count)]
    return [[*zip(kinds, levels, strict=True)]] * choice.pupils


def _progression(every: Sequence[ExerciseKind], choice: ExerciseChoice) -> Sequence[_SheetPlan]:
    """Return a few sheets that go through the kinds in their order, and become harder."""
    count = USUAL_PUPILS * ON_A_SHEET
    slots = [
        (every[place % len(every)], choice.difficulty or 1 + place * len(LEVELS) // count)
        for place in range(count)
    ]
    return [slots[start : start + ON_A_SHEET] for start in range(0, count, ON_A_SHEET)]


def _shuffled_kinds(every: Sequence[ExerciseKind], chance: Random) -> list[ExerciseKind]:
    """Return kinds in random order, such that those of a sheet are not all tall."""
    order = chance.sample(every, len(every))
    low = next((n for n, kind in enumerate(order) if not kind.facts.is_tall), 0)
    if low >= ON_A_SHEET:
        high = chance.randrange(ON_A_SHEET)
        order[low], order[high] = order[high], order[low]
    return order


def _chance(game: Game, *numbers: int) -> Random:
    # A text as seed is the same for every Python.
    return Random(" ".join((game.name, *map(str, numbers))))
