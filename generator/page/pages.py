"""What the parts of the page share: addresses behind its key, the queue of jobs, answers."""

from flask import Blueprint, Response, abort, current_app, make_response

from generator.game import Game, game_names
from generator.page.jobs import JobQueue, load_game

# Each part adds its addresses, by functions that are called for them.
pages = Blueprint("page", __name__, url_prefix="/<key>/<lang>")


def job_queue() -> JobQueue:
    """Return the queue of the application that is asked."""
    queue: JobQueue = current_app.config["JOBS"]
    return queue


def find_game(name: str) -> Game:
    """Look a game up; names outside the catalog are 404 (no path traversal)."""
    return load_game(name) if name in game_names() else abort(404)


def file_answer(data: bytes | None, kind: str, name: str, *, is_shown: bool = False) -> Response:
    """Serve a file under a name, to be kept or shown by the browser; 404 for none."""
    answer = make_response(data or abort(404))
    answer.mimetype = kind
    how = "inline" if is_shown else "attachment"
    answer.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    return answer


def picture_answer(png: bytes | None) -> Response:
    """Serve a picture that the browser may keep for an hour; 404 for none."""
    answer = make_response(png or abort(404))
    answer.headers |= {"Content-Type": "image/png", "Cache-Control": "private, max-age=3600"}
    return answer
