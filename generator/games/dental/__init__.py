"""Pawns walk a circuit whose squares harm, clean and mend the teeth of a chart."""
