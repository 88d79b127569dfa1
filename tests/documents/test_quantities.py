"""Numbers that texts ask for where no shipped text does, counted again from the data."""

from dataclasses import replace
from pathlib import Path

import yaml

from generator import paths
from generator.documents.guide_section import quantities, quantities_for
from generator.documents.lesson import Position
from generator.documents.position_view import validate_position, view_of
from generator.documents.quantities import UNKNOWN, Quantities
from generator.game import Mark, load_folder
from generator.games.count.figures import figures
from generator.games.count.rules import CountRules
from generator.games.write.rules import WriteRules
from generator.games.write.view import View
from generator.rules import load as rules_of
from tests.games.test_games import HERE
from tests.rules.altered import altered
from tests.shipped import load


def position(game: str, **facts: object) -> Position:
    """Return a position that its game can have."""
    found = Position.model_validate({"alt": "drawn", "caption": "drawn", "marks": {}, **facts})
    assert not [*validate_position(load(game), found)]
    return found


def test_ways_and_cures_of_the_deck() -> None:
    """`{way.…}` counts the microbes that take a way, `{cure.…}` the drugs that kill a microbe."""
    data = yaml.safe_load((paths.rules_data() / "sti" / "game.yaml").read_text(encoding="utf-8"))
    cards, passes = data["parts"]["deck"]["cards"], data["health"]["tables"]["transmission"]
    known = quantities_for(load("sti"), "en")
    held = [one for one in passes if one in cards]
    assert held
    for way in passes[held[0]]:
        taken = [one for one in held if passes[one][way]["value"] == "+"]
        assert known[f"way.{way}.kinds"] == str(len(taken))
        assert known[f"way.{way}.cards"] == str(sum(cards[one]["copies"] for one in taken))
    for microbe in held:
        kill = {one: card for one, card in cards.items() if microbe in card.get("kills", ())}
        assert known[f"cure.{microbe}.cards"] == str(sum(one["copies"] for one in kill.values()))
        assert all(one in known[f"cure.{microbe}.names"] for one in kill)


def test_duels_the_surest_first() -> None:
    """`.ranked` tells every attack with its chance, `{left.…}` the microbes that a turn leaves."""
    marks = {"Lynx.1": "gonorrhoea", "Lynx.2": "hiv", "Koala.1": "herpes", "Koala.2": "hepatitis-c"}
    marks |= {"Lynx.condom": "given"}
    turn = {"player": "Lynx", "plays": [{"breaks": "calendar"}]}
    facts = {"marks": marks, "seat": {"Lynx": 20, "Koala": 9}, "printable": "cards", "turn": turn}
    known = quantities(load("sti"), {"table": position("sti", **facts)}, "en")
    # Two dice above two in 575 of 1,296 throws, a die and 1 above two in 35 of 216.
    assert known["position.table.ranked"] == (
        "HIV against herpes: 44.4%; HIV against hepatitis C: 44.4%; "
        "gonorrhoea against herpes: 16.2%; gonorrhoea against hepatitis C: 16.2%"
    )
    assert known["left.table.Koala"] == "herpes and hepatitis C"
    assert known["position.table.told"]


def test_no_means_of_other_charts(tmp_path: Path) -> None:
    """What charts look like after each lap was played out: by other rules it is not known."""
    game = load_folder(
        altered(
            tmp_path, "dental", ("id: red, colour: red, worth: 3", "id: red, colour: red, worth: 4")
        )
    )
    known = quantities_for(game, "en")
    names = ("worn.1.1.points", "worn.2.3.black", "worn.all.games", "worn.all.error")
    assert [known[name] for name in names] == [UNKNOWN] * 4
    assert UNKNOWN not in {quantities_for(load("dental"), "en")[name] for name in names}


def test_a_miss_is_ticked() -> None:
    """A turn that misses puts a tick in the next box of the sheet."""
    marks = {"O1": "3", "miss.1": "tick"}
    turn = {"dice": {"orange": 2, "yellow": 1}, "miss": True}
    rules = rules_of(load("qwinto"))
    assert isinstance(rules, WriteRules)
    at = position("qwinto", marks=marks, turn=turn)
    seen = View(rules, at, load("qwinto").sentences_in("en"))
    assert seen.written() == {"miss.2": Mark(shape="tick")}


def test_no_more_tokens_are_placed_than_are_left() -> None:
    """The best choice of a roll counts what the last tokens pay for, and not what dice would."""
    cells = [f"{row}x{column}" for row in (2, 3, 4) for column in range(1, 7)][:17]
    turn, marks = {"dice": [6, 5, 4, 3, 2, 1]}, dict.fromkeys(cells, "token")
    facts = {"marks": marks, "turn": turn, "printable": "boards"}
    seen = view_of(load("crowns"), position("crowns", **facts), "en")
    assert seen.figures()["left"] == 1
    assert seen.figures()["most"] == 1


def test_short_rows_have_no_gap(tmp_path: Path) -> None:
    """Of rows of two cells no gap is told: nothing lies between their numbers."""
    rows = "- {{id: {}, colour: {}, shift: 0, blank: {}, bonus: {}}}".format
    wide = [("O", "orange", 2, 4, [2, 5]), ("Y", "yellow", 1, 6, [7])]
    wide += [("P", "purple", 0, 5, [3, 9]), ("G", "green", 1, 3, [6])]
    edits = [("cells: 9", "cells: 2")]
    for name, colour, shift, blank, bonus in wide:
        before = rows(name, colour, blank, bonus).replace("shift: 0", f"shift: {shift}")
        edits.append((before, rows(name, colour, 2, [1])))
    game = load_folder(altered(tmp_path, "quatre-rangees", *edits, root=HERE))
    assert "gaps.2.even" in quantities(load_folder(HERE / "quatre-rangees"), {}, "fr")
    assert "gaps.2.even" not in quantities(game, {}, "fr")


def test_races_with_hardly_a_number_to_say(tmp_path: Path) -> None:
    """Of steps with a gap no division is told, of one number no other, of none who wins."""
    name, steps = "dernier-jeton", "steps: [1, 2, 3]"
    usual = quantities(load_folder(HERE / name), {}, "fr")
    assert (usual["to-say.usual.step"], usual["to-say.usual.last"]) == ("4", "1")
    edited = load_folder(altered(tmp_path, name, (steps, "steps: [1, 3, 5]"), root=HERE))
    known = quantities(edited, {}, "fr")
    assert "to-say.usual.step" not in known
    assert "to-say.usual.wins" in known
    assert known["race.2.2.list"] == "2"
    assert "race.2.2.before" not in known
    rules = rules_of(edited)
    assert isinstance(rules, CountRules)
    # Whoever begins takes the last token.
    only = rules.layout.mechanics.model_copy(update={"start": 1})
    one = CountRules(edited, replace(rules.layout, mechanics=only))
    told = Quantities([figures(one, edited.sentences_in("fr"), {})], edited.sentences_in("fr"))
    assert told.value("to-say.usual.list") == ()
    assert "to-say.usual.wins" not in told


def test_nothing_after_a_chart_without_a_turn() -> None:
    """`{after.…}` tells what a turn changes; of a chart alone it tells nothing."""
    alone = {"alone": position("dental", printable="board")}
    known = quantities(load("dental"), alone, "en")
    assert not [name for name in known if name.startswith("after.alone.")]
