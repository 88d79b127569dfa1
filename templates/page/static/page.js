// What every part of the page does.

import { choice, parts, root } from "./address.js";
import { by, element } from "./dom.js";
import { faultsIn } from "./files.js";
import { all, take, wish } from "./kept.js";

const PATIENCE = 15 * 60_000;
const NOT_FOUND = 404;

// An address of an earlier start: what is behind its key is kept for the page that opens next.
const goOnLater = () => wish("choice", { at: choice(), until: Date.now() + PATIENCE });

if (by("old")) goOnLater();
else if (choice().split("/").length === 2 && !location.search) {
  const wanted = take("choice");
  if (wanted?.until > Date.now()) location.replace(`${root()}${parts()[0]}/${wanted.at}`);
}

// What was made here lately, by the addresses that made it.
const lately = by("lately");
if (lately) {
  const language = document.documentElement.lang;
  const made = all("made").sort((one, other) => other.when - one.when);
  lately.hidden = !made.length;
  for (const { at, name, when } of made) {
    const link = element("a", { textContent: name, href: new URL(at, new URL("./", location.href)) });
    const day = new Date(when).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
    const told = element("span", { className: "quiet", textContent: ` ${day}` });
    lately.lastElementChild.append(element("li", {}, link, told));
  }
}

// The same choice in the other language: what stands in the address goes with it.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".languages a");
  if (link) link.search = location.search;
  const button = event.target.closest("button[formaction]");
  if (!button) return;
  event.preventDefault();
  if (button.form.dataset.address !== undefined) {
    const [key, , ...rest] = parts();
    location.assign(root() + [key, button.lang, ...rest].join("/") + location.search);
    return;
  }
  button.form.action = button.formAction;
  button.form.submit();
});

// Where the program has been ended nothing more can come; where it was started again, at a new key,
// the page says how to go on.
document.addEventListener("htmx:sendError", () => {
  by("ended").hidden = false;
  goOnLater();
});
document.addEventListener("htmx:afterOnLoad", () => {
  if (!by("ended").hidden) take("choice");
  by("ended").hidden = true;
});
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  if (xhr.status === NOT_FOUND) location.reload();
  else by("made").replaceChildren(element("p", { className: "fault", textContent: faultsIn(xhr.responseText) }));
});
