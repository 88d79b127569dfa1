"""How long kits take: all games for a class in one command, and each drawn printable alone."""

from pathlib import Path
from time import process_time

import pytest

from generator.cli import main
from generator.game import load, names
from generator.make import make
from generator.printables.context import Options
from generator.printables.declaring import DocumentEntry
from generator.printables.planning import entries
from tests.costs import spent

# Seconds of processor time, so that a busy machine is no fault; kits are made on two cores.
EACH_KIT, ONE_PRINTABLE, CORES = 3.0, 1.0, 2

DRAWN = [
    (game, printable)
    for game in names()
    for printable, entry in entries(load(game)).items()
    if not isinstance(entry, DocumentEntry)
]

pytestmark = [pytest.mark.slow, pytest.mark.benchmark, pytest.mark.long]


def test_all_kits_for_a_class(tmp_path: Path) -> None:
    """The kits of all games for 28 pupils take 3 seconds of two cores a game, in one command."""
    begun = spent()
    with pytest.raises(SystemExit) as ended:
        main(["kit", "--all", "--pupils", "28", "--lang", "fr", "--quiet", "--to", str(tmp_path)])
    assert ended.value.code in {0, None}
    assert (spent() - begun) / CORES < EACH_KIT * len(names())
    assert len(list(tmp_path.glob("*/fr/kit.pdf"))) == len(names())


@pytest.mark.parametrize(("game", "printable"), DRAWN)
def test_drawn_printable(game: str, printable: str) -> None:
    """A drawn printable takes less than a second."""
    loaded = load(game)
    make(loaded, printable, Options())  # typefaces are read the first time
    begun = process_time()
    make(loaded, printable, Options())
    assert process_time() - begun < ONE_PRINTABLE
