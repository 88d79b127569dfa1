// Files that are chosen or dropped, handed to the program, and what it gives back.

import { element, words } from "./dom.js";

const RECORD = /\.(ya?ml|jsonl?|csv|tsv|xlsx|ods)$/i;
const TOO_LARGE = 413;

// Files that are dropped on a part of the page, each with its path; folders too. Where they would
// lie is shown.
export function whenDropped(part, hand, shown = part) {
  for (const kind of ["dragover", "dragleave", "drop"]) {
    part.addEventListener(kind, (event) => {
      event.preventDefault();
      shown.classList.toggle("over", kind === "dragover");
    });
  }
  part.addEventListener("drop", async (event) => {
    const { items, files } = event.dataTransfer;
    const entries = [...items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    const found = (await Promise.all(entries.map(within))).flat();
    hand(entries.length ? found : [...files].map((file) => [file, file.name]));
  });
}

// Files that are chosen, each with its path.
export function whenChosen(input, hand) {
  input.addEventListener("change", () => hand([...input.files].map((file) => [file, file.webkitRelativePath || file.name])));
}

// Every file of a folder that was dropped, with its path.
async function within(entry) {
  if (entry.isFile) return [[await new Promise((done, failed) => entry.file(done, failed)), entry.fullPath.slice(1)]];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return (await Promise.all(found.map(within))).flat();
    found.push(...some);
  }
}

// Of a folder the records count; what was chosen by itself is read, whatever it is.
export function recordsOf(chosen) {
  const isFolder = chosen.some(([, path]) => path.includes("/"));
  return chosen.filter(([, path]) => !isFolder || RECORD.test(path)).sort(([, one], [, other]) => one.localeCompare(other));
}

// Hand files to the program, and return its answer.
export function handIn(address, files, ended) {
  const body = new FormData();
  for (const [file, path] of files) body.append("files", file, path);
  return answered(fetch(address, { method: "POST", body }), ended);
}

// An answer, or an error in the words of the page that came instead.
export async function answered(asking, ended) {
  const answer = await asking.catch(() => {
    throw new Error(ended);
  });
  if (answer.ok) return answer;
  // What is too large the server refuses by itself, without a page.
  if (answer.status === TOO_LARGE && words.tooLarge) throw new Error(words.tooLarge);
  throw new Error(faultsIn(await answer.text()) || ended);
}

// What a page says is wrong.
export function faultsIn(html) {
  const { content } = element("template", { innerHTML: html });
  return [...content.querySelectorAll(".fault:not([hidden])")].map((one) => one.textContent.trim()).join("\n");
}

export function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Save what the program answers under the name that it gives.
export async function saveAnswer(answer) {
  save(await answer.blob(), /filename="(.*)"/.exec(answer.headers.get("Content-Disposition"))[1]);
}
