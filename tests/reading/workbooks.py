"""The least spreadsheets, made by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile


@dataclass(frozen=True)
class Formula:
    """A formula, and the value that the spreadsheet last saw."""

    words: str
    value: float


def _cell(cell: str | float | Formula) -> str:
    match cell:
        case Formula(words, value):
            return f"<c><f>{words}</f><v>{value}</v></c>"
        case str():
            return f'<c t="inlineStr"><is><t>{cell}</t></is></c>'
        case _:
            return f"<c><v>{cell}</v></c>"


def workbook(rows: Sequence[Sequence[str | float | Formula]], merged: Sequence[str] = ()) -> bytes:
    """Return the least .xlsx with these cells, some of them merged (`A1:C1`)."""
    cells = ("".join(map(_cell, row)) for row in rows)
    areas = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    joined = f"<mergeCells>{areas}</mergeCells>" if merged else ""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" '
            f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
            '<sheet name="Class" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
            "</Relationships>",
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>'
            + "".join(f"<row>{row}</row>" for row in cells)
            + f"</sheetData>{joined}</worksheet>",
        }
    )


def document(rows: Sequence[Sequence[str]]) -> bytes:
    """Return the least .ods with these cells."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    cells = (
        "".join(
            '<table:table-cell office:value-type="string" calcext:value-type="string">'
            f"<text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )
        for row in rows
    )
    lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in cells)
    content = (
        f'<office:document-content xmlns:office="{space}:office:1.0" '
        f'xmlns:table="{space}:table:1.0" xmlns:text="{space}:text:1.0" '
        'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">'
        '<office:body><office:spreadsheet><table:table table:name="Class">'
        f"{lines}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'<manifest:manifest xmlns:manifest="{space}:manifest:1.0"/>'
    return zipped({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def zipped(files: Mapping[str, str]) -> bytes:
    """Return files packed as one."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as into:
        for name, text in files.items():
            into.writestr(name, text)
    return packed.getvalue()
