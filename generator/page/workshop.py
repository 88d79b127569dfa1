"""A workshop for lists: the table as it is understood, and every kind of game seen with it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from flask import Response, abort, g, jsonify, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.class_pack import class_size
from generator.errors import DataError, LudokitError
from generator.fitting import WAYS, coarser_layouts, fit_game, larger_cards
from generator.from_list import (
    ListChoices,
    file_name,
    shipped_tables,
    template_facts,
    understood,
)
from generator.game.parts.listing import USUAL_LAYOUTS
from generator.options import LIST_CHOICES, ON, Option, describe, meant_for_list, value_words
from generator.page import jobs, progress
from generator.page.jobs import Order, PrintJob, open_list_game
from generator.page.list_faults import FEW, ListFault, list_faults
from generator.page.orders import options_for, parse_sent, submit_order
from generator.page.pages import job_queue, pages
from generator.paper.shapes import Drawing, Rect, Size, column, row
from generator.print_request import Files, Upload, Values
from generator.printables import planning
from generator.printables.context import palette
from generator.render.document import Markup
from generator.tables.table import COLUMNS, PICTURES, Headings, read_table
from generator.words import (
    Message,
    OptionWord,
    message,
    say,
    typed_words,
    typeset_message,
)

# What is chosen of decks of cards, and of each kind alone, in the order in which they are shown.
OF_CARDS = ("sides", "theme", "card-size")
KINDS: Mapping[str, tuple[str, ...]] = {
    "memory": ("sides", "pairs", "theme", "card-size"),
    "loto": ("sides", "grid", "wins", "theme"),
    **dict.fromkeys(("dominoes", "flashcards", "chain", "quiz"), OF_CARDS),
    "families": ("members", "theme", "card-size"),
    "one-in-common": ("sides", "signs", "theme", "card-size"),
    "goose": ("squares", "dice", "theme"),
}
# What stands on the one side and on the other, of the columns that most lists have.
SIDES = ("word,answer", "answer,word", "picture,word", "picture,answer", "picture+word,answer")
SIDES_OF: Mapping[str, tuple[str, ...]] = {
    "memory": (*SIDES, "word,answer,picture"),
    "one-in-common": ("word", "picture", "word,answer"),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "pairs": ("6", "8", "10", "12", "15", "20"),
    "grid": (*reversed(USUAL_LAYOUTS), "5x5", "5x5-free", "3x9"),
    "wins": ("full",),
    "signs": describe("signs").values,
    "members": ("2", "3", "4", "5", "6"),
    "squares": ("50", "63"),
    "dice": ("2",),
    "theme": describe("theme").values,
}
# Small cards are shown together, two across; how round their corners are.
SHOWN_TOGETHER, GAP, ROUND = {"memory": 2, "dominoes": 2}, 4.0, 3.0
MOST_PICTURES = 200
# What is asked for of every kind, before all else.
FIRST = ("paper", "ink", "seed")
PICTURE_NAME = re.compile(r"\w[\w. -]{0,60}")


@dataclass(frozen=True, slots=True)
class ListPreview:
    """A card or a board of a game from a list, and how many pages there are; or the faults."""

    picture: Markup | None = None
    pages: int = 0
    notes: tuple[Message, ...] = ()
    faults: tuple[ListFault, ...] = ()
    way: Message | None = None


def read_list(upload: Upload, headings: Headings | None) -> Mapping[str, object]:
    """Read a table as it is understood: columns by what they mean, as they are headed, rows."""
    with TemporaryDirectory(prefix="ludokit-") as folder:
        file = Path(folder) / f"table{Path(upload.name).suffix.lower()}"
        file.write_bytes(upload.data)
        found = read_table(file, headings)
    rows = [[cell.words for cell in one] for one in found.rows]
    return {"columns": found.columns, "headings": found.headings, "rows": rows}


def draw_preview(order: Order) -> ListPreview:
    """Draw what the first page of a game shows, or find what does not fit."""
    from generator.render.svg import svg

    kind = order.kind
    try:
        with open_list_game(order) as game:
            understood(game)
            fitted = fit_game(game, kind, order.request.options, order.choices)
            options = fitted.heeded_options
            pages = planning.plan(fitted.game, kind, options)
            shown = _arranged([one.placed.drawing for one in pages[0].copies], kind)
            title = say(message(f"new.kind-{kind}"), options.language)
            picture = svg(shown, palette(game, options.ink), title=title)
    except LudokitError as error:
        problems = error.problems if isinstance(error, DataError) else ()
        ways = (one.message for one in problems if one.message.key in WAYS)
        return ListPreview(faults=tuple(list_faults(error)), way=next(ways, None))
    return ListPreview(picture, len(pages), fitted.notes)


def _arranged(drawn: Sequence[Drawing], kind: str) -> Drawing:
    across = SHOWN_TOGETHER.get(kind, 1)
    kept = drawn[: across * across]
    kept = [_on_white(one) for one in kept]
    rows = (row(*kept[at : at + across], gap=GAP) for at in range(0, len(kept), across))
    return column(*rows, gap=GAP)


def _on_white(drawn: Drawing) -> Drawing:
    ground = Rect(0.0, 0.0, drawn.width, drawn.height, "white", None, ROUND)
    return replace(drawn, shapes=(ground, *drawn.shapes))


@pages.get("/list/", endpoint="list_form")
def _list_form() -> str:
    job_queue().warm()
    return _page({}, None)


@pages.post("/list/", endpoint="ask_list")
def _ask_list() -> str | tuple[str, int] | Answer:
    """Order the game that a form asks for, or report the form's faults."""
    values, files = _read()

    def begin() -> PrintJob:
        return submit_order(_order(values, files), values)

    return progress.start_job(begin, partial(_page, values, None))


@pages.get("/list/<work>/", endpoint="of_list")
def _of_list(work: str) -> str | tuple[str, int]:
    """Show a game from a list with its form, or only its new parts."""
    asked = job_queue().poll(work)
    if asked is None or not asked.order.kind:
        abort(404)
    return progress.show_job(asked, partial(_page, asked.values, asked))


@pages.post("/list/table", endpoint="table")
def _table() -> Response:
    """Return a list as it is understood, for the page's script."""
    values, files = _read()
    # A stranger's file is read by a process of its own.
    is_file = bool(request.files.get("table"))
    read = partial(jobs.in_own_process, read_list) if is_file else read_list
    return jsonify(read(_table_of(values, files), _headings(values)))


@pages.post("/list/preview", endpoint="preview")
def _preview() -> str:
    """Return what a kind of game looks like with a list, or what does not fit."""
    values, files = _read()
    try:
        # A pack is fitted to its game alone.
        found = job_queue().run(draw_preview, _order({**values, "pack": ""}, files))
    except LudokitError as error:
        found = ListPreview(faults=tuple(list_faults(error)))
    return render_template("list-preview.html", found=found, helps=_helps(values, found))


def _read() -> tuple[dict[str, str], dict[str, Upload]]:
    values, files = progress.read_form(_fields())
    names = ("as", "title", "shipped", "headings", *map(_name, _own_fields()))
    return values | {name: progress.typed(name) for name in names}, files


def _order(values: dict[str, str], files: dict[str, Upload]) -> Order:
    kind, table = values["as"], _table_of(values, files)
    if kind not in KINDS:
        raise LudokitError(message("page.no-kind"))
    values["table"] = table.name
    own = {name: values[f"{kind}.{name}"] for name in KINDS[kind]}
    own = {name: one for name, one in own.items() if one in _choices(kind, name)}
    values["card-size"] = own.pop("card-size", "")
    # The table itself is read where it is drawn.
    others = {name: one for name, one in files.items() if name != "table"}
    chosen = parse_sent("print", values, others)
    title = " ".join(values["title"].split()) or say(message("page.list-name"), g.language)
    if values["pack"] == ON:
        own["pack"] = ON
        pupils = class_size(chosen.options.pupils, chosen.options.tables)
        chosen = replace(chosen, options=replace(chosen.options, pupils=pupils))
    facts = template_facts({**own, "title": title})
    pupils, leave_out = chosen.options.pupils, values["leave-out"] == ON
    choices = ListChoices(_headings(values), pupils, facts, leave_out)
    name, pictures = file_name(title, g.language), tuple(_pictures())
    return Order(name, chosen, kind, table.data, table.name, choices, pictures)


def _fields() -> list[Option]:
    meant = frozenset[str]().union(*map(meant_for_list, KINDS))
    return options_for("print", meant - ({"as", "card-size", *LIST_CHOICES} - {"pack"}))


def _page(values: Values, work: PrintJob | None, reasons: Sequence[str] = ()) -> str:
    at = partial(address_of, "page.ask_list")
    return render_template(
        "list.html",
        at=at(),
        elsewhere=progress.other_languages(at),
        fields={option.name: option for option in _fields()},
        first=FIRST,
        shipped={name: typed_words(name, g.language, "tables")[0] for name in _shipped()},
        kinds=[_shown_kind(kind) for kind in KINDS],
        columns=_columns(),
        values=values,
        reasons=reasons,
        **({} if work is None else progress.progress_context(work)),
    )


def _columns() -> Mapping[str, Mapping[str, str]]:
    """Return what the columns of a table may be, each with its label and the word to type."""
    return {
        one: {
            "label": typeset_message(message(f"page.column-{one}"), g.language),
            "typed": typed_words(one, g.language, "columns")[0],
        }
        for one in COLUMNS
    }


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
        usual = "{:.0f}x{:.0f}".format(*_usual_size(kind)) if name == "card-size" else ""
        called = usual and _called(name, usual)
        called = called or typeset_message(message(f"page.list-usual-{name}"), g.language)
        choices = (("", called), *((one, _called(name, one)) for one in _choices(kind, name)))
        yield {"name": _name((kind, name)), "label": label, "choices": choices}


def _called(name: str, value: str) -> str:
    if name == "sides":
        named = re.sub(r"\w+", lambda one: _columns()[one[0]]["label"], value)
        return named.replace("+", " + ").replace(",", " → ")
    unit = "\u00a0mm" if name == "card-size" else ""
    return value_words(name, value, g.language) + unit


@lru_cache(maxsize=64)
def _choices(kind: str, name: str) -> tuple[str, ...]:
    if name == "sides":
        return SIDES_OF.get(kind, SIDES)
    if name != "card-size":
        return CHOICES[name]
    return tuple(larger_cards(_usual_size(kind)))


def _usual_size(kind: str) -> Size:
    width, height = planning.class_of_kind(kind).model_fields["size"].default
    return width, height


def _helps(values: Values, found: ListPreview) -> Iterator[Mapping[str, str]]:
    """Yield what would help, as a choice that is made by a click.

    Larger cards, smaller boards, or a list without what is too long.
    """
    kind, way = values["as"], dict(found.way.values if found.way else ())
    if isinstance(option := way.get("option"), OptionWord):
        key = "page.help-larger" if option.name == "card-size" else "page.help-smaller"
        yield _help(key, kind, option.name, str(way["size"]))
    elif kind == "loto" and any(one.message.key == FEW for one in found.faults):
        for smaller in coarser_layouts(values["loto.grid"] or USUAL_LAYOUTS[0])[:1]:
            yield _help("page.help-smaller", kind, "grid", smaller)
    if found.way is not None:
        words = typeset_message(message("page.help-leave-out"), g.language)
        yield {"words": words, "field": "leave-out", "value": ON}


def _help(key: str, kind: str, name: str, to: str) -> Mapping[str, str]:
    words = typeset_message(message(key, to=_called(name, to)), g.language)
    return {"words": words, "field": _name((kind, name)), "value": to}
