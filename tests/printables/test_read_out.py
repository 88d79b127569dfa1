"""Every drawn printable of every game, read out: nothing of it is lost to those who listen."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest

from generator.game import game_names
from generator.make import make
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.printables.printable import DocumentEntry, LessonEntry
from generator.words import BUILT_IN, Language
from tests.render.conforming import faults
from tests.render.read_out import heard
from tests.render.test_tags import walked
from tests.shipped import load

DRAWN = [
    (game, printable)
    for game in game_names()
    for printable, entry in entries(load(game)).items()
    if not isinstance(entry, DocumentEntry)
]
# The name of a file, or of something in the data.
NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)+")


def pdf_of(game: str, printable: str, options: Options) -> bytes:
    """Return a printable as PDF."""
    return make(load(game), printable, options).pdf or b""


@pytest.mark.few(16)
@pytest.mark.slow
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(("game", "printable"), DRAWN)
def test_printable_is_accessible(game: str, printable: str, language: Language) -> None:
    """It conforms to PDF/UA-1; its title is a heading, and figures are told in its language."""
    pdf = pdf_of(game, printable, Options(language))
    assert faults(pdf) == ()
    said, found = load(game).sentences_in(language), heard(pdf)
    title = found[0]
    assert (title.kind, title.page) == ("H1", 0)
    assert said.title in title.words
    levels = [int(one.kind[1:]) for one in found if re.fullmatch(r"H\d", one.kind)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    told = {one.alt for one in found if one.kind == "Figure"}
    assert not [alt for alt in told if len(alt) < 4 or NAME.fullmatch(alt)]
    if not isinstance(entries(load(game))[printable], LessonEntry):
        # A colon of French has a narrow or a no-break space before it.
        named = said.printables[printable].split()
        assert not [alt for alt in told if " ".join(named) not in " ".join(alt.split())]
    # Whatever is seen on a page, something of it is heard.
    assert {one.page for one in found} == set(range(len({one.page for one in found})))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(("game", "printable"), DRAWN)
def test_printable_is_accessible_however_it_is_set(
    game: str, printable: str, language: Language, paper: PaperName
) -> None:
    """It conforms to PDF/UA-1 on both papers: large, for dyslexic readers, in grey."""
    usual = Options(language, paper)
    several = usual, replace(usual, large=True), replace(usual, font="dyslexia", ink="grey")
    for options in several:
        assert faults(pdf_of(game, printable, options)) == ()


@pytest.mark.parametrize("language", BUILT_IN)
def test_pictures_of_a_paper_are_told_in_its_language(language: Language) -> None:
    """What a worksheet shows is described, every mark on it, in the language of the sheet."""
    found = heard(pdf_of("qwinto", "worksheets", Options(language)))
    told = [one.alt for one in found if one.kind == "Figure"]
    row = {"fr": "Rangée orange : O1", "en": "Row orange: O1"}[language]
    assert len(told) > 3
    assert any(row in alt for alt in told)


@pytest.mark.parametrize("game", ["qwinto", "sti"])
def test_a_form_is_a_table(game: str) -> None:
    """Each row of a record form's tables fills it, cells that span counted; turns are heads."""
    pdf = pdf_of(game, "record-form", Options("fr"))
    with pikepdf.open(BytesIO(pdf)) as file:
        tables = [
            [list(row.K) for row in walked(table.K, "/TR")]
            for table in walked(file.Root.StructTreeRoot.K, "/Table")
        ]
        for rows in tables:
            filled = [0] * len(rows)
            for line, cells in enumerate(rows):
                for cell in cells:
                    said = cell.get("/A", {})
                    for below in range(int(said.get("/RowSpan", 1))):
                        filled[line + below] += int(said.get("/ColSpan", 1))
            assert len(set(filled)) == 1
        assert len(tables) > 1
    found = heard(pdf)
    heads = [one.words for one in found if one.kind == "TH"]
    assert load(game).sentences_in("fr").title in found[0].words
    assert "exemple" in heads
    assert set(map(str, range(1, 12))) <= set(heads)


def test_a_named_sheet_says_whose_it_is() -> None:
    """The description of a sheet with a pupil's name begins as others do, and has the name."""
    found = heard(pdf_of("qwinto", "score-sheets", Options("fr", names=("Zoë", "Ana"))))
    alts = [one.alt for one in found if one.kind == "Figure"]
    assert [name in alt for name, alt in zip(("Zoë", "Ana"), alts, strict=False)] == [True, True]
