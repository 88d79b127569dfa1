"""What the page has been asked to make: one piece of work after another, printable by printable.

The making is done in processes of their own, which end when nobody has asked for a while. What
nobody looks at any more is dropped, and of what was made the newest is kept, in memory alone.
"""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from generator.errors import LudokitError, accident
from generator.make import Print
from generator.page import making
from generator.page.making import Order
from generator.processes import unheard, workers
from generator.words import message

T = TypeVar("T")

# Processes that make; how much may wait and is known; bytes that are kept of what was made.
JOBS, MOST_WAITING, MOST_KNOWN, MOST_KEPT = 2, 20, 200, 64_000_000
# Seconds: what nobody has looked at for so long is dropped, and processes without work end.
UNSEEN, IDLE = 8.0, 20.0


@dataclass
class Work:
    """A piece of work: its printables by name, drawn ones first, and what is made of them.

    `values` is the form that it was asked for with; `kit` is the plan and the kit, in the end;
    `fault` says why there will be no more.
    """

    name: str
    order: Order
    values: Mapping[str, str]
    printables: tuple[str, ...]
    state: Literal["waiting", "making", "done", "dropped"] = "waiting"
    made: Mapping[str, Print] = field(default_factory=dict)
    kit: tuple[Print, ...] = ()
    fault: LudokitError | None = None
    seen: float = 0.0

    @property
    def steps(self) -> tuple[int, int]:
        """Return how much is made, of how much."""
        return len(self.made) + bool(self.kit), len(self.printables) + (not self.order.kind)

    def files(self) -> Mapping[str, bytes]:
        """Return every file made so far by its name."""
        prints = (*self.kit, *self.made.values())
        return {name: data for one in prints for name, data in one.files.items()}

    def forget(self) -> None:
        """Drop what was made; it can be made again."""
        self.state, self.made, self.kit = "dropped", {}, ()


class Workshop:
    """Makes what is asked for, in the order asked, as long as somebody looks at it."""

    def __init__(self, named: Callable[[], str]) -> None:
        """Begin without work; each gets a name that nobody can guess."""
        self._named = named
        self._works = OrderedDict[str, Work]()
        self._waiting = deque[Work]()
        self._changed = threading.Condition()
        self._is_wanted = False

    def start(self) -> None:
        """Begin to work, in a thread of its own."""
        threading.Thread(target=self._work, daemon=True).start()

    def warm(self) -> None:
        """Start the processes: somebody is about to ask."""
        with self._changed:
            self._is_wanted = True
            self._changed.notify_all()

    def ask(self, order: Order, values: Mapping[str, str]) -> Work:
        """Return the work for an order, known or new; LudokitError where too much waits."""
        printables = making.drawn_first(order)
        with self._changed:
            known = (one for one in self._works.values() if one.order == order and not one.fault)
            work = next(known, None) or Work(self._named(), order, values, printables)
            self._look(work)
            return work

    def find(self, name: str) -> Work | None:
        """Return a piece of work by its name, None for none; what was dropped is made again."""
        with self._changed:
            work = self._works.get(name)
            if work is not None:
                self._look(work)
            return work

    def leave(self, name: str) -> None:
        """Note that nobody waits for a piece of work any more, where it is not made yet."""
        with self._changed:
            work = self._works.get(name)
            if work is not None and work.state != "done":
                work.seen = 0.0

    def _look(self, work: Work) -> None:
        """Note that somebody looks at a piece of work, which is begun where it is not."""
        work.seen = time.monotonic()
        is_new = work.name not in self._works
        if is_new or work.state == "dropped":
            for one in [one for one in self._waiting if not self._is_seen(one)]:
                self._waiting.remove(one)
                one.forget()
            if len(self._waiting) >= MOST_WAITING:
                raise LudokitError(message("page.busy"))
            self._works[work.name], work.state = work, "waiting"
            self._waiting.append(work)
            self._changed.notify_all()
        self._works.move_to_end(work.name)
        while len(self._works) > MOST_KNOWN:
            self._works.popitem(last=False)

    def _work(self) -> None:
        """Work for ever: with processes as long as there is something to do, else without."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_wanted)
            current: Work | None = None
            try:
                with workers(JOBS) as pool:
                    for _ in range(JOBS):
                        _submit(pool, making.get_ready)
                    while (current := self._next()) is not None:
                        self._make(pool, current)
            except LudokitError as error:
                # A process was ended from outside.
                if current is not None:
                    current.fault, current.state = error, "done"

    def _next(self) -> Work | None:
        """Return what is to be made next; None where nobody has asked for a while."""
        with self._changed:
            while self._is_wanted or self._waiting:
                self._is_wanted = False
                if self._waiting:
                    work = self._waiting.popleft()
                    if self._is_seen(work):
                        work.state = "making"
                        return work
                    work.forget()
                else:
                    self._changed.wait_for(lambda: self._waiting or self._is_wanted, IDLE)
            return None

    def _make(self, pool: ProcessPoolExecutor, work: Work) -> None:
        try:
            if work.order.kind:
                found = _submit(pool, making.of_list, work.order).result()
                work.made = {found.printable: found}
            elif self._make_each(pool, work):
                work.kit = _submit(pool, making.bound_kit, work.order, work.made).result()
        except LudokitError as error:
            work.fault = error
        except BrokenExecutor:
            raise
        except Exception as error:  # noqa: BLE001 - told on the page, and the next is made all the same
            work.fault = LudokitError(accident(error))
        with self._changed:
            if work.state == "making":
                work.state = "done"
            kept = sum(map(_size, self._works.values()))
            for one in self._works.values():
                if kept > MOST_KEPT and one is not work and one.state == "done":
                    kept -= _size(one)
                    one.forget()

    def _make_each(self, pool: ProcessPoolExecutor, work: Work) -> bool:
        """Make each printable; return whether all are made, as long as somebody looks."""
        asked = deque[tuple[str, Future[Print]]]()
        names = deque(work.printables)
        while names or asked:
            while names and len(asked) <= JOBS:
                name = names.popleft()
                asked.append((name, _submit(pool, making.printable, work.order, name)))
            name, future = asked.popleft()
            found = future.result()
            with self._changed:
                if not self._is_seen(work):
                    work.forget()
                    for _, other in asked:
                        other.cancel()
                    return False
                work.made = {**work.made, name: found}
        return True

    @staticmethod
    def _is_seen(work: Work) -> bool:
        return work.seen >= time.monotonic() - UNSEEN


def _submit(pool: ProcessPoolExecutor, call: Callable[..., T], *given: object) -> Future[T]:
    with unheard():
        return pool.submit(call, *given)


def _size(work: Work) -> int:
    return sum(map(len, work.files().values()))
