// The tables of a class, typed in: kept by the browser, judged at every change, handed out as files.

import { addressOf, ClassBoard, placeOf, stateOf } from "./check-class.js";
import { answered, handIn, recordsOf, save, saveAnswer, whenChosen, whenDropped } from "./check-files.js";
import { RecordForm } from "./check-form.js";
import { offerClasses } from "./check-seating.js";
import { element, filled, toFillIn, toPoint } from "./check-sheet.js";
import { Tables } from "./check-tables.js";

const PAUSE = 10;
const REST = 600;
// Where a finger points, a field that has the focus covers half the screen with a keyboard.
const isTouched = matchMedia("(pointer: coarse)").matches;
const by = (id) => document.getElementById(id);
const game = JSON.parse(by("game").textContent);
const words = game.words;
const least = Math.min(...Object.values(game.seats).map(([few]) => few));
const most = Math.max(...Object.values(game.seats).map(([, many]) => many));
const tables = new Tables(game.game, changedElsewhere, (number) => tell(words.together, { number }));
const board = new ClassBoard(game, by("tables"), by("sum"));
const answers = new Map();
const form = new RecordForm(game, names, changed);
let [number, seat] = [0, 0];
let held = begun();
let sheets = [];
let drawn = "";
let asked = 0;
let waiting = null;
let said = "";
let aim = null;

// A new table is like the one before: as many players, written down in the same way.
function begun({ way, players, date, place } = {}) {
  const seats = Array.from({ length: players?.length ?? game.usual }, () => "");
  return { way: way ?? game.ways[0], players: seats, variants: [], date: date ?? "", place: place ?? "", papers: [], fields: {} };
}

function names(of = held) {
  return of.players.map((name, at) => name.trim() || filled(words.player, { number: at + 1 }));
}

function tell(template, values = {}) {
  by("told").textContent = template && filled(template, values);
  by("told").hidden = !template;
}

function changed() {
  const kept = tables.write(number, held);
  if (kept !== number) {
    tell(words["kept-twice"], { number, other: kept });
    answers.delete(number);
    number = kept;
    history.replaceState(null, "", addressOf(number, seat));
    drawTitle();
    judgeAll();
  }
  if (!tables.isKept) tell(words.unkept);
  clearTimeout(waiting);
  waiting = setTimeout(judge, PAUSE);
}

// What another tab has typed stands here too: nothing is written over.
function changedElsewhere(other) {
  answers.delete(other);
  if (other === number) {
    const { cell, path } = document.activeElement.dataset;
    held = typedAt(number);
    draw();
    judge();
    if (cell) sheets[seat]?.controls.get(cell)?.focus();
    else if (path) fieldAt(path)?.focus();
    tell(words.elsewhere, { number });
  }
  judgeAll();
}

// --- which table, and whose sheet ------------------------------------------------------------

function goToPlace() {
  const [named, at] = placeOf(location.hash);
  const to = tables.nearest(named);
  if (named && to !== named) history.replaceState(null, "", addressOf(to));
  if (to !== number) {
    const left = number;
    held = tables.all.has(to) ? typedAt(to) : begun(held);
    number = to;
    tell("");
    tables.opened(number);
    draw();
    judge();
    judgeAll(left);
  }
  turnTo(to === named ? at : 0);
}

function turnTo(at) {
  seat = Math.min(at, held.players.length - 1);
  const isTurned = held.way !== "turns";
  for (const one of isTurned ? sheets : []) one.node.hidden = one.seat !== seat;
  by("pager").hidden = !isTurned;
  const every = stops();
  const here = every.findIndex(([table, chair]) => table === number && (chair === seat || !isTurned));
  const more = tables.all.has(number) ? [tables.next(), 0, words["new-table"]] : null;
  pointTo(by("back"), every[here - 1]);
  pointTo(by("next"), every[here + 1] ?? more);
  by("whose").textContent = names()[seat];
  by("whose").dataset.seat = seat;
  by("which").textContent = `${seat + 1} / ${held.players.length}`;
  drawBoard();
}

// Every sheet of the class, in order: its table, its seat, whose it is.
function stops() {
  return everyTable().flatMap(({ number: table, of }) => {
    const title = table === number ? "" : `${filled(words.table, { number: table })}, `;
    return names(of).map((name, at) => [table, at, title + name]);
  });
}

function pointTo(link, stop) {
  link.classList.toggle("none", !stop);
  if (stop) link.href = addressOf(stop[0], stop[1]);
  else link.removeAttribute("href");
  link.querySelector(".name").textContent = stop ? stop[2] : "";
}

function everyTable() {
  const known = [...new Set([...tables.numbers(), number])].sort((one, other) => one - other);
  return known.map((one) => ({ number: one, of: one === number ? held : typedAt(one) }));
}

function typedAt(table) {
  return { ...begun(), ...tables.all.get(table) };
}

function drawBoard() {
  const every = everyTable().map(({ number: one, of }) => ({ number: one, names: names(of), state: stateOf(game, of, answers.get(one)) }));
  board.show(every, [number, held.way === "turns" ? -1 : seat], tables.next());
  by("class-pages").hidden = every.every(({ state }) => state.table === "empty");
}

// Who turns to another sheet goes on typing there.
addEventListener("hashchange", () => {
  goToPlace();
  const first = held.way === "turns" ? by("open-name") : isTouched ? by("whose") : [...sheets[seat].controls.values()][0];
  (aim ?? first).focus({ preventScroll: true });
  for (const one of [sheets[seat]?.node, by("pager"), aim ?? first]) one?.scrollIntoView({ block: "nearest", inline: "nearest" });
  aim = null;
});

// --- what is typed ---------------------------------------------------------------------------

function draw() {
  drawTitle();
  drawPlayers();
  drawVariants();
  by("date").value = held.date;
  by("place").value = held.place;
  by("ways").hidden = game.ways.length < 2;
  for (const choice of document.getElementsByName("way")) choice.checked = choice.value === held.way;
  drawBody();
}

function drawTitle() {
  by("open-name").textContent = filled(words.table, { number });
}

function drawPlayers() {
  const rows = held.players.map((name, at) => {
    const input = element("input", { value: name, placeholder: game.names[at] ?? "", autocomplete: "off", maxLength: 100 });
    input.ariaLabel = filled(words.name, { number: at + 1 });
    input.dataset.path = `players.${at}`;
    input.addEventListener("input", () => {
      held.players[at] = input.value;
      rename();
      changed();
    });
    const remove = element("button", { type: "button", className: "remove", textContent: "×" });
    remove.ariaLabel = filled(words.remove, { number: at + 1 });
    remove.disabled = held.players.length <= least;
    remove.addEventListener("click", () => seated(held.players.toSpliced(at, 1), held.papers.toSpliced(at, 1)));
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
  turnTo(seat);
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
    sheets = held.players.map((_, at) => {
      const typed = (held.papers[at] ??= {});
      const sheet = toFillIn(names()[at], game.sheets[game.part], game.cells, typed, words, changed, () => by("next").focus());
      sheet.heading.dataset.seat = at;
      return Object.assign(sheet, { seat: at });
    });
    by("sheets").append(...sheets.map((one) => one.node));
  }
  const isWanted = (name) => held.way !== "papers" || name !== game.first;
  by("fields").replaceChildren(form.fields(game.form, held.fields, "", isWanted));
  turnTo(seat);
}

// --- what is said of it ----------------------------------------------------------------------

async function judge() {
  const asking = ++asked;
  const table = number;
  try {
    const answer = await send(game.judge, held);
    const found = await answer.json();
    if (asking !== asked) return;
    answers.set(table, found);
    show(found);
    await suggest(asking, found.searched);
  } catch (error) {
    if (asking === asked) trouble(error.message);
  }
}

// The tables that are not open are judged one after the other, one that was left once more.
async function judgeAll(left = 0) {
  for (const other of tables.numbers()) {
    if ((answers.has(other) && other !== left) || other === number) continue;
    try {
      const answer = await send(game.judge, typedAt(other));
      answers.set(other, await answer.json());
    } catch (error) {
      return trouble(error.message);
    }
    drawBoard();
  }
}

// What was likely meant takes longer to find than to judge: it is asked for where typing rests.
async function suggest(asking, isSearched) {
  const answer = isSearched ? await rested(asking) : null;
  const html = answer ? await answer.text() : "";
  if (asking === asked && by("likely").innerHTML !== html) by("likely").innerHTML = html;
}

async function rested(asking) {
  await new Promise((resolve) => setTimeout(resolve, REST));
  return asking === asked ? send(game.slips, held) : null;
}

function send(address, table) {
  const known = new URLSearchParams(Object.keys(game.sheets).map((part) => ["known", part]));
  const headers = { "Content-Type": "application/json" };
  return answered(fetch(`${address}?${known}`, { method: "POST", headers, body: JSON.stringify(table) }), words.ended);
}

function trouble(reason) {
  by("trouble").textContent = reason;
  by("trouble").hidden = !reason;
}

function show(found) {
  trouble("");
  Object.assign(game.sheets, found.sheets);
  // What is said again is not read out again.
  if (said !== found.html) say(found.html);
  if (held.way === "turns" && found.papers.length) drawBeside(found.papers);
  found.papers.forEach((paper, place) => sheets[place]?.show(paper.svg));
  mark(found.places);
  drawBoard();
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
  places.forEach((place, at) => {
    const control = controlOf(place);
    control?.setAttribute("aria-invalid", "true");
    control?.classList.toggle("unread", !place.number);
    control?.setAttribute("aria-describedby", place.number ? `finding-${place.number}` : `finding-fault-${at + 1}`);
  });
}

function controlOf({ path, seat: of, cell }) {
  return (held.way !== "turns" && sheets[of]?.controls.get(cell)) || fieldAt(path);
}

// The field of an address, else of the one that it stands in.
function fieldAt(path) {
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = by("open").querySelector(`[data-path="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

// From what is said of a cell or a field a click leads there.
by("judgement").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at]");
  if (!link) return;
  event.preventDefault();
  const place = answers.get(number).places[link.dataset.at];
  const control = controlOf(place);
  const target = control?.matches("fieldset, li") ? control.querySelector("input, select, textarea, button") : control;
  if (held.way === "turns" || place.seat === null || place.seat === seat) return target?.focus();
  aim = target;
  location.hash = addressOf(number, place.seat);
});

// --- files -----------------------------------------------------------------------------------

// What tells its fault beside the judgement.
function trying(work) {
  return async () => {
    try {
      await work();
      trouble("");
    } catch (error) {
      trouble(error.message);
    }
  };
}

// The records of all tables that can be judged whole; the others are named.
async function classFiles() {
  await judgeAll();
  const [whole, others] = [[], []];
  for (const { number: one, of } of everyTable()) {
    const found = answers.get(one);
    const isWhole = found && stateOf(game, of, found).table !== "empty" && found.places.every((place) => place.number);
    (isWhole ? whole : others).push(one);
  }
  if (others.length) tell(words["left-out"], { tables: others.join(", ") });
  return whole.map((one) => [new Blob([answers.get(one).record]), `${filled(words.table, { number: one })}.yaml`]);
}

async function open(chosen) {
  const answer = await handIn(game.tables, recordsOf(chosen), words.ended);
  const { tables: opened, html } = await answer.json();
  by("left").innerHTML = html;
  goToAdded(opened);
}

function goToAdded(more) {
  const first = tables.add(more);
  if (!first) return;
  number = 0;
  history.pushState(null, "", addressOf(first));
  goToPlace();
}

async function exemplify() {
  if (tables.all.has(number) && !confirm(words.sure)) return;
  const answer = await answered(fetch(game.example), words.ended);
  held = { ...begun(), ...(await answer.json()), way: held.way };
  draw();
  changed();
}

function clear() {
  if (tables.all.has(number) && !confirm(words.sure)) return;
  forget([number]);
}

function forget(cleared) {
  for (const one of cleared) {
    tables.remove(one);
    answers.delete(one);
  }
  held = begun({ way: held.way });
  number = 0;
  history.replaceState(null, "", location.pathname);
  goToPlace();
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
by("example").addEventListener("click", trying(exemplify));
by("clear").addEventListener("click", clear);
by("clear-all").addEventListener("click", () => confirm(words["sure-all"]) && forget([...tables.numbers(), number]));
by("correction").addEventListener("click", trying(async () => saveAnswer(await send(game.correction, held))));
by("record").addEventListener("click", () => save(new Blob([answers.get(number)?.record ?? ""], { type: "application/yaml" }), `${game.game}.yaml`));
for (const [id, address] of [["corrections", game.corrections], ["class-page", game.classPage]]) {
  by(id).addEventListener("click", trying(async () => saveAnswer(await handIn(address, await classFiles(), words.ended))));
}
by("all-records").addEventListener("click", trying(async () => {
  await judgeAll();
  const lines = everyTable().map((one) => answers.get(one.number)?.line).filter(Boolean);
  save(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }), `${game.game}.jsonl`);
}));
offerClasses(by("seating"), words, game.seats[""] ?? [least, most], (seated) => {
  const known = new Set(everyTable().map(({ of }) => `${of.players}`));
  goToAdded(seated.filter((players) => !known.has(`${players}`)).map((players) => ({ ...begun(held), players })));
});
whenDropped(by("check"), (chosen) => trying(() => open(chosen))());
whenChosen(by("class-file"), (chosen) => trying(() => open(chosen))());
goToPlace();
by("check").hidden = false;
