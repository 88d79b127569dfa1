"""One printable, from a game to finished files: planned and drawn, or written and flowed."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.game import Game
from generator.paper.page import Page
from generator.printables.boxes import boxes_json
from generator.printables.options import Options
from generator.printables.planning import DocumentEntry, entry, plan
from generator.printables.setting import Setting, palette
from generator.render.document import DocumentFacts
from generator.words import Message


@dataclass(frozen=True, slots=True)
class Print:
    """The files of a printable by name; `note` is to be told (why a document is not a PDF)."""

    printable: str
    title: str
    files: Mapping[str, bytes]
    note: Message | None = None

    @property
    def pdf(self) -> bytes | None:
        """Return the printable as PDF, where it is one."""
        return next((data for name, data in self.files.items() if name.endswith(".pdf")), None)


def printed(game: Game, printable: str, options: Options) -> Print:
    """Make the files of one printable; raise LudokitError where it cannot be printed."""
    setting = Setting(game, printable, options)
    stem = f"{printable}{options.suffix()}"
    found = entry(game, printable)
    if isinstance(found, DocumentEntry):
        return _flowed(found, setting, stem)
    return _drawn(plan(game, printable, options), setting, stem)


def facts(setting: Setting) -> DocumentFacts:
    """Return what a printable's file says about itself."""
    said, head = setting.said, setting.game.head
    return DocumentFacts(
        title=f"{said.title} – {setting.title}",
        author=", ".join(head.credits.authors),
        subject=said.rights,
        keywords=(said.title, setting.title, "ludokit"),
        language=setting.options.language,
    )


def _drawn(pages: tuple[Page, ...], setting: Setting, stem: str) -> Print:
    from generator.render.drawn import draw

    data = draw(pages, palette(setting.game, setting.options.ink), facts(setting))
    files = {f"{stem}.pdf": data, f"{stem}.boxes.json": boxes_json(pages, setting).encode()}
    return Print(setting.printable, setting.title, files)


def _flowed(found: DocumentEntry, setting: Setting, stem: str) -> Print:
    from generator.guides import context
    from generator.render.flowed import document, fill

    filled = fill(f"{found.template}.html.j2", context(setting, found.template, facts(setting)))
    flowed = document(filled, facts(setting))
    return Print(
        setting.printable, setting.title, {f"{stem}.{flowed.suffix}": flowed.data}, flowed.note
    )
