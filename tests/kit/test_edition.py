"""The boxed edition: boxes and envelopes that what goes in fits, and that fit their page."""

import json
from typing import get_args

import pytest
from pypdfium2 import PdfDocument

from generator.edition import (
    Content,
    belts_for,
    boxes_for,
    contents_of_table,
    dice_to_fold,
    envelopes_for,
    make_booklet,
    make_edition,
)
from generator.errors import LudokitError
from generator.game import game_names, load
from generator.kit import bind_kit, make_prints, prepare_kit, prints_of_kit
from generator.make import Maker
from generator.paper.folding import TAB, Net, extent, fold, folded
from generator.paper.measures import ROUNDING
from generator.paper.page import PaperName
from generator.printables.context import Options, PlayWith
from generator.printables.printable import EditionPart
from generator.render.preview import page_count
from tests.space import lengths

SLACK = 1.0
LONGEST = 287.0
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
        assert -(-one.count // each) * one.each <= deep
    for ways, _ in envelopes_for(contents, options):
        for one in (one for one in contents if one.kept == "folded"):
            (long, short), _ = folded(one.size, (148.5, 105.0))
            thick = one.thickness * long * short / (one.size[0] * one.size[1])
            for wide, high, _ in map(inside, ways):
                assert wide >= long + thick + SLACK
                assert high >= short + thick + SLACK
    for one, nets in belts_for(contents, LONGEST):
        wide = min(one.size) if one.size[0] > 230 else one.size[0]
        wide, thick = wide + SLACK, one.pad * one.each
        girth = sum(extent(net)[0] - TAB for net in nets)
        assert girth >= 2 * (wide + thick) - ROUNDING
        assert girth <= 2 * (wide + thick + SLACK)


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
    boxes = [one for one, _ in boxes_for(contents)]
    first, *others = page_words(made.pdf)
    kept = [one.kept for one in (*boxes, *contents)]
    alone = sum(one.kept == "boxed" for one in boxes)
    envelopes = len(envelopes_for(contents, options))
    belts, dice = "belted" in kept, "rolled" in kept
    # Belts and dice take a page, two at most.
    assert 0 <= len(others) - alone - envelopes - belts - dice <= belts + dice
    assert "6B" in first
    rules = game.sentences_in(options.language).printables["rules"]
    for one in contents:
        assert one.title in " ".join(first.split()) or one.title == rules
    heavy = ("65 lb", "110 lb") if options.paper == "letter" else ("160", "200")
    read = [" ".join(words.split()) for words in others]
    assert sum(any(one in words for one in heavy) for words in read) >= alone + envelopes + dice


def kept_as(contents: tuple[Content, ...], kept: str) -> list[str]:
    """Return what is kept in a way, by the titles of it."""
    return [one.title for one in contents if one.kept == kept]


def test_heavy_paper_lies_beside() -> None:
    """Boards and what nets become are not folded: the label says that they lie beside the box."""
    game = load("dental")
    options, _, plan = prepare_kit(game, Options(play_with="pieces"), 27, 4)
    label, *others = page_words(make_edition(game, options, plan).pdf or b"")
    assert "1 × Plateau, à côté de la boîte" in " ".join(label.split())
    contents = contents_of_table(game, options, plan)
    assert {"Plateau", "Dés et pions"} <= {*kept_as(contents, "beside")}
    light = [one for one in contents if one.kept != "beside"]
    assert envelopes_for(light, options) == envelopes_for(contents, options)
    assert game.sentences_in("fr").tagline in " ".join(label.split())
    assert others


def test_in_kit() -> None:
    """A kit with a box has it in a folder of its own, bound, listed, planned and to print."""
    game = load("qwinto")
    asked = Options("en", contents=("score-sheets", "guide", "edition"))
    files = ("edition", "booklet", "score-sheets.back")
    options, seating, wanted = prepare_kit(game, asked, 27, 4)
    names = prints_of_kit(game, options)
    assert set(names) == {"score-sheets", "guide", "edition"}
    made = [*make_prints(Maker(), game, options, wanted, names)]
    assert [*made[-1].files] == [f"edition/{name}.pdf" for name in files]
    plan, kit = bind_kit(game, options, made, seating)
    (manifest,) = (data for name, data in kit.files.items() if name.startswith("manifest"))
    assert all(f'"{name}"'.encode() in manifest for name in made[-1].files)
    whole = page_words(kit.files["kit.pdf"])
    own = page_words(made[-1].pdf or b"")
    assert whole[-len(own) :] == own
    piles = [name for name in kit.ids if "for-the-box" in name]
    rows = wanted.for_pile("edition").rows
    # A page holds the belts of two tables.
    assert [row.sets for row in rows] == [7, 7, 4]
    assert sum(row.pages or 0 for row in rows) == len(own)
    assert sum(page_count(kit.files[name]) for name in piles) == sum(row.filed for row in rows)
    if plan.pdf is not None:
        told = " ".join(" ".join(page_words(plan.pdf)).split())
        assert "To keep in a box" in told
        assert "Cover and label" in told
        # What is told of the box stands with it, not with what is left out.
        assert told.index("To keep in a box") < told.index("edition/booklet.pdf")
        assert "Left out" not in told
        assert all(name in told for name in piles)


def test_ids_whatever_is_chosen() -> None:
    """The files of an edition are called otherwise in grey, and have the same ids."""
    found = []
    for ink in ("colour", "grey"):
        asked = Options("en", ink=ink, contents=("score-sheets", "edition"))
        game = load("qwinto")
        options, seating, wanted = prepare_kit(game, asked, 27, 4)
        made = [*make_prints(Maker(), game, options, wanted, prints_of_kit(game, options))]
        _, kit = bind_kit(game, options, made, seating)
        (manifest,) = (data for name, data in kit.files.items() if name.startswith("manifest"))
        files = json.loads(manifest)["files"]
        found.append([(one["id"], one["name"]) for one in files if "edition/" in one["name"]])
    plain, grey = ({one for one, _ in each} for each in found)
    assert plain == grey
    assert {"edition/edition", "edition/booklet", "edition/score-sheets.back"} >= plain
    assert found[0] != found[1]


@pytest.mark.parametrize("part", get_args(EditionPart))
def test_parts_alone(part: EditionPart) -> None:
    """A part asked for alone is all that is printed, for a box of all that a table plays with."""
    game = load("qwinto" if part in {"edition-dice", "edition-belts"} else "dental")
    options, _, plan = prepare_kit(game, Options(contents=(part,), play_with="pieces"), 27, 4)
    (row,) = plan.for_pile("edition").rows
    whole = Options(contents=("play", "edition"), play_with="pieces")
    _, _, of_all = prepare_kit(game, whole, 27, 4)
    (same,) = (one for one in of_all.for_pile("edition").rows if one.printable == part)
    assert (row.pages, row.need, row.work) == (same.pages, same.need, same.work)
    assert page_count(make_edition(game, options, plan).pdf or b"") == row.pages


def test_a_page_holds_belts_of_several_tables() -> None:
    """Belts fill their page for as many tables as it has room for, and for one without others."""
    game = load("qwinto")
    for pupils, belts in ((27, 2), (4, 1)):
        asked = Options(contents=("edition-belts",))
        options, _, plan = prepare_kit(game, asked, pupils, 4)
        (page,) = page_words(make_edition(game, options, plan).pdf or b"")
        assert page.count("Bloc de 24") == belts
        (row,) = plan.for_pile("edition").rows
        assert (row.work.shaped, row.copies) == (2 * belts, -(-pupils // 4))


def test_dice_lie_on_one_page_with_their_box() -> None:
    """Five dice and the box for them, laid on their sides, share a page of A4."""
    asked = Options(contents=("edition-dice",))
    _, _, plan = prepare_kit(load("yams"), asked, 27, 4)
    (row,) = plan.for_pile("edition").rows
    assert (row.pages, row.work.folded) == (1, 6)


def test_a_plan_of_the_box_alone_counts_it() -> None:
    """Where nothing is printed but the box, paper and minutes of the plan are those of the box."""
    game = load("qwinto")
    options, seating, wanted = prepare_kit(game, Options(contents=("edition-belts",)), 27, 4)
    made = [*make_prints(Maker(), game, options, wanted, prints_of_kit(game, options))]
    plan, _ = bind_kit(game, options, made, seating)
    assert plan.pdf is not None
    told = " ".join(" ".join(page_words(plan.pdf)).split())
    assert "4 feuilles, 4 pages à imprimer" in told
    assert "environ 0 min" not in told


def test_nothing_to_box() -> None:
    """A box is refused where a table has no pieces to put into one."""
    with pytest.raises(LudokitError) as refused:
        prepare_kit(load("qwinto"), Options(contents=("edition-boxes",)), 27, 4)
    assert refused.value.message.key == "edition.nothing"


DICE = [
    ("qwinto", None, [(1, "orange"), (1, "yellow"), (1, "purple")]),
    ("yams", None, [(5, "cover")]),
    ("crowns", "pieces", [(6, "cover")]),
    ("boite", "pencil", [(2, "cover")]),
    ("boite", "pieces", []),
    ("dental", "pieces", []),
    ("course-a-20", None, []),
    ("sti", "pencil", [(1, "microbe")]),
]


@pytest.mark.parametrize(("name", "way", "dice"), DICE)
def test_dice_that_are_brought_are_to_fold(
    name: str, way: str | None, dice: list[tuple[int, str]]
) -> None:
    """Dice that a table brings are to fold, as many, in the game's colours; its own are not."""
    found = dice_to_fold(load(name), way)
    assert [(one.count, one.colour) for one in found] == dice


def test_dice_are_told_apart_by_shape() -> None:
    """Dice of several colours have pips of the shape of theirs, where dice of one have dots."""
    game = load("qwinto")
    options, _, plan = prepare_kit(game, Options(ink="grey"), 27, 4)
    words = " ".join(page_words(make_edition(game, options, plan).pdf or b""))
    assert [words.count(sign) for sign in "●▲■"] == [21, 21, 21]
    assert not any(one.is_signed for one in dice_to_fold(load("yams"), None))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", game_names())
def test_rules_are_a_booklet(name: str, paper: PaperName) -> None:
    """The rules of each game are one sheet to fold, its pages as large as half of the paper."""
    game = load(name)
    for language in ("fr", "en"):
        options, _, plan = prepare_kit(game, Options(language, paper=paper), 27, 4)
        booklet = make_booklet(game, options, plan)
        if booklet is None:
            pytest.skip("no Pango on this system")
        with PdfDocument(booklet) as drawn:
            # Short rules leave the other side blank.
            assert 1 <= len(drawn) <= 2
            sizes = {tuple(round(side * 25.4 / 72) for side in page.get_size()) for page in drawn}
        assert sizes == {(279, 216) if paper == "letter" else (297, 210)}
        plain, folding = (
            {one.title: one for one in contents_of_table(game, options, plan, has_booklet=there)}
            for there in (False, True)
        )
        (title,) = folding.keys() - plain.keys()
        assert title in {"Livret de règles", "Rules booklet"}
        assert folding[title].kept == "folded"
