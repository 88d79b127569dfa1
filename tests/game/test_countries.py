"""Countries: each names its sources, speaks both languages, and fits the lessons it is for."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.cli.program import run
from generator.documents.guide_section import read_guide
from generator.documents.health import local_advice
from generator.errors import LudokitError
from generator.game.countries import Country, countries, country, country_for
from generator.kit import options_for_class, seat_for_kit
from generator.printables.context import Context, Options
from generator.printables.planning import chosen_but_ignored
from generator.words import LANGUAGES, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import load

HEALTH = ("sti", "dental")


def text(printable: str, options: Options, game: str = "sti") -> str:
    """Return the words of a document without spaces."""
    return "".join(pages(document(game, printable, options)))


@pytest.mark.parametrize("name", countries())
def test_a_country_says_who_says_so(name: str) -> None:
    """Every text of a country stands in both languages and names sources that were read."""
    found = country(name)
    assert set(found.name) == set(LANGUAGES)
    cited = set[str]()
    for one in found.games.values():
        for told in one.statements():
            assert set(told.says) == set(LANGUAGES)
            cited |= {*told.sources}
    assert cited == set(found.sources)
    assert [key for key, one in found.sources.items() if not (one.url and one.read)] == []


@pytest.mark.parametrize("name", countries())
@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize(
    ("game", "printable", "name", "is_used"),
    [
        pytest.param("sti", "guide", "qc", True, id="the guide of a health game"),
        pytest.param("sti", "guide", "none", True, id="no country"),
        pytest.param("sti", "rules", "qc", False, id="rules are the same everywhere"),
        pytest.param("dental", "guide", "be", False, id="a country that says nothing to it"),
        pytest.param("qwinto", "guide", "qc", False, id="a game of no country"),
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
