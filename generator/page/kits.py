"""Kits on the page: games as covers, a form for a class, pages as pictures, files to print."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, abort, g, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.game import Game, game_names
from generator.page.forms import CommandLine, PrintRequest
from generator.page.jobs import JobQueue, Order, PrintJob, load_game
from generator.page.progress import (
    cover_pdf,
    download,
    other_languages,
    picture_response,
    progress_context,
    read_form,
    show_job,
    start_job,
)
from generator.printables import planning
from generator.words import message, say

# What is asked for first; the rest is a click away.
FIRST = frozenset({"pupils", "group", "names", "play-with", "country", "paper", "ink", "large"})


class KitPages:
    """The pages of kits."""

    def __init__(self, command_line: CommandLine, queue: JobQueue) -> None:
        self._command_line, self._queue = command_line, queue

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
        return picture_response(cover_pdf(_find_game(game), g.language))

    def form(self, game: str) -> str:
        """Show the form of a game."""
        self._queue.warm()
        return self._page(_find_game(game), {}, None)

    def ask(self, game: str) -> str | tuple[str, int] | Answer:
        """Order the kit that a form asks for, or report the form's faults."""
        found = _find_game(game)
        values, files = read_form(self._command_line.fields("kit", g.language))

        def begin() -> PrintJob:
            chosen = self._command_line.parse_request("kit", values, files, g.language)
            order = Order(found.name, _spoken(found, chosen))
            values["names-text"] = "\n".join(chosen.options.names).strip()
            self._queue.abandon(request.form.get("before", ""))
            return self._queue.submit(order, values)

        where = partial(address_of, "page.kit", game=found.name)
        page, told = partial(self._page, found, values, None), partial(self._told, found)
        return start_job(begin, page, told, where)

    def kit(self, game: str, work: str) -> str | tuple[str, int]:
        """Show a kit with its form, or only its new parts."""
        found = _find_game(game)
        asked = self._queue.find(work) or abort(404)
        page = partial(self._page, found, asked.values, asked)
        return show_job(asked, page, partial(self._told, found))

    def picture(self, work: str, printable: str, number: int) -> Response:
        """Serve the picture of a page."""
        asked = self._queue.find(work) or abort(404)
        found = asked.made.get(printable) or abort(404)
        return picture_response(found.pdf, number, is_large="large" in request.args)

    def file(self, work: str, name: str) -> Response:
        """Serve a file of a kit."""
        asked = self._queue.find(work) or abort(404)
        return download(asked.files(), name, asked.order.game)

    def _told(self, game: Game, work: PrintJob, known: int = 0) -> dict[str, object]:
        line = self._command_line.line_to_type("kit", [game.name], work.values, g.language)
        titles = game.sentences_in(work.order.request.options.language).printables
        where = partial(address_of, "page.kit", game=game.name, work=work.name)
        return progress_context(
            work, known, line=line, again=lambda n: where(known=n), titles=titles
        )

    def _page(
        self,
        game: Game,
        values: Mapping[str, str],
        work: PrintJob | None,
        reasons: Sequence[str] = (),
    ) -> str:
        # The options that make a difference to this game's kit.
        heeded = {name.replace("_", "-") for name in planning.supported_options(game)}
        heeded |= {"pupils", "group"}
        every = self._command_line.fields("kit", g.language)
        fields = [one for one in every if one.name in heeded]
        return render_template(
            "kit.html",
            at=address_of("page.ask", game=game.name),
            game=game,
            said=game.sentences_in(g.language),
            facts=_facts,
            first=[field for field in fields if field.name in FIRST],
            more=[field for field in fields if field.name not in FIRST],
            values=values,
            reasons=reasons,
            elsewhere=other_languages(partial(address_of, "page.ask", game=game.name)),
            **({} if work is None else self._told(game, work)),
        )


def _facts(game: Game) -> str:
    return say(game.head.at_a_glance(), g.language)


def _find_game(game: str) -> Game:
    """Look a game up; names outside the catalog are 404 (no path traversal)."""
    return load_game(game) if game in game_names() else abort(404)


def _spoken(game: Game, chosen: PrintRequest) -> PrintRequest:
    """Return the request in a language that the game has, with a note where that is another."""
    language = game.language(chosen.options.language)
    if language == chosen.options.language:
        return chosen
    note = message("cli.print-other-language", game=game.name, language=language)
    options = replace(chosen.options, language=language)
    return replace(chosen, options=options, notes=(*chosen.notes, note))
