"""The key of every kind of exercises is found again another way: by records, by trying all."""

from random import Random

import pytest

from generator.documents.exercises.making import LEVELS
from tests.documents import keys_elsewhere, keys_on_sheets
from tests.documents.exercised import FEW, KINDS, MANY, exercises, kind

KEYS = {**keys_on_sheets.KEYS, **keys_elsewhere.KEYS}
# These have a module of tests of their own: test_exercises_in_records.
IN_RECORDS = ("record", "refused")


def test_every_kind_is_found_again() -> None:
    """No game has a kind of exercises whose key nothing here looks for."""
    assert {(name, of) for name, of in KINDS if of not in IN_RECORDS} == {*KEYS}


@pytest.mark.parametrize(("name", "of"), KEYS)
def test_a_key_is_what_the_rules_say(name: str, of: str) -> None:
    """Of each kind and level the one answer of the key is found again, by records or all rolls."""
    for one in exercises(name, of, FEW):
        KEYS[name, of](one)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("name", "of"), KEYS)
def test_a_thousand_seeds_make_no_ambiguous_exercise(name: str, of: str) -> None:
    """Of each kind the key is the one answer, for a thousand seeds of every level."""
    for one in exercises(name, of, MANY):
        KEYS[name, of](one)


@pytest.mark.parametrize(("of", "seed"), [("wins", 56), ("barred", 102)])
def test_nobody_without_dice_is_asked_where_to_lay_one(of: str, seed: int) -> None:
    """Who has laid every die and passes to the end of a round is asked neither question."""
    one = kind("doce", of).drawn(LEVELS[seed % len(LEVELS)], Random(seed))  # noqa: S311
    assert one is not None
    KEYS["doce", of](one)
