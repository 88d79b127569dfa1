"""What the tests of flowed documents share."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader

from generator.render import html_to_pdf
from generator.render.html_to_pdf import load_layout
from tests.render.documents import no_pango


@pytest.fixture
def pango() -> None:
    """Leave the test out where the system cannot make PDFs of flowed documents."""
    try:
        html_to_pdf.load_layout()
    except OSError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def templates() -> Iterator[dict[str, str]]:
    """Give a place for templates that stand beside the shipped ones for one test."""
    added: dict[str, str] = {}
    environment = html_to_pdf._environment()
    before = environment.loader
    assert before is not None
    environment.loader = ChoiceLoader([before, DictLoader(added)])
    yield added
    environment.loader = before
    if environment.cache is not None:
        environment.cache.clear()


@pytest.fixture(params=["pdf", "html"])
def load(request: pytest.FixtureRequest) -> Callable[[], Any]:
    """Give the loader of the PDF library, and one that fails."""
    if request.param == "html":
        return no_pango
    request.getfixturevalue("pango")
    return load_layout
