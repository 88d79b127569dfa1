"""A game with words of its data changed, and a record: which fields of them are refused."""

from io import BytesIO
from pathlib import Path
from shutil import copytree

from generator import game, paths, rules
from generator.errors import DataError
from generator.records.report import Report
from tests.judged import verify_stream


def refused_in_data(
    folder: Path, name: str, old: str, new: str, root: Path | None = None
) -> list[str]:
    """Return the fields of a game's data that are refused with `new` in place of `old`."""
    copytree((root or paths.rules_data()) / name, folder / name)
    file = folder / name / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    try:
        rules.load(game.load_folder(folder / name))
    except DataError as error:
        return [problem.field for problem in error.problems]
    return []


def judged(text: str) -> Report:
    """Return the report of a record."""
    (report,) = verify_stream(BytesIO(text.encode()))
    return report


def refused_in_record(text: str) -> list[str]:
    """Return the fields of a record that cannot be read."""
    return [problem.field for problem in judged(text).problems]
