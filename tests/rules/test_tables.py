"""What is found in records: the rule tables of `tables/`, judged through the command line.

A table is a YAML file of one game, of those that come along or of `tests/games`. Each case says in
a sentence what it shows, holds the words of a record and what is found in them:

- `says`: the sentence; it names the test
- `after`: the situation, one of the table's `situations`, whose words come first and in which no
  rule is broken; left out: the situation `usual`
- `record`: what follows, as written
- `found`: each error as "LINE RULE WHERE" or "LINE:COLUMN RULE WHERE", lines counted in `record`,
  with "afterwards" behind one that follows from an earlier error
- `instead`: what would have done in place of what was found last
- `scores`, `winners`, `finished`: of the report, the scores as far as they are named
- `unreadable`: the fields that cannot be read
"""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.cli import main

TABLES = Path(__file__).parent / "tables"
GAMES = Path(__file__).parents[1] / "games"
KEYS = {
    *("says", "after", "record", "found"),
    *("instead", "scores", "winners", "finished", "unreadable"),
}
Case = dict[str, Any]


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table by the name of its game."""
    found: dict[str, Any] = yaml.safe_load((TABLES / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def situation(name: str, case: Case) -> str:
    """Return what stands before the words of a case."""
    before: str = table(name)["situations"][case.get("after", "usual")]
    return f"game: {name}\n{before}"


def cases() -> Iterator[Any]:
    """Yield the game and the number of every case."""
    for file in sorted(TABLES.glob("*.yaml")):
        for number, case in enumerate(table(file.stem)["cases"]):
            yield pytest.param(file.stem, number, id=f"{file.stem}: {case['says']}")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the report of every case, made by one command."""
    folder = tmp_path_factory.mktemp("records")
    own = tmp_path_factory.mktemp("own")
    for one in GAMES.glob("*/game.yaml"):
        shutil.copytree(one.parent, own / "rules_data" / one.parent.name)
    for file in TABLES.glob("*.yaml"):
        for number, case in enumerate(table(file.stem)["cases"]):
            record = folder / f"{file.stem}.{number}.yaml"
            record.write_text(situation(file.stem, case) + case["record"], encoding="utf-8")
    written = folder.with_suffix(".jsonl")
    with pytest.MonkeyPatch.context() as patch, written.open("w", encoding="utf-8") as stream:
        patch.setattr("sys.stdout", stream)
        patch.chdir(own)
        with pytest.raises(SystemExit):
            main(["verify", str(folder), "--format", "jsonl", "--lang", "en"])
    found = {}
    for line in written.read_text(encoding="utf-8").splitlines():
        report = json.loads(line)
        game, place, _ = Path(report["file"]).name.split(".")
        found[game, int(place)] = report
    return found


def told(finding: dict[str, Any], before: int, *, with_column: bool) -> str:
    """Return an error as a table says it."""
    column = f":{finding['column']}" if with_column else ""
    words = [f"{finding['line'] - before}{column}", finding["rule"], finding["where"]]
    return " ".join([word for word in words if word] + ["afterwards"] * finding["after_error"])


@pytest.mark.parametrize(("game", "number"), list(cases()))
def test_case(reports: dict[tuple[str, int], dict[str, Any]], game: str, number: int) -> None:
    """What the table says is found, and nothing else."""
    case: Case = table(game)["cases"][number]
    assert case.keys() <= KEYS
    report, before = reports[game, number], situation(game, case).count("\n")
    errors = [one for one in report["findings"] if one["severity"] == "error"]
    with_column = ":" in " ".join(case.get("found", []))
    found = [told(error, before, with_column=with_column) for error in errors]
    assert found == case.get("found", [])
    assert [one["field"] for one in report["problems"]] == case.get("unreadable", [])
    if "instead" in case:
        assert errors[-1]["instead"] == case["instead"]
    for player, points in case.get("scores", {}).items():
        assert report["scores"][player].items() >= points.items()
    for key in ("winners", "finished"):
        assert report[key] == case.get(key, report[key])
