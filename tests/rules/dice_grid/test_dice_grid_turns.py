"""Turns on a grid of dice: which rules they break, what a roll gives, how play goes on."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from generator.game import Mark
from generator.rules import Seating
from generator.rules.dice_grid import DiceGrid
from generator.rules.dice_grid.rolls import choices, most
from generator.rules.dice_grid.state import Board, State, Turn, free, score

TWO = Seating(("Ana", "Ben"))
SOLO = Seating(("Ana",), frozenset({"solo"}))
HARD = Seating(("Ana",), frozenset({"solo-hard"}))
ROLL = (6, 6, 5, 5, 3, 2)
LOW = (1, 1, 1, 1, 1, 1)
ONES = tuple(f"{dice}x1" for dice in range(1, 7))
# Seventeen squares, none in the columns 1x and 2x.
MANY = tuple(f"{dice}x{pips}" for dice in (3, 4, 5) for pips in range(1, 7))[:17]


def _state(seating: Seating = TWO, tokens: tuple[str, ...] = (), **fields: object) -> State:
    boards = {name: Board() for name in seating.players} | {"Ana": Board(tokens)}
    return State(seating, boards, "Ana", **fields)  # type: ignore[arg-type]


def _turn(*places: str, dice: tuple[int, ...] = ROLL, player: str = "", lost: int = 0) -> Turn:
    return Turn(1, player or None, dice, places, lost)


@pytest.mark.parametrize(
    ("state", "turn", "broken"),
    [
        pytest.param(_state(), _turn(), [], id="nothing placed"),
        pytest.param(_state(), _turn(player="Ben"), ["turn-order"], id="not the next"),
        pytest.param(_state(), _turn(player="Ana"), [], id="the next, named"),
        pytest.param(_state(), _turn(dice=ROLL[1:]), ["dice"], id="five dice"),
        pytest.param(_state(), _turn(dice=(*ROLL, 1)), ["dice"], id="seven dice"),
        pytest.param(_state(), _turn(dice=()), ["dice"], id="no dice"),
        pytest.param(_state(), _turn(dice=(0, *LOW[1:])), ["dice"], id="no such face"),
        pytest.param(_state(), _turn("4x4", dice=(7, *LOW[1:])), ["dice"], id="roll tells nothing"),
        pytest.param(_state(), _turn(dice=(1, 2, 3, 4, 5, 6)), [], id="every face"),
        pytest.param(_state(tokens=("1x6",)), _turn("1x6"), ["one-token-a-cell"], id="taken"),
        pytest.param(_state(), _turn("1x6", "1x6"), ["one-token-a-cell"], id="named twice"),
        pytest.param(_state(), _turn("2x4"), ["pip-in-roll"], id="no die shows 4"),
        pytest.param(_state(), _turn("6x4"), ["pip-in-roll"], id="no die shows it, dice enough"),
        pytest.param(_state(), _turn("3x6"), ["enough-dice"], id="a die raised"),
        pytest.param(_state(), _turn("2x6", "3x5"), ["enough-dice"], id="a die used twice"),
        pytest.param(
            _state(), _turn("2x4", "3x6"), ["pip-in-roll", "enough-dice"], id="the others judged"
        ),
        pytest.param(_state(tokens=MANY), _turn("1x6"), [], id="the eighteenth token"),
        pytest.param(_state(tokens=MANY), _turn("1x6", "1x5"), ["tokens-left"], id="one too many"),
        pytest.param(_state(SOLO), _turn(), ["solo-must-place"], id="alone: nothing placed"),
        pytest.param(_state(SOLO), _turn("1x6"), [], id="alone: one"),
        pytest.param(_state(HARD), _turn("1x6"), ["solo-must-place"], id="hard: one of two"),
        pytest.param(_state(HARD), _turn("1x6", "1x5"), [], id="hard: two"),
        pytest.param(_state(HARD, ONES[:5]), _turn("6x1", dice=LOW), [], id="hard: only one"),
        pytest.param(_state(HARD, MANY), _turn("1x6"), [], id="hard: one token left"),
        pytest.param(_state(SOLO, ONES), _turn(dice=LOW, lost=1), [], id="alone: none possible"),
        pytest.param(_state(SOLO, ONES), _turn(dice=LOW), ["solo-discard"], id="discard is due"),
        pytest.param(
            _state(SOLO, ONES), _turn(dice=LOW, lost=2), ["solo-discard"], id="two discarded"
        ),
        pytest.param(_state(SOLO), _turn(lost=1), ["solo-discard"], id="placing was possible"),
        pytest.param(
            _state(HARD, ONES[:5]), _turn(dice=LOW, lost=1), ["solo-discard"], id="hard: one was"
        ),
        pytest.param(_state(SOLO), _turn("1x6", lost=1), ["solo-discard"], id="beside placements"),
        pytest.param(_state(), _turn(lost=1), ["solo-discard"], id="not alone"),
        pytest.param(_state(ended=4), _turn("1x4"), ["after-end"], id="over"),
        pytest.param(
            _state(tokens=("1x6",)),
            _turn("1x6", "1x4", "6x6", player="Ben", lost=1),
            ["turn-order", "pip-in-roll", "enough-dice", "solo-discard"],
            id="several, in the order of the table, on Ben's board",
        ),
    ],
)
def test_turn(crowns: DiceGrid, state: State, turn: Turn, broken: list[str]) -> None:
    """A turn is refused by each rule it breaks, in the order of the table."""
    assert [refusal.rule for refusal in crowns.refuse(state, turn)] == broken
    assert crowns.is_legal(state, turn) == (not broken)


@pytest.mark.parametrize(
    ("places", "broken"),
    [
        ("1x3 1x2 2x6", []),
        ("6x2", []),
        ("5x3 1x2", []),
        ("4x5 2x2", []),
        ("1x6 3x5 1x3 1x2", []),
        ("1x6 1x6", ["one-token-a-cell"]),
        ("2x4", ["pip-in-roll"]),
    ],
)
def test_the_worked_roll(crowns: DiceGrid, places: str, broken: list[str]) -> None:
    """The source's examples for 6 6 5 5 3 2 are legal; a square twice and a missing 4 are not."""
    refusals = crowns.refuse(_state(), _turn(*places.split()))
    assert [refusal.rule for refusal in refusals] == broken


@pytest.mark.parametrize(
    ("state", "turn", "path", "where", "instead"),
    [
        (_state(), _turn("1x6", "2x4"), ("places", 1), "2x4", ("2x5", "2x3", "1x5", "3x5", "1x3")),
        (_state(), _turn("2x4", "1x6"), ("places", 0), "2x4", ("2x5", "2x3", "1x5", "3x5", "1x3")),
        (_state(), _turn("1x2", "1x3", "5x5"), ("places", 2), "5x5", None),
        (_state(), _turn("1x6", "1x6"), ("places", 1), "1x6", None),
        (_state(tokens=MANY), _turn("1x6", "1x5"), ("places", 1), "1x5", ()),
        (_state(), _turn(player="Ben"), ("player",), None, ()),
        (_state(), _turn(dice=(6, 6, 9, 5, 3, 8)), ("dice", 2), None, ()),
        (_state(), _turn(dice=(6,)), ("dice",), None, ()),
        (_state(), _turn(lost=1), ("discards",), None, ()),
        (_state(SOLO), _turn(), (), None, ()),
    ],
)
def test_a_refusal_says_where(
    crowns: DiceGrid,
    state: State,
    turn: Turn,
    path: tuple[str | int, ...],
    where: str | None,
    instead: tuple[str, ...] | None,
) -> None:
    """A finding names its place in the record, its square, and squares that would have done."""
    (refusal,) = crowns.refuse(state, turn)
    assert (refusal.path, refusal.where, refusal.turn) == (("turns", 0, *path), where, 1)
    assert refusal.player == (turn.player or "Ana")
    if instead is not None:
        assert refusal.instead == instead
    number = path[1] if where else 0
    assert isinstance(number, int)
    for square in refusal.instead:
        mended = (*turn.places[:number], square, *turn.places[number + 1 :])
        assert crowns.is_legal(state, _turn(*mended))


def test_no_advice_without_a_roll(crowns: DiceGrid) -> None:
    """Where the dice cannot be, a square named twice gets no other one in its place."""
    refusals = crowns.refuse(_state(), _turn("1x1", "1x1", dice=(7,)))
    assert [(r.rule, r.instead) for r in refusals] == [("dice", ()), ("one-token-a-cell", ())]


def test_advice_passes_over_what_is_wrong_itself(crowns: DiceGrid) -> None:
    """Other squares of the turn count only as far as they are legal."""
    state = _state(tokens=("1x6",))
    first, second = crowns.refuse(state, _turn("1x6", "2x4"))
    assert (first.where, second.where) == ("1x6", "2x4")
    assert first.instead == ("2x6", "1x5", "2x5", "3x5", "1x3")
    assert "2x6" in second.instead


def _shares(rest: int, most_dice: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make distinct numbers from at most so many dice."""
    yield ()
    for first in range(most_dice, 0, -1):
        if first <= rest:
            yield from ((first, *others) for others in _shares(rest - first, first - 1))


def _by_brute_force(roll: tuple[int, ...]) -> set[frozenset[str]]:
    """Return every set of squares: each die is left out, or counted as a face of the roll."""
    found: set[frozenset[str]] = set()
    uses = [[0, *(face for face in set(roll) if face <= die)] for die in roll]
    for used in {tuple(sorted(each)) for each in product(*uses)}:
        each_face = (
            [frozenset(f"{n}x{face}" for n in share) for share in _shares(used.count(face), 6)]
            for face in sorted(set(roll))
        )
        found |= {frozenset().union(*sets) for sets in product(*each_face)}
    return found


@pytest.mark.parametrize(
    ("roll", "count"),
    [(ROLL, 239), ((6, 5, 4, 3, 2, 1), None), (LOW, 14), ((6, 6, 6, 2, 2, 1), None)],
)
def test_counts_of_legal_turns(crowns: DiceGrid, roll: tuple[int, ...], count: int | None) -> None:
    """On the empty board a roll gives as many turns as brute force over its dice counts."""
    every = tuple(crowns.layout.places.values())
    found = [frozenset(place.id for place in chosen) for chosen in choices(roll, every)]
    assert len(found) == len(set(found))
    assert set(found) == _by_brute_force(roll)
    assert all(crowns.is_legal(_state(), _turn(*places, dice=roll)) for places in found)
    if count is not None:
        assert len(found) == count


@pytest.mark.parametrize("seed", range(6))
def test_legal_turns_are_those_of_brute_force(crowns: DiceGrid, seed: int) -> None:
    """Any squares at all are legal exactly where brute force over the dice finds them."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    roll = tuple(chance.randint(1, 6) for _ in range(6))
    found, names = _by_brute_force(roll), sorted(crowns.layout.places)
    for _ in range(300):
        places = chance.sample(names, chance.randint(1, 3))
        legal = frozenset(places) in found
        assert crowns.is_legal(_state(), _turn(*places, dice=roll)) == legal


def test_how_many_can_be_placed(crowns: DiceGrid) -> None:
    """Counting stops at the number wanted, or where the roll gives no more."""
    every = free(crowns.layout, Board())
    assert [most(LOW, every, wanted) for wanted in (0, 2, 6)] == [0, 2, 3]
    assert most(LOW, free(crowns.layout, Board(ONES)), 2) == 0


def test_chances_are_exact(crowns: DiceGrid) -> None:
    """The chance of each square on an empty board is a count of all rolls."""
    rolls = list(product(range(1, 7), repeat=6))
    for pips, dice in ((6, 1), (6, 6), (1, 6), (3, 4), (2, 2)):
        ways = sum(pips in roll and sum(face >= pips for face in roll) >= dice for roll in rolls)
        assert crowns.odds()[f"face.{pips}"][dice] * 6**6 == ways
    counts = {name: list(chances) for name, chances in crowns.odds().items()}
    assert counts == {f"face.{pips}": [1, 2, 3, 4, 5, 6] for pips in range(1, 7)}


@pytest.mark.parametrize(
    ("turn", "ana", "ben", "following"),
    [
        pytest.param(_turn("1x6"), ("1x6",), (), "Ben", id="placed"),
        pytest.param(_turn("1x6", "2x4"), (), (), "Ben", id="all of a refused turn is left out"),
        pytest.param(_turn("1x1", dice=(1,)), (), (), "Ben", id="also after wrong dice"),
        pytest.param(_turn("1x6", player="Ben"), (), ("1x6",), "Ana", id="order goes on from him"),
    ],
)
def test_play_goes_on(
    crowns: DiceGrid, turn: Turn, ana: tuple[str, ...], ben: tuple[str, ...], following: str
) -> None:
    """After an error play goes on as the game's page fixes it."""
    start = crowns.start(TWO)
    state = crowns.settle(start, turn, crowns.refuse(start, turn))
    assert (state.boards["Ana"].tokens, state.boards["Ben"].tokens) == (ana, ben)
    assert (state.next, state.played, state.ended) == (following, 1, None)


def test_a_refused_turn_takes_back_its_discard(crowns: DiceGrid) -> None:
    """A discard counts in a legal turn only."""
    for places, lost in (((), 1), (("1x1",), 0)):
        turn = _turn(*places, dice=LOW, lost=1)
        state = _state(SOLO, ONES)
        after = crowns.settle(state, turn, crowns.refuse(state, turn))
        assert after.boards["Ana"].lost == lost


def test_the_round_is_played_to_its_end(crowns: DiceGrid) -> None:
    """The game ends with the turn of the last name, not with the last token."""
    state = crowns.play(_state(tokens=MANY), _turn("1x6"))
    assert (state.ended, crowns.outcome(state).winners) == (None, ())
    over = crowns.play(state, Turn(2, None, ROLL, ("6x2",)))
    assert over.ended == 2
    assert crowns.outcome(over).is_finished
    late = Turn(3, None, ROLL, ("1x5",))
    refusals = crowns.refuse(over, late)
    assert [(r.rule, r.player) for r in refusals] == [("after-end", "Ana")]
    assert crowns.settle(over, late, refusals) is over


def test_alone_the_last_token_ends_the_game(crowns: DiceGrid) -> None:
    """A token that leaves the game counts as out of hand."""
    board = Board(ONES, lost=11)
    state = State(SOLO, {"Ana": board}, "Ana")
    assert crowns.play(state, _turn(dice=LOW, lost=1)).ended == 1


# Edges of 3, 4 and 1; the column 2x and the rising diagonal; six inner tokens that are loose.
SOURCE = (
    *("3x6", "4x6", "6x1"),
    *(f"2x{pips}" for pips in (5, 4, 3, 2, 1)),
    *("1x1", "3x3", "4x4", "5x5"),
    *("1x5", "3x1", "4x1", "3x5", "1x3", "5x3"),
)


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        pytest.param((), (0, 0, 0), id="empty"),
        pytest.param(SOURCE, (8, 18, 26), id="the source: 3 + 4 + 1 and lines of 6 and 12"),
        pytest.param(("6x6", "1x6"), (7, 0, 7), id="edge alone"),
        pytest.param(tuple(f"{n}x5" for n in range(1, 6)), (0, 20, 20), id="a row"),
        pytest.param(tuple(f"{n}x{6 - n}" for n in range(1, 6)), (0, 10, 10), id="falling"),
        pytest.param(tuple(f"{n}x5" for n in range(1, 5)), (0, 0, 0), id="four of five"),
        pytest.param(tuple(f"{n}x6" for n in range(1, 7)), (21, 0, 21), id="the edge is no line"),
    ],
)
def test_score(crowns: DiceGrid, tokens: tuple[str, ...], points: tuple[int, ...]) -> None:
    """Edge squares always score, inner ones by complete lines, twice where two lines cross."""
    found = score(crowns.layout, Board(tokens))
    assert tuple(found) == ("edge", "lines", "total")
    assert tuple(found.values()) == points


def test_equal_totals_share_the_win(crowns: DiceGrid) -> None:
    """Everybody with the largest total wins."""
    boards = {"Ana": Board(("1x6",)), "Ben": Board(("6x1",)), "Chloé": Board()}
    state = State(Seating(tuple(boards)), boards, "Ana", ended=9)
    assert crowns.outcome(state).winners == ("Ana", "Ben")


def test_paper(crowns: DiceGrid) -> None:
    """A board shows its tokens, refused ones in the colour of errors until they are placed well."""
    state = _state(tokens=("1x6",))
    turn = _turn("1x6", "1x5")
    state = crowns.settle(state, turn, crowns.refuse(state, turn))
    token, wrong = Mark(shape="circle"), Mark(colour="error", shape="circle")
    ana, ben = crowns.shown(state)
    assert (ana.name, ana.part, ben.marks) == ("Ana", "board", {})
    assert ana.marks == {"1x6": token, "1x5": wrong}
    again = crowns.play(State(TWO, state.boards, "Ana", 2), Turn(3, None, ROLL, ("1x5",)))
    assert crowns.shown(again)[0].marks == {"1x6": token, "1x5": token}
    assert crowns.totals_shown({"edge": 3, "total": 2000}) == {
        "score.edge": Mark("3"),
        "score.total": Mark("…"),
    }
