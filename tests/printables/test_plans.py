"""One plan of each kind of printable, as text: what is drawn where."""

import pytest

from generator.game import load
from generator.printables.context import Options
from generator.printables.planning import plan
from tests.conftest import Golden
from tests.plan_text import plan_text


@pytest.mark.parametrize(
    ("game", "name", "options"),
    [
        pytest.param("qwinto", "score-sheets", Options(per_page=1), id="sheet"),
        pytest.param("dental", "board", Options(paper="a3"), id="board"),
        pytest.param("crowns", "record-form", Options(), id="form"),
        pytest.param("sti", "cards", Options(only=("hiv",)), id="cards"),
        pytest.param("crowns", "tokens", Options(), id="tokens"),
        pytest.param("doce", "pieces", Options(), id="tiles"),
        pytest.param("dental", "dice", Options(), id="net"),
    ],
)
def test_plan(golden: Golden, game: str, name: str, options: Options) -> None:
    """The plan of the pages is the one that was looked at."""
    golden(f"{game}-{name}.txt", "".join(map(plan_text, plan(load(game), name, options))))
