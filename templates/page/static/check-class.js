// All tables of a class at a glance: what is done, what is wrong, and the way to each sheet.

import { isFilled } from "./check-tables.js";
import { element, filled, words } from "./dom.js";

const MARKS = { right: "✓", wrong: "✗", begun: "…", empty: "○" };

// The address of a table, or of a player's sheet there.
export function addressOf(number, seat = 0) {
  return seat ? `#table-${number}-${seat + 1}` : `#table-${number}`;
}

// What an address names: a table and a seat.
export function placeOf(hash) {
  const [, number, seat] = /^#table-(\d+)(?:-(\d+))?$/.exec(hash) ?? [];
  return number ? [Number(number), Number(seat ?? 1) - 1] : [0, 0];
}

// How far a table is, seat by seat and as a whole, by what was typed and what the judge says.
export function stateOf(game, held, found) {
  const errors = (found?.places ?? []).filter((one) => one.is_error !== false);
  const seats = held.players.map((_, seat) => stateOfSeat(game, held, errors.filter((one) => one.seat === seat), seat));
  const isTyped = isFilled(held.fields) || isFilled(held.papers);
  const isWhole = held.way === "turns" || seats.every((one) => one === "right");
  const table = errors.length ? "wrong" : !isTyped ? "empty" : isWhole ? "right" : "begun";
  return { table, seats, errors: errors.length };
}

// A sheet is done once its points are added up on it.
function stateOfSeat(game, held, errors, seat) {
  if (errors.length) return "wrong";
  if (held.way === "turns") return "";
  const typed = held.papers[seat] ?? {};
  const total = game.cells.find((cell) => cell.id === "score.total")?.id;
  if (!isFilled(typed)) return "empty";
  return !total || typed[total] ? "right" : "begun";
}

// The tables as links; drawn anew where something has changed.
export class ClassBoard {
  constructor(list, sum) {
    Object.assign(this, { list, sum, drawn: "" });
  }

  show(tables, open, next) {
    const now = JSON.stringify([tables, open, next]);
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.hash : null;
    const more = element("a", { href: addressOf(next), className: "more", textContent: `+ ${words.newTable}` });
    this.list.replaceChildren(...tables.map((one) => this.card(one, open)), element("li", {}, more));
    if (focused) this.list.querySelector(`a[href="${focused}"]`)?.focus();
    const count = (state) => tables.filter((one) => one.state.table === state).length;
    const counts = Object.fromEntries(Object.keys(MARKS).map((state) => [state, count(state)]));
    this.sum.textContent = filled(words.sum, counts);
    this.sum.hidden = tables.length < 2;
  }

  card({ number, names, state }, [table, seat]) {
    const title = filled(words.table, { number });
    const link = this.link(addressOf(number), title, state.table, table === number && seat < 0 ? "true" : null);
    link.ariaLabel = `${title}, ${words[state.table]}${state.errors ? ` (${state.errors})` : ""}`;
    if (state.errors) link.append(element("span", { className: "errors", textContent: state.errors }));
    const players = names.map((name, at) => {
      const isOpen = table === number && seat === at;
      const one = this.link(addressOf(number, at), name, state.seats[at], isOpen ? "true" : null);
      if (state.seats[at]) one.ariaLabel = `${name}, ${words[state.seats[at]]}`;
      return element("li", {}, one);
    });
    const card = element("li", { className: `table ${state.table}` }, link, element("ul", {}, ...players));
    card.classList.toggle("open", table === number);
    return card;
  }

  link(href, name, state, isCurrent) {
    const mark = element("span", { className: `mark ${state}`, ariaHidden: "true", textContent: MARKS[state] ?? "·" });
    return element("a", { href, ariaCurrent: isCurrent }, mark, element("span", { className: "name", textContent: name }));
  }
}
