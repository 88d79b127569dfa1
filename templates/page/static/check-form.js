// The form of a record, made of what its fields take: values are kept as plain lists and mappings.

import { button, element, filled, words } from "./dom.js";

const CONTROLS = "input, select, textarea";
const lists = new Map();

// A form of fields; `held` is filled in as somebody types, `changed` is called then.
export class RecordForm {
  constructor(players, changed) {
    Object.assign(this, { players, changed, target: null });
  }

  // Return the fields of a mapping, those that are wanted.
  fields(node, held, path, isWanted = () => true) {
    const made = element("div", { className: "fields" });
    for (const { name, label, node: inner } of node.fields) {
      if (isWanted(name)) made.append(this.labelled(label, inner, new Slot(held, name), join(path, name)));
    }
    return made;
  }

  // Return a field under its name: a control in a label, anything else in a frame.
  labelled(label, node, slot, path) {
    const control = this.control(node, slot, path);
    if (control.matches(CONTROLS)) {
      control.dataset.path = path;
      const name = element("span", { textContent: label });
      const parts = control.type === "checkbox" ? [control, name] : [name, control];
      return element("label", {}, ...parts);
    }
    const frame = element("fieldset", {}, element("legend", { textContent: label }), control);
    frame.dataset.path = path;
    return frame;
  }

  control(node, slot, path) {
    switch (node.kind) {
      case "fields":
        return this.fields(node, slot.mapping(), path);
      case "table":
        return node.key.kind === "text" ? this.pairs(node, slot, path) : this.table(node, slot, path);
      case "rows":
        return this.rows(node.item, slot, path, () => null);
      case "kinds":
        return this.kinds(node, slot, path);
      case "truth":
        return this.truth(slot);
      case "player":
        return this.choice(Object.assign([...this.seats(), ...node.options], { isSeats: true }), slot);
      case "words":
        return this.choice(node.options, slot);
      default:
        return this.text(node, slot);
    }
  }

  seats() {
    return this.players().map((name, seat) => [String(seat), name]);
  }

  // A text, or a short list as a text; a square that is clicked on goes into the last one used.
  text(node, slot) {
    const isList = node.kind === "list";
    const of = isList ? node.item : node;
    const isLong = isList && node.by_comma;
    const input = element(isLong ? "textarea" : "input", { value: slot.value ?? "", autocomplete: "off" });
    if (isLong) input.rows = 1;
    const isWord = !isList && of.options?.length > 0;
    input.className = isLong ? "long" : isList ? "list" : isWord ? "word" : "number";
    if (isWord) input.setAttribute("list", listed(of.options));
    else if (!isList) input.inputMode = "numeric";
    Object.assign(input.dataset, { takes: of.takes || "", parted: isList ? (isLong ? ", " : " ") : "" });
    input.addEventListener("focus", () => (this.target = input));
    return this.bound(input, "input", () => (slot.value = input.value));
  }

  truth(slot) {
    const input = element("input", { type: "checkbox", checked: slot.value === true });
    return this.bound(input, "change", () => (slot.value = input.checked));
  }

  // A control whose value is taken whenever it changes.
  bound(control, event, take) {
    control.addEventListener(event, () => {
      take();
      this.changed();
    });
    return control;
  }

  choice(options, slot, then = () => {}) {
    const every = [["", "–"], ...options].map(([value, textContent]) => element("option", { value, textContent }));
    if (options.isSeats) every.filter((one) => /^\d+$/.test(one.value)).forEach((one) => (one.dataset.seat = one.value));
    const select = element("select", {}, ...every);
    select.value = slot.value ?? "";
    return this.bound(select, "change", () => {
      slot.value = select.value;
      then();
    });
  }

  // A control for each key that is known: players, dice.
  table(node, slot, path) {
    const keys = node.key.kind === "player" ? this.seats() : node.key.options;
    const held = slot.mapping();
    const each = keys.map(([key, label]) => this.labelled(label, node.value, new Slot(held, key), join(path, key)));
    if (node.key.kind === "player") each.forEach((one, seat) => (one.querySelector("span, legend").dataset.seat = seat));
    return element("div", { className: "fields" }, ...each);
  }

  // Rows of a key and what it holds.
  pairs(node, slot, path) {
    const item = { kind: "pair", key: node.key, value: node.value };
    return this.rows(item, slot, path, () => ["", ""]);
  }

  rows(item, slot, path, blank) {
    const held = slot.list();
    const list = element("ol", { className: "rows" });
    const draw = () => list.replaceChildren(...held.map((_, place) => this.row(item, held, place, path, draw)));
    const more = button({ className: "add", textContent: words.add }, () => {
      held.push(blank());
      draw();
      list.lastElementChild.querySelector(`${CONTROLS}, button`)?.focus();
      this.changed();
    });
    draw();
    return element("div", {}, list, more);
  }

  row(item, held, place, path, draw) {
    const slot = new Slot(held, place);
    const at = join(path, place);
    const number = element("span", { className: "number", textContent: place + 1 });
    const parts = item.kind === "pair" ? this.pair(item, slot, at) : [this.control(item, slot, at)];
    for (const one of parts) if (one.matches(CONTROLS)) one.ariaLabel = filled(words.row, { number: place + 1 });
    const about = { className: "remove", textContent: "×", ariaLabel: filled(words.remove, { number: place + 1 }) };
    const remove = button(about, () => {
      const rows = remove.closest("ol");
      held.splice(place, 1);
      draw();
      (rows.children[Math.min(place, held.length - 1)] ?? rows.parentNode).querySelector(`${CONTROLS}, button`)?.focus();
      this.changed();
    });
    const row = element("li", {}, number, ...parts, remove);
    row.dataset.path = at;
    return row;
  }

  pair(item, slot, path) {
    const held = slot.list();
    return [this.control(item.key, new Slot(held, 0), path), this.control(item.value, new Slot(held, 1), path)];
  }

  // An entry of one of several kinds: the kind is chosen first.
  kinds(node, slot, path) {
    const held = slot.mapping();
    const body = element("div", { className: "kind" });
    const draw = () => {
      const member = node.members.find((one) => one.name === held.is);
      body.replaceChildren(...(member ? [this.fields(member.node, new Slot(held, "fields").mapping(), path)] : []));
    };
    const options = node.members.map((one) => [one.name, one.label]);
    const choice = this.choice(options, new Slot(held, "is"), () => {
      held.fields = {};
      draw();
    });
    choice.ariaLabel = filled(words.row, { number: Number(path.split(".").at(-1)) + 1 });
    draw();
    return element("div", { className: "fields" }, choice, body);
  }

  // Put a square's name where it was asked for: the field last used, else the first that is empty.
  pick(label, root) {
    const inputs = [...root.querySelectorAll("[data-takes]")];
    const takers = inputs.filter((one) => one.dataset.takes);
    const lists = inputs.filter((one) => one.dataset.parted);
    const free = (takers.length ? takers : lists).filter((one) => !one.value || one.dataset.parted);
    const target = root.contains(this.target) ? this.target : free.at(-1);
    if (!target) return;
    const said = target.dataset.takes === "move" ? `${label}=` : label;
    const before = target.dataset.parted && target.value.trim() ? target.value.trimEnd().replace(/,$/, "") + target.dataset.parted : "";
    target.value = before + said;
    target.dispatchEvent(new Event("input"));
    target.focus();
    target.setSelectionRange(target.value.length, target.value.length);
  }
}

// A place in a list or a mapping, where a field keeps what was typed.
class Slot {
  constructor(held, key) {
    this.held = held;
    this.key = key;
  }

  get value() {
    return this.held[this.key];
  }

  set value(value) {
    this.held[this.key] = value;
  }

  mapping() {
    return (this.value = this.value && typeof this.value === "object" ? this.value : {});
  }

  list() {
    return (this.value = Array.isArray(this.value) ? this.value : []);
  }
}

function join(path, step) {
  return path === "" ? String(step) : `${path}.${step}`;
}

// The words that may be typed into a field, offered as they are typed; the same list once.
function listed(options) {
  const labels = options.map(([, label]) => label);
  const known = labels.join("\n");
  if (!lists.has(known)) {
    const id = `words-${lists.size}`;
    document.body.append(element("datalist", { id }, ...labels.map((value) => element("option", { value }))));
    lists.set(known, id);
  }
  return lists.get(known);
}
