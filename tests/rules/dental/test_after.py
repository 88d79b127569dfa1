"""What a turn on the circuit leaves behind, with and without an error, and how a game ends."""

import pytest

from generator.game import Mark
from generator.games.dental.rules import DentalRules
from generator.games.dental.state import Seat, State, Turn
from generator.rules import Seating
from generator.rules.optional import papers_from_state
from tests.rules.dental.table import NAMES, seat, situation, turn

START = seat()


def _settled(dental: DentalRules, state: State, step: Turn) -> State:
    return dental.play(state, step)


AFTER = [
    pytest.param("", START, turn(4), seat(square=4), id="a plain move"),
    pytest.param("", seat(square=17), turn(6), seat(laps=1), id="everybody stops at the dentist's"),
    pytest.param("", START, turn(10**15), seat(laps=1), id="however far the dice say"),
    pytest.param("", seat(square=5), turn(), seat(square=5), id="no face: the pawn stays"),
    pytest.param(
        "",
        seat(tokens=2),
        turn(-3, marks="1b", stops=True, gives={"Ben": 1}),
        seat("1b", tokens=2),
        id="no move: marks are laid, nothing else counts",
    ),
    pytest.param("", START, turn(1, 3), seat(square=4), id="two dice in the basic game: their sum"),
    pytest.param("", START, turn(4, square=9), seat(square=4), id="the square reached by the dice"),
    pytest.param("", START, turn(1), seat(square=1), id="sugar without a die: nothing"),
    pytest.param("", START, turn(1, marks="1b"), seat("1b", 1), id="and marks as they lie"),
    pytest.param("", START, turn(1, sugar=(2,)), seat(square=1), id="marks missing: chart stays"),
    pytest.param("", seat("1r"), turn(1, sugar=(1,)), seat("1b", 1), id="no choice: done"),
    pytest.param("", seat("1r 2y"), turn(1, sugar=(0,)), seat("1r 2y", 1), id="a die of nothing"),
    pytest.param("", START, turn(1, sugar=(1,), marks="5b"), seat("5b", 1), id="wrong marks lie"),
    pytest.param(
        "", seat("1r"), turn(1, sugar=(1,), marks="9y"), seat("1r 9y", 1), id="only what is noted"
    ),
    pytest.param("", seat("1y 2r 3o"), turn(4), seat("2o 3o", 4), id="brushing"),
    pytest.param(
        "", seat("1y 2r"), turn(4, marks="1b"), seat("1b 2o", 4), id="others get their brushing"
    ),
    pytest.param("", seat("5y", 4), turn(4, hit=5), seat("5b", 8), id="hit"),
    pytest.param("", seat("5b", 4), turn(4, hit=5), seat("5b", 8), id="a black one stays"),
    pytest.param("", seat("5y", 4), turn(4, hit=17), seat("5y", 8), id="a hit without a tooth"),
    pytest.param(
        "", seat("5y", 4), turn(4, marks="6b"), seat("5y 6b", 8), id="marks of no hit lie"
    ),
    pytest.param("", START, turn(2, appointment=3), seat(square=2, tokens=1), id="odd: one"),
    pytest.param("", START, turn(2, appointment=6), seat(square=2, tokens=2), id="even: two"),
    pytest.param("", START, turn(2, appointment=8), seat(square=2, tokens=2), id="any even face"),
    pytest.param("", START, turn(2), seat(square=2), id="no die: no token"),
    pytest.param("", START, turn(2, takes=True, appointment=2), seat(square=2), id="cube only"),
    pytest.param("", START, turn(2, appointment=1, marks="3y"), seat("3y", 2, tokens=1), id="laid"),
    pytest.param(
        "", seat("1b 2o", 19, tokens=4), turn(1), seat("", 0, 1, 1), id="care, one token over"
    ),
    pytest.param(
        "", seat("1b 2b", 19, tokens=2), turn(1), seat("1b 2b", 0, 1, 2), id="a choice left out"
    ),
    pytest.param(
        "",
        seat("1b 2o 3o", 19, tokens=3),
        turn(1),
        seat("2o 3o", 0, 1, 1),
        id="what leaves no choice is treated",
    ),
    pytest.param(
        "",
        seat("1o 2o", 19, tokens=2),
        turn(1, marks="1- 2o"),
        seat("2o", 0, 1, 1),
        id="too little care: what it costs",
    ),
    pytest.param(
        "",
        seat("1b 2b", 19, tokens=1),
        turn(1, marks="1- 2-"),
        seat("", 0, 1, 0),
        id="too much care: at most all",
    ),
    pytest.param(
        "", seat("1y", 19, tokens=1), turn(1, marks="1y"), seat("1y", 0, 1, 1), id="sugar lies"
    ),
    pytest.param(
        "cooperative",
        seat("1o", 19, tokens=1),
        turn(1, gives={"Ben": 1}),
        seat("1o", 0, 1),
        id="gifts come before care",
    ),
    pytest.param(
        "cooperative",
        seat(tokens=1),
        turn(4, gives={"Ben": 2}),
        seat("", 4, tokens=1),
        id="a refused gift stays",
    ),
]


@pytest.mark.parametrize(("variants", "before", "step", "after"), AFTER)
def test_seat_after(
    dental: DentalRules, variants: str, before: Seat, step: Turn, after: Seat
) -> None:
    """Markers lie as recorded; pawn, laps and tokens are what the rules make of them."""
    state = situation(before, variants=variants)
    settled = _settled(dental, state, step)
    assert settled.seats["Ana"] == after
    assert (settled.next, settled.played) == ("Ben", 1)


def test_a_gift_arrives(dental: DentalRules) -> None:
    """What one gives the other has."""
    state = situation(seat(tokens=3), seat(tokens=1), variants="cooperative")
    settled = _settled(dental, state, turn(4, gives={"Ben": 2}))
    assert [settled.seats[name].tokens for name in ("Ana", "Ben")] == [1, 3]


@pytest.mark.parametrize(
    ("cube", "step", "after"),
    [
        pytest.param(None, turn(2, takes=True), "Ana", id="taken"),
        pytest.param("Ben", turn(2, takes=True), "Ben", id="not on the table: nothing taken"),
        pytest.param("Ana", turn(1), None, id="given back on sugar"),
        pytest.param(
            "Ana", turn(1, sugar=(1,), marks="1y"), None, id="given back, though not used"
        ),
        pytest.param("Ana", turn(4), "Ana", id="kept elsewhere"),
        pytest.param("Ben", turn(1, sugar=(1,), marks="1y"), "Ben", id="another keeps it"),
        pytest.param(None, turn(4, takes=True), None, id="not taken on another square"),
    ],
)
def test_cube_after(dental: DentalRules, cube: str | None, step: Turn, after: str | None) -> None:
    """The cube goes from the table to one player and back."""
    assert _settled(dental, situation(START, cube=cube), step).cube == after


def test_teeth_of_who_holds_the_cube(dental: DentalRules) -> None:
    """Sugar that was rolled against the cube harms no tooth, unless teeth were written down."""
    state = situation(seat("1r"), cube="Ana")
    assert _settled(dental, state, turn(1, sugar=(1,))).seats["Ana"] == seat("1r", 1)
    marked = turn(1, sugar=(1,), marks="1b")
    assert _settled(dental, state, marked).seats["Ana"] == seat("1b", 1)


def test_order_goes_on_from_the_named_player(dental: DentalRules) -> None:
    """Who plays out of turn has played: the next after that player follows."""
    settled = _settled(dental, situation(START), turn(4, player="Ben"))
    assert (settled.next, settled.seats["Ben"].square, settled.seats["Ana"].square) == ("Ana", 4, 0)


@pytest.mark.parametrize(
    ("mine", "other", "variants", "stops", "is_over"),
    [
        pytest.param(4, 0, "", True, True, id="stopped after the fifth lap"),
        pytest.param(4, 0, "", False, False, id="let go on"),
        pytest.param(3, 0, "", True, False, id="too early"),
        pytest.param(5, 0, "", True, False, id="a second choice"),
        pytest.param(4, 5, "", False, True, id="the last to finish"),
        pytest.param(4, 5, "educational", False, True, id="all have looked at their teeth"),
        pytest.param(4, 0, "educational", True, False, id="nobody stops the educational game"),
    ],
)
def test_end(
    dental: DentalRules, mine: int, other: int, variants: str, *, stops: bool, is_over: bool
) -> None:
    """A game ends by a choice, or after the last player's care."""
    state = situation(seat(square=19, laps=mine), seat(laps=other), variants=variants)
    settled = _settled(dental, state, turn(1, stops=stops))
    assert dental.outcome(settled).is_finished == is_over
    assert (settled.ended is not None) == is_over


def test_nothing_changes_after_the_end(dental: DentalRules) -> None:
    """A turn after the end leaves everything as it is."""
    state = situation(START, ended=9)
    assert _settled(dental, state, turn(1, sugar=(1,), marks="1y")) == state


def test_the_finished_are_passed_over(dental: DentalRules) -> None:
    """In the educational variant a player with five laps plays no more."""
    seating = Seating(NAMES[:3], frozenset({"educational"}))
    seats = {"Ana": seat(), "Ben": seat(laps=5), "Chloé": seat()}
    state = State(seating, seats, "Ana")
    settled = _settled(dental, state, turn(4))
    assert settled.next == "Chloé"
    assert [r.rule for r in dental.refuse(state, turn(4, player="Ben"))] == ["turn-order"]


@pytest.mark.parametrize(
    ("mine", "other", "variants", "winners"),
    [
        pytest.param(seat("1o"), seat("1y"), "", ("Ben",), id="fewest points"),
        pytest.param(seat("1o"), seat("1y 2y"), "", ("Ana", "Ben"), id="shared"),
        pytest.param(seat("1o"), seat("1y 2y", laps=1), "", ("Ben",), id="then most laps"),
        pytest.param(seat("1o", 7), seat("1y 2y", 5), "", ("Ana",), id="then the furthest square"),
        pytest.param(seat(square=19), seat(laps=1), "", ("Ben",), id="laps before squares"),
        pytest.param(seat("1o"), seat("1y"), "cooperative", ("Ben",), id="cooperative"),
        pytest.param(seat("1o"), seat("1y"), "educational", (), id="educational: nobody wins"),
    ],
)
def test_winners(
    dental: DentalRules, mine: Seat, other: Seat, variants: str, winners: tuple[str, ...]
) -> None:
    """The lowest total wins, then laps, then the square; otherwise the win is shared."""
    state = situation(mine, other, variants=variants)
    assert dental.outcome(state).winners == ()
    over = situation(mine, other, variants=variants, ended=1)
    assert dental.outcome(over).winners == winners


def test_score(dental: DentalRules) -> None:
    """Black counts five, red three, orange two, yellow one; tokens and the cube count nothing."""
    state = situation(seat("1b 2b 3r 4o 5y 6y 7y", tokens=9), cube="Ana")
    scores = dental.outcome(state).scores
    assert scores["Ana"] == {"yellow": 3, "orange": 2, "red": 3, "black": 10, "total": 18}
    assert scores["Ben"]["total"] == 0


def test_shown(dental: DentalRules) -> None:
    """A chart shows a marker by name, colour and shape on each tooth, and a tick for each lap."""
    papers = papers_from_state(dental, situation(seat("3r 16y", laps=7), seat("8b")))
    assert [(paper.name, paper.part) for paper in papers] == [("Ana", "teeth"), ("Ben", "teeth")]
    assert papers[0].marks == {
        "t3": Mark("red", "red", "hexagon"),
        "t16": Mark("yellow", "yellow", "circle"),
        **{f"lap.{lap}": Mark(str(lap), shape="tick") for lap in range(1, 6)},
    }
    assert papers[1].marks == {"t8": Mark("black", "black", "diamond")}
    assert dental.total_marks({"red": 3, "total": 18}) == {
        "score.red": Mark("3"),
        "score.total": Mark("18"),
    }


def test_odds(dental: DentalRules) -> None:
    """Chances are exact: 7 is the likeliest sum of two dice, and half the appointments give two."""
    odds = dental.odds()
    assert all(sum(chances.values()) == 1 for chances in odds.values())
    assert odds["sum.2"][7] * 6 == odds["sum.1"][3] * 6 == odds["appointment"][2] * 2 == 1
    assert odds["hit"].keys() == set(range(1, 17))


def test_final_counts_have_no_last_turn(dental: DentalRules) -> None:
    """Where only final counts are known, the game is over after no turn, or not at all."""
    body = dental.body(final={"Ana": {"yellow": 1}, "Ben": {"yellow": 0}})
    whole, part = (dental.state_from_sheets(Seating(NAMES[:count]), body) for count in (2, 3))
    assert whole is not None
    assert part is not None
    assert (whole.ended, part.ended, whole.played, whole.next) == (0, None, 0, "Ana")
