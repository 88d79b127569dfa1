"""The manual: data, records, rules and kinds of printables in words, and tutorials."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Annotated, Any, get_args

from pydantic import Field

from generator import paths
from generator.game import Game
from generator.game.facts import Facts, Id, Sentence, subclasses_of
from generator.listgames.planner import ListGameEntry
from generator.options import Option, printing_options, value_words
from generator.page.wording import help_of
from generator.printables.context import Context, Options
from generator.printables.planning import COMMON_OPTIONS, entries, kinds_of, option_word
from generator.printables.printable import Entry
from generator.reading.nodes import plain
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.records.reading import Record, read_strictly, records_of_file
from generator.records.replay import replay
from generator.records.report import place_in_words
from generator.records.writing import translate_fields, yaml_of
from generator.rules import UNCHECKED
from generator.rules.sheet.primitives import primitives_by_word, words_of_act
from generator.site.gallery import TUTORIALS, GamePage
from generator.words import (
    Language,
    Message,
    field_table,
    message,
    say,
    typeset,
    typeset_message,
)

Schema = Mapping[str, Any]
REFERENCE = "#/$defs/"
# The docstrings of the models are in this language; each other one has a file of translations.
MODELS_SPEAK = "en"
MEANINGS = "site/meanings"
# The fields whose value selects a model of `game.yaml`.
APART = ("part", "kind", "block", "family", "rule")
_CODE = re.compile("`[^`]+`")


class _MeaningsFile(Facts):
    meanings: Mapping[str, Sentence]
    """Each sentence of the models, with the one that says the same."""


@cache
def meanings(language: Language) -> Mapping[str, str] | None:
    """Return the translations of the models' docstrings; None where a language has none."""
    file = paths.templates() / MEANINGS / f"{language}.yaml"
    if not file.is_file():
        return None
    told = validate(read_file(file), _MeaningsFile).meanings
    return {own: typeset_prose(words, language) for own, words in told.items()}


def typeset_prose(words: str, language: Language) -> str:
    """Typeset words, but leave those between backticks, which are typed, as they are."""
    codes = iter(_CODE.findall(words))
    return re.sub("{}", lambda _: next(codes), typeset(_CODE.sub("{}", words), language))


@dataclass(frozen=True, slots=True)
class FieldDoc:
    """A field in words: models stand between asterisks in `holds`, data between backticks."""

    name: str
    holds: str
    need: str
    means: str
    below: tuple["FieldDoc", ...] = ()
    also: str = ""


@dataclass(frozen=True, slots=True)
class ModelDoc:
    """A model in words; `notes` say what follows from it, `also` names fields told elsewhere."""

    name: str
    title: str
    means: str
    fields: tuple[FieldDoc, ...]
    notes: str = ""
    also: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Return its address below the title."""
        return anchor(self.title)


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """Models that one field selects; what several have is told once, with the titles of whose."""

    key: str
    models: tuple[ModelDoc, ...]
    shared: tuple[tuple[FieldDoc, tuple[str, ...]], ...]


def anchor(words: str) -> str:
    """Return the address of a heading, as it is where Markdown is shown as it stands."""
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def one_line(words: str | None) -> str:
    """Return a description on one line."""
    return " ".join((words or "").split())


def _meant(described: Schema, language: Language) -> str:
    words, told = one_line(described.get("description")), meanings(language)
    return words if told is None or not words else told[words]


def title_of(name: str) -> str:
    """Return a model's name without the module that makes it unique in the schema."""
    return name.rpartition("__")[2]


def variants_by(models: Schema, key: str) -> Iterator[tuple[str, str]]:
    """Yield the models that a field selects: `field: value`, in order, and the model's name."""
    found = []
    for name, model in models.items():
        word = model.get("properties", {}).get(key, {})
        if "const" in word or ("enum" in word and key in model.get("required", ())):
            found.append((word.get("const") or " | ".join(word["enum"]), name))
    for word, name in sorted(found):
        yield f"`{key}: {word}`", name


def model_docs(
    every: Schema, named: Iterable[tuple[str, str]], language: Language
) -> Iterator[ModelDoc]:
    """Yield models by their titles and names."""
    for title, name in named:
        # A model of mechanics is selected by its act besides its family.
        act = every[name].get("properties", {}).get("act", {}).get("const")
        heading = f"{title[:-1]}, act: {act}`" if act else title
        fields = tuple(field_docs(every[name], language))
        words = heading.strip("`").removeprefix("rule: ").split(" | ")
        notes = _rule_notes(words, language) if heading.startswith("`rule: ") else ""
        yield ModelDoc(name, heading, _meant(every[name], language), fields, notes)


def model_group(models: Schema, key: str, language: Language) -> ModelGroup:
    """Return the models that a field selects; without one, those that no field does."""
    apart = [variants_by(models, one) for one in APART]
    told = {name for several in apart for _, name in several}
    named = (
        variants_by(models, key) if key else ((title_of(n), n) for n in sorted({*models} - told))
    )
    docs = tuple(model_docs(models, named, language))
    found = Counter(field for one in docs for field in one.fields)
    shared = [field for field, count in found.items() if count > 1]
    whose = [tuple(one.title for one in docs if field in one.fields) for field in shared]
    own = (
        replace(
            one,
            fields=tuple(field for field in one.fields if field not in shared),
            also=tuple(f.name for f in one.fields if f in shared and found[f] < len(docs)),
        )
        for one in docs
    )
    return ModelGroup(key, tuple(own), tuple(zip(shared, whose, strict=True)))


def rules_by_act(models: Schema) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each act with the title of its mechanics and the rules that its games can have."""
    for one in model_docs(models, variants_by(models, "family"), MODELS_SPEAK):
        _, has_act, act = one.title.strip("`").partition(", act: ")
        if has_act:
            yield act, one.title, words_of_act(act)


def _rule_notes(words: Sequence[str], language: Language) -> str:
    """Say in which acts rules may stand, and of those that no record can break what they need."""
    known, acts = dict(primitives_by_word()), dict[tuple[str, ...], list[str]]()
    for word in words:
        acts.setdefault(known[word].acts_of(word), []).append(word)
    notes = [
        message("site.rule-acts", rules=_codes(of), acts=_codes(where))
        for where, of in acts.items()
    ]
    if not known[words[0]].is_judged():
        notes.append(message("site.rule-unchecked", flag=UNCHECKED))
    return " ".join(typeset_prose(say(one, language), language) for one in notes)


def _codes(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"`{word}`" for word in words)


def field_docs(model: Schema, language: Language) -> Iterator[FieldDoc]:
    """Yield the fields of a model, except the one that selects it, which is its heading."""
    wanted = model.get("required", ())
    for name, field in model.get("properties", {}).items():
        # An act is chosen as its family is, and told besides: it is easily overlooked.
        is_title = isinstance(field.get("const"), str) and name != "act"
        if is_title or (name == "rule" and "enum" in field):
            continue
        need = "" if name in wanted else _default_words(field, language)
        means, also = _meant(field, language), field_table(language).get(name, (name,))[0]
        other = also if also != name else ""
        yield FieldDoc(name, _type_words(field, language), need, means, also=other)


def _default_words(field: Schema, language: Language) -> str:
    default = field.get("default")
    if _is_empty(default) and default is not False:
        return say(message("site.left-out"), language)
    value = str(default).lower() if isinstance(default, bool) else str(default)
    return say(message("site.else", value=value), language)


def _is_empty(default: object) -> bool:
    return not default or (isinstance(default, dict) and all(map(_is_empty, default.values())))


def _type_words(field: Schema, language: Language) -> str:
    return say(_held(field), language)


def _held(field: Schema) -> Message:  # noqa: C901, PLR0911, PLR0912 - a line for each kind
    match field:
        case {"const": value}:
            return _word(value)
        case {"enum": values}:
            return _either([_word(value) for value in values])
        case {"$ref": name}:
            return message("site.holds-model", name=name.removeprefix(REFERENCE))
        case {"oneOf": _, "discriminator": {"propertyName": key}}:
            return message("site.holds-apart", key=key)
        case {"anyOf": several} | {"oneOf": several}:
            kinds = (_held(one) for one in several if one.get("type") != "null")
            return _either([*dict.fromkeys(kinds)])
        case {"type": "array", "prefixItems": items}:
            return message("site.holds-several", count=str(len(items)), what=_held(items[0]))
        case {"type": "array"}:
            return message("site.holds-list", what=_held(field.get("items", {})))
        case {"type": "object", "patternProperties": inner}:
            return message("site.holds-by-name", what=_held(next(iter(inner.values()))))
        case {"type": "object", "additionalProperties": dict() as inner}:
            return message("site.holds-by-name", what=_held(inner))
        case {"type": "integer" | "number" as kind}:
            return _number(field, is_whole=kind == "integer")
        case {"type": "string"}:
            return message("site.holds-words")
        case {"type": "boolean"}:
            return message("site.holds-truth")
        case {"type": "object"}:
            return message("site.holds-named")
        case {"type": "fields"}:
            return message("site.holds-fields")
        case _:
            return message("site.holds-anything")


def _word(value: object) -> Message:
    return message("site.holds-word", word=str(value))


def _either(several: list[Message]) -> Message:
    return reduce(lambda one, other: message("site.holds-or", one=one, other=other), several)


def _number(field: Schema, *, is_whole: bool) -> Message:
    kind = message("site.holds-whole" if is_whole else "site.holds-number")
    least, most = field.get("minimum"), field.get("maximum")
    if least is None or most is None:
        return kind
    return message("site.holds-within", what=kind, least=str(least), most=str(most))


# A closed list with more words than this is cut short.
MANY = 12


def record_fields(schema: Schema, language: Language) -> tuple[FieldDoc, ...]:
    """Return the fields of a record's JSON Schema, each with those below it."""
    return tuple(_below(schema, schema.get("$defs", {}), language))


def _below(model: Schema, models: Schema, language: Language) -> Iterator[FieldDoc]:
    wanted = model.get("required", ())
    for name, field in model.get("properties", {}).items():
        need = "" if name in wanted else say(message("site.left-out"), language)
        told = _type_words(_without_models(field), language)
        limits = ", ".join(say(one, language) for one in _limits(field))
        below = tuple(_inner(field, models, language))
        yield FieldDoc(name, f"{told} ({limits})" if limits else told, need, "", below)


def _inner(field: Schema, models: Schema, language: Language) -> Iterator[FieldDoc]:
    found = [models[name.removeprefix(REFERENCE)] for name in _references(field)]
    if len(found) == 1:
        yield from _below(found[0], models, language)
        return
    for one in found:
        inner = tuple(_below(one, models, language))
        yield FieldDoc("", say(message("site.holds-kind"), language), "", "", inner)


def _references(field: Schema) -> Iterator[str]:
    if "$ref" in field:
        yield field["$ref"]
    for key in ("items", "additionalProperties"):
        if isinstance(field.get(key), dict):
            yield from _references(field[key])
    for one in (*field.get("anyOf", ()), *field.get("prefixItems", ())):
        yield from _references(one)


def _without_models(field: Any) -> Any:
    match field:
        case {"$ref": _}:
            return {"type": "fields"}
        case {"enum": [first, second, *_, last] as words} if len(words) > MANY:
            return {**field, "enum": [first, second, "…", last]}
        case dict():
            return {name: _without_models(inner) for name, inner in field.items()}
        case list():
            return [*map(_without_models, field)]
        case _:
            return field


def _limits(field: Schema) -> Iterator[Message]:
    kinds = [one for one in field.get("anyOf", (field,)) if one.get("type") != "null"]
    for one in kinds[:1]:
        least, most = one.get("minItems"), one.get("maxItems")
        if least is not None and least == most:
            yield message("site.limit-exactly", n=least)
        elif most is not None:
            yield message("site.limit-items", n=most)
        if (signs := one.get("maxLength")) is not None:
            yield message("site.limit-signs", n=signs)
        if one.get("minimum") is not None and "maximum" not in one:
            yield message("site.limit-least", least=str(one["minimum"]))


@dataclass(frozen=True, slots=True)
class _JudgedRule:
    id: str
    sentence: str
    standing: str
    record: str
    finding: str


def judged_rules(game: Game, language: Language) -> Iterator[_JudgedRule]:
    """Yield every rule of a game in the order of its data, in a language that the game has."""
    setting = Context(game, "", Options(language))
    for rule in game.head.rules:
        is_sure = rule.standing == "source"
        standing = "" if is_sure else setting.say(f"guide.standing-{rule.standing}")
        sentence = setting.sentences.rules[rule.id]
        yield _JudgedRule(rule.id, sentence, standing, *_example(game, rule.id, language))


def _example(game: Game, rule: str, language: Language) -> tuple[str, str]:
    file = game.folder / "examples" / f"illegal-{rule}.yaml"
    if not file.is_file():
        return "", ""
    for written in records_of_file(file):
        record = read_strictly(written)
        if isinstance(record, Record):
            report = replay(record)
            fields = translate_fields(plain(record.form), record.rules, language)  # type: ignore[arg-type]
            for one in report.findings:
                if one.rule == rule:
                    place = place_in_words(one, language, on_paper=True)
                    return yaml_of(fields), f"{place}{report.message_in(one, language)}"
    return "", ""


@dataclass(frozen=True, slots=True)
class _PrintableKind:
    word: str
    options: Sequence[str]
    found: Sequence[tuple[GamePage, Sequence[str]]]
    is_listed: bool


@dataclass(frozen=True, slots=True)
class _PrintOption:
    word: str
    does: str
    choices: Sequence[tuple[str, str]]
    limits: str
    is_everywhere: bool


def printable_kinds(games: Sequence[GamePage]) -> tuple[_PrintableKind, ...]:
    """Return every kind, in alphabetical order."""
    every = [(about, name, one) for about in games for name, one in entries(about.game).items()]
    names = [field.name for field in printing_options("print")]
    found = []
    listed = kinds_of(ListGameEntry)
    for word in kinds_of(Entry):
        own = [(about, name) for about, name, one in every if one.kind == word]
        where = [(of, [name for about, name in own if about is of]) for of in games]
        heeds = (
            one.supported_options - one.ignored_options for _, _, one in every if one.kind == word
        )
        heeded = (frozenset().union(*heeds) if own else _uses(word)) - COMMON_OPTIONS
        options = [name for name in names if name.replace("-", "_") in heeded]
        found.append(
            _PrintableKind(word, options, [one for one in where if one[1]], word in listed)
        )
    return tuple(found)


def _uses(word: str) -> frozenset[str]:
    uses = (
        one.supported_options
        for one in subclasses_of(Entry)
        if issubclass(one, Entry) and word in get_args(one.model_fields["kind"].annotation)
    )
    return frozenset[str]().union(*uses)


def print_options(language: Language) -> Mapping[str, _PrintOption]:
    """Return the options of `print` by name, in the order of its help."""
    return {one.name: _option(one, language) for one in printing_options("print")}


def _option(option: Option, language: Language) -> _PrintOption:
    choices = [
        (option.typed(one, language), value_words(option.name, one, language))
        for one in option.values
    ]
    limits = ""
    if option.most is not None:
        within = message("site.within", least=str(option.least), most=str(option.most))
        limits = typeset_message(within, language)
    word = typeset_message(message("site.option", option=option_word(option.name)), language)
    is_everywhere = option.name.replace("-", "_") in COMMON_OPTIONS
    return _PrintOption(word, help_of(option, language), choices, limits, is_everywhere)


class TutorialStep(Facts):
    """One step: words, and perhaps a file to save or a line to type."""

    says: Sentence
    """What is read, before the file or the line."""
    file: str | None = None
    """The name of a file to save."""
    text: Annotated[str, Field(max_length=4000)] = ""
    """What stands in that file."""
    line: Sentence | None = None
    """A line to type."""
    code: int = 0
    """The exit code that the line leaves with."""
    makes: tuple[Sentence, ...] = ()
    """Files that are there afterwards."""
    answers: tuple[Sentence, ...] = ()
    """Words that are said then."""
    stays: bool = False
    """Whether the program goes on until somebody ends it."""


class Tutorial(Facts):
    """A tutorial: what somebody wants, and the steps that lead there from an empty folder."""

    id: Id
    """What the page is called, in addresses."""
    title: Sentence
    """What one wants, in a few words."""
    lead: Sentence
    """What is there in the end, and how long it takes."""
    steps: Annotated[tuple[TutorialStep, ...], Field(min_length=1)]
    """The steps in order."""


class _TutorialsFile(Facts):
    tutorials: tuple[Tutorial, ...]
    """In the order in which somebody new needs them."""


@cache
def tutorials(language: Language) -> Sequence[Tutorial]:
    """Return the tutorials in a language."""
    return validate(read_file(TUTORIALS / f"{language}.yaml"), _TutorialsFile).tutorials
