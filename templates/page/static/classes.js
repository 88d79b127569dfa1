// The classes that this browser keeps: typed, opened, handed on, read in, forgotten.

import { tell, told } from "./address.js";
import { ClassForm } from "./class-fields.js";
import { by, element } from "./dom.js";
import { whenChosen, whenDropped } from "./files.js";
import { all, choose, chosen, forgetAll, get, handOn, remove } from "./kept.js";

const form = by("class");
const heading = by("which").textContent;
const typed = new ClassForm(form, draw);

function draw() {
  const classes = all("class");
  const { current } = typed;
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
  if (one.id === typed.current?.id) name.ariaCurrent = "true";
  for (const button of [on, gone]) button.ariaDescription = called(one);
  node.querySelector("span").textContent = one.pupils ? `(${one.pupils})` : "";
  name.addEventListener("click", () => open(one));
  on.addEventListener("click", () => handOn("class", one, called(one)));
  gone.addEventListener("click", () => {
    if (!confirm(form.dataset.sure)) return;
    remove("class", one.id);
    open(one.id === typed.current?.id ? null : typed.current);
  });
  return node;
}

function open(one) {
  if (one) choose("class", one.id);
  refuse([]);
  typed.open(one);
}

function refuse(reasons) {
  by("refused").className = reasons.length ? "fault" : "";
  by("refused").replaceChildren(...reasons.map((textContent) => element("p", { textContent })));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reasons = await typed.read();
  refuse(reasons);
  if (!reasons.length) typed.keep();
});
form.addEventListener("change", async (event) => {
  if (event.target.type === "file") refuse(await typed.read());
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

async function readIn([[file] = []]) {
  const isClass = await typed.readIn(file);
  by("read").value = "";
  if (!isClass) return;
  refuse([]);
  choose("class", typed.current.id);
}

whenChosen(by("read"), readIn);
whenDropped(by("drop"), readIn);
by("classes").hidden = false;
const first = get("class", told("class") ?? chosen("class"));
if (first) open(first);
else draw();
