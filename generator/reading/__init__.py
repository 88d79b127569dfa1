"""Text people wrote, read within limits into nodes that know their place, then fitted to values.

Nothing is imported here, so that each reader loads only the libraries it needs.
"""
