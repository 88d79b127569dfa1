"""The shape of the house: who imports whom, what stays light, sizes, docstrings, names."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from tests.shape import (
    Definition,
    Module,
    Package,
    definitions,
    imported,
    is_protocol,
    modules,
    tops_of,
)

PACKAGE = Path(__file__).parents[1] / "generator"
# The games that are played on sheets: their rules are data alone.
SHEET_FAMILY = re.compile(r"^\s+family: sheet$", re.MULTILINE)
DATA_GAMES = [
    file.parent.name
    for file in sorted((PACKAGE.parent / "rules_data").glob("*/game.yaml"))
    if SHEET_FAMILY.search(file.read_text(encoding="utf-8"))
]

# For everyone, and themselves free of all others.
FREE = {"errors", "interruption", "paths", "words"}
ARROWS = {
    "__init__": set(),
    "__main__": {"cli"},
    # What other programs rely on: nothing in the package does.
    "api": {"game", "make", "printables", "records", "rules"},
    # Data are in order once everything has been tried with them.
    "batch_judging": {"correction", "game", "options", "printables", "processes", "records"},
    "check": {
        "classroom",
        "game",
        "documents",
        "rules",
        "printables",
        "paper",
        "reading",
        "records",
        "class_report",
        "correction",
        "make",
        "render",
    },
    # What the class has seen is drawn beside what the rules work out, bar by bar.
    "class_report": {"documents", "records", "rules", "printables", "render", "paper", "game"},
    "dask_backend": {"diagnosis", "gc_tuning"},
    # A game from a list as the kit of a class.
    "class_pack": {*("fitting", "from_list", "game", "kit", "make", "printables")},
    "classroom": {"printables", "paper", "game", "reading"},
    # The findings beside a paper are drawn shape by shape.
    "correction": {"records", "rules", "printables", "render", "paper", "game", "output"},
    "diagnosis": {"output", "paper", "render"},
    # What a table gets, put into boxes: counted as a class is, drawn as printables are.
    "edition": {*("classroom", "make", "printables", "render", "paper", "game", "scored_example")},
    "errors": set(),
    "fitting": {*("from_list", "game", "listgames", "options", "paper", "printables", "tables")},
    "from_list": {"game", "listgames", "printables", "reading", "tables"},
    "game": {"reading"},
    # Figures are drawings, and a lesson is read like any other section of a game.
    "documents": {"classroom", "rules", "printables", "render", "paper", "game", "reading"},
    # A type of game: its rules, and what documents ask of it, drawn as its printables are.
    "games": {"documents", "rules", "printables", "paper", "game", "reading"},
    "interruption": set(),
    "new_game": {"game", "options"},
    "kit": {"classroom", "documents", "edition", "make", "printables", "render", "game", "output"},
    # What each option is for is known by the printables; its values by what they choose among.
    "options": {"from_list", "game", "printables"},
    "output": set(),
    # The page makes the calls of the command line, which it does not know.
    "page": {
        *("batch_judging", "class_report", "classroom", "correction", "diagnosis", "documents"),
        *("check", "class_pack", "fitting", "from_list", "new_game"),
        *("game", "kit", "make", "options", "output", "paper", "print_request", "printables"),
        *("processes", "reading", "records", "render", "rules", "scans", "tables"),
    },
    "paper": set(),
    "paths": set(),
    # What is printed of a list, and how that is judged. Kinds are found by being in the folder.
    # A language is in order once the games it speaks have been tried.
    "language_check": {"check", "game", "paper", "reading"},
    "listgames": {"game", "paper", "printables", "reading", "rules", "tables"},
    "make": {
        *("classroom", "documents", "listgames", "printables", "processes", "render", "game"),
        *("paper", "output", "print_shop"),
    },
    # A form or a line as options: both say the same, with the same words.
    "print_request": {"documents", "game", "options", "paper", "printables", "reading"},
    # A deck as others make it, drawn card by card.
    "print_shop": {"game", "paper", "printables", "reading", "render"},
    "printables": {"paper", "game", "reading"},
    "processes": {"dask_backend", "render", "gc_tuning"},
    "reading": set(),
    # A class's final sheets come as a table, whose cells are told as those of any other.
    "records": {"rules", "game", "reading", "tables"},
    "render": {"paper"},
    "schemas": {"classroom", "game", "documents", "printables", "reading", "rules"},
    "rules": {"game", "reading", "tables"},
    # Lines to type are those of the command line, which knows nothing of the site.
    # Sheets as they are printed, found on pictures; what they say goes into a table of records.
    "scans": {
        *("diagnosis", "game", "make", "paper", "printables", "reading", "records", "render"),
        "rules",
    },
    "site": {
        *(
            "classroom",
            "cli",
            "documents",
            "from_list",
            "game",
            "listgames",
            "make",
            "output",
            "page",
            "printables",
            "reading",
        ),
        *("kit", "options", "paper", "print_request", "processes", "records", "render", "rules"),
        "schemas",
    },
    # A record judged and drawn as corrections are, behind what it was played on.
    "scored_example": {*("correction", "make", "printables", "records", "render", "paper", "game")},
    "gc_tuning": set(),
    "tables": {"reading"},
    "words": set(),
}
ARROWS["cli"] = set(ARROWS) - {"__main__", "api", "site"}

# Inside a folder no import goes in a circle (tests/test_leanness.py), and of these each knows none
# of the others: types of games, their guides, and parts.
OF_LISTS = r"listgames\.(goose|loto|one_in_common|ring)\b"
TYPES = r"(count|cross|dental|doce|fill|shut|sti|write)"
STRANGERS = [
    (rf"games\.{TYPES}\b", rf"games\.({TYPES}|families)\b"),
    (OF_LISTS, OF_LISTS),
    (r"game\.parts\.(\w+)", r"game\.parts\.(\w+)"),
]

# Third-party libraries, each in its one place.
PLACES = {
    "babel": ["words/*"],
    "click": ["cli/*"],
    "cv2": ["scans/*"],
    "distributed": ["dask_backend.py"],
    "flask": ["page/*"],
    "fontTools": ["paper/text.py", "printables/pictures.py"],
    "jinja2": ["render/html*"],
    "markupsafe": ["render/html*"],
    "numpy": ["scans/*"],
    "pikepdf": ["render/merge*"],
    "PIL": ["paper/photographs.py", "render/preview*"],
    "pydantic": [f"{part}/*" for part in ARROWS if part not in {"output", *FREE}],
    "pydantic_core": ["reading/*"],
    "pypdfium2": ["render/plain_merge.py", "render/preview*"],
    "platformdirs": ["page/*"],
    "ppf": ["printables/fiducials.py"],
    "pyphen": ["paper/text.py"],
    "reportlab": ["render/pdf*"],
    "rich": ["cli/*", "records/text*"],
    "svgelements": ["printables/flat_svg.py"],
    "waitress": ["page/*"],
    "weasyprint": ["render/weasyprint*"],
    "werkzeug": ["page/*"],
    "yaml": ["reading/*", "records/writing.py", "words/*"],
    "zxingcpp": ["scans/*"],
}
HEAVY = {
    *("babel", "fontTools", "jinja2", "pikepdf", "PIL"),
    *("distributed", "flask", "platformdirs", "waitress", "werkzeug"),
    *("pydantic", "pypdfium2", "reportlab", "rich", "svgelements"),
    *("cv2", "numpy", "ppf", "weasyprint", "zxingcpp"),
}

LONGEST_MODULE = 600
LONGEST_FUNCTION = 45
EMPTY_WORDS = {"helper", "helpers", "manager", "managers", "util", "utils"}
# Words of this house alone, each of which had a better one of the trade.
DIALECT = {
    *("mended", "straight", "lenient", "loose", "sweeping", "understanding", "misfits"),
    *("Told", "Luck", "laid", "begun"),
}
# Fields of files that people have written keep their names.
WRITTEN = {("laid", "listgames/ring/rules.py"), ("laid", "words/fr.yaml")}
WRITTEN |= {("begun", "documents/lesson.py")}
# What may stand twice, how often a phrase may, and how long the package and its lines may be.
MOST: dict[str, float] = {
    "file names": 8,
    "class names": 20,
    "public functions": 30,
    "so many": 10,
    "lines": 67_758,
    "characters a line": 49.6,
}

Check = Callable[[Path], Iterator[str]]


def trees(package: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield each module's path within the package and its tree."""
    return ((module.path, module.tree) for module in modules(package))


def wrong_arrows(package: Path) -> Iterator[str]:
    """Yield the imports between parts of the package that no arrow allows."""
    for path, tree in trees(package):
        part = path.split("/")[0].removesuffix(".py")
        allowed = {part, *FREE, *ARROWS[part]} if part in ARROWS else set()
        if part in FREE:
            allowed = FREE
        for line, name in imported(tree):
            top, _, rest = name.partition(".")
            wanted = rest.split(".")[0]
            if name == ".":
                yield f"{path}:{line}: write the whole name"
            elif top == "generator" and wanted in ARROWS and wanted not in allowed:
                yield f"{path}:{line}: {part} -> {wanted}"
        if part not in ARROWS:
            yield f"{path}:1: no arrows are known for {part}"


def strangers_met(package: Path) -> Iterator[str]:
    """Yield the imports inside a folder between what should not know one another."""
    for name, wanted in Package(package).arrows().items():
        for other in sorted(wanted):
            for one, strange in STRANGERS:
                here, there = re.match(one, name), re.match(strange, other)
                if here and there and here[1] != there[1]:
                    yield f"{name} -> {other}"


def strayed_libraries(package: Path) -> Iterator[str]:
    """Yield the imports of third-party libraries outside their one place."""
    for path, tree in trees(package):
        for line, name in imported(tree):
            library = name.split(".")[0]
            if library in {"", "generator", *sys.stdlib_module_names}:
                continue
            places = PLACES.get(library, [])
            if not any(
                fnmatch(path, place) or fnmatch(path, f"{place[:-2]}.py") for place in places
            ):
                yield f"{path}:{line}: {library} belongs in {', '.join(places) or 'no module'}"


def long_things(package: Path) -> Iterator[str]:
    """Yield the modules and functions that are too long."""
    for module in modules(package):
        path, tree = module.path, module.tree
        lines = len(module.text.splitlines())
        if lines > LONGEST_MODULE:
            yield f"{path}:1: {lines} lines"
        for node in definitions(tree):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION and not isinstance(node, ast.ClassDef):
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines"


def public(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[ast.AST, Definition]]:
    """Yield what others may use, at the top and in public classes, with what it stands in."""
    for node in tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield tree, node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def silent_names(package: Path) -> Iterator[str]:
    """Yield the modules and public names without a docstring.

    An override has that of its base, and a method that a protocol asks for that of the protocol.
    """
    known = Package(package)
    asked_for = known.protocol_methods()
    for name, module in known.modules.items():
        if not ast.get_docstring(module.tree):
            yield f"{module.path}:1: the module"
        for owner, node in public(module.tree):
            is_taken_over = (
                isinstance(owner, ast.ClassDef)
                and not is_protocol(owner)
                and (node.name in asked_for or known.is_override(name, owner, node.name))
            )
            if not ast.get_docstring(node) and not is_taken_over:
                yield f"{module.path}:{node.lineno}: {node.name}"


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of definitions, arguments, variables and fields."""
    for node in ast.walk(tree):
        if isinstance(node, Definition):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id


def empty_names(package: Path) -> Iterator[str]:
    """Yield the names that say nothing of the table: managers, helpers, utils."""
    for path, tree in trees(package):
        for line, name in [(1, Path(path).stem), (1, Path(path).parent.name), *names(tree)]:
            words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
            if EMPTY_WORDS.intersection(word.lower() for word in words):
                yield f"{path}:{line}: {name}"


def private_dialect(package: Path) -> Iterator[str]:
    """Yield what is called by a word that only this house has used in its sense."""
    for path, tree in trees(package):
        stored = (
            (node.lineno, node.attr)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        )
        for line, name in [(1, Path(path).stem), *names(tree), *stored]:
            if name.lstrip("_") in DIALECT and (name, path) not in WRITTEN:
                yield f"{path}:{line}: {name}"
    for file in sorted(package.glob("words/*.yaml")):
        for number, words in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            key = words.partition(":")[0].strip()
            if key in DIALECT and (key, f"words/{file.name}") not in WRITTEN:
                yield f"words/{file.name}:{number}: {key}"


def names_twice(package: Path) -> Iterator[str]:
    """Yield the sorts of names of which too many mean two things, with those names."""
    known: dict[str, dict[str, set[str]]] = {
        sort: defaultdict(set) for sort in ("file names", "class names", "public functions")
    }
    for path, tree in trees(package):
        if not path.endswith("__init__.py"):
            known["file names"][Path(path).name].add(path)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                known["class names"][node.name].add(path)
            elif isinstance(node, Definition) and not node.name.startswith("_"):
                known["public functions"][node.name].add(path)
    for sort, places in known.items():
        twice = sorted(name for name, where in places.items() if len(where) > 1)
        if len(twice) > MOST[sort]:
            yield f"{len(twice)} {sort} stand twice: {', '.join(twice)}"


def packed_lines(package: Path) -> Iterator[str]:
    """Yield how long the package and its lines of code are, and a phrase that is worn out."""
    texts = [module.text for module in modules(package)]
    phrases = sum(len(re.findall("so many", text, re.IGNORECASE)) for text in texts)
    code = [len(line) for module in modules(package) for line in _code_lines(module)]
    measured: dict[str, float] = {
        "so many": phrases,
        "lines": sum(len(text.splitlines()) for text in texts),
        "characters a line": round(sum(code) / max(len(code), 1), 2),
    }
    for what, found in measured.items():
        if found > MOST[what]:
            yield f"{what}: {found:g}"


def _code_lines(module: Module) -> Iterator[str]:
    """Yield the lines of a module that are code, no docstring, comment or blank."""
    silent = {
        line
        for node in [module.tree, *definitions(module.tree)]
        for one in node.body
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        if isinstance(one.value.value, str)
        for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)
    }
    for number, line in enumerate(module.text.splitlines(), start=1):
        if number not in silent and line.strip() and not line.strip().startswith("#"):
            yield line.rstrip()


def named_games(package: Path) -> Iterator[str]:
    """Yield where a module names a game whose rules are data alone, in code or in words."""
    names = re.compile(rf"\b({'|'.join(DATA_GAMES)})\b", re.IGNORECASE)
    for module in modules(package):
        for number, line in enumerate(module.text.splitlines(), start=1):
            for found in names.finditer(line):
                yield f"{module.path}:{number}: {found[0]}"


CHECKS: list[Check] = [
    *(wrong_arrows, strangers_met, strayed_libraries),
    *(long_things, silent_names, empty_names, named_games),
    *(private_dialect, names_twice, packed_lines),
]


@pytest.mark.parametrize("check", CHECKS)
def test_the_package_keeps_to_the_design(check: Check) -> None:
    """Arrows point down; nothing is too long or undocumented, and no game of data is named."""
    assert list(check(PACKAGE)) == []


MADE_UP = {
    "words/words.py": '"""Words."""\nfrom generator import game\n',
    "paper/page.py": '"""Pages."""\nimport generator.game.head\nfrom generator import errors\n',
    "game/game.py": '''
        """Games."""
        from typing import TYPE_CHECKING
        from generator.reading import nodes
        if TYPE_CHECKING:
            from generator.rules import qwinto
        def load():
            """Load."""
            import reportlab.pdfgen
            from . import head
        class Game:
            """A game."""
            def title(self): ...
            def _hidden(self): ...
    ''',
    "render/pdf_text.py": '"""Text."""\nimport reportlab\nimport requests\n',
    "reading/yaml_utils.py": '"""YAML."""\nimport yaml, json\nPageManager = utilise = 1\n',
    "kit.py": f'"""Kits."""\ndef plan():\n    """Plan."""\n{"    a = 1" + chr(10)}'
    + "    b = 2\n" * 600,
    "shop.py": "",
    "games/dental/laps.py": '"""Laps."""\nfrom generator.games import dental, doce\n',
    "games/dental/__init__.py": '"""A circuit."""\n',
    "games/doce/__init__.py": '"""A grid."""\nfrom generator.games import families\n',
    "games/families.py": '"""Families."""\nclass Game:\n    """So many."""\n',
    "games/sti/laps.py": '"""Laps."""\ndef play(loose):\n    """Play."""\n    Told = 1\n',
    "make.py": '''
        """Making."""
        from html.parser import HTMLParser
        from generator.game import game
        class Document(game.Game, HTMLParser):
            """A document."""
            def title(self): ...
            def feed(self, data): ...
            def pages(self): ...
        def play():
            """Play, so many times, and so many more."""
    ''',
    "words/de.yaml": "guide:\n  begun: On the way\n",
}
FOUND: dict[Check, list[str]] = {
    wrong_arrows: [
        "game/game.py:5: game -> rules",
        "game/game.py:9: write the whole name",
        "paper/page.py:2: paper -> game",
        "shop.py:1: no arrows are known for shop",
        "words/words.py:2: words -> game",
    ],
    strangers_met: [
        "games.dental.laps -> games.doce",
        "games.doce -> games.families",
    ],
    strayed_libraries: [
        "game/game.py:8: reportlab belongs in render/pdf*",
        "render/pdf_text.py:3: requests belongs in no module",
    ],
    long_things: ["kit.py:1: 604 lines", "kit.py:2: plan has 603 lines"],
    silent_names: ["game/game.py:12: title", "make.py:8: pages", "shop.py:1: the module"],
    empty_names: ["reading/yaml_utils.py:1: yaml_utils", "reading/yaml_utils.py:3: PageManager"],
    named_games: ["game/game.py:5: qwinto"],
    private_dialect: [
        "games/sti/laps.py:2: loose",
        "games/sti/laps.py:4: Told",
        "words/de.yaml:2: begun",
    ],
    names_twice: [
        "1 file names stand twice: laps.py",
        "1 class names stand twice: Game",
        "1 public functions stand twice: play",
    ],
    packed_lines: ["so many: 3", "lines: 650", "characters a line: 9.7"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_checks_find_what_they_look_for(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a made-up package each check finds the planted faults and no others."""
    monkeypatch.setattr("tests.test_architecture.MOST", dict.fromkeys(MOST, 0))
    for path, text in MADE_UP.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert list(check(tmp_path)) == FOUND[check]


GLOSSARY = re.compile(r"^\| (?P<word>[a-z ]+) \| `(?P<type>\w+)` \| [^|]+ \|$", re.MULTILINE)
MOST_WORDS = 60


def test_the_glossary_names_types_of_the_package() -> None:
    """Each word of CONTRIBUTING.md stands there once, with a type that the package defines."""
    text = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = [*GLOSSARY.finditer(text.partition("\n## Glossary\n")[2].partition("\n## ")[0])]
    words = [row["word"] for row in told]
    assert len(set(words)) == len(words)
    assert 0 < len(words) <= MOST_WORDS
    known = {name for module in modules(PACKAGE) for name in tops_of(module.tree)}
    assert {row["type"] for row in told} - known == set()


def loaded_by(statement: str) -> set[str]:
    """Run a statement in a fresh Python and return the libraries it loaded."""
    script = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8"
    )
    return set(run.stdout.split())


def test_the_command_starts_light() -> None:
    """Importing the command line loads no library that a command may not need."""
    if not (PACKAGE / "cli" / "__init__.py").is_file():
        pytest.skip("there is no generator.cli yet")
    assert loaded_by("import generator.cli") & HEAVY == set()


def test_the_library_starts_light() -> None:
    """Importing the library loads no library that a program may not need, nor the command line."""
    assert loaded_by("import ludokit") & {*HEAVY, "click", "yaml"} == set()


def test_loading_is_seen() -> None:
    """The look at loaded libraries sees one that a module imports deep inside."""
    assert find_spec("yaml")
    assert "yaml" in loaded_by(
        "from generator.reading import yaml_text; yaml_text.parse_yaml('a', 'b')"
    )
