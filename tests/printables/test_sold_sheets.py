"""Sheets of cards to break out, by the products that are sold."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from generator.game import load
from generator.make import make
from generator.options import describe, value_words
from generator.paper.page import SIZES, Extents, Page
from generator.print_request import parse_form
from generator.printables.context import Options, perforated_sheets
from generator.printables.planning import plan
from generator.words import typed_words
from tests.listed.lists import listed, words
from tests.render.measured import picture_of

SHEETS = sorted(perforated_sheets())
KINDS = ("chain", "dominoes", "families", "flashcards", "memory", "one-in-common", "quiz")
FAMILIES = [(f"mot {n}", f"word {n}", f"famille {n // 4}") for n in range(24)]


def options_for(sheet: str) -> Options:
    """Return the options of a print on a sheet."""
    return Options(card_size=sheet, paper=perforated_sheets()[sheet].paper)


def corners(pages: Iterator[Page] | tuple[Page, ...]) -> list[tuple[float, ...]]:
    """Return where each card lies, and how large it is there."""
    return [
        (one.placed.x, one.placed.y, one.placed.drawing.width, one.placed.drawing.height)
        for page in pages
        for one in page.copies
    ]


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_the_same_from_both_ends(name: str) -> None:
    """What a sheet leaves white is as wide at its left as at its right, so that backs lie true."""
    sheet = perforated_sheets()[name]
    size = SIZES[sheet.paper]
    counts = sheet.columns, sheet.rows
    for side, (start, card, gap, count) in zip(
        (size.width, size.height),
        zip(sheet.corner, sheet.card, sheet.gaps, counts, strict=True),
        strict=True,
    ):
        end = start + count * card + (count - 1) * gap
        assert side - end == pytest.approx(start, abs=0.6)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_cards_goes_on_every_sheet(tmp_path: Path, kind: str, name: str) -> None:
    """The cards of each kind lie where those of the sheet do, standing ones on their sides."""
    headings = ("mot", "réponse", "famille")
    rows = FAMILIES if kind == "families" else words(24)
    game = listed(tmp_path, kind, rows, headings=headings[: len(rows[0])])
    sheet, (page, *_) = perforated_sheets()[name], plan(game, kind, options_for(name))
    lie = [
        (sheet.corner[0] + column * (sheet.card[0] + sheet.gaps[0]), row_top, *sheet.card)
        for row in range(sheet.rows)
        for row_top in [sheet.corner[1] + row * (sheet.card[1] + sheet.gaps[1])]
        for column in range(sheet.columns)
    ]
    assert corners((page,)) == [pytest.approx(one) for one in lie]


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_a_standing_deck_is_turned_back_behind_front(name: str, duplex: str) -> None:
    """A broken out card, turned over from left to right, shows its back upright."""
    game = load("sti")
    options = Options(
        card_size=name,
        paper=perforated_sheets()[name].paper,
        duplex=duplex,  # type: ignore[arg-type]
        only=("chlamydia",),
    )
    front, back = plan(game, "cards", options)[:2]
    one = front.copies[0].placed.drawing.shapes[0]
    behind = back.copies[0].placed
    assert one.turn == 90.0  # type: ignore[union-attr]
    # Its head lies at the sheet's right in front; behind, where a turned sheet brings that.
    turn = (behind.drawing.shapes[0].turn + behind.turn) % 360  # type: ignore[union-attr]
    assert turn == (270.0 if duplex == "long-edge" else 90.0)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_footers_lie_beside_the_cards(name: str, language: str) -> None:
    """Nothing but the cards is printed on the cards of a sheet, footers and notes neither."""
    sheet = perforated_sheets()[name]
    options = Options(language, card_size=name, paper=sheet.paper)
    for page in plan(load("sti"), "cards", options):
        extents = Extents()
        for shape in page.furniture.shapes:
            box = extents.shape(shape)
            assert box is not None
            for x, y, width, height in corners((page,)):
                beside = box.right <= x + 0.01 or box.left >= x + width - 0.01
                assert beside or box.bottom <= y + 0.01 or box.top >= y + height - 0.01


def test_the_paper_is_the_product_s() -> None:
    """Nobody has to say Letter who names a product of that size, in any language."""
    for word, paper in (("avery-8371", "letter"), ("Avery-28373", "letter"), ("geha-p70", "a4")):
        request = parse_form("kit", {"card-size": word}, {}, "fr")
        assert request.options.paper == paper


def test_products_are_named_wherever_sizes_are() -> None:
    """Each product is told with its name, its cards and its paper; old names are understood."""
    option = describe("card-size")
    for name, sheet in perforated_sheets().items():
        for language in ("fr", "en"):
            told = value_words("card-size", name, language)
            assert told.startswith(sheet.product)
            manual = Path(__file__).parents[2] / "docs" / "manual" / language / "printing.md"
            typed = typed_words(name, language, "values", "card-size")[0]
            assert f"| `{typed}` | {sheet.product} |" in manual.read_text("utf-8")
    for word in ("perforated-85x54", "predecoupe-85x54", "predecoupe", "avery-c32011"):
        assert option.read(word, "fr") == "perforated-85x54"


def test_sheets_as_pdf() -> None:
    """In the PDF of a turned deck no ink lies between the cards, and the page is the product's."""
    made = make(load("sti"), "cards", options_for("avery-8373"))
    assert made.pdf is not None
    with pikepdf.open(BytesIO(made.pdf)) as document:
        assert [float(side) for side in document.pages[0].mediabox] == pytest.approx(
            [0, 0, 612, 792], abs=0.1
        )
    picture = picture_of(made.pdf, dpi=127).convert("L")
    # Five pixels a millimetre: the white between the second and the third row.
    gap = picture.crop((70, round((19.05 + 50.8 + 1.5) * 5), 1000, round((19.05 + 62) * 5)))
    assert gap.getextrema() == (255, 255)
