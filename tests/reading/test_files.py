"""Files to nodes."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.reading.files import read_file
from generator.reading.nodes import plain
from generator.words import message


@pytest.mark.parametrize("name", ["a.yaml", "a.yml", "a.YAML", "a.json"])
def test_reads_by_suffix(tmp_path: Path, name: str) -> None:
    """The ending of the name chooses the parser."""
    (tmp_path / name).write_text('{"a": "\\ud83d\\ude00"}' if "j" in name else "{a: 😀}", "utf-8")
    assert plain(read_file(tmp_path / name)) == {"a": "😀"}


def _line(path: Path) -> str:
    with pytest.raises(DataError) as raised:
        read_file(path)
    assert len(raised.value.problems) == 1
    return raised.value.worded("en").removeprefix(str(path))


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there is said so, with the nearest one that is."""
    (tmp_path / "game.yaml").write_text("a: 1")
    assert _line(tmp_path / "gane.yaml") == ": no such file; did you mean 'game.yaml'?"
    assert _line(tmp_path / "x" / "y.yaml") == ": no such file"


def test_folder(tmp_path: Path) -> None:
    """A folder in a file's place is one clear line."""
    (tmp_path / "a.yaml").mkdir()
    assert _line(tmp_path / "a.yaml") == ": this is a folder, not a file"


def test_no_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read is one clear line."""

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.open", refuse)
    assert _line(tmp_path / "a.yaml") == ": the file may not be read: no rights"


def test_impossible_name() -> None:
    """A name no file can have is one clear line."""
    with pytest.raises(DataError) as raised:
        read_file(Path("a\x00.yaml"))
    assert raised.value.worded("en").startswith(r"a\u0000.yaml: the file cannot be read: ")


def test_hidden_signs(tmp_path: Path) -> None:
    """Signs that a terminal obeys are refused, however they are written; line breaks are not."""
    file = tmp_path / "a.yaml"
    file.write_text(r"""{"a": "\e]0;t\a", "b\u202e": 1, "c": "one\ntwo\t"}""")
    with pytest.raises(DataError) as raised:
        read_file(file)
    assert [(one.column, one.message) for one in raised.value.problems] == [
        (7, message("reading.control-sign", found="U+001B")),
        (19, message("reading.control-sign", found="U+202E")),
    ]


def test_unknown_suffix(tmp_path: Path) -> None:
    """A file of another kind is refused with the kinds there are."""
    assert _line(tmp_path / "a.txt") == (
        ": '.txt' files cannot be read; these can: .yaml, .yml, .json"
    )


def test_large_file(tmp_path: Path) -> None:
    """A file beyond the limit is refused before it is parsed."""
    (tmp_path / "a.yaml").write_bytes(b"[" * 1_000_001)
    assert _line(tmp_path / "a.yaml") == ": larger than the limit of 1,000,000 bytes"
