"""Slides and papers of a lesson: each step on a slide, nothing told early, each paper a minute."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod

import pytest
from pydantic import TypeAdapter

from generator.classroom import expected_plan, with_uses
from generator.documents import plan_paper
from generator.documents.guide_section import read_guide
from generator.documents.lesson import Guide, LessonStep, Slide
from generator.documents.slides import SHOWN
from generator.documents.years import USUAL, for_year, years_named
from generator.errors import DataError
from generator.game import game_names
from generator.kit import paper_piles, seat_for_kit
from generator.make import make
from generator.paper.page import Page
from generator.printables.context import Options
from generator.printables.planning import entries, of_kind
from generator.printables.printable import DocumentEntry, LessonEntry
from generator.reading.yaml_text import parse_yaml
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close
from tests.documents.test_papers import words_of
from tests.shipped import in_each_language, load

GAMES = [name for name in game_names() if of_kind(load(name), LessonEntry, paper="slides")]
# Every lesson there is: the usual one of each game, and those for years of their own.
LESSONS = [
    (name, None if year == USUAL else year)
    for name in GAMES
    for year in sorted({USUAL, *years_named(load(name).lessons["fr"])})
]
CYCLE_2 = [(name, year) for name, year in LESSONS if year in {"cp", "ce1", "ce2"}]
# Sheets of A4 for a lesson of 27 pupils.
MOST_SHEETS = 30


def deck_of(name: str, language: Language, year: str | None) -> list[Page]:
    """Return the slides of a lesson."""
    return [*plan_paper(load(name), "slides", Options(language, year=year))]


def by_step(guide: Guide, deck: list[Page]) -> Iterator[tuple[LessonStep, list[str]]]:
    """Yield each step with the words of its slides, as they follow one another."""
    left = [*deck]
    for steps in guide.lesson.sessions():
        left.pop(0)
        for step in steps:
            shown = []
            while left and left[0].bookmark == step.title:
                shown.append(close(words_of(left.pop(0))))
            yield step, shown
    assert not left


def test_all_that_a_step_may_show_is_drawn() -> None:
    """The names that data may give to slides are those that the deck draws, and no others."""
    known: TypeAdapter[str] = TypeAdapter(Slide)
    numbered = {"asks": "1", "examples": "1", "tables": "1", "blank": "1", "tasks": "1.1"}
    numbered |= {"position": "offer", "marked": "offer"}
    for name in SHOWN:
        assert known.validate_python(".".join(filter(None, (name, numbered.get(name, "")))))
    pattern = TypeAdapter(Slide).json_schema()["pattern"]
    assert {*re.findall(r"[a-z-]{3,}", pattern)} - {"a-z"} == {*SHOWN}


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "year", "language"), in_each_language(LESSONS))
def test_each_step_is_on_a_slide_that_names_it(
    name: str, year: str | None, language: Language
) -> None:
    """Slides follow the steps of the lesson; each has one at least, with its title at the head."""
    guide, deck = read_guide(load(name), language, year), deck_of(name, language, year)
    for step, shown in by_step(guide, deck):
        assert shown, step.title
        assert all(words.startswith(close(step.title)) for words in shown)


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "year", "language"), in_each_language(LESSONS))
def test_no_answer_comes_before_its_question(
    name: str, year: str | None, language: Language
) -> None:
    """An answer is on no slide before its question, nor beside it, and on the next one."""
    guide, deck = read_guide(load(name), language, year), deck_of(name, language, year)
    told: list[str] = []
    for step, shown in by_step(guide, deck):
        for one in (one for one in step.asks if not one.oral):
            question, answer = close(one.question), close(one.answer)
            at = next(n for n, words in enumerate(shown) if question in words)
            assert answer not in shown[at]
            assert answer in " ".join(shown[at + 1 : at + 4])
            # A word or a number may stand anywhere.
            if len(answer) > 25:
                assert not [words for words in (*told, *shown[:at]) if answer in words]
        told += shown


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_race_tells_no_number_to_say_before_it_is_found(language: Language) -> None:
    """Until the class proves its strategy, no words on a slide name 17, 14 or 11."""
    guide, deck = read_guide(load("course-a-20"), language), deck_of("course-a-20", language, None)
    strip = close("".join(map(str, range(1, 21))))
    for step, shown in [*by_step(guide, deck)][:4]:
        for words in shown:
            # A slide's time stands beside its title, and a strip has all numbers.
            bare = re.sub(r"\d+–\d+min", "", words).replace(strip, "")
            bare = bare.removeprefix(close(step.title))
            assert not re.search(r"17|14|11", re.sub("1112131415161718192?0?", "", bare)), words


@pytest.mark.parametrize("name", ["course-a-20", "sti"])
def test_a_deck_begins_as_its_lesson_does(name: str) -> None:
    """The slide after the title is the first step's, and says its first sentence or frame."""
    guide, deck = read_guide(load(name), "fr"), deck_of(name, "fr", None)
    (step, shown), *_ = by_step(guide, deck)
    first = guide.lesson.frame[0].title if "frame" in step.shows[:1] else step.says[0]
    assert close(first) in shown[0]


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "year"), LESSONS)
def test_what_a_lesson_takes_today_is_little_and_has_a_minute(name: str, year: str | None) -> None:
    """For 27 pupils the papers of the day fill 30 sheets at most, each named in a minute of it."""
    game, options = load(name), Options("fr", year=year)
    lesson = read_guide(game, "fr", year).lesson
    seating = seat_for_kit(game, options, 27, None)
    plan = with_uses(game, expected_plan(game, options, seating), lesson.uses())
    today = plan.for_pile("today")
    assert today.rows
    assert today.paper <= MOST_SHEETS
    named = {paper for step in lesson.sessions()[0] for paper in step.uses}
    for row in today.rows:
        of = entries(game)[row.printable]
        assert row.printable in named or (isinstance(of, DocumentEntry) and of.template == "guide")
    assert {row.printable for row in plan.for_pile("early").rows} <= {*lesson.early}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_the_plan_and_the_files_agree(name: str) -> None:
    """Each paper of the lesson is in one file to print, that of the pile its line stands in."""
    game, options = load(name), Options("fr")
    seating = seat_for_kit(game, options, 27, None)
    lesson = read_guide(game, "fr").lesson
    plan = with_uses(game, expected_plan(game, options, seating), lesson.uses())
    piles = paper_piles(game, plan, options)
    filed = [(row.printable, pile.id.split("-")[0]) for pile in piles for row in pile.rows]
    rows = (*plan.rows, *plan.lesson)
    planned = [(row.printable, row.pile) for row in rows if row.pages is not None]
    assert sorted(filed) == sorted(planned)
    assert len({pile.name for pile in piles}) == len(piles)
    assert {"today", "next"} <= {pile for _, pile in planned}


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "year", "language"), in_each_language(CYCLE_2))
def test_cycle_2_sees_no_percents_nor_chances(name: str, year: str, language: Language) -> None:
    """What pupils of six to eight get or see has no percent, decimal, or word of probability."""
    game, options = load(name), Options(language, year=year)
    lesson = read_guide(game, language, year).lesson
    papers = {*lesson.uses()} - {*lesson.early}
    for printable in ("slides", *sorted(papers)):
        if isinstance(entries(game)[printable], LessonEntry):
            for page in plan_paper(game, printable, options):
                assert not re.search(r"%|\d[,.]\d|probab", words_of(page)), printable
        else:
            # Its means have decimals; families read their page at home.
            assert getattr(entries(game)[printable], "template", "") != "laboratory"


def test_a_year_without_a_lesson_of_its_own_has_the_usual_one() -> None:
    """For CM2 the race is the usual one; for CE2 it has no division, in any of its papers."""
    game = load("course-a-20")
    assert read_guide(game, "fr", "cm2") == read_guide(game, "fr")
    for printable in ("slides", "quiz", "keep", "exit-tickets", "worksheets", "slips"):
        pages = plan_paper(game, printable, Options("fr", year="ce2"))
        assert not any("×" in words_of(page) for page in pages), printable
    assert any("×" in words_of(page) for page in plan_paper(game, "keep", Options("fr")))


@pytest.mark.parametrize(
    ("game", "year", "as_for"),
    [
        ("course-a-20", "y4", "ce2"),
        ("course-a-20", "cp", "ce2"),
        ("course-a-20", "y5", None),
        ("boite", "y1", "cp"),
        ("boite", "y3", None),
        ("boite", "grade-3", "ce2"),
        ("boite", "6e", None),
    ],
)
def test_a_lesson_for_a_year_is_for_others_of_its_age(
    game: str, year: str, as_for: str | None
) -> None:
    """A year of another country has the lesson of its age; a younger one the youngest's."""
    assert read_guide(load(game), "fr", year) == read_guide(load(game), "fr", as_for)


def test_a_year_that_is_none_is_told() -> None:
    """A guide that names a year of no country says where."""
    node, _ = parse_yaml("lesson:\n  steps: [{years: [usual, ce9]}]\n", "fr.yaml")
    with pytest.raises(DataError) as caught:
        for_year(node, None)
    assert [(one.line, one.field) for one in caught.value.problems] == [(2, "ce9")]


def test_minutes_are_those_of_the_steps() -> None:
    """A paper's minutes on the plan are those of the first step that uses it."""
    lesson = read_guide(load("course-a-20"), "fr").lesson
    ends = accumulate((step.minutes for step in lesson.sessions()[0]), initial=0)
    spans = [*pairwise(ends)]
    found = lesson.uses()
    assert found["rules"].minutes == spans[0]
    assert found["exit-tickets"].minutes == spans[-1]
    assert (found["quiz"].pile, found["quiz"].session) == ("next", 2)
    assert found["exercises"].pile == "early"


def test_a_slide_can_show_only_what_is_there() -> None:
    """A step that shows a table or an example that the guide has not is told so."""
    guide = read_guide(load("course-a-20"), "fr")
    (step, *_) = guide.lesson.steps
    assert guide.can_show("turn.3", step)
    for name in ("turn.4", "examples.9", "position.nowhere", "tasks.1.9", "chart"):
        assert not guide.can_show(name, step)
    assert make(load("course-a-20"), "slides", Options("fr")).pdf


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_tree_of_a_die_is_a_table_of_its_paths(language: Language) -> None:
    """Each path has the product of its throws, all make 1; it is shown empty, then filled in."""
    lesson = read_guide(load("yams"), language).lesson
    *_, tree = lesson.annex.tables
    products = list[Fraction]()
    for _, *throws, told in tree.expanded_rows():
        factors, *result = told.split(" = ")
        along = [Fraction(one) for one in throws if one != "–"]
        assert [Fraction(one) for one in factors.split(" × ")] == along
        products.append(Fraction(prod(along)))
        assert [Fraction(one) for one in result] in ([], [products[-1]])
    assert sum(products) == 1
    (shown,) = (step.shows for step in lesson.steps if "tables.3" in step.shows)
    assert shown.index("blank.3") < shown.index("asks.3") < shown.index("tables.3")
