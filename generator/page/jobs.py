"""The job queue of the page, in memory alone, and the tasks that its worker processes run."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeVar

from generator import paths
from generator.class_pack import fit_pack, make_pack
from generator.classroom import ClassSeating, PrintPlan
from generator.errors import DataError, LudokitError
from generator.fitting import fit_game
from generator.from_list import AS_USUAL, ListChoices, game_of_list, understood
from generator.game import Game, load
from generator.game.catalog import folder_of, folder_state
from generator.kit import bind_kit, make_prints, prepare_kit, prints_of_kit
from generator.make import Print, in_parallel
from generator.page.list_faults import told_on_page
from generator.page.wording import failure_of
from generator.print_request import PrintRequest, Upload
from generator.printables import planning
from generator.printables.context import Options
from generator.printables.printable import EDITION, DocumentEntry
from generator.processes import InlineExecutor, ignore_interrupts, process_pool
from generator.records.record_format import forget_games
from generator.words import Message, message


@dataclass(frozen=True, slots=True)
class Order:
    """A kit of a game, or a game made from a list: of a kind, from a table's bytes and name."""

    game: str
    request: PrintRequest
    kind: str = ""
    table: bytes = b""
    file: str = ""
    choices: ListChoices = AS_USUAL
    # What the table names, by its files' names.
    pictures: tuple[Upload, ...] = ()
    # As which the game's files were found: a file that is saved makes another order.
    state: str = ""

    def with_all(self) -> "Order":
        """Return the order of the same that holds all there is."""
        options = replace(self.request.options, contents=())
        return replace(self, request=replace(self.request, options=options))


def load_game(name: str) -> Game:
    """Load a game as its files are now; its faults are only counted, if it has any."""
    return _load_game(name, folder_state(folder_of(name)))


@lru_cache(maxsize=64)
def _load_game(name: str, _state: str) -> Game:
    # Records are judged by what is printed.
    forget_games()
    try:
        return load(name)
    except DataError as error:
        broken = message("page.game-broken", game=name, n=len(error.problems))
        raise LudokitError(broken) from error


def _preload() -> None:
    import generator.render.pdf
    import generator.render.svg  # noqa: F401 - they take their time the first time


def _printables_in_order(order: Order) -> tuple[str, ...]:
    """Return the printables of an order, drawn ones first: they are made sooner."""
    if order.kind:
        return (order.kind,)
    game = load_game(order.game)
    found = planning.entries(game)
    names = prints_of_kit(game, order.request.options)
    return tuple(sorted(names, key=lambda name: isinstance(found.get(name), DocumentEntry)))


@lru_cache(maxsize=1)  # all printables of a kit are made one after another
def _prepare(order: Order) -> tuple[Game, Options, ClassSeating, PrintPlan]:
    game, chosen = load_game(order.game), order.request
    return game, *prepare_kit(game, chosen.options, chosen.pupils, chosen.group)


def _make_printable(order: Order, name: str) -> Print:
    game, options, _, plan = _prepare(order)
    with in_parallel(1) as maker:
        return next(make_prints(maker, game, options, plan, (name,)))


def _bind_printables(order: Order, made: Mapping[str, Print]) -> tuple[Print, ...]:
    game, options, seating, _ = _prepare(order)
    prints = [made[name] for name in prints_of_kit(game, options)]
    return bind_kit(game, options, prints, seating)


@contextmanager
def open_list_game(order: Order) -> Iterator[Game]:
    """Yield the game of a list while its table and pictures lie in a folder."""
    with TemporaryDirectory(prefix="ludokit-") as name:
        folder, language = Path(name), order.request.options.language
        table = folder / f"table{Path(order.file).suffix.lower()}"
        table.write_bytes(order.table)
        _lay_out_pictures(order, folder)
        yield game_of_list(order.game, order.kind, table, language, order.choices)


def _lay_out_pictures(order: Order, folder: Path) -> None:
    for one in order.pictures:
        (folder / one.name).write_bytes(one.data)
    shipped = paths.rules_data() / "tables"
    for file in shipped.glob("*/*.svg"):
        name = file.relative_to(shipped)
        if name.as_posix().encode() in order.table:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(file.read_bytes())


def _make_list_game(order: Order) -> tuple[Print, ...]:
    read, asked = list[Message](), order.request.options
    try:
        with open_list_game(order) as game, in_parallel(1) as maker:
            read.append(understood(game))
            planning.require_paper(game, order.kind, asked)
            if "pack" in dict(order.choices.facts):
                return _pack_of(order, read)
            fitted = fit_game(game, order.kind, asked, order.choices)
            names = fitted.game.printables()
            first, *others = maker(fitted.game, names, fitted.heeded_options, None)
    except LudokitError as error:
        raise told_on_page(read, error) from None
    return (replace(first, notes=(*read, *fitted.notes, *first.notes)), *others)


def _pack_of(order: Order, read: Sequence[Message]) -> tuple[Print, ...]:
    with ExitStack() as opened:

        def made(choices: ListChoices) -> Game:
            return opened.enter_context(open_list_game(replace(order, choices=choices)))

        asked = order.request.options
        fitted = fit_pack(made, order.kind, asked, order.choices)
        first, *others = make_pack(fitted.game, fitted.options, asked.pupils)
    return (replace(first, notes=(*read, *fitted.notes, *first.notes)), *others)


T = TypeVar("T")

# Worker processes; jobs that may wait, and that are remembered; bytes of results that are kept.
JOBS, MOST_WAITING, MOST_KNOWN, MOST_KEPT = 2, 20, 200, 64_000_000
# Seconds after which a job that no browser polls is dropped, and idle processes end.
UNSEEN, IDLE = 8.0, 60.0
# What is said where the system ends a process at work.
ENDED = "page.process-ended"


@dataclass
class PrintJob:
    """A print job: the form's values, its prints so far, the kit in the end, or its fault."""

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
        """Return the number of steps done, and of all."""
        return len(self.made) + bool(self.kit), len(self.printables) + (not self.order.kind)

    def files(self) -> Mapping[str, bytes]:
        """Return every file made so far by its name."""
        prints = (*self.kit, *self.made.values())
        return {name: data for one in prints for name, data in one.files.items()}

    def drop(self) -> None:
        """Drop the results; they can be made again."""
        self.state, self.made, self.kit = "dropped", {}, ()


class JobQueue:
    """Runs jobs in order as long as a browser polls them; their random ids are their addresses."""

    def __init__(self, named: Callable[[], str]) -> None:
        self._named = named
        self._jobs = OrderedDict[str, PrintJob]()
        self._waiting = deque[PrintJob]()
        self._changed = threading.Condition()
        self._is_wanted = False
        self._pool: Executor | None = None

    def start(self) -> None:
        """Start the thread that runs the jobs."""
        threading.Thread(target=self._run, daemon=True).start()

    def warm(self) -> None:
        """Start the worker processes: somebody is about to order."""
        with self._changed:
            self._is_wanted = True
            self._changed.notify_all()

    def run(self, task: Callable[..., T], *given: object) -> T:
        """Return what a short task returns, run between jobs; LudokitError where that dies."""
        with self._changed:
            while self._pool is None:
                self._is_wanted = True
                self._changed.notify_all()
                self._changed.wait()
            self._is_wanted, pool = True, self._pool
            self._changed.notify_all()
        try:
            return _submit(pool, task, *given).result()
        except BrokenExecutor as error:
            with self._changed:
                self._pool = None if self._pool is pool else self._pool
                self._changed.notify_all()
            raise LudokitError(message(ENDED)) from error

    def submit(self, order: Order, values: Mapping[str, str]) -> PrintJob:
        """Return the job of an order, known or new; LudokitError where too many wait."""
        printables = _printables_in_order(order)
        with self._changed:
            known = (one for one in self._jobs.values() if one.order == order and not one.fault)
            work = next(known, None)
            if work is None:
                work = PrintJob(self._named(), order, values, printables)
                work.made = {} if order.kind else self._made_alike(order, printables)
            self._touch(work)
            return work

    def _made_alike(self, order: Order, printables: Sequence[str]) -> Mapping[str, Print]:
        """Return what was made for kits that differ in nothing but in what they hold."""
        made = dict[str, Print]()
        for one in self._jobs.values():
            if one.order.with_all() == order.with_all():
                made |= {name: found for name, found in one.made.items() if name in printables}
        # A guide says how much of the others is printed, and a box holds them.
        guides = planning.of_kind(load_game(order.game), DocumentEntry, template="guide")
        return {name: found for name, found in made.items() if name not in {*guides, EDITION}}

    def find(self, name: str) -> PrintJob | None:
        """Return a job by its id, None for none; one that was dropped is queued again."""
        with self._changed:
            work = self._jobs.get(name)
            if work is not None:
                self._touch(work)
            return work

    def poll(self, name: str) -> PrintJob | None:
        """Return a job by its id for somebody who waits for it, None for none."""
        return self.find(name)

    def abandon(self, name: str) -> None:
        """Note that nobody waits for an unfinished job any more."""
        with self._changed:
            work = self._jobs.get(name)
            if work is not None and work.state != "done":
                work.seen = 0.0

    def _touch(self, work: PrintJob) -> None:
        work.seen = time.monotonic()
        is_new = work.name not in self._jobs
        if is_new or work.state == "dropped":
            for one in [one for one in self._waiting if not self._is_seen(one)]:
                self._waiting.remove(one)
                one.drop()
            if len(self._waiting) >= MOST_WAITING:
                raise LudokitError(message("page.busy"))
            self._jobs[work.name], work.state = work, "waiting"
            self._waiting.append(work)
            self._changed.notify_all()
        self._jobs.move_to_end(work.name)
        while len(self._jobs) > MOST_KNOWN:
            self._jobs.popitem(last=False)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_wanted)
            current: PrintJob | None = None
            try:
                with process_pool(JOBS, ENDED) as pool:
                    for _ in range(JOBS):
                        _submit(pool, _preload)
                    with self._changed:
                        self._pool = pool
                        self._changed.notify_all()
                    while (current := self._next()) is not None:
                        for _ in self._steps(pool, current, JOBS):
                            pass
            except LudokitError as error:
                # A process was killed from outside.
                self._pool = None
                if current is not None:
                    current.fault, current.state = error, "done"

    def _next(self) -> PrintJob | None:
        with self._changed:
            while self._pool is not None and (self._is_wanted or self._waiting):
                self._is_wanted = False
                if self._waiting:
                    work = self._waiting.popleft()
                    if self._is_seen(work):
                        work.state = "making"
                        return work
                    work.drop()
                else:
                    self._changed.wait_for(self._has_news, IDLE)
            self._pool = None
            return None

    def _has_news(self) -> bool:
        return bool(self._waiting) or self._is_wanted or self._pool is None

    def _steps(self, pool: Executor, work: PrintJob, ahead: int) -> Iterator[None]:
        """Make what a job asks for, a step at a time, `ahead` more of them under way."""
        try:
            if work.order.kind:
                found = _submit(pool, _make_list_game, work.order).result()
                work.made = {one.printable: one for one in found}
            else:
                yield from self._make_each(pool, work, ahead)
                if work.state == "making":
                    work.kit = _submit(pool, _bind_printables, work.order, work.made).result()
        except BrokenExecutor:
            raise
        except Exception as error:  # noqa: BLE001 - told on the page, and the next job runs all the same
            work.fault = failure_of(error)
        with self._changed:
            if work.state == "making":
                work.state = "done"
            kept = sum(map(_size, self._jobs.values()))
            for one in self._jobs.values():
                if kept > MOST_KEPT and one is not work and one.state == "done":
                    kept -= _size(one)
                    one.drop()

    def _make_each(self, pool: Executor, work: PrintJob, ahead: int) -> Iterator[None]:
        asked = deque[tuple[str, Future[Print]]]()
        names = deque(name for name in work.printables if name not in work.made)
        while names or asked:
            while names and len(asked) <= ahead:
                name = names.popleft()
                asked.append((name, _submit(pool, _make_printable, work.order, name)))
            name, future = asked.popleft()
            found = future.result()
            with self._changed:
                if not self._is_seen(work):
                    work.drop()
                    for _, other in asked:
                        other.cancel()
                    return
                work.made = {**work.made, name: found}
            yield

    @staticmethod
    def _is_seen(work: PrintJob) -> bool:
        return work.seen >= time.monotonic() - UNSEEN


class StepwiseQueue(JobQueue):
    """Makes a step of a job each time somebody asks for it: where a program has but one thread."""

    def __init__(self, named: Callable[[], str]) -> None:
        super().__init__(named)
        self._under_way = dict[str, Iterator[None]]()

    def start(self) -> None:
        """Do nothing: whoever asks for a job has it made."""

    def warm(self) -> None:
        """Do nothing: what makes jobs is there."""

    def run(self, task: Callable[..., T], *given: object) -> T:
        """Return what a short task returns."""
        return task(*given)

    def poll(self, name: str) -> PrintJob | None:
        """Return a job by its id after a step of it, None for none."""
        work = self.find(name)
        if work is not None and work.state in {"waiting", "making"}:
            if work.state == "waiting":
                self._waiting.remove(work)
                work.state = "making"
                self._under_way[name] = self._steps(InlineExecutor(), work, 0)
            next(self._under_way[name], None)
        return work


def in_own_process(work: Callable[..., T], *given: object) -> T:
    """Return what a call in a process of its own returns; LudokitError where that dies."""
    with process_pool(1, ENDED) as pool:
        return _submit(pool, work, *given).result()


def _submit(pool: Executor, call: Callable[..., T], *given: object) -> Future[T]:
    with ignore_interrupts():
        return pool.submit(call, *given)


def _size(work: PrintJob) -> int:
    return sum(map(len, work.files().values()))
