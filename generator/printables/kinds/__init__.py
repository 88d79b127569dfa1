"""Kinds of printables: one module each, from a game and options to pages."""
