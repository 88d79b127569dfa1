"""Pages are used: nothing that is drawn leaves a quarter of its page white at the end."""

from itertools import product

import pytest

from generator import game
from generator.make import make
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.printables.printable import DocumentEntry, LessonEntry
from generator.words import Language
from tests.documents.read_back import quarter_empty
from tests.shipped import load

# What is projected has no page: words on a wall stay in sight of the last row at its top.
DRAWN = [
    (name, printable)
    for name in game.game_names()
    for printable, found in entries(load(name)).items()
    if not isinstance(found, DocumentEntry)
    and not (isinstance(found, LessonEntry) and found.is_projected)
]
PAPERS: tuple[PaperName, ...] = ("a4", "letter", "a3")
SETTINGS: list[tuple[Language, PaperName, bool]] = [*product(("fr", "en"), PAPERS, (False, True))]


# What is left for the last of the tiles that a large chart goes over on Letter.
LAST_TILES = {"dentition-charts": [2], "pencil-charts": [3]}


# Cards to write the services nearby on have nothing on their backs.
BLANK_BACKS = {"scenario-cards": [4]}


def left_white(name: str, printable: str, options: Options) -> list[int]:
    """Return the pages that a printable leaves a quarter empty."""
    return quarter_empty(make(load(name), printable, options).pdf or b"")


@pytest.mark.few(12)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "printable"), DRAWN)
def test_no_drawn_page_is_left_white(name: str, printable: str) -> None:
    """Each page of sheets, boards, cards and papers of a lesson is used to three quarters."""
    assert left_white(name, printable, Options()) == BLANK_BACKS.get(printable, [])


@pytest.mark.long
@pytest.mark.parametrize(("language", "paper", "large"), SETTINGS[1:])
@pytest.mark.parametrize(("name", "printable"), DRAWN)
def test_no_drawn_page_is_left_white_however_it_is_set(
    name: str,
    printable: str,
    language: Language,
    paper: PaperName,
    large: bool,  # noqa: FBT001 - a parameter
) -> None:
    """Each page is used to three quarters in any language, on any paper, in large type too."""
    rest = LAST_TILES.get(printable, []) if large and paper == "letter" else []
    white = left_white(name, printable, Options(language, paper, large=large))
    assert [page for page in white if page not in BLANK_BACKS.get(printable, [])] == rest
