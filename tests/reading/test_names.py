"""Lists of names are read as spreadsheets and editors save them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.reading.text_files import Name, read_names
from tests.reading.workbooks import document, workbook, zipped


@pytest.mark.parametrize(
    ("file", "data", "names"),
    [
        pytest.param("a.txt", "Léa\nTom\n".encode(), ["Léa", "Tom"], id="plain"),
        pytest.param(
            "a.txt", b"\xef\xbb\xbfL\xc3\xa9a\r\n\r\nTom", ["Léa", "Tom"], id="bom, empty"
        ),
        pytest.param("a.txt", b"Martin, Zo\xc3\xa9\n", ["Martin, Zoé"], id="comma in a text"),
        pytest.param(
            "a.csv", "Nom;Prénom\r\nRoy;Léa\r\n".encode("cp1252"), ["Léa Roy"], id="Excel"
        ),
        pytest.param("a.csv", "Élève;Note\nLéa;12\n".encode("utf-16"), ["Léa"], id="utf-16"),
        pytest.param("a.csv", b'name,mark\n"Roy, L.",3\n', ["Roy, L."], id="quoted comma"),
        pytest.param("a.txt", "Le\u0301a\n".encode(), ["Léa"], id="decomposed accent"),
        pytest.param("a.txt", b"  Tom   Roy \n", ["Tom Roy"], id="spaces"),
        pytest.param("a.csv", b"first name\nAna\n", ["Ana"], id="one column with a heading"),
    ],
)
def test_read(tmp_path: Path, file: str, data: bytes, names: list[str]) -> None:
    """Each way of saving a list gives the same names, empty lines passed over."""
    path = tmp_path / file
    path.write_bytes(data)
    assert [name.text for name in read_names(path)] == names


@pytest.mark.parametrize(("file", "written"), [("a.xlsx", workbook), ("a.ODS", document)])
def test_spreadsheets(
    tmp_path: Path, file: str, written: Callable[[Sequence[Sequence[str]]], bytes]
) -> None:
    """A sheet is read as a table is: the columns of names by their headings, empty rows left."""
    path = tmp_path / file
    path.write_bytes(written([["Nom", "Note", "Prénom"], ["Roy", "12", "Léa"], ["Li", "", "Bo"]]))
    assert read_names(path) == (Name("Léa Roy", 2), Name("Bo Li", 3))
    path.write_bytes(written([["Ana"], [""], ["Nguyễn"]]))
    assert read_names(path) == (Name("Ana", 1), Name("Nguyễn", 3))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(b"", "cannot be read", id="empty"),
        pytest.param(b"Ana\nBen\n", "cannot be read", id="text"),
        pytest.param(zipped({"a": "b"}), "cannot be read", id="another archive"),
        pytest.param(workbook([["Ana"]])[:-60], "cannot be read", id="cut off"),
        pytest.param(zipped({"x": " " * 20_000_001}), "larger than the limit", id="swelling"),
        pytest.param(workbook([["Ana"] * 2]), "which is the name", id="columns"),
        pytest.param(workbook([]), "no name", id="nothing in it"),
        pytest.param(workbook([["x" * 10_001]]), ":1:1: this line", id="long cell"),
    ],
)
def test_spreadsheets_refused(tmp_path: Path, data: bytes, told: str) -> None:
    """A spreadsheet that is none, or gives no names, is refused in one line."""
    path = tmp_path / "class.xlsx"
    path.write_bytes(data)
    with pytest.raises(DataError) as caught:
        read_names(path)
    assert told in caught.value.worded("en")
    assert "\n" not in caught.value.worded("en")


def test_lines_are_kept(tmp_path: Path) -> None:
    """A name knows its line, so that a fault can be found in the file."""
    path = tmp_path / "class.txt"
    path.write_text("Ana\n\nBen\n", encoding="utf-8")
    assert read_names(path) == (Name("Ana", 1), Name("Ben", 3))


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        pytest.param("a.txt", "", "no name", id="empty"),
        pytest.param("a.txt", "\n \n", "no name", id="blank lines"),
        pytest.param("a.csv", "Roy;Léa\n", "which is the name", id="no heading"),
        pytest.param("a.csv", "Nom;Note\n", "no name", id="heading alone"),
        pytest.param("a.txt", "x\n" * 1001, "more than 1000", id="too many"),
        pytest.param("a.csv", f'name;a\n"{"x" * 140_000}";1', ":2:1: this line", id="long cell"),
        pytest.param("a.txt", "x" * 10_000_001, "larger than the limit", id="too large"),
        pytest.param("a.txt", "Ana\ne" + "\u0301" * 31, ":2:1: more than 30 accents", id="accents"),
    ],
)
def test_refused(tmp_path: Path, file: str, text: str, told: str) -> None:
    """A list that gives no names, or not surely, is refused in one line."""
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_names(path)
    assert told in caught.value.worded("en")
    assert "\n" not in caught.value.worded("en")
