"""What holds in one country only: what its schools ask for, whom one can call, what is so there."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated

from pydantic import Field, model_validator

from generator import paths
from generator.errors import LudokitError
from generator.game.facts import Facts, Id, Sentence
from generator.game.head import Month, Source
from generator.reading.text_files import read_file
from generator.reading.validate import Fault, validate
from generator.words import Language, message, not_one_of, typeset

FOLDER = "countries"
# No country: papers leave lines to fill in.
NONE = "none"

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


class Country(Facts):
    """A country's file, meant on papers in the language that it is `usual_for`."""

    name: Worded
    usual_for: Id | None = None
    checked: Month
    sources: Mapping[Id, Source]
    games: Mapping[Id, LocalContent]

    @model_validator(mode="after")
    def _cites_well(self) -> "Country":
        for game, local in self.games.items():
            for told in local.statements():
                for cited in told.sources:
                    if cited not in self.sources:
                        raise Fault(not_one_of(cited, self.sources), ("games", game))
        return self


def words_in_language(worded: Mapping[str, str], language: Language) -> str:
    """Return words in a language, or in the first there is, as a printer sets them."""
    own = language if language in worded else next(iter(worded))
    return typeset(worded[own], own)


def countries() -> tuple[str, ...]:
    """Return the names of the countries that have a file."""
    return tuple(sorted(file.stem for file in (paths.rules_data() / FOLDER).glob("*.yaml")))


@cache
def country(name: str) -> Country:
    """Read a country's file; LudokitError with the nearest name, DataError with its faults."""
    if name not in (known := countries()):
        raise LudokitError(message("game.no-country", reason=not_one_of(name, (*known, NONE))))
    return validate(read_file(paths.rules_data() / FOLDER / f"{name}.yaml"), Country)


def has_local_content(game: str, wanted: str) -> bool:
    """Tell whether a country has something to say to a game; LudokitError for no such country."""
    return any(game in country(one).games for one in (countries() if wanted == NONE else (wanted,)))


def country_for(wanted: str, language: Language) -> Country | None:
    """Return the country wanted, or where none is named the usual one of a language, if any."""
    if wanted:
        return None if wanted == NONE else country(wanted)
    usual = (country(name) for name in countries())
    return next((one for one in usual if one.usual_for == language), None)
