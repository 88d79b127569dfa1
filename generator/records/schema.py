"""The JSON Schema of a game's records in one language, for editors to complete and check with."""

from typing import Any

from generator.reading.aliases import Aliases
from generator.records.form import record_form
from generator.rules.families import AnyRules
from generator.words import Language

# What pydantic adds and no editor needs, unless it is the name of a field.
NOISE = ("title", "description", "default")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(rules: AnyRules, language: Language) -> dict[str, Any]:
    """Return the JSON Schema of a record with the field names and fixed words of one language."""
    form = record_form(rules)
    found = form.model.model_json_schema()
    game = rules.game
    found["properties"]["game"] = {"const": game.name}
    variants = {"enum": [name for name in rules.seats() if name]}
    if variants["enum"]:
        several = {"type": "array", "items": variants}
        found["properties"]["variant"] = {"anyOf": [variants, several]}
    else:
        del found["properties"]["variant"]
    spoken: dict[str, Any] = _spoken(found, form.shown[language])
    spoken["$schema"] = DIALECT
    spoken["title"] = game.said_in(language).title
    return spoken


def _spoken(schema: Any, aliases: Aliases) -> Any:  # noqa: ANN401 - any piece of a schema
    if isinstance(schema, list):
        return [_spoken(item, aliases) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: _piece(name, inner, aliases)
        for name, inner in schema.items()
        if name not in NOISE or isinstance(inner, dict)
    }


def _piece(name: str, inner: Any, aliases: Aliases) -> Any:  # noqa: ANN401 - any piece of a schema
    match name:
        case "properties":
            return {_field(key, aliases): _spoken(value, aliases) for key, value in inner.items()}
        case "$defs":
            return {key: _spoken(value, aliases) for key, value in inner.items()}
        case "required":
            return [_field(key, aliases) for key in inner]
        case "enum":
            return [_word(value, aliases) for value in inner]
        case _:
            return _spoken(inner, aliases)


def _field(name: str, aliases: Aliases) -> str:
    return next(iter(aliases.also(name)), name)


def _word(word: Any, aliases: Aliases) -> Any:  # noqa: ANN401 - any value of a list
    """Return a fixed word in the language, whatever its vocabulary."""
    tables = (table[word] for table in aliases.words.values() if word in table)
    return next((others[0] for others in tables if others), word)
