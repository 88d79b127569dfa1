// Games that this browser holds: dropped or begun here, shown, written on, taken out as an archive.

import { button, by, element, filled, say } from "./dom.js";
import { answered, handIn, whenChosen, whenDropped } from "./files.js";
import { all, NoRoom, put, remove } from "./kept.js";

const KIND = "folder";
const TEXT = /\.(ya?ml|csv|tsv|txt|svg|json)$/i;
const place = by("held");
const words = place.dataset;

const found = (name) => all(KIND).find((one) => one.name === name);

// Base64 and back; what is text is UTF-8.
const bytes = (text) => Uint8Array.from(atob(text), (one) => one.codePointAt(0));
const packed = (data) => btoa(Array.from(data, (one) => String.fromCodePoint(one)).join(""));

function tell(text) {
  say(by("told"), text);
  by("told").scrollIntoView({ block: "nearest" });
}

function keep(name, files) {
  try {
    put(KIND, { ...found(name), name, files });
  } catch (error) {
    tell(error instanceof NoRoom ? words.noRoom : String(error));
  }
}

// Have the program lay files out as a game, and go there.
async function hold(files) {
  try {
    const { at } = await (await handIn(words.hold, files, words.ended)).json();
    location.assign(at);
  } catch (error) {
    tell(error.message);
  }
}

const asFiles = ({ name, files }) => Object.entries(files).map(([path, data]) => [new File([bytes(data)], path), `${name}/${path}`]);

function draw() {
  const games = all(KIND).map((one) => {
    const open = button({ textContent: one.name }, () => hold(asFiles(one)));
    const gone = button({ textContent: words.remove, ariaDescription: one.name }, () => {
      if (!confirm(filled(words.sure, { game: one.name }))) return;
      remove(KIND, one.id);
      draw();
    });
    return element("li", {}, open, gone);
  });
  place.querySelector("ul").replaceChildren(...games);
}

// What systems put beside the files of a person is no part of a game.
const take = (chosen) => hold(chosen.filter(([, path]) => !/(^|\/)\./.test(path)));

if (by("files")) {
  const files = JSON.parse(by("files").textContent);
  const form = by("edited");
  keep(words.game, files);
  for (const path of Object.keys(files).filter((one) => TEXT.test(one))) {
    const value = new TextDecoder().decode(bytes(files[path]));
    const area = element("textarea", { name: path, value, rows: Math.min(24, value.split("\n").length + 1), spellcheck: false, ariaLabel: path });
    form.lastElementChild.before(element("details", {}, element("summary", { textContent: path }), area));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const texts = [...form.elements].filter((one) => one.name).map((one) => [one.name, packed(new TextEncoder().encode(one.value))]);
    hold(asFiles({ name: words.game, files: { ...files, ...Object.fromEntries(texts) } }));
  });
} else if (words.missing) {
  const one = found(words.game);
  if (one) hold(asFiles(one));
  else tell(words.missing);
} else {
  draw();
  whenDropped(by("drop"), take);
  for (const input of [by("own-folder"), by("own-packed")]) whenChosen(input, take);
  // What a frame sends by itself has no origin here.
  by("asked").addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new FormData(event.target, event.submitter);
    try {
      location.assign((await answered(fetch(location.href, { method: "POST", body }), words.ended)).url);
    } catch (error) {
      tell(error.message);
    }
  });
}
