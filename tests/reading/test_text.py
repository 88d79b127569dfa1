"""Bytes to text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.reading.nodes import LIMIT_BYTES, Lines, decode


def test_utf8() -> None:
    """UTF-8 is read, with and without its mark."""
    assert decode("Léa 🐸".encode(), "f") == "Léa 🐸"
    assert decode("Léa".encode("utf-8-sig"), "f") == "Léa"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("é".encode("utf-16"), "f:1:1: not UTF-8 but utf-16; save the file as UTF-8"),
        ("\ufeffé".encode("utf-16-be"), "f:1:1: not UTF-8 but utf-16; save the file as UTF-8"),
        ("é".encode("utf-32"), "f:1:1: not UTF-8 but utf-32; save the file as UTF-8"),
        (
            "a: 1\r\nb: é".encode("cp1252"),
            "f:2:4: not UTF-8 but windows-1252 (cp1252); save the file as UTF-8",
        ),
        (
            "\ufeffaé".encode() + b"\xe9",
            "f:1:3: not UTF-8 but windows-1252 (cp1252); save the file as UTF-8",
        ),
        (b"a\n\x81\x00", "f:2:1: not UTF-8 text; save the file as UTF-8"),
        (b"\x81", "f:1:1: not UTF-8 text; save the file as UTF-8"),
        (b"a" * (LIMIT_BYTES + 1), "f: larger than the limit of 1,000,000 bytes"),
    ],
)
def test_refused(data: bytes, line: str) -> None:
    """Other encodings are refused by name, at the first byte that is not UTF-8."""
    with pytest.raises(DataError) as raised:
        decode(data, "f")
    assert raised.value.worded("en") == line


def test_limit_itself_is_read() -> None:
    """A file as large as the limit is read."""
    assert len(decode(b"a" * LIMIT_BYTES, "f")) == LIMIT_BYTES


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    """Any bytes give a text or a DataError."""
    try:
        text = decode(data, "f")
    except DataError:
        with pytest.raises(UnicodeDecodeError):
            data.decode("utf-8")
    else:
        assert text.encode() == data.removeprefix(b"\xef\xbb\xbf")


def test_places() -> None:
    """An offset is turned into line and column, whatever ends the lines."""
    lines = Lines("ab\r\nc\n\rd", "f", first=5)
    places = [lines.place(offset) for offset in (0, 1, 4, 7, 8)]
    assert [(p.line, p.column) for p in places] == [(5, 1), (5, 2), (6, 1), (8, 1), (8, 2)]
