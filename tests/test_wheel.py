"""What is handed out: the wheel and the source archive, and the wheel at work elsewhere."""

import email
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from email.message import Message
from pathlib import Path

import pypdfium2
import pytest
import yaml

from generator.site.runtime import unpack
from tests import prose

CHECKOUT = Path(__file__).parents[1]
KIT = ("kit", "qwinto", "--lang", "en", "--to")
SHEETS = ("rules", "score-sheets")

slow = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it printed."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | {"PYTHONUTF8": "1"} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the source archive, built without fetching anything."""
    folder = tmp_path_factory.mktemp("built")
    made = run(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=CHECKOUT)
    assert made.returncode == 0, made
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    """Return the wheel."""
    (file,) = built.glob("ludokit-*-py3-none-any.whl")
    return file


@pytest.fixture(scope="session")
def packed(wheel: Path) -> frozenset[str]:
    """Return the names in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


def read_metadata(wheel: Path) -> Message:
    """Return the head fields of the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        return email.message_from_bytes(archive.read(name))


def files_below(folder: str) -> set[str]:
    """Return what lies below a folder of the checkout, without what Python leaves behind."""
    return {
        path.relative_to(CHECKOUT).as_posix()
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@slow
def test_the_wheel_holds_the_package_and_its_folders(packed: frozenset[str]) -> None:
    """Code, words, templates, typefaces with licences and rule data are in, and nothing else."""
    shared = {
        f"generator/_shared/{name}"
        for folder in ("templates", "rules_data", "languages", "docs/manual")
        for name in files_below(folder)
    }
    rest = {name for name in packed if ".dist-info/" not in name}
    pages = ("library.md", "library.fr.md", "class-records.yml")
    shared |= {f"generator/_shared/docs/{name}" for name in pages}
    library = {"ludokit/__init__.py", "ludokit/py.typed"}
    assert rest == files_below("generator") | shared | library
    assert "generator/py.typed" in rest
    assert sum(name.startswith("generator/_shared/templates/fonts/OFL-") for name in rest) == 4


@slow
def test_the_wheel_carries_its_licences(wheel: Path, packed: frozenset[str]) -> None:
    """The licences of code, texts and typefaces are named and stand in the wheel."""
    fields = read_metadata(wheel)
    assert fields["License-Expression"] == "MIT AND CC-BY-SA-4.0 AND OFL-1.1 AND 0BSD AND ISC"
    licences = [name.rpartition("/")[2] for name in packed if "/licenses/" in name]
    assert {"LICENSE", "LICENSE-CONTENT.md", "OFL-Lexend.txt"} <= set(licences)


@slow
def test_the_wheel_gives_the_command(wheel: Path) -> None:
    """Installing the wheel gives the command `ludokit`, on Python 3.11 and newer."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/entry_points.txt"))
        assert "ludokit = generator.cli:main" in archive.read(name).decode()
    assert read_metadata(wheel)["Requires-Python"] == ">=3.11"


@slow
def test_the_source_archive_makes_the_same_wheel(
    built: Path, packed: frozenset[str], tmp_path: Path
) -> None:
    """The source archive holds all that a wheel and the two commands need."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        unpack(sources, tmp_path)
    (unpacked,) = tmp_path.iterdir()
    pages = {file.name for file in CHECKOUT.glob("*.md")}
    assert {"README.md", "SECURITY.md"} <= pages
    for name in ("Makefile", ".ci/run", "output/README.md", "tests/conftest.py", *sorted(pages)):
        assert (unpacked / name).is_file()
    made = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=unpacked)
    assert made.returncode == 0, made
    (again,) = (unpacked / "dist").glob("*.whl")
    with zipfile.ZipFile(again) as wheel:
        assert frozenset(wheel.namelist()) == packed


def assert_made(ran: subprocess.CompletedProcess[str], folder: Path, *names: str) -> None:
    """Assert that a run made such papers of Qwinto in a folder, as PDF."""
    assert ran.returncode == 0, ran
    for name in names:
        assert (folder / "qwinto" / "en" / f"{name}.pdf").read_bytes().startswith(b"%PDF-")


@slow
def test_the_unpacked_wheel_prints(wheel: Path, tmp_path: Path) -> None:
    """Away from the checkout the wheel's own data and templates make a document and a sheet."""
    shutil.unpack_archive(wheel, tmp_path / "package", "zip")
    work = tmp_path / "work"
    work.mkdir()
    package = str(tmp_path / "package")
    came = run(sys.executable, "-c", WHERE, cwd=work, PYTHONPATH=package).stdout.splitlines()
    assert [Path(line).is_relative_to(package) for line in came] == [True, True]
    command = (sys.executable, "-m", "generator", "print", *KIT[1:])
    ran = run(*command, "made", *SHEETS, cwd=work, PYTHONPATH=package)
    assert_made(ran, work / "made", *SHEETS)


OWN = "Feuilles de la sixième B"
# What is typed in a folder with a Qwinto of one's own, and what of it is seen on standard output.
TYPED = {
    "games": OWN,
    "check qwinto": "rules_data/qwinto",
    "record qwinto": OWN,
    "sample qwinto": "qwinto",
    "schema record qwinto": "qwinto",
    "verify game.yaml": OWN,
    "verify game.yaml --quiet": "",
    "print qwinto score-sheets": "score-sheets",
    "print qwinto score-sheets --quiet": "",
    "print yams score-sheets": "score-sheets",
    "calibrate": "calibrate",
    "doctor": "rules_data/qwinto",
}
# What is compiled is kept for the next line.
KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
SERVED = """
from generator.page.app import create_app
from generator.page.jobs import JobQueue
app = create_app("key", JobQueue(lambda: "work"))
app.config.update(PORT=8412, SERVER_NAME="127.0.0.1:8412")
print(app.test_client().get("/key/fr/").text)
"""


@pytest.mark.rest
@slow
def test_ones_own_folder_wins(wheel: Path, tmp_path: Path) -> None:
    """A shipped game changed where one works is used by every command, which say so once."""
    shutil.unpack_archive(wheel, tmp_path / "package", "zip")
    package, work = tmp_path / "package", tmp_path / "work"
    shipped = package / "generator" / "_shared" / "rules_data"
    for game in ("qwinto", "yams"):
        shutil.copytree(shipped / game, work / "rules_data" / game)
    words = work / "rules_data" / "qwinto" / "fr.yaml"
    text = words.read_text(encoding="utf-8")
    words.write_text(text.replace("title: Qwinto", f"title: {OWN}", 1), encoding="utf-8")
    example = shipped / "qwinto" / "examples" / "legal-turns.yaml"
    shutil.copy(example, work / "game.yaml")
    for line, shown in TYPED.items():
        asked = (sys.executable, "-m", "generator", *line.split())
        ran = run(*asked, cwd=work, PYTHONPATH=str(package), **KEPT)
        assert ran.returncode == 0, ran
        assert shown in ran.stdout, line
        is_silent = "--quiet" in line or line.split()[0] in {"calibrate", "doctor"}
        told = int(not is_silent and "yams" not in line)
        assert ran.stderr.count(str(shipped / "qwinto")) == told, line
        assert str(shipped / "yams") not in ran.stderr + ran.stdout
    assert_titled(work / "output" / "qwinto" / "fr" / "score-sheets.pdf", OWN)
    page = run(sys.executable, "-c", SERVED, cwd=work, PYTHONPATH=str(package))
    assert OWN in page.stdout, page


def assert_titled(file: Path, title: str) -> None:
    """Assert that the first page of a PDF shows a title."""
    shown = pypdfium2.PdfDocument(file)[0].get_textpage().get_text_bounded()
    assert title in shown


@slow
@pytest.mark.rest
def test_a_game_is_added_or_changed_as_the_manual_says(wheel: Path, tmp_path: Path) -> None:
    """The lines of the manual about games of one's own do what they say where it is installed."""
    shutil.unpack_archive(wheel, tmp_path / "package", "zip")
    page = (prose.MANUAL / "en" / "own-games.md").read_text(encoding="utf-8")
    lines = [line.split()[1:] for line in prose.lines(page)]
    assert len(lines) >= 7
    for line in lines:
        # Two ways of beginning have one name: each has a folder.
        work = tmp_path / ("copied" if "--from" in line else "blank")
        work.mkdir(exist_ok=True)
        command = (sys.executable, "-m", "generator", *line, "--lang", "en")
        ran = run(*command, cwd=work, PYTHONPATH=str(tmp_path / "package"), **KEPT)
        assert (ran.returncode, ran.stderr) == (0, ""), ran
    assert list((tmp_path / "blank" / "output" / "my-game").rglob("*.pdf"))
    assert (tmp_path / "copied" / "rules_data" / "my-game" / "game.yaml").is_file()


WHERE = "from generator import paths; print(paths.__file__, paths.rules_data(), sep='\\n')"


def runs(python: str) -> bool:
    """Tell whether a Python can be had: a name that leads to none may be on the path, too."""
    found = shutil.which(python)
    return found is not None and run(found, "--version", cwd=CHECKOUT).returncode == 0


@pytest.mark.parametrize(
    ("python", "what"),
    [
        pytest.param(sys.executable, "*.whl", id="this one", marks=pytest.mark.rest),
        *(
            pytest.param(f"python3.{minor}", what, marks=pytest.mark.long)
            for minor in range(11, 15)
            for what in ("*.whl", "*.tar.gz")
        ),
    ],
)
@slow
def test_what_is_installed_makes_a_kit(built: Path, tmp_path: Path, python: str, what: str) -> None:
    """Installed with its dependencies into a bare environment, `ludokit` makes a kit.

    So do wheel and source archive on every Python that can be had, and `import ludokit` works as
    its page says.
    """
    if not runs(python):
        pytest.skip(f"there is no {python}")
    (file,) = built.glob(what)
    made = run(python, "-m", "venv", "--without-pip", tmp_path / "venv", cwd=tmp_path)
    assert made.returncode == 0, made
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip: tuple[str | Path, ...] = (sys.executable, "-m", "pip", "--python", programs / "python")
    pip = (*pip, "--quiet", "--retries", "0", "--timeout", "10")
    if run(*pip, "download", "--no-deps", "-d", tmp_path / "a", "pyphen", cwd=tmp_path).returncode:
        pytest.skip("pip cannot reach a package index")
    installed = run(*pip, "install", "--no-compile", file, cwd=tmp_path)
    assert installed.returncode == 0, installed
    command = shutil.which("ludokit", path=programs)
    assert command is not None
    assert_made(run(command, *KIT, "made", cwd=tmp_path), tmp_path / "made", "kit")
    assert_library_is_there(programs / "python", tmp_path)


@slow
@pytest.mark.rest
@pytest.mark.skipif(sys.platform == "win32", reason="the workflow runs on Linux")
def test_the_workflow_for_a_class(wheel: Path, tmp_path: Path) -> None:
    """Its lines, run as GitHub runs them, judge a folder with the wheel and end as it says."""
    flow = yaml.safe_load((CHECKOUT / "docs" / "class-records.yml").read_text(encoding="utf-8"))
    job = flow["jobs"]["judge"]
    (at, package) = (tmp_path / "repository", tmp_path / "package")
    shutil.unpack_archive(wheel, package, "zip")
    (at / "records").mkdir(parents=True)
    shutil.copy(wheel, at)
    example = next((CHECKOUT / "rules_data" / "qwinto" / "examples").glob("illegal-*.yaml"))
    shutil.copy(example, at / "records")
    # In place of a machine of GitHub's: a Python that has all but ludokit, and the command.
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, line in (("python", '"$@"'), ("ludokit", '-m generator "$@"')):
        (programs / name).write_text(f"#!/bin/sh\nexec '{sys.executable}' {line}\n")
        (programs / name).chmod(0o755)
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(package)}
    environment |= {"PIP_DRY_RUN": "1", "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", **job["env"]}
    codes = []
    for step in job["steps"]:
        if "run" in step:
            ran = run("bash", "-e", "-c", step["run"], cwd=at, **environment)
            codes.append((ran.returncode, step.get("continue-on-error", False)))
    assert codes == [(0, False), (1, True), (1, False)]
    assert json.loads((at / "records.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert {one.parent.name for one in (at / "output").rglob("*.pdf")} == {
        "corrections",
        "class-pages",
    }


# Every example of the library's page, in one session.
EXAMPLES = """
import doctest, re, sys
from pathlib import Path
page = Path(sys.argv[1]).read_text(encoding="utf-8")
text = "\\n".join(re.findall(r"^```python\\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
examples = doctest.DocTestParser().get_doctest(text, {}, "library.md", None, 0)
assert len(examples.examples) > 20
sys.exit(doctest.DocTestRunner().run(examples).failed)
"""
USER = """
import ludokit

def rules(text: str) -> list[str]:
    return [finding.rule for finding in ludokit.verify(text, "en").findings]

game = ludokit.Play("qwinto", ["Ana", "Ben"])
found: tuple[ludokit.Finding, ...] = game.play(next(game.legal()))
made = ludokit.render("qwinto", "score-sheets", ludokit.Options(language="en", paper="letter"))
size: dict[str, int] = {file.name: len(file.data) for file in made}
"""


def assert_library_is_there(python: Path, folder: Path) -> None:
    """Assert that the examples of docs/library.md run, and that type checkers see the types."""
    for page in ("library.md", "library.fr.md"):
        ran = run(python, "-c", EXAMPLES, CHECKOUT / "docs" / page, cwd=folder)
        assert ran.returncode == 0, ran
    assert_types_are_seen(python, folder)


def assert_types_are_seen(python: str | Path, folder: Path) -> None:
    """Assert that mypy finds no fault in what uses the library rightly, and two in a misuse."""
    for text, code in ((USER, 0), (f"{USER}ludokit.verify(3)\nludokit.verfy('')\n", 1)):
        (folder / "user.py").write_text(text, encoding="utf-8")
        checks = ("-m", "mypy", "--strict", "--cache-dir", folder / "mypy")
        ran = run(sys.executable, *checks, "--python-executable", python, "user.py", cwd=folder)
        assert ran.returncode == code, ran
        assert ran.stdout.count("error:") == 2 * code, ran


@slow
@pytest.mark.rest
def test_types_are_seen_where_it_is_installed_in_place(tmp_path: Path) -> None:
    """Type checkers see the library's types where a checkout is installed in place, as here."""
    shown = run(sys.executable, "-c", "import generator; print(generator.__file__)", cwd=tmp_path)
    if Path(shown.stdout.strip()).parents[1] != CHECKOUT:
        pytest.skip("this Python has the library from elsewhere")
    assert_types_are_seen(sys.executable, tmp_path)


def lower_bounds(requirements: Iterable[str]) -> dict[str, str]:
    """Return the lower bound of each requirement by name, without zeros at the end."""
    pairs = (line.replace("==", ">=").split(">=") for line in requirements)
    return {name: bound.removesuffix(".0").removesuffix(".0") for name, bound in pairs}


def test_the_lowest_versions_are_the_ones_declared() -> None:
    """tests/lowest.txt pins every dependency at the lower bound that pyproject.toml declares."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (CHECKOUT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *extras["page"], *extras["cluster"]]
    assert lower_bounds(pins) == lower_bounds(declared)
