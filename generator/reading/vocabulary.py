"""The words of one record: those of its game's fields and values, and who plays."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.reading.printed_forms import Lexicon, tokens_of
from generator.reading.schema import NO_ALIASES, Aliases, Fields, Word, field_schemas
from generator.words import Words

# Vocabularies of names: those of the people who play.
PEOPLE = frozenset({"player", "winner"})
# Words of a field's name, with their signs.
LONGEST_KEY = 6


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A record's words: aliases, synonyms, and people's names by vocabulary where known.

    `own` are the synonyms of the record's language: what is one thing there, and another elsewhere,
    is what it is there.
    """

    aliases: Aliases
    synonyms: Words = field(default_factory=dict)
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Words = field(default_factory=dict)
    shown: Aliases = NO_ALIASES
    day_first: bool = False
    _lexicons: dict[object, Lexicon] = field(default_factory=dict, init=False)

    def lexicon(self, want: Word) -> Lexicon:
        """Return the words that may stand for what is wanted."""
        key = want.vocabulary, want.options
        if key not in self._lexicons:
            table = self.aliases.words.get(want.vocabulary, {})
            people = self.people.get(want.vocabulary, ())
            words = [
                (word, name)
                for name in dict.fromkeys((*people, *(want.options or table)))
                for word in (name, *table.get(name, ()), *self.synonyms.get(name, ()))
            ]
            is_names = want.vocabulary in self.people
            self._lexicons[key] = Lexicon(words, names=is_names, own=self.own)
        return self._lexicons[key]

    def field_lexicon(self, want: Fields) -> Lexicon:
        """Return the words for the fields of a block."""
        known = tuple(field_schemas(want.model))
        if known not in self._lexicons:
            words = (
                (word, name)
                for name in known
                for word in (name, *self.aliases.other_words(name), *self.synonyms.get(name, ()))
            )
            self._lexicons[known] = Lexicon(words)
        return self._lexicons[known]

    def field_named(self, key: str, want: Fields) -> str | None:
        """Return the one field that a word means: exactly, or plural, gender and a slip aside."""
        known = tuple(field_schemas(want.model))
        if (name := self.aliases.field_of(key, known)) is not None:
            return name
        tokens = tokens_of(key)
        if not 0 < len(tokens) <= LONGEST_KEY or tokens[0].is_number():
            return None
        lexicon = self.field_lexicon(want)
        found = lexicon.meanings(tokens, is_strict=True) or lexicon.slips(tokens)
        return next(iter(found)) if len(found) == 1 else None
