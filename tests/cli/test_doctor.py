"""`ludokit doctor`: what it finds, what it misses, the line to type, and that it writes nothing."""

import importlib.metadata
import re
import shlex
import shutil
import sys
import tomllib
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

from generator import diagnosis, paths
from generator.cli import program
from generator.render.html_to_pdf import PANGO_PACKAGES
from tests.programs import ended

CHECKOUT = Path(__file__).parents[2]
PIP = f"{shlex.quote(sys.executable)} -m pip install"
AGAIN = f"    {PIP} --force-reinstall --no-deps ."
NOTED = {
    **dict.fromkeys(diagnosis.FOR_PAGE, "the page (ludokit open)"),
    **dict.fromkeys(diagnosis.FOR_PHOTOGRAPHS, "reading photographs of sheets (ludokit read)"),
}
NOT_FOR_KITS = {**diagnosis.FOR_PAGE, **diagnosis.FOR_PHOTOGRAPHS}
LIBRARIES = {**diagnosis.FOR_KITS, **diagnosis.FOR_PDF, **NOT_FOR_KITS}
ALL_THERE = ["there"] * 9
Patch = pytest.MonkeyPatch
Doctor = Callable[[], tuple[int, list[str]]]


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Return a call of the command in an empty folder of a system of which all is there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    monkeypatch.setattr(shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    monkeypatch.setattr(diagnosis, "load_layout", lambda: None)

    def asked() -> tuple[int, list[str]]:
        code = program.run(["doctor", "--lang", "en"])
        return code, capsys.readouterr().out.splitlines()

    return asked


def states(lines: list[str]) -> list[str]:
    """Return what is said of each part: there, note or missing."""
    return [found[1] for line in lines if (found := re.match(r"(there|note|missing): ", line))]


def test_where_all_is_there_nothing_is_to_be_typed(doctor: Doctor, tmp_path: Path) -> None:
    """Each part is named with its place, no line is to be typed, and nothing is written."""
    code, lines = doctor()
    assert (code, states(lines), len(lines)) == (0, ALL_THERE, 10)
    assert lines[-1] == "What kits need is there."
    assert f"there:   the folder to write to: {tmp_path / 'output'}" in lines
    assert f"({len(list(paths.rules_data().glob('*/game.yaml')))})" in lines[2]
    assert list(tmp_path.iterdir()) == []


def test_it_speaks_the_readers_language(doctor: Doctor, capsys: pytest.CaptureFixture[str]) -> None:
    """Its French name is typed, and answered in French."""
    doctor()
    assert program.run(["diagnostic"]) == 0
    assert capsys.readouterr().out.endswith("De quoi faire des kits est là.\n")


@pytest.mark.parametrize("library", sorted(diagnosis.FOR_KITS))
def test_a_library_that_kits_need_is_missing(
    library: str, doctor: Doctor, monkeypatch: Patch
) -> None:
    """A library that is gone is named, with the line that installs it; no kit can be made."""
    monkeypatch.setitem(sys.modules, diagnosis.FOR_KITS[library], None)
    code, lines = doctor()
    assert code == 2
    assert lines[1:3] == [
        f"missing: libraries of the program: {library}; type:",
        f"    {PIP} {library}",
    ]
    assert lines[-1] == "What kits need is missing, as told above."


@pytest.mark.parametrize("library", sorted(NOTED))
def test_a_library_of_the_page_or_of_photographs_is_noted(
    library: str, doctor: Doctor, monkeypatch: Patch
) -> None:
    """Without what these need kits can be made: it is a note, with the line to type."""
    monkeypatch.setitem(sys.modules, NOT_FOR_KITS[library], None)
    code, lines = doctor()
    assert (code, sorted(states(lines))) == (0, ["note", *ALL_THERE[1:]])
    told = lines.index(f"note:    {NOTED[library]} lacks {library}; type:")
    assert lines[told + 1] == f"    {PIP} {library}"


def test_the_program_as_one_file_says_where_photographs_are_read(
    doctor: Doctor, monkeypatch: Patch
) -> None:
    """No library can be added to it: a note says where they are read, and no line is to type."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    code, lines = doctor()
    assert (code, sorted(states(lines)), len(lines)) == (0, ["note", *ALL_THERE[1:]], 10)
    assert any("photographs cannot be read here" in line for line in lines)


def test_weasyprint_is_missing(doctor: Doctor, monkeypatch: Patch) -> None:
    """Without WeasyPrint guides are HTML: a note, with the line that installs it."""
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    code, lines = doctor()
    assert (code, sorted(states(lines))) == (0, ["note", *ALL_THERE[1:]])
    assert f"    {PIP} weasyprint" in lines


@pytest.mark.parametrize(
    ("platform", "here", "typed"),
    [
        ("linux", "apt-get", [f"sudo apt-get install {PANGO_PACKAGES}"]),
        ("linux", "dnf", ["sudo dnf install pango"]),
        ("linux", "none known", [f"sudo apt-get install {PANGO_PACKAGES}"]),
        (
            "darwin",
            "brew",
            ["brew install pango", "export DYLD_FALLBACK_LIBRARY_PATH=$(brew --prefix)/lib"],
        ),
        (
            "win32",
            "winget",
            [
                "winget install MSYS2.MSYS2",
                r'C:\msys64\usr\bin\bash -lc "pacman -S mingw-w64-ucrt-x86_64-pango"',
            ],
        ),
    ],
)
def test_pango_is_missing(
    platform: str, here: str, typed: list[str], doctor: Doctor, monkeypatch: Patch
) -> None:
    """Where the program cannot load Pango it says so, and what this system is to be asked."""

    def fails() -> NoReturn:
        raise OSError

    monkeypatch.setattr(diagnosis, "load_layout", fails)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(shutil, "which", {here: here}.get)
    code, lines = doctor()
    assert (code, sorted(states(lines))) == (0, ["note", *ALL_THERE[1:]])
    told = next(number for number, line in enumerate(lines) if "Pango is missing" in line)
    assert lines[told + 1 : -4] == [f"    {line}" for line in typed]


def test_no_browser_is_only_a_note(doctor: Doctor, monkeypatch: Patch) -> None:
    """Without a browser there is a note with the line to type; without a screen, no line."""

    def fails() -> NoReturn:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", fails)
    code, lines = doctor()
    assert (code, states(lines)) == (0, [*ALL_THERE[1:], "note"])
    assert lines[-2] == "    sudo apt-get install chromium"
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    code, lines = doctor()
    assert (code, states(lines)) == (0, [*ALL_THERE[1:], "note"])
    assert lines[-2].startswith("note:    no screen here")


def test_games_and_templates_are_missing(
    doctor: Doctor, monkeypatch: Patch, tmp_path: Path
) -> None:
    """A program that came without its folders says where it looked, and how to get them."""
    monkeypatch.setattr(paths, "shared", lambda name: original(name, tmp_path / "generator"))
    code, lines = doctor()
    assert (code, states(lines)[2:4]) == (2, ["missing", "missing"])
    for name, line in (("rules_data", lines[2]), ("templates", lines[4])):
        assert str(tmp_path / name) in line
    assert lines[3] == lines[5] == AGAIN


original = paths.shared


def test_an_empty_folder_of_games_is_no_games(
    doctor: Doctor, monkeypatch: Patch, tmp_path: Path
) -> None:
    """A folder of games without any is as good as none."""
    empty = tmp_path / "rules_data"
    empty.mkdir()
    monkeypatch.setattr(paths, "rules_data", lambda: empty)
    code, lines = doctor()
    assert (code, lines[3]) == (2, AGAIN)
    assert lines[2].startswith(f"missing: no game in {empty};")


def test_a_typeface_is_missing(doctor: Doctor, monkeypatch: Patch) -> None:
    """A typeface that is gone is named; nothing can be drawn without it."""
    fonts = paths.templates() / "fonts"
    monkeypatch.setattr(
        diagnosis,
        "font_file",
        lambda name: fonts / ("gone" if name == "Lexend-Bold" else f"{name}.ttf"),
    )
    code, lines = doctor()
    assert (code, lines[4]) == (2, AGAIN)
    assert lines[3].startswith("missing: typefaces: Lexend-Bold;")


def test_output_cannot_be_written(doctor: Doctor, tmp_path: Path, monkeypatch: Patch) -> None:
    """A file where the folder should be is told, with a line that writes elsewhere."""
    monkeypatch.setattr(Path, "home", lambda: Path("/home/Zoé Martin"))
    (tmp_path / "output").touch()
    code, lines = doctor()
    assert code == 2
    told = next(number for number, line in enumerate(lines) if line.startswith("missing:"))
    assert "a folder to write to" in lines[told]
    assert lines[told + 1] == "    ludokit kit qwinto --to '/home/Zoé Martin/output'"
    assert (tmp_path / "output").read_bytes() == b""


@pytest.mark.parametrize(
    ("platform", "line"),
    [("linux", "python3.11 -m venv .venv"), ("win32", "py -3.11 -m venv .venv")],
)
def test_an_old_python_is_told(
    platform: str, line: str, doctor: Doctor, monkeypatch: Patch
) -> None:
    """A Python that will not do is told, with what to make with a newer one."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    code, lines = doctor()
    assert (code, lines[1]) == (2, f"    {line}")
    assert lines[0] == "missing: Python 3.11 or newer; this one is 3.10.4; type:"


@pytest.mark.parametrize(
    ("platform", "program_at", "called"),
    [
        ("linux", ".venv/bin/python", ".venv/bin/python"),
        ("linux", "my tools/python", "'my tools/python'"),
        ("win32", "my tools/python", '& "my tools/python"'),
    ],
)
def test_this_python_is_called_as_a_terminal_takes_it(
    platform: str, program_at: str, called: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    """Below the current folder it is called from there, and quoted as the terminal wants it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "executable", str(tmp_path / program_at))
    assert diagnosis.install_line(["flask"]) == f"{called} -m pip install flask"


def test_it_needs_none_of_the_libraries() -> None:
    """Where every library is gone it still says so, whole, and leaves with 2."""
    gone = "\n".join(f"sys.modules[{name!r}] = None" for name in LIBRARIES.values())
    ask = "from generator.cli import program; sys.exit(program.run(['diagnostic']))"
    code, said, complaint = ended(f"import sys\n{gone}\n{ask}")
    assert (code, complaint) == (2, "")
    assert f"-m pip install {' '.join(diagnosis.FOR_KITS)}\n" in said


def named(requirements: list[str]) -> set[str]:
    """Return the names of requirements as they are compared."""
    return {re.split("[><=]", one)[0].lower() for one in requirements}


def test_what_is_looked_for_is_what_is_declared() -> None:
    """Libraries and Python are those of pyproject.toml, and imported as they really are."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    speaking = {"click", "pyyaml"}  # without these it could not say a word
    assert named(project["dependencies"]) == speaking | diagnosis.FOR_KITS.keys() | (
        diagnosis.FOR_PDF.keys()
    )
    assert named(project["optional-dependencies"]["page"]) == set(diagnosis.FOR_PAGE)
    # OpenCV brings numpy.
    assert named(project["optional-dependencies"]["photo"]) | {"numpy"} == set(
        diagnosis.FOR_PHOTOGRAPHS
    )
    assert project["requires-python"] == ">={}.{}".format(*diagnosis.LEAST_PYTHON)
    brought: Mapping[str, list[str]] = importlib.metadata.packages_distributions()
    assert [
        module
        for name, module in LIBRARIES.items()
        if name not in {one.lower().replace("_", "-") for one in brought[module]}
    ] == []
