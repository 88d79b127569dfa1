"""A game's own words for the fields of its records, which nobody else's records have."""

import json
import re
import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.cli.program import run
from tests.judged import verify

Captured = pytest.CaptureFixture[str]
# What a deck about the sea says for what the family calls condom, swab, ...
WORDS = {
    "infects": "[pêche, pêches]",
    "condom": "filet",
    "breaks": "troue",
    "drug": "phare",
    "abstinence": "marée basse",
    "swab": "jumelles",
    "urine": "sonar",
}
FOREIGN = r"pr[ée]servatif|écouvillon|\burine\b|abstinence|\bcondom\b|\bswab\b|médicament|\brompt\b"


@pytest.fixture
def sea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a copy of the STI game with words of its own into the current folder; return its file."""
    folder = tmp_path / "rules_data" / "sea"
    shutil.copytree(paths.rules_data() / "sti", folder)
    (folder / "en.yaml").unlink()
    facts = folder / "game.yaml"
    facts.write_text(
        facts.read_text(encoding="utf-8").replace("name: sti", "name: sea"), encoding="utf-8"
    )
    file = folder / "fr.yaml"
    own = "".join(f"  {field}: {word}\n" for field, word in WORDS.items())
    text = re.sub(r"\nfields:\n(  .*\n)+", f"\nfields:\n{own}", file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return file


def out(capsys: Captured, *asked: str) -> str:
    """Run a command that succeeds; return what it writes."""
    assert run([*asked, "--lang", "fr"]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("sea")
def test_nothing_shows_the_words_of_another_game(capsys: Captured) -> None:
    """Blank record, sample and schema speak of nets and lights, not of what the STI game has."""
    blank = out(capsys, "record", "sea")
    played = [out(capsys, "sample", "sea", "--seed", str(seed)) for seed in range(1, 4)]
    fields = json.loads(out(capsys, "schema", "record", "sea"))
    names = {name for one in fields["$defs"].values() for name in one.get("properties", ())}
    assert {"pêche", "filet", "troue", "phare", "marée basse", "jumelles", "sonar"} <= names
    texts = [blank, *played, " ".join(names)]
    keys = " ".join(key for text in texts for key in re.findall(r"[\w' ]+(?=:)", text))
    assert not re.findall(FOREIGN, keys)
    assert "filet:" in "".join(played)


def test_own_words_are_read(sea: Path, tmp_path: Path, capsys: Captured) -> None:
    """A record in the game's own words is judged like any other; the STI game's are unknown."""
    assert sea.exists()
    text = out(capsys, "sample", "sea", "--seed", "2")
    own, other = tmp_path / "own.yaml", tmp_path / "other.yaml"
    own.write_text(text, encoding="utf-8")
    other.write_text(text.replace("filet:", "préservatif:"), encoding="utf-8")
    (report,) = verify(own)
    assert report.is_valid
    (report,) = verify(other)
    assert not report.is_readable


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("  condom: filet", "  condon: filet", "'condon'"),
        ("  swab: jumelles", "  swab: Filet", "'Filet' est déjà le mot pour 'condom'"),
    ],
)
def test_words_for_no_field(
    sea: Path, before: str, after: str, told: str, capsys: Captured
) -> None:
    """A word for a field that no record has, or for two of them, is told at its place."""
    text = sea.read_text(encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    sea.write_text(text.replace(before, after), encoding="utf-8")
    assert run(["record", "sea", "--lang", "fr"]) == 2
    said = capsys.readouterr().err
    assert f"fr.yaml:{line}:" in said
    assert told in said


@pytest.mark.rest
def test_a_synonym_of_nothing_is_told(sea: Path, capsys: Captured) -> None:
    """What people write too is told at its line where no record of the game has what it means."""
    text = sea.read_text(encoding="utf-8")
    sea.write_text(text.replace("\nsynonyms:\n", "\nsynonyms:\n  nett: filets\n"), encoding="utf-8")
    line = 2 + text[: text.index("\nsynonyms:\n")].count("\n") + 1
    assert run(["check", "sea", "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert f"fr.yaml:{line}:" in told.out + told.err
    assert "synonyms.nett: 'nett' is not one of" in told.out + told.err


def test_a_title_of_a_game_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A title with more words behind it names no game whose rules cannot be read."""
    folder = shutil.copytree(paths.rules_data() / "qwinto", tmp_path / "rules_data" / "qwanto")
    for file, old, new in (
        ("game.yaml", "  misses: misses\n", "  misses: missed\n"),
        ("game.yaml", "name: qwinto", "name: qwanto"),
        *((f"{one}.yaml", "title: Qwinto", "title: Qwanto") for one in ("fr", "en")),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for title, name in (("Qwanto", None), ("Qwinto", "qwinto")):
        typed = tmp_path / "a.yaml"
        typed.write_text(f"{title} (à deux)\njoueurs: Ana, Ben\n", encoding="utf-8")
        (report,) = verify(typed)
        assert report.game_name == name
