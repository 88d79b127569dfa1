"""Archives judged by several processes: as by one, in order, in little memory, ended with it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator import paths
from generator.cli.program import run
from generator.errors import LudokitError
from generator.game import game_names
from generator.interruption import INTERRUPTED
from generator.processes import map_in_order
from generator.reading.nodes import plain
from generator.records.record_format import catalog_rules
from generator.records.writing import read_yaml_record, sample_record
from tests.costs import busy

Captured = pytest.CaptureFixture[str]
FORMS = ("text", "json", "jsonl", "sarif")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
EXAMPLES = paths.rules_data() / "qwinto" / "examples"
LEGAL, ILLEGAL = EXAMPLES / "legal-turns.yaml", EXAMPLES / "illegal-row-rising.yaml"
SHEETS = b'{"game":"qwinto","players":["A","B"],"sheets":{"A":{"misses":%d},"B":{"misses":1}}}\n'
BROKEN = (b"", b"   ", b"{", b"[]", b"\xff\xfe", b'{"game": "chess"}', b"{}{}", b"[" * 3000, b"\r")
# Games that are played for the archive; more lines are these, changed.
PLAYED = 100
MOST_MEMORY = 10 * 1024  # KiB
SOON = 2.0  # seconds, where nothing else runs


def lines_of(name: str, count: int) -> Iterator[bytes]:
    """Yield random records of a game, some with errors, many changed at random, one a line."""
    rules, chance = catalog_rules(name), Random(name)  # noqa: S311 - a test, not a secret
    played = []
    for seed in range(1, min(count, PLAYED) + 1):
        language, errors = chance.choice(("fr", "en")), chance.randrange(2)
        text = sample_record(rules, seed=seed, errors=errors, language=language).text
        form = plain(read_yaml_record(rules, text).form)
        played.append(json.dumps(form, ensure_ascii=False).encode())
    for number in range(count):
        line = played[number % len(played)]
        if number >= PLAYED or chance.random() < 0.4:
            at = chance.randrange(len(line))
            line = line[:at] + chance.choice((b"", b"7", b'"', b"Z", b"{")) + line[at + 1 :]
        yield line + chance.choice((b"", b"\r"))
        if chance.random() < 0.1:
            yield chance.choice(BROKEN)


def archive(path: Path, count: int) -> Path:
    """Write so many records of every game that is judged, mixed, with broken lines in between."""
    found = [b'{"game": "qwinto", "place": "' + b"x" * 20_000_000 + b'"}']
    for name in game_names():
        try:
            found += lines_of(name, count)
        except LudokitError:  # a game that nothing judges
            continue
    Random(1).shuffle(found)  # noqa: S311 - a test, not a secret
    path.write_bytes(b"\n".join(found))
    return path


def said(capsys: Captured, *asked: object, jobs: int) -> tuple[int, str, str]:
    """Return the exit code of a verification by so many processes, and what it wrote."""
    code = run(["verify", *map(str, asked), "--jobs", str(jobs), "--lang", "en"])
    return code, *capsys.readouterr()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "forms"),
    [
        pytest.param(12, FORMS, id="a few", marks=pytest.mark.rest),
        pytest.param(2000, ("jsonl",), id="many", marks=pytest.mark.proof),
    ],
)
def test_same_bytes(count: int, forms: tuple[str, ...], tmp_path: Path, capsys: Captured) -> None:
    """Random, changed, broken and endless lines are reported alike by one process and by two."""
    path = archive(tmp_path / "all.jsonl", count)
    for form in forms:
        alone = said(capsys, path, "--format", form, jobs=1)
        assert alone[0] == 2
        assert said(capsys, path, "--format", form, jobs=2) == alone


@pytest.mark.slow
def test_order_and_places(tmp_path: Path, capsys: Captured) -> None:
    """Archives, folders and what is missing are reported in the order asked, line by line."""
    first, folder = tmp_path / "first.jsonl", tmp_path / "class"
    folder.mkdir()
    first.write_bytes(b"".join(SHEETS % (number % 7) for number in range(500)))
    for number in range(20):
        (folder / f"{number:02}.yaml").write_bytes(LEGAL.read_bytes())
    asked = (first, folder, tmp_path / "none.yaml", first, "--format", "jsonl")
    code, out, _ = said(capsys, *asked, jobs=3)
    found = [(Path(one["file"]).name, one["index"]) for one in map(json.loads, out.splitlines())]
    within = [(f"{number:02}.yaml", 0) for number in range(20)]
    once = [("first.jsonl", number) for number in range(500)]
    assert found == [*once, *within, ("none.yaml", 0), *once]
    assert code == 2


@pytest.mark.rest
@pytest.mark.slow
def test_corrections_and_the_class(tmp_path: Path, capsys: Captured) -> None:
    """What is drawn of records and of the class is the same, byte for byte, by two processes."""
    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(10):
        (folder / f"{number}.yaml").write_bytes((LEGAL, ILLEGAL)[number % 2].read_bytes())
    drawn = []
    for jobs in (1, 2):
        to = tmp_path / str(jobs)
        asked = (folder, "--correct", "--class-page", "--to", to, "--format", "json")
        code, out, _ = said(capsys, *asked, jobs=jobs)
        files = {path.name: path.read_bytes() for path in to.rglob("*.pdf")}
        assert len(files) == 11
        drawn.append((code, out, files))
    assert drawn[0] == drawn[1]


def test_summary(capsys: Captured) -> None:
    """After several records their numbers are told, and each rule with how often it was broken."""
    asked = ["verify", str(LEGAL), str(ILLEGAL), str(ILLEGAL), "none.yaml", "--lang", "en"]
    assert run(asked) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "4 records – valid: 1, with errors: 2, unreadable: 1",
        "  qwinto: row-rising 2",
    ]


@pytest.mark.parametrize("asked", [[str(ILLEGAL)], [str(LEGAL), str(ILLEGAL), "--quiet"]])
def test_no_summary(asked: list[str], capsys: Captured) -> None:
    """One record is told by its report alone, and --quiet keeps the numbers to itself."""
    assert run(["verify", *asked]) == 1
    assert capsys.readouterr().err == ""


def test_few_records_stay_here(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Nothing is started for a record, nor for the files of a table."""
    monkeypatch.setattr("generator.processes.process_pool", None)
    assert run(["verify", str(LEGAL), str(ILLEGAL), "--format", "jsonl"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2


def begun(path: Path, *more: str) -> subprocess.Popen[str]:
    """Start to judge an archive by two processes, in a session of its own."""
    line = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    line += "from generator.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", line, "verify", str(path), "--jobs", "2", "--lang", "en", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def started_by(process: int) -> list[int]:
    """Return the processes that judge for another one, once both are there."""
    until = time.monotonic() + busy(30)
    while time.monotonic() < until:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
        found = [
            one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()
        ]
        if len(found) == 2:
            return [*map(int, found)]
        time.sleep(0.05)
    raise TimeoutError


def running(process: int) -> bool:
    """Tell whether a process runs (one that has ended and waits to be counted does not)."""
    try:
        return "(zombie)" not in Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return False


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """Return an archive that takes long to judge."""
    path = tmp_path / "endless.jsonl"
    path.write_bytes(b"".join(SHEETS % (number % 7) for number in range(200_000)))
    return path


@pytest.mark.few(1)
@POSIX
@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("SIGINT", INTERRUPTED), ("SIGKILL", -9)])
def test_an_ended_run(name: str, code: int, endless: Path) -> None:
    """A run that is interrupted or killed ends within seconds, and its processes with it."""
    with begun(endless, "--format", "jsonl") as verifying:
        others = started_by(verifying.pid)
        assert verifying.stdout is not None
        verifying.stdout.readline()
        ended, soon = time.monotonic(), busy(SOON)
        os.kill(verifying.pid, getattr(signal, name))
        verifying.stdout.read()
        assert verifying.wait(busy(10)) == code
        while any(map(running, others)) and time.monotonic() < ended + soon:
            time.sleep(0.05)
        assert time.monotonic() - ended < soon
        assert not any(map(running, others))


@POSIX
@pytest.mark.slow
def test_reports_that_are_done_when_a_process_dies(endless: Path) -> None:
    """Whatever was judged before a process died is told, record by record, from the first on."""
    with begun(endless, "--format", "jsonl") as verifying:
        assert verifying.stdout is not None
        assert verifying.stderr is not None
        first = [verifying.stdout.readline() for _ in range(200)]
        os.kill(started_by(verifying.pid)[0], signal.SIGKILL)
        rest, said = verifying.stdout.read(), verifying.stderr.read()
        assert verifying.wait(busy(60)) == 2
    assert len(said.splitlines()) == 1
    told = [json.loads(line)["index"] for line in (*first, *rest.splitlines())]
    assert told == [*range(len(told))]


def test_what_is_done_is_not_held_back() -> None:
    """Results come before the next part is read; a pool that breaks is told after what is done."""
    slow, taken = Future[int](), list[int]()

    class Pool(Executor):
        def submit(self, *given: Any, **_: Any) -> Future[Any]:  # noqa: ANN401 - as its base
            number = given[1]
            if number == 2:
                return slow
            if number == 3:
                slow.set_result(2)
                raise BrokenExecutor
            done = Future[int]()
            done.set_result(number)
            return done

    def parts() -> Iterator[int]:
        for number in range(4):
            assert taken == [*range(min(number, 2))]
            yield number

    results = map_in_order(Pool(), abs, parts(), 8)
    for _ in range(3):
        taken.append(next(results))
    with pytest.raises(BrokenExecutor):
        next(results)
    assert taken == [0, 1, 2]


@POSIX
@pytest.mark.slow
def test_a_process_that_dies(endless: Path) -> None:
    """A process that the system ends is one line; what is written is not to be taken for whole."""
    with begun(endless, "--format", "json") as verifying:
        others = started_by(verifying.pid)
        os.kill(others[0], signal.SIGKILL)
        out, said = verifying.communicate(timeout=busy(60))
    assert verifying.returncode == 2
    assert [line.endswith("try again with --jobs 1") for line in said.splitlines()] == [True]
    with pytest.raises(json.JSONDecodeError):
        json.loads(out)
    assert not any(map(running, others))


@POSIX
@pytest.mark.long
@pytest.mark.slow
def test_memory(tmp_path: Path) -> None:
    """Ten times as many records take no more memory, in whichever process."""
    most = []
    for count in (10_000, 100_000):
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes(b"".join(SHEETS % (number % 7) for number in range(count)))
        with begun(path, "--format", "jsonl") as verifying:
            processes = [verifying.pid, *started_by(verifying.pid)]
            assert verifying.stdout is not None
            lines = enumerate(verifying.stdout)
            used = [0 if n % 500 else max(map(memory, processes)) for n, _ in lines]
        assert verifying.returncode == 1
        assert len(used) == count
        most.append(max(used))
    assert most[1] - most[0] < MOST_MEMORY


def memory(process: int) -> int:
    """Return the most KiB that a process has had so far; 0 of one that has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
