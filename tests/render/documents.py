"""Documents to test with, and a system without Pango."""

from typing import NoReturn


def no_pango() -> NoReturn:
    """Fail as WeasyPrint does where the system lacks its libraries."""
    reason = "cannot load library 'libpango-1.0-0'"
    raise OSError(reason)


def body(content: str) -> str:
    """Return a document of the house style with such a body."""
    head = '<head><title>x</title><link rel="stylesheet" href="print.css"></head>'
    return f'<!doctype html><html lang="fr">{head}<body>{content}</body></html>'
