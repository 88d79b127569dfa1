"""Signs on paper are explained where they stand: notes, boxes that end a game, titles of pages."""

import re

import pytest

from generator.game import game_names
from generator.make import make
from generator.printables.context import Options
from generator.printables.planning import entries, plan
from generator.printables.printable import DrawnEntry
from generator.words import BUILT_IN, Language
from tests.render.drawings import set_words
from tests.render.measured import texts
from tests.shipped import load

DRAWN = [
    (game, name)
    for game in game_names()
    for name, found in entries(load(game)).items()
    if isinstance(found, DrawnEntry)
]
MARK = re.compile(r"\(\d\)")


@pytest.mark.few(12)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(("game", "name"), DRAWN)
def test_every_note_is_called_and_stands_on_the_paper(
    game: str, name: str, language: Language
) -> None:
    """Notes are counted from one on each printable; what calls one is on it, and the note too."""
    drawn = [
        drawing
        for page in plan(load(game), name, Options(language))
        for drawing in (page.furniture, *(copy.placed.drawing for copy in page.copies))
    ]
    said = {one.words for drawing in drawn for one in set_words(drawing)}
    notes = {found[0] for words in said if (found := MARK.match(words)) and words != found[0]}
    called = {mark for words in said for mark in MARK.findall(words) if words.endswith(mark)}
    assert notes == called == {f"({number})" for number in range(1, len(notes) + 1)}


@pytest.mark.parametrize(("name", "least"), [("boards", 8.0), ("pencil-boards", 8.0)])
def test_boards_keep_a_margin(name: str, least: float) -> None:
    """No part of a board lies nearer to the sides of its half of the page than 8 mm."""
    (page,) = plan(load("crowns"), name, Options())
    half = page.size.width / 2
    sides = [
        side
        for _, cell in page.cells()
        for side in (cell.x % half, half - (cell.x + cell.width) % half)
    ]
    assert min(sides) >= least - 0.01


@pytest.mark.parametrize(("game", "name"), [("dental", "tokens"), ("boite", "boxes")])
def test_each_page_of_pieces_has_the_title(game: str, name: str) -> None:
    """The other side of tokens, and the second page of a box, say what they are."""
    pages = texts(make(load(game), name, Options()).pdf or b"")
    title = load(game).sentences["fr"].printables[name]
    assert len(pages) > 1
    # Once above, and once in what stands at the foot.
    assert all(page.count(title) > 1 for page in pages)


def test_what_a_sheet_shows_is_explained() -> None:
    """A sheet says what its pentagons earn, and what the last token of a board does."""
    for game, name, said in (
        ("qwinto", "score-sheets", "pentagone"),
        ("crowns", "pencil-boards", "le dernier finit la partie"),
    ):
        page, *_ = texts(make(load(game), name, Options()).pdf or b"")
        assert said in page
