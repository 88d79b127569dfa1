"""`python -m tests.same BASE`: what this checkout prints and says other than a base does.

BASE is a commit, or a folder with another checkout. Both are used by the command line alone, with
the same Python and libraries. The kit of every game in every language it has is made: text and
boxes of each printable are compared, and pixels of each drawn page and of the first flowed one.
Every example and the stored sample records are judged in French and English: the reports are
compared. What differs is told in words, on standard output, a summary last.

`--game NAME` compares one game; `--keep FOLDER` keeps what the base commit made there and uses it
again. The exit code is 0 where nothing differs, 1 where something does, 2 where BASE is none.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.same import made, told

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Compare, write what differs and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.same", description=__doc__)
    parser.add_argument("base", help="a commit, or a folder with another checkout")
    parser.add_argument("--game", action="append", default=[], help="this game alone")
    parser.add_argument("--keep", type=Path, help="where to keep what the base commit made")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="same-") as folder:
        scratch = Path(folder)
        try:
            base = made.checkout(ROOT, wanted.base, scratch)
        except subprocess.CalledProcessError as fault:
            parser.error(f"no commit and no folder: {wanted.base}\n{fault.stderr.decode()}")
        sides = made.sides(base, ROOT, scratch, wanted.game, wanted.keep)
        line = ""
        for line in told.tell(*sides, wanted.base, wanted.game):
            sys.stdout.write(f"{line}\n")
        return 0 if line.startswith("same") else 1


if __name__ == "__main__":
    sys.exit(main())
