// What this browser keeps for the page: things of a kind ("class", "list", ...), each by its id.
// Nothing of it leaves the machine but in a file that somebody hands on.

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

export function newId() {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (one) => letters[one % letters.length]).join("");
}

export function isId(text) {
  return ID.test(text ?? "");
}

function place(kind, id) {
  if (!KIND.test(kind) || !isId(id)) throw new TypeError(`${kind} ${id}`);
  return `${ROOT}${kind}.${id}`;
}

function read(key) {
  try {
    const thing = JSON.parse(localStorage.getItem(key));
    return thing && typeof thing === "object" && !Array.isArray(thing) ? thing : null;
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    throw new NoRoom();
  }
}

// Return the thing of an id, null for none.
export function get(kind, id) {
  return isId(id) ? read(place(kind, id)) : null;
}

// Return every thing of a kind, by name.
export function all(kind) {
  let keys = [];
  try {
    keys = Object.keys(localStorage);
  } catch {
    // Nothing is kept.
  }
  const things = keys.filter((key) => key.startsWith(`${ROOT}${kind}.`) && isId(key.split(".")[2])).map(read);
  return things.filter(Boolean).sort((one, other) => `${one.name}`.localeCompare(`${other.name}`, undefined, { numeric: true }));
}

// Keep a thing, a new one under a new id, and return it as it is kept. What was read must not have
// been changed by another tab meanwhile: Overtaken. NoRoom where the browser keeps nothing.
export function put(kind, thing) {
  const id = thing.id ?? newId();
  const there = get(kind, id);
  if (there && there.edition !== thing.edition) throw new Overtaken(there);
  const kept = { ...thing, id, edition: (there?.edition ?? 0) + 1 };
  write(place(kind, id), JSON.stringify(kept));
  return kept;
}

export function remove(kind, id) {
  localStorage.removeItem(place(kind, id));
  if (chosen(kind) === id) choose(kind, "");
}

// The id of the thing that new forms begin with, "" for none.
export function chosen(kind) {
  try {
    return localStorage.getItem(`${ROOT}chosen-${kind}`) ?? "";
  } catch {
    return "";
  }
}

export function choose(kind, id) {
  try {
    localStorage.setItem(`${ROOT}chosen-${kind}`, id);
  } catch {
    // It is chosen for this form alone.
  }
}

// Keep a wish for the page that opens next, which takes it away.
export function wish(name, what) {
  try {
    localStorage.setItem(`${ROOT}wish-${name}`, JSON.stringify(what));
  } catch {
    // It is asked for again then.
  }
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
  for (const key of Object.keys(localStorage)) if (key.startsWith(ROOT)) localStorage.removeItem(key);
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name.startsWith(ROOT)) indexedDB.deleteDatabase(name);
}

// Hand a thing on as a file of a name, which keeps its id: addresses that name it go on to hold.
export function handOn(kind, thing, name) {
  const { edition, ...content } = thing;
  const text = JSON.stringify({ ludokit: kind, ...content }, null, 1);
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" })),
    download: `${(name || kind).replace(/[^\p{L}\p{N}]+/gu, "-")}.ludokit.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
