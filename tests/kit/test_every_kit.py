"""Every game's kit, read back from the PDFs: bookmarks, links, tags, facts, its plan."""

import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest

from generator.classroom import print_plan
from generator.game import game_names
from generator.kit import bind_kit, make_plan_document, page_counts, seat_for_kit
from generator.make import Print
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.render.preview import ink_share, page_count
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close
from tests.kit.kits import GROUP, KITS, PUPILS, bookmarks, links, made, singly
from tests.render.conforming import faults
from tests.render.measured import sizes_mm, texts
from tests.render.read_out import heard
from tests.shipped import load

HEADINGS = frozenset({"/H1", "/H2", "/H3", "/H4"})
# The depth of a guide's parts among its bookmarks, under its title.
PART = 2
CLASSES: tuple[tuple[PaperName, int, int], ...] = (
    ("a4", 7, 4), ("a4", 13, 5), ("a4", 35, 99), ("letter", 13, 5), ("letter", 35, 99),
)  # fmt: skip


def words(data: bytes) -> list[str]:
    """Return the text of each page without what a line break may change."""
    return [close(text) for text in texts(data)]


@pytest.mark.parametrize(("name", "language"), KITS)
def test_bookmarks_of_a_guide_show_their_headings(name: str, language: Language) -> None:
    """Each bookmark of a guide leads to a page that shows its words; no heading is left out."""
    singles, _, _ = made(name, language)
    guide = next(one.pdf for one in singles if one.printable == "guide") or b""
    pages = words(guide)
    with pikepdf.open(BytesIO(guide)) as document, document.open_outline() as outline:
        found = list(bookmarks(document, outline.root))
        headings = [
            thing
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") in HEADINGS
        ]
    assert len(found) == len(headings) > 20
    assert [(title, page + 1) for _, title, page in found if close(title) not in pages[page]] == []
    assert [page for _, _, page in found] == sorted(page for _, _, page in found)


@pytest.mark.parametrize(("name", "language"), KITS)
def test_contents_of_a_guide_lead_to_its_parts(name: str, language: Language) -> None:
    """A guide begins with a list of its parts: each leads to its part and tells that page."""
    singles, plan, whole = made(name, language)
    guide = next(one.pdf for one in singles if one.printable == "guide") or b""
    begun = words(guide)[0]
    with pikepdf.open(BytesIO(guide)) as document, document.open_outline() as outline:
        led = list(links(document))
        parts = [
            (title, page)
            for depth, title, page in bookmarks(document, outline.root)
            if depth == PART
        ]
    assert len(parts) > 10
    assert led == [page for _, page in parts]
    assert [title for title, page in parts if f"{close(title)}{page + 1}" not in begun] == []
    names = [one.printable for one in printed(singles)]
    before = plan, *printed(singles)[: names.index("guide")]
    first = sum(page_count(one.pdf or b"") for one in before)
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        assert list(links(document)) == [first + page for page in led]


def printed(singles: Sequence[Print]) -> list[Print]:
    """Return what a kit prints of all that was made: slides are projected."""
    return [one for one in singles if one.printable != "slides"]


@pytest.mark.parametrize(("name", "language"), KITS)
def test_bookmarks_of_a_kit_are_those_of_its_parts(name: str, language: Language) -> None:
    """Under each part's title stand its own bookmarks, and lead to the same pages of the part."""
    singles, plan, whole = made(name, language)
    wanted: list[tuple[int, str, int]] = []
    first = 0
    for one in (plan, *printed(singles)):
        wanted.append((1, one.title, first))
        with pikepdf.open(BytesIO(one.pdf or b"")) as part, part.open_outline() as outline:
            inner = bookmarks(part, outline.root, 2)
            wanted += [(depth, title, first + page) for depth, title, page in inner]
        first += page_count(one.pdf or b"")
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document, document.open_outline() as outline:
        assert list(bookmarks(document, outline.root)) == wanted


@pytest.mark.parametrize(("name", "language"), KITS)
def test_a_kit_says_what_it_is(name: str, language: Language) -> None:
    """Title, language and labels are there."""
    singles, plan, whole = made(name, language)
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        assert document.Root.Lang == language
        assert document.docinfo["/Title"] == load(name).sentences[language].title
        assert document.Root.ViewerPreferences.DisplayDocTitle
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
        labels = [str(page.label) for page in document.pages]
    assert labels == [
        f"{one.title} {number}"
        for one in (plan, *printed(singles))
        for number in range(1, page_count(one.pdf or b"") + 1)
    ]


@pytest.mark.parametrize(("name", "language"), KITS)
def test_the_plan_counts_the_pages_that_are_there(name: str, language: Language) -> None:
    """Pages, times, sheets and ink on the plan are those found again in the PDFs."""
    game = load(name)
    singles, sheet, whole = made(name, language)
    assert sheet.pdf is not None
    assert whole.pdf is not None
    plans = page_count(sheet.pdf)
    assert plans <= 1 + bool(game.head.health)
    words = close("".join(texts(sheet.pdf)))
    order = seat_for_kit(game, Options(language), 27, 4)
    lengths = {one.printable: len(sizes_mm(one.pdf or b"")) for one in singles}
    assert plans + sum(lengths[one.printable] for one in printed(singles)) == page_count(whole.pdf)
    found = print_plan(game, Options(language), lengths, order)
    for row in found.rows:
        title = game.sentences[language].printables[row.printable]
        # The plan leads the kit.
        first, last = row.before + 1 + plans, row.before + plans + (row.pages or 0)
        pages = str(first) if last == first else f"{first}–{last}"
        (own,) = (one.pdf or b"" for one in singles if one.printable == row.printable)
        ink = round(100 * ink_share(own, 0, row.pages or 0))
        told = close(f"{pages}{row.copies}{row.sets}×{row.paper}{ink}%")
        # Between them stands when the lesson uses it.
        assert re.search(f"{re.escape(close(title))}[^%]{{1,16}}{re.escape(told)}", words), title
    assert str(found.paper) in words


@pytest.mark.rest
@pytest.mark.parametrize(("name", "language"), KITS)
def test_one_page_whatever_the_class(name: str, language: Language) -> None:
    """The plan of every class, by tables of any size, is one page, or two with health papers."""
    game = load(name)
    singles, _, _ = made(name, language)
    for paper, pupils, group in CLASSES:
        options = Options(language, paper)
        seating = seat_for_kit(game, options, pupils, group)
        found = print_plan(game, options, page_counts(singles), seating)
        sheet = make_plan_document(game, options, singles, found)
        assert page_count(sheet.pdf or b"") <= 1 + bool(game.head.health), (paper, pupils, group)


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_the_plan_leads_the_kit(language: Language) -> None:
    """The first page of the kit is the plan; behind it stand the printables in their order."""
    game = load("qwinto")
    singles, sheet, whole = made("qwinto", language)
    pages = texts(whole.pdf or b"")
    assert sheet.title in pages[0]
    start = 1
    for one in printed(singles):
        title = game.sentences[language].printables[one.printable]
        assert close(title) in close(pages[start]), title
        start += page_count(one.pdf or b"")


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_referees_are_named(language: Language) -> None:
    """27 pupils at DOCE are 13 pairs and a referee at table 13, and the plan says so."""
    game, options = load("doce"), Options(language)
    prints = [Print(one, one, {}) for one in game.printables()]
    seating = seat_for_kit(game, options, 27, 4)
    found = print_plan(game, options, page_counts(prints), seating)
    sheet = make_plan_document(game, options, prints, found)
    said = close(" ".join(texts(sheet.pdf or b"")))
    assert close({"fr": "13 groupes de 2, et 1 arbitre", "en": "and 1 referee"}[language]) in said
    assert "Table13" in said


@pytest.mark.parametrize(("name", "language"), KITS)
def test_the_plan_is_accessible(name: str, language: Language) -> None:
    """The plan's own file conforms to PDF/UA-1, with a language and a title."""
    _, sheet, _ = made(name, language)
    assert faults(sheet.pdf or b"") == ()
    with pikepdf.open(BytesIO(sheet.pdf or b"")) as document:
        assert document.Root.Lang == language
        assert "plan" in str(document.docinfo["/Title"]).lower()


@pytest.mark.parametrize(("name", "language"), KITS)
def test_a_kit_is_accessible(name: str, language: Language) -> None:
    """All that is bound, and each file to print at once, conforms to PDF/UA-1."""
    _, _, whole = made(name, language)
    assert_accessible(whole)


def assert_accessible(whole: Print) -> None:
    """Assert that every PDF of a kit conforms."""
    files = {name: data for name, data in whole.files.items() if name.endswith(".pdf")}
    assert len(files) > 2
    assert {name: faults(data) for name, data in files.items()} == dict.fromkeys(files, ())


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(
    "set_as",
    [
        pytest.param(Options(paper="letter"), id="letter"),
        pytest.param(Options(large=True), id="large"),
        pytest.param(Options(font="dyslexia", ink="grey"), id="dyslexia in grey"),
    ],
)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("name", game_names())
def test_a_kit_is_accessible_however_it_is_set(
    name: str, language: Language, set_as: Options
) -> None:
    """Plan, kit and files to print conform on Letter, large, for dyslexic readers and in grey."""
    game, options = load(name), replace(set_as, language=language)
    plan, whole = bind_kit(
        game, options, singly(game, options), seat_for_kit(game, options, PUPILS, GROUP)
    )
    assert faults(plan.pdf or b"") == ()
    assert_accessible(whole)


@pytest.mark.parametrize(("name", "language"), KITS)
def test_a_kit_is_read_as_its_printables_are(name: str, language: Language) -> None:
    """Printables are read out in the kit word by word as by themselves, the plan first."""
    singles, plan, whole = made(name, language)
    parts = [heard(one.pdf or b"") for one in (plan, *printed(singles))]
    said = [(one.kind, one.words, one.alt) for part in parts for one in part]
    assert [(one.kind, one.words, one.alt) for one in heard(whole.pdf or b"")] == said
