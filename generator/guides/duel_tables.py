"""What the rules of a game of cards know in numbers: attacks, duels, hands, ways of infections."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

from generator.game import Game
from generator.game.health import NO, UNKNOWN, TableFact
from generator.game.parts.deck import Throw
from generator.guides.numbers import Pairs, decimal, listed, percent
from generator.guides.parts import rules_of
from generator.guides.tables import Bar, Computed
from generator.rules.duel_of_cards import DuelRules
from generator.rules.duel_of_cards.layout import Layout
from generator.words import Language, message, say, typeset

# What is not verified is shown as what is not established.
SIGNS = {NO: "\N{EN DASH}", UNKNOWN: "\N{EN DASH}"}


def numbers(game: Game, language: Language) -> Mapping[str, str]:
    """Return the numbers of the deck.

    `{duel.hiv.herpes.percent}` is the chance that an attack kills, `.ways`
    of `.all` its rolls; `{attack.hiv.mean}`, `.least`,
    `.most` its strength, `.fewest` the attacks that take all life points at best;
    `{hand.microbe.percent}` the chance of at least one card of a type among those dealt;
    `{circle.hiv.count}` and `.names` are ways of an infection, `{way.yellow.kinds}` and `.cards`
    the microbes that take a way, `{cure.hiv.cards}` the drugs in the deck that kill one;
    `{care.urine.names}` are the infections of which a table of health facts says yes,
    `{fact.hiv.cure}` is a health fact's sentence.
    """
    rules = rules_of(game, DuelRules)
    layout = rules.layout
    found = dict(_odds(rules, language))
    found |= dict(_ways(game, layout, language))
    found |= dict(_health(game, language))
    found["hand.dealt.cards"] = str(layout.hand)
    found["life.short.start"] = str(layout.short_life)
    for name, share in _dealt(layout).items():
        found[f"hand.{name}.percent"] = percent(share, language)
    return found


def tables(game: Game, language: Language) -> Mapping[str, Computed]:
    """Return `duels` and the `ways` of infections as the health facts have them."""
    rules = rules_of(game, DuelRules)
    return {
        "duels": _duels(game, rules, language),
        "ways": _ways_table(game, rules.layout, language),
    }


def named(game: Game, card: str, language: Language) -> str:
    """Return a card's title."""
    return game.said_in(language).texts[f"card.{card}"]


def throw_words(throw: Throw, language: Language) -> str:
    """Return dice and bonus in words: `1 die + 2`."""
    words = say(message("guide.dice", n=throw.dice), language)
    return f"{words} + {throw.plus}" if throw.plus else words


def _odds(rules: DuelRules, language: Language) -> Pairs:
    layout, odds = rules.layout, rules.odds()
    for card in layout.microbes:
        strengths = odds[f"attack.{card}"]
        mean = sum((value * share for value, share in strengths.items()), Fraction(0))
        yield f"attack.{card}.mean", decimal(mean, language)
        yield f"attack.{card}.least", str(min(strengths))
        yield f"attack.{card}.most", str(max(strengths))
        yield f"attack.{card}.fewest", str(-(-layout.life.boxes // max(strengths)))
        yield f"attack.{card}.dice", throw_words(layout.attacks[card], language)
        yield f"defence.{card}.dice", throw_words(layout.defences[card], language)
        for target in layout.microbes:
            share = odds[f"kills.{card}.{target}"][1]
            yield f"duel.{card}.{target}.percent", percent(share, language)
            yield f"duel.{card}.{target}", f"{share.numerator}/{share.denominator}"
            dice = layout.attacks[card].dice + layout.defences[target].dice
            yield f"duel.{card}.{target}.all", str(layout.sides**dice)
            yield f"duel.{card}.{target}.ways", str(share * layout.sides**dice)


def _ways(game: Game, layout: Layout, language: Language) -> Pairs:
    for card in layout.microbes:
        circle = layout.circles[card]
        yield f"circle.{card}.count", str(len(circle))
        yield f"circle.{card}.names", listed([lower(game, b, language) for b in circle], language)
        cures = [drug for drug in layout.drugs if card in layout.killed_by(drug)]
        yield f"cure.{card}.cards", str(sum(layout.copies(drug) for drug in cures))
        yield f"cure.{card}.names", listed([lower(game, d, language) for d in cures], language)
    for by in layout.behaviours:
        taken = [card for card in layout.microbes if by in layout.circles[card]]
        yield f"way.{by}.kinds", str(len(taken))
        yield f"way.{by}.cards", str(sum(layout.copies(card) for card in taken))
    without = [
        card
        for card in layout.microbes
        if not any(card in layout.killed_by(d) for d in layout.drugs)
    ]
    yield "cure.none.names", listed([lower(game, card, language) for card in without], language)
    yield "cure.none.count", str(len(without))
    yield "deck.kinds.microbe", str(len(layout.microbes))
    yield "deck.kinds.behaviour", str(len(layout.behaviours))


def _health(game: Game, language: Language) -> Pairs:
    found = game.head.health
    if found is None:
        return
    said = game.said_in(language)
    yield from ((f"fact.{fact}", words) for fact, words in said.health.items())
    for table, rows in found.tables.items():
        for column in dict.fromkeys(column for row in rows.values() for column in row):
            names = [
                lower(game, one, language) for one in rows if column in found.columns(table, one)
            ]
            yield f"{table}.{column}.names", listed(names, language)


def transmission(game: Game) -> Mapping[str, Mapping[str, TableFact]]:
    """Return what the health facts say of each microbe and each way."""
    health, section = game.head.health, game.sections["mechanics"]
    tables = {} if health is None else health.tables
    name = getattr(section.get("transmission"), "text", "") if hasattr(section, "get") else ""
    return tables.get(name, {})


def lower(game: Game, card: str, language: Language) -> str:
    """Return a card's title as it stands in a sentence: names in capitals stay."""
    words = named(game, card, language)
    return words if words[1:2].isupper() or words[1:2] == "." else words[:1].lower() + words[1:]


def _dealt(layout: Layout) -> Mapping[str, Fraction]:
    """Return the chance of at least one among the cards dealt, for each type and each card."""
    whole = comb(layout.deck.count, layout.hand)
    figures = layout.deck.figures()
    return {
        name: 1 - Fraction(comb(layout.deck.count - copies, layout.hand), whole)
        for name, copies in figures.items()
        if name != "cards"
    }


def _duels(game: Game, rules: DuelRules, language: Language) -> Computed:
    """Return a row for each attack that differs, with its chance against each defence."""
    layout, odds = rules.layout, rules.odds()
    attacks = {layout.attacks[card]: card for card in reversed(layout.microbes)}
    defences = {layout.defences[card]: card for card in reversed(layout.microbes)}
    ordered = sorted(attacks, key=lambda throw: (throw.dice, throw.plus))
    against = sorted(defences, key=lambda throw: (throw.dice, throw.plus))

    def share(attack: Throw, defence: Throw) -> Fraction:
        return odds[f"kills.{attacks[attack]}.{defences[defence]}"][1]

    def row(attack: Throw) -> Iterator[str]:
        who = [lower(game, c, language) for c in layout.microbes if layout.attacks[c] == attack]
        yield f"{throw_words(attack, language)} ({', '.join(who)})"
        yield from (percent(share(attack, defence), language) for defence in against)
        strengths = odds[f"attack.{attacks[attack]}"]
        mean = sum((value * chance for value, chance in strengths.items()), Fraction(0))
        yield decimal(mean, language)
        yield str(max(strengths))

    panels = (
        tuple(
            Bar(throw_words(a, language), share(a, d), decimal(share(a, d) * 100, language))
            for a in ordered
        )
        for d in against
    )
    return Computed(tuple(tuple(row(attack)) for attack in ordered), tuple(panels))


def _ways_table(game: Game, layout: Layout, language: Language) -> Computed:
    table = transmission(game)

    def row(card: str) -> Iterator[str]:
        yield typeset(named(game, card, language), language)
        for by in layout.behaviours:
            value = table[card][by].value
            yield SIGNS.get(value, value)

    return Computed(tuple(tuple(row(card)) for card in layout.microbes if card in table))
