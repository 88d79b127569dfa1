// Every kind of game as a live picture with the list as it stands, or what does not fit, and where.

import { element, filled } from "./check-sheet.js";

// Two at a time: as many as draw side by side.
const AT_ONCE = 2;

export class Previews {
  // `marked` is called with what is said at the cells, `lead` with a cell to be put right.
  constructor(form, words, { marked, lead }) {
    Object.assign(this, { form, words, marked, lead });
    this.kinds = [...form.querySelectorAll(".kind")];
    this.faults = new Map();
    this.waiting = [];
    this.busy = new Map();
  }

  // Draw kinds anew, all where none is named; what is under way with what was there before ends.
  draw(kinds = this.kinds) {
    for (const kind of kinds) {
      this.busy.get(kind)?.abort();
      kind.classList.add("stale");
    }
    this.waiting = [...kinds, ...this.waiting.filter((kind) => !kinds.includes(kind))];
    this.next();
  }

  next() {
    while (this.waiting.length && this.busy.size < AT_ONCE) this.ask(this.waiting.shift());
  }

  async ask(kind) {
    const control = new AbortController();
    this.busy.set(kind, control);
    const body = new FormData(this.form);
    body.set("as", kind.dataset.kind);
    try {
      const answer = await fetch(this.words.preview, { method: "POST", body, signal: control.signal });
      if (answer.ok) this.show(kind, await answer.json());
      document.getElementById("ended").hidden = true;
    } catch (error) {
      if (error.name !== "AbortError") document.getElementById("ended").hidden = false;
    }
    if (this.busy.get(kind) === control) this.busy.delete(kind);
    this.next();
  }

  show(kind, { picture, told, faults, helps }) {
    kind.classList.remove("stale");
    if (picture) {
      const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
      kind.querySelector(".shown").replaceChildren(document.importNode(drawn, true));
    }
    kind.classList.toggle("refused", !picture);
    this.faults.set(kind, faults);
    const lines = told.map((line) => element("p", { textContent: line }));
    const shown = faults.slice(0, 3).map((fault) => this.reason(fault));
    const clicks = helps.map(({ words, field, value }) => {
      const button = element("button", { type: "button", textContent: words });
      button.addEventListener("click", () => {
        this.form.elements[field].value = value;
        this.form.elements[field].dispatchEvent(new Event("change", { bubbles: true }));
      });
      return button;
    });
    kind.querySelector(".told").replaceChildren(...lines, ...shown, ...clicks);
    this.marked(this.byCell());
  }

  // What does not fit is said beneath the picture too, and leads to its cell.
  reason({ row, column, cell, words }) {
    if (!row) return element("p", { className: "reason", textContent: words });
    const button = element("button", { type: "button", className: "at", textContent: filled(this.words["list-at"], { cell, words }) });
    button.addEventListener("click", () => this.lead(row, column));
    return element("p", { className: "reason" }, button);
  }

  byCell() {
    const found = new Map();
    for (const [kind, faults] of this.faults) {
      const title = kind.querySelector("h3").textContent;
      for (const { row, column, words } of faults) {
        if (!row) continue;
        const at = found.get(`${row},${column}`) ?? new Map();
        at.set(words, [...(at.get(words) ?? []), title]);
        found.set(`${row},${column}`, at);
      }
    }
    return new Map([...found].map(([at, said]) => [at, [...said].map(([words, titles]) => filled(this.words["list-at"], { cell: titles.join(", "), words }))]));
  }
}
