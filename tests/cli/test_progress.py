"""The bar of progress, where somebody watches a terminal."""

import sys
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from generator import paths
from generator.cli import verify_run
from generator.cli.printing import PrintRun
from generator.cli.program import run

EXAMPLES = [*map(str, (paths.rules_data() / "qwinto" / "examples").glob("legal*.yaml"))] * 3


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_title_in_brackets_is_shown_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that looks like rich's markup is neither obeyed nor a traceback."""
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    said = SimpleNamespace(title="[/bold] [6e B]")
    game: Any = SimpleNamespace(sentences_in=lambda _: said)
    run: Any = SimpleNamespace(given={"quiet": False}, lang=SimpleNamespace(language="fr"))
    prints: Any = ["one", "two"]
    assert list(PrintRun.show_progress(run, prints, 2, game)) == prints
    assert "[/bold] [6e B]" in terminal.getvalue()


def verified(monkeypatch: pytest.MonkeyPatch, out: StringIO, *asked: str) -> str:
    """Verify some files where standard error is watched; return what was told there."""
    told = _Terminal()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(verify_run, "LONG", 0.0)
    run(["verify", *asked, "--lang", "en"])
    return told.getvalue()


@pytest.mark.rest
def test_a_long_verification_tells_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells how many records are judged, and how many a second, beside a report in a file."""
    assert " records judged, " in verified(monkeypatch, StringIO(), *EXAMPLES)


@pytest.mark.rest
def test_what_is_watched_or_quiet_tells_no_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports that run over the terminal show by themselves that it goes on; --quiet is heeded."""
    assert " judged, " not in verified(monkeypatch, _Terminal(), *EXAMPLES)
    assert verified(monkeypatch, StringIO(), *EXAMPLES, "--quiet") == ""
