"""The strategy laboratory: ways to play that pupils predict, try, and see computed."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from math import ceil
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from generator.documents.guide_parts import QuantityName, QuantityTable, Question
from generator.documents.quantities import (
    UNKNOWN,
    Lookup,
    OneDecimal,
    Quantities,
    Tree,
    with_thousands,
)
from generator.game import Game
from generator.game.facts import Facts, Id, Sentence, Sentences
from generator.reading.nodes import Path
from generator.rules import AnyRules, policies
from generator.words import Message, message

START = "policy"
# In standard errors: the true mean lies within this margin nineteen times in twenty.
WIDTH = 2


if TYPE_CHECKING:
    Plays = policies.Policy
else:
    Plays = policies.every_policy()


class Strategy(Facts):
    """A way to play that is compared with others: simulated, or an exact number of the game."""

    policy: Id
    """What it is called: `{policy.ID.mean}` is what it comes to, `.margin` how sure that is."""
    name: Sentence
    """Its name, short: it stands under a bar."""
    told: Sentence
    """How one plays so."""
    plays: Plays | None = None
    """What players do who are simulated."""
    figure: QuantityName | None = None
    """The number that it comes to where that is exact: `left.best.mean`."""


class Laboratory(Facts):
    """Ways to play that pupils compare: they predict, play, and then see what was computed."""

    question: Sentence
    """What is to be found out."""
    alike: Sentences = ()
    """What all have in common who play here, a line each."""
    tables: Annotated[tuple[QuantityTable, ...], Field(max_length=2)] = ()
    """What they go by, in tables."""
    predict: Sentence
    """What is asked before anybody plays."""
    play: Sentence
    """How the class plays, and what it writes down."""
    compare: Sentence
    """What is done with the numbers."""
    ways: Annotated[tuple[Strategy, ...], Field(min_length=2, max_length=6)]
    """The ways to play."""
    unit: Sentence
    """What is compared: `points on average`."""
    trial: policies.Trial = policies.Trial()
    """How what is simulated is tried."""
    asks: tuple[Question, ...] = ()
    """What to ask about the numbers, with the answers to expect."""

    def simulated(self) -> Mapping[str, policies.Policy]:
        """Return the ways that are simulated, by name."""
        return {way.policy: way.plays for way in self.ways if way.plays}

    def table(self, title: str, how: str, heads: tuple[str, str]) -> QuantityTable:
        """Return what was computed, and how; `heads` are those of ways and margins."""
        name, mean, margin = (f"{{{START}.#.{what}}}" for what in ("name", "mean", "margin"))
        rows = (name, mean, margin) if self.simulated() else (name, mean)
        return QuantityTable(
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


def validate_laboratory(laboratory: Laboratory, rules: AnyRules) -> Iterator[tuple[Path, Message]]:
    """Yield ways that the rules do not know, and those of which nothing tells what they come to."""
    for number, way in enumerate(laboratory.ways):
        if way.plays:
            for at, why in policies.validate_policy(way.plays, rules):
                yield ("ways", number, "plays", *at), why
        elif way.figure is None:
            yield ("ways", number), message("guide.no-figure", policy=way.policy)


def has_means(game: Game, laboratory: Laboratory) -> bool:
    """Return whether means of all that is simulated are kept, by the rules as they are."""
    asked = laboratory.trial, *laboratory.simulated().values()
    return not laboratory.simulated() or policies.stored_means(game, START, asked) is not None


def strategy_quantities(game: Game, laboratory: Laboratory, known: Quantities) -> Tree:
    """Return what ways come to: `{policy.always.mean}`, `.margin`, `{policy.all.games}`, ..."""
    trial, strategies = laboratory.trial, {way.policy: way for way in laboratory.ways}
    is_known = has_means(game, laboratory)
    simulated = cache(partial(policies.means, game, START, trial, laboratory.simulated()))

    def find(name: str) -> Tree:
        games, found = simulated() or (0, {})
        told: dict[str, object] = {}
        if name == "all":
            count = with_thousands(games) if is_known else UNKNOWN
            told = {"games": count, "seed": trial.seed, "turns": trial.turns}
        if way := strategies.get(name):
            told["name"] = known.fill_in(way.name)
            if way.figure:
                told["mean"] = known.value(way.figure)
            elif one := found.get(name):
                told |= {"mean": mean_figure(one), "margin": confidence_margin(one)}
            else:
                told |= {"mean": UNKNOWN, "margin": UNKNOWN}
        return told

    return {START: Lookup(("all", *strategies), find)}


def mean_figure(figure: policies.Estimate) -> OneDecimal:
    """Return a mean as texts tell it."""
    return OneDecimal(Fraction(figure.mean).limit_denominator(1000))


def confidence_margin(*figures: policies.Estimate) -> OneDecimal:
    """Return the width within which the means of endless games lie, rounded up to a tenth."""
    widest = max(figure.error for figure in figures)
    return OneDecimal(Fraction(ceil(WIDTH * widest * 10), 10))
