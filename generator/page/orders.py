"""Orders on the page: a form for a class or for a list, pages as pictures, files to print."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, get_args

from flask import Response, abort, g, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.game import Game
from generator.game.catalog import folder_state
from generator.options import Command, Option, meant_for_kit, printing_options
from generator.page import contents, jobs, progress
from generator.page.jobs import Order, PrintJob
from generator.page.pages import find_game, job_queue, pages, picture_answer
from generator.print_request import Files, PrintRequest, Values, parse_form
from generator.printables import planning
from generator.printables.printable import DrawnEntry, EditionPart, LessonEntry
from generator.words import say

# What is asked for first; the rest is a click away.
FIRST = frozenset(
    {"class-name", "pupils", "group", "names", "country", "play-with", "paper", "ink", "large"}
)
# What is typed of a class once, by the names of the options.
OF_CLASS = ("class-name", "pupils", "names", "group", "country", "paper", "printer")
# What is chosen of the exercises.
OF_EXERCISES = ("year", "kinds", "difficulty")
# What the address of a kit tells: all but files and names, which stay in the browser.
_TOLD = {option.name for option in printing_options("kit") if option.kind != "file"}


def class_first(option: Option) -> int:
    """Return where an option stands in a form: what is asked of a class stands first."""
    return OF_CLASS.index(option.name) if option.name in OF_CLASS else len(OF_CLASS)


def options_for(command: Command, wanted: Collection[str]) -> list[Option]:
    """Return the options that a form asks for, by their names."""
    return [option for option in printing_options(command) if option.name in wanted]


def parse_sent(command: Command, values: Values, files: Files) -> PrintRequest:
    """Parse a form that was sent; LudokitError where it is not understood."""
    given = command, values, files, g.language
    # What was typed is small; files can be made to hurt whoever reads them.
    sent = {name for name, one in request.files.items() if one.filename}
    return parse_form(*given) if sent.isdisjoint(files) else jobs.in_own_process(parse_form, *given)


def ordered(game: Game, chosen: PrintRequest) -> Order:
    """Return the order of a kit of a game as it is now, in a language that it has."""
    state = folder_state(game.folder)
    return Order(game.name, chosen.in_language_of(game), state=state)


def submit_order(order: Order, values: Values) -> PrintJob:
    """Return the job of an order; the one that the same form asked for before is dropped."""
    job_queue().abandon(request.form.get("before", ""))
    return job_queue().submit(order, values)


def find_job(work: str) -> PrintJob:
    """Return a job by its id, 404 for none."""
    return job_queue().find(work) or abort(404)


@pages.get("/kit/<game>/<printable>.png", endpoint="small_picture")
def _small_picture(game: str, printable: str) -> Response:
    found = find_game(game)
    # A document takes too long to be made for this alone.
    is_drawn = isinstance(planning.entries(found).get(printable), DrawnEntry | LessonEntry)
    if not is_drawn and printable not in get_args(EditionPart):
        abort(404)
    # What drawing takes is left to the processes that end where nobody asks any more.
    state = folder_state(found.folder)
    drawn = job_queue().run(progress.small_png, game, printable, g.language, state)
    return picture_answer(drawn)


@pages.get("/kit/<game>/", endpoint="form")
def _form(game: str) -> str | tuple[str, int]:
    """Show the form of a game as the address tells it, with what was made if that is known."""
    found, made = find_game(game), request.args.get("made")
    asked = job_queue().poll(made) if made else None
    if asked is not None and asked.order.game == found.name and not asked.order.kind:
        return progress.show_job(asked, partial(_page, found, asked.values, asked))
    if "HX-Request" in request.headers:
        abort(404)
    job_queue().warm()
    values = {name: words for name, words in request.args.items() if name in _TOLD}
    return _page(found, values, None)


@pages.post("/kit/<game>/", endpoint="ask")
def _ask(game: str) -> str | tuple[str, int] | Answer:
    """Order the kit that a form asks for, or report the form's faults."""
    found, fields = find_game(game), printing_options("kit")
    values, files = progress.read_form(fields)
    ticked = values["contents"] if "contents" in request.form else contents.USUAL

    def begin() -> PrintJob:
        values["contents"] = contents.contents_in_short(found, ticked)
        chosen = parse_sent("kit", values, files)
        values["names-text"] = "\n".join(chosen.options.names).strip()
        return submit_order(ordered(found, chosen), values)

    def where(work: PrintJob) -> str:
        usual = {field.name: field.usual for field in fields} | {"contents": contents.USUAL}
        told = {name: words for name, words in values.items() if name in _TOLD and words}
        query: dict[str, Any] = {n: words for n, words in told.items() if words != usual[n]}
        return progress.job_address(work, **query)

    return progress.start_job(begin, partial(_page, found, values, None), where)


@pages.get("/made/<work>/<printable>/<int:number>.png", endpoint="picture")
def _picture(work: str, printable: str, number: int) -> Response:
    found = find_job(work).made.get(printable) or abort(404)
    return progress.picture_of_page(found.pdf, number, is_large="large" in request.args)


@pages.get("/made/<work>/files/<path:name>", endpoint="file")
def _file(work: str, name: str) -> Response:
    asked = find_job(work)
    ids = asked.kit[1].ids if asked.kit else ()
    return progress.download(asked.files(), name, asked.order.game, ids)


def _page(game: Game, values: Values, work: PrintJob | None, reasons: Sequence[str] = ()) -> str:
    # Ticks say what a kit holds.
    asked, chosen = meant_for_kit(game) - {"contents", "edition"}, None
    fields = options_for("kit", asked.difference(OF_EXERCISES))
    with suppress(LudokitError):
        chosen = parse_sent("kit", values, {}).in_language_of(game)
    ticks = contents.tick_list(game, chosen, values.get("contents"))
    at = partial(address_of, "page.ask", game=game.name)
    return render_template(
        "kit.html",
        at=at(),
        elsewhere=progress.other_languages(at),
        game=game,
        said=game.sentences_in(g.language),
        facts=say(game.head.at_a_glance(), g.language),
        first=sorted((one for one in fields if one.name in FIRST), key=class_first),
        more=[one for one in fields if one.name not in FIRST],
        of_class=OF_CLASS,
        exercises=options_for("kit", asked.intersection(OF_EXERCISES)),
        kinds=contents.kinds_to_tick(game, values.get("kinds", "")),
        ticks=ticks,
        usual=contents.usual_contents(game, ticks),
        purpose=contents.purpose_words,
        values=values,
        reasons=reasons,
        **({} if work is None else progress.progress_context(work)),
    )
