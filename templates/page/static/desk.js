// A form on the desk: it begins with the class, its state stands in the address, it is sent at once.

import { fill, tell, told, usual, values } from "./address.js";
import { FIELDS, STAYING, find, keep, onFile, read, readIn, show } from "./class-fields.js";
import { all, choose, chosen, onChangeElsewhere, put, remove } from "./kept.js";
import { addUp, picture, recount, tick, ticked } from "./ticks.js";

const by = (id) => document.getElementById(id);
const form = by("asked");
const list = by("contents");
const which = form.elements.class;
const none = which.options[0].cloneNode(true);
const ordinary = usual(form);
const MOST_MADE = 8;
// Where an address says nothing, not even of a class, a form begins with the class chosen last.
const asked = told("class") ?? (location.search ? "" : chosen("class"));
let current = find(asked);
let isLost = Boolean(told("class")) && !current;

function usualNow() {
  const own = FIELDS.filter((name) => current?.[name]).map((name) => [name, current[name]]);
  return { ...ordinary, ...Object.fromEntries(own), contents: list?.dataset.usual };
}

function drawClasses() {
  const options = all("class").map((one) => new Option(one.name || form.dataset.unnamed, one.id));
  which.replaceChildren(none.cloneNode(true), ...options);
  which.value = current?.id ?? "";
  by("lost-class").hidden = !isLost;
}

function change() {
  const now = { ...values(form), made: "", class: isLost ? told("class") : which.value };
  if (list) now.contents = ticked(list);
  tell(now, usualNow());
  if (list) addUp(list);
}

function say(words) {
  by("kept-note").textContent = words;
  by("kept-note").hidden = !words;
}

function take(one) {
  current = one;
  isLost = false;
  choose("class", one?.id ?? "");
  show(form, one);
  drawClasses();
  change();
}

async function readFile() {
  const reasons = await read(form);
  say(reasons.join(" "));
  if (!reasons.length) keepClass();
}

function keepClass() {
  current = keep(form, current, say);
  isLost = false;
  drawClasses();
  change();
}

form.addEventListener("change", (event) => {
  const { name, type } = event.target;
  if (event.target === which) take(find(which.value));
  // Names stay here: the class that they are kept with is named in the address.
  else if (type === "file" && ["names", "printer"].includes(name)) readFile();
  else if (STAYING.includes(name)) keepClass();
  else change();
});
by("keep-class")?.addEventListener("click", keepClass);
// What is still being typed when the page is left counts as typed.
addEventListener("pagehide", () => document.activeElement?.blur());

async function findAgain(file) {
  const one = await readIn(file, form, say);
  if (!one) return;
  take(one);
  form.requestSubmit();
}

onFile(by("lost-file"), by("lost-class"), findAgain);
onChangeElsewhere("class", (id, now) => {
  if (id === current?.id && now) {
    current = now;
    show(form, now);
    say(form.dataset.changed);
  }
  drawClasses();
  change();
});

// What was made is found again on the first page, by the address that made it.
document.addEventListener("htmx:afterSettle", () => {
  const progress = by("progress");
  if (list && progress?.dataset.rows) {
    recount(list, JSON.parse(progress.dataset.rows));
    change();
  }
  if (list) picture(list);
  if (!progress?.querySelector(".good")) return;
  const at = location.pathname.split("/").slice(3).join("/") + location.search;
  const told = [document.querySelector("h1").textContent, current?.name].filter(Boolean).join(" – ");
  const before = all("made").filter((one) => one.at !== at).sort((one, other) => other.when - one.when);
  for (const old of before.slice(MOST_MADE - 1)) remove("made", old.id);
  for (const old of all("made")) if (old.at === at) remove("made", old.id);
  try {
    put("made", { at, name: told, when: Date.now() });
  } catch {
    // It is found by its address alone.
  }
});

if (current) show(form, current);
for (const [name, value] of new URLSearchParams(location.search)) if (name !== "contents") fill(form, name, value);
if (list && told("contents") !== null) tick(list, told("contents"));
drawClasses();
by("class-choice").hidden = false;
for (const one of document.querySelectorAll("#keeping")) one.hidden = false;
for (const one of document.querySelectorAll("#class-details")) one.open = !current;
change();
// The scripts that send a form know it by then.
if (!isLost && form.dataset.address === "made") document.addEventListener("DOMContentLoaded", () => form.requestSubmit());
