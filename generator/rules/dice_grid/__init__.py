"""Dice of one face cover squares of a board; whole lines of covered squares score."""

from generator.rules.dice_grid.rules import DiceGrid, load

__all__ = ["DiceGrid", "load"]
