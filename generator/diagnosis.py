"""Which requirements of the program are installed, and the line to type for each other."""

import os
import shlex
import shutil
import sys
import webbrowser
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from generator import paths
from generator.errors import LudokitError
from generator.output import require_folder
from generator.paper.text import BOLD_NAMES, FAMILIES, NAMES, SYMBOLS, font_file
from generator.render.html_to_pdf import PANGO_PACKAGES, load_layout
from generator.words import Language, Message, message, say

LEAST_PYTHON = (3, 11)
# What is imported, by what pip calls it: for every kit, for guides as PDF, and for the page.
FOR_KITS: Mapping[str, str] = {
    name: name.replace("-", "_")
    for name in (
        *("babel", "fonttools", "jinja2", "pikepdf", "pillow", "pydantic", "pypdfium2", "pyphen"),
        *("reportlab", "rich", "svgelements"),
    )
} | {"fonttools": "fontTools", "pillow": "PIL", "ppf-datamatrix": "ppf"}
FOR_PDF = {"weasyprint": "weasyprint"}
FOR_PAGE = {name: name for name in ("flask", "platformdirs", "waitress")}
# What the extra `photo` brings.
FOR_PHOTOGRAPHS = {"opencv-python-headless": "cv2", "numpy": "numpy", "zxing-cpp": "zxingcpp"}
MSYS2 = 'C:\\msys64\\usr\\bin\\bash -lc "pacman -S mingw-w64-ucrt-x86_64-pango"'
# How a system is asked for Pango and for a browser, by the program that brings them.
SYSTEMS: Mapping[str, tuple[str, str]] = {
    "apt-get": (f"sudo apt-get install {PANGO_PACKAGES}", "sudo apt-get install chromium"),
    "dnf": ("sudo dnf install pango", "sudo dnf install chromium"),
    "pacman": ("sudo pacman -S pango", "sudo pacman -S chromium"),
    "zypper": ("sudo zypper install pango", "sudo zypper install chromium"),
    "brew": (
        # A Python that Homebrew has not brought does not look where Homebrew puts libraries.
        "brew install pango\nexport DYLD_FALLBACK_LIBRARY_PATH=$(brew --prefix)/lib",
        "brew install --cask firefox",
    ),
    "winget": (f"winget install MSYS2.MSYS2\n{MSYS2}", "winget install Mozilla.Firefox"),
}

State = Literal["there", "noted", "missing"]


@dataclass(frozen=True, slots=True)
class Component:
    """Something needed, for kits too unless `noted`; `line` is what to type to get it."""

    said: Message
    state: State = "there"
    line: str = ""


def diagnose(language: Language) -> Iterator[Component]:
    """Yield every component in the order in which they are needed."""
    yield _python()
    yield _libraries(FOR_KITS, message("doctor.libraries"), "doctor.no-libraries", "missing")
    yield from _own_files()
    yield _output(language)
    yield _documents()
    yield _libraries(FOR_PAGE, message("doctor.page"), "doctor.no-page", "noted")
    yield _photographs()
    yield _browser()


def missing_libraries(libraries: Mapping[str, str]) -> tuple[str, ...]:
    """Return which libraries are not installed, as pip calls them."""
    return tuple(name for name, module in libraries.items() if find_spec(module) is None)


def is_closed() -> bool:
    """Return whether no library can be added: in a browser, and to the program as one file."""
    return sys.platform == "emscripten" or bool(getattr(sys, "frozen", False))


def install_line(names: Iterable[str]) -> str:
    """Return the line that installs libraries for the Python that runs this."""
    return " ".join((_python_command(), "-m pip install", *names))


def quoted(path: Path) -> str:
    """Return a path as it is typed in a terminal of this system."""
    return f'"{path}"' if sys.platform == "win32" else shlex.quote(str(path))


def _python_command() -> str:
    """Return how this Python is called in a terminal, from the current folder where it is below."""
    program = Path(sys.executable)
    if program.is_relative_to(Path.cwd()):
        program = program.relative_to(Path.cwd())
    if sys.platform == "win32":
        return f'& "{program}"' if " " in str(program) else str(program)
    return shlex.quote(str(program))


def _not_shipped(said: Message) -> Component:
    return Component(said, "missing", install_line(("--force-reinstall --no-deps .",)))


def _system_line(which: Literal[0, 1]) -> str:
    """Return the line that asks this system for Pango (0) or for a browser (1)."""
    known = {"darwin": "brew", "win32": "winget"}.get(sys.platform)
    return SYSTEMS[known or next(filter(shutil.which, SYSTEMS), "apt-get")][which]


def _python() -> Component:
    version, least = (".".join(map(str, one)) for one in (sys.version_info[:3], LEAST_PYTHON))
    if sys.version_info >= LEAST_PYTHON:
        return Component(message("doctor.python", version=version))
    # Another Python wants an environment of its own.
    line = f"python{least} -m venv .venv\n.venv/bin/python -m pip install ."
    if sys.platform == "win32":
        line = f"py -{least} -m venv .venv\n.venv\\Scripts\\python -m pip install ."
    return Component(message("doctor.old-python", version=version, least=least), "missing", line)


def _libraries(wanted: Mapping[str, str], there: Message, key: str, state: State) -> Component:
    absent = missing_libraries(wanted)
    if not absent:
        return Component(there)
    return Component(message(key, names=absent), state, install_line(absent))


def _photographs() -> Component:
    if is_closed():
        return Component(message("scans.not-here"), "noted")
    there = message("doctor.photographs")
    return _libraries(FOR_PHOTOGRAPHS, there, "doctor.no-photographs", "noted")


def _own_files() -> Iterator[Component]:
    for folder, found in ((paths.rules_data, _games), (paths.templates, _typefaces)):
        try:
            yield found(folder())
        except LudokitError as error:
            yield _not_shipped(message("doctor.no-folder", reason=error.message))
    with suppress(LudokitError):
        for used, hidden in paths.hidden_games().items():
            said = message("doctor.own-game", used=str(used), hidden=str(hidden))
            yield Component(said, "noted")


def _games(folder: Path) -> Component:
    count = sum(1 for _ in folder.glob("*/game.yaml"))
    if not count:
        return _not_shipped(message("doctor.no-games", folder=str(folder)))
    return Component(message("doctor.games", folder=str(folder), count=count))


def _typefaces(folder: Path) -> Component:
    fonts = {*(font for family in FAMILIES.values() for font in astuple(family))}
    every = sorted(fonts | {SYMBOLS, NAMES, BOLD_NAMES})
    if names := tuple(one for one in every if not font_file(one).is_file()):
        return _not_shipped(message("doctor.no-typefaces", names=names))
    return Component(message("doctor.typefaces", folder=str(folder)))


def _output(language: Language) -> Component:
    folder = paths.OUTPUT.absolute()
    try:
        require_folder(paths.OUTPUT)
    except LudokitError as error:
        elsewhere = quoted(Path.home() / paths.OUTPUT)
        line = say(message("doctor.elsewhere", folder=elsewhere), language)
        return Component(message("doctor.no-output", reason=error.message), "missing", line)
    return Component(message("doctor.output", folder=str(folder)))


def _documents() -> Component:
    """Try what turns guides into PDF as a kit does: where it fails they are HTML files."""
    if absent := missing_libraries(FOR_PDF):
        return Component(message("doctor.no-weasyprint"), "noted", install_line(absent))
    try:
        load_layout()
    except (ImportError, OSError):
        return Component(message("doctor.no-pango"), "noted", _system_line(0))
    return Component(message("doctor.pango"))


def has_screen() -> bool:
    """Return whether a browser would be seen: one of letters would take the terminal away."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _browser() -> Component:
    if not has_screen():
        return Component(message("doctor.no-screen"), "noted")
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Component(message("doctor.no-browser"), "noted", _system_line(1))
    return Component(message("doctor.browser"))
