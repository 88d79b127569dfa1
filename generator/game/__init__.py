"""A game as data: head, parts, rules and sentences, loaded from its folder under `rules_data`."""

from generator.game.catalog import blank, load, load_folder, names, started
from generator.game.game import Game, Mark, Paper, number_mark, token_mark

__all__ = [
    "Game", "Mark", "Paper", "blank", "load", "load_folder", "names", "number_mark", "started",
    "token_mark",
]  # fmt: skip
