"""What editors are told of the files that an author writes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import Field

from generator.cli.program import run
from generator.game.facts import Count, Facts
from generator.schemas import descriptions

WRITTEN = ("game", "sentences")


def printed_schema(what: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return a schema as the command prints it."""
    assert run(["schema", what]) == 0
    made: dict[str, Any] = json.loads(capsys.readouterr().out)
    return made


def _models(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield "the file", schema
    yield from schema["$defs"].items()


@pytest.mark.parametrize("what", WRITTEN)
def test_every_field_is_described(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A field says what it is for, what may stand there, and what holds where it is left out."""
    bare = []
    for name, model in _models(printed_schema(what, capsys)):
        for field, piece in model.get("properties", {}).items():
            if not {"type", "$ref", "anyOf", "oneOf", "const", "enum"} & piece.keys():
                bare.append(f"{name}.{field}: no type")
            if not piece.get("description"):
                bare.append(f"{name}.{field}: no description")
            if field not in model.get("required", ()) and "default" not in piece:
                bare.append(f"{name}.{field}: no default")
    assert bare == []


def test_the_sections_of_game_yaml_are_spelt_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Mechanics, printables and kit have their fields in the schema, as parts have."""
    known = {
        field
        for _, model in _models(printed_schema("game", capsys))
        for field in model["properties"]
    }
    assert {"full_rows", "per_page", "bring", "shift"} <= known


class Pond(Facts):
    """A pond."""

    lilies: Count
    """How many lilies lie
    on it."""
    frogs: tuple[str, ...] = Field(default=())


class Lake(Pond):
    """A larger one."""

    frogs: tuple[str, ...] = ()
    """Who sits on the lilies."""


def test_descriptions() -> None:
    """A field is described by the text under it, in its own model or that which it is made from."""
    assert descriptions(Pond) == {"lilies": "How many lilies lie on it."}
    assert descriptions(Lake) == {**descriptions(Pond), "frogs": "Who sits on the lilies."}
