// A class as forms know it: what of their fields is kept, and how it gets in and out.

import { fill } from "./address.js";
import { NoRoom, Overtaken, choose, get, handedOn, put } from "./kept.js";

export const FIELDS = ["class-name", "pupils", "names-text", "group", "country", "paper", "printer-text"];

// What is named by its id in the address, for it stays in this browser.
export const STAYING = ["names-text", "printer-text"];

// Return what a form says of a class.
export function ofForm(form) {
  const known = FIELDS.filter((name) => form.elements[name]);
  return Object.fromEntries(known.map((name) => [name, form.elements[name].value.trim()]));
}

// Put a class into a form, or what is usual for each field that it says nothing of.
export function show(form, one) {
  for (const name of FIELDS) fill(form, name, one?.[name] || form.elements[name]?.dataset.usual || "");
  showProfile(form);
}

export function showProfile(form) {
  const note = document.getElementById("field-printer-kept");
  if (note) note.hidden = !form.elements["printer-text"].value;
}

// Have files and fields read by the program, and put what they say of names and printer into the
// form; return why that cannot be, nothing where it can.
export async function read(form) {
  let answer = { refused: [form.dataset.ended] };
  try {
    answer = await (await fetch(form.dataset.read, { method: "POST", body: new FormData(form) })).json();
  } catch {
    // The program has ended.
  }
  if (answer.refused) return answer.refused;
  for (const [name, text] of Object.entries(answer)) fill(form, name, text);
  for (const one of form.querySelectorAll("[type=file]")) if (["names", "printer"].includes(one.name)) one.value = "";
  showProfile(form);
  return [];
}

// Keep a form's class, in place of `before` or as a new one, and say so; return what is kept now.
export function keep(form, before, say) {
  const now = ofForm(form);
  try {
    const kept = put("class", { ...before, ...now, name: now["class-name"] || before?.name || "" });
    choose("class", kept.id);
    say(form.dataset.kept);
    return kept;
  } catch (error) {
    if (error instanceof Overtaken) {
      show(form, error.there);
      say(form.dataset.changed);
      return error.there;
    }
    if (!(error instanceof NoRoom)) throw error;
    say(form.dataset.noRoom);
    return before;
  }
}

// Keep the class of a file that was handed on, or say why not; return it, null for another file.
export async function readIn(file, form, say) {
  const found = file && (await handedOn("class", file));
  if (!found) {
    say(form.dataset.noFile);
    return null;
  }
  const known = FIELDS.filter((name) => typeof found[name] === "string").map((name) => [name, found[name]]);
  const { id, edition } = found;
  const one = { ...Object.fromEntries(known), id, edition };
  one.name = one["class-name"] ?? "";
  try {
    return put("class", one);
  } catch {
    say(form.dataset.noRoom);
    return one;
  }
}

// Hand over the file of a class that is chosen in a field or dropped onto an area.
export function onFile(field, area, taken) {
  field.addEventListener("change", () => taken(field.files[0]));
  area.addEventListener("dragover", (event) => event.preventDefault());
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    taken(event.dataTransfer.files[0]);
  });
}

// Return the class of an id, null for none.
export function find(id) {
  return get("class", id);
}
