"""What a tree of the project makes and says, by its command line alone."""

import lzma
import os
import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

RECORDS = Path(__file__).parent / "records"
# Reports are asked for in these; printables in every language that a game has.
LANGUAGES = ("fr", "en")
VARIABLES = ("COLUMNS", "FORCE_COLOR", "LUDOKIT_LANG", "NO_COLOR", "SOURCE_DATE_EPOCH")


@dataclass(frozen=True, slots=True)
class Side:
    """A tree, its games with their languages, and the folder of what it made.

    There `kits/<game>/<language>/` holds printables and boxes, `reports/<game>.<language>.<what>`
    JSON lines, and a file of `faults/` the words of each command that failed.
    """

    tree: Path
    out: Path
    games: dict[str, tuple[str, ...]]


def checkout(root: Path, base: str, scratch: Path) -> Path:
    """Return the tree of a commit, unpacked, or the folder itself where `base` is one."""
    if Path(base).is_dir():
        return Path(base).resolve()
    git = ["git", "-C", str(root)]
    packed = subprocess.run([*git, "archive", base], capture_output=True, check=True).stdout
    commit = subprocess.run([*git, "rev-parse", f"{base}^0"], capture_output=True, check=True)
    tree = scratch / commit.stdout.decode().strip()
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(tree, filter="data")
    return tree


def sides(
    base: Path, tree: Path, scratch: Path, only: list[str], keep: Path | None
) -> tuple[Side, Side]:
    """Make everything of both trees, side by side, and return them."""
    samples = scratch / "samples"
    samples.mkdir()
    for packed in RECORDS.glob("*.xz"):
        (samples / packed.stem).write_bytes(lzma.decompress(packed.read_bytes()))
    is_kept = keep is not None and not only and base.parent == scratch
    kept = keep / base.name if keep and is_kept else scratch / "base"
    both = (_side(base, kept, only), _side(tree, scratch / "here", only))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_make, both, [samples, samples]))
    return both


def _side(tree: Path, out: Path, only: list[str]) -> Side:
    found = sorted((tree / "rules_data").glob("*/game.yaml"))
    games = {
        file.parent.name: tuple(sorted(path.stem for path in file.parent.glob("??.yaml")))
        for file in found
        if not only or file.parent.name in only
    }
    return Side(tree, out, games)


def _make(side: Side, samples: Path) -> None:
    """Make the kits and the reports of a tree; what is there already was made from this commit."""
    if side.out.is_dir():
        return
    out = side.out.with_name(f"{side.out.name}.{os.getpid()}")
    for name in ("kits", "reports", "faults"):
        (out / name).mkdir(parents=True)
    for game, languages in side.games.items():
        for language in languages:
            folder = out / "kits" / game / language
            name = f"{game}.{language}"
            words = ["kit", game, "--lang", language, "--to", str(folder)]
            _run(side.tree, words, out, f"{name}.kit", {0})
        examples = Path("rules_data") / game / "examples"
        stored = samples / f"{game}.jsonl"
        for what, records in (("examples", examples), ("samples", stored)):
            if not (side.tree / records).exists():
                continue
            for language in LANGUAGES:
                words = ["verify", str(records), "--format", "jsonl", "--lang", language]
                name = f"{game}.{language}.{what}"
                said = _run(side.tree, words, out, name, {0, 1, 2})
                (out / "reports" / name).write_bytes(said)
    with suppress(OSError):  # another run kept the same commit meanwhile
        out.rename(side.out)
    shutil.rmtree(out, ignore_errors=True)


def _run(tree: Path, words: list[str], out: Path, name: str, fine: set[int]) -> bytes:
    """Run a command of a tree; return what it wrote, and put down how it failed."""
    surroundings = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    done = subprocess.run(
        [sys.executable, "-m", "generator", *words],
        cwd=tree,
        env={**surroundings, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode not in fine:
        fault = f"ended with {done.returncode}: {done.stderr.decode(errors='replace').strip()}"
        (out / "faults" / name).write_text(fault, encoding="utf-8")
    return done.stdout
