"""Play cards against one another: cards are laid, attack with dice, and cost life points."""

from generator.rules.duel_of_cards.rules import DuelRules, load

__all__ = ["DuelRules", "load"]
