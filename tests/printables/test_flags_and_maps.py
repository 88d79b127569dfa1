"""Flags and maps of countries: drawn as they are, named in both languages, their licences told."""

from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.cli.program import run
from generator.errors import DataError, LudokitError
from generator.game import load
from generator.game.drawings import drawing_file, drawing_title, shipped_pictures
from generator.paper.palette import Ink, Palette, Swatch
from generator.printables.context import Options, palette
from generator.printables.pictures import largest_shipped, picture, read_icon
from generator.printables.planning import plan
from generator.render.pdf import draw
from generator.words import BUILT_IN, fold, territory_names
from tests.listed.lists import listed
from tests.render.measured import FACTS, on_page, picture_of, texts

ROOT = Path(__file__).parents[2]
CODES = {
    kind: [name.partition(":")[2] for name in shipped_pictures() if name.startswith(kind)]
    for kind in ("flag", "map")
}
EVERY = [(kind, code) for kind, codes in CODES.items() for code in codes]
TONE = Palette((("tone", Swatch("#2f6f9f")),))
WIDE = 60.0
# Some that nobody may miss, large and small, old and new.
BOTH = ("fr", "be", "ch", "ca", "ml", "mg", "gb", "us", "br", "jp", "za", "np")


def look(kind: str, code: str, ink: Ink = "colour") -> Image.Image:
    """Return a flag or map as printed in an ink, 60 mm wide."""
    drawing = read_icon(drawing_file(kind, code), WIDE, "tone.tint")
    pdf = draw([on_page(drawing)], Palette(TONE.swatches, ink), FACTS)
    return picture_of(pdf).convert("RGB")


def test_countries_have_a_flag_and_a_map() -> None:
    """All states of the United Nations fly a flag, and 180 of the countries have a map at least."""
    assert len(CODES["flag"]) >= 195
    assert len(CODES["map"]) >= 180
    assert {*BOTH, "va", "ps", "un", "eu", "gb-sct"} <= {*CODES["flag"]}
    assert {*BOTH, "gf", "mq", "gp", "re", "ru", "fj"} <= {*CODES["map"]}


@pytest.mark.few(12)
@pytest.mark.parametrize(("kind", "code"), EVERY)
def test_every_one_is_drawn(kind: str, code: str) -> None:
    """A flag fills 4 to 3 within a line, in its own colours; a map is one shape in a square."""
    shown = look(kind, code)
    wide, high = shown.size
    assert wide / high == pytest.approx(4 / 3 if kind == "flag" else 1.0, abs=0.02)
    covered = ImageChops.invert(shown.convert("L")).point(lambda far: 255 if far > 40 else 0)
    left, top, right, low = covered.getbbox() or (0, 0, 0, 0)
    if kind == "flag":
        assert min(right - left - 0.98 * wide, low - top - 0.98 * high) >= 0 or code == "np"
        assert len(shown.getcolors(wide * high) or ()) > 1
    else:
        assert max(right - left, low - top) >= 0.8 * wide
        assert min(left, top, wide - right, high - low) >= 1
        assert len(read_icon(drawing_file(kind, code), WIDE, "tone.tint").shapes) == 1


def test_names_stand_in_every_language() -> None:
    """A country has a name of its own in each language, by which its flag and its map are found."""
    every = dict.fromkeys(code for codes in CODES.values() for code in codes)
    for language in BUILT_IN:
        titles = {code: drawing_title(f"flag:{code}", language) for code in every}
        assert not [code for code, title in titles.items() if title in {code, code.upper()}]
        assert [one for one, n in Counter(map(fold, titles.values())).items() if n > 1] == []
    said = [
        (fold(name), code) for code in every for o in BUILT_IN for name in territory_names(code, o)
    ]
    for kind, codes in CODES.items():
        for name, code in said:
            if code in codes:
                assert drawing_file(kind, name).stem == code


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *(("flag:br", "br"), ("drapeau:Brésil", "br"), ("Drapeau : BRESIL", "br")),
        *(
            ("flag:Ivory Coast", "ci"),
            ("drapeau:Côte d'Ivoire", "ci"),
            ("drapeau:Ecosse", "gb-sct"),
        ),
        *(("map:fr", "fr"), ("carte:Etats Unis", "us"), ("map:United States", "us")),
        *(("flag:Bosnia and Herzegovina", "ba"), ("carte:La Réunion", "re")),
    ],
)
def test_a_list_names_them_in_any_language(tmp_path: Path, typed: str, code: str) -> None:
    """A cell names a flag or a map by code or by name, and the card shows it large."""
    game = listed(
        tmp_path, "flashcards", [(typed, "a"), ("icon:pear", "b")], headings=("image", "mot")
    )
    pages = plan(game, "flashcards", Options())
    words = " ".join(texts(draw(pages, palette(game, "colour"), FACTS)))
    assert typed not in words
    kind = "flag" if typed[0] in "fdD" else "map"
    assert drawing_file(kind, typed.partition(":")[2]).stem == code


@pytest.mark.parametrize("prose", ["carte : un dessin de la Terre", "Carte\u00a0: plan", "map : c"])
def test_a_word_that_is_explained_is_no_map(tmp_path: Path, prose: str) -> None:
    """A cell in which a blank stands before the colon is read as words, and printed."""
    game = listed(tmp_path, "flashcards", [(prose, "a"), ("pear", "b")])
    pdf = draw(plan(game, "flashcards", Options()), palette(game, "colour"), FACTS)
    assert " ".join(prose.split()) in " ".join(" ".join(texts(pdf)).split())


def test_a_flag_is_as_large_as_its_room() -> None:
    """In a field that is longer than high a flag is wider than a square would be."""
    game = load("qwinto")
    flag = largest_shipped(game, "flag", "fr", (40.0, 24.0))
    assert [flag.width, flag.height] == pytest.approx([32.0, 24.0])
    flag = largest_shipped(game, "flag", "fr", (24.0, 40.0))
    assert [flag.width, flag.height] == pytest.approx([24.0, 18.0])
    assert largest_shipped(game, "map", "fr", (40.0, 24.0)).width == 24.0


def test_a_game_takes_a_flag_and_a_map_in_its_colours() -> None:
    """`flag:fr` keeps its colours in any game; `map:fr` has the tone of the game's face."""
    game = load("qwinto")
    assert game.head.face is not None
    fills = {getattr(one, "fill", None) for one in picture(game, "map:fr", 10.0).shapes}
    assert fills == {f"{game.head.face.colour}.tint"}
    shown = look("flag", "fr")
    across = [shown.getpixel((shown.width * n // 6, shown.height // 2)) for n in (1, 3, 5)]
    assert across == [(0x00, 0x00, 0x91), (255, 255, 255), (0xE1, 0x00, 0x0F)]


def test_an_unknown_country_is_told_with_the_nearest(tmp_path: Path) -> None:
    """A flag or map that there is not is told in its cell, with the name that is like it."""
    rows = [("drapeau:Frnce", "a"), ("carte:Algerei", "b"), ("flag:zzzz", "c")]
    game = listed(tmp_path, "flashcards", rows, headings=("image", "mot"))
    with pytest.raises(DataError) as caught:
        plan(game, "flashcards", Options())
    told = [problem.worded("fr").partition("liste.csv:")[2] for problem in caught.value.problems]
    assert told == [
        "2:1: A2: aucun drapeau ne s'appelle 'Frnce'\u202f; vouliez-vous dire 'France'\u202f?",
        "3:1: A3: aucune carte ne s'appelle 'Algerei'\u202f; vouliez-vous dire 'Algérie'\u202f?",
        "4:1: A4: aucun drapeau ne s'appelle 'zzzz'",
    ]
    with pytest.raises(LudokitError):
        picture(game, "flag:zzzz", 10.0)


def test_grey_flags_are_grey() -> None:
    """In grey no colour is left, and what is light stays lighter than what is dark."""
    shown = look("flag", "be", "grey")
    bands = [
        shown.crop((n * shown.width // 6, 20, n * shown.width // 6 + 1, 21)) for n in (1, 3, 5)
    ]
    (black, *_), (yellow, *_), (red, *_) = (ImageStat.Stat(band).mean for band in bands)
    assert all(len({*ImageStat.Stat(band).mean}) == 1 for band in bands)
    assert yellow > red > black


@pytest.mark.parametrize(
    ("ink", "named"), [("outline", ["Italie", "Irlande"]), ("grey", []), ("colour", [])]
)
def test_flags_in_outline_bear_their_names(tmp_path: Path, ink: Ink, named: list[str]) -> None:
    """Without their colours flags on cards are told apart by the names of the countries."""
    rows = [("flag:it", "a"), ("flag:ie", "b"), ("map:es", "c")]
    game = listed(tmp_path, "flashcards", rows, headings=("image", "mot"))
    cards = texts(draw(plan(game, "flashcards", Options(ink=ink)), palette(game, ink), FACTS))[1]
    assert [one for one in ("Italie", "Irlande", "Espagne") if one in cards] == named


def test_command_finds_and_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`drawings` finds flags and maps by the names of countries, and draws sheets of them."""
    assert run(["drawings", "suisse", "--lang", "fr"]) == 0
    assert capsys.readouterr().out == "flag:ch – Suisse\nmap:ch – Suisse\n"
    file = tmp_path / "flags.pdf"
    assert run(["drawings", "drapeau", "--lang", "fr", "--to", str(file)]) == 0
    words = " ".join(texts(file.read_bytes()))
    assert all(f"flag:{code}" in words for code in CODES["flag"])


def test_licences_stand_beside_them() -> None:
    """Each folder has the licence of what it holds, and the licence of the content names both."""
    told = (ROOT / "LICENSE-CONTENT.md").read_text(encoding="utf-8")
    for folder, package, said in (
        ("flags", "flag-icons", "Copyright (c) 2013 Panayiotis Lipiridis"),
        ("maps", "world-atlas", "Copyright 2013-2019 Michael Bostock"),
    ):
        beside = ROOT / "rules_data" / folder
        assert said in (beside / "LICENSE").read_text(encoding="utf-8")
        assert package in (beside / "README.md").read_text(encoding="utf-8")
        assert package in told
        assert f"rules_data/{folder}" in told
