"""Which rules turns, life points and the winner break; how they lie on paper, turns in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from generator.game import Mark, Paper
from generator.rules.family import Deed, Judged, Refusal, Told
from generator.rules.findings import active_player, at_turn
from generator.rules.sti import plays
from generator.rules.sti.plays import Play, StiBody, Turn, card, said
from generator.rules.sti.settling import STANDING, kills, opened, played, strength
from generator.rules.sti.state import Layout, Seat, State, seen
from generator.words import Message, Value, message

# The number of the turn in which nobody attacks or kills yet.
PLACEMENT = 1
# What an error spoils: the rest of the game.
GAME = frozenset({"game"})


def found(
    rule: str,
    reason: Message,
    turn: Turn,
    player: str,
    *within: str | int,
    where: str | None = None,
) -> Refusal:
    """Return a finding of a turn, at a field of it; it spoils the rest of the game."""
    return at_turn(rule, reason, turn, player, *within, where=where, after=GAME, spoils=GAME)


@dataclass(frozen=True, slots=True)
class Sight:
    """A play as it is judged: in whose turn, and how the table lies before it."""

    layout: Layout
    now: State
    turn: Turn
    play: Play

    @property
    def player(self) -> str:
        """Return who makes the play."""
        return active_player(self.now, self.turn)

    @property
    def seat(self) -> Seat:
        """Return the seat of the player who makes the play."""
        return self.now.seats[self.player]

    @property
    def aim(self) -> Seat:
        """Return the seat of the player on whom it is played."""
        return self.now.seats[self.play.on]

    def broken(self, rule: str, at: str, key: str | None = None, **values: Value) -> Refusal:
        """Return that a rule is broken at something of the play; its values can all be named."""
        play = self.play
        cards = {"card": play.card, "other": play.other}
        where = cards | {"dice": play.card, "defence": play.other}
        named: dict[str, Value] = {"player": self.player, "on": play.on}
        named |= {name: card(one) for name, one in cards.items() if one}
        reason = said(key or rule, **(named | values))
        path, card_id = ("plays", play.place, play.field(at)), where.get(at) or None
        return found(rule, reason, self.turn, self.player, *path, where=card_id)


def _supply(sight: Sight, at: str, more: int) -> Iterator[Refusal]:
    """Yield that a card cannot come from the deck any more."""
    name = sight.play.card if at == "card" else sight.play.other
    most = sight.layout.copies(name)
    if seen(sight.layout, sight.now, name) + more > most:
        yield sight.broken("card-supply", at, card=card(name), n=most)


def _aim(sight: Sight) -> Iterator[Refusal]:
    """Yield that another player is wanted, who is in the game."""
    if sight.play.on == sight.player:
        yield sight.broken("self-target", "on")
    elif sight.aim.is_out:
        yield sight.broken("self-target", "on", "out")


def _hand(sight: Sight) -> Iterator[Refusal]:
    """Yield that a card cannot come from the deck any more, or from the hand."""
    if sight.play.is_from_hand:
        yield from _supply(sight, "card", 1)
        if sight.seat.hand < 1:
            yield sight.broken("hand-size", "card")


def _condom(sight: Sight) -> Iterator[Refusal]:
    if sight.aim.condom != "none":
        yield sight.broken("one-condom", "on")
    if sight.aim.is_out:
        yield sight.broken("self-target", "on", "out")


def _breaker(sight: Sight) -> Iterator[Refusal]:
    worn = sight.seat.condom
    if worn != "given":
        yield sight.broken("breaker", "card", "breaker-own" if worn == "own" else "breaker")


def _infection(sight: Sight) -> Iterator[Refusal]:
    play, laid = sight.play, sight.seat.behaviours.count(sight.play.other)
    if not laid:
        yield sight.broken("behaviour-on-table", "other")
    elif sight.now.used.count(play.other) >= laid:
        yield sight.broken("behaviour-once", "other")
    if play.other not in sight.layout.circles[play.card]:
        yield sight.broken("transmission", "card")


def _attack(sight: Sight) -> Iterator[Refusal]:
    play, seat, aim = sight.play, sight.seat, sight.aim
    if seat.turns == PLACEMENT:
        yield sight.broken("placement-round", "card", "placement-attack")
    if play.card not in seat.microbes:
        yield sight.broken("microbe-on-table", "card")
    if sight.now.has_attacked:
        yield sight.broken("one-attack", "card")
    if seat.condom == "given":
        yield sight.broken("condom-holder", "card")
    yield from _dice(sight)
    yield from _aim(sight)
    if play.on == sight.player or aim.is_out:
        return
    if aim.condom == "own":
        yield sight.broken("condom-protects", "on")
    if not play.other and aim.microbes:
        yield sight.broken("target-first", "on", n=len(aim.microbes))
    if play.other and play.other not in aim.microbes:
        yield sight.broken("microbe-on-table", "other", card=card(play.other), player=play.on)


def _dice(sight: Sight) -> Iterator[Refusal]:
    play, layout, sides = sight.play, sight.layout, sight.layout.dice.sides
    casts = [("attack", "dice", play.card, play.dice, layout.attacks[play.card])]
    if play.other:
        defence = layout.defences[play.other]
        casts.append(("defence", "defence", play.other, play.defence, defence))
    elif play.defence:
        yield sight.broken("defence-dice", "defence", "defence-nobody")
    for side, at, by, faces, throw in casts:
        wrong = next((face for face in faces if not 1 <= face <= sides), None)
        if len(faces) != throw.dice:
            values: dict[str, Value] = {"what": said(f"{side}-of", card=card(by)), "n": throw.dice}
            yield sight.broken(f"{side}-dice", at, "dice-count", found=len(faces), **values)
        elif wrong is not None:
            yield sight.broken(f"{side}-dice", at, "dice-face", found=wrong, sides=sides)


def _drug(sight: Sight) -> Iterator[Refusal]:
    play = sight.play
    if sight.seat.turns == PLACEMENT:
        yield sight.broken("placement-round", "card", "placement-drug")
    if play.other not in sight.layout.killed_by(play.card):
        yield sight.broken("drug-target", "other", "drug-kills")
    elif play.on == sight.player:
        yield replace(sight.broken("drug-target", "on", "drug-own"), where=play.other)
    elif play.other not in sight.aim.microbes:
        yield sight.broken("drug-target", "other", "drug-absent")


def _swab(sight: Sight) -> Iterator[Refusal]:
    play, aim = sight.play, sight.aim
    yield from _aim(sight)
    if play.other:
        yield from _supply(sight, "other", 1 + (play.other == play.card))
        if aim.hand < 1 and not aim.is_out:
            yield sight.broken("hand-size", "other", "hand-size-swab")


def _trade(sight: Sight) -> Iterator[Refusal]:
    play = sight.play
    yield from _aim(sight)
    if play.on == sight.player or sight.aim.is_out:
        return
    for giver, given, at in ((sight.player, play.gives, "gives"), (play.on, play.takes, "takes")):
        hand = max(0, sight.now.seats[giver].hand)
        if len(given) > hand:
            found = len(given)
            yield sight.broken(
                "hand-size", at, "hand-size-trade", player=giver, found=found, n=hand
            )


JUDGES: Mapping[str, Callable[[Sight], Iterator[Refusal]]] = {
    "infects": _infection,
    "attack": _attack,
    "condom": _condom,
    "breaks": _breaker,
    "drug": _drug,
    "abstinence": _aim,
    "swab": _swab,
    "trade": _trade,
}


def broken(layout: Layout, now: State, turn: Turn, play: Play) -> Iterator[Refusal]:
    """Yield each rule that a play of a turn breaks, at a field of it, with the card meant."""
    sight = Sight(layout, now, turn, play)
    yield from _hand(sight)
    if play.kind in JUDGES:
        yield from JUDGES[play.kind](sight)


# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = {
    "turn-order": ("next",),
    "placement-round": ("turns",),
    "card-supply": ("discard",),
    "hand-size": ("hand",),
    "behaviour-on-table": ("other", "plays"),
    "behaviour-once": ("plays",),
    "transmission": ("card", "other"),
    "microbe-on-table": ("microbes",),
    "one-attack": ("plays",),
    "attack-dice": ("dice",),
    "defence-dice": ("defence",),
    "target-first": ("microbes", "other"),
    "condom-holder": ("condom",),
    "condom-protects": ("condom",),
    "one-condom": ("condom", "plays"),
    "breaker": ("condom",),
    "drug-target": ("microbes", "other", "on"),
    "abstinence-skip": ("skips",),
    "self-target": ("on", "life"),
    "after-end": ("ended",),
}
_ORDER = {rule: place for place, rule in enumerate(ON_TURNS)}


def judge(layout: Layout, state: State, turn: Turn) -> Judged[State]:
    """Return every rule a turn breaks: as it begins, then play by play in the table's order.

    With them comes the state after; a turn after the end, or of a player who is out, does nothing.
    """
    if state.ended is not None:
        return (_after_end(state, turn),), state
    player, now, refusals = active_player(state, turn), state, list[Refusal]()
    is_out = state.seats[player].is_out
    if player != state.next:
        key = "rules.sti.turn-order-out" if is_out else "rules.turn-order"
        reason = message(key, player=player, expected=state.next)
        refusals.append(found("turn-order", reason, turn, player, "player"))
    if not is_out:
        refusals += _skip(state, turn)
        now = opened(layout, state, turn)
        for play in turn.plays:
            wrong = _wrong(layout, now, turn, play)
            refusals += wrong
            if all(one.rule in STANDING for one in wrong):
                now = played(layout, now, turn, play)
    following = now.next if now.ended is not None else now.after(player)
    return tuple(refusals), replace(now, played=now.played + 1, next=following)


def _wrong(layout: Layout, now: State, turn: Turn, play: Play) -> list[Refusal]:
    """Return the rules that a play breaks, judged after those before it that stand."""
    if now.ended is not None:
        return [_after_end(now, turn, "plays", play.place)]
    return sorted(broken(layout, now, turn, play), key=lambda one: _ORDER[one.rule])


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


ON_FINALS = ("unfinished", "final-differs", "winner-wrong")


def differing(layout: Layout, state: State, final: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player whose life points are not what the dice give."""
    for player, points in final.items():
        wanted = state.seats[player].life
        if points != wanted:
            reason = said("final-differs", player=player, found=points, wanted=wanted)
            box = _box(layout, points)
            at = ("final", player)
            differs = Refusal("final-differs", reason, at, player, box, after=GAME)
            yield differs.of(points, wanted)


def impossible(state: State, final: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player whose life points no dice can give: papers alone show no more."""
    for player, points in final.items():
        if not 0 <= points <= state.life:
            reason = said("final-outside", player=player, found=points, most=state.life)
            yield Refusal("final-differs", reason, ("final", player), player)


def winner_wrong(state: State, winner: str | None, *, is_played: bool = True) -> Iterator[Refusal]:
    """Yield that the winner written down is not the only one who has life points.

    Papers that were not played to show no more than who has some.
    """
    alive = state.alive()
    is_early = is_played and state.ended is None
    alone = (winner,) if winner in state.seats else ()
    if winner is not None and (is_early or alive != alone):
        others = tuple(player for player in alive if player != winner)
        key = "winner-early" if is_early else "winner-others" if winner in alive else "winner-out"
        reason = said(key, player=winner, n=len(alive), others=others)
        after = GAME if is_played else frozenset[str]()
        yield Refusal("winner-wrong", reason, ("winner",), after=after)


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return everybody's life track, ticked at the points that are left."""
    return recorded(layout, state, StiBody())


def recorded(layout: Layout, state: State, body: StiBody) -> tuple[Paper, ...]:
    """Return the life tracks as written down; those left out as the state shows them."""
    lives = {player: seat.life for player, seat in state.seats.items()} | dict(body.final or {})
    papers = []
    for player in state.seats:
        box, tick = _box(layout, lives[player]), Mark(str(lives[player]), shape="tick")
        papers.append(Paper(player, layout.mechanics.life, {} if box is None else {box: tick}))
    return tuple(papers)


def _box(layout: Layout, life: int) -> str | None:
    """Return the box of so many life points, 0 included; None where there is none."""
    return next((cell.id for cell in layout.life.all_cells() if cell.value == life), None)


def told(layout: Layout, state: State, turn: Turn, judged: Judged[State]) -> Told:
    """Return what was done in a turn, refused or not, and the life points that everybody has then.

    A refused play is told without what it would have done.
    """
    player, (refusals, after) = active_player(state, turn), judged
    is_idle = state.ended is not None or state.seats[player].is_out
    left_out = {one.path[2:4] for one in refusals if one.rule not in STANDING}
    done = [] if turn.plays else [Deed(said("told.skips" if turn.is_skipped else "told.idle"))]
    for play in turn.plays:
        at = ("plays", play.place)
        wrong = tuple(number for number, one in enumerate(refusals) if one.path[2:4] == at)
        done.append(Deed(plays.told(play), wrong or (0,) * is_idle))
        if not is_idle and at not in left_out:
            done += map(Deed, _effects(layout, after, play))
    lives = after.seats.items()
    left = tuple(said("told.life", player=name, n=seat.life) for name, seat in lives)
    return Told(turn.number, player, tuple(done), left)


def _effects(layout: Layout, after: State, play: Play) -> Iterator[Message]:
    """Yield what an attack came to; after it no other attack of its turn stands."""
    if play.kind != "attack":
        return
    if play.other:
        yield said("told.dies" if kills(layout, play) else "told.stays", microbe=card(play.other))
        return
    yield said("told.loses", player=play.on, n=strength(layout, play))
    if after.seats[play.on].is_out:
        yield said("told.out", player=play.on)
