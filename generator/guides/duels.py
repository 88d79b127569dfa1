"""What a game of cards brings to its guides: tables drawn, turns told, chances of duels."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.game import Game
from generator.game.health import RARER, YES
from generator.guides import tabled as positions
from generator.guides.dealt import drawing
from generator.guides.duel_tables import lower, named, tables, transmission
from generator.guides.duel_tables import numbers as numbers_of_deck
from generator.guides.lesson import Position
from generator.guides.numbers import Pairs, chained, listed, percent
from generator.guides.tabled import Tabled, tabled
from generator.printables.setting import Setting
from generator.reading.nodes import Path
from generator.rules.duel_of_cards.settling import kills, strength
from generator.rules.naming import labelled
from generator.words import Language, Message, message, say

__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield what of a position the game or its rules do not know."""
    yield from positions.misfits(game, position)


def numbers(
    game: Game, positions_: Mapping[str, Position], language: Language
) -> Mapping[str, str]:
    """Return the numbers of the deck and of each position.

    `{position.first.open}` are the microbes that can be laid, `.closed` those that cannot, with
    their `.ways` and those that are `.rarer`; `.ranked` are the attacks that can be made, the
    surest first; `.strength`, `.defence` and `.told` tell an attack, `.broken` the rules that
    refuse a turn; `{life.first.Koala}` and `{after.first.Koala}` are life points before and after
    the turn, `{left.first.Koala}` the microbes left after it.
    """
    found = dict(numbers_of_deck(game, language))
    for name, position in positions_.items():
        if not any(misfits(game, position)):
            found |= dict(_position(game, name, tabled(game, position), language))
    return found


def read_out(position: Position, setting: Setting) -> Iterator[str]:
    """Yield everybody's life points and cards, then the dice, or the cards that can be laid."""
    game, language = setting.game, setting.options.language
    found = tabled(game, position)
    for player, seat in found.before.seats.items():
        worn = () if seat.condom == "none" else (setting.text("card.condom"),)
        lying = (*seat.behaviours, *seat.microbes)
        cards = (*(named(game, card, language) for card in lying), *worn)
        words = {"player": player, "life": setting.say(message("guide.life-of", n=seat.life))}
        yield setting.say(
            message("guide.read-table", cards=cards or (setting.say("guide.no-cards"),), **words)
        )
        if hand := found.hands[player]:
            held = tuple(named(game, card, language) for card in hand)
            yield setting.say(message("guide.read-hand", cards=held, player=player))
    attack = found.attack()
    if attack is not None:
        yield setting.say(message("guide.read-attack", cells=tuple(map(str, attack.dice))))
        if attack.defence:
            yield setting.say(message("guide.read-defence", cells=tuple(map(str, attack.defence))))


def _position(game: Game, name: str, found: Tabled, language: Language) -> Pairs:
    at = f"position.{name}"

    def cards(ids: tuple[str, ...]) -> str:
        words = listed([lower(game, card, language) for card in ids], language)
        return f"{words[:1].upper()}{words[1:]}"

    yield f"{at}.open", cards(found.open_cards())
    yield f"{at}.open.count", str(len(found.open_cards()))
    yield f"{at}.closed", cards(found.closed_cards())
    for value, key in ((YES, "ways"), (RARER, "rarer")):
        yield f"{at}.closed.{key}", listed(list(_ways(game, found, value, language)), language)
    yield f"{at}.ranked", chained(_ranked(game, found, language), language)

    yield from (
        (f"life.{name}.{player}", str(seat.life)) for player, seat in found.before.seats.items()
    )
    if found.after is None:
        return
    for player, seat in found.after.seats.items():
        yield f"after.{name}.{player}", str(seat.life)
        yield (
            f"left.{name}.{player}",
            listed([lower(game, card, language) for card in seat.microbes], language),
        )
    yield from _turn(game, name, found, language)


def _ways(game: Game, found: Tabled, value: str, language: Language) -> Iterator[str]:
    """Yield the ways of which the health facts say a value for the microbes that cannot be laid."""
    facts = transmission(game)
    for way in found.rules.layout.behaviours:
        if any(facts[card][way].value == value for card in found.closed_cards()):
            yield lower(game, way, language)


def _ranked(game: Game, found: Tabled, language: Language) -> Iterator[str]:
    """Yield the attacks on the table with their chances, the surest first."""
    for card, target, share in found.duels():
        one, other = (lower(game, name, language) for name in (card, target))
        chance = percent(share, language)
        yield say(message("guide.duel", card=one, target=other, share=chance), language)


def _turn(game: Game, name: str, found: Tabled, language: Language) -> Pairs:
    """Yield what a turn is told as, the rules that it breaks, and what its attack comes to."""
    at, layout, said = f"position.{name}", found.rules.layout, game.said_in(language)
    if found.turn is None:
        return
    # A turn names cards as they are printed, not as a record writes them.
    titles = {card: lower(game, card, language) for card in layout.deck.cards}
    named_so = replace(said, words={**said.words, "cards": titles})
    told = found.rules.told(found.before, found.turn, found.refused)
    yield (
        f"{at}.told",
        " ".join(_sentence(labelled(deed.words, named_so), language) for deed in told.done),
    )
    broken = dict.fromkeys(said.rules[one.rule] for one in found.refused)
    yield f"{at}.broken", " ".join(broken)
    yield f"{at}.broken.count", str(len(broken))
    attack = found.attack()
    if attack is None:
        return
    yield f"{at}.strength", str(strength(layout, attack))
    yield f"{at}.dice", listed([str(face) for face in attack.dice], language)
    yield f"{at}.bonus", str(layout.attacks[attack.card].plus)
    if attack.target is not None:
        yield f"{at}.defence", str(sum(attack.defence) + layout.defences[attack.target].plus)
        key = "dies" if kills(layout, attack, attack.target) else "stays"
        words = say(message(f"guide.target-{key}"), language)
        yield f"{at}.result", words


def _sentence(reason: Message, language: Language) -> str:
    words = say(reason, language)
    return f"{words[:1].upper()}{words[1:]}."
