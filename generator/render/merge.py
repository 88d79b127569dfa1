"""Several PDFs become one, with nested bookmarks; the pages of a PDF are counted."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from generator.render.document import DocumentFacts

if TYPE_CHECKING:
    from pikepdf import Object, OutlineItem, Page, Pdf

# Operators that say which tag the marks on the page belong to.
MARKS = frozenset({"BMC", "BDC", "EMC", "MP", "DP"})


def merged(parts: Sequence[tuple[str, bytes]], facts: DocumentFacts) -> bytes:
    """Join PDFs in order, each under a bookmark of its title that holds the part's own bookmarks.

    Links within a part go on working. Tags are taken out, since the trees they belong to cannot be
    joined: the accessible file is the part itself. The same parts give the same bytes.
    """
    from pikepdf import OutlineItem, Pdf

    bookmarks: dict[int, OutlineItem] = {}
    with Pdf.new() as whole:
        for title, data in parts:
            with Pdf.open(BytesIO(data)) as part:
                start = len(whole.pages)
                _untag(part)
                whole.add_pages_from(part)
                bookmarks[start] = OutlineItem(title, start)
                bookmarks[start].is_closed = True
                bookmarks[start].children.extend(_bookmarks(part, whole.pages[start:]))
        return _saved(whole, bookmarks, facts)


def _saved(whole: "Pdf", bookmarks: Mapping[int, "OutlineItem"], facts: DocumentFacts) -> bytes:
    from pikepdf import ObjectStreamMode

    file, streams = BytesIO(), ObjectStreamMode.generate
    _put_bookmarks(whole, bookmarks)
    _declare(whole, facts)
    whole.remove_unreferenced_resources()
    whole.save(file, deterministic_id=True, min_version="1.7", object_stream_mode=streams)
    return file.getvalue()


def repeated(
    whole: bytes, runs: Sequence[tuple[str, int, int, int]], facts: DocumentFacts
) -> bytes:
    """Return a file to print at once: runs of a PDF's pages, each as often as it is wanted.

    A run is a title, the number of its first page (from 0), how many pages, and how often. On both
    sides of the paper each begins on a front. What is repeated is held once.
    """
    from pikepdf import OutlineItem, Pdf

    bookmarks: dict[int, OutlineItem] = {}
    with Pdf.open(BytesIO(whole)) as kit, Pdf.new() as file:
        # Links lead nowhere on paper.
        for page in kit.pages:
            if "/Annots" in page:
                del page["/Annots"]
        for title, first, count, sets in runs:
            start = len(file.pages)
            for _ in range(sets):
                file.add_pages_from(kit, range(first, first + count))
                if count % 2 and facts.flip != "Simplex":
                    _, _, width, height = map(float, kit.pages[first].mediabox)
                    file.add_blank_page(page_size=(width, height))
            bookmarks[start] = OutlineItem(title, start)
        return _saved(file, bookmarks, facts)


def page_count(pdf: bytes) -> int:
    """Return how many pages a PDF has."""
    from pikepdf import Pdf

    with Pdf.open(BytesIO(pdf)) as document:
        return len(document.pages)


def _bookmarks(part: "Pdf", pages: Iterable["Page"]) -> list["OutlineItem"]:
    """Return a part's bookmarks, made to lead to its pages in the whole."""
    from pikepdf import Array, OutlineItem

    own = {old.obj.objgen: new.obj for old, new in zip(part.pages, pages, strict=True)}

    def led(item: OutlineItem) -> OutlineItem:
        # Both libraries that write our files have bookmarks lead straight to a page and view.
        target: Any = item.destination
        page, *view = target
        made = OutlineItem(item.title, Array([own[page.objgen], *view]))
        made.is_closed = True
        made.children.extend(map(led, item.children))
        return made

    with part.open_outline() as outline:
        return [led(item) for item in outline.root]


def _untag(part: "Pdf") -> None:
    """Take the tags out of a part: what lies on its pages stays."""
    from pikepdf import Dictionary, Stream, parse_content_stream, unparse_content_stream

    if "/StructTreeRoot" not in part.Root:
        return
    for page in part.pages:
        every = parse_content_stream(page)
        kept = [one for one in every if str(one.operator) not in MARKS]
        page.Contents = part.make_stream(unparse_content_stream(kept))
    for thing in part.objects:
        if isinstance(thing, Dictionary | Stream):
            for key in ("/StructParents", "/StructParent", "/Tabs"):
                if key in thing:
                    del thing[key]


def _put_bookmarks(whole: "Pdf", bookmarks: Mapping[int, "OutlineItem"]) -> None:
    """Put in each part's bookmark, and label pages with its title and their number in the part."""
    from pikepdf import Array, Dictionary, Name

    with whole.open_outline() as outline:
        outline.root.extend(bookmarks.values())
    labels: list[Object | int] = []
    for start, part in bookmarks.items():
        labels += (start, Dictionary(S=Name.D, P=f"{part.title} ", St=1))
    whole.Root.PageLabels = Dictionary(Nums=Array(labels))


def _declare(whole: "Pdf", facts: DocumentFacts) -> None:
    from pikepdf import Dictionary, Name, String

    said = {
        "/Title": facts.title,
        "/Author": facts.author,
        "/Subject": facts.subject,
        "/Keywords": ", ".join(facts.keywords),
        "/Creator": facts.creator,
        "/Producer": facts.creator,
    }
    for key, words in said.items():
        if words:
            whole.docinfo[key] = String(words)
    whole.Root.Lang = String(facts.language)
    whole.Root.PageMode = Name.UseOutlines
    preferences = Dictionary(
        DisplayDocTitle=True, PrintScaling=Name("/None"), PickTrayByPDFSize=True
    )
    if facts.flip is not None:
        preferences.Duplex = Name(f"/{facts.flip}")
    whole.Root.ViewerPreferences = preferences
