"""What a tree of the project makes and says of every command, by its command line alone."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import distributions
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.same.command import Command, Words

WORKER = Path(__file__).with_name("worker.py")
VARIABLES = (
    *("COLUMNS", "FORCE_COLOR", "LUDOKIT_LANG", "NO_COLOR", "SOURCE_DATE_EPOCH"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONWARNINGS"),
)
# What of a tree its outcomes depend on.
PARTS = ("generator", "rules_data", "templates")
AT_A_TIME = 2
# Seconds of processor time by command, those that all share under "".
Costs = Mapping[str, float]


@dataclass(frozen=True)
class Said:
    """How one step of a command ended, and what it wrote to standard output and error."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Outcome:
    """What came of a command on one side."""

    folder: Path

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """Return what each step said; fewer than were asked where one ended the process."""
        return tuple(Said(**one) for one in json.loads((self.folder / "said.json").read_bytes()))

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """Return every file that was written, by its path from where the command ran."""
        top = self.folder / "made"
        files = sorted(path for path in top.rglob("*") if path.is_file())
        return {path.relative_to(top).as_posix(): path for path in files}


@dataclass(frozen=True)
class Side:
    """A tree, and the folder of what came of each command there."""

    tree: Path
    out: Path

    @cached_property
    def games(self) -> Mapping[str, Words]:
        """Return the shipped games in alphabetical order, each with its languages."""
        files = sorted((self.tree / "rules_data").glob("*/game.yaml"))
        return {
            file.parent.name: tuple(sorted(path.stem for path in file.parent.glob("??.yaml")))
            for file in files
        }

    def outcome(self, command: Command) -> Outcome:
        """Return what came of a command."""
        return Outcome(self.out / command.name)


def checkout(root: Path, base: str, scratch: Path) -> Path:
    """Return the tree of a commit, unpacked, or the folder itself where `base` is one."""
    if Path(base).is_dir():
        return Path(base).resolve()
    git = ["git", "-C", str(root)]
    packed = subprocess.run([*git, "archive", base], capture_output=True, check=True).stdout
    tree = scratch / "tree"
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since 3.11.4
        archive.extractall(tree)  # noqa: S202 - of this repository
    return tree


def snapshot(root: Path, folder: Path) -> Path:
    """Return a copy of the program, which may be worked on while it is compared."""
    for part in PARTS:
        shutil.copytree(root / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def kept_name(tree: Path) -> str:
    """Return what tells one tree, Python and set of libraries from every other."""
    libraries = sorted(f"{one.metadata['Name']} {one.version}" for one in distributions())
    parts = (digest(tree / part) for part in PARTS)
    words = (*parts, sys.version, *libraries, WORKER.read_text(encoding="utf-8"))
    return sha256("\n".join(words).encode()).hexdigest()[:16]


@cache
def digest(path: Path) -> str:
    """Return the digest of a file, or of all that a folder holds."""
    found = sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else (path,):
        if file.is_file() and file.suffix != ".pyc":
            found.update(f"{file.relative_to(path)}\0".encode())
            found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()


def make(sides: Sequence[Side], given: Path, commands: Sequence[Command]) -> Mapping[Side, Costs]:
    """Run what has not been run yet on both sides at once; return the seconds of each command."""
    asked = [asdict(command) | {"asked": _asked(command, given)} for command in commands]
    missing = {side: [one for one in asked if not _is_kept(side, one)] for side in sides}
    busy = [side for side in sides if missing[side]]

    def work(side: Side) -> Costs:
        return _work(side, given, missing[side], max(1, AT_A_TIME // len(busy)))

    with ThreadPoolExecutor(max(len(busy), 1)) as pool:
        return dict(zip(busy, pool.map(work, busy), strict=True))


def _asked(command: Command, given: Path) -> str:
    """Return all that an outcome depends on besides the tree, in short."""
    places = (place.partition("/") for place in command.links.values())
    parts = [digest(given / path) for side, _, path in places if side == "given"]
    words = json.dumps([asdict(command), parts], sort_keys=True)
    return sha256(words.encode()).hexdigest()


def _is_kept(side: Side, asked: Mapping[str, Any]) -> bool:
    """Return whether just this was asked before, and what came of it is there."""
    file = side.out / asked["name"] / "asked"
    return bool(file.is_file() and file.read_text(encoding="utf-8") == asked["asked"])


def _work(side: Side, given: Path, commands: Sequence[Mapping[str, Any]], at_a_time: int) -> Costs:
    """Let a process of its own run commands of a tree; return the processor time of each."""
    side.out.mkdir(parents=True, exist_ok=True)
    told = {"tree": side.tree, "given": given, "out": side.out}
    job = side.out / f".job-{os.getpid()}.json"
    words = {name: str(path) for name, path in told.items()}
    text = json.dumps({**words, "at_a_time": at_a_time, "commands": commands})
    job.write_text(text, encoding="utf-8")
    surroundings = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    calm = {
        "PYTHONPATH": str(side.tree),
        "PYTHONHASHSEED": "0",
        "PYTHONIOENCODING": "utf-8",
        # What a fork imports is compiled once for all, and no tree is written to.
        "PYTHONPYCACHEPREFIX": str(side.out.parent / "bytecode"),
    }
    subprocess.run(
        [sys.executable, "-P", str(WORKER), str(job)],
        cwd=side.out,
        env={**surroundings, **calm},
        stdin=subprocess.DEVNULL,
        check=True,
    )
    costs: Costs = json.loads(job.with_suffix(".costs").read_text(encoding="utf-8"))
    job.with_suffix(".costs").unlink()
    job.unlink()
    return costs
