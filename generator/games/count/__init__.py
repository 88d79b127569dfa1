"""Two players move one counter in turn, and its last number ends a round."""
