"""Two players set numbered dice on a grid, where a line of the right sum wins."""
