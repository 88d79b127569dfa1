"""What a teacher chooses of exercises: kinds by any word for them, and a year of school."""

import pytest

from generator.documents.exercises.generation import (
    ExerciseChoice,
    chosen_kinds,
    class_set,
    exercise_kinds,
    kind_title,
    kinds_meant,
)
from generator.errors import LudokitError
from generator.game import game_names
from generator.game.countries import countries, skills_for, years_of
from generator.words import BUILT_IN
from tests.shipped import load


def skills_of(game: str, year: str, country: str = "", kinds: tuple[str, ...] = ()) -> set[str]:
    """Return what the exercises of a game train that are for a year."""
    choice = ExerciseChoice(1, kinds=kinds, year=year, country=country)
    return {one.facts.skill for one in chosen_kinds(load(game), "fr", choice)}


@pytest.mark.parametrize("game", game_names())
def test_a_kind_is_named_by_any_of_its_words(game: str) -> None:
    """Its name and its titles in all languages mean it, with or without accents and capitals."""
    every = [one.name for one in exercise_kinds(load(game), "fr")]
    for name in every:
        titles = [kind_title(name, language) for language in BUILT_IN]
        for word in (name, *titles, *map(str.upper, titles)):
            (meant,) = kinds_meant(load(game), (word,))
            assert kind_title(meant, "fr") == titles[0]
    assert kinds_meant(load(game), ()) == ()


def test_a_kind_that_is_not_there() -> None:
    """It is told with the nearest."""
    with pytest.raises(LudokitError) as told:
        kinds_meant(load("boite"), ("ways", "Ce qui rest"))
    assert "did you mean 'left'" in told.value.worded("en")


@pytest.mark.parametrize("game", game_names())
def test_exercises_suit_a_year(game: str) -> None:
    """What a year's programme does not ask is not trained; no game is without exercises for it."""
    head = load(game).head
    for country in countries():
        for year, one in years_of(country).items():
            if one.age >= head.age:
                assert skills_of(game, year) <= skills_for(country, year)


@pytest.mark.parametrize("year", ["cp", "ce1", "ce2"])
def test_no_probability_in_cycle_2(year: str) -> None:
    """French pupils of six to eight get no chances, and others do as their programmes say."""
    assert "chance" not in skills_of("boite", year)
    assert skills_of("boite", year) <= skills_of("boite", "cm1") | {"chance"}
    assert "chance" in skills_of("boite", "cm1")
    assert "chance" not in skills_of("boite", "cm1", "uk")
    assert "chance" not in skills_of("boite", "y6")
    assert "chance" in skills_of("boite", "y7")


def test_a_year_that_leaves_no_kind() -> None:
    """It is told from which year on there are some, in the words of that country."""
    with pytest.raises(LudokitError) as told:
        skills_of("boite", "ce1", kinds=("shut-outcomes",))
    assert told.value.worded("fr").endswith("CM1")
    with pytest.raises(LudokitError) as told:
        skills_of("boite", "y3", kinds=("shut-outcomes",))
    assert "Year 7" in told.value.worded("en")


def test_a_class_gets_what_was_chosen() -> None:
    """Every exercise is of the kinds and the difficulty, and for the year, that were asked."""
    choice = ExerciseChoice(7, 12, ("ways", "left"), 2, "ce1")
    made = [one for sheet in class_set(load("boite"), "fr", choice) for one in sheet]
    assert {one.kind for one in made} == {"ways", "left"}
    assert {one.level for one in made} == {2}
