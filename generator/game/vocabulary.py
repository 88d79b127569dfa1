"""The words of game data and records: those of every language may be used in a file."""

from functools import cache, reduce

from generator.reading.aliases import Aliases
from generator.words import LANGUAGES, Language
from generator.words.tables import field_table, fixed_table


def field_aliases() -> Aliases:
    """Return the words of all languages for field names and fixed words."""
    return aliases_of(*LANGUAGES)


@cache
def aliases_of(*languages: Language) -> Aliases:
    """Return the words of some languages, those of the first before the others."""
    tables = (Aliases(field_table(one), fixed_table(one)) for one in languages)
    return reduce(Aliases.joined, tables)
