"""A workshop for lists: the table as it is understood, and every kind of game seen with it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from flask import Blueprint, Response, g, jsonify, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.from_list import ListChoices, fit_class, shipped_tables
from generator.game.parts.listing import LAYOUTS, USUAL_LAYOUTS
from generator.options import Option, meant_for_list
from generator.page import jobs, progress
from generator.page.jobs import Order, PrintJob, open_list_game
from generator.page.list_faults import ListFault, list_faults, told_on_page
from generator.page.orders import OrderPages
from generator.page.wording import reasons_of, worded
from generator.paper.shapes import Drawing, Rect, column, row
from generator.print_request import Files, Upload, Values
from generator.printables import planning
from generator.printables.context import palette
from generator.render.document import Markup
from generator.tables.table import COLUMNS, PICTURES, Headings, read_table
from generator.words import (
    Message,
    fold,
    message,
    say,
    typed_words,
    typeset_message,
)

# The kinds in the order in which they are shown, each with what is chosen of it alone.
KINDS: Mapping[str, tuple[str, ...]] = {
    "memory": ("pairs", "card-size"),
    "loto": ("layout", "wins"),
    "dominoes": ("card-size",),
    "flashcards": ("card-size",),
    "chain": ("card-size",),
    "quiz": ("card-size",),
    "families": ("members", "card-size"),
    "one-in-common": ("signs", "card-size"),
    "goose": ("dice",),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "pairs": ("6", "8", "10", "12", "15", "20"),
    "layout": (*reversed(USUAL_LAYOUTS), "5x5", "5x5-free", "3x9"),
    "wins": ("full",),
    "signs": ("3", "4", "6", "8"),
    "members": ("2", "3", "4", "5", "6"),
    "dice": ("2",),
}
# What the templates of such games have no place of its own for.
ADDED = frozenset({"members", "pairs", "signs"})
# How much larger than usual cards can be asked for.
LARGER = (1.25, 1.5)
# Small cards are shown together, two across; how round their corners are.
SHOWN_TOGETHER, GAP, ROUND = {"memory": 2, "dominoes": 2}, 4.0, 3.0
MOST_PICTURES = 200
# Messages that the page's script fills in itself.
SAID = (
    *("page.list-at", "page.list-cell", "page.list-column"),
    *("page.list-copied", "page.list-first-row", "page.list-missing"),
    *("page.list-name", "page.list-no-room", "page.list-picture"),
    *("page.list-remove-row", "page.list-sure", "page.list-twice"),
    *("page.list-undrawn", "page.list-unused"),
)
PICTURE_NAME = re.compile(r"\w[\w. -]{0,60}")


@dataclass(frozen=True, slots=True)
class ReadList:
    """A table as it was understood: columns by what they mean and as they are headed, its rows."""

    columns: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    told: Message


@dataclass(frozen=True, slots=True)
class ListPreview:
    """A card or a board of a game from a list, and how many pages there are; or the faults."""

    picture: Markup | None = None
    pages: int = 0
    notes: tuple[Message, ...] = ()
    faults: tuple[ListFault, ...] = ()


def read_list(upload: Upload, headings: Headings | None) -> ReadList:
    """Read a table; DataError in words of the page."""
    with TemporaryDirectory(prefix="ludokit-") as folder:
        file = Path(folder) / f"table{Path(upload.name).suffix.lower()}"
        file.write_bytes(upload.data)
        try:
            found = read_table(file, headings)
        except LudokitError as error:
            raise told_on_page((), error) from None
    rows = tuple(tuple(cell.words for cell in one) for one in found.rows)
    return ReadList(found.columns, found.headings, rows, found.understood())


def draw_preview(order: Order) -> ListPreview:
    """Draw what the first page of a game shows, or find what does not fit."""
    kind = order.kind
    try:
        with open_list_game(order) as game:
            try:
                options, notes = fit_class(game, kind, order.request.options)
                options = options.without(planning.chosen_but_ignored(game, kind, options))
                pages = planning.plan(game, kind, options)
            except LudokitError as error:
                return ListPreview(faults=list_faults(error))
            from generator.render.svg import svg

            shown = _arranged([one.placed.drawing for one in pages[0].copies], kind)
            title = say(message(f"new.kind-{kind}"), options.language)
            picture = svg(shown, palette(game, options.ink), title=title)
    except LudokitError as error:
        return ListPreview(faults=list_faults(error)[-1:])
    return ListPreview(picture, len(pages), notes)


def _arranged(drawn: Sequence[Drawing], kind: str) -> Drawing:
    across = SHOWN_TOGETHER.get(kind, 1)
    kept = drawn[: across * across]
    kept = [_on_white(one) for one in kept]
    rows = (row(*kept[at : at + across], gap=GAP) for at in range(0, len(kept), across))
    return column(*rows, gap=GAP)


def _on_white(drawn: Drawing) -> Drawing:
    ground = Rect(0.0, 0.0, drawn.width, drawn.height, "white", None, ROUND)
    return replace(drawn, shapes=(ground, *drawn.shapes))


class ListPages(OrderPages):
    """The pages of games from a list: a table pasted or dropped, a kind chosen."""

    command = "print"

    def add_to(self, pages: Blueprint) -> None:
        """Add them to the page."""
        pages.add_url_rule("/list/", view_func=self.list_form)
        pages.add_url_rule("/list/", view_func=self.ask_list, methods=["POST"])
        pages.add_url_rule("/list/table", view_func=self.table, methods=["POST"])
        pages.add_url_rule("/list/preview", view_func=self.preview, methods=["POST"])
        pages.add_url_rule("/list/<work>/", view_func=self.of_list)

    def list_form(self) -> str:
        """Show the form."""
        self._queue.warm()
        return self._page({}, None)

    def ask_list(self) -> str | tuple[str, int] | Answer:
        """Order the game that a form asks for, or report the form's faults."""
        values, files = self._read()

        def begin() -> PrintJob:
            return self._submit(self._order(values, files), values)

        where = partial(address_of, "page.of_list")
        return progress.start_job(begin, partial(self._page, values, None), self._told, where)

    def of_list(self, work: str) -> str | tuple[str, int]:
        """Show a game from a list with its form, or only its new parts."""
        asked = self._job(work, of_list=True)
        return progress.show_job(asked, partial(self._page, asked.values, asked), self._told)

    def table(self) -> Response:
        """Return a list as it is understood, for the page's script."""
        values, files = self._read()
        try:
            upload = _table_of(values, files)
            # A stranger's file is read by a process of its own.
            is_file = bool(request.files.get("table"))
            read = partial(jobs.in_own_process, read_list) if is_file else read_list
            found = read(upload, _headings(values))
        except LudokitError as error:
            return jsonify(faults=reasons_of(error, g.language))
        told = typeset_message(found.told, g.language)
        return jsonify(columns=found.columns, headings=found.headings, rows=found.rows, told=told)

    def preview(self) -> Response:
        """Return what a kind of game looks like with a list, or what does not fit."""
        values, files = self._read()
        try:
            order = self._order(values, files)
            found = self._queue.run(draw_preview, order)
        except LudokitError as error:
            found = ListPreview(faults=list_faults(error))
        told = [worded(one, g.language) for one in found.notes]
        if found.pages:
            told.append(typeset_message(message("page.list-pages", n=found.pages), g.language))
        faults = [_worded(one) for one in found.faults]
        is_long = any(one.is_long for one in found.faults)
        is_helped = is_long or any(one.is_few for one in found.faults)
        helps = _helps(values, is_long=is_long) if is_helped else []
        return jsonify(picture=found.picture, told=told, faults=faults, helps=helps)

    def _read(self) -> tuple[dict[str, str], dict[str, Upload]]:
        values, files = progress.read_form(self._fields())
        names = ("as", "title", "shipped", "headings", *map(_name, _own_fields()))
        return values | {name: request.form.get(name, "") for name in names}, files

    def _order(self, values: dict[str, str], files: dict[str, Upload]) -> Order:
        kind, table = values["as"], _table_of(values, files)
        if kind not in KINDS:
            raise LudokitError(message("page.no-kind"))
        values["table"] = table.name
        own = {name: values[f"{kind}.{name}"] for name in KINDS[kind]}
        own = {name: one for name, one in own.items() if one in _choices(kind, name)}
        values["card-size"] = own.pop("card-size", "")
        # The table itself is read where it is drawn.
        others = {name: one for name, one in files.items() if name != "table"}
        chosen = self._parsed(values, others)
        more = "".join(f", {name}: {own.pop(name)}" for name in sorted(ADDED & own.keys()))
        title = " ".join(values["title"].split()) or say(message("page.list-name"), g.language)
        values["name"] = _file_name(title)
        facts = {**own, "title": title, **({"more": more} if more else {})}
        pupils = chosen.options.pupils
        choices = ListChoices(_headings(values), pupils, tuple(facts.items()))
        pictures = tuple(_pictures())
        return Order(values["name"], chosen, kind, table.data, table.name, choices, pictures)

    def _fields(self) -> list[Option]:
        meant = frozenset[str]().union(*map(meant_for_list, KINDS))
        return self._asked_for(meant - {"as", "card-size"})

    def _told(self, work: PrintJob, known: int = 0) -> dict[str, object]:
        values, kind = work.values, work.order.kind
        is_own = any(values[f"{kind}.{name}"] for name in KINDS[kind] if name != "card-size")
        # What only the page can choose has no line to type.
        line = "" if is_own else self._line(values["name"], work)
        where = partial(address_of, "page.of_list", work=work.name)
        return progress.progress_context(work, known, line, lambda n: where(known=n), {})

    def _page(self, values: Values, work: PrintJob | None, reasons: Sequence[str] = ()) -> str:
        about = {} if work is None else self._told(work)
        about["shipped"] = {n: typed_words(n, g.language, "tables")[0] for n in _shipped()}
        about["kinds"] = [_shown_kind(kind) for kind in KINDS]
        about["words"] = _words_of_script()
        at = partial(address_of, "page.ask_list")
        return self._form(self._fields(), at, values=values, reasons=reasons, **about)


def _words_of_script() -> Mapping[str, object]:
    columns = {
        one: {
            "label": typeset_message(message(f"page.column-{one}"), g.language),
            "typed": typed_words(one, g.language, "columns")[0],
        }
        for one in COLUMNS
    }
    holes = {name: f"{{{name}}}" for name in ("cell", "column", "name", "row", "words")}
    said = {
        key.removeprefix("page."): typeset_message(message(key, **holes), g.language)
        for key in SAID
    }
    at = {"table": address_of("page.table"), "preview": address_of("page.preview")}
    return {**said, **at, "columns": columns}


def _table_of(values: Values, files: Files) -> Upload:
    path = _shipped().get(values["shipped"])
    if "table" not in files and path is not None:
        return Upload(path.name, path.read_bytes())
    if "table" not in files:
        raise LudokitError(message("page.no-list"))
    return files["table"]


def _shipped() -> Mapping[str, Path]:
    return {path.name.split(".")[0]: path for path in shipped_tables(g.language).values()}


def _headings(values: Values) -> Headings | None:
    return next((one for one in get_args(Headings) if one == values["headings"]), None)


def _file_name(title: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-")[:40].strip("-")
    name = plain or say(message("page.list-name"), g.language)
    return name if name[0].isalpha() else f"{say(message('page.list-name'), g.language)}-{name}"


def _pictures() -> Iterator[Upload]:
    for sent in request.files.getlist("pictures")[:MOST_PICTURES]:
        name = sent.filename or ""
        if PICTURE_NAME.fullmatch(name) and name.lower().endswith(PICTURES):
            yield Upload(name, sent.stream.read())


def _own_fields() -> Iterator[tuple[str, str]]:
    return ((kind, name) for kind, names in KINDS.items() for name in names)


def _name(of: tuple[str, str]) -> str:
    return ".".join(of)


def _shown_kind(kind: str) -> Mapping[str, object]:
    title, about = message(f"new.kind-{kind}"), message(f"page.kind-{kind}")
    said = [typeset_message(one, g.language) for one in (title, about)]
    fields = [*_kind_fields(kind)]
    return {"name": kind, "title": said[0], "about": said[1], "fields": fields}


def _kind_fields(kind: str) -> Iterator[Mapping[str, object]]:
    for name in KINDS[kind]:
        label = typeset_message(message(f"page.list-own-{name}"), g.language)
        usual = _card_size(kind, 1.0) if name == "card-size" else ""
        called = usual and _called(name, usual)
        called = called or typeset_message(message(f"page.list-usual-{name}"), g.language)
        choices = (("", called), *((one, _called(name, one)) for one in _choices(kind, name)))
        yield {"name": _name((kind, name)), "label": label, "choices": choices}


def _called(name: str, value: str) -> str:
    if name in {"card-size", "layout"} and (sides := re.fullmatch(r"(\d+)x(\d+)", value)):
        unit = "\u00a0mm" if name == "card-size" else ""
        return f"{sides[1]}\u00a0×\u00a0{sides[2]}{unit}"
    return value if value.isdecimal() else say(message(f"page.value-{name}-{value}"), g.language)


@lru_cache(maxsize=64)
def _choices(kind: str, name: str) -> tuple[str, ...]:
    if name != "card-size":
        return CHOICES[name]
    return tuple(_card_size(kind, one) for one in LARGER)


def _card_size(kind: str, scale: float) -> str:
    sides = planning.class_of_kind(kind).model_fields["size"].default
    return "x".join(f"{side * scale:.0f}" for side in sides)


def _worded(fault: ListFault) -> Mapping[str, object]:
    words = worded(fault.message, g.language)
    return {"row": fault.row, "column": fault.column, "cell": fault.cell, "words": words}


def _helps(values: Values, *, is_long: bool) -> list[Mapping[str, str]]:
    """Return what would help, as a choice that is made by a click: larger cards, smaller boards."""
    kind = values["as"]
    found = list[tuple[str, str, str]]()
    if is_long and "card-size" in KINDS.get(kind, ()):
        sizes = _choices(kind, "card-size")
        larger = sizes[sizes.index(now) + 1 :] if (now := values["card-size"]) in sizes else sizes
        found += [("page.help-larger", "card-size", one) for one in larger[:1]]
    if kind == "loto":
        cells = {one: LAYOUTS[one].filled_cells for one in CHOICES["layout"]}
        most = cells.get(values["loto.layout"], cells[USUAL_LAYOUTS[0]])
        smaller = sorted((n, one) for one, n in cells.items() if n < most)
        found += [("page.help-smaller", "layout", one) for _, one in smaller[-1:]]
    return [
        {
            "words": typeset_message(message(key, to=_called(name, to)), g.language),
            "field": _name((kind, name)),
            "value": to,
        }
        for key, name, to in found
    ]
