"""Turns as a whole: order, abstinence, the end, and what a turn leaves behind."""

from dataclasses import replace

import pytest

from generator.game.parts.listing import DiceFormula
from generator.games.sti.plays import Turn, kills
from generator.games.sti.rules import StiRules
from generator.games.sti.state import Seat, State
from tests.rules.sti.table import (
    THREE,
    Broken,
    Table,
    abstains,
    attacks,
    breaks,
    cures,
    infects,
    lays,
    orders,
    protects,
    swabs,
    trades,
)

OUT = {"life": 0, "hand": 0}
PLAYED, SKIPPED = "played", "skipped"
DIRECT = attacks(0, "hiv", "Otter", "", (5, 3), ())


def _after(sti: StiRules, state: State, turn: Turn) -> State:
    return sti.play(state, turn)


@pytest.mark.parametrize(
    ("state", "turn", "rules"),
    [
        pytest.param({}, Turn(4, None), [], id="nothing is played"),
        pytest.param({}, Turn(4, "Fox"), [], id="the next, by name"),
        pytest.param({}, Turn(4, "Owl"), ["turn-order"], id="not the next"),
        pytest.param(
            {}, Turn(4, "Owl", (breaks(0, "teeth"),)), ["turn-order", "breaker"], id="as written"
        ),
        pytest.param({"owl": OUT}, Turn(4, "Owl"), ["turn-order"], id="a player who is out"),
        pytest.param(
            {"owl": OUT},
            Turn(4, "Owl", (breaks(0, "teeth"),)),
            ["turn-order"],
            id="nothing counts of a turn of a player who is out",
        ),
        pytest.param({"fox": {"skips": True}}, Turn(4, None, skips=True), [], id="skips"),
        pytest.param(
            {"fox": {"skips": True}}, Turn(4, None), ["abstinence-skip"], id="plays nothing"
        ),
        pytest.param(
            {"fox": {"skips": True}},
            Turn(4, None, (orders(0),)),
            ["abstinence-skip"],
            id="plays and should skip",
        ),
        pytest.param(
            {"fox": {"skips": True}},
            Turn(4, None, (orders(0),), skips=True),
            ["abstinence-skip"],
            id="skips, and plays all the same",
        ),
        pytest.param({}, Turn(4, None, skips=True), ["abstinence-skip"], id="skips without cause"),
        pytest.param(
            {}, Turn(4, None, (orders(0),), skips=True), ["abstinence-skip"], id="says it skips"
        ),
        pytest.param({"ended": 3}, Turn(4, "Owl", skips=True), ["after-end"], id="after the end"),
    ],
)
def test_turn(
    sti: StiRules, table: Table, state: dict[str, object], turn: Turn, rules: list[str]
) -> None:
    """A turn is refused by each rule it breaks as it begins, then by those of its plays."""
    assert [refusal.rule for refusal in sti.refuse(table(**state), turn)] == rules


def test_play_after_the_last_opponent_is_out(sti: StiRules, table: Table, broken: Broken) -> None:
    """What is played when nobody else is left is after the end, each play by itself."""
    state = table({"microbes": ("hiv",)}, {"life": 8}, OUT)
    plays = (lays(0, "blue"), replace(DIRECT, place=1), orders(2), lays(3, "red"))
    assert broken(state, *plays) == ["after-end", "after-end"]
    turn = Turn(4, None, plays)
    after = _after(sti, state, turn)
    assert (after.ended, after.next) == (4, "Fox")
    assert after.seats["Fox"].behaviours == ("blue",)
    assert sti.outcome(after).winners == ("Fox",)
    assert _after(sti, after, Turn(5, "Fox", (orders(0),))) == after


def test_attack_of_eight(sti: StiRules, table: Table) -> None:
    """Source: 8 against 8 stays, against 7 dies; 8 straight at a player takes 8 of 20."""
    for defence, left in (((4, 4), ("herpes",)), ((4, 3), ())):
        state = table({"microbes": ("hiv",)}, {"microbes": ("herpes",)})
        attack = replace(DIRECT, other="herpes", defence=defence)
        after = sti.play(state, Turn(4, None, (attack,)))
        assert after.seats["Otter"].microbes == left
        assert after.discard == (() if left else ("herpes",))
        assert after.seats["Otter"].life == 20
    after = sti.play(table({"microbes": ("hiv",)}), Turn(4, None, (DIRECT,)))
    assert after.seats["Otter"].life == 12


def test_bonus(sti: StiRules, table: Table) -> None:
    """A bonus is added to the attack: syphilis 1+2 takes 3 with a one, and kills against 2."""
    attack = attacks(0, "syphilis", "Otter", "", (1,), ())
    after = sti.play(table({"microbes": ("syphilis",)}), Turn(4, None, (attack,)))
    assert after.seats["Otter"].life == 17
    state = table({"microbes": ("syphilis",)}, {"microbes": ("lgv", "hpv", "lgv")})
    attack = replace(attack, other="lgv", defence=(2,))
    assert sti.play(state, Turn(4, None, (attack,))).seats["Otter"].microbes == ("hpv", "lgv")


def test_out(sti: StiRules, table: Table) -> None:
    """Whoever has no life point left is out: seen cards and the hand go to the discard pile."""
    otter = {
        "life": 3,
        "hand": 5,
        "behaviours": ("red",),
        "protection": "given",
        "skips": True,
    }
    after = sti.play(table({"microbes": ("hiv",)}, otter), Turn(4, None, (DIRECT,)))
    assert after.seats["Otter"] == Seat(0, 0, 1)
    assert (after.discard, after.unseen) == (("red", "condom"), 5)
    assert (after.ended, after.next) == (None, "Owl")
    assert sti.outcome(after).scores["Otter"] == {"life": 0}


def test_out_without_a_condom_and_more_played_than_held(sti: StiRules, table: Table) -> None:
    """A hand that owes cards adds none to the discard pile."""
    state = table({"microbes": ("hiv",)}, {"life": 1, "hand": -2})
    after = sti.play(state, Turn(4, None, (DIRECT,)))
    assert (after.discard, after.unseen) == ((), 0)


@pytest.mark.parametrize(
    ("turns", "skips", "pile", "discard", "hand", "left"),
    [
        pytest.param(0, PLAYED, 50, (), 6, 50, id="no card in the placement turn"),
        pytest.param(1, PLAYED, 50, (), 7, 49, id="one card later"),
        pytest.param(1, SKIPPED, 50, (), 6, 50, id="none on a skipped turn"),
        pytest.param(0, SKIPPED, 50, (), 6, 50, id="none on a skipped placement turn"),
        pytest.param(1, PLAYED, 1, ("hiv",), 7, 0, id="the last card"),
        pytest.param(1, PLAYED, 0, ("hiv", "red"), 7, 4, id="the discard pile is shuffled"),
        pytest.param(1, SKIPPED, 0, ("hiv", "red"), 6, 0, id="not shuffled while none is drawn"),
    ],
)
def test_drawing(
    sti: StiRules,
    table: Table,
    turns: int,
    skips: str,
    pile: int,
    discard: tuple[str, ...],
    hand: int,
    left: int,
) -> None:
    """A card is drawn in each turn played after the first; unseen cards are shuffled in too."""
    fox = {"turns": turns, "skips": skips == SKIPPED}
    state = table(fox, pile=pile, discard=discard, unseen=3 if discard else 0)
    after = sti.play(state, Turn(4, None, skips=skips == SKIPPED))
    assert (after.seats["Fox"].hand, after.pile) == (hand, left)
    assert after.seats["Fox"].turns == turns + 1
    if pile == 0 and skips == PLAYED:
        assert (after.discard, after.unseen) == ((), 0)
    else:
        assert after.discard == discard


def test_nothing_left_to_draw(sti: StiRules, table: Table) -> None:
    """Where pile and discard pile are empty no card is drawn."""
    after = sti.play(table(pile=0), Turn(4, None))
    assert (after.seats["Fox"].hand, after.pile) == (6, 0)


def test_skipped_first_turn_counts_as_placement(
    sti: StiRules, table: Table, broken: Broken
) -> None:
    """Who skips the first turn may attack in the second, and draws then."""
    state = sti.start(THREE)
    state = sti.play(state, Turn(1, "Fox", (abstains(0, "Otter"),)))
    assert state.seats["Otter"].skips
    state = sti.play(state, Turn(2, "Otter", skips=True))
    assert not state.seats["Otter"].skips
    state = sti.play(state, Turn(3, "Owl"))
    state = sti.play(state, Turn(4, "Fox"))
    plays = (
        lays(0, "yellow"),
        infects(1, "hiv", "yellow"),
        attacks(2, "hiv", "Owl", "", (1, 1), ()),
    )
    assert broken(state, *plays) == []
    after = sti.play(state, Turn(5, "Otter", plays))
    assert after.seats["Otter"].hand == 5
    assert after.seats["Owl"].life == 18
    assert broken(table({"turns": 0, "microbes": ("hiv",)}), DIRECT) == ["placement-round"]


@pytest.mark.parametrize("skips", [PLAYED, SKIPPED])
def test_own_condom_lasts_until_the_next_turn(sti: StiRules, table: Table, skips: str) -> None:
    """An own condom is discarded when the next turn starts, skipped or not; a given one stays."""
    state = table({"protection": "own", "skips": skips == SKIPPED}, {"protection": "given"})
    after = sti.play(state, Turn(4, None, skips=skips == SKIPPED))
    assert (after.seats["Fox"].protection, after.discard) == ("none", ("condom",))
    after = sti.play(after, Turn(5, None))
    assert (after.seats["Otter"].protection, after.discard) == ("given", ("condom",))


def test_own_condom_is_shuffled_in(sti: StiRules, table: Table) -> None:
    """The condom is on the discard pile before a card is drawn."""
    after = sti.play(table({"protection": "own"}, pile=0), Turn(4, None))
    assert (after.seats["Fox"].hand, after.pile, after.discard) == (7, 0, ())


def test_cards_used_once(sti: StiRules, table: Table) -> None:
    """Tests, drugs, breakers and abstinence go to the discard pile, with what they take along."""
    state = table({"protection": "given"}, {"microbes": ("lgv", "hiv")})
    plays = (
        breaks(0, "teeth"),
        cures(1, "doxycycline", "lgv", "Otter"),
        abstains(2, "Owl"),
        swabs(3, "Owl", "hpv"),
        swabs(4, "Otter"),
        orders(5),
    )
    after = sti.play(state, Turn(4, None, plays))
    fox, otter, owl = after.seats.values()
    assert after.discard == (
        *("teeth", "condom", "doxycycline", "lgv", "abstinence"),
        *("swab", "hpv", "swab", "urine"),
    )
    assert (fox.protection, fox.hand) == ("none", 1)
    assert (otter.microbes, otter.hand, owl.hand, owl.skips) == (("hiv",), 6, 5, True)


def test_cards_that_stay(sti: StiRules, table: Table) -> None:
    """Behaviours, microbes and condoms lie on the table; a trade moves hand cards."""
    plays = (
        lays(0, "red"),
        infects(1, "hiv", "red"),
        protects(2, "Fox"),
        protects(3, "Owl"),
        trades(4, "Otter", ("hpv",), ("lgv", "hpv", "teeth")),
    )
    after = sti.play(table(), Turn(4, None, plays))
    fox, otter, owl = after.seats.values()
    assert (fox.behaviours, fox.microbes) == (("red",), ("hiv",))
    assert (fox.protection, owl.protection, otter.protection) == ("own", "given", "none")
    assert (fox.hand, otter.hand, after.discard) == (5, 4, ())


def test_order_goes_on_from_the_named_player(sti: StiRules, table: Table) -> None:
    """After a turn out of order whoever sits next to the named player follows."""
    assert _after(sti, table(), Turn(4, "Otter")).next == "Owl"
    after = _after(sti, table(owl=OUT), Turn(4, "Owl", (orders(0),)))
    assert (after.next, after.played, after.discard) == ("Fox", 4, ())
    assert _after(sti, table(otter=OUT), Turn(4, "Fox")).next == "Owl"


def test_what_an_error_leaves_behind(sti: StiRules, table: Table) -> None:
    """A refused play is left out, its card back in the hand; a card too many stands."""
    turn = Turn(4, None, (breaks(0, "teeth"), orders(1)))
    after = _after(sti, table(), turn)
    assert (after.seats["Fox"].hand, after.discard) == (6, ("urine",))
    state = table({"behaviours": ("red",), "hand": 0})
    after = _after(sti, state, Turn(4, None, (lays(0, "red"), orders(1))))
    assert after.seats["Fox"].behaviours == ("red", "red")
    assert after.seats["Fox"].hand == -1


@pytest.mark.parametrize("skips", [PLAYED, SKIPPED])
def test_abstinence_is_used_up(sti: StiRules, table: Table, skips: str) -> None:
    """A turn that should have been skipped counts as it was written, and none is owed after."""
    turn = Turn(4, None, (orders(0),), skips=skips == SKIPPED)
    after = _after(sti, table({"skips": True}), turn)
    assert not after.seats["Fox"].skips
    assert (after.seats["Fox"].hand, after.discard) == (6, ("urine",))


def test_behaviours_are_upright_again(sti: StiRules, table: Table, broken: Broken) -> None:
    """What was used up in a turn can be used in the next one."""
    infection = infects(0, "hiv", "yellow")
    state = table({"behaviours": ("yellow",)}, {"behaviours": ("yellow",)})
    state = sti.play(state, Turn(4, None, (infection, replace(DIRECT, place=1))))
    assert broken(state, infection, replace(DIRECT, place=1, on="Owl")) == []


@pytest.mark.parametrize(("dice", "is_killed"), [((6, 2), False), ((6, 3), True)])
def test_a_bonus_defends(sti: StiRules, dice: tuple[int, ...], is_killed: bool) -> None:  # noqa: FBT001 - a table
    """What a card adds to its defence has to be exceeded too."""
    layout = replace(sti.layout, defences={"hpv": DiceFormula(dice=2, plus=2)})
    assert kills(layout, attacks(0, "hiv", "Otter", "hpv", dice, (3, 3))) is is_killed


def test_life_points_alone(sti: StiRules) -> None:
    """Where only life points are known, no cards are, and no turn was the last."""
    final = {"Fox": 3, "Otter": 0, "Owl": -1}
    state = sti.state_from_sheets(THREE, sti.body(final=final))
    assert state is not None
    assert [seat.life for seat in state.seats.values()] == [3, 0, 0]
    assert (state.next, state.pile, state.played, state.ended) == ("Fox", 0, 0, 0)
    assert state.life == 20
    assert {seat.hand for seat in state.seats.values()} == {0}
