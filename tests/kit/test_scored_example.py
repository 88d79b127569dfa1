"""Scored examples: the sheet of a game judged right, its points as reported, where sheets lie."""

import re

import pytest
from pypdfium2 import PdfDocument

from generator.edition import make_edition
from generator.errors import LudokitError
from generator.game import game_names
from generator.kit import prepare_kit
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.printables.kinds.sheet import Explained, SheetEntry
from generator.printables.planning import entries, plan
from generator.scored_example import draw_examples, example_report
from generator.words import Language
from tests.shipped import load

SHEETS = [
    (game, name, entry.example)
    for game in game_names()
    for name, entry in entries(load(game)).items()
    if isinstance(entry, SheetEntry) and entry.example
]
OF = {game: example for game, _, example in SHEETS}


def words_of(pdf: bytes) -> str:
    """Return the words of a document of one page, with single spaces."""
    (page,) = PdfDocument(pdf)
    return " ".join(page.get_textpage().get_text_bounded().split())


def test_games_with_score_sheets_have_an_example() -> None:
    """Whatever is called a score sheet has an example for its back, and the pencil's chart."""
    names = ("score-sheets", "pencil-charts")
    named = {game for game in game_names() if any(one in entries(load(game)) for one in names)}
    assert named == {*OF}


def test_what_fills_its_page_has_no_example_in_large() -> None:
    """A chart as large as its page leaves no room for words: there the box says so."""
    options, _, plan = prepare_kit(load("dental"), Options(large=True), 27, 4)
    made = make_edition(load("dental"), options, plan)
    assert not any("back" in name for name in made.files)
    assert "edition.example-none" in {note.key for note in made.notes}


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("language", "paper"), [("fr", "a4"), ("en", "letter")])
@pytest.mark.parametrize("game", OF)
def test_points_are_those_of_the_report(
    game: str,
    language: Language,
    paper: PaperName,
    large: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """The back says each part of a winner's points, their sum, and what all players have."""
    options = Options(language, paper, large=large)
    if large and game == "dental":
        assert draw_examples(load(game), options) == {}
        return
    ((name, pdf),) = draw_examples(load(game), options).items()
    assert draw_examples(load(game), options) == {name: pdf}
    report, said = example_report(load(game), OF[game]), load(game).sentences_in(language)
    words = words_of(pdf)
    shown = OF[game].whose or next(one for one in report.players if one in report.winners)
    for one in (*OF[game].explained, OF[game].won):
        assert said.to_player(one.rule).split()[-1] in words
    for part in (part for one in OF[game].explained for part in one.of):
        points = str(report.scores[shown][part]).replace("-", "−")
        assert re.search(rf"{re.escape(said.texts[f'score.{part}'])} ?[●▲■⬢♦]? ?{points}\b", words)
    for player, own in report.scores.items():
        assert all(f"{player} {own[part]}" in words for part in OF[game].won.of)


@pytest.mark.parametrize(("game", "per_page"), [("yams", None), ("qwinto", None), ("boite", 2)])
def test_an_example_lies_behind_each_sheet(game: str, per_page: int | None) -> None:
    """As many examples stand on the back as sheets in front, cut along the same lines."""
    options = Options("fr", per_page=per_page)
    ((name, pdf),) = draw_examples(load(game), options).items()
    (front,) = plan(load(game), name, options)
    assert words_of(pdf).count("Un exemple –") == len(front.copies)


def test_a_record_with_errors_is_no_example() -> None:
    """What the judge finds an error in, or cannot read, is not shown as an example."""
    game, example = load("yams"), OF["yams"]
    for record in ("illegal-score-wrong", "illegal-unfinished", "none"):
        changed = example.model_copy(update={"record": record})
        with pytest.raises(LudokitError) as caught:
            example_report(game, changed)
        assert record in caught.value.worded("en")
    with pytest.raises(LudokitError) as caught:
        example_report(game, example.model_copy(update={"whose": "Zoé"}))
    assert "Zoé" in caught.value.worded("en")
    strange = (Explained(rule="score-face", of=("top",)),)
    with pytest.raises(LudokitError) as caught:
        example_report(game, example.model_copy(update={"explained": strange}))
    assert "top" in caught.value.worded("en")
