"""What the entries of a game declare: the words they need, and the names they use."""

from collections.abc import Iterator, Mapping

from generator.errors import DataError, Problem
from generator.game import Game
from generator.game.needs import Need
from generator.game.sentences import Sentences
from generator.printables.planning import entries
from generator.reading.nodes import dotted, fault, place_of
from generator.words import Message, message

SECTION = "printables"


def check_declared(game: Game) -> None:
    """Read every entry; raise DataError with names used in vain and words missing."""
    problems = [*_vain(game), *_missing(game)]
    if problems:
        raise DataError(dict.fromkeys(problems))


def _vain(game: Game) -> Iterator[Problem]:
    for name, entry in entries(game).items():
        for path, reason in entry.faults(game):
            yield _at(game, (SECTION, name, *path), reason)


def _missing(game: Game) -> Iterator[Problem]:
    """Yield each word that an entry needs and a language lacks, at the place that needs it.

    A word that several places need is told once, at the first.
    """
    told: set[tuple[str, str, str]] = set()
    for name, entry in entries(game).items():
        for need in entry.needs(game):
            for language, said in game.said.items():
                key = (language, need.section, need.key)
                if key not in told and need.key not in _words(said, need):
                    told.add(key)
                    reason = message(
                        "game.no-word", section=need.section, name=need.key, file=f"{language}.yaml"
                    )
                    path = need.path if need.path[:1] == (SECTION,) else (SECTION, name, *need.path)
                    yield _at(game, path, reason)


def _words(said: Sentences, need: Need) -> Mapping[str, object]:
    """Return the table of a language file in which a word has to stand."""
    section, _, group = need.section.partition(".")
    table: Mapping[str, Mapping[str, object]] = getattr(said, section)
    return table.get(group, {}) if group else table


def _at(game: Game, path: tuple[str | int, ...], reason: Message) -> Problem:
    section = game.sections[SECTION]
    return fault(place_of(section, path[1:]), dotted(path), reason)
