"""A filled template as tagged PDF; importing this module needs Pango on the system."""

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
from generator.render import tags
from generator.render.document import MIME, DocumentFacts, extract_pictures, fixed_clock, own_file
from generator.words import message

# 1 January 2000, the day that drawn files bear too.
EPOCH = "946684800"
# A colour as the pages of a PDF set it, for areas or for lines.
RGB = re.compile(rb"^(\S+) (\S+) (\S+) (rg|RG)$")
NEARLY_BLACK = 0.12
# What it says of every typeface where harfbuzz-subset is missing; the subset is made all the same.
HARMLESS = "Using fontTools instead of HarfBuzz-Subset"
# The style sheets of a document, in files and in itself.
LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
# The typefaces, read once for all documents.
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
    tags.repair_tags(pdf)
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
