"""How long a step of a record takes to be judged, beside a move of chess that python-chess judges.

Run with `pytest tests/benchmarks/test_judging.py -m benchmark -s`: all are timed in turn, in one
run, and the ratios are printed. Without python-chess the test is left out, and that is said.
"""

import lzma
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from generator.records.reading import Record, lines, read
from generator.records.replay import replay

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

RECORDS = Path(__file__).parents[1] / "same" / "records"
# So many records a game, games of chess, moves of one, rounds of timing.
MANY, GAMES, LONGEST, ROUNDS = 150, 40, 80, 8
# How many times as long as a move of chess a step may take; what a step says differs much.
MOST = {"qwinto": 8.0, "crowns": 7.0, "doce": 7.0, "dental": 4.2, "sti": 14.0}


def test_judging_beside_chess(capsys: pytest.CaptureFixture[str]) -> None:
    """A step of each game is judged in a few times the time that python-chess takes for a move."""
    chess = pytest.importorskip("chess")
    games = chess_games(chess)
    records = {name: recorded(name) for name in MOST}
    steps = {name: steps_of(found) for name, found in records.items()}
    moves, best = sum(map(len, games)), dict.fromkeys(("chess", *MOST), float("inf"))
    for _ in range(ROUNDS):
        best["chess"] = min(best["chess"], timed(played, [(chess, game) for game in games]) / moves)
        for name, found in records.items():
            best[name] = min(best[name], timed(replay, found) / steps[name])
    ratios = {name: best[name] / best["chess"] for name in MOST}
    with capsys.disabled():
        told = ", ".join(f"{name} {ratio:.1f}" for name, ratio in ratios.items())
        sys.stdout.write(
            f"\na move of chess: {best['chess'] * 1e6:.1f} us; steps in moves: {told}\n"
        )
    assert {name: ratio for name, ratio in ratios.items() if ratio > MOST[name]} == {}


def recorded(name: str) -> list[Record]:
    """Return stored records of a game, as they were read."""
    packed = lzma.decompress((RECORDS / f"{name}.jsonl.xz").read_bytes())
    some = BytesIO(b"\n".join(packed.splitlines()[:MANY]))
    return [found for one in lines(some, name) if isinstance(found := read(one), Record)]


def steps_of(records: Sequence[Record]) -> int:
    """Return how many steps some records have."""
    return sum(len(one.rules.steps(one.content)) for one in records)


def chess_games(chess: Any) -> list[list[Any]]:  # noqa: ANN401 - may not be installed
    """Return random games of chess, the same ones each time."""
    chance, games = Random(1), []  # noqa: S311 - a game, not a secret
    for _ in range(GAMES):
        board, moves = chess.Board(), list[Any]()
        while not board.is_game_over() and len(moves) < LONGEST:
            moves.append(chance.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append(moves)
    return games


def played(game: tuple[Any, list[Any]]) -> None:
    """Judge a game of chess move by move, and its outcome."""
    chess, moves = game
    board = chess.Board()
    for move in moves:
        assert board.is_legal(move)
        board.push(move)
    board.outcome()


def timed(function: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    """Return the seconds of processor time that a function takes for all arguments."""
    begun = process_time()
    for one in arguments:
        function(one)
    return process_time() - begun
