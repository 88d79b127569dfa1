"""The conformance suite over any validator: `python -m tests.conformance COMMAND...`.

With `{}` among its words the command is run once a game, with a file of records, one a line, in
the place of `{}`, and prints a report a line. Else it is run once a record, which is on its
standard input, and prints one report, or a list of one. `--game NAME` takes one game, `--ignore
FIELD` leaves a field of findings uncompared.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).parent
FOUND = ("rule", "severity", "after_error", "turn", "round", "player", "where", "instead")
Json = dict[str, Any]


def suite(game: str) -> list[Json]:
    """Return the cases of a game."""
    file = FOLDER / f"{game}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _printed(command: Sequence[str], given: str | None = None) -> str:
    run = subprocess.run(
        command, input=given, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if not run.stdout.strip():
        raise SystemExit(run.stderr or f"{command[0]} printed nothing")
    return run.stdout


def reports(cases: Sequence[Json], command: Sequence[str]) -> Iterator[Json]:
    """Yield what a command reports of each case."""
    records = [json.dumps(case["record"]) for case in cases]
    if "{}" not in command:
        for record in records:
            printed = json.loads(_printed(command, record))
            yield printed[0] if isinstance(printed, list) else printed
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        file.write_text("".join(f"{record}\n" for record in records), encoding="utf-8")
        for line in _printed(
            [str(file) if word == "{}" else word for word in command]
        ).splitlines():
            yield json.loads(line)


def differences(case: Json, report: Json, ignored: Sequence[str] = ()) -> Iterator[str]:
    """Yield each field that is reported other than a case expects it."""
    for name, wanted in case["expected"].items():
        pair = [wanted, report.get(name)]
        if name == "findings":
            names = [one for one in FOUND if one not in ignored]
            pair = [[{one: of.get(one) for one in names} for of in every or ()] for every in pair]
        if pair[0] != pair[1]:
            yield f"{case['id']}: {name}: {json.dumps(pair[1])} instead of {json.dumps(pair[0])}"


def main(words: Sequence[str]) -> int:
    """Tell all differences; return 0 where there are none, else 1."""
    parser = argparse.ArgumentParser("tests.conformance", description=__doc__)
    parser.add_argument("--game", choices=sorted(file.stem for file in FOLDER.glob("*.jsonl")))
    parser.add_argument("--ignore", action="append", default=[], metavar="FIELD")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args(words)
    if not asked.command:
        parser.error("which command?")
    count, told = 0, list[str]()
    for game in (
        [asked.game] if asked.game else sorted(file.stem for file in FOLDER.glob("*.jsonl"))
    ):
        cases = suite(game)
        for case, report in zip(cases, reports(cases, asked.command), strict=True):
            count += 1
            told += differences(case, report, asked.ignore)
    sys.stdout.write("\n".join([*told, f"{count} cases, {len(told)} differences\n"]))
    return int(bool(told))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
