"""Columns beside each other: in reading order, and as low as may be."""

import pytest

from generator.documents.contexts import LINES, sides

SHORT, LONG = "x" * 20, "x" * 88


@pytest.mark.parametrize(
    ("blocks", "columns"),
    [
        ([], ((),)),
        ([SHORT], ((SHORT,),)),
        (["a", "b"], (("a",), ("b",))),
        # Two are wider than three: a long block is lower in them.
        ([SHORT, SHORT, LONG * 3], ((SHORT, SHORT), (LONG * 3,))),
        ([LONG * 3, SHORT, SHORT], ((LONG * 3,), (SHORT, SHORT))),
        # Three, where they are lower than any two.
        (["a", "b", "c"], (("a",), ("b",), ("c",))),
        (["a", "b", "c", "d"], (("a", "b"), ("c", "d"))),
        (["a", "b", "c", "d", "e"], (("a",), ("b", "c"), ("d", "e"))),
    ],
)
def test_columns_are_as_low_as_may_be(
    blocks: list[str], columns: tuple[tuple[str, ...], ...]
) -> None:
    """Blocks keep their order and are split where the highest column is lowest."""
    assert sides(blocks, lambda block: (block,)) == columns


def test_a_paragraph_is_lines() -> None:
    """A paragraph one letter longer than a line counts as two lines."""
    two = [["x" * LINES[2]] * 5, ["x" * (LINES[2] + 1)] * 2, ["x"]]
    assert sides(two, lambda block: block) == (tuple(two[:1]), tuple(two[1:]))
