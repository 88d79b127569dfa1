"""Statistics of a class's records, game by game, added up as they are read, without names."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import exp, lgamma, log, log1p, sqrt
from operator import add
from statistics import median
from typing import Any

from generator.game import Game
from generator.records.record_format import catalog_rules
from generator.records.report import ERROR, Report
from generator.rules import load
from generator.rules.interface import Odds, RollOutcome
from generator.rules.optional import odds

# The probability that a span holds at least.
INSIDE = 0.9
# Bars that can be told apart side by side; of joined outcomes fewer, for their names are longer.
MOST_BARS, JOINED = 26, 12
# No count lies this many standard deviations from its mean.
FAR = 10


@dataclass(frozen=True)
class ObservedFrequency:
    """How often the outcome `key` was seen in a number of trials, and its exact chance in each."""

    key: str
    seen: int
    trials: int
    chance: Fraction

    @property
    def expected(self) -> Fraction:
        """Return how often it comes on average."""
        return self.trials * self.chance

    @cached_property
    def span(self) -> tuple[int, int]:
        """Return the interval that chance alone keeps it in, in nine classes of ten at least."""
        return _span(self.trials, self.chance)[:2]

    @property
    def outside(self) -> float:
        """Return the probability that chance alone leads out of the span."""
        return 1 - _span(self.trials, self.chance)[2]

    @property
    def is_outside(self) -> bool:
        """Return whether it was seen less or more often than the span says."""
        least, most = self.span
        return not least <= self.seen <= most


@dataclass(frozen=True, slots=True)
class Panel:
    """Frequencies that belong together: outcomes of one event, or events of one kind."""

    name: str
    bars: tuple[ObservedFrequency, ...]


@lru_cache(maxsize=4096)
def _span(of: int, chance: Fraction) -> tuple[int, int, float]:
    """Return the central interval, each tail at most half of the rest, and the chance inside."""
    share = float(chance)
    if not 0 < share < 1:
        return int(of * chance), int(of * chance), 1.0
    tail, mean = (1 - INSIDE) / 2, of * share
    spread = FAR * (1 + sqrt(mean * (1 - share)))
    first, last = max(0, int(mean - spread)), min(of, int(mean + spread))
    ways = (lgamma(of + 1) - lgamma(n + 1) - lgamma(of - n + 1) for n in range(first, last + 1))
    logs = (n * log(share) + (of - n) * log1p(-share) for n in range(first, last + 1))
    each = [*map(exp, map(add, ways, logs))]
    up_to = [*accumulate(each)]
    least, most = bisect_right(up_to, tail), bisect_left(up_to, 1 - tail)
    return first + least, first + most, up_to[most] - up_to[least] + each[least]


@dataclass
class GameStatistics:
    """The records of one game, added up; `totals` counts sheets by their points in `part`."""

    game: Game
    games: int = 0
    unread: int = 0
    unfinished: int = 0
    without_turns: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)
    totals: Counter[int] = field(default_factory=Counter)
    roll_outcomes: Counter[RollOutcome] = field(default_factory=Counter)
    part: str = ""

    def add(self, report: Report) -> None:
        """Add up one more record, without what may only follow from another error."""
        errors = (one for one in report.findings if one.severity == ERROR)
        causes = [one.rule for one in errors if not one.after_error]
        self.games += 1
        self.without_turns += not report.has_turns
        self.broken.update(causes)
        self.games_with.update({*causes})
        self.roll_outcomes.update(report.roll_outcomes)
        if report.has_turns and not report.is_finished:
            self.unfinished += 1
            return
        for points in report.scores.values():
            self.part, total = list(points.items())[-1]
            self.totals[total] += 1

    def merge(self, other: "GameStatistics") -> None:
        """Add the statistics of records that came after these."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.without_turns += other.without_turns
        for counts in ("broken", "games_with", "totals", "roll_outcomes"):
            getattr(self, counts).update(getattr(other, counts))
        self.part = other.part or self.part

    def __getstate__(self) -> dict[str, Any]:
        """Leave the game out: another process reads it once."""
        return vars(self) | {"game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state | {"game": catalog_rules(state["game"]).game})

    def most_broken(self) -> tuple[str, ...]:
        """Return the rules that were broken, those in most games first, then most often."""
        rules = [rule.id for rule in self.game.head.rules if self.broken[rule.id]]
        return tuple(sorted(rules, key=lambda r: (-self.games_with[r], -self.broken[r])))

    def median_total(self) -> Fraction:
        """Return the median of the totals; StatisticsError without totals."""
        return Fraction(median(self.totals.elements()))

    def odds(self) -> Odds:
        """Return the exact chances of the game's events; none of a game without any."""
        return odds(load(self.game))

    def panels(self) -> tuple[Panel, ...]:
        """Return the frequencies of all events with a chance; of yes or no, the likeliest first."""
        times, found = Counter[str](), dict[str, list[ObservedFrequency]]()
        for (event, _), count in self.roll_outcomes.items():
            times[event] += count
        for event, chances in self.odds().items():
            of = times[event]
            if of and chances.keys() == {0, 1}:
                name, _, key = event.rpartition(".")
                found.setdefault(name, []).append(
                    ObservedFrequency(key, self.roll_outcomes[event, 1], of, chances[1])
                )
                found[name].sort(key=lambda bar: -bar.chance)
            elif of:
                found[event] = [*self._outcomes(event, chances, of)]
        return tuple(Panel(name, tuple(bars[-MOST_BARS:])) for name, bars in found.items())

    def _outcomes(
        self, event: str, chances: Mapping[int, Fraction], of: int
    ) -> Iterator[ObservedFrequency]:
        every = tuple(chances)
        each = 1 if len(every) <= MOST_BARS else -(-len(every) // JOINED)
        for some in (every[start : start + each] for start in range(0, len(every), each)):
            key = str(some[0]) if each == 1 else f"{some[0]}–{some[-1]}"
            seen = sum(self.roll_outcomes[event, one] for one in some)
            yield ObservedFrequency(key, seen, of, sum((chances[one] for one in some), Fraction(0)))


class ClassStatistics:
    """The records of a class: how many, and statistics of each game, in the order they came."""

    def __init__(self) -> None:
        self.records = 0
        self.by_game = dict[str, GameStatistics]()
        self.unread = Counter[str | None]()

    def add(self, report: Report) -> None:
        """Add up one more record, readable or not."""
        self.records += 1
        if report.game is None:
            self.unread[report.game_name] += 1
            return
        self.by_game.setdefault(report.game.name, GameStatistics(report.game)).add(report)

    def merge(self, other: "ClassStatistics") -> None:
        """Add the statistics of records that came after these."""
        self.records += other.records
        self.unread.update(other.unread)
        for name, tally in other.by_game.items():
            self.by_game.setdefault(name, GameStatistics(tally.game)).merge(tally)

    def games(self) -> tuple[GameStatistics, ...]:
        """Return each game's statistics; a record of no game counts as unread in all of them."""
        for name, tally in self.by_game.items():
            tally.unread = self.unread[name] + self.unread[None]
        return tuple(self.by_game.values())
