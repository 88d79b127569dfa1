"""Named boxes take what the dice are worth in them."""
