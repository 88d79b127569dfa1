"""What keeps a PDF from being read by those who cannot see it: PDF/UA-1, rule by rule."""

from page import validate_pdf_bytes


def faults(pdf: bytes) -> tuple[str, ...]:
    """Return where a PDF does not conform to PDF/UA-1, in the words of the validator."""
    report = validate_pdf_bytes(pdf, profile="ua1")
    return tuple(f"{one.rule_id}: {one.message}" for one in report.failures)
