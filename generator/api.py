"""What other programs may rely on: `import ludokit` gives the same; docs/library.md is the manual.

Nothing heavy is loaded before it is used.
"""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from generator import __version__
from generator.errors import DataError, LudokitError
from generator.words import LANGUAGES, Language, message, not_one_of

if TYPE_CHECKING:
    from generator.printables.context import Options
    from generator.records import report as judged
    from generator.records.reading import RecordText
else:

    def __getattr__(name: str) -> Any:
        if name != "Options":
            raise AttributeError(name)
        from generator.printables.context import Options

        return Options


__all__ = ["DataError", "Fault", "File", "Finding", "LudokitError", "Note", "Options", "Play"]
__all__ += ["Report", "Slip", "__version__", "render", "verify", "verify_all"]

MEDIA_TYPES = {".html": "text/html", ".json": "application/json", ".pdf": "application/pdf"}
MEDIA_TYPES |= {".csv": "text/csv", ".png": "image/png"}
# Turns that chance made before in a row, or that a rule forbids, until no more are looked for.
PATIENCE = 300


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule, where it was broken, and in what words that is told."""

    rule: str
    severity: Literal["error", "warning"]
    after_error: bool
    line: int
    column: int
    turn: int | None
    round: int | None
    player: str | None
    where: str | None
    message: str
    sentence: str
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A single change to a record after which nothing is wrong with it."""

    kind: str
    line: int
    column: int
    turn: int | None
    round: int | None
    player: str | None
    typed: Any
    meant: Any
    message: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a record cannot be read."""

    line: int | None
    column: int | None
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Note:
    """How an odd spelling was read."""

    line: int | None
    column: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """A record judged; its fields are those of `ludokit verify --format json`."""

    format: int
    file: str
    index: int
    game: str | None
    readable: bool
    valid: bool
    finished: bool
    findings: tuple[Finding, ...]
    slips: tuple[Slip, ...]
    scores: Mapping[str, Mapping[str, int]]
    winners: tuple[str, ...]
    problems: tuple[Fault, ...]
    notes: tuple[Note, ...]

    def to_json(self) -> str:
        """Return what `--format json` tells of the record, in one line of ASCII."""
        return json.dumps(asdict(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the same as plain dictionaries and lists."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found


def _plain(report: "judged.Report", language: Language) -> Report:
    from generator.records.report import report_fields

    told = report_fields(report, language)
    kinds = {"findings": Finding, "slips": Slip, "problems": Fault, "notes": Note}
    told |= {name: tuple(kind(**one) for one in told[name]) for name, kind in kinds.items()}
    told["findings"] = tuple(replace(f, instead=tuple(f.instead)) for f in told["findings"])
    return Report(**told | {"winners": tuple(told["winners"])})


def verify(source: Path | str | Mapping[str, Any], lang: Language = "fr") -> Report:
    """Judge one record: a file (Path), a text in YAML or JSON (str), or its fields (a mapping).

    A file of several raises LudokitError: `verify_all` takes it.
    """
    first, *more = islice(verify_all(source, lang), 2)
    if more:
        raise LudokitError(message("records.several", file=first.file))
    return first


def verify_all(source: Path | str | Mapping[str, Any], lang: Language = "fr") -> Iterator[Report]:
    """Yield the reports of all records of a file or a folder, each once it is judged.

    Slips are searched for as the command does: not in an archive of lines (`.jsonl`).
    """
    _require_language(lang)
    from generator.records.reading import LINES
    from generator.records.replay import report_of

    for text in _texts(source):
        report = report_of(text)
        if report.errors and not text.file.lower().endswith(LINES):
            from generator.records.single_edit_search import with_suggestions

            report = with_suggestions(report)
        yield _plain(report, lang)


def _texts(source: Path | str | Mapping[str, Any]) -> Iterator["RecordText"]:
    from generator.records.reading import record_files, record_of_stdin, records_of_file

    if isinstance(source, Path):
        for file in record_files(source):
            yield from records_of_file(file)
        return
    # Lone surrogates, which no file can have, are then told like any other wrong letter.
    text = source if isinstance(source, str) else json.dumps(dict(source), default=_day)
    yield from record_of_stdin(BytesIO(text.encode("utf-8", "surrogatepass")))


def _day(value: object) -> str:
    if isinstance(value, dt.date):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def _require_language(language: Language) -> None:
    if language not in LANGUAGES:
        raise LudokitError(not_one_of(language, LANGUAGES))


class Play:
    """A game as it is played: its record grows turn by turn, and is judged as `verify` does.

    A turn is what the record holds of one: an entry of `turns`; of DOCE and races to a number one
    of a round, which begins by itself. `opening` has more fields of the record, such as `life`.
    What a rule refuses stays in the record. A copy (`copy.copy`) goes on by itself.
    """

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        *,
        variants: Sequence[str] = (),
        lang: Language = "fr",
        **opening: Any,
    ) -> None:
        _require_language(lang)
        from generator.records.record_format import FORMAT, catalog_rules
        from generator.rules.optional import round_field

        self._rules, self._lang = catalog_rules(game), lang
        self._field, self._round = self._rules.body_fields[0], round_field(self._rules)
        head = {"format": FORMAT, "game": self._rules.game.name, "players": [*players]}
        head |= {"variant": [*variants]} if variants else {}
        self._record = {**head, self._field: [], **opening}
        self._judged = self._judge(self._record)

    @property
    def record(self) -> dict[str, Any]:
        """Return the record so far, as `verify` takes it; changes to it are no part of the game."""
        copied: dict[str, Any] = json.loads(json.dumps(self._record, default=_day))
        return copied

    @property
    def report(self) -> Report:
        """Return the report on the record so far; a game that goes on is `unfinished`."""
        return _plain(self._judged, self._lang)

    def score(self) -> Mapping[str, Mapping[str, int]]:
        """Return the points of each player, part by part."""
        return self._judged.scores

    def play(self, turn: Any) -> tuple[Finding, ...]:
        """Play a turn and return the rules it breaks; one that cannot be read raises DataError."""
        record, known = self._with(turn), len(self._judged.errors)
        self._judged = self._judge(record)
        self._record = record
        errors = [one for one in self.report.findings if one.severity == "error"]
        return tuple(errors[known:])

    def legal(self, *, seed: int = 1, **given: Any) -> Iterator[Any]:
        """Yield turns that no rule refuses, each once: all that go with what is `given` of one.

        Where too many do, those that chance comes upon, the same for the same seed.
        """
        from generator.rules.optional import ListsChoices

        opened = self._judge(self._with()) if self._is_between_rounds() else self._judged
        if len(opened.errors) > len(self._judged.errors):  # no round may follow
            return
        rules, state, thrown, wanted = self._rules, _state(opened), None, {}
        if given:
            thrown = _steps(self._judge(self._with(given)))[-1]
            thrown = replace(thrown, player=thrown.player or state.next)
            wanted = self._entry(opened, thrown)
        listed = None
        if isinstance(rules, ListsChoices) and (given or self._round):
            listed = rules.choices(state, thrown)
        drawn = self._drawn(state, thrown, Random(seed))
        seen, misses = set[str](), 0
        for step in drawn if listed is None else listed:
            if misses == PATIENCE:
                return
            misses += listed is None
            if not rules.refuse(state, step):
                turn = self._entry(opened, step)
                is_held = not given or wanted.items() <= turn.items()
                if is_held and (key := json.dumps(turn)) not in seen:
                    seen.add(key)
                    misses = 0
                    yield turn

    def _drawn(self, state: Any, thrown: Any, chance: Random) -> Iterator[Any]:
        from generator.rules.sheet.primitives import Act

        rules = self._rules
        while thrown is not None and isinstance(rules, Act):
            yield rules.miss(rules.choose(state, thrown, chance))
        while True:
            yield rules.random_turn(state, chance)

    def _entry(self, of: "judged.Report", step: Any) -> Any:
        from generator.rules.findings import RoundOpening

        openings = (one for one in _steps(of) if isinstance(one, RoundOpening))
        entry = self._rules.record_body((*openings, step), _state(of))[self._field][-1]
        return entry[self._round][-1] if self._round else entry

    def _is_between_rounds(self) -> bool:
        from generator.rules.optional import is_between_rounds

        return is_between_rounds(self._rules, _state(self._judged))

    def _with(self, *turn: Any) -> dict[str, Any]:
        entries = [*self._record[self._field]]
        if not self._round:
            return {**self._record, self._field: [*entries, *deepcopy(turn)]}
        if self._is_between_rounds():
            entries.append({})
        said = entries[-1].get(self._round, ())
        entries[-1] = {**entries[-1], self._round: [*said, *deepcopy(turn)]}
        return {**self._record, self._field: entries}

    def _judge(self, record: Mapping[str, Any]) -> "judged.Report":
        from generator.records.replay import report_of

        (text,) = _texts(record)
        if (report := report_of(text)).problems:
            raise DataError(report.problems_in(self._lang))
        return report


def _steps(of: "judged.Report") -> tuple[Any, ...]:
    return () if of.played is None else of.played.rules.steps(of.played.content)


def _state(of: "judged.Report") -> Any:
    return None if of.played is None else of.played.final_state


@dataclass(frozen=True, slots=True)
class File:
    """A file as it would be written: its name, its media type and its bytes."""

    name: str
    media_type: str
    data: bytes


def render(game: str, printable: str, options: "Options | None" = None) -> tuple[File, ...]:
    """Print a printable of a game: the files that `ludokit print` writes, byte for byte.

    LudokitError for an unknown one and for options in vain, ValueError for one beyond its limits.
    """
    from pydantic import TypeAdapter

    from generator.game import load
    from generator.make import make
    from generator.printables import planning
    from generator.printables.context import Options

    loaded, given = load(game), options or Options()
    _require_language(given.language)
    if printable not in loaded.printables():
        raise LudokitError(not_one_of(printable, loaded.printables()))
    chosen = TypeAdapter(Options).validate_python(asdict(given))
    chosen = replace(chosen.in_language_of(loaded), printer=given.printer)
    planning.require_supported(loaded, printable, chosen)
    made = make(loaded, printable, chosen).files.items()
    return tuple(File(name, MEDIA_TYPES[Path(name).suffix], data) for name, data in made)
