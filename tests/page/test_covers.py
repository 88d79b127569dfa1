"""The pictures that the page has from the start are those of what is printed."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from generator import paths
from generator.from_list import shipped_tables
from generator.page.home import cover_file, cover_png
from generator.page.jobs import Order
from generator.page.workshop import KINDS, draw_preview
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.words import LANGUAGES, Language
from tests.shipped import SPOKEN, load

PAGE = paths.templates() / "page"
# Another version of the library that draws pages smooths edges otherwise, but moves nothing.
NEAR, TILES = 20, (24, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_a_cover_shows_the_paper(
    name: str, language: Language, request: pytest.FixtureRequest
) -> None:
    """The cover of each shipped game, made beforehand, is its own paper as it is printed today."""
    file = PAGE / "static" / cover_file(name, language)
    drawn = cover_png(load(name), language)
    assert drawn is not None
    if request.config.getoption("--update-goldens"):
        file.write_bytes(drawn)
    shown, wanted = (Image.open(one).convert("L") for one in (file, BytesIO(drawn)))
    assert shown.size == wanted.size
    assert len(file.read_bytes()) < 60_000
    # Seen from afar, tile by tile.
    apart = ImageChops.difference(
        *(one.resize(TILES, Image.Resampling.BOX) for one in (shown, wanted))
    )
    assert max(ImageStat.Stat(apart).extrema[0]) < NEAR


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_shows_the_game(
    kind: str, language: Language, request: pytest.FixtureRequest
) -> None:
    """The picture of each game from a list is what the first shipped list gives today."""
    table = next(iter(shipped_tables(language).values()))
    order = Order("list", PrintRequest(Options(language)), kind, table.read_bytes(), table.name)
    picture = draw_preview(order).picture
    assert picture is not None
    file = Path(PAGE / "covers" / f"{kind}.{language}.svg")
    if request.config.getoption("--update-goldens"):
        file.write_text(f"{picture}\n", encoding="utf-8", newline="\n")
    assert file.read_text(encoding="utf-8") == f"{picture}\n"
