"""A shared counter: the numbers to say by brute force, random games, what one does without."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from generator import game, paths, rules
from generator.game import load_folder
from generator.games.count.rules import (
    MOST_ROUNDS,
    CountRules,
    Layout,
    Mechanics,
    RoundClosing,
    Say,
    State,
)
from generator.rules import Seating
from generator.rules.findings import RoundOpening
from generator.rules.optional import papers_from_state
from generator.rules.sheet.primitives import Primitives, words_of_act

TWO = ("Ana", "Ben")
MISERE = frozenset({"misere"})
# Races: where the counter starts and ends, by which steps, and what the last number is.
RACES = (
    *((0, target, (1, 2)) for target in range(1, 31)),
    *((0, target, (1, 2, 3, 4)) for target in (9, 10, 24, 25)),
    *((0, 23, steps) for steps in ((1,), (1, 3), (1, 4), (1, 2, 5), (1, 10))),
    *((start, 0, (1, 2, 3)) for start in range(1, 22)),
    (7, 19, (1, 3, 4)),
)


@pytest.fixture(scope="module")
def race() -> CountRules:
    """Return the rules of the race to 20."""
    found = rules.load(game.load("course-a-20"))
    assert isinstance(found, CountRules)
    return found


@pytest.fixture(scope="module")
def tokens() -> CountRules:
    """Return the rules of a counter that falls, whose last number loses."""
    folder = paths.PACKAGE.parent / "tests" / "games" / "dernier-jeton"
    found = rules.load(load_folder(folder))
    assert isinstance(found, CountRules)
    return found


def another(race: CountRules, start: int, target: int, steps: tuple[int, ...], last: str) -> Layout:
    """Return another counter by the rules of the race."""
    changed = {"start": start, "target": target, "steps": steps, "last": last}
    return replace(race.layout, mechanics=race.layout.mechanics.model_copy(update=changed))


def without(race: CountRules, does: str) -> Primitives:
    """Return what the rules of the race do, but for one thing."""
    rules = race.layout.primitives.rules.items()
    return Primitives({rule: one for rule, one in rules if one.rule != does})


def wins_by_force(
    number: int, target: int, steps: tuple[int, ...], *, last_wins: bool, overshoots: bool
) -> bool:
    """Return whether whoever has just said a number can be sure to win: every game is played out.

    This knows no numbers to say: it tries each reply, and each reply to that, up to the target.
    """
    if number == target or (overshoots and number > target):
        return last_wins
    allowed = [number + step for step in steps if overshoots or number + step <= target]
    return not any(
        wins_by_force(one, target, steps, last_wins=last_wins, overshoots=overshoots)
        for one in allowed
    )


@pytest.mark.parametrize("last", ["wins", "loses"])
@pytest.mark.parametrize(("start", "target", "steps"), RACES)
def test_numbers_to_say(
    race: CountRules, start: int, target: int, steps: tuple[int, ...], last: str
) -> None:
    """Going backwards finds what playing out every game finds, up or down, and the other way round.

    The tree of a whole game has too many branches: each number is tried where little is left.
    """
    layout = another(race, start, target, steps, last)
    found = layout.winning_numbers()
    way, far = (1 if target > start else -1), abs(target - start)
    for left in range(min(far, 12)):
        wins = wins_by_force(far - left, far, steps, last_wins=last == "wins", overshoots=False)
        if left < far:
            assert (target - way * left in found) == wins
    assert found == tuple(sorted(found, reverse=way < 0))


def test_overshooting(race: CountRules) -> None:
    """Without the rule that no number lies beyond, whoever passes the target ends the round too."""
    counter = another(race, 0, 20, (1, 3, 4), "wins")
    layout = replace(counter, primitives=without(race, "within"))
    for number in range(7, 21):
        wins = wins_by_force(number, 20, (1, 3, 4), last_wins=True, overshoots=True)
        assert (number in layout.winning_numbers()) == wins
    free = CountRules(race.game, layout)
    state = said(free, Seating(TWO), 4, 8, 12, 16, 19, 23)
    assert state.rounds[-1].winner == "Ben"


def test_the_numbers_of_the_page(race: CountRules, tokens: CountRules) -> None:
    """2, 5, 8 and so on are to be said; in the variant 1, 4, 7; of the tokens 1 and 5 are left."""
    assert race.layout.winning_numbers() == (2, 5, 8, 11, 14, 17, 20)
    assert race.layout.winning_numbers(MISERE) == (1, 4, 7, 10, 13, 16, 19)
    assert tokens.layout.winning_numbers() == (17, 13, 9, 5, 1)


def said(of: CountRules, seating: Seating, *numbers: int) -> State:
    """Return where a round stands after some numbers, none of which is refused."""
    state = of.play(of.start(seating), RoundOpening(1, None))
    for turn, number in enumerate(numbers, start=1):
        step = Say(1, turn, number)
        assert not of.refuse(state, step)
        state = of.play(state, step)
    return state


def test_a_round_that_stops_is_no_error(race: CountRules) -> None:
    """That a round stops before its last number is told as a warning."""
    (found,) = race.refuse(said(race, Seating(TWO), 2, 4), RoundClosing(1, None))
    assert (found.rule, found.is_warning) == (*race.layout.primitives.ids_of("unfinished"), True)


@pytest.mark.parametrize("variants", [frozenset[str](), MISERE])
def test_the_strategy_wins(race: CountRules, variants: frozenset[str]) -> None:
    """Whoever begins and says the numbers to say wins against every way to answer."""
    good = race.layout.winning_numbers(variants)

    def rounds(state: State) -> Iterator[State]:
        of = state.rounds[-1]
        if of.ended is not None:
            yield state
            return
        replies = race.layout.replies(of.last)
        best = [number for number in replies if number in good]
        for number in (best or replies) if of.next == "Ana" else replies:
            yield from rounds(race.play(state, Say(1, of.turns + 1, number)))

    begun = race.play(race.start(Seating(TWO, variants)), RoundOpening(1, None))
    played = list(rounds(begun))
    assert len(played) > 60
    assert {state.rounds[-1].winner for state in played} == {"Ana"}


@pytest.mark.few(1)
@pytest.mark.parametrize("of", ["race", "tokens"])
def test_random_games(of: str, request: pytest.FixtureRequest) -> None:
    """Five hundred random games are legal, end, and give every round to one of the two."""
    found: CountRules = request.getfixturevalue(of)
    for seed in range(500):
        chance, variants = Random(seed), MISERE if of == "race" and seed % 2 else frozenset[str]()  # noqa: S311 - a game, not a secret
        state = found.start(Seating(TWO, variants))
        while not found.outcome(state).is_finished:
            step = found.random_turn(state, chance)
            assert not found.refuse(state, step)
            state = found.play(state, step)
        scores = found.outcome(state).scores
        assert sum(points["rounds"] for points in scores.values()) == len(state.rounds)


@given(st.lists(st.integers(-2, 24), max_size=30), st.booleans())
def test_whatever_is_said(race: CountRules, says: list[int], misere: bool) -> None:  # noqa: FBT001 - drawn
    """A number is refused exactly where it is not one of the steps on, and 20 ends the round."""
    variants = MISERE if misere else frozenset[str]()
    state = race.play(race.start(Seating(TWO, variants)), RoundOpening(1, None))
    last, is_over, who, is_told = 0, False, 0, False
    for turn, number in enumerate(says, start=1):
        step = Say(1, turn, number)
        refused = [one.rule for one in race.refuse(state, step)]
        if is_over:
            assert refused == ([] if is_told else ["after-end"])
            is_told = True
        elif number - last not in {1, 2}:
            assert refused == ["step"]
        else:
            assert refused == (["beyond"] if number > 20 else [])
        state = race.play(state, step)
        if not is_over and last < number <= 20:
            last, is_over, who = number, number == 20, 1 - who
        of = state.rounds[-1]
        assert (of.last, of.ended is not None) == (last, is_over)
        assert of.winner == (TWO[who if misere else 1 - who] if is_over else None)


@pytest.mark.parametrize("left_out", words_of_act("count"))
def test_without_a_rule(race: CountRules, left_out: str) -> None:
    """A rule that the data leave out is not judged, and the others are as before."""
    free = CountRules(race.game, replace(race.layout, primitives=without(race, left_out)))
    ids = race.layout.primitives.ids_of(left_out)
    assert set(race.judged_rules) - set(free.judged_rules) == {*ids}
    assert len(ids) == 1
    body = {
        "rounds": [
            {"says": [2, 9, 11, 13, 15, 17, 19, 20, 21], "winner": "Ana"},
            {"says": [2], "winner": "Ana"},
        ],
        "totals": {"Ana": 5},
    }
    assert left_out == "within" or _broken(free, body) == [
        rule for rule in _broken(race, body) if rule not in ids
    ]


def _broken(of: CountRules, fields: Mapping[str, object]) -> list[str]:
    body = of.body.model_validate(fields)
    state, found = of.initial_state(Seating(TWO), body), []
    for step in of.steps(body):
        refusals, state = of.judge(state, step)
        found += [one.rule for one in refusals]
    return [*found, *(one.rule for one in of.judge_ending(state, body))]


def test_advice(race: CountRules, tokens: CountRules) -> None:
    """What could have been said stands beside what was, by its cells, the nearest number first."""
    state = said(race, Seating(TWO), 2, 4)
    (found,) = race.refuse(state, Say(1, 3, 9))
    assert (found.where, found.instead, found.player) == ("n9", ("n5", "n6"), "Ana")
    state = said(tokens, Seating(TWO), 18)
    (found,) = tokens.refuse(state, Say(1, 2, 21))
    assert (found.where, found.instead) == (None, ("j17", "j16", "j15"))
    many = replace(race.layout, mechanics=race.layout.mechanics.model_copy(
        update={"steps": tuple(range(1, 9))}
    ))  # fmt: skip
    free = CountRules(race.game, many)
    (found,) = free.refuse(free.play(free.start(Seating(TWO)), RoundOpening(1, None)), Say(1, 1, 9))
    assert found.instead == ("n1", "n2", "n3", "n4", "n5")


def test_limits(race: CountRules) -> None:
    """Twenty steps and a thousand rounds are as many as there may be."""
    facts = {"family": "sheet", "act": "count", "strip": "strip", "target": 20}
    for steps, is_fit in ((range(1, 21), True), (range(1, 22), False), ((), False)):
        assert _is_fit(Mechanics, {**facts, "steps": tuple(steps)}) == is_fit
    for rounds, is_fit in ((MOST_ROUNDS, True), (MOST_ROUNDS + 1, False)):
        assert _is_fit(race.body, {"rounds": ({},) * rounds}) == is_fit
    assert MOST_ROUNDS == 1000


def _is_fit(model: type[BaseModel], fields: dict[str, object]) -> bool:
    try:
        model.model_validate(fields)
    except ValidationError:
        return False
    return True


def test_who_begins(race: CountRules) -> None:
    """The players take turns to begin, whoever began last by the record."""
    body = race.body.model_validate({"rounds": [{}, {"first": "Ana"}, {}, {}]})
    state = race.initial_state(Seating(TWO), body)
    for step in race.steps(body):
        state = race.play(state, step)
    assert [of.first for of in state.rounds] == ["Ana", "Ana", "Ben", "Ana"]
    assert [of.next for of in state.rounds] == ["Ana", "Ana", "Ben", "Ana"]
    assert not race.outcome(state).is_finished


def test_a_match(race: CountRules) -> None:
    """A match made up at random has four rounds, with who began, who won, and the totals."""
    chance, state, steps = Random(5), race.start(Seating(TWO)), []  # noqa: S311 - a game, not a secret
    while not race.outcome(state).is_finished:
        steps.append(race.random_turn(state, chance))
        state = race.play(state, steps[-1])
    fields = race.record_body(tuple(steps), state)
    assert [list(entry) for entry in fields["rounds"]] == [["first", "says", "winner"]] * 4
    assert [entry["first"] for entry in fields["rounds"]] == ["Ana", "Ben"] * 2
    assert sum(fields["totals"].values()) == 4
    pairs = [pair for entry in fields["rounds"] for pair in pairwise(entry["says"])]
    assert {after - before for before, after in pairs} == {1, 2}
    shown = papers_from_state(race, state)
    assert [paper.name for paper in shown] == ["round1", "round2", "round3", "round4"]
    for paper, entry in zip(shown, fields["rounds"], strict=True):
        assert list(paper.marks) == [f"n{number}" for number in entry["says"]]
        shapes = ["circle", "square"] if entry["first"] == "Ana" else ["square", "circle"]
        wanted = [shapes[place % 2] for place in range(len(entry["says"]))]
        assert [mark.shape for mark in paper.marks.values()] == wanted


def test_what_can_be_planted(race: CountRules) -> None:
    """Numbers can be misheard or one too many, winners and totals noted wrong; no more of them."""
    assert set(race.plantable) == {"step", "beyond", "after-end"}
    assert race.plantable["step"] == ("last", "said")
    assert set(race.plantable_on_paper) == {"winner-wrong", "score-wrong"}


def test_a_beginning(race: CountRules) -> None:
    """A record to fill in shows how a round begins, with four numbers."""
    steps = race.example_steps(race.start(Seating(TWO)), Random(1))  # noqa: S311 - a game, not a secret
    assert [type(step) for step in steps] == [RoundOpening, *[Say] * 4]
