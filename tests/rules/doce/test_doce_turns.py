"""Turns of lines of dice: how they are written, which rules they break, how a round ends."""

import re
from itertools import product

import pytest

from generator.game import Mark
from generator.games.doce.rules import DoceRules
from generator.games.doce.state import Die, Move, Round, State, Turn, line_owner
from generator.reading.validate import Fault
from generator.rules import Seating
from generator.rules.findings import RoundOpening
from generator.rules.naming import localise
from generator.rules.optional import papers_from_state
from generator.words import say

TWO = Seating(("Ana", "Ben"))


def _after(doce: DoceRules, *turns: str) -> State:
    """Return a first round after such turns, all taken as they are written."""
    state = doce.play(doce.start(TWO), RoundOpening(1, None))
    for text in turns:
        state = doce.play(state, _turn(doce, state, text))
    return state


def _turn(doce: DoceRules, state: State, text: str) -> Turn:
    of = state.rounds[-1]
    return Turn(of.number, of.played + 1, doce.layout.read_move(text))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("C3=4", Move(Die("C3", 4))),
        ("c3 = 4", Move(Die("C3", 4))),
        ("x A1 D5=6", Move(Die("D5", 6), ("A1",))),
        ("X a1, d5=6", Move(Die("D5", 6), ("A1",))),
        ("x A1", Move(None, ("A1",))),
        ("xA1 xB2", Move(None, ("A1", "B2"))),
        ("D5=6 x A1", Move(Die("D5", 6), ("A1",), is_late=True)),
        (" PASS ", Move()),
    ],
)
def test_a_turn_is_read(doce: DoceRules, text: str, move: Move) -> None:
    """A turn is read in any case, with a comma or without, and written again as it is meant."""
    assert doce.layout.read_move(text) == move
    assert doce.layout.read_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a turn; write 'C3=4', 'x A1 C3=4' or 'pass'"),
        (",", "',' is not a turn; write 'C3=4', 'x A1 C3=4' or 'pass'"),
        ("C3", "'C3' is not a turn; write 'C3=4', 'x A1 C3=4' or 'pass'"),
        ("C3=4 hm", "'C3=4 hm' is not a turn; write 'C3=4', 'x A1 C3=4' or 'pass'"),
        ("pass C3=4", "'pass C3=4' is not a turn; write 'C3=4', 'x A1 C3=4' or 'pass'"),
        ("C3=7", "'7' is not a face of a die; the faces are 1 to 6"),
        ("C3=0", "'0' is not a face of a die; the faces are 1 to 6"),
        ("C3=4 D5=1", "a turn places one numbered die only; write each turn by itself"),
    ],
)
def test_no_turn(doce: DoceRules, text: str, reason: str) -> None:
    """What is no turn, a face no die has and a second die are refused in words."""
    with pytest.raises(Fault) as caught:
        doce.layout.read_move(text)
    assert say(caught.value.reason, "en") == reason


@pytest.mark.parametrize("text", ["F1=1", "x A6 C3=4", "Z9=9"])
def test_no_square(doce: DoceRules, text: str) -> None:
    """A square that is not on the grid is refused with a few that are."""
    with pytest.raises(Fault) as caught:
        doce.layout.read_move(text)
    assert re.search(
        "is not a cell; write for example [A-E][1-5], ", say(caught.value.reason, "en")
    )


@pytest.mark.parametrize(
    ("before", "text", "standing"),
    [
        pytest.param("C3=4", "C3=1", "Ana's die, a 4", id="a die"),
        pytest.param("x A1 C3=4", "A1=1", "Ana's blocker", id="a blocker"),
        pytest.param("C3=4", "x A1 A1=4", "a piece of this same turn", id="this turn"),
    ],
)
def test_what_stands_there_is_told(doce: DoceRules, before: str, text: str, standing: str) -> None:
    """A taken square is named with whose piece stands on it."""
    state = _after(doce, before)
    (refusal,) = doce.refuse(state, _turn(doce, state, text))
    words = say(localise(refusal.reason, doce.game.sentences["en"]), "en")
    assert words.endswith(standing)


def _spent(doce: DoceRules) -> State:
    """Return a round in which Ana has placed all her dice and Ben has passed."""
    squares = [*(f"{letter}{digit}" for letter, digit in product("ABCDE", "13")), "A5"]
    turns = [turn for square in squares for turn in (f"{square}=6", "A2=6")]
    state = _after(doce)
    for number, text in enumerate(turns, start=1):
        step = Turn(1, number, doce.layout.read_move(text) if number % 2 else Move())
        state = doce.play(state, step)
    return state


def test_without_dice(doce: DoceRules) -> None:
    """Who has placed all dice may pass, and may not place a twelfth."""
    state = _spent(doce)
    assert len(state.rounds[-1].faces("Ana")) == 11
    assert doce.refuse(state, _turn(doce, state, "pass")) == ()
    (refusal,) = doce.refuse(state, _turn(doce, state, "E5=1"))
    assert (refusal.rule, refusal.where, refusal.player) == ("dice-left", "E5", "Ana")


def test_stuck(doce: DoceRules) -> None:
    """Where every empty square lies in one's own zone a pass is legal."""
    squares = [s for s in doce.layout.squares if s not in {"C3", "B2", "D4", "C2"}]
    dice = dict.fromkeys(squares, ("Ben", 6)) | {"C3": ("Ana", 6)}
    stuck = Round(1, "Ana", dice=dice, last={"Ana": "C3"})
    state = State(TWO, (stuck,))
    assert doce.refuse(state, _turn(doce, state, "pass")) == ()
    assert [r.rule for r in doce.refuse(state, _turn(doce, state, "B2=1"))] == ["no-play-zone"]


def _legal(state_dice: dict[str, int], zone: str, *, has_blocker: bool) -> int:
    """Count the legal turns by brute force from coordinates alone."""
    squares = [(x, y) for x in range(5) for y in range(5)]
    taken = {("ABCDE".index(name[0]), int(name[1]) - 1) for name in state_dice}
    free = [square for square in squares if square not in taken]
    if zone:
        x, y = "ABCDE".index(zone[0]), int(zone[1]) - 1
        near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    else:
        near = set()
    dice = [square for square in free if square not in near]
    blockers = sum(other != square for square in dice for other in free) if has_blocker else 0
    return 6 * (len(dice) + blockers)


@pytest.mark.parametrize(
    ("before", "zone", "has_blocker", "count"),
    [
        ([], "", True, 3750),
        (["C3=4"], "", True, 3456),
        (["x A1 C3=4"], "", True, 3174),
        (["C3=4", "A1=1"], "C3", True, 2070),
        (["A1=4", "C3=1"], "A1", True, 2760),
        (["x E5 A1=4", "C3=1"], "A1", False, 114),
    ],
)
def test_counts_of_legal_turns(
    doce: DoceRules, before: list[str], zone: str, *, has_blocker: bool, count: int
) -> None:
    """On the empty grid, after one and after two dice brute force counts as many turns."""
    state = _after(doce, *before)
    squares, number = doce.layout.squares, len(before) + 1
    moves = [Move()]
    for square, face in product(squares, range(1, 7)):
        moves.append(Move(Die(square, face)))
        moves += [Move(Die(square, face), (blocker,)) for blocker in squares]
    found = sum(not doce.refuse(state, Turn(1, number, move)) for move in moves)
    taken = {
        name: 1 for text in before for name in text.replace("x ", "").replace("=", " ").split()
    }
    assert found == _legal({n: 1 for n in taken if n[0].isalpha()}, zone, has_blocker=has_blocker)
    assert found == count


def test_there_are_28_windows(doce: DoceRules) -> None:
    """Four in a row: ten across, ten down, eight slanting, short diagonals included."""
    windows = {frozenset(window) for window in doce.layout.windows}
    assert len(doce.layout.windows) == len(windows) == 28
    assert {"A2", "B3", "C4", "D5"} in windows


@pytest.mark.parametrize(
    ("owners", "owner"),
    [("AAAA", "A"), ("BAAA", "A"), ("AAAB", "A"), ("ABAA", None), ("AABB", None), ("ABBB", "B")],
)
def test_whose_line(owners: str, owner: str | None) -> None:
    """A line is one's own, or all but an end of it."""
    assert line_owner(list(owners)) == owner


@pytest.mark.parametrize(
    ("dice", "last", "winner"),
    [
        pytest.param({"A1": "a3", "B1": "a3", "C1": "a3"}, "D1=3", "Ana", id="four of one's own"),
        pytest.param({"A1": "b3", "B1": "a3", "C1": "a3"}, "D1=3", "Ana", id="his at the end"),
        pytest.param({"A1": "b3", "B1": "b3", "C1": "b3"}, "D1=3", "Ben", id="only the opponent's"),
        pytest.param(
            {**dict.fromkeys(("A1", "B1", "C1"), "b3"), **dict.fromkeys(("D2", "D3", "D4"), "a3")},
            "D1=3",
            None,
            id="a line for each",
        ),
        pytest.param({"A1": "a3", "B1": "b3", "C1": "a3"}, "D1=3", "", id="his inside"),
        pytest.param({"A1": "a3", "B1": "a3", "C1": "a3"}, "D1=2", "", id="a sum of eleven"),
        pytest.param({"A1": "a3", "B1": "a3", "C1": "x"}, "D1=6", "", id="a blocker"),
        pytest.param({"A1": "a3", "B2": "a3", "C3": "a3"}, "D4=3", "Ana", id="slanting"),
        pytest.param({"B1": "a3", "C2": "a3", "D3": "a3"}, "E4=3", "Ana", id="short diagonal"),
        pytest.param({"E2": "a3", "E3": "a3", "E4": "a3"}, "E5=3", "Ana", id="down"),
        pytest.param({}, "E5=3", "", id="nothing yet"),
    ],
)
def test_how_a_round_ends(
    doce: DoceRules, dice: dict[str, str], last: str, winner: str | None
) -> None:
    """A sum of 12 in line wins for its owner, whoever placed the die; a line for each draws."""
    names = {"a": "Ana", "b": "Ben"}
    lying = {square: (names[d[0]], int(d[1])) for square, d in dice.items() if d != "x"}
    blockers = {square: "Ben" for square, d in dice.items() if d == "x"}
    current = Round(1, "Ana", dice=lying, blockers=blockers)
    state = State(TWO, (current,))
    end = doce.play(state, _turn(doce, state, last)).rounds[-1].end
    if winner == "":
        assert end is None
    else:
        assert end is not None
        assert (end.turn, end.winner) == (1, winner)


def test_all_dice_draw(doce: DoceRules) -> None:
    """When the last die of both is placed without a line the round is drawn."""
    lying = dict(zip(doce.layout.squares[:21], ([("Ana", 6), ("Ben", 6)] * 11), strict=False))
    state = State(TWO, (Round(1, "Ben", dice=lying, played=21),))
    end = doce.play(state, _turn(doce, state, "E5=6")).rounds[-1].end
    assert end is not None
    assert (end.turn, end.winner) == (22, None)


@pytest.mark.parametrize(
    ("faces", "groups"), [((3, 3, 3, 3), 1), ((1, 1, 5, 5), 0), ((3, 3, 3, 3, 3, 3), 2)]
)
def test_trios(doce: DoceRules, faces: tuple[int, ...], groups: int) -> None:
    """Each three dice of one face earn the winner 2, wherever they lie."""
    squares = ("A1", "B1", "C1", "D1", "A5", "C5")
    lying = {square: ("Ana", face) for square, face in zip(squares, faces, strict=False)}
    last = squares[len(faces) - 1]
    begun = {square: die for square, die in lying.items() if square != "D1"}
    state = State(TWO, (Round(1, "Ana", dice=begun),))
    state = doce.play(state, _turn(doce, state, f"D1={faces[3]}"))
    assert last in state.rounds[-1].dice
    earned = doce.layout.points(state, state.rounds[-1])["Ana"]
    assert earned == 12 + 2 + 5 + (25 - len(faces)) + 2 * groups


def test_paper(doce: DoceRules) -> None:
    """A grid shows each player's shape, on blockers too, refused pieces where there is room."""
    state = _after(doce, "x A1 C3=4", "E1=2")
    for text in ("x A2 C2=1", "C3=1"):
        step = _turn(doce, state, text)
        state = doce.play(state, step)
    (paper,) = papers_from_state(doce, state)
    assert (paper.name, paper.part) == ("round1", "board")
    assert paper.marks == {
        "A1": Mark("×", "", "square"),
        "A2": Mark("×", "error", "square"),
        "C2": Mark("1", "error", "square"),
        "C3": Mark("4", "", "square"),
        "E1": Mark("2", "", "circle"),
    }
    assert doce.total_marks({"round1": 34, "total": 9999}) == {
        "score.round1": Mark("34"),
        "score.total": Mark("…"),
    }


def test_chances_of_a_sum(doce: DoceRules) -> None:
    """Four faces left to chance make 12 in 125 of 1296 ways."""
    odds = doce.odds()["sum.4"]
    assert sum(odds.values()) == 1
    assert odds[12] * 6**4 == 125
