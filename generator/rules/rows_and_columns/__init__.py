"""Roll and write on rows that rise and columns that hold no number twice; everybody may write."""

from generator.rules.rows_and_columns.rules import RowsAndColumns, load

__all__ = ["RowsAndColumns", "load"]
