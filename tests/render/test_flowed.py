"""Flowed documents: filled safely, fetched from nowhere, tagged, and the same on every run."""

import re
import time
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError, TemplateRuntimeError, TemplateSyntaxError

from generator import paths
from generator.errors import LudokitError
from generator.paper.text import GlyphMissingError
from generator.render.document import DocumentFacts
from generator.render.html_to_pdf import PANGO_PACKAGES, fill_document, lay_out_html
from generator.render.preview import blank_heights
from generator.render.svg import svg
from generator.words import BUILT_IN, Language, say
from tests.render.documents import body, no_pango
from tests.render.drawings import sample
from tests.render.measured import FACTS, OURS, PALETTE, fonts, sizes_mm, texts

LESSON = """
{% extends "base.html.j2" %}
{% import "parts.html.j2" as parts %}
{% block opening %}<p>{{ words }}</p>{% endblock %}
{% block content %}
<h2>Première étape</h2>
<p>{{ words }} <b>gras</b> <em>penché</em> ≥ 3 {{ parts.note("Une note de bas de page") }}</p>
{{ parts.figure(plan, "Une figure") }}
{{ parts.figures([(plan, "avant"), (plan, "après")]) }}
{{ parts.table(["Somme", "Chance"], [[2, "3 %"], [3, "6 %"]], "Deux dés", [1], true) }}
{{ parts.facts_box([("Âge", "8 ans"), ("Matériel", ["dés", "crayons"])]) }}
{% call parts.callout("Attention", "care") %}<p>{{ words }}</p>{% endcall %}
{% call parts.step("10 min", "Jouer") %}<p>{{ words }}</p><ul><li>un</li></ul>{% endcall %}
{{ parts.blanks(["Nom"]) }}
{% endblock %}
"""
# The lower margin of a page, and how high a line to write on is with its rule.
FOOT, LINE = 22.0, 9.3
HOSTILE = "<script>alert(1)</script><img src='http://example.org/x.png'>{{ 7 * 7 }}"


def filled(templates: dict[str, str], template: str = LESSON, **more: object) -> str:
    """Fill a template with what every document needs, and more."""
    templates["lesson.html.j2"] = template
    context = {
        "facts": FACTS,
        "credits": 'Jeu · "non officiel" · fr',
        "words": "Les élèves jouent.",
        "plan": svg(sample(), PALETTE, title="Le plan"),
    }
    return fill_document("lesson.html.j2", {**context, **more})


def test_values_are_escaped(templates: dict[str, str]) -> None:
    """A value cannot become an element or template code, in the text, the head or the style."""
    html = filled(templates, words=HOSTILE, credits=HOSTILE, facts=DocumentFacts(HOSTILE))
    assert "<script" not in html
    assert "<img" not in html
    assert "49" not in re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL)
    assert html.count("&lt;script&gt;") >= 3


def test_style_strings_cannot_end_early(templates: dict[str, str]) -> None:
    """Credits stand in the style sheet as a string that nothing in them closes."""
    html = filled(templates, credits='a" } body { display: none } </style><p>')
    style = html[html.index("<style>") : html.index("</style>")]
    assert "display" not in style.replace("display\\00003a", "")
    assert '"a\\000022\\000020\\00007d' in style


def test_a_name_that_is_missing_stops_the_filling(templates: dict[str, str]) -> None:
    """A name that the context lacks is an error that names it, not an empty word."""
    with pytest.raises(UndefinedError, match="lesson_time"):
        filled(templates, "{{ lesson_time }}")


@pytest.mark.parametrize(
    ("code", "error"),
    [
        pytest.param("{{ words.__class__.__mro__ }}", SecurityError, id="into Python"),
        pytest.param("{{ pairs.append(1) }}", SecurityError, id="changing a value"),
        pytest.param("{% include '../pyproject.toml' %}", Exception, id="out of the folder"),
        pytest.param(
            "{{ words | safe }}", (TemplateSyntaxError, TemplateRuntimeError), id="unescaped"
        ),
    ],
)
def test_templates_are_fenced_in(
    templates: dict[str, str], code: str, error: type[Exception]
) -> None:
    """A template reaches neither Python nor other files, changes nothing and escapes always."""
    with pytest.raises(error):
        filled(templates, code, pairs=[])


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("font", ["standard", "dyslexia"])
def test_pdf(templates: dict[str, str], language: Language, font: str) -> None:
    """The PDF is tagged, in its language, only in our fonts, with footer and bookmarks."""
    facts = DocumentFacts("Le guide", "A. Auteur", "Sujet", ("jeu",), language)
    flowed = lay_out_html(filled(templates, facts=facts, font=font), facts)
    assert (flowed.suffix, flowed.note) == ("pdf", None)
    with pikepdf.open(BytesIO(flowed.data)) as pdf:
        assert str(pdf.Root.Lang) == language
        assert pdf.Root.MarkInfo.Marked
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert str(pdf.docinfo["/Title"]) == "Le guide"
        assert str(pdf.docinfo["/Author"]) == "A. Auteur"
        assert b"pdfuaid" in pdf.Root.Metadata.read_bytes()
        figures = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Figure"
        ]
        assert {str(figure.Alt) for figure in figures} == {"Le plan"}
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Le guide"]
            assert outline.root[0].children[0].title == "Première étape"
    families = {re.sub("-(Bold|Italic)", "", name.split("+")[1]) for name in fonts(flowed.data)}
    own = "Atkinson-Hyperlegible-Next" if font == "standard" else "Lexend"
    # The figure was drawn in the house face.
    assert families == {own, "Ludokit-Symbols"} | {"Atkinson-Hyperlegible-Next"}
    assert all(fonts(flowed.data).values())
    pages = texts(flowed.data)
    count = {"fr": f"page 1 sur {len(pages)}", "en": f"page 1 of {len(pages)}"}[language]
    assert count in pages[0]
    assert all('Jeu · "non officiel" · fr' in page for page in pages)


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_paper(templates: dict[str, str], paper: str, size: tuple[float, float]) -> None:
    """A document is set for the paper that was asked for."""
    found = sizes_mm(lay_out_html(filled(templates, paper=paper), FACTS).data)
    assert found[0] == pytest.approx(size, abs=0.05)


@pytest.mark.usefixtures("pango")
def test_a_note_stays_on_its_page(templates: dict[str, str]) -> None:
    """A footnote stands at the foot of the page that calls for it."""
    pages = texts(lay_out_html(filled(templates), FACTS).data)
    assert "Une note de bas de page" in pages[0]


@pytest.mark.usefixtures("pango")
def test_a_heading_is_not_left_alone(templates: dict[str, str]) -> None:
    """A heading that would be the last of a page goes to the next one with its text."""
    filler = "<p>Une ligne</p>" * 200
    lone = "".join(f"{filler[: 16 * n]}<h2>Titre {n}</h2><p>Suite {n}</p>" for n in range(24, 44))
    template = f'{{% extends "base.html.j2" %}}{{% block content %}}{lone}{{% endblock %}}'
    for page in texts(lay_out_html(filled(templates, template), FACTS).data):
        for number in re.findall(r"Titre (\d+)", page):
            assert f"Suite {number}" in page


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize(
    ("high", "is_noted"), [(60, True), (160, True), (190, False), (239, False)]
)
def test_notes_fill_a_page_and_begin_no_other(
    templates: dict[str, str], high: int, *, is_noted: bool
) -> None:
    """Lines for notes go on to the foot of the page; where fewer than five fit there are none."""
    above = (
        f'<div style="height: {high}mm; margin-bottom: 4mm"></div>{{{{ parts.notes("Notes") }}}}'
    )
    head = '{% extends "base.html.j2" %}{% import "parts.html.j2" as parts %}'
    template = f"{head}{{% block content %}}{above}{{% endblock %}}"
    flowed = lay_out_html(filled(templates, template), FACTS)
    (page,) = texts(flowed.data)
    assert ("Notes" in page) is is_noted
    assert (blank_heights(flowed.data, FOOT)[-1] < LINE) is is_noted


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize("subset", ["as installed", "without harfbuzz-subset"])
def test_same_bytes(
    templates: dict[str, str], monkeypatch: pytest.MonkeyPatch, subset: str
) -> None:
    """Runs more than a second apart give the same bytes, whichever library subsets the fonts."""
    if subset != "as installed":
        monkeypatch.setattr("weasyprint.pdf.fonts.harfbuzz_subset", None)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    html = filled(templates)
    first = lay_out_html(html, FACTS).data
    time.sleep(1.1)
    assert lay_out_html(html, FACTS).data == first


@pytest.mark.usefixtures("pango")
def test_what_the_library_only_logs_stops_the_build() -> None:
    """A slip in the style is an error that quotes the library, though it only logs it."""
    with pytest.raises(LudokitError, match="colour: red"):
        lay_out_html(body('<p style="colour: red">a</p>'), FACTS)


@pytest.mark.usefixtures("pango")
def test_spaces_between_symbols() -> None:
    """A space next to symbols is set too, though the layout takes it from the symbols face."""
    flowed = lay_out_html(body("<p>⚄ ⚄\u00a0≥\u202f✓, <b>☐ ☐</b></p>"), FACTS)
    assert texts(flowed.data)[0].split("\n")[0].split() == ["⚄", "⚄", "≥", "✓,", "☐", "☐"]


@pytest.mark.parametrize("character", ["🐸", "漢", "\u2010"])
def test_missing_glyph(load: Callable[[], Any], character: str) -> None:
    """A character that our typefaces lack stops the build: no other typeface stands in."""
    with pytest.raises(GlyphMissingError, match=f"U\\+{ord(character):04X}"):
        lay_out_html(body(f"<p>Voici : {character}</p>"), FACTS, load=load)


def test_without_pango_one_file(templates: dict[str, str]) -> None:
    """Without Pango the document is one HTML file with all in it; the note names the packages."""
    flowed = lay_out_html(filled(templates), FACTS, load=no_pango)
    html = flowed.data.decode()
    assert flowed.suffix == "html"
    assert flowed.note is not None
    for language in BUILT_IN:
        assert PANGO_PACKAGES in say(flowed.note, language)
    assert "<link" not in html
    assert not re.findall(r'url\((?!"data:(?:font/ttf|image/svg\+xml);base64,)', html)
    assert not re.findall(r'(?:src|href)="(?!#)', html)
    assert "<svg" in html
    assert "<h2>Première étape</h2>" in html
    assert "@page" in html
    assert lay_out_html(filled(templates), FACTS, load=no_pango) == flowed


@pytest.mark.parametrize(
    ("font", "lexend"),
    [("standard", set()), ("dyslexia", {"Lexend-Bold", "Lexend-Regular"})],
)
def test_without_pango_only_the_typefaces_in_use(
    templates: dict[str, str], font: str, lexend: set[str]
) -> None:
    """The HTML file carries typefaces whole, but the dyslexia one only where it was chosen."""
    html = lay_out_html(filled(templates, font=font), FACTS, load=no_pango).data.decode()

    def is_in(name: str) -> bool:
        content = (paths.templates() / "fonts" / f"{name}.ttf").read_bytes()
        return b64encode(content).decode() in html

    assert {name for name in OURS if name.startswith("Lexend") and is_in(name)} == lexend
    assert is_in("LudokitSymbols-Regular")
    assert is_in("AtkinsonHyperlegibleNextPlainZero-Regular")
