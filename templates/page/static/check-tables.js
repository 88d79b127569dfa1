// The tables of a class that this browser keeps, each by itself and with a stamp of who wrote it
// last: a tab never writes over what another has written and it has not seen.

import { keysAfter, read, write } from "./kept.js";

const KEPT = "ludokit.check.";
const ALONE = Math.random().toString(36).slice(2);
let written = 0;

export function isFilled(value) {
  if (value === null || typeof value !== "object") return Boolean(value);
  return Object.values(value).some(isFilled);
}

// By what two tables are the same: what was typed there, whatever is left empty and in which order
// the fields stand. A table that was opened has more empty ones, and no photographs.
function typed(value) {
  if (!isFilled(value)) return null;
  if (typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, one]) => [key, typed(one)]);
  return Object.fromEntries(entries.filter(([, one]) => one !== null).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const identity = ({ photographs, ...held }) => JSON.stringify(typed(held));

export class Tables {
  // `heard` is told the number of a table that was changed in another tab, `together` that of one
  // that is open there too.
  constructor(game, heard = () => {}, together = () => {}) {
    this.before = `${KEPT}${game}/`;
    this.heard = heard;
    this.together = together;
    this.all = new Map();
    this.stamps = new Map();
    this.isKept = true;
    this.open = 0;
    for (const number of this.stored()) this.take(number);
    addEventListener("storage", (event) => this.hear(event.key));
    this.tabs = new BroadcastChannel(this.before);
    this.tabs.addEventListener("message", ({ data }) => this.meet(data));
  }

  stored() {
    return keysAfter(this.before).map((key) => Number(key.slice(this.before.length))).filter(Number.isInteger);
  }

  // What is stored of a table: who wrote it, and what was typed.
  read(number) {
    return read(this.before + number) ?? {};
  }

  take(number) {
    const { stamp, held } = this.read(number);
    if (held) this.all.set(number, held);
    else this.all.delete(number);
    this.stamps.set(number, stamp);
  }

  hear(key) {
    const every = key === null ? this.numbers() : [Number(key.slice(this.before.length))];
    if (key !== null && !key.startsWith(this.before)) return;
    for (const number of every) {
      this.take(number);
      this.heard(number);
    }
  }

  // The tab that opens a table later is told of the one that has it already.
  meet({ opened, also }) {
    if (opened && opened === this.open) this.tabs.postMessage({ also: opened });
    if (also && also === this.open && this.isNew) this.together(also);
  }

  opened(number) {
    Object.assign(this, { open: number, isNew: true });
    this.tabs.postMessage({ opened: number });
    setTimeout(() => (this.isNew = false), 1000);
  }

  numbers() {
    return [...this.all.keys()].sort((one, other) => one - other);
  }

  // A table that is there, else the first, or a new one after the last.
  nearest(number) {
    if (this.all.has(number)) return number;
    return number >= this.next() ? this.next() : (this.numbers()[0] ?? 1);
  }

  next() {
    return Math.max(0, ...this.all.keys(), ...this.stored()) + 1;
  }

  // Keep what was typed, and return the number of its table: a new one where another tab has
  // written there meanwhile.
  write(number, held) {
    const isSeen = !this.isKept || this.read(number).stamp === this.stamps.get(number);
    const to = isSeen ? number : this.next();
    if (!isSeen) this.take(number);
    const stamp = `${ALONE}.${++written}`;
    this.all.set(to, held);
    this.stamps.set(to, stamp);
    try {
      write(this.before + to, { stamp, held });
    } catch {
      this.isKept = false;
    }
    return to;
  }

  // Keep more tables, but for those that are there already, and return the number of the first.
  add(tables) {
    const known = new Map([...this.all].map(([number, held]) => [identity(held), number]));
    const numbers = tables.map((held) => known.get(identity(held)) ?? this.write(this.next(), held));
    return numbers[0];
  }

  remove(number) {
    this.all.delete(number);
    this.stamps.delete(number);
    if (this.isKept) localStorage.removeItem(this.before + number);
  }
}
