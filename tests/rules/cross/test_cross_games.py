"""Whole games on a board of dice: random ones, planted errors, records and boards."""

from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from generator import game, rules
from generator.errors import DataError
from generator.game import Mark
from generator.game.parts import Squares
from generator.games.cross.rules import CrossRules
from generator.records.report import Report
from generator.rules import Seating
from generator.rules.planting import wrong_papers, wrong_turn
from generator.rules.sheet.plan import SheetState
from tests.judged import verify_stream
from tests.rules.altered import altered

CHANCE = Random(1)  # noqa: S311 - a game, not a secret
NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
TABLES = (
    *(Seating(NAMES[:count]) for count in range(2, 7)),
    *(Seating(NAMES[:1], frozenset({name})) for name in ("solo", "solo-hard")),
)


def _judged(text: str) -> Report:
    (report,) = verify_stream(BytesIO(text.encode()))
    return report


def _played(crowns: CrossRules, seed: int, seen: Counter[str]) -> SheetState:
    """Play a random game to its end; tokens are conserved at every turn."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    seating = TABLES[seed % len(TABLES)]
    state = crowns.start(seating)
    while not crowns.outcome(state).is_finished:
        step = crowns.random_turn(state, chance)
        assert crowns.refuse(state, step) == ()
        before, state = state, crowns.play(state, step)
        for name, board in state.sheets.items():
            hand = 18 - len(board.numbers) - board.lost
            assert hand == crowns.layout.gear.tokens_left(board)
            assert hand >= 0
            earlier = before.sheets[name]
            moved = 18 - len(earlier.numbers) - earlier.lost - hand
            assert moved == (len(step.places) + step.discards if name == before.next else 0)
        seen["discard"] += step.discards
        seen["waits"] += len(seating.players) > 1 and not step.places
        seen["hard, one only"] += "solo-hard" in seating.variants and len(step.places) == 1
    seen.update(f"{len(seating.players)} {name}" for name in seating.variants or {"together"})
    return state


@pytest.mark.rest
def test_300_random_games(crowns: CrossRules) -> None:
    """300 random games are legal to their end, with every table, discard, line and edge in them."""
    seen: Counter[str] = Counter()
    lines = crowns.game.part("board", Squares).lines()
    for seed in range(300):
        state = _played(crowns, seed, seen)
        for name, score in crowns.outcome(state).scores.items():
            tokens = set(state.sheets[name].numbers)
            whole = [line.kind for line in lines if {s.id for s in line.squares} <= tokens]
            seen.update(whole)
            seen["edge"] += score["edge"] > 0
            seen["two lines cross"] += len(whole) > 1
            seen["nothing"] += not score["total"]
    wanted = {"discard", "waits", "hard, one only", "edge", "two lines cross"}
    wanted |= {line.kind for line in lines}
    wanted |= {*(f"{count} together" for count in range(2, 7)), "1 solo", "1 solo-hard"}
    assert {name for name in wanted if not seen[name]} == set()


def test_what_can_be_planted(crowns: CrossRules) -> None:
    """Nobody alone plays out of turn, nobody in company must place."""
    together, alone = crowns.plantable_with(TABLES[0]), crowns.plantable_with(TABLES[-1])
    assert set(crowns.plantable) - set(together) == {"solo-must-place"}
    assert set(crowns.plantable) - set(alone) == {"turn-order"}


def test_wrong_turns_where_none_is(crowns: CrossRules) -> None:
    """Where no turn can break a rule alone, none is given."""
    start = crowns.start(TABLES[0])
    for rule in ("after-end", "tokens-left", "solo-must-place", "board-differs"):
        assert wrong_turn(crowns, start, (), [rule], CHANCE) is None
    tried = [wrong_turn(crowns, start, (), ["one-token-a-cell"], CHANCE) for _ in range(9)]
    waiting = [step for step in tried if step is not None]
    assert waiting
    assert all(len(set(step.places)) < len(step.places) for step in waiting)
    assert wrong_papers(crowns, TABLES[0], crowns.record_body((), start), "dice", CHANCE) is None


RECORD = """game: crowns
players: [Ana, Ben]
turns:
- dice: [6, 6, 5, 5, 3, 2]
  places: [1x3, 1x2, 2x6]
- dice: [6, 6, 5, 5, 3, 2]
  places: [2x4]
- dice: [1, 1, 2, 4, 4, 4]
  places: [1x1]
boards:
  Ana: {tokens: [1x3, 1x2, 2x6, 1x4], score: {edge: 2, lines: 0, total: 5}}
  Ben: {tokens: [1x5], score: {edge: 1}}
"""


def test_boards_are_compared_with_the_turns() -> None:
    """Each square that differs is one finding at its place; causes are told from consequences."""
    report = _judged(RECORD)
    assert [(f.rule, f.line, f.column, f.player, f.where) for f in report.findings] == [
        ("pip-in-roll", 7, 12, "Ben", "2x4"),
        ("unfinished", 8, 3, None, None),
        ("board-differs", 11, 33, "Ana", "1x4"),
        ("board-differs", 11, 17, "Ana", "1x1"),
        ("board-differs", 12, 18, "Ben", "1x5"),
        ("score-wrong", 11, 73, "Ana", "score.total"),
        ("score-wrong", 12, 38, "Ben", "score.edge"),
    ]
    afterwards = [found.after_error for found in report.findings]
    assert afterwards == [False, False, False, False, True, True, True]
    assert report.added_up == {"Ana": {"edge": 2, "lines": 0, "total": 5}, "Ben": {"edge": 1}}
    ana, ben = report.papers
    wrong = Mark("1", "error", "circle", covers=True)
    assert ana.marks["1x4"] == wrong
    assert "1x1" not in ana.marks
    assert ben.marks == {
        cell: replace(wrong, text="2", shape="square") for cell in ("2x4", "1x5")
    } | {"score.edge": Mark("1")}


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("players: [Ana]", "1 players"),
        ("players: [Ana, Ben]\nvariant: solo", "2 players"),
        ("players: [Ana]\nvariant: solitary", "'solitary' is not one of solo, solo-hard"),
    ],
)
def test_who_can_play(head: str, problem: str) -> None:
    """The basic game is for several, each game alone for one."""
    report = _judged(f"game: crowns\n{head}\nturns: []\n")
    assert any(problem in fault.worded("en") for fault in report.problems)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("  sheet: board", "  sheet: dice", "squares"),
        ("  dice: dice", "  dice: board", "pool"),
        ("  tokens: tokens", "  tokens: dice", "supply"),
        ("dice: {part: pool, dice: 6", "dice: {part: pool, dice: 5", "5 columns and 6 rows"),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """Parts that cannot play their role are named at their place."""
    folder = altered(tmp_path, "crowns", (old, new))
    with pytest.raises(DataError) as caught:
        rules.load(game.load_folder(folder))
    (fault,) = caught.value.problems
    assert fault.line is not None
    assert problem in fault.worded("en").lower()


def test_boards_alone_have_no_last_turn(crowns: CrossRules) -> None:
    """Where only boards are known, the game is over after no turn, or not at all."""
    boards = {"Ana": {"tokens": ["1x6"]}, "Ben": {}}
    whole = crowns.state_from_sheets(TABLES[0], crowns.body.model_validate({"boards": boards}))
    part = crowns.state_from_sheets(TABLES[1], crowns.body.model_validate({"boards": boards}))
    assert whole is not None
    assert part is not None
    assert (whole.ended, part.ended, whole.played, whole.next) == (0, None, 0, "Ana")
