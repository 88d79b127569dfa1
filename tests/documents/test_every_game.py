"""Flowed documents of every game: tagged for those who cannot see them, and true to the data."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from generator import paths
from generator.documents.figures import WIDTH
from generator.documents.guide_section import read_guide
from generator.documents.lesson import minutes_of
from generator.documents.position_view import view_of
from generator.game import game_names, load_folder
from generator.make import make
from generator.paper.measures import HAIR_GAP
from generator.paper.page import Box, Extents, PaperName, bounding_box, point_on_page
from generator.paper.shapes import Drawing, Placed, Text
from generator.printables.context import Context, Options
from generator.printables.planning import entries
from generator.printables.printable import DocumentEntry
from generator.words import BUILT_IN, LANGUAGES, Language, language_table, typed_words
from tests.conftest import Golden
from tests.documents.read_back import (
    astray,
    close,
    document,
    elements,
    last_bold_lines,
    pages,
    quarter_empty,
    rows,
    sizes,
)
from tests.render.conforming import faults
from tests.render.measured import fonts, out_of_reach, texts
from tests.shipped import in_each_language, load

DOCUMENTS = [
    (game, printable)
    for game in game_names()
    for printable, entry in entries(load(game)).items()
    if isinstance(entry, DocumentEntry)
]
# In English soon those that other tests print in any case.
SOON = {"qwinto"}
SPOKEN = [
    pytest.param(
        *(game, printable, language),
        marks=[]
        if language == "fr" or game in SOON
        else pytest.mark.long
        if language in BUILT_IN
        else pytest.mark.rest,
    )
    for language in LANGUAGES
    for game, printable in DOCUMENTS
    if language in load(game).sentences
]
OURS = ("AtkinsonHyperlegibleNext", "LudokitSymbols")


@pytest.mark.parametrize(("game", "language"), in_each_language(game_names()))
def test_options_are_named_as_they_are_typed(game: str, language: Language) -> None:
    """A sentence of a game calls an option what a reader of its language types."""
    said = paths.sentences_files(paths.rules_data() / game)[language].read_text(encoding="utf-8")
    options = {
        typed_words(one, language, "options")[0] for one in language_table("fr")["typed"]["options"]
    }
    assert {*re.findall(r"(?<= )--([a-z-]+)", said)} <= options


def inked(drawing: Drawing) -> Iterator[Box]:
    """Yield the box about each shape but words, with the outer half of its line."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            for inner in inked(shape.drawing):
                yield bounding_box(point_on_page(shape, x, y) for x, y in inner.corners())
        elif not isinstance(shape, Text) and (box := Extents().shape(shape)) is not None:
            stroke = getattr(shape, "stroke", None)
            half = stroke.width / 72 * 25.4 / 2 if stroke else 0.0
            yield Box(box.left - half, box.top - half, box.right + half, box.bottom + half)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", game_names())
def test_pictures_have_room_for_lines_on_their_edges(game: str) -> None:
    """No line of a drawn position is cut off where it lies on the edge, not half of it either."""
    setting = Context(load(game), "guide", Options("fr"))
    for position in read_guide(setting.game, "fr").positions.values():
        drawn = view_of(setting.game, position, setting.options.language).draw(setting, WIDTH)
        room = Box(-HAIR_GAP, -HAIR_GAP, drawn.width + HAIR_GAP, drawn.height + HAIR_GAP)
        assert [box for box in inked(drawn) if not box.within(room, 0.01)] == []


@pytest.mark.few(3)
@pytest.mark.parametrize(("game", "printable", "language"), SPOKEN)
def test_document_is_accessible(game: str, printable: str, language: Language) -> None:
    """It conforms to PDF/UA-1; headings nest, figures have words, and the file a language."""
    pdf = document(game, printable, Options(language))
    assert faults(pdf) == ()
    tree = elements(pdf)
    levels = [int(kind[2:]) for kind, _ in tree if re.fullmatch(r"/H\d", kind)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(len(alt) > 20 for kind, alt in tree if kind == "/Figure")
    kinds = [kind for kind, _ in tree]
    assert kinds.count("/TH") >= kinds.count("/Table")
    with pikepdf.open(BytesIO(pdf)) as file:
        assert file.Root.Lang == language
        assert file.Root.MarkInfo.Marked
        assert file.docinfo.get("/Title")


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "printable", "language"), in_each_language(DOCUMENTS))
def test_document_is_accessible_however_it_is_set(
    game: str, printable: str, language: Language, paper: PaperName
) -> None:
    """Large, for dyslexic readers or in grey it conforms to PDF/UA-1 and fills all its pages."""
    usual = Options(language, paper)
    several = usual, replace(usual, large=True), replace(usual, font="dyslexia", ink="grey")
    for options in several:
        pdf = document(game, printable, options)
        assert faults(pdf) == ()
        assert astray(pdf) == []
        assert quarter_empty(pdf) == []


@pytest.mark.few(3)
@pytest.mark.parametrize(("game", "printable", "language"), SPOKEN)
def test_no_word_stands_in_the_margin(game: str, printable: str, language: Language) -> None:
    """What is wider than a page, as a table is whose heads cannot break, stays off its margins."""
    assert astray(document(game, printable, Options(language))) == []


@pytest.mark.few(3)
@pytest.mark.parametrize(("game", "printable", "language"), SPOKEN)
def test_document_has_our_typefaces_only(game: str, printable: str, language: Language) -> None:
    """No system font has slipped into a document."""
    for name, is_embedded in fonts(document(game, printable, Options(language))).items():
        plain = name.rsplit("+", maxsplit=1)[-1].lstrip("/").replace("-", "")
        assert plain.startswith(OURS), name
        assert is_embedded, name


@pytest.mark.few(3)
@pytest.mark.parametrize(("game", "printable", "language"), SPOKEN)
def test_no_page_is_left_white(game: str, printable: str, language: Language) -> None:
    """Every page of a document is used: white for a quarter of its height at most."""
    assert quarter_empty(document(game, printable, Options(language))) == []


@pytest.mark.few(3)
@pytest.mark.parametrize(("game", "printable", "language"), SPOKEN)
def test_every_printer_reaches_all_of_it(game: str, printable: str, language: Language) -> None:
    """Nothing of a document, its footer neither, stands where office printers leave white."""
    assert out_of_reach(document(game, printable, Options(language))) == []


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.parametrize("language", BUILT_IN)
def test_the_longest_footer_is_reached_too(language: Language) -> None:
    """The longest credits, in the widest typeface, stand above what printers leave white."""
    options = Options(language, "letter", large=True, font="dyslexia")
    assert out_of_reach(document("sti", "rules", options)) == []


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "printable", "language", "paper"),
    [
        pytest.param("yams", "rules", "en", "a4", id="lines for notes, whatever the document"),
        pytest.param("dental", "handout", "en", "a4", id="as many lines on a page for families"),
        pytest.param("qwinto", "rules", "fr", "letter", id="questions before the example"),
        pytest.param("crowns", "rules", "en", "a4", id="steps beside their pictures"),
        pytest.param("qwinto", "laboratory", "en", "a4", id="higher boxes"),
        pytest.param("qwinto", "laboratory", "en", "letter", id="higher boxes in fewer lines"),
        pytest.param("dental", "guide", "fr", "letter", id="lines nearer to each other"),
    ],
)
def test_no_page_is_left_white_in_large_type(
    game: str, printable: str, language: Language, paper: PaperName
) -> None:
    """Where a page would be a quarter empty something stands elsewhere, or is set otherwise."""
    assert quarter_empty(document(game, printable, Options(language, paper, large=True))) == []


@pytest.mark.rest
@pytest.mark.parametrize(
    ("game", "printable", "whole"),
    [
        ("boite", "guide", "Il y en aurait 8 avec la boîte ouverte."),
        ("dental", "handout", "Sans soin, une carie s’aggrave,"),
    ],
)
def test_no_word_stands_alone_above_its_line(game: str, printable: str, whole: str) -> None:
    """A line that is full keeps its first word where what comes behind it cannot be broken."""
    pages = texts(document(game, printable, Options("fr", large=True)))
    assert any(whole in page for page in pages)


@pytest.mark.few(4)
@pytest.mark.parametrize(("game", "language"), in_each_language(game_names()))
def test_guide_has_tasks_and_drawn_positions(game: str, language: Language) -> None:
    """A lesson has three tasks of rising level, and three positions or more that are drawn."""
    lesson = read_guide(load(game), language).lesson
    assert len(lesson.tasks) == len({task.level for task in lesson.tasks}) == 3
    assert all(pair.answer for task in lesson.tasks for pair in task.asks)
    drawn = {shown.position for shown in lesson.examples}
    drawn |= {task.position for task in lesson.tasks if task.position}
    assert len(drawn) >= 3


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "language"), in_each_language(game_names()))
def test_lesson_is_told_whole(game: str, language: Language) -> None:
    """Every step, question, answer, contrast and variant of a lesson is printed, with its time."""
    text = "".join(pages(document(game, "guide", Options(language))))
    lesson = read_guide(load(game), language).lesson
    told = [words for step in lesson.steps for words in (step.title, *step.does, *step.says)]
    told += [asked.answer for step in lesson.steps for asked in step.asks]
    told += [asked.answer for task in lesson.tasks for asked in task.asks]
    told += [q.answer for q in (*lesson.questions, *lesson.annex.explore)]
    told += [variant.text for group in lesson.variants for variant in group.items]
    told += [words for pair in lesson.contrasts for words in (pair.game, pair.life)]
    told += [line for topic in lesson.frame for line in (topic.title, *topic.text)]
    assert [words for words in (*told, *lesson.services) if close(words) not in text] == []
    assert 6 <= len(pages(document(game, "guide", Options(language)))) <= 12


@pytest.mark.slow
@pytest.mark.parametrize("printable", ["rules", pytest.param("guide", marks=pytest.mark.rest)])
@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.rest)])
def test_no_small_type(printable: str, large: bool) -> None:  # noqa: FBT001 - a parameter
    """Between head and foot, drawn cards included, nothing is under 7 pt, or 9.8 in large print."""
    least = 9.8 if large else 7.0
    assert min(sizes(document("sti", printable, Options("fr", large=large)))) > least - 0.005


@pytest.mark.few(1)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("game", game_names())
def test_no_heading_closes_a_page(game: str, large: bool) -> None:  # noqa: FBT001 - a parameter
    """What stands under a heading begins on its page."""
    told = read_guide(load(game), "fr")
    lesson = told.lesson
    parts = (lesson.background, lesson.steps, lesson.tasks, lesson.examples, lesson.annex.tables)
    titles = {close(one.title) for part in parts for one in part}
    titles |= {close(f"{task.title} {task.level}") for task in lesson.tasks}
    assert not titles & set(last_bold_lines(document(game, "guide", Options("fr", large=large))))


def test_numbers_as_they_were_looked_at(golden: Golden) -> None:
    """The answers and the tables of guides are those that counting all there is had found."""
    told = list[str]()
    for name in game_names():
        game = load(name)
        lesson = read_guide(game, "en").lesson
        asks = [(one.question, one.answer) for step in lesson.steps for one in step.asks]
        asks += [(one.question, one.answer) for task in lesson.tasks for one in task.asks]
        told += [f"\n== {name}", *(f"{question}\n  {answer}" for question, answer in asks)]
        for number, one in enumerate(lesson.annex.tables):
            told += [f"\n{one.title}", *(" | ".join(row) for row in rows(game, number))]
    golden("numbers.txt", "\n".join(told) + "\n")


@pytest.mark.rest
def test_positions_as_they_are_read_out(golden: Golden) -> None:
    """Who cannot see the drawn positions of rule sheets hears what stands in them."""
    told = [
        f"{game}: {alt}"
        for game in game_names()
        for kind, alt in elements(document(game, "rules", Options("fr")))
        if kind == "/Figure"
    ]
    golden("read-out.txt", "\n".join(told) + "\n")


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.parametrize("language", BUILT_IN)
def test_duel_follows_the_data(tmp_path: Path, language: Language) -> None:
    """A microbe given two points more attacks so on the rule sheet, without a word changed."""
    folder = shutil.copytree(paths.rules_data() / "sti", tmp_path / "sti")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    before, after = (
        "attack: {dice: 1, plus: 1}, defence: {dice: 1}",
        "attack: {dice: 1, plus: 3}, defence: {dice: 1}",
    )
    head, at, rest = text.partition("      gonorrhoea:\n        {type: microbe")
    assert before in rest
    file.write_text(head + at + rest.replace(before, after, 1), encoding="utf-8")
    data = make(load_folder(folder), "rules", Options(language)).pdf
    if data is None:
        pytest.skip("the PDF needs Pango")
    shipped, changed = (
        "".join(pages(pdf)) for pdf in (document("sti", "rules", Options(language)), data)
    )
    against = {"fr": "={},contre4", "en": "={},against4"}[language]
    assert close(against.format(5)) in shipped
    assert close(against.format(7)) in changed
    assert close(against.format(5)) not in changed


@pytest.mark.rest
@pytest.mark.slow
def test_a_lesson_of_several_sessions() -> None:
    """Each session has its heading and length, and its minutes begin at nought."""
    text = close("".join(pages(document("sti", "guide", Options("en")))))
    lesson = read_guide(load("sti"), "en").lesson
    lengths = [minutes_of(steps) for steps in lesson.sessions()]
    assert lengths == [55, 55, 45]
    for steps in lesson.sessions():
        assert steps[0].session is not None
        assert close(f"{steps[0].session} ({minutes_of(steps)} minutes)") in text
        assert [step.session for step in steps[1:]] == [None] * (len(steps) - 1)
    assert text.count(close("0–8 min")) == 1
    assert text.count(close("0–12 min")) == 1
    assert close("3 lessons of 55 and 45 minutes") in text
    assert len(read_guide(load("qwinto"), "en").lesson.sessions()) == 3
