"""Rows of spreadsheets: small files that would fill memory are refused before they are unfolded."""

from io import BytesIO
from pathlib import Path
from time import process_time
from zipfile import ZipFile

import pytest

from generator.errors import DataError
from generator.reading.text_files import sheet_rows
from generator.reading.workbooks import MOST_CELLS
from tests.costs import is_within
from tests.reading.workbooks import document, workbook, zipped

ROWS = [["a", "b"], ["c", "d"]]


def changed(data: bytes, part: str, old: str, new: str) -> bytes:
    """Return a spreadsheet with a change in one of its parts."""
    with ZipFile(BytesIO(data)) as parts:
        texts = {name: parts.read(name).decode() for name in parts.namelist()}
    assert old in texts[part]
    return zipped({**texts, part: texts[part].replace(old, new)})


def of_xlsx(cell: str) -> bytes:
    """Return an .xlsx with one more row, whatever is in it."""
    sheet = "xl/worksheets/sheet1.xml"
    return changed(workbook(ROWS), sheet, "</sheetData>", f"{cell}</sheetData>")


def of_ods(row: str) -> bytes:
    """Return an .ods with one more row, whatever is in it."""
    return changed(document(ROWS), "content.xml", "</table:table>", f"{row}</table:table>")


def repeated(rows: int, columns: int, more: str = 'office:value-type="string"') -> bytes:
    """Return an .ods that says a row and its cell so many times."""
    return of_ods(
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell {more} '
        f'table:number-columns-repeated="{columns}"><text:p>x</text:p></table:table-cell>'
        "</table:table-row>"
    )


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.xlsx", of_xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
        ("a.xlsx", of_xlsx("<row><c  r = 'xfd999999'><v>1</v></c></row>")),
        ("a.ods", repeated(1_048_576, 16_384)),
        ("a.ods", repeated(1, 10**12)),
        ("a.ods", repeated(10**12, 1)),
        ("a.ods", repeated(2_000, 2_000, 'table:formula="of:=1>0" office:value="1"')),
    ],
)
def test_too_many_cells(file: str, data: bytes) -> None:
    """A cell at the end of the world, or one said a million times, is told and not laid out."""
    begun = process_time()
    with pytest.raises(DataError) as told:
        [*sheet_rows(data, Path(file))]
    assert f"more than {MOST_CELLS:,} cells" in told.value.worded("en")
    assert is_within(process_time() - begun, 1)


@pytest.mark.parametrize(
    ("file", "data", "count"),
    [
        ("a.xlsx", of_xlsx('<row r="9"><c r="C9"><v>1</v></c></row>'), 9),
        ("a.ods", repeated(7, 3), 9),
        ("a.ods", repeated(1_048_574, 16_384, ""), 2),
        ("a.xlsx", of_xlsx("<row><c><v>1</v></c></row>"), 3),
    ],
)
def test_cells_of_a_class(file: str, data: bytes, count: int) -> None:
    """A sheet is read to its last filled row, and what a spreadsheet leaves empty is no row."""
    rows = [*sheet_rows(data, Path(file))]
    assert rows[0][1][:2] == ["a", "b"]
    assert [number for number, _ in rows] == [*range(1, count + 1)]


@pytest.mark.parametrize(
    "data",
    [
        of_ods("<table:table-cell " * 500_000),
        of_ods("<table:table-row><table:table-cell>"),
        changed(
            document(ROWS),
            "content.xml",
            "<office:doc",
            '<!DOCTYPE a [<!ENTITY b "c">]><office:doc',
        ),
    ],
)
def test_no_sound_sheet(data: bytes) -> None:
    """A sheet that breaks off, or declares something, is refused at once: libraries may hang."""
    begun = process_time()
    with pytest.raises(DataError):
        [*sheet_rows(data, Path("a.ods"))]
    assert is_within(process_time() - begun, 5)


def test_other_parts() -> None:
    """A picture among the parts is no sheet, and an old list of parts may say what it is."""
    with ZipFile(BytesIO(document(ROWS))) as parts:
        texts = {name: parts.read(name).decode() for name in parts.namelist()}
    texts |= {"Pictures/a.svg": "<svg", "META-INF/manifest.xml": "<!DOCTYPE a><a/>"}
    assert [cells for _, cells in sheet_rows(zipped(texts), Path("a.ods"))] == ROWS
