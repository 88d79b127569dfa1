// The classes that this browser keeps: typed, opened, handed on, read in, forgotten.

import { tell, told } from "./address.js";
import { find, keep, onFile, read, readIn, show } from "./class-fields.js";
import { all, choose, chosen, forgetAll, handOn, onChangeElsewhere, remove } from "./kept.js";

const by = (id) => document.getElementById(id);
const form = by("class");
const heading = by("which").textContent;
let current = find(told("class") ?? chosen("class"));

function draw() {
  const classes = all("class");
  by("none-kept").hidden = classes.length > 0;
  by("list").replaceChildren(...classes.map(drawOne));
  by("which").textContent = current ? called(current) : heading;
  tell({ class: current?.id ?? "" });
}

function called(one) {
  return one.name || form.dataset.unnamed;
}

function drawOne(one) {
  const node = by("one").content.cloneNode(true).firstElementChild;
  const [name, on, gone] = [".name", ".on", ".remove"].map((place) => node.querySelector(place));
  name.textContent = called(one);
  if (one.id === current?.id) name.ariaCurrent = "true";
  for (const button of [on, gone]) button.ariaDescription = called(one);
  node.querySelector("span").textContent = one.pupils ? `(${one.pupils})` : "";
  name.addEventListener("click", () => open(one));
  on.addEventListener("click", () => handOn("class", one, called(one)));
  gone.addEventListener("click", () => {
    if (!confirm(form.dataset.sure)) return;
    remove("class", one.id);
    open(one.id === current?.id ? null : current);
  });
  return node;
}

function open(one) {
  current = one;
  if (one) choose("class", one.id);
  show(form, one);
  refuse([]);
  say("");
  draw();
}

function say(words) {
  by("kept-note").textContent = words;
  by("kept-note").hidden = !words;
}

function refuse(reasons) {
  by("refused").className = reasons.length ? "fault" : "";
  by("refused").replaceChildren(...reasons.map((words) => Object.assign(document.createElement("p"), { textContent: words })));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reasons = await read(form);
  refuse(reasons);
  if (reasons.length) return;
  current = keep(form, current, say);
  draw();
});
form.addEventListener("change", async (event) => {
  if (event.target.type === "file") refuse(await read(form));
});
by("new").addEventListener("click", () => {
  open(null);
  form.elements["class-name"].focus();
});
by("forget").addEventListener("click", async () => {
  if (!confirm(form.dataset.forget)) return;
  await forgetAll();
  open(null);
});

async function takeFile(file) {
  const one = await readIn(file, form, say);
  by("read").value = "";
  if (one) open(one);
}

onFile(by("read"), by("drop"), takeFile);
onChangeElsewhere("class", (id, now) => {
  if (id === current?.id && now) {
    open(now);
    say(form.dataset.changed);
  } else draw();
});

by("classes").hidden = false;
if (current) open(current);
else draw();
