"""Variants in the head of a record: read in both languages, refused by name."""

from dataclasses import fields

import pytest

from generator.errors import DataError
from generator.reading.yaml_text import sift_yaml
from generator.records.form import record_form, schema
from generator.records.reading import Record, Source, read_record
from generator.rules import AnyRules
from generator.rules.sheet.write import Write
from generator.words import LANGUAGES
from tests.judged import written


class Varied(Write):
    """Qwinto with two made-up variants."""

    def seats(self) -> dict[str, tuple[int, int]]:
        """Return a variant for one, and one for at most three."""
        return {"": self.game.head.players, "solo": (1, 1), "cooperative": (1, 3)}


@pytest.fixture(scope="module")
def varied(qwinto: AnyRules) -> Varied:
    """Return Qwinto with variants."""
    assert isinstance(qwinto, Write)
    return Varied(**{field.name: getattr(qwinto, field.name) for field in fields(qwinto)})


def _read(rules: AnyRules, variant: str, players: str) -> Record:
    text = f"game: qwinto\nplayers: [{players}]\nturns: []\nvariant: {variant}\n"
    node, problems = sift_yaml(text, "x")
    return read_record(rules, Source("x", 0, node, problems))


@pytest.mark.parametrize(
    ("variant", "players", "names"),
    [
        ("seul", "Ana", {"solo"}),
        ("[coopératif, Solitaire]", "Ana", {"solo", "cooperative"}),
        ("[]", "Ana, Ben", set()),
        ("~", "Ana, Ben", set()),
    ],
)
def test_variants_are_read(varied: Varied, variant: str, players: str, names: set[str]) -> None:
    """A variant or a list of them is read in either language, and written in either."""
    record = _read(varied, variant, players)
    assert record.content.variants() == names
    for language in LANGUAGES:
        node, problems = sift_yaml(written(varied, record, language), "x")
        assert read_record(varied, Source("x", 0, node, problems)).content == record.content


@pytest.mark.parametrize(
    ("variant", "players", "problem"),
    [
        (
            "sollo",
            "Ana, Ben",
            "x:4:10: variant: 'sollo' is not one of cooperative, solo; did you mean 'solo'?",
        ),
        ("solo", "Ana, Ben", "x:2:10: players: 2 players; this game is for 1"),
        ("[solo, coop]", "Ana", "x:4:17: variant: 'coop' is not one of cooperative, solo"),
    ],
)
def test_faults_of_variants(varied: Varied, variant: str, players: str, problem: str) -> None:
    """An unknown variant and a wrong number of players for it are problems at their places."""
    with pytest.raises(DataError) as caught:
        _read(varied, variant, players)
    assert caught.value.problems[0].worded("en").startswith(problem)
    assert len(caught.value.problems) == 1


def test_schema_lists_the_variants(varied: Varied) -> None:
    """Editors are offered the variants in the language of the schema."""
    assert schema(varied, "en")["properties"]["variant"]["anyOf"][0] == {
        "enum": ["solo", "cooperative"]
    }
    french = schema(varied, "fr")["properties"]["variante"]["anyOf"]
    assert french[1] == {"type": "array", "items": {"enum": ["seul", "coopératif"]}}
    assert record_form(varied) is record_form(varied)
