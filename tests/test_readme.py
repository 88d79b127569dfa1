"""README.md and README.fr.md say the same in few lines, and what they say is so."""

import re
import shlex
from pathlib import Path

import pytest

from generator import game
from generator.cli import main
from generator.words import BUILT_IN, Language
from tests import manual, prose, shipped

TEXTS = {lang: file.read_text(encoding="utf-8") for lang, file in prose.READMES.items()}
CHANGES = (prose.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
CONTRIBUTING = (prose.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# Every page of prose that people are led to.
PAGES = [
    *prose.READMES.values(),
    *(prose.ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(prose.ROOT / "docs" / name for name in ("library.md", "library.fr.md")),
    *(page for language in BUILT_IN for page in prose.chapters(language)),
]
LONGEST = 300


@pytest.mark.parametrize(
    ("text", "most"),
    [(TEXTS["en"], 120), (TEXTS["fr"], 120), (CHANGES, 60)],
    ids=["en", "fr", "changes"],
)
def test_who_comes_first_reads_little(text: str, most: int) -> None:
    """README has 120 lines at most and the changelog 60, none of them packed."""
    found = text.splitlines()
    assert len(found) <= most
    assert [line for line in found if len(line) > LONGEST] == []


def test_both_say_the_same() -> None:
    """Headings, commands, pictures and links follow one another alike in both languages."""

    def shape(language: Language) -> tuple[object, ...]:
        text = TEXTS[language]
        typed = [
            prose.given(line, language) if line.startswith("ludokit ") else line
            for line in prose.lines(text)
        ]
        levels = [signs for signs, _ in prose.headings(text)]
        kinds = re.findall(r"^(```\w*|- |\| |!)", text, re.MULTILINE)
        led = [
            Path(link.partition("#")[0].replace(".fr.md", ".md")).name for link in prose.links(text)
        ]
        return levels, typed, prose.pictures(text), kinds, led

    assert shape("fr") == shape("en")


def test_french_is_set_as_french() -> None:
    """The French page has the quotes, apostrophes and narrow spaces of French."""
    assert prose.set_in(TEXTS["fr"], "fr") == TEXTS["fr"]


@pytest.mark.parametrize("language", BUILT_IN)
def test_every_game_is_named(language: Language) -> None:
    """The table has each game by its title, what it says of itself, and how many play it."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| (\d[^|]*) \|", TEXTS[language], re.MULTILINE)
    wanted = set()
    for one in map(shipped.load, game.game_names()):
        said, (least, most) = one.sentences[language], one.head.players
        players = str(least) if least == most else f"{least}–{most}"
        wanted.add((said.title, said.tagline, players))
    assert {*rows} == wanted
    assert len(rows) == len(wanted) == 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(prose.ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """Each link and picture of a page is a file that is there, each anchor a heading of it."""
    for link in prose.links(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in prose.anchors(target.read_text(encoding="utf-8")), link


def test_every_picture_is_shown() -> None:
    """Each picture that the program makes for these pages is on one of them."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    shown = {
        name for text in (*texts, *map(manual.prose, BUILT_IN)) for name in prose.pictures(text)
    }
    assert {file.name for file in (prose.ROOT / "docs").glob("*.png")} == shown


@pytest.mark.parametrize("language", BUILT_IN)
def test_each_command_is_told_once(language: Language) -> None:
    """No line to type stands in two places, and each target of make is told in one."""
    pages = [prose.READMES[language], *prose.chapters(language)]
    typed = [line for page in pages for line in prose.lines(page.read_text(encoding="utf-8"))]
    shared = {line for line in typed if line.startswith(("py", ".venv"))}
    assert sorted({line for line in typed if typed.count(line) > 1} - shared) == []
    rows = re.findall(r"^\| `make ([\w-]+)|` · `make ([\w-]+)", CONTRIBUTING, re.MULTILINE)
    told = [one or other for one, other in rows]
    told += [line.split()[1] for line in typed if line.startswith("make ")]
    makefile = (prose.ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][\w-]*):", makefile, re.MULTILINE)) - {"browser"}
    assert sorted(told) == sorted(targets)


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_what_is_typed_does_what_is_said(
    language: Language,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each `ludokit` line works; the record has the faults of its sheets, and is handed back."""
    monkeypatch.chdir(tmp_path)
    (record,) = prose.blocks(TEXTS[language], "yaml")
    animals = "\n".join(f"{number} x 7,{number * 7}" for number in range(2, 22))
    for name in ("game.yaml", "partie.yaml"):
        (tmp_path / name).write_text(record, encoding="utf-8")
    for name in ("animals.csv", "animaux.csv"):
        (tmp_path / name).write_text(animals, encoding="utf-8")
    typed = [line for line in prose.lines(TEXTS[language]) if line.startswith("ludokit ")]
    codes = []
    for line in typed:
        with pytest.raises(SystemExit) as left:
            main([*shlex.split(line)[1:], "--lang", language])
        codes.append(left.value.code or 0)
    assert codes == [0, 0, 0, 0, 0, 1]
    said = capsys.readouterr().out
    assert {"fr": "4 n’est pas plus grand que 5", "en": "4 is not larger than 5"}[language] in said
    made = {file.relative_to(tmp_path / "output").parts[0] for file in tmp_path.rglob("*.pdf")}
    assert {"qwinto", "corrections"} <= made
