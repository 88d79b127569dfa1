// Photographs of sheets: handed in one after another, laid into empty seats, and sent back small.

import { open } from "./check-open.js";
import { isFilled } from "./check-tables.js";
import { element, filled, words } from "./dom.js";
import { handIn } from "./files.js";

const PICTURE = /\.(jpe?g|png|pdf)$/i;
// As many bytes as are handed in at once, and as many letters of pictures as are sent back at once.
const AT_ONCE = 16_000_000;
const SENT_BACK = 20_000_000;
// As many dots across as a printed sheet needs, and how few there may be where many are sent; by how
// much a picture is made smaller at least, and how well it is kept, of 1.
const PRINTED = 1400;
const LEAST = 400;
const SMALLER = 0.95;
const QUALITY = 0.75;

// The photographed sheets, as long as the page is open, by the ids that their players' seats hold:
// who moves takes them along.
const photographed = new Map();

export const isPicture = ([, path]) => PICTURE.test(path);

export const isDecoded = (image) => image.decode().then(() => true, () => false);

// Hand pictures in, in order, as many at once as may be; return the sheets on them, and the names
// of those that were not read with the reason.
export async function readPhotographs(files, told) {
  const sheets = [];
  const left = [];
  const sorted = files.toSorted(([, one], [, other]) => one.localeCompare(other, undefined, { numeric: true }));
  try {
    for (let done = 0; done < sorted.length; ) {
      told(filled(words.photoReading, { done, all: sorted.length }));
      const some = sorted.slice(done, done + countAtOnce(sorted, done));
      try {
        const answer = await (await handIn("photographs", some, words.ended)).json();
        sheets.push(...answer.sheets);
        left.push(...answer.left);
      } catch (error) {
        left.push(...some.map(([, path]) => [path, error.message]));
      }
      done += some.length;
    }
  } finally {
    told("");
  }
  return { sheets, left };
}

// One file is handed in, however large it is.
function countAtOnce(files, first) {
  let [size, count] = [files[first][0].size, 1];
  for (; first + count < files.length; count++) {
    size += files[first + count][0].size;
    if (size > AT_ONCE) break;
  }
  return count;
}

// Which pictures have a sheet that was read before, there or on another one, each with that.
export function seenAgain(sheets) {
  const first = new Map([...photographed.values()].map(({ code, name }) => [code, name]));
  const again = sheets.filter(({ code, name }) => first.has(code) || !first.set(code, name));
  const pictures = new Set(again.map(({ code, name }) => `${name} (${first.get(code)})`));
  const textContent = filled(words.photoAgain, { pictures: [...pictures].join(", ") });
  return again.length ? [element("p", { className: "note", textContent })] : [];
}

// What was not read, those together that have one reason.
export function listed(left) {
  if (!left.length) return [];
  const lines = [...Map.groupBy(left, ([, reason]) => reason)].map(([reason, every]) => {
    const names = [...new Set(every.map(([name]) => name))].join(", ");
    return element("li", {}, element("strong", { textContent: names }), ` – ${reason}`);
  });
  return [element("h3", { textContent: words.left }), element("ul", { className: "faults" }, ...lines)];
}

// Lay sheets, in the order of the pile, into the seats that are still empty, and return the open
// cells with where they lie; more tables are begun where it takes them.
export function seated(sheets, tables, begin) {
  const cells = [];
  const places = tables.every().flatMap(freeSeats);
  const images = new Map();
  for (const { typed: { name: _, ...typed }, open: asked, name, code, picture, cells: boxes } of sheets) {
    if (!places.length) places.push(...freeSeats({ number: tables.next(), of: begin({ way: "papers" }) }));
    const { table, seat } = places.shift();
    const { of } = table;
    const photograph = crypto.randomUUID();
    photographed.set(photograph, { name, code, picture, cells: boxes });
    of.papers[seat] = typed;
    of.photographs[seat] = photograph;
    if (of.way === "turns") of.way = "papers";
    // What another tab has written there meanwhile stays: the whole table has another number then.
    table.number = tables.write(table.number, of);
    if (!images.has(picture)) images.set(picture, element("img", { src: picture }));
    const image = images.get(picture);
    const own = asked.filter(({ cell }) => cell !== "name" || !of.players[seat]);
    cells.push(...own.map((one) => ({ ...one, photograph, image })));
  }
  return cells;
}

// Turns that were typed are those of all players.
function freeSeats(table) {
  const { way, players, papers, fields } = table.of;
  if (way === "turns" && isFilled(fields)) return [];
  return players.map((_, seat) => ({ table, seat })).filter(({ seat }) => !isFilled(papers[seat] ?? {}));
}

// Where the player of a photograph sits, null for nowhere; what another tab has kept twice is meant
// where it is open.
export function seatOf(photograph, tables) {
  const every = [{ number: open.number, of: open.held }, ...tables.every()];
  const found = every.find(({ of }) => of.photographs.includes(photograph));
  return found ? { number: found.number, seat: found.of.photographs.indexOf(photograph) } : null;
}

// Forget the sheets of those who sit at no table any more.
export function forgetOthers(tables) {
  const kept = new Set(tables.every().flatMap(({ of }) => of.photographs));
  for (const one of photographed.keys()) if (!kept.has(one)) photographed.delete(one);
}

// What is sent to correct tables on their photographs, null where there are none: as large as all
// of them may be together.
export async function withPhotographs(tables) {
  const sent = tables.map(({ number, of }) => ({ number, typed: JSON.stringify(of), sheets: sheetsOf(of) }));
  const sheets = sent.flatMap((one) => Object.values(one.sheets));
  for (const one of sheets) one.picture = await drawnDown(one.picture, SENT_BACK / sheets.length);
  return sheets.length ? { tables: sent } : null;
}

function sheetsOf({ players, photographs }) {
  const found = players.map((_, seat) => [seat, photographed.get(photographs[seat])]);
  const seen = found.filter(([, one]) => one);
  return Object.fromEntries(seen.map(([seat, { picture, cells }]) => [seat, { picture, cells }]));
}

// A picture with as many dots as are printed, fewer where it would be longer than `most`.
async function drawnDown(picture, most) {
  const image = element("img", { src: picture });
  // What the browser cannot show, the program has written: it may well be printed.
  if (!(await isDecoded(image))) return picture;
  const { naturalWidth: wide, naturalHeight: high } = image;
  if (wide <= PRINTED && picture.length <= most) return picture;
  for (let width = Math.min(wide, PRINTED); ; ) {
    const canvas = element("canvas", { width: Math.round(width), height: Math.round((width * high) / wide) });
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const drawn = canvas.toDataURL("image/jpeg", QUALITY);
    if (drawn.length <= most || width < LEAST) return drawn;
    width *= Math.min(SMALLER, Math.sqrt(most / drawn.length));
  }
}
