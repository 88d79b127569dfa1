"""Runs commands of one tree of the project: `python -P worker.py JOB`, with the tree on PYTHONPATH.

JOB is a JSON file: the tree, the folder of what is given to both sides, the folder for what comes
out, how many to run at a time, and the commands. Libraries and typefaces are read once; each
command then runs in a fork of this process, which knows nothing of the others, and which may crash
or hang without harm: that is its outcome. `OUT/<command>/made` holds the files that it wrote,
`said.json` its exit codes and what it said, `asked` what it was asked with.
"""

import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

# A command that takes longer, in seconds of processor time and on the clock, has gone astray.
MOST_SECONDS, MOST_WAITED = 120, 900
# The exit code of what broke outside the program's own last line of defence.
BROKEN = 99
# What the first command of every run would have to read.
WARMING = (
    "print yams score-sheets reminder rules --lang fr --to {}",
    "sample yams --seed 1 --errors 1 --lang fr --to {}/a.yaml",
    "verify {}/a.yaml --lang en",
)


def main(job: Path) -> None:
    """Run every command, so many at a time, and write the processor time of each."""
    told = json.loads(job.read_text(encoding="utf-8"))
    found = find_spec("generator")
    if found is None or not str(found.origin).startswith(f"{told['tree']}/"):
        # Another is installed, and would be compared in its place.
        sys.exit(f"the program of {told['tree']} is not found there: {found}")
    _warm()
    running: dict[int, tuple[Path, dict[str, Any]]] = {}
    own = resource.getrusage(resource.RUSAGE_SELF)
    costs = {"": round(own.ru_utime + own.ru_stime, 2)}

    def finish() -> None:
        number, status, cost = os.wait4(-1, 0)
        folder, command = running.pop(number)
        costs[command["name"]] = round(cost.ru_utime + cost.ru_stime, 2)
        _put(folder, command, os.waitstatus_to_exitcode(status), told)

    for command in told["commands"]:
        if len(running) == told["at_a_time"]:
            finish()
        folder = _laid(command, told)
        number = os.fork()
        if number == 0:
            _run(folder, command["steps"], command["stdin"], command["apart"])
        running[number] = folder, command
    while running:
        finish()
    job.with_suffix(".costs").write_text(json.dumps(costs), encoding="utf-8")


def _warm() -> None:
    """Read what most commands need, so that no fork does; where it fails, they will tell."""
    with (
        tempfile.TemporaryDirectory() as folder,
        redirect_stdout(StringIO()),
        redirect_stderr(StringIO()),
    ):
        for line in WARMING:
            with suppress(BaseException):
                from generator.cli import main as program

                program([word.format(folder) for word in line.split()])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    # What is there lives as long as this process: no fork need look at it again.
    gc.collect()
    gc.freeze()


def _laid(command: dict[str, Any], told: dict[str, Any]) -> Path:
    """Return a new folder with all that a command is to find where it runs."""
    Path(told["out"]).mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".run-", dir=told["out"]))
    made = folder / "made"
    made.mkdir()
    for name, source in command["links"].items():
        side, _, path = source.partition("/")
        (made / name).symlink_to(Path(told[side]) / path)
    return folder


def _run(folder: Path, steps: list[list[str]], stdin: str, apart: str) -> None:
    """Run the steps of a command in this fork, and end it."""
    os.chdir(folder / "made")
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(MOST_WAITED)
    for number, words in enumerate(steps):
        with (
            Path(stdin or os.devnull).open("rb") as into,
            (folder / f"{number}.out").open("wb") as out,
            (folder / f"{number}.err").open("wb") as err,
        ):
            for descriptor, file in enumerate((into, out, err)):
                os.dup2(file.fileno(), descriptor)
        code = _apart(apart, words) if apart else _code(words)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        (folder / f"{number}.code").write_text(str(code), encoding="utf-8")
    os._exit(0)


def _apart(module: str, words: list[str]) -> int:
    """Run a module in a process of its own: what starts more processes imports itself there."""
    return subprocess.run([sys.executable, "-P", "-m", module, *words], check=False).returncode


def _code(words: list[str]) -> int:
    """Run the program in this process and return its exit code."""
    try:
        from generator.cli import main as program

        program(words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - whatever it is, it is the outcome
        traceback.print_exc()
    return BROKEN


def _put(folder: Path, command: dict[str, Any], ended: int, told: dict[str, Any]) -> None:
    """Put what came of a command in its place."""
    said = []
    masks = {str(folder / "made"): "<here>", told["tree"]: "<tree>", told["given"]: "<given>"}
    for number, _ in enumerate(command["steps"]):
        words = [folder / f"{number}.{name}" for name in ("code", "out", "err")]
        code, out, err = (
            file.read_text("utf-8", errors="surrogateescape") if file.exists() else ""
            for file in words
        )
        for place, mask in masks.items():
            out, err = out.replace(place, mask), err.replace(place, mask)
        said.append({"code": int(code) if code else ended, "out": out, "err": err})
        for file in words:
            file.unlink(missing_ok=True)
        if not code:
            break
    (folder / "said.json").write_text(json.dumps(said), encoding="utf-8")
    for name in command["links"]:
        (folder / "made" / name).unlink(missing_ok=True)
    (folder / "asked").write_text(command["asked"], encoding="utf-8")
    place = Path(told["out"]) / command["name"]
    place.parent.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # another run that keeps the same was faster
        shutil.rmtree(place, ignore_errors=True)
        folder.rename(place)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
