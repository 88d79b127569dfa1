"""The fast path for JSON: a text becomes the value of a model, without places and without faults.

Names and words are looked up as they are usually spelt. Whatever may be a fault, or is spelt in
another way, raises Doubt and is left to the readers that know where everything stands: they find
the same value, or say what is wrong.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar
from unicodedata import is_normalized

from pydantic import BaseModel
from pydantic_core import to_json

from generator.reading import nodes, schema
from generator.reading.schema import Aliases, AnyValue, Choice, Fields, Items, OpenMapping, Word

Plain: TypeAlias = Any
# The words that were met of vocabularies without a list of their own, such as names of players.
WordsMet: TypeAlias = defaultdict[str, set[str]]
# What brings a plain value into canonical words, and notes the words that it meets.
Reader: TypeAlias = Callable[[Plain, WordsMet], Plain]
Model = TypeVar("Model", bound=BaseModel)

# One figure first: that is searched for in a third of the time.
_LONG_NUMBER = re.compile(rf"[0-9][0-9]{{{nodes.LONGEST_NUMBER}}}")
_HIDDEN_COLON = "\\u003"
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Doubt(ValueError):  # noqa: N818 - an error or none, until somebody looks
    """A text that has to be read with care: it may hold a fault."""


def plain_json(text: str) -> Plain:
    """Return what a JSON text holds; raise ValueError where a letter or number may be a fault."""
    if _HIDDEN_COLON in text or _LONG_NUMBER.search(text):
        raise Doubt
    try:
        value = json.loads(text, parse_float=_doubt, parse_constant=_doubt)
        said = json.dumps(value, ensure_ascii=False) if "\\u" in text else text
    except RecursionError:
        raise Doubt from None
    if not said.isascii() and (
        nodes.excess_mark_offset(said) is not None
        or _SURROGATE.search(said)
        or not is_normalized("NFC", said)
    ):
        raise Doubt
    return value


def _doubt(*_: object) -> NoReturn:
    raise Doubt


class FastReader(Generic[Model]):
    """Reads the values of one model, its fields and fixed words in any language."""

    def __init__(self, model: type[Model], aliases: Aliases) -> None:
        self.model = model
        self._reader = _reader(Fields(model), aliases)

    def read(self, plain: Plain, text: str) -> tuple[Model, WordsMet]:
        """Return what `plain` means, and its words of open vocabularies; ValueError in doubt."""
        met: WordsMet = defaultdict(set)
        canonical = to_json(self._reader(plain, met))
        # Every name has its colon: where some are missing, a name stood twice.
        if canonical.count(b":") != text.count(":"):
            raise Doubt
        return self.model.model_validate_json(canonical, strict=True), met


def _reader(want: schema.Schema, aliases: Aliases) -> Reader:
    match want:
        case AnyValue():
            return _as_it_is
        case Word():
            return _word(want, aliases)
        case Fields():
            return _fields(want, aliases)
        case OpenMapping(key, value):
            return _table(_reader(key, aliases), _reader(value, aliases))
        case Items(several, rest):
            return _doubt if several else _items(_reader(rest, aliases))
        case Choice(members):
            return _doubt if Choice in map(type, members) else _choice(members, aliases)


def _as_it_is(value: Plain, _: WordsMet) -> Plain:
    return value


def _word(want: Word, aliases: Aliases) -> Reader:
    vocabulary, options = want.vocabulary, want.options
    spelt = (*options, *aliases.all_words(vocabulary))
    meant = {word: aliases.word_of(word, vocabulary, options) or word for word in spelt}

    def read(value: Plain, met: WordsMet) -> Plain:
        if type(value) is int:  # the label of a cell may be a number, or the place of a square
            word = meant.get(str(value), "")
            return value if word in {"", str(value)} else word
        if type(value) is not str:
            return value
        word = meant.get(value, value)
        if not options:
            met[vocabulary].add(word)
        return word

    return read


def _names(want: Fields, aliases: Aliases) -> Mapping[str, str]:
    known = tuple(schema.field_schemas(want.model))
    spelt = (word for name in known for word in (name, *aliases.other_words(name)))
    return {word: aliases.field_of(word, known) or word for word in spelt}


def _fields(want: Fields, aliases: Aliases) -> Reader:
    known = {name: _reader(one, aliases) for name, one in schema.field_schemas(want.model).items()}
    meant = {word: (name, known[name]) for word, name in _names(want, aliases).items()}

    def read(value: Plain, met: WordsMet) -> Plain:
        if type(value) is not dict:
            return value
        found: dict[str, Plain] = {}
        for key, inner in value.items():
            name, reader = meant.get(key) or _doubt()
            if name in found:
                raise Doubt
            found[name] = reader(inner, met)
        return found

    return read


def _table(key: Reader, inner: Reader) -> Reader:
    def read(value: Plain, met: WordsMet) -> Plain:
        if type(value) is not dict:
            return value
        found = {key(name, met): inner(one, met) for name, one in value.items()}
        return found if len(found) == len(value) else _doubt()

    return read


def _items(inner: Reader) -> Reader:
    def read(value: Plain, met: WordsMet) -> Plain:
        return [inner(one, met) for one in value] if type(value) is list else value

    return _as_it_is if inner is _as_it_is else read


def _choice(members: tuple[schema.Schema, ...], aliases: Aliases) -> Reader:
    """Return a reader that tells a mapping's member by the fields which only that one has."""
    made = [(one, _reader(one, aliases)) for one in members]
    word = next((reader for one, reader in made if isinstance(one, Word)), _as_it_is)
    items = next((reader for one, reader in made if isinstance(one, Items)), _as_it_is)
    owners: dict[str, set[Reader]] = defaultdict(set)
    for one, reader in made:
        for name in _names(one, aliases) if isinstance(one, Fields) else ():
            owners[name].add(reader)

    def read(value: Plain, met: WordsMet) -> Plain:
        if type(value) is list:
            return items(value, met)
        if type(value) is not dict:
            return word(value, met)
        (meant,) = {reader for name in value for reader in owners.get(name, ())} or {_doubt}
        return meant(value, met)

    return read
