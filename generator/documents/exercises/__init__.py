"""Exercises for each pupil of a class, made and answered by the rules of a game."""
