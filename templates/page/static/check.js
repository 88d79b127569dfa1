// A game that is typed in: kept by the browser, judged at every change, handed out as files.

import { RecordForm } from "./check-form.js";
import { element, filled, toFillIn, toPoint } from "./check-sheet.js";

const PAUSE = 30;
const REST = 600;
const by = (id) => document.getElementById(id);
const game = JSON.parse(by("game").textContent);
const kept = `ludokit.check.${game.game}`;
const least = Math.min(...Object.values(game.seats).map(([few]) => few));
const most = Math.max(...Object.values(game.seats).map(([, many]) => many));
let held = begun();
let sheets = [];
let drawn = "";
let asked = 0;
let waiting = null;
let record = "";
let said = "";
const form = new RecordForm(game, names, changed);

function begun() {
  const players = Array.from({ length: game.usual }, () => "");
  return { way: game.ways[0], players, variants: [], date: "", place: "", papers: [], fields: {} };
}

function remembered() {
  try {
    return { ...begun(), ...JSON.parse(localStorage.getItem(kept) ?? "{}") };
  } catch {
    return begun();
  }
}

function names() {
  return held.players.map((name, seat) => name.trim() || filled(game.words.player, { number: seat + 1 }));
}

function changed() {
  try {
    localStorage.setItem(kept, JSON.stringify(held));
  } catch {
    // A browser that keeps nothing still judges.
  }
  clearTimeout(waiting);
  waiting = setTimeout(judge, PAUSE);
}

// --- what is typed ---------------------------------------------------------------------------

function draw() {
  drawPlayers();
  drawVariants();
  by("date").value = held.date;
  by("place").value = held.place;
  by("ways").hidden = game.ways.length < 2;
  for (const choice of document.getElementsByName("way")) choice.checked = choice.value === held.way;
  drawBody();
}

function drawPlayers() {
  const rows = held.players.map((name, seat) => {
    const input = element("input", { value: name, placeholder: game.names[seat] ?? "", autocomplete: "off", maxLength: 100 });
    input.ariaLabel = filled(game.words.name, { number: seat + 1 });
    input.dataset.path = `players.${seat}`;
    input.addEventListener("input", () => {
      held.players[seat] = input.value;
      rename();
      changed();
    });
    const remove = element("button", { type: "button", className: "remove", textContent: "×" });
    remove.ariaLabel = filled(game.words.remove, { number: seat + 1 });
    remove.disabled = held.players.length <= least;
    remove.addEventListener("click", () => seated(held.players.toSpliced(seat, 1), held.papers.toSpliced(seat, 1)));
    return element("li", {}, input, remove);
  });
  by("players").replaceChildren(...rows);
  by("more-players").disabled = held.players.length >= most;
}

function seated(players, papers) {
  Object.assign(held, { players, papers });
  drawPlayers();
  drawBody();
  changed();
}

// A new name stands at once wherever the player is named.
function rename() {
  const every = names();
  for (const one of document.querySelectorAll("[data-seat]")) one.textContent = every[one.dataset.seat];
}

function drawVariants() {
  const boxes = game.variants.map(([name, label]) => {
    const box = element("input", { type: "checkbox", checked: held.variants.includes(name) });
    box.addEventListener("change", () => {
      held.variants = held.variants.filter((one) => one !== name).concat(box.checked ? [name] : []);
      changed();
    });
    return element("label", {}, box, label);
  });
  by("variants").hidden = !boxes.length;
  by("variants").replaceChildren(by("variants").firstElementChild, ...boxes);
}

function drawBody() {
  const isFilledIn = held.way !== "turns";
  sheets = [];
  drawn = "";
  by("sheets").replaceChildren();
  by("beside").replaceChildren();
  if (isFilledIn) {
    sheets = held.players.map((_, seat) => {
      const typed = (held.papers[seat] ??= {});
      const sheet = toFillIn(names()[seat], game.sheets[game.part], game.cells, typed, game.words, changed);
      sheet.heading.dataset.seat = seat;
      return Object.assign(sheet, { seat });
    });
    by("sheets").append(...sheets.map((one) => one.node));
  }
  const isWanted = (name) => held.way !== "papers" || name !== game.first;
  by("fields").replaceChildren(form.fields(game.form, held.fields, "", isWanted));
}

// --- what is said of it ----------------------------------------------------------------------

async function judge() {
  const number = ++asked;
  const known = new URLSearchParams(Object.keys(game.sheets).map((part) => ["known", part]));
  try {
    const answer = await send(`${game.judge}?${known}`);
    const found = await answer.json();
    if (number !== asked) return;
    show(found);
    await suggest(number, found.searched);
  } catch (error) {
    if (number === asked) trouble(error.message || game.words.ended);
  }
}

// What was likely meant takes longer to find than to judge: it is asked for where typing rests.
async function suggest(number, isSearched) {
  const answer = isSearched ? await rested(number) : null;
  const html = answer ? await answer.text() : "";
  if (number === asked && by("likely").innerHTML !== html) by("likely").innerHTML = html;
}

async function rested(number) {
  await new Promise((resolve) => setTimeout(resolve, REST));
  return number === asked ? send(game.slips) : null;
}

async function send(address) {
  const headers = { "Content-Type": "application/json" };
  const asking = fetch(address, { method: "POST", headers, body: JSON.stringify(held) });
  const answer = await asking.catch(() => {
    throw new Error(game.words.ended);
  });
  if (answer.ok) return answer;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  throw new Error([...page.querySelectorAll(".fault")].map((one) => one.textContent).join("\n"));
}

function trouble(words) {
  by("trouble").textContent = words;
  by("trouble").hidden = !words;
}

function show(found) {
  trouble("");
  record = found.record;
  Object.assign(game.sheets, found.sheets);
  // What is said again is not read out again.
  if (said !== found.html) say(found.html);
  if (held.way === "turns" && found.papers.length) drawBeside(found.papers);
  found.papers.forEach((paper, place) => sheets[place]?.show(paper.svg));
  mark(found.places);
}

// What somebody has unfolded stays so.
function say(html) {
  const open = [...by("judgement").querySelectorAll("details[open]")].map((one) => one.dataset.of);
  by("judgement").innerHTML = said = html;
  for (const one of by("judgement").querySelectorAll("details")) one.open ||= open.includes(one.dataset.of);
}

// The papers as the turns have them stand beside these, to be clicked on.
function drawBeside(papers) {
  const now = JSON.stringify(papers.map(({ name, part }) => [name, part]));
  if (now === drawn) return;
  drawn = now;
  sheets = papers.map((paper, place) => {
    const picked = (label) => form.pick(label, rowOf(paper, place));
    return Object.assign(toPoint(paper.name, game.sheets[paper.part], picked), { seat: paper.seat });
  });
  by("beside").replaceChildren(...sheets.map((one) => one.node));
}

// A paper of all players belongs to a round, whose row is begun by a click on it.
function rowOf(paper, place) {
  const path = `${game.first}.${place}`;
  const find = () => by("fields").querySelector(`li[data-path="${path}"]`);
  if (paper.seat !== null) return by("fields");
  if (!find()) by("fields").querySelector(`fieldset[data-path="${game.first}"] > div > .add`).click();
  return find() ?? by("fields");
}

function mark(places) {
  for (const one of document.querySelectorAll("[aria-invalid]")) {
    one.removeAttribute("aria-invalid");
    one.removeAttribute("aria-describedby");
  }
  for (const { path, seat, cell, number } of places) {
    const control = (held.way !== "turns" && sheets[seat]?.controls.get(cell)) || fieldAt(path);
    control?.setAttribute("aria-invalid", "true");
    if (number) control?.setAttribute("aria-describedby", `finding-${number}`);
  }
}

// The field of an address, else of the one that it stands in.
function fieldAt(path) {
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = by("entry").querySelector(`[data-path="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

// --- files -----------------------------------------------------------------------------------

function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function correct() {
  try {
    const answer = await send(game.correction);
    save(await answer.blob(), /filename="(.*)"/.exec(answer.headers.get("Content-Disposition"))[1]);
    trouble("");
  } catch (error) {
    trouble(error.message);
  }
}

async function exemplify() {
  if (isBegun() && !confirm(game.words.sure)) return;
  const answer = await fetch(game.example);
  held = { ...begun(), way: held.way, ...(await answer.json()) };
  draw();
  changed();
}

function isBegun() {
  return localStorage.getItem(kept) !== null;
}

function clear() {
  if (isBegun() && !confirm(game.words.sure)) return;
  localStorage.removeItem(kept);
  held = { ...begun(), way: held.way };
  draw();
  judge();
}

by("more-players").addEventListener("click", () => {
  seated([...held.players, ""], held.papers);
  by("players").lastElementChild.querySelector("input").focus();
});
for (const name of ["date", "place"]) {
  by(name).addEventListener("input", () => {
    held[name] = by(name).value;
    changed();
  });
}
by("ways").addEventListener("change", (event) => {
  held.way = event.target.value;
  drawBody();
  changed();
});
by("example").addEventListener("click", exemplify);
by("clear").addEventListener("click", clear);
by("correction").addEventListener("click", correct);
by("record").addEventListener("click", () => save(new Blob([record], { type: "application/yaml" }), `${game.game}.yaml`));
held = remembered();
draw();
judge();
by("check").hidden = false;
