"""The page opened by a double click: the system says the language, the desktop what failed."""

import locale
import os
import re
import subprocess
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from tempfile import gettempdir

from platformdirs import user_desktop_path

from generator.errors import LudokitError
from generator.output import write
from generator.page.server import serve
from generator.page.wording import failure_of, reasons_of, worded
from generator.words import LANGUAGES, Language, message

FAULT = 2
ELSEWHERE: Language = "en"
# Where gettext looks for the languages of a person, in its order.
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
SERVING = "LUDOKIT_SERVING"
FILE = "ludokit.html"


def open_by_icon(language: Language | None = None) -> int:
    """Serve the page, or show the one that is open, in a language or the system's; an exit code."""
    if sys.platform == "darwin" and SERVING not in os.environ:
        # The Finder starts no second process beside one that lasts.
        apart = {SERVING: "yes", "PYINSTALLER_RESET_ENVIRONMENT": "1"}
        subprocess.Popen([sys.executable], env=os.environ | apart, start_new_session=True)
        return 0
    spoken = language or system_language(os.environ)

    def tell(key: str, address: str) -> None:
        if key == "open-unseen":
            _leave_word([worded(message("page.unseen", address=address), spoken)], spoken)

    try:
        serve(spoken, None, tell, browser=True, by_icon=True)
    except Exception as error:  # noqa: BLE001 - nobody reads a traceback here
        _leave_word(reasons_of(failure_of(error), spoken), spoken)
        return FAULT
    return 0


def system_language(environment: Mapping[str, str]) -> Language:
    """Return the program's language that comes first among those of this system, or English."""
    told = ""
    if sys.platform == "win32":
        from ctypes import windll

        told = locale.windows_locale.get(windll.kernel32.GetUserDefaultUILanguage(), "")
    elif sys.platform == "darwin":
        asked = ("/usr/bin/defaults", "read", "-g", "AppleLanguages")
        told = subprocess.run(asked, capture_output=True, check=False, encoding="utf-8").stdout  # noqa: S603
    told = told or next(filter(None, map(environment.get, VARIABLES)), "")
    codes = (code.lower() for code in re.findall(r"(?<![\w-])[A-Za-z]{2,3}(?![a-z])", told))
    return next((code for code in codes if code in LANGUAGES), ELSEWHERE)


def _leave_word(sentences: Sequence[str], language: Language) -> None:
    """Write a page onto the desktop, which browsers in a box may read too, and open it."""
    # No template, for those may be what is missing.
    told = "".join(f"<p>{escape(one)}</p>\n" for one in sentences)
    told = re.sub(r"http://[^\s<]+", r'<a href="\g<0>">\g<0></a>', told)
    head = f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
    page = f"{head}<title>ludokit</title>\n<h1>ludokit</h1>\n{told}"
    for folder in filter(Path.is_dir, (user_desktop_path(), Path.home(), Path(gettempdir()))):
        with suppress(LudokitError, OSError, webbrowser.Error):
            file = write(folder, FILE, page.encode())
            file.chmod(0o600)  # an address in it is this person's alone
            webbrowser.open(file.as_uri())
            return
