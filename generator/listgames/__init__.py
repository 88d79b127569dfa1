"""Games made from a list: memory, loto, dominoes, goose... and what they have in common."""
