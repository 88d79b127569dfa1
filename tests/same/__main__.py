"""`python -m tests.same BASE`: what this checkout prints and says other than a base does.

BASE is a commit, or a folder with another checkout. Both are used by the command line alone, with
the same Python and libraries, and are given the same files: those of this checkout's tests, and
games with slips made from the base's data. What each command says, its exit code and the files
that it writes are compared by bytes; where those differ, text, boxes and pixels of printables,
reports and lines are compared and told in words, on standard output, a summary last.

The groups: kits, options (of printables), lists (games made from lists), reports (of examples and
stored records), hand (what people typed, tables of final sheets), games (of the tests), faults
(data with slips), hostile (files made to hurt), commands (all others); and, since they take as
long as all these, only where they are named or with `--all`, checks (of games in order) and site.

The exit code is 0 where nothing differs, 1 where something does, 2 where BASE is none.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.same import judging, printing, talking, told
from tests.same.command import Command, Words
from tests.same.given import lay
from tests.same.made import Side, checkout, kept_name, make, snapshot

ROOT = Path(__file__).resolve().parents[2]
GROUPS = (
    *("kits", "options", "lists", "reports", "hand", "games", "faults", "hostile", "commands"),
    *("checks", "site"),
)
UNASKED = frozenset({"checks", "site"})
# Of `--quick`, in French.
QUICK = frozenset({"reports", "hand", "commands"})


def every(games: Mapping[str, Words], given: Path) -> Iterator[Command]:
    """Yield all commands, for games with their languages."""
    yield from printing.kits(games)
    yield from printing.options(games)
    yield from printing.lists()
    yield from printing.site()
    yield from judging.reports(games)
    yield from judging.hand(given)
    yield from judging.hostile(given)
    yield from talking.commands(games, given)
    yield from talking.faults(given)
    yield from talking.checks(games, given)


def main(arguments: list[str] | None = None) -> int:
    """Compare, write what differs and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.same",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("base", help="a commit, or a folder with another checkout")
    parser.add_argument("--game", action="append", default=[], help="what is of this game alone")
    only = "what is of this group alone, or whose name begins so: `lists/memory`"
    parser.add_argument("--only", action="append", default=[], help=only)
    parser.add_argument("--all", action="store_true", help="the longest groups too")
    parser.add_argument("--quick", action="store_true", help="what is judged and said, in French")
    parser.add_argument("--keep", type=Path, help="where to keep what the base made")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="same-") as folder:
        scratch = Path(folder).resolve()
        try:
            base = checkout(ROOT, wanted.base, scratch)
        except subprocess.CalledProcessError as fault:
            parser.error(f"no commit and no folder: {wanted.base}\n{fault.stderr.decode()}")
        lay(scratch / "given", base)
        kept = wanted.keep.resolve() / kept_name(base) if wanted.keep else scratch / "base"
        sides = Side(base, kept), Side(snapshot(ROOT, scratch / "checkout"), scratch / "here")
        commands = [
            command for command in _of_both(sides, scratch / "given") if _is_wanted(command, wanted)
        ]
        if not commands:
            parser.error("nothing is asked for by these games and groups")
        for side, costs in make(sides, scratch / "given", commands).items():
            which = "the base" if side.tree == base else "this checkout"
            sys.stderr.write(f"{which}: {_told(costs)}\n")
        line = ""
        for line in told.tell(sides, wanted.base, commands):
            sys.stdout.write(f"{line}\n")
        return 0 if line.startswith("same") else 1


def _told(costs: Mapping[str, float]) -> str:
    """Return how much processor time a side took, and which groups of it."""
    groups = Counter[str]()
    for name, seconds in costs.items():
        groups[name.split("/")[0] or "start"] += round(10 * seconds)
    parts = ", ".join(f"{group} {tenths / 10:.0f}" for group, tenths in groups.most_common())
    return f"{groups.total() / 10:.0f} s of processor time ({parts})"


def _of_both(sides: tuple[Side, Side], given: Path) -> Iterator[Command]:
    """Yield all commands for the games that both sides have, in the languages of either."""
    base, here = (side.games for side in sides)
    games = {game: tuple(sorted({*base[game], *here[game]})) for game in base if game in here}
    yield from every(games, given)


def _is_wanted(command: Command, wanted: argparse.Namespace) -> bool:
    """Return whether a command is asked for."""
    if wanted.game and command.game not in wanted.game:
        return False
    if wanted.only:
        return any(f"{command.name}/".startswith(f"{begun}/") for begun in wanted.only)
    if wanted.quick:
        is_english = any("en" in words for words in command.steps)
        return command.group in QUICK and not is_english and not command.apart
    return wanted.all or command.group not in UNASKED


if __name__ == "__main__":
    sys.exit(main())
