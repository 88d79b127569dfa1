"""A game as data: head, parts, rules and sentences, loaded from its folder under `rules_data`."""

from generator.game.catalog import (
    blank_game_files,
    copied_game_files,
    game_names,
    load,
    load_folder,
)
from generator.game.game import Game, Mark, Paper, number_mark, token_mark

__all__ = [
    "Game", "Mark", "Paper", "blank_game_files", "copied_game_files", "game_names", "load",
    "load_folder", "number_mark", "token_mark",
]  # fmt: skip
