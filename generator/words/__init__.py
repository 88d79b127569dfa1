"""The program's own words, in every language it speaks."""

from generator.words.choices import clipped, fold, listed, near, not_one_of
from generator.words.messages import FieldWord, Message, OptionWord, Value, message
from generator.words.tables import LANGUAGES, Language, traits
from generator.words.typography import numeral, spaced, typeset
from generator.words.words import field_words, figure, month_words, number_word, say, shown

__all__ = [
    "LANGUAGES",
    "FieldWord",
    "Language",
    "Message",
    "OptionWord",
    "Value",
    "clipped",
    "field_words",
    "figure",
    "fold",
    "listed",
    "message",
    "month_words",
    "near",
    "not_one_of",
    "number_word",
    "numeral",
    "say",
    "shown",
    "spaced",
    "traits",
    "typeset",
]
