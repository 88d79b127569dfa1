"""From a template and its context to a tagged PDF, or to one HTML file where Pango is missing."""

import re
import sys
import warnings
from base64 import b64encode
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, cached_property
from html.parser import HTMLParser
from io import StringIO
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from generator.paper.page import PAPERS
from generator.paper.text import FAMILIES, SYMBOLS, require_glyphs
from generator.paths import templates
from generator.render.document import MIME, DocumentFacts, Markup, foreign_address, own_file
from generator.render.premade import find_premade
from generator.render.preview import blank_heights
from generator.words import Message, message, say, traits

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Environment

    from generator.render.weasyprint_writer import WeasyPrintLayout

FETCHED = frozenset({"src", "href", "xlink:href", "data", "poster", "srcset", "background"})

_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}")
_FAMILY = re.compile(r"""font-family:\s*["']([^"']+)["']""")
_URL = re.compile(r"""url\(\s*["']?([^"')]*)["']?\s*\)|@import\s+["']([^"']*)["']""")
# The foot of a page, in mm.
PAGE_FOOT = 24.0
PANGO_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def _css_string(words: object) -> Markup:
    told = re.sub("[^A-Za-z0-9]", lambda letter: f"\\{ord(letter.group()):06x}", str(words))
    return Markup(f'"{told}"')


def _self_contained(html: str, base: Path) -> str:
    reader = _AddressReader(html)
    for address in reader.fetched:
        raise foreign_address(address)
    for tag, address in reader.styles:
        css = _inline_fonts(own_file(address, base).read_text("utf-8"), html, base)
        html = html.replace(tag, f"<style>\n{css}</style>")
    return html


class _AddressReader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.styles: list[tuple[str, str]] = []
        self.fetched: list[str] = []
        self._in: str = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        named = {name: value or "" for name, value in attrs}
        if tag == "link" and named.get("rel") == "stylesheet":
            self.styles.append((self.get_starttag_text() or "", named.get("href", "")))
        elif tag != "a":
            addresses = (value for name, value in named.items() if name in FETCHED)
            self.fetched.extend(value for value in addresses if not value.startswith("#"))
        self._note_urls(named.get("style", ""))

    def handle_data(self, data: str) -> None:
        if self._in == "style":
            self._note_urls(data)
        elif self._in != "script":
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def _note_urls(self, css: str) -> None:
        self.fetched.extend(url or imported for url, imported in _URL.findall(css))


def _inline_fonts(css: str, html: str, base: Path) -> str:
    def face(found: re.Match[str]) -> str:
        family = _FAMILY.search(found.group())
        return found.group() if family and family.group(1) in used else ""

    def data(found: re.Match[str]) -> str:
        file = own_file(found.group(1) or found.group(2), base)
        content = b64encode(file.read_bytes()).decode("ascii")
        return f'url("data:{MIME[file.suffix]};base64,{content}")'

    used = html + _FONT_FACE.sub("", css)
    return _URL.sub(data, _FONT_FACE.sub(face, css))


@dataclass(frozen=True)
class FlowedDocument:
    """A document laid out as PDF, written when it is asked for; or as HTML, with the reason why.

    One that was laid out beforehand is `premade`: the file itself, which is not laid out anew.
    """

    layout: "WeasyPrintLayout | None" = None
    html: bytes = b""
    note: Message | None = None
    premade: bytes = b""

    @property
    def suffix(self) -> Literal["pdf", "html"]:
        """Return how the name of its file ends."""
        return "html" if self.layout is None and not self.premade else "pdf"

    @property
    def pages(self) -> int:
        """Return how many pages the PDF has, 0 where there is none."""
        return 0 if self.layout is None else self.layout.pages

    @cached_property
    def blank_heights(self) -> tuple[float, ...]:
        """Return the blank millimetres above the foot of each page; 0 for HTML."""
        return (0.0,) if self.layout is None else blank_heights(self.data, PAGE_FOOT)

    @cached_property
    def data(self) -> bytes:
        """Return the file; raise LudokitError naming what the PDF library complains of."""
        return self.premade or (self.html if self.layout is None else self.layout.pdf())


def fill_document(template: str, context: Mapping[str, object]) -> str:
    """Render a template of a document with `facts` and `credits`; all but pictures is escaped."""
    facts = context["facts"]
    if not isinstance(facts, DocumentFacts):
        raise TypeError(facts)
    paper: Any = context.get("paper", "a4")
    size = PAPERS[paper]
    furniture = {
        "paper": paper,
        "font": "standard",
        "large": False,
        "page_size": f"{size.width:g}mm {size.height:g}mm",
        "quotes": traits(facts.language).quotes,
        "page_word": say(message("render.page"), facts.language),
        "of_word": say(message("render.of"), facts.language),
        # print.css draws the footer's check line.
        "ruler_words": say(message("print.ruler", length="50"), facts.language),
    }
    return fill_template(template, {**furniture, **context})


def fill_template(template: str, context: Mapping[str, object]) -> str:
    """Render any template of ours with a context and no more."""
    return _environment().get_template(template).render(context)


def lay_out_html(
    html: str,
    facts: DocumentFacts,
    *,
    base: Path | None = None,
    load: "Callable[[], type[WeasyPrintLayout]] | None" = None,
) -> FlowedDocument:
    """Lay out a rendered template as PDF/UA-1, or make one HTML file where Pango is missing."""
    folder = base or templates()
    for text, family in product(_AddressReader(html).texts, FAMILIES.values()):
        require_glyphs(" ".join(text.split("\n")), family.regular, SYMBOLS)
    if premade := find_premade(html, facts):
        return FlowedDocument(premade=premade)
    try:
        layout = (load or load_layout)()
    except (ImportError, OSError):
        note = message("render.no-pango", packages=PANGO_PACKAGES)
        # Inside a browser nothing can be installed, and the browser is there.
        note = message("render.by-browser") if sys.platform == "emscripten" else note
        return FlowedDocument(html=_self_contained(html, folder).encode(), note=note)
    return FlowedDocument(layout(html, facts, folder))


def load_layout() -> "type[WeasyPrintLayout]":
    """Import WeasyPrint; raise OSError where the system lacks Pango."""
    # Without Pango it prints advice; without harfbuzz-subset it warns of a future version.
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from generator.render.weasyprint_writer import WeasyPrintLayout

    return WeasyPrintLayout


@cache
def _environment() -> "Environment":
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(templates()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Pictures are marked as safe by their type; templates may not mark anything.
    del environment.filters["safe"]
    environment.filters["css"] = _css_string
    return environment
