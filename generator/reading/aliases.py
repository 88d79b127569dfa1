"""Field names and fixed words as people of all languages write them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from generator.words import fold

Table: TypeAlias = Mapping[str, tuple[str, ...]]
Lookups: TypeAlias = tuple[Mapping[str, str], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class FixedWord:
    """Mark a text in a model as a word of a closed vocabulary, in any language."""

    vocabulary: str


@dataclass(frozen=True, slots=True, eq=False)
class Aliases:
    """Other words for field names and fixed words: canonical word -> its other words.

    `fields` maps a field's name, `words` maps vocabulary and canonical word. Equal to itself alone:
    what is looked up in it, for each word of a file, is kept by it.
    """

    fields: Table = field(default_factory=dict)
    words: Mapping[str, Table] = field(default_factory=dict)

    def field_of(self, found: str, known: tuple[str, ...]) -> str | None:
        """Return the known field that is meant, or None; a name of its own goes first."""
        return _meant(found, _fields(self, known))

    def word_of(self, found: str, vocabulary: str, known: tuple[str, ...] = ()) -> str | None:
        """Return the canonical word that is meant, or None."""
        return _meant(found, _words(self, vocabulary, known))

    def also(self, name: str) -> tuple[str, ...]:
        """Return the other words for a field's name."""
        return self.fields.get(name, ())

    def spoken(self, vocabulary: str) -> tuple[str, ...]:
        """Return every word of a vocabulary, canonical ones and others."""
        table = self.words.get(vocabulary, {})
        return (*table, *(other for others in table.values() for other in others))

    def joined(self, more: "Aliases") -> "Aliases":
        """Return these aliases with more; a word that stands in both has the others of both."""
        names = (*self.words, *(name for name in more.words if name not in self.words))
        return Aliases(
            _union(self.fields, more.fields),
            {n: _union(self.words.get(n, {}), more.words.get(n, {})) for n in names},
        )


NO_ALIASES = Aliases()


def _meant(found: str, lookups: Lookups) -> str | None:
    exact, folded = lookups
    return exact.get(found.casefold()) or folded.get(fold(found))


@lru_cache(maxsize=256)
def _fields(aliases: Aliases, known: tuple[str, ...]) -> Lookups:
    return _lookups(known, aliases.fields)


@lru_cache(maxsize=256)
def _words(aliases: Aliases, vocabulary: str, known: tuple[str, ...]) -> Lookups:
    table = aliases.words.get(vocabulary, {})
    return _lookups((*known, *(word for word in table if word not in known)), table)


def _lookups(known: tuple[str, ...], table: Table) -> Lookups:
    """Return word -> name, with accents and without: `dé` and `de` may be two words."""
    pairs = [(name, name) for name in known]
    pairs += [(word, name) for name in known for word in table.get(name, ())]
    pairs.reverse()  # of two that are alike the first is meant, a field's own name before all
    return (
        {word.casefold(): name for word, name in pairs},
        {fold(word): name for word, name in pairs},
    )


def _union(first: Table, second: Table) -> Table:
    names = (*first, *(name for name in second if name not in first))
    return {
        name: tuple(dict.fromkeys((*first.get(name, ()), *second.get(name, ())))) for name in names
    }
