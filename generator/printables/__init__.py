"""Printables: blocks and kinds that turn a game and a person's choices into pages."""
