"""A booklet: which pages lie where, and what is read out of it."""

from io import BytesIO

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from generator.render.html_to_pdf import lay_out_html
from generator.render.merge_booklet import impose_booklet, spreads
from tests.render.conforming import faults
from tests.render.measured import FACTS

PAGES = (
    '<!doctype html><html lang="fr"><head><title>x</title>'
    '<link rel="stylesheet" href="print.css"><style>@page { size: 148.5mm 210mm }</style></head>'
    '<body><h1>Une</h1><h2 class="new-page">Deux</h2><p>mots</p><h2 class="new-page">Trois</h2>'
    '<h2 class="new-page">Quatre</h2></body></html>'
)


def test_pages_lie_as_they_are_read_once_folded() -> None:
    """Nested and folded, the first page lies outside at the right, and the pages follow."""
    assert spreads(1) == ((0, None),)
    assert spreads(2) == ((0, 1),)
    assert spreads(3) == ((None, 0), (1, 2))
    assert spreads(4) == ((3, 0), (1, 2))
    assert spreads(7) == ((None, 0), (1, 6), (5, 2), (3, 4))


def test_keeps_what_is_read_out() -> None:
    """Pages of a document lie side by side at full size, tagged as they were, the same twice."""
    try:
        flowed = lay_out_html(PAGES, FACTS)
    except OSError as missing:
        pytest.skip(str(missing))
    if flowed.suffix != "pdf":
        pytest.skip("no Pango on this system")
    made = impose_booklet(flowed.data)
    assert made == impose_booklet(flowed.data)
    assert faults(made) == ()
    with PdfDocument(made) as drawn:
        assert [round(page.get_width() / 72 * 25.4) for page in drawn] == [297, 297]
        words = [page.get_textpage().get_text_bounded() for page in drawn]
    assert "Quatre" in words[0]
    assert "Une" in words[0]
    assert words[1].index("Deux") < words[1].index("Trois")
    with pikepdf.open(BytesIO(made)) as file:
        told = [one for one in file.objects if isinstance(one, pikepdf.Dictionary)]
        marks = [(one.Stm.objgen, int(one.MCID)) for one in told if one.get("/Type") == "/MCR"]
        marks += [
            (mark.Stm.objgen, int(mark.MCID))
            for one in told
            if isinstance(one.get("/K"), pikepdf.Array)
            for mark in one.K
            if isinstance(mark, pikepdf.Dictionary) and mark.get("/Type") == "/MCR"
        ]
        forms = {stream for stream, _ in marks}
        assert len(forms) == 4
        assert len(set(marks)) == len(marks) >= 5
        assert "/Outlines" not in file.Root
