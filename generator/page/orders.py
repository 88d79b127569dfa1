"""Orders on the page: a form for a class or for a list, pages as pictures, files to print."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

from flask import Blueprint, Response, abort, g, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.from_list import list_kinds, shipped_tables
from generator.game import Game, game_names
from generator.options import Command, meant_for_kit, meant_for_list
from generator.page import jobs, progress
from generator.page.forms import (
    CommandLine,
    Field,
    Files,
    PrintRequest,
    Upload,
    Values,
    form_fields,
)
from generator.page.jobs import JobQueue, Order, PrintJob, load_game
from generator.tables.table import Headings
from generator.words import fold, message, say, typed_words

# What is asked for first; the rest is a click away.
FIRST: Mapping[Command, frozenset[str]] = {
    "kit": frozenset({"pupils", "group", "names", "play-with", "country", "paper", "ink", "large"}),
    "print": frozenset({"as", "table", "headings", "pupils", "paper", "ink", "seed"}),
}


class _OrderPages:
    command: Command

    def __init__(self, command_line: CommandLine, queue: JobQueue) -> None:
        self._command_line, self._queue = command_line, queue

    def _job(self, work: str, *, of_list: bool | None = None) -> PrintJob:
        found = self._queue.find(work) or abort(404)
        return abort(404) if of_list not in {None, bool(found.order.kind)} else found

    def _asked_for(self, wanted: Collection[str]) -> list[Field]:
        every = form_fields(self.command, g.language)
        return [field for field in every if field.name in wanted]

    def _parsed(self, values: Values, files: Files) -> PrintRequest:
        parse, given = self._command_line.parse_request, (self.command, values, files, g.language)
        return jobs.in_own_process(parse, *given) if files else parse(*given)

    def _submit(self, order: Order, values: Values) -> PrintJob:
        self._queue.abandon(request.form.get("before", ""))
        return self._queue.submit(order, values)

    def _line(self, name: str, work: PrintJob) -> str:
        return self._command_line.line_to_type(self.command, [name], work.values, g.language)

    def _form(self, fields: Sequence[Field], at: partial[str], **more: object) -> str:
        first = FIRST[self.command]
        fields = [field for field in fields if field.name != "contents"]
        return render_template(
            "kit.html" if self.command == "kit" else "list.html",
            at=at(),
            first=[field for field in fields if field.name in first],
            more=[field for field in fields if field.name not in first],
            elsewhere=progress.other_languages(at),
            **more,
        )


class KitPages(_OrderPages):
    """The pages of kits."""

    command = "kit"

    def add_to(self, pages: Blueprint) -> None:
        """Add them to the page."""
        pages.add_url_rule("/", view_func=self.home)
        pages.add_url_rule("/kit/<game>/cover.png", view_func=self.cover_of)
        pages.add_url_rule("/kit/<game>/", view_func=self.form)
        pages.add_url_rule("/kit/<game>/", view_func=self.ask, methods=["POST"])
        pages.add_url_rule("/kit/<game>/<work>/", view_func=self.kit)
        pages.add_url_rule("/made/<work>/<printable>/<int:number>.png", view_func=self.picture)
        pages.add_url_rule("/made/<work>/files/<name>", view_func=self.file)

    def home(self) -> str:
        """Show the games as covers, and name those that cannot be read."""
        games, broken = list[Game](), list[tuple[str, str]]()
        for name in game_names():
            try:
                games.append(load_game(name))
            except LudokitError as error:
                broken.append((name, error.worded(g.language)))
        return render_template("home.html", games=games, broken=broken, facts=_facts)

    def cover_of(self, game: str) -> Response:
        """Serve the picture of a game; who looks at it may order its kit next."""
        self._queue.warm()
        return progress.picture_response(progress.cover_pdf(_find_game(game), g.language))

    def form(self, game: str) -> str:
        """Show the form of a game."""
        self._queue.warm()
        return self._page(_find_game(game), {}, None)

    def ask(self, game: str) -> str | tuple[str, int] | Answer:
        """Order the kit that a form asks for, or report the form's faults."""
        found = _find_game(game)
        values, files = progress.read_form(form_fields("kit", g.language))

        def begin() -> PrintJob:
            chosen = self._parsed(values, files)
            values["names-text"] = "\n".join(chosen.options.names).strip()
            return self._submit(Order(found.name, _spoken(found, chosen)), values)

        where = partial(address_of, "page.kit", game=found.name)
        page, told = partial(self._page, found, values, None), partial(self._told, found)
        return progress.start_job(begin, page, told, where)

    def kit(self, game: str, work: str) -> str | tuple[str, int]:
        """Show a kit with its form, or only its new parts."""
        found, asked = _find_game(game), self._job(work, of_list=False)
        page = partial(self._page, found, asked.values, asked)
        return progress.show_job(asked, page, partial(self._told, found))

    def picture(self, work: str, printable: str, number: int) -> Response:
        """Serve the picture of a page."""
        found = self._job(work).made.get(printable) or abort(404)
        return progress.picture_response(found.pdf, number, is_large="large" in request.args)

    def file(self, work: str, name: str) -> Response:
        """Serve a file of a kit."""
        asked = self._job(work)
        ids = asked.kit[1].ids if asked.kit else ()
        return progress.download(asked.files(), name, asked.order.game, ids)

    def _told(self, game: Game, work: PrintJob, known: int = 0) -> dict[str, object]:
        titles = game.sentences_in(work.order.request.options.language).printables
        where = partial(address_of, "page.kit", game=game.name, work=work.name)
        return progress.progress_context(
            work, known, self._line(game.name, work), lambda n: where(known=n), titles
        )

    def _page(
        self, game: Game, values: Values, work: PrintJob | None, reasons: Sequence[str] = ()
    ) -> str:
        fields = self._asked_for(meant_for_kit(game))
        at, said = partial(address_of, "page.ask", game=game.name), game.sentences_in(g.language)
        about = {} if work is None else self._told(game, work)
        about |= {"game": game, "said": said, "facts": _facts}
        return self._form(fields, at, values=values, reasons=reasons, **about)


def _facts(game: Game) -> str:
    return say(game.head.at_a_glance(), g.language)


def _find_game(game: str) -> Game:
    """Look a game up; names outside the catalog are 404 (no path traversal)."""
    return load_game(game) if game in game_names() else abort(404)


def _spoken(game: Game, chosen: PrintRequest) -> PrintRequest:
    language = game.language(chosen.options.language)
    if language == chosen.options.language:
        return chosen
    note = message("cli.print-other-language", game=game.name, language=language)
    options = replace(chosen.options, language=language)
    return replace(chosen, options=options, notes=(*chosen.notes, note))


class ListPages(_OrderPages):
    """The pages of games from a list: a table pasted or dropped, a kind chosen."""

    command = "print"

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
        values, files = progress.read_form(self._fields())
        values |= {name: request.form.get(name, "") for name in ("title", "shipped")}

        def begin() -> PrintJob:
            self._queue.abandon(request.form.get("before", ""))
            return self._submit(self._order(values, files), values)

        where = partial(address_of, "page.of_list")
        return progress.start_job(begin, partial(self._page, values, None), self._told, where)

    def of_list(self, work: str) -> str | tuple[str, int]:
        """Show a game from a list with its form, or only its new parts."""
        asked = self._job(work, of_list=True)
        return progress.show_job(asked, partial(self._page, asked.values, asked), self._told)

    def _order(self, values: dict[str, str], files: dict[str, Upload]) -> Order:
        path = _shipped().get(values["shipped"])
        if "table" not in files and path is not None:
            files["table"] = Upload(path.name, path.read_bytes())
            values["table"] = typed_words(values["shipped"], g.language, "tables")[0]
        chosen = self._parsed(values, files)
        if "table" not in files:
            raise LudokitError(message("page.no-list"))
        title = values["title"] or say(message("page.list-name"), g.language)
        values["name"] = re.sub(r"[\W_]+", "-", fold(title)).strip("-")
        headings = next((one for one in get_args(Headings) if one == values["headings"]), None)
        table = files["table"]
        return Order(values["name"], chosen, values["as"], table.data, table.name, headings)

    def _fields(self) -> list[Field]:
        return self._asked_for(frozenset().union(*map(meant_for_list, list_kinds())))

    def _told(self, work: PrintJob, known: int = 0) -> dict[str, object]:
        line = self._line(work.values["name"], work)
        where = partial(address_of, "page.of_list", work=work.name)
        return progress.progress_context(work, known, line, lambda n: where(known=n), {})

    def _page(self, values: Values, work: PrintJob | None, reasons: Sequence[str] = ()) -> str:
        about = {} if work is None else self._told(work)
        about["shipped"] = {n: typed_words(n, g.language, "tables")[0] for n in _shipped()}
        at = partial(address_of, "page.ask_list")
        return self._form(self._fields(), at, values=values, reasons=reasons, **about)


def _shipped() -> Mapping[str, Path]:
    return {path.name.split(".")[0]: path for path in shipped_tables(g.language).values()}
