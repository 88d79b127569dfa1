"""Which rules turns, life points and the winner break; how they lie on paper, turns in words."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias, assert_never

from generator.game import Mark, Paper
from generator.game.parts.deck import Throw
from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.settling import STANDING, kills, opened, played, strength
from generator.rules.duel_of_cards.state import Layout, Play, State, Turn
from generator.rules.family import Deed, Refusal, Told
from generator.rules.findings import active_player
from generator.rules.naming import words
from generator.words import Message, Value, message

# What an error spoils: the rest of the game.
GAME = frozenset({"game"})


def said(key: str, **values: Value) -> Message:
    """Return a message of this family."""
    return message(f"rules.duel_of_cards.{key}", **values)


def card(*ids: str) -> Message:
    """Return how a message names cards."""
    return words("cards", *ids)


def found(
    rule: str,
    reason: Message,
    turn: Turn,
    player: str,
    *within: str | int,
    where: str | None = None,
) -> Refusal:
    """Return a finding of a turn, at a field of it; it spoils the rest of the game."""
    path = ("turns", turn.number - 1, *within)
    return Refusal(rule, reason, path, player, where, turn=turn.number, after=GAME, spoils=GAME)


# The rule, what is wrong, the field of the play, and the card that is meant.
Broken: TypeAlias = tuple[str, Message, str, str | None]


def _broken(layout: Layout, now: State, player: str, play: Play) -> Iterator[Broken]:
    yield from _cards(layout, now, player, play)
    match play:
        case states.Infection():
            yield from _infection(layout, now, player, play)
        case states.Attack():
            yield from broken_by_attack(layout, now, player, play)
        case states.Condom() | states.Breaker():
            yield from _condom(now, player, play)
        case states.Drug():
            yield from _drug(layout, now, player, play)
        case states.Abstinence(_, other) | states.Swab(_, other) | states.Trade(_, other):
            yield from _target_of(now, player, other, states.FIELDS[type(play)][0])
        case states.Behaviour() | states.Urine():
            pass
        case _:
            assert_never(play)


def _cards(layout: Layout, now: State, player: str, play: Play) -> Iterator[Broken]:
    """Yield that a card cannot come from a hand, or from the deck at all."""
    field, used = states.FIELDS[type(play)][0], states.card_of(layout, play)
    if used is not None:
        yield from _supply(layout, now, used, 1, field)
        if now.seats[player].hand < 1:
            reason = said("hand-size", player=player, card=card(used))
            yield "hand-size", reason, field, used
    match play:
        case states.Swab(_, of, discards) if discards is not None:
            own = 1 + (discards == used)
            yield from _supply(layout, now, discards, own, "discards")
            if now.seats[of].hand < 1 and not now.seats[of].is_out:
                reason = said("hand-size-swab", player=of)
                yield "hand-size", reason, "discards", discards
        case states.Trade(_, to, gives, takes) if to != player and not now.seats[to].is_out:
            for giver, given, name in ((player, gives, "gives"), (to, takes, "takes")):
                hand = max(0, now.seats[giver].hand)
                if len(given) > hand:
                    reason = said("hand-size-trade", player=giver, found=len(given), n=hand)
                    yield "hand-size", reason, name, None
        case _:
            pass


def _supply(layout: Layout, now: State, name: str, more: int, field: str) -> Iterator[Broken]:
    most = layout.copies(name)
    if states.seen(layout, now, name) + more > most:
        yield "card-supply", said("card-supply", card=card(name), n=most), field, name


def _infection(layout: Layout, now: State, player: str, play: states.Infection) -> Iterator[Broken]:
    laid = now.seats[player].behaviours.count(play.by)
    values = {"microbe": card(play.card), "behaviour": card(play.by)}
    if not laid:
        reason = said("behaviour-on-table", player=player, **values)
        yield "behaviour-on-table", reason, "with", play.by
    elif now.used.count(play.by) >= laid:
        yield "behaviour-once", said("behaviour-once", behaviour=card(play.by)), "with", play.by
    if play.by not in layout.circles[play.card]:
        yield "transmission", said("transmission", **values), "infects", play.card


def _condom(now: State, player: str, play: states.Condom | states.Breaker) -> Iterator[Broken]:
    """Yield why a condom cannot be given, or not be broken."""
    if isinstance(play, states.Breaker):
        worn = now.seats[player].condom
        if worn != "given":
            key = "breaker-own" if worn == "own" else "breaker"
            yield "breaker", said(key, player=player, card=card(play.card)), "breaks", play.card
        return
    seat = now.seats[play.to]
    if seat.condom != "none":
        yield "one-condom", said("one-condom", player=play.to), "condom", None
    if seat.is_out:
        yield "self-target", said("out", player=play.to), "condom", None


def _drug(layout: Layout, now: State, player: str, play: states.Drug) -> Iterator[Broken]:
    if now.seats[player].turns == 1:
        yield "placement-round", said("placement-drug", player=player), "drug", play.card
    values = {"drug": card(play.card), "microbe": card(play.kills)}
    if play.kills not in layout.killed_by(play.card):
        yield "drug-target", said("drug-kills", **values), "kills", play.kills
    elif play.of == player:
        yield "drug-target", said("drug-own", player=player), "of", play.kills
    elif play.kills not in now.seats[play.of].microbes:
        reason = said("drug-absent", player=play.of, microbe=card(play.kills))
        yield "drug-target", reason, "kills", play.kills


def _target_of(now: State, player: str, other: str, field: str) -> Iterator[Broken]:
    if other == player:
        yield "self-target", said("self-target", player=player), field, None
    elif now.seats[other].is_out:
        yield "self-target", said("out", player=other), field, None


def broken_by_attack(
    layout: Layout, now: State, player: str, attack: states.Attack
) -> Iterator[Broken]:
    """Yield each rule that an attack breaks: what is wrong, at which field, and the card meant."""
    seat = now.seats[player]
    if seat.turns == 1:
        yield "placement-round", said("placement-attack", player=player), "attack", attack.card
    if attack.card not in seat.microbes:
        reason = said("microbe-on-table", player=player, microbe=card(attack.card))
        yield "microbe-on-table", reason, "attack", attack.card
    if now.has_attacked:
        yield "one-attack", said("one-attack", player=player), "attack", attack.card
    if seat.condom == "given":
        yield "condom-holder", said("condom-holder", player=player), "attack", attack.card
    yield from _dice(layout, attack)
    yield from _target_of(now, player, attack.on, "on")
    if attack.on != player and not now.seats[attack.on].is_out:
        yield from _target(now, attack)


def _target(now: State, attack: states.Attack) -> Iterator[Broken]:
    """Yield why a player, or what lies before him, cannot be attacked so."""
    seat = now.seats[attack.on]
    if seat.condom == "own":
        yield "condom-protects", said("condom-protects", player=attack.on), "on", None
    if attack.target is None:
        if seat.microbes:
            reason = said("target-first", player=attack.on, n=len(seat.microbes))
            yield "target-first", reason, "on", None
    elif attack.target not in seat.microbes:
        reason = said("microbe-on-table", player=attack.on, microbe=card(attack.target))
        yield "microbe-on-table", reason, "target", attack.target


def _dice(layout: Layout, attack: states.Attack) -> Iterator[Broken]:
    throw = layout.attacks[attack.card]
    reason = _wrong(layout, attack.dice, throw, said("attack-of", microbe=card(attack.card)))
    if reason is not None:
        yield "attack-dice", reason, "dice", attack.card
    if attack.target is None:
        if attack.defence:
            yield "defence-dice", said("defence-nobody", player=attack.on), "defence", None
        return
    throw = layout.defences[attack.target]
    reason = _wrong(layout, attack.defence, throw, said("defence-of", microbe=card(attack.target)))
    if reason is not None:
        yield "defence-dice", reason, "defence", attack.target


def _wrong(layout: Layout, faces: tuple[int, ...], throw: Throw, what: Message) -> Message | None:
    """Return what is wrong with dice, None where nothing is."""
    if len(faces) != throw.dice:
        return said("dice-count", what=what, found=len(faces), n=throw.dice)
    face = next((face for face in faces if not 1 <= face <= layout.sides), None)
    return None if face is None else said("dice-face", found=face, sides=layout.sides)


# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn-order": ("next",),
        "placement-round": ("turns",),
        "card-supply": ("discard",),
        "hand-size": ("hand",),
        "behaviour-on-table": ("by", "plays"),
        "behaviour-once": ("plays",),
        "transmission": ("card", "by"),
        "microbe-on-table": ("microbes",),
        "one-attack": ("plays",),
        "attack-dice": ("dice",),
        "defence-dice": ("defence",),
        "target-first": ("microbes", "target"),
        "condom-holder": ("condom",),
        "condom-protects": ("condom",),
        "one-condom": ("condom", "plays"),
        "breaker": ("condom",),
        "drug-target": ("microbes", "kills", "of"),
        "abstinence-skip": ("skips",),
        "self-target": ("to", "on", "of", "life"),
        "after-end": ("ended",),
    }
)
_ORDER = {rule: place for place, rule in enumerate(ON_TURNS)}


def refuse(layout: Layout, state: State, turn: Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks: as it begins, then play by play in the table's order."""
    if state.ended is not None:
        return (_after_end(state, turn),)
    order: tuple[Refusal, ...] = ()
    player = active_player(state, turn)
    is_out = state.seats[player].is_out
    if player != state.next:
        key = "turn-order-out" if is_out else "turn-order"
        reason = said(key, player=player, expected=state.next)
        order = (found("turn-order", reason, turn, player, "player"),)
    return order if is_out else (*order, *_skip(state, turn), *_plays(layout, state, turn))


def _after_end(state: State, turn: Turn, *at: str | int) -> Refusal:
    reason = said("after-end", turn=str(state.ended))
    return found("after-end", reason, turn, active_player(state, turn), *at)


def _skip(state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield that a turn was played or skipped and should not have been."""
    player = active_player(state, turn)
    must = state.seats[player].skips
    if must and not turn.is_skipped:
        within = ("plays",) if turn.plays else ()
        reason = said("abstinence-skip-due", player=player)
        yield found("abstinence-skip", reason, turn, player, *within)
    elif turn.skips and not must:
        reason = said("abstinence-skip-no-cause", player=player)
        yield found("abstinence-skip", reason, turn, player, "skips")


def _plays(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield what is wrong with each play, judged after those before it that stand."""
    now, player = opened(layout, state, turn), active_player(state, turn)
    for play in turn.plays:
        if now.ended is not None:
            yield _after_end(now, turn, "plays", play.place)
            continue
        broken = sorted(_broken(layout, now, player, play), key=lambda one: _ORDER[one[0]])
        for rule, reason, field, where in broken:
            yield found(rule, reason, turn, player, "plays", play.place, field, where=where)
        if all(rule in STANDING for rule, *_ in broken):
            now = played(layout, now, turn, play)


ON_FINALS = ("unfinished", "final-differs", "winner-wrong")


def differing(layout: Layout, state: State, final: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player whose life points are not what the dice give."""
    for player, points in final.items():
        wanted = state.seats[player].life
        if points != wanted:
            reason = said("final-differs", player=player, found=points, wanted=wanted)
            box = _box(layout, points)
            yield Refusal("final-differs", reason, ("final", player), player, box, after=GAME)


def impossible(state: State, final: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player whose life points no dice can give: papers alone show no more."""
    for player, points in final.items():
        if not 0 <= points <= state.life:
            reason = said("final-outside", player=player, found=points, most=state.life)
            yield Refusal("final-differs", reason, ("final", player), player)


def winner_wrong(state: State, winner: str | None) -> Iterator[Refusal]:
    """Yield that the winner written down is not the only one who has life points."""
    alive = state.alive()
    if winner is not None and (state.ended is None or alive != (winner,)):
        early = said("winner-early", player=winner, n=len(alive))
        reason = early if state.ended is None else _not_the_winner(winner, alive)
        yield Refusal("winner-wrong", reason, ("winner",), after=GAME)


def winner_impossible(state: State, winner: str | None) -> Iterator[Refusal]:
    """Yield that papers alone contradict the winner: he has no life points, or another has some."""
    alive = state.alive()
    if winner is not None and alive != ((winner,) if winner in state.seats else ()):
        yield Refusal("winner-wrong", _not_the_winner(winner, alive), ("winner",))


def _not_the_winner(winner: str, alive: tuple[str, ...]) -> Message:
    if winner in alive:
        others = tuple(player for player in alive if player != winner)
        return said("winner-others", player=winner, others=others)
    return said("winner-out", player=winner)


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return everybody's life track, ticked at the points that are left."""
    return recorded(layout, state, states.DuelBody())


def recorded(layout: Layout, state: State, body: states.DuelBody) -> tuple[Paper, ...]:
    """Return the life tracks as written down; those left out as the state shows them."""
    lives = {player: seat.life for player, seat in state.seats.items()} | dict(body.final or {})
    boxes = {player: _box(layout, lives[player]) for player in state.seats}
    return tuple(
        Paper(player, layout.part, {} if box is None else {box: Mark(shape="tick")})
        for player, box in boxes.items()
    )


def _box(layout: Layout, life: int) -> str | None:
    """Return the box of so many life points, 0 included; None where the track has none."""
    return f"{layout.life.id}.{life}" if 0 <= life <= layout.life.boxes else None


def told(layout: Layout, state: State, turn: Turn, refusals: tuple[Refusal, ...]) -> Told:
    """Return what was done in a turn, refused or not, and the life points that everybody has then.

    A refused play is told without what it would have done.
    """
    player = active_player(state, turn)
    is_idle = state.ended is not None or state.seats[player].is_out
    now = state if is_idle else opened(layout, state, turn)
    at_plays = [refusal for refusal in refusals if len(refusal.path) > 3]  # noqa: PLR2004 - turns, number, plays, place
    wrong = {refusal.path[3] for refusal in at_plays}
    left_out = {refusal.path[3] for refusal in at_plays if refusal.rule not in STANDING}
    done = [Deed(said("told.skips"))] if turn.is_skipped else []
    for play in turn.plays:
        done.append(Deed(_told_play(play), is_wrong=is_idle or play.place in wrong))
        if not is_idle and play.place not in left_out:
            after = played(layout, now, turn, play)
            done += [Deed(words) for words in _effects(layout, after, play)]
            now = after
    left = tuple(said("told.life", player=name, n=seat.life) for name, seat in now.seats.items())
    return Told(turn.number, player, tuple(done), left)


def _told_play(play: Play) -> Message:  # noqa: C901, PLR0911 - a case for each play
    match play:
        case states.Behaviour(_, name):
            return said("told.lays", card=card(name))
        case states.Infection(_, name, by):
            return said("told.infects", microbe=card(name), behaviour=card(by))
        case states.Attack():
            return _attack(play)
        case states.Condom(_, to):
            return said("told.condom", player=to)
        case states.Breaker(_, name):
            return said("told.breaks", card=card(name))
        case states.Drug(_, name, microbe, of):
            return said("told.drug", drug=card(name), microbe=card(microbe), player=of)
        case states.Abstinence(_, to):
            return said("told.abstinence", player=to)
        case states.Swab(_, of, name):
            nothing = said("told.swab-nothing", player=of)
            return nothing if name is None else said("told.swab", player=of, card=card(name))
        case states.Urine():
            return said("told.urine")
        case states.Trade(_, to, gives, takes):
            return said("told.trade", player=to, gives=_some(gives), takes=_some(takes))
        case _:
            assert_never(play)


def _attack(play: states.Attack) -> Message:
    dice = tuple(map(str, play.dice))
    values: dict[str, Value] = {"microbe": card(play.card), "player": play.on, "dice": dice}
    if play.target is None:
        return said("told.attack-direct", **values)
    defence = tuple(map(str, play.defence))
    return said("told.attack", target=card(play.target), defence=defence, **values)


def _effects(layout: Layout, after: State, play: Play) -> Iterator[Message]:
    """Yield what an attack came to."""
    if not isinstance(play, states.Attack):
        return
    if play.target is not None:
        key = "told.dies" if kills(layout, play, play.target) else "told.stays"
        yield said(key, microbe=card(play.target))
        return
    yield said("told.loses", player=play.on, n=strength(layout, play))
    if after.seats[play.on].is_out:
        yield said("told.out", player=play.on)


def _some(cards: tuple[str, ...]) -> Message:
    return card(*cards) if cards else said("told.nothing")
