"""Exercises on a game of cards: what an attack does, what can be laid, which attack is surer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    ExerciseSource,
    Odds,
    Variables,
    pick,
    pick_odds,
)
from generator.documents.lesson import Position
from generator.documents.quantities import percent
from generator.game.sentences import Sentences
from generator.games.sti import plays
from generator.games.sti.plays import Play, kills, strength
from generator.games.sti.rules import StiRules
from generator.games.sti.state import Cards, Seat
from generator.games.sti.view import View, with_card_titles
from generator.printables.kinds.cards import CardsEntry
from generator.printables.planning import of_kind
from generator.words import message

# Microbes set against one another.
SET = ((2, 1), (1, 2), (3, 1), (2, 2))
# The attack is looked for from a turn below this on; few games are over by then.
BEGUN = 24
# What stands for no card, and what statements are called.
NONE, LETTERS = "–", "ABCDE"
# No more dice are counted by hand.
MOST_DICE = 3


class Exercises(ExerciseSource[StiRules]):
    """What pupils are asked about a game of cards."""

    def __init__(self, rules: StiRules, said: Sentences, printable: str) -> None:
        super().__init__(rules, with_card_titles(said, rules.layout.deck.cards), printable)

    @classmethod
    def printables(cls, rules: StiRules) -> Sequence[str]:
        # Cards that show what an attack is made of.
        deck = rules.layout.mechanics.deck
        return [*of_kind(rules.game, CardsEntry, part=deck, short_of=None)]

    @cached_property
    def without_dice(self) -> str:
        """Return what shows cards of which circles are read: the short deck, where there is one."""
        found = of_kind(self.rules.game, CardsEntry, part=self.rules.layout.mechanics.deck)
        return next((name for name, one in found.items() if one.short_of), self.printable)

    def draws(self) -> Mapping[str, Draw]:
        return {
            "paths": self.paths,
            "open": self.open,
            "attack": self.attack,
            "duel": self.duel,
            "surer": self.surer,
            "misplaced": self.misplaced,
        }

    def position_of(self, seats: Mapping[str, Seat], hand: Cards = (), **facts: Any) -> Position:
        """Return what lies before some players, and the hand of the first of them."""
        marks = dict[str, str]()
        for name, seat in seats.items():
            cards = enumerate((*seat.behaviours, *seat.microbes), start=1)
            marks |= {f"{name}.{number}": card for number, card in cards}
            if seat.protection != "none":
                marks[f"{name}.{self.rules.layout.singles.protects}"] = seat.protection
        first, life = next(iter(seats)), {name: seat.life for name, seat in seats.items()}
        marks |= {f"{first}.hand.{number}": card for number, card in enumerate(hand, start=1)}
        return self.position(marks=marks, seat=life, **facts)

    def seat(self, *microbes: str, behaviours: Cards = ()) -> Seat:
        """Return a player with some cards, and all life points."""
        return Seat(self.rules.layout.lives()[0], 0, microbes=microbes, behaviours=behaviours)

    def attack(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask what an attack does; each die, each bonus and the result are a step."""
        attacks = (
            (state, turn.player, replace(play, place=0))
            for state, turn, _ in islice(self.random_game(chance), chance.randrange(BEGUN), None)
            for play in turn.plays
            if play.kind == "attack"
        )
        if (chosen := next(attacks, None)) is None:
            return None
        state, player, play = chosen
        # Behaviours have no part in it.
        seats = {name: state.seats[name]._replace(behaviours=()) for name in (player, play.on)}
        turn = {"player": player, "plays": [plays.play_fields(play)]}
        at = self.position_of(seats, turn=turn)
        found, layout = View(self.rules, at, self.said), self.rules.layout
        # The card that attacks was perhaps laid in the same turn.
        if found.refusals or found.after is None:
            return None
        plus = layout.attacks[play.card].plus
        steps = len(play.dice) + len(play.defence) + bool(plus) + 1
        names = {"player": player, "card": self.word("cards", play.card), "on": play.on}
        if play.other:
            return self._aimed(play, names, at, steps)
        left, asked = found.after.seats[play.on].life, message("exercise.attack-life", **names)
        key = message("exercise.attack-left", force=strength(layout, play), n=left)
        lives = found.state.seats[play.on].life, left
        way = (f"{self._sum(play.dice, plus)}; {lives[0]} − {lives[0] - lives[1]} = {left}",)
        return Exercise(self.say(asked), self.say(key), left, steps, at, way=way)

    def _sum(self, dice: Sequence[int], plus: int) -> str:
        """Return how dice and a bonus are added up."""
        parts = [*dice, *((plus,) if plus else ())]
        return f"{' + '.join(map(str, parts))} = {sum(parts)}"

    def _aimed(self, play: Play, names: Mapping[str, str], at: Position, steps: int) -> Exercise:
        layout, other = self.rules.layout, self.word("cards", play.other)
        asked = message("exercise.attack-target", other=other, **names)
        dies, plus = kills(layout, play), layout.defences[play.other].plus
        result = message("exercise.attack-dies" if dies else "exercise.attack-stays", other=other)
        forces = {"force": strength(layout, play), "defence": sum(play.defence) + plus}
        key = message("exercise.attack-against", result=result, **forces)
        found = "dies" if dies else "stays"
        own = layout.attacks[play.card].plus
        way = (f"{self._sum(play.dice, own)}; {self._sum(play.defence, plus)}",)
        return Exercise(self.say(asked), self.say(key), found, steps + bool(plus), at, way=way)

    def paths(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of some behaviours let a microbe pass; each is compared with its circle."""
        layout, player = self.rules.layout, chance.choice(self.players.players)
        ways = tuple(chance.sample(layout.behaviours, pick(variables, STEPS, chance)))
        microbe = chance.choice(layout.microbes)
        found = tuple(way for way in ways if way in self._ways(microbe))
        if not found or len(found) == len(ways):
            return None
        at = self.position_of(
            {player: self.seat(behaviours=ways)}, (microbe,), printable=self.without_dice
        )
        asked = self.worded("paths", card=self.word("cards", microbe))
        return Exercise(asked, self._titles(found), found, len(ways), at)

    def open(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which microbes can be laid; each is tried with each behaviour on the table."""
        layout, player = self.rules.layout, chance.choice(self.players.players)
        ways = tuple(chance.sample(layout.behaviours, pick(variables, "ways", chance)))
        hand = tuple(chance.sample(layout.microbes, pick(variables, "microbes", chance)))
        found = self._open(player, ways, hand)
        if not found or len(found) == len(hand):
            return None
        way = tuple(
            f"{self._titles((one,))} : {self._titles(self._open(player, (one,), hand)) or NONE}"
            for one in ways
        )
        at = self.position_of(
            {player: self.seat(behaviours=ways)}, hand, printable=self.without_dice
        )
        asked, steps = self.worded("open", player=player), len(ways) * len(hand)
        return Exercise(asked, self._titles(found), found, steps, at, way=way)

    def misplaced(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of some microbes cannot take the way that is said; each circle is read."""
        layout, player = self.rules.layout, chance.choice(self.players.players)
        hand = tuple(chance.sample(layout.microbes, pick(variables, STEPS, chance)))
        wrong, said = chance.randrange(len(hand)), list[str]()
        for place, (letter, card) in enumerate(zip(LETTERS, hand, strict=False)):
            passes = self._ways(card)
            choice = [w for w in layout.behaviours if (w in passes) == (place != wrong)]
            if not choice:
                return None
            named = {"card": self._titles((card,)), "way": self._titles((chance.choice(choice),))}
            said.append(self.worded("by-way", letter=letter, **named))
        asked = self.worded("misplaced", player=player, ways=" ".join(said))
        right, key = self._titles(self._ways(hand[wrong])), LETTERS[wrong]
        told = message("exercise.right-ways", card=self._titles((hand[wrong],)), ways=right)
        at = self.position_of({player: self.seat()}, hand, printable=self.without_dice)
        return Exercise(asked, key, key, len(hand), at, way=(self.say(told),))

    def _ways(self, microbe: str) -> Cards:
        """Return the behaviours that let a microbe pass, as its circle has them."""
        player = self.players.players[0]
        every = self.rules.layout.behaviours
        return tuple(way for way in every if self._open(player, (way,), (microbe,)))

    def _open(self, player: str, ways: Cards, hand: Cards) -> Cards:
        at = self.position_of({player: self.seat(behaviours=ways)}, hand)
        return View(self.rules, at, self.said).open()

    def _titles(self, cards: Cards) -> str:
        return ", ".join(self.word("cards", card) for card in cards)

    def duel(self, variables: Variables, chance: Random) -> Exercise | None:
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
        chosen = pick_odds(odds, variables[STEPS], chance)
        attackers = map(odds.__getitem__, chosen)
        seats = {player: self.seat(*attackers), other: self.seat(*((aim,) if aim else ()))}
        keys, at = ("exercise.duel", "exercise.duel-better"), self.position_of(seats)
        return self.ask_for_chance(chosen, keys, at)

    def surer(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask which of some attacks is the surest; each microbe is set against each."""
        one, two = self.players.players[:2]
        every = self.rules.layout.microbes
        own, others = (tuple(chance.sample(every, count)) for count in chance.choice(SET))
        at = self.position_of({one: self.seat(*own), two: self.seat(*others)})
        duels, told = View(self.rules, at, self.said).duels(), list[str]()
        if duels[0][2] == duels[1][2]:
            return None
        for card, aim, share in duels:
            names = {"card": self.word("cards", card), "target": self.word("cards", aim)}
            shown = percent(share, self.said.language)
            told.append(self.say(message("guide.duel", share=shown, **names)))
        asked = self.worded("surer", player=one)
        return Exercise(asked, "; ".join(told), duels[0][:2], len(duels), at)
