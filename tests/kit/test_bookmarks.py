"""Bookmarks, links, tags and facts of every game's guide and kit, read back from the PDFs."""

from io import BytesIO

import pikepdf
import pytest

from generator.game import load
from generator.render.merge import page_count
from generator.words import Language
from tests.guides.read_back import close
from tests.kit.kits import KITS, bookmarks, links, made
from tests.render.measured import texts

# Operators that say which tag the marks on a page belong to.
TAGGING = frozenset({"BMC", "BDC", "EMC", "MP", "DP"})
HEADINGS = frozenset({"/H1", "/H2", "/H3", "/H4"})
# The depth of a guide's parts among its bookmarks, under its title.
PART = 2
TAG_KEYS = frozenset({"/StructParents", "/StructParent"})


def words(data: bytes) -> list[str]:
    """Return the text of each page without what a line break may change."""
    return [close(text) for text in texts(data)]


@pytest.mark.parametrize(("name", "language"), KITS)
def test_bookmarks_of_a_guide_show_their_headings(name: str, language: Language) -> None:
    """Each bookmark of a guide leads to a page that shows its words; no heading is left out."""
    singles, _, _ = made(name, language)
    guide = next(one.pdf for one in singles if one.printable == "guide") or b""
    pages = words(guide)
    with pikepdf.open(BytesIO(guide)) as document, document.open_outline() as outline:
        found = list(bookmarks(document, outline.root))
        headings = [
            thing
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") in HEADINGS
        ]
    assert len(found) == len(headings) > 20
    assert [(title, page + 1) for _, title, page in found if close(title) not in pages[page]] == []
    assert [page for _, _, page in found] == sorted(page for _, _, page in found)


@pytest.mark.parametrize(("name", "language"), KITS)
def test_contents_of_a_guide_lead_to_its_parts(name: str, language: Language) -> None:
    """A guide begins with a list of its parts: each leads to its part and tells that page."""
    singles, plan, whole = made(name, language)
    guide = next(one.pdf for one in singles if one.printable == "guide") or b""
    begun = words(guide)[0]
    with pikepdf.open(BytesIO(guide)) as document, document.open_outline() as outline:
        led = list(links(document))
        parts = [
            (title, page)
            for depth, title, page in bookmarks(document, outline.root)
            if depth == PART
        ]
    assert len(parts) > 10
    assert led == [page for _, page in parts]
    assert [title for title, page in parts if f"{close(title)}{page + 1}" not in begun] == []
    before = plan, *(one for one in singles[: [one.printable for one in singles].index("guide")])
    first = sum(page_count(one.pdf or b"") for one in before)
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        assert list(links(document)) == [first + page for page in led]


@pytest.mark.parametrize(("name", "language"), KITS)
def test_bookmarks_of_a_kit_are_those_of_its_parts(name: str, language: Language) -> None:
    """Under each part's title stand its own bookmarks, and lead to the same pages of the part."""
    singles, plan, whole = made(name, language)
    wanted: list[tuple[int, str, int]] = []
    first = 0
    for one in (plan, *singles):
        wanted.append((1, one.title, first))
        with pikepdf.open(BytesIO(one.pdf or b"")) as part, part.open_outline() as outline:
            inner = bookmarks(part, outline.root, 2)
            wanted += [(depth, title, first + page) for depth, title, page in inner]
        first += page_count(one.pdf or b"")
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document, document.open_outline() as outline:
        assert list(bookmarks(document, outline.root)) == wanted


@pytest.mark.parametrize(("name", "language"), KITS)
def test_a_kit_says_what_it_is_and_has_no_tags(name: str, language: Language) -> None:
    """Title, language and labels are there; no mark is left of tags whose tree is not."""
    singles, plan, whole = made(name, language)
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        assert document.Root.Lang == language
        assert document.docinfo["/Title"] == load(name).said[language].title
        assert document.Root.ViewerPreferences.DisplayDocTitle
        labels = [str(page.label) for page in document.pages]
        assert not {"/StructTreeRoot", "/MarkInfo"} & set(document.Root.keys())
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                assert not TAG_KEYS & set(thing.keys())
                assert thing.get("/Type") != "/StructElem"
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                assert not TAGGING & set(_operators(thing))
        for page in document.pages:
            assert not TAGGING & set(_operators(page))
    assert labels == [
        f"{one.title} {number}"
        for one in (plan, *singles)
        for number in range(1, page_count(one.pdf or b"") + 1)
    ]


def _operators(drawn: pikepdf.Page | pikepdf.Stream) -> list[str]:
    return [str(found.operator) for found in pikepdf.parse_content_stream(drawn)]
