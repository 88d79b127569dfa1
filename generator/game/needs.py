"""Words that a piece of game data cannot be printed without, told by the piece itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from generator.errors import Problem
from generator.game.game import Game
from generator.game.sentences import Sentences
from generator.reading.nodes import Path
from generator.words import message

# Where a language file keeps its words: `texts`, or a group of its fixed words: `words.colours`.
Section: TypeAlias = str
NO_WORD = "game.no-word"


@dataclass(frozen=True, slots=True)
class Need:
    """One entry that every language file of a game must have, and what asks for it.

    `path` leads from the top of `game.yaml` to what makes it necessary, so that `check` can say why
    it is missed: a totals box needs the text `score.green`. An entry of `printables` counts its
    paths from itself on.
    """

    section: Section
    key: str
    path: Path
    optional: bool = False
    """Whether something else is printed where no language has it."""


def missing(game: Game, needs: Iterable[Need]) -> Iterator[Problem]:
    """Yield each word that some language of the game lacks, at the place that needs it.

    A word that several places need is told once, at the first.
    """
    told: set[tuple[str, str, str]] = set()
    for asked in (one for one in needs if not one.optional):
        need = _called_as_its_colour(game, asked)
        for language, said in game.said.items():
            key = (language, need.section, need.key)
            if key not in told and need.key not in _words(said, need.section):
                told.add(key)
                file, section = f"{language}.yaml", need.section
                reason = message(NO_WORD, section=section, name=need.key, file=file)
                yield game.fault(need.path, reason)


def _called_as_its_colour(game: Game, need: Need) -> Need:
    """Return the need for a colour's word where a part of the score has none but its colour's."""
    part = need.key.removeprefix("score.")
    own = any(need.key in said.texts for said in game.said.values())
    if need.section == "texts" and part != need.key and part in game.head.colours and not own:
        return Need("words.colours", part, need.path)
    return need


def _words(said: Sentences, section: Section) -> Mapping[str, object]:
    """Return the table of a language file in which a word has to stand."""
    table, _, group = section.partition(".")
    words: Mapping[str, Mapping[str, object]] = getattr(said, table)
    return words.get(group, {}) if group else words
