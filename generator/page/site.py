"""The page as a web application: its parts put together, who may ask, and what is said of faults.

Whoever asks must name this machine and this start: the address holds a key that only the one who
opened the page knows. Nothing is kept in cookies, nothing is asked for elsewhere, nothing is noted
of who asked what.
"""

from collections.abc import Mapping, Sequence
from hmac import compare_digest
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    render_template,
    request,
    send_from_directory,
)
from flask import url_for as address_of
from werkzeug.exceptions import HTTPException

from generator import __version__, paths
from generator.errors import LudokitError, accident
from generator.page import checking
from generator.page.forms import CommandLine
from generator.page.kits import Kits
from generator.page.lists import Lists
from generator.page.works import Workshop
from generator.words import LANGUAGES, Message, keys, message, printed, traits

# The most that may be handed in at once, in bytes.
MOST_BYTES = 24_000_000
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
}


def site(key: str, command_line: CommandLine, workshop: Workshop) -> Flask:
    """Return the page; `PORT` of its configuration is where it is served, set before it is."""
    folder = paths.templates() / "page"
    app = Flask("ludokit", template_folder=str(folder), static_folder=str(folder / "static"))
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES)
    app.config.update(KEY=key, PORT=0)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        say=_said, version=__version__, language=_language, doors=_doors, languages=_languages
    )
    app.before_request(_require_own)
    app.url_default_functions.setdefault(None, []).append(_with_key)
    app.after_request(_guarded)
    app.add_url_rule("/static/fonts/<name>", view_func=_font)
    pages = Blueprint("page", __name__, url_prefix="/<key>/<lang>")
    pages.url_value_preprocessor(_require_key)
    pages.add_url_rule("/hello", view_func=_hello)
    Kits(command_line, workshop).add_to(pages)
    checking.add_to(pages)
    Lists(command_line, workshop).add_to(pages)
    app.register_blueprint(pages)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(LudokitError, _at_fault)
    app.register_error_handler(Exception, _broken)
    return app


def _require_own() -> None:
    """Refuse whoever does not name this machine, and other pages that send something."""
    port = current_app.config["PORT"]
    here = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
    is_own = request.headers.get("Origin") in {f"http://{name}" for name in here}
    if request.host not in here or (request.method != "GET" and not is_own):
        g.pop("language", None)  # and is not told where anything is
        abort(FORBIDDEN)


def _require_key(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    given = values if values is not None else {}
    key, language = given.pop("key", ""), given.pop("lang", "")
    own = current_app.config["KEY"]
    if not compare_digest(key.encode(), own.encode()) or language not in LANGUAGES:
        abort(404)
    g.language = language


def _with_key(endpoint: str, values: dict[str, Any]) -> None:
    # Who has not told the key is not told it either.
    if endpoint.startswith("page.") and _is_known():
        values.setdefault("key", current_app.config["KEY"])
        values.setdefault("lang", _language())


def _guarded(answer: Response) -> Response:
    answer.headers.update(HEADERS)
    answer.headers.setdefault("Cache-Control", "no-store")
    if answer.mimetype == "text/html":
        allowed = "; ".join(f"{what} {whence}" for what, whence in ALLOWED.items())
        answer.headers["Content-Security-Policy"] = allowed
    return answer


def _font(name: str) -> Response:
    return send_from_directory(paths.templates() / "fonts", name, max_age=3600)


def _hello() -> str:
    return f"ludokit {__version__}"


def _is_known() -> bool:
    return "language" in g


def _language() -> str:
    """Return the reader's language: the page's, else the first that the browser wants."""
    wanted = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    return str(g.get("language", wanted))


def _said(key: str | Message, **values: str | int) -> str:
    """Return words of the program in the reader's language, for templates."""
    words = message(key, **values) if isinstance(key, str) else key
    return printed(words, _language())


def _doors() -> Sequence[tuple[str, str]]:
    """Return the parts of the page, each with its address; none for who may not be here."""
    if not _is_known():
        return ()
    return [(address_of(at), _said(words)) for at, words in DOORS.items()]


def _languages() -> Mapping[str, str]:
    """Return the same page in the other languages, by what those call themselves."""
    if not _is_known():
        return {}
    # What was sent is not sent again.
    is_shown = request.method == "GET" and request.endpoint
    at, given = (request.endpoint, request.view_args) if is_shown else ("page.home", {})
    others = (one for one in LANGUAGES if one != _language())
    return {traits(one).name: address_of(str(at), **(given or {}), lang=one) for one in others}


def _refused(error: HTTPException) -> tuple[str, int]:
    """Say in words what HTTP says in numbers."""
    code = error.code or ACCIDENT
    known = f"page.error-{code}"
    words = message(known if known in keys(LANGUAGES[0]) else "page.error-other", code=str(code))
    return render_template("error.html", reasons=[_said(words)]), code


def _at_fault(error: LudokitError) -> tuple[str, int]:
    reasons = error.worded(_language()).splitlines()
    return render_template("error.html", reasons=reasons), UNPROCESSABLE


def _broken(error: Exception) -> tuple[str, int]:
    reasons = [_said(accident(error))]
    return render_template("error.html", reasons=reasons), ACCIDENT
