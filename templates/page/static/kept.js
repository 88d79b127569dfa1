// What this browser keeps for the page: things of a kind ("class", "list", ...), each by its id.
// Nothing of it leaves the machine but in a file that somebody hands on.

import { save } from "./files.js";

const ROOT = "ludokit.";
const KIND = /^[a-z]+$/;
const ID = /^[a-z0-9]{6,20}$/;
const LENGTH = 10;

// Somebody else has changed the thing since it was read: `there` is what is kept.
export class Overtaken extends Error {
  constructor(there) {
    super("overtaken");
    this.there = there;
  }
}

// The browser keeps nothing, or has no room for this.
export class NoRoom extends Error {}

// A browser may be told to keep nothing: then it refuses every question.
function asked(question, otherwise = null) {
  try {
    return question(localStorage);
  } catch {
    return otherwise;
  }
}

// Return every key that begins so.
export function keysAfter(before) {
  return asked((storage) => Object.keys(storage).filter((key) => key.startsWith(before)), []);
}

// Return what is kept under a key, null for nothing that the page has kept.
export function read(key) {
  const thing = asked((storage) => JSON.parse(storage.getItem(key)));
  return thing && typeof thing === "object" && !Array.isArray(thing) ? thing : null;
}

// Keep something under a key; NoRoom where the browser does not.
export function write(key, thing) {
  const isKept = asked((storage) => storage.setItem(key, JSON.stringify(thing)) ?? true);
  if (!isKept) throw new NoRoom();
}

function newId() {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (one) => letters[one % letters.length]).join("");
}

function isId(text) {
  return ID.test(text ?? "");
}

function place(kind, id) {
  if (!KIND.test(kind) || !isId(id)) throw new TypeError(`${kind} ${id}`);
  return `${ROOT}${kind}.${id}`;
}

// Return the thing of an id, null for none.
export function get(kind, id) {
  return isId(id) ? read(place(kind, id)) : null;
}

// Return every thing of a kind, by name.
export function all(kind) {
  const keys = keysAfter(`${ROOT}${kind}.`).filter((key) => isId(key.split(".")[2]));
  const things = keys.map(read).filter(Boolean);
  return things.sort((one, other) => `${one.name}`.localeCompare(`${other.name}`, undefined, { numeric: true }));
}

// Keep a thing, a new one under a new id, and return it as it is kept. What was read must not have
// been changed by another tab meanwhile: Overtaken. NoRoom where the browser keeps nothing.
export function put(kind, thing) {
  const id = thing.id ?? newId();
  const there = get(kind, id);
  if (there && there.edition !== thing.edition) throw new Overtaken(there);
  const kept = { ...thing, id, edition: (there?.edition ?? 0) + 1 };
  write(place(kind, id), kept);
  return kept;
}

export function remove(kind, id) {
  localStorage.removeItem(place(kind, id));
  if (chosen(kind) === id) choose(kind, "");
}

// The id of the thing that new forms begin with, "" for none.
export function chosen(kind) {
  return asked((storage) => storage.getItem(`${ROOT}chosen-${kind}`)) ?? "";
}

// What is not kept is chosen for this form alone.
export function choose(kind, id) {
  asked((storage) => storage.setItem(`${ROOT}chosen-${kind}`, id));
}

// Keep a wish for the page that opens next, which takes it away.
export function wish(name, what) {
  asked((storage) => storage.setItem(`${ROOT}wish-${name}`, JSON.stringify(what)));
}

export function take(name) {
  const found = read(`${ROOT}wish-${name}`);
  if (found) localStorage.removeItem(`${ROOT}wish-${name}`);
  return found;
}

// Call with an id and what is kept under it (null: removed) whenever another tab changes a kind.
export function onChangeElsewhere(kind, call) {
  window.addEventListener("storage", (event) => {
    const [root, of, id] = (event.key ?? "").split(".");
    if (`${root}.` === ROOT && of === kind && isId(id)) call(id, get(kind, id));
  });
}

// Everything that any part of the page has kept, in databases too.
export async function forgetAll() {
  for (const key of keysAfter(ROOT)) localStorage.removeItem(key);
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name.startsWith(ROOT)) indexedDB.deleteDatabase(name);
}

// Hand a thing on as a file of a name, which keeps its id: addresses that name it go on to hold.
export function handOn(kind, thing, name) {
  const { edition, ...content } = thing;
  const text = JSON.stringify({ ludokit: kind, ...content }, null, 1);
  const called = (name || kind).replace(/[^\p{L}\p{N}]+/gu, "-");
  save(new Blob([`${text}\n`], { type: "application/json" }), `${called}.ludokit.json`);
}

// Return the thing of a kind in a file that was handed on, to be kept by `put`; null for another.
export async function handedOn(kind, file) {
  try {
    const { ludokit, ...thing } = JSON.parse(await file.text());
    if (ludokit !== kind) return null;
    const id = isId(thing.id) ? thing.id : newId();
    return { ...thing, id, edition: get(kind, id)?.edition };
  } catch {
    return null;
  }
}
