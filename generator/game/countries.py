"""What holds in one country only: what its schools ask for, whom one can call, what is so there."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from generator import paths
from generator.errors import LudokitError
from generator.game.facts import Facts, Id, SchoolAge, Sentence
from generator.game.head import Month, Source
from generator.reading.text_files import read_file
from generator.reading.validate import Fault, validate
from generator.words import Language, bare_letters, fallbacks, message, not_one_of, typeset

# No country: papers leave lines to fill in.
NONE = "none"
# Whose years stand in for those of a country of which no page was read.
MODEL = "fr"
# What an exercise trains, as far as programmes tell since when.
Numbers = Literal["decomposition", "comparison", "order", "fraction", "decimal", "percent"]
Operations = Literal["addition", "multiplication", "division", "estimation"]
Data = Literal["grid", "tables", "chance"]
Skill = Literal[Numbers, Operations, Data, "reasoning", "proof", "strategy", "health"]

Worded = Annotated[Mapping[Id, Sentence], Field(min_length=1)]


class LocalStatement(Facts):
    """What is so in a country, in several languages, and who says so."""

    says: Worded
    sources: Annotated[tuple[Id, ...], Field(min_length=1)]

    def words(self, language: Language) -> str:
        """Return the words in a language, or in the first there is, as a printer sets them."""
        return words_in_language(self.says, language)


class Service(LocalStatement):
    """Somebody to turn to, and the number to call where there is one."""

    call: Sentence | None = None


class LocalContent(Facts):
    """What a country says to a lesson: its frame, areas of the curriculum, services, facts."""

    frame: LocalStatement | None = None
    areas: tuple[LocalStatement, ...] = ()
    services: tuple[Service, ...] = ()
    facts: tuple[LocalStatement, ...] = ()

    def statements(self) -> Iterator[LocalStatement]:
        """Yield all that it says."""
        yield from () if self.frame is None else (self.frame,)
        yield from (*self.areas, *self.services, *self.facts)


class SchoolYear(Facts):
    """A year of school, the `age` at which most pupils begin it, what else is `typed` for it."""

    age: SchoolAge
    words: Worded
    typed: tuple[Sentence, ...] = ()

    def known(self, name: str) -> frozenset[str]:
        """Return all that may be typed for it, as it is compared."""
        return frozenset(map(bare_letters, (name, *self.words.values(), *self.typed)))


class AskedSkill(LocalStatement):
    """What the programme says of a skill, and `since` which year it asks it."""

    since: Id


class Country(Facts):
    """A country's file, meant on papers in the language that it is `usual_for`.

    Its `years` of school stand in order. `skills` that it does not tell are those of France.
    """

    name: Worded
    usual_for: Id | None = None
    checked: Month
    sources: Mapping[Id, Source]
    years: Annotated[Mapping[Id, SchoolYear], Field(min_length=1)]
    skills: Mapping[Skill, AskedSkill]
    games: Mapping[Id, LocalContent]

    @model_validator(mode="after")
    def _cites_well(self) -> "Country":
        told = [
            (("games", name), one) for name, of in self.games.items() for one in of.statements()
        ]
        told += [(("skills", str(name)), one) for name, one in self.skills.items()]
        for path, one in told:
            for cited in one.sources:
                if cited not in self.sources:
                    raise Fault(not_one_of(cited, self.sources), path)
        for name, asked in self.skills.items():
            if asked.since not in self.years:
                raise Fault(not_one_of(asked.since, self.years), ("skills", str(name), "since"))
        return self

    def asked(self, skill: Skill, year: str | None = None) -> AskedSkill | None:
        """Return what its programme says of a skill, for no year before it asks it; or None."""
        found = self.skills.get(skill)
        is_late = found and year and years_of("")[year].age < self.years[found.since].age
        return None if is_late else found


def words_in_language(worded: Mapping[str, str], language: Language) -> str:
    """Return words in a language, or in what it falls back to, as a printer sets them."""
    spoken = (one for one in (language, *fallbacks(language)) if one in worded)
    own = next(spoken, next(iter(worded)))
    return typeset(worded[own], own)


def countries() -> tuple[str, ...]:
    """Return the names of the countries that have a file."""
    return tuple(paths.country_files())


@cache
def country(name: str) -> Country:
    """Read a country's file; LudokitError with the nearest name, DataError with its faults."""
    if name not in (known := countries()):
        raise LudokitError(message("game.no-country", reason=not_one_of(name, (*known, NONE))))
    return validate(read_file(paths.country_files()[name]), Country)


def has_local_content(game: str, wanted: str) -> bool:
    """Tell whether a country has something to say to a game; LudokitError for no such country."""
    return any(game in country(one).games for one in (countries() if wanted == NONE else (wanted,)))


def country_asking(wanted: str, year: str | None, language: Language) -> str:
    """Return the country whose programme asks: the one named, the year's, or the usual one."""
    return wanted or (country_of_year(year) if year else usual_country(language))


def country_for(wanted: str, language: Language, year: str | None = None) -> Country | None:
    """Return the country wanted, or where none is named that of a year or a language, if any."""
    name = country_asking(wanted, year, language)
    return None if name in {"", NONE} else country(name)


def usual_country(language: Language) -> str:
    """Return the name of the usual country of a language, nothing where there is none."""
    return next((one for one in countries() if country(one).usual_for == language), "")


def years_of(name: str) -> Mapping[str, SchoolYear]:
    """Return a country's years of school by their ids, in order; of none, those of all."""
    of = countries() if name in {"", NONE} else (name,)
    return {year: one for each in of for year, one in country(each).years.items()}


def year_meant(typed: str, name: str = "") -> str:
    """Return the id of a year by any of its words, first of a country's; LudokitError for none."""
    every = {**(years_of(name) if name else {}), **years_of("")}
    wanted = bare_letters(typed)
    for year, one in every.items():
        if wanted in one.known(year):
            return year
    near = years_of(name)
    spoken = {word: year for year, one in every.items() for word in one.words.values()}
    raise LudokitError(not_one_of(typed, near, spoken))


def country_of_year(year: str) -> str:
    """Return the country whose year of school it is; LudokitError for no year."""
    meant = year_meant(year)
    return next(name for name in countries() if meant in country(name).years)


def year_words(year: str, language: Language) -> str:
    """Return what a year of school is called; LudokitError for no year."""
    return words_in_language(years_of("")[year_meant(year)].words, language)


def age_of(name: str, year: str) -> int:
    """Return the age at which pupils begin a year, of any country; LudokitError for no year."""
    return years_of("")[year_meant(year, name)].age


def is_for(year: str | None, from_age: int | None) -> bool:
    """Tell whether pupils of a year are as old as something asks, any where no year is named."""
    return not (year and from_age) or years_of("")[year].age >= from_age


def skills_for(name: str, year: str) -> frozenset[Skill]:
    """Return what a country asks of pupils of a year, of its own or of another country's.

    Where none is named it is the year's own. What its file does not tell begins at the age of
    France, which is our decision; what that does not tell either is for every year.
    """
    of = country_of_year(year) if name in {"", NONE} else name
    age, every = age_of(of, year), get_args(Skill)
    return frozenset(skill for skill in every if age >= _first_age(of, skill))


def _first_age(name: str, skill: Skill) -> int:
    for one in map(country, (name, MODEL)):
        if skill in one.skills:
            return one.years[one.skills[skill].since].age
    return 0
