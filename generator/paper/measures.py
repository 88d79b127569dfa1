"""Lengths of the house by role: edges of a page, white between things, lines to write on, pens.

Pens are measured in points. A length that one drawing alone has stands beside that drawing.
"""

Mm = float
Pt = float

# What office printers leave white, the margin of a page, and where its rows begin.
PRINTABLE_EDGE: Mm = 5.0
OUTER_MARGIN: Mm = 12.0
PAGE_TOP: Mm = 10.0
# How far colour goes on beyond a cut; the bleed that is asked for shows of it.
BEYOND_CUT: Mm = 10.0

# White inside the edge of a field, before what stands in it.
INSET: Mm = 1.6
# White between things, the closer the more they belong together: what must not touch; a line or a
# sign and its words; parts of a drawing; two drawings; blocks of a page; tables; columns; and a
# drawing and the words beside it.
HAIR_GAP: Mm = 0.6
WORDS_GAP: Mm = 1.5
PART_GAP: Mm = 2.0
DRAWING_GAP: Mm = 3.0
BLOCK_GAP: Mm = 4.0
TABLE_GAP: Mm = 5.0
COLUMN_GAP: Mm = 6.0
WIDE_GAP: Mm = 8.0

# From one line to write on by hand to the next.
WRITING_PITCH: Mm = 8.0

# Pens: what parts one thing from another, lines to write on, pieces to cut out, cells, and what
# matters more.
HAIRLINE: Pt = 0.4
WRITING_LINE: Pt = 0.6
PIECE_LINE: Pt = 0.8
CELL_LINE: Pt = 1.1
HEAVY_LINE: Pt = 1.8

# Sums of decimal fractions miss by less than this.
ROUNDING: Mm = 1e-6
