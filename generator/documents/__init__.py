"""Guides and rule sheets: a game's lesson and rules as the contexts of their templates."""

from generator.documents.contexts import context
from generator.documents.guide_section import check_guides
from generator.documents.papers import plan_paper

__all__ = ["check_guides", "context", "plan_paper"]
