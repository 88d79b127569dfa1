"""A deck as virtual tabletops take it: its cards in grids of 10 x 7 at most, and their list."""

import json
from collections.abc import Iterator

from generator.game.parts import Deck
from generator.paper.page import Copy, Page
from generator.paper.shapes import Clip, Drawing, Placed
from generator.paper.sizes import PaperSize
from generator.printables.kinds.cards import CardsEntry, back_of, front, size_of, wanted
from generator.printables.setting import Setting

FORMAT = 1
COLUMNS, ROWS = 10, 7


def sheets(entry: CardsEntry, setting: Setting) -> tuple[Page, ...]:
    """Plan a page for each image of the deck, cards side by side; the last one is the back."""
    names = wanted(entry, setting.game, setting.options.only)
    fronts = {name: front(entry, setting, name) for name in dict.fromkeys(names)}
    most = COLUMNS * ROWS
    pages = [
        _grid([fronts[name] for name in names[start : start + most]], setting)
        for start in range(0, len(names), most)
    ]
    back = back_of(entry, setting)
    return (*pages, *([] if back is None else [_grid([back], setting)]))


def _grid(cards: list[Drawing], setting: Setting) -> Page:
    width, height = size_of(setting)
    rows = -(-len(cards) // COLUMNS)
    columns = min(len(cards), COLUMNS)
    shown = Clip(0.0, 0.0, width, height)
    copies = tuple(
        Copy(
            number + 1,
            Placed(card, number % COLUMNS * width, number // COLUMNS * height, clip=shown),
        )
        for number, card in enumerate(cards)
    )
    size = PaperSize(setting.options.paper, columns * width, rows * height)
    return Page(size, Drawing(size.width, size.height), copies)


def card_list(entry: CardsEntry, setting: Setting, stem: str) -> str:
    """Return the list of the cards as JSON: image, row and column, each counted from 1."""
    deck = setting.game.part(entry.part, Deck)
    names = wanted(entry, setting.game, setting.options.only)
    head = {
        "format": FORMAT,
        "game": setting.game.name,
        "printable": setting.printable,
        "lang": setting.options.language,
        "columns": min(len(names), COLUMNS),
        "back": f"{stem}-back.png" if entry.back else None,
    }
    lines = ",\n".join(
        "  " + json.dumps(one, ensure_ascii=False) for one in _cards(setting, deck, names, stem)
    )
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "cards": [\n{lines}\n]}}\n'


def _cards(
    setting: Setting, deck: Deck, names: tuple[str, ...], stem: str
) -> Iterator[dict[str, object]]:
    for number, name in enumerate(names):
        image, place = divmod(number, COLUMNS * ROWS)
        row, column = divmod(place, COLUMNS)
        yield {
            "image": f"{stem}-{image + 1}.png",
            "row": row + 1,
            "column": column + 1,
            "id": name,
            "title": setting.text(f"card.{name}"),
            "type": deck.cards[name].type,
        }
