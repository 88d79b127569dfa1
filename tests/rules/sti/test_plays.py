"""The rules of single plays: situation, play, rule."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.games.sti.plays import Play, Turn
from generator.games.sti.rules import StiRules
from generator.games.sti.state import State
from tests.rules.sti.table import (
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

Seat = Mapping[str, Any]
NOTHING: Seat = {}
FIRST: Seat = {"turns": 0}
OUT: Seat = {"life": 0, "hand": 0}
YELLOW: Seat = {"behaviours": ("yellow",)}
HIV: Seat = {"microbes": ("hiv",)}
HERPES: Seat = {"microbes": ("herpes",)}


def _attack(
    card: str = "hiv",
    on: str = "Otter",
    target: str = "",
    dice: tuple[int, ...] = (5, 3),
    defence: tuple[int, ...] = (),
) -> Play:
    return attacks(0, card, on, target, dice, defence)


ATTACKS = [
    pytest.param(HIV, NOTHING, _attack(), [], id="straight at a player without microbes"),
    pytest.param(HIV, HERPES, _attack(target="herpes", defence=(1, 1)), [], id="at a microbe"),
    pytest.param(HIV, HERPES, _attack(), ["target-first"], id="past a microbe"),
    pytest.param(NOTHING, NOTHING, _attack(), ["microbe-on-table"], id="with a microbe not there"),
    pytest.param(
        HIV,
        HERPES,
        _attack(target="hpv", defence=(1, 1)),
        ["microbe-on-table"],
        id="at a microbe not there",
    ),
    pytest.param(
        NOTHING,
        NOTHING,
        _attack(target="hpv", defence=(1, 1)),
        ["microbe-on-table", "microbe-on-table"],
        id="neither is there",
    ),
    pytest.param(HIV, NOTHING, _attack(dice=(5,)), ["attack-dice"], id="one die too few"),
    pytest.param(HIV, NOTHING, _attack(dice=()), ["attack-dice"], id="no dice at all"),
    pytest.param(HIV, NOTHING, _attack(dice=(5, 3, 1)), ["attack-dice"], id="one die too many"),
    pytest.param(HIV, NOTHING, _attack(dice=(7, 1)), ["attack-dice"], id="a seven"),
    pytest.param(HIV, NOTHING, _attack(dice=(0, 1)), ["attack-dice"], id="a zero"),
    pytest.param(HIV, NOTHING, _attack(dice=(6, 1)), [], id="least and largest face"),
    pytest.param(HIV, NOTHING, _attack(defence=(1,)), ["defence-dice"], id="nobody defends"),
    pytest.param(
        HIV, HERPES, _attack(target="herpes"), ["defence-dice"], id="the defence is missing"
    ),
    pytest.param(
        HIV,
        HERPES,
        _attack(target="herpes", defence=(1, 9)),
        ["defence-dice"],
        id="a nine defends",
    ),
    pytest.param(
        {**HIV, "protection": "given"},
        NOTHING,
        _attack(),
        ["condom-holder"],
        id="wears a given condom",
    ),
    pytest.param({**HIV, "protection": "own"}, NOTHING, _attack(), [], id="wears an own condom"),
    pytest.param(
        HIV, {"protection": "own"}, _attack(), ["condom-protects"], id="own condom protects"
    ),
    pytest.param(HIV, {"protection": "given"}, _attack(), [], id="a given condom does not protect"),
    pytest.param(
        HIV,
        {**HERPES, "protection": "own"},
        _attack(),
        ["target-first", "condom-protects"],
        id="two rules, in the order of the table",
    ),
    pytest.param(HIV, NOTHING, _attack(on="Fox"), ["self-target"], id="oneself"),
    pytest.param(HIV, OUT, _attack(), ["self-target"], id="a player who is out"),
    pytest.param(
        {**FIRST, **HIV}, NOTHING, _attack(), ["placement-round"], id="in the placement turn"
    ),
]


@pytest.mark.parametrize(("fox", "otter", "attack", "rules"), ATTACKS)
def test_attack(
    table: Table, broken: Broken, fox: Seat, otter: Seat, attack: Play, rules: list[str]
) -> None:
    """An attack is refused by every rule it breaks, and by no other."""
    assert broken(table(fox, otter), attack) == rules


PLAYS = [
    pytest.param(NOTHING, NOTHING, lays(0, "yellow"), [], id="a behaviour"),
    pytest.param(YELLOW, NOTHING, infects(0, "hiv", "yellow"), [], id="a microbe"),
    pytest.param(
        NOTHING, NOTHING, infects(0, "hiv", "yellow"), ["behaviour-on-table"], id="no behaviour"
    ),
    pytest.param(
        NOTHING,
        YELLOW,
        infects(0, "hiv", "yellow"),
        ["behaviour-on-table"],
        id="another player's behaviour",
    ),
    pytest.param(
        {"behaviours": ("blue",)},
        NOTHING,
        infects(0, "hiv", "blue"),
        ["transmission"],
        id="possible is not enough",
    ),
    pytest.param(
        NOTHING,
        NOTHING,
        infects(0, "hiv", "green"),
        ["behaviour-on-table", "transmission"],
        id="neither laid nor in the circle",
    ),
    pytest.param(NOTHING, NOTHING, protects(0, "Otter"), [], id="a condom to another"),
    pytest.param(NOTHING, NOTHING, protects(0, "Fox"), [], id="a condom to oneself"),
    pytest.param(FIRST, NOTHING, protects(0, "Fox"), [], id="a condom in the placement turn"),
    pytest.param(
        NOTHING, {"protection": "given"}, protects(0, "Otter"), ["one-condom"], id="a second condom"
    ),
    pytest.param(
        NOTHING, {"protection": "own"}, protects(0, "Otter"), ["one-condom"], id="beside an own one"
    ),
    pytest.param(
        {"protection": "given"},
        NOTHING,
        protects(0, "Fox"),
        ["one-condom"],
        id="beside a given one",
    ),
    pytest.param({"protection": "own"}, NOTHING, protects(0, "Fox"), [], id="the own one is gone"),
    pytest.param(
        NOTHING, OUT, protects(0, "Otter"), ["self-target"], id="a condom to one who is out"
    ),
    pytest.param({"protection": "given"}, NOTHING, breaks(0, "teeth"), [], id="a breaker"),
    pytest.param(NOTHING, NOTHING, breaks(0, "teeth"), ["breaker"], id="nothing to break"),
    pytest.param(NOTHING, HIV, cures(0, "penicillin", "hiv", "Otter"), ["drug-target"], id="HIV"),
    pytest.param(
        NOTHING,
        {"microbes": ("lgv",)},
        cures(0, "doxycycline", "lgv", "Otter"),
        [],
        id="a drug of its list",
    ),
    pytest.param(
        NOTHING,
        {"microbes": ("lgv",), "protection": "own"},
        cures(0, "doxycycline", "lgv", "Otter"),
        [],
        id="a condom stops no drug",
    ),
    pytest.param(
        NOTHING,
        NOTHING,
        cures(0, "doxycycline", "lgv", "Otter"),
        ["drug-target"],
        id="a microbe that is not there",
    ),
    pytest.param(
        {"microbes": ("lgv",)},
        NOTHING,
        cures(0, "doxycycline", "lgv", "Fox"),
        ["drug-target"],
        id="one's own microbe",
    ),
    pytest.param(
        FIRST,
        {"microbes": ("lgv",)},
        cures(0, "doxycycline", "lgv", "Otter"),
        ["placement-round"],
        id="a drug in the placement turn",
    ),
    pytest.param(NOTHING, NOTHING, abstains(0, "Otter"), [], id="abstinence"),
    pytest.param(
        NOTHING, {"skips": True}, abstains(0, "Otter"), [], id="abstinences do not add up"
    ),
    pytest.param(NOTHING, NOTHING, abstains(0, "Fox"), ["self-target"], id="oneself abstains"),
    pytest.param(NOTHING, OUT, abstains(0, "Otter"), ["self-target"], id="abstinence: out"),
    pytest.param(FIRST, NOTHING, swabs(0, "Otter", "hiv"), [], id="a swab in the placement turn"),
    pytest.param(NOTHING, {"hand": 0}, swabs(0, "Otter"), [], id="an empty hand, nothing"),
    pytest.param(
        NOTHING, {"hand": 0}, swabs(0, "Otter", "hiv"), ["hand-size"], id="an empty hand, a card"
    ),
    pytest.param(NOTHING, NOTHING, swabs(0, "Fox"), ["self-target"], id="one's own hand"),
    pytest.param(NOTHING, OUT, swabs(0, "Otter", "hiv"), ["self-target"], id="a swab: out"),
    pytest.param(NOTHING, NOTHING, orders(0), [], id="urine test"),
    pytest.param(NOTHING, NOTHING, trades(0, "Otter", ("hiv",), ("red",)), [], id="a trade"),
    pytest.param(
        NOTHING, NOTHING, trades(0, "Fox", ("hiv",), ()), ["self-target"], id="trade: self"
    ),
    pytest.param(NOTHING, OUT, trades(0, "Otter", (), ("hiv",)), ["self-target"], id="trade: out"),
    pytest.param(
        {"hand": 0},
        {"hand": 2},
        trades(0, "Otter", ("hiv", "hpv"), ("red",)),
        ["hand-size"],
        id="gives more than the card drawn",
    ),
    pytest.param(
        {"hand": 0},
        {"hand": 2},
        trades(0, "Otter", ("hiv",), ("red", "hpv", "lgv")),
        ["hand-size"],
        id="takes more than is held",
    ),
    pytest.param(
        NOTHING,
        {"hand": 0},
        trades(0, "Otter", ("hiv",), ("red",)),
        ["hand-size"],
        id="takes from an empty hand",
    ),
    pytest.param(
        NOTHING,
        {"hand": -1},
        trades(0, "Otter", ("hiv",), ()),
        [],
        id="gives to a hand that owes a card",
    ),
    pytest.param(
        {"hand": -1}, NOTHING, lays(0, "yellow"), ["hand-size"], id="the card drawn is owed"
    ),
    pytest.param({"hand": 0}, NOTHING, lays(0, "yellow"), [], id="the card drawn"),
    pytest.param(
        {**FIRST, "hand": 0}, NOTHING, orders(0), ["hand-size"], id="nothing drawn for placement"
    ),
    pytest.param(
        {"behaviours": ("red",)}, NOTHING, lays(0, "red"), ["card-supply"], id="second of one"
    ),
    pytest.param(
        NOTHING,
        {"microbes": ("hepatitis-b",)},
        swabs(0, "Owl", "hepatitis-b"),
        ["card-supply"],
        id="a swabbed card too many",
    ),
    pytest.param(
        NOTHING,
        {"behaviours": ("red",)},
        trades(0, "Otter", ("red",), ()),
        [],
        id="traded cards are not counted",
    ),
    pytest.param(
        {"hand": -1},
        {"behaviours": ("red",)},
        lays(0, "red"),
        ["card-supply", "hand-size"],
        id="neither in the deck nor in the hand",
    ),
]


@pytest.mark.parametrize(("fox", "otter", "play", "rules"), PLAYS)
def test_play(
    table: Table, broken: Broken, fox: Seat, otter: Seat, play: Play, rules: list[str]
) -> None:
    """A play is refused by every rule it breaks, and by no other."""
    assert broken(table(fox, otter), play) == rules


SWABS = ("swab", "swab", "swab")


@pytest.mark.parametrize(
    ("discard", "play", "rules"),
    [
        pytest.param(SWABS, swabs(0, "Otter"), [], id="the fourth of four"),
        pytest.param(SWABS, swabs(0, "Otter", "swab"), ["card-supply"], id="it finds a fifth"),
        pytest.param((*SWABS, "swab"), swabs(0, "Otter"), ["card-supply"], id="the fifth"),
        pytest.param(
            ("condom",) * 7, protects(0, "Owl"), ["card-supply"], id="one lies on a table"
        ),
        pytest.param(("condom",) * 6, protects(0, "Owl"), [], id="the last condom"),
    ],
)
def test_supply(
    table: Table, broken: Broken, discard: tuple[str, ...], play: Play, rules: list[str]
) -> None:
    """Cards on all tables and on the discard pile count, worn condoms too."""
    state = table({}, {"protection": "given"}, discard=discard)
    assert broken(state, play) == rules


TWICE = (infects(0, "hiv", "yellow"), infects(1, "hpv", "yellow"))


@pytest.mark.parametrize(
    ("fox", "plays", "rules"),
    [
        pytest.param(YELLOW, TWICE, ["behaviour-once"], id="one behaviour, two microbes"),
        pytest.param({"behaviours": ("yellow",) * 2}, TWICE, [], id="two of a colour"),
        pytest.param(
            NOTHING, (lays(0, "yellow"), infects(1, "hiv", "yellow")), [], id="laid just now"
        ),
        pytest.param(
            NOTHING,
            (infects(0, "hiv", "yellow"), lays(1, "yellow")),
            ["behaviour-on-table"],
            id="laid too late",
        ),
        pytest.param(
            {"behaviours": ("yellow", "blue")},
            (infects(0, "hiv", "blue"), infects(1, "herpes", "blue")),
            ["transmission"],
            id="a refused microbe does not use the behaviour up",
        ),
        pytest.param(
            YELLOW,
            (infects(0, "hiv", "yellow"), attacks(1, "hiv", "Otter", "", (1, 1), ())),
            [],
            id="a microbe of this turn attacks",
        ),
        pytest.param(
            HIV,
            (
                attacks(0, "hiv", "Otter", "", (1, 1), ()),
                attacks(1, "hiv", "Owl", "", (1, 1), ()),
            ),
            ["one-attack"],
            id="a second attack",
        ),
        pytest.param(
            HIV,
            (attacks(0, "hiv", "Otter", "", (1,), ()), attacks(1, "hiv", "Owl", "", (1, 1), ())),
            ["attack-dice"],
            id="a refused attack is not used up",
        ),
        pytest.param(
            {**HIV, "protection": "given"},
            (breaks(0, "forgotten"), attacks(1, "hiv", "Otter", "", (1, 1), ())),
            [],
            id="free again, and attacks",
        ),
        pytest.param(
            NOTHING, (protects(0, "Fox"), breaks(1, "teeth")), ["breaker"], id="an own condom stays"
        ),
        pytest.param(
            {"behaviours": ("red",)},
            (lays(0, "red"), infects(1, "hiv", "red"), infects(2, "hpv", "yellow")),
            ["card-supply", "behaviour-on-table"],
            id="a card too many stands, findings in the order of the plays",
        ),
    ],
)
def test_plays_of_one_turn(
    table: Table, broken: Broken, fox: Seat, plays: tuple[Play, ...], rules: list[str]
) -> None:
    """A play is judged after those before it in the same turn, refused ones left out."""
    assert broken(table(fox), *plays) == rules


def test_refusal_says_where(sti: StiRules, table: Table) -> None:
    """A finding names the card, the player, the turn, the field; it spoils the whole game."""
    turn = Turn(4, None, (lays(0, "blue"), infects(1, "hiv", "blue")))
    (refusal,) = sti.refuse(table(), turn)
    assert (refusal.rule, refusal.player, refusal.where) == ("transmission", "Fox", "hiv")
    assert (refusal.turn, refusal.path) == (4, ("turns", 3, "plays", 1, "infects"))
    assert refusal.after == refusal.taints == {"game"}


# The circles and dice as published, one line a microbe: `+` of yellow, blue, pink, green, orange,
# violet, red; then attack and defence.
PUBLISHED = {
    "chlamydia": ("++...+.", (1, 0), 1),
    "lgv": ("+......", (1, 1), 1),
    "gonorrhoea": ("+++..+.", (1, 1), 1),
    "syphilis": ("++++...", (1, 2), 1),
    "m-genitalium": ("+......", (1, 0), 2),
    "herpes": ("+++++..", (1, 0), 2),
    "hpv": ("++++++.", (1, 1), 2),
    "hiv": ("+.....+", (2, 0), 2),
    "hepatitis-b": ("+..+.++", (1, 2), 2),
    "hepatitis-c": ("......+", (1, 1), 2),
}
COLOURS = ("yellow", "blue", "pink", "green", "orange", "violet", "red")
DRUGS = {
    "azithromycin": {"chlamydia", "m-genitalium"},
    "doxycycline": {"chlamydia", "lgv"},
    "ceftriaxone": {"gonorrhoea"},
    "penicillin": {"syphilis"},
    "moxifloxacin": {"m-genitalium"},
    "antiviral": {"hepatitis-c"},
}


def test_every_microbe_by_every_behaviour(table: Table, broken: Broken) -> None:
    """Of the 70 pairs of microbe and behaviour exactly those of the published circles go."""
    state = table({"behaviours": COLOURS})
    found = {
        (microbe, colour)
        for microbe in PUBLISHED
        for colour in COLOURS
        if not broken(state, infects(0, microbe, colour))
    }
    wanted = {
        (microbe, colour)
        for microbe, (circle, _, _) in PUBLISHED.items()
        for colour, sign in zip(COLOURS, circle, strict=True)
        if sign == "+"
    }
    assert found == wanted
    assert len(found) == 31


def test_every_drug_on_every_microbe(table: Table, broken: Broken) -> None:
    """Of the 60 pairs of drug and microbe exactly those of the published list go."""
    state = table({}, {"microbes": tuple(PUBLISHED)})
    found = {
        (drug, microbe)
        for drug in DRUGS
        for microbe in PUBLISHED
        if not broken(state, cures(0, drug, microbe, "Otter"))
    }
    assert found == {(drug, microbe) for drug, killed in DRUGS.items() for microbe in killed}


def _allowed(state: State, attack: Play) -> bool:
    """Judge an attack of Fox's by brute force, from the published cards and nothing else."""
    fox, other = state.seats["Fox"], state.seats[attack.on]
    if attack.on == "Fox" or other.life == 0 or other.protection == "own":
        return False
    if fox.turns < 1 or fox.protection == "given" or attack.card not in fox.microbes:
        return False
    if len(attack.dice) != PUBLISHED[attack.card][1][0]:
        return False
    if not attack.other:
        return other.microbes == () and attack.defence == ()
    return attack.other in other.microbes and len(attack.defence) == PUBLISHED[attack.other][2]


@pytest.mark.parametrize(
    ("fox", "otter", "owl", "count"),
    [
        pytest.param(HIV, NOTHING, NOTHING, 2, id="two bare players"),
        pytest.param(HIV, HERPES, NOTHING, 2, id="one bare player"),
        pytest.param({"microbes": ("hiv", "lgv")}, HERPES, HERPES, 4, id="two against two"),
        pytest.param(
            {"microbes": ("hiv", "lgv")}, {"microbes": ("hiv", "lgv", "hpv")}, OUT, 6, id="one out"
        ),
        pytest.param(HIV, {"protection": "own"}, HERPES, 1, id="one protected"),
        pytest.param({**HIV, "protection": "given"}, NOTHING, NOTHING, 0, id="barred"),
        pytest.param({**HIV, **FIRST}, NOTHING, NOTHING, 0, id="placement"),
        pytest.param(NOTHING, NOTHING, NOTHING, 0, id="nothing to attack with"),
    ],
)
def test_attacks_are_those_brute_force_finds(
    table: Table, broken: Broken, fox: Seat, otter: Seat, owl: Seat, count: int
) -> None:
    """Of all attacks that can be written down exactly those that brute force allows are legal."""
    state = table(fox, otter, owl)
    every = [
        attacks(0, card, on, target, dice, defence)
        for card in PUBLISHED
        for on in state.seats
        for target in ("", *PUBLISHED)
        for dice in ((3,), (3, 3))
        for defence in ((), (3,), (3, 3))
    ]
    found = [attack for attack in every if not broken(state, attack)]
    assert found == [attack for attack in every if _allowed(state, attack)]
    assert len(found) == count


def test_dice_of_every_card(sti: StiRules) -> None:
    """Every microbe attacks and defends with the published dice."""
    layout = sti.layout
    assert set(layout.microbes) == set(PUBLISHED)
    for card, (_, attack, defence) in PUBLISHED.items():
        assert (layout.attacks[card].dice, layout.attacks[card].plus) == attack
        assert (layout.defences[card].dice, layout.defences[card].plus) == (defence, 0)
