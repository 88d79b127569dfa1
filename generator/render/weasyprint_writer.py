"""A filled template as tagged PDF; importing this module needs Pango on the system.

Tags that WeasyPrint 70 does not write, or writes wrong or poor, are repaired before the file is
written, in the objects of the library, which has no types: an element is a dictionary, `S` its
kind, `K` its children: other elements by reference, as `b"12 0 R"`, or the numbers of marks on its
page. An object cannot be dropped: kinds are changed in place, superfluous elements are emptied.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import sha256
from logging import WARNING, getLogger
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from generator.errors import LudokitError
from generator.paper.palette import luma
from generator.render.document import MIME, DocumentFacts, extract_pictures, fixed_clock, own_file
from generator.words import message

# 1 January 2000, the day that drawn files bear too.
EPOCH = "946684800"
# A colour as the pages of a PDF set it, for areas or for lines.
RGB = re.compile(rb"^(\S+) (\S+) (\S+) (rg|RG)$")
NEARLY_BLACK = 0.12
# What it says of every typeface where harfbuzz-subset is missing; the subset is made all the same.
HARMLESS = "Using fontTools instead of HarfBuzz-Subset"
LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
FONTS = FontConfiguration()


class WeasyPrintLayout:
    """A document on its pages, to be measured and then written."""

    def __init__(self, html: str, facts: DocumentFacts, base: Path) -> None:
        self._facts, self._identifier = facts, sha256(html.encode()).digest()[:16]
        address = f"{base.resolve().as_uri()}/"
        text, pictures = extract_pictures(html)
        served = {f"{address}{name}": svg for name, svg in pictures.items()}
        self._fetcher = _OwnFiles(base, served)
        # All come to the document from outside, so that none goes before another as its own would.
        files = [own_file(one, base) for one in LINK.findall(text)]
        sheets = [_style_sheet(file, file.read_text("utf-8")) for file in files]
        own = {"base_url": address, "url_fetcher": self._fetcher}
        with _report_complaints(self._fetcher):
            styles = STYLE.findall(text)
            sheets += (CSS(string=style, **own, font_config=FONTS) for style in styles)
            bare = STYLE.sub("", LINK.sub("", text))
            source = HTML(string=bare, **own)
            self._document = source.render(stylesheets=sheets, font_config=FONTS)

    @property
    def pages(self) -> int:
        """Return how many pages there are."""
        return len(self._document.pages)

    def pdf(self) -> bytes:
        """Return the document as PDF/UA-1; the same document gives the same bytes."""
        metadata, facts = self._document.metadata, self._facts
        metadata.title, metadata.lang = facts.title, facts.language
        metadata.authors = [facts.author] if facts.author else []
        metadata.description = facts.subject or None
        metadata.keywords, metadata.generator = list(facts.keywords), facts.creator
        with _report_complaints(self._fetcher):
            how = {"pdf_variant": "pdf/ua-1", "pdf_identifier": self._identifier}
            pdf: bytes = self._document.write_pdf(finisher=partial(_finish, facts), **how)
        return pdf


@lru_cache(maxsize=4)
def _style_sheet(file: Path, text: str) -> CSS:
    fetcher = _OwnFiles(file.parent, {})
    with _report_complaints(fetcher):
        address = f"{file.parent.resolve().as_uri()}/"
        return CSS(string=text, base_url=address, url_fetcher=fetcher, font_config=FONTS)


@contextmanager
def _report_complaints(fetcher: "_OwnFiles") -> Iterator[None]:
    """Fix the date; raise LudokitError for a foreign address, or for what WeasyPrint logs."""
    log, heard = getLogger("weasyprint"), BufferingHandler(10_000)
    heard.setLevel(WARNING)
    log.addHandler(heard)
    try:
        with fixed_clock(EPOCH):
            yield
    except FatalURLFetchingError as error:
        raise fetcher.refused[0] from error
    finally:
        log.removeHandler(heard)
    # A refused address stops the layout at once; this is for a layout that went on regardless.
    for refused in fetcher.refused:
        raise refused
    # Some faults are only logged: an unknown style, missing alternative text, a missing font.
    complaints = (record.getMessage() for record in heard.buffer)
    for complaint in (words for words in complaints if not words.startswith(HARMLESS)):
        raise LudokitError(message("render.complaint", said=complaint))


def _finish(facts: DocumentFacts, _: Any, pdf: Any) -> None:
    _repair_tags(pdf)
    said = pdf.catalog["ViewerPreferences"]
    said["PrintScaling"], said["PickTrayByPDFSize"] = "/None", "true"
    if facts.flip is not None:
        said["Duplex"] = f"/{facts.flip}"
    if not facts.grey:
        return

    def grey(found: re.Match[bytes]) -> bytes:
        red, green, blue, operator = found.groups()
        light = luma((float(red), float(green), float(blue)))
        return b"%.4g %s" % (0.0 if light < NEARLY_BLACK else light, operator[1:])

    for one in pdf.objects:
        if isinstance(content := getattr(one, "stream", None), list):
            one.stream = [
                RGB.sub(grey, line) if isinstance(line, bytes) else line for line in content
            ]


class _OwnFiles(URLFetcher):  # type: ignore[misc] # WeasyPrint has no types
    def __init__(self, base: Path, pictures: Mapping[str, str]) -> None:
        super().__init__(allowed_protocols=("file",), allow_redirects=False, fail_on_errors=True)
        self._base = base
        self._pictures = pictures
        self.refused: list[LudokitError] = []

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        if url in self._pictures:
            kind = {"Content-Type": MIME[".svg"]}
            return URLFetcherResponse(url, self._pictures[url].encode(), kind)
        try:
            file = own_file(url, self._base)
        except LudokitError as error:
            self.refused.append(error)
            raise FatalURLFetchingError(url) from error
        kind = {"Content-Type": MIME.get(file.suffix, "application/octet-stream")}
        return URLFetcherResponse(file.as_uri(), file.read_bytes(), kind)


Pdf = Any
Element = Any

# Pixels of a style sheet, of which 96 are an inch, in points.
POINTS = 0.75


def _repair_tags(pdf: Pdf) -> None:
    root = _at(pdf, pdf.catalog["StructTreeRoot"])
    reached = set()
    for element in _walk(pdf, _at(pdf, root["K"][0])):
        reached.add(element.number)
        match element["S"]:
            case "/L":
                _repair_list(pdf, element)
            case "/TH":
                # A header cell outside the table's head is the head of its row.
                row = _at(pdf, element["P"])
                is_head = _at(pdf, row["P"])["S"] == "/THead"
                element["A"]["Scope"] = "/Column" if is_head else "/Row"
                # Without an IDTree nobody finds it.
                element.pop("ID", None)
            case "/TD":
                # Wrong where a header cell spans columns; the scope of header cells suffices.
                element["A"].pop("Headers", None)
            case "/Figure" if not element["Alt"].string.strip():
                _at(pdf, element["P"])["K"].remove(element.reference)
                reached.discard(element.number)
            case "/Figure":
                # PDF's units: points, from the bottom up.
                *_, height = _at(pdf, element["Pg"])["MediaBox"]
                left, top, right, bottom = (POINTS * one for one in element["A"]["BBox"])
                element["A"]["BBox"][:] = left, height - bottom, right, height - top
    marks = _at(pdf, root["ParentTree"])["Nums"][1::2]
    for reference, owners in zip(pdf.page_references, marks, strict=False):
        _take_furniture_out(pdf, _at(pdf, reference), owners, reached)
    for thing in pdf.objects:
        is_element = isinstance(thing, dict) and thing.get("Type") == "/StructElem"
        if is_element and thing.number not in reached:
            thing.clear()


def _at(pdf: Pdf, reference: bytes) -> Element:
    return pdf.objects[int(reference.split()[0])]


def _inner(pdf: Pdf, element: Element) -> list[Element]:
    things = (_at(pdf, one) for one in element["K"] if isinstance(one, bytes))
    return [one for one in things if "S" in one]


def _walk(pdf: Pdf, element: Element) -> Iterator[Element]:
    # Children as they are once it has been repaired.
    yield element
    for inner in _inner(pdf, element):
        yield from _walk(pdf, inner)


def _repair_list(pdf: Pdf, element: Element) -> None:
    """Take the columns out of a list, and make one item of each term with its definition."""
    columns = _inner(pdf, element)
    if all(one["S"] == "/L" for one in columns):
        element["K"][:] = [reference for column in columns for reference in column["K"]]
        for item in _inner(pdf, element):
            item["P"] = element.reference
    for group in _inner(pdf, element):
        if group["S"] != "/Div":
            continue
        # A term and its definition had each become an item.
        group["S"] = "/LI"
        parts = _inner(pdf, group)
        for number, part in enumerate(parts):
            # What goes on after a break has no term.
            is_term = number == 0 and len(parts) > 1
            part["S"] = "/Lbl" if is_term else "/LBody"
            for inner in _inner(pdf, part):
                inner["S"] = "/Span" if is_term else "/Div"


def _take_furniture_out(pdf: Pdf, page: Any, owners: Any, reached: set[int]) -> None:
    """Mark the content of page margins, which belongs to no element, as an artifact."""
    stream = _at(pdf, page["Contents"]).stream
    lost = {mark for mark, owner in enumerate(owners) if int(owner.split()[0]) not in reached}
    for mark in lost:
        owners[mark] = b"null"
    for place, thing in enumerate(stream):
        if isinstance(thing, dict) and thing.get("MCID") in lost:
            stream[place - 1 : place + 1] = "/Artifact", b"<</Type /Pagination>>"
