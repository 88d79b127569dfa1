"""The words of game data and records in both languages, shipped beside the games."""

from functools import cache

from generator import paths
from generator.reading.aliases import Aliases, load_aliases
from generator.words import Language

FIELDS_FILE = "fields.yaml"


@cache
def field_aliases() -> Aliases:
    """Return the French words for every field name."""
    return load_aliases(paths.rules_data() / FIELDS_FILE)


def field_words(name: str, language: Language) -> str:
    """Return a field's name as people of a language write it: `dés` for `dice`."""
    others = field_aliases().also(name)
    return others[0] if language == "fr" and others else name
