"""Whether all that the cards of a game show stands in its data: words, pictures, health facts."""

from collections.abc import Iterable, Iterator, Mapping

from generator.errors import DataError, Problem
from generator.game import Game
from generator.game.parts import Card, Deck
from generator.printables import pictures
from generator.printables.kinds.card_face import Zone, text_keys
from generator.printables.kinds.cards import CardsEntry
from generator.printables.planning import entries
from generator.reading.nodes import MapNode, Path, dotted, fault, place_of
from generator.words import Message, message, not_one_of


def check_cards(game: Game) -> None:
    """Look up what every card shows; raise DataError with everything that is missing."""
    section = game.sections.get("printables")
    if not isinstance(section, MapNode):
        return
    problems: list[Problem] = []
    for name, found in entries(game).items():
        if isinstance(found, CardsEntry):
            for path, reason in dict.fromkeys(_faults(found, game)):
                at = (name, *path)
                problems.append(fault(place_of(section, at), dotted(("printables", *at)), reason))
    if problems:
        raise DataError(problems)


def _faults(entry: CardsEntry, game: Game) -> Iterator[tuple[Path, Message]]:
    deck = game.part(entry.part, Deck)
    for kind in entry.faces:
        if kind not in deck.types:
            yield ("faces", kind), not_one_of(kind, deck.types)
    for name, card in deck.cards.items():
        if card.type not in entry.faces:
            yield ("faces",), not_one_of(card.type, entry.faces)
        for number, zone in enumerate(entry.faces.get(card.type, ())):
            path = ("faces", card.type, number)
            yield from ((path, reason) for reason in _missing(zone, game, deck, name))
    for number, zone in enumerate(entry.back):
        if zone.zone == "title":
            yield from ((("back", number), one) for one in _texts(game, (zone.shows,)))
        elif zone.shows not in deck.types:
            yield ("back", number), not_one_of(zone.shows, deck.types)


def _missing(zone: Zone, game: Game, deck: Deck, name: str) -> Iterator[Message]:
    """Yield what a zone shows of a card that does not stand in the data."""
    card = deck.cards[name]
    match zone.manner:
        case "words" if zone.zone == "corner":
            yield from _pictures(game, (card.picture or name,))
        case "words" if zone.shows == "notes":
            yield from _notes(game, card)
        case "words":
            yield from _texts(game, text_keys(zone, name, card))
        case "dice":
            yield from _texts(game, (zone.shows,))
        case "sectors":
            yield from _pictures(game, (card.picture or name,))
            yield from _sectors(zone, game, deck, name)
        case "pictures":
            shown = getattr(card, zone.shows, ())
            yield from _texts(game, (zone.shows, *(f"card.{other}" for other in shown)))
            yield from _pictures(game, (deck.cards[other].picture or other for other in shown))
        case _:
            yield from _pictures(game, (card.picture or name,))


def _texts(game: Game, keys: Iterable[str]) -> Iterator[Message]:
    for key in keys:
        for language, said in game.said.items():
            if key not in said.texts:
                yield message("game.no-sentence", name=key, language=language)


def _pictures(game: Game, names: Iterable[str]) -> Iterator[Message]:
    known = pictures.names(game)
    yield from (not_one_of(name, known) for name in names if name not in known)


def _notes(game: Game, card: Card) -> Iterator[Message]:
    health = game.head.health
    known: Mapping[str, object] = {fact.fact: fact for fact in health.facts} if health else {}
    yield from (not_one_of(note, known) for note in card.notes if note not in known)


def _sectors(zone: Zone, game: Game, deck: Deck, name: str) -> Iterator[Message]:
    """Yield the ways that a table of health facts says nothing about."""
    if zone.shows == "links":
        return
    tables = game.head.health.tables if game.head.health else {}
    if zone.shows not in tables:
        yield not_one_of(zone.shows, tables)
        return
    row = tables[zone.shows].get(name, {})
    ways = (way for way, card in deck.cards.items() if card.colour)
    for way in ways:
        if way not in row:
            yield message("game.no-fact", table=zone.shows, about=name, column=way)
