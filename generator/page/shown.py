"""What is shown of a piece of work: how far it is, the pages made so far, the files to print."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask import g, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from generator.errors import LudokitError
from generator.make import Print
from generator.page.forms import Field, Upload
from generator.page.works import Work
from generator.render.merge import page_count
from generator.words import LANGUAGES, Message, message, say, traits

NOTHING_NEW, UNPROCESSABLE = 204, 422
LONGEST_NAME = 80
# What a list is called that was pasted, by the field it was pasted into.
CALLED = {"names": "page.names-file", "table": "page.table-file"}


@dataclass(frozen=True, slots=True)
class Made:
    """A printable as it is shown: what it is called, and its pages; none where it is no PDF."""

    name: str
    title: str
    file: str
    pages: int
    notes: tuple[Message, ...]


def told(
    work: Work, known: int, *, line: str, again: Callable[[int], str], titles: Mapping[str, str]
) -> dict[str, object]:
    """Return what is told of a piece of work: all of it, or what is not `known` yet.

    `line` does the same in a terminal, `again` is where to ask for what is new then, `titles` are
    those of its printables.
    """
    made = work.made  # more may be made meanwhile
    done, of = work.steps
    notes = (*work.order.chosen.notes, *(note for one in work.kit for note in one.notes))
    return {
        "work": work,
        "folder": work.order.game,
        "done": done,
        "of": of,
        "again": again(len(made)),
        "is_part": "HX-Request" in request.headers,
        "is_poll": "known" in request.args,
        "is_over": work.state == "done",
        "refusals": work.fault.worded(g.language).splitlines() if work.fault else (),
        "made": [_made(name, one, titles) for name, one in made.items()][known:],
        "notes": tuple(dict.fromkeys(notes)),
        "line": line,
        **_bound(work),
    }


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


def _made(name: str, found: Print, titles: Mapping[str, str]) -> Made:
    title = titles.get(name, found.title)
    file = next(one for one in found.files if one.endswith((".pdf", ".html")))
    pages = page_count(found.pdf) if found.pdf else 0
    return Made(name, title, file, pages, found.notes)


def elsewhere(address: Callable[..., str]) -> Mapping[str, str]:
    """Return where a form goes to be read in another language, by what that calls itself."""
    others = (one for one in LANGUAGES if one != g.language)
    return {traits(one).name: address(lang=one, switch=1) for one in others}


def begun(
    begin: Callable[[], Work],
    page: Callable[[Sequence[str]], str],
    told_of: Callable[[Work], Mapping[str, object]],
    where: Callable[..., str],
) -> str | tuple[str, int] | Answer:
    """Begin the work that a form asks for and show it, or say what is wrong with the form.

    As a part of the page that asked, or else as a page of its own: the form with its `reasons`, or
    an address (`where`) that may be asked again.
    """
    is_part = "HX-Request" in request.headers
    try:
        work = begin()
    except LudokitError as error:
        # A form that is only read in another language is not judged.
        reasons = [] if "switch" in request.args else error.worded(g.language).splitlines()
        if is_part:
            return render_template("refused.html", reasons=reasons)
        return page(reasons), UNPROCESSABLE
    if is_part:
        return render_template("made.html", **told_of(work))
    return redirect(where(work=work.name), code=303)


def new_of(
    work: Work, page: Callable[[], str], told_of: Callable[[Work, int], Mapping[str, object]]
) -> str | tuple[str, int]:
    """Return a page with a piece of work, or for a part of it only what is not `known` yet."""
    if "HX-Request" not in request.headers:
        return page()
    known = request.args.get("known", default=0, type=int)
    if work.state != "done" and known == len(work.made):
        return "", NOTHING_NEW
    return render_template("made.html", **told_of(work, known))


def handed_in(fields: Sequence[Field]) -> tuple[dict[str, str], dict[str, Upload]]:
    """Return the values and the files of a form that was sent, by the names of its fields."""
    values = {field.name: request.form.get(field.name, "") for field in fields}
    files: dict[str, Upload] = {}
    for name in (field.name for field in fields if field.kind == "file"):
        sent, text = request.files.get(name), request.form.get(f"{name}-text", "")
        values |= {name: "", f"{name}-text": text}
        if sent is not None and sent.filename:
            files[name] = Upload(_called(sent.filename), sent.stream.read())
        elif text.strip():
            called = say(message(CALLED[name]), g.language)
            files[name] = Upload(called, text.encode())
        if name in files:
            values[name] = files[name].name
    return values, files


def _called(name: str) -> str:
    """Return what a file is called in messages: the last part of its name alone."""
    last = name.replace("\\", "/").split("/")[-1]
    return "".join(letter for letter in last if letter.isprintable())[-LONGEST_NAME:]
