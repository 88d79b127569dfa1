"""Records in JSON that are read straight to their values: as if they were read with places."""

import json
import lzma
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from generator.reading import json_text
from generator.records.reading import Record, RecordSource, RecordText, read_strictly
from generator.records.replay import report_of
from generator.records.report import report_fields

STORED = Path(__file__).parents[1] / "same" / "records"
GAMES = [path.name.removesuffix(".jsonl.xz") for path in sorted(STORED.glob("*.xz"))]
# Records of a game that are compared as they are, and with something changed in them.
AS_THEY_ARE, CHANGED = 15, 30
GOOD = {
    "game": "qwinto",
    "players": ["Ana", "Zoé"],
    "turns": [{"dice": {"yellow": 1}, "writes": {"Ana": "Y3", "Zoé": "Y3"}}],
}


def _stored(game: str) -> list[str]:
    packed = lzma.decompress((STORED / f"{game}.jsonl.xz").read_bytes())
    return packed.decode().splitlines()[:AS_THEY_ARE]


@contextmanager
def _with_care() -> Iterator[None]:
    """Read nothing straight."""

    def doubt(_: str) -> NoReturn:
        raise json_text.Doubt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_text, "plain_json", doubt)
        yield


def _found(text: str) -> tuple[Any, Any]:
    """Return what a record says, if it can be read, and its report."""
    written = RecordText("x.jsonl", 3, text, is_json=True, line=4)
    record = read_strictly(written)
    said = record.content if isinstance(record, Record) else None
    return said, report_fields(report_of(written), "fr")


def _is_alike(text: str) -> bool:
    found = _found(text)
    with _with_care():
        return found == _found(text)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_stored_records(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored records are read without places, and say and break what careful reading finds."""
    with _with_care():
        careful = [_found(text) for text in _stored(game)]

    def lost(_: RecordText) -> RecordSource:
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(RecordText, "source", lost)
        read_straight = [
            read_strictly(RecordText("x.jsonl", 0, text, is_json=True)) for text in _stored(game)
        ]
    assert all(isinstance(record, Record) for record in read_straight)
    assert [_found(text) for text in _stored(game)] == careful


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(json.dumps(GOOD), id="escaped letters"),
        pytest.param(json.dumps(GOOD, ensure_ascii=False), id="letters"),
        pytest.param(json.dumps(GOOD).replace("e9", "0065\\u0301"), id="a letter in two parts"),
        pytest.param(json.dumps(GOOD).replace("e9", "00e9" + "\\u0301" * 31), id="too many marks"),
        pytest.param(json.dumps(GOOD).replace("e9", "d800"), id="half a letter"),
        pytest.param(json.dumps(GOOD).replace('"game"', '"game": "sti", "game"'), id="name twice"),
        pytest.param(
            json.dumps(GOOD).replace('"game"', '"place": "\\u003a", "game": "sti", "game"'),
            id="name twice beside a hidden colon",
        ),
        pytest.param(json.dumps({**GOOD, "place": "6e B: two"}), id="a colon in a word"),
        pytest.param(json.dumps({**GOOD, "jeu": "qwinto"}), id="one field in two languages"),
        pytest.param(json.dumps({**GOOD, "GAME": "qwinto"}), id="one field in two spellings"),
        pytest.param(json.dumps(GOOD).replace("turns", "Tours"), id="another spelling"),
        pytest.param(json.dumps(GOOD).replace("Y3", "j3"), id="another cell in small letters"),
        pytest.param(json.dumps(GOOD).replace('"yellow": 1', '"jaune": 1'), id="another language"),
        pytest.param(json.dumps(GOOD).replace(": 1", ": 1.0"), id="a decimal number"),
        pytest.param(json.dumps(GOOD).replace(": 1", ": NaN"), id="no number"),
        pytest.param(json.dumps(GOOD).replace(": 1", ": 1" + "0" * 19), id="a long number"),
        pytest.param(json.dumps(GOOD).replace(": 1", ": 1" + "0" * 17), id="a shorter one"),
        pytest.param(json.dumps(GOOD).replace(": 1", ": " + "[" * 5000), id="far too deep"),
        pytest.param(json.dumps({**GOOD, "players": [5, "Ben"]}), id="a number as a name"),
        pytest.param(json.dumps({**GOOD, "players": ["Ana"]}), id="too few players"),
        pytest.param(json.dumps({**GOOD, "players": ["Ana", "Ana"]}), id="a player twice"),
        pytest.param(json.dumps({**GOOD, "players": ["Ana", "passe"]}), id="a reserved name"),
        pytest.param(json.dumps({**GOOD, "players": ["Ana", "Ben"]}), id="a stranger"),
        pytest.param(json.dumps({**GOOD, "variant": "solo"}), id="no such variant"),
        pytest.param(json.dumps({**GOOD, "variant": ""}), id="an empty variant"),
        pytest.param(json.dumps({**GOOD, "turns": None}), id="turns left empty"),
        pytest.param(json.dumps({"game": "qwinto", "players": ["Ana", "Ben"]}), id="no turns"),
        pytest.param(json.dumps({**GOOD, "game": "chess"}), id="another game"),
        pytest.param(json.dumps({**GOOD, "game": "../rules_data/qwinto"}), id="a folder"),
        pytest.param(json.dumps({**GOOD, "game": None}), id="no game"),
        pytest.param(json.dumps({**GOOD, "date": "2026-03-14"}), id="a date"),
        pytest.param(json.dumps({**GOOD, "date": 1}), id="no date"),
        pytest.param(json.dumps({**GOOD, "format": 2}), id="another format"),
        pytest.param(json.dumps([GOOD]), id="a list"),
        pytest.param("{", id="half a record"),
    ],
)
def test_doubts(text: str) -> None:
    """Whatever is odd about a record, it is told and judged as if nothing were read straight."""
    assert _is_alike(text)


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_changed_records(game: str) -> None:
    """Records with a value, a name or a sign changed at random are told and judged alike."""
    chance = Random(game)  # noqa: S311 - a trial, not a secret
    some = _stored(game)
    for _ in range(CHANGED):
        change = chance.choice((_another_value, _another_name, _another_sign))
        text = change(chance.choice(some), chance)
        assert _is_alike(text), text


def _another_value(text: str, chance: Random) -> str:
    """Return a record in which something stands where something else stood."""
    record = json.loads(text)
    here, there = (chance.choice(list(_places(record))) for _ in range(2))
    new: Any = chance.choice((there[0][there[1]], None, 1, True, "1", "none", "Ana", [], {}))
    here[0][here[1]] = new
    try:
        return json.dumps(record, ensure_ascii=chance.random() < 1 / 2)
    except ValueError:  # it was put into itself
        return text


def _another_name(text: str, chance: Random) -> str:
    """Return a record in which a field has another name, perhaps that of a neighbour."""
    record = json.loads(text)
    held, name = chance.choice([place for place in _places(record) if isinstance(place[1], str)])
    names = [str(other) for _, other in _places(record)]
    changed: Callable[[str], str] = chance.choice((str.upper, str.title, lambda _: names[0]))
    new = chance.choice((changed(name), chance.choice(names)))
    held[new] = held.pop(name)
    return json.dumps(record, ensure_ascii=False)


def _another_sign(text: str, chance: Random) -> str:
    """Return a text with a sign left out, doubled, or put in."""
    at = chance.randrange(len(text))
    new = chance.choice(("", text[at] * 2, "\u0301", "é", ":", "0", '"', "\\u003a"))
    return text[:at] + new + text[at + 1 :]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - any piece of a record
    """Yield every list or mapping below, with each index or name in it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in pairs:
        yield value, name
        if isinstance(inner, dict | list):
            yield from _places(inner)
