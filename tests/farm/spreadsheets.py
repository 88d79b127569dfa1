"""Spreadsheets made up part by part: numbers and names that lie, and archives that are broken."""

import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from random import Random
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

from tests.farm import tables
from tests.farm.cases import Case
from tests.farm.mutations import changed_bytes

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
KIND_OF_ODS = "application/vnd.oasis.opendocument.spreadsheet"
NUMBERS = (
    *("0", "1", "2", "40", "1000", "16384", "16385", "65536", "1048576", "1048577", "2147483647"),
    *("2147483648", "4294967295", "4294967296", "18446744073709551616", "9" * 40, "-1", "1.5"),
    *("", " 1", "x", "1e9", "0x10", "٣"),
)
NAMES_OF_CELLS = (
    *("A1", "B1", "A2", "XFD1", "A1048576", "XFD1048576", "XFE1", "A0", "A1048577", "1A", "a1"),
    *("A1:B2", "A99999999999", "ZZZZZZZ9", "XFD0000000001000000", "$A$1", "R1C1", "", "A", "1"),
    *("AAAAAAAAAA1", "A-1", "Á1"),
)
HEADINGS, NAMED = ("mot", "réponse"), ("nom", "prénom", "classe")
TYPES = ("", "", "s", "str", "inlineStr", "n", "b", "e", "d", "x", "sharedString")
TARGETS = (
    *("worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml", "worksheets/none.xml", "../../a.xml"),
    *("http://localhost/a.xml", "file:///etc/passwd", "sharedStrings.xml", "", "worksheets"),
    *("workbook.xml", "worksheets/SHEET1.XML", "worksheets\\sheet1.xml", "x" * 5_000),
)
OUTSIDE = (' TargetMode="External"',)
HEADS = (
    *("", "", "", '<?xml version="1.0" encoding="UTF-8"?>', '<?xml version="1.1"?>', "\ufeff"),
    *('<?xml version="1.0" encoding="UTF-16"?>', '<?xml version="1.0" encoding="latin-1"?>'),
    *('<!DOCTYPE a [<!ENTITY b "cccc">]>', "<!-- a -->" * 50, " "),
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
)
TEXTS = (
    *("mot", "cat", "Ana", "été", "12", "12.5", "", " ", "1e400", "NaN", "-0", "45000", "TRUE"),
    *("&#x202E;", "&amp;", "&lt;b&gt;", "<b>x</b>", "x" * 600, "a.png", "&#x9b;2J"),
    *("#REF!", "2026-13-45", "a" + "\u0300" * 40, "word", "answer", "nom", "joueur", "qwinto"),
    *("9" * 400, "_x0041_", "<![CDATA[x]]>"),
)
# What is no XML stands in a spreadsheet seldom: all the rest would never be read.
BROKEN = ("&#0;", "&#x1b;[2J", "&b;", "&#xD800;", "]]>", "<a", "</c>", "<a b='1' b='2'/>", "&")
METHODS = (ZIP_DEFLATED, ZIP_DEFLATED, ZIP_DEFLATED, ZIP_STORED, ZIP_BZIP2, ZIP_LZMA)


@dataclass
class _Liar:
    """Chooses between what is usual and what is not, so often as it was told to lie."""

    chance: Random
    lies: float

    def choose(self, usual: str, odd: tuple[str, ...]) -> str:
        """Return what is usual, or something that is not."""
        return self.chance.choice(odd) if self.chance.random() < self.lies else usual

    def choose_once(self, usual: str, odd: tuple[str, ...]) -> str:
        """Return what is usual, or not, where a spreadsheet has one of it and not hundreds."""
        return self.chance.choice(odd) if self.chance.random() < 5 * self.lies else usual

    def often(self) -> bool:
        """Tell whether to lie this once."""
        return self.chance.random() < self.lies


def make(chance: Random) -> Case:
    """Return a spreadsheet and what is to be made of it."""
    liar = _Liar(chance, chance.choice((0.0, 0.02, 0.1, 0.3)))
    suffix = chance.choice((".xlsx", ".xlsx", ".xlsx", ".ods"))
    use = chance.choice(("list", "names", "names", "sheets"))
    rows = _rows(use, chance)
    parts = _workbook(rows, liar) if suffix == ".xlsx" else _document(rows, liar)
    data = _zipped(parts, liar)
    if chance.random() < 0.15:
        for _ in range(chance.choice((1, 1, 3, 10))):
            data = changed_bytes(data, chance)
    return Case("spreadsheets", f"{use} in {suffix}", {f"a{suffix}": data}, _use(use, chance))


def _use(use: str, chance: Random) -> Mapping[str, object]:
    # What is drawn of a list is the matter of the tables.
    return tables.use_of(use, chance) | {"kind": "quiz", "new": False}


judge = tables.judge


def _rows(use: str, chance: Random) -> list[list[str]]:
    """Return what stands in a spreadsheet: words, names, or final sheets that are stored."""
    if use == "sheets":
        stored = chance.choice(sorted(tables.SHEETS.glob("*.csv"))).read_text(encoding="utf-8")
        return [line.split(";") for line in stored.splitlines()]
    wide, high = chance.choice((1, 1, 2, 2, 3, 12, 41)), chance.choice((0, 1, 8, 12, 30))
    head = HEADINGS if use == "list" else NAMED
    rows = [[f"mot {row} {column}" for column in range(wide)] for row in range(high)]
    return [[*head, *[""] * wide][:wide], *rows]


def _workbook(rows: list[list[str]], liar: _Liar) -> dict[str, bytes]:
    """Return the parts of an .xlsx."""
    chance, sheets = liar.chance, liar.chance.choice((1, 1, 1, 2, 3))
    strings = chance.choice((0, 3, 30))
    relations, named = "", ""
    parts = dict[str, str]()
    for number in range(1, sheets + 1):
        target = liar.choose_once(f"worksheets/sheet{number}.xml", TARGETS)
        relations += (
            f'<Relationship Id="r{number}" Type="{OFFICE}/worksheet" Target="{target}"'
            f"{liar.choose('', OUTSIDE)}/>"
        )
        known = liar.choose_once(str(number), NUMBERS)
        named += f'<sheet name="S{number}" sheetId="{number}" r:id="r{known}"/>'
        parts[f"xl/worksheets/sheet{number}.xml"] = _sheet(rows, liar, strings)
    if strings or liar.often():
        parts["xl/sharedStrings.xml"] = _strings(liar, strings)
        relations += (
            f'<Relationship Id="r98" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
        )
    if chance.random() < 0.3:
        styles = f'<styleSheet xmlns="{MAIN}"><numFmts count="{liar.choose_once("1", NUMBERS)}">'
        styles += f'<numFmt numFmtId="{liar.choose("164", NUMBERS)}" formatCode="yyyy"/></numFmts>'
        styles += f'<cellXfs count="{liar.choose("1", NUMBERS)}"><xf numFmtId="164"/></cellXfs>'
        parts["xl/styles.xml"] = styles + "</styleSheet>"
        relations += f'<Relationship Id="r99" Type="{OFFICE}/styles" Target="styles.xml"/>'
    whole = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        f"<sheets>{named}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        f"{relations}</Relationships>",
        **parts,
    }
    return _encoded(whole, liar)


def _encoded(parts: Mapping[str, str], liar: _Liar) -> dict[str, bytes]:
    """Return parts as bytes, some with an odd beginning, one perhaps with what is no XML."""
    made = {name: liar.choose("", HEADS) + text for name, text in parts.items()}
    if liar.often():
        name = liar.chance.choice(sorted(made))
        at = made[name].find(">", liar.chance.randrange(len(made[name]) + 1)) + 1
        made[name] = made[name][:at] + liar.chance.choice(BROKEN) + made[name][at:]
    return {name: text.encode() for name, text in made.items()}


def _strings(liar: _Liar, many: int) -> str:
    texts = [liar.choose(f"mot {number}", TEXTS) for number in range(many)]
    said = (liar.choose_once(str(many), NUMBERS) for _ in range(2))
    counts = 'count="{}" uniqueCount="{}"'.format(*said)
    found = "".join(f"<si><t>{text}</t></si>" for text in texts)
    return f'<sst xmlns="{MAIN}" {counts}>{found}</sst>'


def _sheet(rows: list[list[str]], liar: _Liar, strings: int) -> str:
    chance, lines = liar.chance, list[str]()
    for row, words in enumerate(rows, start=1):
        names = (f"{_letters(column)}{row}" for column in range(len(words)))
        found = zip(names, words, strict=True)
        cells = "".join(_cell(liar, name, word, strings) for name, word in found)
        said = f' r="{liar.choose(str(row), NUMBERS)}"' if chance.random() < 0.8 else ""
        lines.append(f"<row{said}>{cells}</row>")
    if liar.often():
        lines *= chance.choice((2, 300))
    size = liar.choose_once("A1:B9", NAMES_OF_CELLS)
    area = liar.choose_once("A1:A2", NAMES_OF_CELLS)
    merged = f'<mergeCells><mergeCell ref="{area}"/></mergeCells>' if chance.random() < 0.1 else ""
    return (
        f'<worksheet xmlns="{MAIN}"><dimension ref="{size}"/><sheetData>{"".join(lines)}'
        f"</sheetData>{merged}</worksheet>"
    )


def _letters(column: int) -> str:
    return f"{chr(64 + column // 26) if column >= 26 else ''}{chr(65 + column % 26)}"


def _cell(liar: _Liar, name: str, word: str, strings: int) -> str:
    chance = liar.chance
    said = f' r="{liar.choose(name, NAMES_OF_CELLS)}"' if chance.random() < 0.8 else ""
    usual = ("inlineStr", "inlineStr", "str", *(("", "s") if strings else ()))
    kind = chance.choice(TYPES) if liar.often() else chance.choice(usual)
    said += f' t="{kind}"' if kind else ""
    said += f' s="{liar.choose("0", NUMBERS)}"' if chance.random() < 0.1 else ""
    text = liar.choose(word, TEXTS)
    if kind == "inlineStr":
        return f"<c{said}><is><t>{text}</t></is></c>"
    number = str(chance.randrange(max(1, strings)))
    value = text if kind == "str" else liar.choose(number, (*NUMBERS, *TEXTS))
    formula = f"<f>{text}</f>" if chance.random() < 0.1 else ""
    return f"<c{said}>{formula}<v>{value}</v></c>"


def _document(rows: list[list[str]], liar: _Liar) -> dict[str, bytes]:
    """Return the parts of an .ods."""
    lines = list[str]()
    for row in rows:
        cells = ""
        for word in row:
            text = liar.choose(word, TEXTS)
            times = f' table:number-columns-repeated="{liar.choose("1", NUMBERS)}"'
            kind = liar.choose("string", ("float", "date", "boolean", "x", "void", ""))
            value = f' office:value="{liar.choose("1", (*NUMBERS, "NaN", "1e400"))}"'
            cells += f'<table:table-cell office:value-type="{kind}"{times if liar.often() else ""}'
            cells += (
                f"{value if kind != 'string' else ''}><text:p>{text}</text:p></table:table-cell>"
            )
        times = f' table:number-rows-repeated="{liar.choose("1", NUMBERS)}"' if liar.often() else ""
        lines.append(f"<table:table-row{times}>{cells}</table:table-row>")
    content = (
        f'<office:document-content xmlns:office="{OPEN}:office:1.0" '
        f'xmlns:table="{OPEN}:table:1.0" xmlns:text="{OPEN}:text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="Class">{"".join(lines)}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = f'<manifest:manifest xmlns:manifest="{OPEN}:manifest:1.0"/>'
    whole = {
        "mimetype": liar.choose(KIND_OF_ODS, ("", "x", "text/plain", KIND_OF_ODS + "-template")),
        "META-INF/manifest.xml": manifest,
        "content.xml": content,
    }
    return _encoded(whole, liar)


def _zipped(parts: Mapping[str, bytes], liar: _Liar) -> bytes:
    """Return parts as an archive: packed in some way, some gone or there twice, sizes that lie."""
    chance, packed, is_large = liar.chance, BytesIO(), False
    with ZipFile(packed, "w") as archive, catch_warnings():
        simplefilter("ignore")  # a name that is there twice is meant
        for name, data in parts.items():
            if liar.often() and chance.random() < 0.3:
                continue
            if liar.often() and chance.random() < 0.3:
                data = changed_bytes(data, chance)  # noqa: PLW2901 - the same part, spoilt
            # Some pack a thousandfold.
            blanks = chance.choice((30, 250)) if liar.often() and chance.random() < 0.1 else 0
            is_large = is_large or blanks > 0
            for _ in range(2 if liar.often() and chance.random() < 0.2 else 1):
                where = ZipInfo(name.upper() if liar.often() and chance.random() < 0.2 else name)
                odd = liar.often() and not blanks
                where.compress_type = chance.choice(METHODS) if odd else ZIP_DEFLATED
                with archive.open(where, "w") as part:
                    part.write(data)
                    for _ in range(blanks):
                        part.write(b" " * 1_000_000)
        for number in range(chance.choice((10, 2_000)) if liar.often() else 0):
            archive.writestr(ZipInfo(f"xl/more{number}.xml"), b"<a/>")
    whole = packed.getvalue()
    if is_large and chance.random() < 0.7:
        # It says that it is small, in its directory and nowhere else.
        for entry in _entries(whole):
            whole = _with_number(whole, entry, "size", 1_000)
    for _ in range(chance.choice((1, 3)) if liar.often() else 0):
        entry, lie = chance.choice(_entries(whole) or [0]), chance.choice(LIES)
        whole = _with_number(whole, entry, chance.choice(tuple(FIELDS)), lie)
    return whole


# Fields of an entry in an archive's directory: where each begins, and how many bytes it has.
FIELDS = {
    "version": (6, 2), "flags": (8, 2), "method": (10, 2), "crc": (16, 4), "packed": (20, 4),
    "size": (24, 4), "name": (28, 2), "extra": (30, 2), "note": (32, 2), "offset": (42, 4),
}  # fmt: skip
LIES = (0, 1, 2, 8, 9, 12, 14, 99, 1_000, 2_048, 65_535, 2**31 - 1, 2**32 - 1)


def _entries(data: bytes) -> list[int]:
    """Return where the entries of an archive's directory begin."""
    return [found.start() for found in re.finditer(rb"PK\x01\x02", data)]


def _with_number(data: bytes, entry: int, field: str, number: int) -> bytes:
    """Return an archive with another number in an entry of its directory."""
    start, many = FIELDS[field]
    new = struct.pack("<I", number)[:many]
    return data[: entry + start] + new + data[entry + start + many :]
