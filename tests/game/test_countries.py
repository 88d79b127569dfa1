"""Countries: each names its sources, speaks both languages, and fits the lessons it is for."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from generator import paths
from generator.cli.program import run
from generator.documents.guide_section import read_guide
from generator.documents.health import cited_outcomes, local_advice
from generator.errors import DataError, LudokitError
from generator.game import game_names
from generator.game.countries import (
    Country,
    Skill,
    age_of,
    countries,
    country,
    country_for,
    country_of_year,
    skills_for,
    year_meant,
    years_of,
)
from generator.kit import options_for_class, seat_for_kit
from generator.printables.context import Context, Options
from generator.printables.planning import chosen_but_ignored
from generator.reading.text_files import parse_file
from generator.reading.validate import validate
from generator.words import BUILT_IN, LANGUAGES, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import load

HEALTH = ("sti", "dental")


def text(printable: str, options: Options, game: str = "sti") -> str:
    """Return the words of a document without spaces."""
    return "".join(pages(document(game, printable, options)))


def spoken_of(name: str) -> set[str]:
    """Return the languages that a country's file has to have: the program's, and its own."""
    return {*BUILT_IN, *filter(None, [country(name).usual_for])}


@pytest.mark.parametrize("name", countries())
def test_a_country_says_who_says_so(name: str) -> None:
    """Every text of a country stands in its languages and names sources that were read."""
    found, spoken = country(name), spoken_of(name)
    assert set(found.name) == set(LANGUAGES)
    cited = set[str]()
    for one in found.games.values():
        for told in one.statements():
            assert set(told.says) == spoken
            cited |= {*told.sources}
    for asked in found.skills.values():
        assert set(asked.says) == spoken
        cited |= {*asked.sources}
    assert cited == set(found.sources)
    assert [key for key, one in found.sources.items() if not (one.url and one.read)] == []


@pytest.mark.parametrize("name", countries())
@pytest.mark.parametrize("language", BUILT_IN)
def test_areas_are_those_of_the_outcomes(name: str, language: Language) -> None:
    """A country names an area of its curriculum for each outcome of a lesson, or for none."""
    for game, one in country(name).games.items():
        outcomes = read_guide(load(game), language).lesson.outcomes
        assert len(one.areas) in {0, len(outcomes)}


def numbers(found: Country) -> Iterator[str]:
    """Yield the numbers to call."""
    for one in found.games.values():
        yield from (service.call for service in one.services if service.call)


@pytest.mark.rest
def test_french_papers_are_for_france_and_english_ones_for_nobody() -> None:
    """Where no country is named French papers say France's numbers, English ones nobody's."""
    assert country_for("", "fr") is country("fr")
    assert country_for("", "en") is None
    assert country_for("none", "fr") is None
    french, english = text("guide", Options("fr")), text("guide", Options("en"))
    assert all(close(number) in french for number in numbers(country("fr")))
    others = {close(number) for name in countries() for number in numbers(country(name))}
    # Three digits stand in other numbers too.
    assert [number for number in others if len(number) > 3 and number in english] == []
    assert "DPJ" not in english
    assert "(119" not in english


@pytest.mark.rest
@pytest.mark.few(1)
@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_a_guide_is_for_the_country_named(language: Language) -> None:
    """The guide of another country has its frame, its numbers and rights, with their sources."""
    options = Options(language, country="qc")
    words = text("guide", options)
    found = country("qc").games["sti"]
    assert found.frame is not None
    told = [found.frame, *found.areas, *found.services, *found.facts]
    assert [one for one in told if close(one.words(language)) not in words] == []
    assert all(close(number) in words for number in numbers(country("qc")))
    assert close("Tel-jeunes") not in text("guide", Options(language))
    here = local_advice(Context(load("sti"), "guide", options))
    assert here.name == "Québec"
    assert all(one.sources for _, one in here.services())


def outcomes(game: str, options: Options) -> list[tuple[str, str]]:
    """Return what is cited beside each outcome of a game's lesson, and the numbers of sources."""
    setting = Context(load(game), "guide", options)
    lesson = read_guide(setting.game, options.language, options.year).lesson
    found = cited_outcomes(lesson, setting)
    told = [one for one in found.cited if one.subject]
    assert [one.subject for one in told] == [one.can for one in lesson.outcomes]
    return [(one.fact, found.numbers(one)) for one in told]


@pytest.mark.parametrize("name", countries())
@pytest.mark.parametrize("game", game_names())
def test_an_outcome_cites_the_programme(game: str, name: str) -> None:
    """Beside it stand a country's own words for its skill, with who says so, or nothing."""
    for language in BUILT_IN:
        lesson = read_guide(load(game), language).lesson
        skills = [one.skill and country(name).skills.get(one.skill) for one in lesson.outcomes]
        own = country(name).games.get(game)
        told = outcomes(game, Options(language, country=name))
        if not (own and own.areas):
            assert [fact for fact, _ in told] == [s.words(language) if s else "" for s in skills]
        assert all(bool(fact) == bool(numbers) for fact, numbers in told)


def test_what_a_year_is_not_asked_is_not_claimed() -> None:
    """Chance is not cited for CE2, is for CM2; a year is of its own country, none cites nothing."""
    ce2, cm2 = (outcomes("yams", Options("fr", year=year)) for year in ("ce2", "cm2"))
    assert ce2[1] == ("", "")
    assert "Les probabilités" in cm2[1][0]
    y7 = outcomes("yams", Options("en", year="y7"))
    assert y7 == outcomes("yams", Options("en", country="uk"))
    assert "Probability" in y7[1][0]
    assert {*outcomes("yams", Options("en"))} == {*outcomes("yams", Options("fr", country="none"))}
    assert {*outcomes("yams", Options("en"))} == {("", "")}


@pytest.mark.few(1)
@pytest.mark.parametrize(("language", "name"), [("fr", "fr"), ("en", "uk")])
def test_the_guide_prints_what_it_cites(language: Language, name: str) -> None:
    """The words stand there with a number, and below them the pages that were read, numbered."""
    options = Options(language, country=name)
    words = text("guide", options, "qwinto")
    told = outcomes("qwinto", options)
    assert [one for one in told if close("".join(one)) not in words] == []
    order = country(name).skills["order"]
    source = country(name).sources[order.sources[0]]
    assert close(f"[2] {source.name}") in words.replace("’", "'")


@pytest.mark.parametrize(
    ("game", "printable", "name", "is_used"),
    [
        pytest.param("sti", "guide", "qc", True, id="the guide of a health game"),
        pytest.param("sti", "guide", "none", True, id="no country"),
        pytest.param("sti", "rules", "qc", False, id="rules are the same everywhere"),
        pytest.param("sti", "slides", "qc", True, id="slides say whom one can turn to"),
        pytest.param("dental", "handout", "be", False, id="a country that says nothing to it"),
        pytest.param("qwinto", "guide", "qc", True, id="a guide cites the programme"),
        pytest.param("qwinto", "exercises", "qc", True, id="exercises cite it"),
        pytest.param("qwinto", "slides", "qc", False, id="slides of a game of no country"),
    ],
)
def test_papers_that_differ_by_country(
    game: str, printable: str, name: str, *, is_used: bool
) -> None:
    """A country makes a difference to the papers that speak of it, and to no others."""
    options = Options("fr", country=name)
    assert (chosen_but_ignored(load(game), printable, options) == ()) is is_used


def test_a_country_that_is_not_there() -> None:
    """It is told with the nearest name."""
    with pytest.raises(LudokitError) as told:
        country("qb")
    assert "qc" in told.value.worded("en")


@pytest.mark.rest
def test_the_choice_is_kept(tmp_path: Path) -> None:
    """The country stands in the file's name, and is typed in the reader's language."""
    assert run(["print", "sti", "guide", "--pays", "québec", "--to", str(tmp_path), "--quiet"]) == 0
    (made,) = tmp_path.glob("sti/fr/guide.*")
    assert made.stem == "guide.qc"


def test_the_manifest_says_the_country() -> None:
    """A kit's manifest has all options, the country among them."""
    from generator.kit import _manifest

    game, options = load("sti"), Options("fr", country="qc")
    order = seat_for_kit(game, options, None, None)
    listed = json.loads(_manifest(game, options_for_class(game, options, order), order, {}, {}))
    assert listed["options"]["country"] == "qc"


@pytest.mark.parametrize("name", countries())
def test_a_country_has_its_years_of_school(name: str) -> None:
    """Years stand in the order of their ages, are told apart by what is typed, and have words."""
    years = years_of(name)
    ages = [one.age for one in years.values()]
    assert ages == [*range(ages[0], ages[0] + len(ages))]
    assert all(set(one.words) == spoken_of(name) for one in years.values())
    known = [word for year, one in years.items() for word in one.known(year)]
    assert len(known) == len(set(known))
    assert {age_of(name, year) for year in years} == set(ages)
    assert {country_of_year(year) for year in years} == {name}


@pytest.mark.parametrize(
    ("typed", "name", "year"),
    [
        ("CE1", "", "ce1"),
        ("ce 1", "fr", "ce1"),
        ("2de", "", "2de"),
        ("Seconde", "", "2de"),
        ("sixieme", "", "6e"),
        ("Year 3", "", "y3"),
        ("y3", "fr", "y3"),
        ("Grade 4", "", "grade-4"),
        ("4th grade", "us", "grade-4"),
        ("4e année", "", "4e-annee"),
        ("5H", "", "5h"),
        ("P3", "", "p3"),
        ("1re secondaire", "", "s1"),
        ("1re secondaire", "qc", "sec-1"),
    ],
)
def test_a_year_is_written_as_teachers_do(typed: str, name: str, year: str) -> None:
    """Any spelling is read, of the country that is named first of all."""
    assert year_meant(typed, name) == year


def test_a_year_that_is_not_there() -> None:
    """It is told with the years of the country, and with one that is spelled like it."""
    with pytest.raises(LudokitError) as told:
        year_meant("CE7", "fr")
    assert all(year in told.value.worded("fr") for year in ("ce1", "cm2", "tle"))
    with pytest.raises(LudokitError) as told:
        year_meant("Yaer 9")
    assert "'y9'" in told.value.worded("en")


def test_france_asks_what_its_programmes_say() -> None:
    """Probability is not for cycle 2, decimals are not before CM1, percents not before CM2."""
    cycle_2 = [skills_for("fr", year) for year in ("cp", "ce1", "ce2")]
    assert all({"chance", "decimal", "percent", "proof"}.isdisjoint(one) for one in cycle_2)
    assert all({"addition", "grid", "tables", "reasoning"} <= one for one in cycle_2)
    assert [{"multiplication", "division"} & one for one in cycle_2] == [
        set(),
        {"multiplication"},
        {"multiplication", "division"},
    ]
    assert {"chance", "decimal"} <= skills_for("fr", "cm1")
    assert "percent" not in skills_for("fr", "cm1")
    assert skills_for("fr", "tle") == set(get_args(Skill))


@pytest.mark.parametrize("name", countries())
def test_older_pupils_are_asked_more(name: str) -> None:
    """From year to year no skill is lost, and each begins in the year that the file says."""
    asked = [skills_for(name, year) for year in years_of(name)]
    assert all(before <= after for before, after in pairwise(asked))
    for skill, one in country(name).skills.items():
        assert [skill in of for of in asked] == [
            age_of(name, year) >= age_of(name, one.since) for year in years_of(name)
        ]


def test_what_a_country_does_not_tell_begins_at_the_age_of_france() -> None:
    """A skill without a page has the age of France; a year of elsewhere counts by its age."""
    assert "grid" not in country("uk").skills
    assert "proof" not in skills_for("uk", "y7")
    assert "proof" in skills_for("uk", "y8")
    assert skills_for("uk", "ce2") == skills_for("uk", "y4")
    assert skills_for("", "y4") == skills_for("none", "y4") == skills_for("uk", "y4")
    assert all("health" in skills_for(name, next(iter(years_of(name)))) for name in countries())


def test_a_skill_begins_in_a_year_of_the_country() -> None:
    """A year or a source that the file does not have is told at its place."""
    whole = (paths.rules_data() / "countries" / "uk.yaml").read_text(encoding="utf-8")
    for wrong, instead, told in (
        ("since: y7", "since: y77", "y77"),
        ("sources: [nc-ks3]", "sources: [nc-ks4]", "nc-ks4"),
    ):
        with pytest.raises(DataError) as faulty:
            validate(parse_file(whole.replace(wrong, instead).encode(), Path("uk.yaml")), Country)
        assert told in faulty.value.worded("en")
