"""A language more is a folder beside one's games: nothing of the program is changed for it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import yaml

from generator.words import language_table, sentence_table

CHECKOUT = Path(__file__).parents[1]
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


def _typed() -> Mapping[str, Any]:
    french = language_table("fr")
    return {
        "language": TRAITS,
        "fields": {name: f"ø{name}" for name in french["fields"]},
        "fixed": {
            kind: {word: f"ø{word}" for word in words} for kind, words in french["fixed"].items()
        },
    }


def write(root: Path, files: Mapping[str, object]) -> None:
    """Write files of a language: what is no text becomes YAML."""
    for name, words in files.items():
        file = root / "languages" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = words if isinstance(words, str) else yaml.safe_dump(words, allow_unicode=True)
        file.write_text(text, "utf-8")


def answer(root: Path, *words: str, lang: str = "xx") -> subprocess.CompletedProcess[str]:
    """Run the program as it is in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *words, "--lang", lang],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a whole language, which speaks Qwinto."""
    root = tmp_path_factory.mktemp("nowhere")
    said = yaml.safe_load((CHECKOUT / "rules_data" / "qwinto" / "en.yaml").read_text("utf-8"))
    said |= {name: _invented(part) for name, part in said.items() if name not in NO_SENTENCES}
    said["labels"] = {"O": "A", "Y": "B", "P": "C"}
    words = {name: _invented(section) for name, section in sentence_table("en").items()}
    files = {"language.yaml": _typed(), "words.yaml": words, "games/qwinto.yaml": said}
    write(root, {f"xx/{name}": one for name, one in files.items()})
    return root


@pytest.fixture(scope="module")
def nowhere(home: Path) -> Run:
    """Return how to run the program in that language."""

    def run(*words: str, code: int = 0) -> str:
        done = answer(home, *words)
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
    """The language is in order, and helps, lists and schemas speak it."""
    told = nowhere("check", "languages/xx")
    assert invented("in order") in told
    assert "qwinto" in told.splitlines()[0]
    assert "boite, course-a-20" in told
    assert invented("players") in nowhere("games")
    assert invented("Example") in nowhere("--help")
    assert '"øplayers"' in nowhere("schema", "record", "qwinto")


SMALL = {
    "language": {"name": "tlhIngan Hol", "locale": "tlh", "quotes": ["„", "“"]},
    "typed": {"options": {"paper": "nav"}},
}


@pytest.mark.slow
def test_what_is_missing_falls_back(tmp_path: Path) -> None:
    """A handful of words is a language: paper and terminal say what is in another one."""
    words = {"print": {"date": "<b>jaj</b>", "asked": "{language}: {asked} ghobe'"}}
    write(tmp_path, {"tlh/language.yaml": SMALL, "tlh/words.yaml": words})
    done = answer(tmp_path, "print", "qwinto", "score-sheets", "--nav", "letter", lang="tlh")
    assert done.returncode == 0, done.stderr
    assert "printed in: en" in done.stderr
    sheet = tmp_path / "output" / "qwinto" / "en" / "score-sheets.letter.pdf"
    assert "English: tlhIngan Hol ghobe’" in _text(sheet)
    with pikepdf.open(sheet) as pdf:
        assert pdf.Root.Lang == "en"
    done = answer(tmp_path, "print", "c", "--as", "memory", "--table", "capitals", lang="tlh")
    assert done.returncode == 0, done.stderr
    assert "tlhIngan Hol, partly English" in _text(tmp_path / "output/c/tlh/memory.pdf")
    told = answer(tmp_path, "check", "languages/tlh", lang="en").stdout
    assert "print.aim" in told
    assert "print.date" not in told
    assert "no dictionary of hyphens" in told
    assert "boite, course-a-20, crowns" in told


@pytest.mark.slow
def test_faults_of_a_language_have_their_places(tmp_path: Path) -> None:
    """What cannot be used is told with its place, and left out until it is mended."""
    faulty = {
        "language": {"name": ["a"], "quotes": ["«"], "spaces": "wide", "elided": "(["},
        "typed": {"options": {"ink": "papier", "seed": "two words", "sead": "x"}},
    }
    words = {
        "print": {"page": "{number} {nobody}", "date": {"one": "a", "other": "b"}, "name": ["a"]},
        "numbers": {"words": "a b c"},
        "guide": "nothing",
    }
    game = "title: [\n"
    files = {"language.yaml": faulty, "words.yaml": words, "games/qwinto.yaml": game}
    write(tmp_path, {f"xx/{name}": one for name, one in files.items()})
    said = answer(tmp_path, "check", "languages/xx", lang="en")
    assert said.returncode == 2
    found = {line.split(": ")[1]: line.split(": ", 2)[2] for line in said.stderr.splitlines()}
    assert found.keys() == {
        *("language.name", "language.quotes", "language.spaces"),
        *("typed.options.ink", "typed.options.seed", "typed.options.sead"),
        *("print.page", "print.date", "print.name", "guide"),
    }
    assert "did you mean 'seed'?" in found["typed.options.sead"]
    assert all(
        re.match(r"languages/xx/\w+\.yaml:\d+:\d+: ", one) for one in said.stderr.split("\n")[:-1]
    )
    # None of it is in the way: neither of the language nor of the game.
    for lang in ("xx", "fr"):
        done = answer(tmp_path, "print", "qwinto", "score-sheets", "--papier", "a4", lang=lang)
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [
        pytest.param("language: {", id="broken"),
        pytest.param("a: &a [*a]", id="no mapping of sections"),
        pytest.param("- a", id="a list"),
        pytest.param("a: " + "[" * 5000, id="deep"),
        pytest.param(f"a: {'x' * 1_100_000}", id="large"),
    ],
)
def test_what_is_no_language_is_left_out(tmp_path: Path, table: str) -> None:
    """A table of which nothing can be made is told and left out, and all else goes on."""
    write(tmp_path, {"xx/words.yaml": table, "Bad Name/words.yaml": "print: {date: a}"})
    done = answer(tmp_path, "record", "qwinto", lang="fr")
    assert done.returncode == 0, done.stderr
    assert "languages/Bad Name" in done.stderr
    assert "Traceback" not in answer(tmp_path, "games", lang="xx").stderr
    for name in ("xx", "Bad Name"):
        told = answer(tmp_path, "check", f"languages/{name}", lang="en")
        assert "accident" not in told.stderr
        assert told.returncode == 2 or name == "xx"


@pytest.mark.slow
def test_own_words_go_first(tmp_path: Path) -> None:
    """A folder for a language of the program changes the words that it has, and that is told."""
    write(tmp_path, {"fr/words.yaml": {"print": {"date": "Le jour"}}})
    done = answer(tmp_path, "print", "qwinto", "score-sheets", lang="fr")
    assert done.returncode == 0, done.stderr
    assert "languages/fr" in done.stderr
    sheet = _text(tmp_path / "output" / "qwinto" / "fr" / "score-sheets.pdf")
    assert "Le jour" in sheet
    assert "Nom" in sheet
