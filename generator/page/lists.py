"""Games from a list on the page: a table pasted or dropped, a kind chosen, boards printed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from flask import Blueprint, abort, g, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.from_list import shipped_tables
from generator.game.facts import subclasses_of
from generator.listgames.planner import ListGameEntry
from generator.page.forms import CommandLine, Field, Upload
from generator.page.jobs import JobQueue, Order, PrintJob
from generator.page.progress import (
    other_languages,
    progress_context,
    read_form,
    show_job,
    start_job,
)
from generator.printables.planning import COMMON_OPTIONS
from generator.words import fold, message, say, typed_words

# What is asked for first; the rest is a click away.
FIRST = frozenset({"as", "table", "pupils", "paper", "ink", "seed"})


class ListPages:
    """The pages of games from a list."""

    def __init__(self, command_line: CommandLine, queue: JobQueue) -> None:
        self._command_line, self._queue = command_line, queue

    def add_to(self, pages: Blueprint) -> None:
        """Add them to the page."""
        pages.add_url_rule("/list/", view_func=self.list_form)
        pages.add_url_rule("/list/", view_func=self.ask_list, methods=["POST"])
        pages.add_url_rule("/list/<work>/", view_func=self.of_list)

    def list_form(self) -> str:
        """Show the form."""
        self._queue.warm()
        return self._page({}, None)

    def ask_list(self) -> str | tuple[str, int] | Answer:
        """Order the game that a form asks for, or report the form's faults."""
        values, files = read_form(self._fields())
        values |= {
            "title": request.form.get("title", ""),
            "shipped": request.form.get("shipped", ""),
        }

        def begin() -> PrintJob:
            self._queue.abandon(request.form.get("before", ""))
            return self._queue.submit(self._order(values, files), values)

        where = partial(address_of, "page.of_list")
        return start_job(begin, partial(self._page, values, None), self._told, where)

    def of_list(self, work: str) -> str | tuple[str, int]:
        """Show a game from a list with its form, or only its new parts."""
        asked = self._queue.find(work) or abort(404)
        return show_job(asked, partial(self._page, asked.values, asked), self._told)

    def _order(self, values: dict[str, str], files: dict[str, Upload]) -> Order:
        path = _shipped().get(values["shipped"])
        if "table" not in files and path is not None:
            files["table"] = Upload(path.name, path.read_bytes())
            values["table"] = typed_words(values["shipped"], g.language, "tables")[0]
        ending = Path(files["table"].name if "table" in files else "").suffix.lower()
        chosen = self._command_line.parse_request("print", values, files, g.language)
        if "table" not in files:
            raise LudokitError(message("page.no-list"))
        title = values["title"] or say(message("page.list-name"), g.language)
        values["name"] = re.sub(r"[\W_]+", "-", fold(title)).strip("-")
        return Order(values["name"], chosen, values["as"], files["table"].data, ending)

    def _fields(self) -> tuple[Field, ...]:
        kinds = cast("Iterator[type[ListGameEntry]]", subclasses_of(ListGameEntry))
        used = {name for kind in kinds for name in kind.supported_options} | COMMON_OPTIONS
        wanted = {name.replace("_", "-") for name in used} | {"as", "table"}
        # A list has one printable, in no country, played in one way.
        wanted -= {"country", "play-with", "names", "only"}
        every = self._command_line.fields("print", g.language)
        return tuple(field for field in every if field.name in wanted)

    def _told(self, work: PrintJob, known: int = 0) -> dict[str, object]:
        values = work.values
        line = self._command_line.line_to_type("print", [values["name"]], values, g.language)
        where = partial(address_of, "page.of_list", work=work.name)
        return progress_context(work, known, line=line, again=lambda n: where(known=n), titles={})

    def _page(
        self, values: Mapping[str, str], work: PrintJob | None, reasons: Sequence[str] = ()
    ) -> str:
        fields = self._fields()
        return render_template(
            "list.html",
            at=address_of("page.ask_list"),
            first=[field for field in fields if field.name in FIRST],
            more=[field for field in fields if field.name not in FIRST],
            shipped={name: typed_words(name, g.language, "tables")[0] for name in _shipped()},
            values=values,
            reasons=reasons,
            elsewhere=other_languages(partial(address_of, "page.ask_list")),
            **({} if work is None else self._told(work)),
        )


def _shipped() -> Mapping[str, Path]:
    return {path.name.split(".")[0]: path for path in shipped_tables(g.language).values()}
