"""What many tests share: the reports of files and streams, and a record written anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from generator.records.reading import (
    Record,
    record_of_stdin,
    records_of_file,
    records_of_json_lines,
)
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.writing import translate_fields, yaml_of
from generator.rules import AnyRules
from generator.words import Language


def written(rules: AnyRules, record: Record, language: Language) -> str:
    """Return a record as YAML in one language."""
    content = record.content.model_dump(mode="json", exclude_none=True)
    return yaml_of(translate_fields(content, rules, language))


def verify(path: Path) -> Iterator[Report]:
    """Yield a report for every record of a file."""
    return map(report_of, records_of_file(path))


def verify_stream(stream: BinaryIO) -> Iterator[Report]:
    """Yield the report of the one record of a stream."""
    return map(report_of, record_of_stdin(stream))


def verify_lines(stream: BinaryIO, file: str) -> Iterator[Report]:
    """Yield a report for every line of a stream of JSON records."""
    return map(report_of, records_of_json_lines(stream, file))
