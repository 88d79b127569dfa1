"""Cards to cut out, fronts and backs, and the same deck as images for virtual tabletops."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, Literal, get_args

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Facts, Id, Names
from generator.game.parts import Deck
from generator.paper import shapes as art
from generator.paper.imposition import Piece
from generator.paper.page import Copy, Page, PaperSize
from generator.paper.shapes import THIN, Drawing, Placed, Rect
from generator.paper.text import READ, DoesNotFitError
from generator.printables import page_furniture as paged
from generator.printables import pattern as patterns
from generator.printables import pictures
from generator.printables.context import Context
from generator.printables.kinds import card_face as face
from generator.printables.kinds.card_face import CardSubject, Zone
from generator.printables.printable import DrawnEntry, Finishing, PrintableId, TextId, known_part
from generator.printables.sidecar import list_json
from generator.reading.nodes import Path
from generator.words import Message, fold, message, not_one_of

# The emblem on a back, at the usual size.
EMBLEM = 14.0
# A card in small, on a card that says how to read it.
SMALL = 0.36
# Of an image for virtual tabletops.
COLUMNS, ROWS = 10, 7
# The zones of each type of card.
Faces = Mapping[Id, Annotated[tuple[Zone, ...], Field(min_length=1)]]


class SpareCard(Facts):
    """A card that is none of the deck, for a free place of the last sheet."""

    text: TextId
    """Its title, a text of the game; below stands `<text>.text`, or room for one's own."""
    shows_card: bool = False
    """Whether a card of the deck stands on it in small, and all signs with their names."""


class CardsEntry(DrawnEntry):
    """A deck of the game: what the face of each type of card shows, and what the back does."""

    kind: Literal["cards"]
    part: Annotated[Id, Names("part", (Deck,))]
    """The deck."""
    faces: Faces = Field(default_factory=dict)
    """The zones of the face, by the type of the card; every type of the deck has its face."""
    back: tuple[Zone, ...] = ()
    """The zones of the back that all cards share: `title` shows a text of the game, `picture` the
    pictures of all cards of a type. Without zones the backs stay white."""
    behind: Faces = Field(default_factory=dict)
    """The zones of the back of each card, by its type, where cards have backs of their own."""
    short_of: PrintableId | None = None
    """The printable of which this is the smaller deck, with the same back, and the same faces
    where it has none of its own."""
    spare: tuple[SpareCard, ...] = ()
    """What fills the last sheet of a whole deck where it fits a card, the last of them as often as
    there is room."""

    supported_options = frozenset({"duplex", "bleed", "made_for", "card_size", "only"})

    def needs(self, game: Game) -> Iterator[Need]:
        for number, zone in enumerate(self.back):
            if zone.zone == "title":
                yield Need("texts", zone.shows, ("back", number))
        yield from super().needs(game)
        for number, one in enumerate(self.spare):
            yield Need("texts", f"{one.text}.text", ("spare", number), optional=True)
            shown = known_part(game, self.part, Deck) if one.shows_card else None
            if shown is not None:
                keys = (face.sign_key(one, shown) for one in shown.cards.values())
                yield from (Need("texts", k, ("spare", number), optional=True) for k in keys)
        for zone_of_card in self._zones(game):
            yield from zone_of_card.needs()

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        if (deck := known_part(game, self.part, Deck)) is None:
            return
        yield from self._sides(deck)
        for group, looks in (("types", deck.types), ("families", deck.families)):
            for name, look in looks.items():
                for field, shown in (("sign", look.sign), ("frame", look.frame)):
                    if shown and (reason := pictures.missing_picture(game, shown)):
                        yield ("parts", self.part, group, name, field), reason
        # What the cards show that does not stand in the data.
        for one in self._zones(game):
            yield from one.faults()

    def _sides(self, deck: Deck) -> Iterator[tuple[Path, Message]]:
        for side, faces in self._sided_faces():
            for kind, zones in faces.items():
                if kind not in deck.types:
                    yield (side, kind), not_one_of(kind, deck.types, role="card-type")
                yield from _repeated_zones((side, kind), zones)
        for kind in dict.fromkeys(card.type for card in deck.cards.values()):
            if kind not in self.faces:
                yield ("faces",), message("game.no-face", type=kind)
        yield from _repeated_zones(("back",), self.back)
        for number, zone in enumerate(self.back):
            if zone.zone not in {"title", "picture"}:
                yield ("back", number, "zone"), not_one_of(zone.zone, ("title", "picture"))
            elif zone.zone == "picture" and zone.shows not in deck.types:
                reason = not_one_of(zone.shows, deck.types, role="card-type")
                yield ("back", number, "shows"), reason

    def _zones(self, game: Game) -> Iterator["_CardZone"]:
        if (deck := known_part(game, self.part, Deck)) is None:
            return
        at = ("parts", self.part, "cards")
        for (side, faces), (name, card) in product(self._sided_faces(), deck.cards.items()):
            for number, zone in enumerate(faces.get(card.type, ())):
                yield _CardZone(zone, (side, card.type, number), name, at, deck, game)

    def _sided_faces(self) -> tuple[tuple[str, Faces], ...]:
        return ("faces", self.faces), ("behind", self.behind)

    def holds_cards(self, game: Game, only: Sequence[str]) -> bool:
        return set(map(fold, only)) <= _called(game, game.part(self.part, Deck)).keys()

    def deck_pieces(self, setting: Context) -> Sequence[Piece]:
        names = _cards_to_print(self, setting.game, setting.options.only) * setting.options.copies
        drawn, reverse = draw_fronts(self, setting, names), draw_back(self, setting)
        # Cards with backs of their own have faces on both sides.
        turned = draw_fronts(self.turned(), setting, names) if self.behind else {}
        return tuple(Piece(name, drawn[name], turned.get(name, reverse)) for name in names)

    def turned(self) -> "CardsEntry":
        """Return the cards with what stands behind each of them as its face."""
        return self.model_copy(update={"faces": self.behind, "behind": {}})

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan the cards chosen, or all; LudokitError with the nearest name for one unknown."""
        pieces = self.deck_pieces(setting)
        reverse = draw_back(self, setting)
        notes = paged.footnotes(setting, (self.part,), called=False)
        told, spare = [*notes, paged.not_reviewed_notice(setting) or ""], list[Piece]()
        for one in () if setting.options.only else self.spare:
            with suppress(DoesNotFitError):  # small cards do without it
                spare.append(Piece(one.text, _draw_spare(self, setting, one, told), reverse))
        return paged.imposed_pages(pieces, setting, footnotes=notes, spare=spare)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        return Finishing(setting.options.copies, cuts=paged.count_grid_cuts(pages))


def _repeated_zones(at: Path, zones: Sequence[Zone]) -> Iterator[tuple[Path, Message]]:
    names = [zone.zone for zone in zones]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield (*at, number, "zone"), message("game.zone-twice", zone=name)


@dataclass(frozen=True, slots=True)
class _CardZone:
    """A zone of a card's face, with its path and that of the cards, and what it shows in vain."""

    zone: Zone
    path: Path
    name: str
    at: Path
    deck: Deck
    game: Game

    @property
    def facts(self) -> tuple[str, ...]:
        # What notes name; in a game without health facts, they name texts.
        health = self.game.head.health
        return tuple(fact.fact for fact in health.facts) if health else ()

    def needs(self) -> Iterator[Need]:
        zone, card, own = self.zone, self.deck.cards[self.name], (*self.at, self.name)
        yield Need("texts", f"card.{self.name}", own)
        for key in (f"card.{self.name}.text", f"type.{card.type}.text"):
            yield Need("texts", key, self.path, optional=True)
        match zone.manner:
            case "words" if zone.zone == "corner" or zone.shows == "text":
                return
            case "words" if zone.shows == "notes":
                yield from (Need("texts", note, own) for note in card.notes if not self.facts)
            case "words" if zone.shows != "family" or card.family:
                key = face.text_key(zone, self.name, card)
                yield Need("texts", key, self.path if key == zone.shows else own)
            case "dice":
                yield Need("texts", zone.shows, self.path)
            case "pictures" if getattr(card, zone.shows, ()):
                yield Need("texts", zone.says or zone.shows, self.path)
            case "disc":
                yield Need("labels", self.name, own)
            case "sectors":
                yield from (Need("labels", way, (*self.at, way)) for way in self.deck.coloured())

    def faults(self) -> Iterator[tuple[Path, Message]]:
        if (reason := self.why_not_shown()) is not None:
            yield self.path, reason
            return
        zone, card, own = self.zone, self.deck.cards[self.name], (*self.at, self.name)
        needed = {"dice": zone.shows, "words": "family" if zone.shows == "family" else ""}
        if (field := needed.get(zone.manner)) and not getattr(card, field):
            yield own, message("game.card-needs", card=self.name, type=card.type, field=field)
        if zone.manner == "words" and zone.shows == "notes" and (facts := self.facts):
            wrong = ((at, note) for at, note in enumerate(card.notes) if note not in facts)
            yield from (((*own, "notes", at), not_one_of(note, facts)) for at, note in wrong)
        is_own = zone.manner in {"picture", "disc", "sectors"} or zone.zone == "corner"
        shown = [self.name] if is_own else []
        for other in (*shown, *(getattr(card, zone.shows) if zone.manner == "pictures" else ())):
            named = self.deck.cards[other].picture
            if (reason := pictures.missing_picture(self.game, named or other)) is not None:
                yield (*self.at, other, *(("picture",) if named else ())), reason
        if zone.manner == "sectors":
            yield from self.missing_ways()

    def why_not_shown(self) -> Message | None:
        zone, health = self.zone, self.game.head.health
        manners = {"left": ("dice",), "right": ("dice",), "corner": ("words", "picture")}
        middle = ("words", "picture", "pictures", "disc", "sectors")
        usual = middle if zone.zone in get_args(face.Middle) else ("words",)
        allowed = manners.get(zone.zone, usual)
        if zone.manner not in allowed:
            return not_one_of(zone.manner, allowed)
        known = {
            "dice": ("attack", "defence"),
            "pictures": ("kills", "links"),
            "sectors": ("links", *(health.tables if health else ())),
        }
        if zone.shows not in known.get(zone.manner, (zone.shows,)):
            return not_one_of(zone.shows, known[zone.manner])
        return None

    def missing_ways(self) -> Iterator[tuple[Path, Message]]:
        named, ways, health = self.zone.shows, self.deck.coloured(), self.game.head.health
        if not ways:
            yield self.path, message("game.no-ways")
        if named == "links" or health is None:
            return
        table = health.tables[named]
        if not any(way in row for row in table.values() for way in ways):
            # The table speaks of something else.
            tables = [one for one in ("links", *health.tables) if one != named]
            yield self.path, not_one_of(named, tables)
            return
        for way in (way for way in ways if way not in table.get(self.name, {})):
            reason = message("game.no-fact", table=named, about=self.name, column=way)
            yield ("health", "tables", named, self.name, way), reason


def draw_fronts(entry: CardsEntry, setting: Context, names: Iterable[str]) -> Mapping[str, Drawing]:
    """Draw the fronts of cards, whose zones lie as on all others of the deck."""
    deck = setting.game.part(entry.part, Deck)
    cards = {name: CardSubject(deck, entry.faces, name, setting) for name in deck.cards}
    layout = face.deck_layout((*cards.values(),))
    return {name: face.draw_face(cards[name], layout) for name in dict.fromkeys(names)}


def draw_back(entry: CardsEntry, setting: Context) -> Drawing | None:
    """Draw the back of all cards: emblem and title of the game amid its pattern."""
    if not entry.back:
        return None
    deck, own = setting.game.part(entry.part, Deck), setting.game.head.face
    by_name = {zone.zone: zone for zone in entry.back}
    names = deck.of_type(by_name["picture"].shows) if "picture" in by_name else ()
    subject = CardSubject(deck, entry.faces, (*names, *deck.cards)[0], setting)
    colour = own.colour if own else subject.band if names else "ink"
    shown = names or (own.motif if own and own.motif else "",) * len(patterns.PLACES)
    motifs = [subject.picture(name, subject.length(8.0), colour) for name in filter(None, shown)]
    middle = [paged.draw_emblem(setting.game, own, subject.length(EMBLEM))] if own else []
    if "title" in by_name:
        how, room = subject.lettering(15.0, "bold", colour, "middle"), subject.inner
        words = setting.text(by_name["title"].shows)
        middle.append(face.set_words(subject, "back", words, (room, 0.0), how))
    pattern = own.pattern if own else "dots"
    return patterns.draw_back(pattern, subject.size, colour, middle, motifs)


def _draw_spare(entry: CardsEntry, setting: Context, one: SpareCard, notes: paged.Notes) -> Drawing:
    deck = setting.game.part(entry.part, Deck)
    body = setting.sentences.texts.get(f"{one.text}.text", "")
    subject = CardSubject(deck, entry.faces, next(iter(deck.cards)), setting)
    (width, height), length, inner = subject.size, subject.length, subject.inner
    left, gap = length(face.PADDING), length(3.0)

    def put(words: str, size: float, room: art.Mm = 0.0) -> Drawing:
        return face.set_words(subject, one.text, words, (inner, room), subject.lettering(size))

    rows = [subject.lettering(13.0, "bold").fit(setting.text(one.text), one.text, inner)]
    if one.shows_card:
        # No words that are too small to be read.
        shown = {"title", "corner", *get_args(face.Middle)}
        zones = tuple(zone for zone in subject.zones.values() if zone.zone in shown)
        card = face.draw_face(replace(subject, faces={subject.card.type: zones}), face.DeckLayout())
        edge = Rect(0.0, 0.0, width * SMALL, height * SMALL, None, THIN)
        whole = Rect(0.0, 0.0, width, height)
        small = (Placed(card, 0.0, 0.0, scale=SMALL, clip=whole), edge)
        example = Drawing(edge.width, edge.height, small)
        printed = deck.printed(short=entry.short_of is not None)
        signs = face.sign_legend(subject, printed, inner - edge.width - gap)
        rows.append(art.row(example, signs, gap=gap, middle=True))
    foot = art.column(*(put(note, READ) for note in notes if body), gap=gap / 3)
    if body:
        taken = sum(row.height + gap for row in rows) + foot.height + 2 * left
        rows.append(put(body, 13.0, height - taken))
    else:
        ys = (length(56.0 + 7.5 * number) for number in range(3))
        lines = (art.Line(0.0, y, inner, y, THIN) for y in ys)
        box = Rect(0.0, 0.0, inner, length(48.0), None, THIN)
        rows.append(Drawing(inner, length(71.0), (box, *lines)))
    low = Placed(foot, left, height - left - foot.height)
    shapes = (Placed(art.column(*rows, gap=gap), left, left), low, *subject.edge())
    return Drawing(width, height, shapes, title=one.text)


def _cards_to_print(entry: CardsEntry, game: Game, only: Sequence[str]) -> tuple[str, ...]:
    deck = game.part(entry.part, Deck)
    printed = deck.printed(short=entry.short_of is not None)
    if not only:
        return printed
    known = _called(game, deck)
    for word in only:
        if fold(word) not in known:
            raise LudokitError(message("print.unknown-card", reason=not_one_of(word, known)))
    chosen = {known[fold(word)] for word in only}
    return tuple(name for name in printed if name in chosen)


def _called(game: Game, deck: Deck) -> Mapping[str, str]:
    """Return each card of a deck by all that it is called."""
    return {fold(word): name for name in deck.cards for word in _names(game, deck, name)}


def _names(game: Game, deck: Deck, name: str) -> Iterator[str]:
    other = deck.cards[name].name
    yield from (name, other or name)
    for said in game.sentences.values():
        title = said.texts.get(f"card.{name}", name)
        yield from (title, *(word.strip(" ()") for word in title.split("(")))
        yield said.words.get("cards", {}).get(name, name)
        if other:
            yield said.words.get("behaviours", {}).get(other, other)


@dataclass(frozen=True, slots=True)
class DeckImages:
    """The fronts of a deck side by side on images, and behind them its backs, as files are named.

    Of a deck with one back for all that one is the last image; others follow the fronts in turn.
    """

    pieces: Sequence[Piece]
    stem: str

    @property
    def backs(self) -> Sequence[Drawing]:
        """Return the backs that are drawn: one for all, one behind each front, or none."""
        found = [one.back for one in self.pieces if one.back is not None]
        return found[:1] if len({id(one) for one in found}) == 1 else found

    def files(self) -> Iterator[tuple[str, Sequence[Drawing]]]:
        """Yield the name of each image, and what lies on it, in rows of ten."""
        for suffix, drawn in (("", [one.front for one in self.pieces]), ("-back", self.backs)):
            is_one, most = bool(suffix) and len(drawn) == 1, COLUMNS * ROWS
            for number in range(-(-len(drawn) // most)):
                name = f"{self.stem}{suffix}{'' if is_one else f'-{number + 1}'}.png"
                yield name, drawn[number * most : (number + 1) * most]

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan a page for each image."""
        width, height = self.pieces[0].front.width, self.pieces[0].front.height
        clip, pages = Rect(0.0, 0.0, width, height), list[Page]()
        for _, shown in self.files():
            copies = []
            for number, card in enumerate(shown):
                row, column = divmod(number, COLUMNS)
                placed = Placed(card, column * width, row * height, clip=clip)
                copies.append(Copy(number + 1, placed))
            rows, columns = -(-len(shown) // COLUMNS), min(len(shown), COLUMNS)
            size = PaperSize(setting.options.paper, columns * width, rows * height)
            pages.append(Page(size, Drawing(size.width, size.height), tuple(copies)))
        return tuple(pages)

    def listed(self, entry: DrawnEntry, setting: Context) -> str:
        """Return the list of the cards as JSON: image, row and column, each counted from 1."""
        types = setting.game.part(entry.part, Deck).cards if isinstance(entry, CardsEntry) else {}
        texts, backs = setting.sentences.texts, self.backs
        cards = []
        for number, one in enumerate(self.pieces):
            image = f"{number // (COLUMNS * ROWS) + 1}.png"
            place = {"row": number // COLUMNS % ROWS + 1, "column": number % COLUMNS + 1}
            told = {"image": f"{self.stem}-{image}", **place, "id": one.name}
            told["title"] = texts.get(f"card.{one.name}", one.name)
            told |= {"type": types[one.name].type} if types else {}
            told |= {"back": f"{self.stem}-back-{image}"} if len(backs) > 1 else {}
            cards.append(told)
        back = f"{self.stem}-back.png" if len(backs) == 1 else None
        columns = min(len(self.pieces), COLUMNS)
        return list_json(setting, {"columns": columns, "back": back}, "cards", cards)
