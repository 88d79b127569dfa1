"""The page inside a browser: the same application, asked by a script, without a server."""

from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import count
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from generator.page.app import create_app
from generator.page.jobs import StepwiseQueue
from generator.paper.photographs import DecodedPicture, register_picture


@cache
def application(origin: str, key: str) -> Flask:
    """Return the application of a tab, whose pages are shown in a frame of the same origin."""
    numbers = count(1)
    app = create_app(key, StepwiseQueue(lambda: f"{key}-{next(numbers)}"))
    app.config.update(ORIGIN=origin, FRAMED=True)
    return app


def register_decoded(digest: str, sizes: Sequence[int], rgba: Any) -> None:
    """Take the dots of a picture, by its file's SHA-256, that a script has decoded.

    `sizes` are the width and height of the file's dots, and of those that are handed in.
    """
    across, down, width, height = sizes
    dots = bytes(rgba.to_bytes() if hasattr(rgba, "to_bytes") else rgba)
    rgb = bytearray(3 * width * height)
    for colour in range(3):
        rgb[colour::3] = dots[colour::4]
    register_picture(digest, DecodedPicture((across, down), width, height, bytes(rgb)))


def answer(
    origin: str, root: str, key: str, told: Mapping[str, Any]
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Answer a request for the page as it lies below `root`: its status, headers and body.

    `told` has the request's `method`, `path` (below the root, quoted), `query`, `headers` (pairs)
    and `body` (bytes, None for none).
    """
    body = bytes(told["body"] or b"")
    asked = EnvironBuilder(
        path=f"/{told['path']}",
        base_url=f"{origin}{root}",
        query_string=told["query"],
        method=told["method"],
        headers=[(name, value) for name, value in told["headers"] if value],
        input_stream=BytesIO(body),
        content_length=len(body),
    )
    found, status, headers = run_wsgi_app(application(origin, key), asked.get_environ())
    return int(status.split()[0]), [*headers.items()], b"".join(found)
