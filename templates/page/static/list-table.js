// The table of a list as it was understood: columns named, cells to put right, pictures dropped.

import { button, element, filled, words } from "./dom.js";
import { firstRow } from "./list-text.js";

const PICTURE = /\.(png|jpe?g|svg|gif|webp|bmp|tiff?|heic|avif|svgz)$/i;

// What a spreadsheet calls a cell of a list, row and column counted from 0.
function cellName(list, row, column) {
  let letters = "";
  for (let n = column + 1; n; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  return `${letters}${row + 1 + firstRow(list)}`;
}

export class ListTable {
  // `changed` is called when anything differs, `picked` with a file for a cell, `reread` with a
  // text and whether its first row is headings.
  constructor(frame, { changed, picked, reread }) {
    Object.assign(this, { frame, changed, picked, reread, list: null });
    frame.addEventListener("keydown", (event) => this.move(event));
    frame.addEventListener("paste", (event) => this.pasted(event));
  }

  show(list) {
    this.list = list;
    const names = list.columns.map((_, at) => element("th", { scope: "col" }, ...this.column(at)));
    const edge = () => element("th", { className: "edge" });
    this.body = element("tbody", {}, ...list.rows.map((_, at) => this.row(at)));
    const box = element("input", { type: "checkbox", checked: list.headed });
    box.addEventListener("change", () => this.reread(box.checked));
    const table = element("table", {}, element("thead", {}, element("tr", {}, edge(), ...names, edge())), this.body);
    this.frame.replaceChildren(element("label", { className: "first-row" }, box, words.firstRow), table);
  }

  // What a column is, chosen of those that games ask for; beneath, what it is headed in the list.
  column(at) {
    const { columns } = this.list;
    const options = Object.entries(words.columns).map(([value, { label }]) => element("option", { value, textContent: label }));
    options.push(element("option", { value: "", textContent: words.unused }));
    const { role, heading } = columns[at];
    if (role && !words.columns[role]) options.unshift(element("option", { value: role, textContent: heading || role }));
    const select = element("select", { ariaLabel: filled(words.column, { column: at + 1 }) }, ...options);
    select.value = role;
    select.addEventListener("change", () => {
      const before = columns.find((one, other) => other !== at && one.role === select.value && select.value);
      // Two columns cannot be the same: they change places.
      if (before) Object.assign(before, { role: columns[at].role, said: true });
      Object.assign(columns[at], { role: select.value, said: true });
      this.show(this.list);
      this.frame.querySelectorAll("thead select")[at].focus();
      this.changed();
    });
    return [select, element("span", { className: "heading", textContent: heading })];
  }

  row(at) {
    const cells = this.list.columns.map((_, column) => this.cell(at, column));
    const remove = button({ textContent: "×", ariaLabel: filled(words.removeRow, { row: at + 1 }) }, () => {
      this.list.rows.splice(at, 1);
      this.show(this.list);
      this.focus(Math.min(at, this.list.rows.length - 1), 0);
      this.changed();
    });
    const number = element("th", { scope: "row", className: "edge", textContent: at + 1 + firstRow(this.list) });
    return element("tr", {}, number, ...cells, element("td", { className: "edge" }, remove));
  }

  // The cell of a row and column, counted from 0: before it stands the row's number.
  at(row, column) {
    return this.body?.rows[row]?.cells[column + 1];
  }

  cell(row, column) {
    const { rows, columns, pictures } = this.list;
    const value = rows[row][column] ?? "";
    const name = filled(words.cell, { cell: cellName(this.list, row, column), column: this.title(column) });
    const input = element("input", { value, ariaLabel: name, maxLength: 500, autocomplete: "off" });
    input.addEventListener("input", () => {
      rows[row][column] = input.value;
      this.changed();
    });
    const shown = [input];
    const data = pictures[value];
    if (data) shown.unshift(element("img", { src: data, alt: "" }));
    if (columns[column].role === "picture") {
      const file = element("input", { type: "file", accept: ".png,.jpg,.jpeg,.svg,image/*", ariaLabel: filled(words.picture, { cell: cellName(this.list, row, column) }) });
      file.addEventListener("change", () => file.files[0] && this.picked(file.files[0], row, column));
      shown.push(element("label", { className: "pick" }, "…", file));
    }
    const cell = element("td", {}, element("div", { className: "cell" }, ...shown));
    cell.addEventListener("dragover", (event) => event.preventDefault());
    cell.addEventListener("drop", (event) => {
      const [dropped] = event.dataTransfer.files;
      if (!dropped || !(dropped.type.startsWith("image/") || PICTURE.test(dropped.name))) return;
      event.preventDefault();
      event.stopPropagation();
      this.picked(dropped, row, column);
    });
    return cell;
  }

  title(column) {
    const { role, heading } = this.list.columns[column];
    return words.columns[role]?.label ?? heading;
  }

  // Draw a cell anew, after a picture has come.
  renew(row, column) {
    this.at(row, column).replaceWith(this.cell(row, column));
  }

  focus(row, column) {
    this.at(row, column)?.querySelector(".cell > input")?.focus();
  }

  addRow() {
    this.list.rows.push(this.list.columns.map(() => ""));
    this.body.append(this.row(this.list.rows.length - 1));
    this.focus(this.list.rows.length - 1, 0);
  }

  addColumn() {
    const taken = this.list.columns.map(({ role }) => role);
    const role = ["word", "answer", "picture", "family", "level"].find((one) => !taken.includes(one)) ?? "";
    this.list.columns.push({ role, heading: "", said: true });
    for (const row of this.list.rows) row.push("");
    this.show(this.list);
    this.changed();
  }

  // Enter and arrows lead up and down; Enter in the last row adds one.
  move(event) {
    const { key, target } = event;
    const cell = target.closest("td");
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[key];
    if (!step || !cell || !target.matches(".cell > input")) return;
    event.preventDefault();
    const row = cell.parentElement.sectionRowIndex + step;
    if (key === "Enter" && row === this.list.rows.length) this.addRow();
    else this.focus(row, cell.cellIndex - 1);
  }

  // Several cells are pasted as several cells, from the one that has the focus on.
  pasted(event) {
    const text = event.clipboardData.getData("text");
    const cell = event.target.closest("td");
    if (!cell || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const [top, left] = [cell.parentElement.sectionRowIndex, cell.cellIndex - 1];
    const { rows, columns } = this.list;
    for (const [down, line] of text.replace(/\r?\n$/, "").split(/\r?\n/).entries()) {
      const row = (rows[top + down] ??= columns.map(() => ""));
      for (const [across, cell] of line.split("\t").entries()) {
        if (left + across < columns.length) row[left + across] = cell.trim();
      }
    }
    this.show(this.list);
    this.focus(top, left);
    this.changed();
  }

  // Mark the cells at which something does not fit, by "row,column", with what is said there.
  mark(faults) {
    for (const why of this.frame.querySelectorAll(".why")) {
      const cell = why.closest("td");
      cell.classList.remove("wrong");
      cell.querySelector(".cell > input").removeAttribute("aria-invalid");
      cell.querySelector(".cell > input").removeAttribute("aria-describedby");
      why.remove();
    }
    for (const [place, told] of faults) {
      const cell = this.at(...place.split(",").map(Number));
      const input = cell?.querySelector(".cell > input");
      if (!input) continue;
      const id = `why-${place.replace(",", "-")}`;
      cell.classList.add("wrong");
      cell.append(element("p", { className: "why", id, textContent: told.join(" ") }));
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", id);
    }
  }
}
