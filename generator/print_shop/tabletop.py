"""A deck as a saved object of Tabletop Simulator, every card with pictures of its own.

The fields are those of https://kb.tabletopsimulator.com/custom-content/save-file-format/.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.print_shop.card_designs import CardDesign

# What belongs to a whole table, and stays empty in what is put on one.
OF_TABLES = (
    *("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity"),
    *("Table", "Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI"),
)
# A card is numbered by its sheet, in hundreds, and its place there; here each has a sheet.
SHEET = 100
# How far apart decks lie, and what things are that are moved by hand.
BESIDE = 3.0
MOVED = {"Locked": False, "Grid": True, "Snap": True, "Autoraise": True, "Sticky": True}
FACE_DOWN = {"posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
FACE_DOWN |= {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
# The white of the pictures as it is.
UNTINTED = {"r": 1.0, "g": 1.0, "b": 1.0}


def saved_object(designs: Sequence[CardDesign], title: str, called: Callable[[str], str]) -> bytes:
    """Return the decks, face down in the order of their cards; `called` names a picture's file."""
    # Decks are told apart by their backs, but where each card has one of its own.
    is_one = len({one.back for one in designs}) == len(designs)
    runs = groupby(enumerate(designs, start=1), lambda one: "" if is_one else one[1].back)
    decks = [_deck(run, title, called, place) for place, (_, run) in enumerate(runs)]
    told: dict[str, Any] = dict.fromkeys(OF_TABLES, "")
    told |= {"Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "TabStates": {}, "ObjectStates": decks}
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _deck(
    cards: Iterable[tuple[int, CardDesign]], title: str, called: Callable[[str], str], place: int
) -> Mapping[str, Any]:
    held: list[Mapping[str, Any]] = []
    sheets: dict[str, Mapping[str, Any]] = {}
    for number, one in cards:
        sheet = {f"{number}": _sheet(called(one.front), called(one.back))}
        width, height = one.size
        facts = {"CardID": number * SHEET, "SidewaysCard": width > height, "CustomDeck": sheet}
        held += [_object("Card", one.title, place, facts)] * one.copies
        sheets |= sheet
    if len(held) == 1:
        return held[0]
    ids, is_sideways = [one["CardID"] for one in held], held[0]["SidewaysCard"]
    facts = {"SidewaysCard": is_sideways, "DeckIDs": ids, "CustomDeck": sheets}
    return _object("DeckCustom", title, place, {**facts, "ContainedObjects": held})


def _sheet(face: str, back: str) -> Mapping[str, Any]:
    pictures = {"FaceURL": face, "BackURL": back, "NumWidth": 1, "NumHeight": 1}
    return {**pictures, "BackIsHidden": True, "UniqueBack": False}


def _object(name: str, title: str, place: int, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    said = {"Nickname": title, "Description": "", "GMNotes": "", "IgnoreFoW": False}
    where = {"posX": place * BESIDE, **FACE_DOWN}
    looks = {"ColorDiffuse": UNTINTED, **MOVED, "Tooltip": True, "HideWhenFaceDown": True}
    return {"Name": name, "Transform": where, **said, **looks, **facts}
