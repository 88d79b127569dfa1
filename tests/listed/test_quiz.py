"""Question cards made from a list, as they are printed."""

import json
from pathlib import Path

import pytest

from generator.make import make
from generator.paper.shapes import Drawing, Placed, Text
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.words import BUILT_IN, Language
from tests.listed.folders import made_of

TABLE = "pays;capitale;case\nFrance;Paris;\nItalie;Rome;12\nPérou;Lima;"


def said(drawing: Drawing, turn: float = 0.0) -> list[tuple[str, float]]:
    """Return the words of a drawing, each with how far it is turned."""
    found = []
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            found.append((shape.words, turn))
        elif isinstance(shape, Placed):
            found += said(shape.drawing, turn + shape.turn)
    return found


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("is_large", [False, True])
def test_a_card_asks_upright_and_answers_on_its_head(
    tmp_path: Path, language: Language, *, is_large: bool
) -> None:
    """Question, what is asked and the square stand upright, the answer below upside down."""
    game = made_of(tmp_path, "quiz", TABLE, language)
    pages = plan(game, "quiz", Options(language, paper="letter", large=is_large))
    faces = [said(c.placed.drawing) for page in pages if not page.is_back for c in page.copies]
    asked = "capitale?" if language == "en" else "capitale\u202f?"
    square = "square 12" if language == "en" else "case 12"
    upright = [{words for words, turn in face if not turn} for face in faces]
    assert upright == [{"France", asked}, {"Italie", asked, square}, {"Pérou", asked}]
    turned = [[words for words, turn in face if turn] for face in faces]
    assert turned == [["Paris"], ["Rome"], ["Lima"]]


def test_questions_go_before_words(tmp_path: Path) -> None:
    """Where a list has questions they are asked as they stand; answers may be alike."""
    table = "mot;question;réponse\nchat;Combien de pattes ?;4\nmerle;Combien d'ailes ?;2\na;b;2"
    made = make(made_of(tmp_path, "quiz", table), "quiz", Options())
    cards = json.loads(made.files["quiz.contents.json"])["cards"]
    assert cards == [["Combien de pattes ?", "4"], ["Combien d'ailes ?", "2"], ["b", "2"]]
