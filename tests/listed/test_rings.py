"""Dominoes and chains made from a list, as they are printed."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

from generator.errors import DataError, LudokitError
from generator.from_list import game_of_list
from generator.game import Game, load_folder
from generator.listgames.planner import ListGameEntry
from generator.listgames.ring import ChainEntry
from generator.make import make
from generator.paper.page import Extents, Page
from generator.paper.shapes import Drawing, Line, Placed, Rect, Text
from generator.paper.shapes import Path as Outline
from generator.printables.context import Context, Options
from generator.printables.planning import entry, plan
from generator.words import BUILT_IN, Language, say
from tests.listed.folders import made_of
from tests.render.measured import texts

SUMS = "calcul;résultat\n" + "\n".join(
    f"{a} × {b};{a * b}" for a in range(2, 10) for b in range(a, 10)
)
# How many different results they have.
RESULTS = len({line.split(";")[1] for line in SUMS.splitlines()[1:]})


def plain(count: int) -> str:
    """Return a table of so many pairs that have nothing in common."""
    return "\n".join(("pays;capitale", *(f"pays {n};ville {n}" for n in range(count))))


def dealt_of(folder: Path, kind: str, rows: str, ring: str = "", language: Language = "fr") -> Game:
    """Return a game made from a list, with other facts of its ring."""
    game = made_of(folder, kind, rows, language)
    data, usual = game.folder / "game.yaml", r"(part: ring, list: list)(, most: 25)?"
    data.write_text(re.sub(usual, rf"\1{ring}", data.read_text("utf-8")), "utf-8")
    return load_folder(game.folder)


def contents(game: Game, printable: str, **options: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """Return what stands beside the PDF."""
    found = entry(game, printable)
    assert isinstance(found, ListGameEntry)
    read: Mapping[str, Any] = json.loads(
        found.contents_json(Context(game, printable, Options(**options)))
    )
    return read


def assert_rings(made: Mapping[str, Any], rows: str, sizes: list[int]) -> None:
    """Hold tiles to it: each is followed by the only one that fits, round rings of such sizes."""
    answer = dict(row.split(";") for row in rows.splitlines()[1:])
    tiles = {tile["id"]: tile for tile in made["tiles"]}
    holder = {tile["left"]: name for name, tile in tiles.items()}
    assert len(holder) == len(tiles) == sum(sizes)
    assert [len(ring) for ring in made["rings"]] == sizes
    assert sorted(name for ring in made["rings"] for name in ring) == sorted(tiles)
    for ring in made["rings"]:
        for one, other in pairwise((*ring, ring[0])):
            assert holder[answer[tiles[one]["right"]]] == other


def words_of(drawing: Drawing) -> Iterator[str]:
    """Yield every line of words of a drawing."""
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            yield shape.words
        elif isinstance(shape, Placed):
            yield from words_of(shape.drawing)


def cards_of(pages: tuple[Page, ...]) -> list[Drawing]:
    """Return the tiles or cards in the order of the pages, without those to write on."""
    drawn = (copy.placed.drawing for page in pages for copy in page.copies)
    return [one for one in drawn if one.title]


@pytest.mark.parametrize("count", [2, 7, 60, 120])
def test_one_ring_uses_every_pair(tmp_path: Path, count: int) -> None:
    """Of pairs without twins every one is a domino, and all lie in one closed ring."""
    game = made_of(tmp_path, "dominoes", plain(count))
    for seed in range(10):
        assert_rings(contents(game, "dominoes", seed=seed), plain(count), [count])


def test_twins_are_passed_over(tmp_path: Path) -> None:
    """Of sums with one result one is a domino, so that the ring is laid in one way only."""
    game = made_of(tmp_path, "dominoes", SUMS)
    for seed in range(10):
        assert_rings(contents(game, "dominoes", seed=seed), SUMS, [RESULTS])


def test_a_class_has_exactly_one_card_each(tmp_path: Path) -> None:
    """From 2 to 30 pupils a chain has one card each in one cycle, although results come twice."""
    game = made_of(tmp_path, "chain", SUMS)
    for pupils in range(2, RESULTS + 1):
        assert_rings(contents(game, "chain", seed=pupils, pupils=pupils), SUMS, [pupils])
    assert_rings(contents(game, "chain"), SUMS, [25])


@pytest.mark.parametrize("language", BUILT_IN)
def test_two_halves_have_a_chain_each(tmp_path: Path, language: Language) -> None:
    """Half classes have cycles as equal as can be, a shape for each, and each its own start."""
    game = dealt_of(tmp_path, "chain", plain(40), ", halves: true", language)
    start = {"fr": "DÉPART", "en": "START"}[language]
    for pupils in range(4, 37):
        sizes = [-(-pupils // 2), pupils // 2]
        assert_rings(contents(game, "chain", seed=pupils, pupils=pupils), plain(40), sizes)
    cards = cards_of(plan(game, "chain", Options(language, pupils=25)))
    said = [" ".join(words_of(card)) for card in cards]
    assert [sum(sign in one for one in said) for sign in "●■"] == [13, 12]
    assert sum(start in one for one in said) == 2


@pytest.mark.parametrize("most", [3, 5, 6, 7])
def test_a_full_set_has_every_two_things(tmp_path: Path, most: int) -> None:
    """Each thing meets each other and itself once; the ring takes all tiles that a ring can."""
    game = dealt_of(tmp_path, "dominoes", plain(12), f", set: full, most: {most}")
    made = contents(game, "dominoes")
    number = re.compile(r"\d+")
    ends = {
        tile["id"]: [number.findall(tile[side])[0] for side in ("left", "right")]
        for tile in made["tiles"]
    }
    assert len({tuple(sorted(both)) for both in ends.values()}) == most * (most + 1) // 2
    assert len(ends) == most * (most + 1) // 2
    (ring,) = made["rings"]
    assert len(ring) == len(set(ring)) == len(ends) - (most // 2 if most % 2 == 0 else 0)
    assert all(ends[one][1] == ends[other][0] for one, other in pairwise((*ring, ring[0])))


@pytest.mark.parametrize("kind", ["dominoes", "chain"])
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("options", [{}, {"paper": "letter"}, {"large": True, "ink": "grey"}])
def test_each_piece_shows_its_two_sides_and_its_id(
    tmp_path: Path, kind: str, language: Language, options: dict[str, Any]
) -> None:
    """What a piece says is what stands beside the PDF; neither ids nor pages tell the order."""
    game = made_of(tmp_path, kind, plain(28), language)
    made = contents(game, kind, language=language, **options)
    cards = cards_of(plan(game, kind, Options(language, **options)))
    shown = [card.title.split(": ")[0] for card in cards]
    ring = [name for one in made["rings"] for name in one]
    assert sorted(shown) == sorted(ring)
    assert ring not in (shown, sorted(shown))
    tiles = {tile["id"]: tile for tile in made["tiles"]}
    for card, name in zip(cards, shown, strict=True):
        said = re.sub(r"\s+", " ", " ".join(words_of(card)))
        assert {name, *tiles[name]["left"].split(), *tiles[name]["right"].split()} <= {
            *said.split()
        }


@pytest.mark.parametrize(("kind", "count"), [("dominoes", 31), ("chain", 25)])
def test_free_places_are_written_on(tmp_path: Path, kind: str, count: int) -> None:
    """The last sheet is as full as the others: pieces of the same lines without words of a row."""
    game = made_of(tmp_path, kind, plain(count))
    first, *_, last = [page for page in plan(game, kind, Options()) if page.copies]
    assert len(first.copies) == len(last.copies)
    *_, blank = [copy.placed.drawing for copy in last.copies]
    assert [*words_of(blank)] == ([] if kind == "dominoes" else ["J’ai…", "Qui a…\u202f?"])
    lines = [one for one in blank.shapes if isinstance(one, Line | Rect)]
    assert lines == [s for s in first.copies[0].placed.drawing.shapes if isinstance(s, Line | Rect)]


def test_pictures_of_a_chain_fill_their_half() -> None:
    """A picture is half as high again as under the saying, and clear of all words beside it."""
    game = game_of_list("notes", "chain", Path("notes"), "fr")
    found, setting = entry(game, "chain"), Context(game, "chain", Options())
    assert isinstance(found, ChainEntry)
    pictures = 0
    for card in cards_of(plan(game, "chain", Options())):
        placed = [one for one in card.shapes if isinstance(one, Placed)]
        most, least = found.card_size(setting)[1] / 2, found.content_room(setting)[1]
        high = [one for one in placed if least < one.drawing.height < most]
        pictures += len(high)
        for one in high:
            assert one.drawing.height > 20
            box = Extents().drawing(Drawing(0, 0, (one,)))
            assert box is not None
            words = [s for s in card.shapes if isinstance(s, Text)]
            for other in words:
                beside = Extents().drawing(Drawing(0, 0, (other,)))
                assert beside is None or box.shared(beside) is None
    assert pictures == 25


def test_the_key_tells_the_ring_in_order(tmp_path: Path) -> None:
    """The teacher's page has a box to tick for each card, in the order in which they are read."""
    game = made_of(tmp_path, "chain", plain(30))
    made = make(game, "chain", Options(pupils=26))
    assert made.pdf is not None
    key = texts(made.pdf)[-1]
    ring = json.loads(made.files["chain.26-pupils.contents.json"])["rings"][0]
    assert re.findall(r"□ (\w\d)\b", key) == ring


@pytest.mark.parametrize(
    ("rows", "pupils", "cell", "words"),
    [
        ("calcul;résultat\n2 × 6;12\n3 × 4;12\n2 × 2;4", 3, "B3", "déjà en B2"),
        ("calcul;résultat\n2 × 6;12\n2 × 6;11\n2 × 2;4", 3, "A3", "au plus 2"),
        ("calcul;résultat\n2 × 6;12\n3 × 4;12", 0, "B3", "déjà en B2"),
        (f"mot;réponse\na;b\nc;{'très ' * 60}", 0, "B3", "ne tient pas"),
        ("mot;réponse\na;b\nc;", 0, "B3", ""),
    ],
)
def test_what_cannot_be_had_is_told_at_its_cell(
    tmp_path: Path, rows: str, pupils: int, cell: str, words: str
) -> None:
    """Twins that are in the way, empty cells and endless ones are faults of the table."""
    game = made_of(tmp_path, "chain", rows)
    with pytest.raises(DataError) as found:
        plan(game, "chain", Options(pupils=pupils))
    (problem,) = found.value.problems
    assert problem.field == cell
    assert words in say(problem.message, "fr").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("rows", "pupils", "ring", "words"),
    [
        (plain(10), 12, "", "au plus 10"),
        (plain(1), 0, "", "2 cartes, c'est impossible : la liste en donne au plus 1"),
        (plain(8), 3, ", halves: true", "au moins 4"),
        (plain(30), 0, ", set: full, most: 19", "18 au plus"),
        (plain(2), 0, ", set: full", "au plus 2"),
    ],
)
def test_too_few_are_refused_with_the_nearest(
    tmp_path: Path, rows: str, pupils: int, ring: str, words: str
) -> None:
    """A class too large for the list, or too small for rings, is told what can be had."""
    game = dealt_of(tmp_path, "chain", rows, ring)
    with pytest.raises(LudokitError) as found:
        plan(game, "chain", Options(pupils=pupils))
    assert words in found.value.worded("fr").replace("\xa0", " ")


def test_the_facts_that_print_and_judge_share_stand_in_the_part(tmp_path: Path) -> None:
    """Columns of the printable's own, and halves of a full set, are refused where they stand."""
    own = made_of(tmp_path, "dominoes", plain(8), more="sides: [capitale, pays],")
    with pytest.raises(DataError, match="sides"):
        plan(own, "dominoes", Options())
    with pytest.raises(DataError, match="halves"):
        dealt_of(tmp_path, "dominoes", plain(8), ", set: full, halves: true")
    swapped = dealt_of(tmp_path, "dominoes", plain(8), ", sides: [capitale, pays]")
    assert contents(swapped, "dominoes")["tiles"][0]["left"].startswith("pays")


def test_a_grey_copy_keeps_the_lines_of_a_domino(tmp_path: Path) -> None:
    """The frame of a piece and the bar between its halves are ink, 0.6 pt at least."""
    game = made_of(tmp_path, "dominoes", plain(8))
    for card in cards_of(plan(game, "dominoes", Options(ink="grey"))):
        about = [one.drawing.shapes for one in card.shapes if isinstance(one, Placed)]
        shapes = chain(card.shapes, *about)
        lines = [one for one in shapes if isinstance(one, Line | Outline) and one.stroke]
        assert len(lines) == 2
        for one in lines:
            assert one.stroke is not None
            assert (one.stroke.colour, one.stroke.width >= 0.6) == ("ink", True)


def test_the_key_says_in_words_what_pictures_show() -> None:
    """Where a card shows a picture, the key has what goes with it, not the name of its file."""
    game = game_of_list("notes", "chain", Path("notes"), "fr")
    key = " ".join(map(" ".join, map(words_of, [plan(game, "chain", Options())[-1].furniture])))
    assert "J’ai [" in key
    assert "c4" not in key
