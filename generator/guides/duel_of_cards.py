"""What a game of cards brings to its guides: turns told, chances of duels, ways of infections."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import comb

from generator.game import Game
from generator.game.head import NO, RARER, YES, TableFact
from generator.game.parts.deck import Throw
from generator.guides.duel_positions import Tabled, drawing, misfits, tabled
from generator.guides.lesson import Position
from generator.guides.numbers import Group, Pairs, chained, decimal, listed, mean, percent, sentence
from generator.guides.teaching import Computed, Table, bar, rules_of
from generator.printables.context import PrintContext
from generator.rules.duel_of_cards import DuelRules
from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.state import kills, strength
from generator.rules.naming import labelled
from generator.words import Language, message, say, typeset

SIGNS = {NO: "\N{EN DASH}"}


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return `duels` and the `ways` of infections as the health facts have them."""
    rules = rules_of(game, DuelRules)
    ways = partial(_ways_table, game, rules.layout, language)
    return {"duels": partial(_duels, game, rules, language), "ways": ways}


def throw_words(throw: Throw, language: Language) -> str:
    """Return dice and bonus in words: `1 die + 2`."""
    words = say(message("guide.dice", n=throw.dice), language)
    return f"{words} + {throw.plus}" if throw.plus else words


def _odds(rules: DuelRules, language: Language) -> Pairs:
    layout, odds = rules.layout, rules.odds()
    for card in layout.microbes:
        strengths = odds[f"attack.{card}"]
        yield f"attack.{card}.mean", decimal(mean(strengths), language)
        yield f"attack.{card}.least", str(min(strengths))
        yield f"attack.{card}.most", str(max(strengths))
        yield f"attack.{card}.fewest", str(-(-layout.life.boxes // max(1, *strengths)))
        yield f"attack.{card}.dice", throw_words(layout.attacks[card], language)
        yield f"defence.{card}.dice", throw_words(layout.defences[card], language)
        for target in layout.microbes:
            share = odds[f"kills.{card}.{target}"][1]
            yield f"duel.{card}.{target}.percent", percent(share, language)
            yield f"duel.{card}.{target}", f"{share.numerator}/{share.denominator}"
            dice = layout.attacks[card].dice + layout.defences[target].dice
            yield f"duel.{card}.{target}.all", str(layout.sides**dice)
            yield f"duel.{card}.{target}.ways", str(share * layout.sides**dice)


def _way_numbers(game: Game, layout: Layout, language: Language) -> Pairs:
    def names(cards: Iterable[str]) -> str:
        return listed([lower(game, card, language) for card in cards], language)

    for card in layout.microbes:
        circle = layout.circles[card]
        yield f"circle.{card}.count", str(len(circle))
        yield f"circle.{card}.names", names(circle)
        cures = [drug for drug in layout.drugs if card in layout.killed_by(drug)]
        yield f"cure.{card}.cards", str(sum(layout.copies(drug) for drug in cures))
        yield f"cure.{card}.names", names(cures)
    for by in layout.behaviours:
        taken = [card for card in layout.microbes if by in layout.circles[card]]
        yield f"way.{by}.kinds", str(len(taken))
        yield f"way.{by}.cards", str(sum(layout.copies(card) for card in taken))
    curable = {card for drug in layout.drugs for card in layout.killed_by(drug)}
    without = [card for card in layout.microbes if card not in curable]
    yield "cure.none.names", names(without)
    yield "cure.none.count", str(len(without))
    yield "deck.kinds.microbe", str(len(layout.microbes))
    yield "deck.kinds.behaviour", str(len(layout.behaviours))


def _health(game: Game, language: Language) -> Pairs:
    found = game.head.health
    if found is None:
        return
    yield from ((f"fact.{fact}", words) for fact, words in game.said_in(language).health.items())
    for table, rows in found.tables.items():
        for column in dict.fromkeys(column for row in rows.values() for column in row):
            cards = (one for one in rows if column in found.columns(table, one))
            names = [lower(game, card, language) for card in cards]
            yield f"{table}.{column}.names", listed(names, language)


def transmission(game: Game) -> Mapping[str, Mapping[str, TableFact]]:
    """Return what the health facts say of each microbe and each way."""
    health, section = game.head.health, game.sections["mechanics"]
    tables = {} if health is None else health.tables
    name = getattr(section.get("transmission"), "text", "") if hasattr(section, "get") else ""
    return tables.get(name, {})


def lower(game: Game, card: str, language: Language) -> str:
    """Return a card's title as it stands in a sentence: names in capitals stay."""
    words = game.said_in(language).texts[f"card.{card}"]
    return words if words[1:2].isupper() or words[1:2] == "." else words[:1].lower() + words[1:]


def _duels(game: Game, rules: DuelRules, language: Language) -> Computed:
    """Return a row for each attack that differs, with its chance against each defence."""
    layout, odds = rules.layout, rules.odds()

    def differing(throws: Mapping[str, Throw]) -> Mapping[Throw, str]:
        """Return the throws that differ, the weakest first, with the first card of each."""
        first = {throws[card]: card for card in reversed(layout.microbes)}
        return dict(sorted(first.items(), key=lambda one: (one[0].dice, one[0].plus)))

    attacks, defences = differing(layout.attacks), differing(layout.defences)
    rows, panels = [], []
    for attack, card in attacks.items():
        who = [lower(game, c, language) for c in layout.microbes if layout.attacks[c] == attack]
        strengths = odds[f"attack.{card}"]
        name = f"{throw_words(attack, language)} ({', '.join(who)})"
        kills_ = (percent(odds[f"kills.{card}.{d}"][1], language) for d in defences.values())
        rows.append((name, *kills_, decimal(mean(strengths), language), str(max(strengths))))
    for defence in defences.values():
        chances = {throw: odds[f"kills.{card}.{defence}"][1] for throw, card in attacks.items()}
        bars = (bar(throw_words(one, language), n, language) for one, n in chances.items())
        panels.append(tuple(bars))
    return Computed(tuple(rows), tuple(panels))


def _ways_table(game: Game, layout: Layout, language: Language) -> Computed:
    table, texts = transmission(game), game.said_in(language).texts
    rows = []
    for card in (card for card in layout.microbes if card in table):
        values = (table[card][by].value for by in layout.behaviours)
        title = typeset(texts[f"card.{card}"], language)
        rows.append((title, *(SIGNS.get(value, value) for value in values)))
    return Computed(tuple(rows))


__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the numbers of the deck and of each position.

    `{duel.hiv.herpes.percent}` is the chance that an attack kills, `.ways` of `.all` its rolls;
    `{attack.hiv.mean}`, `.least`, `.most` its strength, `.fewest` the attacks that take all life
    points at best; `{hand.microbe.percent}` the chance of at least one card of a type among those
    dealt, and `{hand.microbe-and-behaviour.percent}` of at least one of each of two types;
    `{circle.hiv.count}` and `.names` are ways of an infection, `{way.yellow.kinds}` and `.cards`
    the microbes that take a way, `{cure.hiv.cards}` the drugs in the deck that kill one;
    `{care.urine.names}` are the infections of which a table of health facts says yes,
    `{fact.hiv.cure}` is a health fact's sentence. Of a position `{position.first.open}` are the
    microbes that can be laid, `.closed` those that cannot, with their `.ways` and those that are
    `.rarer`; `.ranked` are the attacks that can be made, the surest first; `.strength`, `.defence`
    and `.told` tell an attack, `.broken` the rules that refuse a turn; `{life.first.Koala}` and
    `{after.first.Koala}` are life points before and after the turn, `{left.first.Koala}` the
    microbes left after it.
    """
    rules = rules_of(game, DuelRules)
    yield Group(("attack", "defence", "duel"), partial(_odds, rules, language))
    ways = ("circle", "cure", "way", "deck.kinds")
    yield Group(ways, partial(_way_numbers, game, rules.layout, language))
    tables_ = game.head.health.tables if game.head.health else ()
    yield Group(("fact", *tables_), partial(_health, game, language))
    yield Group(("hand", "life.short"), partial(_of_hand, rules.layout, language))
    for name, position in positions.items():
        starts = tuple(f"{one}.{name}" for one in ("position", "life", "after", "left"))
        yield Group(starts, partial(_position, game, name, position, language), name)


def _of_hand(layout: Layout, language: Language) -> Pairs:
    """Yield the chance of at least one of a type or card, or of two types, among those dealt."""
    whole = comb(layout.deck.count, layout.hand) or 1
    copies = {name: held for name, held in layout.deck.figures().items() if name != "cards"}

    def without(*names: str) -> Fraction:
        left = layout.deck.count - sum(copies[name] for name in names)
        return Fraction(comb(max(left, 0), layout.hand), whole)

    yield "hand.dealt.cards", str(layout.hand)
    yield "life.short.start", str(layout.short_life)
    for name in copies:
        yield f"hand.{name}.percent", percent(1 - without(name), language)
    for one, two in permutations((name for name in layout.deck.types if name in copies), 2):
        both = 1 - without(one) - without(two) + without(one, two)
        yield f"hand.{one}-and-{two}.percent", percent(both, language)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield everybody's life points and cards, then the dice, or the cards that can be laid."""
    found = tabled(setting.game, position)
    for player, seat in found.before.seats.items():
        worn = () if seat.condom == "none" else (setting.text("card.condom"),)
        lying = (*seat.behaviours, *seat.microbes)
        cards = (*(setting.text(f"card.{card}") for card in lying), *worn)
        words = {"player": player, "life": setting.say(message("guide.life-of", n=seat.life))}
        cards = cards or (setting.say("guide.no-cards"),)
        yield setting.say(message("guide.read-table", cards=cards, **words))
        if hand := found.hands[player]:
            held = tuple(setting.text(f"card.{card}") for card in hand)
            yield setting.say(message("guide.read-hand", cards=held, player=player))
    if (attack := found.attack()) is not None:
        yield setting.say(message("guide.read-attack", cells=tuple(map(str, attack.dice))))
        if attack.defence:
            yield setting.say(message("guide.read-defence", cells=tuple(map(str, attack.defence))))


def _position(game: Game, name: str, position: Position, language: Language) -> Pairs:
    found = tabled(game, position)
    at = f"position.{name}"

    def cards(ids: tuple[str, ...]) -> str:
        words = listed([lower(game, card, language) for card in ids], language)
        return f"{words[:1].upper()}{words[1:]}"

    yield f"{at}.open", cards(found.open_cards())
    yield f"{at}.open.count", str(len(found.open_cards()))
    yield f"{at}.closed", cards(found.closed_cards())
    facts, closed = transmission(game), found.closed_cards()
    for value, key in ((YES, "ways"), (RARER, "rarer")):
        # The ways of which the health facts say so for the microbes that cannot be laid.
        ways = [
            lower(game, way, language)
            for way in found.rules.layout.behaviours
            if any(facts[card][way].value == value for card in closed)
        ]
        yield f"{at}.closed.{key}", listed(ways, language)
    ranked = []
    for card, target, chance in found.duels():
        one, other = (lower(game, name, language) for name in (card, target))
        share = percent(chance, language)
        ranked.append(say(message("guide.duel", card=one, target=other, share=share), language))
    yield f"{at}.ranked", chained(ranked, language)
    for player, seat in found.before.seats.items():
        yield f"life.{name}.{player}", str(seat.life)
    if found.after is None:
        return
    for player, seat in found.after.seats.items():
        left = [lower(game, card, language) for card in seat.microbes]
        yield f"after.{name}.{player}", str(seat.life)
        yield f"left.{name}.{player}", listed(left, language)
    yield from _turn(game, name, found, language)


def _turn(game: Game, name: str, found: Tabled, language: Language) -> Pairs:
    """Yield what a turn is told as, the rules that it breaks, and what its attack comes to."""
    at, layout, said = f"position.{name}", found.rules.layout, game.said_in(language)
    if found.turn is None:
        return
    # A turn names cards as they are printed, not as a record writes them.
    titles = {card: lower(game, card, language) for card in layout.deck.cards}
    named_so = said.model_copy(update={"words": {**said.words, "cards": titles}})
    told = found.rules.told(found.before, found.turn, found.refused)
    deeds = (sentence(labelled(deed.words, named_so), language) for deed in told.done)
    yield f"{at}.told", " ".join(deeds)
    broken = dict.fromkeys(said.rules[one.rule] for one in found.refused)
    yield f"{at}.broken", " ".join(broken)
    yield f"{at}.broken.count", str(len(broken))
    if (attack := found.attack()) is None:
        return
    yield f"{at}.strength", str(strength(layout, attack))
    yield f"{at}.dice", listed([str(face) for face in attack.dice], language)
    yield f"{at}.bonus", str(layout.attacks[attack.card].plus)
    if attack.other:
        yield f"{at}.defence", str(sum(attack.defence) + layout.defences[attack.other].plus)
        key = "dies" if kills(layout, attack) else "stays"
        yield f"{at}.result", say(message(f"guide.target-{key}"), language)
