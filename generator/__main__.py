"""Run the command as `python -m generator`, or as one file that holds Python and all of it."""

import sys

from generator.cli import main

if getattr(sys, "frozen", False):
    # Worker processes are this file too, and learn here that they are no runs of their own.
    from multiprocessing import freeze_support

    freeze_support()

main()
