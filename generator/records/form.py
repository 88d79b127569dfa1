"""The form of a game's record: the head every game shares, the body of its family, its words."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, create_model

from generator import game, rules
from generator.game.facts import Count, Facts
from generator.game.vocabulary import aliases_of
from generator.reading.aliases import NO_ALIASES, Aliases, FixedWord
from generator.rules.families import AnyRules
from generator.words import LANGUAGES, Language, fold

FORMAT = 1
MOST_PLAYERS = 100
LONGEST_NAME = 100

Player: TypeAlias = Annotated[
    str, FixedWord("player"), Field(min_length=1, max_length=LONGEST_NAME)
]
Variant: TypeAlias = Annotated[str, FixedWord("variant")]


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
        if self.variant is None:
            return frozenset()
        return frozenset({self.variant} if isinstance(self.variant, str) else self.variant)


@dataclass(frozen=True, slots=True)
class RecordForm:
    """How the records of one game are read: model, and the words that may be used in it.

    `spoken` has the words of each language alone, those that a record written in it shows.
    """

    model: type[HeadFile]
    aliases: Aliases
    spoken: Mapping[Language, Aliases]


@cache
def record_form(of: AnyRules) -> RecordForm:
    """Return the form of the records that some rules judge."""
    bases: Any = (of.body, HeadFile)
    model = create_model("Record", __base__=bases)
    both = {one: aliases_of(one).joined(of.aliases.get(one, NO_ALIASES)) for one in LANGUAGES}
    # A language without words for fields writes the names and ids as they are.
    spoken = {one: own if aliases_of(one).fields else NO_ALIASES for one, own in both.items()}
    return RecordForm(model, reduce(Aliases.joined, both.values()), spoken)


@cache
def opened(name: str, root: Path | None = None) -> AnyRules:
    """Return the rules of a game of the catalog, loaded once.

    Raise LudokitError where there is no such game, DataError with every fault of its data.
    """
    return rules.load(game.load(name, root))


@cache
def known_games(root: Path | None = None) -> Mapping[str, str]:
    """Return the games of the catalog by their folded name."""
    return {fold(name): name for name in game.names(root)}
