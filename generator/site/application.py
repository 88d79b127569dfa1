"""The page as a folder of files: a shell, a service worker, the program, and its first forms."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from generator import paths
from generator.game import game_names
from generator.page.app import ALLOWED, HEADERS
from generator.page.in_browser import answer
from generator.render import premade
from generator.render.html_to_pdf import fill_template
from generator.site.runtime import packed, runtime_files
from generator.words import LANGUAGES, message, typeset_message

FOLDER = "app"
SCRIPTS = ("shell.js", "shell.css", "sw.js", "worker.js")
# What the shell says, in the language of whoever looks.
SAID = (
    *("end", "failed", "full", "loading", "lost", "lost-network"),
    *("newer", "script", "slow", "unsafe"),
)
# Pages made beforehand stand below these until a browser knows where they lie.
ROOT, KEY = "/@root@/", "@key@"
# What a browser may do in the shell and in its worker: Python is compiled there.
POLICY = ALLOWED | {
    "script-src": "'self' 'wasm-unsafe-eval'",
    "frame-src": "'self'",
    "worker-src": "'self'",
    "frame-ancestors": "'self'",
}
OF_FRAMES = "frame-ancestors"
_FONT = re.compile(r"fonts/([\w-]+\.\w+)")


def application_files(runtime: Path, documents: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return every file of the page by its address below `app/`.

    `runtime` is the folder of what was fetched, `documents` what was laid out beforehand.
    Raise LudokitError where the program cannot be prepared.
    """
    templates = paths.templates() / "site" / FOLDER
    files = {name: (templates / name).read_bytes() for name in SCRIPTS}
    told = {"languages": LANGUAGES, "words": _words(), "policy": _policy(of_meta=True)}
    files["index.html"] = fill_template(f"site/{FOLDER}/shell.html", told).encode()
    loaded = runtime_files(runtime, sorted(documents))
    files |= {f"runtime/{name}": data for name, data in loaded.items()}
    files |= dict(_static_files())
    files |= dict(_first_pages())
    apart = {f"{premade.FOLDER}/{name}.pdf": data for name, data in documents.items()}
    return {**files, **apart, "manifest.js": _manifest(files)}


def _words() -> Mapping[str, Mapping[str, str]]:
    return {
        language: {key: typeset_message(message(f"site.app-{key}"), language) for key in SAID}
        for language in LANGUAGES
    }


def _policy(*, of_meta: bool) -> str:
    """Return the policy of the shell; a `meta` element cannot say who may frame it."""
    told = POLICY.items()
    return "; ".join(
        f"{what} {whence}" for what, whence in told if not of_meta or what != OF_FRAMES
    )


def _static_files() -> Iterator[tuple[str, bytes]]:
    static = paths.templates() / "page" / "static"
    for file in sorted(static.rglob("*")):
        if file.is_file():
            yield f"static/{file.relative_to(static).as_posix()}", file.read_bytes()
    # The typefaces of the page alone.
    styles = "".join(file.read_text(encoding="utf-8") for file in static.glob("*.css"))
    for name in sorted({*_FONT.findall(styles)}):
        yield f"static/fonts/{name}", (paths.templates() / "fonts" / name).read_bytes()


def _first_pages() -> Iterator[tuple[str, bytes]]:
    """Yield the pages that somebody may see before Python is there, by address."""
    parts = ["", "list/", "own/", "class/", "check/", *(f"kit/{game}/" for game in game_names())]
    for language in LANGUAGES:
        for part in parts:
            path = f"{language}/{part}"
            asked = {"path": quote(f"{KEY}/{path}"), "query": "", "method": "GET"}
            _, _, page = answer("https://first", ROOT, KEY, {**asked, "headers": (), "body": None})
            yield f"first/{path}index.html.gz", packed(page)


def _manifest(files: Mapping[str, bytes]) -> bytes:
    """Return what shell and service worker know of the folder; its version is that of all files."""
    every = hashlib.sha256()
    for name, data in sorted(files.items()):
        every.update(f"{name}\0{len(data)}\0".encode() + data)
    told = {
        "version": every.hexdigest()[:16],
        "files": {name: len(data) for name, data in sorted(files.items()) if name != "sw.js"},
        "first": sorted(name.removesuffix(".gz") for name in files if name.startswith("first/")),
        "languages": LANGUAGES,
        "words": _words(),
        "policy": {**HEADERS, "Content-Security-Policy": _policy(of_meta=False)},
    }
    return f"self.MANIFEST = {json.dumps(told, ensure_ascii=False)};\n".encode()
