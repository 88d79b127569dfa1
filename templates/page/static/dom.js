// Elements of the page, and its words.

export const by = (id) => document.getElementById(id);

// What a script says itself, as its page gives it.
export const words = JSON.parse(by("words")?.textContent ?? "{}");

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function button(properties, act) {
  const made = element("button", { type: "button", ...properties });
  made.addEventListener("click", act);
  return made;
}

export function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
}

// Say something where it is said; nothing hides the place.
export function say(place, text) {
  place.textContent = text;
  place.hidden = !text;
}
