"""Decks and health facts as data: what does not add up is told with its place."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.check import check
from generator.errors import DataError
from generator.game import load
from generator.game.facts import Names, named
from generator.game.parts import Deck

STI = load("sti")


@pytest.fixture
def faults(tmp_path: Path) -> Callable[[str, str], list[str]]:
    """Return what `check` says of the STI data in which some words are replaced once."""

    def told(old: str, new: str, file: str = "game.yaml") -> list[str]:
        folder = tmp_path / "sti"
        shutil.copytree(STI.folder, folder)
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            check(folder)
        return [re.sub(r".*/sti/", "", problem.worded("en")) for problem in caught.value.problems]

    return told


@pytest.mark.parametrize(
    ("old", "new", "field", "told"),
    [
        pytest.param(
            "kills: [chlamydia, lgv]",
            "kills: [chlamydia, cold]",
            "parts.deck.cards.doxycycline.kills[2]",
            "'cold' is not one of",
            id="a drug that kills a microbe not in the deck",
        ),
        pytest.param(
            "kills: [chlamydia, lgv]",
            "kills: []",
            "parts.deck.cards.doxycycline",
            "needs the field 'kills'",
            id="a drug that kills nothing",
        ),
        pytest.param(
            "name: toys, colour: violet,",
            "name: toys,",
            "parts.deck.cards.violet",
            "the card 'violet' of the type 'behaviour' needs the field 'colour'",
            id="a behaviour without colour",
        ),
        pytest.param(
            "colour: violet,",
            "colour: mauve,",
            "parts.deck.cards.violet.colour",
            "'mauve' is not one of",
            id="a colour the game does not have",
        ),
        pytest.param(
            "hiv:\n        {type: microbe, copies: 2",
            "hiv:\n        {type: microbe, copies: 3",
            "parts.deck.count",
            "91 cards in all, 90 are declared",
            id="copies that are not 90",
        ),
        pytest.param(
            "hiv:\n        {type: microbe,",
            "hiv:\n        {type: germ,",
            "parts.deck.cards.hiv.type",
            "'germ' is not one of",
            id="a type the deck does not have",
        ),
        pytest.param(
            "hpv.cure, about: hpv, sources: [ontario-hpv, ars-hpv]",
            "hpv.cure, about: hpv, sources: []",
            "sources",
            "",
            id="a health fact without source",
        ),
        pytest.param(
            "hpv.cure, about: hpv, sources: [ontario-hpv, ars-hpv]",
            "hpv.cure, about: hpv",
            "sources",
            "",
            id="a health fact that names no sources",
        ),
        pytest.param(
            "hpv.cure, about: hpv, sources: [ontario-hpv, ars-hpv]",
            "hpv.cure, about: hpv, sources: [who-hcv]",
            "sources[1]",
            "the source 'who-hcv' does not speak of 'hpv'",
            id="a source that does not list the infection",
        ),
        pytest.param(
            'red: {value: "+", sources: [who-hcv]',
            'red: {value: "+", sources: [who-hbv]',
            "health.tables.transmission.hepatitis-c.red.sources[1]",
            "the source 'who-hbv' does not speak of 'hepatitis-c'",
            id="a table that cites a source of another infection",
        ),
        pytest.param(
            'red: {value: "+", sources: [who-hcv]',
            'red: {value: "yes", sources: [who-hcv]',
            "health.tables.transmission.hepatitis-c.red.value",
            "'yes' is not one of",
            id="a value that no table has",
        ),
        pytest.param(
            "notes: [hiv.cure,",
            "notes: [hiv.cured,",
            "parts.deck.cards.hiv.notes[1]",
            "'hiv.cured' is not one of",
            id="a card that prints no health fact",
        ),
        pytest.param(
            "shows: transmission, as: sectors",
            "shows: passing, as: sectors",
            "printables.cards.faces.microbe[4]",
            "'passing' is not one of",
            id="a circle of a table that is not there",
        ),
        pytest.param(
            "picture: toys}",
            "picture: toy}",
            "parts.deck.cards.violet.picture",
            "did you mean 'toys'",
            id="a picture that is not there",
        ),
        pytest.param(
            "      test:\n      - {zone: title",
            "      tests:\n      - {zone: title",
            "printables.cards.faces.tests",
            "'tests' is not one of",
            id="a face of no type",
        ),
    ],
)
def test_faults_of_the_deck(
    faults: Callable[[str, str], list[str]], old: str, new: str, field: str, told: str
) -> None:
    """Data that would print a wrong deck are refused, by the field that is wrong."""
    found = faults(old, new)
    assert any(field in line and told in line for line in found), found
    assert all(line.startswith("game.yaml:") for line in found)


def test_a_card_without_words(tmp_path: Path) -> None:
    """A card whose title is missing in every language is found before it is printed."""
    folder = tmp_path / "sti"
    shutil.copytree(STI.folder, folder)
    for language in ("fr", "en"):
        file = folder / f"{language}.yaml"
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"\n  card\.hiv: .*", "", text), encoding="utf-8")
    with pytest.raises(DataError, match=r"card\.hiv"):
        check(folder)


def test_a_health_fact_without_sentence(faults: Callable[..., list[str]]) -> None:
    """Every health fact has its sentence in every language, and every sentence its fact."""
    found = faults("  hiv.test: ", "  hiv.tests: ", "en.yaml")
    assert any("hiv.test" in line and "missing" in line for line in found)
    assert any("'hiv.tests' is not one of" in line for line in found)


def test_deck_reads_its_cards_by_type() -> None:
    """A deck lists designs by type and prints each as often as it holds it."""
    deck = STI.part("deck", Deck)
    assert deck.of_type("test") == ("swab", "urine")
    assert deck.printed().count("condom") == 8
    assert deck.cell_ids() == ()
    assert (("types", "drug", "band"), Names("colour"), "drug") in named(deck)


def test_every_microbe_is_in_every_column() -> None:
    """The table says something of each microbe and each behaviour of the deck."""
    deck = STI.part("deck", Deck)
    assert STI.head.health is not None
    table = STI.head.health.tables["transmission"]
    assert tuple(sorted(table)) == tuple(sorted(deck.of_type("microbe")))
    for row in table.values():
        assert tuple(row) == deck.of_type("behaviour")
        assert {cell.checked for cell in row.values()} == {"2026-11"}
