"""Play cards against one another: cards are laid, attack with dice, and cost life points."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from generator.game import Mark, Paper
from generator.game.parts.listing import DiceFormula
from generator.game.sentences import Sentences
from generator.games.sti import judging, plays
from generator.games.sti import state as states
from generator.games.sti.judging import GAME
from generator.games.sti.plays import CARD, STANDING, Play, StiBody, Turn, card_names, sti_message
from generator.games.sti.state import LIFE, Layout, Mechanics, Seat, State
from generator.reading.schema import Aliases
from generator.rules import findings, interface
from generator.rules.cells import MARKED, Cell, TypedCells
from generator.rules.findings import LITERAL, MAPPING, PLAYER, TUPLE, all_optional
from generator.rules.interface import Action, Outcome, Refusal, Seating, TurnStory
from generator.words import Message, message

__all__ = ["Mechanics", "StiRules"]

# The rules that life points and the winner can break.
ON_FINALS = ("unfinished", "final-differs", "winner-wrong")
# How often a player thinks of each kind of play, besides an attack at the end of a turn.
THOUGHTS: Mapping[str, int] = {
    "lays": 8,
    "infects": 12,
    "protects": 4,
    "breaks": 8,
    "drug": 12,
    "halts": 2,
    "searches": 2,
    "sorts": 2,
    "trade": 1,
}
# The thoughts of a turn.
MOST = 5
# How many cards are given and taken.
TRADES = ((1, 1), (1, 0), (0, 1), (2, 1), (0, 2))
# Players lay no microbe beyond this many, in the placement turn and later, so that games end.
ENOUGH, LATER = 3, 1


def _tick(life: int) -> Mark:
    return Mark(str(life), shape="tick")


def duel_event(attack: DiceFormula, defence: DiceFormula) -> str:
    """Return what a duel of such throws is called in statistics: `duel.1+2-2`."""
    return f"duel.{attack.as_printed()}-{defence.as_printed()}"


def _thought(layout: Layout, now: State, place: int, kind: str, chance: Random) -> Play | None:
    """Return a play, allowed or not, with cards of the table and deck; None if it is useless."""
    seat = now.seats[now.next]
    others = tuple(player for player in now.alive() if player != now.next)
    enough = ENOUGH if seat.turns == judging.PLACEMENT else LATER
    is_useless = {"attack": not seat.microbes, "infects": len(seat.microbes) >= enough}.get(kind)
    if is_useless or not others:
        return None

    def some(cards: states.Cards) -> str:
        copies = [layout.copies(card) for card in cards]
        return chance.choices(cards, copies)[0] if cards else ""

    role = layout.singles.role(kind)
    on = chance.choice((*others, now.next) if role == "protects" else others)
    held, lying = layout.microbes if now.seats[on].hand > 0 else (), now.seats[on].microbes
    card = some(seat.microbes if kind == "attack" else plays.cards_of(layout, kind))
    beside = {"infects": seat.behaviours, "attack": lying, "drug": lying, "searches": held}
    other = some(beside.get(role, ()))
    is_aimed = any(one.what == "on" for one in plays.PLAYS[role])
    play = Play(place, kind, card, on if is_aimed else "", other)
    if kind == "attack":
        throws, sides = (layout.attacks[card], layout.defences.get(other)), layout.dice.sides
        dice, defence = (
            tuple(chance.randint(1, sides) for _ in range(throw.dice if throw else 0))
            for throw in throws
        )
        return replace(play, dice=dice, defence=defence)
    if kind == "trade":
        every, counts = tuple(layout.deck.cards), chance.choice(TRADES)
        gives, takes = (tuple(some(every) for _ in range(count)) for count in counts)
        return replace(play, gives=gives, takes=takes)
    return play


class StiRules(interface.Rules[StiBody, State, Turn, Layout]):
    """The rules of one deck of cards."""

    body_fields = ("turns", "final")
    judged_rules = (*judging.ON_TURNS, *ON_FINALS)
    plantable = judging.ON_TURNS
    plantable_on_paper = ON_FINALS[1:]
    read_layout = staticmethod(states.read_layout)

    def body_model(self) -> type[StiBody]:
        play: Any = TUPLE[plays.plays_model(self.layout), ...]
        turn = all_optional("Turn", player=PLAYER, plays=play, skips=bool)
        papers = {"final": MAPPING[PLAYER, int], "winner": PLAYER}
        papers["life"] = LITERAL[self.layout.lives()]
        return findings.with_words(StiBody, turns=TUPLE[turn, ...], **papers)

    def own_words(self, said: Sentences, /) -> Aliases:
        words, behaviours = said.words.get("cards", {}), said.words.get("behaviours", {})
        called = dict[str, tuple[str, ...]]()
        for one, held in self.layout.deck.cards.items():
            name = held.name or one
            own = words.get(one, one), behaviours.get(name, name), name
            called[one] = (*own, *said.fields.get(one, ()))
        return Aliases(words={CARD: called})

    def words_needed(self) -> Mapping[str, Iterable[str]]:
        return {"words.cards": self.layout.deck.cards}

    def record_body(self, steps: tuple[Turn, ...], state: State) -> interface.Fields:
        final = {player: seat.life for player, seat in state.seats.items()}
        turns = [turn.fields() for turn in steps]
        body: interface.Fields = {"life": state.life, "turns": turns, "final": final}
        winners = self.outcome(state).winners
        return {**body, "winner": winners[0]} if winners else body

    def steps(self, body: StiBody) -> tuple[Turn, ...]:
        kinds, steps = {self.layout.singles.kind(role): role for role in plays.PLAYS}, list[Turn]()
        for number, one in enumerate(body.turns or (), start=1):
            own = tuple(plays.read_plays(kinds, one.plays or ()))
            steps.append(Turn(number, one.player, own, bool(one.skips)))
        return tuple(steps)

    def start(self, seating: Seating, life: int | None = None) -> State:
        layout, points = self.layout, self.layout.lives()[0] if life is None else life
        seats = dict.fromkeys(seating.players, Seat(points, layout.mechanics.hand))
        pile = layout.deck.count - layout.mechanics.hand * len(seats)
        return State(seating, seats, points, pile, seating.players[0])

    def initial_state(self, seating: Seating, body: StiBody) -> State:
        return self.start(seating, body.life)

    def outcome(self, state: State) -> Outcome:
        scores = {player: {LIFE: seat.life} for player, seat in state.seats.items()}
        alive = state.alive()
        winners = alive if state.ended is not None and len(alive) == 1 else ()
        return Outcome(state.ended is not None, scores, winners)

    def judge(self, state: State, turn: Turn, /) -> interface.Judgement[State]:
        if state.ended is not None:
            return (judging.play_after_end(state, turn),), state
        player, now, refusals = findings.active_player(state, turn), state, list[Refusal]()
        is_out = state.seats[player].is_out
        if player != state.next:
            key = "rules.sti.turn-order-out" if is_out else "rules.turn-order"
            reason = message(key, player=player, expected=state.next)
            refusals.append(judging.game_refusal("turn-order", reason, turn, player, "player"))
        if not is_out:
            refusals += judging.skip_refusals(state, turn)
            now = plays.begin_turn(self.layout, state, turn)
            for play in turn.plays:
                wrong = judging.play_refusals(self.layout, now, turn, play)
                refusals += wrong
                if all(one.rule in STANDING for one in wrong):
                    now = plays.apply_play(self.layout, now, turn, play)
        following = now.next if now.ended is not None else now.player_after(player)
        return tuple(refusals), now._replace(played=now.played + 1, next=following)

    def random_turn(self, state: State, chance: Random) -> Turn:
        turn = Turn(state.played + 1, state.next, skips=state.seats[state.next].skips)
        if turn.skips:
            return turn
        now = plays.begin_turn(self.layout, state, turn)
        kinds = chance.choices((*THOUGHTS,), (*THOUGHTS.values(),), k=MOST)
        for kind in map(self.layout.singles.kind, (*kinds, "attack")):
            play = _thought(self.layout, now, len(turn.plays), kind, chance)
            if play and not any(judging.PlayView(self.layout, now, turn, play).refusals()):
                turn = replace(turn, plays=(*turn.plays, play))
                now = plays.apply_play(self.layout, now, turn, play)
        return turn

    def judge_ending(self, state: State, body: StiBody) -> tuple[Refusal, ...]:
        reason = sti_message("unfinished", n=len(state.alive()))
        early = findings.stops_early(state, len(body.turns or ()), reason)
        return (
            *(replace(found, after=GAME) for found in early),
            *self._differing(state, body),
            *self._winner_wrong(state, body.winner),
        )

    def state_from_sheets(self, seating: Seating, body: StiBody) -> State | None:
        if body.final is None:
            return None
        seats = {player: Seat(max(0, points), 0) for player, points in body.final.items()}
        ended, life = 0 if set(seats) == set(seating.players) else None, self.layout.lives()[0]
        return State(seating, seats, body.life or life, 0, seating.players[0], ended=ended)

    def judge_sheets(self, state: State, body: StiBody) -> tuple[Refusal, ...]:
        found = list[Refusal]()
        for player, points in (body.final or {}).items():
            if not 0 <= points <= state.life:
                reason = sti_message("final-outside", player=player, found=points, most=state.life)
                found.append(Refusal("final-differs", reason, ("final", player), player))
        return (*found, *self._winner_wrong(state, body.winner, is_played=False))

    def odds(self) -> interface.Odds:
        """Return chances of `attack.<microbe>` by strength, `kills.<microbe>.<target>` by 0 or 1.

        `duel.<throw>-<throw>` pools the kills of equal throws, `sum.1` is a die of either.
        """
        layout = self.layout

        def sums(throw: DiceFormula) -> Mapping[int, Fraction]:
            cast = layout.dice.sums(throw.dice).items()
            return {total + throw.plus: chance for total, chance in cast}

        def duel(attack: DiceFormula, defence: DiceFormula) -> Mapping[int, Fraction]:
            pairs = product(sums(attack).items(), sums(defence).items())
            higher = sum((p * q for (total, p), (other, q) in pairs if total > other), Fraction(0))
            return {0: 1 - higher, 1: higher}

        found = {f"attack.{card}": sums(attack) for card, attack in layout.attacks.items()}
        pairs = product(layout.attacks.items(), layout.defences.items())
        for (one, attack), (target, defence) in pairs:
            event = duel_event(attack, defence)
            found[event] = found.get(event) or duel(attack, defence)
            found[f"kills.{one}.{target}"] = found[event]
        return {**found, "sum.1": layout.dice.sums(1)}

    def roll_outcomes(self, state: State, step: Turn, /) -> Iterator[interface.RollOutcome]:
        layout, sides = self.layout, {*range(1, self.layout.dice.sides + 1)}
        for play in (one for one in step.plays if one.kind == "attack"):
            attack, defence = layout.attacks[play.card], layout.defences.get(play.other)
            sizes = (attack.dice, defence.dice if defence else 0)
            faces = (*play.dice, *play.defence)
            if (len(play.dice), len(play.defence)) == sizes and sides.issuperset(faces):
                yield from (("sum.1", face) for face in faces)
                if defence:
                    yield duel_event(attack, defence), int(plays.kills(layout, play))

    def recorded_scores(self, body: StiBody) -> interface.Scores:
        return findings.as_scores(LIFE, body.final)

    def _differing(self, state: State, body: StiBody) -> Iterator[Refusal]:
        for player, points in (body.final or {}).items():
            wanted, at, box = state.seats[player].life, ("final", player), self._box(points)
            if points != wanted:
                reason = sti_message("final-differs", player=player, found=points, wanted=wanted)
                differs = Refusal("final-differs", reason, at, player, box, after=GAME)
                yield differs.with_numbers(points, wanted)

    @staticmethod
    def _winner_wrong(
        state: State, winner: str | None, *, is_played: bool = True
    ) -> Iterator[Refusal]:
        alive = state.alive()
        is_early = is_played and state.ended is None
        alone = (winner,) if winner in state.seats else ()
        if winner is not None and (is_early or alive != alone):
            others = tuple(player for player in alive if player != winner)
            key = "winner-others" if winner in alive else "winner-out"
            key = "winner-early" if is_early else key
            reason = sti_message(key, player=winner, n=len(alive), others=others)
            after = GAME if is_played else frozenset[str]()
            yield Refusal("winner-wrong", reason, ("winner",), after=after)

    def cells(self, seat: int) -> tuple[Cell, ...]:
        every = ((cell.id, cell.value) for cell in self.layout.life.all_cells())
        track = self.layout.mechanics.life
        return tuple(Cell(box, {MARKED: _tick(value)}, group=track) for box, value in every)

    def fields_from_typed(self, typed: TypedCells, /) -> interface.Fields:
        boxes = {cell.id: cell.value for cell in self.layout.life.all_cells()}
        ticked = {who: [b for b in boxes if given.get(b) == MARKED] for who, given in typed.items()}
        return {"final": {who: boxes[found[0]] for who, found in ticked.items() if found}}

    def papers_as_recorded(self, state: State, body: StiBody) -> tuple[Paper, ...]:
        lives = {player: seat.life for player, seat in state.seats.items()} | dict(body.final or {})
        papers, track = [], self.layout.mechanics.life
        for player in state.seats:
            box = self._box(lives[player])
            papers.append(Paper(player, track, {} if box is None else {box: _tick(lives[player])}))
        return tuple(papers)

    def _box(self, life: int) -> str | None:
        return next((cell.id for cell in self.layout.life.all_cells() if cell.value == life), None)

    def narrate(self, state: State, turn: Turn, judged: interface.Judgement[State], /) -> TurnStory:
        """Return what was done in a turn, refused plays without effects, and all life points."""
        player, (refusals, after) = findings.active_player(state, turn), judged
        is_idle = state.ended is not None or state.seats[player].is_out
        left_out = {one.path[2:4] for one in refusals if one.rule not in STANDING}
        idle = Action(sti_message("told.skips" if turn.is_skipped else "told.idle"))
        done = [] if turn.plays else [idle]
        for play in turn.plays:
            at = ("plays", play.place)
            wrong = tuple(number for number, one in enumerate(refusals) if one.path[2:4] == at)
            done.append(Action(plays.describe_play(self.layout, play), wrong or (0,) * is_idle))
            if not is_idle and at not in left_out:
                done += map(Action, self._effects(after, play))
        lives = after.seats.items()
        left = tuple(sti_message("told.life", player=name, n=seat.life) for name, seat in lives)
        return TurnStory(turn.number, player, tuple(done), left)

    def _effects(self, after: State, play: Play) -> Iterator[Message]:
        if play.kind != "attack":
            return
        if play.other:
            dies = plays.kills(self.layout, play)
            yield sti_message("told.dies" if dies else "told.stays", microbe=card_names(play.other))
            return
        yield sti_message("told.loses", player=play.on, n=plays.strength(self.layout, play))
        if after.seats[play.on].is_out:
            yield sti_message("told.out", player=play.on)
