// Photographs of sheets: handed in one after another, then each open cell is looked at and typed.

import { game, open } from "./check-open.js";
import { by, element, filled, say, words } from "./dom.js";
import { handIn } from "./files.js";

const PICTURE = /\.(jpe?g|png|pdf)$/i;
const UNKNOWN = "?";
// As many bytes as are handed in at once, and how large a cell is shown, with what is around it.
const AT_ONCE = 16_000_000;
const HIGH = 180;
const WIDE = 680;
const AROUND = 0.35;

// The photographed sheets by table and seat, as long as the page is open.
export const photographed = new Map();

// Those of a table, by seat.
export function photographsOf(number, { players }) {
  const found = players.map((_, seat) => [seat, photographed.get(`${number}/${seat}`)]).filter(([, one]) => one);
  return found.length ? Object.fromEntries(found) : null;
}

export const isPicture = ([, path]) => PICTURE.test(path);

// Hand pictures in, in order, as many at once as may be; return the sheets on them.
export async function readPhotographs(files, told) {
  const sheets = [];
  const sorted = files.toSorted(([, one], [, other]) => one.localeCompare(other, undefined, { numeric: true }));
  let html = "";
  for (let done = 0; done < sorted.length; ) {
    let count = 1;
    for (let size = sorted[done][0].size; done + count < sorted.length; count++) {
      size += sorted[done + count][0].size;
      if (size > AT_ONCE) break;
    }
    told(filled(words.photoReading, { done, all: sorted.length }));
    const answer = await (await handIn("photographs", sorted.slice(done, done + count), words.ended)).json();
    sheets.push(...answer.sheets);
    html += answer.html;
    done += count;
  }
  told("");
  return { sheets, html };
}

// Goes from open cell to open cell: Enter leads on, Shift and Enter back, Escape out.
export class Walk {
  // `lead` turns to a sheet, `changed` is called when something was typed.
  constructor(lead, changed) {
    Object.assign(this, { lead, changed, cells: [], at: 0 });
    by("photo-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.step(1);
    });
    by("photo-input").addEventListener("input", () => this.type());
    by("photos").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end();
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.step(-1);
    });
  }

  // Each open cell knows its table, its seat and its sheet.
  begin(cells) {
    if (!cells.length) return;
    Object.assign(this, { cells, at: 0 });
    by("photos").hidden = false;
    this.show();
  }

  end() {
    this.cells = [];
    by("photos").hidden = true;
    by("open-name").focus();
  }

  // The field that keeps the focus while cells are looked at.
  field() {
    return this.cells.length ? by("photo-input") : null;
  }

  get now() {
    return this.cells[this.at];
  }

  step(way) {
    // Nothing typed is nothing written there.
    if (way > 0) this.type();
    const next = this.at + way;
    if (next < 0) return;
    if (next >= this.cells.length) return this.end();
    this.at = next;
    this.show();
  }

  show() {
    const { number, seat, cell, isMark, image, box } = this.now;
    this.lead(number, seat);
    const known = game.cells.find((one) => one.id === cell);
    by("photo-count").textContent = filled(words.photoCount, { at: this.at + 1, all: this.cells.length });
    by("photo-name").textContent = known?.name ?? (cell === "name" ? words.photoPlayer : cell);
    say(by("photo-hint"), isMark ? this.choices().map((label, key) => `${key} ${label}`).join("   ") : "");
    by("photo-input").value = this.typed();
    by("photo-input").select();
    by("photo-input").focus();
    this.said();
    image.decode().then(() => this.draw(image, box));
  }

  // What may stand in a cell that is marked, by the digit that says it.
  choices() {
    const { marks } = game.cells.find((one) => one.id === this.now.cell) ?? { marks: [["x", ""]] };
    return [words.photoEmpty, ...marks.map(([, label]) => label || words.photoMarked)];
  }

  typed() {
    const { seat, cell, isMark } = this.now;
    if (cell === "name") return open.held.players[seat];
    const text = open.held.papers[seat]?.[cell] ?? "";
    if (text === UNKNOWN) return "";
    const { marks } = game.cells.find((one) => one.id === cell) ?? { marks: [] };
    return isMark ? String(marks.findIndex(([word]) => word === text) + 1) : text;
  }

  type() {
    const { seat, cell, isMark } = this.now;
    const text = by("photo-input").value.trim();
    if (cell === "name") {
      if (text) open.held.players[seat] = text;
    } else {
      const { marks } = game.cells.find((one) => one.id === cell) ?? { marks: [] };
      const word = isMark ? (marks[Number(text) - 1]?.[0] ?? "") : text;
      (open.held.papers[seat] ??= {})[cell] = word;
      open.sheets[seat]?.refill?.(cell, word);
    }
    this.changed();
  }

  // What the judge says of this cell.
  said(answer) {
    const { seat, cell } = this.now ?? {};
    const own = (answer?.places ?? []).filter((one) => one.seat === seat && one.cell === cell && one.is_error !== false);
    say(by("photo-said"), own.map((one) => one.wrong ?? one.words).join("\n"));
  }

  // The cell enlarged, and the whole sheet with a ring about it.
  draw(image, [x, y, width, height]) {
    const { naturalWidth: wide, naturalHeight: high } = image;
    const beside = Math.max(width * wide, height * high) * AROUND;
    const area = [x * wide - beside, y * high - beside, width * wide + 2 * beside, height * high + 2 * beside];
    const cell = by("photo-cell");
    Object.assign(cell, { height: HIGH, width: Math.round((HIGH * area[2]) / area[3]) });
    cell.getContext("2d").drawImage(image, ...area, 0, 0, cell.width, cell.height);
    const sheet = by("photo-sheet");
    Object.assign(sheet, { width: WIDE, height: Math.round((WIDE * high) / wide) });
    const pen = sheet.getContext("2d");
    pen.drawImage(image, 0, 0, sheet.width, sheet.height);
    Object.assign(pen, { lineWidth: 4, strokeStyle: "#b3261e" });
    pen.strokeRect(x * sheet.width - 4, y * sheet.height - 4, width * sheet.width + 8, height * sheet.height + 8);
  }
}

// Lay sheets, in the order of the pile, into the seats that are still empty, and return the open
// cells with where they lie; more tables are begun where it takes them.
export function seated(sheets, tables, begin) {
  const cells = [];
  const free = tables.every().flatMap(({ number, of }) => of.players.map((_, seat) => ({ number, of, seat })));
  const places = free.filter(({ of, seat }) => !Object.values(of.papers[seat] ?? {}).some(Boolean));
  const images = new Map();
  for (const sheet of sheets) {
    if (!places.length) {
      const of = begin({ way: "papers" });
      const number = tables.write(tables.next(), of);
      places.push(...of.players.map((_, seat) => ({ number, of, seat })));
    }
    const { number, of, seat } = places.shift();
    const { name, ...typed } = sheet.typed;
    of.papers[seat] = typed;
    if (of.way === "turns") of.way = "papers";
    tables.write(number, of);
    photographed.set(`${number}/${seat}`, { picture: sheet.picture, cells: sheet.cells });
    if (!images.has(sheet.picture)) images.set(sheet.picture, element("img", { src: sheet.picture }));
    const image = images.get(sheet.picture);
    const open = sheet.open.filter(({ cell }) => cell !== "name" || !of.players[seat]);
    cells.push(...open.map((one) => ({ ...one, number, seat, image })));
  }
  return cells;
}
