"""What a print shop, a maker on demand and a virtual table take: every card by itself."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO

from generator.paper.page import Page
from generator.print_shop.card_designs import CardDesign, CardFormat, card_designs, card_page
from generator.print_shop.services import DPI, card_services
from generator.print_shop.tabletop import saved_object
from generator.printables.context import CARD_SIZES, Context, palette
from generator.printables.printable import DrawnEntry
from generator.render.document import DocumentFacts
from generator.words import Message, OptionWord, format_number, message

# For a printer round the corner: the deck's own size, and what is usually cut off there, in mm.
OWN, OWN_BLEED = "print-shop", 3.0
TABLETOP = "tabletop-simulator"
# What stands above the columns of a list.
LISTED = ("print.shop-file", "print.shop-back", "print.shop-card", "print.shop-copies")


@dataclass(frozen=True, slots=True)
class PrintShop:
    """Makes the files of a deck as its options ask for, each file saying the same of itself."""

    found: DrawnEntry
    setting: Context
    about: DocumentFacts

    def files(self) -> tuple[Mapping[str, bytes], tuple[Message, ...]]:
        """Return the files by folder and name, and what is to be told of them.

        LudokitError where words do not fit the cards of a service.
        """
        options, notes = self.setting.options, list[Message]()
        if options.large:
            told = OptionWord("large")
            notes.append(message("print.shop-size", printable=self.setting.title, option=told))
        designs = self._designs(options.card_size, options.bleed or OWN_BLEED)
        size = designs[0].size
        files = self._folder(OWN, designs, CardFormat(size, options.bleed or OWN_BLEED))
        is_named = "card_size" in options.chosen() and options.card_size in CARD_SIZES
        for name, service in card_services().items():
            of = service.format_for(size, options.card_size if is_named else "")
            if of is None:
                values = {"service": service.name, "printable": self.setting.title}
                notes.append(message("print.shop-without", **values))
                continue
            width, height = of.size
            own = self._designs(f"{width:g}x{height:g}", of.bleed)
            files |= self._folder(name, own, of)
        stem = f"{self.setting.game.name}-{self.setting.printable}-{options.language}"
        backed = [one.with_back() for one in designs]
        files |= self._pictures(f"{TABLETOP}/{stem}-", backed, CardFormat(size))
        title = f"{self.setting.sentences.title} – {self.setting.title}"
        table = saved_object(backed, title, lambda name: f"{stem}-{name}.png")
        return {**files, f"{TABLETOP}/{stem}.json": table}, tuple(notes)

    def _designs(self, card_size: str, bleed: float) -> Sequence[CardDesign]:
        options = replace(self.setting.options, card_size=card_size, bleed=bleed, large=False)
        return card_designs(self.found, replace(self.setting, options=options))

    def _folder(self, name: str, designs: Sequence[CardDesign], of: CardFormat) -> dict[str, bytes]:
        """Return the whole deck as PDF, front and back in turn, its list and its pictures."""
        sides = (side for one in designs for _ in range(one.copies) for side in one.sides())
        pages = [
            card_page(drawing, of, number, is_back=is_back)
            for number, (_, drawing, is_back) in enumerate(sides, start=1)
        ]
        files = {f"{name}/{self.setting.printable}.pdf": self._pdf(pages)}
        files[f"{name}/list.csv"] = _list_csv(designs, self.setting)
        return files | self._pictures(f"{name}/", designs, of)

    def _pictures(
        self, stem: str, designs: Sequence[CardDesign], of: CardFormat
    ) -> dict[str, bytes]:
        """Return each front and each back once, as a PNG."""
        from generator.render.preview import pages_png

        sides = [side for one in designs for side in one.sides()]
        shown = {f"{stem}{name}.png": (drawing, is_back) for name, drawing, is_back in sides}
        pages = [card_page(one, of, 1, is_back=is_back) for one, is_back in shown.values()]
        return dict(zip(shown, pages_png(self._pdf(pages), DPI), strict=True))

    def _pdf(self, pages: Sequence[Page]) -> bytes:
        from generator.render.pdf import draw

        return draw(pages, palette(self.setting.game, self.setting.options.ink), self.about)


def _list_csv(designs: Sequence[CardDesign], setting: Context) -> bytes:
    """Return which pictures make which card, and how many of it the deck has."""
    into = StringIO(newline="")
    # Spreadsheets part columns by a semicolon where the comma is in numbers.
    sign = ";" if "," in format_number(0.5, setting.options.language) else ","
    rows = csv.writer(into, delimiter=sign, lineterminator="\r\n")
    rows.writerow(map(setting.say, LISTED))
    for one in designs:
        back = "" if one.piece.back is None else f"{one.back}.png"
        rows.writerow((f"{one.front}.png", back, one.title, one.copies))
    return into.getvalue().encode("utf-8-sig")
