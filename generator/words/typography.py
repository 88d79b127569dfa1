"""The small signs of printed texts: spaces, apostrophes, quotes, dots."""

import re

from generator.words.tables import Language, traits

NARROW = "\u202f"  # no-break and narrow: before ; ! ? » and units, after «
MINUS = "\N{MINUS SIGN}"
FIXED = "\u00a0"  # no-break, as wide as a space: before the colon

_UNITS = r"(?:mm|cm|km|m|kg|mg|g|ml|cl|l|min|h|s|pt|€|°C)(?![\w'\u2019])"
_GAP = r"[ \u00a0\u202f]"
_KEEP = r"(?P<keep>\{[^{}]*\}|\b(?:https?|ftp)://\S+|\bwww\.\S+|&\#?\w+;)"
_WORD_END = r"(?<=[\w)\]}'\"\u2019\u00bb\u2026%])"
_PAUSE = r"(?=[\s)\]'\"\u2019\u00bb;!?]|$)"

_FRENCH_SPACES = re.compile(
    rf"""{_KEEP}
    | (?P<narrow>(?<=\S){_GAP}+(?=[;!?\u00bb])
        | {_WORD_END}(?=[;!?]{_PAUSE})
        | {_WORD_END}(?=\u00bb)
        | (?<=[\d}}]){_GAP}+(?={_UNITS}|%)
        | (?<=[\d}}])(?=%)
        | (?<=\u00ab){_GAP}+(?=\S)
        | (?<=\u00ab)(?=\S)(?!{_GAP}))
    | (?P<fixed>(?<=\S){_GAP}+(?=:(?:\s|$))
        | {_WORD_END}(?=:(?:\s|$)))""",
    re.VERBOSE,
)
_MARKS = re.compile(
    _KEEP
    + r"|(?P<dots>(?<!\.)\.{3}(?!\.))"
    + r"|(?P<open>(?:(?<=[\s(\[\u201c\u00ab])|(?<![\s\S]))'(?=[^\W\d]))"
    + r"|(?P<apostrophe>')"
)
_DOUBLE = re.compile(
    _KEEP + r"|(?P<open>(?:(?<=[\s(\[\u2018])|(?<![\s\S]))\"(?=\S))" + r"|(?P<close>\")"
)


def spaced(text: str, language: Language) -> str:
    """Return the text with its no-break spaces; placeholders, addresses and times stay."""
    french = traits(language).spaces == "french"
    return _replaced(_FRENCH_SPACES, text, _SPACES) if french else text


def typeset(text: str, language: Language) -> str:
    """Return the text as a printer sets it; setting it twice changes nothing."""
    opening, closing = traits(language).quotes
    marked = _replaced(_MARKS, text, _SIGNS)
    return spaced(_replaced(_DOUBLE, marked, {"open": opening, "close": closing}), language)


def numeral(number: int, *, plus: bool = False) -> str:
    """Return a whole number in digits, with a minus that is one, and a plus where it is wanted."""
    return f"{number:+d}".replace("-", MINUS) if plus or number < 0 else str(number)


_SPACES = {"narrow": NARROW, "fixed": FIXED}
_SIGNS = {"dots": "\u2026", "open": "\u2018", "apostrophe": "\u2019"}


def _replaced(pattern: re.Pattern[str], text: str, signs: dict[str, str]) -> str:
    return pattern.sub(lambda found: signs.get(found.lastgroup or "", found.group()), text)
