"""A made-up game with one printable of each game-free kind, to test them without any real game."""

from pathlib import Path

from generator.game import Game, load_folder

GAME = """
format: 1
name: frogs
version: 1
players: [2, 4]
age: 6
minutes: [10, 20]
credits: {authors: [A. Pond], publisher: Nobody, year: 2020}
colours:
  green: {colour: "#3d8b57", grey: 46, shape: triangle}
  red: {colour: "#c0392b", grey: 26, shape: hexagon}
  blue: {colour: "#1f5fa8", grey: 6, shape: star}
  yellow: {colour: "#f4c430", grey: 86, shape: circle}
  orange: {colour: "#e07b24", grey: 66, shape: square}
  black: {colour: "#22262b", grey: 8, shape: diamond}
parts:
  dice: {part: pool, dice: 2, sides: 6}
  pad-die: {part: pool, dice: 1, sides: 16}
  markers:
    part: markers
    stages: [{id: egg, colour: yellow, copies: 12}, {id: frog, colour: green, copies: 8}]
    others: [{id: stone, colour: black, copies: 5}]
rules: []
printables:
  tokens:
    kind: tokens
    across: [12, 18]
    groups:
    - {colour: red, count: 18, text: token.red, sign: R}
    - {colour: blue, count: 18, text: token.blue, sign: B}
    - {colour: yellow, count: 18, text: token.yellow, sign: Y}
    - {colour: orange, count: 9, text: token.orange, sign: CS}
    - {colour: black, count: 9, text: token.black, picture: lily}
  markers: {kind: tokens, across: [12, 16], part: markers, note: markers-note}
  dice:
    kind: net
    edge: [18, 27]
    cubes:
    - {count: 2}
    spinner: {part: pad-die, across: [90, 130], text: pad-die}
  signs:
    kind: net
    edge: [16, 30]
    cubes:
    - count: 3
      colour: green
      faces: [{sign: A}, {sign: "12"}, {picture: lily}, {sign: "+1"}, {}, {sign: "?"}]
    - {count: 2, colour: yellow}
"""

FRENCH = """
title: Grenouilles
tagline: Des sauts et des nénuphars
rights: non officiel
rights_long: non officiel
labels: {egg: O, frog: G, stone: P}
printables:
  tokens: Jetons
  markers: Marqueurs
  dice: Dés
  signs: Dés à signes
texts:
  token.red: rouge
  token.blue: bleu
  token.yellow: jaune
  token.orange: orange
  token.black: noir
  marker.egg: œuf
  marker.frog: grenouille
  marker.stone: pierre
  markers-note: Un œuf devient une grenouille.
  pad-die: Le dé des nénuphars
"""

ENGLISH = """
title: Frogs
tagline: Jumps and lily pads
rights: unofficial
rights_long: unofficial
labels: {egg: E, frog: F, stone: S}
printables:
  tokens: Tokens
  markers: Markers
  dice: Dice
  signs: Dice with signs
texts:
  token.red: red
  token.blue: blue
  token.yellow: yellow
  token.orange: orange
  token.black: black
  marker.egg: egg
  marker.frog: frog
  marker.stone: stone
  markers-note: An egg becomes a frog.
  pad-die: The die of the lily pads
"""

LILY = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" fill="white" stroke="ink">
<circle cx="5" cy="5" r="4" stroke-width="0.6"/>
<path d="M 5 5 L 9 3 L 9 7 Z" fill="ink" stroke="none"/>
</svg>
"""


def frogs(folder: Path) -> Game:
    """Write the game under a folder and load it."""
    home = folder / "frogs"
    (home / "pictures").mkdir(parents=True, exist_ok=True)
    files = {"game.yaml": GAME, "fr.yaml": FRENCH, "en.yaml": ENGLISH, "pictures/lily.svg": LILY}
    for name, text in files.items():
        (home / name).write_text(text.lstrip("\n"), encoding="utf-8")
    return load_folder(home)
