"""What unquoted words mean."""

import pytest

from generator.reading.nodes import PlainScalar, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("FALSE", False),
        ("12", 12),
        ("+7", 7),
        ("-7", -7),
        ("012", 12),
        ("0o17", 15),
        ("0x1F", 31),
        ("1.5", 1.5),
        (".5", 0.5),
        ("-1e2", -100.0),
        ("9" * 18, 10**18 - 1),
    ],
)
def test_core_scalars(text: str, value: PlainScalar) -> None:
    """Numbers, true, false and nothing are read as YAML 1.2 has them."""
    found = resolve(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        *("no", "on", "yes", "off", "y", "1:30", "2026-03-14", "1_000", "tRue", "nil", "-", "."),
        *(
            "0b1",
            "-0x1",
            "1e999",
            ".inf",
            ".nan",
            "NaN",
            "²",
            "١",
            "1.2.3",
            "9" * 19,
            "0x" + "f" * 19,
        ),
    ],
)
def test_text_stays_text(text: str) -> None:
    """Everything else is text, and so is a number nobody can count with."""
    assert resolve(text) == text
