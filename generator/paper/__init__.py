"""Paper: shapes in millimetres, pages, palettes and the fitting of text; knows no PDF library."""
