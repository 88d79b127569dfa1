"""A job as the page shows it: its progress, pages as pictures, files to keep or to print."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Any, get_args
from zipfile import ZipFile, ZipInfo

from flask import Response, g, redirect, render_template, request
from flask import url_for as address_of
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.kit import make_prints, prepare_kit
from generator.make import Maker
from generator.options import Option
from generator.page.contents import counts_of
from generator.page.jobs import PrintJob, load_game
from generator.page.pages import file_answer, picture_answer
from generator.page.wording import reasons_of
from generator.print_request import Upload, line_to_type
from generator.printables.context import Options
from generator.printables.printable import EDITION, EditionPart
from generator.render.preview import page_count, page_png
from generator.words import LANGUAGES, Language, message, say, traits

NOTHING_NEW, UNPROCESSABLE = 204, 422
LONGEST_NAME = 80
# The most that a field of one line takes, in signs.
LONGEST_LINE = 2000


def job_address(work: PrintJob, **query: Any) -> str:
    """Return where a job is shown."""
    if work.order.kind:
        return address_of("page.of_list", work=work.name, **query)
    return address_of("page.form", game=work.order.game, made=work.name, **query)


def progress_context(work: PrintJob, known: int = 0) -> dict[str, object]:
    """Return the template context of a job, of which `known` printables have been shown."""
    made, order = work.made, work.order  # more may be made meanwhile
    notes = (*order.request.notes, *(note for one in work.kit for note in one.notes))
    return {
        "work": work,
        "folder": order.game,
        "again": job_address(work, known=len(made)),
        "is_part": "HX-Request" in request.headers,
        "is_poll": "known" in request.args,
        "is_over": work.state == "done",
        "refusals": reasons_of(work.fault, g.language) if work.fault else (),
        "made": [_shown(work, name) for name in [*made][known:]],
        "notes": tuple(dict.fromkeys(notes)),
        # The list of ticks counts anew what a class comes to, and what was made has come to.
        "rows": counts_of(work) if request.method == "POST" or work.kit else {},
        "line": _line(work),
        **_bound(work),
    }


def _line(work: PrintJob) -> str:
    order = work.order
    # What only the page can choose of a list has no line to type.
    if len(order.choices.facts) > 1:
        return ""
    return line_to_type("print" if order.kind else "kit", [order.game], work.values, g.language)


def _bound(work: PrintJob) -> dict[str, object]:
    if not work.kit:
        return {"piles": ()}
    plan, kit = work.kit
    return {
        "piles": [(name, page_count(kit.files[name])) for name in kit.ids],
        "plan": next(iter(plan.files)),
        "whole": next(name for name in kit.files if name.startswith("kit")),
    }


def _shown(work: PrintJob, name: str) -> dict[str, object]:
    found = work.made[name]
    file = next(one for one in found.files if one.endswith((".pdf", ".html")))
    pages = page_count(found.pdf) if found.pdf else 0
    # What a class says is of no use to every printable of its kit: nobody asked for that there.
    notes = tuple(note for note in found.notes if note.key != "print.left-out")
    return {"name": name, "title": found.title, "file": file, "pages": pages, "notes": notes}


def other_languages(address: Callable[..., str]) -> Mapping[str, tuple[Language, str]]:
    """Return another language by its name, and where a form is sent to be shown in it."""
    others = (one for one in LANGUAGES if one != g.language)
    return {traits(one).name: (one, address(lang=one, switch=1)) for one in others}


def start_job(
    begin: Callable[[], PrintJob],
    page: Callable[[Sequence[str]], str],
    where: Callable[[PrintJob], str] = job_address,
) -> str | tuple[str, int] | Answer:
    """Show the job that `begin` submits, or the form with its faults; htmx gets a fragment."""
    is_part = "HX-Request" in request.headers
    try:
        work = begin()
    except LudokitError as error:
        # A form that is only read in another language is not judged.
        reasons = [] if "switch" in request.args else reasons_of(error, g.language)
        if is_part:
            return render_template("refused.html", reasons=reasons)
        return page(reasons), UNPROCESSABLE
    if is_part:
        return render_template("made.html", **progress_context(work))
    return redirect(where(work), code=303)


def show_job(work: PrintJob, page: Callable[[], str]) -> str | tuple[str, int]:
    """Show a job: the whole page, or for htmx only what the browser does not know yet."""
    if "HX-Request" not in request.headers:
        return page()
    known = request.args.get("known", default=0, type=int)
    if work.state != "done" and known == len(work.made):
        return "", NOTHING_NEW
    return render_template("made.html", **progress_context(work, known))


def read_form(fields: Sequence[Option]) -> tuple[dict[str, str], dict[str, Upload]]:
    """Return the values and the files of a submitted form, by the names of its fields."""
    values = {field.name: typed(field.name) for field in fields}
    files: dict[str, Upload] = {}
    for name in (field.name for field in fields if field.kind == "file"):
        sent, text = request.files.get(name), request.form.get(f"{name}-text", "")
        values |= {name: "", f"{name}-text": text}
        if sent is not None and sent.filename:
            files[name] = Upload(_called(sent.filename), sent.stream.read())
        elif text.strip():
            called = say(message(f"page.{name}-file"), g.language)
            files[name] = Upload(called, text.encode())
        if name in files:
            values[name] = files[name].name
    return values, files


def typed(name: str) -> str:
    """Return what was typed or ticked in a field of one line; LudokitError for too much."""
    text = ",".join(request.form.getlist(name))
    if len(text) > LONGEST_LINE:
        raise LudokitError(message("page.long-field", most=LONGEST_LINE))
    return text


def _called(name: str) -> str:
    last = name.replace("\\", "/").split("/")[-1]
    return "".join(letter for letter in last if letter.isprintable())[-LONGEST_NAME:]


# Dots per inch of a page among others, of one alone, and of one in a list.
SMALL, LARGE, TINY = 72, 130, 30
# The library that draws pages is for one thread at a time.
_drawing = threading.Lock()


def picture_of_page(pdf: bytes | None, number: int, *, is_large: bool) -> Response:
    """Serve a page of a PDF as a PNG."""
    with _drawing:
        return picture_answer(page_png(pdf, number, LARGE if is_large else SMALL) if pdf else None)


@lru_cache(maxsize=64)
def small_png(game: str, printable: str, language: Language, _state: str) -> bytes | None:
    """Draw the first page of what is drawn for a kit as a small PNG; None for what is no PDF.

    A game whose files are in another state is drawn anew.
    """
    found = load_game(game)
    own = Options(found.language(language), contents=(printable,))
    if is_part := printable in get_args(EditionPart):
        # With pieces there is more to put into boxes.
        own = replace(own, play_with="pieces")
    own, _, plan = prepare_kit(found, own, None, None)
    names = (EDITION if is_part else printable,)
    pdf = next(make_prints(Maker(), found, own, plan, names)).pdf
    return page_png(pdf, 1, TINY) if pdf else None


def download(
    files: Mapping[str, bytes], name: str, folder: str, whole: Collection[str] = ()
) -> Response:
    """Serve a file, its game before its name but for `whole` names, or all packed; else 404."""
    packed = BytesIO()
    if name == f"{folder}.zip":
        with ZipFile(packed, "w") as archive:
            for one, content in files.items():
                # Without a date the same files give the same bytes.
                archive.writestr(ZipInfo(one), content)
    ending = name.rpartition(".")[2]
    text = "text/html" if ending == "html" else "application/octet-stream"
    kind = f"application/{ending}" if ending in {"pdf", "json"} else text
    # What is to print says itself which game it is of.
    own = f"{folder}-{name.rpartition('/')[2]}"
    called = name if name in {*whole, f"{folder}.zip"} else own
    # A document without Pango is a page of its own: it is kept, not shown here.
    data = packed.getvalue() or files.get(name)
    return file_answer(data, kind, called, is_shown=ending == "pdf")
