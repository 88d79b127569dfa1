"""What a file says about itself, whichever library writes it."""

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
