"""Exercises judged a second time, from the paper alone, by code that knows nothing of the rules."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from pypdfium2 import PdfDocument

from generator.documents.exercises.generation import (
    Answer,
    Exercise,
    ExerciseChoice,
    ExerciseKind,
    class_set,
    exercise_kinds,
)
from generator.game import game_names
from generator.printables.context import Options
from generator.words import Language
from tests.documents.paper_only.printed import Printed, judges_of
from tests.shipped import load, printed

LONG = (pytest.mark.long, pytest.mark.slow)
PROOF = (pytest.mark.proof, pytest.mark.slow)
BUILT_IN: tuple[Language, Language] = ("fr", "en")
# The games that have a second judge.
JUDGED = tuple(name for name in game_names() if judges_of(name))
# How many exercises of a game are judged in the long run, and of a kind are counted.
A_GAME, A_KIND = 2000, 500
# How much more steps than the level below a level takes on average.
RISE = 1.25


@cache
def kinds_of(game: str, language: Language) -> Mapping[str, ExerciseKind]:
    """Return the kinds of a game in the order in which a class meets them."""
    return {kind.name: kind for kind in exercise_kinds(load(game), language)}


CLOSED = [
    (game, name)
    for game in JUDGED
    for name, kind in kinds_of(game, "fr").items()
    if not kind.facts.is_open
]


def drawn(game: str, of: str, language: Language, seeds: int) -> Iterator[Exercise]:
    """Yield exercises of a kind, of its levels in turn."""
    kind = kinds_of(game, language)[of]
    for seed in range(seeds):
        one = kind.make(1 + seed % len(kind.levels), Random(f"{of} {seed}"))  # noqa: S311
        assert one is not None, f"{game} {of}: none for seed {seed}"
        yield one


def plain(answer: Answer) -> object:
    """Return an answer as it is compared: the order of several does not matter."""
    return sorted(answer) if isinstance(answer, tuple) else answer


def judge(game: str, of: str, one: Exercise) -> None:
    """Check that the second judge finds the answer of the key, and no other."""
    found = judges_of(game)[of](Printed.of(one))
    assert [*map(plain, found)] == [plain(one.found)], (game, of, one)


@pytest.mark.parametrize("game", JUDGED)
def test_every_closed_kind_has_a_second_judge(game: str) -> None:
    """A game whose exercises are judged from the paper has a judge for each that is not open."""
    assert {of for name, of in CLOSED if name == game} <= {*judges_of(game)}


@pytest.mark.parametrize(("game", "of"), CLOSED)
def test_the_paper_has_one_answer(game: str, of: str) -> None:
    """In both languages what is printed allows the answer of the key alone."""
    for language in BUILT_IN:
        for one in drawn(game, of, language, 6):
            judge(game, of, one)


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize(("game", "of"), CLOSED)
def test_two_thousand_exercises_of_a_game_have_one_answer(game: str, of: str) -> None:
    """Two thousand exercises of a game, of all kinds and levels, have the key's answer alone."""
    kinds = sum(name == game for name, _ in CLOSED)
    for one in drawn(game, of, "fr", -(-A_GAME // kinds)):
        judge(game, of, one)


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parent.glob("[!t]*.py")), ids=lambda path: path.stem
)
def test_the_second_judge_knows_only_paper(path: Path) -> None:
    """No judge imports rules or types of games, and nothing of the program but what is printed."""
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    names = {one.module or "" for one in nodes if isinstance(one, ast.ImportFrom)}
    names |= {name.name for one in nodes if isinstance(one, ast.Import) for name in one.names}
    own = {name for name in names if name.startswith("generator")}
    allowed = {"generator.documents.exercises.generation"} if path.stem == "printed" else set()
    assert own <= allowed


@pytest.mark.parametrize("seeds", [2, pytest.param(A_KIND, marks=PROOF)])
@pytest.mark.parametrize(("game", "of"), CLOSED)
def test_levels_take_more_and_more_steps(game: str, of: str, seeds: int) -> None:
    """On average a level takes a quarter more steps than the level below it."""
    kind = kinds_of(game, "fr")[of]
    counted = [
        mean(one.steps for seed in range(seeds) if (one := kind.make(level, Random(seed))))  # noqa: S311
        for level in range(1, len(kind.levels) + 1)
    ]
    assert all(low * RISE <= high for low, high in pairwise(counted)), counted


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", [pytest.param(one, marks=LONG) for one in JUDGED])
def test_what_is_judged_is_what_is_printed(game: str, language: Language) -> None:
    """Statements, turns and tables of a progression stand on its pages, word for word."""
    options = Options(language, seed=3)
    files = printed(game, "exercises", options).files
    with PdfDocument(next(made for name, made in files.items() if name.endswith(".pdf"))) as file:
        words = "".join(close(page.get_textpage().get_text_bounded()) for page in file)
    sheets = class_set(load(game), language, ExerciseChoice.of(options))
    for one in (numbered.exercise for sheet in sheets for numbered in sheet):
        parts = (part for turn in one.turns for part in turn if isinstance(part, str))
        cells = (cell for row in Printed.of(one).table for cell in row)
        assert all(close(text) in words for text in (one.question, *parts, *cells)), one


def close(text: str) -> str:
    """Return words without spaces, hyphens and ends of lines, which a page may set otherwise."""
    return re.sub(r"[\s\u00ad\ufffe\x02-]", "", text)
