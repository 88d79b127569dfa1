"""Numbers that dice give are written into the cells of a sheet."""
