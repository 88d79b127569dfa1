"""Spreadsheets show the values that people see, and no limit is passed by what a file says."""

import struct
from collections.abc import Callable, Sequence
from io import BytesIO
from random import Random
from time import process_time
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest

from generator.errors import LudokitError
from generator.reading import workbooks
from generator.reading.nodes import LIMIT_LEVELS
from generator.reading.workbooks import (
    LAST_ROW,
    LONGEST_TAG,
    MOST_CELLS,
    MOST_TAGS,
    MOST_UNPACKED,
    workbook_rows,
)
from tests.costs import is_within
from tests.reading.workbooks import document, workbook, zipped

SHEET, TEXTS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
CODES = (
    *("0.00", "0%", "dd/mm/yyyy", "yyyy\\-mm\\-dd hh:mm", "[h]:mm:ss", '0.0" m"', "General"),
    *("[Red]0;[Blue]-0", "h:mm AM/PM", "*-0", "#,##0\\ _d"),
)


RICH = '<r><t xml:space="preserve">un </t></r><r><t>deux</t></r><rPh><t>aloud</t></rPh>'
NOTE = "<office:annotation><text:p>no</text:p></office:annotation>"
BLANKS = "<text:p>a<text:s text:c='2'/>b</text:p><text:p>c</text:p>"


def parts(data: bytes) -> dict[str, str]:
    """Return the parts of a spreadsheet."""
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def of_cells(cells: str, **more: str) -> bytes:
    """Return an .xlsx with such XML as its rows; `more` are other parts."""
    files = parts(workbook([]))
    files[SHEET] = files[SHEET].replace("<sheetData>", f"<sheetData>{cells}")
    return zipped(files | {f"xl/{name}.xml": text for name, text in more.items()})


def of_row(cells: str, **more: str) -> bytes:
    """Return an .xlsx with a row of such cells."""
    return of_cells(f"<row>{cells}</row>", **more)


def of_ods(cells: str) -> bytes:
    """Return an .ods with a row of such cells."""
    files = parts(document([[]]))
    files["content.xml"] = files["content.xml"].replace("-row></", f"-row>{cells}</")
    return zipped(files)


def row_of(data: bytes) -> list[str]:
    """Return the only row of a spreadsheet."""
    ((_, cells),) = workbook_rows(data)
    return cells


def styles() -> str:
    """Return a part with built-in formats for the styles 0 to 3, then those of CODES."""
    codes = (code.replace('"', "&quot;") for code in CODES)
    custom = "".join(
        f'<numFmt numFmtId="{id_}" formatCode="{code}"/>' for id_, code in enumerate(codes, 164)
    )
    used = [0, 9, 14, 46, *range(164, 164 + len(CODES))]
    each = "".join(f'<xf numFmtId="{one}"/>' for one in used)
    return (
        f'<styleSheet><numFmts>{custom}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
        f"<cellXfs>{each}</cellXfs></styleSheet>"
    )


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("<c><v>12</v></c>", "12"),
        ("<c><v>12.0</v></c>", "12"),
        ('<c t="n"><v>1E-3</v></c>', "0.001"),
        ("<c><f>A1*2</f><v>42</v></c>", "42"),
        ('<c t="b"><v>1</v></c>', "True"),
        ('<c t="str"><f>A1</f><v>chat &amp; chien</v></c>', "chat & chien"),
        ('<c t="d"><v>2024-03-01</v></c>', "2024-03-01"),
        ('<c t="d"><v>2024-03-01T10:20:30</v></c>', "2024-03-01T10:20:30"),
        ('<c t="inlineStr"><is><t xml:space="preserve"> a  b </t></is></c>', "a  b"),
        (f'<c t="inlineStr"><is>{RICH}</is></c>', "un deux"),
        ('<c t="s"><v>1</v></c>', "日本"),
        ('<c t="s"><v>2</v></c>', "Aé_xD800_"),
        ('<c s="1"><v>0.25</v></c>', "0.25"),
        ('<c s="2"><v>45352</v></c>', "2024-03-01"),
        ('<c s="2"><v>45352.5</v></c>', "2024-03-01T12:00:00"),
        ('<c s="2"><v>0.75</v></c>', "18:00:00"),
        ('<c s="2"><v>59</v></c>', "1900-02-28"),
        ('<c s="2"><v>61</v></c>', "1900-03-01"),
        ('<c s="2"><v>1e300</v></c>', str(int(1e300))),
        ('<c s="3"><v>1.5</v></c>', "1 day, 12:00:00"),
        ('<c s="4"><v>45352</v></c>', "45352"),
        ('<c s="5"><v>2</v></c>', "2"),
        ('<c s="6"><v>45352</v></c>', "2024-03-01"),
        ('<c s="7"><v>45352.75</v></c>', "2024-03-01T18:00:00"),
        ('<c s="8"><v>0.5</v></c>', "12:00:00"),
        ('<c s="9"><v>7</v></c>', "7"),
        ('<c s="10"><v>7</v></c>', "7"),
        ('<c s="11"><v>7</v></c>', "7"),
        ('<c s="12"><v>0.5</v></c>', "12:00:00"),
        ('<c s="13"><v>7</v></c>', "7"),
        ('<c s="14"><v>7</v></c>', "7"),
        ('<c s="99"><v>7</v></c>', "7"),
    ],
)  # fmt: skip
def test_values(cell: str, shown: str) -> None:
    """A cell of an .xlsx shows its text, its number as its format has it, its truth or its day."""
    texts = "<sst><si><t>a</t></si><si><t>日本</t></si><si><t>_x0041_é_xD800_</t></si></sst>"
    assert row_of(of_row(cell, sharedStrings=texts, styles=styles())) == [shown]


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        ('<c t="e"><v>#DIV/0!</v></c><c><v>1</v></c><c/><c s="1"/>', ["", "1"]),
        ('<c r="b1"><v>1</v></c><c><v>2</v></c><c r="F1"><v>3</v></c>', ["", *"12", "", "", "3"]),
        ('<c><v>1</v></c><c r="A1"><v>2</v></c>', ["2"]),
        ('<c t="str"><v> </v></c><c t="s"><v></v></c><c><v>0</v></c>', ["", "", "0"]),
    ],
)  # fmt: skip
def test_columns(cells: str, shown: Sequence[str]) -> None:
    """Cells stand in their columns, those without a name next to the one before."""
    assert row_of(of_row(cells)) == shown


def typed(kind: str, more: str = "", inner: str = "") -> str:
    """Return a cell of an .ods."""
    return (
        f'<table:table-cell office:value-type="{kind}" {more}>{inner or "<text:p>x</text:p>"}'
        "</table:table-cell>"
    )


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (typed("string", "", BLANKS), "a  b\nc"),
        (typed("string", "", f"{NOTE}<text:p><text:span>o</text:span>ui</text:p>"), "oui"),
        (typed("string", 'office:string-value="abc"'), "abc"),
        (typed("float", 'office:value="12"'), "12"),
        (typed("percentage", 'office:value="0.25"'), "0.25"),
        (typed("currency", 'office:value="3.5"'), "3.5"),
        (typed("boolean", 'office:boolean-value="true"'), "True"),
        (typed("date", 'office:date-value="2024-03-01"'), "2024-03-01"),
        (typed("date", 'office:date-value="2024-03-01T00:00:00"'), "2024-03-01"),
        (typed("time", 'office:time-value="PT12H30M15S"'), "12:30:15"),
    ],
)  # fmt: skip
def test_values_of_an_ods(cell: str, shown: str) -> None:
    """A cell of an .ods shows its text without notes, its number, its truth or its day."""
    assert row_of(of_ods(cell)) == [shown]


def test_shapes_are_no_cells() -> None:
    """Words in a shape upon the sheet are not those of its first cell."""
    files, name = parts(document([["a"]])), "content.xml"
    shape = "<table:shapes><text:p>no</text:p></table:shapes><table:table-row>"
    files[name] = files[name].replace("<table:table-row>", shape)
    assert row_of(zipped(files)) == ["a"]


def test_1904() -> None:
    """A workbook of an old Macintosh counts its days from 1904."""
    data = of_row('<c s="2"><v>0.5</v></c><c s="2"><v>10</v></c>', styles=styles())
    files = parts(data)
    book = files["xl/workbook.xml"].replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
    assert row_of(zipped(files | {"xl/workbook.xml": book})) == ["12:00:00", "1904-01-11"]


WORDS = ("chat", "l'été", "3 × 4", "x<y & z", "日本", "", "a\nb", "12", "é" * 300)


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(100))
def test_what_is_written_is_read(seed: int) -> None:
    """Random sheets, the first of them empty, are read as they were written, row by row."""
    chance = Random(seed)  # noqa: S311 - the same on every run
    width = chance.randint(1, 30)
    rows = [[chance.choice(WORDS) for _ in range(width)] for _ in range(chance.randint(1, 40))]
    filled = [n for n, row in enumerate(rows, start=1) if any(row)]
    escaped = [[one.replace("&", "&amp;").replace("<", "&lt;") for one in row] for row in rows]
    if chance.random() < 0.5:
        lines = [[one.replace("\n", "</text:p><text:p>") for one in row] for row in escaped]
        files = parts(document(lines))
        empty = '<table:table table:name="0"><table:table-row/></table:table>'
        old, name = "<office:spreadsheet>", "content.xml"
        files[name] = files[name].replace(old, old + empty)
    else:
        files = parts(workbook([]))
        shared = list(dict.fromkeys(word for row in escaped for word in row))
        cells = "".join(
            f'<row r="{n}">'
            + "".join(f'<c t="s"><v>{shared.index(word)}</v></c>' for word in row)
            + "</row>"
            for n, row in enumerate(escaped, start=1)
        )
        files[SHEET] = files[SHEET].replace("<sheetData>", f"<sheetData>{cells}")
        files[TEXTS] = "<sst>" + "".join(f"<si><t>{one}</t></si>" for one in shared) + "</sst>"
    found = dict(workbook_rows(zipped(files)))
    assert sorted(found) == [*range(1, max(filled, default=0) + 1)]
    for n, row in enumerate(rows[: len(found)], start=1):
        assert found[n] + [""] * (width - len(found[n])) == row


def altered(data: bytes, change: Callable[[bytearray, int], None]) -> bytes:
    """Return a spreadsheet with a change where the directory tells of its first sheet."""
    changed = bytearray(data)
    at = -1
    while (at := changed.find(b"PK\x01\x02", at + 1)) >= 0:
        if changed[at + 46 :].startswith((SHEET.encode(), b"content.xml")):
            change(changed, at)
            return bytes(changed)
    raise AssertionError


def said(offset: int, form: str, value: int) -> Callable[[bytearray, int], None]:
    """Return what writes a number into an entry of a directory."""
    return lambda data, at: struct.pack_into(form, data, at + offset, value)


def packed(method: int) -> bytes:
    """Return an .xlsx packed in some way."""
    into = BytesIO()
    with ZipFile(into, "w", method) as archive:
        for name, text in parts(workbook([["a"]])).items():
            archive.writestr(name, text)
    return into.getvalue()


LONG, WIDE = f"<t>{'x' * 200_000}</t>", f"<text:p><text:s text:c='{MOST_UNPACKED + 1}'/></text:p>"
GOOD = workbook([["a"]])
MANY = f"more than {MOST_CELLS:,} "
SIZE = f"the limit of {MOST_UNPACKED:,} bytes"
BROKEN, NOWHERE = "the file is damaged", "has no place in any sheet"
BEYOND: dict[str, tuple[Callable[[], bytes], str]] = {
    "a row too many": (lambda: of_cells(f'<row r="{LAST_ROW + 1}"><c><v>1</v></c></row>'), NOWHERE),
    "a row after the last": (lambda: of_cells(f'<row r="{LAST_ROW}"/><row/>'), NOWHERE),
    "a row of no number": (lambda: of_cells('<row r="1e3"><c><v>1</v></c></row>'), NOWHERE),
    "rows out of order": (
        lambda: of_cells('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'),
        NOWHERE,
    ),
    "a column too many": (lambda: of_row('<c r="XFE1"><v>1</v></c>'), NOWHERE),
    "a column after the last": (lambda: of_row('<c r="XFD1"/><c/>'), NOWHERE),
    "a name that is none": (lambda: of_row('<c r="A１"><v>1</v></c>'), NOWHERE),
    "a long name": (lambda: of_row('<c r="XFD0000000001000000"><v>1</v></c>'), NOWHERE),
    "a name of another row": (
        lambda: of_row('<c r="A1"><v>1</v></c><c r="B2"><v>1</v></c>'),
        NOWHERE,
    ),
    "cells read": (
        lambda: of_cells(f"<row>{'<c/>' * 10_000}</row>" * 200 + "<row><c/></row>"),
        MANY + "cells",
    ),
    "cells up to the last": (
        lambda: of_cells('<row><c r="C1"><v>1</v></c></row><row r="666667"><c><v>1</v></c></row>'),
        MANY + "cells",
    ),
    "texts read": (
        lambda: of_row("", sharedStrings=f"<sst>{'<si/>' * (MOST_CELLS + 1)}</sst>"),
        MANY + "texts",
    ),
    "texts told": (
        lambda: of_row("", sharedStrings=f'<sst uniqueCount="{MOST_CELLS + 1}"/>'),
        MANY + "texts",
    ),
    "a text that never ends": (lambda: of_row("", styles="<a>" + "x" * MOST_UNPACKED), SIZE),
    "a tag that never ends": (
        lambda: of_row("", styles="<a " + "".join(f'a{n}="" ' for n in range(300_000))),
        f"the limit of {LONGEST_TAG:,} bytes",
    ),
    "names of tags": (
        lambda: of_row("", styles="<a>" + "".join(f"<b{n}/>" for n in range(20_000)) + "</a>"),
        BROKEN,
    ),
    "tags of a part": (lambda: of_row("", styles="<a>" + "<b/>" * MOST_TAGS + "</a>"), BROKEN),
    "one text in many cells": (
        lambda: of_row('<c t="s"><v>0</v></c>' * 101, sharedStrings=f"<sst><si>{LONG}</si></sst>"),
        SIZE,
    ),
    "blanks told": (lambda: of_ods(typed("string", "", WIDE)), SIZE),
    "levels": (
        lambda: of_row("<c>" + "<a>" * LIMIT_LEVELS + "</a>" * LIMIT_LEVELS + "</c>"),
        f"deeper than {LIMIT_LEVELS} levels",
    ),
    "a declaration": (lambda: of_row("", styles="<!DOCTYPE a><a/>"), BROKEN),
    "less than the directory says": (lambda: altered(GOOD, said(24, "<I", 9_999)), BROKEN),
    "more than the directory says": (lambda: altered(GOOD, said(24, "<I", 9)), BROKEN),
    "more than a file may have": (lambda: altered(GOOD, said(24, "<I", MOST_UNPACKED)), SIZE),
    "another sum": (lambda: altered(GOOD, said(16, "<I", 1)), BROKEN),
    "another place": (lambda: altered(GOOD, said(42, "<I", 5_000_000)), BROKEN),
    "a password": (lambda: altered(GOOD, said(8, "<H", 1)), BROKEN),
    "packed in a way of its own": (lambda: packed(ZIP_LZMA), BROKEN),
    "a sheet that is missing": (lambda: zipped({"xl/workbook.xml": "<a/>"}), BROKEN),
}  # fmt: skip


@pytest.mark.parametrize("case", BEYOND)
def test_beyond_a_limit(case: str) -> None:
    """One more than a spreadsheet may have of anything is told in a line, and costs little."""
    made, told = BEYOND[case]
    data, begun = made(), process_time()
    with pytest.raises(LudokitError) as caught:
        [*workbook_rows(data)]
    assert told in caught.value.worded("en")
    assert is_within(process_time() - begun, 5)


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED])
def test_up_to_the_limits(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is just within every limit is read."""
    monkeypatch.setattr(workbooks, "PIECE", 7)
    assert row_of(packed(method)) == ["a"]
    assert row_of(of_cells('<row r="1"><c r="XFD1"><v>1</v></c></row>'))[-1] == "1"
    assert [*workbook_rows(of_cells(f'<row r="{LAST_ROW}"><c r="A{LAST_ROW}"><v>1</v></c></row>'))][
        -1
    ] == (LAST_ROW, ["1"])
    deep = "<c>" + "<a>" * (LIMIT_LEVELS - 4) + "</a>" * (LIMIT_LEVELS - 4) + "<v>1</v></c>"
    assert row_of(of_row(deep)) == ["1"]


@pytest.mark.few(100)
@pytest.mark.parametrize("seed", range(400))
def test_damaged(seed: int) -> None:
    """A spreadsheet with some bytes changed, lost or added is read, or told in one line."""
    chance = Random(seed)  # noqa: S311 - the same on every run
    data = bytearray(document([["a", "b"]] * 9) if seed % 2 else workbook([["a", 1.5]] * 9))
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(data))
        data[at : at + chance.choice((0, 1, 1, 9))] = chance.randbytes(chance.choice((0, 1, 1, 4)))
    said = ""
    try:
        assert len([*workbook_rows(bytes(data))]) <= 9
    except LudokitError as error:
        said = error.worded("fr")
    assert "\n" not in said
