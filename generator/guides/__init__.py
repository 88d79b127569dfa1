"""Guides and rule sheets: a game's lesson and rules as the contexts of their templates."""

from generator.guides.context import context
from generator.guides.told import check

__all__ = ["check", "context"]
