"""Whole files or none."""

import errno
import os
import stat
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import pytest

from generator import output
from generator.errors import LudokitError

LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, hidden ones too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def refusal(folder: Path, files: Mapping[str, bytes], *, overwrite: bool = True) -> str:
    """Return the one line with which writing is refused."""
    with pytest.raises(LudokitError) as caught:
        output.write_all(folder, files, overwrite=overwrite)
    assert "\n" not in caught.value.worded("fr")
    return caught.value.worded("en")


def test_writing_makes_the_folders_of_a_name(tmp_path: Path) -> None:
    """A name with folders in it is written below the output folder, which need not exist."""
    path = output.write(tmp_path / "new", "qwinto/fr/kit.pdf", b"kit")
    assert path == tmp_path / "new" / "qwinto" / "fr" / "kit.pdf"
    assert files_in(tmp_path) == {"new/qwinto/fr/kit.pdf": b"kit"}


def test_an_existing_file_is_replaced(tmp_path: Path) -> None:
    """A longer file that exists is replaced whole."""
    output.write(tmp_path, "a.pdf", b"old and long")
    output.write(tmp_path, "a.pdf", b"new")
    assert files_in(tmp_path) == {"a.pdf": b"new"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_files_have_the_rights_of_any_new_file(tmp_path: Path) -> None:
    """Others may read a printable when the person's umask lets them."""
    (tmp_path / "plain").touch()
    path = output.write(tmp_path, "a.pdf", b"a")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def test_without_overwrite_existing_files_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    """All files that exist are named, and not even the new ones are written."""
    output.write_all(tmp_path, {"a.pdf": b"a", "b.pdf": b"b"})
    words = refusal(tmp_path, {"a.pdf": b"", "new/c.pdf": b"", "b.pdf": b""}, overwrite=False)
    assert f"{tmp_path / 'a.pdf'}, {tmp_path / 'b.pdf'}" in words
    assert files_in(tmp_path) == {"a.pdf": b"a", "b.pdf": b"b"}
    assert not (tmp_path / "new").exists()


def test_without_overwrite_new_files_are_written(tmp_path: Path) -> None:
    """What does not exist yet is written without overwrite too."""
    output.write(tmp_path, "a.pdf", b"a", overwrite=False)
    assert files_in(tmp_path) == {"a.pdf": b"a"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param("../a.pdf", "it leads out of the output folder", id="up"),
        pytest.param("fr/../../a.pdf", "it leads out of the output folder", id="down and up"),
        pytest.param("/etc/a.pdf", "it leads out of the output folder", id="from the root"),
        pytest.param("C:/a.pdf", "':' cannot stand in file names", id="drive"),
        pytest.param("..\\a.pdf", "'\\' cannot stand in file names", id="backslash"),
        pytest.param("a\0.pdf", "'\\u0000' cannot stand in file names", id="zero"),
        pytest.param("a\n.pdf", "'\\u000a' cannot stand in file names", id="line break"),
        pytest.param("a\ud800.pdf", "'\\ud800' cannot stand in file names", id="half a sign"),
        pytest.param("what?.pdf", "'?' cannot stand in file names", id="question mark"),
        pytest.param("con", "'con' is a device on Windows", id="device"),
        pytest.param("fr/Com1.pdf", "'Com1.pdf' is a device on Windows", id="device with suffix"),
        pytest.param("fr./a.pdf", "'fr.' ends in a dot or a space", id="dot at the end"),
        pytest.param("a ", "'a ' ends in a dot or a space", id="space at the end"),
        pytest.param("", "a part of it is empty", id="empty"),
        pytest.param("fr//a.pdf", "a part of it is empty", id="empty folder"),
    ],
)
def test_names_that_are_not_safe_everywhere_are_refused(
    tmp_path: Path, name: str, words: str
) -> None:
    """A name that leads out, or that some system cannot hold, is refused and nothing written."""
    folder = tmp_path / "output"
    assert words in refusal(folder, {"good.pdf": b"", name: b""})
    assert files_in(tmp_path) == {}


@pytest.mark.parametrize("name", ["console.pdf", "com.pdf", "a..b", ".a", "Élève n° 3 (a).pdf"])
def test_good_names_are_taken(tmp_path: Path, name: str) -> None:
    """A name that only looks like a device, or has accents, spaces and dots, is taken as it is."""
    assert output.write(tmp_path, name, b"a").read_bytes() == b"a"


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("kit.pdf", "KIT.pdf"), id="upper case"),
        pytest.param(("é.pdf", "e\u0301.pdf"), id="accent in two forms"),
        pytest.param(("fr/kit.pdf", "fr"), id="file and folder"),
    ],
)
def test_names_that_are_one_file_somewhere_are_refused(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    """Two names of which one would swallow the other on some system are both named."""
    words = refusal(tmp_path, dict.fromkeys(names, b""))
    assert all(f"'{name}'" in words for name in names)
    assert files_in(tmp_path) == {}


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    """Where a folder is needed and a file stands, the file is named and kept."""
    (tmp_path / "fr").write_bytes(b"mine")
    words = refusal(tmp_path, {"a.pdf": b"a", "fr/kit.pdf": b""})
    assert words == f"'{tmp_path / 'fr'}' cannot be a folder: a file of that name is in the way"
    assert files_in(tmp_path) == {"fr": b"mine"}


def test_an_output_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    """An output folder that is a file is named."""
    (tmp_path / "output").write_bytes(b"mine")
    assert f"'{tmp_path / 'output'}' cannot be a folder" in refusal(
        tmp_path / "output", {"fr/a": b""}
    )


def test_a_folder_in_the_way_of_a_file_is_named(tmp_path: Path) -> None:
    """Where a folder stands that has the file's name, it is named and nothing is written."""
    (tmp_path / "kit.pdf").mkdir()
    words = refusal(tmp_path, {"a.pdf": b"a", "kit.pdf": b""})
    assert words.endswith("a folder of that name is in the way")
    assert files_in(tmp_path) == {}


@LINKS
def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """A folder that is a link to elsewhere is refused: nothing is written out there."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "fr").symlink_to(tmp_path / "elsewhere")
    assert "leads out of the output folder" in refusal(tmp_path / "output", {"fr/a.pdf": b""})
    assert files_in(tmp_path) == {}


@LINKS
def test_a_linked_file_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    """A file that is a link to elsewhere is replaced; what it led to stays as it was."""
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "a.pdf").symlink_to(tmp_path / "mine")
    output.write(tmp_path / "output", "a.pdf", b"new")
    assert files_in(tmp_path) == {"mine": b"mine", "output/a.pdf": b"new"}


@LINKS
def test_a_link_to_itself_is_in_the_way(tmp_path: Path) -> None:
    """An output folder that is a link to itself is named, and so is one below it."""
    loop = tmp_path / "output"
    loop.symlink_to(loop)
    for folder in (loop, loop / "below"):
        words = f"'{loop}' cannot be a folder: a file of that name is in the way"
        assert refusal(folder, {"a.pdf": b""}) == words


@LINKS
def test_the_output_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    """Whoever links the output folder to another disk finds the files there."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "output").symlink_to(tmp_path / "disk")
    output.write(tmp_path / "output", "fr/a.pdf", b"a")
    assert files_in(tmp_path / "disk") == {"fr/a.pdf": b"a"}


@LINKS
def test_a_link_to_nowhere_is_in_the_way(tmp_path: Path) -> None:
    """An output folder that is a link to nowhere is named."""
    (tmp_path / "output").symlink_to(tmp_path / "nowhere")
    words = refusal(tmp_path / "output", {"a.pdf": b""})
    assert "'" + str(tmp_path / "output") + "' cannot be a folder" in words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk is full"),
        (errno.EACCES, "no rights to the folder or the file"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_a_disk_that_refuses_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    """When the second of two files cannot be written, neither is, and no trace is left."""
    output.write_all(tmp_path, {"a.pdf": b"old", "b.pdf": b"old"})
    synced: list[int] = []

    def fsync(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) == 2:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fsync)
    said = refusal(tmp_path, {"a.pdf": b"new", "b.pdf": b"new"})
    assert said == f"'{tmp_path / 'b.pdf'}' cannot be written: {words}"
    assert files_in(tmp_path) == {"a.pdf": b"old", "b.pdf": b"old"}


def test_a_file_that_is_held_by_another_program_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that may not be replaced, as when it is open on Windows, is named and kept."""
    output.write(tmp_path, "a.pdf", b"old")

    def replace(*_: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "held")

    monkeypatch.setattr(Path, "replace", replace)
    assert "close it in other programs" in refusal(tmp_path, {"a.pdf": b"new"})
    assert files_in(tmp_path) == {"a.pdf": b"old"}


def test_a_folder_that_takes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is there or can be made passes before anything is made; nothing is written."""
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, tmp_path / "a" / "b", Path(), Path("a/b")):
        output.require_folder(folder)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the way, or a folder without the rights, is named before anything is made."""
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(LudokitError) as caught:
            output.require_folder(folder)
        assert str(tmp_path / "file") in caught.value.worded("en")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(LudokitError) as caught:
        output.require_folder(tmp_path / "new")
    assert "no rights to the folder" in caught.value.worded("en")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="rights do not bind this user"
)
def test_a_folder_without_rights_is_named(tmp_path: Path) -> None:
    """A folder one may not write to gives one line."""
    tmp_path.chmod(0o500)
    assert "no rights to the folder" in refusal(tmp_path, {"a.pdf": b""})
    tmp_path.chmod(0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other limits")
def test_a_name_that_is_too_long_is_named(tmp_path: Path) -> None:
    """A name longer than the disk allows gives one line and leaves nothing."""
    assert "the name is too long" in refusal(tmp_path, {"a" * 300: b""})
    assert files_in(tmp_path) == {}


def test_what_killed_runs_have_left_is_swept(tmp_path: Path) -> None:
    """Half-written files of an hour ago go with the next writing; those of just now stay."""
    old, new = tmp_path / f".{'a' * 16}.part", tmp_path / f".{'b' * 16}.part"
    mine = tmp_path / ".mine.part"
    for file in (old, new, mine):
        file.write_bytes(b"half")
    for file in (old, mine):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    output.write(tmp_path, "a.pdf", b"a")
    assert set(files_in(tmp_path)) == {"a.pdf", new.name, mine.name}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells nobody who holds a file")
def test_what_a_run_at_work_holds_is_not_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute later only what another run still has in hand is there, and what nobody holds goes.

    Here the other run writes while this one does, from within the renaming.
    """
    left, replace, begun = tmp_path / f".{'a' * 16}.part", Path.replace, list[set[str]]()
    left.write_bytes(b"half")

    def slowly(part: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", replace)
        for file in tmp_path.glob(".*.part"):
            os.utime(file, (time.time() - 60,) * 2)
        output.write(tmp_path, "second.pdf", b"second")
        begun.append(set(files_in(tmp_path)))
        return part.replace(target)

    monkeypatch.setattr(Path, "replace", slowly)
    output.write(tmp_path, "first.pdf", b"first")
    assert [len(one) for one in begun] == [2]
    assert files_in(tmp_path) == {"first.pdf": b"first", "second.pdf": b"second"}
