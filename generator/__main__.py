"""Run the command as `python -m generator`, or as one file that holds Python and all of it."""

import sys

from generator.cli import main

if getattr(sys, "frozen", False):
    # The processes that help are this file too: this is where they learn that they are none of its
    # own runs.
    from multiprocessing import freeze_support

    freeze_support()

main()
