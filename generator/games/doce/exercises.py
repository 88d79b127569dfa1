"""Exercises on a grid of dice: the die that wins, the squares that are barred, points, sums."""

from collections.abc import Mapping
from itertools import product
from random import Random

from generator.documents.exercises.drawn import NotedTurn
from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    ExerciseSource,
    Odds,
    Variables,
)
from generator.documents.lesson import Position
from generator.games.doce.rules import DoceRules
from generator.games.doce.state import State, Turn
from generator.games.doce.view import TURNS, View
from generator.printables.blocks.boards import SquaresBlock
from generator.rules.findings import TOTAL, RoundOpening
from generator.words import message

# How many faces of a line are not known, and what stands in their place.
UNKNOWN, BLANK = 2, "__"
# More turns than any round has.
MOST = 1000


class Exercises(ExerciseSource[DoceRules]):
    """What pupils are asked about a grid of dice."""

    block = SquaresBlock

    def draws(self) -> Mapping[str, Draw]:
        return {
            "wins": self.wins,
            "barred": self.barred,
            "round": self.round,
            "last-two": self.last_two,
            "record": self.draw_record(self.turn_in_words),
        }

    def played(self, chance: Random, span: range | None = None) -> tuple[Position, View]:
        """Return a round on the grid, whole or up to one of some turns, and as guides see it."""
        rules, moves = self.rules, list[str]()
        state = rules.play(rules.start(self.players), RoundOpening(1, None))
        while state.rounds[-1].end is None:
            step = rules.random_turn(state, chance)
            moves += [str(step.move)] if isinstance(step, Turn) else []
            state = rules.play(state, step)
        if span is not None:
            moves = moves[: chance.choice([n for n in range(len(moves)) if n in span] or [0])]
        at = self.position(marks={}, turn={TURNS: moves})
        return at, View(rules, at, self.said)

    def has_dice(self, seen: View) -> bool:
        """Return whether the next player still has a die to lay."""
        return self.rules.layout.dice_left(seen.state, seen.round.next) > 0

    def wins(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the die that wins the round at once; every die on the grid is looked at."""
        at, seen = self.played(chance, variables[STEPS])
        of = seen.round
        if not self.has_dice(seen) or len(found := seen.wins(of.next)) != 1:
            return None
        die = found[0]
        asked = self.say(message("exercise.wins", player=of.next))
        key = f"{self.said.label(die.square)} = {die.face}"
        return Exercise(asked, key, f"{die.square}={die.face}", len(of.dice), at)

    def barred(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the empty squares where a die may not stand, about the last one of a player."""
        at, seen = self.played(chance, range(1, MOST))
        if not self.has_dice(seen):
            return None
        of, opened = seen.round, seen.open()
        squares = self.rules.layout.squares
        found = tuple(one for one in squares if of.is_free(one) and one not in opened)
        asked = self.say(message("exercise.barred", player=of.next))
        return Exercise(asked, self.cells(found), found, len(found), at)

    def round(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask who wins a round that is over, and its points; every die and part counts."""
        at, seen = self.played(chance)
        of = seen.round
        if of.end is None or of.end.winner is None:
            return None
        points = seen.points()
        parts = [n for name, n in points.items() if n and name != TOTAL]
        key = f"{of.end.winner} – {points[TOTAL]} ({' + '.join(map(str, parts))})"
        steps, asked = len(of.dice) + len(parts), self.say(message("exercise.round"))
        return Exercise(asked, key, points, steps, at, lines=2)

    def last_two(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance that two faces complete a line; all pairs that do are found."""
        faces, mechanics = self.rules.layout.faces, self.rules.layout.mechanics
        known = [chance.choice(faces) for _ in range(max(0, mechanics.window - UNKNOWN))]
        rest = mechanics.sum - sum(known)
        ways = sum(sum(pair) == rest for pair in product(faces, repeat=UNKNOWN))
        line = [*map(str, known), *(BLANK for _ in range(UNKNOWN))]
        chance.shuffle(line)
        odds, total = Odds("", ways, len(faces) ** UNKNOWN), mechanics.sum
        words = message("exercise.last-two", line=" ".join(line), sum=total, every=odds.every)
        return Exercise(self.say(words), str(odds), f"{odds.ways}/{odds.every}", ways)

    def turn_in_words(self, state: State, step: Turn) -> NotedTurn:
        done = [message("exercise.passes")] if step.move.is_pass else []
        for square, face in step.move.pieces:
            cell = self.said.label(square)
            lays = message("exercise.lays-blocker", cell=cell)
            if face is not None:
                lays = message("exercise.lays-die", face=face, cell=cell)
            done.append(lays)
        told = ", ".join(map(self.say, done))
        return (self.say(message("exercise.turn-of", player=state.rounds[-1].next, done=told)),)
