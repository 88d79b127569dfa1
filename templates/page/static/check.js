// The tables of a class, typed in: kept by the browser, judged at every change, handed out as files.

import { addressOf, ClassBoard, placeOf, stateOf } from "./check-class.js";
import { controlOf, Entry, fieldAt } from "./check-entry.js";
import { Judge, send, trying } from "./check-judge.js";
import { answers, begin, ClassTables, game, isOnSheets, names, open, SEATS, tell } from "./check-open.js";
import { forgetOthers, isPicture, listed, readPhotographs, seated, seenAgain, withPhotographs } from "./check-photographs.js";
import { offerClasses } from "./check-seating.js";
import { Walk } from "./check-walk.js";
import { by, filled, say, words } from "./dom.js";
import { answered, handIn, recordsOf, save, saveAnswer, whenChosen, whenDropped } from "./files.js";

const PAUSE = 10;
// Where a finger points, a field that has the focus covers half the screen with a keyboard.
const isTouched = matchMedia("(pointer: coarse)").matches;
const tables = new ClassTables(changedElsewhere);
const board = new ClassBoard(by("tables"), by("sum"));
const entry = new Entry(changed, () => turnTo(open.seat));
const judge = new Judge(tables, entry, drawBoard);
const walk = new Walk(tables, (number, seat) => {
  if (number === open.number && seat === open.seat) return;
  history.replaceState(null, "", addressOf(number, seat));
  goToPlace();
}, changed);
let waiting = null;
// What is led to on another sheet, once that is turned to.
let aim = null;

function changed() {
  const { number } = open;
  const kept = tables.write(number, open.held);
  if (kept !== number) {
    tell(words.keptTwice, { number, other: kept });
    answers.delete(number);
    open.number = kept;
    history.replaceState(null, "", addressOf(kept, open.seat));
    entry.drawTitle();
    judge.judgeOthers();
  }
  if (!tables.isKept) tell(words.unkept);
  clearTimeout(waiting);
  waiting = setTimeout(() => judge.judge(), PAUSE);
}

// What another tab has typed stands here too: nothing is written over.
function changedElsewhere(number) {
  answers.delete(number);
  if (number === open.number) {
    const { cell, path } = document.activeElement.dataset;
    open.held = { ...begin(), ...tables.all.get(number) };
    entry.draw();
    judge.judge();
    if (cell) open.sheets[open.seat]?.controls.get(cell)?.focus();
    else if (path) fieldAt(path)?.focus();
    tell(words.elsewhere, { number });
  }
  judge.judgeOthers();
}

// --- which table, and whose sheet ------------------------------------------------------------

function goToPlace() {
  const [named, at] = placeOf(location.hash);
  const number = tables.nearest(named);
  if (named && number !== named) history.replaceState(null, "", addressOf(number));
  if (number !== open.number) {
    const left = open.number;
    const held = tables.all.has(number) ? tables.typed(number) : begin(open.held);
    Object.assign(open, { number, held });
    tell("");
    tables.opened(number);
    entry.draw();
    judge.judge();
    judge.judgeOthers(left);
  }
  turnTo(number === named ? at : 0);
}

function turnTo(seat) {
  open.seat = Math.min(seat, open.held.players.length - 1);
  for (const one of isOnSheets() ? open.sheets : []) one.node.hidden = one.seat !== open.seat;
  by("pager").hidden = !isOnSheets();
  const every = tables.stops();
  const here = every.findIndex((stop) => stop.number === open.number && (stop.seat === open.seat || !isOnSheets()));
  const next = tables.next();
  const more = tables.all.has(open.number) ? { name: words.newTable, address: addressOf(next) } : null;
  pointTo(by("back"), every[here - 1]);
  pointTo(by("next"), every[here + 1] ?? more);
  by("whose").textContent = names()[open.seat];
  by("whose").dataset.seat = open.seat;
  by("which").textContent = `${open.seat + 1} / ${open.held.players.length}`;
  drawBoard();
}

function pointTo(link, stop) {
  link.classList.toggle("none", !stop);
  if (stop) link.href = stop.address;
  else link.removeAttribute("href");
  link.querySelector(".name").textContent = stop?.name ?? "";
}

function drawBoard() {
  const states = tables.states();
  board.show(states, [open.number, isOnSheets() ? open.seat : -1], tables.next());
  by("class-pages").hidden = states.every(({ state }) => state.table === "empty");
  forgetOthers(tables);
  walk.heed(answers.get(open.number));
}

// Who turns to another sheet goes on typing there.
addEventListener("hashchange", () => {
  goToPlace();
  const sheet = isOnSheets() ? open.sheets[open.seat] : null;
  const first = !sheet ? by("open-name") : isTouched ? by("whose") : [...sheet.controls.values()][0];
  if (walk.field()) return walk.field().focus();
  (aim ?? first).focus({ preventScroll: true });
  for (const one of [sheet?.node, by("pager"), aim ?? first]) one?.scrollIntoView({ block: "nearest", inline: "nearest" });
  aim = null;
});

// From what is said of a cell or a field a click leads there.
by("judgement").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at]");
  if (!link) return;
  event.preventDefault();
  const place = answers.get(open.number).places[link.dataset.at];
  const control = controlOf(place);
  const target = control?.matches("fieldset, li") ? control.querySelector("input, select, textarea, button") : control;
  if (!isOnSheets() || place.seat === null || place.seat === open.seat) return target?.focus();
  aim = target;
  location.hash = addressOf(open.number, place.seat);
});

// --- files -----------------------------------------------------------------------------------

// All tables that can be judged whole; the others are named.
async function wholeTables() {
  await judge.judgeOthers();
  const isWhole = ({ number, of }) => {
    const found = answers.get(number);
    return found && stateOf(game, of, found).table !== "empty" && found.places.every((place) => place.number);
  };
  const { true: whole = [], false: others } = Object.groupBy(tables.every(), (one) => Boolean(isWhole(one)));
  if (others) tell(words.leftOut, { tables: others.map(({ number }) => number).join(", ") });
  return whole;
}

function recordFiles(whole) {
  return whole.map(({ number }) => [new Blob([answers.get(number).record]), `${filled(words.table, { number })}.yaml`]);
}

// Records are opened first: what was photographed sits down beside them.
async function take(chosen) {
  const { true: pictures = [], false: others = [] } = Object.groupBy(chosen, isPicture);
  await takeBoth(recordsOf(others), pictures);
}

async function takeBoth(records, pictures) {
  by("left").replaceChildren();
  try {
    if (records.length) await openRecords(records);
  } finally {
    if (pictures.length) await look(pictures);
  }
}

async function openRecords(records) {
  const { tables: opened, html } = await (await handIn("tables", records, words.ended)).json();
  by("left").innerHTML = html;
  goToAdded(opened);
}

// With the photographs of the sheets the marks stand on these too.
async function correct() {
  const sent = await withPhotographs([{ number: open.number, of: open.held }]);
  saveAnswer(await (sent ? send("correction-on-photographs", sent) : send("correction", open.held)));
}

async function correctClass() {
  const whole = await wholeTables();
  const sent = await withPhotographs(whole);
  if (sent) return saveAnswer(await send("correction-on-photographs", sent));
  saveAnswer(await handIn("../records/corrections", recordFiles(whole), words.ended));
}

// Sheets on photographs go into the empty seats; what is open is looked at.
async function look(pictures) {
  const { sheets, left } = await readPhotographs(pictures, (told) => say(by("photo-reading"), told));
  forgetOthers(tables);
  by("left").append(...listed(left), ...seenAgain(sheets));
  const cells = seated(sheets, tables, begin);
  open.number = 0;
  goToPlace();
  await judge.judgeOthers();
  walk.begin(cells);
}

function goToAdded(more) {
  const first = tables.add(more);
  if (!first) return;
  open.number = 0;
  history.pushState(null, "", addressOf(first));
  goToPlace();
}

async function exemplify() {
  if (tables.all.has(open.number) && !confirm(words.sure)) return;
  const answer = await answered(fetch("example"), words.ended);
  open.held = { ...begin(), ...(await answer.json()), way: open.held.way };
  entry.draw();
  changed();
}

function forget(cleared) {
  for (const one of cleared) {
    tables.remove(one);
    answers.delete(one);
  }
  Object.assign(open, { number: 0, held: begin({ way: open.held.way }) });
  history.replaceState(null, "", location.pathname);
  goToPlace();
}

async function allRecords() {
  await judge.judgeOthers();
  const lines = tables.every().map((one) => answers.get(one.number)?.line).filter(Boolean);
  save(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }), `${game.game}.jsonl`);
}

function saveRecord() {
  const record = answers.get(open.number)?.record ?? "";
  save(new Blob([record], { type: "application/yaml" }), `${game.game}.yaml`);
}

const whenClicked = (id, act) => by(id).addEventListener("click", act);
const handOut = (address) => trying(async () => saveAnswer(await handIn(address, recordFiles(await wholeTables()), words.ended)));

whenClicked("example", trying(exemplify));
whenClicked("clear", () => (!tables.all.has(open.number) || confirm(words.sure)) && forget([open.number]));
whenClicked("clear-all", () => confirm(words.sureAll) && forget([...tables.numbers(), open.number]));
whenClicked("correction", trying(correct));
whenClicked("record", saveRecord);
whenClicked("corrections", trying(correctClass));
whenClicked("class-page", handOut(`../records/${game.game}.pdf`));
whenClicked("all-records", trying(allRecords));
offerClasses(by("seating"), game.seats[""] ?? SEATS, (seated) => {
  const known = new Set(tables.every().map(({ of }) => `${of.players}`));
  goToAdded(seated.filter((players) => !known.has(`${players}`)).map((players) => ({ ...begin(open.held), players })));
});
whenDropped(by("check"), trying(take));
whenChosen(by("class-file"), trying(take));
if (by("photo-files")) whenChosen(by("photo-files"), trying((chosen) => takeBoth([], chosen)));
goToPlace();
by("check").hidden = false;
