// A form on the desk: it begins with the class, its state stands in the address, it is sent at once.

import { fill, tell, told, usual, values } from "./address.js";
import { ClassForm, FIELDS, STAYING } from "./class-fields.js";
import { by } from "./dom.js";
import { whenChosen, whenDropped } from "./files.js";
import { all, choose, chosen, get } from "./kept.js";
import { noteMade } from "./made.js";
import { addUp, picture, recount, tick, ticked } from "./ticks.js";

const form = by("asked");
const list = by("contents");
const which = form.elements.class;
const none = which.options[0].cloneNode(true);
const ordinary = usual(form);
const typed = new ClassForm(form, draw);
// Where an address says nothing, not even of a class, a form begins with the class chosen last.
const first = get("class", told("class") ?? (location.search ? "" : chosen("class")));
let isLost = Boolean(told("class")) && !first;

function usualNow() {
  const own = FIELDS.filter((name) => typed.current?.[name]).map((name) => [name, typed.current[name]]);
  return { ...ordinary, ...Object.fromEntries(own), contents: list.dataset.usual };
}

function draw() {
  const options = all("class").map((one) => new Option(one.name || form.dataset.unnamed, one.id));
  which.replaceChildren(none.cloneNode(true), ...options);
  which.value = typed.current?.id ?? "";
  by("lost-class").hidden = !isLost;
  change();
}

function change() {
  tell({ ...values(form), made: "", class: isLost ? told("class") : which.value, contents: ticked(list) }, usualNow());
  addUp(list);
}

function take(one) {
  isLost = false;
  choose("class", one?.id ?? "");
  typed.open(one);
}

async function readFile() {
  const reasons = await typed.read();
  typed.say(reasons.join(" "));
  if (!reasons.length) keepClass();
}

function keepClass() {
  isLost = false;
  typed.keep();
}

form.addEventListener("change", (event) => {
  const { name, type } = event.target;
  if (event.target === which) take(get("class", which.value));
  // Names stay here: the class that they are kept with is named in the address.
  else if (type === "file" && ["names", "printer"].includes(name)) readFile();
  else if (STAYING.includes(name)) keepClass();
  else change();
});
by("keep-class").addEventListener("click", keepClass);
// What is still being typed when the page is left counts as typed.
addEventListener("pagehide", () => document.activeElement?.blur());

async function findAgain([[file] = []]) {
  if (!(await typed.readIn(file))) return;
  isLost = false;
  choose("class", typed.current.id);
  draw();
  form.requestSubmit();
}

whenChosen(by("lost-file"), findAgain);
whenDropped(by("lost-class"), findAgain);

document.addEventListener("htmx:afterSettle", () => {
  const progress = by("progress");
  if (progress?.dataset.rows) {
    recount(list, JSON.parse(progress.dataset.rows));
    change();
  }
  picture(list);
  if (progress?.querySelector(".good")) noteMade(document.querySelector("h1").textContent, typed.current?.name);
});

if (first) typed.show(first);
for (const [name, value] of new URLSearchParams(location.search)) if (name !== "contents") fill(form, name, value);
if (told("contents") !== null) tick(list, told("contents"));
draw();
by("class-choice").hidden = by("keeping").hidden = false;
by("class-details").open = !first;
// The scripts that send a form know it by then.
if (!isLost && form.dataset.address === "made") document.addEventListener("DOMContentLoaded", () => form.requestSubmit());
