// A class that this browser keeps is seated: its names, at as many tables as it takes.

import { button, filled, words } from "./dom.js";
import { all } from "./kept.js";

// How many sit at a table where the class does not say.
const USUAL = 4;

// Return names by table, as evenly as can be: `size` at most where `least` allows it.
function seated(names, size, least) {
  const count = Math.max(1, Math.min(Math.ceil(names.length / size), Math.floor(names.length / least)));
  const from = (table) => Math.round((table * names.length) / count);
  return Array.from({ length: count }, (_, table) => names.slice(from(table), from(table + 1)));
}

function namesOf(one) {
  return (one["names-text"] ?? "").split("\n").map((name) => name.trim()).filter(Boolean);
}

// Offer each class with names; a click hands over the names of each table.
export function offerClasses(place, [least, most], take) {
  const classes = all("class").filter((one) => namesOf(one).length);
  place.hidden = !classes.length;
  place.replaceChildren(...classes.map((one) => {
    const size = Math.max(least, Math.min(most, Number(one.group) || USUAL));
    return button({ textContent: filled(words.seat, { name: one.name }) }, () => take(seated(namesOf(one), size, least)));
  }));
}
