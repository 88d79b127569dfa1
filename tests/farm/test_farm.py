"""The farm for faults: what it found stays mended, and each maker looks a little further."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.costs import STATUS
from tests.farm.__main__ import main
from tests.farm.cases import Case, Fault, keep, kept_cases, read_case
from tests.farm.records import judged_games, mutated, records_in, report_faults, reports_of
from tests.farm.shrinking import shrunk
from tests.farm.trying import faults_of, tried
from tests.farm.workers import MAKERS, Worker, maker_called, seed_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not STATUS.exists(), reason="processes are measured on Linux"),
]

# Cases of each maker that are tried in the ordinary run: some seconds in all.
FEW = {
    "records": 6,
    "tables": 6,
    "spreadsheets": 8,
    "trials": 3,
    "games": 1,
    "forms": 5,
    "failures": 4,
}


@pytest.fixture(scope="module")
def workers() -> Iterator[dict[str, Worker]]:
    """Return a process for each maker, begun when it is first asked."""
    begun = {name: Worker(name) for name in MAKERS}
    yield begun
    for worker in begun.values():
        worker.end()


def kept_of(what: str) -> list[Path]:
    """Return the files of kept cases that are `mended`, or `known`."""
    return [path for path in kept_cases() if bool(read_case(path).known) == (what == "known")]


@pytest.mark.parametrize("path", kept_of("mended"), ids=lambda path: path.stem)
def test_what_was_found_stays_mended(workers: dict[str, Worker], path: Path) -> None:
    """A case that once broke a promise breaks none any more."""
    case = read_case(path)
    assert workers[case.maker].tried(case).faults == ()


@pytest.mark.parametrize("path", kept_of("known"), ids=lambda path: path.stem)
def test_what_is_known_still_fails(workers: dict[str, Worker], path: Path) -> None:
    """A case that is marked as known fails still; else `python -m tests.farm --again` is due."""
    case = read_case(path)
    assert workers[case.maker].tried(case).faults != ()


@pytest.mark.few(3)
@pytest.mark.parametrize("maker", MAKERS)
def test_a_little_further(workers: dict[str, Worker], maker: str) -> None:
    """Some cases of each maker break no promise but those that are known to be broken."""
    known = {read_case(path).broke for path in kept_of("known")}
    for number in range(FEW[maker]):
        found = workers[maker].tried(seed_of(20, maker, number))
        strange = [fault for fault in found.faults if fault.key not in known]
        assert strange == [], found.case


@pytest.mark.few(2)
@pytest.mark.parametrize("maker", MAKERS)
def test_the_same_seed_makes_the_same_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: str
) -> None:
    """Two makers make the same cases from the same seeds, and others from others."""
    monkeypatch.chdir(tmp_path)
    one, other = maker_called(maker), maker_called(maker)
    seeds = [seed_of(3, maker, number) for number in range(2 if maker == "games" else 6)]
    made = [one.make(Random(seed)) for seed in seeds]  # noqa: S311 - no secret
    assert made == [other.make(Random(seed)) for seed in seeds]  # noqa: S311 - no secret
    assert len({str(case) for case in made}) > 1


def test_a_case_is_the_same_after_it_was_kept(tmp_path: Path) -> None:
    """Any bytes and values come back from the file of a case, which is written once for a place."""
    fault = Fault("exit code", "verify 70", "more")
    files = {"a.yaml": b"game: \xff\0", "b.csv": "é;\r\n".encode(), "c.txt": b"x" * 9_000}
    case = Case("records", "made up", files, {"lang": "fr", "odd": "\ud800\x1b", "n": [None, 1.5]})
    path = keep(case, fault, tmp_path)
    assert path is not None
    assert read_case(path) == replace(case, broke=fault.key)
    assert keep(case, fault, tmp_path) is None
    assert keep(case, Fault("exit code", "verify 3"), tmp_path) != path


def test_cases_are_made_smaller() -> None:
    """Of a case only what breaks the promise is left: the file, the line, the sign."""
    files = {"a": b"", "b": b"one\ntwo\nthree!\nfour"}
    least = shrunk(Case("records", "", files), lambda case: b"!" in case.files.get("b", b""))
    assert least.files == {"b": b"!"}


def test_a_find_is_kept_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case that fails is written once, told in a line, and makes the exit code 1."""
    broken = Case("tables", "names in .csv", {"a.csv": b"Ana"}, {"use": "names", "lang": "en"})
    fault = Fault("exit code", "print 3")

    def fails(_: Worker, task: object) -> object:
        from tests.farm.workers import Verdict

        case = task if isinstance(task, Case) else broken
        return Verdict(case, (fault,) if b"n" in case.files["a.csv"] else ())

    monkeypatch.setattr(Worker, "tried", fails)
    line = ["--count", "3", "--only", "tables", "--to", str(tmp_path)]
    assert main(line) == 1
    (path,) = kept_cases(tmp_path)
    assert read_case(path).files == {"a.csv": b"n"}
    assert "exit code at print 3" in capsys.readouterr().out
    assert main(line) == 0


def test_what_is_mended_loses_its_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--again` takes `known` from a case that no longer fails, and leaves the case."""
    more = {"use": "names", "lang": "en", "kind": "quiz", "new": False, "correct": False}
    case = Case("tables", "names in .txt", {"a.txt": b"Ana\nBen\n"}, more, "long ago", "not ours")
    path = keep(case, Fault("exit code", "print 70"), tmp_path)
    assert path is not None
    assert main(["--again", "--to", str(tmp_path)]) == 0
    assert "in order" in capsys.readouterr().out
    assert (read_case(path).known, read_case(path).files) == ("", case.files)


@pytest.mark.parametrize(
    ("end", "promise"),
    [
        ("abort", "the program lives on"),
        ("exit", "the program lives on"),
        ("memory", "bounded memory"),
    ],
)
def test_what_kills_the_program_is_a_find(end: str, promise: str) -> None:
    """A case that ends its process, or asks for all memory, is a find, and the next is tried."""
    with Worker("deadly") as worker:
        for _ in range(2):
            verdict = worker.tried(Case("deadly", "made up", {}, {"end": end}))
            assert [fault.promise for fault in verdict.faults] == [promise]
        assert worker.tried(Case("deadly", "made up", {}, {"end": "nothing"})).faults == ()


REFUSED = "game: none\n"


@pytest.mark.parametrize(
    ("out", "err", "code", "promise"),
    [
        ("", "Traceback (most recent call last):\n", 2, "no traceback"),
        ("", "", 2, "a refusal is told"),
        ("a\x1b[2J", "", 0, "no sign that a terminal obeys"),
        ("", "x", 3, "exit code"),
        (
            "",
            "ludokit 1 has a fault of its own (…): KeyError: 'a' [b.py:3]; send",
            70,
            "no fault of its own",
        ),
        (
            "",
            "ludokit 1 a un défaut (…)\u202f: KeyError: 'a' [b.py:3]\u202f; envoyez",
            70,
            "no fault of its own",
        ),
    ],
)
def test_what_a_command_must_not_do(
    monkeypatch: pytest.MonkeyPatch, out: str, err: str, code: int, promise: str
) -> None:
    """A run that says or ends as none may is told by the promise that it breaks."""

    def run(_: object) -> int:
        sys.stdout.write(out)
        sys.stderr.write(err)
        return code

    monkeypatch.setattr("generator.cli.program.run", run)
    assert [fault.promise for fault in faults_of(tried("verify"))] == [promise]


def test_what_a_report_must_not_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that is missing, misplaced, misshapen or at odds with itself is told."""
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(REFUSED, encoding="utf-8")
    ended = tried("verify", "a.yaml", "--format", "jsonl")
    (report,) = reports_of(ended.out)
    wanted = records_in({"a.yaml": b""})
    assert list(report_faults(wanted, [report], ended)) == []
    for wrong in (
        [],
        [report, report],
        [{**report, "file": "b.yaml"}],
        [{**report, "winners": None}],
        [{**report, "readable": True}],
        [{**report, "problems": [{}]}],
        ["{"],
    ):
        assert list(report_faults(wanted, wrong, ended)) != []


@pytest.mark.proof
@pytest.mark.parametrize("game", judged_games())
def test_changed_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config, game: str
) -> None:
    """Of so many changed records (`--farmed`) each has its report, side by side as one by one."""
    monkeypatch.chdir(tmp_path)
    files = dict(mutated(game, int(pytestconfig.getoption("--farmed"))))
    Path("class").mkdir()
    for name, data in files.items():
        Path("class", name).write_bytes(data)
    line = ("verify", "class", "--format", "jsonl", "--no-slips", "--lang", "en")
    one = tried(*line, "--jobs", "1")
    wanted = [(f"class/{name}", index) for name, index in records_in(files)]
    faults = [*report_faults(wanted, reports_of(one.out), one), *faults_of(one, len(wanted))]
    assert Counter(fault.key for fault in faults) == {}
    assert one.code in {0, 1, 2}
    other = tried(*line, "--jobs", "2")
    assert (other.code, other.out) == (one.code, one.out)
