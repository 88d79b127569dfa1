"""Ids in messages become the words that a game prints, only when the language is known."""

import pytest

from generator import game
from generator.game.sentences import Sentences
from generator.rules import naming
from generator.words import Language, message, say


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Y3: 9 already stands in this column, in P4"),
        ("fr", "J3\u00a0: 9 figure déjà dans cette colonne, en V4"),
    ],
)
def test_cells_by_their_labels(language: Language, words: str) -> None:
    """A cell is named as its sheet prints it."""
    reason = message(
        "rules.differs",
        cell=naming.cells("Y3"),
        number=9,
        other=naming.cells("P4"),
        line=naming.in_line("column"),
    )
    said = game.load("qwinto").sentences[language]
    assert say(naming.localise(reason, said), language) == words


def test_lines_by_their_direction() -> None:
    """A line is told by the program's words for its direction, a game's own come first."""
    said = game.load("qwinto").sentences["fr"]
    own = said.model_copy(update={"words": {"lines": {"spoke": "sur ce rayon", "row": "en rond"}}})

    def told(direction: str, of: Sentences = said) -> str:
        return say(naming.localise(naming.in_line(direction), of), "fr")

    assert told("rising") == "sur cette diagonale qui monte"
    assert (told("spoke"), told("row")) == ("sur cette ligne", "dans cette rangée")
    assert (told("spoke", own), told("row", own)) == ("sur ce rayon", "en rond")


def test_colours_parts_and_strangers() -> None:
    """Colours and score parts have the game's words; what it has no word for keeps its id."""
    said = game.load("qwinto").sentences["fr"]
    both = naming.words("colours", "yellow", "purple")
    assert say(naming.localise(both, said), "fr") == "jaune, violet"
    assert say(naming.localise(naming.words("score", "misses"), said), "fr") == "manqués"
    assert say(naming.localise(naming.words("colours", "pink"), said), "fr") == "pink"
    assert say(naming.localise(naming.words("score", "luck"), said), "fr") == "luck"
