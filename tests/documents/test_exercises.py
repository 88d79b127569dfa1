"""Exercises for a class: levels by counted steps, none twice, a page each, one key."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from random import Random
from statistics import mean
from typing import Any

import pytest

from generator.classroom import expected_plan, print_plan, seat_class
from generator.documents import plan_paper
from generator.documents.exercises.generation import (
    LEVELS,
    ExerciseChoice,
    class_set,
    exercise_kinds,
    trained_by,
)
from generator.errors import LudokitError
from generator.game import game_names
from generator.game.countries import country_for
from generator.make import make
from generator.paper.page import PaperName
from generator.paper.shapes import Text
from generator.paper.text import LEAST_SIZE
from generator.printables.context import Context, Options
from generator.printables.page_furniture import footer_height
from generator.printables.sketch import die_face
from generator.reading.nodes import MapNode, Scalar
from generator.words import Language, say
from tests.documents.exercised import KINDS, kind
from tests.documents.test_papers import lines, lowest, texts, words_of
from tests.shipped import load

CLASS = 30
GIVEN = ("Ana", "Chloé")
# The words of cells are 5.5 pt, the exception that all papers have.
CELLS = 5.5
LONG = (pytest.mark.long, pytest.mark.slow)


def few(usual: str) -> list[Any]:
    """Return every game, one of them for the usual run, the others for the long one."""
    return [pytest.param(name, marks=() if name == usual else LONG) for name in game_names()]


@pytest.mark.parametrize("name", game_names())
def test_each_game_has_exercises(name: str) -> None:
    """A game has four kinds at least: one for each level, and another for another seed."""
    assert len(exercise_kinds(load(name), "fr")) > len(LEVELS)


@pytest.mark.few(8)
@pytest.mark.parametrize("seeds", [1, pytest.param(12, marks=LONG)])
@pytest.mark.parametrize(("name", "of"), KINDS)
def test_levels_differ_by_counted_steps(name: str, of: str, seeds: int) -> None:
    """Every exercise of a level takes more steps than any of the level below."""
    if kind(name, of).facts.is_open:
        pytest.skip("criteria judge it")
    levels = LEVELS[: len(kind(name, of).levels)]
    found = {
        level: [kind(name, of).make(level, Random(f"{level} {seed}")) for seed in range(seeds)]  # noqa: S311
        for level in levels
    }
    steps = {level: [one.steps for one in drawn if one] for level, drawn in found.items()}
    assert all(len(counted) == seeds for counted in steps.values())
    for easier, harder in pairwise(levels):
        assert 0 < max(steps[easier]) < min(steps[harder])
        assert mean(steps[easier]) < mean(steps[harder])


@pytest.mark.rest
@pytest.mark.parametrize("name", few("boite"))
def test_no_two_pupils_have_the_same(name: str) -> None:
    """For a class of thirty all pages differ, each of rising levels and of the same kinds."""
    for seed in (1, 2):
        found = class_set(load(name), "fr", ExerciseChoice(seed, CLASS))
        assert len({str([one.exercise for one in page]) for page in found}) == CLASS
        assert {tuple(one.level for one in page) for page in found} == {LEVELS}
        # Where chance finds none of a kind, a pupil has one of the next kind.
        ((own, count),) = Counter(tuple(one.kind for one in page) for page in found).most_common(1)
        assert len(set(own)) == len(LEVELS)
        assert count >= 0.9 * CLASS
        ids = [one.id for page in found for one in page]
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", few("qwinto"))
def test_a_seed_makes_the_same_again(name: str) -> None:
    """One seed gives the same bytes, other seeds other exercises; French and English the same."""
    options = Options(pupils=2, seed=7)
    first = make(load(name), "exercises", options).files
    class_set.cache_clear()
    assert make(load(name), "exercises", options).files == first
    drawn = {seed: class_set(load(name), "fr", ExerciseChoice(seed, 2)) for seed in (7, 8)}
    assert drawn[7] != drawn[8]
    english = class_set(load(name), "en", ExerciseChoice(7, 2))
    for page, other in zip(drawn[7], english, strict=True):
        for one, two in zip(page, other, strict=True):
            assert (one.id, one.kind, one.exercise.steps) == (two.id, two.kind, two.exercise.steps)


def test_more_pupils_leave_the_first_as_they_are() -> None:
    """Who is added to the end of a list changes nobody's exercises."""
    game = load("qwinto")
    assert (
        class_set(game, "fr", ExerciseChoice(1, 3))
        == class_set(game, "fr", ExerciseChoice(1, 5))[:3]
    )


def test_kinds_change_with_the_seed() -> None:
    """Within a few seeds every kind of a game comes at every level."""
    game = load("boite")
    found = {
        (one.kind, one.level)
        for seed in range(120)
        for one in class_set(game, "fr", ExerciseChoice(seed, 1))[0]
    }
    assert len(found) == sum(len(one.levels) for one in exercise_kinds(game, "fr"))


def test_a_page_is_not_filled_with_pictures() -> None:
    """Whatever the seed, one of the three kinds is without a tall picture where a game has one."""
    for name in ("crowns", "dental"):
        every = {one.name: one for one in exercise_kinds(load(name), "fr")}
        for seed in range(6):
            (page,) = class_set(load(name), "fr", ExerciseChoice(seed, 1))
            assert not all(every[one.kind].facts.is_tall for one in page)


@pytest.mark.few(3)
@pytest.mark.parametrize("seeds", [(4,), pytest.param(tuple(range(1, 13)), marks=LONG)])
@pytest.mark.parametrize(("language", "paper"), [("fr", "a4"), ("en", "letter")])
@pytest.mark.parametrize("name", game_names())
def test_a_pupil_has_a_page(
    name: str, language: Language, paper: PaperName, seeds: tuple[int, ...]
) -> None:
    """A page each, with name, ids and seed, lines 8 mm apart, clear of the footer; then the key."""
    game, crowded = load(name), 0
    given = GIVEN if game.head.pupil_names else ()
    for seed in seeds:
        options = Options(language, paper, names=given, pupils=len(GIVEN), seed=seed)
        *pages, key = plan_paper(game, "exercises", options)
        assert [page.is_key for page in (*pages, key)] == [False] * len(pages) + [True]
        setting = Context(game, "exercises", options)
        foot = options.size.height - footer_height(setting, options.size)
        assert all(lowest(page) < foot for page in pages)
        every = [[*own] for _, own in groupby(pages, lambda page: page.bookmark)]
        crowded += len(pages) > len(every)
        assert len(every) == len(GIVEN)
        for number, own in enumerate(every, start=1):
            words = words_of(own[0])
            assert f"{name} {number:02}" in words
            assert words.split().count(str(seed)) or f"{seed}" in words
            assert not given or given[number - 1] in words
            words = " ".join(map(words_of, own))
            assert all(f"{number:02}-{place}" in words for place in LEVELS)
            for n in LEVELS:
                (found,) = filter(
                    None, ([c for c in lines(page) if c.id[6] == str(n)] for page in own)
                )
                assert all(two.y - one.y == pytest.approx(8) for one, two in pairwise(found))
    # Hardly ever three tall ones meet, which go on to a second page.
    assert crowded <= len(seeds) / 6


@pytest.mark.parametrize("name", few("crowns"))
def test_words_can_be_read(name: str) -> None:
    """No word of a page or a key is set smaller than 7 pt, none in a cell below 5.5 pt."""
    for page in plan_paper(load(name), "exercises", Options(pupils=2, seed=2)):
        for copy in page.copies:
            for text, size in texts(copy.placed):
                assert size >= CELLS - 0.1, text.words
                assert size >= LEAST_SIZE - 0.1 or len(text.words) <= 3, text.words


@pytest.mark.parametrize(
    ("name", "seeds"),
    [("boite", (1, 4)), *(pytest.param(name, (1, 2, 3, 5), marks=LONG) for name in game_names())],
)
def test_the_key_has_every_answer_in_the_order_of_the_names(
    name: str, seeds: tuple[int, ...]
) -> None:
    """Names stand in the key as in the list, each answer in its row, each rule in full below."""
    game, count = load(name), 12
    given = tuple(f"Name{n}" for n in range(count)) if game.head.pupil_names else ()
    for seed in seeds:
        options = Options("en", names=given, pupils=count, seed=seed)
        keys = [page for page in plan_paper(game, "exercises", options) if page.is_key]
        words = " ".join(map(words_of, keys))
        rows = [f"{n:02} {given[n - 1]}" if given else f" {n:02} " for n in range(1, count + 1)]
        start = words.index(rows[0])
        at = [start := words.index(row, start) for row in rows]
        assert at == sorted(at)
        for page in class_set(game, "en", ExerciseChoice(seed, count)):
            for one in page:
                assert set(one.exercise.answer.split()) <= set(words.split()), one
                if one.exercise.rule:
                    told = game.sentences_in("en").to_player(one.exercise.rule)
                    assert set(told.split()) <= set(words.split())


def test_heads_of_columns_stand_over_answers() -> None:
    """A page of the key with nothing but rules and sources has no heads of columns over them."""
    for pupils in (27, 28):
        pages = plan_paper(load("qwinto"), "exercises", Options("fr", seed=4, pupils=pupils))
        keys = [[*words_of(page).split()] for page in pages if page.is_key]
        with_heads = ["1" in words for words in keys]
        assert with_heads == ["★★★" in words for words in keys]
        # The last of 27 answers ends its page.
        assert all(with_heads) == (pupils > 27)


def test_a_die_with_more_than_six_faces_is_drawn() -> None:
    """A face that has too many pips for a square stands there as a figure."""
    written = [one.words for one in die_face(8, 6.0).shapes if isinstance(one, Text)]
    assert written == ["8"]
    assert not [one for one in die_face(6, 6.0).shapes if isinstance(one, Text)]


@pytest.mark.parametrize(("language", "of"), [("fr", ""), ("en", ""), ("en", "uk")])
def test_the_key_says_what_is_trained(language: Language, of: str) -> None:
    """Below the answers stands what the programme says of each kind's skill, and its tool."""
    game = load("boite")
    options = Options(language, kinds=("ways", "left"), pupils=2, country=of)
    (key,) = (page for page in plan_paper(game, "exercises", options) if page.is_key)
    words, here = words_of(key), country_for(of, language)
    for one in exercise_kinds(game, language):
        _, (told,) = next(trained_by([one], ExerciseChoice.of(options), language))
        asked = here.asked(one.facts.skill) if here else None
        assert asked is None or asked.words(language) in told
        is_there = all(word in words for word in told.split() if "[" not in word)
        assert is_there == (one.name in options.kinds), one.name


def test_the_key_says_where_that_was_read() -> None:
    """Of the country that is named, of the year's or the usual one; of none there is nothing."""
    game = load("boite")
    ways = [one for one in exercise_kinds(game, "fr") if one.name == "ways"]

    def read(country: str = "", year: str | None = None) -> Sequence[tuple[str, Sequence[str]]]:
        return [*trained_by(ways, ExerciseChoice(0, country=country, year=year), "fr")][1:]

    ((heading, (source,)),) = read()
    assert "2026" in heading
    assert source.startswith("[1] ")
    assert read() == read(year="ce1") == read(country="fr", year="y3")
    assert read(year="y3") == read(country="uk") != read()
    assert read(country="none") == []
    (key,) = (page for page in plan_paper(game, "exercises", Options("fr")) if page.is_key)
    every = trained_by(exercise_kinds(game, "fr"), ExerciseChoice(0), "fr")
    assert set(" ".join(w for _, lines in every for w in lines).split()) <= set(
        words_of(key).split()
    )


@pytest.mark.long
@pytest.mark.slow
def test_a_class_of_thirty_has_a_short_key() -> None:
    """The key of thirty pupils with ways and rules takes four pages at most."""
    for name in game_names():
        for seed in (1, 2):
            pages = plan_paper(load(name), "exercises", Options(pupils=CLASS, seed=seed))
            assert sum(page.is_key for page in pages) <= 4, name


def test_a_file_has_a_page_for_each_name_and_one_key() -> None:
    """Exercises heed names and seed, and say so in the names of their files."""
    game = load("qwinto")
    made = make(game, "exercises", Options(names=("Ana",), seed=5))
    assert set(made.files) == {
        "exercises.names.seed-5.pdf",
        "exercises.names.seed-5.boxes.json",
    }
    assert made.key == 1


@pytest.mark.parametrize("mechanics", ["none", "loto"])
def test_a_game_without_kinds_says_so(mechanics: str) -> None:
    """Where nothing judges a game, or no exercises suit how it is played, that is told."""
    game = load("qwinto")
    sections = {name: node for name, node in game.sections.items() if name != "mechanics"}
    if mechanics == "loto":
        place = game.sections["mechanics"].place
        family = (Scalar("family", "family", place), Scalar("loto", "loto", place))
        sections["mechanics"] = MapNode((family,), place)
    with pytest.raises(LudokitError) as error:
        class_set(replace(game, sections=sections), "en", ExerciseChoice(1, 1))
    assert "no exercises" in say(error.value.message, "en")


@pytest.mark.parametrize("pupils", [0, 27])
def test_a_kit_prints_a_page_for_each_pupil_once(pupils: int) -> None:
    """The plan counts as many copies as there are pages before the key, one set, one key."""
    game, options = load("course-a-20"), Options("en", pupils=pupils)
    made = plan_paper(game, "exercises", options)
    length, keys = len(made), sum(page.is_key for page in made)
    seating = seat_class(game, pupils or None, None)
    found = print_plan(game, options, {"exercises": length}, seating, {"exercises": keys})
    sheets, key = found.lesson
    assert (sheets.copies, sheets.pages, sheets.sets) == (length - keys, length - keys, 1)
    assert (key.copies, key.pages, key.is_key) == (1, keys, True)
    (told,) = (
        row for row in expected_plan(game, options, seating).lesson if row.printable == "exercises"
    )
    assert (told.copies, told.printed) == (sheets.copies, sheets.printed)
