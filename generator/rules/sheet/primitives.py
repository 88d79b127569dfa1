"""What a rule of a sheet does: the base of all primitives, and reading them from a game's rules.

A primitive is told apart by its word under `by: {rule: ...}`. It judges, words its refusal, and
says what would have been allowed; a rule that is left out of the data judges nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import create_model

from generator.errors import DataError, Problem
from generator.game import Game, number_mark
from generator.game.facts import Facts, choice
from generator.game.sentences import field_aliases
from generator.reading.fit import sift
from generator.reading.nodes import ListNode, MapNode, Path
from generator.rules import findings
from generator.rules.family import Body, Luck, Odds, Refusal, Rules, State, Step
from generator.rules.sheet.plan import Kit, Line, Sheet, Spot, Table, Turn, faces
from generator.words import Message


class Seen:
    """A turn as a primitive sees it: the table before it, who is active, what the dice show."""

    def __init__(self, layout: "Layout", table: Table, turn: Turn, active: str) -> None:
        """Look at the dice once: whether they can lie as the turn says they lay last."""
        kit, self.primitives = layout.kit, layout.primitives
        self.kit, self.table, self.turn, self.active = kit, table, turn, active
        self.sheet, roll = table.sheets[active], turn.roll()
        self.faces = faces(roll)
        self.is_rolled = kit.is_rollable(self.faces)
        self._colours: frozenset[str] = frozenset(() if isinstance(roll, tuple) else roll)
        # The cells that the active player crosses off, each once.
        self.spots = tuple([kit.plan.spots[cell] for cell in dict.fromkeys(turn.places)])
        # What each player wants in a cell, and what may stand there instead, once the act has said.
        self.tries: Tries = {}
        self.instead: Callable[[Seen, Try], tuple[str, ...]] = lambda *_: ()
        # How many cells the turn crosses off at least, once somebody has asked.
        self.due: int | None = None

    def found(
        self, rule: str, reason: Message, *within: str | int, **more: findings.More
    ) -> Refusal:
        """Return a finding of the turn on the active player's paper, at a field of the turn."""
        return findings.at_turn(rule, reason, self.turn, self.active, *within, **more)

    def tried(self, player: str, cell: str) -> "Try":
        """Return what the roll wants in a cell of a player's sheet."""
        number, sheet = self.kit.number(cell, self.faces), self.table.sheets[player]
        return Try(self.kit, sheet, cell, number, self._colours, player)

    @cached_property
    def free(self) -> tuple[Spot, ...]:
        """Return the cells that the active player may cross off, whatever the dice pay for."""
        spots = self.kit.plan.spots
        tried = self.tried(self.active, next(iter(spots)))
        return tuple(spots[cell] for cell in self.primitives.allowed(tried, spots))

    def judged(self) -> list[Refusal]:
        """Return what the turn breaks: first the active player's, each in the order of the data."""
        found: list[Refusal] = []
        # Of cells that dice pay for nothing can be said where it is not known what these show.
        is_unpaid = self.kit.pays is not None and not self.is_rolled
        for rule, one in self.primitives.whole:
            if not (is_unpaid and _PAID & {*(one.about or ())}):
                found += one.judge(rule, self)
        found += () if is_unpaid else self._placed(self.active)
        found.sort(key=self.primitives.place_of)
        for player in self.tries:
            if player != self.active:
                found += sorted(self._placed(player), key=self.primitives.place_of)
        return found

    def _placed(self, player: str) -> Iterator[Refusal]:
        """Yield each cell that a rule of placing forbids a player, with a few that would do."""
        for tried, within in self.tries.get(player, ()):
            for rule, reason in self.primitives.broken(tried):
                wrote = "" if self.kit.pays else number_mark(tried.number).text
                more = {"where": tried.cell, "instead": self.instead(self, tried), "wrote": wrote}
                yield findings.at_turn(rule, reason, self.turn, tried.player, *within, **more)

    def places(self) -> tuple[tuple["Try", Path], ...]:
        """Return every cell that the active player crosses off, with its place in the turn."""
        spots, who = self.kit.plan.spots, (self._colours, self.active)
        first, found = dict[str, int](), list[tuple[Try, Path]]()
        for at, cell in enumerate(self.turn.places):
            is_again = first.setdefault(cell, at) != at
            tried = Try(self.kit, self.sheet, cell, spots[cell].value, *who, at, is_again)
            found.append((tried, ("places", at)))
        return tuple(found)


class Try(NamedTuple):
    """A number that somebody wants in a cell, and the colours that were rolled for it.

    `at` is its place among the cells of the turn; `is_again` says that one before was the same.
    """

    kit: Kit
    sheet: Sheet
    cell: str
    number: int
    rolled: frozenset[str]
    player: str = ""
    at: int = 0
    is_again: bool = False


_PAID = frozenset({"places", "discards"})

# What each player wants in a cell, with its place in the turn.
Tries: TypeAlias = Mapping[str, tuple[tuple[Try, Path], ...]]
# A reason, its cell (None: the boxes for misses), and where it is among cells named one by one.
Clash: TypeAlias = tuple[Message, str | None, int | None]


class Primitive(Facts):
    """One thing that rules of sheets do, told apart by `rule`; being a subclass makes a primitive.

    `about` says what a player who breaks it in a turn is wrong about: fields of the table or the
    turn; none: any; None: no turn can break it.
    """

    about: ClassVar[tuple[str, ...] | None] = None

    rule: str
    """What the rule does, in one word."""

    def __init_subclass__(cls, **said: Any) -> None:  # noqa: ANN401 - what a class is about
        """Take what a class says of itself beside its base; what is left out is as in the base."""
        cls.about = said.get("about", cls.about)

    def wrong_about(self) -> tuple[str, ...] | None:
        """Return what a player who breaks it in a turn is wrong about; None: no turn can."""
        return self.about

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:  # noqa: ARG002 - some heed it
        """Yield what a turn breaks, under the id that the game gives this rule."""
        return iter(())

    def judge_alone(self, kit: Kit, sheet: Sheet, named: Line) -> Iterator[Clash]:  # noqa: ARG002 - some heed it
        """Yield what is wrong with a sheet that no turn explains; `named` are its cells in turn."""
        return iter(())


class Placing(Primitive, about=("writes", "box", "numbers", "places")):
    """What may stand in a cell."""

    def broken(self, tried: Try) -> Message | None:  # noqa: ARG002 - most heed it
        """Return what is wrong with a number in a cell, None where it may stand."""
        return None

    def allows(self, tried: Try) -> bool:
        """Return whether nothing is wrong with a number in a cell."""
        return self.broken(tried) is None

    def clash(self, kit: Kit, numbers: Mapping[str, int], cell: str) -> Message | None:  # noqa: ARG002 - some heed it
        """Return what is wrong with a number on a sheet that no turn explains.

        Of two numbers that clash the later one in reading order is wrong.
        """
        return None

    def judge_alone(self, kit: Kit, sheet: Sheet, named: Line) -> Iterator[Clash]:  # noqa: ARG002 - some heed it
        """Yield each number that clashes with another one."""
        for cell in sheet.numbers:
            if (reason := self.clash(kit, sheet.numbers, cell)) is not None:
                yield reason, cell, None


class Frame(Primitive):
    """What holds a game together, whatever it is about."""

    rule: Literal["order", "after-end", "unfinished", "as-played", "added-up"]
    """`order`: turns go round the table. `after-end`: nobody plays on. `unfinished`: a record that
    stops early is told so. `as-played`: papers show what the turns give. `added-up`: the parts of a
    score are right."""

    def wrong_about(self) -> tuple[str, ...]:
        """Return who is next, or that the game is over."""
        return ("next",) if self.rule == "order" else ("ended",)

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that somebody plays whose turn it is not."""
        return findings.out_of_order(seen.table, seen.turn, rule)


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
    def whole(self) -> tuple[tuple[str, Primitive], ...]:
        """Return what judges a turn as a whole, before the end."""
        late = self.framed("after-end", "unfinished", "as-played", "added-up")
        every = ((rule, one) for rule, one in self.rules.items() if rule not in late)
        return tuple((r, one) for r, one in every if type(one).judge is not Primitive.judge)

    def place_of(self, refusal: Refusal) -> int:
        """Return where the rule of a finding stands in the data."""
        return [*self.rules].index(refusal.rule)

    def broken(self, tried: Try) -> list[tuple[str, Message]]:
        """Return each rule that a number in a cell breaks, with what is wrong."""
        return [(rule, reason) for rule, one in self.of(Placing) if (reason := one.broken(tried))]

    def allowed(self, tried: Try, cells: Iterable[str]) -> tuple[str, ...]:
        """Return those of some cells that the number may stand in instead."""
        kit, sheet, _, number, rolled, *_ = tried
        others = [Try(kit, sheet, cell, number, rolled) for cell in cells]
        for _, one in self.of(Placing):
            others = [other for other in others if one.allows(other)]
        return tuple(other.cell for other in others)

    def framed(self, *what: str) -> tuple[str, ...]:
        """Return the ids of the rules that hold the game together in some way."""
        return tuple(rule for rule, one in self.of(Frame) if one.rule in what)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a game on sheets is played with, by which rules, and what records call its sheets."""

    kit: Kit
    primitives: Primitives
    papers: str = "sheets"


Held = TypeVar("Held", bound=Layout)


class ByPrimitives(Rules[Body, State, Step, Held], Generic[Body, State, Step, Held]):
    """The rules of a game that primitives judge."""

    @property
    def judged(self) -> tuple[str, ...]:
        """Return the rules that records can break."""
        return tuple(
            rule
            for rule, one in self.layout.primitives.rules.items()
            if one.wrong_about() is not None or type(one).judge_alone is not Primitive.judge_alone
        )

    @property
    def plantable(self) -> Mapping[str, tuple[str, ...]]:
        """Return the rules that a turn of a practice record can break."""
        primitives = self.layout.primitives
        closing = primitives.framed("unfinished", "as-played", "added-up")
        every = ((rule, one.wrong_about()) for rule, one in primitives.rules.items())
        return {rule: about for rule, about in every if about is not None and rule not in closing}

    @property
    def plantable_on_paper(self) -> tuple[str, ...]:
        """Return the rules that papers of a practice record can break."""
        return self.layout.primitives.framed("as-played", "added-up")

    def odds(self) -> Odds:
        """Return the chance of each sum, for every number of dice that may be thrown."""
        kit = self.layout.kit
        counts = range(kit.least(), kit.count() + 1)
        return {f"sum.{count}": kit.dice.sums(count) for count in counts}

    def luck(self, _: State, step: Any, /) -> Iterator[Luck]:  # noqa: ANN401 - a turn of any act
        """Yield the sum of each throw that dice can show."""
        for shown in map(faces, filter(self.layout.kit.is_rollable, step.rolls())):
            yield f"sum.{len(shown)}", sum(shown)


# What rules do: a primitive is known once its module has been imported.
MODULES = ("paying", "placing", "rolling", "scoring")


def read_primitives(game: Game) -> Primitives:
    """Return what the rules of a game do; raise DataError with every fault of their `by`."""
    for name in MODULES:
        import_module(f"{__package__}.{name}")
    entry_model = create_model("Entry", __base__=Facts, by=(choice(Primitive, "rule"), ...))
    section, found, problems = game.sections.get("rules"), dict[str, Primitive](), list[Problem]()
    for number, node in enumerate(section.items if isinstance(section, ListNode) else ()):
        # Of a rule nothing but what it does is read here.
        pairs = node.pairs if isinstance(node, MapNode) else ()
        if by := tuple(pair for pair in pairs if pair[0].text == "by"):
            entry, at = MapNode(by, node.place), f"rules[{number + 1}]"
            read, told = sift(entry, entry_model, field_aliases(), at)
            problems += told
            if read is not None:
                found[game.head.rules[number].id] = vars(read)["by"]
    if problems:
        raise DataError(problems)
    return Primitives(found)
