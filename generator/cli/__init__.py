"""The command line: words in, one call, one message out; owns the exit codes."""

from generator.cli.program import main

__all__ = ["main"]
