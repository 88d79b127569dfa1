"""Closed lists of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.words import clipped, fold, near, not_one_of, say


@pytest.mark.parametrize(
    ("one", "other"),
    [("Dés", "des"), ("RÉSULTAT", "resultat"), ("Le\u0301a", "Léa"), ("straße", "STRASSE")],
)
def test_fold(one: str, other: str) -> None:
    """Words are compared without case, accents and the way they were typed."""
    assert fold(one) == fold(other)


@given(st.text())
def test_fold_twice(text: str) -> None:
    """Folding what is folded changes nothing."""
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("found", "hint"), [("bord", "board"), ("DECKS", "Deck"), ("elephant", None), ("", None)]
)
def test_near(found: str, hint: str | None) -> None:
    """The nearest word is found without regard to case, and only when it is near."""
    assert near(found, ["board", "Deck"]) == hint


def test_not_one_of() -> None:
    """A word outside a list is answered with the list and the nearest word of it."""
    assert say(not_one_of("bord", ["deck", "board"]), "en") == (
        "'bord' is not one of board, deck; did you mean 'board'?"
    )
    assert say(not_one_of("frog", ["deck", "board"]), "en") == "'frog' is not one of board, deck"
    told = not_one_of("frog", ["bird"], role="card-type")
    assert say(told, "en") == "card type: 'frog' is not one of bird"
    assert say(not_one_of("frog", []), "en") == "there is no 'frog', and no other"


def test_long_lists_and_words_are_cut() -> None:
    """Neither a long list nor a long word makes a message nobody reads."""
    words = say(not_one_of("x" * 5000, [f"card {n:03}" for n in range(500)]), "en")
    assert len(words) < 400
    assert words.endswith("card 023, …")
    assert clipped("short") == "short"
