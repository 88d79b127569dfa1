"""The finished documents, opened and read: pages, structure, alternative texts, every rule."""

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from generator.documents import context
from generator.documents.lesson import minutes_of
from generator.documents.reading import guide
from generator.documents.teaching import teaching
from generator.errors import LudokitError
from generator.game import Game
from generator.make import facts, make, of_lesson
from generator.paper.page import PaperName
from generator.paper.palette import Ink
from generator.paper.text import FontChoice
from generator.printables.context import Options, PrintContext
from generator.render.html_to_pdf import fill
from generator.words import LANGUAGES, Language
from tests.documents.read_back import close, document, elements, pages
from tests.shipped import load

Changed = Callable[..., Game]
PAPERS: tuple[PaperName, ...] = ("a4", "letter")


def made(printable: str, options: Options) -> bytes:
    """Print a document of the shipped game once for all tests."""
    return document("qwinto", printable, options)


def _pdf(game: Game, printable: str, options: Options) -> bytes:
    data = make(game, printable, options).pdf
    if data is None:
        pytest.skip("the PDF needs Pango")
    return data


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_two_pages_at_most(language: Language, paper: PaperName) -> None:
    """A rule sheet is one sheet of paper, and no page of it is nearly empty."""
    texts = pages(made("rules", Options(language, paper)))
    assert 1 <= len(texts) <= 2
    assert min(len(text) for text in texts) > 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_decisions_are_marked(qwinto: Game, language: Language) -> None:
    """A sentence that is our decision carries its mark, one from the rule text none."""
    setting = PrintContext(qwinto, "rules", Options(language))
    plan = partial(of_lesson, qwinto, setting.options)
    html = fill("rules.html.j2", context(setting, "rules", facts(setting), plan))
    text = close(html.replace('<span class="whole">', ""))
    unsaid = guide(qwinto, language).rule_sheet.unsaid
    for rule in (one for one in qwinto.head.rules if one.id not in unsaid):
        _, after = text.split(close(qwinto.said[language].to_player(rule.id)))
        assert after.startswith("<sup>") == (rule.standing == "decision"), rule.id


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_guide_has_six_to_twelve_pages(language: Language) -> None:
    """The lesson is six to twelve pages on either paper, and each page is used."""
    for paper in PAPERS:
        texts = pages(made("guide", Options(language, paper)))
        assert 6 <= len(texts) <= 12
        assert min(len(text) for text in texts) > 700


@pytest.mark.parametrize("printable", ["rules", "guide"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_structure(printable: str, language: Language) -> None:
    """Headings nest from one title, and every figure has an alternative text."""
    tree = elements(made(printable, Options(language)))
    levels = [int(kind[2:]) for kind, _ in tree if re.fullmatch(r"/H\d", kind)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    figures = [alt for kind, alt in tree if kind == "/Figure"]
    assert len(figures) == {"rules": 6, "guide": 5}[printable]
    assert min(len(alt) for alt in figures) > 40


def test_misses_are_drawn_where_there_are_some() -> None:
    """A sheet to be counted shows its ticked misses, and its words name them, without its sums."""
    setting = PrintContext(load("qwinto"), "worksheets", Options("en"))
    position = guide(setting.game, "en").positions["task-count"]
    alt = " ".join(teaching(setting.game).read_out(position, setting))
    assert alt.endswith("Misses: 1.")
    assert "47" not in alt


def test_alternative_text_tells_the_numbers() -> None:
    """Who cannot see the drawn position hears every number on it, in the labels of the language."""
    *_, alt = (alt for kind, alt in elements(made("rules", Options("fr"))) if kind == "/Figure")
    assert "O2 5, O5 12, O6 13, O8 18" in alt
    assert "J9 16" in alt


def test_tables_have_header_cells() -> None:
    """Every table of the guide names its columns in header cells."""
    kinds = [kind for kind, _ in elements(made("guide", Options("fr")))]
    # A table that goes on over the page counts twice.
    assert kinds.count("/Table") in {7, 8, 9}
    assert kinds.count("/TH") > 30


@pytest.mark.parametrize("font", ["standard", "dyslexia"])
@pytest.mark.parametrize("ink", ["grey", "outline"])
def test_choices(font: FontChoice, ink: Ink) -> None:
    """The rule sheet stays two pages in the other typeface and in other inks."""
    options = Options("fr", "letter", ink=ink, font=font)
    assert len(pages(made("rules", options))) <= 2


def test_large_type() -> None:
    """For low vision type is 1.4 times as large: no more pages than that takes."""
    assert len(pages(made("rules", Options("fr", large=True)))) <= 4


@pytest.mark.slow
def test_guide_shows_the_changed_data(changed: Changed) -> None:
    """A change of the data is seen in the finished document."""
    game = changed(game=("worth: -5", "worth: -7"))
    text = "".join(pages(_pdf(game, "rules", Options("en"))))
    assert close("Each miss costs you 7 points.") in text
    assert close("Total: 39 points.") in text


def test_lesson_is_told_whole(qwinto: Game) -> None:
    """Every step, question and variant of the lesson is printed, with its time."""
    text = "".join(pages(made("guide", Options("fr"))))
    lesson = guide(qwinto, "fr").lesson
    told = [words for step in lesson.steps for words in (step.title, *step.does, *step.says)]
    told += [asked.answer for step in lesson.steps for asked in step.asks]
    told += [q.answer for q in (*lesson.questions, *lesson.annex.explore)]
    told += [variant.text for group in lesson.variants for variant in group.items]
    assert [words for words in told if close(words) not in text] == []
    assert close(f"–{minutes_of(lesson.steps)} min") in text


def test_unknown_template(qwinto: Game) -> None:
    """A template that no guide fills is named with the nearest that is."""
    setting = PrintContext(qwinto, "guide", Options("en"))
    with pytest.raises(LudokitError, match="did you mean 'guide'"):
        context(setting, "guid", facts(setting), lambda: pytest.fail("nothing is planned"))
