// The search of the site: what is typed is looked up in the index that was made of its pages.

const place = document.getElementById("search");
const field = place.querySelector("input");
const panel = place.querySelector("div");
const list = panel.querySelector("ol");
const MOST = { results: 12, ofPage: 3, words: 24, before: 5 };
const WORTH = { title: 9, heading: 5, text: 1 };
let sections;

function fold(text) {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

// The sections of a page, and the page as a whole, for words that stand far apart.
function read([page, told]) {
  const title = told[0][1];
  const found = told.map(([anchor, heading, text], at) => {
    const mark = anchor || `:~:text=${encodeURIComponent(heading).replaceAll("-", "%2D")}`;
    const own = at ? { href: `${page}#${mark}`, name: `${title} – ${heading}` } : { href: page, name: title };
    return { page, title, heading, text, whole: 0, ...own };
  });
  found.push({ ...found[0], heading: "", text: told.map((one) => one[2]).join(" "), whole: 1 });
  return found.map((one) => ({ ...one, folded: Object.keys(WORTH).map((part) => [` ${fold(one[part])} `, WORTH[part]]) }));
}

// What a section is worth, if each word begins one of its own; a whole word counts twice.
function worth(folded, words) {
  const sums = words.map((word) => folded.reduce((sum, [text, value]) =>
    sum + value * (text.includes(` ${word}`) + text.includes(` ${word} `)), 0));
  return sums.includes(0) ? 0 : sums.reduce((one, other) => one + other, 0);
}

function find(words) {
  const count = {};
  return sections.map((one) => ({ ...one, value: worth(one.folded, words) }))
    .filter((one) => one.value)
    .sort((one, other) => one.whole - other.whole || other.value - one.value || one.text.length - other.text.length)
    .filter(({ page, whole }) => (count[page] = (count[page] ?? 0) + 1) <= (whole ? 1 : MOST.ofPage))
    .slice(0, MOST.results);
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function excerpt(text, words) {
  const all = text.split(" ");
  const hits = all.map((one) => fold(one).split(" ").some((part) => words.some((word) => part.startsWith(word))));
  const start = Math.max(hits.indexOf(true) - MOST.before, 0);
  return all.slice(start, start + MOST.words).flatMap((one, at) => [hits[start + at] ? element("mark", {}, one) : one, " "]);
}

function show() {
  const words = fold(field.value).split(" ").filter(Boolean);
  sections ??= globalThis.searchIndex?.flatMap(read);
  const found = words.length && sections ? find(words) : [];
  list.replaceChildren(...found.map(({ href, name, text }) => {
    const link = element("a", { href: new URL(href, new URL(place.dataset.index, document.baseURI)) }, name);
    return element("li", {}, link, element("p", {}, ...excerpt(text, words)));
  }));
  panel.hidden = !words.length || !sections;
  panel.firstElementChild.textContent = found.length ? place.dataset.found.replace("{n}", found.length) : place.dataset.none;
}

// The arrows lead through field and results, Enter to the first, Escape back to the field.
place.addEventListener("keydown", (event) => {
  const stops = [field, ...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
  else if (event.key === "Enter" && event.target === field) stops[1]?.click();
  else if (event.key === "Escape") {
    panel.hidden = true;
    field.focus();
  } else return;
  event.preventDefault();
});
for (const left of ["click", "focusin"]) {
  document.addEventListener(left, ({ target }) => { panel.hidden ||= !place.contains(target); });
}
list.addEventListener("click", () => { panel.hidden = true; });
field.addEventListener("input", show);
field.addEventListener("focus", () => {
  document.head.append(element("script", { src: place.dataset.index, onload: show }));
}, { once: true });
place.hidden = false;
