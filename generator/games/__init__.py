"""The types of games, each in a folder of its own: how it is played, shown and taught."""
