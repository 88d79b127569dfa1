"""What all exercises of a game ask with: its rules and words, random games, and chances."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from generator.documents.exercises.making import Exercise, Span
from generator.documents.lesson import Position
from generator.game.sentences import Sentences
from generator.rules import AnyRules
from generator.rules.family import Seating
from generator.rules.naming import label, labelled, table_names
from generator.rules.sheet.scoring import TOTAL
from generator.words import Message, message, numeral, printed

Judge = TypeVar("Judge", bound=AnyRules)
# No game of a classroom takes as many turns.
LONGEST = 3000


class Odds(NamedTuple):
    """What may come off, as it is called, and with how many of all rolls it does."""

    name: str
    ways: int
    every: int

    @classmethod
    def of(cls, name: str, chance: Fraction | int, every: int) -> "Odds":
        """Return what has a chance."""
        return cls(name, int(chance * every), every)

    def __str__(self) -> str:
        """Return the probability as a fraction of all rolls, and in lowest terms: `24/36 = 2/3`."""
        plain, least = f"{self.ways}/{self.every}", self.chance
        return plain if least.denominator == self.every else f"{plain} = {least}"

    @property
    def chance(self) -> Fraction:
        """Return the probability."""
        return Fraction(self.ways, self.every)


class Asking(Generic[Judge]):
    """A game as its exercises see it: its rules, its words, who plays, and what is drawn."""

    def __init__(self, rules: Judge, said: Sentences, printable: str) -> None:
        """Take the printable that positions are drawn from."""
        self.rules, self.said, self.printable = rules, said, printable
        self.players = seated(rules, said)

    def say(self, words: Message) -> str:
        """Return words in the language of the paper, with the labels and words of the game."""
        return printed(labelled(words, self.said), self.said.language)

    def cells(self, cells: Iterable[str]) -> str:
        """Return cells by what is printed for them."""
        return ", ".join(map(self.said.label, cells))

    def word(self, kind: str, name: str) -> str:
        """Return the word of the game for something of a kind: a card, a part of the score."""
        return label(kind, name, self.said)

    def position(self, **facts: Any) -> Position:  # noqa: ANN401 - those of a position
        """Return a position as it is drawn with a question."""
        title = self.said.title
        return Position(**{"printable": self.printable, "alt": title, "caption": title} | facts)

    def turns(self, chance: Random) -> Iterator[tuple[Any, Any, Any]]:
        """Yield the turns of a random game: the state before, what was done, the state after."""
        state = self.rules.start(self.players)
        for _ in range(LONGEST):
            step = self.rules.random_turn(state, chance)
            after = self.rules.play(state, step)
            yield state, step, after
            state = after
            if self.rules.outcome(state).is_finished:
                return

    def added(self, points: Mapping[str, int]) -> str:
        """Return a total, and after it each part of the score by its name."""
        own = parts_of(points).items()
        named = ", ".join(f"{self.word('score', name)} {numeral(n)}" for name, n in own)
        return self.say(message("exercise.points", total=points[TOTAL], parts=named))

    def weighed(
        self, chosen: Sequence[Odds], keys: tuple[str, ...], **named: str | int
    ) -> Exercise | None:
        """Ask for the chance of what is chosen, or which of two is larger, all rolls counted.

        The first key asks about one, `{one}` of `{every}` rolls, the last about `{one}` and
        `{two}`. None where nothing is chosen.
        """
        if not chosen:
            return None
        steps, best = sum(one.every for one in chosen), max(chosen, key=lambda one: one.chance)
        names = dict(zip(("one", "two"), (one.name for one in chosen), strict=False)) | named
        if len(chosen) == 1:
            asked = self.say(message(keys[0], every=steps, **names))
            return Exercise(asked, str(best), f"{best.ways}/{best.every}", steps)
        every = ", ".join(f"{one.name} {one}" for one in chosen)
        key = self.say(message("exercise.better", best=best.name, every=every))
        return Exercise(self.say(message(keys[-1], **names)), key, best.name, steps, lines=2)


def parts_of(points: Mapping[str, int]) -> Mapping[str, int]:
    """Return the parts that a total is added up from."""
    return {name: n for name, n in points.items() if name != TOTAL}


def picked(odds: Iterable[Odds], span: Span, chance: Random) -> Sequence[Odds]:
    """Return one of the odds that has a level's number of rolls, else two that have it together.

    None never or always comes off, and two chances differ; none at all where there are no such.
    """
    open_ = [one for one in odds if 0 < one.ways < one.every]
    if alone := [(one,) for one in open_ if one.every in span]:
        return chance.choice(alone)
    pairs = (pair for pair in combinations(open_, 2) if sum(one.every for one in pair) in span)
    return chance.choice([(one, two) for one, two in pairs if one.chance != two.chance] or [()])


def seated(rules: AnyRules, said: Sentences) -> Seating:
    """Return who plays: two of the basic game, or as few as can, under names that no pupil has."""
    names, wanted = table_names(said.language), rules.few()
    return Seating((*names[:wanted], *map(str, range(len(names), wanted))))
