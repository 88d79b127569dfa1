"""Text people wrote, read within limits into nodes that know their place, then into values."""
