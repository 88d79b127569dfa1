// The workshop for lists: a list is pasted, dropped, typed or opened, put right, kept in this browser.

import { fill, tell, told, usual, values } from "./address.js";
import { by, filled, say, words } from "./dom.js";
import { answered, whenDropped } from "./files.js";
import * as kept from "./kept.js";
import { Previews } from "./list-previews.js";
import { ListTable } from "./list-table.js";
import { firstRow, readPicture, toFile, toText, wholeText } from "./list-text.js";
import { noteMade } from "./made.js";

const form = by("asked");
const typed = by("field-table");
const folded = by("typed");
const file = by("field-table-file");
const title = by("field-title");
const opener = by("open-list");
const frame = by("list-table");
const actions = by("list-actions");
// What the list says itself, and what only serves to bring it in.
const OF_LIST = ["table-text", "title", "shipped", "headings", "as", ""];
const PAUSE = 200;

let list = null;
let pause = 0;
const table = new ListTable(frame, {
  changed: () => change(),
  picked: (picture, row, column) => takePicture(picture, row, column),
  reread: (isHeaded) => read({ "table-text": wholeText(list), headings: isHeaded ? "yes" : "no" }),
});
const previews = new Previews(form, {
  marked: (faults) => table.mark(new Map([...faults].map(([at, said]) => [inTable(at), said]))),
  lead: (row, column) => table.focus(row - 1 - firstRow(list), column - 1),
});

function inTable(at) {
  const [row, column] = at.split(",").map(Number);
  return `${row - 1 - firstRow(list)},${column - 1}`;
}

const note = (text) => say(by("list-told"), text);

// Ask how a text or a file is understood; a list of before stays where that is not.
async function read(fields, name = title.value) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  let found = null;
  try {
    found = await (await answered(fetch(words.table, { method: "POST", body }), by("ended").textContent)).json();
    note("");
  } catch (error) {
    return note(error.message);
  }
  const { columns, headings, rows } = found;
  const named = columns.map((role, at) => ({ role, heading: headings[at], said: false }));
  list = { pictures: {}, ...list, name, headed: headings.some(Boolean), columns: named, rows };
  show();
  change();
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
  by("pictures").files = pictures.files;
  offer(new Set(list.columns.map(({ role }) => role)));
}

// What a list has no column for is not offered.
function offer(roles) {
  for (const { options } of form.querySelectorAll("select[name$='.sides']"))
    for (const one of options) one.hidden = one.value !== "" && one.value.split(/[,+]/).some((name) => !roles.has(name));
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
    Object.assign(list, kept.put("list", list));
  } catch (error) {
    if (!(error instanceof kept.Overtaken)) return note(words.noRoom);
    // Neither of two tabs writes over the other.
    title.value = Object.assign(list, keepCopy()).name;
    note(filled(words.twice, { name: list.name }));
  }
  remember();
}

function keepCopy() {
  const { id, edition, ...rest } = list;
  return kept.put("list", { ...rest, name: filled(words.copied, { name: list.name || words.name }) });
}

function remember() {
  tell({ list: list?.id ?? "", ...values(form, OF_LIST) }, usual(form));
  const found = kept.all("list").map(({ id, name }) => new Option(name || words.name, id));
  by("kept-lists").replaceChildren(...found);
  by("kept-lists").hidden = !found.length;
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
  list = null;
  return read({ table: chosen }, chosen.name.replace(/\.\w+$/, ""));
}

async function takePicture(picture, row, column) {
  const found = await readPicture(picture);
  if (!found) return note(words.undrawn);
  note("");
  list.pictures[found.name] = found.data;
  list.rows[row][column] = found.name;
  table.renew(row, column);
  change();
}

typed.addEventListener("input", () => {
  clearTimeout(pause);
  const text = typed.value;
  if (text.trim()) pause = setTimeout(() => read({ "table-text": text }), 2 * PAUSE);
  folded.dataset.typed = "yes";
});
file.addEventListener("change", () => file.files[0] && takeFile(file.files[0]));
title.addEventListener("input", change);
whenDropped(form, ([[chosen] = []]) => chosen && takeFile(chosen), folded);

opener.addEventListener("change", async () => {
  const [option] = opener.selectedOptions;
  const thing = kept.get("list", opener.value);
  note("");
  tell({ as: "" });
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

by("add-row").addEventListener("click", () => table.addRow());
by("add-column").addEventListener("click", () => table.addColumn());
by("hand-on").addEventListener("click", () => kept.handOn("list", list, title.value));
by("copy-list").addEventListener("click", () => {
  // What was just typed belongs to the list that is copied.
  clearTimeout(pause);
  keep();
  open(keepCopy());
});
by("delete-list").addEventListener("click", () => {
  if (!confirm(filled(words.sure, { name: list.name || words.name }))) return;
  clearTimeout(pause);
  kept.remove("list", list.id);
  begin();
});

// The game that is made stands in the address: a reload makes it again, the first page finds it.
form.addEventListener("submit", ({ submitter }) => tell({ as: submitter?.value ?? "" }));
document.addEventListener("htmx:afterSettle", () => {
  const kind = buttonOf(told("as"))?.closest(".kind").querySelector("h3").textContent;
  if (document.querySelector("#progress .good")) noteMade(title.value || words.name, kind);
});
document.addEventListener("DOMContentLoaded", () => list && buttonOf(told("as"))?.click());

function buttonOf(kind) {
  return kind && form.querySelector(`button[name=as][value="${CSS.escape(kind)}"]`);
}

// What is made is brought before the eyes.
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.requestConfig?.elt === form) by("made").scrollIntoView({ behavior: "smooth" });
});
// What nobody has chosen yet is as the class says.
const ofClass = location.search ? null : kept.get("class", kept.chosen("class"));
for (const name of ["pupils", "paper"]) if (ofClass?.[name]) fill(form, name, ofClass[name]);
for (const [name, value] of new URLSearchParams(location.search)) if (!OF_LIST.includes(name)) fill(form, name, value);
const thing = kept.get("list", told("list"));
if (thing) open(thing);
else if (typed.value.trim()) read({ "table-text": typed.value, headings: form.elements.headings.value });
else {
  if (told("list")) note(words.missing);
  remember();
}
