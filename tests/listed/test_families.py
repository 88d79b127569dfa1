"""Families made from a list, as they are printed."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from generator.errors import DataError, LudokitError
from generator.fitting import FittedGame, fit_game
from generator.listgames.families import FamiliesEntry
from generator.listgames.frames import family_signs
from generator.make import make
from generator.paper.page import Page
from generator.paper.shapes import Drawing, Placed, Stroke, Text
from generator.printables.context import SIGNS, Options, palette
from generator.printables.planning import entry, plan
from generator.words import BUILT_IN, Language, say
from tests.listed.folders import made_of
from tests.printables.copier import copied, lost_letters, lost_lines, pictures
from tests.render.measured import texts


def table(*sizes: int) -> str:
    """Return a table of families of so many members, their rows mixed with one another."""
    rows = [
        f"famille {family};mot-{family}-{member}"
        for member in range(max(sizes))
        for family, size in enumerate(sizes)
        if member < size
    ]
    return "\n".join(("famille;mot", *rows))


def said(drawing: Drawing) -> list[str]:
    """Return every line of words of a drawing, a family's words only once where they are large."""
    found = []
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            found.append(shape.words)
        elif isinstance(shape, Placed):
            found += said(shape.drawing)
    return found


def fronts(pages: tuple[Page, ...]) -> list[Drawing]:
    """Return the faces of the cards."""
    return [copy.placed.drawing for page in pages if not page.is_back for copy in page.copies]


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("options", [{}, {"paper": "letter"}, {"paper": "a3", "large": True}])
def test_every_card_lists_just_the_others(
    tmp_path: Path, language: Language, options: dict[str, object]
) -> None:
    """A card names family and place once, itself large and in its column, each other once."""
    game = made_of(tmp_path, "families", table(4, 4, 4), language)
    pages = plan(game, "families", Options(language, **options))  # type: ignore[arg-type]
    cards = fronts(pages)
    assert len(cards) == 12
    for card in cards:
        family = re.findall(r"\d", card.title)[0]
        words = [one.removeprefix("• ") for one in said(card)]
        members = {f"mot-{family}-{number}" for number in range(4)}
        place = f"{int(card.title[-1]) + 1}/4"
        assert Counter(words) == Counter([f"famille {family}", card.title, place, *members])


def test_the_printed_page_says_the_families(tmp_path: Path) -> None:
    """Each word is printed as often as its family has cards, and once in a column; then a key."""
    made = make(made_of(tmp_path, "families", table(3, 3, 3)), "families", Options())
    assert made.pdf is not None
    first, *_, last = texts(made.pdf)
    for family in range(3):
        for member in range(3):
            assert len(re.findall(rf"mot-{family}-{member}\b", first)) == 4
        wanted = ", ".join(f"mot-{family}-{member}" for member in range(3))
        assert f"famille {family} – {wanted}" in re.sub(r"\s+", " ", last)


def test_contents_name_the_families(tmp_path: Path) -> None:
    """The file beside the PDF has each family with its members."""
    made = make(made_of(tmp_path, "families", table(2, 2)), "families", Options())
    found = json.loads(made.files["families.contents.json"])["families"]
    assert found == [
        {"family": f"famille {n}", "members": [f"mot-{n}-0", f"mot-{n}-1"]} for n in range(2)
    ]


def test_members_are_taken_by_seed(tmp_path: Path) -> None:
    """Of families of unequal size as many members as wanted are taken, the same by one seed."""
    game, seen = made_of(tmp_path, "families", table(3, 6, 5), more="members: 3,"), set[str]()
    for seed in (1, 1, 2, 3):
        made = make(game, "families", Options(seed=seed))
        (found,) = [data for name, data in made.files.items() if "contents" in name]
        families = json.loads(found)["families"]
        assert [len(one["members"]) for one in families] == [3, 3, 3]
        assert all(one["members"] == sorted(one["members"]) for one in families)
        seen.add(json.dumps(families))
    assert len(seen) == 3


@pytest.mark.parametrize(("sizes", "taken"), [((4, 4, 5), 4), ((2, 3), 2), ((10, 4, 4), 4)])
def test_of_larger_families_as_many_are_taken(
    tmp_path: Path, sizes: tuple[int, ...], taken: int
) -> None:
    """Where nobody says how many, all families have as many cards as most, and that is told."""
    game = made_of(tmp_path, "families", table(*sizes))
    made = make(game, "families", Options())
    families = json.loads(made.files["families.contents.json"])["families"]
    assert {len(one["members"]) for one in families} == {taken}
    (told,) = fit_game(game, "families", Options()).notes
    assert say(told, "fr").startswith(f"{taken} cartes de chaque famille")
    even = made_of(tmp_path, "families", table(4, 4))
    assert fit_game(even, "families", Options()) == FittedGame(even, Options())


@pytest.mark.parametrize(
    ("text", "more", "cells"),
    [
        (table(3, 4, 4), "", {"A8": "famille 0 est incomplète (3 sur 4"}),
        (table(1, 4), "", {"A2": "ajoutez 3 lignes"}),
        (table(3, 5), "members: 4,", {"A2": "3 des 4 cartes demandées"}),
        (table(5), "", {"A2": "il n’y a qu’une famille"}),
        ("famille;mot\na;x\na;\nb;y\nb;z", "", {"B3": ""}),
        ("famille;mot\na;x\n;w\nb;y\nb;z", "", {"A3": ""}),
        ("famille;mot\na;x\na;x\nb;y\nb;z", "", {"B3": "B2"}),
        (f"famille;mot\na;x\na;{'long' * 40}\nb;y\nb;z", "", {"B3": ""}),
    ],
)
def test_families_are_refused_at_their_cells(
    tmp_path: Path, text: str, more: str, cells: dict[str, str]
) -> None:
    """What makes families unequal or unprintable is told at its cell, with what would do."""
    game = made_of(tmp_path, "families", text, more=more)
    with pytest.raises(DataError) as found:
        plan(game, "families", Options())
    told = {one.field: say(one.message, "fr").replace("\xa0", " ") for one in found.value.problems}
    assert told.keys() == cells.keys()
    assert [cell for cell, words in cells.items() if words not in told[cell]] == []


def test_one_word_may_be_in_two_families(tmp_path: Path) -> None:
    """An orange is a fruit and a colour: each card lists the others of its own family."""
    table = "famille;mot\nfruits;orange\nfruits;pomme\ncouleurs;orange\ncouleurs;bleu"
    cards = fronts(plan(made_of(tmp_path, "families", table), "families", Options()))
    assert [[one[2:] for one in said(card) if one[0] == "•"] for card in cards] == [
        ["pomme"],
        ["orange"],
        ["bleu"],
        ["orange"],
    ]


def test_a_list_without_families_is_refused(tmp_path: Path) -> None:
    """Without a column of families the columns found are named."""
    game = made_of(tmp_path, "families", "mot;réponse\na;b\nc;d")
    with pytest.raises(LudokitError, match=r"mot, réponse"):
        plan(game, "families", Options())


@pytest.mark.parametrize("count", [2, 6, 7, 20])
def test_families_are_told_apart_without_colour(tmp_path: Path, count: int) -> None:
    """No two families have one shape and one number; numbers come where six shapes are too few."""
    game = made_of(tmp_path, "families", table(*[2] * count))
    found = entry(game, "families")
    assert isinstance(found, FamiliesEntry)
    signs = family_signs(found.colours, game, count)
    assert len({(one.tone, one.number) for one in signs}) == count
    assert {one.tone for one in signs[:6]} == set([*SIGNS][:count])
    assert all(bool(one.number) == (count > 6) for one in signs)


def strokes(drawing: Drawing) -> list[Stroke]:
    """Return the lines and outlines of a drawing."""
    found = []
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            found += strokes(shape.drawing)
        elif (stroke := getattr(shape, "stroke", None)) is not None:
            found.append(stroke)
    return found


def test_a_grey_copy_keeps_the_lines_of_a_card(tmp_path: Path) -> None:
    """Frame, column and sign of a card are outlined in ink, 0.6 pt at least."""
    game = made_of(tmp_path, "families", table(3, 3))
    for card in fronts(plan(game, "families", Options(ink="grey"))):
        found = strokes(card)
        assert len(found) >= 5
        assert all(one.colour == "ink" and one.width >= 0.6 for one in found)


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["families", "quiz"])
def test_a_copied_card_can_be_played_with(tmp_path: Path, kind: str) -> None:
    """On a copy of a copy of the grey page all lines, signs and words of the cards are there."""
    text = "famille;mot;réponse\n" + "\n".join(f"f{n % 7};mot {n};{n}" for n in range(14))
    game, options = made_of(tmp_path, kind, text), Options(ink="grey")
    pages, pdf = plan(game, kind, options), make(game, kind, options).pdf
    assert pdf is not None
    for number, before, glyphs in pictures(pdf, (0,)):
        after = copied(before)
        assert [*lost_lines(pages[number], palette(game, "grey"), before, after)] == []
        assert [*lost_letters(glyphs, before, after)] == []
