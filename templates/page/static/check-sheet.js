// A printed sheet to be filled in, or to be clicked on: its cells lie where they are printed.

import { button, element, words } from "./dom.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// A sheet as it is printed, a layer for what is written on it, and its cells above.
export class Sheet {
  constructor(title, printed) {
    this.printed = printed;
    this.layer = element("div", { className: "layer", ariaHidden: "true" });
    const base = element("div", { className: "base", innerHTML: printed.svg });
    this.paper = element("div", { className: "paper" }, base, this.layer);
    this.heading = element("h2", { textContent: title });
    this.beside = element("div", { className: "row" });
    // A finger hits the smallest cell; what is wider than the screen is moved within it.
    const least = Math.min(...printed.cells.map((one) => Math.min(one.width, (one.height * printed.height) / printed.width)));
    this.paper.style.setProperty("--cells", 1 / least);
    const window = element("div", { className: "wide", tabIndex: 0, role: "group", ariaLabel: title }, this.paper);
    this.node = element("section", { className: "sheet" }, this.heading, window, this.beside);
    this.controls = new Map();
    this.paper.addEventListener("keydown", (event) => this.step(event));
  }

  // Lay what is written over the sheet.
  show(svg) {
    if (this.written !== svg) this.layer.innerHTML = this.written = svg;
  }

  // Put a control where a cell is printed; one that is not printed here stands beneath.
  put(id, control, name) {
    this.controls.set(id, control);
    control.dataset.cell = id;
    const cell = this.printed.cells.find((one) => one.id === id);
    if (!cell) {
      this.beside.append(element("label", {}, element("span", { textContent: name }), control));
      return;
    }
    control.ariaLabel = name;
    control.classList.add("cell");
    for (const [side, share] of [["left", cell.x], ["top", cell.y], ["width", cell.width], ["height", cell.height]]) {
      control.style[side] = `${share * 100}%`;
    }
    const side = Math.min(cell.width * this.printed.width, cell.height * this.printed.height);
    control.style.fontSize = `${(side * 48) / this.printed.width}cqw`;
    this.paper.append(control);
  }

  // Arrows lead to the nearest cell in their direction, past what is typed in a cell; Enter to
  // the one after it.
  step(event) {
    const way = STEPS[event.key];
    const from = event.target;
    if (event.key === "Enter" && from.tagName === "INPUT") {
      const every = [...this.controls.values()];
      const next = every[every.indexOf(from) + 1];
      if (next) next.focus();
      else this.left?.();
    }
    if (!way || !from.dataset.cell || !isAtEdge(from, way)) return;
    const others = [...this.paper.querySelectorAll(".cell")].filter((one) => one !== from);
    const next = nearest(from.getBoundingClientRect(), others, way);
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}

function isAtEdge(control, [across]) {
  if (!across || control.selectionStart === undefined || control.tagName === "BUTTON") return true;
  const { selectionStart: start, selectionEnd: end, value } = control;
  const isWhole = start === 0 && end === value.length;
  return isWhole || (start === end && start === (across < 0 ? 0 : value.length));
}

function nearest(from, others, [across, down]) {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of others) {
    const [left, top] = middle(other.getBoundingClientRect());
    const ahead = (left - x) * across + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * across);
    if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [other, ahead + 3 * aside];
  }
  return best;
}

// A sheet whose cells take what a player has written; `typed` holds it by cell, `left` is called
// after the last.
export function toFillIn(title, printed, cells, typed, changed, left) {
  const sheet = Object.assign(new Sheet(title, printed), { left });
  for (const cell of cells) {
    const control = cell.marks.length ? marked(sheet, cell, cells, typed, changed) : number(cell, typed, changed);
    sheet.put(cell.id, control, cell.name);
    control.refresh?.();
  }
  return sheet;
}

function number(cell, typed, changed) {
  const input = element("input", { value: typed[cell.id] ?? "", inputMode: "numeric", autocomplete: "off", maxLength: 9 });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", () => {
    typed[cell.id] = input.value;
    changed();
  });
  return input;
}

// A cell that is marked by a click, with each of its marks in turn.
function marked(sheet, cell, cells, typed, changed) {
  const turn = ["", ...cell.marks.map(([word]) => word)];
  const isSwitch = turn.length === 2;
  const mark = button({}, () => {
    typed[cell.id] = turn[(turn.indexOf(typed[cell.id] ?? "") + 1) % turn.length];
    const others = cells.filter((one) => cell.group && one.group === cell.group && one !== cell);
    for (const other of others) {
      delete typed[other.id];
      sheet.controls.get(other.id).refresh();
    }
    mark.refresh();
    changed();
  });
  mark.refresh = () => {
    const word = typed[cell.id] ?? "";
    if (isSwitch) mark.ariaPressed = String(word !== "");
    const [, label] = cell.marks.find(([one]) => one === word) ?? [];
    if (!isSwitch) mark.ariaLabel = `${cell.name}, ${label ?? words.unmarked}`;
  };
  return mark;
}

// A sheet whose cells are clicked on to name them.
export function toPoint(title, printed, picked) {
  const sheet = new Sheet(title, printed);
  for (const { id, label } of printed.cells) {
    if (id.startsWith("score.")) continue;
    sheet.put(id, button({}, () => picked(label)), label);
  }
  return sheet;
}
