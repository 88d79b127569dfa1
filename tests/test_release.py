"""What is handed out: a zip that every system unpacks whole, with what starts by a double click."""

import shlex
import shutil
import stat
import subprocess
import sys
from configparser import ConfigParser
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

import generator
from tests import prose, release

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="rights and links of POSIX systems")


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a made-up program and site, which the release is made from."""
    dist, site = tmp_path / "dist", tmp_path / "output" / "site"
    for name in release.PROGRAMS[release.SYSTEM]:
        program = dist / name
        if program.suffix == ".app":
            program = dist / release.COMMANDS["macos"]
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_bytes(b"\x7fELF")
        program.chmod(0o755)
    (site / "fr").mkdir(parents=True)
    for name in ("index.html", "fr/index.html"):
        (site / name).write_text("<!doctype html>", encoding="utf-8")
    monkeypatch.setattr(release, "DIST", dist)
    monkeypatch.setattr(release, "SITE", site)
    return tmp_path


def test_it_is_one_folder_with_all(built: Path) -> None:
    """The zip has one folder: the program, the site, what to read in both languages, licences."""
    with ZipFile(BytesIO(release.zipped(release.NAME, release.members()))) as file:
        names = file.namelist()
        assert names == sorted(names)
        assert {name.partition("/")[0] for name in names} == {release.NAME}
        assert {one.date_time for one in file.infolist()} == {release.LONG_AGO}
        within = {name.partition("/")[2] for name in names}
        command = file.getinfo(f"{release.NAME}/{release.COMMANDS[release.SYSTEM]}")
        assert (
            file.read(command) == (built / "dist" / release.COMMANDS[release.SYSTEM]).read_bytes()
        )
        assert (command.external_attr >> 16) & stat.S_IXUSR or sys.platform == "win32"
        licences = file.read(f"{release.NAME}/LICENSES-LIBRARIES.txt").decode()
    assert {"LISEZ-MOI.txt", "READ-ME.txt", "LICENSE", "site/index.html"} <= within
    assert "site/fr/index.html" in within
    assert "weasyprint" in licences
    assert "Redistribution and use in source and binary forms" in licences


def test_the_same_files_give_the_same_bytes(built: Path) -> None:
    """Neither the time of day nor the order in which a disk lists files is in the zip."""
    first = release.zipped(release.NAME, release.members())
    page = built / "output" / "site" / "index.html"
    page.rename(built / "aside")
    (built / "aside").rename(page)
    page.touch()
    assert release.zipped(release.NAME, iter([*release.members()][::-1])) == first


@POSIX
def test_links_stay_links(tmp_path: Path) -> None:
    """A link is stored as one, as bundles of macOS need, and rights as they are."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "run").write_bytes(b"#!")
    (tmp_path / "own" / "run").chmod(0o755)
    (tmp_path / "own" / "link").symlink_to("run")
    (tmp_path / "own" / "folder").symlink_to(".")
    found = release._below(tmp_path / "own", tmp_path)
    (tmp_path / "made.zip").write_bytes(release.zipped("top", found))
    if shutil.which("unzip") is None:
        pytest.skip("no unzip")
    subprocess.run(["unzip", "-q", "made.zip"], cwd=tmp_path, check=True)
    own = tmp_path / "top" / "own"
    assert (own / "link").readlink() == Path("run")
    assert (own / "folder").readlink() == Path()
    assert (own / "run").stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("ending", ["ico", "icns"])
def test_the_icon_is_the_pages(ending: str, tmp_path: Path) -> None:
    """The program's icon is drawn from the page's, in many sizes, with nothing at its corners."""
    with Image.open(release.write_icon(tmp_path / "new" / f"ludokit.{ending}")) as icon:
        assert {16, 256} <= {size[0] for size in icon.info["sizes"]}
        drawn = icon.convert("RGBA")
    side = drawn.width
    assert drawn.getchannel("A").getpixel((0, 0)) == 0
    middle = drawn.getpixel((side * 49 // 96, side * 49 // 96))
    assert middle == (217, 102, 31, 255)


def test_both_texts_say_the_same() -> None:
    """What to read first names the same files and folders in both languages, in short lines."""
    french, english = (
        (release.CHECKOUT / name).read_text(encoding="utf-8") for name in release.TEXTS[:2]
    )
    for word in (
        *(name for names in release.PROGRAMS.values() for name in names),
        *("ludokit.desktop", "site/index.html", "LICENSES-LIBRARIES.txt", "ludokit.html"),
    ):
        assert word in french, word
        assert word in english, word
    assert max(map(len, (french + english).splitlines())) <= 82


@POSIX
def test_the_entry_starts_what_lies_beside_it(tmp_path: Path) -> None:
    """The entry for Linux desktops starts the program in its own folder, however it is called."""
    folder = tmp_path / 'l\'école "A" de $HOME'
    folder.mkdir()
    program = folder / "ludokit"
    program.write_text("#!/bin/sh\npwd\necho $#\n", encoding="utf-8")
    program.chmod(0o755)
    entry = folder / "ludokit.desktop"
    entry.write_text(release.desktop_entry(), encoding="utf-8")
    facts = ConfigParser(interpolation=None)
    facts.read(entry, encoding="utf-8")
    assert facts["Desktop Entry"]["Terminal"] == "false"
    # As desktops read it: escapes of the file, then quotes, then the place of the entry.
    line = facts["Desktop Entry"]["Exec"].replace(r"\\", "\\").replace(r"\$", "$")
    words = [str(entry) if word == "%k" else word for word in shlex.split(line)]
    started = subprocess.run(words, cwd="/", capture_output=True, check=True, encoding="utf-8")
    assert started.stdout == f"{folder}\n0\n"


def test_the_one_file_holds_what_lies_beside_the_code() -> None:
    """Words and kinds of exercises are read beside modules, so all data of the package goes in."""
    hooks = pytest.importorskip("PyInstaller.utils.hooks")
    spec = (prose.ROOT / "bundle.spec").read_text(encoding="utf-8")
    assert '*collect_data_files("generator")' in spec
    collected = {Path(source) for source, _ in hooks.collect_data_files("generator")}
    package = Path(generator.__file__).parent
    beside = {file for file in package.rglob("*.*") if file.suffix not in {".py", ".pyc"}}
    assert {file.suffix for file in beside} >= {".yaml"}
    assert beside <= collected
