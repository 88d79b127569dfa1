"""The JSON Schema of a game's records: fields and words of one language, and ids in any."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from generator.reading.nodes import LONGEST_NUMBER
from generator.reading.schema import NO_ALIASES, Aliases
from generator.records.record_format import record_format
from generator.rules import AnyRules
from generator.words import Language, fixed_table

JsonSchema = dict[str, Any]
# What pydantic adds and no editor needs, unless it is the name of a field.
NOISE = ("title", "description", "default")
MOST = 10**LONGEST_NUMBER - 1
# No variant at all, which is the basic game.
NONE: JsonSchema = {"type": ["array", "null"], "maxItems": 0}
# The vocabulary of a turn in which nothing is done, and its one word.
IDLE = "pass"
# What means something else in a pattern.
_SIGNS = re.compile(r"[.*+?^${}()|\[\]\\/]")


def record_json_schema(
    rules: AnyRules, language: Language, *, labels_only: bool = False
) -> JsonSchema:
    """Return the JSON Schema of a record in a language; ids are taken too, but for `labels_only`.

    It refuses what cannot be read, as far as JSON Schema can say that: not names of strangers.
    """
    form = record_format(rules)
    found = form.model.model_json_schema()
    fields, variants = found["properties"], [name for name in rules.player_ranges() if name]
    fields["game"] = {"const": rules.game.name}
    one = {"enum": variants, "vocabulary": "variant"}
    fields["variant"] = {"anyOf": [one, {"type": "array", "items": one}]}
    if labels_only and not variants:
        del fields["variant"]
    elif not labels_only:
        idle = {*form.aliases.all_words("nobody"), *form.aliases.all_words(IDLE)}
        fields["variant"] = {"anyOf": [*fields["variant"]["anyOf"], NONE]} if variants else NONE
        fields["players"]["items"] |= {"pattern": r"\S", "not": {"enum": sorted(idle)}}
        fields["players"]["uniqueItems"] = True
        body = {"anyOf": [{"required": [name]} for name in rules.body_fields]}
        found["allOf"] = [body, *_seats(rules.player_ranges())]
    shown, own = form.display_aliases[language], rules.aliases.get(language, NO_ALIASES)
    spoken: JsonSchema = _Speaker(shown, own, language, labels_only=labels_only).spoken(found)
    spoken["$schema"] = GenerateJsonSchema.schema_dialect
    spoken["title"] = rules.game.sentences_in(language).title
    return spoken


def _seats(ranges: Mapping[str, tuple[int, int]]) -> Iterator[JsonSchema]:
    """Yield how many may play: in the basic game, then in each variant; of several all hold."""
    for name, (least, most) in ranges.items():
        own = {"enum": [name], "vocabulary": "variant"}
        wanted = {"anyOf": [own, {"type": "array", "contains": own}]} if name else NONE
        is_so: JsonSchema = {"required": ["variant"], "properties": {"variant": wanted}}
        if not name:
            is_so = {"anyOf": [is_so, {"not": {"required": ["variant"]}}]}
        players = {"players": {"minItems": least, "maxItems": most}}
        yield {"if": is_so, "then": {"properties": players}}


class _Speaker:
    """Puts a schema in canonical words, with their vocabularies, into the words of a language."""

    def __init__(
        self, shown: Aliases, own: Aliases, language: Language, *, labels_only: bool
    ) -> None:
        self.shown, self.labels_only = shown, labels_only
        self.every = shown.merged_with(own)
        self.truth = [word for words in fixed_table(language)["truth"].values() for word in words]

    def spoken(self, piece: Any) -> Any:
        if isinstance(piece, list):
            return [*map(self.spoken, piece)]
        if not isinstance(piece, dict):
            return piece
        kept = {name: one for name, one in piece.items() if name not in NOISE or type(one) is dict}
        vocabulary = kept.pop("vocabulary", "")
        if vocabulary and ("enum" in kept or "const" in kept):
            ids = kept.get("enum") or [kept["const"]]
            words = (word for one in ids for word in self._words(one, vocabulary))
            return {"enum": _with_numbers(words)}
        apart = ("allOf", "properties", "required")
        said = {name: self.spoken(one) for name, one in kept.items() if name not in apart}
        if said.get("propertyNames") == {}:  # a player's name, which is any text
            del said["propertyNames"]
        if "properties" in kept:
            fields = ((self.shown.display_word(n), one) for n, one in kept["properties"].items())
            said["properties"] = {name: self.spoken(one) for name, one in fields}
        if self.labels_only:
            wanted = [*map(self.shown.display_word, kept.get("required", ()))]
            return said | ({"required": wanted} if wanted else {})
        conditions = [*self.spoken(kept.get("allOf", [])), *self._spellings_once(kept)]
        said |= {"allOf": conditions} if conditions else {}
        others = self._other_spellings(kept.get("properties", {}))
        said |= {"patternProperties": others} if others else {}
        return self._scalar(said, vocabulary)

    def _spellings_once(self, kept: JsonSchema) -> Iterator[JsonSchema]:
        fields, names = kept.get("properties", {}), kept.get("propertyNames", {})
        wanted = kept.get("required", ())
        for name in dict.fromkeys((*fields, *wanted)):
            yield from _once(self._fields(name, fields), is_wanted=name in wanted)
        for name in names.get("enum", ()):
            words = self._words(name, names.get("vocabulary", ""))
            yield from _once(words, is_wanted=False)

    def _other_spellings(self, fields: JsonSchema) -> JsonSchema:
        # In patterns, so that editors offer one spelling of each.
        found: JsonSchema = {}
        for name, one in fields.items():
            if others := [_SIGNS.sub(r"\\\g<0>", word) for word in self._fields(name, fields)[1:]]:
                found[f"^({'|'.join(others)})$"] = self.spoken(one)
        return found

    def _fields(self, name: str, fields: JsonSchema) -> list[str]:
        words = (self.shown.display_word(name), *self.every.other_words(name), name)
        return [*dict.fromkeys(word for word in words if word == name or word not in fields)]

    def _words(self, name: str, vocabulary: str) -> list[str]:
        if self.labels_only:
            return [next(iter(self.shown.words.get(vocabulary, {}).get(name, ())), name)]
        return [*dict.fromkeys((*self.every.words.get(vocabulary, {}).get(name, ()), name))]

    def _scalar(self, said: JsonSchema, vocabulary: str) -> JsonSchema:
        match said.get("type"):
            case "boolean":
                return {"enum": [True, False, *_with_numbers(self.truth)]}
            case "integer":
                return {"minimum": -MOST, "maximum": MOST, **said}
            case "string" if "format" in said:
                return said | {"pattern": r"^\d{4}-\d{2}-\d{2}$"}
            case "string" if "pattern" in said and vocabulary == IDLE:
                return {"anyOf": [said, {"enum": self._words(IDLE, IDLE)}]}
            case "string":  # where text is wanted a number is taken as it is written
                return said | {"type": ["string", "number", "boolean"]}
        return said


def _once(words: Sequence[str], *, is_wanted: bool) -> Iterator[JsonSchema]:
    """Yield the condition that a field stands there in one spelling, or if not wanted in none."""
    each = [{"required": [word]} for word in words]
    if is_wanted:
        yield {"oneOf": each}
    elif len(words) > 1:
        yield {"oneOf": [*each, {"not": {"anyOf": each}}]}


def _with_numbers(words: Iterable[str]) -> list[str | int]:
    """Return words, and those that are numbers, as a label may be, as numbers too."""
    texts = [*dict.fromkeys(words)]
    return [*texts, *(int(word) for word in texts if str(word).isdecimal())]
