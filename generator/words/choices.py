"""Closed lists of words: comparing as people do, and the nearest right word."""

import unicodedata
from collections.abc import Collection, Iterable

from generator.words.messages import Message, message

LONGEST_LIST = 24
LONGEST_QUOTE = 60


def fold(text: str) -> str:
    """Return the text as it is compared: NFC, without case and accents."""
    if text.isascii():
        return text.lower()
    bare = unicodedata.normalize("NFD", text.casefold())
    kept = "".join(letter for letter in bare if unicodedata.category(letter) != "Mn")
    return unicodedata.normalize("NFC", kept)


def clipped(text: str) -> str:
    """Return the text cut to a length that can be quoted in one line."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def near(found: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed word most like the one found, or None when none is like it."""
    from difflib import get_close_matches

    words = {fold(word): word for word in sorted(allowed, reverse=True)}
    matches = get_close_matches(fold(clipped(found)), words, n=1)
    return words[matches[0]] if matches else None


def listed(words: Collection[str]) -> tuple[str, ...]:
    """Return words in order as a message lists them: of very many only the first."""
    every = tuple(sorted(words))
    return every if len(every) <= LONGEST_LIST else (*every[:LONGEST_LIST], "…")


def not_one_of(
    found: str, allowed: Collection[str], spoken: Collection[str] | None = None, role: str = ""
) -> Message:
    """Word a fault for a name outside a closed list, with the nearest right one.

    `spoken` are the words that may be hinted at, where there are more than those listed; `role`
    says what they name (`card-type`), where the field does not.
    """
    if role:
        reason = not_one_of(found, allowed, spoken)
        return message("words.in-role", role=message(f"words.role-{role}"), reason=reason)
    if not allowed:
        return message("words.none-there", found=clipped(found))
    hint = near(found, allowed if spoken is None else spoken)
    quoted, words = clipped(found), listed(allowed)
    if hint is None:
        return message("words.not-one-of", found=quoted, allowed=words)
    return message("words.not-one-of-near", found=quoted, allowed=words, near=hint)
