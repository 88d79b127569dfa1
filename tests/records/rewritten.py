"""What the tests of records and rules share: a record written anew, the reports of a stream."""

from collections.abc import Iterator
from typing import BinaryIO

from generator.records.form import record_form
from generator.records.reading import Record
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.sources import lines
from generator.records.writing import spoken, yaml_of
from generator.rules.families import AnyRules
from generator.words import Language


def written(rules: AnyRules, record: Record, language: Language) -> str:
    """Return a record as YAML in one language."""
    content = record.content.model_dump(mode="json", exclude_none=True)
    return yaml_of(spoken(content, record_form(rules), language))


def verify_lines(stream: BinaryIO, file: str) -> Iterator[Report]:
    """Yield a report for every line of a stream of JSON records."""
    return map(report_of, lines(stream, file))
