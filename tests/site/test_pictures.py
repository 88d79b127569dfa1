"""The pictures of the gallery, and the site as `make site` builds it."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from generator.from_list import list_kinds
from generator.game import game_names
from generator.make import in_parallel, make
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.render.preview import page_count
from generator.site.gallery import DPI, LISTS, make_list_thumbnails, make_thumbnails
from generator.words import BUILT_IN
from tests import shipped

pytestmark = pytest.mark.slow
ALONE = "course-a-20"
CHECKOUT = Path(__file__).parents[2]


@pytest.mark.rest
def test_pictures_are_the_first_pages() -> None:
    """Each printable in each language has its first page, as large as its paper, and its count."""
    game = shipped.load(ALONE)
    with in_parallel(1) as maker:
        found = make_thumbnails((game,), maker)
    assert {*found} == {(one, ALONE, name) for one in BUILT_IN for name in entries(game)}
    paper = tuple(round(side / 25.4 * DPI) for side in (210, 297))
    for (_, _, name), one in found.items():
        size = Image.open(BytesIO(one.png)).size
        if name != "slides":
            assert tuple(sorted(size)) == pytest.approx(paper, abs=1)
        assert len(one.png) < 150_000
    strip = make(game, "strip", Options("en"))
    assert found["en", ALONE, "strip"].pages == page_count(strip.pdf or b"")


@pytest.mark.rest
def test_a_list_makes_every_game() -> None:
    """In each language each kind of game that is made from a list has its picture."""
    found = make_list_thumbnails()
    assert {*found} == {(one, LISTS, kind) for one in BUILT_IN for kind in list_kinds()}
    assert all(one.png and one.pages for one in found.values())


@pytest.mark.long
def test_the_site_is_built(tmp_path: Path) -> None:
    """`make site` leaves a folder with a picture of every printable in both languages."""
    command = [sys.executable, "-m", "generator.site", str(tmp_path / "site")]
    ran = subprocess.run(command, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert Path(ran.stdout.strip()) == tmp_path / "site" / "index.html"
    for game in map(shipped.load, game_names()):
        for language in BUILT_IN:
            folder = tmp_path / "site" / language / "games" / game.name
            assert {file.stem for file in folder.glob("*.png")} == {*entries(game)}
