"""What a game of cards brings to its guides: turns told, chances of duels, ways of infections."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import comb

from generator.documents.lesson import Position
from generator.documents.numbers import Group, Mean, Pairs, chained, listed, mean, percent, sentence
from generator.documents.sti_positions import Tabled, drawing, misfits, tabled
from generator.documents.teaching import of_positions, read, rules_of
from generator.game import Game
from generator.game.head import NO, RARER, YES, Health
from generator.game.parts.deck import Deck
from generator.game.sentences import Sentences
from generator.printables.context import PrintContext
from generator.rules.family import Told
from generator.rules.naming import label, labelled
from generator.rules.sti import StiRules
from generator.rules.sti.plays import kills, strength
from generator.rules.sti.state import Layout, lying
from generator.words import Language, message, say

__all__ = ["drawing", "misfits", "numbers", "read_out"]

SIGNS = {NO: "\N{EN DASH}"}


def as_printed(said: Sentences, cards: Iterable[str]) -> Sentences:
    """Return sentences that name cards as printed; within one these begin small, but for names."""
    titles = {}
    for card in cards:
        words = said.texts[f"card.{card}"]
        is_name = words[1:2].isupper() or words[1:2] == "."
        titles[card] = words if is_name else words[:1].lower() + words[1:]
    return said.model_copy(update={"words": {**said.words, "cards": titles}})


def _names(said: Sentences, cards: Iterable[str]) -> str:
    """Return the titles of cards as a list in a sentence."""
    return listed([label("cards", card, said) for card in cards], said.language)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the numbers of the deck and of each position.

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
    rules = rules_of(game, StiRules)
    layout = rules.layout
    said = as_printed(game.said_in(language), layout.deck.cards)
    yield Group(("attack", "duel"), partial(_odds, rules, said))
    yield Group(("circle", "cure", "way", "sign", "deck.kinds"), partial(_of_ways, layout, said))
    if found := game.head.health:
        yield Group((*found.tables,), partial(_health, found, said))
    yield Group(("hand", "life.short"), partial(_of_hand, layout))
    yield Group.of("deck.half", partial(_half, layout.deck))
    starts = ("position", "life", "after", "left")
    yield from of_positions(starts, positions, partial(_position, rules, said))


def _odds(rules: StiRules, said: Sentences) -> Pairs:
    layout, odds = rules.layout, rules.odds()
    for card, throw in layout.attacks.items():
        strengths = odds[f"attack.{card}"]
        attack = {"mean": Mean(mean(strengths)), "least": min(strengths), "most": max(strengths)}
        fewest = -(-layout.lives()[0] // max(1, *strengths))
        alike = (one for one in layout.microbes if layout.attacks[one] == throw)
        cards = ", ".join(label("cards", one, said) for one in alike)
        dice = say(message("guide.dice", n=throw.dice), said.language)
        dice = f"{dice} + {throw.plus}" if throw.plus else dice
        yield f"attack.{card}", {**attack, "fewest": fewest, "dice": dice, "cards": cards}
        for target, defence in layout.defences.items():
            share = odds[f"kills.{card}.{target}"][1]
            rolls = layout.dice.sides ** (throw.dice + defence.dice)
            yield f"duel.{card}.{target}", str(share)
            shares = {"percent": share, "all": rolls, "ways": int(share * rolls)}
            yield f"duel.{card}.{target}", shares


def _of_ways(layout: Layout, said: Sentences) -> Pairs:
    def cards(some: Iterable[str]) -> int:
        return sum(map(layout.copies, some))

    kills = {drug: layout.deck.cards[drug].kills for drug in layout.drugs}
    killed = {card: [d for d in kills if card in kills[d]] for card in layout.microbes}
    for card, drugs in killed.items():
        circle, ways = layout.circles[card], layout.ways[card]
        yield f"circle.{card}", {"count": len(circle), "names": _names(said, circle)}
        yield f"cure.{card}", {"cards": cards(drugs), "names": _names(said, drugs)}
        yield f"sign.{card}", said.texts[f"card.{card}"]
        signs = {by: ways[by].value for by in layout.behaviours}
        yield f"sign.{card}", {by: SIGNS.get(sign, sign) for by, sign in signs.items()}
    for by in layout.behaviours:
        taken = [card for card in layout.microbes if by in layout.circles[card]]
        yield f"way.{by}", {"kinds": len(taken), "cards": cards(taken)}
    without = [card for card, drugs in killed.items() if not drugs]
    yield "cure.none", {"names": _names(said, without), "count": len(without)}
    yield "deck.kinds.microbe", len(layout.microbes)


def _health(found: Health, said: Sentences) -> Pairs:
    for table, rows in found.tables.items():
        for column in dict.fromkeys(column for row in rows.values() for column in row):
            cards = (one for one in rows if column in found.columns(table, one))
            yield f"{table}.{column}.names", _names(said, cards)


def _of_hand(layout: Layout) -> Pairs:
    """Yield the chance of at least one of a type or card, or of two types, among those dealt."""
    cards, hand = layout.deck, layout.mechanics.hand
    whole = comb(cards.count, hand) or 1
    copies = {name: held for name, held in cards.figures().items() if name != "cards"}

    def without(*names: str) -> Fraction:
        left = cards.count - sum(copies[name] for name in names)
        return Fraction(comb(max(left, 0), hand), whole)

    yield "hand.dealt.cards", hand
    yield "life.short.start", layout.mechanics.short_life
    for name in copies:
        yield f"hand.{name}.percent", 1 - without(name)
    for one, two in permutations((name for name in cards.types if name in copies), 2):
        both = 1 - without(one) - without(two) + without(one, two)
        yield f"hand.{one}-and-{two}.percent", both


def _half(cards: Deck) -> Mapping[str, int]:
    """Return the cards of each type in the smaller deck, and those that are of neither of two."""
    counts = Counter(cards.cards[name].type for name in cards.printed(short=True))
    return {**counts, "others": sum(counts.values()) - counts["microbe"] - counts["behaviour"]}


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield everybody's life points and cards, then the dice, or the cards that can be laid."""
    found = tabled(setting.game, position)
    for player, seat in found.before.seats.items():
        cards = tuple(setting.text(f"card.{card}") for card in lying(found.rules.layout, seat))
        cards = cards or (setting.say("guide.no-cards"),)
        life = setting.say(message("guide.life-of", n=seat.life))
        yield setting.say(message("guide.read-table", cards=cards, player=player, life=life))
        if hand := found.hands[player]:
            held = tuple(setting.text(f"card.{card}") for card in hand)
            yield setting.say(message("guide.read-hand", cards=held, player=player))
    if (attack := found.attack()) is not None:
        dice = (("guide.read-attack", attack.dice), ("guide.read-defence", attack.defence))
        yield from read(dice, setting)


def _position(rules: StiRules, said: Sentences, name: str, position: Position) -> Pairs:
    found = tabled(rules.game, position)
    at, playable = f"position.{name}", found.open_cards()
    closed = [card for card in found.microbes_held() if card not in playable]
    for kind, cards in (("open", playable), ("closed", closed)):
        words = _names(said, cards)
        yield f"{at}.{kind}", f"{words[:1].upper()}{words[1:]}"
    yield f"{at}.open.count", len(playable)
    for value, key in ((YES, "ways"), (RARER, "rarer")):
        # The ways of which the health facts say so for the microbes that cannot be laid.
        facts = [rules.layout.ways[card] for card in closed]
        ways = [w for w in rules.layout.behaviours if any(f[w].value == value for f in facts)]
        yield f"{at}.closed.{key}", _names(said, ways)
    ranked = []
    for card, target, chance in found.duels():
        cards_ = {"card": label("cards", card, said), "target": label("cards", target, said)}
        duel = message("guide.duel", share=percent(chance, said.language), **cards_)
        ranked.append(say(duel, said.language))
    yield f"{at}.ranked", chained(ranked, said.language)
    yield f"life.{name}", {player: seat.life for player, seat in found.before.seats.items()}
    if found.turn is None or found.after is None:
        return
    seats = found.after.seats.items()
    yield f"after.{name}", {player: seat.life for player, seat in seats}
    yield f"left.{name}", {player: _names(said, seat.microbes) for player, seat in seats}
    told = found.rules.told(found.before, found.turn, (found.refused, found.after))
    yield at, _turn(said, found, told)


def _turn(said: Sentences, found: Tabled, told: Told) -> Mapping[str, object]:
    """Return what a turn is told as, the rules that it breaks, and what its attack comes to."""
    layout = found.rules.layout
    deeds = " ".join(sentence(labelled(one.words, said), said.language) for one in told.done)
    broken = dict.fromkeys(said.rules[one.rule] for one in found.refused)
    turn: dict[str, object] = {"told": deeds, "broken": " ".join(broken)}
    turn["broken.count"] = len(broken)
    if (attack := found.attack()) is None:
        return turn
    bonus = layout.attacks[attack.card].plus
    turn |= {"strength": strength(layout, attack), "dice": attack.dice, "bonus": bonus}
    if attack.other:
        key = "dies" if kills(layout, attack) else "stays"
        turn["result"] = message(f"guide.target-{key}")
        turn["defence"] = sum(attack.defence) + layout.defences[attack.other].plus
    return turn
