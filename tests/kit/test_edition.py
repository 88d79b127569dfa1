"""The boxed edition: boxes and envelopes that what goes in fits, and that fit their page."""

from typing import get_args

import pytest
from pypdfium2 import PdfDocument

from generator.edition import boxes_for, contents_of_table, envelopes_for, make_edition
from generator.errors import LudokitError
from generator.game import game_names, load
from generator.kit import bind_kit, make_prints, prepare_kit, prints_of_kit
from generator.make import Maker
from generator.paper.folding import Net, fold, folded
from generator.paper.page import PaperName
from generator.printables.context import Options, PlayWith
from generator.printables.printable import EditionPart
from generator.render.preview import page_count
from tests.space import lengths

SLACK = 1.0
PAPERS: tuple[PaperName, ...] = ("a4", "letter", "a3")


def page_words(pdf: bytes) -> list[str]:
    """Return the words of each page."""
    document = PdfDocument(pdf)
    return [page.get_textpage().get_text_bounded() for page in document]


def inside(net: Net) -> tuple[float, float, float]:
    """Return the width and height of the front of a net, and how far its back is from it."""
    stands = fold(net)
    wide, high, *_ = lengths(next(panel for panel in net if panel.name == "front"))
    return wide, high, abs(stands["back"][0][2] - stands["front"][0][2])


@pytest.mark.parametrize("way", ["pencil", "pieces"])
@pytest.mark.parametrize("name", game_names())
def test_holds_contents(name: str, way: PlayWith) -> None:
    """What a table gets goes into its boxes and envelopes with a millimetre to spare."""
    options, _, plan = prepare_kit(load(name), Options(play_with=way), 27, 4)
    contents = contents_of_table(load(name), options, plan)
    for one, net in boxes_for(contents):
        across, down, deep = (round(inner) - SLACK for inner in inside(net))
        each = (across + SLACK) // one.size[0] * ((down + SLACK) // one.size[1])
        assert each >= 1
        assert -(-one.count // each) * one.weight * 0.00125 <= deep
    for ways, _ in envelopes_for(contents, options):
        for one in (one for one in contents if not one.is_pieces and not one.is_beside):
            (long, short), _ = folded(one.size, (148.5, 105.0))
            thick = one.thickness * long * short / (one.size[0] * one.size[1])
            for wide, high, _ in map(inside, ways):
                assert wide >= long + thick + SLACK
                assert high >= short + thick + SLACK


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", game_names())
def test_prints(name: str, paper: PaperName) -> None:
    """Each game has a boxed edition on each paper, the same twice, a page for each of its nets."""
    check_edition(name, Options("fr", paper=paper, class_name="6B"))
    check_edition(name, Options("en", paper=paper, play_with="pieces", class_name="6B"))


def check_edition(name: str, wanted: Options) -> None:
    """Check the pages of an edition: how many, the same twice, with the class and its weight."""
    game = load(name)
    options, _, plan = prepare_kit(game, wanted, 27, 4)
    made = make_edition(game, options, plan)
    assert made.files == make_edition(game, options, plan).files
    assert made.pdf is not None
    contents = contents_of_table(game, options, plan)
    nets_of = [*boxes_for(contents), *envelopes_for(contents, options)]
    assert page_count(made.pdf) == 1 + len(nets_of)
    first, *others = page_words(made.pdf)
    assert "6B" in first
    assert all("160" in words or "200" in words for words in others)


def test_heavy_paper_lies_beside() -> None:
    """Boards and what nets become are not folded: the label says that they lie beside the box."""
    game = load("dental")
    options, _, plan = prepare_kit(game, Options(play_with="pieces"), 27, 4)
    label, *others = page_words(make_edition(game, options, plan).pdf or b"")
    assert "1 × Plateau, à côté de la boîte" in " ".join(label.split())
    beside = {one.printable for one in contents_of_table(game, options, plan) if one.is_beside}
    assert {"board", "dice"} <= beside
    light = [one for one in contents_of_table(game, options, plan) if one.printable not in beside]
    assert envelopes_for(light, options) == envelopes_for(
        contents_of_table(game, options, plan), options
    )
    assert game.sentences_in("fr").tagline in " ".join(label.split())
    assert others


def test_in_kit() -> None:
    """A kit with a box has it in a folder of its own, bound, listed, planned and to print."""
    game = load("qwinto")
    asked = Options("en", contents=("score-sheets", "guide", "edition"))
    options, seating, wanted = prepare_kit(game, asked, 27, 4)
    names = prints_of_kit(game, options)
    assert set(names) == {"score-sheets", "guide", "edition"}
    made = [*make_prints(Maker(), game, options, wanted, names)]
    assert [*made[-1].files] == ["edition/edition.pdf", "edition/score-sheets.back.pdf"]
    plan, kit = bind_kit(game, options, made, seating)
    (manifest,) = (data for name, data in kit.files.items() if name.startswith("manifest"))
    assert all(f'"{name}"'.encode() in manifest for name in made[-1].files)
    whole = page_words(kit.files["kit.pdf"])
    assert whole[-2:] == page_words(made[-1].pdf or b"")
    piles = [name for name in kit.ids if "for-the-box" in name]
    rows = wanted.for_purpose("edition").rows
    assert [row.sets for row in rows] == [7, 7]
    assert [page_count(kit.files[name]) for name in piles] == [row.filed for row in rows]
    if plan.pdf is not None:
        told = " ".join(" ".join(page_words(plan.pdf)).split())
        assert "To keep in a box" in told
        assert "Cover and label" in told
        assert all(name in told for name in piles)


@pytest.mark.parametrize("part", get_args(EditionPart))
def test_parts_alone(part: EditionPart) -> None:
    """A part asked for alone is all that is printed, for a box of all that a table plays with."""
    game = load("dental")
    options, _, plan = prepare_kit(game, Options(contents=(part,), play_with="pieces"), 27, 4)
    (row,) = plan.for_purpose("edition").rows
    whole = Options(contents=("play", "edition"), play_with="pieces")
    _, _, of_all = prepare_kit(game, whole, 27, 4)
    (same,) = (one for one in of_all.for_purpose("edition").rows if one.printable == part)
    assert (row.pages, row.need, row.work) == (same.pages, same.need, same.work)
    assert page_count(make_edition(game, options, plan).pdf or b"") == row.pages


def test_nothing_to_box() -> None:
    """A box is refused where a table has no pieces to put into one."""
    with pytest.raises(LudokitError) as refused:
        prepare_kit(load("qwinto"), Options(contents=("edition-boxes",)), 27, 4)
    assert refused.value.message.key == "edition.nothing"
