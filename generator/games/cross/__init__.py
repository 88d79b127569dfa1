"""Cells are crossed off or covered where the dice pay for them."""
