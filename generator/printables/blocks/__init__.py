"""Blocks of a sheet: one module each, from a part of the game and a room to a drawing."""
