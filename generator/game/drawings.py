"""The pictures that come with the program, which any game or list may use as `icon:tooth`.

A drawing is a file of `rules_data/drawings` in two tones, and has a name and words to search by in
every language. Flags and maps, `flag:fr` and `map:fr`, are called by the code of a country or by
its name; whose they are stands beside them.
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
from generator.words import (
    FIRST,
    FLAG,
    ICON,
    LANGUAGES,
    MAP,
    Language,
    clip_text,
    fold,
    message,
    nearest_word,
    territory_names,
    typed_words,
)

FOLDERS = {ICON: "drawings", FLAG: "flags", MAP: "maps"}
# What is said where there is none of a name, with one that is like it and without.
UNKNOWN = {
    ICON: ("picture.no-drawing-near", "picture.no-drawing"),
    FLAG: ("picture.no-flag-near", "picture.no-flag"),
    MAP: ("picture.no-map-near", "picture.no-map"),
}


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
    file = paths.rules_data() / FOLDERS[ICON] / "drawings.yaml"
    return validate(read_file(file), DrawingsFile).drawings


@cache
def shipped_pictures() -> tuple[str, ...]:
    """Return what the program's pictures are called in data: `icon:` and their ids, `flag:`..."""
    return tuple(f"{kind}:{file}" for kind in FOLDERS for file in sorted(_files(kind)))


def drawing_file(kind: str, name: str) -> Path:
    """Return the file of a picture by its id, or by its name in any language; else LudokitError."""
    wanted = _compared(name)
    # Without reading all words, which takes its time in a browser.
    if name.strip().lower() in _files(kind):
        return _files(kind)[name.strip().lower()]
    called = {word: one for one, words in _names(kind).items() for word in words}
    for word, one in called.items():
        if wanted == _compared(word):
            return _files(kind)[one]
    near, (with_near, without) = nearest_word(name, called), UNKNOWN[kind]
    if near is None:
        raise LudokitError(message(without, found=clip_text(name)))
    raise LudokitError(message(with_near, found=clip_text(name), near=near))


def drawing_title(name: str, language: Language) -> str:
    """Return what a picture is called in a language by its id, or that if there is no name."""
    kind, _, one = name.partition(":")
    if kind != ICON:
        return territory_names(one, language)[0]
    return drawings()[one].name.get(language, one) if one in drawings() else one


def find_drawings(words: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the pictures of which a word begins as one asked for, all without any."""
    asked = tuple(map(fold, words))
    return tuple(
        name
        for name in shipped_pictures()
        if not asked
        or any(word.startswith(asked) for said in _searched(name) for word in (said, *said.split()))
    )


def _searched(name: str) -> list[str]:
    kind, _, one = name.partition(":")
    known = drawings().get(one) if kind == ICON else None
    others = [*typed_words(kind, FIRST, "pictures"), *_names(kind).get(one, ())]
    return [*map(fold, (one, *(known.every() if known else others)))]


@cache
def _names(kind: str) -> Mapping[str, tuple[str, ...]]:
    if kind == ICON:
        return {one: tuple(words.name.values()) for one, words in drawings().items()}
    return {
        code: tuple(word for one in LANGUAGES for word in territory_names(code, one))
        for code in _files(kind)
    }


@cache
def _files(kind: str) -> Mapping[str, Path]:
    return {file.stem: file for file in (paths.rules_data() / FOLDERS[kind]).glob("*.svg")}


def _compared(name: str) -> str:
    return fold(name.strip()).replace("’", "'").replace("-", " ").replace("&", "and")
