"""Guides and rule sheets: a game's lesson and rules as the contexts of their templates."""

from generator.guides.documents import context
from generator.guides.guide_text import check

__all__ = ["check", "context"]
