"""Every page of the site: what is on it, where its links lead, what can be typed from it."""

import hashlib
import itertools
import json
import os
import posixpath
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from generator.cli.program import program
from generator.from_list import list_kinds
from generator.game import Game
from generator.game.titles import find_printable
from generator.options import printing_options
from generator.printables.planning import entries, kinds_of
from generator.printables.printable import Entry
from generator.records.record_format import catalog_rules
from generator.records.record_schema import record_json_schema
from generator.words import BUILT_IN, Language

if TYPE_CHECKING:
    from generator.cli.language import TranslatedGroup

pytestmark = pytest.mark.slow
CHECKOUT = Path(__file__).parents[2]
ALONE = "course-a-20"
HEADINGS = ("h1", "h2", "h3", "h4")
# Elements that have no end.
VOID = frozenset({"meta", "link", "img", "br", "input"})
# Where something is told by an address.
ADDRESSES = ("href", "src", "srcset", "action", "data", "poster")


class Seen(HTMLParser):
    """What a page is made of, for the questions of these tests."""

    def __init__(self, data: bytes) -> None:
        """Read a page."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.unclosed: list[str] = []
        self.codes: list[str] = []
        self.lines: list[int] = []
        self.text = ""
        self.feed(data.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "code":
            self.codes.append("")
        # A line to type is parted into its words.
        if self.open[-2:] == ["code", "span"]:
            self.lines.append(len(self.codes) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that ends at once, as drawings have them."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """End an element, which is the one that began last."""
        if self.open.pop() != tag:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        """Note words."""
        self.text += data
        if "code" in self.open:
            self.codes[-1] += data

    def all(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of every element of a name."""
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(scope="module")
def pages(files: Mapping[str, bytes]) -> Mapping[str, Seen]:
    """Return every page by its address."""
    return {path: Seen(data) for path, data in files.items() if path.endswith(".html")}


def lines(page: Seen) -> list[str]:
    """Return the lines to type that a page shows."""
    every = [page.codes[at] for at in dict.fromkeys(page.lines)]
    return [line for line in every if line.startswith("ludokit ")]


def parsed(line: str, language: Language) -> tuple[str, dict[str, object]]:
    """Return the command of a line and what it was given, as the program understands them."""
    group: TranslatedGroup = program(language)
    name, *rest = shlex.split(line)[1:]
    command = group.get_command(group.make_context("ludokit", [name, *rest]), name)
    assert command is not None, line
    return command.name or "", dict(command.make_context(name, rest).params)


@pytest.mark.parametrize("language", BUILT_IN)
def test_every_printable_is_shown(
    files: Mapping[str, bytes],
    pages: Mapping[str, Seen],
    games: tuple[Game, ...],
    language: Language,
) -> None:
    """Each printable of each game has its picture, told in words, its title and its line."""
    for game in games:
        page, folder = pages[f"{language}/games/{game.name}/index.html"], f"games/{game.name}"
        shown = {one["src"]: one["alt"] for one in page.all("img")}
        made = [parsed(line, language) for line in lines(page)]
        told = [
            find_printable(game, one, language)
            for command, given in made
            if command == "print" and isinstance(given["printables"], tuple)
            for one in given["printables"]
        ]
        assert told == [*entries(game)]
        for name in entries(game):
            title = game.sentences[language].printables[name]
            assert title in page.text
            assert title in shown[f"{name}.png"]
            assert files[f"{language}/{folder}/{name}.png"]


@pytest.mark.parametrize("language", BUILT_IN)
def test_every_game_of_a_list_is_shown(pages: Mapping[str, Seen], language: Language) -> None:
    """Each kind of game made from a list has its picture, the line that makes it, its themes."""
    page, themed = pages[f"{language}/lists/index.html"], "../../themes-{}.png"
    wanted = [name.format(kind) for name in ("{}.png", themed) for kind in list_kinds()]
    assert [one["src"] for one in page.all("img")] == wanted
    assert [parsed(line, language)[1]["as"] for line in lines(page)] == [*list_kinds()]


def test_every_kind_and_option_is_told(pages: Mapping[str, Seen]) -> None:
    """Each kind of printable has its place, and each option of print, whatever heeds it."""
    for language in BUILT_IN:
        ids = {attrs.get("id") for _, attrs in pages[f"{language}/kinds.html"].tags}
        wanted = {f"kind-{kind}" for kind in kinds_of(Entry)}
        wanted |= {f"option-{one.name}" for one in printing_options("print")}
        assert wanted - ids == set()


def test_every_line_can_be_typed(pages: Mapping[str, Seen]) -> None:
    """Each command on each page is one that the program understands, in the page's language."""
    typed = 0
    for path, page in pages.items():
        language = path.split("/")[0]
        for line in lines(page):
            command, _ = parsed(line, language)
            assert command, line
            assert language == BUILT_IN[0] or line.endswith(f"--lang {language}"), line
            typed += 1
    assert typed > 250


def test_every_link_leads_somewhere(files: Mapping[str, bytes], pages: Mapping[str, Seen]) -> None:
    """Each address on each page and in each style is a file of the site, each anchor is there."""
    dead = []
    for path, page in pages.items():
        for _, attrs in page.tags:
            for name in set(ADDRESSES) & attrs.keys():
                found = urlsplit(attrs[name])
                file = posixpath.normpath(posixpath.join(posixpath.dirname(path), found.path))
                file = file if found.path else path
                anchors = {own.get("id") for _, own in pages[file].tags} if file in pages else {""}
                is_there = file in files and (not found.fragment or found.fragment in anchors)
                if found.scheme or found.netloc or not is_there:
                    dead.append((path, attrs[name]))
    for path, data in files.items():
        if path.endswith(".css"):
            urls = re.findall(r'url\("?([^")]+)', data.decode())
            dead += [(path, url) for url in urls if url not in files]
    assert dead == []


def test_every_page_is_reached(pages: Mapping[str, Seen]) -> None:
    """From the first page a way leads to each other one."""
    reached, ahead = {"index.html"}, ["index.html"]
    while ahead:
        path = ahead.pop()
        for one in pages[path].all("a"):
            target = posixpath.join(posixpath.dirname(path), one["href"].partition("#")[0])
            file = posixpath.normpath(target)
            if one["href"][0] != "#" and file not in reached:
                reached.add(file)
                ahead += [file] if file in pages else []
    assert set(pages) - reached == set()


@pytest.mark.parametrize(("language", "file"), [("fr", "library.fr.md"), ("en", "library.md")])
def test_the_page_of_the_library(pages: Mapping[str, Seen], language: str, file: str) -> None:
    """What other programs may rely on stands on the site as in its file: examples and headings."""
    text = (CHECKOUT / "docs" / file).read_text(encoding="utf-8")
    page = pages[f"{language}/library.html"]
    examples = re.findall(r"^```python\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)
    assert [code for code in page.codes if ">>>" in code] == examples != []
    assert page.text.count("`") == 0
    for heading in re.findall("^#+ (.*)$", text, re.MULTILINE):
        assert heading.replace("'", "’") in page.text


def test_only_the_search_runs(pages: Mapping[str, Seen], files: Mapping[str, bytes]) -> None:
    """No page has another script than that of the search, a form, a frame, or an event."""
    for path, page in pages.items():
        for tag, attrs in page.tags:
            assert tag not in {"form", "iframe", "object", "embed", "base"}, path
            assert not any(name.startswith("on") for name in attrs), path
        scripts = [
            posixpath.join(posixpath.dirname(path), one["src"]) for one in page.all("script")
        ]
        # The door to both languages has no language to search in.
        wanted = [] if path == "index.html" else ["search.js"]
        assert [posixpath.normpath(one) for one in scripts] == wanted, path
    script = files["search.js"].decode()
    assert len(script.splitlines()) <= 90
    assert not re.search(r"innerHTML|eval|fetch|XMLHttpRequest|Function\(", script)


def found_in_index(files: Mapping[str, bytes], language: Language) -> dict[str, list[list[str]]]:
    """Return the sections of each page as the index of a language tells them."""
    script = files[f"{language}/search-index.js"].decode()
    told = json.loads(script.removeprefix("globalThis.searchIndex = ").removesuffix(";\n"))
    return dict(told)


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_index_has_every_page(
    files: Mapping[str, bytes], pages: Mapping[str, Seen], language: Language
) -> None:
    """Each page of a language is in its index by title, headings, text and anchors that it has."""
    index = found_in_index(files, language)
    assert {f"{language}/{path}" for path in index} == {
        path for path in pages if path.startswith(f"{language}/")
    }
    for path, sections in index.items():
        page = pages[f"{language}/{path}"]
        said = " ".join(page.text.split())
        ids = {attrs.get("id") for _, attrs in page.tags}
        headings = sum(tag in HEADINGS[:3] for tag, _ in page.tags)
        assert len(sections) >= headings
        assert all(heading and " ".join(heading.split()) in said for _, heading, _ in sections)
        assert {anchor for anchor, _, _ in sections} - {""} <= ids
        told = re.sub(r"\W", "", "".join(heading + text for _, heading, text in sections))
        assert len(told) > 0.6 * len(re.sub(r"\W", "", said)) or "game-yaml" in path


def test_every_page_is_told_to_those_who_hear_it(pages: Mapping[str, Seen]) -> None:
    """Each page has language, title, one first heading, no level left out, words for pictures."""
    for path, page in pages.items():
        language = path.split("/")[0] if "/" in path else BUILT_IN[0]
        assert page.all("html")[0]["lang"] == language
        assert len(page.all("title")) >= 1, path
        assert len(page.all("main")) == 1, path
        assert all("alt" in one for one in page.all("img")), path
        levels = [HEADINGS.index(tag) for tag, _ in page.tags if tag in HEADINGS]
        assert levels.count(0) == 1, path
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
        assert (page.unclosed, page.open) == ([], []), path
        ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
        assert len(ids) == len(set(ids)), path


def test_every_rule_and_its_example(pages: Mapping[str, Seen], games: tuple[Game, ...]) -> None:
    """Each rule stands with its id and the judge's sentence; what records can break, breaks it."""
    for game in games:
        for language in BUILT_IN:
            page = pages[f"{language}/games/{game.name}/rules.html"]
            broken = [rule.id for rule in game.head.rules if rule.checked]
            assert len(page.all("details")) == len(broken)
            for rule in game.head.rules:
                assert {"id": f"rule-{rule.id}"} in page.all("article")
                assert game.sentences[language].rules[rule.id] in page.text


def fields_in(made: object) -> Iterator[str]:
    """Yield the names of all fields of a JSON Schema."""
    if isinstance(made, dict):
        yield from made.get("properties", {})
        for one in made.values():
            yield from fields_in(one)
    elif isinstance(made, list):
        for one in made:
            yield from fields_in(one)


def test_every_field_of_a_record(pages: Mapping[str, Seen], games: tuple[Game, ...]) -> None:
    """Each field that a record may have is told on the game's page, by its name in the language."""
    for game in games:
        for language in BUILT_IN:
            page = pages[f"{language}/games/{game.name}/record.html"]
            made = record_json_schema(catalog_rules(game.name), language, labels_only=True)
            wanted = set(fields_in(made))
            assert wanted - set(page.codes) == set()


SUMS = f"""
from hashlib import sha256
from generator.game import load
from tests.site.conftest import grey
from generator.site.build import site_files
games = (load("{ALONE}"),)
for path, data in sorted(site_files(games, grey(games)).items()):
    print(path, sha256(data).hexdigest())
"""


@pytest.mark.rest
def test_same_games_same_bytes(files: Mapping[str, bytes]) -> None:
    """Another process, with another order of what has none, makes the same files."""
    ran = subprocess.run(
        [sys.executable, "-c", SUMS],
        cwd=CHECKOUT,
        env=os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found = dict(line.split() for line in ran.stdout.splitlines())
    # What tells of all games differs where there is one.
    own = [path for path in found if f"/{ALONE}/" in path or "/tutorials" in path]
    assert len(own) > 30
    assert all(found[path] == hashlib.sha256(files[path]).hexdigest() for path in own)
