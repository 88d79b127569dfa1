"""Exercises on a game of cards: what an attack does, what can be laid, which attack is surer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from generator.documents.exercises.making import Asking, Exercise, Kind, Odds, Span, picked
from generator.documents.lesson import Position
from generator.documents.numbers import percent
from generator.documents.sti import as_printed
from generator.documents.sti_positions import CONDOM, tabled
from generator.game.sentences import Sentences
from generator.printables.kinds.cards import CardsEntry
from generator.printables.planning import of_kind
from generator.rules.sti import StiRules, plays
from generator.rules.sti.plays import Play, Turn, kills, strength
from generator.rules.sti.state import Cards, Seat, State
from generator.words import message

# What a few turns do not show: cards that are hidden, those that lie elsewhere, and whether nothing
# was played or a turn was lost.
UNSEEN = ("card-supply", "hand-size", "after-end", "self-target", "abstinence-skip")
# How many behaviours lie there, and cards with those of the hand: in one row; microbes set against
# one another.
WAYS, SHOWN, SET = (1, 3), (4, 6), ((2, 1), (1, 2), (3, 1), (2, 2))

# After fewer turns than so many the attack is looked for; few games are over by then.
BEGUN = 24
# No more dice are counted by hand.
MOST_DICE = 3


class _Cards(Asking[StiRules]):
    def __init__(self, rules: StiRules, said: Sentences, printable: str) -> None:
        """Take words that name cards as they are printed."""
        super().__init__(rules, as_printed(said, rules.layout.deck.cards), printable)

    @classmethod
    def printables(cls, rules: StiRules) -> Sequence[str]:
        """Return the decks."""
        return [*of_kind(rules.game, CardsEntry)]

    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of exercises on a game of cards."""
        sides = self.rules.layout.dice.sides
        return (
            Kind("attack", (2, 4, 5), self.attack),
            Kind("open", (2, 5, 9), self.open),
            Kind("duel", (sides, sides**2, sides**3), self.duel),
            Kind("surer", (2, 3, 4), self.surer),
            self.record(self.tells, but=UNSEEN),
        )

    def drawn(self, seats: Mapping[str, Seat], hand: Cards = (), **facts: Any) -> Position:  # noqa: ANN401 - those of a position
        """Return what lies before some players, and the hand of the first of them."""
        marks = dict[str, str]()
        for name, seat in seats.items():
            cards = enumerate((*seat.behaviours, *seat.microbes), start=1)
            marks |= {f"{name}.{number}": card for number, card in cards}
            marks |= {} if seat.condom == "none" else {f"{name}.{CONDOM}": seat.condom}
        first, life = next(iter(seats)), {name: seat.life for name, seat in seats.items()}
        marks |= {f"{first}.hand.{number}": card for number, card in enumerate(hand, start=1)}
        return self.position(marks=marks, seat=life, **facts)

    def seat(self, *microbes: str, behaviours: Cards = ()) -> Seat:
        """Return a player with some cards, and all life points."""
        return Seat(self.rules.layout.lives()[0], 0, microbes=microbes, behaviours=behaviours)

    def attack(self, _: Span, chance: Random) -> Exercise | None:
        """Ask what an attack does; each die, each bonus and the result are a step."""
        attacks = (
            (state, turn.player, replace(play, place=0))
            for state, turn, _ in islice(self.turns(chance), chance.randrange(BEGUN), None)
            for play in turn.plays
            if play.kind == "attack"
        )
        if (chosen := next(attacks, None)) is None:
            return None
        state, player, play = chosen
        # Behaviours have no part in it.
        seats = {name: replace(state.seats[name], behaviours=()) for name in (player, play.on)}
        turn = {"player": player, "plays": [plays.written(play)]}
        at = self.drawn(seats, turn=turn)
        found, layout = tabled(self.rules.game, at), self.rules.layout
        # The card that attacks was perhaps laid in the same turn.
        if found.refused or found.after is None:
            return None
        plus = layout.attacks[play.card].plus
        steps = len(play.dice) + len(play.defence) + bool(plus) + 1
        names = {"player": player, "card": self.word("cards", play.card), "on": play.on}
        if play.other:
            return self._aimed(play, names, at, steps)
        left, asked = found.after.seats[play.on].life, message("exercise.attack-life", **names)
        key = message("exercise.attack-left", force=strength(layout, play), n=left)
        return Exercise(self.say(asked), self.say(key), left, steps, at)

    def _aimed(self, play: Play, names: Mapping[str, str], at: Position, steps: int) -> Exercise:
        """Ask whether the microbe dies that an attack aims at."""
        layout, other = self.rules.layout, self.word("cards", play.other)
        asked = message("exercise.attack-target", other=other, **names)
        dies, plus = kills(layout, play), layout.defences[play.other].plus
        result = message("exercise.attack-dies" if dies else "exercise.attack-stays", other=other)
        forces = {"force": strength(layout, play), "defence": sum(play.defence) + plus}
        key = message("exercise.attack-against", result=result, **forces)
        found = "dies" if dies else "stays"
        return Exercise(self.say(asked), self.say(key), found, steps + bool(plus), at)

    def open(self, _: Span, chance: Random) -> Exercise | None:
        """Ask which microbes can be laid; each is tried with each behaviour on the table."""
        layout, player = self.rules.layout, chance.choice(self.players.players)
        ways = tuple(chance.sample(layout.behaviours, chance.randint(*WAYS)))
        held = chance.randint(*SHOWN) - len(ways)
        hand = tuple(chance.sample(layout.microbes, max(2, held)))
        at = self.drawn({player: self.seat(behaviours=ways)}, hand)
        found = tabled(self.rules.game, at).open_cards()
        if not found or len(found) == len(hand):
            return None
        key = ", ".join(self.word("cards", card) for card in found)
        asked, steps = self.say(message("exercise.open", player=player)), len(ways) * len(hand)
        return Exercise(asked, key, found, steps, at)

    def duel(self, span: Span, chance: Random) -> Exercise | None:
        """Ask for the chance of an attack: to take life points, or to kill what it aims at."""
        layout, sides = self.rules.layout, self.rules.layout.dice.sides
        odds = dict[Odds, str]()
        player, other = self.players.players[:2]
        own, points = chance.sample(layout.microbes, 2), chance.randint(2, sides)
        aim, known = chance.choice((chance.choice(layout.microbes), "")), self.rules.odds()
        for card in own:
            dice, names = layout.attacks[card].dice, {"card": self.word("cards", card)}
            if aim:
                dice += layout.defences[aim].dice
                share = known[f"kills.{card}.{aim}"][1]
                event = message("exercise.event-kills", other=self.word("cards", aim), **names)
            else:
                forces = known[f"attack.{card}"].items()
                share = sum((n for force, n in forces if force >= points), Fraction(0))
                event = message("exercise.event-takes", n=points, **names)
            if dice <= MOST_DICE:
                odds[Odds.of(self.say(event), share, sides**dice)] = card
        chosen = picked(odds, span, chance)
        attackers = map(odds.__getitem__, chosen)
        seats = {player: self.seat(*attackers), other: self.seat(*((aim,) if aim else ()))}
        return self.weighed(chosen, ("exercise.duel", "exercise.duel-better"), self.drawn(seats))

    def surer(self, _: Span, chance: Random) -> Exercise | None:
        """Ask which of some attacks is the surest; each microbe is set against each."""
        one, two = self.players.players[:2]
        every = self.rules.layout.microbes
        own, others = (tuple(chance.sample(every, count)) for count in chance.choice(SET))
        at = self.drawn({one: self.seat(*own), two: self.seat(*others)})
        duels, told = tabled(self.rules.game, at).duels(), list[str]()
        if duels[0][2] == duels[1][2]:
            return None
        for card, aim, share in duels:
            names = {"card": self.word("cards", card), "target": self.word("cards", aim)}
            shown = percent(share, self.said.language)
            told.append(self.say(message("guide.duel", share=shown, **names)))
        asked = self.say(message("exercise.surer", player=one))
        return Exercise(asked, "; ".join(told), duels[0][:2], len(duels), at)

    def tells(self, _: State, turn: Turn) -> str:
        """Return a turn of a record in words."""
        skips = [message("rules.sti.told.skips")] if turn.skips else []
        told = [*skips, *map(plays.told, turn.plays)] or [message("rules.sti.told.idle")]
        done = "; ".join(map(self.say, told))
        return self.say(message("exercise.turn-of", player=turn.player or "", done=done))
