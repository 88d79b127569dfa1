"""Text without a fault, read into nodes."""

from generator.errors import DataError
from generator.reading.json_text import parse_json
from generator.reading.nodes import Node
from generator.reading.yaml_text import parse_yaml


def read_yaml(text: str, file: str) -> Node:
    """Read one YAML document; raise DataError with every fault."""
    node, problems = parse_yaml(text, file)
    if problems:
        raise DataError(problems)
    return node


def read_json(text: str, file: str, *, first_line: int = 1) -> Node:
    """Read one JSON value; raise DataError with every fault."""
    node, problems = parse_json(text, file, first_line=first_line)
    if problems:
        raise DataError(problems)
    return node
