"""Numbers typed where the data have them."""

import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.errors import DataError
from generator.game import game_names, load, load_folder
from generator.game.agreement import typed_figure_warnings


def changed(tmp_path: Path, language: str, *changes: tuple[str, str]) -> Path:
    """Return a copy of Qwinto with other words in one language."""
    folder = tmp_path / "qwinto"
    shutil.copytree(paths.rules_data() / "qwinto", folder)
    file = folder / f"{language}.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", game_names())
def test_shipped_games_type_no_number(name: str) -> None:
    """No sentence of a shipped game types a number that the data have."""
    assert list(typed_figure_warnings(load(name))) == []


@pytest.mark.parametrize(
    ("language", "old", "new", "words"),
    [
        pytest.param(
            "en",
            "the {sheet.rows.words} rows",
            "the three rows",
            "score-wrong: 'three rows': this number is in the data; "
            "write '{sheet.rows.words} rows', which changes with them",
            id="in words",
        ),
        pytest.param(
            "en",
            "the {sheet.rows.words} rows",
            "the 7 Rows",
            "score-wrong: '7 Rows': this number is in the data; "
            "write '{sheet.rows} Rows', which changes with them",
            id="in digits, and not even right",
        ),
        pytest.param(
            "fr",
            "{dice.count.Words} dés, ",
            "Trois dés, ",
            "tagline: 'Trois dés': this number is in the data; "
            "write '{dice.count.Words} dés', which changes with them",
            id="with a capital, in French",
        ),
    ],
)
def test_a_typed_number_is_told(
    tmp_path: Path, language: str, old: str, new: str, words: str
) -> None:
    """A number before a noun of the data is told with its place, and with what to write."""
    (problem,) = typed_figure_warnings(load_folder(changed(tmp_path, language, (old, new))))
    assert problem.line is not None
    assert problem.worded("en").endswith(words)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("one row, and the rows of others", id="one"),
        pytest.param("the three longest rows", id="a word between"),
        pytest.param("the {sheet.rows} rows", id="a figure in digits"),
        pytest.param("three arrows", id="a longer word"),
    ],
)
def test_what_is_no_count_is_left_alone(tmp_path: Path, words: str) -> None:
    """One of a kind, a figure of the data and other words are in order."""
    folder = changed(tmp_path, "en", ("the {sheet.rows.words} rows", words))
    assert list(typed_figure_warnings(load_folder(folder))) == []


def test_a_lesson_may_choose_its_number(tmp_path: Path) -> None:
    """Of three dice a lesson may speak of two; the number of the data is told there too."""
    folder = changed(
        tmp_path,
        "en",
        ("Form the groups, and choose", "Roll two dice, then three dice, and choose"),
    )
    assert [problem.field for problem in typed_figure_warnings(load_folder(folder))] == [
        "guide.lesson.before[3]"
    ]


def test_a_noun_counts_a_figure(tmp_path: Path) -> None:
    """A noun of something that the data do not count is a fault."""
    folder = changed(tmp_path, "en", ("  sheet.rows: [rows]", "  sheet.row: [rows]"))
    with pytest.raises(DataError) as caught:
        load_folder(folder)
    assert "'sheet.row' is not one of" in str(caught.value)
