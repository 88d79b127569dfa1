"""Nodes to values, or every fault at once."""

import datetime as dt
import json
from time import process_time
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from generator.errors import DataError
from generator.reading.expected import Aliases, FixedWord, canonical
from generator.reading.fit import Fault, fit, sift
from generator.reading.nodes import Place, Plain, place_of, plain
from generator.words import LANGUAGES, Language, message
from tests.nodes import read_json, read_yaml

ALIASES = Aliases(
    {
        "pond": ("étang",),
        "frogs": ("grenouilles",),
        "hops": ("sauts",),
        "leaf": ("feuille",),
        "wet": ("mouillé",),
    },
    {
        "colour": {"pink": ("rose",), "green": ("vert",)},
        "truth": {"true": ("vrai",), "false": ("faux",)},
    },
)


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Hop(_Value):
    leaf: int
    wet: bool = False


class _Row(_Value):
    part: Literal["row"]
    cells: int


class _Ring(_Value):
    part: Literal["ring"]
    round: Annotated[int, Field(alias="round-about")] = 0


Colour = Annotated[str, FixedWord("colour")]


class _Pond(_Value):
    pond: str
    frogs: dict[str, Colour] = {}
    dice: dict[Colour, int] = {}
    hops: tuple[_Hop, ...] = ()
    marks: dict[int, Annotated[Literal["pink", "green"], FixedWord("colour")]] = {}
    depth: Annotated[float, Field(ge=1, lt=9)] = 1
    names: tuple[str, ...] = ()
    variant: str | tuple[str, ...] = ()
    parts: dict[str, Annotated[_Row | _Ring, Field(discriminator="part")]] = {}
    loose: _Row | _Ring | None = None
    many: int | Literal["all"] = 1
    size: Literal["small", "large"] = "small"
    pair: tuple[int, Colour] = (1, "x")
    day: dt.date | None = None
    word: Annotated[str, Field(min_length=2, max_length=3, pattern="^[a-z]+$")] = "abc"
    few: Annotated[dict[str, int], Field(max_length=1)] = {}
    some: Annotated[tuple[int, ...], Field(min_length=1, max_length=2)] = (1,)
    step: Annotated[int, Field(multiple_of=5, gt=0, le=50)] = 5

    @field_validator("pond")
    @classmethod
    def _is_no_sea(cls, pond: str) -> str:
        if pond == "sea":
            raise Fault(message("reading.not-fitting", found="salt"))
        if pond == "bug":
            raise ValueError(pond)
        return pond

    @model_validator(mode="after")
    def _knows_frogs(self) -> "_Pond":
        if "Toad" in self.frogs:
            raise Fault(message("reading.not-fitting", found="a toad"), ("frogs", "Toad"))
        return self


def _fit(text: str) -> _Pond:
    return fit(read_yaml(text, "f"), _Pond, ALIASES)


def _faults(text: str, language: Language = "en") -> list[str]:
    with pytest.raises(DataError) as raised:
        _fit(text)
    return [line.removeprefix("f:") for line in raised.value.worded(language).splitlines()]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("étang: 12", "pond", "12"),
        ("ETANG: 1:30", "pond", "1:30"),
        ("pond: no", "pond", "no"),
        ("pond: true", "pond", "true"),
        ("pond: Null", "pond", "Null"),
        ("pond: 2026-03-14", "pond", "2026-03-14"),
        ("pond: 12345678901234567890", "pond", "12345678901234567890"),
        ("pond: x\nfrogs: {rose: ROSE, pond: vert}", "frogs", {"rose": "pink", "pond": "green"}),
        ("pond: x\nfrogs: {true: other}", "frogs", {"true": "other"}),
        ("pond: x\ndice: {Rose: 1}", "dice", {"pink": 1}),
        ("pond: x\nsauts: [{feuille: 1, mouille: vrai}]", "hops", (_Hop(leaf=1, wet=True),)),
        ("pond: x\nmarks: {7: rose}", "marks", {7: "pink"}),
        ("pond: x\nnames: [rose, 1, no]", "names", ("rose", "1", "no")),
        ("pond: x\nvariant: 5", "variant", "5"),
        ("pond: x\nvariant: [5, a]", "variant", ("5", "a")),
        ("pond: x\nparts: {a: {part: ROW, Cells: 2}}", "parts", {"a": _Row(part="row", cells=2)}),
        ("pond: x\nloose: {part: Ring}", "loose", _Ring(part="ring")),
        (
            "pond: x\nloose: {part: ring, Round-About: 2}",
            "loose",
            _Ring.model_validate({"part": "ring", "round-about": 2}),
        ),
        ("pond: x\nloose: ~", "loose", None),
        ("pond: x\nmany: ALL", "many", "all"),
        ("pond: x\nsize: Large", "size", "large"),
        ("pond: x\npair: [2, rose]", "pair", (2, "pink")),
        ("pond: x\nday: 2026-03-14", "day", dt.date(2026, 3, 14)),
        ("pond: x\ndepth: 2", "depth", 2.0),
    ],
)
def test_fits(text: str, field: str, value: object) -> None:
    """Names and fixed words are understood in both languages, names and free text stay."""
    assert getattr(_fit(text), field) == value


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            "ponds: x\npond: y",
            "1:1: ponds: unknown field; did you mean 'pond'?",
            "1:1: ponds: champ inconnu\u202f; vouliez-vous dire 'pond'\u202f?",
        ),
        (
            "pond: x\ngrenouile: {}",
            "2:1: grenouile: unknown field; did you mean 'grenouilles'?",
            "2:1: grenouile: champ inconnu\u202f; vouliez-vous dire 'grenouilles'\u202f?",
        ),
        (
            "pond: x\nhops: [{leaf: 1, xyz: 2}]",
            "2:18: hops[1].xyz: unknown field; known are: leaf, wet",
            "2:18: hops[1].xyz: champ inconnu\u202f; les champs connus sont\u00a0: leaf, wet",
        ),
        (
            "depth: 2",
            "1:1: pond: this field is missing (in French: 'étang')",
            "1:1: pond: ce champ manque (en français\u00a0: 'étang')",
        ),
        (
            "pond: x\nloose: {part: row}",
            "2:8: loose.cells: this field is missing",
            "2:8: loose.cells: ce champ manque",
        ),
        ("pond: [1]", "1:7: pond: a list is not text", "1:7: pond: une liste n'est pas un texte"),
        (
            "pond:\n",
            "1:6: pond: an empty field is not text",
            "1:6: pond: un champ vide n'est pas un texte",
        ),
        (
            "[1]",
            "1:1: a list is not a block of fields",
            "1:1: une liste n'est pas un bloc de champs",
        ),
        (
            "pond: x\nsauts: {a: 1}",
            "2:8: sauts: a block of fields is not a list",
            "2:8: sauts: un bloc de champs n'est pas une liste",
        ),
        (
            "pond: x\nhops: [{leaf: '1'}]",
            "2:15: hops[1].leaf: '1' in quotes is not a whole number",
            "2:15: hops[1].leaf: '1' entre guillemets n'est pas un nombre entier",
        ),
        (
            "pond: x\nhops: [{leaf: 1.5}]",
            "2:15: hops[1].leaf: '1.5' is not a whole number",
            "2:15: hops[1].leaf: '1.5' n'est pas un nombre entier",
        ),
        (
            "pond: x\nhops: [{leaf: 1234567890123456789}]",
            "2:15: hops[1].leaf: '1234567890123456789' has too many digits for a number",
            "2:15: hops[1].leaf: '1234567890123456789' a trop de chiffres pour un nombre",
        ),
        (
            "pond: x\nhops: [{leaf: 1, wet: oui}]",
            "2:23: hops[1].wet: 'oui' is not yes or no",
            "2:23: hops[1].wet: 'oui' n'est pas oui ou non",
        ),
        (
            "pond: x\nhops: [{leaf: 1, wet: 'vrai'}]",
            "2:23: hops[1].wet: 'vrai' in quotes is not yes or no",
            "2:23: hops[1].wet: 'vrai' entre guillemets n'est pas oui ou non",
        ),
        (
            "pond: x\nmarks: {a: rose}",
            "2:9: marks.a: 'a' is not a whole number",
            "2:9: marks.a: 'a' n'est pas un nombre entier",
        ),
        (
            "pond: x\nmarks: {7: roze}",
            "2:12: marks.7: 'roze' is not one of green, pink; did you mean 'rose'?",
            (
                "2:12: marks.7: 'roze' ne fait pas partie de green, pink\u202f; "
                "vouliez-vous dire 'rose'\u202f?"
            ),
        ),
        (
            "pond: x\nmarks: {7: 9}",
            "2:12: marks.7: '9' is not one of green, pink",
            "2:12: marks.7: '9' ne fait pas partie de green, pink",
        ),
        (
            "pond: x\nmarks: {7: [a]}",
            "2:12: marks.7: a list is not one of green, pink",
            "2:12: marks.7: une liste n'est pas l'un de green, pink",
        ),
        (
            "pond: x\ndepth: 0",
            "2:8: depth: '0' is not 1 or more",
            "2:8: depth: '0' n'est pas 1 ou plus",
        ),
        (
            "pond: x\ndepth: 9",
            "2:8: depth: '9' is not less than 9",
            "2:8: depth: '9' n'est pas moins que 9",
        ),
        (
            "pond: x\nstep: 0",
            "2:7: step: '0' is not more than 0",
            "2:7: step: '0' n'est pas plus que 0",
        ),
        (
            "pond: x\nstep: 55",
            "2:7: step: '55' is not 50 or less",
            "2:7: step: '55' n'est pas 50 ou moins",
        ),
        (
            "pond: x\nstep: 7",
            "2:7: step: '7' is not a multiple of 5",
            "2:7: step: '7' n'est pas un multiple de 5",
        ),
        (
            "pond: x\nvariant: {a: b}",
            "2:10: variant: a block of fields is not text or a list",
            "2:10: variant: un bloc de champs n'est pas un texte ou une liste",
        ),
        (
            "pond: x\nvariant: [[a]]",
            "2:11: variant[1]: a list is not text",
            "2:11: variant[1]: une liste n'est pas un texte",
        ),
        (
            "pond: x\nmany: some",
            "2:7: many: 'some' is not a whole number or one of all",
            "2:7: many: 'some' n'est pas un nombre entier ou l'un de all",
        ),
        (
            "pond: x\nparts: {a: {part: raw}}",
            "2:19: parts.a.part: 'raw' is not one of ring, row; did you mean 'row'?",
            (
                "2:19: parts.a.part: 'raw' ne fait pas partie de ring, row\u202f; "
                "vouliez-vous dire 'row'\u202f?"
            ),
        ),
        (
            "pond: x\nparts: {a: {cells: 2}}",
            "2:12: parts.a.part: this field is missing",
            "2:12: parts.a.part: ce champ manque",
        ),
        (
            "pond: x\nparts: {a: {part: row, cells: x}}",
            "2:31: parts.a.cells: 'x' is not a whole number",
            "2:31: parts.a.cells: 'x' n'est pas un nombre entier",
        ),
        (
            "pond: x\nloose: {part: row, cells: x}",
            "2:27: loose.cells: 'x' is not a whole number",
            "2:27: loose.cells: 'x' n'est pas un nombre entier",
        ),
        (
            "pond: x\nsize: huge",
            "2:7: size: 'huge' is not one of large, small",
            "2:7: size: 'huge' ne fait pas partie de large, small",
        ),
        (
            "pond: x\npair: [1, a, b]",
            "2:7: pair: 3 given; at most 2 will do",
            "2:7: pair: il y en a 3\u202f; il en faut au plus 2",
        ),
        (
            "pond: x\nsome: []",
            "2:7: some: 0 given; at least 1 will do",
            "2:7: some: il y en a 0\u202f; il en faut au moins 1",
        ),
        (
            "pond: x\nfew: {a: 1, b: 2}",
            "2:6: few: 2 given; at most 1 will do",
            "2:6: few: il y en a 2\u202f; il en faut au plus 1",
        ),
        (
            "pond: x\nday: 2026-13-14",
            "2:6: day: '2026-13-14' is not a date such as 2026-03-14",
            "2:6: day: '2026-13-14' n'est pas une date comme 2026-03-14",
        ),
        (
            "pond: x\nword: a",
            "2:7: word: 'a' is too short: at least 2 characters",
            "2:7: word: 'a' est trop court\u00a0: 2 caractères au moins",
        ),
        (
            "pond: x\nword: abcd",
            "2:7: word: 'abcd' is too long: at most 3 characters",
            "2:7: word: 'abcd' est trop long\u00a0: 3 caractères au plus",
        ),
        (
            "pond: x\nword: AB",
            "2:7: word: 'AB' does not have the form that is wanted",
            "2:7: word: 'AB' n'a pas la forme voulue",
        ),
        ("pond: sea", "1:7: pond: salt does not fit here", "1:7: pond: salt ne convient pas ici"),
        ("pond: bug", "1:7: pond: 'bug' does not fit here", "1:7: pond: 'bug' ne convient pas ici"),
        (
            "pond: x\ngrenouilles: {Toad: rose}",
            "2:21: grenouilles.Toad: a toad does not fit here",
            "2:21: grenouilles.Toad: a toad ne convient pas ici",
        ),
        (
            "pond: x\nétang: y",
            "2:1: étang: 'étang' means the same field as 'pond' on line 1; give one of them",
            (
                "2:1: étang: 'étang' désigne le même champ que 'pond' à la ligne 1\u202f; "
                "donnez l'un des deux"
            ),
        ),
        (
            "pond: x\ndice: {rose: 1, pink: 2}",
            "2:17: dice.pink: 'pink' means the same field as 'rose' on line 2; give one of them",
            (
                "2:17: dice.pink: 'pink' désigne le même champ que 'rose' à la ligne "
                "2\u202f; donnez l'un des deux"
            ),
        ),
    ],
)
def test_refused(text: str, english: str, french: str) -> None:
    """A fault names its place, the field as written, what was found and what would do."""
    assert _faults(text) == [english]
    assert _faults(text, "fr") == [french]


def test_every_fault_at_once() -> None:
    """All faults of a file are reported together, in reading order."""
    text = """\
etang: [1]
Pond: x
sauts:
- {feuille: a, mouillé: 3}
- 7
- {}
deep: 1
marks: {x: rose, 2: bleu}
pair: [a]
"""
    assert [fault.split(": ")[:2] for fault in _faults(text)] == [
        ["1:8", "etang"],
        ["2:1", "Pond"],
        ["4:13", "sauts[1].feuille"],
        ["4:25", "sauts[1].mouillé"],
        ["5:3", "sauts[2]"],
        ["6:3", "sauts[3].leaf"],
        ["7:1", "deep"],
        ["8:9", "marks.x"],
        ["8:21", "marks.2"],
        ["9:7", "pair[2]"],
        ["9:8", "pair[1]"],
    ]


def test_very_many_faults() -> None:
    """A hundred thousand faults are answered soon, with the first thousand and their number."""
    lines = _faults("".join(f"k{n}: 1\n" for n in range(100_000)))
    assert len(lines) == 1001
    assert lines[-1] == "1:1: 99,001 more faults are not listed"


@pytest.mark.parametrize("field", ["dice: {k%d: x", "loose: {k%d: x"])
def test_very_many_faults_in_one_field(field: str) -> None:
    """The time for wrong fields grows with their number, not with its square."""
    head, one = field.split("{")
    before = process_time()
    lines = _faults(head + "{" + ", ".join(one % n for n in range(30_000)) + "}")
    assert len(lines) == 1001
    assert process_time() - before < 8


def test_sift_goes_on_past_fields_that_nobody_knows() -> None:
    """Unknown fields and second spellings are told and left out; all else leaves no value."""
    node = read_yaml("pond: a\npont: b\nloose: {part: ring, sise: 3}\nétang: c\n", "f")
    value, problems = sift(node, _Pond, ALIASES)
    assert value is not None
    assert value.pond == "a"
    assert [problem.field for problem in problems] == ["pont", "loose.sise", "étang"]
    value, problems = sift(read_yaml("pond: a\npont: b\ndepth: 99\n", "f"), _Pond, ALIASES)
    assert value is None
    assert [problem.field for problem in problems] == ["pont", "depth"]


def test_prefix() -> None:
    """A section fitted by itself names its fields from the top of the file."""
    with pytest.raises(DataError) as raised:
        fit(read_yaml("leaf: x", "f"), _Hop, at="hops.first")
    assert raised.value.problems[0].field == "hops.first.leaf"


def test_json() -> None:
    """JSON fits like YAML: numbers as text are taken as written, null is not text."""
    assert fit(read_json('{"pond": 5, "marks": {"7": "rose"}}', "f"), _Pond, ALIASES).pond == "5"
    with pytest.raises(DataError) as raised:
        fit(read_json('{"pond": null}', "f"), _Pond)
    assert raised.value.worded("en") == "f:1:10: pond: an empty field is not text"


def test_canonical_keeps_places() -> None:
    """A canonical node has the model's words at the places of the writer's."""
    node = canonical(read_yaml("étang: rose\ngrenouilles: {Rose: vert}", "f"), _Pond, ALIASES)
    assert plain(node) == {"pond": "rose", "frogs": {"Rose": "green"}}
    assert place_of(node, ("frogs", "Rose")) == Place("f", 2, 21)


def test_canonical_refuses_two_spellings() -> None:
    """One field given in two spellings is a fault of its own."""
    with pytest.raises(DataError):
        canonical(read_yaml("pond: x\nPOND: y", "f"), _Pond)


KEYS = st.sampled_from(
    ["pond", "étang", "hops", "marks", "parts", "part", "loose", "frogs", "row", "7"]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=3)
    | KEYS
)
NODES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)
)


@given(NODES)
def test_anything_fits_or_is_refused_in_our_words(value: Plain) -> None:
    """Any node gives a value or faults that can be worded, none of them pydantic's."""
    try:
        fit(read_json(json.dumps(value), "f"), _Pond, ALIASES)
    except DataError as error:
        words = [error.worded(language) for language in LANGUAGES]
    else:
        words = []
    assert not any("Input should" in text or "pydantic" in text for text in words)
