"""Nothing goes in circles, lies dead or stands twice."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from textwrap import dedent

import pytest

from tests.shape import Definition, Package, modules, tops_of

PACKAGE = Path(__file__).parents[1] / "generator"
# Called from outside the package, or by the name of a family.
ENTRIES = {
    ".__version__",
    "api.*",
    "cli.main",
    "rules.*.load",
    "rules.*.*Rules",
    "*games.*.rules.*Rules",
}
# What documents find in the folder of a type of game.
ENTRIES |= {"games.*.view.View", "games.*.figures.figures", "games.*.exercises.Exercises"}
# What the script of a browser's worker calls.
ENTRIES |= {"page.in_browser.answer", "page.in_browser.register_decoded"}
# Dictionaries and lists with as many words as this that say the same are one list written twice.
WORDS = 3

Check = Callable[[Path], Iterator[str]]


def circles(package: Path) -> Iterator[str]:
    """Yield each circle of imports: among modules, and among what stands in one folder."""
    arrows = Package(package).arrows()
    folders = {"", *(name.rpartition(".")[0] for name in arrows)}
    graphs = [arrows, *(_inside(folder, arrows) for folder in sorted(folders))]
    told = set[frozenset[str]]()
    for graph in graphs:
        for knot in _knots(graph):
            if knot not in told:
                told.add(knot)
                yield " <-> ".join(sorted(knot))


def _inside(folder: str, arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return who imports whom among the modules and folders that stand in a folder."""
    depth = len(folder.split(".")) if folder else 0
    graph = defaultdict[str, set[str]](set)
    for name, wanted in arrows.items():
        for other in wanted:
            if all(f"{one}.".startswith(f"{folder}." if folder else "") for one in (name, other)):
                left, right = (".".join(one.split(".")[: depth + 1]) for one in (name, other))
                graph[left] |= {right} - {left}
    return dict(graph)


def _knots(graph: dict[str, set[str]]) -> Iterator[frozenset[str]]:
    """Yield the sets of two or more nodes of a graph that all reach one another."""
    reached = dict[str, set[str]]()
    for node in graph:
        reached[node] = set()
        ahead = [node]
        while ahead:
            for other in graph.get(ahead.pop(), ()):
                if other not in reached[node]:
                    reached[node].add(other)
                    ahead.append(other)
    knots = {
        frozenset({node, *(other for other in reached[node] if node in reached.get(other, ()))})
        for node in graph
    }
    return (knot for knot in sorted(knots, key=sorted) if len(knot) > 1)


def dead_names(package: Path) -> Iterator[str]:
    """Yield the public names at the top of modules that nothing in the package uses.

    A function that a protocol of the same folder asks for is called by that protocol, and a class
    is used that registers itself.
    """
    known = Package(package)
    registered = set(known.registered())
    asked = {
        f"{name.rpartition('.')[0]}.{function.name}"
        for name, source in known.modules.items()
        for protocol in source.tree.body
        if isinstance(protocol, ast.ClassDef) and "Protocol" in map(ast.unparse, protocol.bases)
        for function in protocol.body
        if isinstance(function, ast.FunctionDef)
    }
    used = defaultdict[tuple[str, str], list[tuple[str, int]]](list)
    for named, user, line in known.uses():
        used[named].append((user, line))
    for name, module in known.modules.items():
        for top, (first, last) in tops_of(module.tree).items():
            is_used = (
                top.startswith("_")
                or (name, top) in registered
                or f"{name.rpartition('.')[0]}.{top}" in asked
                or any(fnmatch(f"{name}.{top}", entry) for entry in ENTRIES)
                or any(by != name or not first <= line <= last for by, line in used[name, top])
            )
            if not is_used:
                yield f"{module.path}:{first}: {top}"


def twice(package: Path) -> Iterator[str]:
    """Yield the lists of words that stand in several places: tuples, sets, types, keys at the top.

    `__all__` repeats by its nature, and so do values that a function hands over by name, and a
    dictionary that is typed to give each word of one list something.
    """
    places = defaultdict[frozenset[str], list[str]](list)
    for module in modules(package):
        tops = {
            part
            for node in module.tree.body
            if not isinstance(node, Definition)
            for part in ast.walk(node)
        }
        skipped = set[ast.AST]()
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                skipped |= set(ast.walk(node))
            if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
                skipped.add(node.value)
            words = _words(node)
            is_list = node in tops or not isinstance(node, ast.Dict)
            if len(words) >= WORDS and is_list and node not in skipped:
                places[frozenset(words)].append(f"{module.path}:{getattr(node, 'lineno', 0)}")
    for members, where in places.items():
        if len(where) > 1:
            yield f"{', '.join(sorted(members))}: {' and '.join(where)}"


def _words(node: ast.AST) -> list[str]:
    """Return the words that a literal lists, or the keys of a dictionary; nothing of a mixture."""
    parts: list[ast.expr | None] = []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        parts = [*node.elts]
    elif isinstance(node, ast.Dict):
        parts = [*node.keys]
    elif isinstance(node, ast.MatchOr):
        parts = [one.value for one in node.patterns if isinstance(one, ast.MatchValue)]
    words = [part.value for part in parts if isinstance(part, ast.Constant)]
    texts = [word for word in words if isinstance(word, str)]
    return texts if len(texts) == len(parts) else []


CHECKS: list[Check] = [circles, dead_names, twice]


@pytest.mark.parametrize("check", CHECKS)
def test_the_package_is_lean(check: Check) -> None:
    """No circle of imports, no dead name, and no list kept twice."""
    assert list(check(PACKAGE)) == []


MADE_UP = {
    "__init__.py": "",
    "game/__init__.py": """
        from generator.game.head import Head, read
        __all__ = ["Head", "read", "shown"]
    """,
    "game/head.py": """
        from typing import Protocol
        from generator import paper
        class Head(Protocol):
            def shown(self): ...
        def read():
            from generator.game.faces import PAPERS
            return PAPERS, read(), paper.SIZES
        Named = ("circle", "star", "square")
    """,
    "game/faces.py": """
        from generator.game import head
        class Face:
            def __init_subclass__(cls): ...
        class Round(Face): ...
        PAPERS = {"a3": head.Named, "a4": 2, "letter": 3}
        def shown(): ...
        def _hidden(): ...
    """,
    "paper.py": """
        from typing import Literal
        SIZES: Literal["letter", "a4", "a3"] = "a3"
        def drawn(size):
            import generator.rules.frogs.judging
            match size:
                case "circle" | "star" | "square":
                    return {"left": 1, "right": 2, "top": 3}, {"right": 2, "left": 1, "top": 3}
            return drawn
    """,
    "rules/frogs/__init__.py": "from generator.rules.frogs.judging import load",
    "rules/frogs/judging.py": """
        from generator.game import Head
        def load() -> Head: ...
    """,
}
FOUND: dict[Check, list[str]] = {
    circles: [
        "game <-> game.faces <-> game.head <-> paper <-> rules.frogs.judging",
        "game <-> paper <-> rules",
        "game.faces <-> game.head",
    ],
    dead_names: ["game/head.py:5: read", "paper.py:3: drawn"],
    twice: [
        "a3, a4, letter: game/faces.py:5 and paper.py:2",
        "circle, square, star: game/head.py:8 and paper.py:6",
    ],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_checks_find_what_they_look_for(check: Check, tmp_path: Path) -> None:
    """In a made-up package each check finds the planted faults and no others."""
    for path, text in MADE_UP.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert list(check(tmp_path)) == FOUND[check]
