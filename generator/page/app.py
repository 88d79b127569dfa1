"""The page as a web application: its parts put together, who may ask, what is said of faults.

Whoever asks must name this machine and the key of this start; nothing is kept, nothing is noted.
"""

from collections.abc import Mapping, Sequence
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    send_from_directory,
)
from flask import url_for as address_of
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from generator import __version__, paths
from generator.documents.figures import emblem
from generator.errors import LudokitError
from generator.options import value_words, years_to_choose
from generator.page import (  # noqa: F401 - each adds its pages
    checking,
    classes,
    home,
    own_games,
    photographed,
    wording,
    workshop,
)
from generator.page.jobs import JobQueue
from generator.page.pages import pages
from generator.words import (
    LANGUAGES,
    Language,
    Message,
    fallbacks,
    message,
    message_templates,
    numeral,
    traits,
)

# The most that may be handed in at once, and typed into a field, in bytes.
MOST_BYTES, MOST_TYPED = 24_000_000, 500_000
# What a browser may do on the page: nothing is fetched from elsewhere.
ALLOWED = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
UNPROCESSABLE, ACCIDENT, FORBIDDEN = 422, 500, 403
# The parts of the page, by their addresses, and what they are called.
DOORS = {
    "page.home": "page.kits",
    "page.games_to_check": "page.check",
    "page.list_form": "page.lists",
    "page.own_games": "page.own",
    "page.classes": "page.classes",
}


def create_app(key: str, queue: JobQueue) -> Flask:
    """Build the Flask application; set `PORT` of its configuration before it is served.

    Where something else than a port of this machine hands it out, that is its `ORIGIN`, and
    `FRAMED` tells that a page of the same origin holds it in a frame.
    """
    folder = paths.templates() / "page"
    app = Flask("ludokit", template_folder=str(folder), static_folder=str(folder / "static"))
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_TYPED)
    app.config.update(KEY=key, JOBS=queue, PORT=0, ONCE={}, LOST_PORT=None, END=None)
    app.config.update(ORIGIN="", FRAMED=False)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        say=_said, version=__version__, language=_language, doors=_doors, languages=_languages
    )
    app.jinja_env.globals["samples"] = _samples
    app.jinja_env.globals.update(value_words=value_words, help_of=wording.help_of, numeral=numeral)
    app.jinja_env.globals.update(emblem=emblem, years_to_choose=years_to_choose)
    app.jinja_env.globals["lost_port"] = lambda: app.config["LOST_PORT"]
    app.before_request(_require_own)
    app.url_default_functions.setdefault(None, []).append(_with_key)
    app.after_request(_guarded)
    app.add_url_rule("/static/fonts/<name>", view_func=_font)
    app.add_url_rule("/once/<word>", view_func=_exchange)
    app.register_blueprint(pages)
    app.register_error_handler(Exception, _failed)
    return app


def _require_own() -> None:
    """Refuse requests with another Host (DNS rebinding), and POSTs from other origins (CSRF)."""
    port, own = current_app.config["PORT"], current_app.config["ORIGIN"]
    here = {own} if own else {f"http://{name}:{port}" for name in ("127.0.0.1", "localhost")}
    is_here = f"{request.scheme}://{request.host}" in here
    if not is_here or (request.method != "GET" and request.headers.get("Origin") not in here):
        g.pop("language", None)  # the error page has no links then
        abort(FORBIDDEN)
    # A form without files is read at once.
    if request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = MOST_TYPED


@pages.get("/hello", endpoint="hello")
def _hello() -> str:
    return f"ludokit {__version__}"


@pages.get("/once", endpoint="once")
def _once() -> str:
    return one_time_path(current_app, g.language)


@pages.url_value_preprocessor
def _require_key(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    given = values if values is not None else {}
    key, language = given.pop("key", ""), given.pop("lang", "")
    if language not in LANGUAGES:
        abort(404)
    if not compare_digest(key.encode(), current_app.config["KEY"].encode()):
        # An address of an earlier start: what is behind its key goes on to hold.
        abort(Response(render_template("old.html"), 404))
    g.language = language


def _with_key(endpoint: str, values: dict[str, Any]) -> None:
    # Links carry the key only for those who have sent it.
    if endpoint.startswith("page.") and _is_known():
        values.setdefault("key", current_app.config["KEY"])
        values.setdefault("lang", _language())


def _guarded(answer: Response) -> Response:
    answer.headers.update(HEADERS)
    answer.headers.setdefault("Cache-Control", "no-store")
    if answer.mimetype == "text/html":
        framed = {"frame-ancestors": "'self'"} if current_app.config["FRAMED"] else {}
        allowed = "; ".join(f"{what} {whence}" for what, whence in (ALLOWED | framed).items())
        answer.headers["Content-Security-Policy"] = allowed
    return answer


def _font(name: str) -> Response:
    return send_from_directory(paths.templates() / "fonts", name, max_age=3600)


def one_time_path(app: Flask, language: Language) -> str:
    """Return a path without the key that leads to the page, for whoever comes first."""
    word = token_urlsafe(18)
    app.config["ONCE"][word] = language
    return f"/once/{word}"


def _exchange(word: str) -> Answer:
    g.language = current_app.config["ONCE"].pop(word, None) or abort(404)
    return redirect(address_of("page.home"), code=303)


def _is_known() -> bool:
    return "language" in g


def _language() -> str:
    wanted = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    # An address that leads nowhere is in a language all the same.
    spoken = (one for one in request.path.split("/")[2:3] if one in LANGUAGES)
    return str(g.get("language", next(spoken, wanted)))


def _said(key: str | Message, **values: str | int) -> str:
    words = message(key, **values) if isinstance(key, str) else key
    in_folder = f"in-folder.{words.key}"
    if current_app.config["FRAMED"] and in_folder in message_templates(LANGUAGES[0]):
        words = Message(in_folder, words.values)
    return wording.worded(words, _language())


def _samples(kind: str) -> Sequence[str]:
    """Return where the picture of a kind of game may be, in the reader's language first."""
    return [f"covers/{kind}.{one}.svg" for one in (_language(), *fallbacks(_language()))]


def _doors() -> Sequence[tuple[str, str]]:
    if not _is_known():
        return ()
    return [(address_of(at), _said(words)) for at, words in DOORS.items()]


def _languages() -> Mapping[str, tuple[str, str]]:
    if not _is_known():
        return {}
    # A form that was posted cannot be shown again by its address.
    is_shown = request.method == "GET" and request.endpoint
    at, given = (request.endpoint, request.view_args) if is_shown else ("page.home", {})
    others = (one for one in LANGUAGES if one != _language())
    return {
        traits(one).name: (one, address_of(str(at), **(given or {}), lang=one)) for one in others
    }


def _failed(error: Exception) -> tuple[str, int]:
    match error:
        case HTTPException():
            code = error.code or ACCIDENT
            is_known = f"page.error-{code}" in message_templates(LANGUAGES[0])
            reasons = [_said(f"page.error-{code if is_known else 'other'}", code=str(code))]
        case _:
            code = UNPROCESSABLE if isinstance(error, LudokitError) else ACCIDENT
            reasons = wording.reasons_of(wording.failure_of(error), _language())
    return render_template("error.html", reasons=reasons), code
