"""Practice records: a whole random game, with errors put in on purpose where they are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from generator.errors import LudokitError
from generator.reading.yaml_text import sift_yaml
from generator.records.form import FORMAT, record_form
from generator.records.reading import Record, read_record
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.sources import Source
from generator.records.text import place_words
from generator.records.writing import spoken, yaml_of
from generator.rules.families import AnyRules
from generator.rules.family import Seating
from generator.words import Language, message, say

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
FILE = "sample"
ATTEMPTS = 60
# How likely a turn goes wrong: at first rarely, so that the errors lie apart.
EAGERNESS = 0.1
# No game of a classroom takes as many turns; one that does has an end that cannot be reached.
LONGEST = 3000


@dataclass(frozen=True, slots=True)
class Sample:
    """A record as text, and the report that it gives: its findings are the errors put in."""

    text: str
    report: Report


def sample(  # noqa: PLR0913 - what a person may ask of a game
    rules: AnyRules,
    *,
    seed: int,
    language: Language,
    players: Sequence[str] = (),
    variant: str | None = None,
    errors: int = 0,
) -> Sample:
    """Play a random game to its end and return its record.

    Without a variant one is drawn that suits the players; the empty one is the basic game.

    Raise DataError where the players cannot play the game, LudokitError where so many errors cannot
    be put in.
    """
    head = {"format": FORMAT, "game": rules.game.name, "rules": rules.game.head.version}
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    for attempt in range(ATTEMPTS):
        names = names_for(rules, language)
        seats = (
            _seated(rules, players, names, chance)
            if variant is None
            else _chosen(rules, variant, players, names)
        )
        fields = {**head, **seats}
        content = read_text(rules, yaml_of({**fields, rules.contents[0]: []})).content
        seating = Seating(content.players, content.variants())
        planned = _planned(rules, seating, errors, chance)
        body = played(rules, seating, planned, chance, EAGERNESS * (attempt + errors + 1))
        if body is not None:
            text = yaml_of(spoken({**fields, **body}, record_form(rules), language))
            report = replay(rules, read_text(rules, text))
            if sorted(found.rule for found in report.findings) == sorted(planned):
                return Sample(text + _comment(report, language), report)
    raise LudokitError(message("records.too-many-errors", found=errors))


def names_for(rules: AnyRules, language: Language) -> tuple[str, ...]:
    """Return a name for each player the game may have: of tables where it wants no pupil's name."""
    names: tuple[str, ...] = NAMES
    if not rules.game.head.pupil_names:
        names = tuple(say(message("records.table-names"), language).split(", "))
    most = max(most for _, most in rules.seats().values())
    return tuple(
        names[n] if n < len(names) else f"{names[n % len(names)]} {n // len(names) + 1}"
        for n in range(max(most, len(names)))
    )


def _seated(
    rules: AnyRules, players: Sequence[str], names: Sequence[str], chance: Random
) -> dict[str, Any]:
    """Return players and a variant for them: half the games are the basic one, where it fits."""
    seats = rules.seats()
    fitting = [
        name
        for name, (least, most) in seats.items()
        if name and (not players or least <= len(players) <= most)
    ]
    is_basic = not players or seats[""][0] <= len(players) <= seats[""][1]
    basic = not fitting or (is_basic and chance.randrange(2))
    return _chosen(rules, "" if basic else chance.choice(fitting), players, names)


def _chosen(
    rules: AnyRules, variant: str, players: Sequence[str], names: Sequence[str]
) -> dict[str, Any]:
    """Return the head's fields for a variant, the empty one being the basic game."""
    seated = {"players": list(players or names[: rules.seats()[variant][0]])}
    return {"variant": variant, **seated} if variant else seated


def _planned(rules: AnyRules, seating: Seating, errors: int, chance: Random) -> list[str]:
    """Return the rules to break: each once before any is broken twice."""
    every = [*rules.planted(seating), *rules.plantable_on_paper]
    rounds = -(-errors // len(every))
    return [rule for _ in range(rounds) for rule in chance.sample(every, len(every))][:errors]


def played(
    rules: AnyRules, seating: Seating, planned: list[str], chance: Random, eagerness: float = 0.0
) -> dict[str, Any] | None:
    """Return the body of a random game with the errors planned; None where one found no place.

    `eagerness` is how likely a turn goes wrong while there are errors to be put in.
    """
    pending = [rule for rule in planned if rule in rules.plantable]
    state = rules.start(seating)
    steps: list[Any] = []
    while len(steps) < LONGEST:
        is_over = rules.outcome(state).is_finished
        if is_over and not pending:
            break
        step = None
        if pending and (is_over or chance.random() < eagerness):
            rule = chance.choice(pending)
            step = rules.wrong_turn(state, rule, chance)
            if step is not None:
                pending.remove(rule)
        if step is None and is_over:
            return None
        step = rules.random_turn(state, chance) if step is None else step
        steps.append(step)
        state = rules.settle(state, step, rules.refuse(state, step))
    else:
        raise LudokitError(message("records.endless", steps=LONGEST))
    body = rules.written(tuple(steps), state)
    for rule in planned:
        if rule in rules.plantable_on_paper:
            body = rules.miswritten(body, rule, chance)
    return body


def read_text(rules: AnyRules, text: str) -> Record:
    """Read a record in YAML that stands in no file; raise DataError with every fault."""
    node, problems = sift_yaml(text, FILE)
    return read_record(rules, Source(FILE, 0, node, problems))


def _comment(report: Report, language: Language) -> str:
    if not report.findings:
        return ""
    head = "\n# " + say(message("records.planted"), language) + "\n"
    return head + "".join(
        f"# {number}. {place_words(found, language)}{report.worded(found, language)} "
        f"[{found.rule}]\n"
        for number, found in report.numbered()
    )
