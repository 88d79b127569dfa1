"""What the benchmarks of a run have measured, in one table at its end."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from rich.console import Console
from rich.table import Table

HEADINGS = ("measured", "found", "beside", "ratio", "asked for")


class Row(NamedTuple):
    """One line of the table: what was measured and found, and beside what, as a ratio."""

    what: str
    found: str
    beside: str = ""
    ratio: str = ""
    asked: str = ""


Noted = Callable[..., None]
_ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def noted(request: pytest.FixtureRequest) -> Noted:
    """Return what takes a line of the table: `noted(what, found, beside, ratio, asked)`."""
    rows = request.config.stash.setdefault(_ROWS, [])

    def note(*words: str) -> None:
        rows.append(Row(*words))

    return note


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Write the table of all that was measured in this run."""
    if rows := config.stash.get(_ROWS, []):
        table = Table(*HEADINGS, title="measured in this run, one after another", show_lines=False)
        for row in rows:
            table.add_row(*row)
        console = Console(width=120, no_color=True)
        with console.capture() as shown:
            console.print(table)
        terminalreporter.write_line("")
        terminalreporter.write(shown.get())
