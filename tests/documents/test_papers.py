"""Papers of the lesson: room to answer, no answer on a pupil's page, a key apart."""

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from generator import paths
from generator.classroom import print_plan
from generator.documents import check_guides, plan_paper
from generator.documents.figures import draw_position, with_answer, without_answer
from generator.documents.guide_section import read_guide
from generator.documents.health import source_titles
from generator.documents.quantities import NAME
from generator.errors import DataError
from generator.game import game_names, load_folder
from generator.kit import paper_piles, seat_for_kit
from generator.make import make
from generator.paper.page import SLIDE, Extents, Page, PaperName
from generator.paper.shapes import THREAD, CellBox, Drawing, Line, Placed, Text
from generator.printables.context import Context, Options
from generator.printables.page_furniture import count_cuts, footer_height
from generator.printables.planning import entries
from generator.printables.printable import LessonEntry
from generator.reading.nodes import scalars
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import in_each_language, load

PAPERS = [
    (name, printable)
    for name in game_names()
    for printable, found in entries(load(name)).items()
    if isinstance(found, LessonEntry)
]
WITH_TASKS = [name for name, printable in PAPERS if printable == "worksheets"]


def words_of(page: Page) -> str:
    """Return all words that stand on a page, its footer left out."""
    return " ".join(text.words for copy in page.copies for text, _ in texts(copy.placed))


def texts(placed: Placed, scale: float = 1.0) -> Iterator[tuple[Text, float]]:
    """Yield the words of a drawing, each with the size it is set at."""
    for shape in placed.drawing.shapes:
        if isinstance(shape, Placed):
            yield from texts(shape, scale * placed.scale)
        elif isinstance(shape, Text):
            yield shape, shape.size * scale * placed.scale


def lines(page: Page) -> list[CellBox]:
    """Return the lines to answer on."""
    return [cell for _, cell in page.cells() if cell.id.startswith("answer")]


def lowest(page: Page) -> float:
    """Return where the lowest thing on a page ends that is not its footer."""
    boxes = (Extents().placed(copy.placed) for copy in page.copies)
    return max(box.bottom for box in boxes if box is not None)


@pytest.mark.few(4)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("name", "language"), in_each_language(WITH_TASKS))
def test_a_worksheet_is_a_page_with_room_to_answer(
    name: str, language: Language, paper: PaperName
) -> None:
    """Each level is one page: a line for the name, each question with lines 8 mm apart, full."""
    options = Options(language, paper)
    lesson = read_guide(load(name), language).lesson
    *sheets, key = plan_paper(load(name), "worksheets", options)
    assert key.is_key
    assert len(sheets) == len(lesson.tasks)
    foot = options.size.height - footer_height(
        Context(load(name), "worksheets", options), options.size
    )
    for page, task in zip(sheets, lesson.tasks, strict=True):
        assert not page.is_key
        assert {"name", "date"} <= {cell.id for _, cell in page.cells()}
        found = lines(page)
        for number, one in enumerate(task.asks, start=1):
            mine = [cell for cell in found if cell.id.startswith(f"answer{number}.")]
            assert len(mine) >= (one.lines or 1)
            assert all(below.y - above.y == pytest.approx(8) for above, below in pairwise(mine))
            assert min(cell.width for cell in mine) > 150
        assert foot - 12 < lowest(page) < foot


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "language"), in_each_language(WITH_TASKS))
def test_no_answer_stands_on_a_pupils_page(name: str, language: Language) -> None:
    """Questions are for pupils, answers for the key: both are there, each where it belongs."""
    lesson = read_guide(load(name), language).lesson
    *sheets, key = map(words_of, plan_paper(load(name), "worksheets", Options(language)))
    for page, task in zip(sheets, lesson.tasks, strict=True):
        for one in task.asks:
            words = set(one.question.split())
            assert words <= set(page.split())
            assert close(one.answer) in close(key)
            assert one.answer not in page


# What a family draws no other way: the throw of la boîte that waits for a choice.
UNMARKED = {"boite": ("open",)}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", WITH_TASKS)
def test_a_question_shows_nothing_of_its_answer(name: str) -> None:
    """Where an answer is marked or counted on a position, its question is drawn without that."""
    setting = Context(load(name), "guide", Options("fr"))
    told = read_guide(setting.game, "fr")
    every = [(one.position, None) for one in told.lesson.examples]
    tasks = [(one.position, one.solution) for one in told.lesson.tasks if one.position]
    for position, solution in (*every, *tasks):
        question = without_answer(told.positions[position])
        answer = with_answer(told.positions[position], solution)
        assert not question.scored
        assert question.shows in {"nothing", "start"}
        unmarked = {"nothing", "start", *UNMARKED.get(name, ())}
        if solution or answer.shows not in unmarked:
            assert shapes(draw_position(question, setting)) != shapes(
                draw_position(answer, setting)
            ), position


def shapes(drawing: Drawing) -> list[object]:
    """Return all that is drawn, flat."""
    found: list[object] = []
    for shape in drawing.shapes:
        found += shapes(shape.drawing) if isinstance(shape, Placed) else [shape]
    return found


@pytest.mark.few(6)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("name", "printable"), PAPERS)
def test_however_it_is_set_it_is_whole(name: str, printable: str, large: bool) -> None:  # noqa: FBT001 - a column of the table
    """Large, for dyslexic readers and on Letter, nothing lies over the footer or over a margin."""
    for language in BUILT_IN:
        options = Options(language, "letter", large=large, font="dyslexia")
        setting = Context(load(name), printable, options)
        for page in plan_paper(load(name), printable, options):
            foot = page.size.height - footer_height(setting, page.size)
            for copy in page.copies:
                box = Extents().placed(copy.placed)
                assert box is not None
                assert box.bottom <= foot
                assert box.right <= page.size.width - 5


def test_the_lesson_is_counted_by_itself() -> None:
    """For 27 pupils a worksheet for each is planned, its key once, apart from the game's papers."""
    game, options = load("qwinto"), Options("fr")
    made = make(game, "worksheets", options)
    pages = {"score-sheets": 1, "worksheets": 4}
    found = print_plan(
        game, options, pages, seat_for_kit(game, options, 27, 4), {"worksheets": made.key}
    )
    assert [row.printable for row in found.rows] == ["score-sheets"]
    sheets, key = found.lesson
    assert (sheets.pages, sheets.sets, sheets.paper, sheets.is_key) == (3, 9, 27, False)
    assert (key.pages, key.sets, key.before, key.is_key) == (1, 1, 4, True)
    assert found.for_pile("today").paper == 28


def test_a_key_is_printed_once() -> None:
    """Two copies of the worksheets are their pages twice, and one key."""
    pages = plan_paper(load("qwinto"), "worksheets", Options(copies=2))
    assert [page.is_key for page in pages] == [False] * 6 + [True]


WITH_SLIDES = [name for name, printable in PAPERS if printable == "slides"]


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "language"), in_each_language(WITH_SLIDES))
def test_slides_are_read_from_the_last_row(name: str, language: Language) -> None:
    """Each slide is 16 to 9 and has a name; words beside its picture have 24 points at least."""
    for page in plan_paper(load(name), "slides", Options(language)):
        assert (page.size.width, page.size.height) == (320, 180)
        assert page.bookmark
        # A picture is enlarged; words are set in their size.
        assert all(size >= 24 for copy in page.copies for size in sizes(copy.placed.drawing))


def sizes(drawing: Drawing) -> Iterator[float]:
    """Yield the sizes of words that are in no picture."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed) and shape.scale == 1:
            yield from sizes(shape.drawing)
        elif isinstance(shape, Text):
            yield shape.size


@pytest.mark.parametrize(("name", "language"), in_each_language(["boite", "course-a-20"]))
def test_a_strip_fills_its_slide(name: str, language: Language) -> None:
    """What is drawn on a slide reaches below the middle of the room, though a strip is low."""
    for page in plan_paper(load(name), "slides", Options(language)):
        assert lowest(page) > page.size.height / 2


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_question_about_another_race_has_its_strip(language: Language) -> None:
    """Nobody counts past the end of a strip: a race to 31 is projected with 31 numbers."""
    deck = [words_of(page) for page in plan_paper(load("course-a-20"), "slides", Options(language))]
    *_, races = read_guide(load("course-a-20"), language).lesson.tasks
    for one in races.asks:
        target = int((one.position or "").removeprefix("race-"))
        told = (" ".join(words.split()) for words in (one.question, one.answer))
        shown = [next(page for page in deck if words in " ".join(page.split())) for words in told]
        assert all({*map(str, range(1, target + 1))} <= {*page.split()} for page in shown)


@pytest.mark.few(4)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", WITH_TASKS)
def test_pictures_can_be_read_in_a_key(name: str, paper: PaperName, large: bool) -> None:  # noqa: FBT001 - a column of the table
    """The least words of a key have 4.8 points, in large type 6.7, and no page has only a title."""
    pages = plan_paper(load(name), "worksheets", Options("fr", paper, large=large))
    keys = [page for page in pages if page.is_key]
    written = [[*texts(one.placed)] for page in keys for one in page.copies]
    assert min(size for words in written for _, size in words) >= (6.7 if large else 4.8)
    assert len(keys) == 1 or large
    assert min(map(len, written)) > 3


def test_large_type_wants_a_large_picture() -> None:
    """A picture that would be small has a page of its own, and the questions follow."""
    sheets = plan_paper(load("dental"), "worksheets", Options("fr", large=True))
    scales = [
        shape.drawing.width * shape.scale
        for page in sheets
        for one in (() if page.is_key else page.copies)
        for shape in one.placed.drawing.shapes
        if isinstance(shape, Placed) and "X" in {t.words for t, _ in texts(shape)}
    ]
    assert len(scales) == 3
    assert min(scales) > 90


def test_slides_do_not_depend_on_the_paper() -> None:
    """Neither the paper nor large changes what is projected, and both options are told as idle."""
    game = load("qwinto")
    usual = plan_paper(game, "slides", Options("fr"))
    for options in (Options("fr", "letter"), Options("fr", large=True)):
        made = make(game, "slides", options)
        assert set(made.files) == {"slides.pdf", "slides.boxes.json"}
        assert [note.key for note in made.notes] == ["print.left-out"]
    assert {page.size for page in usual} == {SLIDE}


def test_what_is_projected_is_not_printed() -> None:
    """Slides are in the plan as to be projected: no paper, no file to print, not in kit.pdf."""
    game, options = load("qwinto"), Options("fr")
    pages, seating = (
        {"score-sheets": 1, "slides": 30, "rules": 2},
        seat_for_kit(game, options, 27, 4),
    )
    found = print_plan(game, options, pages, seating)
    assert [row.printable for row in found.projected] == ["slides"]
    assert [row.before for row in found.rows] == [0, 1]
    assert not found.lesson
    piles = paper_piles(game, found, options)
    printed = [row.printable for pile in piles for row in pile.rows]
    assert sorted(printed) == ["rules", "score-sheets"]


HELD = {"exit-tickets": (4, 2), "keep": (2, 1)}
CUT_APART = [(name, printable) for name, printable in PAPERS if printable in HELD]


@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", False), ("a4", True)])
@pytest.mark.parametrize(("name", "printable"), CUT_APART)
def test_what_is_cut_apart_is_alike(
    name: str,
    printable: str,
    paper: PaperName,
    large: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """Straight cuts part equal papers, four tickets or two halves; the plan counts those cuts.

    Large, there are half as many.
    """
    game, options = load(name), Options("fr", paper, large=large)
    (page,) = plan_paper(game, printable, options)
    entry = entries(game)[printable]
    assert isinstance(entry, LessonEntry)
    work = entry.finishing(Context(game, printable, options))
    assert len(page.copies) == work.copies_per_page == HELD[printable][large]
    assert count_cuts([page]) == work.cuts
    assert len({id(copy.placed.drawing) for copy in page.copies}) == 1
    corners = {(copy.placed.x, copy.placed.y) for copy in page.copies}
    lines = [shape for shape in page.furniture.shapes if isinstance(shape, Line)]
    across = sorted(line.y1 for line in lines if line.y1 == line.y2 and line.stroke == THREAD)
    assert [round(edge / across[0], 6) for edge in across] == [1, 2][: len(across)]
    for x, y in corners:
        drawing = page.copies[0].placed.drawing
        assert min(abs(y - edge) for edge in (0.0, *across)) == pytest.approx(8)
        assert x + drawing.width <= page.size.width - 8


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("name", "language"),
    in_each_language([name for name, printable in PAPERS if printable == "quiz"]),
)
def test_a_quiz_has_ten_questions_and_a_key(name: str, language: Language) -> None:
    """A page for the pupil, where each choice has a box; the key tells what answers rest on."""
    game = load(name)
    found = read_guide(game, language).lesson.quiz
    sheet, key = plan_paper(game, "quiz", Options(language))
    assert len(found) == 10
    assert (sheet.is_key, key.is_key) == (False, True)
    boxes = [cell.label for _, cell in sheet.cells() if cell.id.startswith("answer")]
    assert boxes == [words for one in found for words in one.choices or (one.question,)]
    told = set(words_of(key).split())
    for one in found:
        assert set(one.answer.split()) <= told
        assert all(
            set(game.sentences_in(language).rules[rule].split()) <= told for rule in one.rules
        )
        titles = source_titles(one.sources, Context(game, "quiz", Options(language)))
        assert all(close(title) in close(words_of(key)) for title in titles)


def test_an_answer_is_one_of_its_choices(tmp_path: Path) -> None:
    """A quiz whose answer is none of the choices is refused where it stands."""
    folder = shutil.copytree(paths.rules_data() / "qwinto", tmp_path / "qwinto")
    file = folder / "en.yaml"
    text = file.read_text(encoding="utf-8")
    assert "answer: has not changed" in text
    file.write_text(
        text.replace("answer: has not changed", "answer: is the same"), encoding="utf-8"
    )
    with pytest.raises(DataError) as refused:
        check_guides(load_folder(folder))
    (problem,) = refused.value.problems
    assert problem.message.key == "guide.no-choice"
    assert problem.field == "guide.lesson.quiz[5].answer"


def test_an_answer_about_health_has_a_source(tmp_path: Path) -> None:
    """In a game about health a question that names neither source nor rule is refused."""
    folder = shutil.copytree(paths.rules_data() / "dental", tmp_path / "dental")
    file = folder / "guide.yaml"
    text, source = file.read_text(encoding="utf-8"), "  - {sources: [nidcr], twice: true}\n"
    assert text.count(source) == 1
    file.write_text(text.replace(source, "  - ~\n"), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        check_guides(load_folder(folder))
    assert {one.message.key for one in refused.value.problems} == {"guide.no-source"}


def test_the_guide_tells_what_to_expect_of_the_exit_ticket() -> None:
    """What pupils are asked at the door has its answer in the guide."""
    told = close("".join(pages(document("qwinto", "guide", Options("fr")))))
    for one in read_guide(load("qwinto"), "fr").lesson.exit:
        assert close(one.answer) in told


# What is said of a game as well as of a paper.
OF_THE_GAME = {"rules of the game"}


@pytest.mark.parametrize("name", game_names())
def test_guides_name_papers_by_their_titles(name: str) -> None:
    """No title of two words is typed into a guide: `{paper.rules.small}` is, and there is one."""
    game = load(name)
    found = entries(game)
    for language, node in game.lessons.items():
        typed = {
            plain(title)
            for one, title in game.sentences[language].printables.items()
            if " " in title or isinstance(found[one], LessonEntry)
        }
        # A field is one word.
        told = [plain(one.text) for one, _ in scalars(node) if " " in one.text]
        by_hand = re.compile(rf"\b({'|'.join(map(re.escape, typed - OF_THE_GAME))})\b")
        assert [text for text in told if by_hand.search(NAME.sub("", text))] == []
        named = {word for text in told for word in re.findall(r"\{paper\.([\w-]+)\.", text)}
        assert named <= found.keys()


def plain(words: str) -> str:
    """Return words in small letters, with plain spaces and apostrophes."""
    return re.sub(r"\s+", " ", words.replace("’", "'")).lower()


def test_the_guide_shows_tasks_without_drawing_them_again() -> None:
    """Where tasks have pages of their own, the guide has their questions, answers and paper."""
    game, options = load("qwinto"), Options("fr")
    told = close("".join(pages(document("qwinto", "guide", options))))
    lesson = read_guide(game, "fr").lesson
    assert close(f"« {game.sentences['fr'].printables['worksheets']} »") in told
    for task in lesson.tasks:
        assert all(close(pair.answer) in told for pair in task.asks)
        assert close(read_guide(game, "fr").positions[task.position or ""].caption) not in told
