"""The manual: the same in every language, and its lines do what they say."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import pytest

from generator.cli import main
from generator.printables.context import Options
from generator.render.preview import pages_png
from generator.site import reference
from generator.words import BUILT_IN, Language
from tests import manual, prose
from tests.reading.workbooks import document, workbook
from tests.shipped import printed

CHAPTERS = [page.stem for page in prose.chapters(BUILT_IN[0])]
NAMES = [["Ana"], ["Ben"], ["Cléo"], ["Dan"]]
CLASSES = [["nom", "classe"], ["Ana", "6e A"], ["Ben", "6e B"], ["Cléo", "6e B"]]
# What goes on until it is ended, needs other machines, or takes minutes.
LEFT_OUT = {"open", "cluster", "kit"}


def text(language: Language, chapter: str) -> str:
    """Return a chapter of the manual."""
    return (prose.MANUAL / language / f"{chapter}.md").read_text(encoding="utf-8")


def test_every_page_is_a_chapter() -> None:
    """The first page names each other one, the same in each language, and none is left over."""
    for language in BUILT_IN:
        assert [page.stem for page in prose.chapters(language)] == CHAPTERS
        assert {page.stem for page in (prose.MANUAL / language).iterdir()} == {*CHAPTERS}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chapters_are_alike(chapter: str) -> None:
    """Headings, lists, rows, pictures, lines and what they are given follow one another alike."""

    def shape(language: Language) -> tuple[object, ...]:
        page = text(language, chapter)
        signs = re.findall(r"^(#+ |- |1\. |\| |!|```\w*)", page, re.MULTILINE)
        typed = [
            prose.given(line, language) for line in prose.lines(page) if line.startswith("ludokit ")
        ]
        # A picture with words in it is drawn in each language.
        pictures = [re.sub(rf"-{language}(?=\.png)", "", one) for one in prose.pictures(page)]
        return signs, typed, pictures, len(prose.links(page))

    first, *others = map(shape, BUILT_IN)
    assert all(other == first for other in others)


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_site_shows_the_whole_chapter(
    files: Mapping[str, bytes], language: Language, chapter: str
) -> None:
    """On the site a chapter has its headings, pictures, rows and lines, and no sign of Markdown."""
    name = "manual.html" if chapter == "README" else f"manual/{chapter}.html"
    shows_whole(files[f"{language}/{name}"].decode(), text(language, chapter))


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_site_shows_how_to_make_a_game(files: Mapping[str, bytes], language: Language) -> None:
    """Each chapter of the manual for authors is a page, at one address in every language."""
    names = [reference.anchor(title) for title in manual.chapters("en")]
    pages = {one for one in files if one.startswith(f"{language}/making/")}
    assert pages == {f"{language}/making/{name}.html" for name in names}
    for name, chapter in zip(names, manual.chapters(language).values(), strict=True):
        promoted = re.sub("^#(?=##)", "", f"# {chapter}", flags=re.MULTILINE)
        shows_whole(files[f"{language}/making/{name}.html"].decode(), promoted)
    first = files[f"{language}/making.html"].decode()
    assert [first.count(f'"making/{name}.html"') for name in names] == [1] * len(names)


def shows_whole(html: str, page: str) -> None:
    """Compare what stands on a page of the site with its Markdown."""
    main_part = html.partition("<main")[2].partition("</main>")[0]
    words = re.sub(r"<pre.*?</pre>|<[^>]+>", "", main_part, flags=re.DOTALL)
    assert not re.search(r"[`*]|\]\(|^#|^\|", words, re.MULTILINE), words
    assert len(re.findall("<h[123]", main_part)) == len(prose.headings(page))
    assert re.findall(
        r'<img class="picture" src="[./]*([\w-]+\.png)"', main_part
    ) == prose.pictures(page)
    assert main_part.count("<tr>") == len(re.findall(r"^\| (?!---)", page, re.MULTILINE))
    assert main_part.count('<li class="typed">') == len(prose.lines(page))
    for anchor in prose.anchors(page.partition("\n")[2]):
        assert f'id="{anchor}"' in main_part


def given_files(language: Language) -> Iterator[tuple[str, bytes]]:
    """Yield the files that the lines of the manual name, as its pages show or describe them."""
    (table,) = prose.blocks(text(language, "class"), "csv")
    record = prose.blocks(text(language, "records"), "yaml")[0]
    pairs = [[f"{number} x 7", str(number * 7)] for number in range(2, 22)]
    yield "6e-B.csv", table.encode()
    for name in ("game.yaml", "partie.yaml", "class/a.yaml", "classe/a.yaml"):
        yield name, record.encode()
    tried = {
        "game": "qwinto",
        "date": "10 Nov",
        "grade": "6e B",
        "pupils": 24,
        "country": "France",
        "minutes": [6, 9],
    }
    yield from ((name, json.dumps(tried).encode()) for name in ("trial.yaml", "essai.yaml"))
    one_line = b'{"game": "course-a-20", "players": ["Ana", "Ben"], "rounds": [{"says": [2, 5]}]}\n'
    yield from ((name, one_line) for name in ("games.jsonl", "parties.jsonl"))
    for name in ("class.csv", "classe.csv"):
        yield name, "\n".join(chain(*NAMES)).encode()
    yield from ((name, document(NAMES)) for name in ("class.ods", "classe.ods"))
    for name in ("board.csv", "ecole.csv"):
        yield name, "\n".join(map(",".join, CLASSES)).encode()
    yield "pays.xlsx", workbook(pairs)
    yield "6e-B.txt", "\n".join(chain(*NAMES)).encode()
    # A pile of sheets, on which nothing is written yet.
    sheets = printed("qwinto", "score-sheets", Options("en")).pdf or b""
    yield "photos/1.png", pages_png(sheets, 300)[0]


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("chapter", [one for one in CHAPTERS if one != "README"])
def test_each_line_works(
    language: Language,
    chapter: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where the files lie that a chapter speaks of, each of its lines is understood and works."""
    monkeypatch.chdir(tmp_path)
    for name, data in given_files(language):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    for line in prose.lines(text(language, chapter)):
        if not line.startswith("ludokit "):
            continue
        command, options = prose.given(line, language)
        if LEFT_OUT & {command, *options}:
            continue
        if command == "new":
            # Two ways of beginning have one name.
            shutil.rmtree("rules_data", ignore_errors=True)
        if command == "record":
            Path(line.partition("--to " if language == "en" else "--vers ")[2].split()[0]).unlink()
        with pytest.raises(SystemExit) as left:
            main([*shlex.split(line)[1:], "--lang", language])
        # Records of the manual have faults, and a copied game has titles to be filled in.
        expected = (
            {0, 1} if command == "verify" else {0, 2} if command in {"check", "doctor"} else {0}
        )
        assert (left.value.code or 0) in expected, (line, capsys.readouterr())
