"""Orders on the page: a form for a class or for a list, pages as pictures, files to print."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, g, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.game import Game, game_names
from generator.options import Command, Option, meant_for_kit, printing_options
from generator.page import contents, jobs, progress
from generator.page.jobs import JobQueue, Order, PrintJob, load_game
from generator.print_request import Files, PrintRequest, Values, line_to_type, parse_form
from generator.printables import planning
from generator.printables.printable import DocumentEntry
from generator.words import say

# What is asked for first; the rest is a click away.
FIRST: Mapping[Command, frozenset[str]] = {
    "kit": frozenset(
        {"class-name", "pupils", "group", "names", "country", "play-with", "paper", "ink", "large"}
    ),
    "print": frozenset({"as", "table", "headings", "pupils", "paper", "ink", "seed"}),
}
# What is typed of a class once, by the names of the options.
OF_CLASS = ("class-name", "pupils", "names", "group", "country", "paper", "printer")
# What the address of a kit tells: all but files and names, which stay in the browser.
_TOLD = {option.name for option in printing_options("kit") if option.kind != "file"}


def class_first(field: Option) -> int:
    """Return where a field stands in a form: what is asked of a class stands first."""
    return OF_CLASS.index(field.name) if field.name in OF_CLASS else len(OF_CLASS)


class OrderPages:
    """Pages on which something is ordered in a form."""

    command: Command

    def __init__(self, queue: JobQueue) -> None:
        self._queue = queue

    def _job(self, work: str, *, of_list: bool | None = None) -> PrintJob:
        found = self._queue.find(work) or abort(404)
        return abort(404) if of_list not in {None, bool(found.order.kind)} else found

    def _asked_for(self, wanted: Collection[str]) -> list[Option]:
        return [field for field in printing_options(self.command) if field.name in wanted]

    def _parsed(self, values: Values, files: Files) -> PrintRequest:
        given = self.command, values, files, g.language
        # What was typed is small; files can be made to hurt whoever reads them.
        sent = {name for name, one in request.files.items() if one.filename}
        is_sent = not sent.isdisjoint(files)
        return jobs.in_own_process(parse_form, *given) if is_sent else parse_form(*given)

    def _submit(self, order: Order, values: Values) -> PrintJob:
        self._queue.abandon(request.form.get("before", ""))
        return self._queue.submit(order, values)

    def _line(self, name: str, work: PrintJob) -> str:
        return line_to_type(self.command, [name], work.values, g.language)

    def _form(self, fields: Sequence[Option], at: partial[str], **more: object) -> str:
        first = FIRST[self.command]
        fields = [field for field in fields if field.name != "contents"]
        return render_template(
            "kit.html" if self.command == "kit" else "list.html",
            at=at(),
            first=sorted((field for field in fields if field.name in first), key=class_first),
            more=[field for field in fields if field.name not in first],
            elsewhere=progress.other_languages(at),
            **more,
        )


class KitPages(OrderPages):
    """The pages of kits."""

    command = "kit"

    def add_to(self, pages: Blueprint) -> None:
        """Add them to the page."""
        pages.add_url_rule("/kit/<game>/", view_func=self.form)
        pages.add_url_rule("/kit/<game>/", view_func=self.ask, methods=["POST"])
        pages.add_url_rule("/kit/<game>/<printable>.png", view_func=self.small_picture)
        pages.add_url_rule("/made/<work>/<printable>/<int:number>.png", view_func=self.picture)
        pages.add_url_rule("/made/<work>/files/<name>", view_func=self.file)

    def small_picture(self, game: str, printable: str) -> Response:
        """Serve a small picture of a printable."""
        found = _find_game(game)
        # A document takes too long to be made for this alone.
        if isinstance(planning.entries(found).get(printable), DocumentEntry | None):
            abort(404)
        return progress.small_picture(found, printable, g.language)

    def form(self, game: str) -> str | tuple[str, int]:
        """Show the form of a game as the address tells it, with what was made if that is known."""
        found, made = _find_game(game), request.args.get("made")
        asked = self._queue.find(made) if made else None
        if asked is not None and asked.order.game == found.name and not asked.order.kind:
            page = partial(self._page, found, asked.values, asked)
            return progress.show_job(asked, page, partial(self._told, found))
        if "HX-Request" in request.headers:
            abort(404)
        self._queue.warm()
        values = {name: words for name, words in request.args.items() if name in _TOLD}
        return self._page(found, values, None)

    def ask(self, game: str) -> str | tuple[str, int] | Answer:
        """Order the kit that a form asks for, or report the form's faults."""
        found, listed = _find_game(game), request.form.getlist("contents")
        fields = printing_options("kit")
        values, files = progress.read_form(fields)

        def begin() -> PrintJob:
            values["contents"] = contents.contents_in_short(found, listed or [contents.USUAL])
            chosen = self._parsed(values, files)
            values["names-text"] = "\n".join(chosen.options.names).strip()
            return self._submit(Order(found.name, chosen.in_language_of(found)), values)

        def told(work: PrintJob) -> Mapping[str, object]:
            rows: Mapping[str, contents.Counts] = {}
            with suppress(LudokitError):  # the job says so too
                rows = contents.count_each(found, work.order.request)
            return {**self._told(found, work), "rows": rows}

        def where(work: str) -> str:
            usual = {field.name: field.usual for field in fields} | {"contents": contents.USUAL}
            told = {name: words for name, words in values.items() if name in _TOLD and words}
            query: dict[str, Any] = {n: words for n, words in told.items() if words != usual[n]}
            return address_of("page.form", game=found.name, made=work, **query)

        return progress.start_job(begin, partial(self._page, found, values, None), told, where)

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
        where = partial(address_of, "page.form", game=game.name, made=work.name)
        return progress.progress_context(
            work, known, self._line(game.name, work), lambda n: where(known=n), titles
        )

    def _page(
        self, game: Game, values: Values, work: PrintJob | None, reasons: Sequence[str] = ()
    ) -> str:
        fields = self._asked_for(meant_for_kit(game))
        at, said = partial(address_of, "page.ask", game=game.name), game.sentences_in(g.language)
        about = {} if work is None else self._told(game, work)
        ticked = values.get("contents")
        about |= {"game": game, "said": said, "facts": _facts, "of_class": OF_CLASS}
        about["ticks"] = ticks = contents.tick_list(game, self._chosen(game, values), ticked)
        about |= {"usual": contents.usual_contents(ticks), "purpose": contents.purpose_words}
        return self._form(fields, at, values=values, reasons=reasons, **about)

    def _chosen(self, game: Game, values: Values) -> PrintRequest | None:
        """Return what values ask for, None where they cannot be read."""
        with suppress(LudokitError):
            chosen = self._parsed({**values, "contents": ""}, {})
            return chosen.in_language_of(game)
        return None


def _facts(game: Game) -> str:
    return say(game.head.at_a_glance(), g.language)


def _find_game(game: str) -> Game:
    """Look a game up; names outside the catalog are 404 (no path traversal)."""
    return load_game(game) if game in game_names() else abort(404)
