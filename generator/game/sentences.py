"""A game's sentences in one language, typeset, and the words that its data and records may use."""

import re
from collections.abc import Mapping
from functools import cache, reduce
from typing import Annotated, Any

from pydantic import Field

from generator import words as vocabulary
from generator.game.facts import Facts, Id, Letters, Sentence
from generator.reading.schema import Aliases
from generator.words import LANGUAGES, Language, fill_in, fold, number_word, typeset

# Of a part, or of mechanics and rules at any depth; a guide's own names have more pieces.
FIGURE = re.compile(
    r"\{((?:(?:mechanics|rules)(?:\.[a-z0-9_-]+)+?|[a-z0-9_-]+\.[a-z0-9_-]+)(?:\.(?:words|Words|ordinal))?)\}"
)
# What is said in one piece, and what is said of each thing by its name.
HEADS = ("title", "tagline", "world", "rights", "rights_long")
TOLD = ("provenance", "rules", "told", "printables", "health", "sources")


class SentencesFile(Facts):
    """A language file of a game; every key must stand in every language."""

    title: Sentence
    """The name of the game, at the head of papers."""
    called: tuple[Sentence, ...] = ()
    """What else the game is called, where a record names it."""
    tagline: Sentence | None = None
    """What the game is, in one sentence."""
    world: Sentence | None = None
    """One line of the game's world, short and warm, that stands below its title."""
    rights: Sentence | None = None
    """Whose the game is, in one line at the foot of papers."""
    rights_long: Sentence | None = None
    """What may be done with the material, for the page of credits."""
    labels: Mapping[Letters, Annotated[str, Field(max_length=2000)]] = Field(default_factory=dict)
    """What is printed instead of the letters of cells: `{Y: J}` prints J3 for Y3, `{f: ""}` 7 for
    f7."""
    fields: Mapping[Id, Sentence | tuple[Sentence, ...]] = Field(default_factory=dict)
    """The game's own words for fields of its records, by the field's name: one word, or a list of
    which the first is shown on forms and in blank records."""
    synonyms: Mapping[Id, Sentence | tuple[Sentence, ...]] = Field(default_factory=dict)
    """What people write all the same, by the name of the field, card or colour they mean: a record
    with it is read, with a note."""
    words: Mapping[Id, Mapping[Id, Sentence]] = Field(default_factory=dict)
    """The game's words for colours, cards and variants, by group and name; records take them too.
    Under `lines`, by direction, how reports say where a number stands: "on this spoke"."""
    provenance: Mapping[Id, Sentence] = Field(default_factory=dict)
    """A sentence for each uncertain fact of `game.yaml`."""
    rules: Mapping[Id, Sentence] = Field(default_factory=dict)
    """The sentence of each rule of `game.yaml`, as a judge says it: in reports."""
    told: Mapping[Id, Sentence] = Field(default_factory=dict)
    """What a player is told of a rule, on rule sheets and reminders; left out, it is the judge's
    sentence."""
    printables: Mapping[Id, Sentence] = Field(default_factory=dict)
    """The title of each printable of `game.yaml`."""
    texts: Mapping[Id, Sentence] = Field(default_factory=dict)
    """All other words that parts, blocks and cards print, by name."""
    health: Mapping[Id, Sentence] = Field(default_factory=dict)
    """The sentence of each health fact."""
    sources: Mapping[Id, Sentence] = Field(default_factory=dict)
    """The titles that sources have in this language, by name."""
    nouns: Mapping[Id, tuple[Sentence, ...]] = Field(default_factory=dict)
    """Words that come after a number of `game.yaml`, by that number's name, so that `check` can
    warn of a number typed by hand."""

    def to_player(self, rule: str) -> str:
        """Return what a player is told of a rule: the judge's sentence where nothing else is."""
        return self.told.get(rule, self.rules[rule])

    def label(self, cell: str) -> str:
        """Return what is printed for a cell's id: `J3` for `Y3` on a French sheet."""
        letters = letters_of(cell)
        return self.labels.get(letters, letters) + cell[len(letters) :]


class LanguageFile(SentencesFile):
    """A language file whole, with the teacher's lesson that belongs to the guide."""

    guide: Mapping[Id, Any] = Field(default_factory=dict)
    """The teacher's guide, the rule sheet and the page for families; left out, none of them is
    printed."""


class Sentences(SentencesFile):
    """What a game says in one language, typeset and with its figures."""

    language: Language
    tagline: str
    world: str
    rights: str
    rights_long: str
    fields: Mapping[Id, tuple[Sentence, ...]]
    synonyms: Mapping[Id, tuple[Sentence, ...]]

    def field_word(self, name: str) -> str:
        """Return what a record calls a field: the game's own word first, else the language's."""
        own = self.fields.get(name) or vocabulary.field_table(self.language).get(name, (name,))
        return own[0]


def letters_of(cell: str) -> str:
    """Return a cell's id without the number at its end, as labels name it: `Y` of `Y3`."""
    return cell.rstrip("0123456789")


def placeholder_value(name: str, known: Mapping[str, str], language: Language) -> str | None:
    """Return what a name in braces stands for: a number, its `.words`, `.Words` or `.ordinal`."""
    if name in known:
        return known[name]
    base, _, form = name.rpartition(".")
    number = known.get(base, "")
    return number_word(int(number), form, language) if number.isdecimal() else None


def _fill_placeholders(words: str, figures: Mapping[str, str], language: Language) -> str:
    """Fill in `{part.figure}` and `{mechanics.figure}`; one that is not there stays as it is."""

    def put(found: re.Match[str]) -> str:
        return placeholder_value(found[1], figures, language) or found[0]

    return fill_in(FIGURE, put, words, language)


def sign_letters(file: SentencesFile) -> Mapping[str, str]:
    """Return what a sentence may call the sign of a colour by: `{sign.red}` is its letters."""
    return {f"sign.{name}": label for name, label in file.labels.items() if label}


def typeset_sentences(
    file: SentencesFile, language: Language, figures: Mapping[str, str]
) -> Sentences:
    """Typeset the words of a language file; a figure that is not there stays as it is written."""
    figures = {**figures, **sign_letters(file)}

    def put(words: str) -> str:
        return typeset(_fill_placeholders(words, figures, language), language)

    def put_all(words: Mapping[str, str]) -> Mapping[str, str]:
        return {key: put(text) for key, text in words.items()}

    # A row's points are called by its colour where nothing else is said.
    scores = {f"score.{colour}": word for colour, word in file.words.get("colours", {}).items()}
    said: dict[str, Any] = {name: put(getattr(file, name) or "") for name in HEADS}
    said |= {name: put_all(getattr(file, name)) for name in TOLD}
    said["texts"] = put_all({**scores, **file.texts})
    for table in ("fields", "synonyms"):
        words = getattr(file, table).items()
        said[table] = {name: (one,) if isinstance(one, str) else one for name, one in words}
    # What is typeset may be longer than what may be written.
    return Sentences.model_construct(**dict(file) | said, language=language)


def field_aliases() -> Aliases:
    """Return the words of all languages for field names and fixed words."""
    return aliases_of(*LANGUAGES)


@cache
def aliases_of(*languages: Language) -> Aliases:
    """Return the words of some languages, those of the first before the others."""
    both = ((vocabulary.field_table(one), vocabulary.fixed_table(one)) for one in languages)
    return reduce(Aliases.merged_with, (Aliases(*one) for one in both))


def game_aliases(said: Mapping[Language, Sentences]) -> Mapping[Language, Aliases]:
    """Return each language's words for a game's records; its own go before the program's."""
    known = {one: aliases_of(one) for one in LANGUAGES}
    for language, spoken in said.items():
        own = {fold(word) for words in spoken.fields.values() for word in words}
        others = {
            name: tuple(word for word in words if fold(word) not in own)
            for name, words in known[language].fields.items()
        }
        known[language] = Aliases({**others, **spoken.fields}, known[language].words)
    return known
