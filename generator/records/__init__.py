"""What people wrote down about a game: read, replayed against the rules, reported and written.

Import from the modules: sources, reading, replay, report, text, as_json, sarif, blank, sample,
schema.
"""
