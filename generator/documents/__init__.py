"""Guides and rule sheets: a game's lesson and rules as the contexts of their templates."""

from generator.documents.contexts import context
from generator.documents.papers import plan
from generator.documents.reading import check

__all__ = ["check", "context", "plan"]
