"""A template and its context become a tagged PDF, or one HTML file where Pango is missing."""

import warnings
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from generator import paths
from generator.paper.sizes import PAPERS
from generator.render.document import DocumentFacts
from generator.render.flowed_html import css_string, require_text_glyphs, self_contained
from generator.words import Message, message, say, traits

if TYPE_CHECKING:
    from jinja2 import Environment

# The length of the footer's check line; print.css draws it.
RULER_MM = "50"
PANGO_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

Write: TypeAlias = Callable[[str, DocumentFacts, Path], bytes]


@dataclass(frozen=True, slots=True)
class Flowed:
    """A finished document; `note` says why it is not a PDF."""

    data: bytes
    suffix: Literal["pdf", "html"]
    note: Message | None = None


def fill(template: str, context: Mapping[str, object]) -> str:
    """Fill a template of ours; all values but pictures are escaped.

    The context has to hold `facts` (DocumentFacts) and `credits` for base.html.j2; `paper`, `font`
    and `large` are as on the command line. Raise jinja2.UndefinedError naming what the template
    asks for and the context lacks.
    """
    return _environment().get_template(template).render({**_furniture(context), **context})


def document(
    html: str,
    facts: DocumentFacts,
    *,
    base: Path | None = None,
    load: "Callable[[], Write] | None" = None,
) -> Flowed:
    """Write a filled template as PDF/UA-1, or as one HTML file where the library cannot be loaded.

    Relative addresses are found from `base`, the templates' folder if left out. Raise LudokitError
    naming an address outside it, or what the PDF library complains of, and GlyphMissingError where
    the shipped typefaces lack a character.
    """
    require_text_glyphs(html)
    folder = base or paths.templates()
    try:
        write = (load or load_pdf_writer)()
    except (ImportError, OSError):
        note = message("render.no-pango", packages=PANGO_PACKAGES)
        return Flowed(self_contained(html, folder).encode(), "html", note)
    return Flowed(write(html, facts, folder), "pdf")


def load_pdf_writer() -> Write:
    """Load WeasyPrint; raise OSError where the system lacks Pango."""
    # Without Pango it prints advice; without harfbuzz-subset it warns of a future version.
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from generator.render.flowed_pdf import write_pdf

    return write_pdf


def _furniture(context: Mapping[str, object]) -> dict[str, object]:
    """Return what base.html.j2 needs beyond the context: paper size and the words of the footer."""
    facts = context["facts"]
    if not isinstance(facts, DocumentFacts):
        raise TypeError(facts)
    paper: Any = context.get("paper", "a4")
    size = PAPERS[paper]
    return {
        "paper": paper,
        "font": "standard",
        "large": False,
        "page_size": f"{size.width:g}mm {size.height:g}mm",
        "quotes": traits(facts.language).quotes,
        "page_word": say(message("render.page"), facts.language),
        "of_word": say(message("render.of"), facts.language),
        "ruler_words": say(message("print.ruler", length=RULER_MM), facts.language),
    }


@cache
def _environment() -> "Environment":
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(paths.templates()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Pictures carry themselves as safe; nothing else may.
    del environment.filters["safe"]
    environment.filters["css"] = css_string
    return environment
