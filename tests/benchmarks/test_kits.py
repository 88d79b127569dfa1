"""How long kits take: games for a class in one command, and each drawn printable alone."""

from pathlib import Path
from time import process_time

import pytest

from generator.cli import main
from generator.game import game_names, load
from generator.make import make
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.printables.printable import DocumentEntry
from tests.benchmarks.conftest import Noted
from tests.costs import spent

# Seconds of processor time, so that a busy machine is no fault; kits are made on two cores.
EACH_KIT, ONE_PRINTABLE, CORES = 3.0, 1.0, 2
# The games that there were first, with the papers of their lessons.
FIRST, ALL_OF_THEM = ("qwinto", "crowns", "doce", "dental", "sti"), 20.0

DRAWN = [
    (game, printable)
    for game in game_names()
    for printable, entry in entries(load(game)).items()
    if not isinstance(entry, DocumentEntry)
]

pytestmark = [pytest.mark.slow, pytest.mark.benchmark, pytest.mark.long]


def kits(to: Path, *games: str) -> float:
    """Make kits for 28 pupils in one command; return the seconds of two cores that it took."""
    begun = spent()
    with pytest.raises(SystemExit) as ended:
        main(["kit", *games, "--pupils", "28", "--lang", "fr", "--quiet", "--to", str(to)])
    assert ended.value.code in {0, None}
    return (spent() - begun) / CORES


def test_all_kits_for_a_class(tmp_path: Path, noted: Noted) -> None:
    """The kits of all games for 28 pupils take 3 seconds of two cores a game, in one command."""
    most, taken = EACH_KIT * len(game_names()), kits(tmp_path, "--all")
    noted(
        f"kits of {len(game_names())} games", f"{taken:.1f} s of two cores", "", "", f"{most:.0f} s"
    )
    assert taken < most
    assert len(list(tmp_path.glob("*/fr/kit.pdf"))) == len(game_names())


def test_kits_of_the_first_games(tmp_path: Path, noted: Noted) -> None:
    """The kits of the first five games take 20 seconds of two cores at most, in one command."""
    taken, asked = kits(tmp_path, *FIRST), f"{ALL_OF_THEM:.0f} s"
    noted(f"kits of {len(FIRST)} games", f"{taken:.1f} s of two cores", "", "", asked)
    assert taken < ALL_OF_THEM
    assert len(list(tmp_path.glob("*/fr/kit.pdf"))) == len(FIRST)


@pytest.mark.parametrize(("game", "printable"), DRAWN)
def test_drawn_printable(game: str, printable: str) -> None:
    """A drawn printable takes less than a second."""
    loaded = load(game)
    make(loaded, printable, Options())  # typefaces are read the first time
    begun = process_time()
    make(loaded, printable, Options())
    assert process_time() - begun < ONE_PRINTABLE
