"""The drawings that come with the program: named, found, one family, usable by games and lists."""

import re
from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from shutil import copytree

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat
from pypdfium2 import PdfDocument

from generator.cli.program import run
from generator.errors import DataError, LudokitError
from generator.game import Game, load, load_folder
from generator.game.drawings import drawing_file, drawings, find_drawings, shipped_pictures
from generator.paper import shapes as art
from generator.paper.page import Page
from generator.paper.palette import Ink, Palette, Swatch
from generator.printables.context import Options, palette
from generator.printables.pictures import check_pictures, picture, read_icon
from generator.printables.planning import plan
from generator.render.pdf import draw
from generator.words import BUILT_IN, fold
from tests.listed.lists import listed
from tests.render.measured import FACTS, on_page, picture_of, texts

SIDE = 48.0
NAMES = sorted(drawings())
TONE = Palette((("tone", Swatch("#2f6f9f")),))


def drawn(name: str, side: float = SIDE, face: str = "tone.tint") -> art.Drawing:
    """Return a drawing, its second tone a colour of the palette of this module."""
    return read_icon(drawing_file("icon", name), side, face)


def look(name: str, ink: Ink, side: int = 96) -> Image.Image:
    """Return a drawing as printed, in grey, so many pixels wide."""
    pdf = draw([on_page(drawn(name))], replace(TONE, ink=ink), FACTS)
    with PdfDocument(pdf) as document:
        shown: Image.Image = document[0].render(scale=2).to_pil().convert("L")
    return shown.resize((side, side), Image.Resampling.BOX)


def inked(picture: Image.Image) -> float:
    """Return which share of a picture is black."""
    return 1 - ImageStat.Stat(picture).mean[0] / 255


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return by which share of their ground two pictures differ."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255


def silhouette(name: str) -> Image.Image:
    """Return what a drawing covers, black, whatever stands within its outline."""
    shown = look(name, "outline", 48).point(lambda light: 255 if light > 128 else 0)
    grown = Image.new("L", (50, 50), 255)
    grown.paste(shown, (1, 1))
    ImageDraw.floodfill(grown, (0, 0), 128)
    return grown.crop((1, 1, 49, 49)).point(lambda light: 255 if light == 128 else 0)


def test_there_are_150_drawings_with_names() -> None:
    """Each file has names and words in every language, each name is one drawing's alone."""
    assert len(NAMES) >= 150
    icons = [name for name in shipped_pictures() if name.startswith("icon:")]
    assert [f"icon:{name}" for name in NAMES] == icons
    named = defaultdict[str, set[str]](set)
    for name, words in drawings().items():
        assert {*words.name} == {*words.words} == {*BUILT_IN}
        assert all(words.words.values())
        for called in (name, *words.name.values()):
            named[fold(called)].add(name)
    assert [called for called, several in named.items() if len(several) > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_drawings_are_one_family(name: str) -> None:
    """A drawing fills its square in black, white and one tone, in lines of one weight."""
    words = drawing_file("icon", name).read_text(encoding="utf-8")
    assert {*re.findall(r'fill="([^"]*)"', words)} <= {"none", "face", "white", "ink"}
    assert {*re.findall(r'stroke="([^"]*)"', words)} <= {"none", "ink", "white"}
    assert {*re.findall(r'stroke-width="([^"]*)"', words)} == {"2"}
    assert len(drawn(name).shapes) <= 30
    covered = ImageChops.invert(look(name, "colour")).getbbox()
    assert covered is not None
    left, top, right, low = covered
    assert max(right - left, low - top) >= 80
    assert min(left, top) >= 1
    assert max(right, low) <= 95


@pytest.mark.parametrize("name", NAMES)
def test_drawings_stay_what_they_are_in_each_ink(name: str) -> None:
    """The tone is bounded by lines: a hard copy and grey lose nothing but it, outline no line."""
    black = {
        ink: look(name, ink).point(lambda light: 255 if light > 128 else 0)
        for ink in ("colour", "grey", "outline")
    }
    assert difference(black["colour"], black["grey"]) < 0.01
    # What is black in outline was black before: where areas are white now, their edges were.
    assert inked(ImageChops.lighter(black["outline"], ImageChops.invert(black["colour"]))) < 0.01
    assert inked(black["outline"]) > 0.05


def test_no_two_silhouettes_are_alike() -> None:
    """No two drawings cover nearly the same ground."""
    grounds = {name: silhouette(name) for name in NAMES}
    inside = {name: look(name, "outline", 48) for name in NAMES}
    alike = [
        (one, other)
        for one, other in combinations(NAMES, 2)
        if difference(grounds[one], grounds[other]) < 0.03
        and difference(inside[one], inside[other]) < 0.06
    ]
    assert alike == []


@pytest.mark.parametrize("typed", ["icon:apple", "icône:pomme", "Dessin : Pomme", "icon: APPLE"])
def test_a_list_names_drawings_in_any_language(tmp_path: Path, typed: str) -> None:
    """A cell names a drawing by its id or its name in any language, and the card shows it."""
    game = listed(
        tmp_path,
        "flashcards",
        [(typed, "pomme"), ("icon:pear", "poire")],
        headings=("image", "mot"),
    )
    pages = plan(game, "flashcards", Options())
    shown = [one.title for page in pages for one in every_drawing(page)]
    assert {"apple", "pear"} <= {*shown}
    assert "icon" not in " ".join(texts(draw(pages, palette(game, "colour"), FACTS)))


def every_drawing(page: Page) -> list[art.Drawing]:
    """Return all drawings placed on a page, within each other too."""
    found: list[art.Drawing] = []
    waiting = [placed.drawing for placed in page.placed()]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += [shape.drawing for shape in one.shapes if isinstance(shape, art.Placed)]
    return found


def test_an_unknown_drawing_is_told_with_the_nearest(tmp_path: Path) -> None:
    """A drawing that there is not is told in its cell, with the name that is like it."""
    game = listed(
        tmp_path, "flashcards", [("icon:pome", "a"), ("icon:zzzz", "b")], headings=("image", "mot")
    )
    with pytest.raises(DataError) as caught:
        plan(game, "flashcards", Options())
    told = [problem.worded("fr").partition("liste.csv:")[2] for problem in caught.value.problems]
    assert told == [
        "2:1: A2: aucun dessin ne s'appelle 'pome'\u202f; vouliez-vous dire 'pomme'\u202f?",
        "3:1: A3: aucun dessin ne s'appelle 'zzzz'",
    ]


def test_words_find_drawings() -> None:
    """Drawings are found by the beginnings of their names and words, without accents or case."""
    assert "icon:tooth" in find_drawings(["dent"])
    assert "icon:tooth" in find_drawings(["DENTIS"])
    assert {"icon:apple", "icon:pear"} <= {*find_drawings(["fruit"])}
    assert find_drawings(["brésil"]) == find_drawings(["brazil"]) == ("flag:br", "map:br")
    assert find_drawings(()) == shipped_pictures()
    assert find_drawings(["zzz"]) == ()


def test_a_game_takes_a_drawing_in_its_colours() -> None:
    """`icon:apple` is a picture of any game, its second tone that of the game's face, pale."""
    game = load("qwinto")
    assert game.head.face is not None
    fills = {getattr(shape, "fill", None) for shape in picture(game, "icon:apple", 10.0).shapes}
    assert f"{game.head.face.colour}.tint" in fills
    assert "face" not in fills
    with pytest.raises(LudokitError):
        picture(game, "icon:zzzz", 10.0)


def own_game(folder: Path, svg: str) -> Game:
    """Return Qwinto with a picture of the test's own."""
    (folder / "pictures").mkdir()
    (folder / "pictures" / "made.svg").write_text(svg, encoding="utf-8")
    return replace(load("qwinto"), folder=folder)


def test_ordinary_svg_is_drawn_in_its_own_colours(tmp_path: Path) -> None:
    """A picture of a game with groups, ids, ellipses and colours is drawn as it looks."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
        '<g id="a" transform="translate(10 0)">'
        '<ellipse cx="5" cy="5" rx="5" ry="4" fill="#d01020"/></g>'
        '<path d="M0 0H10V10H0Z" style="fill:#1020d0"/></svg>'
    )
    drawing = picture(own_game(tmp_path, svg), "made", 40.0)
    shown = picture_of(draw([on_page(drawing)], Palette(), FACTS)).convert("RGB")
    wide, high = shown.size
    assert shown.getpixel((wide // 4, high // 2)) == (0x10, 0x20, 0xD0)
    assert shown.getpixel((wide * 3 // 4, high // 2)) == (0xD0, 0x10, 0x20)


def test_ordinary_svg_of_a_stranger_is_refused_with_its_file(tmp_path: Path) -> None:
    """What reaches out of an ordinary picture is told by the file, and nothing is drawn."""
    link = '<image href="http://example.org/a.png"/>'
    svg = f'<svg viewBox="0 0 9 9"><g fill="#000000">{link}</g></svg>'
    with pytest.raises(DataError) as caught:
        picture(own_game(tmp_path, svg), "made", 10.0)
    assert [p.file for p in caught.value.problems] == [str(tmp_path / "pictures" / "made.svg")]


def test_command_lists_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`drawings` lists what words find; with a file it draws sheets of them, each with its name."""
    assert run(["drawings", "dent", "--lang", "fr"]) == 0
    assert "icon:tooth – dent\n" in capsys.readouterr().out
    assert run(["drawings", "zzz", "--lang", "en"]) == 2
    assert "no drawing answers to 'zzz'" in capsys.readouterr().err
    file = tmp_path / "all.pdf"
    assert run(["drawings", "--lang", "fr", "--to", str(file)]) == 0
    words = " ".join(texts(file.read_bytes()))
    assert all(f"icon:{name}" in words for name in NAMES)
    before = file.read_bytes()
    assert run(["drawings", "--lang", "fr", "--to", str(file)]) != 0
    assert file.read_bytes() == before


def test_every_emblem_may_be_a_drawing(tmp_path: Path) -> None:
    """A face may name a drawing of the program as its emblem, and an unknown one is told."""
    folder = tmp_path / "qwinto"
    copytree(load("qwinto").folder, folder)
    words = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(words.replace("emblem: emblem", "emblem: 'icon:cat'"))
    game = load_folder(folder)
    check_pictures(game)
    assert game.head.face is not None
    cat = picture(game, game.head.face.emblem, 10.0)
    assert len(cat.shapes) == len(drawn("cat").shapes)
    (folder / "game.yaml").write_text(words.replace("emblem: emblem", "emblem: 'icon:catt'"))
    with pytest.raises(DataError, match="catt"):
        check_pictures(load_folder(folder))
