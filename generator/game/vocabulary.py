"""The words of game data and records: those of every language may be used in a file."""

from collections.abc import Mapping
from functools import cache, reduce

from generator.game.sentences import Sentences
from generator.reading.aliases import Aliases
from generator.words import LANGUAGES, Language, field_table, fixed_table, fold


def field_aliases() -> Aliases:
    """Return the words of all languages for field names and fixed words."""
    return aliases_of(*LANGUAGES)


@cache
def aliases_of(*languages: Language) -> Aliases:
    """Return the words of some languages, those of the first before the others."""
    tables = (Aliases(field_table(one), fixed_table(one)) for one in languages)
    return reduce(Aliases.joined, tables)


def game_aliases(said: Mapping[Language, Sentences]) -> Mapping[Language, Aliases]:
    """Return the words of each language for the records of one game.

    A game's own word for a field takes the place of the program's words for it, and means nothing
    else in its records.
    """
    return {one: _with_own(aliases_of(one), said.get(one)) for one in LANGUAGES}


def _with_own(program: Aliases, said: Sentences | None) -> Aliases:
    if said is None or not said.fields:
        return program
    own = {fold(word) for words in said.fields.values() for word in words}
    others = {
        name: tuple(word for word in words if fold(word) not in own)
        for name, words in program.fields.items()
    }
    return Aliases({**others, **said.fields}, program.words)
