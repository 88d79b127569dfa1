"""Merge PDFs with their bookmarks and tags, repeat pages for printing, count pages."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from generator.render.document import DocumentFacts
from generator.render.structure import xmp

if TYPE_CHECKING:
    from pikepdf import Object, OutlineItem, Page, Pdf

# The operators of marked content (ISO 32000-1, 14.6).
MARKS = frozenset({"BMC", "BDC", "EMC", "MP", "DP"})


def merge_pdfs(parts: Sequence[tuple[str, bytes]], facts: DocumentFacts) -> bytes:
    """Join PDFs with their tags and links, each under a bookmark that holds the part's own."""
    if not _has_pikepdf():
        from generator.render import plain_merge

        return plain_merge.join_runs(plain_merge.whole_runs(data for _, data in parts))
    from pikepdf import OutlineItem, Pdf

    bookmarks: dict[int, OutlineItem] = {}
    with Pdf.new() as whole:
        tree = _MergedTree(whole)
        for title, data in parts:
            with Pdf.open(BytesIO(data)) as part:
                start = len(whole.pages)
                whole.add_pages_from(part, outlines="ignore")
                tree.join(part, range(len(part.pages)), whole.pages[start:])
                bookmarks[start] = OutlineItem(title, start)
                bookmarks[start].is_closed = True
                bookmarks[start].children.extend(_bookmarks(part, whole.pages[start:]))
        tree.close()
        # The pages of drawn parts refer to the form XObjects of all others.
        whole.remove_unreferenced_resources()
        return _save(whole, bookmarks, facts)


@cache
def _has_pikepdf() -> bool:
    return find_spec("pikepdf") is not None


class _MergedTree:
    """The structure tree (ISO 32000-1, 14.7) of a file that is joined from parts."""

    def __init__(self, whole: "Pdf") -> None:
        from pikepdf import Array, Dictionary, Name

        self._whole = whole
        said = Dictionary(Type=Name.StructElem, S=Name.Document, K=Array())
        self._document = whole.make_indirect(said)
        # The parent tree (14.7.4.4): by turns a page's or link's key, and its element or elements.
        self._owners = Array()

    def join(self, part: "Pdf", numbers: Sequence[int], pages: Sequence["Page"]) -> None:
        """Copy the elements of a part's pages, which have been added to the whole already."""
        from pikepdf import Array, Dictionary, Name

        root: Any = part.Root.StructTreeRoot
        sources = [part.pages[number].obj for number in numbers]
        known = {one.objgen for one in sources}
        within = root.K[0].K if isinstance(root.K, Array) else root.K.K
        # A file that was merged itself has elements for its parts, and not all are wanted.
        every = chain.from_iterable(one.K if Name.Part == one.S else (one,) for one in within)
        chosen = Array([one for one in every if _page_of(one).objgen in known])
        top = part.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Part, K=chosen))
        for one in chosen:
            one.P = top
        joined: Any = self._whole.copy_foreign(top)
        joined.P = self._document
        self._document.K.append(joined)
        nums = [*root.ParentTree.Nums]
        owners = dict(zip(map(int, nums[::2]), nums[1::2], strict=True))
        for page in pages:
            self._own(page.obj, "/StructParents", part, owners)
            for link in page.get("/Annots", ()):
                self._own(link, "/StructParent", part, owners)

    def _own(self, thing: "Object", key: str, part: "Pdf", owners: Mapping[int, "Object"]) -> None:
        if key in thing:
            owner = owners[int(thing[key])]
            owner = owner if owner.is_indirect else part.make_indirect(owner)
            thing[key] = len(self._owners) // 2
            self._owners.extend([thing[key], self._whole.copy_foreign(owner)])

    def close(self) -> None:
        from pikepdf import Dictionary, Name

        whole, tree = self._whole, Dictionary(Nums=self._owners)
        said = Dictionary(Type=Name.StructTreeRoot, K=self._document, ParentTree=tree)
        said.ParentTreeNextKey = len(self._owners) // 2
        whole.Root.StructTreeRoot = self._document.P = whole.make_indirect(said)
        whole.Root.MarkInfo = Dictionary(Marked=True)


def _page_of(element: Any) -> "Object":
    while "/Pg" not in element:
        element = element.K[0]
    page: Object = element.Pg
    return page


def _save(whole: "Pdf", bookmarks: Mapping[int, "OutlineItem"], facts: DocumentFacts) -> bytes:
    from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Stream, String

    file, streams = BytesIO(), ObjectStreamMode.generate
    with whole.open_outline() as outline:
        outline.root.extend(bookmarks.values())
    labels: list[Object | int] = []
    for start, part in bookmarks.items():
        labels += (start, Dictionary(S=Name.D, P=f"{part.title} ", St=1))
    whole.Root.PageLabels = Dictionary(Nums=Array(labels))
    said = {"/Title": facts.title, "/Author": facts.author, "/Subject": facts.subject}
    said |= {"/Keywords": ", ".join(facts.keywords)}
    said |= {"/Creator": facts.creator, "/Producer": facts.creator}
    for key, words in said.items():
        if words:
            whole.docinfo[key] = String(words)
    whole.Root.Lang = String(facts.language)
    whole.Root.PageMode = Name.UseOutlines
    preferences = Dictionary(DisplayDocTitle=True, PickTrayByPDFSize=True)
    preferences.PrintScaling = Name("/None")
    if facts.flip is not None:
        preferences.Duplex = Name(f"/{facts.flip}")
    whole.Root.ViewerPreferences = preferences
    whole.Root.Metadata = Stream(whole, xmp(facts), Type=Name.Metadata, Subtype=Name.XML)
    whole.save(file, deterministic_id=True, min_version="1.7", object_stream_mode=streams)
    return file.getvalue()


def repeat_pages(
    whole: bytes, runs: Sequence[tuple[str, int, int, int]], facts: DocumentFacts
) -> bytes:
    """Return a print-ready file of runs: title, first page (from 0), page count, number of sets.

    In duplex each set begins on a front. Only the first is tagged, not to be read out twice.
    """
    if not _has_pikepdf():
        from generator.render import plain_merge

        is_duplex = facts.flip != "Simplex"
        return plain_merge.join_runs(plain_merge.repeated_runs(whole, runs, is_duplex=is_duplex))
    from pikepdf import OutlineItem, Pdf

    bookmarks: dict[int, OutlineItem] = {}
    with Pdf.open(BytesIO(whole)) as kit, Pdf.new() as file:
        for page in kit.pages:
            if "/Annots" in page:
                del page["/Annots"]
        tree = _MergedTree(file)
        for title, first, count, sets in runs:
            start, numbers = len(file.pages), range(first, first + count)
            for turn in range(sets):
                file.add_pages_from(kit, numbers, outlines="ignore")
                if turn == 0:
                    tree.join(kit, numbers, file.pages[start:])
                    numbers = _untagged_copies(kit, numbers) if sets > 1 else numbers
                if count % 2 and facts.flip != "Simplex":
                    _, _, width, height = map(float, kit.pages[first].mediabox)
                    file.add_blank_page(page_size=(width, height))
            bookmarks[start] = OutlineItem(title, start)
        tree.close()
        return _save(file, bookmarks, facts)


def _bookmarks(part: "Pdf", pages: Iterable["Page"]) -> list["OutlineItem"]:
    from pikepdf import Array, OutlineItem

    own = {old.obj.objgen: new.obj for old, new in zip(part.pages, pages, strict=True)}

    def led(item: OutlineItem) -> OutlineItem:
        # Both libraries that write our files give bookmarks an explicit destination: page and view.
        target: Any = item.destination
        page, *view = target
        made = OutlineItem(item.title, Array([own[page.objgen], *view]))
        made.is_closed = True
        made.children.extend(map(led, item.children))
        return made

    with part.open_outline() as outline:
        return [led(item) for item in outline.root]


def _untagged_copies(file: "Pdf", numbers: Iterable[int]) -> range:
    from pikepdf import Dictionary, Page, parse_content_stream, unparse_content_stream

    first = len(file.pages)
    for number in numbers:
        page = file.pages[number]
        every = parse_content_stream(page)
        kept = [one for one in every if str(one.operator) not in MARKS]
        words = unparse_content_stream(kept)
        again = Page(file.make_indirect(Dictionary(dict(page.obj.items()))))
        again.Contents = file.make_stream(b"/Artifact BMC\n" + words + b"\nEMC")
        del again.obj["/StructParents"]
        file.pages.append(again)
    return range(first, len(file.pages))
