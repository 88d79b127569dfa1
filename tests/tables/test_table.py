"""Tables are read as people bring them, and what is wrong is told at its cell."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.tables.table import Table, cell_name, read_table
from tests.reading.workbooks import Formula, document, workbook


def table(folder: Path, file: str, data: bytes) -> Table:
    """Write a table and read it."""
    path = folder / file
    path.write_bytes(data)
    return read_table(path)


def told(folder: Path, file: str, data: bytes) -> Sequence[str]:
    """Write a table that is refused; return its faults in English, without the folder."""
    with pytest.raises(DataError) as caught:
        table(folder, file, data)
    return caught.value.worded("en").replace(f"{folder}/", "").splitlines()


PAIRS = [("France", "Paris"), ("Pérou", "Lima")]
HEADED = "Pays;Capitale\nFrance;Paris\nPérou;Lima\n"


@pytest.mark.parametrize(
    ("file", "data"),
    [
        pytest.param("a.csv", HEADED.encode(), id="semicolons"),
        pytest.param("a.csv", b"\xef\xbb\xbf" + HEADED.encode(), id="byte order mark"),
        pytest.param("a.csv", HEADED.encode("cp1252"), id="cp1252"),
        pytest.param("a.csv", HEADED.encode("utf-16"), id="utf-16"),
        pytest.param("a.csv", HEADED.replace(";", ",").encode(), id="commas"),
        pytest.param("a.tsv", HEADED.replace(";", "\t").encode(), id="tabs"),
        pytest.param("a.txt", HEADED.replace("\n", "\r\n").encode(), id="a text of Windows"),
        pytest.param("a.csv", HEADED.replace("\n", "\n\n").encode(), id="empty rows"),
        pytest.param("a.csv", ("Mes pays;\n" + HEADED).encode(), id="a title above"),
        pytest.param("a.csv", b'"Pays";"Capitale"\n"France";"Paris"\nP\xe9rou;Lima', id="quotes"),
        pytest.param(
            "a.xlsx",
            workbook([["Mes pays"], ["Pays", "Capitale"], *PAIRS], merged=["A1:B1"]),
            id="merged head row",
        ),
        pytest.param("a.ods", document([["Pays", "Capitale"], *PAIRS]), id="OpenDocument"),
        pytest.param(
            "a.yaml", b"- {word: France, answer: Paris}\n- [P\xc3\xa9rou, Lima]\n", id="yaml"
        ),
        pytest.param("a.json", b'[["France", "Paris"], ["P\\u00e9rou", "Lima"]]', id="json"),
    ],
)
def test_read(tmp_path: Path, file: str, data: bytes) -> None:
    """However a table was saved, it has the same words and answers."""
    found = table(tmp_path, file, data)
    words = [[cell.words for cell in found.column(name)] for name in ("word", "answer")]
    assert list(zip(*words, strict=True)) == PAIRS


def test_columns_are_called_in_any_language(tmp_path: Path) -> None:
    """A heading that says what the column is for gives its name, in whatever order they stand."""
    found = table(tmp_path, "a.csv", "Image;Réponse;Mot\nchat.png;cat;chat\n".encode())
    assert found.columns == ("picture", "answer", "word")
    assert found.column("definition" if found.has("definition") else "mot")[0].words == "chat"
    assert found.column("réponse")[0].words == "cat"
    assert not found.has("niveau")


def test_no_headings(tmp_path: Path) -> None:
    """A list of words needs no heading, nor do rows with a number or a picture in the first."""
    assert [one.words for one in table(tmp_path, "a.txt", b"chat\nchien\n").column("word")] == [
        "chat",
        "chien",
    ]
    assert len(table(tmp_path, "b.csv", "3 × 4;12\n3 × 5;15\n".encode()).rows) == 2
    assert len(table(tmp_path, "c.csv", b"chat;chat.png\nchien;chien.png\n").rows) == 2
    assert [one.words for one in table(tmp_path, "d.txt", b"mot\nchat\n").column("word")] == [
        "chat"
    ]


def test_values_of_a_spreadsheet(tmp_path: Path) -> None:
    """A cell holds what is seen there: whole numbers without a point, of formulas the value."""
    rows: list[list[str | float | Formula]] = [
        ["Calcul", "Résultat"],
        ["3 × 4", 12],
        ["1/2", 0.5],
        ["6 × 7", Formula("6*7", 42)],
    ]
    found = table(tmp_path, "a.xlsx", workbook(rows))
    assert [cell.words for cell in found.column("answer")] == ["12", "0.5", "42"]


def test_cells_are_called_as_the_spreadsheet_does(tmp_path: Path) -> None:
    """Rows are counted with those that are empty, columns go on after Z."""
    found = table(
        tmp_path, "a.xlsx", workbook([[""], ["Pays", "Capitale"], [""], ["Pérou", "Lima"]])
    )
    assert [cell.name for cell in found.rows[0]] == ["A4", "B4"]
    names = [cell_name(7, n) for n in (1, 26, 27, 28, 702, 703)]
    assert names == ["A7", "Z7", "AA7", "AB7", "ZZ7", "AAA7"]


@pytest.mark.parametrize(
    ("file", "data", "faults"),
    [
        pytest.param("a.csv", b"", ["a.csv: no row here has anything in it"], id="empty"),
        pytest.param(
            "a.csv",
            b"Pays;Capitale\n",
            ["a.csv: no row here has anything in it"],
            id="headings alone",
        ),
        pytest.param(
            "a.csv",
            b"Pays;Capitale\nFrance;" + b"x" * 501,
            [f"a.csv:2:2: B2: 501 letters, at most 500: {'x' * 59}"],
            id="a cell without end",
        ),
        pytest.param(
            "a.csv",
            b"Pays;Capitale\nFran\x07ce;Paris\n",
            ["a.csv:2:1: A2: the sign U+0007 is not allowed here"],
            id="a sign that rings",
        ),
        pytest.param(
            "a.yaml",
            b"word: chat\n",
            ["a.yaml:1:1: a list is expected here, an item for each row of the table"],
            id="no list",
        ),
        pytest.param(
            "a.yaml",
            b"- {word: [a]}\n",
            ["a.yaml:1:10: word: a word or a number is expected here"],
            id="a list in a cell",
        ),
        pytest.param(
            "a.xlsx",
            b"Pays;Capitale",
            ["a.xlsx: this spreadsheet cannot be read"],
            id="no spreadsheet",
        ),
        pytest.param(
            "a.csv",
            b"mot\n" + b"chat\n" * 10_001,
            ["a.csv: at most 10,000 rows and 40 columns"],
            id="too many rows",
        ),
        pytest.param(
            "a.csv",
            b"mot;" + b"x;" * 39 + b"x\n" + b"1;" * 40 + b"1\n",
            ["a.csv: at most 10,000 rows and 40 columns"],
            id="a column too many",
        ),
        pytest.param(
            "a.yaml",
            b"".join(b"- {c%d: 1}\n" % number for number in range(41)),
            ["a.yaml: at most 10,000 rows and 40 columns"],
            id="a heading too many in yaml",
        ),
        pytest.param(
            "a.json",
            b"[" + b"[1]," * 10_000 + b"[1]]",
            ["a.json: at most 10,000 rows and 40 columns"],
            id="a row too many in json",
        ),
        pytest.param(
            "a.csv",
            b"x" * 5_000_001,
            ["a.csv: larger than the limit of 5,000,000 bytes"],
            id="too large",
        ),
    ],
)
def test_refused(tmp_path: Path, file: str, data: bytes, faults: Sequence[str]) -> None:
    """What no game could be made of is told in a line, at its cell where it has one."""
    found = told(tmp_path, file, data)
    assert len(found) == len(faults)
    for line, fault in zip(found, faults, strict=True):
        assert line.startswith(fault)


def test_ten_thousand_rows(tmp_path: Path) -> None:
    """A table as long as may be is read whole."""
    rows = "".join(f"mot {n};{n}\n" for n in range(10_000))
    assert len(table(tmp_path, "a.csv", ("mot;réponse\n" + rows).encode()).rows) == 10_000
