"""The games of the catalog, each read once for all tests of a process."""

from functools import cache

from generator.game import load as read

load = cache(read)
