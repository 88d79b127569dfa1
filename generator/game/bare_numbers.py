"""Numbers typed before what the data count: they go wrong when the data change."""

import re
from collections.abc import Iterator, Mapping

from generator.errors import Problem
from generator.game.game import Game
from generator.game.sentences import LanguageFile
from generator.game.vocabulary import field_aliases
from generator.reading.expected import canonical
from generator.reading.files import read_file
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, dotted, fault
from generator.words import Language, message, number_word

# One is an article in French, and is said of any single thing in English.
LEAST, MOST = 2, 20
# These quote other people, or count no pieces.
LEFT_OUT = ("nouns", "health", "sources", "words", "rights", "rights_long")
# A lesson speaks of "two dice" of three on purpose: only a number that is the data's is meant here,
# and none in what compares such choices or describes one drawing.
FREE = (("guide", "lesson"), ("guide", "handout"))
FREEST = (("guide", "lesson", "annex"), ("guide", "positions"))

Nouns = Mapping[str, tuple[str, ...]]


def warnings(game: Game) -> Iterator[Problem]:
    """Yield each typed number before a noun that `nouns` ties to a figure, and what to write."""
    for language, said in game.said.items():
        nouns: dict[str, tuple[str, ...]] = {}
        for name, words in said.nouns.items():
            for noun in words:
                nouns[noun.lower()] = (*nouns.get(noun.lower(), ()), name)
        if nouns:
            file = read_file(game.folder / f"{language}.yaml")
            top = canonical(file, LanguageFile, field_aliases())
            yield from _in(top, (), _Finder(language, nouns, game.figures))


class _Finder:
    """What one language looks for: numbers in digits or words, then a noun of the game."""

    def __init__(self, language: Language, nouns: Nouns, figures: Mapping[str, str]) -> None:
        self.nouns, self.figures = nouns, figures
        spelled = {number_word(n, "words", language) or "": n for n in range(LEAST, MOST + 1)}
        self.numbers = spelled | {word.capitalize(): number for word, number in spelled.items()}
        number = "|".join(["[0-9]+", *map(re.escape, self.numbers)])
        noun = "|".join(re.escape(one) for one in sorted(nouns, key=len, reverse=True))
        self.pattern = re.compile(rf"(?<![\w}}.,])({number})\s+((?i:{noun}))(?!\w)")

    def found(self, text: str, *, is_free: bool) -> Iterator[tuple[str, str]]:
        """Yield what is typed and what should be; in a free text only a figure's own number."""
        for typed, noun in self.pattern.findall(text):
            number = self.numbers.get(typed) or int(typed)
            names = self.nouns[noun.lower()]
            same = [name for name in names if self.figures[name] == str(number)]
            if number >= LEAST and (same or not is_free):
                form = "" if typed.isdecimal() else ".Words" if typed[0].isupper() else ".words"
                yield f"{typed} {noun}", f"{{{(*same, *names)[0]}{form}}} {noun}"


def _in(node: Node, path: Path, finder: _Finder) -> Iterator[Problem]:
    match node:
        case Scalar():
            is_free = any(path[: len(start)] == start for start in FREE)
            for typed, instead in finder.found(node.text, is_free=is_free):
                reason = message("game.bare-number", found=typed, instead=instead)
                yield fault(node.place, dotted(path), reason)
        case ListNode():
            for number, item in enumerate(node.items):
                yield from _in(item, (*path, number), finder)
        case MapNode():
            for key, value in node.pairs:
                below = (*path, key.text)
                if below not in FREEST and (path or key.text not in LEFT_OUT):
                    yield from _in(value, below, finder)
