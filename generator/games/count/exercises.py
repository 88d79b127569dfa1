"""Exercises on a race: the number to say, the numbers of another race, what chance would do."""

from collections.abc import Mapping, Sequence
from random import Random

from generator.documents.exercises.drawn import NotedTurn
from generator.documents.exercises.generation import (
    Draw,
    Exercise,
    ExerciseSource,
    Variables,
    pick,
)
from generator.documents.position_view import printables_with
from generator.games.count.figures import random_play
from generator.games.count.rules import CountRules, Say, State
from generator.games.count.view import View, other_race
from generator.printables.blocks.number_lines import NumbersBlock
from generator.words import message

# Where both numbers that may be added are named.
BOTH = 2


class Exercises(ExerciseSource[CountRules]):
    """What pupils are asked about a race on a counter."""

    @classmethod
    def printables(cls, rules: CountRules) -> Sequence[str]:
        return printables_with(rules.game, NumbersBlock, part=rules.layout.mechanics.strip)

    def draws(self) -> Mapping[str, Draw]:
        return {
            "say": self.next,
            "series": self.series,
            "at-random": self.at_random,
            "record": self.draw_record(self.turn_in_words),
        }

    def next(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the number to say; as many as are still to be said are looked at."""
        layout, says = self.rules.layout, list[int]()
        last, end = layout.mechanics.start, chance.choice([*layout.cells])
        while (end - last) * layout.way > 0:
            last = chance.choice(layout.replies(last))
            says.append(last)
        if layout.is_end(last):
            return None
        at = self.position(marks={}, turn={"players": [*self.players.players], "says": says})
        seen = View(self.rules, at, self.said)
        ahead = [one for one in seen.good if (one - last) * layout.way > 0]
        if len(found := seen.to_say()) != 1:
            return None
        asked = self.say(message("exercise.say", player=seen.state.next))
        return Exercise(asked, str(found[0]), found[0], len(ahead), at)

    def series(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for all numbers to say in another race."""
        target, most = pick(variables, "target", chance), pick(variables, "most", chance)
        other = other_race(self.rules.layout, target, most)
        found, start = tuple(map(str, other.winning_numbers())), other.mechanics.start
        asked = message("exercise.series", target=target, steps=self.steps(most), start=start)
        return Exercise(self.say(asked), ", ".join(found), found, len(found), lines=2)

    def at_random(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to win where both go on at random; all ways are followed."""
        target, most = pick(variables, "target", chance), BOTH
        last = target - pick(variables, "near", chance)
        share, ways = random_play(other_race(self.rules.layout, target, most), last)
        asked = message("exercise.at-random", target=target, steps=self.steps(most), last=last)
        return Exercise(self.say(asked), str(share), str(share), ways, lines=2)

    def steps(self, most: int) -> str:
        """Return the numbers that may be added: two of them are named, more are a range."""
        if most == BOTH:
            return self.say(message("exercise.add-two"))
        return self.say(message("exercise.add-up-to", most=most))

    def turn_in_words(self, state: State, step: Say) -> NotedTurn:
        return (self.say(message("exercise.turn-of", player=state.next, done=step.said)),)
