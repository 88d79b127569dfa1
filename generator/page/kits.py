"""Kits on the page: games as covers, a form for a class, pages as pictures, files to print."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, abort, g, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.game import Game, names
from generator.page.files import as_picture, cover, download
from generator.page.forms import Chosen, CommandLine
from generator.page.making import Order, loaded
from generator.page.shown import begun, elsewhere, handed_in, new_of, told
from generator.page.works import Work, Workshop
from generator.printables import planning
from generator.words import message, say

# What is asked for first; the rest is a click away.
FIRST = frozenset({"pupils", "group", "names", "play-with", "country", "paper", "ink", "large"})
# What a kit is made of, whatever its game heeds.
OF_CLASS = frozenset({"pupils", "group"})


class Kits:
    """The addresses of kits."""

    def __init__(self, command_line: CommandLine, workshop: Workshop) -> None:
        """Take what understands forms, and what makes what they ask for."""
        self._command_line, self._workshop = command_line, workshop

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
        for name in names():
            try:
                games.append(loaded(name))
            except LudokitError as error:
                broken.append((name, error.worded(g.language)))
        return render_template("home.html", games=games, broken=broken, facts=_facts)

    def cover_of(self, game: str) -> Response:
        """Hand out the picture of a game; who looks at it may choose it next."""
        self._workshop.warm()
        return as_picture(cover(_known(game), g.language))

    def form(self, game: str) -> str:
        """Show the form of a game."""
        self._workshop.warm()
        return self._page(_known(game), {}, None)

    def ask(self, game: str) -> str | tuple[str, int] | Answer:
        """Begin the kit that a form asks for, or say what is wrong with it."""
        found = _known(game)
        values, files = handed_in(self._command_line.fields("kit", g.language))

        def begin() -> Work:
            chosen = self._command_line.chosen("kit", values, files, g.language)
            order = Order(found.name, _spoken(found, chosen))
            values["names-text"] = "\n".join(chosen.options.names).strip()
            self._workshop.leave(request.form.get("before", ""))
            return self._workshop.ask(order, values)

        where = partial(address_of, "page.kit", game=found.name)
        page, told = partial(self._page, found, values, None), partial(self._told, found)
        return begun(begin, page, told, where)

    def kit(self, game: str, work: str) -> str | tuple[str, int]:
        """Show a kit with its form, or only what is new of it."""
        found = _known(game)
        asked = self._workshop.find(work) or abort(404)
        page = partial(self._page, found, asked.values, asked)
        return new_of(asked, page, partial(self._told, found))

    def picture(self, work: str, printable: str, number: int) -> Response:
        """Hand out the picture of a page."""
        asked = self._workshop.find(work) or abort(404)
        found = asked.made.get(printable) or abort(404)
        return as_picture(found.pdf, number, is_large="large" in request.args)

    def file(self, work: str, name: str) -> Response:
        """Hand out a file of a kit."""
        asked = self._workshop.find(work) or abort(404)
        return download(asked.files(), name, asked.order.game)

    def _told(self, game: Game, work: Work, known: int = 0) -> dict[str, object]:
        line = self._command_line.typed("kit", [game.name], work.values, g.language)
        titles = game.said_in(work.order.chosen.options.language).printables
        where = partial(address_of, "page.kit", game=game.name, work=work.name)
        return told(work, known, line=line, again=lambda n: where(known=n), titles=titles)

    def _page(
        self,
        game: Game,
        values: Mapping[str, str],
        work: Work | None,
        reasons: Sequence[str] = (),
    ) -> str:
        # The options that make a difference to this game's kit.
        heeded = {name.replace("_", "-") for name in planning.heeded(game)} | OF_CLASS
        every = self._command_line.fields("kit", g.language)
        fields = [one for one in every if one.name in heeded]
        return render_template(
            "kit.html",
            at=address_of("page.ask", game=game.name),
            game=game,
            said=game.said_in(g.language),
            facts=_facts,
            first=[field for field in fields if field.name in FIRST],
            more=[field for field in fields if field.name not in FIRST],
            values=values,
            reasons=reasons,
            elsewhere=elsewhere(partial(address_of, "page.ask", game=game.name)),
            **({} if work is None else self._told(game, work)),
        )


def _facts(game: Game) -> str:
    return say(game.head.at_a_glance(), g.language)


def _known(game: str) -> Game:
    """Return a game of the catalog; no other name leads anywhere."""
    return loaded(game) if game in names() else abort(404)


def _spoken(game: Game, chosen: Chosen) -> Chosen:
    """Return what was chosen in a language that the game has; say so where it is another."""
    language = game.language(chosen.options.language)
    if language == chosen.options.language:
        return chosen
    note = message("cli.print-other-language", game=game.name, language=language)
    options = replace(chosen.options, language=language)
    return replace(chosen, options=options, notes=(*chosen.notes, note))
