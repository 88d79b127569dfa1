"""The drawings that come with the program, which any game or list may use as `icon:tooth`.

Each is a file of `rules_data/drawings` in two tones, and has a name and words to search by in every
language. They are drawn by this project, under its licence.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from generator import paths
from generator.errors import LudokitError
from generator.game.countries import Worded
from generator.game.facts import Facts, Id, Sentence
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.words import ICON, Language, clip_text, fold, message, nearest_word

FOLDER = "drawings"


class DrawingWords(Facts):
    """What a drawing is called, and what else people search it by, by language."""

    name: Worded
    words: Mapping[Id, tuple[Sentence, ...]]

    def every(self) -> Iterator[str]:
        """Yield all words that it is found by, its names first."""
        yield from self.name.values()
        for words in self.words.values():
            yield from words


class DrawingsFile(Facts):
    """The file beside the drawings that says what they are called."""

    drawings: Mapping[Id, DrawingWords]


@cache
def drawings() -> Mapping[str, DrawingWords]:
    """Return the words of all drawings, by id."""
    return validate(read_file(_folder() / "drawings.yaml"), DrawingsFile).drawings


@cache
def icons() -> tuple[str, ...]:
    """Return what the drawings are called in data: `icon:` and their ids."""
    return tuple(f"{ICON}:{name}" for name in sorted(file.stem for file in _folder().glob("*.svg")))


def drawing_file(name: str) -> Path:
    """Return the file of a drawing by its id, or by its name in any language; else LudokitError."""
    wanted = fold(name.strip())
    if f"{ICON}:{wanted}" in icons():
        # Without reading all words, which takes its time in a browser.
        return _folder() / f"{wanted}.svg"
    called = {word: one for one, words in drawings().items() for word in words.name.values()}
    for word, one in called.items():
        if wanted == fold(word):
            return _folder() / f"{one}.svg"
    near = nearest_word(name, called)
    if near is None:
        raise LudokitError(message("picture.no-drawing", found=clip_text(name)))
    raise LudokitError(message("picture.no-drawing-near", found=clip_text(name), near=near))


def drawing_title(name: str, language: Language) -> str:
    """Return what a drawing is called in a language, or its own name if there is none."""
    with_words = drawings().get(drawing_file(name).stem)
    return with_words.name.get(language, name) if with_words else name


def find_drawings(words: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the drawings of which a word begins as one asked for, all without any."""
    asked = tuple(map(fold, words))
    if not asked:
        return tuple(drawings())
    known = {one: [fold(one), *map(fold, said.every())] for one, said in drawings().items()}
    return tuple(
        one
        for one, said in known.items()
        if any(word.startswith(asked) for whole in said for word in (whole, *whole.split()))
    )


def _folder() -> Path:
    return paths.rules_data() / FOLDER
