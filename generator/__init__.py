"""Print everything a class needs to play a game, and check what the players wrote down."""

__version__ = "0.1.0"
