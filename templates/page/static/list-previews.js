// Every kind of game as a live picture with the list as it stands, or what does not fit, and where.

import { by, element, filled, words } from "./dom.js";

// Two at a time: as many as draw side by side.
const AT_ONCE = 2;

export class Previews {
  // `marked` is called with what is said at the cells, `lead` with a cell to be put right.
  constructor(form, { marked, lead }) {
    Object.assign(this, { form, marked });
    this.kinds = [...form.querySelectorAll(".kind")];
    this.waiting = [];
    this.busy = new Map();
    form.addEventListener("click", ({ target }) => {
      const { row, column } = target.closest(".reason")?.dataset ?? {};
      if (target.matches(".at")) lead(Number(row), Number(column));
      if (target.dataset.field) this.choose(form.elements[target.dataset.field], target.value);
    });
  }

  // What would help is chosen by a click.
  choose(field, value) {
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
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
      const answer = await fetch(words.preview, { method: "POST", body, signal: control.signal });
      if (answer.ok) this.show(kind, await answer.text());
      by("ended").hidden = true;
    } catch (error) {
      if (error.name !== "AbortError") by("ended").hidden = false;
    }
    if (this.busy.get(kind) === control) this.busy.delete(kind);
    this.next();
  }

  show(kind, html) {
    const { content } = element("template", { innerHTML: html });
    const picture = content.querySelector("svg");
    kind.classList.remove("stale");
    kind.classList.toggle("refused", !picture);
    if (picture) kind.querySelector(".shown").replaceChildren(picture);
    kind.querySelector(".told").replaceChildren(...content.children);
    this.marked(this.byCell());
  }

  // What is said at a cell of the table, with the games of which it is said.
  byCell() {
    const found = new Map();
    for (const kind of this.kinds) {
      const title = kind.querySelector("h3").textContent;
      for (const { dataset } of kind.querySelectorAll(".reason:has(.at)")) {
        const at = `${dataset.row},${dataset.column}`;
        const said = found.get(at) ?? new Map();
        found.set(at, said.set(dataset.words, [...(said.get(dataset.words) ?? []), title]));
      }
    }
    const worded = ([said, titles]) => filled(words.at, { cell: titles.join(", "), words: said });
    return new Map([...found].map(([at, said]) => [at, [...said].map(worded)]));
  }
}
