"""A game as data: head, parts, rules and sentences, loaded from its folder under `rules_data`."""

from generator.game.catalog import load, load_folder, names
from generator.game.game import Game, Mark, Paper, number_mark
from generator.game.starting import blank, started

__all__ = [
    "Game", "Mark", "Paper", "blank", "load", "load_folder", "names", "number_mark", "started",
]  # fmt: skip
