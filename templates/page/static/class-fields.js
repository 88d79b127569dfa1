// A class as forms know it: what of their fields is kept, and how it gets in and out.

import { fill } from "./address.js";
import { by, say } from "./dom.js";
import { answered } from "./files.js";
import { NoRoom, Overtaken, choose, handedOn, onChangeElsewhere, put } from "./kept.js";

export const FIELDS = ["class-name", "pupils", "names-text", "group", "country", "paper", "printer-text"];

// What is named by its id in the address, for it stays in this browser.
export const STAYING = ["names-text", "printer-text"];

// A form of a class; `draw` is called when it is of another class, or that has changed.
export class ClassForm {
  constructor(form, draw) {
    Object.assign(this, { form, draw, words: form.dataset, current: null });
    onChangeElsewhere("class", (id, now) => {
      const isOpen = id === this.current?.id && now;
      if (isOpen) this.open(now, this.words.changed);
      else draw();
    });
  }

  say(text) {
    say(by("kept-note"), text);
  }

  // Put a class into the form, or what is usual for each field that it says nothing of.
  show(one) {
    this.current = one;
    const { elements } = this.form;
    for (const name of FIELDS) fill(this.form, name, one?.[name] || elements[name]?.dataset.usual || "");
    this.showProfile();
  }

  open(one, note = "") {
    this.show(one);
    this.say(note);
    this.draw();
  }

  showProfile() {
    const note = by("field-printer-kept");
    if (note) note.hidden = !this.form.elements["printer-text"].value;
  }

  // Have files and fields read by the program, and put what they say of names and printer into the
  // form; return why that cannot be, nothing where it can.
  async read() {
    try {
      const asking = fetch(this.words.read, { method: "POST", body: new FormData(this.form) });
      const read = await (await answered(asking, this.words.ended)).json();
      for (const [name, text] of Object.entries(read)) fill(this.form, name, text);
    } catch (error) {
      return error.message.split("\n");
    }
    for (const name of ["names", "printer"]) for (const one of this.form.querySelectorAll(`[type=file][name=${name}]`)) one.value = "";
    this.showProfile();
    return [];
  }

  // Keep what the form says, in place of its class or as a new one, and say so.
  keep() {
    const known = FIELDS.filter((name) => this.form.elements[name]);
    const now = Object.fromEntries(known.map((name) => [name, this.form.elements[name].value.trim()]));
    try {
      this.current = put("class", { ...this.current, ...now, name: now["class-name"] || this.current?.name || "" });
      choose("class", this.current.id);
      this.say(this.words.kept);
    } catch (error) {
      if (error instanceof Overtaken) return this.open(error.there, this.words.changed);
      if (!(error instanceof NoRoom)) throw error;
      this.say(this.words.noRoom);
    }
    this.draw();
  }

  // Open the class of a file that was handed on, and keep it, or say why not; return whether it is one.
  async readIn(file) {
    const found = file && (await handedOn("class", file));
    if (!found) this.say(this.words.noFile);
    if (!found) return false;
    const known = FIELDS.filter((name) => typeof found[name] === "string").map((name) => [name, found[name]]);
    const { id, edition } = found;
    const one = { ...Object.fromEntries(known), name: found["class-name"] ?? "", id, edition };
    try {
      this.open(put("class", one));
    } catch {
      this.open(one, this.words.noRoom);
    }
    return true;
  }
}
