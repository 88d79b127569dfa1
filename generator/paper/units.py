"""Units of length: millimetres on the page, points for type and strokes.

The aliases document; they are not NewTypes, since every sum of two lengths would have to be wrapped
again and the wrapping hid the geometry.
"""

from typing import TypeAlias

Mm: TypeAlias = float
Pt: TypeAlias = float

POINTS_PER_MM = 72 / 25.4


def to_points(length: Mm) -> Pt:
    """Convert a length on the page to points, for the PDF libraries."""
    return length * POINTS_PER_MM


def to_mm(length: Pt) -> Mm:
    """Convert a type size or stroke width to millimetres, for layout."""
    return length / POINTS_PER_MM
