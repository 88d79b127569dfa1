"""Strategy laboratories: the page to print, the numbers on it, and what is refused of the data."""

import shutil
from pathlib import Path

import pytest
import yaml
from pypdfium2 import PdfDocument

from generator import paths
from generator.documents import check_guides
from generator.documents.contexts import strategy_laboratory
from generator.documents.guide_section import quantities_for, read_guide
from generator.documents.laboratory import WIDTH
from generator.errors import DataError, LudokitError
from generator.game import game_names, load_folder
from generator.game.catalog import POLICIES_FILE
from generator.printables.context import Context, Options
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import in_each_language, load

LABORATORIES = [name for name in game_names() if read_guide(load(name), "en").lesson.laboratory]
EXACT = {"boite", "course-a-20"}


@pytest.mark.few(2)
@pytest.mark.parametrize(("game", "language"), in_each_language(LABORATORIES))
def test_a_laboratory_is_one_page(game: str, language: Language) -> None:
    """A page holds every way to play, what it comes to, each question with its answer.

    Where a table says how the players choose, the questions may stand on the back.
    """
    printed = pages(document(game, "laboratory", Options(language)))
    text = "".join(printed)
    laboratory, told = (
        read_guide(load(game), language).lesson.laboratory,
        quantities_for(load(game), language),
    )
    assert laboratory is not None
    assert len(printed) <= 1 + bool(laboratory.tables)
    said = [laboratory.question, laboratory.predict, laboratory.play, laboratory.compare]
    for way in laboratory.ways:
        said += [way.told, way.name + told[f"policy.{way.policy}.mean"]]
    for pair in laboratory.asks:
        said += [pair.question, pair.answer]
    assert [words for words in said if close(words) not in text] == []


@pytest.mark.parametrize("game", ["dental", "yams"])
def test_a_long_laboratory_is_set_tight(game: str) -> None:
    """In the widest typeface and on the shortest paper it is one page still."""
    assert len(pages(document(game, "laboratory", Options("fr", "letter", font="dyslexia")))) == 1


@pytest.mark.parametrize("game", LABORATORIES)
def test_numbers_are_exact_or_told_with_their_margin(game: str) -> None:
    """What is simulated has its games, its seed and a margin; the rest is the annex's number."""
    laboratory, told = (
        read_guide(load(game), "en").lesson.laboratory,
        quantities_for(load(game), "en"),
    )
    assert laboratory is not None
    assert (laboratory.simulated() == {}) == (game in EXACT)
    for way in laboratory.ways:
        if way.figure:
            assert told[f"policy.{way.policy}.mean"] == told[way.figure]
    if not laboratory.simulated():
        return
    file = paths.rules_data() / game / POLICIES_FILE
    kept = yaml.safe_load(file.read_text(encoding="utf-8"))["kept"]["policy"]
    assert told["policy.all.games"] == f"{kept['games']:,}"
    for name, (mean, error) in kept["means"].items():
        assert abs(float(told[f"policy.{name}.mean"]) - mean) < 0.051
        margin = float(told[f"policy.{name}.margin"])
        assert WIDTH * error <= margin < WIDTH * error + 0.1


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_a_guide_asks_what_a_laboratory_tries(language: Language) -> None:
    """The dentist's guide asks whether to take the cube, and names the page on which one tries."""
    text, game = "".join(pages(document("dental", "guide", Options(language)))), load("dental")
    laboratory = read_guide(game, language).lesson.laboratory
    assert laboratory is not None
    question = text.index(close(laboratory.question))
    assert close(game.sentences[language].printables["laboratory"]) in text[question:][:400]


def test_contents_take_their_own_room() -> None:
    """The first heading of a guide stands below the last line of its contents."""
    with PdfDocument(document("dental", "guide", Options("en"))) as file:
        words = file[0].get_textpage()
        found = words.search("At a glance")
        (first, count), (second, many) = found.get_next(), found.get_next()
        last = words.search("Credits, rights").get_next()
        tops = [words.get_charbox(at)[3] for at in (first, last[0], second)]
    assert count == many
    assert tops == sorted(tops, reverse=True)


def test_a_way_has_to_fit_its_game(tmp_path: Path) -> None:
    """What the game's rules do not know of a way is a fault at its place, as is an idle way."""
    folder = shutil.copytree(paths.rules_data() / "yams", tmp_path / "yams")
    file = folder / "guide.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("plays: {keeps: nothing}", "plays: {dice: 2}")
    file.write_text(text.replace(", plays: {keeps: runs}", ""), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        check_guides(load_folder(folder))
    told = caught.value.worded("en")
    for place, why in (
        ("ways[1].plays", "'keeps' is wanted here"),
        ("ways[1].plays.dice", "'dice' is not one of keeps"),
        ("ways[3]", "nothing tells what 'runs' comes to"),
    ):
        assert any(place in line and why in line for line in told.splitlines()), (place, told)


def test_a_guide_without_a_laboratory() -> None:
    """Whoever prints the laboratory of a game that has none is told so."""
    game = load("doce")
    with pytest.raises(LudokitError, match="no strategy laboratory"):
        strategy_laboratory(read_guide(game, "en"), Context(game, "laboratory", Options("en")))
