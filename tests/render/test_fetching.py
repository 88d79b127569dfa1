"""Nothing is read for a document but the files of its folder, with Pango and without."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.errors import LudokitError
from generator.render.html_to_pdf import lay_out_html
from tests.render.documents import body
from tests.render.measured import FACTS


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/x.png",
        "https://example.org/x.png",
        "//example.org/x.png",
        "ftp://example.org/x.png",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "file://host/etc/passwd",
        "../pyproject.toml",
        "fonts/%2e%2e/%2e%2e/pyproject.toml",
        "no-such.png",
        "data:image/png;base64,AAAA",
    ],
)
def test_nothing_else_is_read(load: Callable[[], Any], address: str) -> None:
    """An address that is not a file of the templates stops the build and is named."""
    with pytest.raises(LudokitError) as caught:
        lay_out_html(body(f'<img src="{address}" alt="x">'), FACTS, load=load)
    # The PDF library completes relative addresses; the file's name stays.
    assert address.rsplit("/", 1)[-1] in caught.value.worded("en")


@pytest.mark.parametrize(
    "content",
    [
        '<div style="background: url(http://example.org/x.png)">a</div>',
        "<style>p { background: url('http://example.org/x.png') }</style><p>a</p>",
        "<style>@import 'http://example.org/x.css';</style><p>a</p>",
        '<link rel="stylesheet" href="http://example.org/x.css"><p>a</p>',
        '<svg width="9" height="9"><title>a</title><image href="http://example.org/x.png"/></svg>',
        '<object data="http://example.org/x.svg">a</object>',
    ],
    ids=["style attribute", "style", "import", "link", "in a picture", "object"],
)
def test_nothing_is_read_by_other_ways(load: Callable[[], Any], content: str) -> None:
    """Style sheets, pictures in pictures and objects are not fetched either."""
    with pytest.raises(LudokitError, match=r"http://example\.org/x"):
        _ = lay_out_html(body(content), FACTS, load=load).data


def test_a_link_out_of_the_folder_is_refused(load: Callable[[], Any], tmp_path: Path) -> None:
    """A symbolic link in the folder does not lead out of it."""
    secret = tmp_path / "secret.css"
    secret.write_text("p { color: red }")
    folder = tmp_path / "base"
    folder.mkdir()
    try:
        (folder / "inside.css").symlink_to(secret)
    except OSError as refused:
        pytest.skip(str(refused))
    html = '<html lang="fr"><title>x</title><link rel="stylesheet" href="inside.css"><p>a</p>'
    with pytest.raises(LudokitError, match=r"inside\.css"):
        lay_out_html(html, FACTS, base=folder, load=load)


def test_a_way_out_for_readers_is_no_fetching(load: Callable[[], Any]) -> None:
    """A link that a reader may follow is allowed: nothing is fetched for it."""
    html = body(
        '<p><a href="https://example.org/">example.org</a> <a href="#x">x</a></p><p id="x">y'
    )
    assert lay_out_html(html, FACTS, load=load).data
