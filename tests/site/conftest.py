"""The whole site, whose pictures are one grey page: its pages are what most tests are about."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from generator.from_list import list_kinds
from generator.game import Game, game_names
from generator.output import write_all
from generator.printables.planning import entries
from generator.site.build import site_files
from generator.site.gallery import LISTS, Thumbnail, Thumbnails
from generator.words import BUILT_IN
from tests import shipped


def grey(games: Sequence[Game]) -> Thumbnails:
    """Return the same picture for every printable of some games, and of what lists make."""
    file = BytesIO()
    Image.new("RGB", (413, 585), (222, 222, 222)).save(file, "PNG")
    one = Thumbnail(file.getvalue(), 2)
    found = [(lang, of.name, name) for of in games for lang in of.sentences for name in entries(of)]
    found += [(lang, LISTS, kind) for lang in BUILT_IN for kind in list_kinds()]
    return dict.fromkeys(found, one)


@pytest.fixture(scope="session")
def games() -> tuple[Game, ...]:
    """Return every game."""
    return tuple(map(shipped.load, game_names()))


@pytest.fixture(scope="session")
def files(games: tuple[Game, ...]) -> Mapping[str, bytes]:
    """Return every file of the site by its address."""
    return site_files(games, grey(games))


@pytest.fixture(scope="session")
def site(files: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the site in it."""
    folder = tmp_path_factory.mktemp("site")
    write_all(folder, files)
    return folder
