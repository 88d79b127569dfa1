"""What a page costs in ink: how much of it is covered, white being nothing and black all."""

import pytest
from PIL import ImageStat
from pypdfium2 import PdfDocument

from generator.game import game_names, load
from generator.make import make
from generator.printables.context import Options
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.pieces import TilesEntry, TokensEntry
from generator.printables.planning import entries, entry
from generator.printables.printable import DrawnEntry, LessonEntry
from generator.render.preview import ink_share

# At most so much of a page that is written on, and of one whose pieces are cut out; and what the
# signs about its sheets may cover besides.
WRITTEN, CUT_OUT = 0.08, 0.25
SIGNS = 0.011
PIECES = (CardsEntry, TokensEntry, TilesEntry)
# What covers more today, coloured boards and copies of them most of it: it may become less.
TODAY = {
    ("crowns", "boards"): 0.093,
    ("crowns", "keep"): 0.103,
    ("crowns", "pencil-boards"): 0.096,
    ("crowns", "worksheets"): 0.103,
    ("crowns", "exercises"): 0.09,
    ("sti", "exercises"): 0.09,
    ("dental", "board"): 0.09,
    ("sti", "aids"): 0.083,
    ("sti", "aids-together"): 0.083,
    ("sti", "keep"): 0.099,
    ("sti", "life-tracks"): 0.084,
    ("sti", "worksheets"): 0.094,
    ("yams", "score-sheets"): 0.09,
}
# Slides are shown, not printed.
PRINTED = [
    (game.name, name)
    for game in map(load, game_names())
    for name in entries(game)
    if isinstance(entry(game, name), DrawnEntry | LessonEntry) and name != "slides"
]


@pytest.mark.slow
@pytest.mark.few(12)
@pytest.mark.parametrize(("game", "printable"), PRINTED)
def test_ink_stays_low(game: str, printable: str) -> None:
    """No page is covered by more ink than a printer at home likes, or than today.

    The signs by which a camera finds its sheets add little.
    """
    most = CUT_OUT if isinstance(entry(load(game), printable), PIECES) else WRITTEN
    plain, signed = (covered(game, printable, Options("fr", no_signs=one)) for one in (True, False))
    assert plain <= TODAY.get((game, printable), most)
    assert signed - plain <= SIGNS


def covered(game: str, printable: str, options: Options) -> float:
    """Return how much of the page with the most ink is covered."""
    data = make(load(game), printable, options).pdf or b""
    with PdfDocument(data) as file:
        # In fewer dots thin lines swell.
        seen = [page.render(scale=2).to_pil().convert("L") for page in file]
    return max(1 - ImageStat.Stat(one).mean[0] / 255 for one in seen)


@pytest.mark.slow
@pytest.mark.few(8)
@pytest.mark.parametrize(("game", "printable"), PRINTED)
def test_the_plan_tells_how_much(game: str, printable: str) -> None:
    """What a plan says of ink, measured on few pages, is true of all within a hundredth."""
    made = make(load(game), printable, Options("fr"))
    with PdfDocument(data := made.pdf or b"") as file:
        seen = [page.render(scale=3).to_pil().convert("L") for page in file]
    covered = [1 - ImageStat.Stat(one).mean[0] / 255 for one in seen]
    # The key is a row of its own.
    end = len(seen) - made.key
    assert ink_share(data, 0, end) == pytest.approx(sum(covered[:end]) / end, abs=0.01)


def test_only_what_covers_more_is_named() -> None:
    """Each printable that may cover more is printed, and its limit is above what others have."""
    assert set(TODAY) <= set(PRINTED)
    assert min(TODAY.values()) > WRITTEN
