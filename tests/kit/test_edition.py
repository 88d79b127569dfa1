"""The boxed edition: boxes and envelopes that what goes in fits, and that fit their page."""

from itertools import combinations
from math import dist

import pytest
from pypdfium2 import PdfDocument

from generator.edition import boxes_for, contents_of_table, envelopes_for, make_edition
from generator.game import game_names, load
from generator.kit import bind_kit, prepare_kit
from generator.make import make
from generator.paper import nets
from generator.paper.nets import Net
from generator.paper.page import PaperName
from generator.printables.context import Options, PlayWith
from generator.render.preview import page_count

SLACK = 1.0
PAPERS: tuple[PaperName, ...] = ("a4", "letter", "a3")


def page_words(pdf: bytes) -> list[str]:
    """Return the words of each page."""
    document = PdfDocument(pdf)
    return [page.get_textpage().get_text_bounded() for page in document]


def area_of(net: Net) -> float:
    """Return the area inside an outline, by the shoelace formula."""
    pairs = zip(net.outline, (*net.outline[1:], net.outline[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


@pytest.mark.parametrize("way", ["pencil", "pieces"])
@pytest.mark.parametrize("name", game_names())
def test_holds_contents(name: str, way: PlayWith) -> None:
    """What a table gets goes into its boxes and envelopes with a millimetre to spare."""
    options, _, plan = prepare_kit(load(name), Options(play_with=way), 27, 4)
    contents = contents_of_table(load(name), options, plan)
    for one, net in boxes_for(contents):
        across, down, deep = (round(inner) - SLACK for inner in net.inner)
        each = (across + SLACK) // one.size[0] * ((down + SLACK) // one.size[1])
        assert each >= 1
        assert -(-one.count // each) * one.weight * 0.00125 <= deep
    for ways, _ in envelopes_for(contents, options):
        for one in (one for one in contents if not one.is_pieces and not one.is_beside):
            (long, short), _ = nets.folded(one.size, (148.5, 105.0))
            for wide, high, deep in (net.inner for net in ways):
                assert wide >= long + deep + SLACK
                assert high >= short + deep + SLACK


@pytest.mark.parametrize(("width", "height", "depth"), [(63, 88, 12), (63, 88, 0.5), (70, 45, 25)])
def test_tuck_box_closes(width: float, height: float, depth: float) -> None:
    """Edges of a box that meet are as long, its flaps lie apart, and its tab is glued inside."""
    net = nets.tuck_box(width, height, depth)
    w, h, d = net.inner
    upright = [one for one in net.folds if one[0][0] == one[1][0]]
    assert [dist(*one) for one in upright] == pytest.approx([h] * 4)
    xs = [one[0][0] for one in upright]
    assert [b - a for a, b in zip((0.0, *xs), xs, strict=False)] == pytest.approx([w, d, w, d])
    lids = [one for one in net.folds if one not in upright]
    assert sorted(dist(*one) for one in lids) == pytest.approx([*[d] * 4, *[w] * 4])
    top = net.front.y
    for left, right in ((xs[0], xs[1]), (xs[2], xs[3])):
        flap = [top - y for x, y in net.outline if left < x < right and y < top]
        assert 0 < max(flap) <= w / 2 - 0.5
    assert net.glued[0].x > xs[-1]
    assert net.glued[0].width < w


@pytest.mark.parametrize("flap", nets.FLAPS)
def test_envelope_closes(flap: float) -> None:
    """Front and back of an envelope are alike, its tabs do not meet, its flap is no higher."""
    net = nets.envelope(140, 105, 4, flap)
    assert net.front.width == pytest.approx(net.inner[0])
    assert net.height - flap == pytest.approx(2 * net.front.height)
    assert flap < net.front.height
    assert sum(one.width for one in net.glued) < net.front.width
    for one, other in combinations(net.glued, 2):
        assert one.x + one.width < other.x
    assert area_of(net) > 2 * net.front.width * net.front.height


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
    """A kit with a box has it in a folder of its own, in its list of files and in its plan."""
    game = load("qwinto")
    options, seating, wanted = prepare_kit(game, Options("en"), 27, 4)
    edition = make_edition(game, options, wanted)
    made = (make(game, "score-sheets", options),)
    plan, kit = bind_kit(game, options, made, seating, edition)
    assert [*edition.files] == ["edition/edition.pdf"]
    (manifest,) = (data for name, data in kit.files.items() if name.startswith("manifest"))
    assert b'"edition/edition.pdf"' in manifest
    if plan.pdf is not None:
        assert "Boxed edition" in " ".join(page_words(plan.pdf))
