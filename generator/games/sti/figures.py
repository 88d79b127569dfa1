"""What texts may ask of a game of cards: chances of duels and hands, ways of infections, cures."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations
from math import comb

from generator.documents.quantities import OWN, Lookup, OneDecimal, Tree, mean
from generator.game.head import NO, Health
from generator.game.parts import Deck
from generator.game.sentences import Sentences
from generator.games.sti.rules import StiRules
from generator.games.sti.state import Layout
from generator.games.sti.view import View, card_names, with_card_titles
from generator.rules.naming import word_for
from generator.words import message, say

SIGNS = {NO: "\N{EN DASH}"}


def figures(rules: StiRules, said: Sentences, views: Mapping[str, View]) -> Tree:
    """Return the numbers of the deck and of each position.

    `{duel.hiv.herpes.percent}` is the chance that an attack kills, `.ways` of `.all` its rolls;
    `{attack.hiv.mean}`, `.least`, `.most` its strength, `.dice` what is rolled and `.cards` all
    that attack so, `.fewest` the attacks that take all life points at best;
    `{hand.microbe.percent}` the chance of at least one card of a type among those dealt, and
    `{hand.microbe-and-behaviour.percent}` of at least one of each of two types;
    `{deck.half.microbe}` are the cards of a type in the smaller deck, `{deck.half.others}` those
    that are neither microbe nor behaviour;
    `{circle.hiv.count}` and `.names` are ways of an infection, `{way.yellow.kinds}` and `.cards`
    the microbes that take a way, `{sign.hiv}` and `{sign.hiv.yellow}` a microbe and what the table
    of ways says of it, `{cure.hiv.cards}` the drugs in the deck that kill one;
    `{care.urine.names}` are the infections of which a table of health facts says yes. Of a position
    `{position.first.open}` are the microbes that can be laid, `.closed` those that cannot, with
    their `.ways` and those that are `.rarer`; `.ranked` are the attacks that can be made, the
    surest first; `.strength`, `.defence` and `.told` tell an attack, `.broken` the rules that
    refuse a turn; `{life.first.Koala}` and `{after.first.Koala}` are life points before and after
    the turn, `{left.first.Koala}` the microbes left after it.
    """
    layout, health = rules.layout, rules.game.head.health
    said = with_card_titles(said, layout.deck.cards)

    def after(name: str) -> Tree:
        return {player: seat.life for player, seat in views[name].seats_after()}

    def left(name: str) -> Tree:
        seats = views[name].seats_after()
        return {player: card_names(said, seat.microbes) for player, seat in seats}

    return {
        **({} if health is None else _of_health(health, said)),
        **_of_ways(layout, said),
        "attack": Lookup(layout.attacks, lambda card: _attack(rules, card, said)),
        "duel": Lookup(layout.attacks, lambda card: _duels(rules, card)),
        "hand": _of_hand(layout),
        "hand.dealt.cards": layout.mechanics.hand,
        "deck.half": lambda: _half(layout.deck),
        "life": Lookup(views, lambda name: views[name].points()),
        "life.short.start": layout.mechanics.short_life,
        "after": Lookup(views, after),
        "left": Lookup(views, left),
    }


def _attack(rules: StiRules, card: str, said: Sentences) -> Tree:
    layout, strengths = rules.layout, rules.odds()[f"attack.{card}"]
    throw = layout.attacks[card]
    alike = (one for one in layout.microbes if layout.attacks[one] == throw)
    dice = say(message("guide.dice", n=throw.dice), said.language)
    return {
        "mean": OneDecimal(mean(strengths)),
        "least": min(strengths),
        "most": max(strengths),
        "fewest": -(-layout.lives()[0] // max(1, *strengths)),
        "dice": f"{dice} + {throw.plus}" if throw.plus else dice,
        "cards": ", ".join(word_for("cards", one, said) for one in alike),
    }


def _duels(rules: StiRules, card: str) -> Tree:
    layout, odds = rules.layout, rules.odds()

    def against(target: str) -> Tree:
        share = odds[f"kills.{card}.{target}"][1]
        dice = layout.attacks[card].dice + layout.defences[target].dice
        every = layout.dice.sides**dice
        return {OWN: str(share), "percent": share, "all": every, "ways": int(share * every)}

    return Lookup(layout.defences, against)


def _of_ways(layout: Layout, said: Sentences) -> Tree:
    kills = {drug: layout.deck.cards[drug].kills for drug in layout.drugs}
    killed = {card: [d for d in kills if card in kills[d]] for card in layout.microbes}

    def cards(some: Iterable[str]) -> int:
        return sum(map(layout.copies, some))

    def circle(card: str) -> Tree:
        circle = layout.circles[card]
        return {"count": len(circle), "names": card_names(said, circle)}

    def cure(card: str) -> Tree:
        return {"cards": cards(killed[card]), "names": card_names(said, killed[card])}

    def incurable() -> Tree:
        without = [card for card, drugs in killed.items() if not drugs]
        return {"names": card_names(said, without), "count": len(without)}

    def sign(card: str) -> Tree:
        signs = {by: layout.ways[card][by].value for by in layout.behaviours}
        told = {by: SIGNS.get(sign, sign) for by, sign in signs.items()}
        return {OWN: said.texts[f"card.{card}"], **told}

    def way(by: str) -> Tree:
        taken = [card for card in layout.microbes if by in layout.circles[card]]
        return {"kinds": len(taken), "cards": cards(taken)}

    return {
        "circle": Lookup(killed, circle),
        "cure": Lookup(killed, cure),
        "cure.none": incurable,
        "sign": Lookup(killed, sign),
        "way": Lookup(layout.behaviours, way),
        "deck.kinds.microbe": len(layout.microbes),
    }


def _of_health(found: Health, said: Sentences) -> Tree:
    def of_table(table: str) -> Tree:
        rows = found.tables[table]
        columns = dict.fromkeys(column for row in rows.values() for column in row)

        def named(column: str) -> str:
            return card_names(said, (one for one in rows if column in found.columns(table, one)))

        return Lookup(columns, lambda column: {"names": named(column)})

    return {table: of_table(table) for table in found.tables}


def _of_hand(layout: Layout) -> Tree:
    cards, hand = layout.deck, layout.mechanics.hand
    whole = comb(cards.count, hand) or 1
    copies = {name: held for name, held in cards.figures().items() if name != "cards"}
    types = [name for name in cards.types if name in copies]
    pairs = {f"{one}-and-{two}": (one, two) for one, two in permutations(types, 2)}

    def without(*names: str) -> Fraction:
        left = cards.count - sum(copies[name] for name in names)
        return Fraction(comb(max(left, 0), hand), whole)

    def chance(name: str) -> Tree:
        if name in copies:
            return {"percent": 1 - without(name)}
        one, two = pairs[name]
        return {"percent": 1 - without(one) - without(two) + without(one, two)}

    return Lookup((*copies, *pairs), chance)


def _half(deck: Deck) -> Tree:
    counts = Counter(deck.cards[name].type for name in deck.printed(short=True))
    return {**counts, "others": counts.total() - counts["microbe"] - counts["behaviour"]}
