"""What people wrote down about a game: read, replayed against the rules, reported and written."""
