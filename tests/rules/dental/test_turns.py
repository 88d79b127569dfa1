"""The rules of a turn on the circuit: situation, turn, rule."""

from collections.abc import Callable

import pytest

from generator.games.dental.state import Seat, State, Turn
from generator.rules import Refusal
from tests.rules.dental.table import seat, situation, turn

Broken = Callable[[State, Turn], list[str]]
Only = Callable[[State, Turn], Refusal]

SIX = "1y 2y 3y 4y 5y 6y"
START = seat()
LATE = seat(square=19)
BLACK = "1b 2b"


@pytest.mark.parametrize(
    ("face", "rules"), [(1, []), (16, []), (0, ["dice"]), (17, ["dice"]), (None, ["dice"])]
)
def test_hit_die(broken: Broken, face: int | None, rules: list[str]) -> None:
    """A hit takes the die of sixteen."""
    assert broken(situation(seat(square=4)), turn(4, hit=face)) == rules


@pytest.mark.parametrize(
    ("variants", "gives", "rules"),
    [
        pytest.param("cooperative", {"Ben": 2}, [], id="all one has"),
        pytest.param("cooperative", {"Ben": 3}, ["gives"], id="more than one has"),
        pytest.param("cooperative", {"Ana": 1}, ["gives"], id="to oneself"),
        pytest.param("", {"Ben": 1}, ["gives"], id="in the basic game"),
        pytest.param("", {"Ben": 0}, [], id="nothing is no gift"),
        pytest.param("cooperative", {"Ana": 1, "Ben": 3}, ["gives", "gives"], id="both wrong"),
    ],
)
def test_gives(broken: Broken, variants: str, gives: dict[str, int], rules: list[str]) -> None:
    """Tokens one has go to others, in the cooperative variant."""
    state = situation(seat(tokens=2), variants=variants)
    assert broken(state, turn(4, gives=gives)) == rules


def test_gifts_come_before_what_is_earned(broken: Broken) -> None:
    """Tokens of this turn's appointment cannot be given away in it."""
    state = situation(seat(tokens=1), variants="cooperative")
    assert broken(state, turn(2, appointment=2, gives={"Ben": 2})) == ["gives"]


@pytest.mark.parametrize(
    ("mine", "other", "variants", "rules"),
    [
        pytest.param(seat(square=19, laps=4), START, "", [], id="after the fifth lap"),
        pytest.param(seat(square=19, laps=3), START, "", ["stop-choice"], id="after the fourth"),
        pytest.param(seat(square=19, laps=5), START, "", ["stop-choice"], id="a second choice"),
        pytest.param(seat(laps=5), START, "", ["stop-choice"], id="later, on the way"),
        pytest.param(seat(laps=4), START, "", ["stop-choice"], id="before the fifth"),
        pytest.param(seat(square=19, laps=4), seat(laps=5), "", [], id="the last: changes nothing"),
        pytest.param(
            seat(square=19, laps=4), START, "educational", ["stop-choice"], id="educational"
        ),
    ],
)
def test_stop_choice(
    broken: Broken, mine: Seat, other: Seat, variants: str, rules: list[str]
) -> None:
    """One may stop the game after one's fifth lap, then and never again."""
    assert broken(situation(mine, other, variants=variants), turn(4, stops=True)) == rules


def test_after_end(only: Only) -> None:
    """After the end there is one finding a turn, whatever is in it."""
    found = only(situation(START, ended=12), turn(player="Ben", stops=True, hit=99))
    assert (found.rule, found.player) == ("after-end", "Ben")


@pytest.mark.parametrize(
    ("cube", "step", "rules"),
    [
        pytest.param(None, turn(2, takes=True), [], id="on the table"),
        pytest.param("Ben", turn(2, takes=True), ["cube-on-table"], id="another has it"),
        pytest.param("Ana", turn(2, takes=True), ["cube-on-table"], id="one has it oneself"),
        pytest.param("Ben", turn(2, appointment=1), [], id="the die is always free"),
        pytest.param("Ana", turn(1), [], id="it spares"),
        pytest.param("Ana", turn(1, marks="1-"), [], id="it spares: marks that change nothing"),
        pytest.param("Ana", turn(1, sugar=(1,)), ["cube-spares"], id="sugar by its die"),
        pytest.param("Ana", turn(1, marks="1y"), ["cube-spares"], id="sugar by marks"),
        pytest.param("Ana", turn(1, sugar=(9, 9)), ["cube-spares"], id="its dice are not judged"),
        pytest.param("Ben", turn(1, sugar=(1,), marks="1y"), [], id="it spares its holder only"),
    ],
)
def test_cube(broken: Broken, cube: str | None, step: Turn, rules: list[str]) -> None:
    """The cube is taken from the table, and its holder takes no sugar."""
    assert broken(situation(START, cube=cube), step) == rules


SUGAR = [
    pytest.param("1o", 2, "1b 2y", ["sugar-step"], id="two steps from orange"),
    pytest.param("1o", 2, "1y 2y", ["sugar-step"], id="backwards"),
    pytest.param("1r", 1, "1-", ["sugar-step"], id="taken off"),
    pytest.param("1b", 1, "1r 2y", ["sugar-step"], id="on a black tooth"),
    pytest.param("1r 2o", 1, "2r", ["sugar-order"], id="orange before red"),
    pytest.param("1o 2y", 1, "2o", ["sugar-order"], id="yellow before orange"),
    pytest.param("1y", 1, "2y", ["sugar-order"], id="new sugar before yellow"),
    pytest.param("1r 2o", 1, "2r 1b", ["sugar-count"], id="all used up, too many"),
    pytest.param("1r 2o", 2, "2r", ["sugar-order", "sugar-count"], id="wrong order and too few"),
    pytest.param("1r 2o 3o 4y 5y", 6, "1b 2r 3r 4o 5o 6y", [], id="the source's example"),
    pytest.param("1r 2o 3o", 2, "1b 3r", [], id="a choice among equals"),
    pytest.param("1r 2o 3o", 2, None, ["marks-missing"], id="which of the orange ones"),
    pytest.param("1r 2o 3o", 3, None, [], id="no choice: may be left out"),
]


@pytest.mark.parametrize(("marks", "face", "laid", "rules"), SUGAR)
def test_sugar(broken: Broken, marks: str, face: int, laid: str | None, rules: list[str]) -> None:
    """Sugar harms teeth one step each, the worst first, as many as the die shows."""
    state = situation(seat(marks))
    assert broken(state, turn(1, sugar=(face,), marks=laid)) == rules


def test_sugar_stops_when_nothing_changes(broken: Broken) -> None:
    """With fifteen black teeth one change is all there is."""
    black = " ".join(f"{tooth}b" for tooth in range(2, 17))
    assert broken(situation(seat(black)), turn(1, sugar=(6,), marks="1y")) == []
    assert broken(situation(seat(black)), turn(1, sugar=(6,))) == []


@pytest.mark.parametrize(
    ("laid", "rules"),
    [
        pytest.param(None, [], id="needs no marks"),
        pytest.param("1- 2o 3o 4b", [], id="as it is"),
        pytest.param("2-", ["brushing"], id="a red one taken off"),
        pytest.param("1y", ["brushing"], id="sugar left"),
        pytest.param("3-", ["brushing"], id="decay brushed off"),
        pytest.param("5y 6y", ["brushing", "brushing"], id="two teeth, two findings"),
    ],
)
def test_brushing(broken: Broken, laid: str | None, rules: list[str]) -> None:
    """Brushing takes the sugar off, and nothing else."""
    assert broken(situation(seat("1y 2r 3o 4b")), turn(4, marks=laid)) == rules


@pytest.mark.parametrize(
    ("laid", "rules"),
    [
        pytest.param(None, [], id="needs no marks"),
        pytest.param("5b 1y", [], id="as it is"),
        pytest.param("5r", ["hit"], id="the tooth is not black"),
        pytest.param("6b", ["hit"], id="another tooth"),
        pytest.param("5b 1-", ["hit"], id="another tooth as well"),
    ],
)
def test_hit(broken: Broken, laid: str | None, rules: list[str]) -> None:
    """The tooth that the die names becomes black, and no other changes."""
    assert broken(situation(seat("1y", square=4)), turn(4, hit=5, marks=laid)) == rules


CARE = [
    pytest.param("1b", 2, None, [], id="one black: no choice"),
    pytest.param("1b", 2, "1-", [], id="one black cured"),
    pytest.param("1b", 1, "1o", [], id="one black by half"),
    pytest.param("1b", 1, None, [], id="one black by half: no choice"),
    pytest.param(BLACK, 2, None, ["marks-missing"], id="which of two black ones"),
    pytest.param(BLACK, 3, None, ["marks-missing"], id="which of two by half"),
    pytest.param(BLACK, 3, "1- 2o", [], id="one and a half"),
    pytest.param(BLACK, 4, None, [], id="both"),
    pytest.param("1o 2o", 1, None, ["marks-missing"], id="which of two orange ones"),
    pytest.param("1r 2y 3o", 2, None, [], id="after cleaning both orange"),
    pytest.param("1b 2o", 2, "1b 2-", ["care-order", "care-count"], id="too little, out of order"),
    pytest.param("1b 2o", 2, "1o 2-", ["care-order"], id="half a black for an orange one"),
    pytest.param("1b 2o 3o", 2, "1b 2- 3-", ["care-order"], id="both orange first"),
    pytest.param("1b 2o", 1, "1b 2-", ["care-order"], id="the last token for orange"),
    pytest.param(BLACK, 2, "1o 2o", ["care-count"], id="two halves for one whole"),
    pytest.param(BLACK, 2, "1-", [], id="one of two"),
    pytest.param(BLACK, 2, "1- 2o", ["care-count"], id="half a tooth too much"),
    pytest.param(BLACK, 4, "1- 2b", ["care-count"], id="too little"),
    pytest.param(BLACK, 0, "1-", ["care-count"], id="without tokens"),
    pytest.param("1o", 0, "1-", ["care-count"], id="orange without tokens"),
    pytest.param("1b 2o", 3, "2o", ["care-count"], id="the orange one left"),
    pytest.param("", 0, "1b", ["care-count"], id="care harms no tooth"),
    pytest.param("1o", 0, "1b", ["care-count"], id="nor makes it worse"),
    pytest.param("", 0, "1o 2o", ["care-count", "care-count"], id="two teeth, two findings"),
    pytest.param("1y", 0, "1y", ["cleaning"], id="sugar left"),
    pytest.param("1r", 0, "1r", ["cleaning"], id="red left"),
    pytest.param("", 0, "3y 4r", ["cleaning", "cleaning"], id="new sugar"),
    pytest.param("1o", 1, "1- 2y", ["cleaning"], id="sugar beside good care"),
    pytest.param("1r", 1, "1r", ["care-count", "cleaning"], id="red left, and not treated"),
    pytest.param("1b 2o 3o", 3, "3-", [], id="the black one is taken as cured"),
]


@pytest.mark.parametrize(("marks", "tokens", "laid", "rules"), CARE)
def test_dentist(
    broken: Broken, marks: str, tokens: int, laid: str | None, rules: list[str]
) -> None:
    """The dentist cleans, then treats black teeth, then orange ones, as far as tokens go."""
    state = situation(seat(marks, square=19, tokens=tokens))
    assert broken(state, turn(6, marks=laid)) == rules


@pytest.mark.parametrize(
    ("state", "step", "path", "where", "instead"),
    [
        pytest.param(
            situation(START), turn(4, player="Ben"), ("player",), None, (), id="turn-order"
        ),
        pytest.param(situation(START), turn(9, marks=None), ("roll", 0), None, (), id="face"),
        pytest.param(
            situation(START), turn(1, sugar=(8,), marks="1y"), ("sugar", 0), None, (), id="sugar"
        ),
        pytest.param(
            situation(seat(square=4)), turn(4, hit=0), ("hit",), None, (), id="hit without a tooth"
        ),
        pytest.param(
            situation(START), turn(4, square=6), ("square",), "s4", (), id="the square reached"
        ),
        pytest.param(
            situation(START),
            turn(2, appointment=1, marks="7y"),
            ("marks", 7),
            "t7",
            (),
            id="a tooth marked on an appointment",
        ),
        pytest.param(
            situation(seat("1r 2o 3o 4o 5o 6o 7o")),
            turn(1, sugar=(3,), marks="1b 7r 9y"),
            ("marks", 9),
            "t9",
            ("t2", "t3", "t4", "t5", "t6"),
            id="sugar-order: five that come first",
        ),
        pytest.param(
            situation(seat("1y 4r 6o")),
            turn(1, sugar=(1,), marks="9y"),
            ("marks", 9),
            "t9",
            ("t4", "t6", "t1"),
            id="sugar-order: the worst first",
        ),
        pytest.param(
            situation(seat("1r 2o")),
            turn(1, sugar=(2,), marks="1b"),
            ("marks",),
            None,
            ("t2",),
            id="sugar-count: what is left to change",
        ),
        pytest.param(
            situation(START),
            turn(1, sugar=(1,), marks="1y 2y"),
            ("marks",),
            None,
            (),
            id="too many",
        ),
        pytest.param(
            situation(seat("1b 2b 3o", square=19, tokens=1)),
            turn(1, marks="3-"),
            ("marks", 3),
            "t3",
            ("t1", "t2"),
            id="care-order: the black ones",
        ),
        pytest.param(
            situation(seat(tokens=1), variants="cooperative"),
            turn(4, gives={"Ben": 2}),
            ("gives", "Ben"),
            None,
            (),
            id="gives",
        ),
        pytest.param(situation(START), turn(4, stops=True), ("stops",), None, (), id="stops"),
        pytest.param(
            situation(START, cube="Ana"), turn(1, marks="4y"), ("marks", 4), "t4", (), id="cube"
        ),
        pytest.param(
            situation(START, cube="Ana"), turn(2, takes=True), ("takes",), None, (), id="takes"
        ),
    ],
)
def test_places(  # a table of five columns
    dental_first: Callable[[State, Turn], Refusal],
    state: State,
    step: Turn,
    path: tuple[str | int, ...],
    where: str | None,
    instead: tuple[str, ...],
) -> None:
    """A finding stands at the word that is wrong, names its tooth or square, and what would do."""
    found = dental_first(state, step)
    assert (found.path, found.turn) == (("turns", 0, *path), 1)
    assert (found.where, found.instead) == (where, instead)
