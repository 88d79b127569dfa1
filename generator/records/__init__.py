"""What people wrote down about a game: read, replayed against the rules, reported and written.

Import from the modules: form, reading, replay, report, writing.
"""
