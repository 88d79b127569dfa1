"""Two players set numbered dice on a grid; a line with the right sum wins the round."""

from generator.rules.lines_of_dice.rules import LinesOfDice, load

__all__ = ["LinesOfDice", "load"]
