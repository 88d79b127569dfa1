"""The bar of progress, where somebody watches a terminal."""

import sys
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from generator.cli.printing import Run


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_title_in_brackets_is_shown_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that looks like rich's markup is neither obeyed nor a traceback."""
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    said = SimpleNamespace(title="[/bold] [6e B]")
    game: Any = SimpleNamespace(said_in=lambda _: said)
    run: Any = SimpleNamespace(given={"quiet": False}, speech=SimpleNamespace(language="fr"))
    prints: Any = ["one", "two"]
    assert list(Run.watched(run, prints, 2, game)) == prints
    assert "[/bold] [6e B]" in terminal.getvalue()
