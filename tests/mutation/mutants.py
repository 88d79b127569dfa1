"""Mutants: the judging code changed in one small place each, to see that a test notices.

`python tests/mutation/mutants.py --count 400 --seed 1` copies the project to a temporary folder,
changes a seeded sample of places of the rules, games and records of `generator` one at a time, runs
the tests of the changed part, and prints how many changes were noticed and all that were not.
`--again FILE` tries those that survived an earlier run, whose output the file holds.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("generator/rules", "generator/games", "generator/records")
COPIED = ("generator", "languages", "rules_data", "templates", "tests", "pyproject.toml")
COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
# Longer than any of the suites takes, in seconds of processor time so that a busy machine is no
# fault; a mutant that never ends may also fill memory, in KiB.
LIMIT, MEMORY = 400, 4_000_000
SURVIVED = "survived: "
# What a type of game has besides its rules: it judges nothing.
BESIDE = {"figures.py", "exercises.py", "drawings.py", "policy.py", "policies.py"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change: the file, the node by its place in a walk of the tree, and what it becomes."""

    file: str
    node: int
    line: int
    change: str

    def __str__(self) -> str:
        """Return the place and the change, as they are printed."""
        return f"{self.file}:{self.line}: {self.change}"


def mutants(root: Path) -> Iterator[Mutant]:
    """Yield every change of the judging code."""
    for part in PARTS:
        for path in sorted((root / part).rglob("*.py")):
            if path.name in BESIDE:
                continue
            file = path.relative_to(root).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            still = set(decorating(tree))
            for number, node in enumerate(ast.walk(tree)):
                if node not in still and (change := changed(node)):
                    yield Mutant(file, number, getattr(node, "lineno", 0), change)


def decorating(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in decorators: whether a dataclass has slots changes nothing it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            for decorator in node.decorator_list:
                yield from ast.walk(decorator)


def changed(node: ast.AST) -> str:  # noqa: PLR0911 - a case for each change
    """Change a node in place and say how; return nothing for a node that has no change."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            node.ops = [COMPARED[type(op)]()]
            return f"{type(op).__name__} to {type(node.ops[0]).__name__}"
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            return f"to {type(node.op).__name__}"
        case ast.BinOp() if type(node.op) in COUNTED and not _is_text(node):
            node.op = COUNTED[type(node.op)]()
            return f"to {type(node.op).__name__}"
        case ast.UnaryOp(op=ast.Not()):
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
            return "without not"
        case ast.Constant(value=bool()):
            node.value = not node.value
            return f"to {node.value}"
        case ast.Constant(value=int() as number):
            node.value = number + 1
            return f"to {node.value}"
        case ast.If(orelse=[]):
            node.test = ast.Constant(value=False)
            return "never"
        case _:
            return ""


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(s, ast.JoinedStr | ast.List | ast.Tuple) for s in sides) or any(
        isinstance(s, ast.Constant) and isinstance(s.value, str) for s in sides
    )


def write(mutant: Mutant, root: Path) -> None:
    """Write the file of a mutant with its one change."""
    path = root / mutant.file
    tree = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.node)
    changed(node)
    path.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")


def suites(file: str) -> list[str]:
    """Return the tests of the part that a file belongs to, the quickest first."""
    quick = ["tests/records/test_examples.py", "tests/rules/test_tables.py"]
    pieces, found = file.split("/"), [*quick, "tests/records", "tests/rules"]
    if pieces[1] == "games" and len(pieces) > 3:
        shared = ("records/test_examples", "rules/test_families", "records/test_hand")
        found = [f"tests/rules/{pieces[2]}", *(f"tests/{one}.py" for one in shared)]
        found.append("tests/class_report/test_tally.py")
    if pieces[-1] == "view.py":
        drawn = ("positions", "exercise_keys", "rule_sheets")
        found = [*(f"tests/documents/test_{one}.py" for one in drawn), *found]
    # pytest fails where there is no such path, which would count as noticed.
    assert all((ROOT / one).exists() for one in found), found
    return found


def is_noticed(mutant: Mutant, root: Path) -> bool:
    """Run the tests over a mutant in a copy of the project; put the file back."""
    write(mutant, root)
    limited = f'ulimit -t {LIMIT}; ulimit -v {MEMORY}; exec "$@"'
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-xqm",
        "not slow and not long",
        "-p",
        "no:cacheprovider",
    ]
    try:
        found = subprocess.run(
            ["sh", "-c", limited, "sh", *pytest, *suites(mutant.file)],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
        )
    finally:
        shutil.copyfile(ROOT / mutant.file, root / mutant.file)
    return found.returncode != 0


def copied(folder: Path) -> Path:
    """Copy what the tests need."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copyfile(source, folder / name)
    return folder


def main() -> None:
    """Try a sample and print what was noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", type=Path)
    given = parser.parse_args()
    every = list(mutants(ROOT))
    sample = Random(given.seed).sample(every, min(given.count, len(every)))  # noqa: S311 - a sample
    if given.again is not None:
        printed = given.again.read_text(encoding="utf-8").splitlines()
        sample = [mutant for mutant in every if f"{SURVIVED}{mutant}" in printed]
    noticed = 0
    with tempfile.TemporaryDirectory() as top, ThreadPoolExecutor(given.jobs) as pool:
        roots: Queue[Path] = Queue()
        for number in range(given.jobs):
            (Path(top) / str(number)).mkdir()
            roots.put(copied(Path(top) / str(number)))

        def tried(mutant: Mutant) -> tuple[Mutant, bool]:
            root = roots.get()
            try:
                return mutant, is_noticed(mutant, root)
            finally:
                roots.put(root)

        for done, (mutant, was_noticed) in enumerate(pool.map(tried, sample), start=1):
            noticed += was_noticed
            if not was_noticed:
                print(f"{SURVIVED}{mutant}", flush=True)  # noqa: T201
            if done % 20 == 0:
                print(f"{noticed} of {done} noticed", flush=True)  # noqa: T201
    print(f"{noticed} of {len(sample)} noticed, of {len(every)} places")  # noqa: T201


if __name__ == "__main__":
    main()
