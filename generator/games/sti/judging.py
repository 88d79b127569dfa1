"""Which rules turns break."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.games.sti.plays import Play, Turn, card_names, sti_message
from generator.games.sti.state import Layout, State, copies_seen
from generator.rules.findings import RefusalFields, active_player, turn_refusal
from generator.rules.interface import Refusal
from generator.words import Message, Value

# The number of the turn in which nobody attacks or kills yet.
PLACEMENT = 1
# What an error spoils: the rest of the game.
GAME = frozenset({"game"})


def game_refusal(
    rule: str, reason: Message, turn: Turn, player: str, *within: str | int, **more: RefusalFields
) -> Refusal:
    """Return a finding of a turn, at a field of it; it spoils the rest of the game."""
    return turn_refusal(rule, reason, turn, player, *within, after=GAME, taints=GAME, **more)


class PlayView:
    """A play as it is judged: in whose turn, how the table lies before it, who is aimed at."""

    def __init__(self, layout: Layout, now: State, turn: Turn, play: Play) -> None:
        self.layout, self.now, self.turn, self.play = layout, now, turn, play
        self.player = active_player(now, turn)
        self.seat = now.seats[self.player]
        self.aim = now.seats.get(play.on, self.seat)
        self.is_at_another = play.on != self.player and not self.aim.is_out

    def refusal(self, rule: str, at: str, key: str | None = None, **values: Value) -> Refusal:
        """Return that a rule is broken at something of the play; its values can all be named."""
        play = self.play
        cards = {"card": play.card, "other": play.other}
        where = cards | {"dice": play.card, "defence": play.other}
        named: dict[str, Value] = {"player": self.player, "on": play.on}
        named |= {name: card_names(one) for name, one in cards.items() if one}
        reason = sti_message(key or rule, **(named | values))
        path, card_id = ("plays", play.place, play.field(at)), where.get(at) or None
        return game_refusal(rule, reason, self.turn, self.player, *path, where=card_id)

    def refusals(self) -> Iterator[Refusal]:
        """Yield each rule that the play breaks; those of one kind are told by its own method."""
        if self.play.is_from_hand:
            yield from self._supply("card", 1)
            if self.seat.hand < 1:
                yield self.refusal("hand-size", "card")
        role = self.layout.singles.role(self.play.kind)
        yield from getattr(self, f"_{role}", tuple)()

    def _supply(self, at: str, more: int) -> Iterator[Refusal]:
        name = self.play.card if at == "card" else self.play.other
        most = self.layout.copies(name)
        if copies_seen(self.layout, self.now, name) + more > most:
            yield self.refusal("card-supply", at, card=card_names(name), n=most)

    def _aim(self) -> Iterator[Refusal]:
        if not self.is_at_another:
            key = "self-target" if self.play.on == self.player else "out"
            yield self.refusal("self-target", "on", key)

    # Who makes another one skip a turn can do nothing else wrong.
    _halts = _aim

    def _protects(self) -> Iterator[Refusal]:
        if self.aim.protection != "none":
            yield self.refusal("one-condom", "on")
        if self.aim.is_out:
            yield self.refusal("self-target", "on", "out")

    def _breaks(self) -> Iterator[Refusal]:
        worn = self.seat.protection
        if worn != "given":
            yield self.refusal("breaker", "card", "breaker-own" if worn == "own" else "breaker")

    def _infects(self) -> Iterator[Refusal]:
        play, on_table = self.play, self.seat.behaviours.count(self.play.other)
        if not on_table:
            yield self.refusal("behaviour-on-table", "other")
        elif self.now.used.count(play.other) >= on_table:
            yield self.refusal("behaviour-once", "other")
        if play.other not in self.layout.circles[play.card]:
            yield self.refusal("transmission", "card")

    def _attack(self) -> Iterator[Refusal]:
        play, seat, aim = self.play, self.seat, self.aim
        if seat.turns == PLACEMENT:
            yield self.refusal("placement-round", "card", "placement-attack")
        if play.card not in seat.microbes:
            yield self.refusal("microbe-on-table", "card")
        if self.now.has_attacked:
            yield self.refusal("one-attack", "card")
        if seat.protection == "given":
            yield self.refusal("condom-holder", "card")
        yield from self._dice()
        yield from self._aim()
        if not self.is_at_another:
            return
        if aim.protection == "own":
            yield self.refusal("condom-protects", "on")
        if not play.other and aim.microbes:
            yield self.refusal("target-first", "on", n=len(aim.microbes))
        if play.other and play.other not in aim.microbes:
            card, rule = card_names(play.other), "microbe-on-table"
            yield self.refusal(rule, "other", card=card, player=play.on)

    def _dice(self) -> Iterator[Refusal]:
        play, layout, sides = self.play, self.layout, self.layout.dice.sides
        casts = [("attack", "dice", play.card, play.dice, layout.attacks[play.card])]
        if self.is_at_another and play.other:
            defence = layout.defences[play.other]
            casts.append(("defence", "defence", play.other, play.defence, defence))
        elif self.is_at_another and play.defence:
            yield self.refusal("defence-dice", "defence", "defence-nobody")
        for side, at, by, faces, throw in casts:
            wrong = next((face for face in faces if not 1 <= face <= sides), None)
            if len(faces) != throw.dice:
                counts = {"found": len(faces), "n": throw.dice}
                what = sti_message(f"{side}-of", card=card_names(by))
                yield self.refusal(f"{side}-dice", at, "dice-count", what=what, **counts)
            elif wrong is not None:
                yield self.refusal(f"{side}-dice", at, "dice-face", found=wrong, sides=sides)

    def _drug(self) -> Iterator[Refusal]:
        play = self.play
        if self.seat.turns == PLACEMENT:
            yield self.refusal("placement-round", "card", "placement-drug")
        if play.other not in self.layout.deck.cards[play.card].kills:
            yield self.refusal("drug-target", "other", "drug-kills")
        elif play.on == self.player:
            yield replace(self.refusal("drug-target", "on", "drug-own"), where=play.other)
        elif play.other not in self.aim.microbes:
            yield self.refusal("drug-target", "other", "drug-absent")

    def _searches(self) -> Iterator[Refusal]:
        play, aim = self.play, self.aim
        yield from self._aim()
        if play.other:
            yield from self._supply("other", 1 + (play.other == play.card))
            if aim.hand < 1 and not aim.is_out:
                yield self.refusal("hand-size", "other", "hand-size-search")

    def _trade(self) -> Iterator[Refusal]:
        play = self.play
        yield from self._aim()
        giving, taking = (self.player, play.gives, "gives"), (play.on, play.takes, "takes")
        for giver, given, at in (giving, taking) if self.is_at_another else ():
            hand = max(0, self.now.seats[giver].hand)
            if len(given) > hand:
                values: dict[str, Value] = {"player": giver, "found": len(given), "n": hand}
                yield self.refusal("hand-size", at, "hand-size-trade", **values)


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
    "condom-holder": ("protection",),
    "condom-protects": ("protection",),
    "one-condom": ("protection", "plays"),
    "breaker": ("protection",),
    "drug-target": ("microbes", "other", "on"),
    "abstinence-skip": ("skips",),
    "self-target": ("on", "life"),
    "after-end": ("ended",),
}
_ORDER = {rule: place for place, rule in enumerate(ON_TURNS)}


def play_refusals(layout: Layout, now: State, turn: Turn, play: Play) -> list[Refusal]:
    """Return the rules that a play breaks, judged after those before it that stand."""
    if now.ended is not None:
        return [play_after_end(now, turn, "plays", play.place)]
    return sorted(PlayView(layout, now, turn, play).refusals(), key=lambda one: _ORDER[one.rule])


def play_after_end(state: State, turn: Turn, *at: str | int) -> Refusal:
    """Return the finding of a turn, or of a play, that comes after the end."""
    reason = sti_message("after-end", turn=str(state.ended))
    return game_refusal("after-end", reason, turn, active_player(state, turn), *at)


def skip_refusals(state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield that a turn was played or skipped and should not have been."""
    player = active_player(state, turn)
    must = state.seats[player].skips
    if must and not turn.is_skipped:
        within = ("plays",) if turn.plays else ()
        reason = sti_message("abstinence-skip-due", player=player)
        yield game_refusal("abstinence-skip", reason, turn, player, *within)
    elif turn.skips and not must:
        reason = sti_message("abstinence-skip-no-cause", player=player)
        yield game_refusal("abstinence-skip", reason, turn, player, "skips")
