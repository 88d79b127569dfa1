"""Exercises on a grid of dice: sums of lines, dice that win or save, points, a round on paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from random import Random

from generator.documents.exercises.drawn import FillInTable, NotedTurn
from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    ExerciseSource,
    Variables,
)
from generator.documents.lesson import Position
from generator.games.doce.rules import DoceRules
from generator.games.doce.state import Die, Move, Round, State, Turn, round_after
from generator.games.doce.view import TURNS, View
from generator.printables.blocks.boards import SquaresBlock
from generator.rules.findings import RoundOpening
from generator.words import message

# How many faces of a line are not known, and what stands in their place.
UNKNOWN, BLANK = 2, "__"
# What breaks no rule within a few turns of a round.
UNSHOWN = ("first-player", "after-end", "dice-left", "pass-when-stuck")
# How far a part of a score is off.
SLIPS = (-2, -1, 1, 2)
SUM = "\u00a0+ "
# Squares that stay empty at least, and dice that lie there at least.
FULLEST, FEWEST = 3, 8
# Among so many rounds there is one that earns as wanted.
ROUNDS = 60


class Exercises(ExerciseSource[DoceRules]):
    """What pupils are asked about a grid of dice."""

    block = SquaresBlock

    def draws(self) -> Mapping[str, Draw]:
        return {
            "line": self.line,
            "barred": self.barred,
            "empty-squares": self.empty_squares,
            "round": self.round,
            "wins": self.wins,
            "false-part": self.false_part,
            "record": self.record,
            "save": self.save,
            "safer": self.safer,
            "plan": self.plan,
        }

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Return what the players are called in figures, by their dice, who starts first."""
        return View(self.rules, self.position(marks={}, turn={TURNS: []}), self.said).players

    def die(self, die: Die) -> str:
        """Return a die and its square in words."""
        return self.worded("lays-die", face=die.face, cell=self.said.label(die.square))

    def moves(self, chance: Random) -> tuple[Sequence[str], Sequence[Round]]:
        """Return the moves of a round played by chance, and how it stood before each and after."""
        rules, moves, stood = self.rules, list[str](), list[Round]()
        state = rules.play(rules.start(self.players), RoundOpening(1, None))
        # Once a round has ended, chance opens the next.
        while isinstance(turn := rules.random_turn(state, chance), Turn):
            stood.append(state.rounds[-1])
            moves.append(str(turn.move))
            # What chance does is never refused.
            after = round_after(rules.layout, state, turn, is_refused=False)
            state = State(state.seating, (after,))
        return moves, [*stood, state.rounds[-1]]

    def after(self, moves: Sequence[str]) -> tuple[Position, View]:
        """Return a round after some moves, as it is drawn and as guides see it."""
        at = self.position(marks={}, turn={TURNS: [*moves]})
        return at, View(self.rules, at, self.said)

    def to_move(self, variables: Variables, chance: Random) -> tuple[Position, View] | None:
        """Return a round in which the next player still has a die to lay."""
        moves, _ = self.moves(chance)
        count = chance.choice([n for n in range(len(moves)) if n in variables[STEPS]] or [0])
        at, seen = self.after(moves[:count])
        return (at, seen) if self.rules.layout.dice_left(seen.state, seen.round.next) else None

    def line(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for every pair of faces that completes a line."""
        faces, mechanics = self.rules.layout.faces, self.rules.layout.mechanics
        known = [chance.choice(faces) for _ in range(max(0, mechanics.window - UNKNOWN))]
        rest = mechanics.sum - sum(known)
        pairs = [pair for pair in product(faces, repeat=UNKNOWN) if sum(pair) == rest]
        line = [*map(str, known), *(BLANK for _ in range(UNKNOWN))]
        chance.shuffle(line)
        asked = self.worded("doce-line", line="\u00a0\u00a0".join(line), sum=mechanics.sum)
        found = tuple("-".join(map(str, pair)) for pair in pairs)
        known_sum = self.worded("doce-rest", sum=mechanics.sum, known=sum(known), rest=rest)
        key, way = self.worded("doce-ways", n=len(found), ways=", ".join(found)), (known_sum,)
        return Exercise(
            asked,
            key,
            found,
            len(found),
            rule=self.rule("line-own"),
            way=way,
            lines=2,
        )

    def wins(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the die that wins the round at once; every die on the grid is looked at."""
        if (drawn := self.to_move(variables, chance)) is None:
            return None
        at, seen = drawn
        of = seen.round
        if len(found := seen.wins(of.next)) != 1:
            return None
        asked = self.worded("wins", player=of.next)
        way, owners = self._line_of(of, found[0])
        rule = self.rule("line-own" if len(owners) == 1 else "line-three")
        key, bare = self.die(found[0]), f"{found[0].square}={found[0].face}"
        return Exercise(
            asked,
            key,
            bare,
            len(of.dice),
            at,
            rule=rule,
            way=(way,),
        )

    def _line_of(self, of: Round, die: Die) -> tuple[str, set[str]]:
        """Return the line that a die wins with, in words, and whose dice lie in it."""
        layout, dice = self.rules.layout, {**of.dice, die.square: (of.next, die.face)}
        lines = layout.winning_lines(of._replace(dice=dice), die.square)
        line = next(line for line, owner in lines if owner == of.next)
        added = SUM.join(str(dice[square][1]) for square in line)
        cells, total = self.cells(line), layout.mechanics.sum
        words = self.worded("doce-sum", cells=cells, added=added, sum=total)
        return words, {dice[square][0] for square in line}

    def barred(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the empty squares where a die may not stand, about the last one of a player."""
        several = {**variables, STEPS: range(1, len(self.rules.layout.squares))}
        if (drawn := self.to_move(several, chance)) is None:
            return None
        at, seen = drawn
        of, opened = seen.round, seen.open()
        if (last := of.last.get(of.next)) is None:
            return None
        squares = self.rules.layout.squares
        found = tuple(one for one in squares if of.is_free(one) and one not in opened)
        asked = self.worded("barred", player=of.next)
        way = (self.worded("doce-around", player=of.next, cell=self.said.label(last)),)
        return Exercise(asked, self.cells(found), found, len(found), at, way=way)

    def won(self, chance: Random) -> tuple[Sequence[str], Mapping[str, int], int] | None:
        """Return the moves of a round that somebody wins, its points by part, and its steps."""
        moves, (*_, last) = self.moves(chance)
        if last.end is None or last.end.winner is None:
            return None
        parts = self.rules.layout.winner_points(last, last.end.winner)
        return moves, parts, len(last.dice) + sum(map(bool, parts.values()))

    def _winner(self, seen: View) -> str:
        end = seen.round.end
        return (end and end.winner) or ""

    def part(self, name: str) -> str:
        """Return what a part of the points of a round is called."""
        return self.worded(f"doce-part-{name}")

    def _parts(self, parts: Mapping[str, int]) -> str:
        return ", ".join(f"{self.part(name)} {n}" for name, n in parts.items() if n)

    def round(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask who wins a round, and its points, in most also for a line or for groups."""
        is_rich = bool(chance.randrange(3))
        for _ in range(ROUNDS):
            if (found := self.won(chance)) is not None:
                moves, parts, steps = found
                if bool(parts["own"] or parts["groups"]) == is_rich and steps in variables[STEPS]:
                    break
        else:
            return None
        at, seen = self.after(moves)
        told = [n for n in parts.values() if n]
        key = f"{self._winner(seen)} – {sum(told)} ({SUM.join(map(str, told))})"
        asked = self.worded("round")
        way = (self._parts(parts),)
        return Exercise(
            asked,
            key,
            seen.points(),
            steps,
            at,
            way=way,
            lines=2,
        )

    def empty_squares(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the empty squares, from the points of a round and its other parts."""
        worth, squares = self.rules.layout.mechanics.points, len(self.rules.layout.squares)
        found, winner = chance.randint(FULLEST, squares - FEWEST), chance.choice(self.sides)
        # The winner has about half of the dice.
        trios = chance.randint(0, (squares - found) // 2 // self.rules.layout.mechanics.group)
        own, kept = chance.randrange(2), chance.randrange(2)
        others = worth.own * own, worth.blocker * kept, worth.same_face_group * trios
        parts = [n for n in (worth.win, *others) if n]
        total = sum(parts) + worth.empty_square * found
        facts = (
            self.worded("doce-all-own" if own else "doce-one-other", player=winner),
            self.worded("doce-kept" if kept else "doce-used", player=winner),
            self.worded("doce-groups-of", player=winner, n=trios),
        )
        asked = self.worded("doce-empty-squares", player=winner, total=total, facts=" ".join(facts))
        left = worth.empty_square * found
        way = (f"{total}{''.join(f' − {n}' for n in parts)} = {left}",)
        return Exercise(asked, str(found), found, len(parts) + 1, way=way)

    def false_part(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask which part of the points was counted wrong, and what is right."""
        if (found := self.won(chance)) is None:
            return None
        moves, parts, steps = found
        at, seen = self.after(moves)
        worth, slips = self.rules.layout.mechanics.points, list[tuple[str, int]]()
        slips += [("empty", parts["empty"] + worth.empty_square * n) for n in SLIPS]
        slips += [("own", worth.own - parts["own"]), ("blocker", worth.blocker - parts["blocker"])]
        slips += [("groups", parts["groups"] + n * worth.same_face_group) for n in (-1, 1)]
        name, wrong = chance.choice([slip for slip in slips if slip[1] >= 0])
        asked = self.worded("doce-false-part", player=self._winner(seen))
        rows = ((self.part(one), str(n), "") for one, n in {**parts, name: wrong}.items())
        heads = "", self.worded("doce-counted"), self.worded("doce-right")
        table = FillInTable(heads, tuple(rows))
        key = self.worded("doce-not", name=self.part(name), right=parts[name], wrong=wrong)
        rule = self.rule({"groups": "score-group", "own": "score-win"}.get(name, f"score-{name}"))
        answer = {name: parts[name]}
        return Exercise(
            asked,
            key,
            answer,
            steps,
            at,
            table=table,
            rule=rule,
        )

    def record(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which turn of a round is wrong, whether it is taken back or stays as played."""
        played = list[tuple[State, Turn]]()

        def tells(state: State, turn: Turn) -> NotedTurn:
            played.append((state, turn))
            done = [message("exercise.passes")] if turn.move.is_pass else []
            for square, face in turn.move.pieces:
                cell = self.said.label(square)
                lays = message("exercise.lays-blocker", cell=cell)
                if face is not None:
                    lays = message("exercise.lays-die", face=face, cell=cell)
                done.append(lays)
            player = self.sides[state.seat(state.rounds[-1].next)]
            told = ", ".join(map(self.say, done))
            return (self.worded("turn-of", player=player, done=told),)

        one = self.draw_record(tells, but=UNSHOWN)(variables, chance)
        if one is None or not isinstance(one.found, int):
            return None
        (before, wrong), *rest = played[one.found - 1 :]
        if len(wrong.move.blockers) > UNKNOWN or not self._goes_on(
            before, (wrong, *(turn for _, turn in rest))
        ):
            return None
        at, marked = self.position(marks={}, turn={TURNS: []}), ""
        die, of = wrong.move.die, before.rounds[-1]
        key = "doce-touches" if one.rule == "no-play-zone" else "doce-taken"
        if die is not None and one.rule in {"no-play-zone", "square-free"}:
            marked = self.said.label(of.last.get(of.next, die.square))
            way = (self.worded(key, cell=self.said.label(die.square), marked=marked),)
            return replace(one, position=at, way=way)
        return replace(one, position=at)

    def _goes_on(self, state: State, turns: Sequence[Turn]) -> bool:
        """Return whether the first turn alone is wrong, though its pieces stay where they are."""
        first, *later = turns
        after = round_after(self.rules.layout, state, first, is_refused=False)
        added = dict.fromkeys(first.move.blockers, state.rounds[-1].next)
        after = after._replace(blockers={**after.blockers, **added})
        state = state._replace(rounds=(*state.rounds[:-1], after))
        for turn in later:
            if state.rounds[-1].end is not None or self.rules.refuse(state, turn):
                return False
            state = self.rules.play(state, turn)
        return state.rounds[-1].end is None

    def threatened(
        self, variables: Variables, chance: Random
    ) -> Iterator[tuple[Position, View, Sequence[Die]]]:
        """Yield states of a round in which one cannot win, and dice save it from the other."""
        (moves, stood), layout = self.moves(chance), self.rules.layout
        lengths = [n for n in range(len(moves)) if n in variables[STEPS]]
        for length in chance.sample(lengths, len(lengths)):
            of, other = stood[length], self.players.player_after(stood[length].next)
            if of.next in layout.endings(of).values():
                continue
            # Most rounds hold no threat, and need not be seen as they are drawn.
            if other not in layout.endings(of._replace(next=other)).values():
                continue
            at, seen = self.after(moves[:length])
            if dice := seen.saves():
                yield at, seen, dice

    def save(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask where a die saves the round, and which faces do."""
        useless = [len(self.rules.layout.faces) - n for n in variables["useless"]]
        fitting = (
            found
            for found in self.threatened(variables, chance)
            if len(found[2]) in useless and len({die.square for die in found[2]}) == 1
        )
        if (drawn := next(fitting, None)) is None:
            return None
        at, seen, dice = drawn
        of = seen.round
        every = {Die(*one) for one in product(seen.open(), self.rules.layout.faces)}
        # A die elsewhere may save the round too, where the threat would then win for both.
        if any(seen.is_safe(Move(die)) for die in every - {*dice}):
            return None
        found = tuple(f"{die.square}={die.face}" for die in dice)
        cell = self.said.label(dice[0].square)
        key = self.worded("doce-in-square", cell=cell, faces=_faces(dice))
        asked = self.worded("doce-save", player=of.next, other=seen.other)
        return Exercise(
            asked,
            key,
            found,
            len(of.dice),
            at,
            way=(self._threat(seen),),
            lines=2,
        )

    def _threat(self, seen: View) -> str:
        """Return the dice that would win for the other player, in words."""
        dice = self._dice(seen.wins(seen.other))
        return self.worded("doce-threat", player=seen.other, dice=dice)

    def _dice(self, dice: Sequence[Die]) -> str:
        return ", ".join(map(self.die, dice))

    def safer(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of two dice does not let the other player win next."""
        if (drawn := self.to_move(variables, chance)) is None:
            return None
        at, seen = drawn
        of, dice = seen.round, [Die(*one) for one in product(seen.open(), self.rules.layout.faces)]
        safe = [die for die in dice if seen.is_safe(Move(die))]
        losing = [die for die in dice if self._answers(seen, die)]
        if not (safe and losing) or seen.wins(of.next):
            return None
        good, bad = chance.choice(safe), chance.choice(losing)
        pair = [good, bad] if chance.randrange(2) else [bad, good]
        names = dict(zip(("one", "two"), map(self.die, pair), strict=True))
        answers = self._dice(self._answers(seen, bad))
        way = (self.worded("doce-answers", die=self.die(bad), other=seen.other, dice=answers),)
        key, bare = self.die(good), f"{good.square}={good.face}"
        asked = self.worded("doce-safer", player=of.next, other=seen.other, **names)
        return Exercise(
            asked,
            key,
            bare,
            len(of.dice),
            at,
            rule=self.rule("line-own"),
            way=way,
            lines=2,
        )

    def _answers(self, seen: View, die: Die) -> Sequence[Die]:
        """Return the dice that win for the other player after a die that ends nothing."""
        turn = Turn(1, seen.round.played + 1, Move(die))
        after = self.rules.play(seen.state, turn).rounds[-1]
        ends = self.rules.layout.endings(after) if after.end is None else {}
        return [one for one, winner in ends.items() if winner == seen.other]

    def plan(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for a move against a threat, and its reasons; one that saves is an example."""
        if (drawn := next(self.threatened(variables, chance), None)) is None:
            return None
        at, seen, dice = drawn
        of, die = seen.round, chance.choice(dice)
        asked = self.worded("doce-plan", player=of.next, other=seen.other)
        way = (self.worded("doce-criteria", other=seen.other), self._threat(seen))
        key, bare = self.worded("doce-example", die=self.die(die)), f"{die.square}={die.face}"
        return Exercise(
            asked,
            key,
            bare,
            len(of.dice),
            at,
            way=way,
            lines=4,
        )


def _faces(dice: Sequence[Die]) -> str:
    return ", ".join(str(die.face) for die in dice)
