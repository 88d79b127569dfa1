"""Decks for a class: one for each table, whose backs tell them apart."""

import re
from collections import Counter
from pathlib import Path as Folder

import pytest

from generator.game import Game
from generator.kit import prepare_kit
from generator.listgames.card_set import BackedCardsEntry
from generator.make import make
from generator.paper.imposition import Piece
from generator.paper.shapes import Drawing, Path
from generator.printables.context import Context, Options
from generator.printables.planning import entry
from tests.listed.lists import listed
from tests.render.measured import texts

KINDS = ("memory", "families", "quiz", "one-in-common")
HEADINGS = ("mot", "réponse", "famille")
ROWS = [(f"m{number}", f"r{number}", f"f{number // 4}") for number in range(12)]


def game_of(folder: Folder, kind: str) -> Game:
    """Return a game of a kind, all made from one list."""
    return listed(folder, kind, ROWS, headings=HEADINGS)


def decks(game: Game, kind: str, options: Options) -> Counter[str]:
    """Return how many cards have the number of each deck on their backs, twice each."""
    pages = texts(make(game, kind, options).pdf or b"")
    title = re.escape(game.sentences_in("fr").title)
    return Counter(re.findall(rf"{title} · (\d+)", " ".join(pages)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_class_has_a_deck_for_each_table(kind: str, tmp_path: Folder) -> None:
    """Ten pupils have three whole decks, each with its number; a table has one without."""
    game = game_of(tmp_path, kind)
    found = decks(game, kind, Options("fr", pupils=10))
    assert set(found) == {"1", "2", "3"}
    assert len(set(found.values())) == 1
    assert decks(game, kind, Options("fr")) == Counter()
    assert decks(game, kind, Options("fr", pupils=4)) == Counter()


def test_backs_are_told_apart_at_a_glance(tmp_path: Folder) -> None:
    """Decks beside one another have other patterns on their backs; each deck keeps its own."""
    game = game_of(tmp_path, "memory")
    found, setting = entry(game, "memory"), Context(game, "memory", Options("fr"))
    assert isinstance(found, BackedCardsEntry)
    backs = [found.draw_back(setting, deck) for deck in range(1, 9)]
    # The pattern of a back is its first path.
    patterns = {next(shape for shape in back.shapes if isinstance(shape, Path)) for back in backs}
    assert len(patterns) == len(backs)
    assert backs[0] == found.draw_back(setting, 1)
    cards = [Piece(f"{number}", Drawing(48, 48)) for number in range(6)]
    own = Context(game, "memory", Options("fr", tables=3, pupils=27))
    assert len(found.decks(own, cards)) == 18


@pytest.mark.parametrize(("group", "tables"), [(None, 7), (3, 9), (5, 6)])
def test_a_kit_has_as_many_decks_as_tables(
    group: int | None, tables: int, tmp_path: Folder
) -> None:
    """However a class sits, its decks are printed once, in one set."""
    game = game_of(tmp_path, "memory")
    options, seating, wanted = prepare_kit(game, Options("fr"), 27, group)
    assert seating.tables == tables
    assert set(decks(game, "memory", options)) == {str(one) for one in range(1, tables + 1)}
    (row,) = wanted.rows
    assert (row.copies, row.sets) == (1, 1)


def test_what_has_no_backs_comes_once(tmp_path: Folder) -> None:
    """The backs of flashcards are answers: how many pupils there are changes nothing."""
    game = listed(tmp_path, "flashcards", ROWS, headings=HEADINGS)
    one, many = (make(game, "flashcards", Options("fr", pupils=n)) for n in (0, 27))
    assert one.files == many.files
