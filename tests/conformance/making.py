"""The cases of the conformance suite: `python -m tests.conformance.making` writes them anew.

They are the example records of every game, the rule tables and what the record format says of
cases that were settled, each as a JSON record with what is to be found in it.
"""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import yaml

from generator import paths
from generator.game import game_names, load
from generator.records.reading import SUFFIXES
from generator.records.report import report_fields
from generator.words import fold
from tests.conformance.__main__ import FOLDER, FOUND
from tests.judged import verify_lines
from tests.records.test_settled import HEADS, SETTLED
from tests.rules.test_tables import TABLES, situation, table

FORMAT = 1
REPORTED = ("readable", "valid", "finished", "scores", "winners")
NUMBER = re.compile(r"-?[0-9]+")
PLAIN = {"": None, "~": None, "null": None, "true": True, "false": False}
Json = dict[str, Any]


def plain(text: str) -> Any:  # noqa: ANN401 - whatever stands there
    """Return YAML as JSON has it: the core scalars of YAML 1.2, and every key a text."""

    def value(node: Any) -> Any:  # noqa: ANN401 - whatever stands there
        match node:
            case yaml.MappingNode():
                return {str(key.value): value(inner) for key, inner in node.value}
            case yaml.SequenceNode():
                return [value(inner) for inner in node.value]
            case _ if node.style is not None:
                return node.value
            case _ if NUMBER.fullmatch(node.value):
                return int(node.value)
            case _:
                return PLAIN.get(node.value, node.value)

    return value(yaml.compose(text, yaml.SafeLoader))


def expected(record: Json) -> tuple[Json, bool]:
    """Return what is found in a record, and whether it was read without a guess."""
    line = json.dumps(record).encode()
    (report,) = verify_lines(BytesIO(line), "-")
    fields = report_fields(report, "en")
    found = [{name: one[name] for name in FOUND} for one in fields["findings"]]
    return {**{name: fields[name] for name in REPORTED}, "findings": found}, not fields["notes"]


def _records(game: str) -> Iterator[tuple[str, str, Json]]:
    for file in sorted((paths.rules_data() / game / "examples").iterdir()):
        if file.suffix in SUFFIXES:
            yield "example", file.name, plain(file.read_text(encoding="utf-8"))
    if (TABLES / f"{game}.yaml").exists():
        for case in table(game)["cases"]:
            yield "table", case["says"], plain(situation(game, case) + case["record"])
    for settled in SETTLED:
        name, body, _ = settled.values
        if name == game:
            yield "settled", str(settled.id), plain(f"{HEADS[game]}{body}\n")


def cases(game: str) -> Iterator[Json]:
    """Yield the cases of a game in order."""
    version = load(game).head.version
    for kind, says, record in _records(game):
        wanted, is_plain = expected(record)
        name = re.sub(r"[^a-z0-9]+", "-", fold(says)).strip("-")
        if is_plain:  # how odd spellings are read is up to each reader
            head = {"format": FORMAT, "id": f"{game}/{kind}/{name}", "game": game}
            yield {**head, "rules": version, "record": record, "expected": wanted}


def lines(game: str) -> str:
    """Return the file of a game."""
    made = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in cases(game))
    return "".join(f"{line}\n" for line in made)


if __name__ == "__main__":
    for one in game_names():
        (FOLDER / f"{one}.jsonl").write_text(lines(one), encoding="utf-8", newline="\n")
