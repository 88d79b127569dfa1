"""The format of a game's records: head and body, and its words in each language."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from generator import game, paths, rules
from generator.errors import DataError, Problem
from generator.game import Game
from generator.game.facts import MOST_PLAYERS, Count, Facts
from generator.game.sentences import aliases_of, game_aliases
from generator.reading import schema
from generator.reading.json_text import FastReader
from generator.reading.nodes import place_of, problem_at
from generator.reading.schema import NO_ALIASES, Aliases, Fields, FixedWord
from generator.reading.text_files import read_file
from generator.rules import AnyRules
from generator.words import LANGUAGES, Language, Message, Words, fold, message, not_one_of, synonyms

FORMAT = 1
# Read before it is known which game a record is of: they have no words of a game's own.
NAMING = ("format", "game")

Player = Annotated[str, FixedWord("player"), Field(min_length=1, max_length=100)]
Variant = Annotated[str, FixedWord("variant")]
# The fields of a record's head that a table may have.
HEAD_FIELDS = ("game", "variant", "date", "place")
# How the id of a cell of the score begins.
SCORE = "score."


class HeadFile(Facts):
    """The head of a record, the same in every game."""

    format: Literal[1] = 1
    game: str
    rules: Count | None = None
    variant: Variant | tuple[Variant, ...] | None = None
    date: dt.date | None = None
    place: str | None = None
    players: Annotated[tuple[Player, ...], Field(max_length=MOST_PLAYERS)]

    def variants(self) -> frozenset[str]:
        """Return the variants that were played; none is the basic game."""
        return frozenset((self.variant,) if isinstance(self.variant, str) else self.variant or ())


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """How records of one game are read: their model, its words, and the fast reader."""

    model: type[HeadFile]
    aliases: Aliases
    display_aliases: Mapping[Language, Aliases]
    fast_reader: FastReader[HeadFile]
    reserved: frozenset[str]
    synonyms: Words


@cache
def record_format(of: AnyRules) -> RecordFormat:
    """Return the format of some rules' records; DataError for words of no field, or of two."""
    bases: Any = (of.body, HeadFile)
    model = create_model("Record", __base__=bases)
    own = {field for field in schema.field_names_in(Fields(model)) if field not in NAMING}
    words = game_aliases(of.game.sentences)
    tables = [table for one in words.values() for table in one.words.values()]
    fixed = {name for table in tables for name in table}
    known = {*own, *schema.options_in(Fields(model)), *fixed}
    DataError.raise_for(_strange_words(of.game, own, known))
    both = {one: words[one].merged_with(of.aliases.get(one, NO_ALIASES)) for one in LANGUAGES}
    shown = {}
    for one in LANGUAGES:
        language = of.game.language(one)
        # A language without words for fields writes names and ids as they are, but for the game's
        # fields and the labels of cells.
        has_words = bool(aliases_of(language).fields)
        labels = {"cell": of.aliases.get(language, NO_ALIASES).words.get("cell", {})}
        few = Aliases(of.game.sentences[language].fields, labels)
        shown[one] = both[language] if has_words else few
    every = reduce(Aliases.merged_with, both.values())
    idle = (*every.all_words("nobody"), *every.all_words("pass"))
    also = _also(of.game)
    return RecordFormat(
        model, every, shown, FastReader(model, every), frozenset(map(fold, idle)), also
    )


def _also(of: Game) -> Words:
    found = dict(synonyms())
    for said in of.sentences.values():
        printed = {name: (label,) for name, label in said.labels.items() if label}
        for table in (said.synonyms, printed):
            for name, words in table.items():
                found[name] = (*found.get(name, ()), *words)
    return found


def _strange_words(of: Game, fields: Collection[str], known: Collection[str]) -> Iterator[Problem]:
    for language, said in of.sentences.items():
        reasons, seen = list[tuple[str, str, Message]](), dict[str, str]()
        for field, words in said.fields.items():
            if field not in fields:
                reasons.append(("fields", field, not_one_of(field, fields)))
            for word in words:
                if (before := seen.setdefault(fold(word), field)) != field:
                    reason = message("records.word-twice", found=word, other=before)
                    reasons.append(("fields", field, reason))
        strange = (one for one in said.synonyms if one not in known)
        reasons += (("synonyms", one, not_one_of(one, known)) for one in strange)
        for section, name, reason in reasons:
            place = place_of(read_file(paths.sentences_files(of.folder)[language]), (section, name))
            yield problem_at(place, f"{section}.{name}", reason)


def catalog_rules(name: str) -> AnyRules:
    """Return a catalog game's rules, loaded once; LudokitError for none, DataError for faults."""
    return _catalog_rules(name, Path.cwd())


@cache
def _catalog_rules(name: str, _here: Path) -> AnyRules:
    return rules.load(game.load(name))


def known_games() -> Mapping[str, str]:
    """Return the games of the catalog, seen from the current folder, by their folded name."""
    return _known_games(Path.cwd())


@cache
def _known_games(_here: Path) -> Mapping[str, str]:
    return {fold(name): name for name in game.game_names()}


def forget_games() -> None:
    """Forget every game that was loaded: the files of one are not what they were."""
    _catalog_rules.cache_clear()
    _known_games.cache_clear()
