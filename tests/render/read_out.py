"""What those hear who have a PDF read out: its elements in order, each with its words."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
from pypdfium2 import PdfDocument, PdfPage, raw


@dataclass(frozen=True, slots=True)
class Heard:
    """An element that is no group: its kind, its page, its words, and what it is told by."""

    kind: str
    page: int
    words: str
    alt: str = ""


def heard(pdf: bytes) -> list[Heard]:
    """Return all elements with marks on a page, and empty cells, in reading order."""
    with PdfDocument(pdf) as drawn:
        marks = [_marked(page) for page in drawn]
    with pikepdf.open(BytesIO(pdf)) as file:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        return list(_walked(file.Root.StructTreeRoot.K, pages, marks))


def _marked(page: PdfPage) -> dict[int, str]:
    """Return the words of each mark on a page, those in stamps left out."""
    words: dict[int, str] = {}
    text = page.get_textpage()
    for one in page.get_objects([raw.FPDF_PAGEOBJ_TEXT], max_depth=1):
        mark = raw.FPDFPageObj_GetMarkedContentID(one.raw)
        size = raw.FPDFTextObj_GetText(one.raw, text.raw, None, 0)
        buffer = ctypes.create_string_buffer(size)
        letters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        raw.FPDFTextObj_GetText(one.raw, text.raw, letters, size)
        said = buffer.raw.decode("utf-16-le").rstrip("\0")
        words[mark] = f"{words.get(mark, '')} {said}".strip()
    return words


def _walked(element: Any, pages: dict[Any, int], marks: list[dict[int, str]]) -> Iterator[Heard]:  # noqa: ANN401 - pikepdf's objects
    if isinstance(element, pikepdf.Array):
        for inner in element:
            yield from _walked(inner, pages, marks)
        return
    kids = element.get("/K", pikepdf.Array())
    every = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    own = [int(kid) for kid in every if not isinstance(kid, pikepdf.Dictionary)]
    within = [kid for kid in every if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
    if own or not within:
        page = pages[element.Pg.objgen]
        words = " ".join(filter(None, (marks[page].get(mark, "") for mark in own)))
        yield Heard(str(element.S)[1:], page, words, str(element.get("/Alt", "")))
    for one in within:
        yield from _walked(one, pages, marks)
