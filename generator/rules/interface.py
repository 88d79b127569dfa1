"""What every family of mechanics offers: the one interface that records, guides and checks use."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game, Mark, number_mark
from generator.game.agreement import Need
from generator.game.parts import Part
from generator.game.sentences import Sentences, field_aliases
from generator.reading.nodes import MapNode, Path, Scalar, problem_at
from generator.reading.schema import Aliases
from generator.reading.validate import validate
from generator.rules.naming import names_in
from generator.words import Language, Message, message, not_one_of

Body = TypeVar("Body", bound=BaseModel)
Model = TypeVar("Model", bound=BaseModel)
Kind = TypeVar("Kind", bound=Part)
State = TypeVar("State")
Step = TypeVar("Step")
Parameters = TypeVar("Parameters")

Scores = Mapping[str, Mapping[str, int]]
# The exact chance of each outcome of an event; one that can only be or not be has 1 and 0.
Odds = Mapping[str, Mapping[int, Fraction]]
# An event of such odds as it came out.
RollOutcome = tuple[str, int]
# A record's fields as plain lists and mappings, in canonical words.
Fields = dict[str, Any]

# What an error may have caused and been caused by: a paper, the order of turns, or anything.
ANYTHING = frozenset({"anything"})
ORDER = "order"
# Where the parameters of a game's rules stand.
MECHANICS: Path = ("mechanics",)
# The word for a winner where there is none.
NOBODY = "none"


def paper_of(player: str) -> str:
    """Return the scope of a player's sheet, board or chart."""
    return f"paper:{player}"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays, in playing order, and by which variants."""

    players: tuple[str, ...]
    variants: frozenset[str] = frozenset()

    def player_after(self, player: str, out: Collection[str] = ()) -> str:
        """Return who sits next, of those who are not out, unless everybody is."""
        after = self.players[(self.players.index(player) + 1) % len(self.players)]
        is_skipped = after in out and len(out) < len(self.players)
        return self.player_after(after, out) if is_skipped else after


@dataclass(frozen=True, slots=True)
class Refusal:
    """One broken rule at one place (`path`) of the record; `right` should stand for `wrote`.

    `taints` are the scopes thrown into doubt, such as one player's sheet; where one in `after` was
    spoilt before, this is told as a consequence of that. `lacks` are more cells ringed with it.
    `cell` is `where` on a paper with a row a round; `cites` another rule, told if it is one.
    """

    rule: str
    reason: Message
    path: Path
    player: str | None = None
    where: str | None = None
    instead: tuple[str, ...] = ()
    turn: int | None = None
    round: int | None = None
    after: frozenset[str] = frozenset()
    taints: frozenset[str] = frozenset()
    is_warning: bool = False
    wrote: str = ""
    right: str = ""
    lacks: tuple[str, ...] = ()
    cell: str = ""
    cites: str = ""

    def with_numbers(self, wrote: int, right: int) -> Self:
        """Return the refusal of one number, with the one that should stand there."""
        return replace(self, wrote=number_mark(wrote).text, right=number_mark(right).text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a game stands: the score of each player part by part, the winners once it is over."""

    is_finished: bool
    scores: Scores
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing done in a step, in words; `wrong` counts the step's refusals of it, from 0."""

    words: Message
    wrong: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStory:
    """A step in words: whose turn, what was done one after the other, and how things stood then."""

    turn: int
    player: str
    actions: tuple[Action, ...]
    standing: tuple[Message, ...]


# Every rule that a step breaks, and the state that play goes on from.
Judgement = tuple[tuple[Refusal, ...], State]


@dataclass(frozen=True, eq=False)
class Rules(ABC, Generic[Body, State, Step, Parameters]):
    """The rules of one game; `generator.rules.optional` has what only some games answer."""

    game: Game
    layout: Parameters
    # How many steps show how a record is written.
    example_turns: ClassVar[int] = 1

    @cached_property
    def body(self) -> type[Body]:
        """Return the model of a record's body."""
        return self.body_model()

    @cached_property
    def aliases(self) -> Mapping[Language, Aliases]:
        """Return the game's own labels and words for a record, by language."""
        found = {}
        for said in self.game.sentences.values():
            variants = Aliases(words={"variant": names_in("variants", self.variants, said)})
            found[said.language] = variants.merged_with(self.own_words(said))
        return found

    def own_words(self, _: Sentences, /) -> Aliases:
        """Return what a game calls things in one language, besides its variants."""
        return Aliases()

    @property
    @abstractmethod
    def body_fields(self) -> tuple[str, ...]:
        """Return the fields of which a record has at least one."""

    @property
    @abstractmethod
    def judged_rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that can be found broken, in the order of the data."""

    @property
    @abstractmethod
    def plantable(self) -> Mapping[str, tuple[str, ...]]:
        """Return the rules a turn can break on purpose, with the fields misread then; none: any."""

    @property
    @abstractmethod
    def plantable_on_paper(self) -> tuple[str, ...]:
        """Return the ids of the rules that the papers of a practice record can break."""

    @staticmethod
    @abstractmethod
    def read_layout(game: Game, section: MapNode, /) -> Parameters:
        """Return the parameters of a game; raise DataError with every fault of the section."""

    @abstractmethod
    def body_model(self) -> type[Body]:
        """Return the model of a record's body, with the words of the game."""

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the names of the variants that may be played."""
        return ()

    def player_ranges(self) -> Mapping[str, tuple[int, int]]:
        """Return least and most players by variant; the basic game has the empty name."""
        return dict.fromkeys(("", *self.variants), self.game.head.players)

    def default_player_count(self, variant: str = "") -> int:
        """Return how many play where nobody says: as few as can, but two where that is a game."""
        least, most = self.player_ranges()[variant]
        return max(least, min(most, 2))

    @abstractmethod
    def start(self, seating: Seating) -> State:
        """Return how the game begins."""

    @abstractmethod
    def steps(self, body: Body) -> tuple[Step, ...]:
        """Return what was done, in order."""

    @abstractmethod
    def judge(self, state: State, step: Step, /) -> Judgement[State]:
        """Return every rule that a step breaks, and the state after it without what is refused."""

    def refuse(self, state: State, step: Step, /) -> tuple[Refusal, ...]:
        """Return every rule that a step breaks; none when it is legal."""
        return self.judge(state, step)[0]

    def play(self, state: State, step: Step, /) -> State:
        """Return the state that play goes on from."""
        return self.judge(state, step)[1]

    @abstractmethod
    def judge_ending(self, state: State, body: Body) -> tuple[Refusal, ...]:
        """Compare the last state with the papers and totals of a record that has steps."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome:
        """Return scores and winners of a state."""

    def total_marks(self, scores: Mapping[str, int], /) -> Mapping[str, Mark]:
        """Return marks for the boxes that a score is added up in, part by part."""
        return {f"score.{name}": number_mark(points) for name, points in scores.items()}

    @abstractmethod
    def random_turn(self, state: State, chance: Random) -> Step:
        """Return a legal step; where the game is over, one as if it went on."""

    @abstractmethod
    def record_body(self, steps: tuple[Step, ...], state: State, /) -> Fields:
        """Return the body of the record of a game that was played to a state."""

    def needs(self) -> Iterator[Need]:
        """Yield the words that reports and records need: of variants, score and family."""
        scores = next(iter(self.outcome(self.smallest_start()).scores.values()))
        wanted = {"words.variants": self.variants, "texts": [f"score.{part}" for part in scores]}
        for group, names in (*wanted.items(), *self.words_needed().items()):
            yield from (Need(group, name, MECHANICS) for name in names)

    def words_needed(self) -> Mapping[str, Iterable[str]]:
        """Return what the family needs words for, by the group that they stand in."""
        return {}

    def smallest_start(self) -> State:
        """Return how a game of the fewest players begins, whoever they are."""
        least, _ = min(self.player_ranges().values())
        return self.start(Seating(tuple(str(number) for number in range(least))))

    def example_steps(self, state: State, chance: Random) -> tuple[Step, ...]:
        """Return legal steps to begin with, enough to show how a turn is written down."""
        steps: tuple[Step, ...] = ()
        for _ in range(self.example_turns):
            steps = (*steps, self.random_turn(state, chance))
            state = self.play(state, steps[-1])
        return steps


AnyRules = Rules[Any, Any, Any, Any]


class Roles:
    """The parts named in a section `mechanics`; `problems` gathers what is wrong with them."""

    def __init__(self, game: Game, section: MapNode) -> None:
        self.problems: list[Problem] = []
        self.game = game
        self._section = section

    def facts(self, model: type[Model]) -> Model:
        """Return what the section says; raise DataError with every fault."""
        return validate(self._section, model, field_aliases(), "mechanics")

    def part(self, role: str, name: str, kind: type[Kind]) -> Kind | None:
        """Return the part of a role, or None and note the fault."""
        try:
            return self.game.part(name, kind)
        except LudokitError as error:
            self.refuse(role, error.message)
            return None

    def refuse(self, role: str, reason: Message) -> None:
        """Note what is wrong with the part of a role, at its place."""
        self.problems.append(self.game.fault((*MECHANICS, role), reason))


def text_of(section: MapNode, field: str) -> str | None:
    """Return the word that a field of the mechanics has; None where there is none."""
    found = _scalar(section, field)
    return None if found is None else found.text


def read_choice(section: MapNode, field: str, names: Collection[str]) -> str:
    """Return which of some names a field of the mechanics has; raise DataError for any other."""
    path, found = f"mechanics.{field}", _scalar(section, field)
    if found is None:
        raise DataError([problem_at(section.place, path, message("reading.missing-field"))])
    if found.text not in names:
        raise DataError([problem_at(found.place, path, not_one_of(found.text, names))])
    return found.text


def _scalar(section: MapNode, field: str) -> Scalar | None:
    known = field_aliases()
    found = next((v for k, v in section.pairs if known.field_of(k.text, (field,))), None)
    return found if isinstance(found, Scalar) else None
