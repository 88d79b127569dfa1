"""What keeps a PDF from being read by those who cannot see it: PDF/UA-1, rule by rule."""

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
from page import SafetyLimits, validate_pdf_bytes

MARK = re.compile(rb"/MCID\s+(\d+)")


def faults(pdf: bytes) -> tuple[str, ...]:
    """Return where a PDF does not conform to PDF/UA-1, in the words of the validator.

    It does not look whether marked content is in the tree of what is read out: that is added.
    """
    # A deck places more stamps than are allowed to strangers.
    report = validate_pdf_bytes(pdf, profile="ua1", limits=SafetyLimits.unlimited())
    return (*(f"{one.rule_id}: {one.message}" for one in report.failures), *_unread(pdf))


def _unread(pdf: bytes) -> Iterator[str]:
    """Yield the marks of each page that are no part of an element of the tree, or of two."""
    with pikepdf.open(BytesIO(pdf)) as file:
        if "/StructTreeRoot" not in file.Root:
            return
        root = file.Root.StructTreeRoot
        told = Counter(_marks(root.get("/K"), None))
        nums = list(root.ParentTree.Nums)
        owners = dict(zip(map(int, nums[::2]), nums[1::2], strict=True))
        for number, page in enumerate(file.pages, start=1):
            page.contents_coalesce()
            marks = {int(found) for found in MARK.findall(page.Contents.read_bytes())}
            own = owners.get(int(page.obj.get("/StructParents", -1)), ())
            for mark in sorted(marks):
                if told[page.obj.objgen, mark] != 1 or mark >= len(own) or own[mark] is None:
                    yield f"TREE: page {number}: mark {mark} is not read out, or not once"


def _marks(element: Any, page: Any) -> Iterator[tuple[tuple[int, int], int]]:  # noqa: ANN401 - pikepdf's objects
    """Yield the marks of an element and of those in it, each with its page."""
    if isinstance(element, pikepdf.Array):
        for inner in element:
            yield from _marks(inner, page)
    elif isinstance(element, pikepdf.Dictionary):
        page = element.get("/Pg", page)
        if "/MCID" in element:
            yield page.objgen, int(element.MCID)
        else:
            yield from _marks(element.get("/K"), page)
    elif element is not None:
        yield page.objgen, int(element)
