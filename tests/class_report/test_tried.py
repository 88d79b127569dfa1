"""The lesson as it was tried, on the page after that of the class: bars, answers, words, faults."""

from pathlib import Path

import pytest

from generator.class_report import draw_class_report
from generator.cli.program import run
from generator.documents.guide_section import read_guide
from generator.documents.trials import blank_trial, read_trials, told_trial
from generator.game import game_names
from generator.game.countries import year_meant
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.words import BUILT_IN, Language
from tests.class_report.classes import reports_of, tally_of, texts_of, written
from tests.render.conforming import faults
from tests.render.measured import sizes_mm, texts
from tests.shipped import load

TOLD = """\
game: qwinto
date: 12 March 2026
grade: Year 6
pupils: 26
country: Scotland
minutes: [6, 9, 24, ~, 14, 5]
before: [4, 9]
after: [20, 22]
said: ["Seven always wins", "I take three dice because it is more"]
held: The square of rolls
"""


def flat(page: str) -> str:
    """Return words with single, plain spaces."""
    return " ".join(page.split())


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_what_was_tried_is_drawn(tmp_path: Path, paper: PaperName) -> None:
    """A second page has the minutes planned and taken, the right answers, and what was said."""
    file = tmp_path / "trial.yaml"
    file.write_text(TOLD, encoding="utf-8")
    tally = tally_of(reports_of(written(tmp_path / "class", texts_of("qwinto"))))
    pdf = draw_class_report(tally, Options("en", paper), read_trials(file))
    assert faults(pdf) == ()
    assert len(sizes_mm(pdf)) == 2
    page = flat(texts(pdf)[1])
    assert "12 March 2026, Year 6, 26 pupils (Scotland)" in page
    steps = read_guide(load("qwinto"), "en").lesson.steps
    for step, taken in zip(steps, ("6 min", "9 min", "24 min", "left out"), strict=False):
        assert f"{step.minutes} min planned {taken}" in page
    assert page.count("planned") == 6
    for counts in ((4, 20), (9, 22)):
        assert "{} of 26 before {} of 26 after".format(*counts) in page
    for words in ("Seven always wins", "I take three dice because it is more", "square of rolls"):
        assert words in page


def test_much_that_was_said_takes_more_pages(tmp_path: Path) -> None:
    """As many sentences as a file may have, each as long as one may be, are all printed."""
    file = tmp_path / "trial.yaml"
    said = [f"{number} {'dice ' * 390}" for number in range(40)]
    lines = "".join(f"- {one}\n" for one in said)
    told = TOLD.replace("held: The square of rolls\n", f"held:\n{lines}")
    file.write_text(told, encoding="utf-8")
    tally = tally_of(reports_of(written(tmp_path / "class", texts_of("qwinto"))))
    pages = texts(draw_class_report(tally, Options("en"), read_trials(file)))
    assert len(pages) > 5
    assert all(any(f"{number} dice" in flat(page) for page in pages) for number in range(40))


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", game_names())
def test_a_blank_has_every_step(game: str, language: Language, tmp_path: Path) -> None:
    """A blank names each step with its minutes, and is read once its fields are filled in."""
    blank = blank_trial(load(game), language)
    lesson = read_guide(load(game), language).lesson
    for step in lesson.steps:
        assert step.title in blank
    filled = blank.replace(":\n", ": 9\n").replace(": 9\n- ~", ":\n- ~")
    file = tmp_path / "trial.yaml"
    file.write_text(filled, encoding="utf-8")
    (one,) = read_trials(file)
    assert one.game == game
    assert len(one.minutes) == len(lesson.steps)


def verified(folder: Path, told: str, *more: str) -> int:
    """Return the exit code of judging a class together with what is told of its lesson."""
    file = folder.parent / "trial.yaml"
    file.write_text(told, encoding="utf-8")
    to = str(folder.parent / "out")
    return run(["verify", str(folder), "--trial", str(file), "--to", to, "--lang", "en", *more])


def test_verify_draws_what_was_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The option alone asks for the page of the class, in either language."""
    folder = written(tmp_path / "class", texts_of("qwinto"))
    assert verified(folder, TOLD) == 1
    pdf = (tmp_path / "out" / "class-pages" / "class-qwinto.pdf").read_bytes()
    assert "The lesson as it was tried" in flat(texts(pdf)[1])
    assert "class-qwinto.pdf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (TOLD.replace("26", "many"), "trial.yaml:4:9: "),
        (TOLD.replace("qwinto", "yams"), "the lesson that was tried is that of yams"),
        ("- [\n", "trial.yaml:1:3: "),
        ("&a [*a]\n", "trial.yaml:1:1: "),
    ],
    ids=["fault", "other game", "syntax", "anchor"],
)
def test_what_cannot_be_drawn_is_told(
    told: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault is told with its place, and the page of the class is drawn all the same."""
    assert verified(written(tmp_path / "class", texts_of("qwinto")), told) == 2
    assert says in capsys.readouterr().err
    pdf = (tmp_path / "out" / "class-pages" / "class-qwinto.pdf").read_bytes()
    assert len(texts(pdf)) == 1


@pytest.mark.parametrize(
    ("game", "language", "year", "grade"),
    [
        pytest.param("course-a-20", "fr", "CE2", "niveau: CE2", id="without division"),
        pytest.param("sti", "fr", "3e", "niveau: 3e", id="without the attack game"),
        pytest.param("dental", "en", "y5", "grade: Year 5", id="a year of the same age"),
    ],
)
def test_a_blank_is_for_a_year(
    game: str, language: Language, year: str, grade: str, tmp_path: Path
) -> None:
    """`--year` gives the steps of that lesson and its year, by which the trial is told again."""
    file = tmp_path / "trial.yaml"
    words = ("record", game, "--trial", "--year", year, "--to", str(file), "--lang", language)
    assert run(words) == 0
    blank = file.read_text("utf-8")
    assert f"\n{grade}\n" in blank
    lesson = read_guide(load(game), language, year_meant(year)).lesson
    assert lesson != read_guide(load(game), language).lesson
    assert all(step.title in blank for step in lesson.steps)
    file.write_text(blank.replace(":\n", ": 9\n").replace(": 9\n- ~", ":\n- ~"), encoding="utf-8")
    (one,) = read_trials(file)
    assert len(one.minutes) == len(lesson.steps)
    assert told_trial(one, load(game), language).lesson == lesson


def test_record_prepares_a_trial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`record --trial`, in French `fiche --essai`, writes the blank, and no record with it."""
    file = tmp_path / "essai.yaml"
    assert run(["fiche", "qwinto", "--essai", "--vers", str(file), "--langue", "fr"]) == 0
    assert file.read_text("utf-8") == blank_trial(load("qwinto"), "fr")
    assert run(["record", "qwinto", "--trial", "--format", "csv", "--lang", "en"]) == 2
    assert "do not go together" in capsys.readouterr().err
    assert run(["record", "qwinto", "--year", "ce2", "--lang", "en"]) == 2
    assert "--year goes with --trial only" in capsys.readouterr().err
    assert run(["record", "qwinto", "--trial", "--year", "ce7", "--lang", "en"]) == 2
    assert "'ce7' is not one of" in capsys.readouterr().err
