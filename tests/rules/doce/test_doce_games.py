"""Whole matches of lines of dice: random ones, planted errors, records."""

from collections import Counter
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from generator import game, rules
from generator.errors import DataError
from generator.games.doce.rules import DoceRules
from generator.games.doce.state import Move, Result, Round, State, Turn
from generator.records.report import Report
from generator.records.writing import sample_record
from generator.rules import Seating
from generator.rules.findings import RoundOpening
from generator.rules.planting import wrong_turn
from tests.judged import verify_stream
from tests.rules.altered import altered

TWO = Seating(("Ana", "Ben"))
CHANCE = Random(1)  # noqa: S311 - a game, not a secret


def _judged(text: str) -> Report:
    (report,) = verify_stream(BytesIO(text.encode()))
    return report


def _found(report: Report) -> list[tuple[str, bool]]:
    return [(found.rule, found.after_error) for found in report.findings]


def _played(doce: DoceRules, seed: int, seen: Counter[str]) -> State:
    """Play a random match to its end; dice are conserved at every turn, squares hold one piece."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    state = doce.start(TWO)
    while not doce.outcome(state).is_finished:
        step = doce.random_turn(state, chance)
        assert doce.refuse(state, step) == ()
        state = doce.play(state, step)
        of = state.rounds[-1]
        for name in TWO.players:
            assert doce.layout.dice_left(state, name) + len(of.faces(name)) == 11
            assert sum(owner == name for owner in of.blockers.values()) <= 1
        assert not set(of.dice) & set(of.blockers)
        seen["pass"] += isinstance(step, Turn) and step.move.is_pass
        seen["blocker"] += isinstance(step, Turn) and bool(step.move.blockers)
    return state


def _kind(doce: DoceRules, of: Round) -> str:
    """Return how a round ended."""
    owners = {owner for _, owner in doce.layout.winning_lines(of)}
    mover = list(of.dice.values())[-1][0]
    if not owners:
        return "all dice" if len(of.dice) == 22 else "two passes"
    if len(owners) == 2:
        return "a line for each"
    return "own line" if mover in owners else "opponent's line"


@pytest.mark.rest
@pytest.mark.slow
def test_300_random_matches(doce: DoceRules) -> None:
    """300 random matches are legal to their end, with every end, pass, blocker and tie in them."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        state = _played(doce, seed, seen)
        seen["tie"] += len(doce.outcome(state).winners) == 2
        for of in state.rounds:
            seen[_kind(doce, of)] += 1
            seen[f"{len(of.blockers)} blockers"] += 1
            for window, owner in doce.layout.winning_lines(of):
                is_own = all(of.dice[square][0] == owner for square in window)
                seen["all own" if is_own else "three and one"] += 1
    wanted = {"own line", "opponent's line", "a line for each", "all dice", "two passes"}
    wanted |= {"all own", "three and one", "pass", "blocker", "tie"}
    wanted |= {f"{count} blockers" for count in range(3)}
    assert {name for name in wanted if not seen[name]} == set()


def test_wrong_steps_where_none_is(doce: DoceRules) -> None:
    """Where no step can break a rule alone, none is given."""
    start = doce.start(TWO)
    for rule in [*doce.plantable][1:]:
        assert wrong_turn(doce, start, (), [rule], CHANCE) is None
    opened = doce.play(start, RoundOpening(1, None))
    for rule in ("first-player", "after-end", "square-free", "dice-left"):
        assert wrong_turn(doce, opened, (RoundOpening(1, None),), [rule], CHANCE) is None
    full = dict.fromkeys(doce.layout.squares, ("Ben", 6))
    shut = State(TWO, (Round(1, "Ana", dice=full),))
    assert wrong_turn(doce, shut, (RoundOpening(1, None),), ["no-play-zone"], CHANCE) is None
    assert wrong_turn(doce, shut, (RoundOpening(1, None),), ["pass-when-stuck"], CHANCE) is None


def test_a_record_of_a_match_that_goes_on(doce: DoceRules) -> None:
    """The first steps make a record without results, for people to write on."""
    state = doce.start(TWO)
    unsaid = Result(1, None, {})
    steps = (*doce.example_steps(state, CHANCE), unsaid, RoundOpening(2, None))
    for step in steps:
        state = doce.play(state, step)
    first, second = doce.record_body(steps, state)["rounds"]
    assert (first["first"], len(first["turns"]), second) == ("Ana", 4, {})


def test_what_comes_after_the_end_changes_nothing(doce: DoceRules) -> None:
    """A turn of a round that is over, and a round too many, are refused and leave what there is."""
    state, rounds = doce.start(TWO), doce.layout.mechanics.rounds
    for number in range(1, rounds + 1):
        state = doce.play(state, RoundOpening(number, None))
        for place in (1, 2):
            state = doce.play(state, Turn(number, place, Move()))
    for late in (Turn(rounds, 3, Move()), RoundOpening(rounds + 1, None)):
        refusals, after = doce.judge(state, late)
        assert [one.rule for one in refusals] == ["after-end"]
        assert after == state


def test_wrong_points_do_not_excuse_a_wrong_total() -> None:
    """The total is judged by itself where only points are wrong."""
    text = sample_record(rules.load(game.load("doce")), seed=1, errors=0, language="en").text
    report = _judged(text)
    wrong = text.replace("points: {Ana: ", "points: {Ana: 1", 1).replace(
        "total: {Ana: ", "total: {Ana: 1"
    )
    assert _found(report) == []
    assert _found(_judged(wrong)) == [("score-wrong", False)] * 2


@pytest.mark.parametrize(
    ("turns", "winner", "words"),
    [
        (
            "[C3=4]",
            "Ana",
            "winner written down: Ana; the grid says: nothing, the round is not over",
        ),
        ("[pass, pass]", "Ana", "winner written down: Ana; the grid says: nobody"),
        (
            "[C3=4]",
            "none",
            "winner written down: nobody; the grid says: nothing, the round is not over",
        ),
    ],
)
def test_a_wrong_winner_is_told_the_right_one(turns: str, winner: str, words: str) -> None:
    """Whoever is written down as the winner hears what the grid says, over or not."""
    rounds = f"[{{turns: {turns}, result: {{winner: {winner}}}}}]"
    report = _judged(f"game: doce\nplayers: [Ana, Ben]\nrounds: {rounds}\n")
    (found,) = (finding for finding in report.findings if finding.rule == "result-wrong")
    assert report.message_in(found, "en") == words


def test_rounds_that_stop() -> None:
    """A round says so at its last turn; the match where its last round is over; or at its list."""
    report = _judged("game: doce\nplayers: [Ana, Ben]\nrounds:\n- turns: [C3=4, A1=1]\n- {}\n")
    places = [(f.rule, f.line, f.column, f.round, f.turn) for f in report.findings]
    assert places == [("unfinished", 4, 17, 1, None), ("unfinished", 5, 3, 2, None)]
    assert report.winners == ()
    report = _judged("game: doce\nplayers: [Ana, Ben]\nrounds: []\n")
    assert [(f.rule, f.line, f.column) for f in report.findings] == [("unfinished", 3, 9)]
    assert report.is_valid, "an unfinished match is a warning"


def test_a_blocker_that_was_not_quoted() -> None:
    """A list splits a turn at its comma: the lone blocker gets the hint to leave it out."""
    report = _judged("game: doce\nplayers: [Ana, Ben]\nrounds:\n- turns: [x A1, D5=6]\n")
    found = report.findings[0]
    assert (found.rule, found.where, found.column) == ("blocker-needs-die", "A1", 11)
    assert report.message_in(found, "en").endswith("without a comma: x A1 C3=4")
    for turn in ("x A1 D5=6", '"x A1, D5=6"'):
        said = _judged(f"game: doce\nplayers: [Ana, Ben]\nrounds:\n- turns: [{turn}]\n")
        assert [found.rule for found in said.findings] == ["unfinished"]


def test_in_french() -> None:
    """Passes and nobody have French words; a stranger may not win."""
    text = (
        "jeu: doce\njoueurs: [Léa, Tom]\nmanches:\n- premier: Léa\n  tours: [C3=4, passe, Passe]\n"
    )
    report = _judged(text + "  résultat: {gagnant: personne, points: {Léa: 7, Tom: 7}}\n")
    assert [found.rule for found in report.findings] == ["pass-when-stuck"] * 2 + ["unfinished"]
    report = _judged(text + "  résultat: {gagnant: Zoé}\n")
    (problem,) = report.problems
    assert problem.line == 6
    assert "“Zoé” is not in the list of players on line 2" in problem.worded("en")


def test_a_colour_without_a_shape_to_draw(tmp_path: Path) -> None:
    """A shape that nobody draws by hand is left out on paper."""
    folder = altered(tmp_path, "doce", ("shape: circle", "shape: star"))
    found = rules.load(game.load_folder(folder))
    assert isinstance(found, DoceRules)
    assert found.layout.shapes == ("square", "")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("  board: board", "  board: pieces", "squares"),
        ("  pieces: pieces", "  pieces: board", "tiles"),
        ("[dice-black, dice-pale]", "[dice-black, board]", "track"),
        ("colours: [black, pale]", "colours: [black]", "two players need two"),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """Parts that cannot play their role are named at their place."""
    folder = altered(tmp_path, "doce", (old, new))
    with pytest.raises(DataError) as caught:
        rules.load(game.load_folder(folder))
    assert any(problem in fault.worded("en").lower() for fault in caught.value.problems)
