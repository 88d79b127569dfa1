"""A language more is a table of words and the games' own sentences: no Python is changed for it."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml

from generator.words import language_table

HERE = Path(__file__).parents[1]
TRAITS = {
    "name": "nowhere",
    "locale": "eo",
    "hyphenation": "eo",
    "spaces": "none",
    "quotes": ["„", "“"],
}
# Names of fields and what is not a sentence stay; the words of people are changed.
NO_SENTENCES = {"guide", "labels"}

Run = Callable[..., str]


def invented(words: str) -> str:
    """Return words as nobody says them: every vowel is an ø, what stands in braces is kept."""
    return re.sub(r"\{[^{}]*\}|[aeiouyé]", lambda found: found[0] if found[0][1:] else "ø", words)


def _invented(section: Any) -> Any:  # noqa: ANN401 - any piece of YAML
    if isinstance(section, dict):
        return {key: _invented(inner) for key, inner in section.items()}
    if isinstance(section, list):
        return [_invented(inner) for inner in section]
    return invented(str(section))


def _table() -> Mapping[str, Any]:
    english, french = language_table("en"), language_table("fr")
    return {
        **{name: _invented(section) for name, section in english.items()},
        "language": TRAITS,
        "fields": {name: f"ø{name}" for name in french["fields"]},
        "fixed": {
            kind: {word: f"ø{word}" for word in words} for kind, words in french["fixed"].items()
        },
    }


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return how to run the program as it is, with a language more, over Qwinto alone."""
    root = tmp_path_factory.mktemp("nowhere")
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("generator", "templates"):
        shutil.copytree(HERE / folder, root / folder, ignore=ignored)
    qwinto = root / "rules_data" / "qwinto"
    shutil.copytree(HERE / "rules_data" / "qwinto", qwinto)
    shutil.copytree(HERE / "rules_data" / "drawings", root / "rules_data" / "drawings")
    said = yaml.safe_load((qwinto / "en.yaml").read_text("utf-8"))
    said |= {name: _invented(part) for name, part in said.items() if name not in NO_SENTENCES}
    said["labels"] = {"O": "A", "Y": "B", "P": "C"}
    for path, words in ((root / "generator/words/xx.yaml", _table()), (qwinto / "xx.yaml", said)):
        path.write_text(yaml.safe_dump(words, allow_unicode=True, sort_keys=True), "utf-8")

    def run(*words: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "generator", *words, "--lang", "xx"],
            cwd=root,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    return run


def _text(path: Path) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))


@pytest.mark.rest
@pytest.mark.slow
def test_prints(nowhere: Run, tmp_path: Path) -> None:
    """Sheets, forms and documents come out in a language that the code has never heard of."""
    nowhere("print", "qwinto", "--to", str(tmp_path))
    folder = tmp_path / "qwinto" / "xx"
    sheet = _text(folder / "score-sheets.pdf")
    assert "nowhere" in sheet
    assert invented("Name") in sheet
    assert "„" in _text(folder / "guide.pdf")
    form = _text(folder / "record-form.pdf")
    assert "øplayer 1" in form
    assert {"guide.pdf", "rules.pdf"} <= {file.name for file in folder.iterdir()}


@pytest.mark.slow
def test_records(nowhere: Run, tmp_path: Path) -> None:
    """A blank and a played record are written, judged and explained in the language."""
    blank, played = tmp_path / "blank.yaml", tmp_path / "played.yaml"
    nowhere("record", "qwinto", "--to", str(blank))
    assert "øplayers:" in blank.read_text("utf-8")
    nowhere("verify", str(blank))
    nowhere("sample", "qwinto", "--errors", "1", "--seed", "3", "--to", str(played))
    text = played.read_text("utf-8")
    assert {"øturns:", "ødice:"} <= set(re.findall(r"\w+:", text))
    assert re.search(r"[ABC][1-9]", text)
    said = nowhere("verify", str(played), "--correct", "--to", str(tmp_path), code=1)
    assert invented("Rule") in said
    assert list(tmp_path.rglob("*.pdf"))


@pytest.mark.rest
@pytest.mark.slow
def test_looks(nowhere: Run) -> None:
    """The data are in order, and helps, lists and schemas speak the language."""
    assert invented("in order") in nowhere("check")
    assert invented("players") in nowhere("games")
    assert invented("Example") in nowhere("--help")
    assert '"øplayers"' in nowhere("schema", "record", "qwinto")
