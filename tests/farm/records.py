"""Records of every game, legal and faulty, changed at random: each has its report, and no other."""

import json
import lzma
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from generator.game import game_names
from generator.reading.nodes import plain
from generator.reading.yaml_text import parse_yaml
from generator.records.record_format import catalog_rules
from generator.records.writing import sample_record
from generator.words import BUILT_IN
from tests.farm.cases import Case, Fault
from tests.farm.mutations import BYTES, Tree, as_json, as_yaml, changed_tree, nudged_tree
from tests.farm.trying import Ending, faults_of, lay, torn, tried
from tests.records.test_loosened import _Hurry

TESTS = Path(__file__).parents[1]
FORMS = ("json", "json", "jsonl", "sarif", "text")
FURTHER = ((), (), (), ("--correct",), ("--rewrite",), ("--class-page",))
# One case in so many is judged side by side, or by a program of its own: both take their time.
SIDE_BY_SIDE = APART = 150
# Files of a case that is judged side by side: fewer are judged by one process in any case.
SEVERAL = 24
# So many of the records that reached something new are changed further.
GROWN = 400
FIELDS: Mapping[str, tuple[type, ...]] = {
    "format": (int,), "file": (str,), "index": (int,), "game": (str, type(None)),
    "readable": (bool,), "valid": (bool,), "finished": (bool,), "findings": (list,),
    "scores": (dict,), "winners": (list,), "problems": (list,),
}  # fmt: skip
PROBLEM: Mapping[str, tuple[type, ...]] = {
    "line": (int, type(None)), "column": (int, type(None)), "field": (str,), "message": (str,),
}  # fmt: skip
FINDING: Mapping[str, tuple[type, ...]] = {
    "rule": (str,), "severity": (str,), "after_error": (bool,), "line": (int, type(None)),
    "column": (int, type(None)), "turn": (int, type(None)), "round": (int, type(None)),
    "player": (str, type(None)), "where": (str, type(None)), "message": (str,), "sentence": (str,),
    "instead": (list,),
}  # fmt: skip
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|'[^']*'|\d+")


@lru_cache(maxsize=1)
def judged_games() -> tuple[str, ...]:
    """Return the games that are judged, by name."""
    heads = {
        name: Path(folder, "game.yaml").read_text(encoding="utf-8")
        for name in game_names()
        for folder in [TESTS.parent / "rules_data" / name]
    }
    return tuple(name for name, head in heads.items() if "\nmechanics:" in head)


@lru_cache(maxsize=16)
def grown_records(game: str) -> tuple[Tree, ...]:
    """Return records that are as they should be, or have planted errors: stored and shipped."""
    packed = TESTS / "same" / "records" / f"{game}.jsonl.xz"
    lines = lzma.decompress(packed.read_bytes()).splitlines() if packed.exists() else []
    return tuple(json.loads(line) for line in lines[:60])


@lru_cache(maxsize=16)
def written_records(game: str) -> tuple[tuple[str, bytes], ...]:
    """Return the records of a game that people wrote, by the endings of their files."""
    shipped = TESTS.parent / "rules_data" / game / "examples"
    files = [*shipped.glob("*"), *(TESTS / "records" / "hand" / game).glob("*")]
    odd = (TESTS / "records" / "odd").glob("*.jsonl")
    lines = [json.loads(line) for file in sorted(odd) for line in file.read_text().splitlines()]
    typed = [one for one in lines if one["game"] == game and one["file"] in {"yaml", "json"}]
    return (
        *((file.suffix, file.read_bytes()) for file in sorted(files) if file.is_file()),
        *((f".{one['file']}", one["odd"].encode()) for one in typed),
    )


class RecordMaker:
    """Makes up records, and changes further what reached something new."""

    def __init__(self, games: Sequence[str] = ()) -> None:
        """Choose the games, all that are judged where none is named."""
        self.games = tuple(games)
        self._reached = set[str]()
        self._further = list[tuple[str, str, bytes]]()

    def make(self, chance: Random) -> Case:
        """Return some records in files, and how they are to be judged."""
        game = chance.choice(self.games or judged_games())
        ways = {"side by side": SIDE_BY_SIDE, "apart": APART}
        more: dict[str, Any] = {way: chance.randrange(every) == 0 for way, every in ways.items()}
        many = SEVERAL if more["side by side"] else chance.choice((1, 1, 1, 2, 3))
        files, how = dict[str, bytes](), list[str]()
        for number in range(many):
            suffix, data, what = self.record(game, chance)
            files[f"{number:02}{suffix}"] = data
            how.append(what)
        more |= {
            "lang": chance.choice(BUILT_IN),
            "form": chance.choice(FORMS),
            "further": [*chance.choice(FURTHER)],
        }
        if many == SEVERAL or chance.random() < 0.7:
            more["further"].append("--no-slips")
        return Case("records", f"{game}: {'; '.join(how[:3])}", files, more)

    def record(self, game: str, chance: Random) -> tuple[str, bytes, str]:
        """Return a file of one record, or of some lines: its ending, its bytes, how it was made."""
        if chance.randrange(12) == 0:
            every = [self._changed(game, chance) for _ in range(chance.choice((1, 2, 5)))]
            lines = [as_json(tree, chance) for tree, _ in every]
            data = chance.choice((b"\n", b"\n", b"\r\n", b"\n\n")).join(lines)
            return ".jsonl", _spoilt(data, chance) if chance.random() < 0.15 else data, "lines"
        further = [one for one in self._further if one[0] == game]
        if further and chance.random() < 0.25:
            _, suffix, data = chance.choice(further)
            return suffix, _spoilt(data, chance), "what reached something new"
        if chance.random() < 0.15 and (written := written_records(game)):
            suffix, data = chance.choice(written)
            return suffix, _spoilt(data, chance), "written"
        tree, what = self._changed(game, chance)
        suffix = chance.choice((".yaml", ".yaml", ".yml", ".json"))
        data = (as_json if suffix == ".json" else as_yaml)(tree, chance)
        return suffix, _spoilt(data, chance) if chance.random() < 0.15 else data, what

    def _changed(self, game: str, chance: Random) -> tuple[Tree, str]:
        """Return the tree of a record that was changed so that it can be read, or otherwise."""
        tree, what = self._tree(game, chance), "sampled"
        alike = chance.choice(grown_records(game) or (tree,))
        for _ in range(chance.choice((0, 1, 1, 2, 3, 6))):
            tree = nudged_tree(tree, chance, alike)
        if chance.random() < 0.3:
            hurry = _Hurry(Random(chance.random()), chance.choice(BUILT_IN))  # noqa: S311
            tree, what = hurry.record(tree), "typed in a hurry"
        others = grown_records(chance.choice(judged_games()))
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 4))):
            tree = changed_tree(tree, chance, others)
        return tree, what

    def _tree(self, game: str, chance: Random) -> Tree:
        grown = grown_records(game)
        if grown and chance.random() < 0.9:
            return chance.choice(grown)
        rules, seed = catalog_rules(game), chance.randrange(10_000)
        made = sample_record(rules, seed=seed, language=chance.choice(BUILT_IN))
        return plain(parse_yaml(made.text, "a.yaml")[0])

    def judge(self, case: Case) -> Iterator[Fault]:
        """Yield what is wrong with how the records were judged."""
        lay(case.files)
        more, names = case.more, tuple(case.files)
        line = ("verify", *names, "--lang", more["lang"])
        plain = tried(*line, "--no-slips", "--format", "jsonl", "--jobs", "1")
        yield from faults_of(plain)
        reports = reports_of(plain.out)
        yield from report_faults(records_in(case.files), reports, plain)
        self._grow(case, reports)
        further = (*line, *more["further"], "--format", more["form"], "--to", "out")
        ended = tried(*further, "--jobs", "1")
        yield from (*faults_of(ended, len(names)), *torn(case.files))
        if ended.code not in {plain.code, 2}:
            yield Fault("one exit code", f"{plain.code} {ended.code}", str(further))
        if more["form"] in {"json", "sarif"} and isinstance(_parsed(ended.out), str):
            yield Fault("reports are valid JSON", more["form"], ended.out[-500:])
        if more["side by side"]:
            yield from _differences(plain, tried(*plain.line[:-1], "2"), "side by side")
        if more["apart"]:
            yield from _differences(plain, _apart(plain.line), "in a program of its own")

    def _grow(self, case: Case, reports: Sequence[Any]) -> None:
        """Keep the records whose reports say something that none said before."""
        for report in reports:
            told = [*_told(report)] if isinstance(report, dict) else []
            if new := {*told} - self._reached:
                self._reached |= new
                name = str(report["file"])
                if name in case.files and len(case.files[name]) < 20_000:
                    game = case.what.partition(":")[0]
                    self._further.append((game, Path(name).suffix, case.files[name]))
        del self._further[:-GROWN]


def _spoilt(data: bytes, chance: Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = BYTES[chance.choice(tuple(BYTES))](data, chance)
    return data


def _told(report: Mapping[str, Any]) -> Iterator[str]:
    for part in ("findings", "problems", "notes"):
        for one in report.get(part, ()):
            words = _QUOTED.sub("_", str(one.get("message", one.get("read", ""))))
            yield f"{part} {one.get('rule', '')} {words}"[:200]


def reports_of(lines: str) -> list[Any]:
    """Return the reports that stand one a line; a line that is none stays as it is."""
    return [_parsed(line) for line in lines.split("\n") if line]


def _parsed(text: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(text)
    except ValueError:
        return text


def records_in(files: Mapping[str, bytes]) -> list[tuple[str, int]]:
    """Return what is to have a report: files by name, records of a file by number."""
    return [(name, index) for name, data in files.items() for index in range(_many(name, data))]


def report_faults(
    wanted: Sequence[tuple[str, int]], reports: Sequence[Any], ended: Ending
) -> Iterator[Fault]:
    """Yield reports that are missing, too many, in another order, or not what a report is."""
    found = [
        (one.get("file"), one.get("index")) if isinstance(one, dict) else one for one in reports
    ]
    if found != wanted:
        yield Fault("a report for each record", "verify", f"{found[:50]} is not {wanted[:50]}")
    for one in reports:
        wrong = [*_misshapen(one, FIELDS)]
        if not wrong:
            wrong += [w for problem in one["problems"] for w in _misshapen(problem, PROBLEM)]
            wrong += [w for finding in one["findings"] for w in _misshapen(finding, FINDING)]
        if not wrong:
            wrong += _disagreements(one)
        for what in wrong:
            yield Fault("a report says what reports say", what, str(one)[:2_000])
    codes = {_code(one) for one in reports if isinstance(one, dict)}
    if ended.raised is None and codes and ended.code not in {max(codes), 70}:
        yield Fault("exit code", f"{ended.code} for {max(codes)}", str(ended.line))


def _many(name: str, data: bytes) -> int:
    if not name.endswith(".jsonl"):
        return 1
    return max(1, sum(bool(line.strip()) for line in data.split(b"\n")))


def _misshapen(one: object, fields: Mapping[str, tuple[type, ...]]) -> Iterator[str]:
    if not isinstance(one, dict):
        yield "not an object"
        return
    for name, types in fields.items():
        if name not in one or type(one[name]) not in types:
            yield f"{name} is {type(one.get(name)).__name__}"


def _disagreements(report: Mapping[str, Any]) -> Iterator[str]:
    errors = [one for one in report["findings"] if one["severity"] == "error"]
    if report["readable"] != (not report["problems"]):
        yield "readable beside problems"
    if report["valid"] != (report["readable"] and not errors):
        yield "valid beside findings"
    if report["winners"] and not report["finished"]:
        yield "winners of a game that goes on"
    places = [(one["line"] or 0, one["column"] or 0) for one in report["problems"]]
    if any(after < before for before, after in pairwise(places)):
        yield "problems out of order"


def _code(report: Mapping[str, Any]) -> int:
    return 2 if not report.get("readable") else int(not report.get("valid"))


def _differences(one: Ending, other: Ending, what: str) -> Iterator[Fault]:
    yield from faults_of(other)
    if (one.code, one.out) != (other.code, other.out):
        words = f"{one.code} {other.code}\n{one.out[:1_500]}\n---\n{other.out[:1_500]}"
        yield Fault("the same reports", what, words)


def _apart(line: Sequence[str]) -> Ending:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "generator", *line],
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        env={**os.environ, "PYTHONPATH": str(TESTS.parent), "PYTHONUTF8": "1"},
    )
    return Ending(tuple(line), done.returncode, done.stdout, done.stderr, 0.0, 0.0)


def mutated(game: str, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield so many changed records of a game as files: their names and bytes."""
    maker, made = RecordMaker((game,)), 0
    chance = Random(f"{game} {count}")  # noqa: S311 - no secret
    while made < count:
        suffix, data, _ = maker.record(game, chance)
        yield f"{made:05}{suffix}", data
        made += _many(suffix, data)
