"""What is here of what the program needs, what is missing, and the line to type for it.

Nothing is written, and no library is needed to say so but those that speak.
"""

import os
import shlex
import shutil
import sys
import webbrowser
from collections.abc import Iterable, Iterator, Mapping
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
    "babel": "babel",
    "fonttools": "fontTools",
    "jinja2": "jinja2",
    "pikepdf": "pikepdf",
    "pillow": "PIL",
    "pydantic": "pydantic",
    "pypdfium2": "pypdfium2",
    "pyphen": "pyphen",
    "python-calamine": "python_calamine",
    "reportlab": "reportlab",
    "rich": "rich",
    "svgelements": "svgelements",
}
FOR_PDF: Mapping[str, str] = {"weasyprint": "weasyprint"}
FOR_PAGE: Mapping[str, str] = {
    "flask": "flask",
    "platformdirs": "platformdirs",
    "waitress": "waitress",
}
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
    "winget": (
        f"winget install MSYS2.MSYS2\n{MSYS2}",
        "winget install Mozilla.Firefox",
    ),
}
OF_PLATFORM: Mapping[str, str] = {"darwin": "brew", "win32": "winget"}
USUAL_SYSTEM = "apt-get"

State = Literal["there", "noted", "missing"]


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the program needs: there, missing, or missing from what is only wished for.

    `line` is what to type for it, of several lines at times.
    """

    said: Message
    state: State = "there"
    line: str = ""


def diagnosis(language: Language) -> Iterator[Part]:
    """Yield every part in the order in which they are needed; lines are in the reader's words."""
    yield _python()
    yield _libraries(FOR_KITS, message("doctor.libraries"), "doctor.no-libraries", "missing")
    yield from _own_files()
    yield _output(language)
    yield _documents()
    yield _libraries(FOR_PAGE, message("doctor.page"), "doctor.no-page", "noted")
    yield _browser()


def missing(libraries: Mapping[str, str]) -> tuple[str, ...]:
    """Return which libraries are not installed, as pip calls them."""
    return tuple(name for name, module in libraries.items() if find_spec(module) is None)


def install(names: Iterable[str]) -> str:
    """Return the line that installs libraries for the Python that runs this."""
    return " ".join((_called(), "-m pip install", *names))


def _called() -> str:
    """Return how this Python is called in a terminal, from the current folder where it is below."""
    program = Path(sys.executable)
    if program.is_relative_to(Path.cwd()):
        program = program.relative_to(Path.cwd())
    if sys.platform == "win32":
        return f'& "{program}"' if " " in str(program) else str(program)
    return shlex.quote(str(program))


def _again() -> str:
    return install(("--force-reinstall --no-deps .",))


def _system(which: Literal[0, 1]) -> str:
    """Return the line that asks this system for Pango (0) or for a browser (1)."""
    known = OF_PLATFORM.get(sys.platform) or next(filter(shutil.which, SYSTEMS), USUAL_SYSTEM)
    return SYSTEMS[known][which]


def _python() -> Part:
    version, least = (".".join(map(str, one)) for one in (sys.version_info[:3], LEAST_PYTHON))
    if sys.version_info >= LEAST_PYTHON:
        return Part(message("doctor.python", version=version))
    # Another Python wants an environment of its own.
    line = f"python{least} -m venv .venv\n.venv/bin/python -m pip install ."
    if sys.platform == "win32":
        line = f"py -{least} -m venv .venv\n.venv\\Scripts\\python -m pip install ."
    return Part(message("doctor.old-python", version=version, least=least), "missing", line)


def _libraries(wanted: Mapping[str, str], there: Message, key: str, state: State) -> Part:
    absent = missing(wanted)
    return Part(message(key, names=absent), state, install(absent)) if absent else Part(there)


def _own_files() -> Iterator[Part]:
    """Yield what came with the program: games, templates, typefaces."""
    for folder, found in ((paths.rules_data, _games), (paths.templates, _typefaces)):
        try:
            yield found(folder())
        except LudokitError as error:
            yield Part(message("doctor.no-folder", reason=error.message), "missing", _again())


def _games(folder: Path) -> Part:
    count = sum(1 for _ in folder.glob("*/game.yaml"))
    if not count:
        return Part(message("doctor.no-games", folder=str(folder)), "missing", _again())
    return Part(message("doctor.games", folder=str(folder), count=count))


def _typefaces(folder: Path) -> Part:
    fonts = {*(font for family in FAMILIES.values() for font in astuple(family))}
    absent = (one for one in sorted(fonts | {SYMBOLS, NAMES, BOLD_NAMES}) if not _has_font(one))
    if names := tuple(absent):
        return Part(message("doctor.no-typefaces", names=names), "missing", _again())
    return Part(message("doctor.typefaces", folder=str(folder)))


def _has_font(name: str) -> bool:
    return font_file(name).is_file()


def _output(language: Language) -> Part:
    folder = paths.OUTPUT.absolute()
    try:
        require_folder(paths.OUTPUT)
    except LudokitError as error:
        elsewhere = Path.home() / paths.OUTPUT
        quoted = f'"{elsewhere}"' if sys.platform == "win32" else shlex.quote(str(elsewhere))
        line = say(message("doctor.elsewhere", folder=quoted), language)
        return Part(message("doctor.no-output", reason=error.message), "missing", line)
    return Part(message("doctor.output", folder=str(folder)))


def _documents() -> Part:
    """Try what turns guides into PDF as a kit does: where it fails they are HTML files."""
    if absent := missing(FOR_PDF):
        return Part(message("doctor.no-weasyprint"), "noted", install(absent))
    try:
        load_layout()
    except (ImportError, OSError):
        return Part(message("doctor.no-pango"), "noted", _system(0))
    return Part(message("doctor.pango"))


def has_screen() -> bool:
    """Return whether a browser would be seen: one of letters would take the terminal away."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _browser() -> Part:
    if not has_screen():
        return Part(message("doctor.no-screen"), "noted")
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Part(message("doctor.no-browser"), "noted", _system(1))
    return Part(message("doctor.browser"))
