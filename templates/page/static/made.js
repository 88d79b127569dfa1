// What was made is found again on the first page, by the address that made it.

import { parts } from "./address.js";
import { all, put, remove } from "./kept.js";

const MOST = 8;

export function noteMade(...words) {
  const at = parts().slice(2).join("/") + location.search;
  const before = all("made").sort((one, other) => other.when - one.when);
  const others = before.filter((one) => one.at !== at);
  for (const old of [...before.filter((one) => one.at === at), ...others.slice(MOST - 1)]) remove("made", old.id);
  try {
    put("made", { at, name: words.filter(Boolean).join(" – "), when: Date.now() });
  } catch {
    // It is found by its address alone.
  }
}
