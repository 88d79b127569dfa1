"""A game with words of its data changed, and a record: which fields of them are refused."""

from io import BytesIO
from pathlib import Path
from shutil import copytree

from generator import game, paths, rules
from generator.errors import DataError
from generator.records.report import Report
from tests.judged import verify_stream


def altered(
    folder: Path, name: str, *replacements: tuple[str, str], root: Path | None = None
) -> Path:
    """Return a copy of a game's folder with words of game.yaml replaced, each of which is once."""
    copy = copytree((root or paths.rules_data()) / name, folder / name)
    file = copy / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in replacements:
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return copy


def refused_in_data(
    folder: Path, name: str, old: str, new: str, root: Path | None = None
) -> list[str]:
    """Return the fields of a game's data that are refused with `new` in place of `old`."""
    copy = altered(folder, name, (old, new), root=root)
    try:
        rules.load(game.load_folder(copy))
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
