// The tables of a class that are typed here, and which of them is open.

import { addressOf, stateOf } from "./check-class.js";
import { Tables } from "./check-tables.js";
import { by, filled, say, words } from "./dom.js";

export const game = JSON.parse(by("game").textContent);
const seats = Object.values(game.seats);
// How few can play, and how many.
export const SEATS = [Math.min(...seats.map(([few]) => few)), Math.max(...seats.map(([, many]) => many))];

// What the judge has said of each table, by its number.
export const answers = new Map();

// The table that is open: its number, the seat whose sheet is seen, what is typed, its sheets.
export const open = { number: 0, seat: 0, held: begin(), sheets: [] };

// A new table is like the one before: as many players, written down in the same way.
export function begin({ way, players, date, place } = {}) {
  const seats = Array.from({ length: players?.length ?? game.usual }, () => "");
  const typed = { variants: [], papers: [], photographs: [], fields: {} };
  return { way: way ?? game.ways[0], players: seats, date: date ?? "", place: place ?? "", ...typed };
}

export function names({ players } = open.held) {
  return players.map((name, at) => name.trim() || filled(words.player, { number: at + 1 }));
}

// Whether each player's own sheet is typed.
export function isOnSheets() {
  return open.held.way !== "turns";
}

export function tell(template, values = {}) {
  say(by("told"), template && filled(template, values));
}

export class ClassTables extends Tables {
  constructor(heard) {
    super(game.game, heard, (number) => tell(words.together, { number }));
  }

  // What is typed of a table.
  typed(number) {
    return number === open.number ? open.held : { ...begin(), ...this.all.get(number) };
  }

  // Every table with what is typed, the open one too if nothing is yet.
  every() {
    const known = [...new Set([...this.numbers(), open.number])].sort((one, other) => one - other);
    return known.map((number) => ({ number, of: this.typed(number) }));
  }

  // Every table as the class board shows it.
  states() {
    return this.every().map(({ number, of }) => ({ number, names: names(of), state: stateOf(game, of, answers.get(number)) }));
  }

  // Every sheet of the class, in order: its table, its seat, whose it is.
  stops() {
    return this.every().flatMap(({ number, of }) => {
      const title = number === open.number ? "" : `${filled(words.table, { number })}, `;
      return names(of).map((name, seat) => ({ number, seat, name: title + name, address: addressOf(number, seat) }));
    });
  }
}
