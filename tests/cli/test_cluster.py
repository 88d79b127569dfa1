"""`--cluster`: work done by the workers of a Dask scheduler comes out as if it were done here.

Scheduler, workers and program are processes of their own: the tests themselves open no socket.
"""

import json
import lzma
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from generator import paths
from generator.cli.program import run
from generator.dask_backend import PATIENCE
from tests.costs import busy

CHECKOUT = Path(__file__).parents[2]
RECORDS = CHECKOUT / "tests" / "same" / "records"
EXAMPLES = paths.rules_data() / "qwinto" / "examples"
# It says where its scheduler is, then at every line who works; at the end of input it is gone.
STARTED = """
import sys
from distributed import LocalCluster
with LocalCluster(
    n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
) as cluster:
    print(cluster.scheduler_address, flush=True)
    for line in sys.stdin:
        print(*(worker.pid for worker in cluster.workers.values()), flush=True)
"""
BOARD = "class;name\n6e B;Ana Roy\nCE1/CE2;Ben Li\n6e B;Cléo Ng\n5e;Dan Ott\n"
MANY = 700

slow = pytest.mark.slow
dask = pytest.mark.skipif(find_spec("distributed") is None, reason="needs ludokit[cluster]")
Captured = pytest.CaptureFixture[str]
Said = tuple[int, str, str]


class Cluster(NamedTuple):
    """A scheduler with two workers, on this machine."""

    process: "subprocess.Popen[str]"
    address: str

    def workers(self) -> list[int]:
        """Return the processes of the workers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return [*map(int, self.process.stdout.readline().split())]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Start a scheduler and two workers, and leave nothing of them behind."""
    asked = [sys.executable, "-c", STARTED]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(asked, cwd=CHECKOUT, start_new_session=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield Cluster(process, process.stdout.readline().strip())
            process.stdin.close()
            process.wait(60)
        finally:
            process.kill()


def begun(*asked: object, cwd: Path = CHECKOUT) -> "subprocess.Popen[str]":
    """Start the program in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "generator", *map(str, asked), "--lang", "en"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def said(*asked: object, cwd: Path = CHECKOUT) -> Said:
    """Return the exit code of the program, and what it wrote."""
    with begun(*asked, cwd=cwd) as process:
        out, error = process.communicate(timeout=busy(300))
    return process.returncode, out, error


def archive(path: Path, count: int) -> Path:
    """Write stored records of every game, mixed, with one that cannot be read."""
    packed = sorted(RECORDS.glob("*.xz"))
    lines = [line for one in packed for line in lzma.decompress(one.read_bytes()).splitlines()]
    chosen = Random(1).sample(lines, count)  # noqa: S311 - a test, not a secret
    path.write_bytes(b"\n".join([*chosen, b"{"]))
    return path


def files(folder: Path) -> dict[str, bytes]:
    """Return what was written below a folder, by name."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.mark.rest
@pytest.mark.few(1)
@dask
@slow
@pytest.mark.parametrize("form", ["text", "jsonl", "sarif"])
def test_same_reports(cluster: Cluster, form: str, tmp_path: Path) -> None:
    """An archive is reported by a cluster in the same words as by one process, in every form."""
    asked = ("verify", archive(tmp_path / "all.jsonl", 150), "--format", form)
    alone = said(*asked, "--jobs", 1)
    assert alone[0] == 2
    assert alone[1].count("\n") > 100
    assert said(*asked, "--cluster", cluster.address) == alone


@pytest.mark.rest
@dask
@slow
def test_same_corrections(cluster: Cluster, tmp_path: Path) -> None:
    """What a cluster draws of records and of a class comes back, under the same names."""
    folder = tmp_path / "class"
    folder.mkdir()
    for number, name in enumerate(("legal-turns", "illegal-row-rising", "illegal-row-rising")):
        text = (EXAMPLES / f"{name}.yaml").read_text("utf-8")
        (folder / f"{number}.yaml").write_text(f"# {number}\n{text}", encoding="utf-8")
    drawn = []
    for more in (("--jobs", 1), ("--cluster", cluster.address)):
        to = tmp_path / str(more[0])
        code, out, _ = said("verify", folder, "--correct", "--class-page", "--to", to, *more)
        drawn.append((code, out, files(to)))
    assert len(drawn[0][2]) == 4
    assert drawn[0] == drawn[1]


@pytest.mark.rest
@dask
@slow
def test_same_sheets(cluster: Cluster, tmp_path: Path) -> None:
    """A cluster makes a file for each class, the same as if that class had been asked for alone."""
    board, to = tmp_path / "board.csv", tmp_path / "far"
    board.write_text(BOARD, encoding="utf-8")
    asked = ("print", "qwinto", "score-sheets", "--names")
    code, out, error = said(*asked, board, "--to", to, "--cluster", cluster.address)
    assert (code, error) == (0, "")
    assert [Path(line).name for line in out.splitlines()] == [
        f"score-sheets.names.{name}.pdf" for name in ("6e B", "CE1-CE2", "5e")
    ]
    alone = tmp_path / "alone.txt"
    alone.write_text("Ana Roy\nCléo Ng\n", encoding="utf-8")
    assert said(*asked, alone, "--to", tmp_path / "near")[0] == 0
    far, near = files(to / "qwinto" / "en"), files(tmp_path / "near" / "qwinto" / "en")
    for ending in ("pdf", "boxes.json"):
        assert far[f"score-sheets.names.6e B.{ending}"] == near[f"score-sheets.names.{ending}"]


@pytest.mark.rest
@dask
@slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
def test_a_worker_that_dies(cluster: Cluster, tmp_path: Path) -> None:
    """The work of a worker that is killed is done again and counted once, and nothing stays."""
    path = archive(tmp_path / "all.jsonl", MANY)
    asked = ("verify", path, "--format", "jsonl")
    alone = said(*asked, "--jobs", 1)
    before = cluster.workers()
    with begun(*asked, "--cluster", cluster.address) as verifying:
        assert verifying.stdout is not None
        assert verifying.stderr is not None
        first = [verifying.stdout.readline() for _ in range(50)]
        os.kill(before[0], signal.SIGKILL)
        out, error = "".join(first) + verifying.stdout.read(), verifying.stderr.read()
    assert (verifying.returncode, out, error) == alone
    assert error.startswith(f"{MANY + 1} records")
    with pytest.raises(ProcessLookupError):
        os.killpg(verifying.pid, 0)
    assert len(set(before) - set(cluster.workers())) == 1


@dask
@slow
def test_other_games_there(cluster: Cluster, tmp_path: Path) -> None:
    """A worker without the games that are here is told, before it judges by what it has."""
    (tmp_path / "rules_data" / "pays").mkdir(parents=True)
    (tmp_path / "rules_data" / "pays" / "game.yaml").write_text("name: pays", encoding="utf-8")
    record = EXAMPLES / "legal-turns.yaml"
    code, out, error = said("verify", record, "--cluster", cluster.address, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert "ludokit or its games are not those of this one" in error


@pytest.mark.rest
@dask
@slow
def test_no_scheduler() -> None:
    """Where no scheduler answers, one sentence says so within seconds, with the line to type."""
    assert PATIENCE <= 10
    code, out, error = said("verify", EXAMPLES / "legal-turns.yaml", "--cluster", "127.0.0.1:1")
    assert (code, out) == (2, "")
    told = "no Dask scheduler answers at 127.0.0.1:1; on the machine of that address, type: "
    assert error == f"{told}dask scheduler\n"


@dask
@pytest.mark.parametrize("address", ["nowhere", "bus://127.0.0.1:1", "tcp://x:y", "", "::"])
def test_no_address(address: str, capsys: Captured) -> None:
    """What is no address is told before anybody is asked, with what one looks like."""
    asked = ["verify", str(EXAMPLES / "legal-turns.yaml"), f"--cluster={address}", "--lang", "en"]
    assert run(asked) == 2
    assert capsys.readouterr().err == (
        f"'{address}' is not the address of a Dask scheduler; write tcp://machine:8786, as dask "
        "scheduler says it\n"
    )


def test_not_installed(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Without Dask one sentence says what is missing, and the line that installs it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    record = str(EXAMPLES / "legal-turns.yaml")
    assert run(["verify", record, "--grappe", "tcp://127.0.0.1:8786", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("--cluster needs distributed, which is not installed; type: ")
    assert told.endswith("-m pip install distributed\n")


@pytest.mark.parametrize(
    "asked",
    [
        ("verify", "a.yaml", "--jobs", "2"),
        ("print", "qwinto", "--jobs", "2"),
        ("print", "sti", "cards", "--sheet-png"),
        ("print", "capitals", "--as", "loto", "--table", "capitals"),
    ],
)
def test_what_does_not_go_with_it(
    asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """What is done on this machine alone is refused beside --cluster, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert run([*asked, "--cluster", "127.0.0.1:1", "--lang", "en"]) == 2
    assert "--cluster and --" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_it_hands_out_is_small(tmp_path: Path) -> None:
    """Records are handed out as text, so that no worker looks for a file that is not there."""
    from generator.batch_judging import BatchJudge
    from generator.printables.context import Options
    from generator.records.reading import records_of_file

    path = tmp_path / "game.yaml"
    path.write_bytes((EXAMPLES / "illegal-row-rising.yaml").read_bytes())
    (found,) = records_of_file(path)
    path.unlink()
    part = BatchJudge(Options(language="en"), "json", correct=True)((found,))
    (one,) = part.records
    assert "row-rising" in json.dumps(one.words)
    assert one.accident is None
    assert one.correction is not None
