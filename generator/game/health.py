"""Facts about health that a game prints: each with its sources, and who has read them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field, model_validator

from generator.game.facts import Facts, Id, Sentence
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import message, not_one_of

Year = Annotated[int, Field(ge=1900, le=2200)]
Month = Annotated[str, Field(pattern="^[0-9]{4}-(0[1-9]|1[0-2])$")]

# What a table says of a way that an infection may take: yes, possible or rarer, no or not
# established, not verified.
Way: TypeAlias = Literal["+", "(+)", "-", "?"]
YES, RARER, NO, UNKNOWN = get_args(Way)


class Source(Facts):
    """Who says so, in which paper, and when; `covers` lists what it speaks of, nothing = of all.

    A language file may name it by the title that it has there, under `sources`.
    """

    name: Sentence
    """Who says so, and in which paper."""
    year: Year | None = None
    """The year of the paper."""
    url: Annotated[str | None, Field(pattern="^https?://", description="Where it was read.")] = None
    read: Annotated[Month | None, Field(description="The month in which it was read.")] = None
    covers: tuple[Id, ...] = ()
    """What it speaks of; left out, of everything."""


class HealthFact(Facts):
    """A fact; its sentence stands under the same id in every language."""

    fact: Id
    """What the fact is called; its sentence stands under this name in `health` of each language."""
    about: Id | None = None
    """What it is about: a card, or a table."""
    sources: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The sources that say so, by name."""


class TableFact(Facts):
    """A fact of a table: its value, and when it was read where that is not the table's month."""

    value: Way
    """`+` yes, `(+)` possible or rarer, `-` no or not established, `?` not verified."""
    sources: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The sources that say so, by name."""
    checked: Month | None = None
    """When it was last read, as `2026-11`, where that is not the month of all."""


class Health(Facts):
    """The health facts of a game; `reviewed_by` is empty until a health professional read them.

    Where `on_every_page`, every page says so until then. `tables` holds further facts by table, by
    what they are about, and by column.
    """

    checked: Month
    """When all of it was last read, as `2026-11`."""
    reviewed_by: Annotated[str, Field(max_length=200)] = ""
    """The health professional who read it; empty until one did."""
    on_every_page: bool = False
    """Whether every page says that nobody has read it yet."""
    sources: Mapping[Id, Source]
    """The sources by name."""
    facts: tuple[HealthFact, ...]
    """The facts that papers tell."""
    tables: Mapping[Id, Mapping[Id, Mapping[Id, TableFact]]] = Field(default_factory=dict)
    """Further facts by table, then by what they are about, then by column."""

    @model_validator(mode="after")
    def _cites_well(self) -> "Health":
        for at, about, sources in self._cited():
            for place, cited in enumerate(sources):
                if cited not in self.sources:
                    raise Fault(not_one_of(cited, self.sources), (*at, "sources", place))
                covers = self.sources[cited].covers
                if about is not None and covers and about not in covers:
                    reason = message("game.source-silent", source=cited, about=about)
                    raise Fault(reason, (*at, "sources", place))
        return self

    def _cited(self) -> Iterator[tuple[Path, str | None, tuple[str, ...]]]:
        """Yield where a fact stands, what it is about and what it cites."""
        for number, fact in enumerate(self.facts):
            yield ("facts", number), fact.about, fact.sources
        for table, rows in self.tables.items():
            for about, row in rows.items():
                for column, cell in row.items():
                    yield ("tables", table, about, column), about, cell.sources

    def columns(self, table: str, about: str, value: str = YES) -> tuple[str, ...]:
        """Return the columns in which a table says a value of something, in the data's order."""
        row = self.tables[table][about]
        return tuple(column for column, cell in row.items() if cell.value == value)
