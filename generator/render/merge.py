"""Several PDFs become one, with nested bookmarks; the pages of a PDF are counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from generator.render.document import DocumentFacts

if TYPE_CHECKING:
    from pikepdf import Object, OutlineItem, Pdf

# Operators that say which tag the marks on the page belong to.
MARKS = frozenset({"BMC", "BDC", "EMC", "MP", "DP"})


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A bookmark of a part: the page it leads to, counted from 0, and how that page is shown."""

    title: str
    page: int
    view: tuple[Any, ...] = ("/Fit",)
    inner: tuple["Bookmark", ...] = ()


def merged(parts: Sequence[tuple[str, bytes]], facts: DocumentFacts) -> bytes:
    """Join PDFs in order, each under a bookmark of its title that holds the part's own bookmarks.

    Links within a part go on working. Tags are taken out, since the trees they belong to cannot be
    joined: the accessible file is the part itself. The same parts give the same bytes.
    """
    from pikepdf import ObjectStreamMode, Pdf

    bookmarks: list[Bookmark] = []
    file = BytesIO()
    with Pdf.new() as whole:
        for title, data in parts:
            with Pdf.open(BytesIO(data)) as part:
                start = len(whole.pages)
                bookmarks.append(Bookmark(title, start, inner=_bookmarks(part, start)))
                _untag(part)
                whole.add_pages_from(part)
        _put_bookmarks(whole, bookmarks)
        _declare(whole, facts)
        whole.remove_unreferenced_resources()
        whole.save(
            file,
            deterministic_id=True,
            min_version="1.7",
            object_stream_mode=ObjectStreamMode.generate,
        )
    return file.getvalue()


def page_count(pdf: bytes) -> int:
    """Return how many pages a PDF has."""
    from pikepdf import Pdf

    with Pdf.open(BytesIO(pdf)) as document:
        return len(document.pages)


def _bookmarks(part: "Pdf", start: int) -> tuple[Bookmark, ...]:
    """Return the bookmarks of a part, their pages counted on from `start`."""
    pages = {page.obj.objgen: number for number, page in enumerate(part.pages, start)}

    def read(items: Sequence["OutlineItem"]) -> tuple[Bookmark, ...]:
        # Both libraries that write our files have bookmarks lead straight to a page and view.
        targets: Sequence[Any] = [item.destination for item in items]
        return tuple(
            Bookmark(item.title, pages[page.objgen], tuple(view), read(item.children))
            for item, (page, *view) in zip(items, targets, strict=True)
        )

    with part.open_outline() as outline:
        return read(outline.root)


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
    for key in ("/StructTreeRoot", "/MarkInfo"):
        if key in part.Root:
            del part.Root[key]


def _put_bookmarks(whole: "Pdf", bookmarks: Sequence[Bookmark]) -> None:
    """Put the bookmarks in, and label each page with its part's title and its number therein."""
    from pikepdf import Array, Dictionary, Name, OutlineItem

    def item(bookmark: Bookmark) -> OutlineItem:
        view = (Name(one) if isinstance(one, str) else one for one in bookmark.view)
        made = OutlineItem(bookmark.title, Array([whole.pages[bookmark.page].obj, *view]))
        made.children.extend(item(inner) for inner in bookmark.inner)
        made.is_closed = True
        return made

    with whole.open_outline() as outline:
        outline.root.extend(item(bookmark) for bookmark in bookmarks)
    labels: list[Object | int] = []
    for part in bookmarks:
        labels += (part.page, Dictionary(S=Name.D, P=f"{part.title} ", St=1))
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
    whole.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True, PrintScaling=Name("/None"))
