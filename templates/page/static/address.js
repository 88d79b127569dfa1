// The address is the choice: what a form says stands behind the question mark of its address.
// Lists, pictures and names do not: they stay in this browser, and the address names them by an id.

// Return what the address says of a field, null where it says nothing.
export function told(name) {
  return new URLSearchParams(location.search).get(name);
}

// Write values into the address, those alone that differ from what they are anyway; others stay.
// A step back leads to the page before, not to the value before.
export function tell(values, usual = {}) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if ((value ?? "") === (usual[name] ?? "")) query.delete(name);
    else query.set(name, value);
  }
  query.sort();
  const text = `${query}`.replaceAll("%2C", ",");
  history.replaceState(history.state, "", `${location.pathname}${text && "?"}${text}`);
}

// What stays in this browser, or is no value at all.
const UNTOLD = ["file", "hidden", "submit", "textarea"];

// Return the values of a form's fields by name, "" for an empty one, but for what is untold and
// `others`. Boxes of one name are joined by commas.
export function values(form, others = []) {
  const found = {};
  for (const field of form.elements) {
    if (!field.name || UNTOLD.includes(field.type) || others.includes(field.name)) continue;
    if (field.type === "radio" && !field.checked) continue;
    const value = field.type === "checkbox" && !field.checked ? "" : field.value.trim();
    found[field.name] = [found[field.name], value].filter(Boolean).join(",");
  }
  return found;
}

// Return what a form's fields say where nobody touches them: a choice's `data-usual`, or nothing.
export function usual(form) {
  const fields = [...form.elements].filter((field) => field.dataset?.usual);
  return Object.fromEntries(fields.map((field) => [field.name, field.dataset.usual]));
}

// Put a value into a form's field, if it has one.
export function fill(form, name, value) {
  const field = form.elements[name];
  if (!field || field.type === "file") return;
  const boxes = field instanceof RadioNodeList ? [...field] : [field];
  if (boxes[0].type !== "checkbox") field.value = value;
  else for (const box of boxes) box.checked = value.split(",").includes(box.value);
}

// What the page lies below, and the parts of the address from there: the key first.
export function root() {
  return document.documentElement.dataset.root;
}

export function parts() {
  return location.pathname.slice(root().length).split("/");
}

// The part of the address after the key: it means the same at every start of the program.
export function choice() {
  return parts().slice(1).join("/") + location.search;
}
