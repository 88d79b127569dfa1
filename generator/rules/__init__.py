"""Rules as behaviour: one family of mechanics judges every game of its kind, told apart by data."""

from generator.rules.families import check, load
from generator.rules.family import Outcome, Refusal, Rules, Seating

__all__ = ["Outcome", "Refusal", "Rules", "Seating", "check", "load"]
