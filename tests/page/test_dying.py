"""A process that the system ends costs one answer of the page, which goes on."""

import sys
import time
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from generator.page import checking, jobs, orders
from generator.page.jobs import JobQueue, Order
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.words import message, say
from tests.costs import busy
from tests.page.conftest import KEY, own_client
from tests.page.dying import die, die_of_files

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems"),
]
SENTENCE = say(message("page.process-ended"), "en")
RECORD = b"game: qwinto\nplayers: [Ana, Ben]\nturns: [{dice: {yellow: 3}, miss: true}]\n"


def handed_in(client: FlaskClient, at: str, field: str, data: bytes, name: str) -> tuple[int, str]:
    """Hand a file in; return how the page answers."""
    answer = client.post(f"/{KEY}/en/{at}", data={field: (BytesIO(data), name)})
    assert client.get(f"/{KEY}/en/hello").status_code == 200
    return answer.status_code, answer.get_data().decode(errors="replace")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("at", "work"),
    [
        ("check/records", "_judge_uploads"),
        ("check/records/corrections", "_draw_corrections"),
        ("check/records/qwinto.pdf", "_draw_class"),
    ],
)
def test_records(monkeypatch: pytest.MonkeyPatch, at: str, work: str) -> None:
    """Where records end the process that reads them, a sentence says so, and others are read."""
    client = own_client()
    with monkeypatch.context() as patch:
        patch.setattr(checking, work, die)
        found, said = handed_in(client, at, "files", RECORD, "a.yaml")
        assert (found, SENTENCE in said) == (422, True)
    assert handed_in(client, at, "files", RECORD, "a.yaml")[0] == 200


def test_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a list of names ends the process that reads it, the form is shown with the sentence."""
    monkeypatch.setattr(orders, "parse_form", die_of_files)
    found, said = handed_in(own_client(), "kit/qwinto/", "names", b"Ana\n", "a.csv")
    assert (found, SENTENCE in said) == (422, True)


@pytest.mark.rest
def test_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an order ends its process, the order says so, and the next is made."""
    queue = JobQueue(iter(map(str, range(9))).__next__)
    queue.start()

    def made(ink: str) -> object:
        order = Order("course-a-20", PrintRequest(Options(ink="grey" if ink else "colour")))
        work = queue.submit(order, {})
        end = time.monotonic() + busy(90)
        while queue.find(work.name) and work.state != "done":
            assert time.monotonic() < end
            time.sleep(0.05)
        return work.fault and work.fault.message

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "_make_printable", die)
        assert made("") == message("page.process-ended")
    assert made("grey") is None
