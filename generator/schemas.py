"""The JSON Schemas of what authors write; the text under a field in its model describes it."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Any, Union, cast

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import GenerateJsonSchema

from generator import paths
from generator.classroom import KitFile
from generator.documents.lesson import Guide
from generator.game.facts import Facts, choice
from generator.game.head import GameFile, Rule
from generator.game.sentences import LanguageFile
from generator.printables.planning import WholeGameFile
from generator.reading.nodes import plain
from generator.reading.text_files import read_file
from generator.rules import mechanics_models
from generator.rules.sheet.primitives import Primitive

JsonSchema = Mapping[str, Any]
# Models made while running, from those of the sections: no type checker reads them.
UNION: Any = Union
TUPLE: Any = tuple


def game_schema() -> JsonSchema:
    """Return the JSON Schema of `game.yaml`, its sections spelt out."""
    models = [*mechanics_models()]
    acts = [one for one in models if "act" in one.model_fields]
    sheets: Any = Annotated[UNION[tuple(acts)], Field(discriminator="act")]
    others = (one for one in models if "act" not in one.model_fields)
    mechanics: Any = Annotated[UNION[(sheets, *others)], Field(discriminator="family")]
    by = (choice(Primitive, "rule") | None, None)
    rule: Any = create_model("Rule", __base__=Rule, __doc__=Rule.__doc__, by=by)
    sections: Any = {"mechanics": (mechanics | None, None), "kit": (KitFile | None, None)}
    sections["rules"] = (TUPLE[rule, ...], ())
    whole = create_model("GameFile", __base__=WholeGameFile, __doc__=GameFile.__doc__, **sections)
    return _schema(whole)


def sentences_schema() -> JsonSchema:
    """Return the JSON Schema of a language file: `fr.yaml`, `en.yaml`."""
    return _schema(create_model("LanguageFile", __base__=LanguageFile, guide=(Guide | None, None)))


def report_schema() -> JsonSchema:
    """Return the JSON Schema of a report."""
    return cast("JsonSchema", plain(read_file(paths.templates() / "report-schema.yaml")))


def _schema(model: type[BaseModel]) -> JsonSchema:
    made = model.model_json_schema(schema_generator=_Described)
    return {"$schema": _Described.schema_dialect, **made}


class _Described(GenerateJsonSchema):
    def model_schema(self, schema: Any) -> dict[str, Any]:
        made = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        texts = descriptions(model)
        for name, field in model.model_fields.items():
            piece = made["properties"][field.alias or name]
            if name in texts:
                piece["description"] = texts[name]
            elif "const" in piece:
                piece["description"] = f"Always `{piece['const']}`."
            if field.default_factory is not None:
                piece["default"] = self.encode_default(field.get_default(call_default_factory=True))
        return made


@cache
def descriptions(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the text under each field of a model, in its own source or that of its bases."""
    bases = [base for base in reversed(model.__mro__) if issubclass(base, Facts)]
    return {name: text for base in bases for name, text in _under_fields(base)}


def _under_fields(model: type[Facts]) -> Iterator[tuple[str, str]]:
    try:
        source = inspect.getsource(model)
    except (OSError, TypeError):  # made while running
        return
    (definition,) = ast.parse(dedent(source)).body
    for field, text in pairwise(getattr(definition, "body", ())):
        match field, text:
            case (ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(words)))):
                yield name, " ".join(words.split())
