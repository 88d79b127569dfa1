"""Two players set numbered dice on a grid; a line with the right sum wins the round."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator, PlainSerializer, WithJsonSchema

from generator.game import Mark, Paper
from generator.game.facts import Facts
from generator.game.sentences import Sentences, aliases_of
from generator.games.doce import state as states
from generator.games.doce.state import Die, Layout, Mechanics, Move, Round, State, Step, Turn
from generator.reading.schema import Aliases, FixedWord, Grammar
from generator.rules import findings, interface
from generator.rules.interface import ANYTHING, NOBODY, Refusal
from generator.rules.naming import cells
from generator.words import Message, Value, message

__all__ = ["DoceRules", "Mechanics"]

# Checked against the players of the record, not by the model.
WINNER: Any = Annotated[str, FixedWord("winner")]
# One turn in this many brings the blocker, overlooks a line of one's own, gives one away.
BLOCKS = 12
OVERSIGHTS = 5
GIFTS = 12
LONGEST_ADVICE = 5

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_STEPS: Mapping[str, tuple[str, ...]] = {
    "first-player": ("first",),
    "square-free": ("dice", "blockers"),
    "no-play-zone": ("last",),
    "blocker-once": ("blockers",),
    "blocker-needs-die": ("die", "is_late"),
    "dice-left": ("dice",),
    "pass-when-stuck": ("die",),
    "after-end": ("end",),
}
ON_RESULTS = ("result-wrong", "score-wrong")


class DoceBody(Facts):
    """What the family reads of a record, whatever the grid."""

    rounds: tuple[Any, ...] | None = None
    total: Mapping[str, int] | None = None


def _die(layout: Layout, of: Round, legal: tuple[str, ...], chance: Random) -> Die:
    """Return a die placed to win; after a high first face of a round, rarer endings are sought."""
    ends = layout.endings(of)
    _, opened = next(iter(of.dice.values()), ("", 0))
    if opened == layout.faces[-1]:
        quiet, inmost = _quiet(layout, legal, ends), max(map(len, layout.around.values()))
        rim = [die for die in quiet if len(layout.around[die.square]) < inmost]
        shut = {one: sum(map(of.is_free, layout.around[one])) for one in legal}
        most = max(shut[die.square] for die in quiet)
        return chance.choice(rim or [die for die in quiet if shut[die.square] == most])
    own = [die for die, winner in ends.items() if winner == of.next]
    other = [die for die, winner in ends.items() if winner not in {None, of.next}]
    if both := [die for die, winner in ends.items() if winner is None]:
        return chance.choice(both)
    if opened == layout.faces[-2]:
        return chance.choice(_quiet(layout, legal, ends))
    if other and not chance.randrange(GIFTS):
        return chance.choice(other)
    if own and chance.randrange(OVERSIGHTS):
        return chance.choice(own)
    return Die(chance.choice(legal), chance.choice(layout.faces))


def _quiet(layout: Layout, legal: tuple[str, ...], ends: Collection[Die]) -> Sequence[Die]:
    """Return the dice that complete no line, all where each does."""
    dice, ending = [die for one in legal for die in layout.dice_on[one]], {*ends}
    squares = {die.square for die in ending}
    return [die for die in dice if die.square not in squares or die not in ending] or dice


def _said(key: str, **values: Value) -> Message:
    return message(f"rules.doce.{key}", **values)


def _of_turn(
    rule: str, of: Turn, whose: str, where: str | None = None, key: str = "", **values: Value
) -> Refusal:
    at, more = ("turns", of.number - 1), {"player": whose, "where": where, "turn": of.number}
    return findings.round_refusal(rule, _said(key or rule, **values), of.round, *at, **more)


def _standing(of: Round, square: str) -> Value:
    if square in of.dice:
        owner, face = of.dice[square]
        return _said("standing-die", player=owner, face=face)
    if square in of.blockers:
        return _said("standing-blocker", player=of.blockers[square])
    return _said("standing-this-turn")


def _blockers(turn: Turn, player: str, left: int) -> Iterator[Refusal]:
    move = turn.move
    if len(move.blockers) > left:
        where = move.blockers[left]
        yield _of_turn("blocker-once", turn, player, where, player=player, cell=cells(where))
    if move.die is None or move.is_late:
        where, key = move.blockers[-1], "blocker-alone" if move.die is None else "blocker-late"
        yield _of_turn("blocker-needs-die", turn, player, where, key, cell=cells(where))


def _won(winner: str | None) -> Value:
    if winner is None:
        return _said("not-over")
    return _said("won-by-nobody") if winner == NOBODY else winner


class DoceRules(interface.Rules[DoceBody, State, Step, Layout]):
    """The rules of one game of lines of dice."""

    body_fields = ("rounds",)
    example_turns = findings.FIRST_OF_ROUND
    round_field = "turns"
    judged_rules = (*ON_STEPS, *ON_RESULTS, "unfinished")
    plantable = ON_STEPS
    plantable_on_paper = ON_RESULTS
    read_layout = staticmethod(states.read_layout)

    def body_model(self) -> type[DoceBody]:
        word, read = FixedWord(states.PASS), AfterValidator(self.layout.read_move)
        meant = Grammar(self.layout.read_tolerantly)
        form: Any = {"type": "string", "vocabulary": states.PASS}
        form["pattern"] = self.layout.move_pattern
        move: Any = Annotated[str, word, meant, read, PlainSerializer(str), WithJsonSchema(form)]
        points = findings.MAPPING[findings.PLAYER, int]
        result = findings.all_optional("Result", winner=WINNER, points=points)
        fields = {"first": findings.PLAYER, "turns": findings.TUPLE[move, ...], "result": result}
        each = findings.all_optional("Round", **fields)
        return findings.with_words(DoceBody, rounds=findings.TUPLE[each, ...], total=points)

    def own_words(self, said: Sentences, /) -> Aliases:
        nobody = aliases_of(said.language).words.get("nobody", {})
        return Aliases(words={"winner": {NOBODY: nobody.get(NOBODY, ())}})

    def start(self, seating: interface.Seating) -> State:
        return State(seating)

    def steps(self, body: DoceBody) -> tuple[Step, ...]:
        """Return each round's opening, turns and result; of a round too many the opening alone."""
        steps: list[Step] = []
        for number, entry in enumerate(body.rounds or (), start=1):
            steps.append(findings.RoundOpening(number, entry.first))
            if number <= self.layout.mechanics.rounds:
                moves = enumerate(entry.turns or (), start=1)
                steps += (Turn(number, turn, move) for turn, move in moves)
                found = entry.result
                told = (found.winner, found.points or {}) if found else (None, {})
                steps.append(states.Result(number, *told))
        return tuple(steps)

    def judge(self, state: State, step: Step, /) -> interface.Judgement[State]:
        layout = self.layout
        match step:
            case findings.RoundOpening(number, first):
                found = tuple(self._opening_wrong(state, step))
                if number > layout.mechanics.rounds:
                    return found, state
                opened = Round(number, first or state.starter(number))
                state = State(state.seating, (*state.rounds, opened))
            case Turn():
                found, before = tuple(self._turn_wrong(state, step)), state.rounds[-1]
                if before.end is not None:
                    return found, state
                after = states.round_after(layout, state, step, is_refused=bool(found))
                struck = (at for at in after.refused if at not in before.refused)
                found = findings.with_struck(found, before.next, struck)
                state = State(state.seating, (*state.rounds[:-1], after))
            case _:
                found = tuple(self._result_wrong(state, step))
        return found, state

    def _opening_wrong(self, state: State, step: findings.RoundOpening) -> Iterator[Refusal]:
        expected, most = state.starter(step.round), self.layout.mechanics.rounds
        first = step.first or expected
        if step.round > most:
            reason = _said("after-end-match", rounds=most)
            yield findings.round_refusal(
                "after-end", reason, step.round, player=first, after=ANYTHING
            )
        elif first != expected:
            reason = _said("first-player", player=first, expected=expected, round=str(step.round))
            yield findings.round_refusal("first-player", reason, step.round, "first", player=first)

    def _turn_wrong(self, state: State, turn: Turn) -> Iterator[Refusal]:
        layout = self.layout
        of, die, player = state.rounds[-1], turn.move.die, state.rounds[-1].next
        if of.end is not None:
            ended = str(of.end.turn)
            found = _of_turn("after-end", turn, player, key="after-end-round", turn=ended)
            yield replace(found, after=ANYTHING)
        elif turn.move.is_pass:
            legal = layout.open_squares(of, player)
            if legal and layout.dice_left(state, player):
                rule, squares = "pass-when-stuck", cells(legal[0])
                found = _of_turn(rule, turn, player, player=player, squares=squares)
                yield replace(found, instead=legal[:LONGEST_ADVICE])
        else:
            yield from self._squares(of, turn)
            if turn.move.blockers:
                yield from _blockers(turn, player, layout.blockers_left(state, player))
            if die is not None and not layout.dice_left(state, player):
                dice = len(of.faces(player))
                yield _of_turn("dice-left", turn, player, die.square, player=player, dice=dice)

    def _squares(self, of: Round, turn: Turn) -> Iterator[Refusal]:
        move, player, last = turn.move, of.next, of.last.get(of.next, "")

        def instead() -> tuple[str, ...]:
            legal = self.layout.open_squares(of, player)
            return tuple(name for name in legal if name not in move.blockers)[:LONGEST_ADVICE]

        pieces = move.pieces
        for place, (square, face) in enumerate(pieces):
            if not of.is_free(square) or (place and square in dict(pieces[:place])):
                cell, standing = cells(square), _standing(of, square)
                found = _of_turn("square-free", turn, player, square, cell=cell, standing=standing)
                found = replace(found, wrote=str(face or states.BLOCKER))
                yield found if face is None else replace(found, instead=instead())
        if move.die is not None and move.die.square in self.layout.around.get(last, ()):
            rule, at, marked = "no-play-zone", move.die.square, cells(last)
            found = _of_turn(rule, turn, player, at, player=player, cell=cells(at), marked=marked)
            yield replace(found, instead=instead(), wrote=str(move.die.face))

    def _result_wrong(self, state: State, result: states.Result) -> Iterator[Refusal]:
        of = state.rounds[-1]
        if of.end is None:
            reason = _said("unfinished-round", round=str(of.number))
            at, more = ("turns", of.played - 1) if of.played else (), {"taints": frozenset[str]()}
            yield findings.round_refusal(
                "unfinished", reason, of.number, *at, is_warning=True, **more
            )
        winner = None if of.end is None else of.end.winner or NOBODY
        if result.winner not in {None, winner}:
            reason = _said("result-wrong", found=_won(result.winner), wanted=_won(winner))
            yield findings.round_refusal("result-wrong", reason, of.number, "result", "winner")
        earned = self.layout.points(state, of)
        for player, points in result.points.items():
            if points != earned[player]:
                path = ("rounds", of.number - 1, "result", "points", player)
                refusal = findings.wrong_score(of.score_part, points, earned[player], path)
                after = frozenset({f"round:{of.number}"})
                yield replace(refusal, player=player, round=of.number, after=after)

    def record_body(self, steps: tuple[Step, ...], state: State) -> interface.Fields:
        rounds: list[dict[str, Any]] = []
        for step in steps:
            if isinstance(step, findings.RoundOpening):
                rounds.append(step.fields())
            elif isinstance(step, Turn):
                rounds[step.round - 1].setdefault("turns", []).append(str(step.move))
        for entry, of in zip(rounds, state.rounds, strict=False):
            if of.end is not None:
                earned = dict(self.layout.points(state, of))
                entry["result"] = {"winner": of.end.winner or NOBODY, "points": earned}
        found = self.outcome(state)
        totals = {player: given["total"] for player, given in found.scores.items()}
        return {"rounds": rounds, **({"total": totals} if found.is_finished else {})}

    def outcome(self, state: State) -> interface.Outcome:
        earned = {of.score_part: self.layout.points(state, of) for of in state.rounds}
        scores = {}
        for player in state.seating.players:
            own = {name: given[player] for name, given in earned.items()}
            scores[player] = {**own, "total": sum(own.values())}
        ended = [of for of in state.rounds if of.end is not None]
        is_over = len(ended) == len(state.rounds) == self.layout.mechanics.rounds
        return findings.outcome_by_points(scores, is_over=is_over)

    def judge_ending(self, state: State, body: DoceBody) -> tuple[Refusal, ...]:
        added, scores = findings.as_scores("total", body.total), self.outcome(state).scores
        found = [*map(findings.follows_from_rounds, findings.wrong_totals("total", added, scores))]
        played, most = len(state.rounds), self.layout.mechanics.rounds
        # A round that stops early says so of itself.
        if played < most and (not played or state.rounds[-1].end is not None):
            reason = message("rules.doce.unfinished-match", n=played, wanted=most)
            path = ("rounds", len(body.rounds) - 1) if body.rounds else ("rounds",)
            found.insert(0, Refusal("unfinished", reason, path, is_warning=True))
        return tuple(found)

    def recorded_scores(self, body: DoceBody) -> interface.Scores:
        results = (step for step in self.steps(body) if isinstance(step, states.Result))
        counted = [(f"round{result.round}", result.points) for result in results]
        found: dict[str, dict[str, int]] = {}
        for part, written in (*counted, ("total", body.total or {})):
            for player, points in written.items():
                found.setdefault(player, {})[part] = points
        return found

    def papers_as_recorded(self, state: State, _: object, /) -> tuple[Paper, ...]:
        part = self.layout.mechanics.board
        owners = dict(zip(state.seating.players, self.layout.shapes, strict=True))
        papers = []

        def mark(owner: str, face: int | None, colour: str = "") -> Mark:
            return Mark(states.BLOCKER if face is None else str(face), colour, owners[owner])

        for of in state.rounds:
            lines = tuple(line for line, _ in self.layout.winning_lines(of))
            marks = {square: mark(*piece, "error") for square, piece in of.refused.items()}
            marks |= {square: mark(owner, None) for square, owner in of.blockers.items()}
            marks |= {square: mark(*piece) for square, piece in of.dice.items()}
            papers.append(Paper(of.score_part, part, marks, owners, lines))
        return tuple(papers)

    def is_between_rounds(self, state: State) -> bool:
        return not state.rounds or state.rounds[-1].end is not None

    def choices(self, state: State, _: Step | None) -> Iterator[Step]:
        layout, of = self.layout, state.rounds[-1]
        yield Turn(of.number, of.played + 1, Move())
        for count in range(layout.blockers_left(state, of.next) + 1):
            blockers = combinations(filter(of.is_free, layout.squares), count)
            dice = product(layout.open_squares(of, of.next), layout.faces)
            for (square, face), some in product(dice, blockers):
                yield Turn(of.number, of.played + 1, Move(Die(square, face), some))

    def random_turn(self, state: State, chance: Random) -> Step:
        if self.is_between_rounds(state):
            number = len(state.rounds) + 1
            return findings.RoundOpening(number, state.starter(number))
        layout, of = self.layout, state.rounds[-1]
        legal, move = layout.open_squares(of, of.next), Move()
        if legal and layout.dice_left(state, of.next):
            die = _die(layout, of, legal, chance)
            others = [name for name in layout.squares if of.is_free(name) and name != die.square]
            has_blocker = others and layout.blockers_left(state, of.next)
            is_used = has_blocker and not chance.randrange(BLOCKS)
            move = Move(die, (chance.choice(others),) if is_used else ())
        return Turn(of.number, of.played + 1, move)

    def odds(self) -> interface.Odds:
        faces, count = self.layout.faces, self.layout.mechanics.window
        ways = Counter(map(sum, product(faces, repeat=count)))
        every = len(faces) ** count
        sums = {total: Fraction(ways[total], every) for total in sorted(ways)}
        return {f"sum.{count}": sums, "face": dict.fromkeys(faces, Fraction(1, len(faces)))}

    def roll_outcomes(self, state: State, step: Step, /) -> Iterator[interface.RollOutcome]:
        if isinstance(step, Turn) and step.move.die is not None:
            yield "face", step.move.die.face
