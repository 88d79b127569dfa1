"""JSON -> nodes with their places, or straight to the value of a model where nothing is odd."""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from json import JSONDecodeError, decoder
from typing import Any, Generic, NoReturn, TypeVar
from unicodedata import is_normalized

from pydantic import BaseModel
from pydantic_core import to_json

from generator.errors import DataError, Problem
from generator.reading import nodes, schema
from generator.reading.nodes import ListNode, MapNode, Node, Scalar, sorted_problems
from generator.reading.schema import Aliases, AnyValue, Choice, Fields, Items, OpenMapping, Word
from generator.words import Message, clip_text, message, nearest_word

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![\w.+-])")
_WORD = re.compile(r"[^\s\[\]{},:\"]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# The C scanner of the standard library, which its stubs leave out.
_scan_string: Callable[[str, int], tuple[str, int]] = vars(decoder)["scanstring"]
_WORDS = frozenset({"null", "true", "false"})
_NO_VALUE = frozenset({"", "]", "}", ",", ":"})
_NOT_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})


def parse_json(text: str, file: str, *, first_line: int = 1) -> tuple[Node, tuple[Problem, ...]]:
    """Parse one JSON value, with its lesser faults; DataError for one that ends the parsing."""
    scan = _Scan(text, nodes.LineIndex(text, file, first=first_line))
    if scan.look() == "":
        raise DataError([scan.fault(0, message("reading.empty"))])
    root = scan.value(1)
    if scan.look() != "":
        scan.stop(message("reading.json-extra"))
    return root, tuple(sorted_problems(scan.problems))


@dataclass(slots=True)
class _Scan:
    text: str
    lines: nodes.LineIndex
    at: int = 0
    problems: list[Problem] = field(default_factory=list)

    def look(self) -> str:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def fault(self, offset: int, reason: Message) -> Problem:
        return nodes.problem_at(self.lines.place(offset), "", reason)

    def stop(self, reason: Message) -> NoReturn:
        raise DataError(sorted_problems([*self.problems, self.fault(self.at, reason)]))

    def value(self, level: int) -> Node:
        sign = self.look()
        if len(self.problems) >= nodes.LISTED_FAULTS:
            self.stop(message("reading.too-many-faults"))
        if sign in ("[", "{") and level > nodes.LIMIT_LEVELS:
            self.stop(message("reading.too-deep", n=nodes.LIMIT_LEVELS))
        if sign == "[":
            place = self.lines.place(self.at)
            return ListNode(tuple(self.value(level + 1) for _ in self._items("]")), place)
        if sign == "{":
            return self._map(level)
        if sign == '"':
            return self._string()
        if sign in _NO_VALUE:
            self._expected("reading.json-value")
        return self._bare()

    def _map(self, level: int) -> MapNode:
        place = self.lines.place(self.at)
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        for _ in self._items("}"):
            if self.look() != '"':
                self._expected("reading.json-key")
            key = self._string()
            self.problems.extend(nodes.duplicate_key_problems(key, seen))
            if self.look() != ":":
                self._expected("reading.json-colon")
            self.at += 1
            pairs.append((key, self.value(level + 1)))
        return MapNode(tuple(pairs), place)

    def _items(self, close: str) -> Iterator[None]:
        """Step to each item of the list or mapping that begins here, at last past its end."""
        self.at += 1
        sign = self.look()
        while sign != close:
            yield
            sign = self.look()
            if sign == "":
                wanted = message("reading.json-close", close=close)
                self.stop(message("reading.end-of-json", wanted=wanted))
            if sign == ",":
                self.at += 1
            elif sign != close:
                self.stop(message("reading.json-comma", close=close))
        self.at += 1

    def _expected(self, wanted: str) -> NoReturn:
        sign = self.look()
        if sign == "":
            self.stop(message("reading.end-of-json", wanted=message(wanted)))
        self.stop(message("reading.json-expected", found=sign, wanted=message(wanted)))

    def _string(self) -> Scalar:
        start = self.at
        try:
            raw, self.at = _scan_string(self.text, start + 1)
        except JSONDecodeError as error:
            self.at = min(error.pos, len(self.text))
            if error.msg.startswith("Unterminated"):
                self.at = start
                self.stop(message("reading.open-quote"))
            if error.msg.startswith("Invalid control"):
                self.stop(nodes.control_character_message(self.text[self.at]))
            self.stop(message("reading.bad-escape"))
        if half := _SURROGATE.search(raw):
            found = f"\\u{ord(half.group()):04x}"
            self.problems.append(self.fault(start, message("reading.lone-surrogate", found=found)))
            raw = _SURROGATE.sub("?", raw)  # one fault is enough: nothing else takes half a sign
        if nodes.excess_mark_offset(raw) is not None:
            self.problems.append(self.fault(start, message("reading.marks", n=nodes.MOST_MARKS)))
            raw = "?"
        text = unicodedata.normalize("NFC", raw)
        return Scalar(text, text, self.lines.place(start), quoted=True)

    def _bare(self) -> Scalar:
        start = self.at
        word = _WORD.match(self.text, start)
        text = word.group() if word else self.text[start]
        place = self.lines.place(start)
        number = _NUMBER.fullmatch(text)
        if number is None and text not in _WORDS and text not in _NOT_NUMBERS:
            hint, wanted = nearest_word(text, _WORDS), message("reading.json-value")
            if hint is None:
                self.stop(message("reading.json-expected", found=clip_text(text), wanted=wanted))
            self.stop(message("reading.json-word", found=clip_text(text), near=hint))
        self.at = start + len(text)
        if text in _NOT_NUMBERS:
            self.problems.append(self.fault(start, message("reading.json-number", found=text)))
        value = None if text in _NOT_NUMBERS else nodes.resolve_scalar(text)
        return Scalar(text if value is not None else "", value, place)


Plain = Any
# The words that were met of vocabularies without a list of their own, such as names of players.
WordsMet = defaultdict[str, set[str]]
# What brings a plain value into canonical words, and notes the words that it meets.
Reader = Callable[[Plain, WordsMet], Plain]
Model = TypeVar("Model", bound=BaseModel)

# One figure first: that is searched for in a third of the time.
_LONG_NUMBER = re.compile(rf"[0-9][0-9]{{{nodes.LONGEST_NUMBER}}}")
_HIDDEN_COLON = "\\u003"


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
