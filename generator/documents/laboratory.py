"""The strategy laboratory: ways to play that pupils predict, try, and see computed.

What a way comes to is simulated, and kept with its seed, or is one of the exact numbers of a game.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Annotated

from pydantic import Field

from generator.documents.asked import Named, Question, Tabled
from generator.documents.numbers import Group, Mean, Names, Pairs, grouped
from generator.game import Game
from generator.game.facts import Facts, Id, Sentence, Sentences
from generator.reading.nodes import Path
from generator.rules import AnyRules
from generator.rules.policies import Figure, Plays, Trial, means, misfits
from generator.words import Message, message

START = "policy"
# The mean of endless games lies within so many standard errors, but for one case in twenty.
WIDTH = 2
# How close a mean is told: to a tenth.
TENTHS = 10


class Way(Facts):
    """A way to play that is compared with others: simulated, or an exact number of the game."""

    policy: Id
    """What it is called: `{policy.ID.mean}` is what it comes to, `.margin` how sure that is."""
    name: Sentence
    """Its name, short: it stands under a bar."""
    told: Sentence
    """How one plays so."""
    plays: Plays | None = None
    """What players do who are simulated."""
    figure: Named | None = None
    """The number that it comes to where that is exact: `left.best.mean`."""


class Laboratory(Facts):
    """Ways to play that pupils compare: they predict, play, and then see what was computed."""

    question: Sentence
    """What is to be found out."""
    alike: Sentences = ()
    """What all have in common who play here, a line each."""
    predict: Sentence
    """What is asked before anybody plays."""
    play: Sentence
    """How the class plays, and what it writes down."""
    compare: Sentence
    """What is done with the numbers."""
    ways: Annotated[tuple[Way, ...], Field(min_length=2, max_length=6)]
    """The ways to play."""
    unit: Sentence
    """What is compared: `points on average`."""
    trial: Trial = Trial()
    """How what is simulated is tried."""
    asks: tuple[Question, ...] = ()
    """What to ask about the numbers, with the answers to expect."""

    def simulated(self) -> Mapping[str, Plays]:
        """Return the ways that are simulated, by name."""
        return {way.policy: way.plays for way in self.ways if way.plays}

    def table(self, title: str, how: str, heads: tuple[str, str]) -> Tabled:
        """Return what was computed, and how; `heads` are those of ways and margins."""
        name, mean, margin = (f"{{{START}.#.{what}}}" for what in ("name", "mean", "margin"))
        rows = (name, mean, margin) if self.simulated() else (name, mean)
        return Tabled(
            title=title,
            heads=(heads[0], self.unit, heads[1])[: len(rows)],
            text=(" ".join((how, *self.alike)),),
            each=tuple(way.policy for way in self.ways),
            rows=(rows,),
            panels=(self.unit,),
            bars=(mean.strip("{}"),),
            below=name,
            beside=True,
        )


def unfitting(laboratory: Laboratory, rules: AnyRules) -> Iterator[tuple[Path, Message]]:
    """Yield ways that the rules do not know, and those of which nothing tells what they come to."""
    for number, way in enumerate(laboratory.ways):
        if way.plays:
            yield from (
                (("ways", number, "plays", *at), why) for at, why in misfits(way.plays, rules)
            )
        elif way.figure is None:
            yield ("ways", number), message("guide.no-figure", policy=way.policy)


def numbers(game: Game, laboratory: Laboratory, known: Names) -> Group:
    """Return the names of what ways come to.

    `{policy.always.mean}` is that of a way, `.margin` the width in which that of endless games
    lies, `.name` its name; `{policy.all.games}`, `.seed` and `.turns` tell how they were simulated.
    """

    def pairs() -> Pairs:
        ways = laboratory.simulated()
        games, found = means(game, START, laboratory.trial, ways) if ways else (0, {})
        trial = laboratory.trial
        yield f"{START}.all", {"games": grouped(games), "seed": trial.seed, "turns": trial.turns}
        for way in laboratory.ways:
            at = f"{START}.{way.policy}"
            yield f"{at}.name", known.put_in(way.name)
            if way.figure:
                yield f"{at}.mean", known.value(way.figure)
            elif way.policy in found:
                yield f"{at}.mean", told(found[way.policy])
                yield f"{at}.margin", margin(found[way.policy])

    return Group((START,), pairs)


def told(figure: Figure) -> Mean:
    """Return a mean as texts tell it."""
    return Mean(Fraction(figure.mean).limit_denominator(1000))


def margin(*figures: Figure) -> Mean:
    """Return the width within which the means of endless games lie, rounded up."""
    widest = max(figure.error for figure in figures)
    return Mean(Fraction(ceil(WIDTH * widest * TENTHS), TENTHS))
