"""The program's own words, a file for each language: messages are values, worded at the edge."""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, reduce
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, TypeAlias

from generator.words import packs

FOLDER = packs.FOLDER
FIRST = "fr"
# Has a word for everything: what a language that comes as a folder falls back to in the end.
ENGLISH = "en"

# What stands before the name of a picture that comes with the program: `icon:tooth`, `flag:fr`.
ICON, FLAG, MAP = SHIPPED = ("icon", "flag", "map")

Language = str
Words = Mapping[str, tuple[str, ...]]

# The languages of the program itself, which have every word.
BUILT_IN: tuple[Language, ...] = tuple(
    sorted((file.stem for file in FOLDER.glob("*.yaml")), key=lambda name: (name != FIRST, name))
)
# What lies in the folder of one's own languages and cannot be read as one.
LEFT_OUT: tuple[Path, ...] = tuple(
    folder
    for own in packs.roots()[:-1]
    for folder in packs.folders_in(own)
    if not packs.is_readable(folder)
)
_PACKS = {one for root in packs.roots() for one in packs.folders_in(root)} - {*LEFT_OUT}
LANGUAGES: tuple[Language, ...] = (*BUILT_IN, *sorted({one.name for one in _PACKS} - {*BUILT_IN}))


@dataclass(frozen=True, slots=True)
class Traits:
    """How a language is written: its names in Babel and pyphen, its no-break spaces and quotes."""

    name: str
    locale: str
    hyphenation: str
    spaces: str
    quotes: tuple[str, str]
    elided: str = ""
    """The words that lose their last vowel before another one."""
    falls_back_to: Language = ENGLISH
    """In which language is said what it has no words for."""


@cache
def language_table(language: Language) -> Mapping[str, Any]:
    """Return how a language is written and what is typed in it; KeyError for an unknown one."""
    return _table(language, packs.LANGUAGE)


@cache
def sentence_table(language: Language) -> Mapping[str, Any]:
    """Return the sentences of a language by sections; KeyError for an unknown one."""
    return _table(language, packs.WORDS)


def _table(language: Language, file: str) -> Mapping[str, Any]:
    if language not in LANGUAGES:
        raise KeyError(language)
    if (values := FOLDER / f"{language}.json").is_file():
        # Where YAML takes long to read, the same comes as values.
        return packs.part_of(json.loads(values.read_bytes()), file)
    table = packs.part_of(_whole_table(language), file) if language in BUILT_IN else {}
    for root in reversed(packs.roots()):
        folder = root / language
        if folder not in LEFT_OUT and (found := packs.read_table(folder / file)) is not None:
            table = packs.merged(table, fit_pack(language, file, found)[0])
    return table or fit_pack(language, file, {})[0]


@cache
def _whole_table(language: Language) -> Any:
    return packs.read_table(FOLDER / f"{language}.yaml")


def fit_pack(language: Language, file: str, found: Any) -> tuple[Any, list[packs.Unfit]]:
    """Return what of a file of a language can be used, and what cannot."""
    # Of two that come as folders the later one's words give way.
    earlier = takewhile(lambda one: one != language, LANGUAGES[len(BUILT_IN) :])
    known = [*map(_whole_table, BUILT_IN), *map(language_table, earlier)]

    @cache
    def meanings(section: packs.Steps) -> Mapping[str, str]:
        found = [reduce(lambda at, step: at.get(step, {}), section, table) for table in known]
        named = (pair for names in found for pair in names.items() if packs.is_template(pair[1]))
        return {
            fold(word): name
            for name, words in named
            for word in (name, *((words,) if isinstance(words, str) else words))
        }

    def is_taken(section: packs.Steps, name: str, word: str) -> bool:
        return meanings(section).get(fold(word), name) != name

    unfit: list[packs.Unfit] = []
    return packs.fit(found, packs.part_of(pack_model(), file), is_taken, unfit), unfit


@cache
def pack_model() -> Mapping[str, Any]:
    """Return a table that has whatever a language may say."""
    model: Mapping[str, Any] = packs.merged(_whole_table(FIRST), _whole_table(ENGLISH))
    return model


@cache
def traits(language: Language) -> Traits:
    """Return how a language is written, from the section `language`."""
    # What a pack does not say of itself is as in English.
    usual = {**language_table(ENGLISH)["language"], "name": language}
    said = {**usual, **language_table(language)["language"]}
    return Traits(**(said | {"quotes": tuple(said["quotes"])}))


@cache
def fallbacks(language: Language) -> tuple[Language, ...]:
    """Return the languages in which a language's missing words are said, the nearest first."""
    chain = [language]
    while (other := traits(chain[-1]).falls_back_to) in LANGUAGES and other not in chain:
        chain.append(other)
    return tuple(dict.fromkeys((*chain[1:], *(one for one in (ENGLISH, FIRST) if one != language))))


@cache
def locale_of(language: Language) -> str:
    """Return what Babel knows a language by; of one it does not know, what it knows English by."""
    name = traits(language).locale
    return name if is_locale(name) else traits(ENGLISH).locale


def is_locale(name: str) -> bool:
    """Tell whether Babel knows a language by a name."""
    from babel import Locale, UnknownLocaleError

    try:
        Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return False
    return True


@cache
def lacking(language: Language) -> frozenset[str]:
    """Return the keys of the messages that a language has no words for."""
    return frozenset(_own_templates(ENGLISH)) - frozenset(_own_templates(language))


def paper_language(language: Language, asked: Language = "") -> str:
    """Return how a paper says its language: with what falls back, and which one was `asked` for."""
    name = traits(language).name
    if lacking(language):
        other = traits(fallbacks(language)[0]).name
        name = typeset_message(message("print.partly", language=name, other=other), language)
    if asked in {"", language}:
        return name
    told = message("print.asked", language=name, asked=traits(asked).name)
    return typeset_message(told, asked)


@cache
def field_table(language: Language) -> Words:
    """Return the words for fields, the one to show first; a field without any goes by its name."""
    return _words(language_table(language).get("fields", {}))


@cache
def fixed_table(language: Language) -> Mapping[str, Words]:
    """Return the words for what a field may hold, by vocabulary: colours, true and false, ..."""
    return {
        name: _words(words) for name, words in language_table(language).get("fixed", {}).items()
    }


def typed_words(name: str, language: Language, *section: str) -> tuple[str, ...]:
    """Return the words for a name in a section of `typed`, this language's first."""
    found: dict[Language, tuple[str, ...]] = {}
    for one in LANGUAGES:
        here = reduce(lambda at, step: at.get(step, {}), ("typed", *section), language_table(one))
        found[one] = _words(here).get(name, ())
    own, others = found.pop(language), (word for words in found.values() for word in words)
    return tuple(dict.fromkeys((*own, name, *others)))


def name_meant(found: str, names: Iterable[str], *section: str) -> str | None:
    """Return the name that a word of any language stands for, ignoring case and accents."""
    wanted = fold(found)
    words = {name: map(fold, typed_words(name, FIRST, *section)) for name in names}
    return next((name for name, known in words.items() if wanted in known), None)


def shipped_picture(found: str) -> tuple[str, str] | None:
    """Return the kind and name of a picture of the program, as any language writes it: `icon:x`."""
    scheme, colon, name = found.partition(":")
    kind = name_meant(scheme.strip(), SHIPPED, "pictures") if colon else None
    # `carte : plan d'une ville` explains a word.
    is_prose = kind == MAP and scheme[-1:].isspace()
    return (kind, name.strip()) if kind is not None and not is_prose else None


@cache
def territory_names(code: str, language: Language) -> tuple[str, ...]:
    """Return what a country is called: as we say it or Unicode does, then what others say."""
    from babel import Locale

    ours = takewhile(lambda name: name != code, typed_words(code, language, "territories"))
    theirs = Locale.parse(locale_of(language)).territories.get(code.upper(), code)
    return tuple(dict.fromkeys((*ours, theirs)))


def free_text_words(name: str, *languages: Language) -> tuple[str, ...]:
    """Return words of a kind (`nothing`, `articles`, ...) that people write in free text."""
    tables = (_words(language_table(one).get("free_text", {})) for one in languages or LANGUAGES)
    return tuple(word for words in tables for word in words.get(name, ()))


@cache
def synonyms() -> Words:
    """Return the words for fields, in any language, that people write though no form has them."""
    tables = [_words(language_table(one).get("synonyms", {})) for one in LANGUAGES]
    names = dict.fromkeys(name for words in tables for name in words)
    return {name: tuple(word for one in tables for word in one.get(name, ())) for name in names}


def _words(section: Mapping[str, str | list[str]]) -> Words:
    return {name: (one,) if isinstance(one, str) else tuple(one) for name, one in section.items()}


Value: TypeAlias = "str | int | float | tuple[str | Word | Message, ...] | Word | Message"
Word: TypeAlias = "FieldWord | OptionWord"


@dataclass(frozen=True, slots=True)
class FieldWord:
    """A field's name, put in the reader's language; `other` where that has no word for it."""

    name: str
    other: str


@dataclass(frozen=True, slots=True)
class OptionWord:
    """An option of the command line (`card-size`), put as the reader types it."""

    name: str


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the program, not yet in any language; `values` are in order of their names."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()


def message(key: str, /, **values: Value) -> Message:
    """Return the message of a key (`reading.unknown-field`) with its values."""
    return Message(key, tuple(sorted(values.items())))


LONGEST_LIST = 24
# Of words like the one found one has to be nearer than those that mean something else.
RIVALS, MARGIN = 8, 0.04
LONGEST_QUOTE = 60


def fold(text: str) -> str:
    """Return the text as it is compared: NFC, without case and accents."""
    if text.isascii():
        return text.lower()
    bare = unicodedata.normalize("NFD", text.casefold())
    kept = "".join(letter for letter in bare if unicodedata.category(letter) != "Mn")
    return unicodedata.normalize("NFC", kept)


def bare_letters(text: str) -> str:
    """Return the letters and figures of a text alone, without case and accents."""
    return "".join(letter for letter in fold(text) if letter.isalnum())


def clip_text(text: str) -> str:
    """Return the text, cut to what can be quoted in one line."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def nearest_word(
    found: str, allowed: Iterable[str] | Mapping[str, object], least: float = 0.6
) -> str | None:
    """Return the one allowed word like the one found; a mapping says which mean the same."""
    from difflib import SequenceMatcher, get_close_matches

    meanings = allowed if isinstance(allowed, Mapping) else {}
    words = {fold(word): word for word in sorted(allowed, reverse=True)}
    asked = fold(clip_text(found))
    like = [words[one] for one in get_close_matches(asked, words, n=RIVALS, cutoff=least)]
    rivals = (one for one in like if meanings.get(one, one) != meanings.get(like[0], like[0]))
    best = (*like[:1], *islice(rivals, 1))
    ratios = [SequenceMatcher(None, fold(one), asked).ratio() for one in best]
    return like[0] if best and ratios[0] > MARGIN + max(ratios[1:], default=0) else None


def nearest_names(found: str, allowed: Mapping[str, Iterable[str]], most: int) -> tuple[str, ...]:
    """Return the names, `most` of them, whose words are most like the one found, in order."""
    from difflib import SequenceMatcher

    asked = SequenceMatcher(b=fold(clip_text(found)))

    def likeness(name: str) -> float:
        ratios = [0.0]
        for word in (name, *allowed[name]):
            asked.set_seq1(fold(word))
            ratios.append(asked.ratio())
        return max(ratios)

    like = {name: likeness(name) for name in allowed}
    best = sorted(allowed, key=lambda name: -like[name])[:most]
    some = [name for name in best if like[name] > 0] or best
    return tuple(name for name in allowed if name in some)


def shortened_list(words: Collection[str]) -> tuple[str, ...]:
    """Return sorted words for a message, of very many only the first."""
    every = tuple(sorted(words))
    return every if len(every) <= LONGEST_LIST else (*every[:LONGEST_LIST], "…")


def not_one_of(
    found: str, allowed: Collection[str], spoken: Mapping[str, str] | None = None, role: str = ""
) -> Message:
    """Word a fault for a name outside a closed list, with the nearest; `spoken` has their words."""
    if role:
        reason = not_one_of(found, allowed, spoken)
        return message("words.in-role", role=message(f"words.role-{role}"), reason=reason)
    if not allowed:
        return message("words.none-there", found=clip_text(found))
    hint = nearest_word(found, [*allowed] if spoken is None else spoken)
    quoted, words = clip_text(found), shortened_list(allowed)
    if hint is None:
        return message("words.not-one-of", found=quoted, allowed=words)
    near = hint if spoken is None else spoken[hint]
    return message("words.not-one-of-near", found=quoted, allowed=words, near=near)


NARROW = "\u202f"  # no-break and narrow: before ; ! ? » and units, after «
MINUS = "\N{MINUS SIGN}"
_FIXED = "\u00a0"  # no-break, as wide as a space: before the colon

_UNITS = r"(?:mm|cm|km|m|kg|mg|g|ml|cl|l|min|h|s|pt|€|°C)(?![\w'\u2019])"
_GAP = r"[ \u00a0\u202f]"
_KEEP = r"(?P<keep>\{[^{}]*\}|\b(?:https?|ftp)://\S+|\bwww\.\S+|&\#?\w+;)"
_WORD_END = r"(?<=[\w)\]}'\"\u2019\u00bb\u2026%])"
_PAUSE = r"(?=[\s)\]'\"\u2019\u00bb;!?]|$)"

_BEFORE_UNITS = rf"(?<=[\d}}]){_GAP}+(?={_UNITS}|%)|(?<=[\d}}])(?=%)"
_UNIT_SPACES = re.compile(rf"{_KEEP}|(?P<narrow>{_BEFORE_UNITS})")
_FRENCH_SPACES = re.compile(
    rf"""{_KEEP}
    | (?P<narrow>(?<=\S){_GAP}+(?=[;!?\u00bb])
        | {_WORD_END}(?=[;!?]{_PAUSE})
        | {_WORD_END}(?=\u00bb)
        | {_BEFORE_UNITS}
        | (?<=\u00ab){_GAP}+(?=\S)
        | (?<=\u00ab)(?=\S)(?!{_GAP}))
    | (?P<fixed>(?<=\S){_GAP}+(?=:(?:\s|$))
        | {_WORD_END}(?=:(?:\s|$)))""",
    re.VERBOSE,
)
# What a language may say of its `spaces`; any other word means none.
_SPACES = {"french": _FRENCH_SPACES, "units": _UNIT_SPACES}
_MARKS = re.compile(
    _KEEP
    + r"|(?P<dots>(?<!\.)\.{3}(?!\.))"
    + r"|(?P<open>(?:(?<=[\s(\[\u201c\u00ab])|(?<![\s\S]))'(?=[^\W\d]))"
    + r"|(?P<apostrophe>')"
)
_DOUBLE = re.compile(
    _KEEP + r"|(?P<open>(?:(?<=[\s(\[\u2018])|(?<![\s\S]))\"(?=\S))" + r"|(?P<close>\")"
)


def no_break_spaced(text: str, language: Language) -> str:
    """Return the text with its no-break spaces; placeholders, addresses and times stay."""
    pattern = _SPACES.get(traits(language).spaces)
    return (
        text if pattern is None else _replaced(pattern, text, {"narrow": NARROW, "fixed": _FIXED})
    )


def typeset(text: str, language: Language) -> str:
    """Return the text with typographic quotes, dots and spaces; idempotent."""
    opening, closing = traits(language).quotes
    marked = _replaced(_MARKS, text, {"dots": "\u2026", "open": "\u2018", "apostrophe": "\u2019"})
    return no_break_spaced(
        _replaced(_DOUBLE, marked, {"open": opening, "close": closing}), language
    )


def fill_in(
    names: re.Pattern[str], value: Callable[[re.Match[str]], str], text: str, language: Language
) -> str:
    """Return a text with a value in the place of each name, a word before it elided: d'Ana."""
    if (elision := _elision(traits(language).elided)) is None:
        return names.sub(value, text)
    done, start = "", 0
    for found in names.finditer(text):
        words = value(found)
        done += text[start : found.start()]
        done = elision.sub(r"\1'", done) if _VOWEL.match(words) else done
        done, start = done + words, found.end()
    return done + text[start:]


# A letter of a cell and a number in words stay apart: de A1, de un à six.
_VOWEL = re.compile(r"(?!(?:une?|onze)$)[aeiouàâéèêîôûœAEIOUÀÂÉÈÊÎÔÛŒ][a-zà-öø-ÿœ]")


@cache
def _elision(words: str) -> re.Pattern[str] | None:
    stems = "|".join(re.escape(word[:-1]) for word in words.split())
    return re.compile(rf"\b({stems})[ae] $", re.IGNORECASE) if stems else None


def numeral(number: int, *, plus: bool = False) -> str:
    """Return a whole number in digits, with a true minus sign, and a plus where it is wanted."""
    return f"{number:+d}".replace("-", MINUS) if plus or number < 0 else str(number)


def _replaced(pattern: re.Pattern[str], text: str, signs: dict[str, str]) -> str:
    return pattern.sub(lambda found: signs.get(found.lastgroup or "", found.group()), text)


Template: TypeAlias = "str | dict[str, str]"

# What would move the cursor, colour the terminal or turn the line round.
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_SHORT = 1000


def say(message: Message, language: Language) -> str:
    """Word a message; raise KeyError naming an unknown key or a missing value."""
    values = dict(message.values)
    spoken, template = _template(message.key, language)
    if isinstance(template, dict):
        from babel import Locale

        if not isinstance(count := values.get("n"), int | float):
            reason = f"{message.key}: n"
            raise KeyError(reason)
        form = Locale.parse(locale_of(spoken)).plural_form(count)
        template = template.get(form, template["other"])

    def put(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in values:
            reason = f"{message.key}: {name}"
            raise KeyError(reason)
        return _worded(values[name], language)

    return fill_in(packs.PLACEHOLDER, put, template, spoken)


def on_page(words: Message) -> Message:
    """Return a message as the page says it: in a wording of its own, options by their labels."""
    own = f"on-page.{words.key}"
    key = own if own in message_templates(FIRST) else words.key
    return Message(key, tuple((name, _on_page(value)) for name, value in words.values))


def _on_page(value: Any) -> Any:
    match value:
        case OptionWord(name):
            return message(f"page.option-{name}")
        case Message():
            return on_page(value)
        case tuple():
            return tuple(map(_on_page, value))
        case _:
            return value


def typeset_message(words: Message, language: Language) -> str:
    """Word a message and typeset it."""
    return typeset(say(words, language), language)


def number_word(number: int, form: str, language: Language) -> str | None:
    """Return a number as `words`, `Words` or `ordinal`, past twenty in digits; None for no form."""
    if form not in {"words", "Words", "ordinal"}:
        return None
    several = say(Message(f"numbers.{form.lower()}"), language).split()
    word = several[number] if number < len(several) else str(number)
    return word[:1].upper() + word[1:] if form == "Words" else word


def escape_unseen(text: str) -> str:
    """Return the text with control characters escaped: a terminal would obey them."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def month_words(month: str, language: Language) -> str:
    """Return a month, written `2026-11`, as people write it: novembre 2026, November 2026."""
    from babel.dates import format_skeleton

    first = date.fromisoformat(f"{month}-01")
    return format_skeleton("yMMMM", first, locale=locale_of(language))


def format_number(
    number: float | Decimal, language: Language, *, pattern: str | None = None
) -> str:
    """Return a number as the language writes it, or in a Unicode number pattern: `0.0`."""
    from babel.numbers import format_decimal

    return format_decimal(number, pattern, locale=locale_of(language))


@cache
def message_templates(language: Language) -> Mapping[str, Template]:
    """Return every template of a language by its dotted key, or that of one it falls back to."""
    spoken = (language, *(fallbacks(language) if lacking(language) else ()))
    tables = map(_own_templates, reversed(spoken))
    return reduce(lambda base, own: {**base, **own}, tables)


@cache
def _own_templates(language: Language) -> Mapping[str, Template]:
    return packs.messages(sentence_table(language))


def _worded(value: Value, language: Language) -> str:  # noqa: PLR0911 - a case for each kind
    match value:
        case str():
            return escape_unseen(value)
        case tuple():
            return ", ".join(_worded(word, language) for word in value)
        case OptionWord(name):
            return escape_unseen(f"--{typed_words(name, language, 'options')[0]}")
        case FieldWord(name, other):
            return escape_unseen(field_table(language).get(name, (other,))[0])
        case Message():
            return say(value, language)
        case int() if -_SHORT < value < _SHORT:
            return numeral(value)  # the same in all languages, and Babel takes its time to load
        case _:
            return format_number(value, language)


@cache
def _template(key: str, language: Language) -> tuple[Language, Template]:
    """Return the words of a message, and the language that has them."""
    spoken = (one for one in (language, *fallbacks(language)) if key in _own_templates(one))
    said_in = next(spoken, language)
    found = _own_templates(said_in)[key]
    if isinstance(found, str):
        return said_in, no_break_spaced(found, said_in)
    return said_in, {form: no_break_spaced(text, said_in) for form, text in found.items()}
