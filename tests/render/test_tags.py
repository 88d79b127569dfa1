"""The tags of a flowed PDF: what it is read out by, and what fails where one is wrong."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from generator.paper.page import PAPERS
from generator.render.html_to_pdf import lay_out_html
from tests.render.conforming import faults
from tests.render.documents import body
from tests.render.measured import FACTS, MM

Break = Callable[[pikepdf.Pdf], None]

TERMS = "".join(f"<div><dt>mot {n}</dt><dd>un</dd><dd>deux</dd></div>" for n in range(4))
ROWS = "<tr><th scope='row'>2</th><td>1/36</td></tr>" * 3
CONTENT = f"""
<style>
  @page {{ @top-left {{ content: "La tête" }} @bottom-left {{ content: "Le pied" }} }}
  .two {{ columns: 2 }}
</style>
<h1>Le guide</h1><h2>Une étape</h2>
<dl>{TERMS}</dl>
<dl class="two">{TERMS}</dl>
<ul><li>un</li><li>deux</li></ul>
<ol class="two"><li>un</li><li>deux</li></ol>
<table><thead><tr><th rowspan="2">Somme</th><th colspan="1">Deux dés</th></tr>
<tr><th>chance</th></tr></thead><tbody>{ROWS}</tbody></table>
<h3>Une figure</h3>
<figure><svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="20mm" viewBox="0 0 60 20">
<title>Un carré noir sur une ligne</title><rect x="0" y="0" width="60" height="20"/></svg></figure>
<p style="break-before: page">La fin</p>
"""


@pytest.fixture(scope="module")
def pdf() -> bytes:
    """Return a document with all that the documents of games have."""
    flowed = lay_out_html(body(CONTENT), FACTS)
    if flowed.suffix != "pdf":
        pytest.skip("no Pango on this system")
    return flowed.data


def walked(node: Any, kind: str) -> Iterator[Any]:  # noqa: ANN401 - pikepdf's objects
    """Yield the elements of a kind in the structure tree, in reading order."""
    if isinstance(node, pikepdf.Array):
        for inner in node:
            yield from walked(inner, kind)
    elif isinstance(node, pikepdf.Dictionary):
        if node.get("/S") == kind:
            yield node
        yield from walked(node.get("/K"), kind)


def elements(file: pikepdf.Pdf, kind: str) -> list[Any]:
    """Return all elements of a kind."""
    return list(walked(file.Root.StructTreeRoot.K, kind))


def test_what_documents_are_made_of_conforms(pdf: bytes) -> None:
    """Terms, lists in columns, tables, figures and margins are tagged as PDF/UA-1 asks."""
    assert faults(pdf) == ()


def test_a_term_is_the_label_of_what_is_said_of_it(pdf: bytes) -> None:
    """A list of terms has an item each: the term, then all that is said of it."""
    with pikepdf.open(BytesIO(pdf)) as file:
        lists = [[item.K for item in one.K] for one in elements(file, "/L")]
        kinds = [[[part.S for part in item] for item in one] for one in lists]
    assert kinds[:2] == [[["/Lbl", "/LBody", "/LBody"]] * 4] * 2
    assert kinds[2:] == [[["/Lbl", "/LBody"]] * 2] * 2


def test_head_cells_say_of_what_they_are_the_head(pdf: bytes) -> None:
    """Heads above stand for columns, heads at the left for rows; no cell names others' heads."""
    with pikepdf.open(BytesIO(pdf)) as file:
        scopes = [str(cell.A.Scope) for cell in elements(file, "/TH")]
        assert not [cell for cell in elements(file, "/TD") if "/Headers" in cell.A]
    assert scopes == ["/Column"] * 3 + ["/Row"] * 3


def test_figures_lie_where_they_are_said_to_lie(pdf: bytes) -> None:
    """The box of a figure is the one about its ink, in points from the lower left."""
    with pikepdf.open(BytesIO(pdf)) as file:
        (figure,) = elements(file, "/Figure")
        told = [float(edge) for edge in figure.A.BBox]
    with PdfDocument(pdf) as drawn:
        boxes = [one.get_bounds() for one in drawn[0].get_objects([FPDF_PAGEOBJ_PATH])]
    assert told[2] - told[0] == pytest.approx(60 / MM * 72, abs=0.1)
    assert any(told == pytest.approx(box, abs=0.5) for box in boxes)
    assert told[3] < PAPERS["a4"].height / MM * 72


def test_margins_are_not_read_out(pdf: bytes) -> None:
    """Head and foot of a page are its furniture: every mark else is in the tree, each once."""
    with pikepdf.open(BytesIO(pdf)) as file:
        for number, page in enumerate(file.pages):
            marks = [
                (str(found.operands[0]), found.operands[1])
                for found in pikepdf.parse_content_stream(page)
                if str(found.operator) == "BDC"
            ]
            furniture = [how.Type for tag, how in marks if tag == "/Artifact"]
            # The first page has its title in its text.
            assert furniture == ["/Pagination"] * (1 + number)
            told = sorted(int(how.MCID) for tag, how in marks if tag != "/Artifact")
            owners = file.Root.StructTreeRoot.ParentTree.Nums[2 * number + 1]
            assert told == [mark for mark, owner in enumerate(owners) if owner is not None]
            assert all(mark in list(owners[mark].K) for mark in told)


def _without_words(file: pikepdf.Pdf) -> None:
    del elements(file, "/Figure")[0].Alt


def _without_scope(file: pikepdf.Pdf) -> None:
    for cell in elements(file, "/TH"):
        del cell.A.Scope


def _renamed(before: str, after: str) -> Break:
    def rename(file: pikepdf.Pdf) -> None:
        elements(file, before)[0].S = pikepdf.Name(after)

    return rename


def _without(key: str) -> Break:
    def remove(file: pikepdf.Pdf) -> None:
        del file.Root[key]

    return remove


def _unmarked(file: pikepdf.Pdf) -> None:
    page = file.pages[1]
    marking = {"BDC", "BMC", "EMC"}
    kept = [one for one in pikepdf.parse_content_stream(page) if str(one.operator) not in marking]
    page.Contents = file.make_stream(pikepdf.unparse_content_stream(kept))


@pytest.mark.parametrize(
    ("broken", "rule"),
    [
        pytest.param(_without_words, "FIGURE", id="a figure without words"),
        pytest.param(_without_scope, "TABLE-HEADERS-SCOPE", id="heads of nothing"),
        pytest.param(_renamed("/L", "/Div"), "LI-PARENT", id="an item of no list"),
        pytest.param(_renamed("/LI", "/Div"), "L-KIDS", id="a list of no items"),
        pytest.param(_renamed("/H2", "/P"), "HEADING", id="a heading left out"),
        pytest.param(_renamed("/TR", "/Div"), "TH-PARENT", id="cells in no row"),
        pytest.param(_unmarked, "CONTENT-TAGGING", id="words in no element"),
        pytest.param(_without("/StructTreeRoot"), "STRUCT-TREE", id="no tree"),
        pytest.param(_without("/MarkInfo"), "TAGGED-DOCUMENT", id="not called tagged"),
        pytest.param(_without("/Lang"), "TEXT-LANGUAGE", id="no language"),
        pytest.param(_without("/Metadata"), "ID-PART", id="not called accessible"),
        pytest.param(_without("/ViewerPreferences"), "VIEWER", id="shown by its file name"),
    ],
)
def test_what_is_broken_does_not_conform(pdf: bytes, broken: Break, rule: str) -> None:
    """A document with one thing wrong fails where every document of a game passes."""
    with pikepdf.open(BytesIO(pdf)) as file:
        broken(file)
        file.save(spoilt := BytesIO())
    assert any(rule in one for one in faults(spoilt.getvalue()))
