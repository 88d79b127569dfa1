"""Rings of tiles and chains of cards, judged as they were laid or read out."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from generator.check import check
from generator.errors import DataError
from generator.game import Game, load_folder
from generator.listgames.ring.tiles import IDS
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.writing import blank_record, read_yaml_record, sample_record
from generator.rules import load
from generator.words import BUILT_IN, Language
from tests.listed.test_rings import SUMS, contents, dealt_of, plain


def judged(game: Game, laid: Sequence[str], seed: int = 1, pupils: int = 0) -> Report:
    """Return the report of a record with tiles in order."""
    text = f"game: {game.name}\nplayers: [6e B]\nseed: {seed}\nlaid: [{', '.join(laid)}]\n"
    text += f"pupils: {pupils}\n" if pupils else ""
    return replay(read_yaml_record(load(game), text))


def found(report: Report) -> list[tuple[str, int | None, bool]]:
    """Return the rules broken, each with the place of its tile and whether another caused it."""
    return [(one.rule, one.turn, one.after_error) for one in report.findings]


@pytest.mark.parametrize("kind", ["dominoes", "chain"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_what_is_printed_is_what_is_judged(tmp_path: Path, kind: str, language: Language) -> None:
    """The ring beside the PDF is right by the same seed and class, wherever it begins."""
    game = dealt_of(tmp_path, kind, SUMS, "", language)
    assert check(game.folder).warnings == ()
    for seed in range(1, 6):
        pupils = 10 + seed if kind == "chain" else 0
        (ring,) = contents(game, kind, seed=seed, pupils=pupils)["rings"]
        report = judged(game, (*ring[seed:], *ring[:seed]), seed, pupils)
        assert (found(report), report.is_finished, report.winners) == ([], True, ("6e B",))
        assert report.scores["6e B"]["laid"] == len(ring)


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        # Taken back where the next goes on without it, kept where the next goes on from it.
        ("ABECDEF", [("tile-fits", 3, False)]),
        ("ABDEF", [("tile-fits", 3, False), ("unfinished", None, True)]),
        ("ABCC", [("tile-once", 4, False), ("unfinished", None, True)]),
        ("AB?DEF", [("tile-known", 3, False), ("unfinished", None, True)]),
        ("AB?CDEF", [("tile-known", 3, False)]),
        ("ABC", [("unfinished", None, False)]),
        ("", [("unfinished", None, False)]),
        ("A?", [("tile-known", 2, False), ("unfinished", None, True)]),
        ("FEDCBA", [("tile-fits", n, n > 2) for n in range(2, 6)] + [("unfinished", None, True)]),
    ],
)
def test_each_slip_is_found_at_its_tile(
    tmp_path: Path, order: str, wanted: list[tuple[str, int | None, bool]]
) -> None:
    """A tile that does not fit, comes twice or is unknown is one finding; a ring may stop early."""
    game = dealt_of(tmp_path, "dominoes", plain(6))
    (ring,) = contents(game, "dominoes")["rings"]
    foreign = next(name for name in IDS if name not in ring)
    names = dict(zip("ABCDEF?", (*ring, foreign), strict=True))
    report = judged(game, [names[letter] for letter in order])
    assert found(report) == wanted
    assert report.is_finished == ("unfinished" not in [rule for rule, *_ in wanted])
    assert report.is_valid == (order in {"ABC", ""})


def test_the_tile_that_would_fit_is_named(tmp_path: Path) -> None:
    """Beside a tile that does not fit stands the only one that would."""
    game = dealt_of(tmp_path, "dominoes", plain(6))
    (ring,) = contents(game, "dominoes")["rings"]
    (slip, _) = judged(game, [ring[0], ring[3]]).findings
    assert (slip.where, slip.instead) == (ring[3], (ring[1],))


def test_each_half_closes_its_own_chain(tmp_path: Path) -> None:
    """Either ring is whole by itself; a card of the other half does not fit."""
    game = dealt_of(tmp_path, "chain", plain(30), ", halves: true")
    first, second = contents(game, "chain", seed=3, pupils=21)["rings"]
    for ring in (first, second):
        report = judged(game, ring, 3, 21)
        assert (found(report), report.is_finished) == ([], True)
    mixed = judged(game, (first[0], second[0], *first[1:]), 3, 21)
    assert found(mixed) == [("tile-fits", 2, False)]


def test_a_full_set_closes_one_ring(tmp_path: Path) -> None:
    """Tiles of a full set lie either way round; a row of enough of them that is open is told."""
    game = dealt_of(tmp_path, "dominoes", plain(9), ", set: full, most: 4")
    made = contents(game, "dominoes")
    (ring,) = made["rings"]
    assert (len(ring), len(made["tiles"])) == (8, 10)
    for order in (ring, ring[::-1], (*ring[3:], *ring[:3])):
        assert found(judged(game, order)) == []
    ends = {t["id"]: {t["left"].split()[1], t["right"].split()[1]} for t in made["tiles"]}
    (spare, *_) = (name for name in ends if name not in ring)
    start = next(
        n
        for n, (one, other) in enumerate(pairwise((ring[-1], *ring)))
        if ends[one] & ends[other] & ends[spare]
    )
    report = judged(game, (*ring[start:], *ring[:start], spare))
    assert [rule for rule, *_ in found(report)] in (["ring-closed"], ["tile-fits"])


def test_a_record_says_the_class(tmp_path: Path) -> None:
    """Ids belong to a seed and a class; a class that the list is too short for cannot be read."""
    game = dealt_of(tmp_path, "chain", plain(30))
    (ring,) = contents(game, "chain", seed=2, pupils=12)["rings"]
    assert judged(game, ring, 2, 12).is_finished
    assert not judged(game, ring, 2, 13).is_finished
    assert not judged(game, ring, 3, 12).is_valid
    with pytest.raises(DataError, match="30"):
        judged(game, ring, 2, 31)
    with pytest.raises(DataError, match="Z1"):
        judged(game, ["Z1"])


@pytest.mark.parametrize("ring", ["", ", halves: true", ", set: full", ", set: full, most: 6"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_samples_have_the_errors_asked_for(tmp_path: Path, ring: str, language: Language) -> None:
    """Practice records end in a closed ring and have just their errors, of each rule once."""
    rules = load(dealt_of(tmp_path, "dominoes", plain(12), ring, language))
    for seed in range(4):
        assert sample_record(rules, seed=seed, language=language).report.findings == ()
        made = sample_record(rules, seed=seed, language=language, errors=3).report
        assert {one.rule for one in made.findings} == {"tile-known", "tile-once", "tile-fits"}
        assert made.is_finished
    read = replay(read_yaml_record(rules, blank_record(rules, language)))
    assert [one.rule for one in read.findings] == ["unfinished"]


@pytest.mark.parametrize(
    ("rows", "ring", "told"),
    [
        (plain(6), ", sides: [pays, villes]", "villes"),
        ("mot\na\nb\nc", "", "two columns"),
        ("mot;réponse\na;b\nc;b", "", "2 cards"),
    ],
)
def test_a_ring_that_cannot_be_dealt_is_a_fault_of_the_data(
    tmp_path: Path, rows: str, ring: str, told: str
) -> None:
    """A column that is not there, one alone, or twins only are told where the ring is named."""
    game = dealt_of(tmp_path, "dominoes", rows, ring)
    with pytest.raises(DataError) as caught:
        load(game)
    (problem,) = caught.value.problems
    assert problem.field == "mechanics.ring"
    assert told in problem.worded("en")


def test_a_part_that_is_no_ring(tmp_path: Path) -> None:
    """The section names the part of tiles, no other."""
    game = dealt_of(tmp_path, "dominoes", SUMS)
    file = game.folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    section = text.index("mechanics:")
    other = text[section:].replace("ring: ring", "ring: list", 1)
    assert other != text[section:]
    file.write_text(text[:section] + other, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(load_folder(game.folder))
    assert [problem.field for problem in caught.value.problems] == ["mechanics.ring"]
