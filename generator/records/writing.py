"""Records that the program writes: normalised, blank, and of random games."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from io import StringIO
from random import Random
from textwrap import indent
from typing import Any

import yaml
from yaml.representer import SafeRepresenter

from generator.errors import DataError, LudokitError
from generator.game.sentences import aliases_of
from generator.reading import schema
from generator.reading.nodes import Path as Steps
from generator.reading.nodes import Plain, resolve_scalar
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import Record, RecordSource, read_record
from generator.records.record_format import FORMAT, record_format
from generator.records.replay import replay
from generator.records.report import Report, place_in_words
from generator.records.spreadsheet_records import SEATED, heading_key, headings, known_columns
from generator.rules import AnyRules
from generator.rules.cells import UNKNOWN
from generator.rules.interface import Seating
from generator.rules.naming import table_names
from generator.rules.optional import fields_from_typed, paper_cells, plantable_with, start_for_turns
from generator.rules.planting import wrong_papers, wrong_turn
from generator.words import (
    LANGUAGES,
    Language,
    Words,
    escape_unseen,
    format_number,
    message,
    say,
    typed_words,
)

Fields = dict[str, Any]


def translate_fields(content: Fields, rules: AnyRules, language: Language) -> Fields:
    """Return a record's fields with field names and fixed words in one language."""
    form = record_format(rules)
    aliases = form.display_aliases[language]
    translated: Fields = _translated(content, schema.Fields(form.model), aliases)
    return translated


def translated_paths(
    canonical: object, spoken: object, at: Steps = (), said: Steps = ()
) -> Iterator[tuple[Steps, Steps]]:
    """Yield every path of a record in the words of a language, with its canonical path."""
    yield said, at
    if isinstance(canonical, dict) and isinstance(spoken, dict):
        for (name, inner), (word, told) in zip(canonical.items(), spoken.items(), strict=True):
            yield from translated_paths(inner, told, (*at, name), (*said, word))
    elif isinstance(canonical, list) and isinstance(spoken, list):
        for place, (inner, told) in enumerate(zip(canonical, spoken, strict=True)):
            yield from translated_paths(inner, told, (*at, place), (*said, place))


def normalised_record(report: Report, language: Language) -> str:
    """Return a record in canonical form, under its notes; ValueError for one that was not read."""
    if report.played is None:
        raise ValueError(report.file)
    content = report.played.content.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    lines = [say(message("records.rewritten", file=report.file), language)]
    for note in report.notes_in(language):
        place = say(message("records.line", number=str(note.line)), language)
        lines.append(f"{place} – {say(note.message, language)}")
    remarks = "".join(f"# {escape_unseen(line)}\n" for line in lines)
    return remarks + yaml_of(translate_fields(content, report.played.rules, language))


def yaml_of(fields: Fields) -> str:
    """Return plain fields as YAML, one a line; short values stay on their line."""
    return _serialised(_node(fields, is_entry=True))


def _yaml_line(fields: Fields) -> str:
    # Within one in braces all the rest is in braces too.
    return _serialised(_map(fields, is_short=True)).strip()[1:-1]


_SafeDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_SafeDumper):  # type: ignore[misc]
    """Quotes words that YAML 1.1 alone would read otherwise than YAML 1.2: `on`, `no`."""


_TAG = "tag:yaml.org,2002:"
_Dumper.yaml_implicit_resolvers = {
    sign: [(tag, form) for tag, form in found if tag != _TAG + "bool" or sign in "tTfF"]
    for sign, found in _SafeDumper.yaml_implicit_resolvers.items()
}


def _node(value: Any, *, is_entry: bool = False) -> yaml.Node:
    match value:
        case dict():
            return _map(value, is_short=not ((value and is_entry) or _is_deep(value.values())))
        case list():
            items = [_node(item, is_entry=True) for item in value]
            return yaml.SequenceNode(_TAG + "seq", items, flow_style=not _is_deep(value))
        case str():
            # What is a number in YAML 1.2 alone, PyYAML would leave without quotes.
            is_plain = resolve_scalar(value) == value == escape_unseen(value)
            style = None if is_plain else '"'
            return yaml.ScalarNode(_TAG + "str", value, style=style)
        case None:
            return yaml.ScalarNode(_TAG + "null", "~")
        case _:
            return SafeRepresenter().represent_data(value)


def _map(fields: Fields, *, is_short: bool) -> yaml.Node:
    pairs = [(_node(name), _node(inner)) for name, inner in fields.items()]
    return yaml.MappingNode(_TAG + "map", pairs, flow_style=is_short)


def _is_deep(values: Iterable[Any]) -> bool:
    return any(isinstance(one, dict | list) for one in values)


def _serialised(node: yaml.Node) -> str:
    text: str = yaml.serialize(node, None, _Dumper, allow_unicode=True, width=1_000_000)
    # What a terminal would obey stands between quotes, where its number means the same.
    return "\n".join(map(escape_unseen, text.split("\n")))


def _translated(value: Any, want: schema.Schema, aliases: schema.Aliases) -> Any:
    if isinstance(want, schema.Choice):
        want = next((member for member in want.members if _suits(member, value)), schema.FREE)
    match value:
        case dict():
            names: Words = aliases.fields if isinstance(want, schema.Fields) else {}
            if isinstance(want, schema.OpenMapping) and isinstance(want.key, schema.Word):
                names = aliases.words.get(want.key.vocabulary, {})
            below = ((key, inner, schema.schema_below(want, key)) for key, inner in value.items())
            return {_first(key, names): _translated(inner, of, aliases) for key, inner, of in below}
        case list():
            return [
                _translated(one, schema.schema_below(want, n), aliases)
                for n, one in enumerate(value)
            ]
        case str() if isinstance(want, schema.Word):
            word = _first(value, aliases.words.get(want.vocabulary, {}))
            # A label that is a number needs no quotes.
            return int(word) if word != value and word.isdecimal() else word
        case _:
            return value


def _suits(member: schema.Schema, value: Any) -> bool:
    if isinstance(member, schema.Fields):
        return isinstance(value, dict) and schema.field_schemas(member.model).keys() >= value.keys()
    kind = schema.Items if isinstance(value, list) else schema.Word
    return isinstance(member, kind) and not isinstance(value, dict)


def _first(name: str, table: Words) -> str:
    return next(iter(table.get(name, ())), name)


NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
FILE = "sample"
ATTEMPTS = 60
# How likely a turn goes wrong: at first rarely, so that the errors lie apart.
EAGERNESS = 0.1
# No game of a classroom takes as many turns; one that does has an end that cannot be reached.
LONGEST = 3000


@dataclass(frozen=True, slots=True)
class Sample:
    """A record as text and its report, whose findings are the errors put in."""

    text: str
    report: Report


def sample_record(  # noqa: PLR0913 - what a person may ask of a game
    rules: AnyRules,
    *,
    seed: int,
    language: Language,
    players: Sequence[str] = (),
    variant: str | None = None,
    errors: int = 0,
) -> Sample:
    """Play a random game to its end, "" being the basic one; LudokitError for too many errors."""
    head = {"format": FORMAT, "game": rules.game.name, "rules": rules.game.head.version}
    chance = Random(seed)
    for attempt in range(ATTEMPTS):
        chosen = _random_variant(rules, players, chance) if variant is None else variant
        names = players or names_for(rules, language)[: rules.default_player_count(chosen)]
        fields = head | ({"variant": chosen} if chosen else {}) | {"players": list(names)}
        content = read_yaml_record(rules, yaml_of({**fields, rules.body_fields[0]: []})).content
        seating = Seating(content.players, content.variants())
        every = [*plantable_with(rules, seating), *rules.plantable_on_paper]
        # Each rule is broken once before any is broken twice.
        rounds = range(-(-errors // len(every)))
        planned = [rule for _ in rounds for rule in chance.sample(every, len(every))][:errors]
        body = random_body(rules, seating, planned, chance, EAGERNESS * (attempt + errors + 1))
        if body is not None:
            text = _fields(rules, {**fields, **body}, language)
            try:
                report = replay(read_yaml_record(rules, text))
            except DataError:
                # Of a wrong number may come what is no game: the last one left without a life.
                continue
            if sorted(found.rule for found in report.findings) == sorted(planned):
                return Sample(text + _comment(report, language), report)
    if not errors:
        raise LudokitError(message("records.no-whole-game", tried=ATTEMPTS))
    raise LudokitError(message("records.too-many-errors", found=errors))


def names_for(rules: AnyRules, language: Language) -> tuple[str, ...]:
    """Return a name for each player there may be: a table's where the game has no pupils' names."""
    names = NAMES if rules.game.head.pupil_names else table_names(language)
    most = max(most for _, most in rules.player_ranges().values())
    return tuple(
        names[n] if n < len(names) else f"{names[n % len(names)]} {n // len(names) + 1}"
        for n in range(max(most, len(names)))
    )


def _random_variant(rules: AnyRules, players: Sequence[str], chance: Random) -> str:
    seats = rules.player_ranges()
    count = len(players)
    fitting = [name for name, (least, most) in seats.items() if not count or least <= count <= most]
    others = [name for name in fitting if name]
    basic = not others or ("" in fitting and chance.randrange(2))
    return "" if basic else chance.choice(others)


def random_body(
    rules: AnyRules, seating: Seating, planned: list[str], chance: Random, eagerness: float = 0.0
) -> Fields | None:
    """Return a random game's body, erring with `eagerness`; None where an error has no place."""
    pending = [rule for rule in planned if rule in rules.plantable]
    # Turns in which nothing goes wrong lie between the others.
    state = start_for_turns(rules, seating, 2 * len(pending))
    steps: list[Any] = []
    while len(steps) < LONGEST:
        is_over = rules.outcome(state).is_finished
        if is_over and not pending:
            break
        step = None
        if pending and (is_over or chance.random() < eagerness):
            chance.shuffle(pending)
            step = wrong_turn(rules, state, tuple(steps), pending, chance)
            if step is not None:
                pending.remove(rules.refuse(state, step)[0].rule)
        if step is None and is_over:
            return None
        step = rules.random_turn(state, chance) if step is None else step
        steps.append(step)
        _, state = rules.judge(state, step)
    else:
        raise LudokitError(message("records.endless", steps=LONGEST))
    body = rules.record_body(tuple(steps), state)
    for rule in planned:
        if rule in rules.plantable_on_paper:
            wrong = wrong_papers(rules, seating, body, rule, chance)
            if wrong is None:
                return None
            body = wrong
    return body


def read_yaml_record(rules: AnyRules, text: str) -> Record:
    """Read a record from YAML in memory; raise DataError with every fault."""
    node, problems = parse_yaml(text, FILE)
    return read_record(rules, RecordSource(FILE, 0, node, problems))


def _comment(report: Report, language: Language) -> str:
    if not report.findings:
        return ""
    head = "\n# " + say(message("records.planted"), language) + "\n"
    return head + "".join(
        f"# {number}. {place_in_words(found, language)}{report.message_in(found, language)} "
        f"[{found.rule}]\n"
        for number, found in report.numbered()
    )


# What is told above the entries, by the field that holds them.
ENTRIES = {
    "turns": "records.blank-turns",
    "rounds": "records.blank-rounds",
    "laid": "records.blank-list",
    "called": "records.blank-called",
}


def blank_record(rules: AnyRules, language: Language, players: Sequence[str] = ()) -> str:
    """Return a record to fill in, readable as it is; LudokitError for a wrong number of players."""
    least, most = rules.player_ranges()[""]
    if players and not least <= len(players) <= most:
        values = {"found": len(players), "least": least, "most": most}
        raise LudokitError(message("records.wrong-seats", **values))
    title = rules.game.sentences_in(language).title
    command = f"ludokit verify {say(message('records.blank-file'), language)}"
    head = {"format": FORMAT, "game": rules.game.name, "rules": rules.game.head.version}
    players = tuple(players) or names_for(rules, language)[: rules.default_player_count()]
    place = say(message("records.blank-place"), language)
    named = (_line(rules, {"variant": name}, language) for name in rules.player_ranges() if name)
    variants = " · ".join(named)
    return (
        _remark("records.blank-head", language, title=title, command=command)
        + _remark("records.blank-words", language)
        + _fields(rules, head, language)
        + indent(_fields(rules, {"date": date(2026, 3, 14), "place": place}, language), "# ")
        + (_remark("records.blank-variants", language, lines=variants) if variants else "")
        + _remark("records.blank-players", language)
        + _fields(rules, {"players": list(players)}, language)
        + _body(rules, Seating(players), language)
    )


def blank_table(rules: AnyRules, language: Language, players: Sequence[str] = ()) -> str:
    """Return an empty CSV table of final sheets; LudokitError for a game without final sheets."""
    if not paper_cells(rules, 0):
        raise LudokitError(message("records.table-no-sheets", game=rules.game.name))
    names = players or names_for(rules, language)[: rules.default_player_count()]
    most = max(most for _, most in rules.player_ranges().values())
    table = "1" if len(names) <= most else ""
    columns = headings(rules, language)
    rows = ((table, name, *("" for _ in columns)) for name in names)
    return table_of_sheets(rules.game.name, language, columns, rows)


def table_of_sheets(
    game: str, language: Language, columns: Sequence[str], rows: Iterable[Sequence[str]]
) -> str:
    """Return a CSV table of a game: each row has the table, the player and a value a column."""
    field, heads = aliases_of(language), (typed_words(one, language, "sheet")[0] for one in SEATED)
    text = StringIO(newline="")
    # Spreadsheets part columns by a semicolon where the comma is in numbers.
    sign = ";" if "," in format_number(0.5, language) else ","
    into = csv.writer(text, delimiter=sign, lineterminator="\r\n")
    into.writerow((field.display_word("game"), game))
    into.writerow((*heads, *columns))
    into.writerows((table, escape_unseen(name), *values) for table, name, *values in rows)
    return text.getvalue()


def values_typed(rules: AnyRules, typed: Mapping[str, str]) -> tuple[str, ...]:
    """Return what stands in the columns of `headings` for a paper as typed.

    What nobody knows yet is `?`: alone in its column, or behind the name of its cell in a list.
    """
    known, cells = known_columns(rules), {cell.id: cell for cell in paper_cells(rules, 0)}
    sure = {cell: text for cell, text in typed.items() if text != UNKNOWN}
    papers: Plain = next(iter(fields_from_typed(rules, {"": sure}).values()), None)
    paper = papers.get("") if isinstance(papers, dict) else None
    found = []
    for heading in headings(rules, LANGUAGES[0]):
        column = known.columns_by_key[heading_key(heading)]
        if column.cell is not None:
            found.append(typed.get(column.cell.id, ""))
            continue
        value = paper.get(column.field) if isinstance(paper, dict) and column.field else paper
        asked = [
            cell
            for cell, text in typed.items()
            if text == UNKNOWN and cell in cells
            for mark in [*cells[cell].marks][:1]
            if known.paths[cell, mark][:1] == (column.field,) or not column.is_list
        ]
        if column.is_list:
            listed = value if isinstance(value, list) else []
            found.append(" ".join((*map(str, listed), *(f"{cell}{UNKNOWN}" for cell in asked))))
        else:
            found.append(UNKNOWN if asked else "" if value in (None, {}, []) else str(value))
    return tuple(found)


def _body(rules: AnyRules, seating: Seating, language: Language) -> str:
    """Return the game's fields: final papers or the first entry, optional ones as comments."""
    first, body = rules.body_fields[0], _opening(rules, seating)
    # A whole game has all that a record can close with.
    whole = random_body(rules, seating, [], Random(0)) or {}
    at = list(whole).index(first)
    text = _spare(rules, "records.blank-agreed", dict(list(whole.items())[:at]), language)
    papers, turns = rules.body_fields[1:], {first: body[first]}
    if papers:
        file = say(message("records.blank-table"), language)
        text += _remark("records.blank-sheets", language)
        text += _remark("records.blank-class", language, game=rules.game.name, file=file)
        text += _fields(rules, {name: body[name] for name in papers}, language)
        text += _spare(rules, "records.blank-with-turns", turns, language)
    else:
        text += _remark(ENTRIES[first], language) + _fields(rules, turns, language)
    entry = whole[first][0]
    if isinstance(body[first][0], dict):
        line = "- " + _shortest(rules, seating, body[first][0], language)
        text += _remark("records.blank-shortest", language, line=line)
    for name, value in entry.items() if isinstance(entry, dict) else ():
        if name not in body[first][0] and all(name in entry for entry in whole[first]):
            line = _line(rules, {first: [{name: value}]}, language)
            text += _remark("records.blank-ending", language, line=line)
    for name in sorted(list(whole)[at + 1 :], key=lambda name: name not in body):
        if name in body and name not in papers:
            text += _spare(rules, "records.blank-papers", {name: body[name]}, language)
        elif name not in body:
            line = _line(rules, {name: whole[name]}, language)
            text += _remark("records.blank-over", language, line=line)
    return text


def _opening(rules: AnyRules, seating: Seating) -> Fields:
    start, openings = rules.start(seating), []
    for seed in range(30):  # a few show all that an opening can have
        steps = rules.example_steps(start, Random(seed))
        openings.append(rules.record_body(steps, reduce(rules.play, steps, start)))
    # The longest to write down shows the most.
    return max(openings, key=lambda body: len(str(body)))


def _shortest(rules: AnyRules, seating: Seating, entry: Fields, language: Language) -> str:
    field, start = rules.body_fields[0], rules.start(seating)

    def played_as(fields: Fields) -> object:
        head = {"game": rules.game.name, "players": list(seating.players)}
        state, text = start, yaml_of({**head, field: [fields]})
        for step in rules.steps(read_yaml_record(rules, text).content):
            refusals, state = rules.judge(state, step)
            if refusals:
                return None
        return state

    wanted, left = played_as(entry), entry
    for name in entry:
        fewer = {other: value for other, value in left.items() if other != name}
        if fewer and played_as(fewer) == wanted:
            left = fewer
    ((_, (spoken,)),) = translate_fields({field: [left]}, rules, language).items()
    return _serialised(_map(spoken, is_short=True)).strip()


def _spare(rules: AnyRules, key: str, fields: Fields, language: Language) -> str:
    if not fields:
        return ""
    return _remark(key, language) + indent(_fields(rules, fields, language), "# ")


def _line(rules: AnyRules, fields: Fields, language: Language) -> str:
    ((name, value),) = translate_fields(fields, rules, language).items()
    return _yaml_line(value[0]) if isinstance(value, list) else _yaml_line({name: value})


def _fields(rules: AnyRules, fields: Fields, language: Language) -> str:
    return yaml_of(translate_fields(fields, rules, language))


def _remark(key: str, language: Language, **values: str) -> str:
    return f"# {say(message(key, **values), language)}\n"
