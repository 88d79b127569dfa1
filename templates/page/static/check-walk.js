// What somebody has to look at on photographed sheets, cell by cell: each is shown and typed.

import { game, open } from "./check-open.js";
import { isDecoded, seatOf } from "./check-photographs.js";
import { by, filled, say, words } from "./dom.js";

const UNKNOWN = "?";
// How large a cell is shown, with what is around it, and its sheet.
const HIGH = 180;
const WIDE = 680;
const AROUND = 0.35;

// Goes from open cell to open cell: Enter leads on, Shift and Enter back, Escape out.
export class Walk {
  // `lead` turns to a sheet, `changed` is called when something was typed.
  constructor(tables, lead, changed) {
    Object.assign(this, { tables, lead, changed, cells: [], at: 0 });
    by("photo-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.step(1);
    });
    by("photo-input").addEventListener("input", () => this.type());
    by("photo-back").addEventListener("click", () => this.step(-1));
    by("photo-leave").addEventListener("click", () => this.end());
    by("photos").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end();
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.step(-1);
    });
  }

  // Each open cell knows its photograph, which knows its seat.
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

  // Where the player sits whose sheet is looked at, null once that was cleared.
  get place() {
    return seatOf(this.now.photograph, this.tables);
  }

  // The next open cell, or the one before, past those of players who were removed.
  beside(way) {
    let at = this.at + way;
    while (this.cells[at] && !seatOf(this.cells[at].photograph, this.tables)) at += way;
    return at;
  }

  step(way) {
    // Nothing typed is nothing written there.
    if (way > 0 && !this.type()) return by("photo-input").select();
    const next = this.beside(way);
    if (next < 0) return;
    if (next >= this.cells.length) return this.end();
    this.at = next;
    this.show();
  }

  // Where somebody turns to another table, or clears this one, nothing more is typed into it.
  heed(answer) {
    if (!this.cells.length) return;
    if (this.place?.number === open.number) this.said(answer);
    else this.end();
  }

  show() {
    const { cell, isMark } = this.now;
    const { number, seat } = this.place;
    this.lead(number, seat);
    const known = game.cells.find((one) => one.id === cell);
    by("photo-count").textContent = filled(words.photoCount, { at: this.at + 1, all: this.cells.length });
    by("photo-name").textContent = known?.name ?? (cell === "name" ? words.photoPlayer : cell);
    say(by("photo-hint"), isMark ? this.marks().map(([, label], digit) => `${digit}\u00a0${label}`).join("   ") : "");
    by("photo-back").disabled = this.beside(-1) < 0;
    by("photo-input").value = this.typed();
    by("photo-input").select();
    by("photo-input").focus();
    this.said();
    this.look(this.now);
  }

  // The words for the marks of a cell that is marked, by the digit that says each; 0 is none.
  marks() {
    const { marks } = game.cells.find((one) => one.id === this.now.cell) ?? { marks: [["x", ""]] };
    return [["", words.photoEmpty], ...marks.map(([word, label]) => [word, label || words.photoMarked])];
  }

  // What is written into the cell for an answer, undefined for one that it does not take.
  meant(text) {
    if (!this.now.isMark || !text) return text;
    const marks = this.marks();
    const isCross = text.toLowerCase() === "x" && marks.length === 2;
    return marks.find((_, digit) => text === String(digit) || (isCross && digit === 1))?.[0];
  }

  typed() {
    const { cell, isMark } = this.now;
    const { seat } = this.place;
    if (cell === "name") return open.held.players[seat];
    const text = open.held.papers[seat]?.[cell] ?? "";
    if (text === UNKNOWN) return "";
    return isMark ? String(this.marks().findIndex(([word]) => word === text)) : text;
  }

  // Keep what was typed; return whether the cell takes it.
  type() {
    const { cell } = this.now;
    const { seat } = this.place;
    const text = by("photo-input").value.trim();
    const word = this.meant(text);
    if (cell === "name") {
      if (text) open.held.players[seat] = text;
    } else {
      (open.held.papers[seat] ??= {})[cell] = word ?? UNKNOWN;
      open.sheets[seat]?.refill?.(cell, word ?? UNKNOWN);
    }
    if (word === undefined) this.said();
    this.changed();
    return word !== undefined;
  }

  // What the judge says of this cell, or that it does not take what was typed.
  said(answer) {
    const typed = by("photo-input").value.trim();
    if (this.meant(typed) === undefined) {
      say(by("photo-said"), filled(words.photoNoChoice, { typed }));
      return;
    }
    const { seat } = this.place;
    const { cell } = this.now;
    // What nobody has looked at yet is no fault while somebody does.
    const isOpen = open.held.papers[seat]?.[cell] === UNKNOWN;
    const own = (isOpen ? [] : (answer?.places ?? [])).filter((one) => one.seat === seat && one.cell === cell && one.is_error !== false);
    say(by("photo-said"), own.map((one) => one.wrong ?? one.words).join("\n"));
  }

  // Nothing is seen of the cell before while the picture of this one is on its way.
  async look(cell) {
    for (const one of [by("photo-cell"), by("photo-sheet")]) one.getContext("2d").clearRect(0, 0, one.width, one.height);
    const isSeen = await isDecoded(cell.image);
    if (cell !== this.now) return;
    if (isSeen) this.draw(cell);
    else say(by("photo-hint"), [by("photo-hint").textContent, words.photoUnseen].filter(Boolean).join("\n"));
  }

  // The cell enlarged, and the whole sheet with a ring about it.
  draw({ image, box: [x, y, width, height] }) {
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
