"""What a file says about itself, and when it was made, whichever library writes it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from generator.words import Language

CREATOR = "ludokit"


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """Title, authors and language of a file, as readers and catalogues show them."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: Language = "fr"
    creator: str = CREATOR


@contextmanager
def still_clock(seconds: str) -> Iterator[None]:
    """Stop the clock that libraries write into files, whatever SOURCE_DATE_EPOCH says outside.

    Seconds count from 1970; empty is a library's own fixed day, where it has one.
    """
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = seconds
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before
