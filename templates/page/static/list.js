// The workshop for lists: a list is pasted, dropped, typed or opened, put right, kept in this browser.

import { fill, tell, told, usual, values } from "./address.js";
import { element, filled } from "./check-sheet.js";
import * as kept from "./kept.js";
import { Previews } from "./list-previews.js";
import { ListTable } from "./list-table.js";
import { firstRow, readPicture, toFile, toText, wholeText } from "./list-text.js";

const words = JSON.parse(document.getElementById("words").textContent);
const form = document.getElementById("asked");
const typed = document.getElementById("field-table");
const folded = document.getElementById("typed");
const file = document.getElementById("field-table-file");
const title = document.getElementById("field-title");
const opener = document.getElementById("open-list");
const note = document.getElementById("list-told");
const frame = document.getElementById("list-table");
const actions = document.getElementById("list-actions");
// What the list says itself, and what only serves to bring it in.
const OF_LIST = ["table-text", "title", "shipped", "headings", "as", ""];
const PAUSE = 200;

let list = null;
let pause = 0;
const table = new ListTable(frame, words, {
  changed: () => change(),
  picked: (picture, row, column) => takePicture(picture, row, column),
  reread: (isHeaded) => readAgain(isHeaded),
});
const previews = new Previews(form, words, {
  marked: (faults) => table.mark(new Map([...faults].map(([at, said]) => [inTable(at), said]))),
  lead: (row, column) => table.focus(row - 1 - firstRow(list), column - 1),
});

function inTable(at) {
  const [row, column] = at.split(",").map(Number);
  return `${row - 1 - firstRow(list)},${column - 1}`;
}

function say(text) {
  note.textContent = text;
  note.hidden = !text;
}

// Ask how a text or a file is understood; a list of before stays where that is not.
async function understand(body) {
  const answer = await fetch(words.table, { method: "POST", body });
  const found = await answer.json();
  say((found.faults ?? []).join(" "));
  return found.faults ? null : found;
}

function taken({ columns, headings, rows }, name) {
  const headed = headings.some(Boolean);
  return { ...list, name, headed, columns: columns.map((role, at) => ({ role, heading: headings[at], said: false })), rows, pictures: list?.pictures ?? {} };
}

function asked(fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

async function read(fields, name = title.value) {
  const found = await understand(asked(fields));
  if (!found) return false;
  list = taken(found, name);
  show();
  change();
  return true;
}

async function readAgain(isHeaded) {
  await read({ "table-text": wholeText(list), headings: isHeaded ? "yes" : "no" });
}

function show() {
  title.value = list.name ?? "";
  folded.open = false;
  for (const one of [frame, actions]) one.hidden = false;
  table.show(list);
  hand();
}

// The form says what the table does: what is sent is what is seen.
function hand() {
  typed.value = toText(list, words.columns);
  form.elements.headings.value = firstRow(list) ? "yes" : "no";
  form.elements.shipped.value = "";
  file.value = "";
  const used = new Set(list.rows.flat());
  const pictures = new DataTransfer();
  for (const [name, data] of Object.entries(list.pictures)) if (used.has(name)) pictures.items.add(toFile(name, data));
  document.getElementById("pictures").files = pictures.files;
}

// Whatever was changed is handed to the form, kept, and seen in every picture.
function change() {
  if (!list) return;
  hand();
  clearTimeout(pause);
  pause = setTimeout(() => {
    keep();
    previews.draw();
  }, PAUSE);
}

function keep() {
  list.name = title.value;
  try {
    list = Object.assign(list, kept.put("list", list));
  } catch (error) {
    if (!(error instanceof kept.Overtaken)) return say(words["list-no-room"]);
    // Neither of two tabs writes over the other.
    const name = filled(words["list-copied"], { name: list.name });
    const { id, edition, ...rest } = list;
    list = Object.assign(list, kept.put("list", { ...rest, name }));
    title.value = name;
    say(filled(words["list-twice"], { name }));
  }
  remember();
}

function remember() {
  tell({ list: list?.id ?? "", ...values(form, [...OF_LIST]) }, usual(form));
  const mine = document.getElementById("kept-lists");
  const found = kept.all("list");
  mine.replaceChildren(...found.map(({ id, name }) => element("option", { value: id, textContent: name || words["list-name"] })));
  mine.hidden = !found.length;
  opener.value = list?.id ?? "";
}

function open(thing) {
  list = { pictures: {}, ...thing };
  show();
  remember();
  previews.draw();
}

async function takeFile(chosen) {
  if (/\.ludokit\.json$/i.test(chosen.name)) {
    const thing = await kept.handedOn("list", chosen);
    if (thing?.rows && thing?.columns) return open(kept.put("list", thing));
  }
  if (list) list = null;
  return read({ table: chosen }, chosen.name.replace(/\.\w+$/, ""));
}

async function takePicture(picture, row, column) {
  const found = await readPicture(picture);
  if (!found) return say(words["list-undrawn"]);
  say("");
  list.pictures[found.name] = found.data;
  list.rows[row][column] = found.name;
  table.renew(row, column);
  change();
}

typed.addEventListener("input", () => {
  clearTimeout(pause);
  const text = typed.value;
  if (text.trim()) pause = setTimeout(() => read({ "table-text": text }), 2 * PAUSE);
});
typed.addEventListener("input", () => (folded.dataset.typed = "yes"));
file.addEventListener("change", () => file.files[0] && takeFile(file.files[0]));
title.addEventListener("input", change);
form.addEventListener("dragover", (event) => {
  event.preventDefault();
  folded.classList.add("over");
});
for (const kind of ["dragleave", "drop"]) form.addEventListener(kind, () => folded.classList.remove("over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) takeFile(event.dataTransfer.files[0]);
});

opener.addEventListener("change", async () => {
  const [option] = opener.selectedOptions;
  const thing = kept.get("list", opener.value);
  say("");
  list = null;
  if (thing) open(thing);
  else if (option.matches("[data-shipped]")) await read({ shipped: option.value }, option.textContent);
  else begin();
});

// An empty list, to be pasted or typed.
function begin() {
  list = null;
  typed.value = title.value = "";
  folded.open = true;
  for (const one of [frame, actions]) one.hidden = true;
  remember();
  typed.focus();
}

// A field of one game is seen in its picture, any other in all.
form.addEventListener("change", (event) => {
  if (!event.target.name || OF_LIST.includes(event.target.name) || event.target.type === "file") return;
  remember();
  const kind = event.target.closest(".kind");
  if (list) previews.draw(kind ? [kind] : undefined);
});
form.addEventListener("keydown", (event) => {
  // Enter in a field is no choice of a game.
  if (event.key === "Enter" && event.target.matches("input:not([type=file])")) event.preventDefault();
});

document.getElementById("add-row").addEventListener("click", () => table.addRow());
document.getElementById("add-column").addEventListener("click", () => table.addColumn());
document.getElementById("hand-on").addEventListener("click", () => kept.handOn("list", list, title.value));
document.getElementById("copy-list").addEventListener("click", () => {
  const { id, edition, ...rest } = list;
  open(kept.put("list", { ...rest, name: filled(words["list-copied"], { name: list.name || words["list-name"] }) }));
});
document.getElementById("delete-list").addEventListener("click", () => {
  if (!confirm(filled(words["list-sure"], { name: list.name || words["list-name"] }))) return;
  clearTimeout(pause);
  kept.remove("list", list.id);
  begin();
});

// What is made is brought before the eyes.
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.requestConfig?.elt === form) document.getElementById("made").scrollIntoView({ behavior: "smooth" });
});
for (const one of form.querySelectorAll(".scripted")) one.hidden = one.id.startsWith("list-");
for (const one of form.querySelectorAll(".unscripted")) one.hidden = true;
// What nobody has chosen yet is as the class says.
const ofClass = location.search ? null : kept.get("class", kept.chosen("class"));
for (const name of ["pupils", "paper"]) if (ofClass?.[name]) fill(form, name, ofClass[name]);
for (const [name, value] of new URLSearchParams(location.search)) if (!OF_LIST.includes(name)) fill(form, name, value);
const thing = kept.get("list", told("list"));
if (thing) open(thing);
else if (typed.value.trim()) read({ "table-text": typed.value, headings: form.elements.headings.value });
else {
  if (told("list")) say(words["list-missing"]);
  remember();
}
