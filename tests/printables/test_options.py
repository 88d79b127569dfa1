"""What a person chooses: file names, what a printable heeds, what it is made without."""

from pathlib import Path

import pytest

from generator.cli.program import run
from generator.errors import LudokitError
from generator.game import load
from generator.game.catalog import game_folders
from generator.make import in_parallel, make
from generator.paper.imposition import Cutting, Piece, impose
from generator.paper.page import Margins, Page
from generator.paper.shapes import Drawing
from generator.printables.context import Context, Options
from generator.printables.page_furniture import imposed_pages
from generator.printables.planning import COMMON_OPTIONS, chosen_but_ignored, entries
from generator.printables.printable import Entry
from generator.words import OptionWord
from tests.printables.frogs import frogs
from tests.render.measured import texts

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("options", "suffix"),
    [
        pytest.param(Options(), "", id="usual"),
        pytest.param(Options(duplex="short-edge", bleed=1.5), ".short-edge.bleed-1.5", id="two"),
        pytest.param(Options(duplex="none"), ".no-backs", id="fronts"),
        pytest.param(Options(card_size="57x87"), ".57x87", id="size"),
        pytest.param(Options(only=("a", "b")), ".only-a-b", id="only"),
        pytest.param(Options(only=("a-long-name",) * 30), ".only-30-cards", id="many"),
    ],
)
def test_choices_are_in_the_name(options: Options, suffix: str) -> None:
    """What is not as usual stands in the file's name, so that no choice replaces another's file."""
    assert options.suffix() == suffix


def test_every_kind_says_what_it_heeds() -> None:
    """Each kind names only options that exist, and none that every printable heeds."""
    for kind in (type(one) for name in game_folders() for one in entries(load(name)).values()):
        assert issubclass(kind, Entry)
        assert kind.supported_options <= set(Options.__dataclass_fields__) - COMMON_OPTIONS


def test_printable_is_made_without_what_it_cannot_use() -> None:
    """A kit's options that make no difference are told, and are not in the file's name."""
    made = make(load("qwinto"), "record-form", Options(per_page=2, bleed=3.0, copies=2))
    assert set(made.files) == {"record-form.2-copies.pdf", "record-form.2-copies.boxes.json"}
    (note,) = made.notes
    told = note.values
    assert dict(told)["options"] == (OptionWord("per-page"), OptionWord("bleed"))
    assert chosen_but_ignored(load("qwinto"), "score-sheets", Options(per_page=2)) == ()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(
            ["--bleed", "11"], "'11' is not a length in millimetres from 0 to 10", id="far"
        ),
        pytest.param(["--bleed", "-1"], "'-1' is not a length", id="negative"),
        pytest.param(["--bleed", "x"], "'x' is not a length", id="word"),
        pytest.param(["--duplex", "long"], "did you mean 'long-edge'?", id="duplex"),
        pytest.param(["--card-size", "pocker"], "did you mean 'poker'?", id="size"),
        pytest.param(["--card-size", "10x90"], "from 30x45 to 150x220", id="small"),
        pytest.param(["--jobs", "0"], "whole number from 1 to 64", id="jobs"),
        pytest.param(["--printer", "no.yaml"], "no.yaml: no such file", id="printer"),
    ],
)
def test_option_that_makes_no_sense_is_refused(
    arguments: list[str], told: str, tmp_path: Path, capsys: Captured
) -> None:
    """A value that no option takes stops the run, with what would do."""
    command = ["--lang", "en", "print", "qwinto", "score-sheets", "--to", str(tmp_path)]
    assert run([*command, *arguments]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.rest
def test_all_printables_tell_what_they_do_without(tmp_path: Path, capsys: Captured) -> None:
    """With none named, an option that no printable can use is told once, and all are made."""
    command = ["--lang", "en", "print", "qwinto", "--bleed", "2,5", "--to", str(tmp_path)]
    assert run(command) == 0
    assert "qwinto: made without --bleed" in capsys.readouterr().err
    assert (tmp_path / "qwinto" / "en" / "score-sheets.pdf").is_file()


def test_several_processes_make_the_same_files(tmp_path: Path) -> None:
    """Two processes at a time give the same files, in the order asked for."""
    game = frogs(tmp_path)
    names = game.printables()
    with in_parallel(1) as maker:
        alone = list(maker(game, names, Options(), None))
    with in_parallel(2) as maker:
        together = list(maker(game, names, Options(), None))
    assert [one.printable for one in together] == list(names)
    assert together == alone


@pytest.mark.rest
def test_fault_in_another_process_is_told_whole(tmp_path: Path) -> None:
    """An error raised in another process comes back as what it was, with its words."""
    game = frogs(tmp_path)
    with in_parallel(2) as maker, pytest.raises(LudokitError) as caught:
        list(maker(game, ("tokenz",), Options(), None))
    assert "did you mean 'tokens'?" in caught.value.worded("en")
    file = tmp_path / "frogs" / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("count: 18", "count: 0"), encoding="utf-8")
    with in_parallel(2) as maker, pytest.raises(LudokitError) as caught:
        list(maker(game, ("tokens",), Options(), None))
    assert caught.value.worded("en").count("'0' is not 1 or more") == 3


def pieces(count: int) -> tuple[Piece, ...]:
    """Return two-sided pieces."""
    return tuple(Piece(f"p{n}", Drawing(60, 60), Drawing(60, 60)) for n in range(count))


def two_sided(setting: Context, count: int) -> tuple[Page, ...]:
    """Plan the pages of two-sided pieces under a heading, over a footnote."""
    heading = Drawing(180, 12)
    return imposed_pages(pieces(count), setting, heading=heading, footnotes=("A note.",))


def test_pages_of_pieces_have_furniture(tmp_path: Path) -> None:
    """Fronts and backs alternate; backs say so, and footnotes stand on every page."""
    setting = Context(frogs(tmp_path), "tokens", Options(language="en"))
    pages = two_sided(setting, 14)
    assert [page.is_back for page in pages] == [False, True, False, True]
    assert pages[1].bookmark == "Tokens 2 (back)"
    numbers = [[copy.number for copy in page.copies] for page in pages]
    assert numbers[0] == numbers[1]
    assert sum(map(len, numbers)) == 28
    bare = impose(pieces(14), setting.options.size, edge=Margins(), cutting=Cutting())
    assert len(bare) <= len(pages)


def test_footnotes_stand_above_the_footer(tmp_path: Path) -> None:
    """A footnote is printed, above the footer and below the pieces."""
    from generator.printables.context import palette
    from generator.render.pdf import draw
    from tests.render.measured import FACTS

    game = frogs(tmp_path)
    setting = Context(game, "tokens", Options(language="en"))
    pdf = draw(two_sided(setting, 3), palette(game, "colour"), FACTS)
    for page in texts(pdf):
        assert page.index("A note.") < page.index("rules v1")
