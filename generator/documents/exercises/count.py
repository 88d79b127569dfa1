"""Exercises on a race: the number to say, the numbers of another race, what chance would do."""

from collections.abc import Sequence
from random import Random

from generator.documents import teaching
from generator.documents.count import Seen, at_random, raced
from generator.documents.exercises.making import Asking, Exercise, Kind, Span
from generator.printables.blocks.numbers import NumbersBlock
from generator.rules.sheet.count import Counting, Say, State
from generator.words import message

# Other races run to a number from here to there, by steps of 1 to so many.
TARGETS, STEPS = (8, 40), (2, 5)
# How far from the target chance begins, and how many ways to go on are followed by hand.
NEAR, MOST_WAYS = (2, 6), 21


class _Race(Asking[Counting]):
    @classmethod
    def printables(cls, rules: Counting) -> Sequence[str]:
        """Return the sheets with the strip of the race."""
        return teaching.drawable(rules.game, NumbersBlock, part=rules.layout.mechanics.strip)

    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of exercises on a race."""
        return (
            Kind("say", (1, 3, 5), self.next),
            Kind("series", (2, 5, 7), self.series),
            Kind("at-random", (2, 4, 9), self.at_random),
            self.record(self.tells),
        )

    def next(self, _: Span, chance: Random) -> Exercise | None:
        """Ask for the number to say; as many as are still to be said are looked at."""
        layout, says = self.rules.layout, list[int]()
        last, end = layout.mechanics.start, chance.choice([*layout.cells])
        while (end - last) * layout.way > 0:
            last = chance.choice(layout.replies(last))
            says.append(last)
        if layout.is_end(last):
            return None
        at = self.position(marks={}, turn={"players": [*self.players.players], "says": says})
        seen = Seen(self.rules.game, at)
        ahead = [one for one in seen.good if (one - last) * layout.way > 0]
        if len(found := seen.to_say()) != 1:
            return None
        asked = self.say(message("exercise.say", player=seen.round.next))
        return Exercise(asked, str(found[0]), found[0], len(ahead), at)

    def series(self, _: Span, chance: Random) -> Exercise | None:
        """Ask for all numbers to say in another race."""
        target, most = chance.randint(*TARGETS), chance.randint(*STEPS)
        other = raced(self.rules.layout, target, most)
        found, start = tuple(map(str, other.to_say())), other.mechanics.start
        asked = message("exercise.series", target=target, steps=self.steps(most), start=start)
        return Exercise(self.say(asked), ", ".join(found), found, len(found), lines=2)

    def at_random(self, _: Span, chance: Random) -> Exercise | None:
        """Ask for the chance to win where both go on at random; all ways are followed."""
        target, most = chance.randint(*TARGETS), STEPS[0]
        last = target - chance.randint(*NEAR)
        share, ways = at_random(raced(self.rules.layout, target, most), last)
        if ways > MOST_WAYS:
            return None
        asked = message("exercise.at-random", target=target, steps=self.steps(most), last=last)
        return Exercise(self.say(asked), str(share), str(share), ways, lines=2)

    def steps(self, most: int) -> str:
        """Return the numbers that may be added: two of them are named, more are a range."""
        if most == STEPS[0]:
            return self.say(message("exercise.add-two"))
        return self.say(message("exercise.add-up-to", most=most))

    def tells(self, state: State, step: Say) -> str:
        """Return a number of a record, after whoever says it."""
        return self.say(message("exercise.turn-of", player=state.rounds[-1].next, done=step.said))
