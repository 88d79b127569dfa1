"""What the page has been asked to make: in order, once, and no longer than somebody looks."""

import time
from collections.abc import Callable

import pytest

from generator.errors import LudokitError
from generator.page import jobs
from generator.page.jobs import JobQueue, Order, PrintJob
from generator.print_request import PrintRequest
from generator.printables.context import Options
from tests.costs import busy

pytestmark = pytest.mark.slow
PATIENCE = 90.0
SHORT = Order("course-a-20", PrintRequest(Options()))


@pytest.fixture(scope="module")
def shop() -> JobQueue:
    """Return a workshop at work."""
    found = JobQueue(iter(f"work-{number}" for number in range(1000)).__next__)
    found.start()
    return found


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + busy(PATIENCE)
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def made(shop: JobQueue, order: Order) -> PrintJob:
    """Return an order's work once it is over, as long as somebody looks at it."""
    work = shop.submit(order, {})
    until(lambda: shop.find(work.name) and work.state == "done")
    return work


@pytest.mark.rest
def test_what_is_left_makes_room(shop: JobQueue) -> None:
    """A kit that is asked for anew, otherwise, does not wait for the first to be made."""
    long = shop.submit(Order("sti", PrintRequest(Options(), 27)), {})
    until(lambda: long.state == "making")
    shop.abandon(long.name)
    assert made(shop, SHORT).fault is None
    assert (long.state, long.made) == ("dropped", {})


@pytest.mark.rest
def test_the_same_is_made_once(shop: JobQueue) -> None:
    """Who asks for what is there is given it; what was forgotten is made again, the same."""
    first = made(shop, SHORT)
    assert shop.submit(SHORT, {}) is first
    files = dict(first.files())
    assert first.steps[0] == first.steps[1]
    first.drop()
    again = made(shop, SHORT)
    assert again is first
    assert again.files() == files


@pytest.mark.rest
def test_what_is_unticked_is_not_made_anew(shop: JobQueue) -> None:
    """A kit that holds less, or more, takes over what another has, but a guide or a box."""
    few = ("score-sheets", "guide")
    first = made(shop, Order("course-a-20", PrintRequest(Options(contents=("score-sheets",)))))
    work = shop.submit(Order("course-a-20", PrintRequest(Options(contents=few))), {})
    assert dict(work.made) == dict(first.made)
    assert set(work.made) == {"score-sheets"}
    until(lambda: shop.find(work.name) and work.state == "done")
    again = shop.submit(Order("course-a-20", PrintRequest(Options(contents=("guide",)))), {})
    assert again.made == {}
    other = shop.submit(Order("course-a-20", PrintRequest(Options(ink="grey", contents=few))), {})
    assert other.made == {}
    boxed = Options(contents=("score-sheets", "edition-label"))
    whole = made(shop, Order("course-a-20", PrintRequest(boxed))).made
    more = Options(contents=("score-sheets", "strip", "edition-label"))
    larger = made(shop, Order("course-a-20", PrintRequest(more))).made
    assert set(larger) >= {"score-sheets", "strip", "edition"}
    assert larger["score-sheets"] is whole["score-sheets"]
    assert larger["edition"] is not whole["edition"]


@pytest.mark.rest
def test_little_is_kept(shop: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more than may be kept the oldest goes first, and can be had again."""
    old = made(shop, SHORT)
    monkeypatch.setattr(jobs, "MOST_KEPT", 1000)
    new = made(shop, Order("course-a-20", PrintRequest(Options(ink="grey"))))
    assert (old.state, new.state) == ("dropped", "done")
    assert new.files() != {}


@pytest.mark.rest
def test_what_cannot_be_made_is_told_and_the_next_is_made(shop: JobQueue) -> None:
    """A wish that cannot be granted is told in words; the workshop goes on."""
    wrong = made(shop, Order("sti", PrintRequest(Options(names=("Ana",)), 1)))
    assert isinstance(wrong.fault, LudokitError)
    assert made(shop, SHORT).fault is None
