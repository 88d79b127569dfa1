"""The printables of a game by what people type for them: names, titles, and how these begin."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.errors import LudokitError
from generator.words import Language, fold, message, nearest_word, not_one_of

if TYPE_CHECKING:
    from generator.game.game import Game


def find_printable(game: "Game", word: str, language: Language, others: Sequence[str] = ()) -> str:
    """Find a printable by its name or title, or their beginning.

    LudokitError with the nearest of them, or of what else might be meant.
    """
    titles = {said: game.sentences[said].printables for said in game.sentences}
    words: dict[str, str] = {}
    for names in ({name: name for name in game.printables()}, *titles.values()):
        for name, title in names.items():
            words.setdefault(_typed(title), name)
    wanted = _typed(word)
    matches = {name for typed, name in words.items() if typed.startswith(wanted)}
    if wanted in words:
        return words[wanted]
    if len(matches) == 1:
        return matches.pop()
    own = (*titles_to_type(game, language).values(), *others)
    # A typing error in the first word of a title is recognised too.
    starts = {start: title for title in own for start in (title.split("-")[0], title)}
    reason = not_one_of(word, own)
    if hint := starts.get(nearest_word(word, starts) or ""):
        reason = message("words.not-one-of-near", **(dict(reason.values) | {"near": hint}))
    raise LudokitError(message("print.unknown-printable", reason=reason))


def titles_to_type(game: "Game", language: Language) -> Mapping[str, str]:
    """Return each printable's title as it may be typed in the reader's language."""
    said = game.sentences_in(language).printables
    return {name: _typed(said[name]) for name in game.printables()}


def _typed(title: str) -> str:
    """Return a title as one word of a command line: `feuilles-de-score`."""
    return re.sub(r"[\W_]+", "-", fold(title)).strip("-")
