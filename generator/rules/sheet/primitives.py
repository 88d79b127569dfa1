"""Primitives, named by `by: {rule: ...}`: each judges and words a refusal; `Act` is their frame."""

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, get_args

from pydantic import create_model

from generator.errors import DataError, Problem
from generator.game import Game, Mark, number_mark
from generator.game.facts import Facts, choice, subclasses_of
from generator.game.sentences import field_aliases
from generator.reading.nodes import ListNode, MapNode, Path
from generator.reading.validate import value_and_problems
from generator.rules import findings, interface
from generator.rules.interface import Judgement, Outcome, Refusal, Roles, Rules, Scores, Step
from generator.rules.sheet.plan import Along, Gear, Line, Sheet, SheetCell, SheetState, Turn, faces
from generator.words import Message, not_one_of


class TurnView:
    """A turn as a primitive sees it: the table before it, who is active, what the dice show."""

    def __init__(self, layout: "Layout", table: SheetState, turn: Turn, active: str) -> None:
        gear, self.primitives = layout.gear, layout.primitives
        self.gear, self.table, self.turn, self.active = gear, table, turn, active
        self.sheet, roll = table.sheets[active], turn.roll()
        self.faces = faces(roll)
        self.is_rolled = gear.is_rollable(self.faces)
        self._colours = frozenset[str](() if isinstance(roll, tuple) else roll)
        # The cells that the active player crosses off, each once.
        self.spots = tuple([gear.plan.cells[cell] for cell in dict.fromkeys(turn.places)])
        # What each player wants in a cell, and what may stand there instead, once the act has said.
        self.attempts: Attempts = {}
        self.instead: Callable[[TurnView, Attempt], tuple[str, ...]] = lambda *_: ()
        # How many cells the turn crosses off at least, once somebody has asked.
        self.least_due: int | None = None

    def refusal(
        self, rule: str, reason: Message, *within: str | int, **more: findings.RefusalFields
    ) -> Refusal:
        """Return a finding of the turn on the active player's paper, at a field of the turn."""
        return findings.turn_refusal(rule, reason, self.turn, self.active, *within, **more)

    def attempts_at(self, player: str, cell: str) -> "list[Attempt]":
        """Return what the roll may want in a cell of a player's sheet, number by number."""
        sheet, numbers = self.table.sheets[player], self.gear.numbers(cell, self.faces)
        return [Attempt(self.gear, sheet, cell, n, self._colours, player) for n in numbers]

    def attempt_at(self, player: str, cell: str) -> "Attempt":
        """Return what the roll wants in a cell: of several numbers the one told, if they give it.

        Else it is the first that may stand there, or the first of all.
        """
        every = self.attempts_at(player, cell)
        if len(every) == 1:
            return every[0]
        told = self.turn.number_of(player, self.active)
        found = [one for one in every if one.number == told]
        found = found or [one for one in every if not self.primitives.objections(one)]
        return (found or every)[0]

    @cached_property
    def free(self) -> tuple[SheetCell, ...]:
        """Return the cells that the active player may cross off, whatever the dice pay for."""
        return self.allowed(self.gear.plan.cells.values())

    def allowed(self, spots: Iterable[SheetCell]) -> tuple[SheetCell, ...]:
        """Return those of some cells, one at least, that the active player may cross off."""
        known = {spot.id: spot for spot in spots}
        every = self.attempts_at(self.active, next(iter(known)))
        found = {cell for one in every for cell in self.primitives.cells_allowed(one, known)}
        return tuple(spot for cell, spot in known.items() if cell in found)

    def refusals(self) -> list[Refusal]:
        """Return what the turn breaks: first the active player's, each in the order of the data."""
        found: list[Refusal] = []
        # Of cells that dice pay for nothing can be said where it is not known what these show.
        is_unpaid = self.gear.pays is not None and not self.is_rolled
        for rule, one in self.primitives.turn_rules:
            if not (is_unpaid and _PAID & {*(one.about or ())}):
                found += one.judge(rule, self)
        found += () if is_unpaid else self._placed(self.active)
        found.sort(key=self.primitives.rule_position)
        for player in self.attempts:
            if player != self.active:
                found += sorted(self._placed(player), key=self.primitives.rule_position)
        return found

    def _placed(self, player: str) -> Iterator[Refusal]:
        for attempt, within in self.attempts.get(player, ()):
            for rule, reason in self.primitives.objections(attempt):
                more = {"where": attempt.cell, "instead": self.instead(self, attempt)}
                if not self.gear.pays:
                    more["wrote"] = number_mark(attempt.number).text
                yield findings.turn_refusal(rule, reason, self.turn, player, *within, **more)

    def crossing_attempts(self) -> tuple[tuple["Attempt", Path], ...]:
        """Return every cell that the active player crosses off, with its place in the turn."""
        spots, who = self.gear.plan.cells, (self._colours, self.active)
        first, found = dict[str, int](), list[tuple[Attempt, Path]]()
        for at, cell in enumerate(self.turn.places):
            is_again = first.setdefault(cell, at) != at
            attempt = Attempt(self.gear, self.sheet, cell, spots[cell].value, *who, at, is_again)
            found.append((attempt, ("places", at)))
        return tuple(found)


class Attempt(NamedTuple):
    """A number wanted in a cell, number `at` of the turn; `is_again` if one before is the same."""

    gear: Gear
    sheet: Sheet
    cell: str
    number: int
    rolled: frozenset[str]
    player: str = ""
    at: int = 0
    is_again: bool = False


_PAID = frozenset({"places", "discards"})

# What each player wants in a cell, with its place in the turn.
Attempts = Mapping[str, tuple[tuple[Attempt, Path], ...]]
# A reason, its cell (None: the boxes for misses), and where it is among cells named one by one.
Objection = tuple[Message, str | None, int | None]


# The acts that write on sheets, and those of all games whose rules are primitives.
SHEETS = ("write", "fill", "cross")
EVERY_ACT = (*SHEETS, "shut", "count")


class Primitive(Facts):
    """One thing that rules of sheets do, told apart by `rule`; being a subclass makes a primitive.

    `about` says what a player who breaks it in a turn is wrong about: fields of the table or the
    turn; none: any; None: no turn can break it. `acts` are those whose games can have it, in
    `acts_by_word` where that is not so of every word.
    """

    about: ClassVar[tuple[str, ...] | None] = None
    acts: ClassVar[tuple[str, ...]] = SHEETS
    acts_by_word: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    rule: str
    """What the rule does, in one word."""

    def __init_subclass__(cls, **said: Any) -> None:
        cls.about = said.get("about", cls.about)
        cls.acts = said.get("acts", cls.acts)

    @classmethod
    def acts_of(cls, word: str) -> tuple[str, ...]:
        """Return the acts whose games can have the rule of a word."""
        return cls.acts_by_word.get(word, cls.acts)

    @classmethod
    def is_judged(cls) -> bool:
        """Return whether a record can show that it was broken."""
        alone = cls.judge_alone is not Primitive.judge_alone
        return alone or cls.about is not None or cls.wrong_about is not Primitive.wrong_about

    def wrong_about(self) -> tuple[str, ...] | None:
        """Return what a player who breaks it in a turn is wrong about; None: no turn can."""
        return self.about

    def directions(self) -> Along | None:
        """Return the directions of the lines that it asks for."""
        along: Along | None = vars(self).get("along")
        return along

    def needs_neighbours(self) -> bool:
        """Return whether it asks which cells touch."""
        return False

    def faults(self, gear: Gear) -> Iterator[tuple[Path, Message]]:
        """Yield what of the rule no game with this gear can come to, with its place in the data.

        That is, here: a direction `along` which the sheet has no lines, or cells that never touch.
        """
        return gear.plan.faults(self.directions(), touching=self.needs_neighbours())

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        """Yield what a turn breaks, under the id that the game gives this rule."""
        return iter(())

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:
        """Yield what is wrong with a sheet that no turn explains; `named` are its cells in turn."""
        return iter(())


class PlacingRule(Primitive, about=("writes", "box", "numbers", "places"), acts=(*SHEETS, "shut")):
    """What may stand in a cell."""

    def objection(self, attempt: Attempt) -> Message | None:
        """Return what is wrong with a number in a cell, None where it may stand."""

    def allows(self, attempt: Attempt) -> bool:
        """Return whether nothing is wrong with a number in a cell."""
        return self.objection(attempt) is None

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        """Return what is wrong with a number that no turn explains; the later of two that clash."""

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:
        for cell in sheet.numbers:
            if (reason := self.objection_alone(gear, sheet.numbers, cell)) is not None:
                yield reason, cell, None


class GameFlowRule(Primitive, acts=EVERY_ACT):
    """What holds a game together, whatever it is about."""

    acts_by_word: ClassVar = {"order": (*SHEETS, "shut"), "as-played": SHEETS}

    rule: Literal["order", "after-end", "unfinished", "as-played", "added-up"]
    """`order`: turns go round the table. `after-end`: nobody plays on. `unfinished`: a record that
    stops early is told so. `as-played`: papers show what the turns give. `added-up`: the parts of a
    score are right."""

    def wrong_about(self) -> tuple[str, ...]:
        return ("next",) if self.rule == "order" else ("ended",)

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        return findings.out_of_order(view.table, view.turn, rule)


Kind = TypeVar("Kind", bound=Primitive)


@dataclass(frozen=True)
class Primitives:
    """The primitives of a game by the ids of its rules, in the order of the data."""

    rules: Mapping[str, Primitive]

    @cached_property
    def _kinds(self) -> dict[type[Primitive], tuple[tuple[str, Any], ...]]:
        return {}

    def of(self, kind: type[Kind]) -> tuple[tuple[str, Kind], ...]:
        """Return the primitives of a kind, each with the id of its rule."""
        if kind not in self._kinds:
            every = self.rules.items()
            self._kinds[kind] = tuple((rule, one) for rule, one in every if isinstance(one, kind))
        return self._kinds[kind]

    def first(self, kind: type[Kind]) -> tuple[str, Kind] | None:
        """Return the first primitive of a kind with the id of its rule; None where none is."""
        return next(iter(self.of(kind)), None)

    @cached_property
    def turn_rules(self) -> tuple[tuple[str, Primitive], ...]:
        """Return what judges a turn as a whole, before the end."""
        late = self.ids_of("after-end", "unfinished", "as-played", "added-up")
        every = ((rule, one) for rule, one in self.rules.items() if rule not in late)
        return tuple((r, one) for r, one in every if type(one).judge is not Primitive.judge)

    def rule_position(self, refusal: Refusal) -> int:
        """Return where the rule of a finding stands in the data."""
        return [*self.rules].index(refusal.rule)

    def objections(self, attempt: Attempt) -> list[tuple[str, Message]]:
        """Return each rule that a number in a cell breaks, with what is wrong."""
        every = self.of(PlacingRule)
        return [(rule, reason) for rule, one in every if (reason := one.objection(attempt))]

    def cells_allowed(self, attempt: Attempt, cells: Iterable[str]) -> tuple[str, ...]:
        """Return those of some cells that the number may stand in instead."""
        gear, sheet, _, number, rolled, *_ = attempt
        others = [Attempt(gear, sheet, cell, number, rolled) for cell in cells]
        for _, one in self.of(PlacingRule):
            others = [other for other in others if one.allows(other)]
        return tuple(other.cell for other in others)

    def ids_of(self, *what: str) -> tuple[str, ...]:
        """Return the ids of the rules that do one of some things, in the order of the data."""
        return tuple(rule for rule, one in self.rules.items() if one.rule in what)


@dataclass(frozen=True, eq=False)
class Layout:
    """What a game on sheets is played with; `marked` is the field of crossed cells in a record."""

    gear: Gear
    primitives: Primitives
    papers: str = "sheets"
    marked: str = ""
    together: tuple[int, int] = (1, 1)
    tokens: tuple[Mark, ...] = ()


Table = TypeVar("Table", bound=findings.TurnState)
# Any has `primitives` and `papers`, those of games with dice are a `Layout`.
Held = TypeVar("Held", bound=Any)


class Act(Rules[Any, Table, Step, Held], Generic[Table, Step, Held]):
    """What a turn does: `throw`, `choose` and `miss` make it up, `place` says what comes of it."""

    total = findings.TOTAL
    # The field of a recorded paper that has its score; nothing where totals stand alone.
    within = ""

    @classmethod
    @abstractmethod
    def read_parts(cls, roles: Roles, primitives: Primitives) -> Held | None:
        """Return what a game is played with; None where that cannot be told for the faults."""

    @classmethod
    def faults(cls, does: Primitive, layout: Held, /) -> Iterator[tuple[Path, Message]]:
        """Yield what of a rule the game cannot come to, with its place in the data."""
        yield from does.faults(layout.gear)

    @classmethod
    def read_layout(cls, game: Game, section: MapNode, /) -> Held:
        primitives, roles = read_primitives(game), Roles(game, section)
        layout, act = cls.read_parts(roles, primitives), str(interface.text_of(section, "act"))
        for place, rule in enumerate(game.head.rules if layout else ()):
            if layout is not None and (one := primitives.rules.get(rule.id)) is not None:
                told = cls.faults(one, layout)
                if act not in one.acts_of(one.rule):
                    told = iter([(("rule",), not_one_of(one.rule, words_of_act(act)))])
                roles.problems += [game.fault(("rules", place, "by", *at), why) for at, why in told]
        if layout is None or roles.problems:
            raise DataError(roles.problems)
        return layout

    @property
    def judged_rules(self) -> tuple[str, ...]:
        return tuple(r for r, one in self.layout.primitives.rules.items() if one.is_judged())

    @property
    def plantable(self) -> Mapping[str, tuple[str, ...]]:
        primitives = self.layout.primitives
        closing = primitives.ids_of("unfinished", "as-played", "added-up")
        every = ((rule, one.wrong_about()) for rule, one in primitives.rules.items())
        return {rule: about for rule, about in every if about is not None and rule not in closing}

    @property
    def plantable_on_paper(self) -> tuple[str, ...]:
        primitives: Primitives = self.layout.primitives
        return primitives.ids_of("as-played", "added-up")

    def judge(self, state: Table, step: Any, /) -> Judgement[Table]:
        """Judge a turn by `place`; one after the end changes nothing."""
        if state.ended is not None:
            late = self.layout.primitives.ids_of("after-end")
            return tuple(findings.turn_after_end(state, step, rule) for rule in late), state
        return self.place(state, step)

    @abstractmethod
    def place(self, state: Table, step: Step, /) -> Judgement[Table]:
        """Return what a turn before the end is refused, and the table without that."""

    def random_turn(self, state: Table, chance: Random) -> Step:
        return self.miss(self.choose(state, self.throw(state, chance), chance))

    @abstractmethod
    def throw(self, state: Table, chance: Random) -> Step:
        """Return the next turn with its dice thrown, if there are any, and nothing chosen yet."""

    @abstractmethod
    def choose(self, state: Table, turn: Step, chance: Random) -> Step:
        """Return a turn as a player goes on with it who plays passably."""

    def miss(self, turn: Step) -> Step:
        """Return a turn with what is noted of it where nothing could be done."""
        return turn

    def judge_ending(self, state: Table, body: findings.Body) -> tuple[Refusal, ...]:
        found = list[Refusal]()
        for rule in self.layout.primitives.ids_of("unfinished"):
            for reason in self.early_stops(state):
                found += findings.stops_early(state, len(body.turns or ()), reason, rule)
        return (*found, *self.judge_papers(state, body))

    def early_stops(self, _: Table, /) -> Iterator[Message]:
        """Yield what is said of turns that stop before the end."""
        return iter(())

    def judge_papers(self, state: Table, body: findings.Body) -> Iterator[Refusal]:
        """Yield what was written down or added up other than the turns give it."""
        if added := self.recorded_scores(body):
            at, scores = self.layout.papers, self.scores(state)
            for rule in self.layout.primitives.ids_of("added-up"):
                yield from findings.wrong_totals(at, added, scores, rule, within=self.within)

    def recorded_scores(self, body: findings.Body) -> Scores:
        return findings.as_scores(self.total, body.totals)

    @abstractmethod
    def scores(self, state: Table) -> Scores:
        """Return the points of each player, part by part."""

    def is_over(self, state: Table) -> bool:
        """Return whether somebody has won, or several share."""
        return state.ended is not None

    def outcome(self, state: Table) -> Outcome:
        is_least, is_over = bool(self.layout.primitives.ids_of("least")), self.is_over(state)
        scores, total = self.scores(state), self.total
        return findings.outcome_by_points(scores, is_over=is_over, total=total, is_least=is_least)

    def odds(self) -> interface.Odds:
        gear = self.layout.gear
        counts = range(gear.least(), gear.count() + 1)
        return {f"sum.{count}": gear.dice.sums(count) for count in counts}

    def roll_outcomes(self, _: Table, step: Any, /) -> Iterator[interface.RollOutcome]:
        for shown in map(faces, filter(self.layout.gear.is_rollable, step.rolls())):
            yield f"sum.{len(shown)}", sum(shown)


def words_of_act(act: str) -> tuple[str, ...]:
    """Return the words of all rules that games of an act can have, sorted."""
    return tuple(sorted(word for word, one in primitives_by_word() if act in one.acts_of(word)))


def primitives_by_word() -> Iterator[tuple[str, type[Primitive]]]:
    """Yield every word that `by` may say, with its primitive."""
    _import_primitives()
    for kind in subclasses_of(Primitive):
        yield from ((word, kind) for word in get_args(kind.model_fields["rule"].annotation))


def _import_primitives() -> None:
    # A primitive is known once its module has been imported.
    for module in iter_modules(sys.modules[__package__].__path__):
        import_module(f"{__package__}.{module.name}")


def read_primitives(game: Game) -> Primitives:
    """Return what the rules of a game do; raise DataError with every fault of their `by`."""
    _import_primitives()
    entry_model = create_model("Entry", __base__=Facts, by=(choice(Primitive, "rule"), ...))
    section = game.sections.get("rules")
    found, problems = dict[str, Primitive](), list[Problem]()
    for number, node in enumerate(section.items if isinstance(section, ListNode) else ()):
        # Of a rule nothing but what it does is read here.
        pairs = node.pairs if isinstance(node, MapNode) else ()
        if by := tuple(pair for pair in pairs if pair[0].text == "by"):
            entry, at = MapNode(by, node.place), f"rules[{number + 1}]"
            read, told = value_and_problems(entry, entry_model, field_aliases(), at)
            problems += told
            if read is not None:
                found[game.head.rules[number].id] = vars(read)["by"]
    DataError.raise_for(problems)
    return Primitives(found)
