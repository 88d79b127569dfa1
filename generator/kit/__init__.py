"""A game's kit: every printable, the print plan for a class, one PDF of all, and a manifest."""

from generator.kit.binding import bound
from generator.kit.print_plan import Ordered, ordered

__all__ = ["Ordered", "bound", "ordered"]
