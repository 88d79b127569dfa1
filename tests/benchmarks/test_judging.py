"""How long a step, and a line of an archive, takes to be judged, beside python-chess.

Run with `make bench`: all are timed in turn, in one run, and the ratios stand in its table. Without
python-chess the test is left out, and that is said.
"""

import json
import lzma
from collections.abc import Callable, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from generator.reading.nodes import plain
from generator.records.reading import Record, read_strictly, records_of_json_lines
from generator.records.record_format import catalog_rules
from generator.records.replay import replay, report_of
from generator.records.writing import read_yaml_record, sample_record
from tests.benchmarks.conftest import Noted

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

RECORDS = Path(__file__).parents[1] / "same" / "records"
# So many records a game, games of chess, moves of one, rounds of timing.
MANY, GAMES, LONGEST, ROUNDS = 150, 40, 80, 8
# How many times as long as a move of chess a step may take; what a step says differs much.
MOST = {"qwinto": 6.0, "crowns": 5.0, "doce": 3.0, "dental": 3.5, "sti": 7.0}
# How many games are read from their text and judged while python-chess reads one of 80 plies.
LEAST = {"qwinto": 1.0, "crowns": 1.0, "doce": 1.0, "dental": 0.5, "sti": 0.4, "yams": 1.0}
SAMPLES = 25


def test_judging_beside_chess(noted: Noted) -> None:
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
    move = f"a move of chess: {best['chess'] * 1e6:.1f} us"
    for name, ratio in ratios.items():
        step = f"{best[name] * 1e6:.0f} us"
        noted(f"a step of {name} judged", step, move, f"{ratio:.1f}", f"at most {MOST[name]:.1f}")
    assert {name: ratio for name, ratio in ratios.items() if ratio > MOST[name]} == {}


def test_reading_and_judging_beside_chess(noted: Noted) -> None:
    """A line of an archive is read and judged about as fast as python-chess reads a game."""
    chess, pgn = pytest.importorskip("chess"), pytest.importorskip("chess.pgn")
    texts = [pgn_of(chess, pgn, game) for game in chess_games(chess)]
    archives = {name: archive(name) for name in LEAST}
    best = dict.fromkeys(("chess", *LEAST), float("inf"))
    for _ in range(ROUNDS):
        took = timed(pgn.read_game, [StringIO(text) for text in texts])
        best["chess"] = min(best["chess"], took / GAMES)
        for name, found in archives.items():
            took = timed(report_of, list(records_of_json_lines(BytesIO(found), name)))
            best[name] = min(best[name], took / SAMPLES)
    ratios = {name: best["chess"] / best[name] for name in LEAST}
    chess_games_a_second = f"chess: {1 / best['chess']:.0f} games/s"
    for name, ratio in ratios.items():
        speed, asked = f"{1 / best[name]:.0f} games/s", f"at least {LEAST[name]:.2f}"
        noted(f"{name} read and judged", speed, chess_games_a_second, f"{ratio:.2f}", asked)
    assert {name: ratio for name, ratio in ratios.items() if ratio < LEAST[name]} == {}


def archive(name: str) -> bytes:
    """Return legal games of so many people as usual, one a line."""
    rules = catalog_rules(name)
    seeds = range(1, SAMPLES + 1)
    found = (
        read_yaml_record(rules, sample_record(rules, seed=seed, language="en").text)
        for seed in seeds
    )
    return b"\n".join(json.dumps(plain(one.form)).encode() for one in found)


def pgn_of(chess: Any, pgn: Any, moves: Sequence[Any]) -> str:  # noqa: ANN401 - may not be installed
    """Return a game of chess as it is written down."""
    board = chess.Board()
    for move in moves:
        board.push(move)
    return str(pgn.Game.from_board(board))


def recorded(name: str) -> list[Record]:
    """Return stored records of a game, as they were read."""
    packed = lzma.decompress((RECORDS / f"{name}.jsonl.xz").read_bytes())
    some = BytesIO(b"\n".join(packed.splitlines()[:MANY]))
    return [
        found
        for one in records_of_json_lines(some, name)
        if isinstance(found := read_strictly(one), Record)
    ]


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
