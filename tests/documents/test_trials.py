"""Lessons as they were tried in a class: the pages to fill in, and what guides tell of them."""

import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from generator.documents.contexts import context
from generator.documents.guide_section import read_guide
from generator.documents.lesson import minutes_of
from generator.documents.trials import questions_asked_twice, read_trials, trials_of
from generator.errors import DataError
from generator.game import Game, game_names, load_folder
from generator.game.catalog import TRIALS_FILE
from generator.make import facts_of, first_html, lesson_plan
from generator.paper.page import PaperName
from generator.printables.context import Context, Options
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import in_each_language, load


@pytest.mark.few(2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "language"), in_each_language(game_names()))
def test_two_pages_hold_the_lesson(game: str, language: Language, paper: PaperName) -> None:
    """Two pages hold each step with its minutes, those of each session, and two questions."""
    first, second = pages(document(game, "trial", Options(language, paper)))
    lesson = read_guide(load(game), language).lesson
    told = [f"{step.title}{step.minutes} min" for step in lesson.steps]
    told += [f"{minutes_of(steps)} min" for steps in lesson.sessions()]
    told += [steps[0].session for steps in lesson.sessions() if steps[0].session]
    assert [words for words in told if close(words) not in first] == []
    asked = questions_asked_twice(lesson)
    assert len(asked) == 2
    for one in asked:
        assert close(one.question) in second
        assert close(one.answer) in second


@pytest.mark.parametrize("game", game_names())
def test_two_questions_are_chosen(game: str) -> None:
    """Each game says which two questions of its quiz are asked before the lesson and after it."""
    lesson = read_guide(load(game), "en").lesson
    assert sum(one.twice for one in lesson.quiz) == 2
    assert [one for one in lesson.quiz if one.twice] == [*questions_asked_twice(lesson)]


TRIED = """\
- date: 2026-03-12
  grade: CM1
  pupils: 26
  country: France
  minutes: [6, 9, 24, ~, 12, 5]
  before: [4, 9]
  after: [20, 22]
  said: ["Le 7 <b>gagne</b> toujours", "C'est pas juste & puis c'est tout"]
  held: le carré des lancers
"""
TYPED = """\
jeu: qwinto
Date: mars 2026
niveau: 6e
élèves: 24
pays: Belgique
durée: [5, 8, 20, 7, 11, 4]
Avant: [4, 9]
après: [20, 22]
paroles: Le 7 gagne toujours
"""


@pytest.fixture
def tried(tmp_path: Path) -> Callable[[str], Game]:
    """Return a function that copies Qwinto with what is told of its lesson."""

    def copy(told: str) -> Game:
        folder = shutil.copytree(load("qwinto").folder, tmp_path / "qwinto")
        (folder / TRIALS_FILE).write_text(told, encoding="utf-8")
        return load_folder(folder)

    return copy


def guide_of(game: Game, language: Language) -> str:
    """Return the guide of a game as it is laid out first."""
    setting = Context(game, "guide", Options(language))
    plan = partial(lesson_plan, game, setting.options)
    return first_html("guide", context(setting, "guide", facts_of(setting), plan))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "n’a encore été essayée dans aucune classe"),
        ("en", "has not yet been tried in a class"),
    ],
)
@pytest.mark.parametrize("game", game_names())
def test_a_guide_says_that_nothing_was_tried(game: str, language: Language, told: str) -> None:
    """As long as no class has tried a lesson, its guide says so, and how to tell of it."""
    assert trials_of(load(game)) == ()
    said = guide_of(load(game), language)
    assert told in said
    assert TRIALS_FILE in said


def test_what_was_tried_is_told(tried: Callable[[str], Game]) -> None:
    """A trial in a game's folder stands in its guide: class, minutes, answers and words."""
    said = guide_of(tried(TRIED), "fr")
    assert "aucune classe" not in said
    assert "2026-03-12, CM1, 26 élèves (France)" in said.replace("\N{NO-BREAK SPACE}", " ")
    rows = re.findall(
        r"<tr>\s*<th scope=\"row\">(.*?)</th>\s*<td[^>]*>(.*?)</td>\s*<td[^>]*>(.*?)</td>", said
    )
    steps, taken = read_guide(load("qwinto"), "fr").lesson.steps, ("6", "9", "24", "–", "12", "5")
    told = [(step.title, str(step.minutes), n) for step, n in zip(steps, taken, strict=False)]
    assert [row for row in rows if row in told] == told
    assert [row[1:] for row in rows if "plus probable" in row[0]] == [("4", "20")]
    for words in ("Le 7 &lt;b&gt;gagne&lt;/b&gt; toujours", "le carré des lancers"):
        assert f"<li>{words}</li>" in said


def test_a_trial_is_read_as_teachers_type_it(tmp_path: Path) -> None:
    """One trial needs no list, words of either language do, a sentence may stand alone."""
    file = tmp_path / "essai.yaml"
    file.write_text(TYPED, encoding="utf-8")
    (one,) = read_trials(file)
    assert (one.game, one.pupils, one.grade, one.after) == ("qwinto", 24, "6e", (20, 22))
    assert one.minutes == (5, 8, 20, 7, 11, 4)
    assert one.said == "Le 7 gagne toujours"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            "durée: [5, 8, 20, 7, 11, 4]",
            f"durée: {[5] * 60}",
            ":6:8: ",
        ),
        ("après: [20, 22]", "après: [20, 25]", ":8:8: "),
        ("élèves: 24", "élèves: beaucoup", ":4:9: "),
        ("jeu: qwinto", "jeu: quinto", ":1:6: "),
        ("jeu: qwinto\n", "", ":1:1: "),
        ("pays: Belgique", "pays: Belgique\nprénoms: Zoé", ":6:1: "),
        ("pays: Belgique", "pays: [", ":7:1: "),
    ],
    ids=["steps", "more than pupils", "no number", "game", "no game", "unknown", "syntax"],
)
def test_a_fault_has_its_place(tmp_path: Path, before: str, after: str, told: str) -> None:
    """What is wrong in a file is told with line and column, in both languages."""
    file = tmp_path / "essai.yaml"
    file.write_text(TYPED.replace(before, after), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_trials(file)
    for language in BUILT_IN:
        assert f"{file}{told}" in caught.value.worded(language)


def test_a_check_reads_what_was_tried(tried: Callable[[str], Game]) -> None:
    """`check` tells a fault of trials.yaml as it does of the other files of a game."""
    game = tried(TRIED.replace("24, ~", ", ".join(["24"] * 50)))
    with pytest.raises(DataError) as caught:
        trials_of(game)
    assert "trials.yaml:5:12" in caught.value.worded("en")
