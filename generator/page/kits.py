"""Kits on the page: games as covers, a form for a class, pages as pictures, files to print."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from flask import Blueprint, Response, abort, g, redirect, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.game import Game, load, names
from generator.page.files import as_picture, cover, download
from generator.page.forms import Chosen, CommandLine, Field, Upload
from generator.page.making import Order
from generator.page.works import Work, Workshop
from generator.printables import planning
from generator.render.merge import page_count
from generator.words import LANGUAGES, Message, message, say, traits

# What is asked for first; the rest is a click away.
FIRST = frozenset({"pupils", "group", "names", "play-with", "country", "paper", "ink", "large"})
# What a kit is made of, whatever its game heeds.
OF_CLASS = frozenset({"pupils", "group"})
NOTHING_NEW, UNPROCESSABLE = 204, 422
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Made:
    """A printable as it is shown: what it is called, and its pages; none where it is no PDF."""

    name: str
    title: str
    file: str
    pages: int
    notes: tuple[Message, ...]


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
        pages.add_url_rule("/work/<work>/<printable>/<int:number>.png", view_func=self.picture)
        pages.add_url_rule("/work/<work>/files/<name>", view_func=self.file)

    def home(self) -> str:
        """Show the games as covers, and name those that cannot be read."""
        self._workshop.warm()
        games, broken = list[Game](), list[tuple[str, str]]()
        for name in names():
            try:
                games.append(_loaded(name))
            except LudokitError as error:
                broken.append((name, error.worded(g.language)))
        return render_template("home.html", games=games, broken=broken, facts=_facts)

    def cover_of(self, game: str) -> Response:
        """Hand out the picture of a game."""
        return as_picture(cover(_known(game), g.language))

    def form(self, game: str) -> str:
        """Show the form of a game."""
        self._workshop.warm()
        return self._page(_known(game), {}, None)

    def ask(self, game: str) -> str | tuple[str, int] | Answer:
        """Begin the kit that a form asks for, or say what is wrong with it."""
        found, is_part = _known(game), "HX-Request" in request.headers
        values, files = handed_in(self._command_line.fields("kit", g.language))
        try:
            chosen = self._command_line.chosen("kit", values, files, g.language)
            order = Order(found.name, _spoken(found, chosen))
            values["names-text"] = "\n".join(chosen.options.names).strip()
            work = self._workshop.ask(order, values)
        except LudokitError as error:
            reasons = error.worded(g.language).splitlines()
            if is_part:
                return render_template("refused.html", reasons=reasons)
            return self._page(found, values, None, reasons), UNPROCESSABLE
        if is_part:
            return render_template("kit-made.html", **self._told(found, work))
        where = address_of("page.kit", game=found.name, work=work.name)
        return redirect(where, code=303)

    def kit(self, game: str, work: str) -> str | tuple[str, int]:
        """Show a kit with its form, or only what is new of it."""
        found = _known(game)
        asked = self._workshop.find(work) or abort(404)
        if "HX-Request" not in request.headers:
            return self._page(found, asked.values, asked)
        known = request.args.get("known", default=0, type=int)
        if asked.state != "done" and known == asked.steps[0]:
            return "", NOTHING_NEW
        return render_template("kit-made.html", **self._told(found, asked, known))

    def picture(self, work: str, printable: str, number: int) -> Response:
        """Hand out the picture of a page."""
        asked = self._workshop.find(work) or abort(404)
        found = asked.made.get(printable) or abort(404)
        return as_picture(found.pdf, number, is_large="large" in request.args)

    def file(self, work: str, name: str) -> Response:
        """Hand out a file of a kit."""
        asked = self._workshop.find(work) or abort(404)
        return download(asked.files(), name, asked.order.game)

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
            game=game,
            said=game.said_in(g.language),
            facts=_facts,
            first=[field for field in fields if field.name in FIRST],
            more=[field for field in fields if field.name not in FIRST],
            values=values,
            reasons=reasons,
            elsewhere=_forms(game),
            **({} if work is None else self._told(game, work)),
        )

    def _told(self, game: Game, work: Work, known: int = 0) -> dict[str, object]:
        """Return what is told of a kit that is being made: all of it, or what is not known yet."""
        done, of = work.steps
        titles = game.said_in(work.order.chosen.options.language).printables
        notes = (*work.order.chosen.notes, *(note for one in work.kit for note in one.notes))
        return {
            "game": game,
            "work": work,
            "done": done,
            "of": of,
            "is_poll": "known" in request.args,
            "is_over": work.state == "done",
            "faults": work.fault.worded(g.language).splitlines() if work.fault else (),
            "made": [_made(work, name, titles[name]) for name in work.made][known:],
            "notes": tuple(dict.fromkeys(notes)),
            "line": self._command_line.typed("kit", [game.name], work.values, g.language),
            **_bound(work),
        }


def _facts(game: Game) -> str:
    return say(game.head.at_a_glance(), g.language)


def _known(game: str) -> Game:
    """Return a game of the catalog; no other name leads anywhere."""
    return _loaded(game) if game in names() else abort(404)


@lru_cache(maxsize=32)
def _loaded(name: str) -> Game:
    return load(name)


def _spoken(game: Game, chosen: Chosen) -> Chosen:
    """Return what was chosen in a language that the game has; say so where it is another."""
    language = game.language(chosen.options.language)
    if language == chosen.options.language:
        return chosen
    note = message("cli.print-other-language", game=game.name, language=language)
    options = replace(chosen.options, language=language)
    return replace(chosen, options=options, notes=(*chosen.notes, note))


def handed_in(fields: Sequence[Field]) -> tuple[dict[str, str], dict[str, Upload]]:
    """Return the values and the files of a form that was sent, by the names of its fields."""
    values = {field.name: request.form.get(field.name, "") for field in fields}
    files: dict[str, Upload] = {}
    for name in (field.name for field in fields if field.kind == "file"):
        values[name] = ""
        sent, text = request.files.get(name), request.form.get(f"{name}-text", "")
        if sent is not None and sent.filename:
            files[name] = Upload(_called(sent.filename), sent.stream.read())
        elif text.strip():
            called = say(message("page.names-file"), g.language)
            files[name] = Upload(called, text.encode())
        if name in files:
            values[name] = files[name].name
    return values, files


def _called(name: str) -> str:
    """Return what a file is called in messages: the last part of its name alone."""
    return name.replace("\\", "/").split("/")[-1][-LONGEST_NAME:]


def _forms(game: Game) -> Mapping[str, str]:
    """Return where the form goes to be read in another language, by what that calls itself."""
    others = (one for one in LANGUAGES if one != g.language)
    return {traits(one).name: address_of("page.ask", game=game.name, lang=one) for one in others}


def _bound(work: Work) -> dict[str, object]:
    """Return the files of a whole kit: its plan, all in one, and one for each kind of paper."""
    if not work.kit:
        return {"piles": ()}
    plan, kit = work.kit
    piles = [name for name in kit.files if name.startswith(("print-", "lesson-"))]
    return {
        "piles": [(name, page_count(kit.files[name])) for name in piles],
        "plan": next(iter(plan.files)),
        "whole": next(name for name in kit.files if name.startswith("kit")),
    }


def _made(work: Work, name: str, title: str) -> Made:
    found = work.made[name]
    file = next(one for one in found.files if one.endswith((".pdf", ".html")))
    pages = page_count(found.pdf) if found.pdf else 0
    return Made(name, title, file, pages, found.notes)
