"""CONTRIBUTING.md follows one call from the command to the bytes: the stations are as it says."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType

import pytest

from generator.cli.program import run

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "generator"
STATION = re.compile(r"^\d+\. `(?P<module>\S+\.py)`, `(?P<name>[\w.]+)`: [^.]+\.$", re.MULTILINE)
MOST_STATIONS = 14
# What drawing a sheet has nothing to do with.
ELSEWHERE = ("documents/", "games/", "records/", "rules/")


def stations() -> list[tuple[str, str]]:
    """Return module and function of each station that the guide for contributors names."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, told = text.partition("\n## One call, from the command to the bytes\n")
    return [(one["module"], one["name"]) for one in STATION.finditer(told.partition("\n## ")[0])]


@contextmanager
def followed() -> Iterator[list[tuple[str, str]]]:
    """Gather the functions of the package in the order in which they are first entered."""
    entered: dict[tuple[str, str], None] = {}
    known: dict[str, str] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        # The bodies of modules and classes are run where they are imported.
        if event == "call" and code.co_flags & CO_OPTIMIZED:
            file = code.co_filename
            if file not in known:
                is_own = Path(file).is_relative_to(PACKAGE)
                known[file] = Path(file).relative_to(PACKAGE).as_posix() if is_own else ""
            if known[file]:
                entered.setdefault((known[file], code.co_qualname))

    found: list[tuple[str, str]] = []
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)
        found += entered


def test_a_score_sheet_is_printed_in_the_stations_that_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each station is there, in order, and no rule, record, document or other game on the way."""
    told = stations()
    assert 0 < len(told) <= MOST_STATIONS
    with followed() as entered:
        code = run(["print", "qwinto", "score-sheets", "--to", str(tmp_path)])
    assert (code, capsys.readouterr().err) == (0, "")
    assert [one for one in entered if one in told] == told
    assert [one for one in entered if one[0].startswith(ELSEWHERE)] == []
    assert next(tmp_path.rglob("*.pdf")).read_bytes().startswith(b"%PDF")
