"""Pages of a PDF laid two on a side in the order of a booklet, read out as before."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pikepdf import Object

# The sides of the paper: for each the page at its left and at its right, none where it is blank.
Spread = tuple[int | None, int | None]
# A sheet folded once has two pages on each side.
A_SIDE, A_SHEET = 2, 4


def spreads(count: int) -> tuple[Spread, ...]:
    """Return which pages, counted from 0, lie on each side of the sheets of a booklet.

    Sheets are nested and folded in the middle. Two pages lie within one sheet, blank without.
    """
    if count <= A_SIDE:
        return ((0, 1 if count > 1 else None),)
    whole = count + -count % A_SHEET
    found: list[Spread] = []
    for first in range(0, whole // 2, A_SIDE):
        last = whole - 1 - first
        sides = ((last, first), (first + 1, last - 1))
        shown = ([page if page < count else None for page in side] for side in sides)
        found += ((left, right) for left, right in shown)
    return tuple(found)


def impose_booklet(pdf: bytes) -> bytes:
    """Return a tagged document as a booklet, each page as large as half of its sheet."""
    from pikepdf import Dictionary, Name, ObjectStreamMode, Pdf

    file = BytesIO()
    with Pdf.open(BytesIO(pdf)) as booklet:
        single = [page.obj for page in booklet.pages]
        *_, wide, high = map(float, single[0].MediaBox)
        # Where each page has come to: its sheet, itself as a drawing on it, how far to the right.
        moved: dict[tuple[int, int], tuple[Object, Object, float]] = {}
        for spread in spreads(len(single)):
            sheet = booklet.add_blank_page(page_size=(2 * wide, high))
            sheet.obj.Resources, operators = Dictionary(XObject=Dictionary()), b""
            for right, number in enumerate(spread):
                if number is None:
                    continue
                drawn: Any = booklet.make_indirect(booklet.pages[number].as_form_xobject())
                drawn.StructParents = single[number].StructParents
                sheet.obj.Resources.XObject[f"/P{number}"] = drawn
                operators += b"q 1 0 0 1 %.3f 0 cm /P%d Do Q\n" % (right * wide, number)
                moved[single[number].objgen] = sheet.obj, drawn, right * wide
            sheet.obj.Contents = booklet.make_stream(operators)
        for element in _elements(booklet.Root.StructTreeRoot.K):
            if "/Pg" in element:
                _move(element, moved)
        del booklet.pages[: len(single)]
        if "/Outlines" in booklet.Root:
            del booklet.Root.Outlines
        preferences: Any = booklet.Root.ViewerPreferences
        preferences.Duplex = Name.DuplexFlipShortEdge
        booklet.Root.ViewerPreferences = preferences
        streams = ObjectStreamMode.generate
        booklet.save(file, deterministic_id=True, object_stream_mode=streams)
    return file.getvalue()


def _elements(inner: Any) -> Iterator[Any]:
    from pikepdf import Array, Dictionary

    for one in inner if isinstance(inner, Array) else (inner,):
        if isinstance(one, Dictionary) and "/S" in one:
            yield one
            yield from _elements(one.get("/K", Array()))


def _move(element: Any, moved: "Mapping[tuple[int, int], tuple[Object, Object, float]]") -> None:
    """Say of an element where its marks are: in a drawing on a sheet, no longer on a page."""
    from pikepdf import Array, Dictionary, Name

    sheet, drawn, right = moved[element.Pg.objgen]
    element.Pg = sheet
    inner = element.get("/K", Array())
    element.K = Array(
        [
            Dictionary(Type=Name.MCR, Pg=sheet, Stm=drawn, MCID=one)
            if isinstance(one, int)
            else one
            for one in (inner if isinstance(inner, Array) else (inner,))
        ]
    )
    if "/BBox" in element.get("/A", ()):
        left, low, end, top = map(float, element.A.BBox)
        element.A.BBox = Array([left + right, low, end + right, top])
