"""A job as the page shows it: its progress, pages as pictures, files to keep or to print."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from zipfile import ZipFile, ZipInfo

from flask import Response, abort, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.game import Game
from generator.make import Print, make
from generator.options import Option
from generator.page.jobs import PrintJob
from generator.page.wording import reasons_of
from generator.print_request import Upload
from generator.printables.context import Options
from generator.render.merge import page_count
from generator.render.preview import page_png
from generator.words import LANGUAGES, Language, Message, message, say, traits

NOTHING_NEW, UNPROCESSABLE = 204, 422
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class _ShownPrintable:
    name: str
    title: str
    file: str
    pages: int
    notes: tuple[Message, ...]


def progress_context(
    work: PrintJob, known: int, line: str, again: Callable[[int], str], titles: Mapping[str, str]
) -> dict[str, object]:
    """Return the template context of a job, of which `known` printables have been shown."""
    made = work.made  # more may be made meanwhile
    done, of = work.steps
    notes = (*work.order.request.notes, *(note for one in work.kit for note in one.notes))
    return {
        "work": work,
        "folder": work.order.game,
        "done": done,
        "of": of,
        "again": again(len(made)),
        "is_part": "HX-Request" in request.headers,
        "is_poll": "known" in request.args,
        "is_over": work.state == "done",
        "refusals": reasons_of(work.fault, g.language) if work.fault else (),
        "made": [_made(name, one, titles) for name, one in made.items()][known:],
        "notes": tuple(dict.fromkeys(notes)),
        "line": line,
        **_bound(work),
    }


def _bound(work: PrintJob) -> dict[str, object]:
    if not work.kit:
        return {"piles": ()}
    plan, kit = work.kit
    return {
        "piles": [(name, page_count(kit.files[name])) for name in kit.ids],
        "plan": next(iter(plan.files)),
        "whole": next(name for name in kit.files if name.startswith("kit")),
    }


def _made(name: str, found: Print, titles: Mapping[str, str]) -> _ShownPrintable:
    title = titles.get(name, found.title)
    file = next(one for one in found.files if one.endswith((".pdf", ".html")))
    pages = page_count(found.pdf) if found.pdf else 0
    return _ShownPrintable(name, title, file, pages, found.notes)


def other_languages(address: Callable[..., str]) -> Mapping[str, str]:
    """Return where a form is sent to be shown in another language, by that language's name."""
    others = (one for one in LANGUAGES if one != g.language)
    return {traits(one).name: address(lang=one, switch=1) for one in others}


def start_job(
    begin: Callable[[], PrintJob],
    page: Callable[[Sequence[str]], str],
    told_of: Callable[[PrintJob], Mapping[str, object]],
    where: Callable[..., str],
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
        return render_template("made.html", **told_of(work))
    return redirect(where(work=work.name), code=303)


def show_job(
    work: PrintJob,
    page: Callable[[], str],
    told_of: Callable[[PrintJob, int], Mapping[str, object]],
) -> str | tuple[str, int]:
    """Show a job: the whole page, or for htmx only what the browser does not know yet."""
    if "HX-Request" not in request.headers:
        return page()
    known = request.args.get("known", default=0, type=int)
    if work.state != "done" and known == len(work.made):
        return "", NOTHING_NEW
    return render_template("made.html", **told_of(work, known))


def read_form(fields: Sequence[Option]) -> tuple[dict[str, str], dict[str, Upload]]:
    """Return the values and the files of a submitted form, by the names of its fields."""
    values = {field.name: request.form.get(field.name, "") for field in fields}
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


def _called(name: str) -> str:
    last = name.replace("\\", "/").split("/")[-1]
    return "".join(letter for letter in last if letter.isprintable())[-LONGEST_NAME:]


# Dots per inch of a page among others, of one alone, and of one in a list.
SMALL, LARGE, TINY = 72, 130, 30
# The library that draws pages is for one thread at a time.
_drawing, _making = threading.Lock(), threading.Lock()


def picture_response(pdf: bytes | None, number: int = 1, *, is_large: bool = False) -> Response:
    """Serve a page of a PDF as a PNG."""
    with _drawing:
        png = page_png(pdf or b"", number, LARGE if is_large else SMALL) if pdf else None
    return _png_response(png)


def small_picture(game: Game, printable: str, language: Language) -> Response:
    """Serve the first page of a drawn printable as a small PNG."""
    with _making:  # those who ask for several at once wait for the first
        return _png_response(_small_png(game, printable, language))


@lru_cache(maxsize=256)
def _small_png(game: Game, printable: str, language: Language) -> bytes | None:
    pdf = make(game, printable, Options(game.language(language))).pdf
    with _drawing:
        return page_png(pdf, 1, TINY) if pdf else None


def _png_response(png: bytes | None) -> Response:
    answer = make_response(png or abort(404))
    answer.headers |= {"Content-Type": "image/png", "Cache-Control": "private, max-age=3600"}
    return answer


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
    data = packed.getvalue() or files.get(name) or abort(404)
    ending = name.rpartition(".")[2]
    answer = make_response(data)
    text = "text/html" if ending == "html" else "application/octet-stream"
    answer.mimetype = f"application/{ending}" if ending in {"pdf", "json"} else text
    # A document without Pango is a page of its own: it is kept, not shown here.
    shown = "inline" if ending == "pdf" else "attachment"
    # What is to print says itself which game it is of.
    called = name if name in whole else f"{folder}-{name}"
    answer.headers["Content-Disposition"] = f'{shown}; filename="{called}"'
    return answer
