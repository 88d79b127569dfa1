// What is typed of the open table: who plays, how it was written down, the sheets and the fields.

import { RecordForm } from "./check-form.js";
import { game, isOnSheets, names, open, SEATS } from "./check-open.js";
import { toFillIn, toPoint } from "./check-sheet.js";
import { by, button, element, filled, words } from "./dom.js";

const [least, most] = SEATS;

export class Entry {
  // `changed` is called when anything has been typed, `turned` when sheets were drawn or renamed.
  constructor(changed, turned) {
    Object.assign(this, { changed, turned, beside: "" });
    this.form = new RecordForm(names, changed);
    by("more-players").addEventListener("click", () => {
      this.seat({ players: [...open.held.players, ""] });
      by("players").lastElementChild.querySelector("input").focus();
    });
    for (const name of ["date", "place"]) {
      by(name).addEventListener("input", () => {
        open.held[name] = by(name).value;
        changed();
      });
    }
    by("ways").addEventListener("change", (event) => {
      open.held.way = event.target.value;
      this.drawBody();
      changed();
    });
  }

  draw() {
    this.drawTitle();
    this.drawPlayers();
    this.drawVariants();
    by("date").value = open.held.date;
    by("place").value = open.held.place;
    by("ways").hidden = game.ways.length < 2;
    for (const choice of document.getElementsByName("way")) choice.checked = choice.value === open.held.way;
    this.drawBody();
  }

  drawTitle() {
    by("open-name").textContent = filled(words.table, { number: open.number });
  }

  drawPlayers() {
    const { players } = open.held;
    by("players").replaceChildren(...players.map((name, at) => this.player(name, at)));
    by("more-players").disabled = players.length >= most;
  }

  player(name, at) {
    const { players, papers, photographs } = open.held;
    const without = (every) => every.toSpliced(at, 1);
    const number = at + 1;
    const input = element("input", { value: name, placeholder: game.names[at] ?? "", autocomplete: "off", maxLength: 100 });
    input.ariaLabel = filled(words.name, { number });
    input.dataset.path = `players.${at}`;
    input.addEventListener("input", () => {
      players[at] = input.value;
      this.rename();
      this.changed();
    });
    const about = { className: "remove", textContent: "×", ariaLabel: filled(words.remove, { number }) };
    const remove = button({ ...about, disabled: players.length <= least }, () => {
      this.seat({ players: without(players), papers: without(papers), photographs: without(photographs) });
    });
    return element("li", {}, input, remove);
  }

  seat(seats) {
    Object.assign(open.held, seats);
    this.drawPlayers();
    this.drawBody();
    this.changed();
  }

  // A new name stands at once wherever the player is named.
  rename() {
    const every = names();
    for (const one of document.querySelectorAll("[data-seat]")) one.textContent = every[one.dataset.seat];
    this.turned();
  }

  drawVariants() {
    const boxes = game.variants.map(([name, label]) => {
      const box = element("input", { type: "checkbox", checked: open.held.variants.includes(name) });
      box.addEventListener("change", () => {
        open.held.variants = open.held.variants.filter((one) => one !== name).concat(box.checked ? [name] : []);
        this.changed();
      });
      return element("label", {}, box, label);
    });
    by("variants").hidden = !boxes.length;
    by("variants").replaceChildren(by("variants").firstElementChild, ...boxes);
  }

  drawBody() {
    this.beside = "";
    by("beside").replaceChildren();
    open.sheets = isOnSheets() ? open.held.players.map((_, seat) => this.sheet(seat)) : [];
    by("sheets").replaceChildren(...open.sheets.map((one) => one.node));
    const isWanted = (name) => open.held.way !== "papers" || name !== game.first;
    by("fields").replaceChildren(this.form.fields(game.form, open.held.fields, "", isWanted));
    this.turned();
  }

  sheet(seat) {
    const typed = (open.held.papers[seat] ??= {});
    const sheet = toFillIn(names()[seat], game.sheets[game.part], game.cells, typed, this.changed, () => by("next").focus());
    sheet.heading.dataset.seat = seat;
    // What was typed elsewhere stands in the cell too.
    const refill = (cell, text) => {
      const control = sheet.controls.get(cell);
      if (control?.refresh) control.refresh();
      else if (control) control.value = text;
    };
    return Object.assign(sheet, { seat, refill });
  }

  // The papers as the turns have them stand beside these, to be clicked on.
  drawBeside(papers) {
    const now = JSON.stringify(papers.map(({ name, part }) => [name, part]));
    if (now === this.beside) return;
    this.beside = now;
    open.sheets = papers.map((paper, place) => {
      const picked = (label) => this.form.pick(label, this.rowOf(paper, place));
      return Object.assign(toPoint(paper.name, game.sheets[paper.part], picked), { seat: paper.seat });
    });
    by("beside").replaceChildren(...open.sheets.map((one) => one.node));
  }

  // A paper of all players belongs to a round, whose row is begun by a click on it.
  rowOf(paper, place) {
    const path = `${game.first}.${place}`;
    const find = () => by("fields").querySelector(`li[data-path="${path}"]`);
    if (paper.seat !== null) return by("fields");
    if (!find()) by("fields").querySelector(`fieldset[data-path="${game.first}"] > div > .add`).click();
    return find() ?? by("fields");
  }
}

// The control of a cell of the open sheet, or of the field of an address.
export function controlOf({ path, seat, cell }) {
  return (isOnSheets() && open.sheets[seat]?.controls.get(cell)) || fieldAt(path);
}

// The field of an address, else of the one that it stands in.
export function fieldAt(path) {
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = by("open").querySelector(`[data-path="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}
